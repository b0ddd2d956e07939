// The strip of tabs on a narrow screen, where one phone fills the width. A swipe moves the row of phones, and the tabs
// follow it; a tap on a tab moves the row.

import { avatar, el, iconButton } from "./dom.js";

export class Tabs {
  /** `strip` and `row` are the page's elements; `addPerson` is what the plus does. */
  constructor(strip, row, addPerson) {
    this.strip = strip;
    this.row = row;
    this.tabs = new Map();
    this.active = null;
    this.plus = iconButton("plus", "Add a person", addPerson, "tab-plus");
    strip.append(this.plus);
    strip.addEventListener("keydown", (event) => this.key(event));
    row.addEventListener("scroll", () => this.follow(), { passive: true });
    new ResizeObserver(() => this.follow()).observe(row);
  }

  add(phone) {
    const words = el("span", { class: "tab-name", dir: "auto" }, phone.name);
    const tab = el("button", { type: "button", class: "tab", role: "tab" }, avatar(phone.person), words);
    tab.setAttribute("aria-controls", phone.node.id);
    tab.addEventListener("click", () => this.show(phone));
    this.tabs.set(phone, tab);
    this.strip.insertBefore(tab, this.plus);
    this.activate(this.active ?? phone);
  }

  /** Brings a phone into view; on a wide screen too, where phones may have wrapped below the fold. */
  show(phone) {
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    phone.node.scrollIntoView({ behavior, block: "nearest", inline: "start" });
    this.activate(phone);
    phone.node.classList.remove("called");
    void phone.node.offsetWidth;
    phone.node.classList.add("called");
  }

  follow() {
    if (this.row.scrollWidth <= this.row.clientWidth) return;
    const middle = this.row.scrollLeft + this.row.clientWidth / 2;
    for (const phone of this.tabs.keys()) {
      const left = phone.node.offsetLeft - this.row.offsetLeft;
      if (left <= middle && middle < left + phone.node.offsetWidth) this.activate(phone);
    }
  }

  activate(phone) {
    this.active = phone;
    for (const [other, tab] of this.tabs) {
      tab.setAttribute("aria-selected", String(other === phone));
      tab.tabIndex = other === phone ? 0 : -1;
    }
    const tab = this.tabs.get(phone);
    tab.classList.remove("news");
    this.strip.scrollTo({ left: tab.offsetLeft - (this.strip.clientWidth - tab.offsetWidth) / 2, behavior: "smooth" });
  }

  /** A message has come to a phone: its tab says so while another phone is shown. */
  arrived(phone) {
    if (phone !== this.active) this.tabs.get(phone)?.classList.add("news");
  }

  refresh() {
    for (const [phone, tab] of this.tabs) tab.classList.toggle("plays-itself", phone.autoPlay.isOn);
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const phones = [...this.tabs.keys()];
    const next = phones[(phones.indexOf(this.active) + step + phones.length) % phones.length];
    this.show(next);
    this.tabs.get(next).focus({ preventScroll: true });
  }
}
