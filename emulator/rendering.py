"""Text and entities to HTML that a page may show as it is: every character escaped, only harmless tags."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from emulator.chats import Entity
from emulator.entities import ordered, utf16_length, utf16_slice

_TAGS = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "code": "code",
    "pre": "pre",
    "spoiler": "tg-spoiler",
    "blockquote": "blockquote",
    "expandable_blockquote": "blockquote",
    "text_link": "a",
    "text_mention": "a",
    "url": "a",
}


def render(text: str, entities: Sequence[Entity]) -> str:
    """Safe HTML. Line ends stay as they are (show it with `white-space: pre-wrap`); overlapping entities are nested."""
    shown = [entity for entity in ordered(entities) if entity["type"] in _TAGS]
    if not shown:
        return escape(text)
    bounds = {0, utf16_length(text)}
    for entity in shown:
        bounds |= {entity["offset"], entity["offset"] + entity["length"]}
    marks = sorted(bounds)
    parts: list[str] = []
    stack: list[Entity] = []
    for here, there in pairwise(marks):
        _close_ended(stack, parts, here, text)
        for entity in shown:
            if entity["offset"] == here:
                stack.append(entity)
                parts.append(_opening(entity, text))
        parts.append(escape(utf16_slice(text, here, there - here)))
    _close_ended(stack, parts, marks[-1], text)
    return "".join(parts)


def _close_ended(stack: list[Entity], parts: list[str], here: int, text: str) -> None:
    """Close what ends here, and what stands inside it and goes on: that is opened again."""
    ended = [entity["offset"] + entity["length"] <= here for entity in stack]
    if True not in ended:
        return
    first = ended.index(True)
    reopened = [entity for entity, over in zip(stack[first:], ended[first:], strict=True) if not over]
    parts.extend(f"</{_TAGS[entity['type']]}>" for entity in reversed(stack[first:]))
    del stack[first:]
    for entity in reopened:
        stack.append(entity)
        parts.append(_opening(entity, text))


def _opening(entity: Entity, text: str) -> str:
    if entity["type"] == "expandable_blockquote":
        return "<blockquote expandable>"
    if entity["type"] == "text_link":
        return f'<a href="{escape(entity["url"])}">'
    if entity["type"] == "text_mention":
        return f'<a href="tg://user?id={entity["user"]["id"]}">'
    if entity["type"] == "url":
        return f'<a href="{escape(utf16_slice(text, entity["offset"], entity["length"]))}">'
    return f"<{_TAGS[entity['type']]}>"
