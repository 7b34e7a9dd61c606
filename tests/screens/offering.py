"""What people offer each other, as a story of screens to read: see `test_golden`."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.state import State
from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.screen import Screen
from tests.screens.dealing import frame, played

SIX = "sAK.cAKQ.dAK.hAKQ sQJT.cJT9.dQJ.hJT s987.c8.dT987.h98 c7h7"
LOW = "s97.c987.d87.h987 sAKQJ.cAKQ.dAKQ sT8.cJT.dJT9.hAKQ hThJ"
"""The first hand takes nothing."""
WHISTED = "1:6s 2:6c 3:pass 1:here 2:pass 1:drop-c7.h7 1:plays-6c 2:whist 3:whist 1:cA 2:c9 3:c8 1:cK"
"""Анна has taken a trick and leads to the second."""
LIGHT = "1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s 2:pass 3:whist 3:open 1:sA 2:sT 3:s7"
CAUGHT = "1:mis 2:pass 3:pass 1:drop-hT.hJ 1:plays-mis 1:s7 2:catch 2:sA 3:sT"
PASSED = "1:pass 2:pass 3:pass 1:cA 2:cJ 3:c8"


def seen(state: State, seat: int | None, locale: str, aside: str = "") -> Screen:
    return (hand if seat else board)(frame(state, seat, locale, aside=aside))


def offers(locale: str) -> Iterator[tuple[str, Screen]]:
    """Offers: a claim, asked, confirmed, refused; an undo; a pause; claims on misere, on raspasy and of the defence."""
    yield from _claim(locale)
    yield from _undo(locale)
    yield from _pause(locale)
    yield from _defence(locale)
    yield from _low(locale)


def _claim(locale: str) -> Iterator[tuple[str, Screen]]:
    led = played(SIX, f"{WHISTED} 2:cT 3:s7", history_visibility="all")
    yield "Анна unfolds more", seen(led, 1, locale, "on")
    yield "Анна looks at all tricks", seen(led, 1, locale, "tricks")
    yield "Анна says how many", seen(led, 1, locale, "claim")
    for count in (8, 5, 0):
        yield f"Анна is to confirm {count}", seen(led, 1, locale, f"claim-{count}")
    claimed = f"{WHISTED} 2:cT 3:s7 1:claim-7"
    yield "claimed: Анна may take it back", seen(played(SIX, claimed), 1, locale)
    yield "claimed: Борис is asked", seen(played(SIX, claimed), 2, locale)
    yield "claimed: the group", seen(played(SIX, claimed), None, locale)
    yield "Борис has agreed and waits", seen(played(SIX, f"{claimed} 2:agree"), 2, locale)
    refused = played(SIX, f"{claimed} 2:agree 3:object")
    yield "refused: Анна plays on", seen(refused, 1, locale)
    yield "refused: Борис", seen(refused, 2, locale)
    yield "refused: the group", seen(refused, None, locale)
    yield "taken back: the group", seen(played(SIX, f"{claimed} 1:withdraw"), None, locale)
    again = played(SIX, f"{claimed} 2:object 1:cQ 2:cJ")
    yield "Анна claims again, her cards lie open", seen(again, 1, locale, "claim-8")
    alone = played(SIX, f"{WHISTED} chair:computer-2")
    yield "beside a computer Анна can but give up", seen(alone, 1, locale, "claim")


def _undo(locale: str) -> Iterator[tuple[str, Screen]]:
    wished = f"{WHISTED} 1:undo"
    yield "an undo: Анна may take it back", seen(played(SIX, wished), 1, locale)
    yield "an undo: Борис is asked, and has the move", seen(played(SIX, wished), 2, locale)
    yield "an undo: the group", seen(played(SIX, wished), None, locale)
    yield "an undo is refused: Анна", seen(played(SIX, f"{wished} 2:agree 3:object"), 1, locale)
    bid = played(SIX, "1:6s 2:6c 3:pass")
    yield "Вера would take back her pass", seen(bid, 3, locale, "on")
    named = "1:6s 2:6c 3:pass 1:here 2:pass 1:drop-c7.h7 1:plays-6c"
    yield "Анна would take back her contract", seen(played(SIX, named), 1, locale, "on")
    yield "Борис is asked to whist, and about the contract", seen(played(SIX, f"{named} 1:undo"), 2, locale)


def _pause(locale: str) -> Iterator[tuple[str, Screen]]:
    offered = f"{WHISTED} 3:pause"
    yield "a pause: Борис is asked, and has the move", seen(played(SIX, offered), 2, locale)
    yield "a pause: Вера may take it back", seen(played(SIX, offered), 3, locale)
    yield "a pause is offered: the group", seen(played(SIX, offered), None, locale)
    paused = f"{offered} 1:agree 2:agree"
    yield "paused: Борис", seen(played(SIX, paused), 2, locale)
    yield "paused: the group", seen(played(SIX, paused), None, locale)
    yield "to go on: Анна is asked", seen(played(SIX, f"{paused} 2:resume"), 1, locale)
    yield "to end it: Анна is asked", seen(played(SIX, f"{WHISTED} 2:finish"), 1, locale)


def _defence(locale: str) -> Iterator[tuple[str, Screen]]:
    led = played(SIX, LIGHT)
    yield "the defence: Вера says how many", seen(led, 3, locale, "claim")
    yield "the defence: Вера is to confirm", seen(led, 3, locale, "claim-2")
    claimed = played(SIX, f"{LIGHT} 3:claim-2")
    yield "the defence claims: Анна is asked", seen(claimed, 1, locale)
    yield "the defence claims: Борис, whose cards Вера plays, is asked", seen(claimed, 2, locale)
    yield "the defence claims: the group", seen(claimed, None, locale)
    yield "the defence is refused: the group", seen(played(SIX, f"{LIGHT} 3:claim-2 1:object"), None, locale)


def _low(locale: str) -> Iterator[tuple[str, Screen]]:
    caught = played(LOW, CAUGHT)
    yield "misere: Анна says how many", seen(caught, 1, locale, "claim")
    yield "misere: Анна is to confirm none", seen(caught, 1, locale, "claim-0")
    claimed = played(LOW, f"{CAUGHT} 1:claim-0")
    yield "misere: Борис is asked", seen(claimed, 2, locale)
    yield "misere: the group", seen(claimed, None, locale)
    given = played(LOW, f"{CAUGHT} 2:claim-9")
    yield "misere: the catchers give it, Анна is asked", seen(given, 1, locale)
    passed = played(SIX, PASSED)
    yield "raspasy: Вера says how many", seen(passed, 3, locale, "claim")
    yield "raspasy: Вера is to confirm one", seen(passed, 3, locale, "claim-1")
    taken = played(SIX, f"{PASSED} 1:claim-9")
    yield "raspasy: Борис is asked", seen(taken, 2, locale)
    yield "raspasy: the group", seen(taken, None, locale)
    yield "raspasy, refused: the group", seen(played(SIX, f"{PASSED} 1:claim-9 3:object"), None, locale)
