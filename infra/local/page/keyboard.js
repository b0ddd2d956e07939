// An inline keyboard under a message. Rows share the width evenly; a button that waits for its answer shows a spinner.

import { el, icon } from "./dom.js";

const HINTS = [
  ["url", "link"],
  ["copy_text", "copy"],
  ["switch_inline_query", "share"],
  ["switch_inline_query_chosen_chat", "share"],
  ["switch_inline_query_current_chat", "share"],
];
const STYLES = new Set(["success", "danger", "primary"]);

/** `press(button)` is called for a tap; `isBusy(button)` says whether a tap of it is still waiting. */
export function renderKeyboard(rows, { press, isBusy }) {
  const keyboard = el("div", { class: "keyboard", role: "group", "aria-label": "Buttons of this message" });
  for (const row of rows) {
    keyboard.append(el("div", { class: "row" }, ...row.map((button) => renderButton(button, press, isBusy(button)))));
  }
  return keyboard;
}

function renderButton(button, press, busy) {
  const node = el("button", { type: "button", class: "key", title: button.text, onclick: () => press(button) });
  node.append(el("span", { class: "key-label", dir: "auto" }, button.text));
  if (STYLES.has(button.style)) node.classList.add(button.style);
  const hint = HINTS.find(([field]) => button[field] !== undefined);
  if (hint) node.append(icon(hint[1]));
  if (button.callback_data !== undefined) node.dataset.callback = button.callback_data;
  if (busy) setBusy(node, true);
  return node;
}

export function setBusy(node, busy) {
  node.classList.toggle("busy", busy);
  if (busy) node.setAttribute("aria-busy", "true");
  else node.removeAttribute("aria-busy");
}

/** All buttons of a Bot API message's inline keyboard, in order. */
export function buttonsOf(message) {
  return (message.reply_markup?.inline_keyboard ?? []).flat();
}
