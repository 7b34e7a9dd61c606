"""The private screen of one seat: its cards, what it may do, and all that it may know (PRODUCT.md, 4 and 6)."""

from __future__ import annotations

from bot.screens import offers, parts, times
from bot.screens.advice import advice_lines, advice_rows
from bot.screens.aside import aside_rows, claim_lines, is_claiming, tricks_lines
from bot.screens.buttons import Row
from bot.screens.chart import chart_lines
from bot.screens.frame import Frame
from bot.screens.keyboards import KEYBOARDS
from bot.screens.outcome import outcome
from bot.screens.prompts import PROMPTS, plain_prompt
from bot.screens.screen import Screen
from bot.screens.seen import Seen
from bot.screens.words import Words, signed


def hand(frame: Frame) -> Screen:
    """What the seat of `frame.view` sees, at any stage; its buttons are there when it is asked."""
    seen = Seen(frame, Words(frame.locale, frame.names))
    paragraphs = _between(seen) if frame.view.stage in parts.BETWEEN else _dealt(seen)
    asked = frame.view.question
    rows = KEYBOARDS[asked.about](seen) if asked and not is_claiming(seen) else []
    advice = [] if is_claiming(seen) else advice_rows(seen)
    return Screen(parts.composed(*paragraphs), (*rows, *advice, *offers.answers(seen), *_looks(seen)))


def own_cards(frame: Frame) -> Screen | None:
    """The cards of a seat alone, without buttons, and its discard as long as it may look at it; None if it holds none
    that it may see."""
    view, words = frame.view, Words(frame.locale, frame.names)
    if not view.own or view.seat in view.dark:
        return None
    cards = [words("hand.own"), *words.suits(view.own)]
    return Screen(parts.composed(parts.heading(words, frame.label, view.number), cards, parts.discard(words, view)))


def _between(seen: Seen) -> list[list[str]]:
    view, words = seen.frame.view, seen.words
    last = [outcome(words, view.last)] if view.last else []
    if view.stage == "ended":
        assert view.settlement is not None
        own = signed(view.settlement.shown[(view.seat or 1) - 1])
        return [parts.heading(words, seen.frame.label, view.table.deals), last, [words("ended.own", result=own)]]
    head = [*parts.heading(words, seen.frame.label, view.number), *parts.roles(words, view)]
    return [head, last, offers.in_the_hand(seen), _question(seen)]


def _dealt(seen: Seen) -> list[list[str]]:
    """The paragraphs of a deal in progress: what was said, the hands, the table, the question."""
    view, words = seen.frame.view, seen.words
    head = [*parts.heading(words, seen.frame.label, view.number), *parts.roles(words, view)]
    said = [*parts.auction(words, view), *parts.game(words, view), *parts.discard(words, view)]
    others = [parts.open_hand(words, view, h) for h in view.playing if h not in (view.seat, _on_buttons(seen))]
    table = [*tricks_lines(seen), *parts.trick(words, view), *parts.taken(words, view)]
    talk = offers.in_the_hand(seen)
    return [head, said, *others, chart_lines(words, view), _own(seen), table, talk, _question(seen)]


def _question(seen: Seen) -> list[str]:
    """What is asked, here or of others, and how much time there is."""
    clock = times.in_the_hand(seen.words, seen.frame)
    if is_claiming(seen):
        return [*claim_lines(seen), *clock]
    return [*(_prompt(seen) or parts.awaited(seen.words, seen.frame.view)), *advice_lines(seen), *clock]


def _on_buttons(seen: Seen) -> int | None:
    """The hand whose cards are this screen's buttons, None if none is."""
    view = seen.frame.view
    if view.question is None or seen.asks_again or is_claiming(seen):
        return None
    return {"card": view.turn, "discard": view.seat}.get(view.question.about)


def _own(seen: Seen) -> list[str]:
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


def _prompt(seen: Seen) -> list[str]:
    """What this seat is asked, in words; nothing when it is not."""
    question = seen.frame.view.question
    if question is None:
        return []
    first, *more = PROMPTS.get(question.about, plain_prompt)(seen)
    return [parts.bold(first), *more]


def _looks(seen: Seen) -> list[Row]:
    """What may be looked at whether or not it is one's turn."""
    keys, words, view = seen.keys, seen.words, seen.frame.view
    away = view.seat in seen.frame.times.away
    back = [(keys.ask(words("button.back_at_the_table"), "back", "primary"),)] if away else []
    return [*back, *aside_rows(seen)]
