"""What a seat is asked, in words, on its hand screen."""

from __future__ import annotations

from collections.abc import Callable

from bot.game.actions import DUMMY, Annul, Half, Play, Plays
from bot.game.contracts import MISERE, MISERE_CLOSED, NINE_CLOSED, Contract
from bot.screens import parts
from bot.screens.outcome import without
from bot.screens.reasons import counted
from bot.screens.seen import Seen
from bot.screens.words import SUIT_SIGNS

WITHOUT_TALON: dict[Contract | None, str] = {MISERE_CLOSED: "ask.misere_closed", NINE_CLOSED: "ask.nine_closed"}
"""How it is asked whether one is sure of a bid without the talon."""


def plain_prompt(seen: Seen) -> list[str]:
    """One sentence, for a question without a row in `PROMPTS`."""
    assert seen.frame.view.question is not None
    return [seen.words(f"ask.{seen.frame.view.question.about}")]


def _cut_prompt(seen: Seen) -> list[str]:
    return [seen.words("ask.cut"), seen.words("note.cut")]


def _auction_prompt(seen: Seen) -> list[str]:
    view, words, chosen = seen.frame.view, seen.words, seen.draft.contract
    if chosen is MISERE:
        return [words("ask.misere")]
    if chosen in WITHOUT_TALON:
        return [words(WITHOUT_TALON[chosen])]
    notes = [words("note.silent", bid=words.contract(view.silent))] if view.silent else []
    return [words("ask.auction"), *notes]


def _dark_prompt(seen: Seen) -> list[str]:
    """Before looking: what a call in the dark costs and brings."""
    chosen = seen.draft.contract
    if chosen is MISERE:
        return [seen.words("ask.misere_dark")]
    if chosen in WITHOUT_TALON:
        return [seen.words(WITHOUT_TALON[chosen])]
    return [seen.words("ask.dark"), seen.words("note.dark")]


def _talon_prompt(seen: Seen) -> list[str]:
    if seen.draft.contract is MISERE:
        return [seen.words("ask.misere")]
    return [seen.words("ask.talon"), seen.words("note.talon")]


def _sure_prompt(seen: Seen) -> list[str]:
    """An answer that is asked about once more."""
    undertricks = seen.frame.view.table.agreement.answers["giveup"]
    said = without(seen.words, undertricks) if undertricks else ""
    return [seen.words(f"ask.sure.{seen.draft.sure}", without=said)]


def _slip_prompt(seen: Seen) -> list[str]:
    """The declarer, until the first answer: a trump that he has too few of may be taken back."""
    view, words = seen.frame.view, seen.words
    if not seen.may(Annul):
        return [words("wait.whist", who=words.name(view.turn))]
    return _sure_prompt(seen) if seen.asks_again else [words("ask.slip"), words("note.slip")]


def _help_prompt(seen: Seen) -> list[str]:
    return [seen.words("ask.help", points=counted(seen.words, "points", seen.frame.view.surplus))]


def _discard_prompt(seen: Seen) -> list[str]:
    if seen.asks_again:
        return _sure_prompt(seen)
    words, picked = seen.words, seen.draft.cards
    return [words("ask.discard_picked", cards=words.cards(picked)) if len(picked) == 2 else words("ask.discard")]


def _contract_prompt(seen: Seen) -> list[str]:
    if seen.asks_again:
        return _sure_prompt(seen)
    view, words, chosen = seen.frame.view, seen.words, seen.draft.contract
    if seen.contracts(Plays) == [MISERE]:
        return [words("ask.contract_misere")]
    if chosen in seen.contracts(Plays) and chosen:
        return [words("ask.contract_chosen", contract=words.contract(chosen))]
    assert view.bid is not None
    if view.bid.closed:
        return [words("ask.contract_closed")]
    return [words("ask.contract", bid=words.contract(view.bid))]


def _whist_prompt(seen: Seen) -> list[str]:
    view, words = seen.frame.view, seen.words
    assert view.contract is not None and view.question is not None
    price = view.contract.price * view.table.agreement.answers["whist_mul"]
    lines = [words(f"ask.{view.question.about}")]
    lines.append(words("note.whist", price=price, duty=words("count.tricks", view.contract.duty)))
    dummy = [words("note.dummy")] if DUMMY in view.playing else []
    return [*lines, *dummy, *_half_note(seen, price)]


def _half_note(seen: Seen, price: int) -> list[str]:
    """What half a whist comes to, where one may go for it."""
    contract, words = seen.frame.view.contract, seen.words
    if contract is None or not seen.may(Half):
        return []
    half = contract.duty // 2
    return [words("note.half", tricks=words("count.tricks", half), price=price, amount=half * price)]


def _dealer_prompt(seen: Seen) -> list[str]:
    first, *price = _whist_prompt(seen)
    both = seen.frame.view.table.agreement.answers["dealer_peek"] == 2
    return [seen.words("ask.dealer_both") if both else first, *price]


def _look_prompt(seen: Seen) -> list[str]:
    place = seen.frame.view.place
    _, *price = _whist_prompt(seen)
    return [seen.words("ask.look", hand=seen.words.name(place)) if place else seen.words("ask.look_both"), *price]


def _light_prompt(seen: Seen) -> list[str]:
    view = seen.frame.view
    assert view.contract is not None
    price = view.contract.price * view.table.agreement.answers["whist_mul"]
    return [seen.words("ask.light"), *_half_note(seen, price)]


def _invite_prompt(seen: Seen) -> list[str]:
    return [seen.words("ask.invite", dealer=seen.words.name(seen.frame.view.dealer))]


def _share_prompt(seen: Seen) -> list[str]:
    return [seen.words("ask.share", who=seen.words.name(seen.frame.view.declarer))]


def _doubt_prompt(seen: Seen) -> list[str]:
    return [seen.words("ask.doubt_misere" if parts.on_misere(seen.frame.view) else "ask.doubt_ten")]


def _card_prompt(seen: Seen) -> list[str]:
    view, words = seen.frame.view, seen.words
    asked = words("ask.card") if view.turn == view.seat else words("ask.card_for", hand=words.name(view.turn))
    return [asked, *_constraint(seen)]


def _constraint(seen: Seen) -> list[str]:
    """Why not every card of the hand may be played: a suit must be followed, or a trump played."""
    view, words, cards = seen.frame.view, seen.words, [a.card for a in seen.may(Play)]
    if not view.led or len(cards) == len(view.hands[view.turn]):
        return []
    led = SUIT_SIGNS[view.led]
    if cards[0].suit == view.led:
        return [words("note.follow", suit=led)]
    return [words("note.trump", suit=led, trump=SUIT_SIGNS[cards[0].suit])]


PROMPTS: dict[str, Callable[[Seen], list[str]]] = {
    "cut": _cut_prompt,
    "auction": _auction_prompt,
    "dark": _dark_prompt,
    "talon": _talon_prompt,
    "discard": _discard_prompt,
    "contract": _contract_prompt,
    "slip": _slip_prompt,
    "whist": _whist_prompt,
    "return": _whist_prompt,
    "dealer": _dealer_prompt,
    "look": _look_prompt,
    "light": _light_prompt,
    "invite": _invite_prompt,
    "share": _share_prompt,
    "doubt": _doubt_prompt,
    "card": _card_prompt,
    "help": _help_prompt,
}
"""What is said to each question, where it is more than one sentence; the others have `ask.<question>`."""
