// What each kind of inline button does when a person taps it.

import { api } from "./api.js";

const CHOOSER = "switch_inline_query_chosen_chat";

export async function pressButton(phone, button, message) {
  if (button.callback_data !== undefined) await tap(phone, button, message);
  else if (button.url !== undefined) phone.world.openLink(button.url, phone);
  else if (button.copy_text !== undefined) await phone.world.copy(button.copy_text.text, phone);
  else if (button[CHOOSER] !== undefined) phone.world.choose(button[CHOOSER].query ?? "", phone);
  else phone.overlay.toast("This kind of button is not in the playground.");
}

async function tap(phone, button, message) {
  phone.setBusy(message, button, true);
  const send = () => api.tap(phone.person.id, message.message_id, button.callback_data);
  await phone.attempt(async () => show(phone, await send()));
  phone.setBusy(message, button, false);
}

/** An answer without words only ends the spinner, and so does none at all. */
function show(phone, answer) {
  if (!answer) return;
  if (answer.url) phone.world.openLink(answer.url, phone, { here: true });
  if (!answer.text) return;
  if (answer.show_alert) phone.overlay.alert(answer.text);
  else phone.overlay.toast(answer.text);
}
