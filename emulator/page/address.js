// The part of the address after "#": which people's columns show, and which person and chat are in front.

const number = (text) => (/^-?\d+$/.test(text ?? "") ? Number(text) : null);

export function readAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const people = (fields.get("people") ?? "").split(",").map(number).filter((id) => id !== null);
  return {
    people: people.length ? people : null,
    person: number(fields.get("person")),
    chat: number(fields.get("chat")),
  };
}

export function writeAddress({ people, person, chat }) {
  const fields = [];
  if (people) fields.push(`people=${people.join(",")}`);
  if (person !== null) fields.push(`person=${person}`);
  if (chat !== null) fields.push(`chat=${chat}`);
  return `#${fields.join("&")}`;
}
