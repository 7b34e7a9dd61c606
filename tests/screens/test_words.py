"""People, cards, contracts and numbers in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.game.cards import card, hand
from bot.game.contracts import LADDER, contract
from bot.screens.words import Words, bare, number, signed

RU, UK, EN = Words("ru"), Words("uk"), Words("en")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (12, "12"),
        (-3, "−3"),
        (Fraction(9, 2), "4½"),
        (Fraction(-1, 2), "−½"),
        (Fraction(25, 3), "8⅓"),
        (Fraction(-25, 7), "−25/7"),
        (Fraction(6, 3), "2"),
    ],
)
def test_numbers_are_exact(value: int | Fraction, text: str):
    assert number(value) == text


def test_what_was_won_has_a_plus():
    assert [signed(n) for n in (5, 0, -5, Fraction(1, 2))] == ["+5", "0", "−5", "+½"]


def test_cards_are_named_as_the_faces_of_the_decks_that_people_play_with():
    assert [RU.card(card(c)) for c in ("sA", "cK", "dQ", "hJ", "sT", "h7")] == ["♠Т", "♣К", "♦Д", "♥В", "♠10", "♥7"]
    assert [EN.card(card(c)) for c in ("sA", "cK", "dQ", "hJ", "sT")] == ["♠A", "♣K", "♦Q", "♥J", "♠10"]


def test_a_hand_is_written_suit_by_suit_from_high_to_low():
    assert UK.suits(hand("d7T.s8A.h9")) == ["♠ Т 8", "♦ 10 7", "♥ 9"]


def test_contracts_as_they_are_said():
    said = [RU.contract(contract(c)) for c in ("6s", "7c", "8d", "9h", "10n", "mis")]
    assert said == ["6♠", "7♣", "8♦", "9♥", "10БК", "мизер"]
    assert EN.contract(contract("6n")) == "6NT"
    assert len({RU.contract(c) for c in LADDER}) == len(LADDER)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Анна", "Анна"),
        ("  два   слова\nи строка ", "два слова и строка"),
        ("\u202eanna\u202c", "anna"),
        ("x" * 40, "x" * 23 + "…"),
        ("\u2068\u2069", ""),
    ],
)
def test_a_name_cannot_break_or_turn_a_line(name: str, kept: str):
    assert bare(name) == kept


def test_names_are_isolated_and_escaped_where_the_text_is_html():
    words = Words("ru", {1: "<b>A & B", 2: ""})
    assert words.name(1) == "\u2068&lt;b&gt;A &amp; B\u2069"
    assert words.plain().name(1) == "\u2068<b>A & B\u2069"
    assert words.name(2) == "\u2068№ 2\u2069"
