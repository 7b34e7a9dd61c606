"""Screens to read: one deal from the auction to its result, a misere, raspasy of four, the lobby and the greeting.

Each is a file in `golden/`. After a change that is meant, `GOLDEN=write` in the environment draws them anew; read the
difference before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta, timezone
from pathlib import Path

import pytest

from bot.game import rules
from bot.game.actions import Deck, action
from bot.game.cards import DECK
from bot.game.presets import preset
from bot.game.state import State, new_table
from bot.screens.board import board
from bot.screens.drafting import redrafted
from bot.screens.frame import Chair, Draft, Lobby, Running, Times
from bot.screens.greeting import added, help_screen, started
from bot.screens.hand import hand
from bot.screens.lobby import lobby
from bot.screens.result import result
from bot.screens.rulebook import Book, announced, page
from bot.screens.screen import Screen
from bot.screens.sheet import sheet
from bot.screens.words import Words
from tests.screens import own_pages
from tests.screens.dealing import NAMES, drawn, frame, played
from tests.screens.in_the_group import in_the_group as told_in_the_group
from tests.screens.offering import offers

GOLDEN = Path(__file__).with_name("golden")
SIX = "sAK.cAKQ.dAK.hAKQ sQJT.cJT9.dQJ.hJT s987.c8.dT987.h98 c7h7"
LOW = "s97.c987.d87.h987 sAKQJ.cAKQ.dAKQ sT8.cJT.dJT9.hAKQ hThJ"
TWO = "sAK.cAKQ.dAK.hAKQ sQJT.cJT9.dQJ.hJT s987.c8.dT987.h98 c7h7"
"""Those of Анна and Борис, then the dummy's."""
FOUR = "sAK7.cAK.dAK.hAKQ s98.cQJT.dQJ.hJT9 sQJT.c987.dT98.h8 s7h7"


def seen(state: State, seat: int | None, locale: str, *picked: str) -> Screen:
    draft = Draft()
    for word in picked:
        draft = redrafted(draft, rules.asked(state)[seat or 0].number, word)
    return (hand if seat else board)(frame(state, seat, locale, draft))


def six(locale: str) -> Iterator[tuple[str, Screen]]:
    """Six spades, taken with "here", whisted by one in the light."""
    calls = "1:6s 2:6c 3:pass 1:here 2:pass"
    yield "Анна calls", seen(played(SIX), 1, locale)
    yield "Анна looks at the sevens", seen(played(SIX), 1, locale, "level-7")
    yield "Анна thinks of misere", seen(played(SIX), 1, locale, "order-mis")
    yield "Анна discards", seen(played(SIX, calls), 1, locale, "card-c7", "card-h7")
    yield "Анна names her contract", seen(played(SIX, f"{calls} 1:drop-c7.h7"), 1, locale, "order-7s")
    calls += " 1:drop-c7.h7 1:plays-6c 2:pass"
    yield "Вера is asked to whist", seen(played(SIX, calls), 3, locale)
    yield "Вера chooses", seen(played(SIX, f"{calls} 3:whist"), 3, locale)
    calls += " 3:whist 3:open 1:cA 2:c9 3:c8 1:cK"
    yield "Вера plays the cards of Борис", seen(played(SIX, calls), 3, locale)
    yield "Борис watches", seen(played(SIX, calls), 2, locale)
    yield "the group", seen(played(SIX, calls), None, locale)


def half(locale: str) -> Iterator[tuple[str, Screen]]:
    """Half a whist that is not returned: the deal ends without play."""
    calls = "1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s 2:pass"
    yield "Вера may go for half", seen(played(SIX, calls), 3, locale)
    yield "Борис may return it", seen(played(SIX, f"{calls} 3:half"), 2, locale)
    over = played(SIX, f"{calls} 3:half 2:pass")
    yield "the result", result(frame(over, None, locale), over.phase.last, "7e" * 32)


def misere(locale: str) -> Iterator[tuple[str, Screen]]:
    """A misere: the talon is shown, both catchers lie open, each sees what the declarer may hold."""
    calls = "1:mis 2:pass 3:pass 1:drop-hT.hJ 1:plays-mis 1:s7"
    yield "Борис catches or believes", seen(played(LOW, calls), 2, locale)
    calls += " 2:catch"
    yield "Борис follows", seen(played(LOW, calls), 2, locale)
    yield "the group", seen(played(LOW, calls), None, locale)


def four(locale: str) -> Iterator[tuple[str, Screen]]:
    """Four at the table: raspasy with the talon's leads, and the dealer who looks at one hand."""
    table = {"dealer": 4, "seats": 4}
    passed = "1:pass 2:pass 3:pass"
    yield "raspasy: Анна follows the talon's lead", seen(played(FOUR, passed, **table), 1, locale)
    yield "raspasy: the group", seen(played(FOUR, f"{passed} 1:s7 2:s9 3:sQ", **table), None, locale)
    calls = "1:8s 2:pass 3:pass 1:drop-s7.h7 1:plays-8s 2:pass 3:pass"
    yield "Глеб may look at one hand", seen(played(FOUR, calls, **table), 4, locale)
    yield "Глеб has looked", seen(played(FOUR, f"{calls} 4:look-2", **table), 4, locale)
    playing = played(FOUR, f"{calls} 4:look-2 4:whist 4:dark 1:sA", **table)
    yield "Глеб plays the cards of Борис", seen(playing, 4, locale)
    yield "the group", seen(playing, None, locale)


def dark(locale: str) -> Iterator[tuple[str, Screen]]:
    """Calls before looking: a pass and a bid in the dark, the talon unseen, a bomb, raspasy that cost double."""
    house = {"dark_bids": "on", "dark_misere": "on", "bombs": "on"}
    yield "Анна has not looked", seen(played(SIX, **house), 1, locale)
    yield "Анна thinks of a bid in the dark", seen(played(SIX, **house), 1, locale, "level-6")
    yield "Анна thinks of misere in the dark", seen(played(SIX, **house), 1, locale, "order-mis")
    yield "Анна has looked", seen(played(SIX, "1:look-1", **house), 1, locale)
    yield "Борис waits", seen(played(SIX, "1:look-1", **house), 2, locale)
    calls = "1:pass 2:look-2 2:pass 3:7s"
    yield "Вера has won in the dark", seen(played(SIX, calls, **house), 3, locale)
    yield "the group", seen(played(SIX, "1:pass", **house), None, locale)
    calls += " 3:take 3:drop-c7.h7 3:plays-7s"
    bombed = played(SIX, calls, **house)
    bombed = replace(bombed, table=replace(bombed.table, bombs=((2,), (), (4,))))
    yield "on a bomb: the group", seen(bombed, None, locale)
    passed = rules.apply(rules.apply(bombed, action("1:pass")).state, action("2:pass")).state
    yield "the result", result(frame(passed, None, locale), passed.phase.last, "7e" * 32)
    raspasy = played(SIX, "1:pass 2:look-2 2:pass 3:pass", **house)
    yield "raspasy: the group", seen(raspasy, None, locale)
    while raspasy.deal is not None:
        raspasy = rules.apply(raspasy, rules.legal(raspasy)[0]).state
    yield "raspasy: the result", result(frame(raspasy, None, locale), raspasy.phase.last, "7e" * 32)
    again = played(SIX, **house)
    again = replace(again, table=replace(again.table, bombs=((2,), (), (2, 4))))
    yield "with bombs: Анна has not looked", seen(again, 1, locale)


def later(locale: str) -> Iterator[tuple[str, Screen]]:
    """Light cards laid down after the lead, whist, pass and half; the dealer sees both hands, or none."""
    house = {
        "open_cards": "after_declarer_lead",
        "whist_pay": "gentleman",
        "whist_pass_half": "on",
        "dealer_peek": "both",
    }
    table = {"dealer": 4, "seats": 4}
    calls = "1:6s 2:pass 3:pass 1:drop-s7.h7 1:plays-6s 2:whist 3:pass"
    yield "Борис waits for the lead", seen(played(FOUR, calls, **table, **house), 2, locale)
    calls += " 1:sA"
    yield "Борис chooses", seen(played(FOUR, calls, **table, **house), 2, locale)
    yield "the group", seen(played(FOUR, calls, **table, **house), None, locale)
    yield "Вера may return it", seen(played(FOUR, f"{calls} 2:half", **table, **house), 3, locale)
    calls += " 2:half 3:pass"
    yield "Глеб may look at the hands", seen(played(FOUR, calls, **table, **house), 4, locale)
    yield "Глеб has looked at one", seen(played(FOUR, f"{calls} 4:look-2", **table, **house), 4, locale)
    yield "Глеб has seen both", seen(played(FOUR, f"{calls} 4:look-2 4:look-3", **table, **house), 4, locale)
    unseen = {**house, "dealer_peek": "none"}
    yield "Глеб sees none", seen(played(FOUR, calls, **table, **unseen), 4, locale)


def shared(locale: str) -> Iterator[tuple[str, Screen]]:
    """A misere shared with the dealer."""
    house = {"dealer": 4, "seats": 4, "misere_partnership": "on"}
    calls = "1:mis 2:pass 3:pass 1:drop-hT.hJ 1:plays-mis"
    yield "Анна may invite", seen(played(LOW, calls, **house), 1, locale)
    yield "Глеб is invited", seen(played(LOW, f"{calls} 1:invite", **house), 4, locale)
    yield "the group waits", seen(played(LOW, f"{calls} 1:invite", **house), None, locale)
    calls += " 1:invite 4:share 1:s7"
    yield "Глеб watches his partner", seen(played(LOW, f"{calls} 2:catch", **house), 4, locale)
    yield "the group", seen(played(LOW, f"{calls} 2:catch", **house), None, locale)
    over = played(LOW, f"{calls} 2:believe 3:believe", **house)
    yield "the result", result(frame(over, None, locale), over.phase.last, "7e" * 32)


def two(locale: str) -> Iterator[tuple[str, Screen]]:
    """Hussar: one defender answers and plays the dummy's cards; raspasy of two hands."""
    table = {"dealer": 2, "seats": 2}
    calls = "1:6s 2:6c 1:here 2:pass 1:drop-c7.h7 1:plays-6c"
    yield "Борис is asked to whist", seen(played(TWO, calls, **table), 2, locale)
    calls += " 2:whist 1:cA"
    yield "Борис plays the dummy's cards", seen(played(TWO, calls, **table), 2, locale)
    yield "Анна watches", seen(played(TWO, calls, **table), 1, locale)
    yield "the group", seen(played(TWO, f"{calls} 0:c8 2:c9 1:cK", **table), None, locale)
    passed = "1:pass 2:pass 1:cA"
    yield "raspasy: Борис follows", seen(played(TWO, passed, **table), 2, locale)
    yield (
        "raspasy with the dummy: the group",
        seen(played(TWO, f"{passed} 2:c9", **table, hussar_raspasy="dummy_lowest"), None, locale),
    )


def talon(locale: str) -> Iterator[tuple[str, Screen]]:
    """The talon pushed away, a game given up, a trump annulled; games without the talon."""
    house = {"talon_refusal": "2", "giveup": "without_three", "trump_slip": "annul", "misere_without_talon": "on"}
    calls = "1:6s 2:pass 3:pass"
    yield "Анна has the talon", seen(played(SIX, calls, **house), 1, locale)
    yield "Анна thinks of pushing it away", seen(played(SIX, calls, **house), 1, locale, "sure-refuse")
    yield "pushed away: the group", seen(played(SIX, f"{calls} 1:refuse", **house), None, locale)
    yield "Анна names her contract", seen(played(SIX, f"{calls} 1:refuse", **house), 1, locale)
    paid = played(SIX, f"{calls} 1:refuse 1:plays-6c 2:pass 3:pass", **house)
    yield "Вера has dealt and pays", result(frame(paid, None, locale), paid.phase.last, "7e" * 32)
    yield "Анна thinks of giving up", seen(played(SIX, calls, **house), 1, locale, "sure-giveup")
    over = played(SIX, f"{calls} 1:giveup", **house)
    yield "given up", result(frame(over, None, locale), over.phase.last, "7e" * 32)
    calls += " 1:drop-c7.h7 1:plays-7s"
    yield "Анна has two trumps", seen(played(SIX, calls, **house), 1, locale)
    yield "Анна is asked again", seen(played(SIX, calls, **house), 1, locale, "sure-annul")
    yield "the group", seen(played(SIX, calls, **house), None, locale)
    over = played(SIX, f"{calls} 1:annul", **house)
    yield "annulled", result(frame(over, None, locale), over.phase.last, "7e" * 32)
    calls = "1:mis 2:9d 3:pass"
    yield "Анна may rise", seen(played(SIX, calls, **house), 1, locale)
    yield "Анна is asked whether she is sure", seen(played(SIX, calls, **house), 1, locale, "order-mis-closed")
    calls += " 1:mis-closed 2:9-closed"
    yield "Борис names his suit", seen(played(SIX, calls, **house), 2, locale, "order-9d")
    yield "without the talon: the group", seen(played(SIX, calls, **house), None, locale)


def ending(locale: str) -> Iterator[tuple[str, Screen]]:
    """Анна closes first, is paid for it and chooses whom to help; the time is up."""
    house = {"help_target": "choice", "closing_prize": "50", "pool_target": "5"}
    calls = "1:10c 2:pass 3:pass 1:drop-c7.h7 1:plays-10c 2:believe 3:believe"
    yield "Анна chooses", seen(played(SIX, calls, **house), 1, locale)
    yield "the others wait", seen(played(SIX, calls, **house), 2, locale)
    yield "so does the group", seen(played(SIX, calls, **house), None, locale)
    over = played(SIX, f"{calls} 1:help-3", **house)
    yield "the result", result(frame(over, None, locale), over.phase.last, "7e" * 32)
    for round_ in ("no", "yes"):
        late = played(SIX, "1:6s time-up", end_condition="time", finish_round=round_)
        yield f"the time is up, the round is finished: {round_}", seen(late, None, locale)
    yield "the sheet", sheet(frame(late, None, locale))


def before(locale: str) -> Iterator[tuple[str, Screen]]:
    """Before a pulka: the greeting, the lobby, help."""
    yield "added to a group", added(locale)
    yield "started in private", started(locale, "Анна", "preferans_bot")
    robot = Chair(3, "Робот", computer=True, ready=True, level="thumb")
    chairs = (Chair(1, "Анна", ready=True), Chair(2, "Борис"), robot, Chair(4))
    agreed = preset("sochi").but(pool_target="20", raspasy_exit="7", stalingrad="on")
    yield "the lobby", lobby(Lobby(7, "Дача", locale, chairs, agreed))
    chosen = agreed.but(first_dealer="volunteer")
    yield "free seats", lobby(Lobby(7, "Дача", locale, chairs, chosen, dealer=2, note="rules", seating="free"))
    robots = (Chair(1, "Анна"), *(Chair(n, f"Робот {n}", computer=True, ready=True, level="thumb") for n in (2, 3)))
    yield "alone", lobby(Lobby(7, "Дача", locale, robots, agreed, private=True))
    yield "again", lobby(Lobby(7, "Дача", locale, chairs, agreed, absent=("Вера", "Гена <3")))
    yield "expired", lobby(Lobby(7, "Дача", locale, chairs, agreed, cancelled=True, note="expired"))
    full = tuple(Chair(n, name) for n, name in NAMES.items())
    yield "begun", lobby(Lobby(7, "Дача", locale, full, agreed, begun=True, commitment="3c" * 32, dealer=3))
    yield "help", help_screen(locale)
    yield "help in private", help_screen(locale, private=True)


def clocks(locale: str) -> Iterator[tuple[str, Screen]]:
    """Clocks: short times and long ones, a bank, a reader whose zone is known, who is late, and who is away."""
    at, summer = 1_750_000_000.0, timezone(timedelta(hours=3))

    def timed(seat: int | None, times: Times, tokens: str = "", **house: str) -> Screen:
        state = played(SIX, tokens, **house)
        return (hand if seat else board)(replace(frame(state, seat, locale), times=times))

    minute = {"time_per_action": "1m", "time_bank": "2m"}
    running = Times({1: Running(at, bank=100.0)}, zone=summer)
    yield "Анна has a minute and a bank", timed(1, running, **minute)
    yield "Анна is reminded", timed(1, Times({1: Running(at, 100.0, reminded=True)}), **minute)
    yield "Борис waits", timed(2, running, **minute)
    yield "the group", timed(None, replace(running, zone=None), **minute)
    fined = {"time_per_action": "1m", "time_fine": "on"}
    for minutes in (0, 1, 5):
        late = Times({1: Running(at, reminded=True, over=minutes)}, late=frozenset({1}))
        yield f"Анна is {minutes} minutes late", timed(1, late, **fined)
        yield f"{minutes} minutes late: the group", timed(None, late, **fined)
    day = {"time_per_action": "24h", "time_bank": "1h"}
    yield "a day: Анна", timed(1, Times({1: Running(at, 3600.0)}, zone=summer), **day)
    yield "a day: the group", timed(None, Times({1: Running(at, 3540.0)}), **day)
    hour = {"time_per_action": "1h", "on_timeout": "auto_move"}
    moved = Times({2: Running(at)}, late=frozenset({1}))
    yield "an hour, Анна did not come: the group", timed(None, moved, "1:pass", **hour)
    away = Times({2: Running(at)}, late=frozenset({1}), away=frozenset({1}))
    house = {"time_per_action": "30s", "on_timeout": "computer"}
    yield "a computer plays for Анна", timed(1, away, "1:pass", **house)
    yield "Борис is asked meanwhile", timed(2, away, "1:pass", **house)
    yield "a computer plays: the group", timed(None, away, "1:pass", **house)
    waiting = rules.apply(new_table(preset().but(next_deal="15s"), 3, 3), Deck(0, DECK, "0" * 64)).state
    begins = replace(frame(waiting, 1, locale), times=Times(deals_at=at, zone=summer))
    yield "the deal begins by itself: Анна", hand(begins)
    yield "the deal begins by itself: the group", board(replace(frame(waiting, None, locale), times=Times(deals_at=at)))


def rulebook(locale: str) -> Iterator[tuple[str, Screen]]:
    """The rules of a chat, page by page, and those of a table."""
    agreed = preset("sochi").but(pool_target="20", raspasy_exit="7", stalingrad="on")
    book = Book(locale, agreed, may_change="admins")
    for name in ("top", "section:whist", "rule:whist_pay", "rule:return_whist", "rule:raspasy_exit", "presets"):
        yield name, page(book, name)
    yield "rule:whist_pay of Leningrad", page(Book(locale, preset("leningrad")), "rule:whist_pay")
    yield "another preset", page(book, "preset:rostov")
    yield "the preset they play", page(Book(locale, preset(), may_change="admins"), "preset:sochi")
    yield "code", page(book, "code")
    yield "who", page(book, "who")
    yield "text:0", page(book, "text:0")
    yield "done", page(book, "done")
    yield "of a table for two", page(Book(locale, preset("hussar"), 7, "Дача", (2,)), "top")
    yield "announced", announced(Words(locale), "Анна <3", preset(), agreed)


def in_the_group(locale: str) -> Iterator[tuple[str, Screen]]:
    """A private chat is closed; hands are played from the group; passer and dealer advise the whister."""
    table = {"dealer": 4, "seats": 4}
    calls = "1:6s 2:pass 3:pass 1:drop-s7.h7 1:plays-6s 2:pass 3:whist 3:open 1:cA"
    yield from told_in_the_group(locale, played(FOUR, calls, **table), played(FOUR, "1:6s", **table))


STORIES = {
    "six": six,
    "half": half,
    "misere": misere,
    "four": four,
    "dark": dark,
    "later": later,
    "shared": shared,
    "two": two,
    "talon": talon,
    "ending": ending,
    "before": before,
    "clocks": clocks,
    "offers": offers,
    "in_the_group": in_the_group,
    "rulebook": rulebook,
    "choices": own_pages.choices,
    "own": own_pages.own,
    "past": own_pages.past,
}
ALSO = (
    *(
        (story, locale)
        for story in ("before", "rulebook", "clocks", "choices", "own", "past", "offers", "in_the_group")
        for locale in ("uk", "en")
    ),
    ("six", "uk"),
    ("misere", "en"),
)
"""Stories that are told in other languages too."""


def written(story: str, locale: str) -> str:
    parts = [f"=== {title} ===\n\n{drawn(screen)}" for title, screen in STORIES[story](locale)]
    return f"{STORIES[story].__doc__}\n\n" + "\n".join(parts)


@pytest.mark.parametrize(
    ("story", "locale"),
    [*((story, "ru") for story in STORIES), *ALSO],
)
def test_screens_look_as_they_did(story: str, locale: str):
    path = GOLDEN / f"{story}.{locale}.txt"
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(written(story, locale), encoding="utf-8")
    assert written(story, locale) == path.read_text(encoding="utf-8")


def test_every_golden_file_is_compared():
    drawn_files = {p.name for p in GOLDEN.glob("*")}
    told = {*((story, "ru") for story in STORIES), *ALSO}
    assert drawn_files == {f"{story}.{locale}.txt" for story, locale in told}
