// A Bot API text with its entities, as nodes. Offsets are UTF-16 code units, which is what JavaScript strings count in.
// Entities may nest and overlap; an entity that crosses the end of another is cut in two there.

import { fullDate, refreshTime } from "./clock.js";
import { el, iconButton } from "./dom.js";

const INLINE = { bold: "strong", italic: "em", underline: "u", strikethrough: "s" };
const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);

/** `actions`: `openLink(url)`, `sendCommand(text)`, `copy(text)`, `toast(text)`; `locale` for dates. */
export function renderText(text, entities, actions) {
  const spans = (entities ?? [])
    .map((entity) => ({ entity, from: entity.offset, to: entity.offset + entity.length }))
    .filter((span) => span.to > span.from && span.from >= 0 && span.to <= text.length);
  const fragment = document.createDocumentFragment();
  fragment.append(...build(text, 0, text.length, spans, actions));
  return fragment;
}

/** "rtl" or "ltr", by the first strong letter; what stands between isolates (a name) does not count. */
export function textDirection(text) {
  const open = text.replace(/[\u2066-\u2068][^\u2069]*\u2069/g, "");
  const first = /\p{L}/u.exec(open)?.[0] ?? "";
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(first) ? "rtl" : "ltr";
}

function outermostFirst(a, b) {
  return a.from - b.from || b.to - a.to || BLOCKS.has(b.entity.type) - BLOCKS.has(a.entity.type);
}

function build(text, from, to, spans, actions) {
  const nodes = [];
  const queue = [...spans].sort(outermostFirst);
  let at = from;
  let afterBlock = false;
  while (queue.length) {
    const span = queue.shift();
    const isBlock = BLOCKS.has(span.entity.type);
    nodes.push(...plain(text.slice(at, span.from), afterBlock, isBlock));
    const inside = takeInside(queue, span);
    nodes.push(wrap(text, span, build(text, span.from, span.to, inside, actions), actions));
    at = span.to;
    afterBlock = isBlock;
  }
  nodes.push(...plain(text.slice(at, to), afterBlock, false));
  return nodes;
}

/** Takes from the queue what starts inside the span; what sticks out stays in the queue as a span of its own. */
function takeInside(queue, span) {
  const inside = [];
  const rest = [];
  for (const other of queue) {
    if (other.from >= span.to) rest.push(other);
    else {
      inside.push({ ...other, to: Math.min(other.to, span.to) });
      if (other.to > span.to) rest.push({ ...other, from: span.to });
    }
  }
  queue.splice(0, queue.length, ...rest.sort(outermostFirst));
  return inside;
}

/** A block breaks the line by itself: the line feed at its edge would be a second break. */
function plain(text, afterBlock, beforeBlock) {
  let shown = afterBlock ? text.replace(/^\n/, "") : text;
  if (beforeBlock) shown = shown.replace(/\n$/, "");
  return shown ? [document.createTextNode(shown)] : [];
}

function wrap(text, { entity, from, to }, children, actions) {
  const raw = text.slice(from, to);
  if (INLINE[entity.type]) return el(INLINE[entity.type], {}, ...children);
  switch (entity.type) {
    case "spoiler":
      return spoiler(children);
    case "code":
      return tappable("code", "Copy", children, () => actions.copy(raw));
    case "pre":
      return el("pre", { "data-language": entity.language }, el("code", {}, ...children));
    case "blockquote":
      return el("blockquote", {}, ...children);
    case "expandable_blockquote":
      return expandable(children);
    case "text_link":
      return link(entity.url, children, actions);
    case "url":
      return link(raw, children, actions);
    case "email":
      return link(`mailto:${raw}`, children, actions);
    case "bot_command":
      return tappable("command", `Send ${raw}`, children, () => actions.sendCommand(raw));
    case "date_time":
      return dateTime(entity, raw, actions);
    default:
      return el("span", { class: `entity entity-${entity.type}` }, ...children);
  }
}

function tappable(kind, title, children, onclick) {
  const node = el("span", { class: `entity-${kind}`, role: "button", tabIndex: 0, title }, ...children);
  node.addEventListener("click", onclick);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onclick();
  });
  return node;
}

function spoiler(children) {
  const hidden = el("span", { class: "spoiler-text", "aria-hidden": "true" }, ...children);
  const show = () => {
    hidden.removeAttribute("aria-hidden");
    for (const name of ["role", "tabindex", "aria-label", "title"]) node.removeAttribute(name);
    node.classList.add("shown");
  };
  const node = tappable("spoiler", "Show", [hidden], show);
  node.setAttribute("aria-label", "Hidden text: show");
  return node;
}

function link(url, children, actions) {
  const href = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`;
  const safe = /^(https?|tg|mailto|tel):/i.test(href);
  const node = el("a", { href: safe ? href : "#", rel: "noopener noreferrer" }, ...children);
  node.addEventListener("click", (event) => {
    event.preventDefault();
    actions.openLink(url);
  });
  return node;
}

/** Three lines until it is tapped; a quote that fits into three lines has nothing to open. */
function expandable(children) {
  const body = el("span", { class: "quote-body" }, ...children);
  const toggle = iconButton("down", "Show all", null, "quote-toggle");
  toggle.setAttribute("aria-expanded", "false");
  const quote = el("blockquote", { class: "expandable" }, body, toggle);
  const flip = () => {
    const open = quote.classList.toggle("open");
    toggle.setAttribute("aria-expanded", String(open));
    toggle.ariaLabel = toggle.title = open ? "Show less" : "Show all";
  };
  quote.addEventListener("click", (event) => {
    if (!event.target.closest("a, [role=button]") && !String(getSelection())) flip();
  });
  new ResizeObserver((_, observer) => {
    if (!quote.isConnected || quote.classList.contains("open")) return;
    quote.classList.toggle("short", body.scrollHeight <= body.clientHeight + 1);
    observer.disconnect();
  }).observe(body);
  return quote;
}

function dateTime(entity, raw, actions) {
  const unix = entity.unix_time;
  if (!Number.isFinite(unix)) return el("span", {}, raw);
  const node = el("time", { dateTime: new Date(unix * 1000).toISOString(), class: "when", title: fullDate(unix) });
  const format = entity.date_time_format ?? "";
  Object.assign(node.dataset, { unix, format, fallback: raw, locale: actions.locale ?? "" });
  node.addEventListener("click", () => actions.toast(fullDate(unix)));
  refreshTime(node);
  return node;
}
