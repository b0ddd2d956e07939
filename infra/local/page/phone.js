// One person's phone: the chat with the bot from header to typing box. It draws what the feed brings, and carries out
// what its person taps.

import { api } from "./api.js";
import { AutoPlay } from "./autoplay.js";
import { dayLabel } from "./clock.js";
import { Composer } from "./composer.js";
import { el, fullName } from "./dom.js";
import { Feed } from "./feed.js";
import { setBusy } from "./keyboard.js";
import { renderFriendCard, renderMessage } from "./message.js";
import { Overlay } from "./overlay.js";
import { PhoneFrame } from "./frame.js";
import { pressButton } from "./press.js";

export class Phone {
  /** `world`: what the phones share (see main.js). The first phones get an event stream (see feed.js). */
  constructor(person, world, { streams }) {
    this.person = person;
    this.world = world;
    this.messages = new Map();
    this.busy = new Set();
    this.clearedUpTo = Number(sessionStorage.getItem(this.clearedKey) ?? 0);
    this.composer = new Composer(fullName(person), {
      commands: () => api.commands(person.id, person.id),
      send: (text) => this.send(text),
      unblock: () => this.setBlocked(false),
    });
    this.frame = new PhoneFrame(this);
    this.node = this.frame.node;
    this.overlay = new Overlay(this.frame.screen);
    this.autoPlay = new AutoPlay(
      { newestFirst: () => this.newestFirst(), press: (button, message) => this.press(button, message) },
      (isOn, ended) => this.autoPlayChanged(isOn, ended),
    );
    this.feed = new Feed(person.id, {
      streams,
      snapshot: (messages) => this.applySnapshot(messages),
      message: (message) => this.applyMessage(message),
      deleted: ({ message_id }) => this.applyDeleted(message_id),
      status: (status) => this.applyStatus(status),
    });
    if (person.blocked) this.showBlocked(true);
    this.feed.start();
  }

  get name() {
    return this.person.first_name;
  }

  get clearedKey() {
    return `cleared:${this.person.id}`;
  }

  newestFirst() {
    return [...this.messages.values()].map(({ message }) => message).sort((a, b) => b.message_id - a.message_id);
  }

  // What the feed brings

  applySnapshot(messages) {
    if (!messages.some((message) => message.message_id >= this.clearedUpTo)) this.clearedUpTo = 0;
    const mine = messages.filter((message) => this.isMine(message));
    const ids = new Set(mine.map((message) => message.message_id));
    const gone = [...this.messages.keys()].filter((id) => !ids.has(id));
    gone.forEach((id) => this.remove(id));
    const changed = mine.filter((message) => this.put(message));
    this.frame.ready();
    if (gone.length || changed.length) this.changed();
  }

  applyMessage(message) {
    if (this.isMine(message) && this.put(message)) this.changed();
  }

  applyDeleted(messageId) {
    this.remove(messageId);
    this.changed();
  }

  applyStatus(status) {
    this.frame.setStatus(status);
    if (status === "gone") this.world.someoneIsGone();
  }

  isMine(message) {
    return message.chat.id === this.person.id && message.message_id > this.clearedUpTo;
  }

  /** Draws a message in its place; answers whether it is new or differs from what was shown. */
  put(message) {
    const json = JSON.stringify(message);
    const shown = this.messages.get(message.message_id);
    if (shown?.json === json) return false;
    const node = renderMessage(message, this.chatActions());
    this.messages.set(message.message_id, { message, json, node });
    if (shown) this.frame.replace(shown.node, node);
    else this.frame.insert(node, message.from?.id === this.person.id);
    return true;
  }

  remove(messageId) {
    this.messages.get(messageId)?.node.remove();
    this.messages.delete(messageId);
  }

  changed() {
    this.frame.setEmpty(this.messages.size === 0);
    this.refreshDays();
    this.autoPlay.look();
  }

  refreshDays() {
    let day = null;
    for (const { node } of this.messages.values()) {
      node.dataset.day = dayLabel(Number(node.dataset.unix));
      node.classList.toggle("first-of-day", node.dataset.day !== day);
      day = node.dataset.day;
    }
  }

  // What the person does

  /** Sends a message; as with Telegram, that lets a blocked bot in again. */
  async send(text) {
    const sent = await this.attempt(() => api.send(this.person.id, text));
    if (sent && this.person.blocked) this.showBlocked(false);
    return sent;
  }

  press(button, message) {
    return pressButton(this, button, message);
  }

  setBusy(message, button, busy) {
    const key = busyKey(message, button);
    if (busy) this.busy.add(key);
    else this.busy.delete(key);
    const keys = this.messages.get(message.message_id)?.node.querySelectorAll(".key") ?? [];
    for (const key_ of keys) if (key_.dataset.callback === button.callback_data) setBusy(key_, busy);
  }

  chatActions() {
    return {
      own: this.person.id,
      fileUrl: (fileId) => api.fileUrl(this.person.id, fileId),
      press: (button, message) => this.press(button, message),
      isBusy: (message, button) => this.busy.has(busyKey(message, button)),
      actions: this.textActions((url) => this.world.openLink(url, this)),
    };
  }

  textActions(openLink) {
    return {
      openLink,
      sendCommand: (text) => this.send(text),
      copy: (text) => this.world.copy(text, this),
      toast: (text) => this.overlay.toast(text),
      locale: this.person.language_code,
    };
  }

  /** A link that a friend sent: on this phone it opens here, and asks nothing. */
  receive(sender, shared) {
    const actions = this.textActions((url) => this.world.openLink(url, this, { here: true }));
    this.frame.insert(renderFriendCard(sender, shared, actions), true);
    if (this.messages.size === 0) this.frame.toTop();
  }

  async setBlocked(blocked) {
    const done = await this.attempt(() => (blocked ? api.block(this.person.id) : api.unblock(this.person.id)));
    if (done) this.showBlocked(blocked);
  }

  showBlocked(blocked) {
    this.person.blocked = blocked;
    this.composer.setBlocked(blocked);
    this.frame.setBlocked(blocked);
  }

  clear() {
    this.clearedUpTo = Math.max(this.clearedUpTo, ...this.messages.keys());
    sessionStorage.setItem(this.clearedKey, String(this.clearedUpTo));
    this.messages.clear();
    this.frame.clear();
    this.changed();
  }

  toggleAutoPlay() {
    if (this.autoPlay.isOn) this.autoPlay.stop();
    else this.autoPlay.start();
  }

  autoPlayChanged(isOn, ended) {
    this.frame.setAutoPlay(isOn);
    this.world.tabs.refresh();
    if (ended) this.overlay.toast("The match is over: this phone is yours again.");
  }

  /** Runs a call; a failure becomes a toast. Answers whether it went well. */
  async attempt(run) {
    try {
      await run();
      return true;
    } catch (error) {
      this.overlay.toast(error.status ? `Not done: ${error.message}` : "The playground does not answer.");
      return false;
    }
  }
}

function busyKey(message, button) {
  return `${message.message_id}:${button.callback_data}`;
}
