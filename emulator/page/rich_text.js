// The server's HTML, let through a list of what a message may hold; suits get their colour, commands can be pressed.

import { element } from "./dom.js";

const PLAIN = new Set(["B", "STRONG", "I", "EM", "U", "INS", "S", "STRIKE", "DEL", "CODE", "PRE"]);
const QUIET = new Set(["CODE", "PRE", "A"]); // no links inside these
const BLOCKS = new Set(["PRE", "BLOCKQUOTE"]);

const NOTABLE = new RegExp(
  [
    String.raw`(?<suit>[♠♣♦♥]\uFE0F?)`,
    String.raw`(?<command>(?<![\p{L}\p{N}_/@.])/[a-zA-Z][a-zA-Z0-9_]{0,31}(?:@[a-zA-Z0-9_]+)?(?![\p{L}\p{N}_/]))`,
    String.raw`(?<link>(?<![\p{L}\p{N}])(?:https?://|t\.me/)[^\s<>"]*[^\s<>".,:;!?)\]»”'])`,
  ].join("|"),
  "gu",
);

/** A text with its suits made readable: for buttons and other places where nothing can be pressed. */
export function withSuits(text) {
  return notable(text, false);
}

function notable(text, pressable) {
  const made = document.createDocumentFragment();
  let end = 0;
  for (const match of text.matchAll(NOTABLE)) {
    const { suit, command, link } = match.groups;
    if (!suit && !pressable) continue;
    made.append(text.slice(end, match.index));
    if (suit) made.append(coloured(suit));
    else if (command) made.append(pressed(command));
    else made.append(anchor(link, [link]));
    end = match.index + match[0].length;
  }
  made.append(text.slice(end));
  return made;
}

function coloured(suit) {
  return element("span", { class: "♥♦".includes(suit[0]) ? "suit red" : "suit", textContent: suit });
}

function pressed(command) {
  return element("button", { type: "button", class: "link", data: { command }, textContent: command });
}

function anchor(href, children) {
  let address;
  try {
    // A link as people type it may have no scheme.
    address = new URL(/^[a-z][a-z0-9+.-]*:/i.test(href) ? href : `https://${href}`);
  } catch {
    return element("span", {}, ...children);
  }
  // tg://user?id=... is a mention: it leads nowhere here, and nothing but the web may be opened.
  if (!["http:", "https:"].includes(address.protocol)) return element("span", { class: "mention" }, ...children);
  return element("a", { href: address.href, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

function spoiler(children) {
  return element("span", {
    class: "spoiler",
    role: "button",
    tabIndex: 0,
    "aria-label": "Hidden text: press to read",
    data: { hidden: "" },
  }, element("span", { class: "secret" }, ...children));
}

function quote(source, children) {
  const made = element("blockquote", {}, ...children);
  if (source.hasAttribute("expandable") || source.classList.contains("expandable")) {
    made.dataset.folded = "";
    made.tabIndex = 0;
    made.setAttribute("role", "button");
    made.setAttribute("aria-expanded", "false");
  }
  return made;
}

/** A block ends its line by itself: the line break after it would be a second one. */
function lines(text) {
  return BLOCKS.has(text.previousSibling?.nodeName) ? text.data.replace(/^\n/, "") : text.data;
}

function copy(node, pressable) {
  if (node.nodeType === Node.TEXT_NODE) return notable(lines(node), pressable);
  if (node.nodeType !== Node.ELEMENT_NODE) return document.createDocumentFragment();
  const children = [...node.childNodes].map((child) => copy(child, pressable && !QUIET.has(node.nodeName)));
  if (node.nodeName === "BR") return element("br");
  if (node.nodeName === "A") return anchor(node.getAttribute("href") ?? "", children);
  if (node.nodeName === "TG-SPOILER" || node.classList.contains("tg-spoiler")) return spoiler(children);
  if (node.nodeName === "BLOCKQUOTE") return quote(node, children);
  if (PLAIN.has(node.nodeName)) return element(node.nodeName.toLowerCase(), {}, ...children);
  const bare = document.createDocumentFragment(); // an unknown element loses its tag, not its words
  bare.append(...children);
  return bare;
}

export function richText(html) {
  const parsed = element("template");
  parsed.innerHTML = html; // inert in a template: no script runs, nothing is fetched
  const made = document.createDocumentFragment();
  made.append(...[...parsed.content.childNodes].map((node) => copy(node, true)));
  return made;
}

/** Opens a spoiler or a folded quote that was pressed; true if there was one. */
export function unfold(target) {
  const hidden = target.closest(".spoiler[data-hidden]");
  if (hidden) {
    delete hidden.dataset.hidden;
    for (const attribute of ["role", "tabindex", "aria-label"]) hidden.removeAttribute(attribute);
    return true;
  }
  const folded = target.closest("blockquote[aria-expanded]");
  if (!folded || target.closest("a, .link")) return false;
  const open = folded.getAttribute("aria-expanded") === "true";
  folded.setAttribute("aria-expanded", String(!open));
  folded.toggleAttribute("data-folded", open);
  return true;
}
