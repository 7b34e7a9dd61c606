"""The group's board: all that everybody may see of a deal (PRODUCT.md, 4). It shows no card that anybody hides."""

from __future__ import annotations

from bot.screens import offers, parts, times
from bot.screens.buttons import Keys, Row
from bot.screens.frame import Frame
from bot.screens.outcome import outcome
from bot.screens.screen import Screen
from bot.screens.words import Words, signed


def board(frame: Frame) -> Screen:
    """The board of a table; `frame.view` is the group's (seat None)."""
    view, words = frame.view, Words(frame.locale, frame.names)
    if view.stage == "ended":
        head = parts.heading(words, frame.label, view.table.deals)
        return Screen(parts.composed(head, _ended(frame, words)), _buttons(frame, words))
    head = [*parts.heading(words, frame.label, view.number), *parts.roles(words, view)]
    if view.stage in parts.BETWEEN:
        last = [outcome(words, view.last)] if view.last else []
        return Screen(parts.composed(head, last, _waiting(frame, words)), _buttons(frame, words))
    said = [*parts.auction(words, view), *parts.game(words, view)]
    hands = [parts.open_hand(words, view, h) for h in view.playing]
    table = [*parts.trick(words, view), *parts.taken(words, view)]
    return Screen(parts.composed(head, said, *hands, table, _awaited(frame, words)), _buttons(frame, words))


def _waiting(frame: Frame, words: Words) -> list[str]:
    """Before a deal: who cuts, who is not ready yet."""
    view = frame.view
    cutter = [words("deal.cutter", who=words.name(view.cutter))] if view.cutter in view.asked and view.cutter else []
    return [*cutter, *_awaited(frame, words)]


def _awaited(frame: Frame, words: Words) -> list[str]:
    """What is offered, whom the table waits for, how long, and who cannot be written to in private: how he plays all
    the same, and no card of his."""
    view = frame.view
    closed = [s for s in view.table.order if s in frame.closed]
    how = "absence.closed_in_group" if frame.in_group else "absence.closed"
    unreached = [words(how, who=words.people(closed))] if closed else []
    lines = [*offers.on_the_board(words, view), *parts.awaited(words, view), *times.on_the_board(words, frame)]
    return [*lines, *unreached]


def _ended(frame: Frame, words: Words) -> list[str]:
    settlement = frame.view.settlement
    assert settlement is not None
    shown = {s: signed(settlement.shown[s - 1]) for s in frame.view.table.order}
    results = [words("ended.result", name=words.name(s), result=result) for s, result in shown.items()]
    return [parts.bold(words("ended.title")), *results]


def _buttons(frame: Frame, words: Words) -> tuple[Row, ...]:
    keys, view = Keys(frame.table), frame.view
    sheet = keys.ask(words("button.sheet"), "sheet")
    about = keys.ask(words("button.talk"), "talk")
    resume = offers.resuming(keys, words, view)
    cards = keys.ask(words("button.cards"), "cards", "primary")
    if view.stage in parts.BETWEEN:
        return (*resume, *([(cards,)] if frame.in_group and view.asked else []), (sheet, about))
    last = (keys.ask(words("button.last"), "last"),) if view.past else ()
    return (*resume, (cards, *last), (sheet, about))
