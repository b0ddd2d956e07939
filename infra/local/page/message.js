// One Bot API Message as an item of the chat: the bubble (photo, document, text, time) and the keyboard under it. Also
// the card that a friend's shared link arrives in.

import { clockTime, dayLabel, fullDate } from "./clock.js";
import { avatar, el, fullName, icon } from "./dom.js";
import { renderText, textDirection } from "./entities.js";
import { renderKeyboard } from "./keyboard.js";
import { findLinks } from "./links.js";

/**
 * `chat`: `own` (a user id), `fileUrl(file_id)`, `actions` for entities, `press(button, message)` and
 * `isBusy(message, button)`.
 */
export function renderMessage(message, chat) {
  const own = message.from?.id === chat.own;
  const rows = message.reply_markup?.inline_keyboard ?? [];
  const item = el("li", { class: `message ${own ? "own" : "bot"}`, "data-message-id": message.message_id });
  item.dataset.unix = message.date;
  item.dataset.day = dayLabel(message.date);
  if (rows.length) item.classList.add("with-keyboard");
  item.append(bubble(message, own, chat));
  if (rows.length) {
    item.append(
      renderKeyboard(rows, {
        press: (button) => chat.press(button, message),
        isBusy: (button) => chat.isBusy(message, button),
      }),
    );
  }
  return item;
}

function bubble(message, own, chat) {
  const sender = own ? "You" : fullName(message.from ?? {});
  const node = el("div", { class: "bubble" }, el("span", { class: "sr" }, `${sender}: `));
  const media = renderMedia(message, chat);
  if (media) node.append(media);
  const text = message.text ?? message.caption;
  const entities = message.text === undefined ? message.caption_entities : message.entities;
  if (text !== undefined) node.append(textBlock(text, entities, chat.actions));
  else if (!media) node.append(el("div", { class: "text unknown" }, "This kind of message is not in the playground."));
  if (media?.classList.contains("photo") && text === undefined) node.classList.add("bare");
  const edited = isMarkedEdited(message);
  node.classList.toggle("edited", edited);
  node.append(meta(message, own, edited));
  return node;
}

/** Telegram's phones mark what a person has edited, and leave a bot's messages unmarked: those change all the time. */
function isMarkedEdited(message) {
  return Boolean(message.edit_date) && !message.from?.is_bot;
}

function meta(message, own, edited) {
  const when = el("time", { dateTime: new Date(message.date * 1000).toISOString(), title: fullDate(message.date) });
  when.textContent = clockTime(message.date);
  return el("span", { class: "meta" }, edited ? "edited " : null, when, own ? icon("check") : null);
}

function textBlock(text, entities, actions) {
  return el("div", { class: `text ${textDirection(text)}` }, renderText(text, entities, actions));
}

function renderMedia(message, chat) {
  if (message.photo?.length) return photo(message.photo, chat);
  if (message.document) return documentCard(message.document, chat);
  return null;
}

function photo(sizes, chat) {
  const largest = sizes.reduce((best, size) => (size.width > best.width ? size : best));
  const url = chat.fileUrl(largest.file_id);
  const image = el("img", { src: url, alt: "Photo", width: largest.width, height: largest.height, loading: "lazy" });
  return el("a", { class: "photo", href: url, target: "_blank", rel: "noopener", title: "Open the photo" }, image);
}

function documentCard(document, chat) {
  const name = document.file_name ?? "file";
  return el(
    "a",
    { class: "document", href: chat.fileUrl(document.file_id), download: name },
    el("span", { class: "document-icon" }, icon("file")),
    el("span", { class: "document-name" }, el("b", {}, name), el("small", {}, fileSize(document.file_size))),
  );
}

function fileSize(bytes) {
  if (!bytes) return "Download";
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

/** What a friend shared, in the phone of the one who got it. It comes from another chat, so it looks like a notice. */
export function renderFriendCard(sender, shared, actions) {
  const body = el("div", { class: "friend-body" });
  const text = shared.text.trim();
  if (text) body.append(textBlock(text, findLinks(text), actions));
  if (shared.url) {
    const link = renderText(shared.url, [{ type: "url", offset: 0, length: shared.url.length }], actions);
    body.append(el("p", { class: "friend-link" }, link));
  }
  return el(
    "li",
    { class: "friend-card" },
    el("p", { class: "friend-head" }, avatar(sender), el("span", {}, el("b", {}, fullName(sender)), " sent you")),
    body,
  );
}
