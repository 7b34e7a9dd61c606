// Elements without a framework: make one, pick an icon, keep a child list in step.

/** An element; `on` holds listeners, `data` the dataset, keys with a dash and `role` become attributes. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key === "on") for (const [kind, listener] of Object.entries(value)) made.addEventListener(kind, listener);
    else if (key === "data") Object.assign(made.dataset, value);
    else if (key === "class") made.className = value;
    else if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(namespace, "use");
  use.setAttribute("href", `#icon-${name}`);
  drawing.append(use);
  return drawing;
}

/** A name as its owner wrote it, isolated so that no script or bracket in it can reorder the line. */
export function name(text) {
  return element("bdi", { textContent: text });
}

/** Makes `parent` hold exactly `wanted`, in order. What stands right is not moved: focus and scroll survive. */
export function arrange(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

const HUES = [8, 34, 130, 168, 196, 222, 268, 322];

/** One of eight hues, the same for an id wherever it shows. */
export const hueOf = (id) => HUES[Math.abs(id) % HUES.length];

export function avatar(person) {
  const letter = [...person.first_name.trim()][0] ?? "?";
  const made = element("span", { class: "avatar", "aria-hidden": "true", textContent: letter.toLocaleUpperCase() });
  made.style.setProperty("--hue", hueOf(person.id));
  return made;
}

/** The count of unread messages, as a dot small enough to be ignored. */
export function showUnread(badge, count) {
  badge.hidden = count === 0;
  badge.textContent = count > 99 ? "99+" : String(count);
  badge.setAttribute("aria-label", `${count} unread`);
}
