"""A table that has not begun: who sits there, what is agreed, and every difference from the preset (PRODUCT.md, 3)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.agreement import Agreement
from bot.screens import parts
from bot.screens.buttons import Keys, Row
from bot.screens.frame import Chair, Lobby
from bot.screens.result import committed
from bot.screens.screen import Screen
from bot.screens.words import Words

SIZES = (2, 3, 4)
MOST_DIFFERENCES = 40
"""Rules that are named where an agreement differs from its preset: a message has an end."""
PULKAS = ("10", "20")
"""Sizes of a pulka that have a button."""


def lobby(table: Lobby) -> Screen:
    """The lobby's message; once the pulka has begun or was called off it has no buttons."""
    words = Words(table.locale, {c.seat: c.name for c in table.chairs})
    title = "lobby.cancelled" if table.cancelled else "lobby.begun" if table.begun else "lobby.title"
    heading = [parts.bold(words(title, label=words.person(table.label)))]
    chairs = [_chair(words, c) for c in table.chairs]
    agreed = agreement_lines(words, table.agreement, (len(table.chairs),))
    if table.cancelled:
        return Screen(parts.composed(heading))
    if table.begun:
        dealer = [words("lobby.first_dealer", dealer=words.person(table.dealer))] if table.dealer else []
        deck = committed(words, "lobby.commitment", table.commitment)
        return Screen(parts.composed(heading, [*chairs, *dealer], agreed, deck))
    return Screen(parts.composed(heading, chairs, agreed, [_missing(words, table)]), _buttons(words, table))


def agreement_lines(words: Words, agreement: Agreement, numbers: Sequence[int]) -> list[str]:
    """The preset's name, how long the pulka is, and the rules that differ from the preset, if they mean anything to one
    of these numbers of players. Of very many the first are named, and how many there are beside them."""
    size = words("lobby.rule", rule=words("rule.pool_target"), option=option_name(words, agreement, "pool_target"))
    differing = [
        key
        for key in sorted(agreement.differences)
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
        return words("lobby.computer", seat=chair.seat, name=name)
    return words("lobby.ready" if chair.ready else "lobby.seated", seat=chair.seat, name=name)


def _missing(words: Words, table: Lobby) -> str:
    """What the table still waits for."""
    empty = sum(not c.name for c in table.chairs)
    return words("lobby.missing", empty) if empty else words("lobby.all_seated")


def _buttons(words: Words, table: Lobby) -> tuple[Row, ...]:
    keys, size = Keys(table.table), len(table.chairs)
    goal = table.agreement["pool_target"]
    sizes = [keys.ask(_marked(words, words("button.size", n), n == size), f"size-{n}") for n in SIZES]
    pulkas = [keys.ask(_marked(words, words("button.pulka", goal=n), n == goal), f"pulka-{n}") for n in PULKAS]
    return (
        (keys.ask(words("button.sit"), "sit", "primary"), keys.ask(words("button.leave"), "leave")),
        tuple(sizes),
        tuple(pulkas),
        (keys.rules(words("button.table_rules")),),
        (keys.ask(words("button.computer"), "computer"), keys.ask(words("button.uncomputer"), "uncomputer")),
        (keys.ask(words("button.begin"), "ready", "success"), keys.ask(words("button.cancel"), "cancel", "danger")),
    )


def _marked(words: Words, text: str, current: bool) -> str:
    return words("button.picked", what=text) if current else text
