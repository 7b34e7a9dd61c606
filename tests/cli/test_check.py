"""`preferans check`: what is stored is played again; a difference is told with its place, and no secret with it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from bot import cli, players
from bot.game import rules
from bot.game.cards import DECK
from bot.game.presets import preset
from bot.game.state import Ended, new_table
from bot.game.view import view
from bot.storage import Database
from bot.storage.migrate import migrate, newest
from tests.aimed import Aim, Turn, pulka, start
from tests.host.tables import answers, hosting, people, seated, state_of
from tests.host.test_computers import settled
from tests.storage.test_versions import build
from tests.stored import keep

RECORD = Path(__file__).parents[1] / "records" / "three.pref"
PLAYED = (
    Aim("6s", "whist pass open"),
    Aim("pass 7d", "whist whist"),
    Aim("pass pass pass"),
    Aim("8h", "pass whist dark"),
)


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """The exit code, and what was said on either stream."""
    code = cli.main(["check", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


def stored(path: Path, *pulkas_: list[Turn]) -> Path:
    """A database with these pulkas, as a bot leaves it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.row_factory = sqlite3.Row
        conn.execute("PRAGMA journal_mode = WAL")
        migrate(conn)
        conn.execute("BEGIN")
        for turns in pulkas_:
            keep(conn, turns[0].before, turns)
        conn.execute("COMMIT")
    return path


def four_deals(more: int = 0) -> list[Turn]:
    """Four closed deals and so many actions of the next."""
    turns = list(pulka(start(), Random(1), [*PLAYED, Aim("10n", "catch")]))
    return [turn for turn in turns if turn.before.table.deals < 4 or (more := more - 1) >= 0]


@pytest.fixture(scope="module")
def played() -> list[Turn]:
    return four_deals(more=20)


@pytest.fixture
def database(tmp_path: Path, played: list[Turn]) -> Path:
    return stored(tmp_path / "pulkas.db", played)


def changed(path: Path, sql: str, *params: object) -> None:
    """Somebody has changed the file behind the bot's back."""
    with closing(sqlite3.connect(path)) as conn, conn:
        for name in ("actions", "deals", "lines"):
            conn.executescript(f"DROP TRIGGER {name}_stay; DROP TRIGGER {name}_last;")
        assert conn.execute(sql, params).rowcount


def test_a_database_that_is_as_the_rules_have_it(capsys, tmp_path, played):
    begun = [
        start(pool_target="5"),
        new_table(preset("classic"), 4, 2),
        new_table(preset("hussar").but(pool_target="5"), 2, 1),
        new_table(preset("fspr"), 3, 1),
    ]
    whole = [list(pulka(one, Random(n), deals=30)) for n, one in enumerate(begun)]
    code, out, err = said(capsys, stored(tmp_path / "pulkas.db", played, *whole))
    assert (code, err) == (0, "")
    first, *others, summary = out.splitlines()
    assert first == f"table 1: ok: playing, 4 deals, {len(played)} actions"
    assert len(others) == 4
    assert all(re.fullmatch(r"table \d: ok: (playing|ended), \d+ deals, \d+ actions", line) for line in others)
    assert re.fullmatch(r"5 pulkas, \d+ deals, \d+ actions: all is as the rules have it", summary)
    assert any(isinstance(turns[-1].step.state.phase, Ended) for turns in whole)


@pytest.mark.parametrize("seed", range(4))
def test_what_people_did_about_the_table_is_played_again(capsys, tmp_path, seed: int):
    """Undone, paused, left, joined by a fourth, broken off."""
    begun = start(3, pool_target="50", late_join="averages")
    turns = list(pulka(begun, Random(seed), deals=6, talk=0.2))
    code, out, err = said(capsys, stored(tmp_path / "pulkas.db", turns))
    assert (code, err) == (0, ""), out


async def test_what_a_bot_has_stored_is_checked_while_it_runs(capsys, tmp_path):
    """A person beside two computers, deals begun by the person; then some of the next deal."""
    path = tmp_path / "running.db"
    async with hosting(path) as (host, stage):
        table = await seated(host, await people(host, 1), computers=2)
        while (state := state_of(stage.scenes[table])).table.deals < 3 or not state.deal:
            await settled(stage, table)
            state = state_of(stage.scenes[table])
            await answers(host, table, players.choose(view(state, next(iter(rules.asked(state))))))
        code, out, err = said(capsys, path)
        assert (code, err) == (0, "")
        assert out.startswith("table 1: ok: playing, 3 deals")


TAMPERED: dict[str, tuple[str, list[str]]] = {
    "a line": (
        "UPDATE lines SET amount = '4' WHERE seq = 42 AND n = 3",
        [
            "deal 1, seq 42, lines: expected whists 2>1 16 (whist tricks=8 price=2), "
            "found whists 2>1 4 (whist tricks=8 price=2)",
        ],
    ),
    "a line that is gone": (
        "DELETE FROM lines WHERE seq = 120 AND n = 2",
        ["deal 3, seq 120, lines: expected hill 2 1 (raspasy tricks=3 amnesty=2 price=1), found nothing more"],
    ),
    "a line of no deal": (
        "INSERT INTO lines VALUES (1, 90, 1, 'pool', 2, NULL, '10', 'made')",
        ["deal 3, seq 90, lines: expected nothing more, found pool 2 10 (made)"],
    ),
    "a line that is no number": (
        "UPDATE lines SET amount = 'much' WHERE seq = 42 AND n = 1",
        [
            "deal 1, seq 42, lines: expected hill 1 8 (without tricks=4 price=2), "
            "found hill 1 much (without tricks=4 price=2)"
        ],
    ),
    "a result": (
        "UPDATE deals SET result = '7d 3; whist 1; whist 2; tricks 3-0-7' WHERE number = 2",
        [
            "deal 2, seq 83, result: expected 7d 3; whist 1; whist 2; tricks 3-2-5; talon cKs8, "
            "found 7d 3; whist 1; whist 2; tricks 3-0-7",
        ],
    ),
    "a result that cannot be read": (
        "UPDATE deals SET result = 'a grand slam' WHERE number = 2",
        ["deal 2, seq 83, result: expected 7d 3; whist 1; whist 2; tricks 3-2-5; talon cKs8, found a grand slam"],
    ),
    "a sheet": (
        """UPDATE deals SET after = replace(after, '"hill": ["8", "0", "0"]', '"hill": ["0", "0", "0"]')
           WHERE number = 1""",
        [
            "deal 1, seq 42, table, sheet: expected hill 1 8; whists 2>1 24; whists 3>1 8, "
            "found whists 2>1 24; whists 3>1 8",
            "deal 1, seq 42, sheet: expected what its lines come to, hill 1 8; whists 2>1 24; whists 3>1 8, found ",
            "deal 2, seq 83, table, sheet: expected hill 3 8;",
        ],
    ),
    "who deals next": (
        "UPDATE deals SET after = replace(after, '\"dealer\": 3', '\"dealer\": 2') WHERE number = 3",
        [
            "deal 3, seq 120, table, dealer: expected 3, found 2",
            "deal 4, seq 122: expected an action that the rules permit",
        ],
    ),
    "the agreement": (
        "UPDATE deals SET after = replace(after, 'whist_mul=1', 'whist_mul=2') WHERE number = 4",
        ["deal 4, seq 162, table, agreement: expected whist_mul=1, found whist_mul=2"],
    ),
    "a table that cannot be read": (
        "UPDATE deals SET after = 'nothing' WHERE number = 1",
        ["deal 1, seq 42, table: expected what a deal leaves, found 'nothing' is not a stored table"],
    ),
    "an action": (
        "UPDATE actions SET token = '1:sA' WHERE seq = 56",
        ["deal 2, seq 56: expected an action that the rules permit, found 1:sA: not held"],
    ),
    "an action that cannot be read": (
        "UPDATE actions SET token = '1:jump' WHERE seq = 56",
        ["deal 2, seq 56: expected an action that the rules permit, found 1:jump: 'jump' is not a contract"],
    ),
    "an action that is gone": (
        "DELETE FROM actions WHERE seq = 100",
        ["action 100: expected numbers without a gap, found action 101", "deal 3, seq 101: expected an action"],
    ),
    "a deal that is gone": (
        "DELETE FROM deals WHERE number = 2",
        [
            "deal 2: expected numbers without a gap, found deal 3",
            "deal 2, seq 83, result: expected 7d 3; whist 1; whist 2; tricks 3-2-5; talon cKs8, found no closed deal",
        ],
    ),
    "a deal that is not over": (
        "UPDATE deals SET closed_seq = 81 WHERE number = 2",
        ["deal 2, seq 81: expected a deal that goes on, found a closed one: 7d 3"],
    ),
    "the end": (
        "UPDATE tables SET status = 'ended', settled = '10 -5 -5'",
        ["the end: expected a pulka that goes on, found ended"],
    ),
    "the beginning": (
        "UPDATE tables SET start = '{}'",
        ["the start: expected a table, found '{}' is not a stored table"],
    ),
}  # fmt: skip
"""What somebody changes in `four_deals`, and lines that tell of it, the first one first."""


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_changed_is_told_with_its_place_and_left_as_it_is(capsys, database, what: str):
    sql, told = TAMPERED[what]
    changed(database, sql)
    before = database.read_bytes()
    code, out, err = said(capsys, database)
    assert (code, err) == (1, "")
    head, *lines, summary = out.splitlines()
    assert re.match(rf"table 1: {len(lines)} differences?: ", head)
    assert [one for one in told if not any(line.startswith(f"  {one}") for line in lines)] == []
    assert lines[0].startswith(f"  {told[0]}")
    assert summary.endswith("differences: table 1")
    assert database.read_bytes() == before


@pytest.mark.parametrize(
    ("settled", "told"), [("1 -1 0", "the end, settlement: expected "), ("", "the end, settlement: expected ")]
)
def test_a_settlement_that_was_changed(capsys, tmp_path, settled: str, told: str):
    whole = list(pulka(start(pool_target="5"), Random(1)))
    path = stored(tmp_path / "pulkas.db", whole)
    changed(path, "UPDATE tables SET settled = ?", settled)
    code, out, _ = said(capsys, path)
    assert code == 1
    (line,) = out.splitlines()[1:-1]
    assert line.startswith(f"  {told}")


def test_after_a_difference_the_next_deal_is_played_on_from_what_was_stored(capsys, database):
    """One deal was scored otherwise once: the facts hold, and the deals after it are as the rules have them."""
    changed(
        database,
        """UPDATE deals SET after = replace(after, '"hill": ["8", ', '"hill": ["6", ')""",
    )
    changed_hill = """UPDATE deals SET after = replace(after, '"hill": ["11", ', '"hill": ["9", ')"""
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute(changed_hill)
        conn.execute("""UPDATE deals SET after = replace(after, '"hill": ["41", ', '"hill": ["39", ')""")
        conn.execute("UPDATE lines SET amount = '6' WHERE seq = 42 AND n = 1")
    code, out, _ = said(capsys, database)
    assert code == 1
    assert [line.split(":")[0] for line in out.splitlines()[1:-1]] == [
        "  deal 1, seq 42, lines",
        "  deal 1, seq 42, table, sheet",
    ]


SECRETS = ("deck-", "drop-", "10n", "nonce", *(c.text for c in DECK))


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE actions SET token = '2:drop-hA.sA' WHERE seq = 170",
        "UPDATE actions SET token = '2:drop-hA' WHERE seq = 170",
        "UPDATE actions SET token = replace(token, 'deck-', 'deck-x') WHERE seq = 163",
        "UPDATE actions SET token = '2:cut-3' WHERE seq = 166",
        "UPDATE actions SET token = '3:h7' WHERE seq = 174",
        "DELETE FROM actions WHERE seq = 172",
    ],
)
def test_of_a_deal_in_progress_nothing_is_told_but_where_it_breaks(capsys, database, sql: str):
    changed(database, sql)
    code, out, _ = said(capsys, database)
    assert code == 1
    *_, line, _summary = out.splitlines()
    assert re.fullmatch(r"  deal 5, seq 1\d\d: expected an action that the rules permit, found another one", line)
    assert not [secret for secret in SECRETS if secret in out]


def test_a_corrupt_page(capsys, database):
    """A sector was lost in the middle of the file: it is said so, and what can be read is checked all the same."""
    content = bytearray(database.read_bytes())
    with closing(sqlite3.connect(database)) as conn:
        page, size = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = 'lines'").fetchone()[0], 4096
    content[(page - 1) * size : page * size] = b"\xaa" * size
    database.write_bytes(content)
    code, out, err = said(capsys, database)
    assert (code, err) == (1, "")
    assert out.startswith(f"{database}: ")
    assert out.splitlines()[-1].endswith("differences: the file is broken, table 1")


def test_a_file_that_breaks_off(capsys, database):
    database.write_bytes(database.read_bytes()[: 3 * 4096])
    code, out, err = said(capsys, database)
    assert (code, err) == (1, "")
    assert "the file is broken" in out.splitlines()[-1]


def test_rows_that_refer_to_nothing(capsys, database):
    changed(database, "DELETE FROM people WHERE id = 2")
    code, out, _ = said(capsys, database)
    assert code == 1
    assert f"{database}: a row of seats refers to one of people that is not there" in out.splitlines()


def test_every_earlier_schema_is_read_and_the_file_is_not_brought_up_to_date(capsys, tmp_path):
    """What stands in those is no pulka; that is told, not the schema's age."""
    for version in range(1, newest()):
        build(path := tmp_path / f"{version}.db", version)
        before = path.read_bytes()
        code, out, err = said(capsys, path)
        assert (code, err) == (1, "")
        assert out.splitlines()[1].startswith("  deal 1: expected") or "the start: expected a table" in out
        assert path.read_bytes() == before


def complaint(path: Path, make: Callable[[Path], object], of: str) -> tuple[Path, str]:
    make(path)
    return path, of


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        migrate(conn)
        conn.execute(f"PRAGMA user_version = {newest() + 1}")


def somebody_elses(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE songs (title TEXT)")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: None, "{path}: No such file or directory"),
        (lambda path: path.mkdir(), "{path}: Is a directory"),
        (lambda path: path.write_text("pref = 1\n" * 1000), "{path} is no SQLite database"),
        (lambda path: path.write_bytes(b""), "{path} is no database of the bot: it has no tables of pulkas"),
        (somebody_elses, "{path} is no database of the bot: it has no tables of pulkas"),
        (
            newer,
            f"the database has schema {newest() + 1}, this program knows {newest()}: run a newer version of the bot",
        ),
    ],
)
def test_what_cannot_be_checked_is_refused_in_one_sentence(capsys, tmp_path, make, told: str):
    path = tmp_path / "other.db"
    make(path)
    code, out, err = said(capsys, path)
    assert (code, out, err) == (2, "", f"preferans check: {told.format(path=path)}\n")


def test_where_nothing_may_be_written_it_is_read_all_the_same(capsys, database):
    """A backup on a medium that is read only: SQLite cannot make its index of the log there."""
    (database.parent / f"{database.name}-shm").mkdir()
    code, out, err = said(capsys, database)
    assert (code, err) == (0, "")
    assert out.startswith("table 1: ok")


def test_the_bots_own_database_is_the_default(capsys, database, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", str(database))
    assert said(capsys)[0] == 0
    monkeypatch.setenv("DATABASE", str(tmp_path / "none.db"))
    assert said(capsys) == (2, "", f"preferans check: {tmp_path / 'none.db'}: No such file or directory\n")
    monkeypatch.setenv("DATABASE", str(tmp_path / "no folder" / "none.db"))
    code, out, err = said(capsys)
    assert (code, out) == (2, "")
    assert err.startswith("preferans check: DATABASE is wrong: ")


async def test_an_empty_database_has_no_pulkas(capsys, tmp_path):
    async with await Database.open(tmp_path / "new.db"):
        assert said(capsys, tmp_path / "new.db") == (
            0,
            "0 pulkas, 0 deals, 0 actions: all is as the rules have it\n",
            "",
        )


def test_a_record_is_played_again_and_its_scores_compared(capsys, tmp_path):
    code, out, err = said(capsys, RECORD)
    assert (code, err) == (0, "")
    assert re.fullmatch(rf"{re.escape(str(RECORD))}: ok: \d+ deals, \d+ actions\n", out)
    text, path = RECORD.read_text(encoding="utf-8"), tmp_path / "changed.pref"
    path.write_text(re.sub('score = "hill 2 24;', 'score = "hill 2 20;', text, count=1), encoding="utf-8")
    code, out, err = said(capsys, path)
    assert (code, out) == (1, "")
    assert err.startswith(f"{path}: deal 3: score: the record has 'hill 2 20;")
    assert said(capsys, tmp_path / "none.pref") == (
        2,
        "",
        f"preferans check: {tmp_path / 'none.pref'}: No such file or directory\n",
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, played: list[Turn]) -> Path:
    return stored(tmp_path_factory.mktemp("whole") / "pulkas.db", played)


CELLS = (
    ("actions", ("seq", "token", "seat", "at")),
    ("deals", ("number", "closed_seq", "result", "after")),
    ("lines", ("seq", "n", "kind", "seat", "other", "amount", "reason")),
    ("tables", ("status", "size", "agreement", "first_dealer", "start", "settled")),
)
VALUES = st.one_of(
    st.none(), st.integers(-5, 200), st.floats(allow_nan=False), st.text(max_size=8), st.binary(max_size=8),
    st.sampled_from(["1/0", "7/3", "{}", "[]", "ended", "1:sA", "3:pass", "pool", "pas; tricks 3-4-3"]),
)  # fmt: skip


@given(
    st.sampled_from([(table, column) for table, columns in CELLS for column in columns]),
    VALUES,
    st.integers(0, 200),
    st.one_of(st.none(), st.tuples(st.sampled_from('{}[]":,0123456789-/ '), st.integers(0, 400))),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
def test_whatever_a_row_holds_it_is_told_and_no_secret_with_it(
    capsys, whole: Path, cell: tuple[str, str], value: object, row: int, within: tuple[str, int] | None
):
    """Any value in any place; or another character within a text that stands there."""
    path = whole.with_name("changed.db")
    path.write_bytes(whole.read_bytes())
    table, column = cell
    with closing(sqlite3.connect(path)) as conn:
        for name in ("actions", "deals", "lines"):
            conn.executescript(f"DROP TRIGGER {name}_stay; DROP TRIGGER {name}_last;")
        conn.execute("PRAGMA ignore_check_constraints = ON")
        rows = conn.execute(f"SELECT * FROM {table}").fetchall()
        names = [part[1] for part in conn.execute(f"PRAGMA table_info({table})")]
        found = dict(zip(names, rows[row % len(rows)], strict=True))
        if within is not None and isinstance(found[column], str):
            char, at = within
            at %= len(found[column]) + 1
            value = found[column][:at] + char + found[column][at + 1 :]
        keys = {"actions": ("seq",), "deals": ("number",), "lines": ("seq", "n"), "tables": ("id",)}[table]
        where = " AND ".join(f"{key} = ?" for key in keys)
        with suppress(sqlite3.IntegrityError):
            conn.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value, *(found[key] for key in keys)))
        conn.commit()
    code, out, err = said(capsys, path)
    assert (code in (0, 1), err) == (True, "")
    assert out.splitlines()[-1].startswith("1 pulka")
    assert not [told for told in IN_HAND if told in out]


IN_HAND = ("2:drop-c8.cJ", "3:catch", "3:cut-23", "2:10n")
"""What has happened in the deal in progress, and in no other."""


def test_text_that_is_no_text_is_not_repeated(capsys, database):
    changed(database, "UPDATE actions SET token = CAST(X'6465636b2d734161FF' AS TEXT) WHERE seq = 163")
    code, out, _ = said(capsys, database)
    assert (code, out.splitlines()[0]) == (1, "table 1: cannot be read: a row holds what nobody can read")
