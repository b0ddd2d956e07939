"""What an update may hold: the Bot API's types, written down from its documentation (10.0).

An indented line goes on with the line before it. `name:Type` is required, `name?:Type` optional, `[Type]` a list,
`name=one|other` one of these words. `Name = One|Other` is a type that is one of others, `+group` the fields of a group
that several types share. A type that has no line is a scalar. test_bot_api_types.py holds all this to another reading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple


class Field(NamedTuple):
    """`lists` says how many lists deep the value lies; `types` are those that it may have, `=word` a word itself."""

    name: str
    types: tuple[str, ...]
    lists: int
    is_required: bool


_GROUPS: Final = """
stored file_id:Id file_unique_id:Id file_size?:Int
sized width:Int height:Int
named file_name?:Text mime_type?:Text thumbnail?:PhotoSize
shown link_preview_options?:LinkPreviewOptions animation?:Animation audio?:Audio document?:Document
  live_photo?:LivePhoto paid_media?:PaidMediaInfo photo?:[PhotoSize] sticker?:Sticker story?:Story video?:Video
  video_note?:VideoNote voice?:Voice has_media_spoiler?:True checklist?:Checklist contact?:Contact dice?:Dice game?:Game
  giveaway?:Giveaway giveaway_winners?:GiveawayWinners invoice?:Invoice location?:Location poll?:Poll venue?:Venue
suggested suggested_post_message?:Message
poll_change poll_message?:MaybeInaccessibleMessage option_persistent_id:Id option_text:Text
  option_text_entities?:[MessageEntity]
rated name:Text rarity_per_mille:Int
paid currency:Currency total_amount:Int invoice_payload:Text
changed chat:Chat message_id:MessageId date:Date
"""

_TYPES: Final = """
Message message_id:MessageId message_thread_id?:Int direct_messages_topic?:DirectMessagesTopic from?:User
  sender_chat?:Chat sender_boost_count?:Int sender_business_bot?:User sender_tag?:Text date:Date guest_query_id?:Id
  business_connection_id?:Id chat:Chat forward_origin?:MessageOrigin is_topic_message?:True is_automatic_forward?:True
  reply_to_message?:Message external_reply?:ExternalReplyInfo quote?:TextQuote reply_to_story?:Story
  reply_to_checklist_task_id?:Int reply_to_poll_option_id?:Id via_bot?:User guest_bot_caller_user?:User
  guest_bot_caller_chat?:Chat edit_date?:Date has_protected_content?:True is_from_offline?:True is_paid_post?:True
  media_group_id?:Id author_signature?:Text paid_star_count?:Int text?:Text entities?:[MessageEntity]
  suggested_post_info?:SuggestedPostInfo effect_id?:Id +shown caption?:Text caption_entities?:[MessageEntity]
  show_caption_above_media?:True new_chat_members?:[User] left_chat_member?:User chat_owner_left?:ChatOwnerLeft
  chat_owner_changed?:ChatOwnerChanged new_chat_title?:Text new_chat_photo?:[PhotoSize] delete_chat_photo?:True
  group_chat_created?:True supergroup_chat_created?:True channel_chat_created?:True
  message_auto_delete_timer_changed?:MessageAutoDeleteTimerChanged migrate_to_chat_id?:GroupId
  migrate_from_chat_id?:GroupId pinned_message?:MaybeInaccessibleMessage successful_payment?:SuccessfulPayment
  refunded_payment?:RefundedPayment users_shared?:UsersShared chat_shared?:ChatShared gift?:GiftInfo
  unique_gift?:UniqueGiftInfo gift_upgrade_sent?:GiftInfo connected_website?:Text
  write_access_allowed?:WriteAccessAllowed passport_data?:PassportData
  proximity_alert_triggered?:ProximityAlertTriggered boost_added?:ChatBoostAdded chat_background_set?:ChatBackground
  checklist_tasks_done?:ChecklistTasksDone checklist_tasks_added?:ChecklistTasksAdded
  direct_message_price_changed?:DirectMessagePriceChanged forum_topic_created?:ForumTopicCreated
  forum_topic_edited?:ForumTopicEdited forum_topic_closed?:ForumTopicClosed forum_topic_reopened?:ForumTopicReopened
  general_forum_topic_hidden?:GeneralForumTopicHidden general_forum_topic_unhidden?:GeneralForumTopicUnhidden
  giveaway_created?:GiveawayCreated giveaway_completed?:GiveawayCompleted managed_bot_created?:ManagedBotCreated
  paid_message_price_changed?:PaidMessagePriceChanged poll_option_added?:PollOptionAdded
  poll_option_deleted?:PollOptionDeleted suggested_post_approved?:SuggestedPostApproved
  suggested_post_approval_failed?:SuggestedPostApprovalFailed suggested_post_declined?:SuggestedPostDeclined
  suggested_post_paid?:SuggestedPostPaid suggested_post_refunded?:SuggestedPostRefunded
  video_chat_scheduled?:VideoChatScheduled video_chat_started?:VideoChatStarted video_chat_ended?:VideoChatEnded
  video_chat_participants_invited?:VideoChatParticipantsInvited web_app_data?:WebAppData
  reply_markup?:InlineKeyboardMarkup
InaccessibleMessage chat:Chat message_id:MessageId date:Zero
MaybeInaccessibleMessage = Message|InaccessibleMessage
User id:UserId is_bot:Bool first_name:Name last_name?:Name username?:Username language_code?:Language is_premium?:True
  added_to_attachment_menu?:True can_join_groups?:Bool can_read_all_group_messages?:Bool supports_inline_queries?:Bool
  supports_guest_queries?:Bool can_connect_to_business?:Bool has_main_web_app?:Bool has_topics_enabled?:Bool
  allows_users_to_create_topics?:Bool can_manage_bots?:Bool
Chat id:ChatId type=private|group|supergroup|channel title?:Name username?:Username first_name?:Name last_name?:Name
  is_forum?:True is_direct_messages?:True
DirectMessagesTopic topic_id:Int user?:User
MessageOrigin = MessageOriginUser|MessageOriginHiddenUser|MessageOriginChat|MessageOriginChannel
MessageOriginUser type=user date:Date sender_user:User
MessageOriginHiddenUser type=hidden_user date:Date sender_user_name:Name
MessageOriginChat type=chat date:Date sender_chat:Chat author_signature?:Text
MessageOriginChannel type=channel +changed author_signature?:Text
ExternalReplyInfo origin:MessageOrigin chat?:Chat message_id?:MessageId +shown
TextQuote text:Text entities?:[MessageEntity] position:Int is_manual?:True
MessageEntity offset:Int length:Int url?:Text user?:User language?:Text custom_emoji_id?:Id unix_time?:Date
  date_time_format?:Text type=mention|hashtag|cashtag|bot_command|url|email|phone_number|bold|italic|underline|
  strikethrough|spoiler|blockquote|expandable_blockquote|code|pre|text_link|text_mention|custom_emoji|date_time
LinkPreviewOptions is_disabled?:Bool url?:Text prefer_small_media?:Bool prefer_large_media?:Bool show_above_text?:Bool
PhotoSize +stored +sized
Animation +stored +sized +named duration:Int
Audio +stored +named duration:Int performer?:Text title?:Text
Document +stored +named
LivePhoto +stored +sized duration:Int photo?:[PhotoSize] mime_type?:Text
Video +stored +sized +named duration:Int cover?:[PhotoSize] start_timestamp?:Int qualities?:[VideoQuality]
VideoQuality +stored +sized codec:Text
VideoNote +stored length:Int duration:Int thumbnail?:PhotoSize
Voice +stored duration:Int mime_type?:Text
File +stored file_path?:Text
Sticker +stored +sized type=regular|mask|custom_emoji is_animated:Bool is_video:Bool thumbnail?:PhotoSize emoji?:Emoji
  set_name?:Text premium_animation?:File mask_position?:MaskPosition custom_emoji_id?:Id needs_repainting?:True
MaskPosition point=forehead|eyes|mouth|chin x_shift:Float y_shift:Float scale:Float
Story chat:Chat id:Int
PaidMediaInfo star_count:Int paid_media:[PaidMedia]
PaidMedia = PaidMediaPreview|PaidMediaPhoto|PaidMediaVideo|PaidMediaLivePhoto
PaidMediaPreview type=preview width?:Int height?:Int duration?:Int
PaidMediaPhoto type=photo photo:[PhotoSize]
PaidMediaVideo type=video video:Video
PaidMediaLivePhoto type=live_photo live_photo:LivePhoto
Contact phone_number:Text first_name:Name last_name?:Name user_id?:UserId vcard?:Text
Dice emoji:DiceEmoji value:Die
Game title:Text description:Text photo:[PhotoSize] text?:Text text_entities?:[MessageEntity] animation?:Animation
PollMedia animation?:Animation audio?:Audio document?:Document live_photo?:LivePhoto location?:Location
  photo?:[PhotoSize] sticker?:Sticker venue?:Venue video?:Video
PollOption persistent_id:Id text:Text text_entities?:[MessageEntity] media?:PollMedia voter_count:Int
  added_by_user?:User added_by_chat?:Chat addition_date?:Date
Poll id:Id question:Text question_entities?:[MessageEntity] options:[PollOption] total_voter_count:Int is_closed:Bool
  is_anonymous:Bool type=regular|quiz allows_multiple_answers:Bool allows_revoting:Bool members_only:Bool
  country_codes?:[Country] correct_option_ids?:[Int] explanation?:Text explanation_entities?:[MessageEntity]
  explanation_media?:PollMedia open_period?:Int close_date?:Date description?:Text
  description_entities?:[MessageEntity] media?:PollMedia
PollOptionAdded +poll_change
PollOptionDeleted +poll_change
PollAnswer poll_id:Id voter_chat?:Chat user?:User option_ids:[Int] option_persistent_ids:[Id]
Location latitude:Float longitude:Float horizontal_accuracy?:Float live_period?:Int heading?:Int
  proximity_alert_radius?:Int
Venue location:Location title:Text address:Text foursquare_id?:Id foursquare_type?:Text google_place_id?:Id
  google_place_type?:Text
ChecklistTask id:Int text:Text text_entities?:[MessageEntity] completed_by_user?:User completed_by_chat?:Chat
  completion_date?:Date
Checklist title:Text title_entities?:[MessageEntity] tasks:[ChecklistTask] others_can_add_tasks?:True
  others_can_mark_tasks_as_done?:True
ChecklistTasksDone checklist_message?:Message marked_as_done_task_ids?:[Int] marked_as_not_done_task_ids?:[Int]
ChecklistTasksAdded checklist_message?:Message tasks:[ChecklistTask]
Giveaway chats:[Chat] winners_selection_date:Date winner_count:Int only_new_members?:True has_public_winners?:True
  prize_description?:Text country_codes?:[Country] prize_star_count?:Int premium_subscription_month_count?:Int
GiveawayCreated prize_star_count?:Int
GiveawayWinners chat:Chat giveaway_message_id:MessageId winners_selection_date:Date winner_count:Int winners:[User]
  additional_chat_count?:Int prize_star_count?:Int premium_subscription_month_count?:Int unclaimed_prize_count?:Int
  only_new_members?:True was_refunded?:True prize_description?:Text
GiveawayCompleted winner_count:Int unclaimed_prize_count?:Int giveaway_message?:Message is_star_giveaway?:True
GiftInfo gift:Gift owned_gift_id?:Id convert_star_count?:Int prepaid_upgrade_star_count?:Int is_upgrade_separate?:True
  can_be_upgraded?:True text?:Text entities?:[MessageEntity] is_private?:True unique_gift_number?:Int
Gift id:Id sticker:Sticker star_count:Int upgrade_star_count?:Int is_premium?:True has_colors?:True total_count?:Int
  remaining_count?:Int personal_total_count?:Int personal_remaining_count?:Int background?:GiftBackground
  unique_gift_variant_count?:Int publisher_chat?:Chat
GiftBackground center_color:Int edge_color:Int text_color:Int
UniqueGiftInfo gift:UniqueGift origin=upgrade|transfer|resale|gifted_upgrade|offer last_resale_currency?=XTR|TON
  last_resale_amount?:Int owned_gift_id?:Id transfer_star_count?:Int next_transfer_date?:Date
UniqueGift gift_id:Id base_name:Text name:Text number:Int model:UniqueGiftModel symbol:UniqueGiftSymbol
  backdrop:UniqueGiftBackdrop is_premium?:True is_burned?:True is_from_blockchain?:True colors?:UniqueGiftColors
  publisher_chat?:Chat
UniqueGiftModel +rated sticker:Sticker rarity?=uncommon|rare|epic|legendary
UniqueGiftSymbol +rated sticker:Sticker
UniqueGiftBackdrop +rated colors:UniqueGiftBackdropColors
UniqueGiftBackdropColors center_color:Int edge_color:Int symbol_color:Int text_color:Int
UniqueGiftColors model_custom_emoji_id:Id symbol_custom_emoji_id:Id light_theme_main_color:Int
  light_theme_other_colors:[Int] dark_theme_main_color:Int dark_theme_other_colors:[Int]
SuggestedPostPrice currency=XTR|TON amount:Int
SuggestedPostInfo state=pending|approved|declined price?:SuggestedPostPrice send_date?:Date
SuggestedPostApproved +suggested price?:SuggestedPostPrice send_date:Date
SuggestedPostApprovalFailed +suggested price:SuggestedPostPrice
SuggestedPostDeclined +suggested comment?:Text
SuggestedPostPaid +suggested currency=XTR|TON amount?:Int star_amount?:StarAmount
SuggestedPostRefunded +suggested reason=post_deleted|payment_refunded
StarAmount amount:Int nanostar_amount?:Int
DirectMessagePriceChanged are_direct_messages_enabled:Bool direct_message_star_count?:Int
PaidMessagePriceChanged paid_message_star_count:Int
ChatOwnerLeft new_owner?:User
ChatOwnerChanged new_owner:User
ManagedBotCreated bot:User
MessageAutoDeleteTimerChanged message_auto_delete_time:Int
Invoice title:Text description:Text start_parameter:Text currency:Currency total_amount:Int
SuccessfulPayment +paid subscription_expiration_date?:Date is_recurring?:True is_first_recurring?:True
  shipping_option_id?:Id order_info?:OrderInfo telegram_payment_charge_id:Id provider_payment_charge_id:Id
RefundedPayment +paid telegram_payment_charge_id:Id provider_payment_charge_id?:Id
OrderInfo name?:Name phone_number?:Text email?:Text shipping_address?:ShippingAddress
ShippingAddress country_code:Country state:Text city:Text street_line1:Text street_line2:Text post_code:Text
UsersShared request_id:Int users:[SharedUser]
SharedUser user_id:UserId first_name?:Name last_name?:Name username?:Username photo?:[PhotoSize]
ChatShared request_id:Int chat_id:ChatId title?:Name username?:Username photo?:[PhotoSize]
WriteAccessAllowed from_request?:Bool web_app_name?:Text from_attachment_menu?:Bool
PassportData data:[EncryptedPassportElement] credentials:EncryptedCredentials
EncryptedPassportElement hash:Id data?:Id phone_number?:Text email?:Text files?:[PassportFile]
  front_side?:PassportFile reverse_side?:PassportFile selfie?:PassportFile translation?:[PassportFile]
  type=personal_details|passport|driver_license|identity_card|internal_passport|address|utility_bill|bank_statement|
  rental_agreement|passport_registration|temporary_registration|phone_number|email
PassportFile file_id:Id file_unique_id:Id file_size:Int file_date:Date
EncryptedCredentials data:Id hash:Id secret:Id
ProximityAlertTriggered traveler:User watcher:User distance:Int
ChatBoostAdded boost_count:Int
ChatBackground type:BackgroundType
BackgroundType = BackgroundTypeFill|BackgroundTypeWallpaper|BackgroundTypePattern|BackgroundTypeChatTheme
BackgroundTypeFill type=fill fill:BackgroundFill dark_theme_dimming:Int
BackgroundTypeWallpaper type=wallpaper document:Document dark_theme_dimming:Int is_blurred?:True is_moving?:True
BackgroundTypePattern type=pattern document:Document fill:BackgroundFill intensity:Int is_inverted?:True is_moving?:True
BackgroundTypeChatTheme type=chat_theme theme_name:Text
BackgroundFill = BackgroundFillSolid|BackgroundFillGradient|BackgroundFillFreeformGradient
BackgroundFillSolid type=solid color:Int
BackgroundFillGradient type=gradient top_color:Int bottom_color:Int rotation_angle:Int
BackgroundFillFreeformGradient type=freeform_gradient colors:[Int]
ForumTopicCreated name:Text icon_color:Int icon_custom_emoji_id?:Id is_name_implicit?:True
ForumTopicEdited name?:Text icon_custom_emoji_id?:Id
ForumTopicClosed
ForumTopicReopened
GeneralForumTopicHidden
GeneralForumTopicUnhidden
VideoChatScheduled start_date:Date
VideoChatStarted
VideoChatEnded duration:Int
VideoChatParticipantsInvited users:[User]
WebAppData data:Text button_text:Text
InlineKeyboardMarkup inline_keyboard:[[InlineKeyboardButton]]
InlineKeyboardButton text:Text icon_custom_emoji_id?:Id style?=primary|success|danger url?:Text callback_data?:Data
  web_app?:WebAppInfo login_url?:LoginUrl switch_inline_query?:Text switch_inline_query_current_chat?:Text
  switch_inline_query_chosen_chat?:SwitchInlineQueryChosenChat copy_text?:CopyTextButton callback_game?:CallbackGame
  pay?:Bool
WebAppInfo url:Text
LoginUrl url:Text forward_text?:Text bot_username?:Username request_write_access?:Bool
SwitchInlineQueryChosenChat query?:Text allow_user_chats?:Bool allow_bot_chats?:Bool allow_group_chats?:Bool
  allow_channel_chats?:Bool
CopyTextButton text:Text
CallbackGame
CallbackQuery id:Id from:User message?:MaybeInaccessibleMessage inline_message_id?:Id chat_instance:Id data?:Data
  game_short_name?:Text
InlineQuery id:Id from:User query:Text offset:Text chat_type?=sender|private|group|supergroup|channel location?:Location
ChosenInlineResult result_id:Id from:User location?:Location inline_message_id?:Id query:Text
ShippingQuery id:Id from:User invoice_payload:Text shipping_address:ShippingAddress
PreCheckoutQuery id:Id from:User +paid shipping_option_id?:Id order_info?:OrderInfo
PaidMediaPurchased from:User paid_media_payload:Text
ChatMemberUpdated chat:Chat from:User date:Date old_chat_member:ChatMember new_chat_member:ChatMember
  invite_link?:ChatInviteLink via_join_request?:Bool via_chat_folder_invite_link?:Bool
ChatMember = ChatMemberOwner|ChatMemberAdministrator|ChatMemberMember|ChatMemberRestricted|ChatMemberLeft|
  ChatMemberBanned
ChatMemberOwner status=creator user:User is_anonymous:Bool custom_title?:Text
ChatMemberAdministrator status=administrator user:User can_be_edited:Bool is_anonymous:Bool can_manage_chat:Bool
  can_delete_messages:Bool can_manage_video_chats:Bool can_restrict_members:Bool can_promote_members:Bool
  can_change_info:Bool can_invite_users:Bool can_post_stories:Bool can_edit_stories:Bool can_delete_stories:Bool
  can_post_messages?:Bool can_edit_messages?:Bool can_pin_messages?:Bool can_manage_topics?:Bool
  can_manage_direct_messages?:Bool can_manage_tags?:Bool custom_title?:Text
ChatMemberMember status=member tag?:Text user:User until_date?:Date
ChatMemberRestricted status=restricted tag?:Text user:User is_member:Bool can_send_messages:Bool can_send_audios:Bool
  can_send_documents:Bool can_send_photos:Bool can_send_videos:Bool can_send_video_notes:Bool can_send_voice_notes:Bool
  can_send_polls:Bool can_send_other_messages:Bool can_add_web_page_previews:Bool can_react_to_messages:Bool
  can_edit_tag:Bool can_change_info:Bool can_invite_users:Bool can_pin_messages:Bool can_manage_topics:Bool
  until_date:Date
ChatMemberLeft status=left user:User
ChatMemberBanned status=kicked user:User until_date:Date
ChatInviteLink invite_link:Text creator:User creates_join_request:Bool is_primary:Bool is_revoked:Bool name?:Text
  expire_date?:Date member_limit?:Int pending_join_request_count?:Int subscription_period?:Int subscription_price?:Int
ChatJoinRequest chat:Chat from:User user_chat_id:UserId date:Date bio?:Text invite_link?:ChatInviteLink
ChatBoostSource = ChatBoostSourcePremium|ChatBoostSourceGiftCode|ChatBoostSourceGiveaway
ChatBoostSourcePremium source=premium user:User
ChatBoostSourceGiftCode source=gift_code user:User
ChatBoostSourceGiveaway source=giveaway giveaway_message_id:MessageId user?:User prize_star_count?:Int
  is_unclaimed?:True
ChatBoost boost_id:Id add_date:Date expiration_date:Date source:ChatBoostSource
ChatBoostUpdated chat:Chat boost:ChatBoost
ChatBoostRemoved chat:Chat boost_id:Id remove_date:Date source:ChatBoostSource
BusinessConnection id:Id user:User user_chat_id:UserId date:Date rights?:BusinessBotRights is_enabled:Bool
BusinessBotRights can_reply?:True can_read_messages?:True can_delete_sent_messages?:True
  can_delete_all_messages?:True can_edit_name?:True can_edit_bio?:True can_edit_profile_photo?:True
  can_edit_username?:True can_change_gift_settings?:True can_view_gifts_and_stars?:True
  can_convert_gifts_to_stars?:True can_transfer_and_upgrade_gifts?:True can_transfer_stars?:True
  can_manage_stories?:True
BusinessMessagesDeleted business_connection_id:Id chat:Chat message_ids:[MessageId]
ReactionType = ReactionTypeEmoji|ReactionTypeCustomEmoji|ReactionTypePaid
ReactionTypeEmoji type=emoji emoji:Emoji
ReactionTypeCustomEmoji type=custom_emoji custom_emoji_id:Id
ReactionTypePaid type=paid
ReactionCount type:ReactionType total_count:Int
MessageReactionUpdated +changed user?:User actor_chat?:Chat old_reaction:[ReactionType] new_reaction:[ReactionType]
MessageReactionCountUpdated +changed reactions:[ReactionCount]
ManagedBotUpdated user:User bot:User
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
    "managed_bot": "ManagedBotUpdated",
    "guest_message": "Message",
}
"""Every kind of update, and the type of what it brings."""

_FIELD: Final = re.compile(r"(\w+)(\??)(?::(\[*)(\w+)\]*|=([\w|]+))")


def _lines(text: str) -> dict[str, list[str]]:
    """What stands on each line, by its first word."""
    whole = re.sub(r"(?<=\|)\n +", "", text).replace("\n  ", " ")
    lines = (line.split() for line in whole.strip().split("\n"))
    return {name: words for name, *words in lines}


def _fields(words: list[str]) -> tuple[Field, ...]:
    found: list[Field] = []
    for word in words:
        one = _FIELD.fullmatch(word)
        if one is None:
            found += _fields(_SHARED[word.removeprefix("+")])
        else:
            types = UNIONS.get(one[4], (one[4],)) if one[4] else tuple(f"={literal}" for literal in one[5].split("|"))
            found.append(Field(one[1], types, len(one[3] or ""), not one[2]))
    return tuple(found)


_SHARED: Final = _lines(_GROUPS)
_SPELT: Final = _lines(_TYPES)
UNIONS: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(words[1].split("|")) for name, words in _SPELT.items() if words[:1] == ["="]
}
TYPES: Final[Mapping[str, tuple[Field, ...]]] = {
    name: _fields(words) for name, words in _SPELT.items() if name not in UNIONS
}
