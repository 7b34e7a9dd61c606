"""An agreement as a person reads it aloud: the code, what differs from the preset, then every rule with its option and
what it is about, section by section. Plain lines; the screen of the rules takes its sections from here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.game.agreement import SECTIONS, Agreement
from bot.screens.examples import otherwise
from bot.screens.reading_order import in_order
from bot.screens.words import Words

FOR_TWO = "hussar"
"""The preset that two play; the others are for three and four."""
INDENT = "  "


def text(locale: str, agreement: Agreement, players: int = 0) -> list[str]:
    """The whole agreement as so many play it; 0: as any of the numbers for which its preset is."""
    words, numbers = Words(locale), (players,) if players else company(agreement)
    lines = [words("lobby.rules", preset=words(f"preset.{agreement.preset}")), agreement.code]
    if agreement.differences:
        lines += ["", words("agreement.differences")]
        differing = in_order(agreement.registry, agreement.differences)
        lines += [f"{INDENT}{departing(words, agreement, key, numbers)}" for key in differing]
    lines += [part for line in other_prices(words, agreement, numbers) for part in ("", line)]
    for section in SECTIONS:
        keys = {key for n in numbers for key in in_section(agreement, section, n)}
        if keys:
            lines += ["", words(f"section.{section}")]
            ordered = in_order(agreement.registry, keys)
            lines += [f"{INDENT}{_explained(words, agreement, key, numbers)}" for key in ordered]
    return lines


def changes(locale: str, old: Agreement, new: Agreement) -> Iterator[str]:
    """What differs between two agreements, a rule a line: its key and options as they are typed, then in words."""
    words = Words(locale)
    for key in sorted(key for key in old.registry.by_key if old[key] != new[key]):
        change = words("agreement.change", old=_option(words, key, old[key]), new=_option(words, key, new[key]))
        rule = words("lobby.rule", rule=words(f"rule.{key}"), option=change)
        yield f"{key}: {old[key]} -> {new[key]} ({rule})"


def company(agreement: Agreement) -> tuple[int, ...]:
    """How many may play by it: two by the preset for two, else three or four."""
    return (2,) if agreement.preset == FOR_TWO else (3, 4)


def in_section(agreement: Agreement, section: str, players: int) -> list[str]:
    """The keys of one section that mean something with so many players."""
    rules = agreement.registry.by_key.values()
    return sorted(r.key for r in rules if r.section == section and agreement.in_force(r.key, players))


def other_prices(words: Words, agreement: Agreement, numbers: Sequence[int], key: str = "") -> list[str]:
    """A line that says by which prices the example of `key`, or all of them, would come to something else here."""
    rules = "; ".join(_named(words, agreement, price) for price in otherwise(agreement, numbers, key))
    return [words("agreement.prices", rules=rules)] if rules else []


def departing(words: Words, agreement: Agreement, key: str, numbers: Sequence[int]) -> str:
    """A rule with its option; where it means nothing, what it would take."""
    line = _named(words, agreement, key)
    lacking = [agreement.idle(key, n) for n in numbers]
    if None in lacking:
        return line
    clause = next((c for c in lacking if c and c[0].key != "players"), lacking[0]) or ()
    needs = (_needed(words, c.key, agreement.satisfying(c)) for c in clause)
    return words("agreement.idle", rule=line, needs=_either(words, needs))


def _needed(words: Words, key: str, options: Iterable[str]) -> str:
    if key == "players":
        return _either(words, (words(f"players.{n}") for n in options))
    either = _either(words, (_option(words, key, option) for option in options))
    return words("lobby.rule", rule=words(f"rule.{key}"), option=either)


def _either(words: Words, parts: Iterable[str]) -> str:
    return f" {words('agreement.or')} ".join(parts)


def _explained(words: Words, agreement: Agreement, key: str, numbers: Sequence[int]) -> str:
    """`Пулька: до 10. Столько очков принимает пуля каждого...`; how many play it, if not all do."""
    line = _named(words, agreement, key)
    play = [n for n in numbers if agreement.in_force(key, n)]
    if len(play) < len(numbers):
        line = words("agreement.only", rule=line, players=_either(words, (words(f"players.{n}") for n in play)))
    return words("agreement.explained", rule=line, about=words(f"about.{key}"))


def _named(words: Words, agreement: Agreement, key: str) -> str:
    """A rule and the option that is agreed; whether it cannot be played yet, or waits for what is not there yet."""
    line = words("lobby.rule", rule=words(f"rule.{key}"), option=_option(words, key, agreement[key]))
    rule = agreement.registry[key]
    if agreement[key] in rule.unplayed:
        return words("agreement.later", rule=line)
    return words("agreement.awaits", rule=line) if rule.awaits else line


def _option(words: Words, key: str, option: str) -> str:
    return words(f"rule.{key}.{option}")
