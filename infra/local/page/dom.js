// Small helpers to build elements. Text always becomes text nodes, so nothing that a bot or a person writes is ever
// read as HTML.

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  menu: "M12 6.5h.01M12 12h.01M12 17.5h.01",
  send: "M4 12 20 4l-5 16-3.5-6.5zM11.5 13.500 20 4",
  slash: "M15.500 5 8.500 19",
  down: "M6 9.500 12 15.500 18 9.500",
  link: "M8 16 16 8M9.500 8H16v6.500",
  copy: "M9 9h10v10H9zM15 9V5H5v10h4",
  share: "M12 14V4M8 7.500 12 3.500 16 7.500M6 12v8h12v-8",
  file: "M7 3.500h7l4 4V20.500H7zM14 3.500v4h4",
  play: "M8 5.500v13l10.500-6.500z",
  block: "M12 4a8 8 0 1 0 .01 0M6.500 6.500l11 11",
  clear: "M5 7h14M10 7V4.500h4V7M7 7l1 12.500h8L17 7",
  tools: "M4 8h9M17 8h3M4 16h3M11 16h9M13 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 16a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  plus: "M12 5v14M5 12h14",
  close: "M6.500 6.500l11 11M17.500 6.500l-11 11",
  check: "M5 12.500 10 17.500 19 7",
};

/** Makes an element. `props` are properties; `class`, `role` and names with a dash are attributes. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name === "class") node.className = value;
    else if (name.includes("-") || name === "role" || !(name in node)) node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** A line icon, hidden from assistive technology: its button carries the label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button that holds only an icon. */
export function iconButton(name, label, onclick, className = "icon-button") {
  return el("button", { type: "button", class: className, "aria-label": label, title: label, onclick }, icon(name));
}

/** The bot's face: a die that shows five. */
export function die(className = "die") {
  const face = el("span", { class: className, "aria-hidden": "true" });
  for (let pip = 0; pip < 5; pip += 1) face.append(el("i"));
  return face;
}

const HUES = [262, 205, 28, 338, 150, 48, 300, 232];

/** A person's round picture: initials on a colour that follows from the user id. */
export function avatar(person) {
  const name = fullName(person);
  const letters = [...name.replace(/[^\p{L}\p{N} ]/gu, "")].slice(0, 1).join("") || "?";
  const face = el("span", { class: "avatar", "aria-hidden": "true" }, letters.toUpperCase());
  face.style.setProperty("--hue", HUES[Math.abs(person.id) % HUES.length]);
  return face;
}

export function fullName(person) {
  return [person.first_name, person.last_name].filter(Boolean).join(" ");
}
