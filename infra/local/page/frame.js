// A phone's fixed parts: device, status line, chat header with its menu, the scrolling list, and the first screen of a
// chat in which nothing has been said yet.

import { clockTime, now, onTick, shortDate } from "./clock.js";
import { avatar, die, el, fullName, icon, iconButton } from "./dom.js";

const NEAR_END_PX = 60;
const STATUS = { live: "bot", lost: "connecting…", gone: "connecting…" };

export class PhoneFrame {
  constructor(phone) {
    this.phone = phone;
    this.unseen = 0;
    this.list = el("ol", { class: "list" });
    this.log = el("div", { class: "log", role: "log", "aria-live": "polite", tabIndex: 0 }, this.list);
    this.log.setAttribute("aria-label", `${phone.name}’s chat with the bot`);
    this.log.setAttribute("aria-busy", "true");
    this.log.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.pinned = true;
    new ResizeObserver(() => this.pinned && this.toEnd()).observe(this.list);
    new ResizeObserver(() => this.pinned && this.toEnd()).observe(this.log);
    this.endButton = iconButton("down", "Newest message", () => this.toEnd(true), "icon-button to-end");
    this.endButton.hidden = true;
    this.welcome = this.buildWelcome();
    this.log.append(this.welcome);
    this.auto = this.buildAutoPlayStrip();
    const chat = el("div", { class: "chat" }, this.log, this.endButton);
    const parts = [this.buildStatusLine(), this.buildHeader(), this.auto, chat, phone.composer.node];
    this.screen = el("div", { class: "screen" }, ...parts);
    this.node = el("section", { class: "phone", id: `phone-${phone.person.id}` }, this.buildLabel());
    this.node.setAttribute("aria-label", `${fullName(phone.person)}’s phone`);
    Object.assign(this.node.dataset, { user: phone.name, userId: phone.person.id });
    this.node.append(el("div", { class: "device" }, this.screen));
  }

  buildLabel() {
    const { person } = this.phone;
    return el("h2", { class: "phone-label" }, avatar(person), el("span", { dir: "auto" }, fullName(person)));
  }

  buildStatusLine() {
    const time = el("span");
    const date = el("span", { class: "status-date" });
    onTick(() => {
      time.textContent = clockTime(now());
      date.textContent = shortDate(now());
    });
    return el("div", { class: "status-line", "aria-hidden": "true" }, time, date);
  }

  buildHeader() {
    const { bot } = this.phone.world;
    this.status = el("span", { class: "chat-status", role: "status" }, STATUS.lost);
    this.menuButton = iconButton("menu", `Menu of ${this.phone.name}’s phone`, () => this.toggleMenu());
    this.menuButton.setAttribute("aria-expanded", "false");
    this.menu = this.buildMenu();
    const title = el("div", { class: "chat-title" }, el("h3", {}, bot.first_name), this.status);
    return el("header", { class: "chat-header" }, die("die bot-avatar"), title, this.menuButton, this.menu);
  }

  buildMenu() {
    const item = (name, text, run) => {
      const button = el("button", { type: "button" }, icon(name), el("span", {}, text));
      button.addEventListener("click", () => {
        this.toggleMenu(false);
        this.menuButton.focus();
        run();
      });
      return button;
    };
    this.autoItem = item("play", "Let this phone play by itself", () => this.phone.toggleAutoPlay());
    this.blockItem = item("block", "Block the bot", () => this.phone.setBlocked(!this.phone.person.blocked));
    const clearItem = item("clear", "Clear this chat", () => this.phone.clear());
    const menu = el("div", { class: "menu", hidden: true }, this.autoItem, this.blockItem, clearItem);
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.toggleMenu(false);
      this.menuButton.focus();
    });
    document.addEventListener("click", (event) => {
      if (!menu.contains(event.target) && !this.menuButton.contains(event.target)) this.toggleMenu(false);
    });
    return menu;
  }

  toggleMenu(open = this.menu.hidden) {
    this.menu.hidden = !open;
    this.menuButton.setAttribute("aria-expanded", String(open));
    if (open) this.autoItem.focus({ preventScroll: true });
  }

  buildAutoPlayStrip() {
    const stop = el("button", { type: "button", onclick: () => this.phone.toggleAutoPlay() }, "Stop");
    const words = el("span", { role: "status" }, "Plays by itself");
    return el("div", { class: "auto-strip", hidden: true }, el("span", { class: "auto-dot" }), words, stop);
  }

  /** What a new bot shows before the first word: who it is, and one large button. */
  buildWelcome() {
    const { bot } = this.phone.world;
    const send = () => this.phone.send("/start");
    const start = el("button", { type: "button", class: "start-button", onclick: send }, "START");
    const words = el("div", { class: "welcome-card" }, die("die large"), el("h4", {}, "What can this bot do?"));
    words.append(el("p", { dir: "auto" }, bot.description));
    return el("div", { class: "welcome", hidden: true }, words, start);
  }

  // Changes

  ready() {
    if (this.log.getAttribute("aria-busy") !== "true") return;
    this.log.setAttribute("aria-busy", "false");
    this.setEmpty(this.phone.messages.size === 0);
    this.toEnd();
    requestAnimationFrame(() => this.log.classList.add("settled"));
  }

  setStatus(status) {
    this.lastStatus = status;
    const text = status === "live" && this.phone.person.blocked ? "blocked" : STATUS[status];
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  setBlocked(blocked) {
    this.blockItem.lastChild.textContent = blocked ? "Unblock the bot" : "Block the bot";
    this.node.classList.toggle("blocked", blocked);
    this.setStatus(this.lastStatus ?? "lost");
  }

  setAutoPlay(isOn) {
    this.auto.hidden = !isOn;
    this.autoItem.lastChild.textContent = isOn ? "Stop playing by itself" : "Let this phone play by itself";
    this.node.classList.toggle("plays-itself", isOn);
  }

  setEmpty(empty) {
    this.welcome.hidden = !empty;
    this.node.classList.toggle("empty", empty);
  }

  clear() {
    this.list.replaceChildren();
  }

  insert(node, follow) {
    const id = Number(node.dataset.messageId);
    const later = [...this.list.children].find((item) => Number(item.dataset.messageId) > id);
    this.list.insertBefore(node, later ?? null);
    if (follow || this.pinned) this.toEnd();
    else this.showUnseen(this.unseen + 1);
    if (this.log.getAttribute("aria-busy") === "false") this.phone.world.tabs.arrived(this.phone);
  }

  /** Puts a new drawing in the place of the old one; the focus stays on the same button, or at least on the chat. */
  replace(old, node) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const callback = focused?.dataset.callback;
    node.classList.add("still");
    old.replaceWith(node);
    if (!focused) return;
    const same = [...node.querySelectorAll(".key")].find((key) => key.dataset.callback === callback);
    (callback && same ? same : this.log).focus({ preventScroll: true });
  }

  scrolled() {
    this.pinned = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR_END_PX;
    if (this.pinned) this.showUnseen(0);
    this.endButton.hidden = this.pinned;
  }

  toEnd(smooth = false) {
    this.pinned = true;
    this.log.scrollTo({ top: this.log.scrollHeight, behavior: smooth ? "smooth" : "instant" });
    this.showUnseen(0);
  }

  toTop() {
    this.pinned = false;
    this.log.scrollTo({ top: 0, behavior: "instant" });
  }

  showUnseen(count) {
    this.unseen = count;
    this.endButton.dataset.count = count || "";
  }
}
