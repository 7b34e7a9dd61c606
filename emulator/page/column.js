// One person: who he is, the chats he looks at, and what the bot answers to him alone.

import { arrange, avatar, element, icon, name, showUnread } from "./dom.js";
import { Answers } from "./answers.js";
import { Pane } from "./pane.js";

const VIEWS = [["group", "Group"], ["both", "Both"], ["private", "Private"]];

export class Column {
  #panes = new Map(); // chat id to Pane; a pane once looked at keeps its place
  #groupId = null;
  #single = "group"; // which chat shows when only one does
  #both = true;

  /** `frame` tells what is common to all columns: { isNarrow(), changed(column) }. */
  constructor(world, personId, acts, waiting, frame) {
    Object.assign(this, { world, personId, acts, waiting, frame });
    this.who = element("div", { class: "who" });
    this.switches = new Map(VIEWS.map(([view, label]) => [view, this.#switch(view, label)]));
    this.switcher = element("div", { class: "switch", role: "group" }, ...this.switches.values());
    this.menu = element("div", { class: "menu-items" });
    this.summary = element("summary", { class: "quiet", data: { action: "menu" } }, icon("more"));
    this.details = element("details", {
      class: "menu", on: { toggle: () => this.details.open && this.#fillMenu() },
    }, this.summary, this.menu);
    this.details.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.details.open = false;
      this.summary.focus();
    });
    this.details.addEventListener("focusout", (event) => {
      if (!this.details.contains(event.relatedTarget)) this.details.open = false;
    });
    this.whichGroup = element("select", {
      class: "which-group", "aria-label": "Which group",
      on: { change: () => this.#chooseGroup(Number(this.whichGroup.value)) },
    });
    this.panes = element("div", { class: "panes" });
    this.panes.addEventListener("focusin", (event) => this.#looked(event.target));
    this.divider = this.#makeDivider();
    this.head = element("header", { class: "column-head" }, this.who, this.switcher, this.details);
    this.body = element("div", { class: "column-body" }, this.head, this.whichGroup, this.panes);
    this.answers = new Answers(this.body);
    this.root = element("section", { class: "column", data: { person: personId } }, this.body, this.answers.root);
    this.refresh();
  }

  #switch(view, label) {
    return element("button", { type: "button", data: { view }, on: { click: () => this.choose(view) } },
      element("span", { class: "switch-label", textContent: label }),
      element("span", { class: "unread", hidden: true }));
  }

  get groupId() {
    const groups = this.world.groups();
    if (groups.some((group) => group.id === this.#groupId)) return this.#groupId;
    return (groups.find((group) => this.world.isMember(this.personId, group.id)) ?? groups[0])?.id ?? null;
  }

  get view() {
    if (this.groupId === null) return "private";
    return this.#both && !this.frame.isNarrow() ? "both" : this.#single;
  }

  /** The one chat that a link to this column names. */
  get chatInFront() {
    const front = this.view === "both" ? this.#single : this.view;
    return front === "private" ? this.personId : this.groupId;
  }

  choose(view) {
    if (view === "both") this.#both = true;
    else [this.#single, this.#both] = [view, this.#both && this.frame.isNarrow()];
    this.layOut();
    this.frame.changed(this);
  }

  /** Brings a chat to the front: an open pane stays among the others, a closed one replaces what shows. */
  reveal(chatId) {
    if (chatId !== this.personId && this.world.groups().some((group) => group.id === chatId)) this.#groupId = chatId;
    this.#single = chatId === this.personId ? "private" : "group";
    this.refresh();
    this.frame.changed(this);
  }

  #looked(target) {
    const chatId = Number(target.closest("[data-chat]")?.dataset.chat);
    if (!chatId) return;
    this.#single = chatId === this.personId ? "private" : "group";
    this.frame.changed(this);
  }

  #chooseGroup(chatId) {
    this.#groupId = chatId;
    this.refresh();
    this.frame.changed(this);
  }

  /** What depends on people, chats and the width of the window. */
  refresh() {
    const person = this.world.people.get(this.personId);
    if (!person) return;
    this.root.setAttribute("aria-label", person.first_name);
    this.who.replaceChildren(avatar(person), element("div", { class: "names" },
      element("h2", {}, name(person.first_name)),
      person.username ? element("small", { textContent: `@${person.username}` }) : null));
    this.who.title = person.username ? `${person.first_name} @${person.username}` : person.first_name;
    this.summary.setAttribute("aria-label", `What else ${person.first_name} may do`);
    this.switcher.setAttribute("aria-label", `Chats of ${person.first_name}`);
    const groups = this.world.groups();
    this.whichGroup.hidden = groups.length < 2;
    this.whichGroup.replaceChildren(...groups.map((group) =>
      element("option", { value: group.id, selected: group.id === this.groupId })));
    for (const pane of this.#panes.values()) pane.refresh();
    this.layOut();
  }

  layOut() {
    const { view } = this;
    const narrow = this.frame.isNarrow();
    for (const [kind, button] of this.switches) {
      button.setAttribute("aria-pressed", String(kind === view));
      button.hidden = kind === "both" ? narrow || this.groupId === null : kind === "group" && this.groupId === null;
    }
    const label = (kind) => this.switches.get(kind).querySelector(".switch-label");
    label("group").textContent = narrow ? this.world.chats.get(this.groupId)?.title ?? "Group" : "Group";
    label("private").textContent = narrow ? this.world.bot.first_name : "Private";
    const shown = [];
    if (view !== "private") shown.push(this.#pane(this.groupId).root);
    if (view === "both") shown.push(this.divider);
    if (view !== "group") shown.push(this.#pane(this.personId).root);
    this.panes.dataset.layout = view;
    arrange(this.panes, shown);
    this.refreshUnread();
  }

  #pane(chatId) {
    if (!this.#panes.has(chatId)) {
      this.#panes.set(chatId, new Pane(this.world, this.personId, chatId, this.acts, this.waiting));
    }
    return this.#panes.get(chatId);
  }

  refreshUnread() {
    for (const pane of this.#panes.values()) pane.refreshUnread();
    const badge = (kind) => this.switches.get(kind).querySelector(".unread");
    const unread = (chatId) => (this.#shows(chatId) ? 0 : this.world.unread(this.personId, chatId));
    showUnread(badge("group"), this.world.groups().reduce((sum, group) => sum + unread(group.id), 0));
    showUnread(badge("private"), unread(this.personId));
    for (const option of this.whichGroup.options) {
      const [chatId, count] = [Number(option.value), unread(Number(option.value))];
      option.textContent = `${this.world.chats.get(chatId)?.title ?? ""}${count ? ` (${count})` : ""}`;
    }
  }

  #shows(chatId) {
    return chatId === this.personId ? this.view !== "group" : this.view !== "private" && chatId === this.groupId;
  }

  /** The pane of a chat if it was ever looked at. */
  paneOf(chatId) {
    return this.#panes.get(chatId);
  }

  everyPane(act) {
    for (const pane of this.#panes.values()) act(pane);
  }

  focusChat(chatId) {
    const pane = this.#panes.get(chatId);
    if (!pane?.root.isConnected) return;
    this.root.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (!this.frame.isNarrow()) pane.composer.focus(); // on a phone this would raise the keyboard
  }

  #fillMenu() {
    const person = this.world.people.get(this.personId);
    const item = (text, action, act) => element("button", {
      type: "button", textContent: text, data: { action },
      on: { click: () => { this.details.open = false; act(); } },
    });
    const items = [person.blocked
      ? item("Unblock the bot", "unblock", () => this.acts.unblock(this.personId))
      : item("Block the bot", "block", () => this.acts.block(this.personId))];
    const group = this.world.chats.get(this.groupId);
    if (group && this.world.isMember(this.personId, group.id)) {
      items.push(item("Leave the group", "leave", () => this.acts.leave(this.personId, group.id)));
      items.push(group.bot === false
        ? item("Add the bot to the group", "add-bot", () => this.acts.addBot(this.personId, group.id))
        : item("Remove the bot from the group", "remove-bot", () => this.acts.removeBot(this.personId, group.id)));
    } else if (group) {
      items.push(item("Join the group", "join", () => this.acts.join(this.personId, group.id)));
    }
    if (!this.frame.isNarrow()) items.push(item("Hide this column", "hide", () => this.acts.hide(this.personId)));
    this.menu.replaceChildren(...items);
  }

  /** The line between group and private chat; all columns share its height, so that they stand level. */
  #makeDivider() {
    const divider = element("div", {
      class: "divider", role: "separator", tabIndex: 0, "aria-orientation": "horizontal",
      "aria-label": "Height of the group chat", "aria-valuemin": 15, "aria-valuemax": 85,
    });
    divider.addEventListener("pointerdown", (event) => {
      divider.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    divider.addEventListener("pointermove", (event) => {
      if (!divider.hasPointerCapture(event.pointerId)) return;
      const { top, height } = this.panes.getBoundingClientRect();
      this.frame.split(((event.clientY - top) / height) * 100);
    });
    divider.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -4, ArrowDown: 4 }[event.key];
      if (!step) return;
      event.preventDefault();
      const [group] = this.panes.children;
      this.frame.split((group.offsetHeight / this.panes.offsetHeight) * 100 + step);
    });
    divider.addEventListener("dblclick", () => this.frame.split(null));
    return divider;
  }
}
