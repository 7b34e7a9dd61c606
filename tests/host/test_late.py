"""What is done when the time is over: a move by itself, a computer until he is back, fines; the next deal by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.game import rules
from bot.game.actions import Cut, Pass, Ready
from bot.game.proposals import Agree, Chair, Pause, Resume
from bot.game.state import Auction, Between, Exchange, State
from bot.host import Host
from bot.host.clock import MOST_FINES, ON_ITS_WAY
from bot.host.refusals import Stale
from bot.storage import clocks, pulkas
from tests.host.clocks import Hand, due, later, spent, strikes, until
from tests.host.tables import Watching, answers, hosting, people, seated, state_of
from tests.host.test_clock import in_auction

MOVES = {"time_per_action": "1m", "time_bank": "2m", "on_timeout": "auto_move"}
COMPUTER = {"time_per_action": "1m", "on_timeout": "computer"}
FINES = {"time_per_action": "1m", "time_fine": "on"}


async def log(host: Host, table: int) -> list[str]:
    return [a.token for a in await host._db.ask(pulkas.actions, table)]


def turn_of(stage: Watching, table: int) -> int:
    (turn,) = rules.asked(state_of(stage.scenes[table]))
    return turn


def person_at(stage: Watching, table: int, seat: int) -> int:
    person = stage.scenes[table].sitters[seat - 1].person
    assert person is not None
    return person


async def computed(stage: Watching, table: int, there) -> State:
    """Waits until computers have brought the table there."""
    for _ in range(1000):
        if there(state_of(stage.scenes[table])):
            return state_of(stage.scenes[table])
        await asyncio.sleep(0.01)
    raise AssertionError("the table did not come there")


async def test_a_move_is_made_by_itself_and_the_bank_is_used_up(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **MOVES)
        await until(host, stage, table, in_auction)
        turn = turn_of(stage, table)
        await later(host, hand, 60 + 120)
        assert turn_of(stage, table) == turn
        await later(host, hand, ON_ITS_WAY)
        assert (await log(host, table))[-1] == f"{turn}:pass"
        assert stage.scenes[table].late == {turn}
        assert await spent(host, table, turn) == 120
        assert turn_of(stage, table) != turn


async def test_for_two_who_have_left_moves_are_made_by_themselves(tmp_path: Path) -> None:
    """Ready, a deal without a cut, passes, lowest cards: one action a question, each when its time is over."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **{**MOVES, "time_bank": "none"})
        for _ in range(200):
            state = state_of(stage.scenes[table])
            if state.table.deals:
                break
            mine = [a for a in rules.legal(state) if rules.actor(state, a) == 1]
            if mine:
                await answers(host, table, next((a for a in mine if a.word == "pass"), mine[0]))
            else:
                await later(host, hand, 60 + ON_ITS_WAY)
        tokens = await log(host, table)
        assert "clock:deal" in tokens[1:4] or any("cut" in t for t in tokens[1:4])
        assert sum(t.endswith(":pass") for t in tokens) == 3
        assert state.table.deals == 1, "three passes and thirty cards"
        assert stage.scenes[table].late == {2, 3}


async def test_a_table_at_which_nobody_is_rests_until_somebody_is_heard(tmp_path: Path) -> None:
    """Each has been moved for once; then it waits, however long, and goes on where it stood."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **{**MOVES, "time_bank": "none"})
        await until(host, stage, table, in_auction)
        dealt = len(await log(host, table))
        await later(host, hand, 24 * 3600)
        tokens = await log(host, table)
        assert [t[1:] for t in tokens[dealt:]] == [":pass"] * 3
        assert await due(host, table) == {}
        turn = turn_of(stage, table)
        other = turn % 3 + 1
        await host.present(table, person_at(stage, table, other))
        await later(host, hand, 1)
        assert [t[0] for t in (await log(host, table))[len(tokens) :]] == [str(turn)]
        assert turn_of(stage, table) == other
        await later(host, hand, 24 * 3600)
        assert [t[0] for t in (await log(host, table))[len(tokens) :]] == [str(turn), str(other)], "he had been heard"
        last = turn_of(stage, table)
        await host.present(table, person_at(stage, table, last))
        assert stage.scenes[table].timers[last].until == hand.at + 60, "who looks has his whole time again"


async def test_no_computers_play_on_alone(tmp_path: Path) -> None:
    """The last one at the table is waited for; when another is back, a computer plays for him after all."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **COMPUTER)
        await later(host, hand, 24 * 3600)
        state = await computed(stage, table, lambda s: len(s.table.computers) == 2)
        (last,) = state.table.people
        await later(host, hand, 24 * 3600)
        assert state_of(stage.scenes[table]).table.people == (last,)
        assert stage.scenes[table].timers[last].over == 0
        other = last % 3 + 1
        await host.present(table, person_at(stage, table, other))
        await later(host, hand, 1)
        assert state_of(stage.scenes[table]).table.computers >= {last}


async def test_who_plays_against_computers_alone_is_moved_for_once(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 1), computers=2, **{**MOVES, "time_bank": "none"})
        await later(host, hand, 3600)
        await computed(
            stage, table, lambda s: set(s.table.people) <= set(rules.asked(s)) and not isinstance(s.phase, Between)
        )
        moved = len(await log(host, table))
        for _ in range(5):
            await later(host, hand, 3600)
            await asyncio.sleep(0.01)
        assert len(await log(host, table)) == moved


async def test_the_discard_and_the_contract_are_one_decision(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **MOVES)
        await until(host, stage, table, in_auction)
        bid = next(a for a in rules.legal(state_of(stage.scenes[table])) if a.word == "6s")
        await answers(host, table, bid)
        await until(host, stage, table, lambda s: isinstance(s.phase, Exchange))
        await later(host, hand, 60 + 120 + ON_ITS_WAY)
        drop, plays = (await log(host, table))[-2:]
        assert drop.startswith(f"{bid.hand}:drop-")
        assert plays == f"{bid.hand}:plays-6s"


async def test_a_computer_plays_until_he_presses_anything(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **COMPUTER)
        await until(host, stage, table, in_auction)
        turn = turn_of(stage, table)
        await later(host, hand, 60 + ON_ITS_WAY)
        state = await computed(stage, table, lambda s: turn not in rules.asked(s))
        assert f"chair:computer-{turn}" in await log(host, table)
        assert state.table.computers == {turn}
        assert turn not in stage.scenes[table].timers
        assert stage.scenes[table].sitters[turn - 1].person is not None, "the seat stays his"
        assert await host.present(table, person_at(stage, table, turn))
        assert state_of(stage.scenes[table]).table.computers == frozenset()
        assert stage.scenes[table].late == frozenset()
        assert not await host.present(table, person_at(stage, table, turn))
        assert (await log(host, table)).count(f"chair:person-{turn}") == 1


async def test_who_presses_his_card_is_back_and_plays_it(tmp_path: Path) -> None:
    """The computer is still thinking: his press counts, and the computer's thought does not."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand, pace=(5, 5)) as (host, stage):
        table = await seated(host, await people(host, 3), **COMPUTER)
        await until(host, stage, table, in_auction)
        turn = turn_of(stage, table)
        number = rules.asked(state_of(stage.scenes[table]))[turn].number
        await later(host, hand, 60 + ON_ITS_WAY)
        assert state_of(stage.scenes[table]).table.computers == {turn}
        await host.answer(table, person_at(stage, table, turn), number, f"{turn}:pass")
        assert (await log(host, table))[-2:] == [f"chair:person-{turn}", f"{turn}:pass"]


async def test_a_press_too_late_brings_him_back_all_the_same(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **COMPUTER)
        await until(host, stage, table, in_auction)
        turn = turn_of(stage, table)
        number = rules.asked(state_of(stage.scenes[table]))[turn].number
        await later(host, hand, 60 + ON_ITS_WAY)
        await computed(stage, table, lambda s: turn not in rules.asked(s))
        with pytest.raises(Stale):
            await host.answer(table, person_at(stage, table, turn), number, f"{turn}:pass")
        assert state_of(stage.scenes[table]).table.computers == frozenset()


async def test_a_seat_that_was_given_back_has_its_whole_time(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand, pace=(5, 5)) as (host, stage):
        table = await seated(host, await people(host, 3), **COMPUTER)
        await until(host, stage, table, in_auction)
        turn = turn_of(stage, table)
        await later(host, hand, 100)
        assert await host.returned(person_at(stage, table, turn)) == 1
        assert stage.scenes[table].timers[turn].until == hand.at + 60
        assert await host.returned(person_at(stage, table, turn)) == 0


async def test_who_was_away_is_away_after_a_restart_too(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand, pace=(5, 5)) as (host, stage):
        table = await seated(host, await people(host, 3), **COMPUTER)
        await until(host, stage, table, in_auction)
        turn = turn_of(stage, table)
        person = person_at(stage, table, turn)
        await later(host, hand, 100)
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        await computed(stage, table, lambda s: turn not in rules.asked(s))
        assert (await host.scene(table)).late == {turn}
        assert await host.returned(person) == 1
    async with hosting(tmp_path / "db", now=hand) as (host, _):
        assert state_of(await host.scene(table)).table.computers == frozenset()


async def test_each_full_minute_over_is_fined_at_once_and_ten_at_most(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **FINES)
        await until(host, stage, table, in_auction)
        turn = turn_of(stage, table)

        def hill() -> object:
            return state_of(stage.scenes[table]).table.sheet.hill[turn - 1]

        await later(host, hand, 60 + ON_ITS_WAY + 59)
        assert hill() == 0
        assert stage.scenes[table].timers[turn].over == 0
        for minute in (1, 2, 3):
            await later(host, hand, 1 if minute == 1 else 60)
            assert hill() == 2 * minute
            assert stage.scenes[table].timers[turn].over == minute
        assert turn_of(stage, table) == turn, "he still has to answer"
        lines = [line for line in await host._db.ask(pulkas.lines, table) if line.seat == turn]
        assert [(line.kind, line.amount, line.reason) for line in lines] == [("hill", "2", "time_fine")] * 3
        await later(host, hand, 3600)
        assert hill() == 2 * MOST_FINES
        assert await due(host, table) == {}
        await answers(host, table, Pass(turn))
        assert (await log(host, table)).count(f"clock:fine-{turn}") == MOST_FINES


async def test_a_fine_is_written_once_although_the_process_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the ring and the commit: after the restart it is fined, once."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **FINES)
        await until(host, stage, table, in_auction)
        turn = turn_of(stage, table)
        await later(host, hand, 60 + ON_ITS_WAY + 59)
        hand.at += 1

        def dies(*args: object, **kwargs: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as broken:
            broken.setattr(pulkas, "append", dies)
            with pytest.raises(KeyboardInterrupt):
                await strikes(host)
        assert (await log(host, table))[-1] != f"clock:fine-{turn}"
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        await later(host, hand, 10)
        await strikes(host)
        assert (await log(host, table)).count(f"clock:fine-{turn}") == 1


@pytest.mark.parametrize("house", [MOVES, COMPUTER])
async def test_a_ring_that_dies_is_done_once_after_the_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, house: dict[str, str]
) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand, pace=(5, 5)) as (host, stage):
        table = await seated(host, await people(host, 3), **{**house, "time_bank": "none"})
        await until(host, stage, table, in_auction)
        before = await log(host, table)
        hand.at += 60 + ON_ITS_WAY

        def dies(*args: object, **kwargs: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as broken:
            broken.setattr(pulkas, "append", dies)
            with pytest.raises(KeyboardInterrupt):
                await strikes(host)
        assert await log(host, table) == before
    async with hosting(tmp_path / "db", now=hand, pace=(5, 5)) as (host, stage):
        await later(host, hand, 10)
        assert len(await log(host, table)) == len(before) + 1


@pytest.mark.parametrize("pause", [15, 60])
async def test_the_next_deal_begins_by_itself_after_the_pause(tmp_path: Path, pause: int) -> None:
    """Whoever has not pressed is taken as ready, and nobody has cut; move clocks do not run meanwhile."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), next_deal=f"{pause}s", time_per_action="30s")
        assert set(await due(host, table)) == {"deal"}
        first = next(a for a in rules.legal(state_of(stage.scenes[table])) if isinstance(a, Ready))
        await answers(host, table, first)
        await later(host, hand, pause - 1)
        assert isinstance(state_of(stage.scenes[table]).phase, Between)
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        await later(host, hand, 5)
        state = state_of(await host.scene(table))
        assert isinstance(state.phase, Auction)
        assert state.deal is not None
        assert state.deal.cut is None
        assert (await log(host, table))[-1] == "clock:deal"
        assert {kind for kind in await due(host, table) if kind.startswith("late")} == {
            f"late-{s}" for s in rules.asked(state)
        }
        record = await host.record(table)
        assert "cut" not in record.partition("[[deal]]")[2]


async def test_a_cut_before_the_pause_is_over_counts(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), next_deal="15s")
        cut = next(a for a in rules.legal(state_of(stage.scenes[table])) if isinstance(a, Cut) and a.count == 16)
        await answers(host, table, cut)
        await later(host, hand, 15)
        state = state_of(stage.scenes[table])
        assert state.deal is not None
        assert state.deal.cut == cut


async def test_when_all_are_ready_nobody_waits_for_the_pause(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), next_deal="60s")
        await until(host, stage, table, in_auction)
        assert await due(host, table) == {}
        await until(host, stage, table, lambda s: s.table.deals == 1)
        assert await due(host, table) == {"deal": 60.0}


async def test_while_the_table_rests_nothing_is_due(tmp_path: Path) -> None:
    """Afterwards the question has its whole time; the minutes of play go on where they stopped."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        by_time = {"end_condition": "time", "end_minutes": "60"}
        table = await seated(host, await people(host, 3), **MOVES, **by_time)
        await until(host, stage, table, in_auction)
        turn = turn_of(stage, table)
        hand.at += 30

        async def agreed(kind: type[Pause] | type[Resume]) -> None:
            await decided(host, table, kind(1), Agree(2), Agree(3))

        await agreed(Pause)
        assert {k: v for k, v in (await due(host, table)).items() if v < 1e10} == {}
        assert stage.scenes[table].timers == {}
        await later(host, hand, 24 * 3600)
        assert not state_of(stage.scenes[table]).table.time_up
        await agreed(Resume)
        assert await due(host, table) == {
            f"remind-{turn}": 24 * 3600 + 30 + 45,
            f"late-{turn}": 24 * 3600 + 30 + 60 + 120 + ON_ITS_WAY,
            "time-up": 24 * 3600 + 3600,
        }


async def decided(host: Host, table: int, *actions) -> None:
    """What people have agreed, as the host would be told."""
    sitting = await host._sittings.get(table)
    async with sitting.lock:
        for action in actions:
            await host._presses.act(sitting, action.hand, action, by=action.hand)
    host._shown(sitting)


async def test_an_offer_that_does_not_stop_play_takes_nobodys_time(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3), **MOVES)
        await until(host, stage, table, in_auction)
        before = await due(host, table)
        hand.at += 10
        await decided(host, table, Pause(1))
        assert await due(host, table) == before


async def test_looks_count_as_signs_of_life_and_are_noted_once_a_minute(tmp_path: Path) -> None:
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand) as (host, stage):
        table = await seated(host, await people(host, 3))
        seat = 2
        person = person_at(stage, table, seat)

        async def heard() -> float | None:
            await host.present(table, person)
            return (await host._sittings.get(table)).times.clocks[seat].heard_at

        first = await heard()
        assert first == hand.at
        hand.at += 30
        assert await heard() == first
        hand.at += 31
        assert await heard() == hand.at
    async with hosting(tmp_path / "db", now=hand) as (host, _):
        hand.at += 100
        assert (await host.scene(table)).sitters[seat - 1].idle == 100


async def test_a_seat_that_has_changed_hands_is_late_for_nothing(tmp_path: Path) -> None:
    """A computer has the seat for good, or another person, with a whole time of his own."""
    hand = Hand()
    async with hosting(tmp_path / "db", now=hand, pace=(5, 5)) as (host, stage):
        table = await seated(host, await people(host, 3), **MOVES)
        await until(host, stage, table, in_auction)
        turn = turn_of(stage, table)
        hand.at += 30
        sitting = await host._sittings.get(table)
        async with sitting.lock:
            await host._presses.decree(
                sitting, Chair(0, "replace", turn), first=lambda conn: clocks.forget(conn, table, turn)
            )
        host._shown(sitting)
        assert stage.scenes[table].timers[turn].until == hand.at + 60
        async with sitting.lock:
            await host._presses.decree(
                sitting, Chair(0, "computer", turn), first=lambda conn: clocks.forget(conn, table, turn)
            )
        before = await log(host, table)
        await later(host, hand, 3600)
        assert await due(host, table) == {}
        assert await log(host, table) == before
        assert stage.scenes[table].late == frozenset()
