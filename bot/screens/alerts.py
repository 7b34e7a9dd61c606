"""Answers to a press: at most 200 characters, seen by nobody else, without HTML."""

from __future__ import annotations

from collections.abc import Mapping

from bot.game.actions import Seat
from bot.game.cards import Card
from bot.game.contracts import Contract
from bot.game.errors import PreferansError
from bot.game.state import Closed
from bot.game.view import View
from bot.screens.parts import discard, played
from bot.screens.words import SUIT_SIGNS, Words
from bot.texts import known

LARGEST = 200
"""Characters that Telegram shows in an answer to a press."""
LONGEST_NAME = 12


def alert_words(locale: str, names: Mapping[Seat, str] | None = None) -> Words:
    """A language and names for answers to presses: short, and not escaped."""
    return Words(locale, names or {}, html=False, longest=LONGEST_NAME)


def own_hand(locale: str, view: View) -> str:
    """The cards that the seat of `view` holds, and its discard as long as it may look at it."""
    words = alert_words(locale)
    if view.seat in view.dark:
        return words("alert.dark")
    if not view.own:
        return words("alert.no_cards")
    lines = ["  ".join(words.suits(view.own))]
    return _short("\n".join([*lines, *discard(words, view)]))


def last_trick(locale: str, view: View, names: Mapping[Seat, str]) -> str:
    """The trick taken last: what may be looked at again (Codex 3.9.8)."""
    words = alert_words(locale, names)
    if not view.past:
        return words("alert.no_trick")
    return _short(words("alert.last_trick", cards=played(words, view.past[-1])))


def all_cards(locale: str, closed: Closed, names: Mapping[Seat, str]) -> str:
    """The hands as they were dealt, talon and discard of a deal that is over."""
    words, deal = alert_words(locale, names), closed.deal
    if not deal.playing:
        return words("alert.no_deal")
    lines = [f"{words.name(h)} {' '.join(words.suits(deal.hands[h - 1], gap=''))}" for h in deal.playing]
    lines.append(words("game.talon", cards=words.cards(deal.talon)))
    if closed.dropped:
        lines.append(words("hand.dropped", cards=words.cards(closed.dropped)))
    return _short("\n".join(lines))


def refusal(locale: str, error: PreferansError, names: Mapping[Seat, str] | None = None) -> str:
    """Why a press was refused and what may be done instead."""
    words = alert_words(locale, names)
    if error.code == "agreement_error" and known(f"rule.{error.params.get('key')}"):
        return _short(words("toast.agreement_rule", rule=words(f"rule.{error.params['key']}")))
    if error.code == "must_trump" and error.params.get("suit") is None:
        return words("toast.not_now")
    return toast(locale, error.code, names, **error.params)


def toast(locale: str, code: str, names: Mapping[Seat, str] | None = None, /, **params: object) -> str:
    """The sentence for a code, a refusal's or the host's own (`stale`, `not_seated`, ...); unknown codes say that the
    button is not known."""
    words = alert_words(locale, names)
    key = f"toast.{code}" if known(f"toast.{code}") else "toast.unknown_button"
    return _short(words(key, None, **{name: _written(words, name, value) for name, value in params.items()}))


def _written(words: Words, name: str, value: object) -> object:
    """A refusal's parameter as people read it."""
    if isinstance(value, Card):
        return words.card(value)
    if isinstance(value, Contract):
        return words.contract(value)
    if name in ("hand", "seat") and isinstance(value, int):
        return words.name(value)
    return SUIT_SIGNS.get(str(value), value) if name == "suit" else value


def _short(text: str) -> str:
    """What fits; a longer text loses its end."""
    return text if len(text) <= LARGEST else text[: LARGEST - 1] + "…"
