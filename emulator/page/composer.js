// The line one writes in: Enter sends, Shift+Enter breaks the line, "/" offers the bot's commands.

import { element, icon } from "./dom.js";

const LONGEST = 4096;
const TALLEST = 120; // pixels
let serial = 0;

export class Composer {
  usual = "Message"; // what the empty field says when nothing is asked for
  #offered = [];
  #chosen = -1;
  #draft = ""; // what was typed before the list was opened with its button

  /**
   * `say(text, replyTo)` resolves when the server took the message; a refusal gives the text back. `asked()` is the
   * message that asks for a reply, or null.
   */
  constructor({ label, commands, asked, say }) {
    Object.assign(this, { commands, asked, say });
    const listId = `commands-${++serial}`;
    this.field = element("textarea", {
      rows: 1, maxLength: LONGEST, placeholder: "Message", dir: "auto", autocomplete: "off", enterKeyHint: "send",
      "aria-label": label, "aria-controls": listId, "aria-autocomplete": "list", data: { field: "message" },
      on: { input: () => this.#typed(), keydown: (event) => this.#keyed(event), blur: () => this.#offer([]) },
    });
    this.list = element("ul", {
      class: "commands", id: listId, role: "listbox", "aria-label": "Commands", hidden: true,
    });
    this.opener = element("button", {
      type: "button", class: "quiet slash", textContent: "/", "aria-label": "Commands of the bot",
      data: { action: "commands" },
      on: { mousedown: (event) => event.preventDefault(), click: () => this.#open() },
    });
    const send = element("button", {
      type: "submit", class: "quiet send", "aria-label": "Send", data: { action: "send" },
    }, icon("send"));
    this.prompt = element("div", { class: "prompt", dir: "auto", hidden: true, data: { field: "prompt" } });
    this.root = element("form", {
      class: "composer", autocomplete: "off",
      on: { submit: (event) => { event.preventDefault(); this.#send(this.field.value); } },
    }, this.prompt, this.list, this.opener, this.field, send);
    // A press on the list must not take the focus from the field: its blur would close the list first.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const index = [...this.list.children].indexOf(event.target.closest("li"));
      if (index >= 0) this.#send(`/${this.#offered[index].command}`);
    });
  }

  /** Shows what is asked for, if anything is: the next text is the reply to it. */
  refresh() {
    const asked = this.asked();
    this.prompt.hidden = !asked;
    this.prompt.textContent = asked ? `Reply to: ${asked.text}` : "";
    this.field.placeholder = asked?.force_reply.placeholder || this.usual;
  }

  focus() {
    this.field.focus({ preventScroll: true });
  }

  async #send(text) {
    const said = text.trim();
    if (!said) return;
    this.#write(text === this.field.value ? "" : this.#draft);
    try {
      await this.say(said, said.startsWith("/") ? null : this.asked()?.message_id);
    } catch {
      if (!this.field.value) this.#write(said);
    }
  }

  #write(text) {
    this.field.value = text;
    this.#draft = "";
    this.#fit();
    this.#offer([]);
  }

  #typed() {
    this.#fit();
    const begun = /^\/([a-z0-9_]*)$/i.exec(this.field.value);
    const matching = begun ? this.commands().filter(({ command }) => command.startsWith(begun[1].toLowerCase())) : [];
    this.#offer(matching);
  }

  #open() {
    this.focus();
    if (!this.list.hidden) return this.#offer([]);
    this.#draft = this.field.value.startsWith("/") ? "" : this.field.value;
    this.#offer(this.commands());
  }

  #fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, TALLEST)}px`;
  }

  #offer(commands) {
    this.#offered = commands;
    this.list.replaceChildren(...commands.map(({ command, description }, index) =>
      element("li", { role: "option", id: `${this.list.id}-${index}`, data: { command } },
        element("b", { textContent: `/${command}` }), element("span", { textContent: description, dir: "auto" }))));
    this.list.hidden = commands.length === 0;
    this.field.setAttribute("aria-expanded", String(commands.length > 0));
    this.#choose(-1);
  }

  #choose(index) {
    this.#chosen = index;
    [...this.list.children].forEach((line, at) => {
      line.setAttribute("aria-selected", String(at === index));
      if (at === index) line.scrollIntoView({ block: "nearest" });
    });
    if (index < 0) this.field.removeAttribute("aria-activedescendant");
    else this.field.setAttribute("aria-activedescendant", `${this.list.id}-${index}`);
  }

  #keyed(event) {
    if (event.isComposing) return;
    const offered = this.#offered.length;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#send(this.#chosen >= 0 ? `/${this.#offered[this.#chosen].command}` : this.field.value);
    } else if (offered && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.#choose(this.#chosen < 0 && step < 0 ? offered - 1 : (this.#chosen + step + offered) % offered);
    } else if (offered && event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      this.#write(`/${this.#offered[Math.max(this.#chosen, 0)].command} `);
    } else if (offered && event.key === "Escape") {
      event.preventDefault();
      this.#offer([]);
    }
  }
}
