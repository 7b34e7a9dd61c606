"""What screens say about time: how much there is for a move, until when, what is left of a bank, for whom a computer
plays.

A message is not edited each second. So it says what stays true: how long a move may take, and the moment at which that
ends, by the reader's own clock if his zone is known. A group has none: only long times, by which one makes plans, name
the moment there, as UTC.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from bot.game.actions import Seat
from bot.screens import parts
from bot.screens.frame import Frame, Running
from bot.screens.words import Words

HOUR = 3600.0
LONG, WHOLE_DAYS = HOUR, 8 * HOUR
"""Seconds for a move from which its end is named in any case, and with the day."""


def on_the_board(words: Words, frame: Frame) -> list[str]:
    """What everybody may know: whose time runs, whose is over, whom a computer stands in for."""
    times, table = frame.times, frame.view.table
    lines = _begins(words, frame)
    running = {s: r for s, r in times.running.items() if s in frame.view.asked}
    late = [s for s, r in running.items() if r.over is not None]
    in_time = {s: r for s, r in running.items() if r.over is None}
    if in_time:
        lines.append(_move(words, frame, next(iter(in_time.values()))))
    if in_time and table.agreement.answers["time_bank"]:
        banks = (words("clock.bank_of", name=words.name(s), bank=duration(words, r.bank)) for s, r in in_time.items())
        lines.append(words("clock.banks", banks=", ".join(banks)))
    lines += _late(words, frame, late)
    moved = [s for s in table.order if s in times.late and table.agreement["on_timeout"] == "auto_move"]
    lines += [words("clock.moved_for", who=words.people(moved))] if moved else []
    return [*lines, *_away(words, times.away)]


def in_the_hand(words: Words, frame: Frame) -> list[str]:
    """The same for who reads it: his own time if it runs, else that of whom the table waits for."""
    times, seat = frame.times, frame.view.seat
    own = times.running.get(seat or 0)
    if seat in times.away:
        return [parts.bold(words("clock.you_away")), *_away(words, times.away - {seat})]
    if own is None:
        return on_the_board(words, frame)
    lines = _begins(words, frame)
    if own.over is not None:
        lines.append(parts.bold(words("clock.your_late")))
        lines += [words("clock.your_fine", own.over, points=2 * own.over)] if own.over else []
        return [*lines, *_away(words, times.away)]
    lines += [parts.bold(words("clock.hurry"))] if own.reminded else []
    lines.append(_move(words, frame, own))
    if frame.view.table.agreement.answers["time_bank"]:
        lines.append(words("clock.your_bank", bank=duration(words, own.bank)))
    return [*lines, *_away(words, times.away)]


def duration(words: Words, seconds: float) -> str:
    """`1:40`, from an hour on `2 h 05 min`."""
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    hours, minutes = divmod(minutes, 60)
    return words("clock.hours", hours=hours, minutes=f"{minutes:02}")


def _begins(words: Words, frame: Frame) -> list[str]:
    """That the next deal begins by itself."""
    if frame.times.deals_at is None:
        return []
    pause = words(f"rule.next_deal.{frame.view.table.agreement['next_deal']}")
    at = _moment(words, frame, frame.times.deals_at, 0)
    return [words("clock.deals_at", pause=pause, at=at) if at else words("clock.deals", pause=pause)]


def _move(words: Words, frame: Frame, running: Running) -> str:
    agreement = frame.view.table.agreement
    time = words(f"rule.time_per_action.{agreement['time_per_action']}")
    until = _moment(words, frame, running.until, agreement.answers["time_per_action"])
    return words("clock.move_until", time=time, until=until) if until else words("clock.move", time=time)


def _moment(words: Words, frame: Frame, at: float, length: float) -> str:
    """What the reader's clock shows then; "" where nobody knows his zone and the time is short."""
    zone = frame.times.zone
    if zone is None and length < LONG:
        return ""
    there = datetime.fromtimestamp(at, zone or UTC)
    shown = there.strftime("%H:%M" if length >= LONG else "%H:%M:%S")
    if length >= WHOLE_DAYS:
        shown = words("clock.day", time=shown, day=f"{there.day:02}", month=f"{there.month:02}")
    return shown if zone is not None else words("clock.utc", time=shown)


def _late(words: Words, frame: Frame, late: list[Seat]) -> list[str]:
    """Whom the table waits for although his time is over, and what it has cost him."""
    if not late:
        return []
    over = {s: frame.times.running[s].over or 0 for s in late}
    fined = [words("clock.fine", n, who=words.name(s), points=2 * n) for s, n in over.items() if n]
    return [parts.bold(words("clock.late", who=words.people(late))), *fined]


def _away(words: Words, away: Iterable[Seat]) -> list[str]:
    seats = sorted(away)
    return [words("clock.away", who=words.people(seats))] if seats else []
