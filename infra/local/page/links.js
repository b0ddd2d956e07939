// What a link means on a phone: a deep link to the bot, a share link, or a page of the web. Nothing is opened here.

const HOSTS = new Set(["t.me", "telegram.me", "telegram.dog", "www.t.me"]);
const WEB = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * Reads a link. Answers `{kind: "start", payload}`, `{kind: "share", url, text}`, `{kind: "web", href}`, or
 * `{kind: "unknown"}` for a Telegram link that the playground has no place for and for anything unsafe to open.
 */
export function readLink(raw, botUsername) {
  const url = parseUrl(raw);
  if (!url) return { kind: "unknown" };
  const path = telegramPath(url);
  if (path === null) return WEB.has(url.protocol) ? { kind: "web", href: url.href } : { kind: "unknown" };
  if (path === "share" || path === "share/url" || path === "msg_url") return share(url);
  if (path.toLowerCase() !== (botUsername ?? "").toLowerCase()) return { kind: "unknown" };
  if (url.searchParams.has("startgroup") || url.searchParams.has("startapp")) return { kind: "unknown" };
  return { kind: "start", payload: url.searchParams.get("start") ?? "" };
}

function parseUrl(raw) {
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:/i.test(raw) ? raw : `https://${raw}`);
  } catch {
    return null;
  }
}

/** The path inside Telegram ("somebot", "share/url"), or null for a link that is not Telegram's. */
function telegramPath(url) {
  if (url.protocol === "tg:") {
    const action = url.host || url.pathname.replace(/^\/+/, "");
    return action === "resolve" ? (url.searchParams.get("domain") ?? "") : action;
  }
  return HOSTS.has(url.host) ? url.pathname.replace(/^\/+|\/+$/g, "") : null;
}

function share(url) {
  return { kind: "share", url: url.searchParams.get("url") ?? "", text: url.searchParams.get("text") ?? "" };
}

/** `url` entities for the links in a plain text, as a Telegram client finds them in what a person writes. */
export function findLinks(text) {
  const found = text.matchAll(/(?:https?:\/\/|tg:\/\/|\bt\.me\/)[^\s<>"]*[^\s<>".,;:!?)\]]/g);
  return [...found].map((match) => ({ type: "url", offset: match.index, length: match[0].length }));
}
