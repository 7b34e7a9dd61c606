// What the bot answers to a press, seen by the presser alone: a toast that goes by itself, an alert that waits for OK.

import { arrange, element } from "./dom.js";
import { withSuits } from "./rich_text.js";

const SHORTEST = 2600; // milliseconds a toast stays, and how much longer for each character to read
const PER_CHARACTER = 45;
const MOST_TOASTS = 3;

export class Answers {
  #alerts = [];
  #returnTo = null;

  /** `behind` is what an alert covers and puts out of reach. */
  constructor(behind) {
    this.behind = behind;
    this.toasts = element("div", { class: "toasts", role: "status", "aria-live": "polite" });
    this.alert = element("div", { class: "alert", hidden: true });
    this.root = element("div", { class: "answers" }, this.toasts, this.alert);
  }

  /** `kind` is "answer" for the bot's words or "complaint" for the page's own. */
  toast(text, kind = "answer") {
    const shown = element("button", {
      type: "button", class: "toast", dir: "auto", data: { kind }, on: { click: () => this.#end(shown) },
    }, withSuits(text));
    for (const other of this.toasts.children) if (other.textContent === text) other.remove();
    const kept = [...this.toasts.children].filter((other) => !other.classList.contains("gone"));
    arrange(this.toasts, [...kept.slice(1 - MOST_TOASTS), shown]);
    setTimeout(() => this.#end(shown), SHORTEST + PER_CHARACTER * text.length);
  }

  #end(shown) {
    shown.classList.add("gone");
    setTimeout(() => shown.remove(), 200);
  }

  showAlert(text) {
    this.#alerts.push(text);
    if (this.#alerts.length === 1) this.#showNext();
  }

  #showNext() {
    const [text] = this.#alerts;
    const focused = document.activeElement;
    const isHere = focused === document.body || this.behind.contains(focused) || this.alert.contains(focused);
    if (this.behind.contains(focused)) this.#returnTo = focused;
    this.alert.hidden = text === undefined;
    this.behind.inert = text !== undefined;
    if (text === undefined) {
      this.alert.replaceChildren();
      this.#returnTo?.focus?.({ preventScroll: true });
      this.#returnTo = null;
      return;
    }
    const words = element("p", { dir: "auto" }, withSuits(text));
    const ok = element("button", {
      type: "button", class: "chief", textContent: "OK", data: { action: "ok" },
      on: { click: () => { this.#alerts.shift(); this.#showNext(); } },
    });
    const card = element("div", {
      class: "card", role: "alertdialog", "aria-modal": "true", "aria-label": "The bot says",
    }, words, ok);
    card.addEventListener("keydown", (event) => event.key === "Escape" && ok.click());
    this.alert.replaceChildren(card);
    if (isHere) ok.focus({ preventScroll: true }); // somebody who writes in another column is not disturbed
  }
}
