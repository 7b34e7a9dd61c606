"""What people talk of about a table besides cards: a pause, the end, a seat that somebody has left (PRODUCT.md, 9).

One message of the chat: what may be done, or what waits for whose consent; afterwards it says what came of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.game.actions import Seat
from bot.game.view import View
from bot.screens import parts
from bot.screens.buttons import Keys, Row, wrapped
from bot.screens.offers import offered
from bot.screens.screen import Button, Screen
from bot.screens.words import Words

OUTCOMES = (
    "shut", "pause", "resume", "undo", "finish", "claim", "objected", "withdrawn", "replace", "computer", "join",
    "end", "end_admin", "empty", "back", "in_group", "in_private",
)  # fmt: skip
"""What may come of a talk."""
OFFERS = ("pause", "resume", "finish")
"""What may be offered by the rules of the game and is talked of here; undo and claim see `offers`."""
PETITIONS = ("replace", "computer", "join", "end", "in_group", "in_private")
"""What is asked of those who are there about a seat, about the pulka, or about where hands are played."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A talk's ingredients; `view` is the group's."""

    view: View
    table: int
    names: dict[Seat, str]
    label: str
    locale: str
    number: int
    petition: str = ""
    """One of `PETITIONS`, or nothing."""
    seat: Seat = 0
    """The seat that it is about."""
    newcomer: str = ""
    agreed: tuple[Seat, ...] = ()
    asked: tuple[Seat, ...] = ()
    outcome: str | None = None
    who: str = ""
    """Who has decided."""
    away: frozenset[Seat] = frozenset()
    left: frozenset[Seat] = frozenset()
    may_join: bool = False
    in_group: bool = False
    """Whether hands may be played from messages of the group that one person sees."""
    closed: frozenset[Seat] = frozenset()
    """Seats whose people cannot be written to in private."""
    before: int = 0
    """The number that a new offer carries."""


def talk(about: Talk) -> Screen:
    """The message of a talk."""
    words, keys = Words(about.locale, about.names), Keys(about.table)
    heading = parts.bold(words("talk.title", label=words.person(about.label)))
    if about.outcome is not None:
        return Screen(parts.composed([heading], [_outcome(words, about)]))
    if about.petition:
        return Screen(parts.composed([heading], _petition(words, about)), _consent(words, keys, f"p{about.number}"))
    offer = about.view.offer
    if offer is not None:
        said = offered(words, about.view)
        waits = words("talk.waits", who=words.people(offer.waiting))
        withdraw = (keys.ask(words("button.withdraw"), f"withdraw-{offer.number}"),)
        buttons = (*_consent(words, keys, str(offer.number)), withdraw)
        return Screen(parts.composed([heading], [*said, waits]), buttons)
    return Screen(parts.composed([heading], _standing(words, about)), _menu(words, keys, about))


def talk_button(locale: str, table: int) -> Button:
    """Opens a talk."""
    return Keys(table).ask(Words(locale)("button.talk"), "talk")


def parted(locale: str, label: str) -> Screen:
    """The hand of somebody who has left his seat to another."""
    words = Words(locale)
    return Screen(words("talk.parted", label=words.person(label)))


def _outcome(words: Words, about: Talk) -> str:
    assert about.outcome in OUTCOMES
    seat = words.name(about.seat) if about.seat else ""
    return words(f"talk.outcome.{about.outcome}", who=words.person(about.who), seat=seat)


def _petition(words: Words, about: Talk) -> list[str]:
    seat = words.name(about.seat) if about.seat in about.names else ""
    lines = [words(f"talk.petition.{about.petition}", who=words.person(about.newcomer), seat=seat)]
    if about.agreed:
        lines.append(words("talk.agreed", who=words.people(about.agreed)))
    waiting = [s for s in about.asked if s not in about.agreed]
    return [*lines, words("talk.waits", who=words.people(waiting))] if waiting else lines


def _standing(words: Words, about: Talk) -> list[str]:
    """Who is not there, who is played for, whether the table is paused."""
    lines = [words("talk.paused")] if about.view.paused else []
    for seat in about.view.table.order:
        if seat in about.left:
            lines.append(words("talk.left", who=words.name(seat)))
        elif seat in about.closed:
            lines.append(words("talk.closed", who=words.name(seat)))
        elif seat in about.away:
            lines.append(words("talk.away", who=words.name(seat)))
    lines += [words("talk.in_group")] if about.in_group else []
    return lines or [words("talk.about")]


def _consent(words: Words, keys: Keys, number: str) -> tuple[Row, ...]:
    agree = keys.ask(words("button.agree"), f"agree-{number}", "success")
    return ((agree, keys.ask(words("button.object"), f"object-{number}", "danger")),)


def _menu(words: Words, keys: Keys, about: Talk) -> tuple[Row, ...]:
    plain, table = words.plain(), about.view.table
    if about.view.paused:
        pause = keys.ask(words("button.offer_resume"), f"offer-resume-{about.before}")
    else:
        pause = keys.ask(words("button.offer_pause"), f"offer-pause-{about.before}")
    rows: list[Row] = [
        (
            pause,
            keys.ask(words("button.offer_finish"), f"offer-finish-{about.before}"),
        )
    ]
    free = [s for s in table.order if s in about.away or s in table.computers]
    rows += wrapped([keys.ask(plain("button.takeover", seat=plain.name(s)), f"takeover-{s}") for s in free], 1)
    gone = [s for s in table.order if s in about.away]
    rows += wrapped([keys.ask(plain("button.robot", seat=plain.name(s)), f"robot-{s}") for s in gone], 1)
    if about.may_join:
        rows.append((keys.ask(words("button.join"), "join"),))
    if about.in_group:
        rows.append((keys.ask(words("button.inprivate"), "inprivate"),))
    else:
        rows.append((keys.ask(words("button.ingroup"), "ingroup"),))
    rows.append((keys.ask(words("button.go"), "go", "danger"), keys.ask(words("button.returned"), "return")))
    rows.append((keys.ask(words("button.end"), "end", "danger"), keys.ask(words("button.shut"), "shut")))
    return tuple(rows)
