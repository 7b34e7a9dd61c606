"""What a person sees: messages, their buttons, and the answers to presses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


class Missed(AssertionError):
    """What a person waited for did not happen in time, or cannot be done; the text says what there was instead."""


@dataclass(frozen=True)
class Button:
    text: str
    row: int
    column: int
    style: str | None
    url: str | None
    data: str | None
    """What a press of it tells the bot; None for a link."""


@dataclass(frozen=True)
class Seen:
    """A message as a person sees it."""

    id: int
    chat_id: int
    by: str
    by_bot: bool
    text: str
    html: str
    buttons: tuple[Button, ...]
    document: Json | None
    photo: Json | None
    edited: bool
    service: bool
    only_for: int | None = None
    """Who alone sees it, if it is ephemeral."""
    instead_of: int | None = None
    """The public message in whose place he sees it."""
    thread: int | None = None
    """The topic it stands in."""
    prompt: str | None = None
    """The placeholder of a prompt to reply ("" without one); None if it is none."""

    @property
    def labels(self) -> list[list[str]]:
        """The texts of its buttons, row by row."""
        rows: dict[int, list[str]] = {}
        for button in self.buttons:
            rows.setdefault(button.row, []).append(button.text)
        return list(rows.values())

    def button(self, label: str) -> Button | None:
        """The button with exactly this label, or else the first that has it in its text."""
        named = [button for button in self.buttons if label in button.text]
        return next((button for button in named if button.text == label), named[0] if named else None)


@dataclass(frozen=True)
class Toast:
    """The answer to a press: `after` milliseconds, as an alert if `alert`, leading to `url` if there is one."""

    text: str
    alert: bool
    url: str | None
    after: int


def seen(told: Json) -> Seen:
    """A message as the client API tells it (M in README.md)."""
    buttons = tuple(
        Button(button["text"], row, column, button["style"], button["url"], button["data"])
        for row, buttons in enumerate(told["buttons"])
        for column, button in enumerate(buttons)
    )
    return Seen(
        id=told["message_id"],
        chat_id=told["chat_id"],
        by=told["from"]["first_name"],
        by_bot=told["from"]["is_bot"],
        text=told["text"],
        html=told["html"],
        buttons=buttons,
        document=told["document"],
        photo=told["photo"],
        edited=told["edit_date"] is not None,
        service=told["service"],
        only_for=told["only_for"],
        instead_of=told["instead_of"],
        thread=told["thread"],
        prompt=told["force_reply"] and told["force_reply"]["placeholder"],
    )
