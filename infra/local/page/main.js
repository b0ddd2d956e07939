// Starts the page: asks the playground for its bot, clock and people, opens a phone for each person, and carries links
// and copied text from one phone to another.

import { api } from "./api.js";
import { onTick, setNow } from "./clock.js";
import { offerCopy } from "./composer.js";
import { avatar, el, fullName } from "./dom.js";
import { readLink } from "./links.js";
import { Phone } from "./phone.js";
import { Room } from "./room.js";
import { Tabs } from "./tabs.js";
import { startToolbar } from "./toolbar.js";

const NAMES = "Alice Bob Carol Dan Erin Frank Grace Heidi Ivan Judy Kim Leo Mona Nils Olga Pia Rosa Tom Uma".split(" ");
const STREAMS = 2;
const STATE_MS = 10000;
const FALLBACK_BOT = {
  first_name: "7776",
  username: "",
  description: "A dice duel for two. Sixteen rounds, five hidden dice each, one secret pick a round.",
};

const row = document.querySelector(".phones");
const noticeLine = document.querySelector(".notice");
const phones = [];
const rooms = [];
const world = { bot: FALLBACK_BOT, phones, openLink, copy, choose, someoneIsGone };
world.tabs = new Tabs(document.querySelector(".tabs"), row, () => addPerson());

async function start() {
  const state = await firstState();
  takeBot(state.bot);
  setNow(state.now);
  const people = state.people ?? (await api.people());
  row.replaceChildren();
  people.forEach(openPhone);
  for (const name of NAMES.slice(people.length, 2)) openPhone(await api.addPerson({ first_name: name }));
  (state.chats ?? []).forEach(openRoom);
  startToolbar(document.querySelector(".bar"), { addPerson, addGroup, notice });
  onTick(() => phones.forEach((phone) => phone.refreshDays()));
  setInterval(() => api.state().then((fresh) => setNow(fresh.now), () => {}), STATE_MS);
}

/** The page may be opened a moment before the playground is ready. */
async function firstState() {
  for (;;) {
    try {
      return await api.state();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
  }
}

/** What the playground knows of the bot, over what every bot here has. */
function takeBot(bot) {
  const known = Object.entries(bot ?? {}).filter(([, value]) => value !== null && value !== "");
  world.bot = { ...FALLBACK_BOT, ...Object.fromEntries(known) };
}

function openPhone(person) {
  const phone = new Phone(person, world, { streams: phones.length < STREAMS });
  phones.push(phone);
  row.append(phone.node);
  world.tabs.add(phone);
  return phone;
}

async function addPerson() {
  const taken = new Set(phones.map((phone) => phone.name));
  const name = NAMES.find((free) => !taken.has(free)) ?? `Friend ${phones.length + 1}`;
  const { value: language } = document.querySelector(".tools select");
  const phone = openPhone(await api.addPerson({ first_name: name, language_code: language }));
  world.tabs.show(phone);
}

/** `chat` is `{id, title?, members}`, the members by id. */
function openRoom(chat) {
  const members = phones.filter((phone) => chat.members.includes(phone.person.id));
  const title = chat.title ?? members.map((phone) => phone.name).join(" and ");
  const room = new Room({ id: chat.id, title, members }, world);
  rooms.push(room);
  row.append(room.node);
  world.tabs.add(room);
  return room;
}

async function addGroup() {
  const count = rooms.filter((room) => room.name.startsWith("Group")).length;
  const members = phones.map((phone) => phone.person.id);
  const chat = await api.addChat(count ? `Group ${count + 1}` : "Group", members);
  world.tabs.show(openRoom({ ...chat, members }));
}

/** Telegram's own chooser: in which chat to post what the bot offers for a query. */
function choose(query, phone) {
  const others = phones.filter((other) => other !== phone);
  const groups = rooms.filter((room) => room.chat.members.includes(phone) && room.chat.members.length > 2);
  const choices = [...others, ...groups].map((target) => ({
    label: target.name,
    face: avatar(target.person),
    run: () => phone.attempt(() => post(query, phone, target.person.id)),
  }));
  phone.overlay.sheet("Send to", choices);
}

async function post(query, phone, chatId) {
  const { results } = await api.inline(phone.person.id, query);
  if (!results.length) return phone.overlay.toast("The bot offers nothing.");
  const sent = await api.choose(phone.person.id, results[0].id, chatId);
  const { id } = sent.chat;
  world.tabs.show(rooms.find((room) => room.chat.id === id) ?? openRoom({ id, members: [phone.person.id, chatId] }));
}

function openLink(url, phone, { here = false } = {}) {
  const link = readLink(url, world.bot.username);
  if (link.kind === "web") window.open(link.href, "_blank", "noopener,noreferrer");
  else if (link.kind === "share") askWhom(link, phone);
  else if (link.kind === "start" && here) startIn(phone, link.payload);
  else if (link.kind === "start") askWhere(url, link.payload, phone);
  else phone.overlay.toast("This link leads out of the playground.");
}

function askWhere(url, payload, phone) {
  const choices = phones.map((other) => ({
    label: fullName(other.person),
    face: avatar(other.person),
    hint: other === phone ? "this phone" : null,
    run: () => startIn(other, payload),
  }));
  phone.overlay.sheet("Open in", choices, el("p", { class: "preview link-preview" }, url));
}

function askWhom(shared, phone) {
  const choices = phones
    .filter((other) => other !== phone)
    .map((other) => ({
      label: fullName(other.person),
      face: avatar(other.person),
      run: () => hand(shared, phone, other),
    }));
  const words = [shared.text.trim(), shared.url].filter(Boolean).join("\n");
  phone.overlay.sheet("Send to", choices, el("p", { class: "preview", dir: "auto" }, words));
}

function startIn(phone, payload) {
  world.tabs.show(phone);
  phone.send(payload ? `/start ${payload}` : "/start");
}

function hand(shared, from, to) {
  to.receive(from.person, shared);
  from.overlay.toast(`Sent to ${to.name}`);
  world.tabs.show(to);
}

async function copy(text, phone) {
  offerCopy(text, phone.composer);
  phone.overlay.toast("Copied");
  await navigator.clipboard?.writeText(text).catch(() => {});
}

let goneSince = 0;

/** A playground that was started anew knows none of the people on this page: ask it who is there now. */
async function someoneIsGone() {
  if (Date.now() - goneSince < 5000) return;
  goneSince = Date.now();
  const people = await api.people().catch(() => null);
  const known = new Set(people?.map((person) => person.id));
  if (people?.length && phones.some((phone) => !known.has(phone.person.id))) location.reload();
}

function notice(text) {
  noticeLine.textContent = text;
  noticeLine.classList.add("shown");
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => noticeLine.classList.remove("shown"), 3500);
}

start();
