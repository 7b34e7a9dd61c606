"""The level `thumb`: each question goes to the module that knows its rules of thumb."""

from __future__ import annotations

from collections.abc import Callable

from bot.game.actions import Action, Help, Stand, play
from bot.game.view import View
from bot.players import bidding, catching, declarer, defence, defender, ducking, exchange
from bot.players.reading import Reading


def choose(view: View) -> Action:
    """One of `view.legal`."""
    if len(view.legal) == 1 or view.question is None:
        return view.legal[0]
    return ANSWERS.get(view.question.about, _any)(view)


def card(view: View) -> Action:
    """A card: by what its hand is playing for."""
    r = Reading(view)
    if view.contract is None or (view.contract.is_misere and r.hand == view.declarer):
        return play(r.hand, ducking.card(r))
    if view.contract.is_misere:
        sees = view.hands.keys() >= {r.hand, r.partner}
        return play(r.hand, catching.card(r) if sees else catching.unseen(r))
    side = declarer if r.hand == view.declarer else defender
    return play(r.hand, side.card(r))


def helped(view: View) -> Action:
    """The largest of the pools that may be helped: it is closed first. Ties go clockwise."""
    pool = view.table.sheet.pool
    return max((a for a in view.legal if isinstance(a, Help)), key=lambda a: pool[a.to - 1])


def stand(view: View) -> Action:
    """A computer means what it names."""
    return next(a for a in view.legal if isinstance(a, Stand))


def _any(view: View) -> Action:
    """Between deals computers are not asked; who is put in a person's place all the same is ready, and cuts in half."""
    return view.legal[len(view.legal) // 2]


ANSWERS: dict[str, Callable[[View], Action]] = {
    "auction": bidding.choose,
    "dark": bidding.look,
    "talon": bidding.taken_over,
    "discard": exchange.discard,
    "contract": exchange.order,
    "slip": stand,
    "whist": defence.answer,
    "return": defence.returned,
    "dealer": defence.look,
    "look": defence.looked,
    "light": defence.light,
    "invite": defence.invite,
    "share": defence.share,
    "doubt": defence.doubt,
    "card": card,
    "help": helped,
}
"""What a seat may be asked about, and who answers."""
