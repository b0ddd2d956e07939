// One person's chat, live. A feed loads the chat as it stands and then follows its events; when the connection is lost
// it starts over with a fresh load, so nothing can be missed. A browser holds only six connections to one host, so only
// the first phones get an event stream; the others, and all of them while the tab is hidden, ask again and again.

import { ApiError, api } from "./api.js";

const POLL_MS = 900;
const HIDDEN_POLL_MS = 3000;
const RETRY_MS = 1500;

export class Feed {
  /** `handlers`: `snapshot(messages)`, `message(message)`, `deleted(message_id)`, `status("live"|"lost"|"gone")`. */
  constructor(userId, { streams, ...handlers }) {
    this.userId = userId;
    this.streams = streams;
    this.handlers = handlers;
    document.addEventListener("visibilitychange", () => this.start());
  }

  start() {
    this.source?.close();
    clearTimeout(this.timer);
    if (this.streams && !document.hidden) this.stream();
    else this.poll();
  }

  stream() {
    const source = new EventSource(api.eventsUrl(this.userId));
    this.source = source;
    this.early = [];
    source.onopen = () => this.load(source);
    source.onerror = () => this.lost(source);
    source.addEventListener("message", (event) => this.take(["message", JSON.parse(event.data)]));
    source.addEventListener("deleted", (event) => this.take(["deleted", JSON.parse(event.data)]));
  }

  /** Events that arrive while the chat is being loaded come after it: they are newer, or already in it. */
  async load(source) {
    this.early = [];
    const loaded = await this.snapshot();
    if (source !== this.source) return;
    if (!loaded) {
      this.lost(source, true);
      return;
    }
    const early = this.early ?? [];
    this.early = null;
    early.forEach((event) => this.pass(event));
  }

  take(event) {
    if (this.early) this.early.push(event);
    else this.pass(event);
  }

  pass([kind, data]) {
    if (kind === "message") this.handlers.message(data);
    else this.handlers.deleted(data);
  }

  lost(source, restart = source.readyState === EventSource.CLOSED) {
    if (source !== this.source) return;
    this.handlers.status("lost");
    this.early = [];
    if (!restart) return;
    source.close();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), RETRY_MS);
  }

  async poll() {
    clearTimeout(this.timer);
    this.source = null;
    const loaded = await this.snapshot();
    if (this.source) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.poll(), document.hidden ? HIDDEN_POLL_MS : loaded ? POLL_MS : RETRY_MS);
  }

  async snapshot() {
    try {
      this.handlers.snapshot(await api.messages(this.userId));
      this.handlers.status("live");
      return true;
    } catch (error) {
      this.handlers.status(error instanceof ApiError && error.status === 404 ? "gone" : "lost");
      return false;
    }
  }
}
