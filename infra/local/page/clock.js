// The playground's clock, which "+1 day" moves, and everything that the page says about time. Times are epoch seconds;
// they are shown in the browser's time zone.

let ahead = 0;
const listeners = new Set();

export function now() {
  return Date.now() / 1000 + ahead;
}

export function setNow(epoch) {
  ahead = epoch - Date.now() / 1000;
  tick();
}

/** Calls `listener` at once, every few seconds, and whenever the clock is moved. */
export function onTick(listener) {
  listeners.add(listener);
  listener();
}

function tick() {
  for (const listener of listeners) listener();
  for (const node of document.querySelectorAll("time[data-unix]")) refreshTime(node);
}

setInterval(tick, 5000);

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

/** A unit, its seconds, and the size from which the next one takes over. */
const UNITS = [
  ["second", 1, 45],
  ["minute", MINUTE, 59.5 * MINUTE],
  ["hour", HOUR, 36 * HOUR],
  ["day", DAY, Infinity],
];

/** "in 5 hours", "2 days ago": the nearest whole unit, hours up to a day and a half. */
function relative(unix, locale) {
  const left = unix - now();
  const size = Math.abs(left);
  const [unit, seconds] = UNITS.find(([, , below]) => size < below);
  return new Intl.RelativeTimeFormat(locale, { numeric: "always" }).format(Math.round(left / seconds), unit);
}

const PARTS = {
  w: { weekday: "long" },
  d: { day: "numeric", month: "short" },
  D: { day: "numeric", month: "long", year: "numeric" },
  t: { hour: "2-digit", minute: "2-digit" },
  T: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
};

/** A date_time entity's text for a Bot API format string (`r|w?[dD]?[tT]?`), or null for one that it does not know. */
function formatted(unix, format, locale) {
  if (format === "r") return relative(unix, locale);
  if (!format || !/^w?[dD]?[tT]?$/.test(format)) return null;
  const options = Object.assign({}, ...[...format].map((letter) => PARTS[letter]));
  return new Intl.DateTimeFormat(locale, options).format(unix * 1000);
}

/** Brings a `<time data-unix data-format data-fallback>` up to date. */
export function refreshTime(node) {
  const { unix, format, fallback, locale } = node.dataset;
  const text = formatted(Number(unix), format, locale || undefined) ?? fallback;
  if (node.textContent !== text) node.textContent = text;
}

export function clockTime(unix) {
  return new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hour12: false }).format(unix * 1000);
}

export function fullDate(unix) {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" }).format(unix * 1000);
}

export function dateAndTime(unix) {
  return `${shortDate(unix)}, ${clockTime(unix)}`;
}

export function shortDate(unix) {
  return new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" }).format(unix * 1000);
}

/** The chip above a day's first message: "Today", "Yesterday" or the date. */
export function dayLabel(unix) {
  const days = Math.round((midnight(now()) - midnight(unix)) / DAY);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" }).format(unix * 1000);
}

function midnight(unix) {
  return new Date(unix * 1000).setHours(0, 0, 0, 0) / 1000;
}

/** "+1 day 3 h" for a clock that is ahead, "" for one that is not. */
export function aheadLabel() {
  const minutes = Math.round(ahead / MINUTE);
  if (minutes < 2) return "";
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (!days && !hours) return `+${minutes} min`;
  const parts = [days && `${days} ${days === 1 ? "day" : "days"}`, hours && `${hours} h`];
  return `+${parts.filter(Boolean).join(" ")}`;
}
