"""Telegram's HTML: text with tags in, plain text and entities out, or the refusal with the byte offset it names.

Written after the grammar of tdlib/td (`parse_html` in td/telegram/MessageEntity.cpp): offsets count bytes of the
UTF-8 text before references are decoded; attributes may be bare, quoted or unquoted; `</>` closes whatever is open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from emulator.chats import Entity
from emulator.entities import ordered, utf16_length
from emulator.refusals import NOT_UTF8, Refused, bad_request

_KIND_OF_TAG = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em"), "italic"),
    **dict.fromkeys(("u", "ins"), "underline"),
    **dict.fromkeys(("s", "strike", "del"), "strikethrough"),
    **dict.fromkeys(("tg-spoiler", "span"), "spoiler"),
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
_REFERENCES = {b"lt": "<", b"gt": ">", b"amp": "&", b"quot": '"'}
_LINK_SCHEMES = frozenset({"http", "https", "ftp", "tg", "ton", "tonsite"})

# The text is followed by one NUL, which counts as white space: what is cut short ends there, as it does in C.
_PLAIN = re.compile(rb"[^<&]+")
_REFERENCE = re.compile(rb"&(?:#x(?P<hex>[0-9a-fA-F]*)|#(?P<decimal>[0-9]*)|(?P<name>[a-zA-Z]*))")
_TAG_NAME = re.compile(rb"[^ \t\r\n\0\v>]*")
_SPACES = re.compile(rb"[ \t\r\n\v]*")
_ATTRIBUTE_NAME = re.compile(rb"[^ \t\r\n\0\v=>/\"']*")
_TOKEN = re.compile(rb"[0-9A-Za-z.-]*")


@dataclass
class _Open:
    """A start tag that waits for its end tag."""

    tag: str
    attributes: dict[str, str]
    offset: int  # UTF-16 units of plain text before it
    part: int  # parts of plain text before it


def parse(text: str) -> tuple[str, list[Entity]]:
    """The plain text and its entities; Refused "can't parse entities: ..." where Telegram would refuse."""
    try:
        source = text.encode() + b"\0"
    except UnicodeEncodeError:
        raise bad_request(NOT_UTF8) from None
    return _Parser(source).run()


class _Parser:
    def __init__(self, source: bytes) -> None:
        self.source = source
        self.position = 0
        self.offset = 0
        self.plain: list[str] = []
        self.open: list[_Open] = []
        self.entities: list[Entity] = []

    def run(self) -> tuple[str, list[Entity]]:
        end = len(self.source) - 1
        while self.position < end:
            if found := _PLAIN.match(self.source, self.position, end):
                self._add(found.group().decode())
                self.position = found.end()
            elif self.source[self.position] == ord("&"):
                self._add(self._reference() or self._take(1))
            elif self.source.startswith(b"</", self.position):
                self._end_tag()
            else:
                self._start_tag()
        if self.open:
            raise _cannot(f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')
        text = "".join(self.plain)
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise _cannot(
                "Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate "
                "code units"
            )
        for entity in self.entities:
            if entity["type"] == "code":
                entity.pop("language", None)
        return text, ordered(self.entities)

    def _add(self, text: str) -> None:
        self.plain.append(text)
        self.offset += utf16_length(text)

    def _take(self, count: int) -> str:
        self.position += count
        return self.source[self.position - count : self.position].decode("utf-8", "replace")

    def _reference(self) -> str:
        """The character a reference stands for, or '' where it stands for none and is plain text."""
        found = _REFERENCE.match(self.source, self.position)
        if found is None:
            return ""
        if found["name"] is not None:
            character = _REFERENCES.get(found["name"], "")
        else:
            digits, base = (found["hex"], 16) if found["hex"] is not None else (found["decimal"], 10)
            code = int(digits or b"0", base)
            character = chr(code) if 0 < code < 0x10FFFF and len(found.group()) < 10 else ""
        if character:
            self.position = found.end()
            self.position += self.source[self.position] == ord(";")
        return character

    def _start_tag(self) -> None:
        begin = self.position
        found = _TAG_NAME.match(self.source, begin + 1)
        assert found is not None
        self.position = found.end()
        if self.source[self.position] == 0:
            raise _cannot(f"Unclosed start tag at byte offset {begin}")
        tag = found.group().lower().decode("utf-8", "replace")
        if tag not in _KIND_OF_TAG:
            raise _cannot(f'Unsupported start tag "{tag}" at byte offset {begin}')
        attributes: dict[str, str] = {}
        while True:
            self._skip_spaces()
            if self.source[self.position] == ord(">"):
                self.position += 1
                break
            name, value = self._attribute(tag, begin)
            attributes[name] = value
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise _cannot(f'Tag "span" must have class "tg-spoiler" at byte offset {begin}')
        self.open.append(_Open(tag, attributes, self.offset, len(self.plain)))

    def _attribute(self, tag: str, begin: int) -> tuple[str, str]:
        name = self._match(_ATTRIBUTE_NAME)
        if not name:
            raise _cannot(f'Empty attribute name in the tag "{tag}" at byte offset {begin}')
        self._skip_spaces()
        if self.source[self.position] == ord("="):
            self.position += 1
            self._skip_spaces()
            if self.source[self.position] == 0:
                raise _cannot(f'Unclosed start tag "{tag}" at byte offset {begin}')
            value = self._value()
            if self.source[self.position] == 0:
                raise _cannot(f"Unclosed start tag at byte offset {begin}")
            return name, value
        if self.source[self.position] == 0:
            raise _cannot(f'Unclosed start tag "{tag}" at byte offset {begin}')
        return name, ""

    def _value(self) -> str:
        quote = self.source[self.position]
        if quote not in b"'\"":
            begin = self.position
            token = self._match(_TOKEN).lower()
            if self.source[self.position] not in b" \t\r\n\0\v>":
                raise _cannot(f"Unexpected end of name token at byte offset {begin}")
            return token
        self.position += 1
        value = b""
        while self.source[self.position] not in (quote, 0):
            character = self._reference() if self.source[self.position] == ord("&") else ""
            if character:
                value += character.encode("utf-8", "surrogatepass")
            else:
                value += self.source[self.position : self.position + 1]
                self.position += 1
        self.position += self.source[self.position] == quote
        return value.decode("utf-8", "replace")

    def _end_tag(self) -> None:
        begin = self.position
        if not self.open:
            raise _cannot(f"Unexpected end tag at byte offset {begin}")
        found = _TAG_NAME.match(self.source, begin + 2)
        assert found is not None
        self.position = found.end()
        self._skip_spaces()
        if self.source[self.position] != ord(">"):
            raise _cannot(f"Unclosed end tag at byte offset {begin}")
        self.position += 1
        closed, expected = found.group().lower().decode("utf-8", "replace"), self.open[-1].tag
        if closed and closed != expected:
            raise _cannot(f'Unmatched end tag at byte offset {begin}, expected "</{expected}>", found "</{closed}>"')
        self._close(self.open.pop())

    def _close(self, start: _Open) -> None:
        length = self.offset - start.offset
        if not length:
            return
        entity: Entity = {"type": _KIND_OF_TAG[start.tag], "offset": start.offset, "length": length}
        attributes = start.attributes
        if start.tag == "a":
            entity |= _link(attributes.get("href") or "".join(self.plain[start.part :]))
            if entity["type"] == "nothing":
                return
        elif start.tag == "blockquote" and "expandable" in attributes:
            entity["type"] = "expandable_blockquote"
        elif start.tag == "code" and attributes.get("class", "").startswith("language-"):
            entity["language"] = attributes["class"].removeprefix("language-")
            if self._last_is("pre", entity):
                self.entities.pop()
                entity["type"] = "pre"
        elif start.tag == "pre" and self._last_is("code", entity) and "language" in self.entities[-1]:
            entity["language"] = self.entities.pop()["language"]
        elif start.tag == "tg-emoji":
            if not attributes.get("emoji-id", "").isdecimal():
                raise _cannot("Invalid custom emoji identifier specified", entities=False)
            entity["custom_emoji_id"] = attributes["emoji-id"]
        elif start.tag == "tg-time":
            entity |= {"unix_time": int(attributes.get("unix") or 0), "date_time_format": attributes.get("format", "")}
        self.entities.append(entity)

    def _last_is(self, kind: str, over: Entity) -> bool:
        """A pre and a code over the same text are one entity, a pre with the language of the code."""
        last = self.entities[-1] if self.entities else {}
        return (last.get("type"), last.get("offset"), last.get("length")) == (kind, over["offset"], over["length"])

    def _match(self, pattern: re.Pattern[bytes]) -> str:
        found = pattern.match(self.source, self.position)
        assert found is not None
        self.position = found.end()
        return found.group().decode("utf-8", "replace")

    def _skip_spaces(self) -> None:
        self._match(_SPACES)


def _cannot(reason: str, *, entities: bool = True) -> Refused:
    return bad_request(f"can't parse entities: {reason}" if entities else reason)


def _link(url: str) -> dict[str, Any]:
    """What a link adds to its entity: an address, a person, or "nothing" where Telegram leaves plain text."""
    try:
        parts = urlsplit(url.strip())
        user = parse_qs(parts.query).get("id", [""])[0]
    except ValueError:
        return {"type": "nothing"}
    if parts.scheme == "tg" and parts.netloc == "user" and user.isdecimal():
        return {"type": "text_mention", "user": {"id": int(user)}}
    if parts.scheme in _LINK_SCHEMES and parts.netloc:
        return {"url": url.strip()}
    if not parts.scheme and re.fullmatch(r"[\w-]+(\.[\w-]+)+", parts.path.split("/")[0]):
        return {"url": "http://" + url.strip()}
    return {"type": "nothing"}
