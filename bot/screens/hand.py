"""The private screen of one seat: its cards, what it may do, and all that it may know (PRODUCT.md, 4 and 6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.game.actions import (
    Action,
    Back,
    Bid,
    Catch,
    Cut,
    Dark,
    Half,
    Here,
    Invite,
    Look,
    Open,
    Pass,
    Plays,
    Ready,
    Share,
    Take,
    Whist,
)
from bot.game.contracts import MISERE, Contract
from bot.screens import buttons, parts
from bot.screens.buttons import Keys, Row
from bot.screens.frame import Draft, Frame
from bot.screens.outcome import outcome
from bot.screens.screen import Button, Screen
from bot.screens.words import Words, signed


def hand(frame: Frame) -> Screen:
    """What the seat of `frame.view` sees, at any stage; its buttons are there when it is asked."""
    seen = _Seen(frame, Words(frame.locale, frame.names))
    paragraphs = _between(seen) if frame.view.stage in parts.BETWEEN else _dealt(seen)
    asked = frame.view.question
    rows = KEYBOARDS[asked.about](seen) if asked else []
    return Screen(parts.composed(*paragraphs), (*rows, *_looks(seen)))


@dataclass(frozen=True, slots=True)
class _Seen:
    """A frame with what its screen is made with."""

    frame: Frame
    words: Words

    @property
    def keys(self) -> Keys:
        question = self.frame.view.question
        return Keys(self.frame.table, question.number if question else 0)

    @property
    def plain(self) -> Words:
        return self.words.plain()

    @property
    def draft(self) -> Draft:
        """What has been picked for the question that is open now."""
        question, draft = self.frame.view.question, self.frame.draft
        return draft if question and draft.number == question.number else Draft()

    def may(self, kind: type[Action]) -> list[Action]:
        """The legal answers of one kind."""
        return [a for a in self.frame.view.legal if isinstance(a, kind)]

    def contracts(self, kind: type[Bid] | type[Plays]) -> list[Contract]:
        """Contracts that may be bid, or named."""
        return [a.contract for a in self.frame.view.legal if isinstance(a, kind)]


def _between(seen: _Seen) -> list[list[str]]:
    view, words = seen.frame.view, seen.words
    last = [outcome(words, view.last)] if view.last else []
    if view.stage == "ended":
        assert view.settlement is not None
        own = signed(view.settlement.shown[(view.seat or 1) - 1])
        return [parts.heading(words, seen.frame.label, view.table.deals), last, [words("ended.own", result=own)]]
    head = [*parts.heading(words, seen.frame.label, view.number), *parts.roles(words, view)]
    return [head, last, _prompt(seen) or parts.awaited(words, view)]


def _dealt(seen: _Seen) -> list[list[str]]:
    """The paragraphs of a deal in progress: what was said, the hands, the table, the question."""
    view, words = seen.frame.view, seen.words
    head = [*parts.heading(words, seen.frame.label, view.number), *parts.roles(words, view)]
    said = [*parts.auction(words, view), *parts.game(words, view), *parts.discard(words, view)]
    others = [parts.open_hand(words, view, h) for h in view.playing if h not in (view.seat, _on_buttons(seen))]
    table = [*parts.trick(words, view), *parts.taken(words, view)]
    question = _prompt(seen) or parts.awaited(words, view)
    return [head, said, *others, parts.chart(words, view), _own(seen), table, question]


def _on_buttons(seen: _Seen) -> int:
    """The hand whose cards are this screen's buttons, 0 if none is."""
    view = seen.frame.view
    if view.question is None:
        return 0
    return {"card": view.turn, "discard": view.seat or 0}.get(view.question.about, 0)


def _own(seen: _Seen) -> list[str]:
    view, words = seen.frame.view, seen.words
    if view.seat not in view.playing:
        return [words("hand.sits_out")]
    if view.seat in view.dark:
        return [words("hand.dark")]
    lines = []
    if view.seat != _on_buttons(seen) and view.own:
        lines += [words("hand.own"), *words.suits(view.own)]
    player = view.control.get(view.seat, view.seat)
    if player != view.seat:
        lines.append(words("hand.played_by", who=words.name(player)))
    return lines


def _prompt(seen: _Seen) -> list[str]:
    """What this seat is asked, in words; nothing when it is not."""
    question = seen.frame.view.question
    if question is None:
        return []
    first, *more = PROMPTS.get(question.about, _plain_prompt)(seen)
    return [parts.bold(first), *more]


def _plain_prompt(seen: _Seen) -> list[str]:
    assert seen.frame.view.question is not None
    return [seen.words(f"ask.{seen.frame.view.question.about}")]


def _cut_prompt(seen: _Seen) -> list[str]:
    return [seen.words("ask.cut"), seen.words("note.cut")]


def _auction_prompt(seen: _Seen) -> list[str]:
    view, words = seen.frame.view, seen.words
    if seen.draft.contract is MISERE:
        return [words("ask.misere")]
    notes = [words("note.silent", bid=words.contract(view.silent))] if view.silent else []
    return [words("ask.auction"), *notes]


def _dark_prompt(seen: _Seen) -> list[str]:
    """Before looking: what a call in the dark costs and brings."""
    if seen.draft.contract is MISERE:
        return [seen.words("ask.misere_dark")]
    return [seen.words("ask.dark"), seen.words("note.dark")]


def _talon_prompt(seen: _Seen) -> list[str]:
    if seen.draft.contract is MISERE:
        return [seen.words("ask.misere")]
    return [seen.words("ask.talon"), seen.words("note.talon")]


def _discard_prompt(seen: _Seen) -> list[str]:
    words, picked = seen.words, seen.draft.cards
    return [words("ask.discard_picked", cards=words.cards(picked)) if len(picked) == 2 else words("ask.discard")]


def _contract_prompt(seen: _Seen) -> list[str]:
    view, words, chosen = seen.frame.view, seen.words, seen.draft.contract
    if seen.contracts(Plays) == [MISERE]:
        return [words("ask.contract_misere")]
    if chosen in seen.contracts(Plays) and chosen:
        return [words("ask.contract_chosen", contract=words.contract(chosen))]
    assert view.bid is not None
    return [words("ask.contract", bid=words.contract(view.bid))]


def _whist_prompt(seen: _Seen) -> list[str]:
    view, words = seen.frame.view, seen.words
    assert view.contract is not None and view.question is not None
    price = view.contract.price * view.table.agreement.answers["whist_mul"]
    lines = [words(f"ask.{view.question.about}")]
    lines.append(words("note.whist", price=price, duty=words("count.tricks", view.contract.duty)))
    return [*lines, *_half_note(seen, price)]


def _half_note(seen: _Seen, price: int) -> list[str]:
    """What half a whist comes to, where one may go for it."""
    contract, words = seen.frame.view.contract, seen.words
    if contract is None or not seen.may(Half):
        return []
    half = contract.duty // 2
    return [words("note.half", tricks=words("count.tricks", half), price=price, amount=half * price)]


def _dealer_prompt(seen: _Seen) -> list[str]:
    first, *price = _whist_prompt(seen)
    both = seen.frame.view.table.agreement.answers["dealer_peek"] == 2
    return [seen.words("ask.dealer_both") if both else first, *price]


def _look_prompt(seen: _Seen) -> list[str]:
    place = seen.frame.view.place
    _, *price = _whist_prompt(seen)
    return [seen.words("ask.look", hand=seen.words.name(place)) if place else seen.words("ask.look_both"), *price]


def _light_prompt(seen: _Seen) -> list[str]:
    view = seen.frame.view
    assert view.contract is not None
    price = view.contract.price * view.table.agreement.answers["whist_mul"]
    return [seen.words("ask.light"), *_half_note(seen, price)]


def _invite_prompt(seen: _Seen) -> list[str]:
    return [seen.words("ask.invite", dealer=seen.words.name(seen.frame.view.dealer))]


def _share_prompt(seen: _Seen) -> list[str]:
    return [seen.words("ask.share", who=seen.words.name(seen.frame.view.declarer))]


def _doubt_prompt(seen: _Seen) -> list[str]:
    return [seen.words("ask.doubt_misere" if parts.on_misere(seen.frame.view) else "ask.doubt_ten")]


def _card_prompt(seen: _Seen) -> list[str]:
    view, words = seen.frame.view, seen.words
    return [words("ask.card") if view.turn == view.seat else words("ask.card_for", hand=words.name(view.turn))]


def _ready_keys(seen: _Seen) -> list[Row]:
    return [(seen.keys.answer(seen.words("button.ready"), a, "success"),) for a in seen.may(Ready)]


def _cut_keys(seen: _Seen) -> list[Row]:
    return buttons.wrapped([seen.keys.answer(str(a.count), a) for a in seen.frame.view.legal if isinstance(a, Cut)])


def _auction_keys(seen: _Seen) -> list[Row]:
    """Pass and here, the talon taken silently, one level's steps and the other levels; misere is apart, and asks
    again."""
    view, words, keys, draft = seen.frame.view, seen.words, seen.keys, seen.draft
    contracts = seen.contracts(Bid)
    if draft.contract is MISERE and MISERE in contracts:
        return _misere_keys(seen)
    rows: list[Row] = [tuple(_said(seen, a) for a in (*seen.may(Pass), *seen.may(Here)))]
    if view.silent:
        rows.append((keys.answer(words("button.take_talon"), Bid(view.turn, view.silent)),))
    level = buttons.level_shown(contracts, draft.bid)
    bids = [keys.answer(words.contract(c), Bid(view.turn, c)) for c in contracts if c.level == level and level]
    rows += buttons.steps(words, keys, contracts, level, bids)
    if MISERE in contracts:
        rows.append((keys.draft(words("button.misere"), "order-mis", "danger"),))
    return rows


def _misere_keys(seen: _Seen) -> list[Row]:
    """A misere is confirmed, or thought better of."""
    words, keys, lowest = seen.words, seen.keys, buttons.level_shown(seen.contracts(Bid), seen.draft.bid)
    sure = keys.answer(words("button.misere_sure"), Bid(seen.frame.view.turn, MISERE), "danger")
    return [(sure,), (keys.draft(words("button.misere_not"), f"level-{lowest or 6}"),)]


def _dark_keys(seen: _Seen) -> list[Row]:
    """Look first of all; a pass in the dark; a level, and only then its steps: a bid in the dark is not one press
    away."""
    view, words, keys, contracts = seen.frame.view, seen.words, seen.keys, seen.contracts(Bid)
    if seen.draft.contract is MISERE and MISERE in contracts:
        return _misere_keys(seen)
    rows: list[Row] = [(keys.answer(words("button.look_own"), a, "primary"),) for a in seen.may(Look)]
    rows += [(keys.answer(words("button.dark_pass"), a),) for a in seen.may(Pass)]
    rows += [(keys.answer(words("button.dark_here"), a),) for a in seen.may(Here)]
    level = seen.draft.bid if seen.draft.bid in {c.level for c in contracts} else 0
    bids = [keys.answer(words.contract(c), Bid(view.turn, c)) for c in contracts if c.level == level and level]
    rows += buttons.steps(words, keys, contracts, level, bids)
    if MISERE in contracts:
        rows.append((keys.draft(words("button.misere"), "order-mis", "danger"),))
    return rows


def _talon_keys(seen: _Seen) -> list[Row]:
    words, keys = seen.words, seen.keys
    if seen.draft.contract is MISERE:
        return _misere_keys(seen)
    take = [(keys.answer(words("button.take"), a, "primary"),) for a in seen.may(Take)]
    return [*take, (keys.draft(words("button.misere"), "order-mis", "danger"),)]


def _discard_keys(seen: _Seen) -> list[Row]:
    view, picked = seen.frame.view, [c for c in seen.draft.cards if c in seen.frame.view.own]
    rows = buttons.cards_to_discard(seen.words, seen.keys, view.own, picked)
    if len(picked) == 2:
        rows.append((buttons.discarding(seen.plain, seen.keys, view.seat or 0, picked),))
    return rows


def _contract_keys(seen: _Seen) -> list[Row]:
    """Contracts to choose from, then the one chosen to confirm; and the way back to the discard."""
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
    return rows


def _answer_keys(seen: _Seen) -> list[Row]:
    """Whist, half, pass, return; the dealer's look; light or dark; catch or believe; a misere shared."""
    looks = [(_said(seen, a),) for a in seen.may(Look)]
    others = tuple(_said(seen, a) for a in seen.frame.view.legal if not isinstance(a, Look))
    return [*looks, others]


def _card_keys(seen: _Seen) -> list[Row]:
    view = seen.frame.view
    return buttons.cards_to_play(seen.words, seen.keys, view.turn, view.hands[view.turn])


def _said(seen: _Seen, action: Action) -> Button:
    """A button for something that is said; the same word is another thing to another question."""
    view, words = seen.frame.view, seen.words
    assert view.question is not None
    key = f"button.{action.word}"
    if isinstance(action, Look):
        return seen.keys.answer(words("button.look", hand=seen.plain.name(action.at)), action)
    if isinstance(action, Catch) and not parts.on_misere(view):
        key = "button.check"
    if isinstance(action, Whist) and action.at:
        return seen.keys.answer(words("button.whist_for", hand=seen.plain.name(action.at)), action)
    if action.word == "whist" and view.question.about == "return":
        key = "button.return"
    return seen.keys.answer(words(key), action, "primary" if isinstance(action, Open | Dark | Invite | Share) else "")


def _looks(seen: _Seen) -> list[Row]:
    """What may be looked at whether or not it is one's turn."""
    keys, words, view = seen.keys, seen.words, seen.frame.view
    last = (keys.ask(words("button.last"), "last"),) if view.past else ()
    return [(*last, keys.ask(words("button.sheet"), "sheet"))]


PROMPTS: dict[str, Callable[[_Seen], list[str]]] = {
    "cut": _cut_prompt,
    "auction": _auction_prompt,
    "dark": _dark_prompt,
    "talon": _talon_prompt,
    "discard": _discard_prompt,
    "contract": _contract_prompt,
    "whist": _whist_prompt,
    "return": _whist_prompt,
    "dealer": _dealer_prompt,
    "look": _look_prompt,
    "light": _light_prompt,
    "invite": _invite_prompt,
    "share": _share_prompt,
    "doubt": _doubt_prompt,
    "card": _card_prompt,
}
"""What is said to each question, where it is more than one sentence; the others have `ask.<question>`."""
KEYBOARDS: dict[str, Callable[[_Seen], list[Row]]] = {
    "ready": _ready_keys,
    "cut": _cut_keys,
    "auction": _auction_keys,
    "dark": _dark_keys,
    "talon": _talon_keys,
    "discard": _discard_keys,
    "contract": _contract_keys,
    "whist": _answer_keys,
    "return": _answer_keys,
    "dealer": _answer_keys,
    "look": _answer_keys,
    "light": _answer_keys,
    "invite": _answer_keys,
    "share": _answer_keys,
    "doubt": _answer_keys,
    "card": _card_keys,
}
"""The buttons of each question."""
