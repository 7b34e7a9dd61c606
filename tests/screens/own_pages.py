"""Pages that belong to no table, for the golden screens: settings, one's tables, what was played, the way there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction

from bot.game import rules
from bot.game.actions import Deck
from bot.game.cards import DECK
from bot.game.presets import preset
from bot.game.settlement import settle
from bot.game.sheet import Sheet
from bot.game.state import Ended, State, new_table
from bot.game.view import view
from bot.screens.greeting import door, no_such_command
from bot.screens.history import Played, history, pulka
from bot.screens.own_tables import Own, own_tables
from bot.screens.screen import Screen
from bot.screens.settings import Choices, group_language, settings
from tests.screens.dealing import NAMES, frame, played

AT = 1_797_000_000.0
"""A winter's afternoon."""
SIX = "sAK.cAKQ.dAK.hAKQ sQJT.cJT9.dQJ.hJT s987.c8.dT987.h98 c7h7"
NIGHT = {"quiet": (23, 8), "zone": "Europe/Kyiv"}


def choices(locale: str) -> Iterator[tuple[str, Screen]]:
    """A person's settings, page by page, and the language of a group."""
    yield "nothing chosen", settings(Choices(locale, AT))
    own = Choices(locale, AT, rings="never", forced=True, **NIGHT)  # type: ignore[arg-type]
    yield "much chosen", settings(own)
    for page in ("language", "rings", "forced", "quiet", "from", "until", "zones", "cities:120", "cities:-600"):
        yield page, settings(own, page)
    yield "no quiet hours", settings(Choices(locale, AT), "quiet")
    yield "none any more", settings(Choices(locale, AT, zone="UTC-03:30"), "quiet")
    yield (
        "a zone that this machine does not know",
        settings(Choices(locale, AT, quiet=(0, 6), zone="Mars/Base"), "quiet"),
    )
    yield "the language of a group", group_language(locale)


def own(locale: str) -> Iterator[tuple[str, Screen]]:
    """Where a person sits; the way to his pages from a group; a command that there is not."""
    yield "nowhere", own_tables(locale, [])
    auction, waiting = view(played(SIX), 1), view(played(SIX), 2)
    between = rules.apply(new_table(preset(), 3, 3), Deck(0, DECK, "0" * 64)).state
    paused = replace(view(played(SIX), 1), paused=True)
    friday, link = "Пятница <3", "https://t.me/c/123/45"
    yield (
        "at several tables",
        own_tables(
            locale,
            [
                Own(11, "Стол 1", NAMES, friday, missing=2, link=link),
                Own(12, "Стол 2", NAMES, friday, waiting, link=link),
                Own(13, "Стол 3", NAMES, "Дача", view(between, 1)),
                Own(14, "Стол 4", NAMES, "Дача", paused, link=link),
                Own(15, "Стол 1", NAMES, "", auction),
            ],
        ),
    )
    yield "of many some are named", own_tables(locale, [Own(n, f"Стол {n}", NAMES, friday) for n in range(14)])
    yield "the way to one's tables", door(locale, "preferans_bot", "my")
    yield "the way to one's settings", door(locale, "preferans_bot", "settings")
    yield "nearly a command", no_such_command(locale, "setings")
    yield "no command at all", no_such_command(locale, "xyzzy")


def past(locale: str) -> Iterator[tuple[str, Screen]]:
    """The pulkas that were played, and one of them."""
    yield "none", history(locale, [])
    over, running = settled(), played(SIX)
    agreed = preset("leningrad").but(pool_target="20", raspasy_exit="6-7", stalingrad="on")
    friday = Played(5, "Стол 5", date(2026, 12, 31), NAMES, agreed, over.table, over.phase.settlement)
    saturday = Played(6, "Стол 6", date(2027, 1, 1), NAMES, preset(), running.table)
    yield "a running one and one that has ended", history(locale, [saturday, friday])
    yield "of a person, the second page of three", history(locale, [replace(friday, chat="Дача <3")], 1, 3)
    yield "one that has ended", pulka(frame(over, None, locale), agreed, 0)
    yield "one that runs", pulka(frame(running, None, locale), preset(), 1)


def settled() -> State:
    state = new_table(preset("leningrad"), 3, 3)
    sheet = Sheet((20, 20, 20), (8, 21, 14), ((0, 20, 6), (12, 0, Fraction(61, 2)), (4, 8, 0)))
    return replace(
        state, table=replace(state.table, sheet=sheet, deals=17), phase=Ended(0, settle(sheet, 10, (1, 2, 3)))
    )
