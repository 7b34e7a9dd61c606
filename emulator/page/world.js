// What the page knows: people, chats, messages, and what each person has not read. It draws nothing.

import { api } from "./api.js";

/** Whether a message is for everybody in the chat, or for this person alone. */
export const isFor = (message, personId) => message.only_for == null || message.only_for === personId;

class Chat {
  messages = null; // Map of message_id to message, oldest first; null until somebody looks
  readings = new Set(); // per reading on its way, the happenings since it began: they may be newer than its answer
}

export class World extends EventTarget {
  bot = { id: 0, first_name: "", username: "" };
  people = new Map();
  chats = new Map();
  commands = [];
  clockSkew = 0; // seconds the server is ahead of this machine
  #histories = new Map();
  #unread = new Map();
  #reading = null;
  #readAgain = false;

  /** Reads people and chats; calls that come meanwhile share one more reading. */
  async refresh() {
    if (this.#reading) {
      this.#readAgain = true;
      return this.#reading;
    }
    this.#reading = (async () => {
      do {
        this.#readAgain = false;
        this.#take(await api.world());
      } while (this.#readAgain);
    })();
    try {
      await this.#reading;
    } finally {
      this.#reading = null;
    }
    this.#tell("world");
  }

  /** After a lost connection: people, chats and every history that somebody looked at. */
  async refreshAll() {
    const looked = [...this.#histories.keys()];
    await this.refresh();
    await Promise.all(looked.filter((id) => this.chats.has(id)).map((id) => this.#read(id)));
  }

  #take(answer) {
    this.bot = answer.bot;
    this.people = new Map(answer.people.map((person) => [person.id, person]));
    this.chats = new Map(answer.chats.map((chat) => [chat.id, chat]));
    this.commands = answer.commands ?? [];
    this.clockSkew = (answer.now ?? Date.now() / 1000) - Date.now() / 1000;
  }

  /** Messages of a chat as a person sees it, oldest first; an empty list until "history" is told. */
  messages(chatId, personId) {
    const chat = this.#histories.get(chatId);
    if (!chat) {
      this.#read(chatId).catch(() => {}); // the connection is lost then, and everything is read anew with the next one
      return [];
    }
    const visible = [...(chat.messages?.values() ?? [])].filter((message) => isFor(message, personId));
    const covered = new Set(visible.map((message) => message.instead_of));
    return visible.filter((message) => !covered.has(message.message_id));
  }

  message(chatId, messageId) {
    return this.#histories.get(chatId)?.messages?.get(messageId);
  }

  isLoading(chatId) {
    return !this.#histories.get(chatId)?.messages;
  }

  async #read(chatId) {
    const chat = this.#histories.get(chatId) ?? new Chat();
    this.#histories.set(chatId, chat);
    const since = [];
    chat.readings.add(since);
    try {
      const messages = await api.messages(chatId);
      chat.messages = new Map(messages.map((message) => [message.message_id, message]));
      for (const happening of since) this.#write(chat, happening);
    } finally {
      chat.readings.delete(since);
    }
    this.#tell("history", { chat_id: chatId });
  }

  /** Takes one happening of the server in and tells it on under its own kind. */
  happened(happening) {
    const chat = this.#histories.get(happening.chat_id);
    for (const since of chat?.readings ?? []) since.push(happening);
    if (chat?.messages) this.#write(chat, happening);
    this.#tell(happening.kind, happening);
  }

  #write(chat, { kind, message, message_id }) {
    if (kind === "message" || kind === "edited") chat.messages.set(message.message_id, message);
    else if (kind === "deleted") chat.messages.delete(message_id);
  }

  groups() {
    return [...this.chats.values()].filter((chat) => chat.type !== "private");
  }

  isMember(personId, chatId) {
    return Boolean(this.chats.get(chatId)?.members?.includes(personId));
  }

  unread(personId, chatId) {
    return this.#unread.get(`${personId}/${chatId}`) ?? 0;
  }

  unreadOf(personId) {
    let sum = 0;
    for (const [key, count] of this.#unread) if (key.startsWith(`${personId}/`)) sum += count;
    return sum;
  }

  countUnread(personId, chatId) {
    this.#unread.set(`${personId}/${chatId}`, this.unread(personId, chatId) + 1);
    this.#tell("unread", { person_id: personId });
  }

  markRead(personId, chatId) {
    if (this.#unread.delete(`${personId}/${chatId}`)) this.#tell("unread", { person_id: personId });
  }

  on(kind, listener) {
    this.addEventListener(kind, (event) => listener(event.detail));
  }

  #tell(kind, detail = {}) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
