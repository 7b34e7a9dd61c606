// One message as one person sees it. An edit changes only the parts that differ, in place: focus, selection and
// a finger on its way down stay where they are.

import { arrange, element, hueOf, icon, name } from "./dom.js";
import { richText, withSuits } from "./rich_text.js";

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const calendar = new Intl.DateTimeFormat("en", { day: "numeric", month: "long" });
const day = (date) => new Date(date * 1000).toDateString();

export class MessageView {
  /**
   * `isWaiting(message, row, column, label)`: is that button's press unanswered? `messageOf(id)`: one of this chat.
   * `topicOf(message)`: the topic to be named at it, if any.
   */
  constructor(message, viewerId, { isWaiting, messageOf, topicOf }) {
    Object.assign(this, { viewerId, isWaiting, messageOf, topicOf });
    this.dayLabel = element("div", { class: "day", hidden: true });
    this.author = element("div", { class: "author" });
    this.quoted = element("div", { class: "quoted", dir: "auto", hidden: true });
    this.topic = element("div", { class: "topic", dir: "auto", hidden: true });
    this.text = element("div", { class: "text", dir: "auto" });
    this.file = element("div", { class: "file", hidden: true });
    this.time = element("time", {});
    this.bubble = element("div", { class: "bubble" }, this.author, this.topic, this.quoted, this.file, this.text, this.time);
    this.keyboard = element("div", { class: "keyboard", role: "group", "aria-label": "Buttons", hidden: true });
    this.root = element("li", { class: "message", data: { message: message.message_id } },
      this.dayLabel, this.bubble, this.keyboard);
    this.show(message);
  }

  show(message) {
    const before = this.message;
    this.message = message;
    this.root.classList.toggle("own", message.from?.id === this.viewerId && !message.service);
    this.root.classList.toggle("service", Boolean(message.service));
    this.root.classList.toggle("edited", Boolean(message.edit_date));
    this.root.classList.toggle("wide", (message.buttons ?? []).length > 0);
    this.root.classList.toggle("private", message.only_for != null);
    if (before?.html !== message.html || before?.text !== message.text) this.#showText();
    const files = (one) => JSON.stringify([one?.document, one?.photo]);
    if (files(before) !== files(message)) this.#showFile();
    this.#showAuthor();
    this.#showTopic();
    this.#showQuoted();
    this.#showTime();
    this.showKeyboard();
  }

  /** Marks an edit for a moment, so that the eye finds what has changed. */
  flash() {
    this.bubble.classList.remove("changed");
    void this.bubble.offsetWidth; // starts the animation anew when edits come one upon the other
    this.bubble.classList.add("changed");
  }

  /** A run of messages by one author says his name once; a new day says its date. */
  follow(previous, today) {
    const sameDay = previous && day(previous.date) === day(this.message.date);
    const sameAuthor = previous && !previous.service && previous.from?.id === this.message.from?.id;
    this.root.classList.toggle("follows", Boolean(sameDay && sameAuthor));
    this.dayLabel.hidden = Boolean(sameDay);
    const isToday = day(this.message.date) === day(today);
    this.dayLabel.textContent = isToday ? "Today" : calendar.format(this.message.date * 1000);
  }

  #showAuthor() {
    const author = this.message.from;
    this.author.hidden = !author || this.root.classList.contains("own") || Boolean(this.message.service);
    if (!author) return;
    this.author.replaceChildren(name(author.first_name));
    this.author.style.setProperty("--hue", hueOf(author.id));
    this.author.classList.toggle("bot", author.is_bot);
  }

  #showTopic() {
    const topic = this.topicOf(this.message);
    this.topic.hidden = !topic;
    this.topic.textContent = topic ? `# ${topic.name}` : "";
  }

  #showQuoted() {
    const answered = this.message.reply_to ? this.messageOf(this.message.reply_to) : null;
    this.quoted.hidden = !answered;
    if (answered) this.quoted.replaceChildren(name(answered.from.first_name), `: ${answered.text}`);
  }

  #showText() {
    const { html, text } = this.message;
    const scrolled = [...this.text.querySelectorAll("pre")].map((block) => block.scrollLeft);
    this.text.replaceChildren(html ? richText(html) : withSuits(text ?? ""));
    this.text.hidden = !html && !text;
    this.text.querySelectorAll("pre").forEach((block, index) => {
      block.tabIndex = 0; // a block that scrolls must be reachable from the keyboard
      block.scrollLeft = scrolled[index] ?? 0;
    });
  }

  #showFile() {
    const { document: file, photo } = this.message;
    this.file.hidden = !file && !photo;
    if (photo) {
      const { url: src, width, height } = photo;
      return this.file.replaceChildren(element("img", { src, width, height, alt: "" }));
    }
    if (!file) return this.file.replaceChildren();
    this.file.replaceChildren(
      element("a", { href: file.url, download: file.file_name ?? "", data: { document: file.file_name ?? "" } },
        element("span", { class: "sheet" }, icon("file")),
        element("span", { class: "about" },
          element("bdi", { textContent: file.file_name ?? "file" }),
          element("small", { textContent: sizeOf(file.size) }))),
    );
  }

  #showTime() {
    const { date, edit_date: edited } = this.message;
    const alone = this.message.only_for == null ? "" : "only you see this · ";
    this.time.textContent = `${alone}${edited ? "edited " : ""}${clock.format(date * 1000)}`;
    this.time.dateTime = new Date(date * 1000).toISOString();
    this.time.title = edited ? `edited ${clock.format(edited * 1000)}` : "";
  }

  /** Brings the buttons in step with the message and with what is waited for. */
  showKeyboard() {
    const rows = this.message.buttons ?? [];
    this.keyboard.hidden = rows.length === 0;
    arrange(this.keyboard, rows.map((_, row) => this.keyboard.children[row] ?? element("div", { class: "row" })));
    rows.forEach((buttons, row) => {
      const line = this.keyboard.children[row];
      line.style.setProperty("--columns", buttons.length);
      line.dataset.columns = buttons.length;
      arrange(line, buttons.map((_, column) =>
        line.children[column] ?? element("button", { type: "button", data: { row, column } })));
      buttons.forEach((button, column) => this.#showButton(line.children[column], button, row, column));
    });
  }

  #showButton(shown, { text, style, kind, url }, row, column) {
    const face = JSON.stringify([text, style, kind, url]);
    if (shown.dataset.face !== face) {
      shown.dataset.face = face;
      shown.dataset.kind = kind;
      shown.dataset.style = style ?? "";
      shown.title = kind === "url" ? url : [...text].length > 14 ? text : "";
      shown.replaceChildren(element("span", { class: "label", dir: "auto" }, withSuits(text)));
      if (kind === "url") shown.append(icon("link"));
    }
    const waits = this.isWaiting(this.message, row, column, text);
    if (waits) shown.setAttribute("aria-busy", "true");
    else shown.removeAttribute("aria-busy");
  }
}

function sizeOf(bytes) {
  if (!Number.isFinite(bytes)) return "";
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
