// A chat as one person sees it: its messages, the place one reads at, and what one can do at its foot.

import { arrange, element, icon, name, showUnread } from "./dom.js";
import { Composer } from "./composer.js";
import { MessageView } from "./message.js";
import { unfold } from "./rich_text.js";
import { isFor } from "./world.js";

const GENERAL = 1; // the topic that every forum has
const threadOf = (message) => message.thread ?? GENERAL;
const WINDOW = 120; // messages drawn at first; earlier ones on demand
const CLOSE = 24; // pixels from the end that still count as reading the end

export class Pane {
  #views = new Map();
  #limit = WINDOW;
  #atEnd = true;
  #place = 0; // where one read when the list was last on the screen
  #aimed = null;
  commands = [];

  /** `acts` is what a person may do (see app.js); `waiting` knows the presses without an answer. */
  constructor(world, personId, chatId, acts, waiting) {
    Object.assign(this, { world, personId, chatId, acts });
    this.known = {
      isWaiting: (message, row, column, label) => waiting.has(personId, chatId, message.message_id, row, column, label),
      messageOf: (messageId) => world.message(chatId, messageId),
      topicOf: (message) => (this.topic.value ? null : this.#topics().find(({ id }) => id === threadOf(message))),
    };
    this.title = element("h3", {});
    this.badge = element("span", { class: "unread", hidden: true });
    this.topic = element("select", {
      class: "which-topic", "aria-label": "Which topic", hidden: true, data: { field: "topic" },
      on: { change: () => this.showHistory() },
    }, element("option", { value: "", textContent: "All topics" }));
    this.head = element("header", { class: "pane-head" }, this.title, this.badge);
    this.earlier = element("button", {
      type: "button", class: "earlier", textContent: "Earlier messages", hidden: true, data: { action: "earlier" },
      on: { click: () => this.#showEarlier() },
    });
    this.list = element("ol", { class: "messages", role: "log", "aria-live": "off", tabIndex: 0 });
    this.empty = element("p", { class: "empty" });
    this.scroller = element("div", { class: "scroller" }, this.earlier, this.empty, this.list);
    this.endBadge = element("span", { class: "unread", hidden: true });
    this.toEnd = element("button", {
      type: "button", class: "to-end", "aria-label": "To the latest message", hidden: true, data: { action: "to-end" },
      on: { click: () => this.scrollToEnd() },
    }, icon("down"), this.endBadge);
    this.composer = new Composer({
      label: "Message", commands: () => this.commands, asked: () => this.#asked(),
      say: (text, replyTo) => acts.say(personId, chatId, text, replyTo, this.#thread()),
    });
    this.foot = element("footer", { class: "foot" });
    this.root = element("article", { class: "pane", data: { chat: chatId } },
      this.head, this.topic, element("div", { class: "stage" }, this.scroller, this.toEnd), this.foot);

    this.list.addEventListener("pointerdown", (event) => this.#aim(event), { passive: true });
    this.list.addEventListener("click", (event) => this.#clicked(event));
    this.list.addEventListener("keydown", (event) => {
      const unfoldable = event.target.matches(".spoiler, blockquote");
      if (unfoldable && (event.key === "Enter" || event.key === " ") && unfold(event.target)) event.preventDefault();
    });
    // The log is read aloud only where one is: four columns reading one group would be a crowd.
    this.root.addEventListener("focusin", () => this.list.setAttribute("aria-live", "polite"));
    this.root.addEventListener("focusout", () => this.list.setAttribute("aria-live", "off"));
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#settle()).observe(this.scroller);
    this.refresh();
    this.showHistory();
  }

  get isPrivate() {
    return this.chatId === this.personId;
  }

  /** What depends on people and chats: the title and the foot. */
  refresh() {
    const person = this.world.people.get(this.personId);
    const chat = this.world.chats.get(this.chatId);
    if (!person || !chat) return;
    const title = this.isPrivate ? this.world.bot.first_name : chat.title;
    const people = chat.members.length === 1 ? "1 person" : `${chat.members.length} people`;
    this.title.replaceChildren(name(title), element("small", { textContent: this.isPrivate ? "private chat" : people }));
    this.root.setAttribute("aria-label", `${title}, as ${person.first_name} sees it`);
    this.list.setAttribute("aria-label", `Messages in ${title}`);
    this.#offerTopics();
    this.#readCommands();
    this.composer.usual = this.isPrivate ? `To ${title}` : "To the group";
    this.composer.refresh();
    this.composer.field.setAttribute("aria-label", `Message of ${person.first_name} to ${title}`);
    arrange(this.foot, [this.#footFor(person)]);
    this.#tellEmpty(person);
    this.refreshUnread();
  }

  /** The topics of a forum, none in another chat. */
  #topics() {
    return this.world.chats.get(this.chatId)?.topics ?? [];
  }

  #isInTopic(message) {
    return !this.topic.value || threadOf(message) === Number(this.topic.value);
  }

  /** Where what one writes goes: null is General, and every chat without topics. */
  #thread() {
    const chosen = Number(this.topic.value);
    return chosen && chosen !== GENERAL ? chosen : null;
  }

  #offerTopics() {
    const [topics, chosen] = [this.#topics(), this.topic.value];
    this.topic.hidden = topics.length === 0;
    this.topic.replaceChildren(this.topic.options[0], ...topics.map(({ id, name: called, closed }) =>
      element("option", { value: id, textContent: closed ? `${called} (closed)` : called })));
    this.topic.value = topics.some(({ id }) => String(id) === chosen) ? chosen : "";
  }

  /** What "/" offers here to this person; the bot may have another menu for everybody. */
  async #readCommands() {
    try {
      this.commands = await this.acts.commands(this.personId, this.chatId);
    } catch {
      this.commands = this.world.commands; // the connection is lost; with the next one everything is read anew
    }
  }

  #footFor(person) {
    const state = !this.isPrivate
      ? (this.world.isMember(this.personId, this.chatId) ? "open" : "join")
      : person.blocked ? "unblock" : person.started ? "open" : "start";
    if (state === "open") return this.composer.root;
    const shown = this.foot.firstElementChild;
    if (shown?.dataset.action === state) return shown; // keeps the focus
    const [text, act] = {
      start: ["Start", () => this.acts.start(this.personId)],
      unblock: ["Unblock the bot", () => this.acts.unblock(this.personId)],
      join: ["Join the group", () => this.acts.join(this.personId, this.chatId)],
    }[state];
    return element("button", {
      type: "button", class: "chief large", textContent: text, data: { action: state }, on: { click: act },
    });
  }

  #tellEmpty(person) {
    this.empty.hidden = this.#views.size > 0;
    const tell = (sentence) => { this.empty.textContent = sentence; };
    if (this.world.isLoading(this.chatId)) tell("Loading…");
    else if (this.isPrivate && !person.started) tell("The bot may not write here before you press Start.");
    else if (this.commands.length) tell("No messages yet. Press / for the bot's commands.");
    else tell("No messages yet.");
  }

  refreshUnread() {
    const count = this.world.unread(this.personId, this.chatId);
    showUnread(this.badge, count);
    showUnread(this.endBadge, count);
  }

  /** Draws everything that is known; messages already drawn are kept and brought in step. */
  showHistory() {
    const all = this.world.messages(this.chatId, this.personId);
    const messages = all.filter((message) => this.#isInTopic(message));
    const drawn = messages.slice(-this.#limit);
    this.earlier.hidden = drawn.length === messages.length;
    this.#keepPlace(() => {
      const views = new Map();
      for (const message of drawn) {
        const view = this.#views.get(message.message_id);
        view?.show(message);
        views.set(message.message_id, view ?? new MessageView(message, this.personId, this.known));
      }
      this.#views = views;
      arrange(this.list, [...views.values()].map((view) => view.root));
      this.#afterChange();
    });
  }

  add(message) {
    if (!isFor(message, this.personId) || !this.#isInTopic(message)) return;
    if (message.instead_of) return this.showHistory();
    if (this.#views.has(message.message_id)) return this.edit(message);
    this.#keepPlace(() => {
      const view = new MessageView(message, this.personId, this.known);
      this.#views.set(message.message_id, view);
      this.list.append(view.root);
      this.#afterChange();
    });
    if (message.from?.id === this.personId) this.scrollToEnd();
    if (this.#atEnd && this.#views.size > 2 * WINDOW) {
      this.#limit = WINDOW; // a long evening must not slow the page down
      this.showHistory();
    }
  }

  edit(message) {
    const view = this.#views.get(message.message_id);
    if (!view) return;
    this.#keepPlace(() => view.show(message));
    view.flash();
  }

  remove(messageId) {
    const view = this.#views.get(messageId);
    if (!view) return;
    if (view.message.instead_of) return this.showHistory(); // what it stood for comes back
    this.#keepPlace(() => {
      view.root.remove();
      this.#views.delete(messageId);
      this.#afterChange();
    });
  }

  /** A press began to wait or was answered. */
  refreshButtons(messageId) {
    this.#views.get(messageId)?.showKeyboard();
  }

  refreshAllButtons() {
    for (const view of this.#views.values()) view.showKeyboard();
  }

  /** The message that asks this person for a reply, while it is the bot's newest. */
  #asked() {
    const newest = [...this.#views.values()].map((view) => view.message).findLast((message) => message.from.is_bot);
    return newest?.force_reply ? newest : null;
  }

  #afterChange() {
    this.composer.refresh();
    let previous = null;
    const today = Date.now() / 1000 + this.world.clockSkew;
    for (const view of this.#views.values()) {
      view.follow(previous, today);
      previous = view.message;
    }
    const person = this.world.people.get(this.personId);
    if (person) this.#tellEmpty(person);
  }

  #showEarlier() {
    this.#limit += WINDOW;
    this.#atEnd = false;
    this.showHistory();
  }

  // Reading place

  /** Whether new messages are read as they come: the pane is on the screen and stands at its end. */
  get isRead() {
    return this.#isShown && this.#atEnd;
  }

  get #isShown() {
    return this.scroller.clientHeight > 0;
  }

  scrollToEnd() {
    this.#atEnd = true;
    this.#settle();
  }

  /** Runs a change of the list; at its end one stays there, elsewhere what one reads stays under the eye. */
  #keepPlace(change) {
    const top = this.scroller.getBoundingClientRect().top;
    const mark = this.#atEnd ? null : [...this.list.children].find((line) => line.getBoundingClientRect().bottom > top);
    const before = mark?.getBoundingClientRect().top;
    change();
    if (mark?.isConnected && this.#isShown) this.scroller.scrollTop += mark.getBoundingClientRect().top - before;
    else this.#settle();
  }

  #settle() {
    if (!this.#isShown) return;
    this.scroller.scrollTop = this.#atEnd ? this.scroller.scrollHeight : this.#place;
    this.#scrolled();
  }

  #scrolled() {
    if (!this.#isShown) return;
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.#place = scrollTop;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < CLOSE;
    this.toEnd.hidden = this.#atEnd;
    if (this.#atEnd) this.world.markRead(this.personId, this.chatId);
  }

  // Presses

  #aim(event) {
    const button = event.target.closest("button[data-row]");
    this.#aimed = button && { button, face: button.dataset.face };
  }

  #clicked(event) {
    const { target } = event;
    const aimed = this.#aimed;
    this.#aimed = null;
    const button = target.closest("button[data-row]");
    if (button) {
      // An edit may rename a button between finger down and finger up: nobody meant the new one.
      if (aimed?.button === button && aimed.face !== button.dataset.face) return;
      return this.#pressed(button);
    }
    const command = target.closest("[data-command]");
    if (command) return void this.acts.say(this.personId, this.chatId, command.dataset.command).catch(() => {});
    const link = target.closest("a[href]:not([download])");
    if (link && this.acts.isTelegram(link.href)) {
      event.preventDefault();
      return this.acts.follow(this.personId, link.href);
    }
    unfold(target);
  }

  #pressed(button) {
    const [row, column] = [Number(button.dataset.row), Number(button.dataset.column)];
    const message = Number(button.closest("[data-message]").dataset.message);
    const { kind, url, copy: copied, data, text: label } = this.world.message(this.chatId, message).buttons[row][column];
    if (kind === "url") return this.acts.follow(this.personId, url);
    if (kind === "copy") return navigator.clipboard?.writeText(copied);
    if (button.hasAttribute("aria-busy")) return;
    this.acts.press({ person: this.personId, chat: this.chatId, message, row, column, label, data }); // what was seen, even if an edit is on its way
  }
}
