"""A chat's agreement, or a table's, as screens of buttons: what is agreed, section by section, rule by rule, and what
may be agreed instead (PRODUCT.md, 2). All of it is generated from the registry of house rules.

One message turns its pages. A button says which page it turns to; one that changes something also says which agreement
its presser has seen, so that nobody overwrites what he does not know of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot import presses
from bot.game.agreement import PRESETS, SECTIONS, Agreement, Convention
from bot.screens import agreement as aloud
from bot.screens import parts
from bot.screens.buttons import Row, wrapped
from bot.screens.cited import cited
from bot.screens.lobby import MOST_DIFFERENCES, agreement_lines
from bot.screens.reading_order import in_order
from bot.screens.screen import Button, Screen
from bot.screens.words import Words, isolated

MAY_CHANGE = ("admins", "anybody", "seated")
"""Who may change a chat's rules; the first holds until the chat says otherwise."""
LARGEST_PAGE = 3500
"""Characters of a page of the whole text; a message holds 4096."""
LARGEST_COPY = 256
"""Characters that a button can put on the clipboard."""


@dataclass(frozen=True, slots=True)
class Book:
    """What the pages are drawn from."""

    locale: str
    agreement: Agreement
    table: int = 0
    """The table whose agreement it is; 0: the chat's, by which new tables begin."""
    label: str = ""
    """What the table is called."""
    players: tuple[int, ...] = ()
    """How many may play by it; empty: as many as its preset is for."""
    may_change: str = ""
    """One of `MAY_CHANGE`; empty where nobody is asked: at a table, in a private chat."""

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.players or aloud.company(self.agreement)

    @property
    def words(self) -> Words:
        return Words(self.locale)

    def turn(self, text: str, page: str, style: str = "") -> Button:
        """A button that turns to a page."""
        return Button(text, presses.rule(self.table, page), style=style)

    def applies(self, key: str) -> bool:
        """Whether the rule means anything to any of those who may play."""
        return any(self.agreement.in_force(key, n) for n in self.numbers)

    def option(self, key: str) -> str:
        """What players call the option that is agreed."""
        return self.words(f"rule.{key}.{self.agreement[key]}")


def page(book: Book, name: str) -> Screen:
    """The page that a button turned to; the first one for a name that is none."""
    head, _, tail = name.partition(":")
    if head == "section" and tail in SECTIONS:
        return section(book, tail)
    if head == "rule" and tail in book.agreement.registry.by_key and book.applies(tail):
        return rule(book, book.agreement.registry[tail])
    if head == "preset" and tail in PRESETS:
        return preset(book, tail)
    if head == "text" and tail.isdecimal():
        return whole(book, int(tail))
    return _PLAIN.get(name, first)(book)


def first(book: Book) -> Screen:
    """What is agreed, every difference from the preset, and where to go from here."""
    words = book.words
    buttons = [
        book.turn(_counted(words, words(f"section.{name}"), _departures(book, name)), f"section:{name}")
        for name in SECTIONS
        if any(map(book.applies, _in_section(book, name)))
    ]
    rows = wrapped(buttons, 2)
    rows.append((book.turn(words("button.rules_presets"), "presets"), book.turn(words("button.rules_code"), "code")))
    rows.append((book.turn(words("button.rules_text"), "text:0"), *_reset(book)))
    if book.may_change:
        rows.append((book.turn(words("button.rules_who"), "who"),))
    rows.append((book.turn(words("button.rules_done"), "done", "success"),))
    return Screen(parts.composed(_heading(book), _agreed(book), _allowed(book)), tuple(rows))


def done(book: Book) -> Screen:
    """The book is closed: what is agreed stays to be read."""
    return Screen(parts.composed(_heading(book), _agreed(book)))


def section(book: Book, name: str) -> Screen:
    """The rules of one section with the option in force; a button each."""
    words, keys = book.words, [key for key in _in_section(book, name) if book.applies(key)]
    differing = book.agreement.differences
    lines = [words("rules.departs", rule=_line(book, k)) if k in differing else _line(book, k) for k in keys]
    rows: list[Row] = [(book.turn(line, f"rule:{k}"),) for line, k in zip(lines, keys, strict=True)]
    rows.append((_back(book, "top"),))
    heading = [parts.bold(words(f"section.{name}")), words("rules.section")]
    return Screen(parts.composed(_heading(book), heading), tuple(rows))


def rule(book: Book, convention: Convention) -> Screen:
    """One rule: what it is about with a worked number, where it comes from, and its options."""
    words, key = book.words, convention.key
    idle = [n for n in book.numbers if not book.agreement.in_force(key, n)]
    only = [words("rules.only", players=_either(words, set(book.numbers) - set(idle)))] if idle else []
    later = [o for o in convention.options if o in convention.unplayed]
    waits = [words("rules.later", options=", ".join(words(f"rule.{key}.{o}") for o in later))] if later else []
    awaits = [words("rules.awaits")] if convention.awaits else []
    usual = convention.presets[book.agreement.preset]
    standard = words(
        "rules.usual", preset=words(f"preset.{book.agreement.preset}"), option=words(f"rule.{key}.{usual}")
    )
    text = parts.composed(
        _heading(book),
        [parts.bold(words(f"rule.{key}"))],
        [words(f"about.{key}"), *aloud.other_prices(words, book.agreement, book.numbers, key)],
        [*only, *waits, *awaits, standard, words("rules.source", source=cited(words, convention.source))],
    )
    options = [_choice(book, key, o) for o in convention.options if o not in convention.unplayed]
    short = all(len(button.text) <= 16 for button in options)
    rows = wrapped(options, 3 if short else 1)
    rows.append((_back(book, f"section:{convention.section}"), _back(book, "top", "button.rules_top")))
    return Screen(text, tuple(rows))


def presets(book: Book) -> Screen:
    """The named sets of house rules."""
    words = book.words
    playable = [name for name in PRESETS if set(_company(book, name)) & set(_wanted(book))]
    buttons = [
        book.turn(_marked(words, words(f"preset.{name}"), name == book.agreement.preset), f"preset:{name}")
        for name in playable
    ]
    heading = [parts.bold(words("rules.presets")), words("rules.presets_about")]
    return Screen(parts.composed(_heading(book), heading), (*wrapped(buttons, 2), (_back(book, "top"),)))


def preset(book: Book, name: str) -> Screen:
    """One set: what would change, and a button that takes it."""
    words, wanted = book.words, book.agreement.registry.preset(name)
    changed = list(changes(words, book.agreement, wanted, _company(book, name)))
    said = _some(words, changed) or [words("rules.no_change")]
    heading = parts.bold(words("rules.preset", preset=words(f"preset.{name}")))
    take = [book.turn(words("button.rules_take"), f"take:{name}:{book.agreement.mark}", "success")] if changed else []
    back = _back(book, "presets")
    return Screen(parts.composed(_heading(book), [heading], said), ((*take, back),))


def code(book: Book) -> Screen:
    """The agreement on one line, to be pasted into another chat, and the way to paste one here."""
    words, line = book.words, book.agreement.code
    copy = [Button(words("button.rules_copy"), copy=line)] if len(line) <= LARGEST_COPY else []
    paste = book.turn(words("button.rules_paste"), f"paste:{book.agreement.mark}")
    text = parts.composed(_heading(book), [words("rules.code")], [parts.mono(line)])
    return Screen(text, ((*copy, paste), (_back(book, "top"),)))


def prompt(book: Book) -> Screen:
    """Asks for the line by a reply, which reaches a bot also where privacy mode is on."""
    text = book.words("rules.prompt", begins=parts.mono("preset=sochi"), single=parts.mono("pool_target=20"))
    return Screen(text, reply=book.words("rules.prompt_field"))


def whole(book: Book, number: int) -> Screen:
    """The whole agreement as a text to read aloud, as many sheets as it takes."""
    words, sheets = book.words, _sheets(aloud.text(book.locale, book.agreement, *book.players[:1]))
    number = min(number, len(sheets) - 1)
    turning = [
        book.turn(words("button.rules_page", page=n + 1), f"text:{n}") for n in range(len(sheets)) if n != number
    ]
    return Screen(sheets[number], (*wrapped(turning), (_back(book, "top"),)))


def who(book: Book) -> Screen:
    """Who may change the chat's rules."""
    words = book.words
    if not book.may_change:
        return first(book)
    rows = [
        (book.turn(_marked(words, words(f"rules.who.{one}"), one == book.may_change), f"allow:{one}"),)
        for one in MAY_CHANGE
    ]
    heading = [parts.bold(words("rules.who")), words("rules.who_about")]
    return Screen(parts.composed(_heading(book), heading), (*rows, (_back(book, "top"),)))


def changes(words: Words, old: Agreement, new: Agreement, numbers: Sequence[int] = ()) -> Iterable[str]:
    """What differs, a rule a line, as far as it means anything before or after; the preset first."""
    if old.preset != new.preset:
        names = (words(f"preset.{one.preset}") for one in (old, new))
        yield words("rules.change", rule=words("rules.preset_word"), change=_change(words, *names))
    for key in in_order(old.registry, (key for key in old.registry.by_key if old[key] != new[key])):
        if any(one.in_force(key, n) for one in (old, new) for n in numbers or aloud.company(one)):
            options = (words(f"rule.{key}.{one[key]}") for one in (old, new))
            yield words("rules.change", rule=words(f"rule.{key}"), change=_change(words, *options))


def announced(words: Words, who: str, old: Agreement, new: Agreement) -> Screen:
    """Said in the group when its rules have been changed: by whom, and every difference."""
    lines = _some(words, list(changes(words, old, new)))
    head = words("rules.changed", who=words.person(who)) if who else words("rules.changed_by_admin")
    return Screen(parts.composed([head], lines or [words("rules.as_before")], [words("rules.running")]))


def _some(words: Words, lines: list[str]) -> list[str]:
    """So many that a message holds them, and how many there are beside them."""
    kept = lines[:MOST_DIFFERENCES]
    return [*kept, words("lobby.more", len(lines) - len(kept))] if len(lines) > len(kept) else kept


def _change(words: Words, old: str, new: str) -> str:
    return words("rules.from_to", old=old, new=new)


def _heading(book: Book) -> list[str]:
    words = book.words
    if book.table:
        return [parts.bold(words("rules.of_table", label=isolated(book.label)))]
    return [parts.bold(words("rules.of_chat"))]


def _agreed(book: Book) -> list[str]:
    """The preset, the length of the pulka, what differs."""
    return agreement_lines(book.words, book.agreement, book.numbers)


def _allowed(book: Book) -> list[str]:
    words = book.words
    return [words("rules.may", who=words(f"rules.who.{book.may_change}"))] if book.may_change else []


def _line(book: Book, key: str) -> str:
    return book.words("lobby.rule", rule=book.words(f"rule.{key}"), option=book.option(key))


def _choice(book: Book, key: str, option: str) -> Button:
    text = book.words(f"rule.{key}.{option}")
    if option == book.agreement[key]:
        return book.turn(book.words("button.picked", what=text), f"rule:{key}", "primary")
    return book.turn(text, f"set:{key}:{option}:{book.agreement.mark}")


def _reset(book: Book) -> list[Button]:
    """Back to the preset as it is, where something differs."""
    if not book.agreement.differences:
        return []
    return [book.turn(book.words("button.rules_reset"), f"preset:{book.agreement.preset}")]


def _in_section(book: Book, name: str) -> list[str]:
    registry = book.agreement.registry
    return in_order(registry, (c.key for c in registry.by_key.values() if c.section == name))


def _departures(book: Book, name: str) -> int:
    differing = book.agreement.differences
    return sum(key in differing and book.applies(key) for key in _in_section(book, name))


def _counted(words: Words, text: str, count: int) -> str:
    return words("button.rules_section", section=text, count=count) if count else text


def _wanted(book: Book) -> tuple[int, ...]:
    return book.players or (2, 3, 4)


def _company(book: Book, name: str) -> tuple[int, ...]:
    return aloud.company(book.agreement.registry.preset(name))


def _either(words: Words, numbers: Iterable[int]) -> str:
    return f" {words('agreement.or')} ".join(words(f"players.{n}") for n in sorted(numbers))


def _marked(words: Words, text: str, current: bool) -> str:
    return words("button.picked", what=text) if current else text


def _back(book: Book, to: str, key: str = "button.rules_back") -> Button:
    return book.turn(book.words(key), to)


def _sheets(lines: Iterable[str]) -> list[str]:
    """Lines on as few sheets as hold them; a section is not torn unless it must be."""
    sheets, sheet = list[str](), ""
    for paragraph in "\n".join(lines).split("\n\n"):
        if sheet and len(sheet) + len(paragraph) > LARGEST_PAGE:
            sheets.append(sheet)
            sheet = ""
        sheet = f"{sheet}\n\n{paragraph}" if sheet else paragraph
    return [*sheets, sheet]


_PLAIN: dict[str, Callable[[Book], Screen]] = {
    "top": first,
    "done": done,
    "presets": presets,
    "code": code,
    "who": who,
}
