// The row of people at the top: on a wide window each shows or hides a column, on a narrow one it goes to the person.

import { arrange, avatar, element, icon, name, showUnread } from "./dom.js";
import { Refused } from "./api.js";

export class PeopleBar {
  #chips = new Map();

  constructor(world, root, { choose, add }) {
    Object.assign(this, { world, root, choose });
    this.adder = element("button", {
      type: "button", class: "quiet", "aria-label": "Add a person", title: "Add a person",
      data: { action: "add-person" },
      on: { click: () => this.#ask() },
    }, icon("plus"));
    this.dialog = document.getElementById("newcomer");
    this.form = this.dialog.querySelector("form");
    this.complaint = this.dialog.querySelector(".complaint");
    this.dialog.querySelector("[value=cancel]").addEventListener("click", () => this.dialog.close());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add(add);
    });
  }

  #ask() {
    this.form.reset();
    this.complaint.hidden = true;
    this.dialog.showModal();
  }

  async #add(add) {
    const { first_name, username } = Object.fromEntries(new FormData(this.form));
    try {
      await add(first_name.trim(), username.trim());
      this.dialog.close();
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      this.complaint.textContent = refusal.message;
      this.complaint.hidden = false;
    }
  }

  /** `shown` are the ids of the people on the screen. */
  refresh(shown, narrow) {
    const chips = [...this.world.people.values()].map((person) => {
      const chip = this.#chips.get(person.id) ?? this.#make(person);
      const current = shown.includes(person.id);
      const isNew = current && chip.getAttribute("aria-pressed") !== "true";
      chip.setAttribute("aria-pressed", String(current));
      if (narrow && isNew) chip.scrollIntoView({ block: "nearest", inline: "nearest" });
      chip.title = narrow ? person.first_name : `${current ? "Hide" : "Show"} ${person.first_name}`;
      return chip;
    });
    arrange(this.root, [...chips, this.adder]);
    this.refreshUnread();
  }

  #make(person) {
    const chip = element("button", {
      type: "button", class: "chip", data: { showPerson: person.id }, on: { click: () => this.choose(person.id) },
    }, avatar(person), name(person.first_name), element("span", { class: "unread", hidden: true }));
    this.#chips.set(person.id, chip);
    return chip;
  }

  refreshUnread() {
    for (const [id, chip] of this.#chips) showUnread(chip.querySelector(".unread"), this.world.unreadOf(id));
  }
}
