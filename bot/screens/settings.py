"""A person's own choices as screens of buttons (PRODUCT.md, 5): his language, when his turn is told with sound, quiet
hours, cards without a choice. One message turns its pages; a button says which page, or what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot import presses, zones
from bot.screens import parts
from bot.screens.buttons import Row, wrapped
from bot.screens.screen import Button, Screen
from bot.screens.words import MINUS, Words
from bot.texts import language, locales, tr

RINGS = ("away", "always", "never")
"""When a turn is told with sound; the first holds until he says otherwise."""
HOURS = range(24)


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen; `now` is unix seconds, so that a zone shows its time. No quiet hours: `quiet` is None."""

    locale: str
    now: float
    rings: str = RINGS[0]
    quiet: tuple[int, int] | None = None
    zone: str = ""
    forced: bool = False

    @property
    def words(self) -> Words:
        return Words(self.locale)


def settings(choices: Choices, page: str = "") -> Screen:
    """A page by its name: the first one for a name that is none."""
    head, _, tail = page.partition(":")
    if head == "cities" and tail.removeprefix("-").isdecimal():
        return _cities(choices, int(tail))
    return _PAGES.get(page, _first)(choices)


def languages(heading: str, locale: str, word: Callable[[str], str]) -> tuple[list[str], list[Row]]:
    """A heading and a button for every language that is spoken, each named in itself; `word` is what a button says."""
    spoken = ((code, tr(code, "language.name")) for code in locales())
    buttons = [Button(_marked(Words(locale), name, code == language(locale)), word(code)) for code, name in spoken]
    return [parts.bold(heading)], wrapped(buttons, 3)


def group_language(locale: str) -> Screen:
    """In which language the bot speaks in a group."""
    words = Words(locale)
    heading, rows = languages(words("speech.title"), locale, lambda code: presses.page(f"language:{code}"))
    return Screen(parts.composed(heading, [words("speech.about")]), tuple(rows))


def _first(choices: Choices) -> Screen:
    words = choices.words
    lines = [
        _line(words, "language", words("language.name")),
        _line(words, "rings", words(f"settings.rings.{choices.rings}")),
        _line(words, "quiet", _night(choices)),
        _line(words, "forced", _forced_name(words, choices.forced)),
    ]
    buttons = [_turn(words(f"button.settings_{page}"), page) for page in ("language", "rings", "quiet", "forced")]
    return Screen(parts.composed([parts.bold(words("settings.title"))], lines), tuple(wrapped(buttons, 2)))


def _language(choices: Choices) -> Screen:
    words = choices.words
    heading, rows = languages(words("settings.language"), choices.locale, lambda code: _word(f"set:language:{code}"))
    return Screen(parts.composed(heading, [words("settings.language_about")]), (*rows, _back(words)))


def _rings(choices: Choices) -> Screen:
    words = choices.words
    rows: list[Row] = [
        (_choose(_marked(words, words(f"settings.rings.{when}"), when == choices.rings), f"rings:{when}"),)
        for when in RINGS
    ]
    return Screen(_page(words, "rings"), (*rows, _back(words)))


def _quiet(choices: Choices) -> Screen:
    words, rows = choices.words, list[Row]()
    if choices.quiet is None:
        switch = "settings.quiet_on"
        on = _choose(words(switch), "quiet:on", "primary") if choices.zone else _turn(words(switch), "zones", "primary")
        rows.append((on,))
    else:
        begins, ends = map(_hour, choices.quiet)
        begin = _turn(words("button.settings_from", hour=begins), "from")
        rows.append((begin, _turn(words("button.settings_until", hour=ends), "until")))
        rows.append((_turn(words("button.settings_zone", zone=zone_name(words, choices.zone)), "zones"),))
        rows.append((_choose(words("settings.quiet_off"), "quiet:off", "danger"),))
    text = parts.composed([_page(words, "quiet")], [_line(words, "quiet", _night(choices))])
    return Screen(text, (*rows, _back(words)))


def _from(choices: Choices) -> Screen:
    return _hours(choices, "from", 0)


def _until(choices: Choices) -> Screen:
    return _hours(choices, "until", 1)


def _hours(choices: Choices, which: str, end: int) -> Screen:
    """The hours of the day, but for the one at which they end, or begin."""
    words, quiet = choices.words, choices.quiet or (0, 0)
    marks = [(h, _marked(words, _hour(h), h == quiet[end])) for h in HOURS if h != quiet[1 - end]]
    rows = wrapped([_choose(text, f"{which}:{hour}") for hour, text in marks], 4)
    return Screen(parts.bold(words(f"settings.{which}")), (*rows, _back(words, "quiet")))


def _zones(choices: Choices) -> Screen:
    """What one's clock shows now: who can read it need not know how his zone is called."""
    words, buttons = choices.words, list[Button]()
    for minutes in zones.offsets(choices.now):
        shown = zones.clock(zones.fixed(minutes), choices.now)
        text = words("button.settings_clock", time=f"{shown:%H:%M}", offset=_offset(minutes))
        known = zones.cities(minutes, choices.now)
        buttons.append(_turn(text, f"cities:{minutes}") if known else _choose(text, f"zone:{minutes}"))
    text = parts.composed([parts.bold(words("settings.zones"))], [words("settings.zones_about")])
    return Screen(text, (*wrapped(buttons, 3), _back(words, "quiet")))


def _cities(choices: Choices, minutes: int) -> Screen:
    words = choices.words
    buttons = [
        _choose(_marked(words, zone_name(words, city), city == choices.zone), f"zone:{zones.city(city)}")
        for city in zones.cities(minutes, choices.now)
    ]
    always = zones.fixed(minutes)
    own = _choose(
        _marked(words, words("settings.always", zone=zone_name(words, always)), always == choices.zone),
        f"zone:{minutes}",
    )
    text = parts.composed([parts.bold(words("settings.cities"))], [words("settings.cities_about")])
    return Screen(text, (*wrapped(buttons, 2), (own,), _back(words, "zones")))


def _forced(choices: Choices) -> Screen:
    words = choices.words
    rows: list[Row] = [
        (_choose(_marked(words, _forced_name(words, on), on == choices.forced), f"forced:{'on' if on else 'off'}"),)
        for on in (False, True)
    ]
    return Screen(_page(words, "forced"), (*rows, _back(words)))


def zone_name(words: Words, zone: str) -> str:
    """`Киев`, or `UTC+3` for a zone that is an offset; what is no longer to be chosen is called as zoneinfo does."""
    if zone.startswith("UTC"):
        minutes = zones.offset(zone, 0)
        return words("settings.utc", offset=_offset(minutes or 0))
    return words(f"city.{zones.city(zone)}") if zone in zones.CITIES else zone


def _offset(minutes: int) -> str:
    """`+3`, `−3:30`."""
    hours, rest = divmod(abs(minutes), 60)
    return f"{MINUS if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")


def _night(choices: Choices) -> str:
    words = choices.words
    if choices.quiet is None:
        return words("settings.no_quiet")
    shown = zones.clock(choices.zone, choices.now)
    begins, ends = map(_hour, choices.quiet)
    if shown is None:
        return words("settings.night_nowhere", begins=begins, ends=ends)
    where = zone_name(words, choices.zone)
    return words("settings.night", begins=begins, ends=ends, zone=where, time=f"{shown:%H:%M}")


def _hour(hour: int) -> str:
    return f"{hour}:00"


def _forced_name(words: Words, on: bool) -> str:
    return words("settings.forced_on" if on else "settings.forced_off")


def _page(words: Words, name: str) -> str:
    """What a page is about."""
    return parts.composed([parts.bold(words(f"settings.{name}"))], [words(f"settings.{name}_about")])


def _line(words: Words, what: str, choice: str) -> str:
    return words("settings.line", what=words(f"settings.{what}"), choice=choice)


def _marked(words: Words, text: str, current: bool) -> str:
    return words("button.picked", what=text) if current else text


def _turn(text: str, page: str, style: str = "") -> Button:
    return Button(text, _word(page), style=style)


def _choose(text: str, what: str, style: str = "") -> Button:
    return Button(text, _word(f"set:{what}"), style=style)


def _back(words: Words, page: str = "") -> Row:
    return (Button(words("button.rules_back"), _word(page)),)


def _word(page: str) -> str:
    return presses.page(f"settings:{page}")


_PAGES: dict[str, Callable[[Choices], Screen]] = {
    "language": _language,
    "rings": _rings,
    "quiet": _quiet,
    "from": _from,
    "until": _until,
    "zones": _zones,
    "forced": _forced,
}
