// Presses that the bot has not answered yet.

// Milliseconds. Telegram takes no answer later than about 15 s after the bot has read the press.
const PATIENCE = 20_000;

export class Waiting {
  #presses = new Map();

  /** `givenUp(press)` is called when the bot did not answer in time. */
  constructor(givenUp) {
    this.givenUp = givenUp;
  }

  #key = (person, chat, message) => `${person}/${chat}/${message}`;

  begin(press) {
    const key = this.#key(press.person, press.chat, press.message);
    const timer = setTimeout(() => {
      this.#drop(key, press);
      this.givenUp(press);
    }, PATIENCE);
    this.#presses.set(key, [...(this.#presses.get(key) ?? []), { ...press, timer }]);
  }

  #drop(key, { row, column }) {
    const left = (this.#presses.get(key) ?? []).filter((other) => other.row !== row || other.column !== column);
    if (left.length) this.#presses.set(key, left);
    else this.#presses.delete(key);
  }

  /** Ends all waiting of that person on that message (an answer does not say which button); was there any? */
  end(person, chat, message) {
    const key = this.#key(person, chat, message);
    const ended = this.#presses.get(key) ?? [];
    for (const press of ended) clearTimeout(press.timer);
    return this.#presses.delete(key);
  }

  endAll() {
    for (const presses of this.#presses.values()) for (const press of presses) clearTimeout(press.timer);
    this.#presses.clear();
  }

  /** Whether that very button is waited for; one that an edit has renamed is another button. */
  has(person, chat, message, row, column, label) {
    const presses = this.#presses.get(this.#key(person, chat, message)) ?? [];
    return presses.some((press) => press.row === row && press.column === column && press.label === label);
  }
}
