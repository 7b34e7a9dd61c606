"""The buttons with which a seat answers, on its hand screen."""

from __future__ import annotations

from collections.abc import Callable

from bot.game.actions import (
    Action,
    Annul,
    Back,
    Bid,
    Catch,
    Cut,
    Dark,
    GiveUp,
    Help,
    Here,
    Invite,
    Look,
    Open,
    Pass,
    Plays,
    Ready,
    Refuse,
    Share,
    Stand,
    Take,
    Whist,
)
from bot.game.contracts import MISERE, MISERE_CLOSED, NINE_CLOSED
from bot.screens import buttons, parts
from bot.screens.advice import given
from bot.screens.buttons import Row
from bot.screens.outcome import without
from bot.screens.screen import Button
from bot.screens.seen import Seen
from bot.screens.words import number


def _ready_keys(seen: Seen) -> list[Row]:
    return [(seen.keys.answer(seen.words("button.ready"), a, "success"),) for a in seen.may(Ready)]


def _cut_keys(seen: Seen) -> list[Row]:
    return buttons.wrapped([seen.keys.answer(str(a.count), a) for a in seen.frame.view.legal if isinstance(a, Cut)])


def _auction_keys(seen: Seen) -> list[Row]:
    """Pass and here, the talon taken silently, one level's steps and the other levels; misere is apart, and asks
    again."""
    view, words, keys, draft = seen.frame.view, seen.words, seen.keys, seen.draft
    if sure := _sure_bid(seen):
        return sure
    contracts = [c for c in seen.contracts(Bid) if not c.closed]
    rows = buttons.wrapped([_said(seen, a) for a in (*seen.may(Pass), *seen.may(Here))])
    if view.silent:
        rows.append((keys.answer(words("button.take_talon"), Bid(view.turn, view.silent)),))
    level = buttons.level_shown(contracts, draft.bid)
    bids = [keys.answer(words.contract(c), Bid(view.turn, c)) for c in contracts if c.level == level and level]
    rows += buttons.steps(words, keys, contracts, level, bids)
    return rows + _misere_keys(seen)


def _misere_keys(seen: Seen) -> list[Row]:
    """Misere, and what is bid without the talon, each to be confirmed."""
    words, keys, contracts = seen.words, seen.keys, seen.contracts(Bid)
    rows: list[Row] = []
    if MISERE in contracts:
        rows.append((keys.draft(words("button.misere"), "order-mis", "danger"),))
    for c, key in WITHOUT_TALON.items():
        if c in contracts:
            rows.append((keys.draft(words(key), f"order-{c.text}", "danger"),))
    return rows


WITHOUT_TALON = {MISERE_CLOSED: "button.misere_closed", NINE_CLOSED: "button.nine_closed"}
"""The buttons of what is bid without the talon."""


def _sure_bid(seen: Seen) -> list[Row]:
    """A misere, or a game without the talon, is confirmed, or thought better of; nothing if none has been picked."""
    words, keys, contracts, picked = seen.words, seen.keys, seen.contracts(Bid), seen.draft.contract
    if picked not in contracts or picked is None or not (picked is MISERE or picked.closed):
        return []
    lowest = buttons.level_shown([c for c in contracts if not c.closed], seen.draft.bid)
    text = "button.misere_sure" if picked is MISERE else "button.sure"
    sure = keys.answer(words(text), Bid(seen.frame.view.turn, picked), "danger")
    return [(sure,), (keys.draft(words("button.misere_not"), f"level-{lowest or 6}"),)]


def _dark_keys(seen: Seen) -> list[Row]:
    """Look first of all; a pass in the dark; a level, and only then its steps: a bid in the dark is not one press
    away."""
    view, words, keys = seen.frame.view, seen.words, seen.keys
    if sure := _sure_bid(seen):
        return sure
    contracts = [c for c in seen.contracts(Bid) if not c.closed]
    rows: list[Row] = [(keys.answer(words("button.look_own"), a, "primary"),) for a in seen.may(Look)]
    rows += [(keys.answer(words("button.dark_pass"), a),) for a in seen.may(Pass)]
    rows += [(keys.answer(words("button.dark_here"), a),) for a in seen.may(Here)]
    level = seen.draft.bid if seen.draft.bid in {c.level for c in contracts} else 0
    bids = [keys.answer(words.contract(c), Bid(view.turn, c)) for c in contracts if c.level == level and level]
    rows += buttons.steps(words, keys, contracts, level, bids)
    return rows + _misere_keys(seen)


def _talon_keys(seen: Seen) -> list[Row]:
    if sure := _sure_bid(seen):
        return sure
    take = [(seen.keys.answer(seen.words("button.take"), a, "primary"),) for a in seen.may(Take)]
    return [*take, *_misere_keys(seen)]


def _second_thoughts(seen: Seen) -> list[Row]:
    """Pushing the talon away, giving up, annulling: each is asked about once more."""
    words, undertricks = seen.words, seen.frame.view.table.agreement.answers["giveup"]
    said, rows = without(words, undertricks) if undertricks else "", list[Row]()
    for a in seen.frame.view.legal:
        if isinstance(a, Refuse | GiveUp | Annul):
            rows.append((seen.keys.draft(words(f"button.{a.word}", without=said), f"sure-{a.word}", "danger"),))
    return rows


def _sure_keys(seen: Seen) -> list[Row]:
    """The answer picked is confirmed, or thought better of; nothing if none has been picked."""
    words, keys = seen.words, seen.keys
    picked = [a for a in seen.frame.view.legal if a.word == seen.draft.sure]
    rows: list[Row] = [(keys.answer(words("button.sure"), a, "danger"),) for a in picked]
    return [*rows, (keys.draft(words("button.misere_not"), "sure-no"),)] if picked else []


def _slip_keys(seen: Seen) -> list[Row]:
    """The declarer beside the first defender: he may annul a slip, or let it stand."""
    if sure := _sure_keys(seen):
        return sure
    return [*_second_thoughts(seen), *[(seen.keys.answer(seen.words("button.stand"), a),) for a in seen.may(Stand)]]


def _help_keys(seen: Seen) -> list[Row]:
    """Open pools to help, a row each, with what they hold."""
    pool, rows = seen.frame.view.table.sheet.pool, list[Row]()
    for a in seen.frame.view.legal:
        if isinstance(a, Help):
            text = seen.words("button.help", name=seen.called(a.to), pool=number(pool[a.to - 1]))
            rows.append((seen.keys.answer(text, a),))
    return rows


def _discard_keys(seen: Seen) -> list[Row]:
    if sure := _sure_keys(seen):
        return sure
    view, picked = seen.frame.view, [c for c in seen.draft.cards if c in seen.frame.view.own]
    rows = buttons.cards_to_discard(seen.words, seen.keys, view.own, picked)
    if len(picked) == 2:
        rows.append((buttons.discarding(seen.plain, seen.keys, view.seat or 0, picked),))
    return rows + _second_thoughts(seen)


def _contract_keys(seen: Seen) -> list[Row]:
    """Contracts to choose from, then the one chosen to confirm; and the way back to the discard."""
    if sure := _sure_keys(seen):
        return sure
    view, words, keys = seen.frame.view, seen.words, seen.keys
    contracts = seen.contracts(Plays)
    hand_, chosen = view.seat or 0, seen.draft.contract if seen.draft.contract in contracts else None
    if contracts == [MISERE]:
        chosen = MISERE
    level = buttons.level_shown(contracts, seen.draft.bid or (chosen.level if chosen else 0))
    choices = [buttons.order(words, keys, c, chosen) for c in contracts if c.level == level and level]
    rows = buttons.steps(words, keys, contracts, level, choices)
    if chosen:
        rows.append((buttons.naming(words, keys, hand_, chosen),))
    rows += [(keys.answer(words("button.back"), a),) for a in seen.may(Back)]
    return rows + _second_thoughts(seen)


def _answer_keys(seen: Seen) -> list[Row]:
    """Whist, half, pass, return; the dealer's look; light or dark; catch or believe; a misere shared."""
    looks = [(_said(seen, a),) for a in seen.may(Look)]
    others = [_said(seen, a) for a in seen.frame.view.legal if not isinstance(a, Look)]
    return [*looks, *buttons.wrapped(others)]


def _card_keys(seen: Seen) -> list[Row]:
    view = seen.frame.view
    trump = view.contract.trump if view.contract else None
    return buttons.cards_to_play(seen.words, seen.keys, view.turn, view.hands[view.turn], trump, given(seen))


def _said(seen: Seen, action: Action) -> Button:
    """A button for something that is said; the same word is another thing to another question."""
    view, words = seen.frame.view, seen.words
    assert view.question is not None
    key = f"button.{action.word}"
    if isinstance(action, Look):
        return seen.keys.answer(words("button.look", hand=seen.called(action.at)), action)
    if isinstance(action, Catch) and not parts.on_misere(view):
        key = "button.check"
    if isinstance(action, Whist) and action.at:
        return seen.keys.answer(words("button.whist_for", hand=seen.called(action.at)), action)
    if action.word == "whist" and view.question.about == "return":
        key = "button.return"
    return seen.keys.answer(words(key), action, "primary" if isinstance(action, Open | Dark | Invite | Share) else "")


KEYBOARDS: dict[str, Callable[[Seen], list[Row]]] = {
    "ready": _ready_keys,
    "cut": _cut_keys,
    "auction": _auction_keys,
    "dark": _dark_keys,
    "talon": _talon_keys,
    "discard": _discard_keys,
    "contract": _contract_keys,
    "slip": _slip_keys,
    "whist": _answer_keys,
    "return": _answer_keys,
    "dealer": _answer_keys,
    "look": _answer_keys,
    "light": _answer_keys,
    "invite": _answer_keys,
    "share": _answer_keys,
    "doubt": _answer_keys,
    "card": _card_keys,
    "help": _help_keys,
}
"""The buttons of each question."""
