"""What a button carries: at most 64 bytes that name the table, the question and the answer. Without aiogram.

Five kinds: `answer` (an action of the game, with the number of the question it answers), `draft` (a choice that is not
final yet: a card to discard, a contract to confirm), `ask` (a look, or something about the lobby: no question),
`rule` (a page of a chat's or table's agreement, or a change there) and `page` (a page that belongs to no table:
settings, one's tables, history).
Fields are joined by `|`, since tokens have colons.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.game.errors import NotationError

LARGEST = 64
"""Bytes of UTF-8 that Telegram lets a button carry."""
KINDS = {"a": "answer", "d": "draft", "q": "ask", "r": "rule", "p": "page"}
_LETTERS = {kind: letter for letter, kind in KINDS.items()}
_PRESS = re.compile(r"([adqrp])\|([0-9]{1,12})\|([0-9]{1,9})\|([A-Za-z0-9:._+-]{1,48})")


@dataclass(frozen=True, slots=True)
class Press:
    """One press: `word` is a token of the game for an answer, else what is chosen or wanted."""

    kind: str
    table: int
    word: str
    number: int = 0
    """Of the question that is answered: the seq of the action that opened it. 0 where no question is answered."""


def pack(press: Press) -> str:
    """The button's data. Raises ValueError when it is not one that `unpack` reads, or over 64 bytes."""
    text = f"{_LETTERS[press.kind]}|{press.table}|{press.number}|{press.word}"
    if not _PRESS.fullmatch(text) or len(text.encode()) > LARGEST:
        raise ValueError(f"not a button's data: {text!r}")
    return text


def unpack(text: str) -> Press:
    """The press of a button's data, which anybody may have forged. Raises NotationError."""
    found = _PRESS.fullmatch(text)
    if not found:
        raise NotationError("button", text=text, expected="a kind, a table, a number and a word")
    return Press(KINDS[found[1]], int(found[2]), found[4], int(found[3]))


def answer(table: int, number: int, token: str) -> str:
    """Data of a button that answers question `number` with `token`."""
    return pack(Press("answer", table, token, number))


def draft(table: int, number: int, word: str) -> str:
    """Data of a button that changes what has been picked but not confirmed."""
    return pack(Press("draft", table, word, number))


def ask(table: int, word: str) -> str:
    """Data of a button that only looks, or concerns the lobby."""
    return pack(Press("ask", table, word))


def rule(table: int, word: str) -> str:
    """Data of a button of the rules: of a table, or of the chat (0)."""
    return pack(Press("rule", table, word))


def page(word: str) -> str:
    """Data of a button that turns to a page which belongs to no table, or chooses something there."""
    return pack(Press("page", 0, word))
