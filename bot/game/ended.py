"""After the settlement nothing more can happen."""

from __future__ import annotations

from bot.game.actions import Action, Seat
from bot.game.errors import NotNow, Refusal
from bot.game.state import State, Step


def legal(state: State) -> tuple[Action, ...]:
    return ()


def refusal(state: State, action: Action) -> Refusal:
    return NotNow()


def asked(state: State) -> dict[Seat, str]:
    return {}


def advance(state: State, action: Action) -> Step:
    raise NotNow()
