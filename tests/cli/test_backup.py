"""`preferans backup` and `preferans restore`: a copy is whole and checked, or there is none."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot import cli
from bot.game import rules
from bot.storage import Database, copying, screens
from bot.storage.lock import Lock
from bot.storage.migrate import newest
from tests.aimed import Turn, pulka, start
from tests.cli.test_check import four_deals, newer, somebody_elses, stored
from tests.host.tables import hosting, people, seated, state_of
from tests.storage.test_versions import build

Said = tuple[int, str, str]


@pytest.fixture(scope="module")
def played() -> list[Turn]:
    return four_deals(more=20)


@pytest.fixture
def database(tmp_path: Path, played: list[Turn]) -> Path:
    return stored(tmp_path / "pulkas.db", played)


def said(capsys: pytest.CaptureFixture[str], *words: object) -> Said:
    code = cli.main([*map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as conn:
        return list(conn.iterdump())


def left_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.endswith(("-lock", "-wal", "-shm"))}


def broken_page(path: Path, of: str = "lines") -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (of,)).fetchone()[0]
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xaa" * 4096
    path.write_bytes(content)


def test_a_backup_holds_everything_and_nobody_else_may_read_it(capsys, database, tmp_path):
    code, out, err = said(capsys, "backup", tmp_path / "copy.db", "--database", database)
    assert (code, err) == (0, "")
    assert out.startswith(f"{tmp_path / 'copy.db'}: 1 table, 4 deals, 182 actions, schema {newest()}, ")
    assert dump(tmp_path / "copy.db") == dump(database)
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    assert left_in(tmp_path) == {"pulkas.db", "copy.db"}
    assert said(capsys, "check", tmp_path / "copy.db")[0] == 0


def test_the_bots_own_database_is_the_default(capsys, database, tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE", str(database))
    assert said(capsys, "backup", tmp_path / "copy.db")[0] == 0
    (tmp_path / "copy.db").replace(tmp_path / "moved.db")
    assert said(capsys, "restore", tmp_path / "moved.db")[0] == 0


def test_a_file_that_is_there_is_never_replaced(capsys, database, tmp_path, monkeypatch):
    (tmp_path / "copy.db").write_text("my diary")
    refused = f"preferans backup: {tmp_path / 'copy.db'} exists already, and a backup replaces nothing.\n"
    assert said(capsys, "backup", tmp_path / "copy.db", "--database", database) == (2, "", refused)
    real = copying._copy

    def overtaken(conn: sqlite3.Connection, fresh: Path) -> copying.Copied:
        (tmp_path / "late.db").write_text("my diary")
        return real(conn, fresh)

    monkeypatch.setattr(copying, "_copy", overtaken)
    code, _, err = said(capsys, "backup", tmp_path / "late.db", "--database", database)
    assert (code, "exists already" in err) == (2, True)
    assert (tmp_path / "copy.db").read_text() == (tmp_path / "late.db").read_text() == "my diary"
    assert left_in(tmp_path) == {"pulkas.db", "copy.db", "late.db"}


def test_a_broken_database_gives_no_backup(capsys, database, tmp_path):
    broken_page(database)
    code, out, err = said(capsys, "backup", tmp_path / "copy.db", "--database", database)
    assert (code, out) == (2, "")
    assert err.startswith(f"preferans backup: no backup was made of {database}: ")
    assert err.count("\n") == 1
    assert left_in(tmp_path) == {"pulkas.db"}


def test_a_copy_that_was_written_badly_is_found(capsys, database, tmp_path, monkeypatch):
    """Verified is the copy, not only its original."""

    def checked(conn: sqlite3.Connection, path: Path) -> None:
        conn.executescript("DROP TRIGGER lines_last; DELETE FROM lines WHERE seq = 42;")

    monkeypatch.setattr(copying, "_checked", checked)
    code, _, err = said(capsys, "backup", tmp_path / "copy.db", "--database", database)
    assert (code, "the copy has other rows than its original" in err) == (2, True)
    assert left_in(tmp_path) == {"pulkas.db"}


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: None, "no such file"),
        (lambda path: path.mkdir(), "no such file"),
        (lambda path: path.write_text("pref = 1\n" * 1000), "is no SQLite database"),
        (somebody_elses, "is no database of the bot"),
        (newer, "run a newer version of the bot"),
        (lambda path: path.write_bytes(b""), "is no database of the bot"),
    ],
)
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_is_no_database_is_refused_in_a_sentence(
    capsys, tmp_path, database, command: str, make: Callable[[Path], object], told: str
):
    make(other := tmp_path / "other.db")
    before = dump(database)
    words = (tmp_path / "copy.db", "--database", other) if command == "backup" else (other, "--database", database)
    code, out, err = said(capsys, command, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err
    assert dump(database) == before
    assert not (tmp_path / "copy.db").exists()


def test_a_folder_that_is_not_there(capsys, tmp_path, database):
    code, _, err = said(capsys, "backup", tmp_path / "none" / "copy.db", "--database", database)
    assert (code, err.count("\n")) == (2, 1)
    assert "cannot be written: No such file or directory" in err


# Restore


def test_restored_is_what_was_backed_up_and_the_old_one_is_kept(capsys, tmp_path, database):
    said(capsys, "backup", copy := tmp_path / "copy.db", "--database", database)
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute("UPDATE people SET first_name = 'Somebody'")
    changed = dump(database)
    code, out, err = said(capsys, "restore", copy, "--database", database)
    assert (code, err) == (0, "")
    assert dump(database) == dump(copy) != changed
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    (kept,) = left_in(tmp_path) - {"pulkas.db", "copy.db"}
    assert out.splitlines() == [
        f"{database}: 1 table, 4 deals, 182 actions from {copy}",
        f"The database that was there is now {tmp_path / kept}.",
    ]
    assert dump(tmp_path / kept) == changed


def test_where_no_database_was_it_is_put(capsys, tmp_path, database):
    code, out, _ = said(capsys, "restore", database, "--database", tmp_path / "new.db")
    assert (code, "The database that was there" in out) == (0, False)
    assert dump(tmp_path / "new.db") == dump(database)


def test_a_broken_backup_replaces_nothing(capsys, tmp_path, database):
    said(capsys, "backup", copy := tmp_path / "copy.db", "--database", database)
    broken_page(copy)
    before = dump(database)
    code, out, err = said(capsys, "restore", copy, "--database", database)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"preferans restore: nothing was restored: {copy}: the file is broken: ")
    assert dump(database) == before
    assert left_in(tmp_path) == {"pulkas.db", "copy.db"}


def test_a_broken_database_is_replaced_and_kept_with_its_log(capsys, tmp_path, database):
    """What restoring is for. Its log could not be put into it: it must not be replayed into the new file."""
    said(capsys, "backup", copy := tmp_path / "copy.db", "--database", database)
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute("UPDATE people SET first_name = 'Somebody'")
        conn.commit()
        log = (tmp_path / "pulkas.db-wal").read_bytes()
    assert log
    database.write_bytes(b"\xaa" * database.stat().st_size)
    (tmp_path / "pulkas.db-wal").write_bytes(log)
    assert said(capsys, "restore", copy, "--database", database)[0] == 0
    assert dump(database) == dump(copy)
    (kept,) = left_in(tmp_path) - {"pulkas.db", "copy.db"}
    assert (tmp_path / f"{kept}-wal").read_bytes() == log


def test_while_a_bot_runs_nothing_is_restored(capsys, tmp_path, database):
    said(capsys, "backup", copy := tmp_path / "copy.db", "--database", database)
    lock = Lock(database)
    before = database.read_bytes()
    refused = (2, "", f"preferans restore: {database} is in use: stop the bot first.\n")
    assert said(capsys, "restore", copy, "--database", database) == refused
    lock.release()
    assert database.read_bytes() == before
    assert said(capsys, "restore", copy, "--database", database)[0] == 0


def test_the_database_is_not_restored_from_itself(capsys, database):
    code, _, err = said(capsys, "restore", database, "--database", database)
    assert (code, err) == (2, f"preferans restore: {database} is the database itself.\n")


@pytest.mark.parametrize("version", range(1, newest()))
def test_a_backup_of_an_earlier_version_is_brought_up_to_date(capsys, tmp_path, version: int):
    build(old := tmp_path / "old.db", version)
    before = old.read_bytes()
    code, out, err = said(capsys, "restore", old, "--database", tmp_path / "new.db")
    assert (code, err) == (0, "")
    assert out.splitlines()[1:3] == [
        f"It had schema {version} and was brought to {newest()}.",
        "Pulkas that differ from the rules of this version: 1; preferans check says where.",
    ]
    assert old.read_bytes() == before
    with closing(sqlite3.connect(tmp_path / "new.db")) as conn:
        assert conn.execute("PRAGMA user_version").fetchone() == (newest(),)


KILLED = """
import os, sys
from pathlib import Path
from bot.storage import copying
calls = iter(range(1000))
def dying(real):
    def call(*args, **kwargs):
        if next(calls) == int(sys.argv[3]):
            os._exit(9)
        return real(*args, **kwargs)
    return call
for name in ("link", "rename", "fsync"):
    setattr(os, name, dying(getattr(os, name)))
Path.replace = dying(Path.replace)
copying.restore(Path(sys.argv[1]), Path(sys.argv[2]), "before")
"""


def test_killed_at_any_step_a_whole_database_stands_there(capsys, tmp_path, database):
    """The old one or the new one, and the old one is not lost."""
    said(capsys, "backup", copy := tmp_path / "copy.db", "--database", database)
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute("UPDATE people SET first_name = 'Somebody'")
    old, new = dump(database), dump(copy)
    before, ends = database.read_bytes(), []
    for step in range(12):
        for name in tmp_path.glob("pulkas.db.before*"):
            name.unlink()
        database.write_bytes(before)
        run = subprocess.run(
            [sys.executable, "-c", KILLED, copy, database, str(step)], check=False, cwd=Path(__file__).parents[2]
        )
        stands = dump(database)
        assert stands in (old, new)
        if stands == new:
            assert dump(tmp_path / "pulkas.db.before") == old
        ends.append((run.returncode, stands == new))
    assert ends[0] == (9, False)
    assert (9, True) in ends
    assert ends[-1] == (0, True)


# A bot that plays


async def test_backups_of_a_bot_that_plays_are_each_one_moment_and_one_is_played_on(capsys, tmp_path):
    database = tmp_path / "bot.db"
    async with hosting(database, pace=(0, 0)) as (host, _):
        (anna,) = await people(host, 1)
        table = await seated(host, [anna], computers=2)
        for number in range(5):
            copying_ = asyncio.create_task(asyncio.to_thread(copying.backup, database, tmp_path / f"{number}.db"))
            while not copying_.done():
                await any_answer(host, table)
            await copying_
        moved_on = state_of(await host.scene(table)).seq
    seqs = []
    for number in range(5):
        code, out, _ = said(capsys, "check", tmp_path / f"{number}.db")
        assert (code, out.splitlines()[0].startswith("table 1: ok")) == (0, True)
        seqs.append(int(dump_one(tmp_path / f"{number}.db", "SELECT max(seq) FROM actions")))
    assert seqs == sorted(seqs)
    assert 0 < seqs[0] < seqs[-1] <= moved_on
    assert said(capsys, "restore", tmp_path / "0.db", "--database", database)[0] == 0
    async with hosting(database, pace=(0, 0)) as (host, _):
        assert state_of(await host.scene(table)).seq >= seqs[0]
        for _ in range(20):
            await any_answer(host, table)
        assert state_of(await host.scene(table)).seq > seqs[0]
    assert said(capsys, "check", database)[0] == 0


async def any_answer(host, table: int) -> None:
    """Whoever is a person and is asked answers; computers have their turn."""
    scene = await host.scene(table)
    state, rng = state_of(scene), Random(1)
    for sitter in scene.sitters:
        if sitter.person is None or sitter.seat not in rules.asked(state):
            continue
        own = [a for a in rules.legal(state) if rules.actor(state, a) == sitter.seat]
        if own:
            number = rules.asked(state)[sitter.seat].number
            await host.answer(table, sitter.person, number, rng.choice(own).token)
            break
    await asyncio.sleep(0.002)


def dump_one(path: Path, sql: str) -> object:
    with closing(sqlite3.connect(path)) as conn:
        return conn.execute(sql).fetchone()[0]


async def test_what_people_see_is_drawn_again_after_a_restore(capsys, tmp_path, played):
    """Their messages may be newer than the backup."""
    database = stored(tmp_path / "bot.db", played)
    async with await Database.open(database) as db:
        shown = screens.Shown(1, "board:1:5", 1, 77, "digest", 182, False)
        result = screens.Shown(1, "board:1:4", 1, 66, "digest", 160, True)
        await db.write(screens.save_all, [shown, result])
        assert await db.ask(screens.behind) == ()
    said(capsys, "backup", tmp_path / "copy.db", "--database", database)
    said(capsys, "restore", tmp_path / "copy.db", "--database", database)
    async with await Database.open(database) as db:
        assert await db.ask(screens.behind) == (1,)
        assert [s.digest for s in await db.ask(screens.of_table, 1)] == ["digest", ""]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_of_the_database_stays_its_owner(capsys, tmp_path, database):
    said(capsys, "backup", copy := tmp_path / "copy.db", "--database", database)
    os.chown(database, 10001, 10001)
    said(capsys, "restore", copy, "--database", database)
    assert (database.stat().st_uid, database.stat().st_gid) == (10001, 10001)


def test_a_pulka_that_has_ended_stays_ended(capsys, tmp_path):
    database = stored(tmp_path / "whole.db", list(pulka(start(pool_target="5"), Random(1))))
    said(capsys, "backup", copy := tmp_path / "copy.db", "--database", database)
    assert said(capsys, "check", copy)[0] == 0
