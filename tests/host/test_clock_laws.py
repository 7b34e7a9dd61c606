"""What holds whatever times presses and rings come at, whoever dies in between: one action a question, a bank that only
shrinks and never below nothing, and a deadline for everybody who is on the clock."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot.game import rules
from bot.game.actions import action
from bot.game.errors import PreferansError
from bot.game.proposals import Chair
from bot.host import Host, folding
from bot.host.clock import LATE, limits, on_clock
from bot.storage import clocks, deadlines, inbox, pulkas, tables
from tests.host.clocks import Hand, strikes
from tests.host.tables import hosting, people, seated, state_of

HOUSES = (
    {"time_per_action": "30s", "time_bank": "2m", "on_timeout": "auto_move", "next_deal": "15s"},
    {"time_per_action": "1m", "time_bank": "none", "on_timeout": "auto_move"},
    {"time_per_action": "3m", "time_bank": "10m", "on_timeout": "computer"},
    {"time_per_action": "30s", "time_bank": "2m", "time_fine": "on", "on_timeout": "remind", "next_deal": "60s"},
)
SPELLS, STEPS = 3, 60
"""How often the process starts anew, and how much happens in between."""


class Chaos:
    """People, the network and the clock, as they like."""

    def __init__(self, seed: int, hand: Hand) -> None:
        self.rng, self.hand, self.update_id = random.Random(seed), hand, 0

    async def step(self, host: Host, table: int) -> None:
        """Time passes; perhaps somebody presses, with a press that came a while ago, while a clock strikes."""
        self.hand.at += self.rng.choice([0.5, 5, 20, 45, 70, 200])
        doing = [strikes(host)] if self.rng.random() < 0.6 else []
        doing += [self._press(host, table) for _ in range(self.rng.choice([0, 1, 1, 2]))]
        self.rng.shuffle(doing)
        for came_of_it in await asyncio.gather(*doing, return_exceptions=True):
            if isinstance(came_of_it, BaseException) and not isinstance(came_of_it, PreferansError):
                raise came_of_it

    async def _press(self, host: Host, table: int) -> None:
        """Something legal, or what was so a moment ago, or only a look."""
        scene = await host.scene(table)
        state = state_of(scene)
        seat = self.rng.choice(state.table.order)
        person = scene.sitters[seat - 1].person
        assert person is not None
        own = [a for a in rules.legal(state) if rules.actor(state, a) == seat]
        if not own or self.rng.random() < 0.2:
            await host.present(table, person)
            return
        self.update_id += 1
        came = self.hand.at - self.rng.choice([0, 1, 30])
        await host._db.write(inbox.store, [inbox.Update(self.update_id, "{}")], at=came)
        number = rules.asked(state)[seat].number
        for _ in range(self.rng.choice([1, 1, 2])):
            await host.answer(table, person, number, self.rng.choice(own).token, self.update_id)


async def holds(host: Host, table: int, spent: dict[int, float]) -> None:
    """The laws, at this moment."""
    state, known = state_of(await host.scene(table)), await host._db.ask(clocks.of_table, table)
    due, agreed = await host._db.ask(deadlines.of_table, table), limits(state.table.agreement)
    for seat, clock in known.items():
        assert spent.get(seat, 0.0) <= clock.spent <= agreed.bank
        spent[seat] = clock.spent
    asked = on_clock(state)
    assert {s: c.question for s, c in known.items() if c.question is not None} == asked
    waiting = {s for s in asked if known[s].over is None}
    fined = {s for s in asked if agreed.fined and (known[s].over or 0) < 10}
    assert {s for s in asked if f"{LATE}-{s}" in due} == waiting | fined
    assert {int(k[5:]) for k in due if k.startswith(LATE)} <= set(asked)
    assert (await host.scene(table)).timers.keys() == asked.keys()


async def answered_once(host: Host, table: int) -> None:
    """Nothing in the log answers a question that was answered, and all of it was permitted when it happened."""
    log = [action(a.token) for a in await host._db.ask(pulkas.actions, table)]
    state, seen, count = folding.start(await host._db.ask(tables.get, table)), set(), 0
    for done in log:
        asked = rules.asked(state).get(rules.actor(state, done))
        if asked is not None and done in rules.legal(state):
            answered = (rules.actor(state, done), asked)
            assert answered not in seen
            seen.add(answered)
            count += 1
        if isinstance(done, Chair):  # another may be the cutter now: who was ready is asked anew, under the same number
            seen -= {(seat, question) for seat, question in seen if question.number == state.phase.since}
        state = rules.apply(state, done).state
    assert state == state_of(await host.scene(table))
    assert count > 20


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: " ".join(house.values()))
@pytest.mark.parametrize("seed", range(3))
async def test_whatever_times_presses_and_rings_come_at(tmp_path: Path, seed: int, house: dict[str, str]) -> None:
    hand, spent = Hand(), dict[int, float]()
    chaos = Chaos(seed, hand)
    async with hosting(tmp_path / "db", now=hand, seed=seed) as (host, _):
        table = await seated(host, await people(host, 3), pulka="50", **house)
    for _ in range(SPELLS):
        hand.at += chaos.rng.choice([0, 10, 1000])
        async with hosting(tmp_path / "db", now=hand, seed=seed) as (host, _):
            await host.scene(table)
            for _ in range(STEPS):
                await chaos.step(host, table)
                sitting = await host._sittings.get(table)
                async with sitting.lock:
                    await holds(host, table, spent)
    async with hosting(tmp_path / "db", now=hand, seed=seed) as (host, _):
        await answered_once(host, table)
