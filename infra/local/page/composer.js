// The foot of a phone: the typing box, the menu of commands, what was copied and can be pasted, and the one button that
// takes their place while the bot is blocked.

import { el, icon, iconButton } from "./dom.js";

const copies = new EventTarget();

/** Offers a text that was copied in one phone (the composer's) for pasting in every other. */
export function offerCopy(text, from) {
  copies.dispatchEvent(new CustomEvent("copied", { detail: { text, from } }));
}

export class Composer {
  /** `commands()` brings `[{command, description}]`; `send(text)` sends a message; `unblock()` lets the bot in again. */
  constructor(owner, { commands, send, unblock }) {
    this.commands = commands;
    this.send = send;
    this.box = el("textarea", { rows: 1, placeholder: "Message", "aria-label": `Message from ${owner}`, dir: "auto" });
    this.box.maxLength = 4096;
    this.box.addEventListener("input", () => this.typed());
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.menuButton = iconButton("slash", "Commands", () => this.toggleMenu(), "icon-button commands-button");
    this.menuButton.setAttribute("aria-expanded", "false");
    this.sendButton = iconButton("send", "Send", () => this.submit(), "icon-button send-button");
    this.menu = el("div", { class: "commands", role: "group", "aria-label": "Commands", hidden: true });
    this.paste = el("div", { class: "paste", hidden: true });
    this.line = el("div", { class: "line" }, this.menuButton, this.box, this.sendButton);
    this.blockedButton = el("button", { type: "button", class: "foot-button", onclick: unblock }, "Unblock the bot");
    this.blockedButton.hidden = true;
    this.node = el("footer", { class: "composer" }, this.menu, this.paste, this.line, this.blockedButton);
    this.node.addEventListener("keydown", (event) => event.key === "Escape" && this.closeMenu());
    copies.addEventListener("copied", ({ detail }) => detail.from !== this && this.offer(detail.text));
    this.typed();
  }

  setBlocked(blocked) {
    this.blockedButton.hidden = !blocked;
    this.line.hidden = blocked;
    this.closeMenu();
  }

  typed() {
    this.box.style.height = "auto";
    if (this.box.scrollHeight) this.box.style.height = `${Math.min(this.box.scrollHeight, 120)}px`;
    this.sendButton.disabled = !this.box.value.trim();
    const word = /^\/(\w*)$/.exec(this.box.value);
    if (word) this.openMenu(word[1].toLowerCase());
    else this.closeMenu();
  }

  key(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.submit();
  }

  async submit() {
    const text = this.box.value.trim();
    if (!text) return;
    this.box.value = "";
    this.typed();
    if (!(await this.send(text)) && !this.box.value) {
      this.box.value = text;
      this.typed();
    }
  }

  toggleMenu() {
    if (this.menu.hidden) this.openMenu("");
    else this.closeMenu();
  }

  /** The list is asked for each time, for the bot may have set another one; what was closed meanwhile stays closed. */
  async openMenu(start) {
    this.wanted = start;
    const known = await this.commands().catch(() => []);
    if (this.wanted !== start) return;
    const commands = known.filter(({ command }) => command.startsWith(start));
    this.menu.replaceChildren(...commands.map((entry) => this.commandButton(entry)));
    this.menu.hidden = !commands.length;
    this.menuButton.setAttribute("aria-expanded", String(!this.menu.hidden));
  }

  closeMenu() {
    this.wanted = null;
    this.menu.hidden = true;
    this.menuButton.setAttribute("aria-expanded", "false");
  }

  commandButton({ command, description }) {
    const run = () => {
      this.box.value = "";
      this.typed();
      this.send(`/${command}`);
    };
    return el("button", { type: "button", onclick: run }, el("b", {}, `/${command}`), el("span", {}, description));
  }

  offer(text) {
    const close = () => {
      this.paste.hidden = true;
    };
    const insert = () => {
      this.box.setRangeText(text, this.box.selectionStart, this.box.selectionEnd, "end");
      this.typed();
      this.box.focus();
      close();
    };
    const words = el("span", { dir: "auto" }, `Paste “${text}”`);
    const paste = el("button", { type: "button", class: "paste-insert", onclick: insert }, icon("copy"), words);
    this.paste.replaceChildren(paste, iconButton("close", "Do not paste", close));
    this.paste.hidden = false;
  }
}
