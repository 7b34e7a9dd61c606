// The server's door: what a person may do, and what happens meanwhile.

/** The server said no, or could not be reached (status 0). The message is fit to be shown. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, "The server cannot be reached.");
  }
  const text = await response.text();
  let answer = {};
  try {
    answer = text ? JSON.parse(text) : {};
  } catch {
    answer = { description: text };
  }
  if (!response.ok) {
    const reason = answer.description ?? answer.error;
    const isTold = typeof reason === "string" && reason;
    throw new Refused(response.status, isTold ? reason : `The server answered ${response.status}.`);
  }
  return answer;
}

const acts = (person, what, body = {}) => call("POST", `/api/people/${person}/${what}`, body);

export const api = {
  world: () => call("GET", "/api/world"),
  messages: async (chat) => (await call("GET", `/api/chats/${chat}/messages`)).messages,
  addPerson: (first_name, username) => call("POST", "/api/people", { first_name, username }),
  say: (person, chat_id, text, reply_to = null, thread = null) =>
    acts(person, "say", { chat_id, text, reply_to, thread }),
  commands: async (person, chat) => (await call("GET", `/api/people/${person}/commands?chat_id=${chat}`)).commands,
  press: (person, chat_id, message_id, row, column, data) =>
    acts(person, "press", { chat_id, message_id, row, column, data }),
  start: (person, payload = "") => acts(person, "start", { payload }),
  open: (person, url) => acts(person, "open", { url }),
  block: (person) => acts(person, "block"),
  unblock: (person) => acts(person, "unblock"),
  leave: (person, chat_id) => acts(person, "leave", { chat_id }),
  join: (person, chat_id) => acts(person, "join", { chat_id }),
  addBot: (person, chat_id) => acts(person, "add_bot", { chat_id }),
  removeBot: (person, chat_id) => acts(person, "remove_bot", { chat_id }),
};

const FIRST_DELAY = 500; // milliseconds
const LONGEST_DELAY = 4000;

/**
 * Hears the server for as long as the page lives. `opened(again)` is called at every connection, before its first
 * happening; what happened in between is lost, so the caller reads everything anew when `again` is true.
 */
export function listen({ opened, lost, happened }) {
  let delay = FIRST_DELAY;
  let again = false;
  const connect = () => {
    const source = new EventSource("/api/events");
    source.onopen = () => {
      delay = FIRST_DELAY;
      opened(again);
      again = true;
    };
    source.onmessage = (event) => happened(JSON.parse(event.data));
    source.onerror = () => {
      // The browser's own retry gives up for good on an HTTP error, which a restarting server may well send.
      source.close();
      again = true;
      lost();
      setTimeout(connect, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    };
  };
  connect();
}
