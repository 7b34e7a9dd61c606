// Joins the parts: who is on the screen, what a press does, what the server tells.

import { Refused, api, listen } from "./api.js";
import { readAddress, writeAddress } from "./address.js";
import { Column } from "./column.js";
import { arrange } from "./dom.js";
import { PeopleBar } from "./people_bar.js";
import { Waiting } from "./waiting.js";
import { World, isFor } from "./world.js";

const AT_FIRST = 4; // people on a wide screen
const USUAL_SPLIT = 42; // percent of a column for the group, as in style.css
const narrowWindow = matchMedia("(max-width: 899px)");
const stage = document.getElementById("columns");
const connection = document.getElementById("connection");

const world = new World();
const columns = new Map(); // kept when hidden, so that a person comes back as he was left
const wanted = readAddress(location.hash);
let chosen = wanted.people; // null: the first four
let front = wanted.person;

const waiting = new Waiting(({ person, chat, message }) => {
  columns.get(person)?.paneOf(chat)?.refreshButtons(message);
  columns.get(person)?.answers.toast("The bot did not answer.", "complaint");
});

// What a person does. A refusal is told to him and thrown on, for whoever must take something back.

async function act(person, doing) {
  try {
    return await doing();
  } catch (refusal) {
    if (refusal instanceof Refused) columns.get(person)?.answers.toast(refusal.message, "complaint");
    throw refusal;
  }
}

const quietly = (promise) => promise.catch((problem) => {
  if (!(problem instanceof Refused)) throw problem;
});

const thenLook = (doing) => (person, ...rest) => quietly(act(person, async () => {
  await doing(person, ...rest);
  await world.refresh();
}));

const acts = {
  say: (person, chat, text, replyTo, thread) => act(person, () => api.say(person, chat, text, replyTo, thread)),
  commands: (person, chat) => api.commands(person, chat),
  start: thenLook((person) => api.start(person)),
  block: thenLook((person) => api.block(person)),
  unblock: thenLook((person) => api.unblock(person)),
  leave: thenLook((person, chat) => api.leave(person, chat)),
  join: thenLook((person, chat) => api.join(person, chat)),
  addBot: thenLook((person, chat) => api.addBot(person, chat)),
  removeBot: thenLook((person, chat) => api.removeBot(person, chat)),
  hide: (person) => showPeople(shownPeople().filter((id) => id !== person)),
  isTelegram,
  follow: (person, url) => quietly(follow(person, url)),

  async press(press) {
    const { person, chat, message, row, column, data } = press;
    const pane = columns.get(person).paneOf(chat);
    waiting.begin(press); // before the call: the answer may overtake its return
    pane.refreshButtons(message);
    await quietly(act(person, () => api.press(person, chat, message, row, column, data)).catch((problem) => {
      waiting.end(person, chat, message);
      pane.refreshButtons(message);
      throw problem;
    }));
  },
};

function isTelegram(url) {
  try {
    return ["t.me", "telegram.me", "telegram.dog"].includes(new URL(url).hostname) || url.startsWith("tg:");
  } catch {
    return false;
  }
}

async function follow(person, url) {
  if (!isTelegram(url)) return void window.open(url, "_blank", "noopener");
  const { started, external } = await act(person, () => api.open(person, url));
  if (started) {
    await world.refresh();
    columns.get(person)?.reveal(person);
    columns.get(person)?.focusChat(person);
  } else if (external) {
    window.open(external, "_blank", "noopener");
  }
}

// Who is on the screen

const isNarrow = () => narrowWindow.matches;

const frame = {
  isNarrow,
  changed: (column) => {
    front = column.personId;
    rememberAddress();
  },
  /** The share of the group chat in percent, or null for the usual one. */
  split: (percent) => {
    if (percent === null) document.documentElement.style.removeProperty("--split");
    else document.documentElement.style.setProperty("--split", `${Math.min(85, Math.max(15, percent))}%`);
    for (const divider of document.querySelectorAll(".divider")) {
      divider.setAttribute("aria-valuenow", Math.round(percent ?? USUAL_SPLIT));
    }
  },
};

function chosenPeople() {
  const known = (chosen ?? [...world.people.keys()].slice(0, AT_FIRST)).filter((id) => world.people.has(id));
  return known.length ? known : [...world.people.keys()].slice(0, 1);
}

function shownPeople() {
  const people = chosenPeople();
  return isNarrow() ? [world.people.has(front) ? front : people[0]] : people;
}

function columnOf(person) {
  if (!columns.has(person)) columns.set(person, new Column(world, person, acts, waiting, frame));
  return columns.get(person);
}

function showPeople(people) {
  chosen = people;
  layOut();
  rememberAddress();
}

function choosePerson(person) {
  if (isNarrow()) {
    front = person;
    layOut();
    return rememberAddress();
  }
  const people = chosenPeople();
  const order = [...world.people.keys()]; // a column comes back to its own place
  const next = people.includes(person)
    ? people.filter((id) => id !== person)
    : [...people, person].sort((one, other) => order.indexOf(one) - order.indexOf(other));
  if (next.length) showPeople(next);
}

const bar = new PeopleBar(world, document.getElementById("people"), {
  choose: choosePerson,
  add: async (first_name, username) => {
    const before = new Set(world.people.keys());
    await api.addPerson(first_name, username);
    await world.refresh();
    const newcomer = [...world.people.keys()].find((id) => !before.has(id));
    if (newcomer !== undefined && !shownPeople().includes(newcomer)) choosePerson(newcomer);
  },
});

function layOut() {
  const people = shownPeople().filter((id) => id !== undefined);
  stage.dataset.count = people.length;
  document.body.classList.toggle("narrow", isNarrow());
  const shown = people.map(columnOf);
  arrange(stage, shown.map((column) => column.root));
  for (const column of shown) column.refresh();
  bar.refresh(people, isNarrow());
}

function rememberAddress() {
  const person = world.people.has(front) ? front : null;
  const address = writeAddress({ people: chosen, person, chat: person && columnOf(person).chatInFront });
  if (address !== location.hash) history.replaceState(null, "", address);
}

/** Goes where the address says. A person without a column gets one. */
function goTo({ people, person, chat }) {
  chosen = people;
  if (world.people.has(person)) {
    front = person;
    if (!isNarrow() && !chosenPeople().includes(person)) chosen = [...chosenPeople(), person];
  }
  layOut();
  if (world.people.has(person) && world.chats.has(chat)) {
    columnOf(person).reveal(chat);
    columnOf(person).focusChat(chat);
  }
}

// What the server tells

const eachColumn = (doing) => columns.forEach(doing);
const eachPane = (chatId, doing) => eachColumn((column) => {
  const pane = column.paneOf(chatId);
  if (pane) doing(pane);
});

world.on("world", layOut);
world.on("history", ({ chat_id }) => eachPane(chat_id, (pane) => pane.showHistory()));
world.on("edited", ({ chat_id, message }) => eachPane(chat_id, (pane) => pane.edit(message)));
world.on("deleted", ({ chat_id, message_id }) => eachPane(chat_id, (pane) => pane.remove(message_id)));
world.on("unread", ({ person_id }) => {
  columns.get(person_id)?.refreshUnread();
  bar.refreshUnread();
});
world.on("message", ({ chat_id, message }) => {
  eachPane(chat_id, (pane) => pane.add(message));
  const readers = world.chats.get(chat_id)?.members ?? [];
  for (const person of world.people.has(chat_id) ? [chat_id] : readers) {
    const isOwn = message.from?.id === person || message.service;
    const isRead = columns.get(person)?.paneOf(chat_id)?.isRead;
    if (world.people.has(person) && isFor(message, person) && !isOwn && !isRead) world.countUnread(person, chat_id);
  }
});
world.on("answer", ({ user_id, chat_id, message_id, text, alert, url }) => {
  const isOurs = waiting.end(user_id, chat_id, message_id); // another window of this page may have pressed
  const column = columns.get(user_id);
  column?.paneOf(chat_id)?.refreshButtons(message_id);
  if (text && alert) column?.answers.showAlert(text);
  else if (text) column?.answers.toast(text);
  if (url && isOurs) acts.follow(user_id, url);
});

let greeted = false;

async function readAnew() {
  try {
    await world.refreshAll();
  } catch (problem) {
    connection.hidden = false;
    setTimeout(readAnew, 1000);
    if (!(problem instanceof Refused)) throw problem;
    return;
  }
  if (!greeted) {
    greeted = true;
    goTo(wanted);
  }
  connection.hidden = true;
}

function startOver() {
  waiting.endAll();
  eachColumn((column) => column.everyPane((pane) => pane.refreshAllButtons()));
  readAnew();
}

listen({
  opened: (again) => (again ? startOver() : readAnew()),
  lost: () => { connection.hidden = false; },
  happened: (happening) => {
    if (happening.kind === "world") quietly(world.refresh());
    else if (happening.kind === "restart") startOver();
    else world.happened(happening);
  },
});

narrowWindow.addEventListener("change", layOut);
window.addEventListener("hashchange", () => goTo(readAddress(location.hash)));
