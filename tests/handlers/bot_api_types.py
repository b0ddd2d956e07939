"""What an update may hold: the Bot API's types, a line each, written down from its documentation (10.0).

`name:Type` is required, `name?:Type` optional, `[Type]` a list, `A|B` one of two. A type that has no line is a scalar.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple


class Field(NamedTuple):
    """`lists` says how many lists deep the value lies; `types` are those that it may have."""

    name: str
    types: tuple[str, ...]
    lists: int
    is_required: bool


_TYPES: Final = """
Message message_id:MessageId message_thread_id?:Int direct_messages_topic?:DirectMessagesTopic from?:User \
sender_chat?:Chat sender_boost_count?:Int sender_business_bot?:User sender_tag?:Text date:Date \
business_connection_id?:Id chat:Chat forward_origin?:MessageOriginUser|MessageOriginHiddenUser|MessageOriginChat|\
MessageOriginChannel is_topic_message?:True is_automatic_forward?:True reply_to_message?:Message \
external_reply?:ExternalReplyInfo quote?:TextQuote reply_to_story?:Story reply_to_checklist_task_id?:Int \
via_bot?:User edit_date?:Date has_protected_content?:True is_from_offline?:True is_paid_post?:True \
media_group_id?:Id author_signature?:Text paid_star_count?:Int text?:Text entities?:[MessageEntity] \
link_preview_options?:LinkPreviewOptions effect_id?:Id animation?:Animation audio?:Audio document?:Document \
paid_media?:PaidMediaInfo photo?:[PhotoSize] sticker?:Sticker story?:Story video?:Video video_note?:VideoNote \
voice?:Voice caption?:Text caption_entities?:[MessageEntity] show_caption_above_media?:True \
has_media_spoiler?:True contact?:Contact dice?:Dice game?:Game poll?:Poll venue?:Venue location?:Location \
new_chat_members?:[User] left_chat_member?:User new_chat_title?:Text new_chat_photo?:[PhotoSize] \
delete_chat_photo?:True group_chat_created?:True supergroup_chat_created?:True channel_chat_created?:True \
message_auto_delete_timer_changed?:AutoDelete migrate_to_chat_id?:GroupId migrate_from_chat_id?:GroupId \
pinned_message?:Message|InaccessibleMessage invoice?:Invoice successful_payment?:SuccessfulPayment \
refunded_payment?:RefundedPayment users_shared?:UsersShared chat_shared?:ChatShared connected_website?:Text \
write_access_allowed?:WriteAccessAllowed passport_data?:PassportData \
proximity_alert_triggered?:ProximityAlertTriggered boost_added?:ChatBoostAdded \
chat_background_set?:ChatBackground forum_topic_created?:ForumTopicCreated forum_topic_edited?:ForumTopicEdited \
forum_topic_closed?:Nothing forum_topic_reopened?:Nothing general_forum_topic_hidden?:Nothing \
general_forum_topic_unhidden?:Nothing video_chat_scheduled?:VideoChatScheduled video_chat_started?:Nothing \
video_chat_ended?:VideoChatEnded video_chat_participants_invited?:VideoChatParticipantsInvited \
web_app_data?:WebAppData reply_markup?:InlineKeyboardMarkup
InaccessibleMessage chat:Chat message_id:MessageId date:Zero
User id:UserId is_bot:Bool first_name:Name last_name?:Name username?:Username language_code?:Language \
is_premium?:True added_to_attachment_menu?:True
Chat id:ChatId type:ChatType title?:Name username?:Username first_name?:Name last_name?:Name is_forum?:True \
is_direct_messages?:True
DirectMessagesTopic topic_id:Int user?:User
MessageOriginUser type=user date:Date sender_user:User
MessageOriginHiddenUser type=hidden_user date:Date sender_user_name:Name
MessageOriginChat type=chat date:Date sender_chat:Chat author_signature?:Text
MessageOriginChannel type=channel date:Date chat:Chat message_id:MessageId author_signature?:Text
ExternalReplyInfo origin:MessageOriginUser|MessageOriginChannel chat?:Chat message_id?:MessageId \
photo?:[PhotoSize] dice?:Dice has_media_spoiler?:True
TextQuote text:Text entities?:[MessageEntity] position:Int is_manual?:True
MessageEntity type:EntityType offset:Int length:Int url?:Text user?:User language?:Text custom_emoji_id?:Id
LinkPreviewOptions is_disabled?:Bool url?:Text prefer_small_media?:Bool show_above_text?:Bool
PhotoSize file_id:Id file_unique_id:Id width:Int height:Int file_size?:Int
Animation file_id:Id file_unique_id:Id width:Int height:Int duration:Int file_name?:Text mime_type?:Text
Audio file_id:Id file_unique_id:Id duration:Int performer?:Text title?:Text thumbnail?:PhotoSize
Document file_id:Id file_unique_id:Id thumbnail?:PhotoSize file_name?:Text mime_type?:Text file_size?:Int
Video file_id:Id file_unique_id:Id width:Int height:Int duration:Int cover?:[PhotoSize] start_timestamp?:Int
VideoNote file_id:Id file_unique_id:Id length:Int duration:Int
Voice file_id:Id file_unique_id:Id duration:Int mime_type?:Text
Sticker file_id:Id file_unique_id:Id type:StickerType width:Int height:Int is_animated:Bool is_video:Bool emoji?:Text
Story chat:Chat id:Int
PaidMediaInfo star_count:Int paid_media:[PaidMediaPreview]
PaidMediaPreview type=preview width?:Int height?:Int duration?:Int
Contact phone_number:Text first_name:Name last_name?:Name user_id?:UserId vcard?:Text
Dice emoji:DiceEmoji value:Die
Game title:Text description:Text photo:[PhotoSize] text?:Text
PollOption persistent_id:Id text:Text voter_count:Int text_entities?:[MessageEntity]
Poll id:Id question:Text options:[PollOption] total_voter_count:Int is_closed:Bool is_anonymous:Bool type:PollType \
allows_multiple_answers:Bool allows_revoting:Bool members_only:Bool correct_option_ids?:[Int] explanation?:Text \
open_period?:Int close_date?:Date
PollAnswer poll_id:Id voter_chat?:Chat user?:User option_ids:[Int] option_persistent_ids:[Id]
Location latitude:Float longitude:Float horizontal_accuracy?:Float live_period?:Int heading?:Int
Venue location:Location title:Text address:Text
AutoDelete message_auto_delete_time:Int
Invoice title:Text description:Text start_parameter:Text currency:Currency total_amount:Int
SuccessfulPayment currency:Currency total_amount:Int invoice_payload:Text telegram_payment_charge_id:Id \
provider_payment_charge_id:Id order_info?:OrderInfo
RefundedPayment currency:Stars total_amount:Int invoice_payload:Text telegram_payment_charge_id:Id
OrderInfo name?:Name phone_number?:Text email?:Text shipping_address?:ShippingAddress
ShippingAddress country_code:Country state:Text city:Text street_line1:Text street_line2:Text post_code:Text
UsersShared request_id:Int users:[SharedUser]
SharedUser user_id:UserId first_name?:Name last_name?:Name username?:Username
ChatShared request_id:Int chat_id:ChatId title?:Name username?:Username
WriteAccessAllowed from_request?:Bool web_app_name?:Text from_attachment_menu?:Bool
PassportData data:[EncryptedPassportElement] credentials:EncryptedCredentials
EncryptedPassportElement type:PassportType hash:Id data?:Text
EncryptedCredentials data:Id hash:Id secret:Id
ProximityAlertTriggered traveler:User watcher:User distance:Int
ChatBoostAdded boost_count:Int
ChatBackground type:BackgroundTypeFill
BackgroundTypeFill type=fill fill:BackgroundFillSolid dark_theme_dimming:Int
BackgroundFillSolid type=solid color:Int
ForumTopicCreated name:Text icon_color:Int icon_custom_emoji_id?:Id
ForumTopicEdited name?:Text icon_custom_emoji_id?:Id
VideoChatScheduled start_date:Date
VideoChatEnded duration:Int
VideoChatParticipantsInvited users:[User]
WebAppData data:Text button_text:Text
InlineKeyboardMarkup inline_keyboard:[[InlineKeyboardButton]]
InlineKeyboardButton text:Text callback_data:Data
CallbackQuery id:Id from:User message?:Message|InaccessibleMessage inline_message_id?:Id chat_instance:Id data?:Data \
game_short_name?:Text
InlineQuery id:Id from:User query:Text offset:Text chat_type?:ChatType location?:Location
ChosenInlineResult result_id:Id from:User location?:Location inline_message_id?:Id query:Text
ShippingQuery id:Id from:User invoice_payload:Text shipping_address:ShippingAddress
PreCheckoutQuery id:Id from:User currency:Currency total_amount:Int invoice_payload:Text order_info?:OrderInfo
PaidMediaPurchased from:User paid_media_payload:Text
ChatMemberUpdated chat:Chat from:User date:Date old_chat_member:Member|Banned|Restricted|Administrator \
new_chat_member:Member|Banned|Restricted|Administrator|Left|Owner invite_link?:ChatInviteLink via_join_request?:Bool
Owner status=creator user:User is_anonymous:Bool custom_title?:Text
Administrator status=administrator user:User can_be_edited:Bool is_anonymous:Bool can_manage_chat:Bool \
can_delete_messages:Bool can_manage_video_chats:Bool can_restrict_members:Bool can_promote_members:Bool \
can_change_info:Bool can_invite_users:Bool can_post_stories:Bool can_edit_stories:Bool can_delete_stories:Bool
Member status=member user:User until_date?:Date
Restricted status=restricted user:User is_member:Bool can_send_messages:Bool can_send_audios:Bool \
can_send_documents:Bool can_send_photos:Bool can_send_videos:Bool can_send_video_notes:Bool can_send_voice_notes:Bool \
can_send_polls:Bool can_send_other_messages:Bool can_add_web_page_previews:Bool can_change_info:Bool \
can_invite_users:Bool can_pin_messages:Bool can_manage_topics:Bool can_edit_tag:Bool \
can_react_to_messages:Bool until_date:Date
Left status=left user:User
Banned status=kicked user:User until_date:Date
ChatInviteLink invite_link:Text creator:User creates_join_request:Bool is_primary:Bool is_revoked:Bool name?:Text
ChatJoinRequest chat:Chat from:User user_chat_id:UserId date:Date bio?:Text invite_link?:ChatInviteLink
ChatBoostSourcePremium source=premium user:User
ChatBoost boost_id:Id add_date:Date expiration_date:Date source:ChatBoostSourcePremium
ChatBoostUpdated chat:Chat boost:ChatBoost
ChatBoostRemoved chat:Chat boost_id:Id remove_date:Date source:ChatBoostSourcePremium
BusinessConnection id:Id user:User user_chat_id:UserId date:Date can_reply?:Bool is_enabled:Bool
BusinessMessagesDeleted business_connection_id:Id chat:Chat message_ids:[MessageId]
ReactionTypeEmoji type=emoji emoji:Emoji
ReactionTypePaid type=paid
ReactionCount type:ReactionTypeEmoji|ReactionTypePaid total_count:Int
MessageReactionUpdated chat:Chat message_id:MessageId user?:User actor_chat?:Chat date:Date \
old_reaction:[ReactionTypeEmoji] new_reaction:[ReactionTypeEmoji]
MessageReactionCountUpdated chat:Chat message_id:MessageId date:Date reactions:[ReactionCount]
"""

KINDS: Final[Mapping[str, str]] = {
    "message": "Message",
    "edited_message": "Message",
    "channel_post": "Message",
    "edited_channel_post": "Message",
    "business_connection": "BusinessConnection",
    "business_message": "Message",
    "edited_business_message": "Message",
    "deleted_business_messages": "BusinessMessagesDeleted",
    "message_reaction": "MessageReactionUpdated",
    "message_reaction_count": "MessageReactionCountUpdated",
    "inline_query": "InlineQuery",
    "chosen_inline_result": "ChosenInlineResult",
    "callback_query": "CallbackQuery",
    "shipping_query": "ShippingQuery",
    "pre_checkout_query": "PreCheckoutQuery",
    "purchased_paid_media": "PaidMediaPurchased",
    "poll": "Poll",
    "poll_answer": "PollAnswer",
    "my_chat_member": "ChatMemberUpdated",
    "chat_member": "ChatMemberUpdated",
    "chat_join_request": "ChatJoinRequest",
    "chat_boost": "ChatBoostUpdated",
    "removed_chat_boost": "ChatBoostRemoved",
}
"""Every kind of update, and the type of what it brings."""

_FIELD: Final = re.compile(r"(\w+)(\??)(?::(\[*)([\w|]+)\]*|=(\w+))")


def _fields(line: str) -> tuple[str, tuple[Field, ...]]:
    name, *words = line.split()
    found = (_FIELD.fullmatch(word) for word in words)
    return name, tuple(
        Field(one[1], (f"={one[5]}",) if one[5] else tuple(one[4].split("|")), len(one[3] or ""), not one[2])
        for one in found
        if one is not None
    )


TYPES: Final[Mapping[str, tuple[Field, ...]]] = dict(_fields(line) for line in _TYPES.strip().split("\n"))
