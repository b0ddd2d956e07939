// The tool bar: the playground's clock, and what a developer does to the bot: let time pass, lose a message, let one
// more person in.

import { api } from "./api.js";
import { aheadLabel, dateAndTime, now, onTick, setNow } from "./clock.js";
import { icon } from "./dom.js";

const LOST_SEND = { method: "sendMessage", times: 1, drop_reply: false, error_code: 502, description: "Bad Gateway" };

/** `addPerson()` opens one more phone, `addGroup()` a group; `notice(text)` tells the page what was done. */
export function startToolbar(bar, { addPerson, addGroup, notice }) {
  const run = {
    hour: () => advance(3600, "An hour has passed."),
    day: () => advance(86400, "A day has passed."),
    lose: () => api.addFault(LOST_SEND).then(() => "The bot’s next message will fail once."),
    group: addGroup,
    add: addPerson,
  };
  for (const button of bar.querySelectorAll("[data-tool]")) {
    button.addEventListener("click", () => carryOut(button, run[button.dataset.tool], notice));
  }
  startToggle(bar);
  showClock(bar);
}

async function advance(seconds, done) {
  await api.advanceClock(seconds);
  setNow((await api.state()).now);
  return done;
}

async function carryOut(button, run, notice) {
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  try {
    const done = await run();
    if (typeof done === "string") notice(done);
  } catch (error) {
    notice(error.status ? `Not done: ${error.message}` : "The playground does not answer.");
  }
  button.ariaBusy = null;
}

function startToggle(bar) {
  const toggle = bar.querySelector(".tools-toggle");
  const tools = bar.querySelector(".tools");
  toggle.append(icon("tools"));
  const open = (isOpen) => {
    tools.classList.toggle("open", isOpen);
    toggle.setAttribute("aria-expanded", String(isOpen));
  };
  toggle.addEventListener("click", () => open(!tools.classList.contains("open")));
  document.addEventListener("click", (event) => !bar.contains(event.target) && open(false));
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    open(false);
    toggle.focus();
  });
}

function showClock(bar) {
  const shown = bar.querySelector(".clock-now");
  const ahead = bar.querySelector(".clock-ahead");
  onTick(() => {
    shown.textContent = dateAndTime(now());
    shown.dateTime = new Date(now() * 1000).toISOString();
    ahead.textContent = aheadLabel();
    ahead.hidden = !ahead.textContent;
  });
}
