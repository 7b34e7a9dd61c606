"""Formatted text: a text and its entities, whose offsets and lengths count UTF-16 code units as Telegram's do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from emulator.chats import Entity
from emulator.refusals import bad_request, not_emulated

# Which of two entities over the same span is the outer one (td/telegram/MessageEntity.cpp, get_type_priority).
_PRIORITY = {"blockquote": 0, "expandable_blockquote": 1, "pre": 11, "code": 20, "text_link": 49, "text_mention": 49}
_PRIORITY |= {"bold": 90, "italic": 91, "underline": 92, "strikethrough": 93, "spoiler": 94}

KINDS = frozenset(_PRIORITY) | {"mention", "hashtag", "bot_command", "url", "email", "custom_emoji", "date_time"}

_FOUND = re.compile(
    r"(?P<url>https?://[^\s<>\"]+[^\s<>\".,;:!?)])"
    r"|(?<![\w/<>])(?P<bot_command>/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?)(?![\w/])"
    r"|(?<!\w)(?P<mention>@[A-Za-z0-9_]{3,32})\b"
)


def utf16_length(text: str) -> int:
    """How many UTF-16 code units the text takes: two for characters beyond U+FFFF, such as most emoji."""
    return len(text) + sum(character > "\uffff" for character in text)


def utf16_slice(text: str, offset: int, length: int) -> str:
    return text.encode("utf-16-le")[2 * offset : 2 * (offset + length)].decode("utf-16-le", "replace")


def ordered(entities: Iterable[Entity]) -> list[Entity]:
    """The order Telegram sends them in: by offset, the longer first, then the outer kind first."""
    return sorted(entities, key=lambda it: (it["offset"], -it["length"], _PRIORITY.get(it["type"], 50)))


def found_in(text: str) -> list[Entity]:
    """The commands, mentions and links that Telegram marks by itself in any text."""
    if "/" not in text and "@" not in text:
        return []
    return [
        {
            "type": str(match.lastgroup),
            "offset": utf16_length(text[: match.start()]),
            "length": utf16_length(match.group()),
        }
        for match in _FOUND.finditer(text)
    ]


def with_found(text: str, entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """The entities given, and those found in the text where none of the given is in the way."""
    found = [
        new
        for new in found_in(text)
        if not any(
            new["offset"] < old["offset"] + old["length"] and old["offset"] < new["offset"] + new["length"]
            for old in entities
        )
    ]
    return tuple(ordered([*entities, *found])) if found else tuple(entities)


def trimmed(text: str, entities: Sequence[Entity]) -> tuple[str, list[Entity]]:
    """Without white space at both ends, entities cut to fit, as td's fix_formatted_text does.

    On the left only spaces and line ends go, and only up to the first entity.
    """
    shown = text.rstrip()
    end = utf16_length(shown)
    kept = [
        {**entity, "length": min(entity["length"], end - entity["offset"])}
        for entity in entities
        if entity["offset"] < end and utf16_slice(text, entity["offset"], entity["length"]).strip()
    ]
    first = kept[0]["offset"] if kept else len(shown)
    skip = min(len(shown) - len(shown.lstrip(" \n")), first)
    if skip:
        kept = [{**entity, "offset": entity["offset"] - skip} for entity in kept]
    return shown[skip:], kept


def checked(given: Sequence[Any], text: str) -> list[Entity]:
    """Entities a bot sent ready-made; refused if they are not MessageEntity objects within the text."""
    end = utf16_length(text)
    for entity in given:
        if not isinstance(entity, dict):
            raise bad_request("can't parse MessageEntity: expected an Object")
        if not isinstance(entity.get("type"), str) or entity["type"] not in KINDS:
            raise not_emulated(f"entity type {entity.get('type')!r} is none of {', '.join(sorted(KINDS))}")
        offset, length = entity.get("offset"), entity.get("length")
        if not isinstance(offset, int) or not isinstance(length, int) or offset < 0 or length < 0:
            raise bad_request("can't parse MessageEntity: offset and length must be non-negative Integers")
        if offset + length > end:
            raise not_emulated(f"entity {entity['type']} at {offset}+{length} ends beyond the text ({end})")
    return ordered(entity for entity in given if entity["length"])
