"""A table that has not begun: who sits there, what is agreed, and every difference from the preset (PRODUCT.md, 3)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.agreement import Agreement
from bot.screens import parts
from bot.screens.buttons import Keys, Row, wrapped
from bot.screens.frame import Chair, Lobby
from bot.screens.greeting import NO_TABLE
from bot.screens.reading_order import in_order
from bot.screens.result import committed
from bot.screens.screen import Button, Screen
from bot.screens.words import Words

SIZES = (2, 3, 4)
MOST_DIFFERENCES = 40
"""Rules that are named where an agreement differs from its preset: a message has an end."""
PULKAS = ("10", "20")
"""Sizes of a pulka that have a button."""
CLOSED = ("expired", "empty")
"""Why a lobby was closed, besides that somebody wanted it."""
ASKED_AGAIN = ("rules", "seats", "size")
"""What has changed since people agreed."""


def lobby(table: Lobby) -> Screen:
    """The lobby's message; once the pulka has begun or was called off it has no buttons but the one for a new table."""
    words = Words(table.locale, {c.seat: c.name for c in table.chairs})
    title = "lobby.cancelled" if table.cancelled else "lobby.begun" if table.begun else "lobby.title"
    heading = [parts.bold(words(title, label=words.person(table.label)))]
    chairs = [_chair(words, c) for c in table.chairs]
    agreed = agreement_lines(words, table.agreement, (len(table.chairs),))
    if table.cancelled:
        why = [words(f"lobby.closed.{table.note}")] if table.note in CLOSED else []
        anew = ((Keys(NO_TABLE).ask(words("button.new"), "new"),),) if table.note == "expired" else ()
        return Screen(parts.composed(heading, why), anew)
    if table.begun:
        dealer = [words("lobby.first_dealer", dealer=words.name(table.dealer))] if table.dealer else []
        deck = committed(words, "lobby.commitment", table.commitment)
        return Screen(parts.composed(heading, [*chairs, *dealer], agreed, deck))
    seats = [] if table.private else _seats(words, table)
    return Screen(parts.composed(heading, chairs, seats, agreed, _missing(words, table)), _buttons(words, table))


def agreement_lines(words: Words, agreement: Agreement, numbers: Sequence[int]) -> list[str]:
    """The preset's name, how long the pulka is, and the rules that differ from the preset, if they mean anything to one
    of these numbers of players. Of very many the first are named, and how many there are beside them."""
    size = words("lobby.rule", rule=words("rule.pool_target"), option=option_name(words, agreement, "pool_target"))
    differing = [
        key
        for key in in_order(agreement.registry, agreement.differences)
        if key != "pool_target" and any(agreement.in_force(key, n) for n in numbers)
    ]
    lines = [
        words("lobby.difference", rule=words(f"rule.{key}"), option=option_name(words, agreement, key))
        for key in differing[:MOST_DIFFERENCES]
    ]
    more = [words("lobby.more", len(differing) - len(lines))] if len(differing) > len(lines) else []
    return [words("lobby.rules", preset=words(f"preset.{agreement.preset}")), size, *lines, *more]


def option_name(words: Words, agreement: Agreement, key: str) -> str:
    """What players call the option that is agreed for `key`."""
    return words(f"rule.{key}.{agreement[key]}")


def _chair(words: Words, chair: Chair) -> str:
    if not chair.name:
        return words("lobby.empty", seat=chair.seat)
    name = words.name(chair.seat)
    if chair.computer:
        return words("lobby.computer", seat=chair.seat, name=name, level=words(f"level.{chair.level}"))
    return words("lobby.ready" if chair.ready else "lobby.seated", seat=chair.seat, name=name)


def _seats(words: Words, table: Lobby) -> list[str]:
    """What is not left to the draw, and who was there the last time."""
    free = [words("lobby.seats_free")] if table.seating == "free" else []
    dealer = [words("lobby.first_dealer", dealer=words.name(table.dealer))] if table.dealer else []
    absent = [words("lobby.absent", who=", ".join(map(words.person, table.absent)))] if table.absent else []
    return [*free, *dealer, *absent]


def _missing(words: Words, table: Lobby) -> list[str]:
    """What the table still waits for, and why it asks again."""
    empty = sum(not c.name for c in table.chairs)
    silent = [c.seat for c in table.chairs if c.name and not c.ready]
    again = [words(f"lobby.again.{table.note}")] if table.note in ASKED_AGAIN and silent else []
    if empty:
        return [*again, words("lobby.missing", empty)]
    return [*again, words("lobby.waits", who=words.people(silent))] if silent else again


def _buttons(words: Words, table: Lobby) -> tuple[Row, ...]:
    keys, size, plain = Keys(table.table), len(table.chairs), words.plain()
    goal = table.agreement["pool_target"]
    sizes = tuple(keys.ask(_marked(words, words("button.size", n), n == size), f"size-{n}") for n in SIZES)
    pulkas = tuple(keys.ask(_marked(words, words("button.pulka", goal=n), n == goal), f"pulka-{n}") for n in PULKAS)
    rules = keys.rules(words("button.table_rules"))
    end = (
        keys.ask(words("button.seat_ready"), "ready", "success"),
        keys.ask(words("button.cancel"), "cancel", "danger"),
    )
    if table.private:
        return (sizes, pulkas, (rules,), end)
    computers = (keys.ask(words("button.computer"), "computer"), keys.ask(words("button.uncomputer"), "uncomputer"))
    return (
        (keys.ask(words("button.sit"), "sit", "primary"), keys.ask(words("button.leave"), "leave")),
        sizes,
        pulkas,
        (rules,),
        computers,
        *_places(words, keys, table),
        *wrapped(_silent(plain, keys, table), 2),
        end,
    )


def _places(words: Words, keys: Keys, table: Lobby) -> list[Row]:
    """Free seats to choose from, and who deals first, as far as that is not drawn."""
    seating = keys.ask(words(f"button.seating.{table.seating}"), "seating")
    how = table.agreement["first_dealer"]
    dealer = [] if how == "drawn" else [keys.ask(words(f"button.dealer.{how}"), "dealer")]
    rows: list[Row] = [(seating, *dealer)]
    if table.seating == "free":
        free = [c.seat for c in table.chairs if not c.name]
        rows += wrapped([keys.ask(words("button.move", seat=seat), f"move-{seat}") for seat in free])
    return rows


def _silent(plain: Words, keys: Keys, table: Lobby) -> list[Button]:
    """Somebody is ready and waits: who has not said so may be sent away."""
    if not any(c.ready and not c.computer for c in table.chairs):
        return []
    silent = [c.seat for c in table.chairs if c.name and not c.ready]
    return [keys.ask(plain("button.remove", who=plain.name(seat)), f"remove-{seat}") for seat in silent]


def _marked(words: Words, text: str, current: bool) -> str:
    return words("button.picked", what=text) if current else text
