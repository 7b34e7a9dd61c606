"""Parts of a deal that the private hand and the group's board share. Each is a list of lines, empty if there is
nothing to say."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from bot.game.actions import Seat
from bot.game.cards import Card
from bot.game.state import Table
from bot.game.view import View
from bot.screens.words import SUIT_SIGNS, Words

BETWEEN = ("between", "help", "ended")
"""Stages in which nobody holds cards."""


def composed(*paragraphs: Iterable[str]) -> str:
    """Paragraphs with a blank line between them; empty ones leave no gap."""
    texts = ["\n".join(lines) for lines in paragraphs]
    return "\n\n".join(text for text in texts if text)


def bold(text: str) -> str:
    return f"<b>{text}</b>"


def folded(text: str) -> str:
    """A text that opens when it is touched."""
    return f"<blockquote expandable>{text}</blockquote>"


def mono(text: str) -> str:
    return f"<code>{text}</code>"


def heading(words: Words, label: str, number: int) -> list[str]:
    """Which table, which deal."""
    return [bold(words("head.deal", label=words.person(label), number=number))]


def roles(words: Words, view: View) -> list[str]:
    """Who deals (with four he sits out), who has the first word."""
    late = time_up(words, view.table)
    if not view.playing:
        return [words("deal.dealer", dealer=words.name(view.dealer)), *late]
    key = "deal.dealer_out" if view.dealer not in view.playing else "deal.roles"
    return [words(key, dealer=words.name(view.dealer), forehand=words.name(view.playing[0])), *late]


def time_up(words: Words, table: Table) -> list[str]:
    """When the minutes of play are over: what is still played."""
    if not table.time_up:
        return []
    return [words("deal.last_round" if table.agreement.answers["finish_round"] else "deal.last")]


def auction(words: Words, view: View) -> list[str]:
    """What each hand has said, forehand first: a line each while it goes on, one line afterwards."""
    said = {hand: [words.call(call) for seat, call in view.calls if seat == hand] for hand in view.playing}
    lines = [words("auction.hand", name=words.name(h), calls=" ".join(calls)) for h, calls in said.items() if calls]
    if view.stage == "auction":
        lines += [words("auction.lowest", level=view.lowest)] if view.lowest > 6 else []
        dark = [h for h in view.playing if h in view.dark]
        lines += [words("auction.dark", who=words.people(dark))] if dark else []
        return [*lines, *bombs(words, view.table)]
    return [words("auction.line", calls=" · ".join(lines))] if lines else []


def game(words: Words, view: View) -> list[str]:
    """Talon, contract, what the defenders have answered."""
    lines = []
    if view.stage == "raspasy":
        lines.append(bold(words("game.raspasy")))
    if view.talon:
        lines.append(words("game.talon", cards=words.cards(view.talon)))
    if view.exchange in NOT_TAKEN:
        lines.append(words(NOT_TAKEN[view.exchange], name=words.name(view.declarer)))
    elif view.stage == "exchange" and view.bid:
        lines.append(words("game.takes", name=words.name(view.declarer), bid=words.contract(view.bid)))
    if view.contract:
        lines.append(
            bold(words("game.contract", name=words.name(view.declarer), contract=words.contract(view.contract)))
        )
    lines += factors(words, view)
    if view.answers:
        said = (words("game.answer", name=words.name(s), call=answer(words, view, call)) for s, call in view.answers)
        lines.append(", ".join(said))
    return lines


NOT_TAKEN = {"refused": "game.refused", "closed": "game.closed"}
"""What is told of a talon that was won and not taken."""


def bombs(words: Words, table: Table) -> list[str]:
    """Whose next games are multiplied, a line a player, in the order in which the bombs are used (Codex fn 30)."""
    owners = [s for s in table.order if table.bombs_of(s)]
    listed = [", ".join(f"× {factor}" for factor in table.bombs_of(s)) for s in owners]
    return [words("sheet.bombs", name=words.name(s), factors=f) for s, f in zip(owners, listed, strict=True)]


def factors(words: Words, view: View) -> list[str]:
    """What multiplies this deal: a bomb, a bid in the dark, or a pass in the dark before raspasy."""
    named = dict(view.factors)
    if not named:
        return []
    if view.stage == "raspasy":
        return [words("game.dark_pass", times=named["dark"])]
    return [words(MULTIPLIED[tuple(named)], times=prod(named.values()), **named)]


MULTIPLIED = {
    ("bomb",): "game.bomb",
    ("dark",): "game.dark",
    ("bomb", "dark"): "game.bomb_dark",
}


def answer(words: Words, view: View, call: str) -> str:
    """What a defender has answered; a ten is checked where a misere is caught."""
    return words("call.check") if call == "catch" and not on_misere(view) else words.call(call)


def on_misere(view: View) -> bool:
    return view.contract is not None and view.contract.is_misere


def discard(words: Words, view: View) -> list[str]:
    """The declarer's own discard, until the first lead; later only where all tricks may be looked at (Codex fn 33)."""
    led = bool(view.trick or view.past) and view.table.agreement["history_visibility"] != "all"
    return [words("hand.dropped", cards=words.cards(view.dropped))] if view.dropped and not led else []


def open_hand(words: Words, view: View, hand: Seat) -> list[str]:
    """Another's hand that this seat sees, under its owner's name."""
    cards = view.hands.get(hand, ())
    if not cards:
        return []
    key = "hand.open" if hand in view.opened else "hand.looked"
    return [words(key, name=bold(words.name(hand))), *words.suits(cards)]


def trick(words: Words, view: View) -> list[str]:
    """The cards on the table, and on raspasy the suit that the talon asks for."""
    lines = []
    if view.stage == "raspasy" and view.led and (not view.trick or view.trick[0][1].suit != view.led):
        lines.append(words("trick.suit", suit=SUIT_SIGNS[view.led]))
    if view.trick:
        lines.append(words("trick.table", cards=played(words, view.trick)))
    return lines


def played(words: Words, cards: Iterable[tuple[Seat, Card]]) -> str:
    """Cards of a trick with who played them, in the order of play."""
    return ", ".join(words("trick.card", name=words.name(s), card=words.card(c)) for s, c in cards)


def taken(words: Words, view: View) -> list[str]:
    """Tricks so far."""
    if not any(view.taken.values()):
        return []
    counts = (words("trick.count", name=words.name(s), count=n) for s, n in view.taken.items())
    return [words("trick.taken", counts=", ".join(counts))]


def awaited(words: Words, view: View) -> list[str]:
    """Whom the table waits for, and for what."""
    if not view.asked:
        return []
    about = next(iter(view.asked.values()))
    if view.stage == "between":
        return [words("wait.between", who=words.people(view.asked))]
    who = next(iter(view.asked))  # who may besides take his contract back is not waited for
    if about == "card" and view.turn != who:
        return [bold(words("wait.card_for", who=words.name(who), hand=words.name(view.turn)))]
    if about == "doubt" and not on_misere(view):
        about = "check"
    return [bold(words(f"wait.{about}", who=words.name(who)))]
