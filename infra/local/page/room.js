// A chat of several people, a group or two friends: all see the same, and one of them at a time types and taps. What is
// typed behind the bot's name brings what it offers by inline mode.

import { api } from "./api.js";
import { Composer } from "./composer.js";
import { avatar, el, fullName } from "./dom.js";
import { setBusy } from "./keyboard.js";
import { renderMessage } from "./message.js";
import { Overlay } from "./overlay.js";

const POLL_MS = 900;
const HIDDEN_POLL_MS = 3000;
const ASK_AFTER_MS = 250;

export class Room {
  /** `chat` is `{id, title, members}`, the members as phones; the first of them is who types and taps at first. */
  constructor(chat, world) {
    this.chat = chat;
    this.world = world;
    this.person = { id: chat.id, first_name: chat.title };
    this.who = chat.members[0];
    this.messages = new Map();
    this.autoPlay = { isOn: false };
    this.composer = new RoomComposer(this);
    this.list = el("ol", { class: "list" });
    this.log = el("div", { class: "log settled", role: "log", "aria-live": "polite", tabIndex: 0 }, this.list);
    this.log.setAttribute("aria-label", `The chat ${chat.title}`);
    this.node = this.build();
    this.overlay = new Overlay(this.screen);
    this.poll();
  }

  get name() {
    return this.chat.title;
  }

  build() {
    const face = avatar(this.person);
    const names = this.chat.members.map((phone) => phone.name).join(", ");
    const status = el("span", { class: "chat-status" }, `${names} and the bot`);
    const title = el("div", { class: "chat-title" }, el("h3", { dir: "auto" }, this.name), status);
    const header = el("header", { class: "chat-header" }, face, title);
    const chat = el("div", { class: "chat" }, this.log);
    this.screen = el("div", { class: "screen" }, header, chat, this.buildWho(), this.composer.node);
    const label = el("h2", { class: "phone-label" }, avatar(this.person), el("span", { dir: "auto" }, this.name));
    const node = el("section", { class: "phone room", id: `room-${this.chat.id}` }, label);
    node.setAttribute("aria-label", `The chat ${this.name}`);
    node.dataset.room = this.name;
    node.append(el("div", { class: "device" }, this.screen));
    return node;
  }

  /** Whose hand is on the phone. */
  buildWho() {
    const row = el("div", { class: "who", role: "radiogroup", "aria-label": "Who types and taps here" });
    for (const phone of this.chat.members) {
      const button = el("button", { type: "button", role: "radio" }, avatar(phone.person), el("span", {}, phone.name));
      button.setAttribute("aria-checked", String(phone === this.who));
      button.addEventListener("click", () => {
        this.who = phone;
        for (const other of row.children) other.setAttribute("aria-checked", String(other === button));
      });
      row.append(button);
    }
    return row;
  }

  async poll() {
    const messages = await api.chatMessages(this.chat.id).catch(() => []);
    for (const message of messages.filter((one) => one.text !== undefined)) this.put(message);
    setTimeout(() => this.poll(), document.hidden ? HIDDEN_POLL_MS : POLL_MS);
  }

  put(message) {
    const json = JSON.stringify(message);
    const shown = this.messages.get(message.message_id);
    if (shown?.json === json) return;
    const node = this.draw(message);
    this.messages.set(message.message_id, { json, node });
    if (shown) shown.node.replaceWith(node);
    else this.list.append(node);
    this.log.scrollTo({ top: this.log.scrollHeight, behavior: "instant" });
    this.world.tabs.arrived(this);
  }

  draw(message) {
    const actions = {
      openLink: (url) => this.world.openLink(url, this.who, { here: true }),
      sendCommand: (text) => this.send(text),
      copy: (text) => this.world.copy(text, this),
      toast: (text) => this.overlay.toast(text),
    };
    const press = (button) => this.press(button, message);
    const node = renderMessage(message, { own: null, actions, press, isBusy: () => false, fileUrl: () => "" });
    const via = message.via_bot ? ` via @${message.via_bot.username}` : "";
    node.querySelector(".bubble").prepend(el("b", { class: "sender", dir: "auto" }, fullName(message.from) + via));
    return node;
  }

  async press(button, message) {
    if (button.url !== undefined) this.world.openLink(button.url, this.who, { here: true });
    else if (button.callback_data !== undefined) await this.tap(button, message);
    else this.overlay.toast("This kind of button is not in the playground.");
  }

  async tap(button, message) {
    const keys = [...this.messages.get(message.message_id).node.querySelectorAll(".key")];
    const key = keys.find((one) => one.dataset.callback === button.callback_data);
    setBusy(key, true);
    const who = this.who;
    const tap = () => api.tapIn(who.person.id, this.chat.id, message.message_id, button.callback_data);
    const answer = await this.attempt(tap);
    setBusy(key, false);
    if (answer?.url) this.world.openLink(answer.url, who, { here: true });
    if (!answer?.text) return;
    if (answer.show_alert) this.overlay.alert(answer.text);
    else this.overlay.toast(answer.text);
  }

  /** Types a message as whoever it is now. */
  async send(text) {
    return Boolean(await this.attempt(() => api.sendIn(this.who.person.id, this.chat.id, text)));
  }

  async offers(query) {
    return (await this.attempt(() => api.inline(this.who.person.id, query)))?.results ?? [];
  }

  post(result) {
    return this.attempt(() => api.choose(this.who.person.id, result.id, this.chat.id));
  }

  async attempt(run) {
    try {
      return await run();
    } catch (error) {
      this.overlay.toast(error.status ? `Not done: ${error.message}` : "The playground does not answer.");
      return null;
    }
  }
}

/** The typing box of a room: behind the bot's name it shows what inline mode offers, in the place of the commands. */
class RoomComposer extends Composer {
  constructor(room) {
    const commands = () => api.commands(room.who.person.id, room.chat.id);
    super(`the chat ${room.name}`, { commands, send: (text) => room.send(text) });
    this.room = room;
    this.box.placeholder = "Message, or @ for the bot";
  }

  typed() {
    const asked = this.room && /^@(\w*)(?:\s+(.*))?$/s.exec(this.box.value);
    clearTimeout(this.asking);
    if (!asked) super.typed();
    else if (asked[2] === undefined && !this.box.value.endsWith(" ")) this.offerName(asked[1]);
    else if (asked[1].toLowerCase() === this.room.world.bot.username.toLowerCase()) this.askSoon(asked[2] ?? "");
    else this.closeMenu();
  }

  offerName(start) {
    const { username } = this.room.world.bot;
    const run = () => {
      this.box.value = `@${username} `;
      this.box.focus();
      this.typed();
    };
    if (!username.toLowerCase().startsWith(start.toLowerCase())) this.closeMenu();
    else this.show([offer(`@${username}`, "inline mode", run)]);
  }

  askSoon(query) {
    this.asking = setTimeout(async () => {
      const results = await this.room.offers(query);
      this.show(results.map((result) => offer(result.title, result.description ?? "", () => this.post(result))));
    }, ASK_AFTER_MS);
  }

  post(result) {
    this.box.value = "";
    this.typed();
    this.room.post(result);
  }

  show(buttons) {
    this.wanted = null;
    this.menu.replaceChildren(...buttons);
    this.menu.hidden = !buttons.length;
  }
}

function offer(title, words, run) {
  return el("button", { type: "button", onclick: run }, el("b", {}, title), el("span", {}, words));
}
