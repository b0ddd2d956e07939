// Lets a phone play by itself: it taps a random pick of the newest hand, and stops when its match has ended.

import { buttonsOf } from "./keyboard.js";

const THINK_MS = 600;
const RETRY_MS = 4000;
const TRIES = 3;

export class AutoPlay {
  /**
   * `chat`: `newestFirst()` gives messages, `press(button, message)` taps. `changed(isOn, ended)` hears of the state.
   */
  constructor(chat, changed) {
    this.chat = chat;
    this.changed = changed;
    this.isOn = false;
  }

  start() {
    this.isOn = true;
    this.codes = new Set();
    this.tries = new Map();
    this.seen = new Set(this.chat.newestFirst().filter(isOver).map((message) => message.message_id));
    this.changed(true, false);
    this.look();
  }

  stop(ended = false) {
    if (!this.isOn) return;
    this.isOn = false;
    clearTimeout(this.timer);
    this.changed(false, ended);
  }

  /** Called after every change of the chat. */
  look() {
    if (!this.isOn) return;
    clearTimeout(this.timer);
    const messages = this.chat.newestFirst();
    const hand = messages.find((message) => picksOf(message).length && this.mayTap(message));
    if (hand) this.timer = setTimeout(() => this.tap(hand), THINK_MS + Math.random() * 200);
    else if (messages.some((message) => this.endsMine(message))) this.stop(true);
    else this.timer = setTimeout(() => this.look(), RETRY_MS);
  }

  tap(hand) {
    const picks = picksOf(hand);
    const button = picks[Math.floor(Math.random() * picks.length)];
    this.codes.add(button.callback_data.split(":")[1]);
    this.tries.set(attemptKey(hand), { count: this.triesOf(hand).count + 1, at: Date.now() });
    this.chat.press(button, hand);
    this.look();
  }

  /** A tap may be lost on its way, so a hand that stays is tapped again, some seconds later and not for ever. */
  mayTap(message) {
    const { count, at } = this.triesOf(message);
    return count < TRIES && Date.now() - at >= RETRY_MS;
  }

  triesOf(message) {
    return this.tries.get(attemptKey(message)) ?? { count: 0, at: 0 };
  }

  endsMine(message) {
    if (this.seen.has(message.message_id) || !isOver(message)) return false;
    return !this.codes.size || rematchCodes(message).some((code) => this.codes.has(code));
  }
}

function picksOf(message) {
  return buttonsOf(message).filter((button) => button.callback_data?.startsWith("pick:"));
}

function rematchCodes(message) {
  const buttons = buttonsOf(message).filter((button) => button.callback_data?.startsWith("rematch:"));
  return buttons.map((button) => button.callback_data.split(":")[1]);
}

function isOver(message) {
  return rematchCodes(message).length > 0;
}

/** A hand that was edited is another hand: it gets its tries anew. */
function attemptKey(message) {
  return `${message.message_id}:${JSON.stringify(message.reply_markup)}`;
}
