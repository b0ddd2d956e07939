// What lies over one phone's chat for a moment: toasts, alerts that wait for OK, and sheets that ask for a choice.

import { el } from "./dom.js";

export class Overlay {
  /** `screen` is the phone's screen; everything in it but the overlay rests while an alert or a sheet is open. */
  constructor(screen) {
    this.screen = screen;
    this.toasts = el("div", { class: "toasts", role: "status" });
    this.layer = el("div", { class: "layer" });
    screen.append(this.layer);
    screen.querySelector(".chat").append(this.toasts);
    this.waiting = [];
  }

  toast(text) {
    const node = el("button", { type: "button", class: "toast", title: "Dismiss", dir: "auto" }, text);
    const away = () => node.remove();
    node.addEventListener("click", away);
    this.toasts.replaceChildren(node);
    setTimeout(away, Math.min(2500 + text.length * 40, 9000));
  }

  alert(text) {
    const ok = el("button", { type: "button", class: "choice strong" }, "OK");
    const box = el("div", { class: "alert", role: "alertdialog", "aria-label": "Alert" });
    box.append(el("p", { dir: "auto" }, text), ok);
    this.open(box, [ok]);
  }

  /** A sheet from below. `choices` are `{label, face?, hint?, run}`; `preview` is a node shown above them. */
  sheet(title, choices, preview = null) {
    const sheet = el("div", { class: "sheet", role: "dialog", "aria-label": title });
    const buttons = choices.map((choice) => choiceButton(choice));
    const cancel = el("button", { type: "button", class: "choice quiet" }, "Cancel");
    sheet.append(el("h3", {}, title), preview ?? "", el("div", { class: "choices" }, ...buttons), cancel);
    this.open(sheet, [...buttons, cancel], choices);
  }

  open(box, buttons, choices = []) {
    if (this.layer.childElementCount) {
      this.waiting.push([box, buttons, choices]);
      return;
    }
    const before = document.activeElement;
    const close = (run) => {
      this.close();
      if (this.screen.contains(before)) before.focus({ preventScroll: true });
      run?.();
      const next = this.waiting.shift();
      if (next) this.open(...next);
    };
    buttons.forEach((button, index) => button.addEventListener("click", () => close(choices[index]?.run)));
    const scrim = el("div", { class: "scrim" }, box);
    scrim.addEventListener("click", (event) => event.target === scrim && close());
    scrim.addEventListener("keydown", (event) => event.key === "Escape" && close());
    this.rest(true);
    this.layer.append(scrim);
    if (this.screen.contains(before) || before === document.body) buttons[0]?.focus({ preventScroll: true });
  }

  close() {
    this.layer.replaceChildren();
    this.rest(false);
  }

  rest(inert) {
    for (const child of this.screen.children) {
      if (child !== this.layer) child.inert = inert;
    }
  }
}

function choiceButton({ label, face, hint }) {
  const words = el("span", { class: "choice-words" }, el("b", { dir: "auto" }, label));
  if (hint) words.append(el("small", {}, hint));
  return el("button", { type: "button", class: "choice" }, face ?? null, words);
}
