"""Laws of every screen, at every stage that random play reaches, for every seat and for the group, in all languages."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from bot.game import rules
from bot.game.state import Ended
from bot.presses import LARGEST, unpack
from bot.screens.board import board
from bot.screens.buttons import ROOM
from bot.screens.hand import hand
from bot.screens.keyboards import KEYBOARDS
from bot.screens.result import result
from bot.screens.screen import Screen
from bot.screens.settlement import settlement
from bot.screens.sheet import sheet
from bot.screens.widths import width
from tests.screens.dealing import LANGUAGES, NAMES, frame, pulka, some_states

PHONE = 34
"""Monospaced characters in a line of 360 pixels."""
NASTY = {1: "<b>Анна & Co", 2: "\u05e2\u05d5\u05de\u05e8 \u202e\u202d\n", 3: "", 4: "👩\u200d👩\u200d👧 ユーザー " * 6}
"""A tag, a name from right to left that turns the direction and breaks the line, nothing, a family and wide letters."""


class Tags(HTMLParser):
    """The text of a message, and whether its tags are Telegram's, closed and nested."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text, self.open = "", []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list) -> None:
        assert tag in ("b", "code", "pre", "blockquote")
        assert attrs == ([("expandable", None)] if tag == "blockquote" else [])
        assert tag not in self.open, "Telegram nests no quote in a quote"
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def lawful(screen: Screen) -> None:
    """Telegram takes the message, and a person with a phone can read it and press its buttons."""
    text = Tags(screen.text).text
    assert 0 < len(text) <= 4096
    assert text.strip() == text
    assert "\n\n\n" not in text
    assert "{" not in text
    buttons = [b for row in screen.buttons for b in row]
    assert len(buttons) <= 100
    assert all(len(row) <= 5 for row in screen.buttons)
    for button in buttons:
        assert 0 < len(button.text) <= 64
        assert len(button.data.encode()) <= LARGEST
        assert button.copy or unpack(button.data)
    told = [b.data for b in buttons if not (silent(b.text) or b.copy)]
    assert len(set(told)) == len(told)
    for block in re.findall(r"<(?:pre|code)>(.*?)</", screen.text, re.DOTALL):
        wide = [line for line in unescape(block).split("\n") if width(line) > PHONE]
        assert wide == [] or re.fullmatch("[0-9a-f]{64}|preset=.*", block)


def on_a_phone(screen: Screen) -> None:
    """Besides, no label is cut on a screen of 360 pixels."""
    lawful(screen)
    assert [b.text for row in screen.buttons for b in row if width(b.text) > ROOM[len(row)]] == []


def silent(text: str) -> bool:
    """Taking the talon without a bid is written as the lowest bid, which has a button too."""
    return text in ("Взять прикуп", "Взяти прикуп", "Take the talon")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_screen_of_a_deal_is_lawful(locale: str, seats: int):
    for state in some_states(seats):
        for seat in state.table.order:
            on_a_phone(hand(frame(state, seat, locale)))
        on_a_phone(board(frame(state, None, locale)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_names_of_any_kind_break_nothing(seats: int):
    for state in some_states(seats, pulkas=1):
        for seat in state.table.order:
            on_a_phone(hand(frame(state, seat, names=NASTY)))
        on_a_phone(board(frame(state, None, names=NASTY)))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_result_and_the_end_are_lawful(locale: str, seats: int):
    last = None
    for state in pulka(11, seats):
        closed = getattr(state.phase, "last", None)
        if closed is not None and closed is not last:
            last = closed
            for names in (NAMES, NASTY):
                lawful(result(frame(state, None, locale, names=names), closed, "0f" * 32))
                lawful(sheet(frame(state, None, locale, names=names)))
    assert isinstance(state.phase, Ended)
    for names in (NAMES, NASTY):
        lawful(settlement(frame(state, None, locale, names=names)))
        for seat in (None, *state.table.order):
            on_a_phone((hand if seat else board)(frame(state, seat, locale, names=names)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play_met_every_question(seats: int):
    met = {q.about for state in some_states(seats) for q in rules.asked(state).values()}
    of_the_dealer, of_two_opponents = {"dealer", "look", "invite", "share"}, {"return", "light", "help"}
    assert met == set(KEYBOARDS) - {2: of_the_dealer | of_two_opponents, 3: of_the_dealer, 4: set()}[seats]
