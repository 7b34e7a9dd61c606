"""`python -m tests.chaos`: the bot is killed hundreds of times under load. The last line sums up."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.chaos.settings import Settings, SettingsError, read
from tests.chaos.storm import Storm
from tests.chaos.town import Town
from tests.crash.bots import Warm

LOST = ("is lost", "not in the log", "and refused")
DOUBLED = ("stands twice", ": accepted ", "nobody pressed")
"""What evidence says of actions."""


def main() -> int:
    """Exit code 0 if all was as it should be, 1 if not, 2 for a wrong setting."""
    try:
        settings = read(os.environ)
    except SettingsError as wrong:
        print(f"chaos: {wrong}", file=sys.stderr)
        return 2
    folder, begun_at = Path(tempfile.mkdtemp(prefix="preferans-chaos-")), time.monotonic()
    print(f"{settings.kills} kills, {settings.tables} tables, seed {settings.seed}", flush=True)
    with Warm() as warm:
        storm = Storm(settings, folder)
        town = asyncio.run(storm.blows(warm))
    for line in told(storm, town):
        print(line)
    print(f"seconds: {time.monotonic() - begun_at:.0f}")
    if town.evidence:
        for fault in town.evidence[:20]:
            print(f"FAULT: {fault}")
        print(f"the database and the bot's log are in {folder}")
    else:
        shutil.rmtree(folder)
    print(summary(settings, storm, town))
    return 1 if town.evidence else 0


def told(storm: Storm, town: Town) -> Iterator[str]:
    """What the figures of the last line consist of."""
    tally, words = storm.tally, Counter[str]()
    for table in town.tables:
        words.update(table.words)
    yield f"at kills: {_listed(tally.at_kills)}"
    deals, over = sum(t.state.table.deals for t in town.tables), sum(t.over for t in town.tables)
    yield f"played: {deals} deals, {over} pulkas to the end, {len(words)} different things reached"
    yield f"presses: {_listed(town.counts)}, {sum(t.overtaken for t in town.tables)} overtaken by others"
    yield f"faults: {_listed(storm.trouble.injected)}; restarts with updates {_listed(tally.moods)}"
    yield f"ready {_listed(tally.ways)}, {tally.early} killed before that"
    yield f"secrets: {town.eavesdropper.cards} cards read, {town.eavesdropper.late} messages compared as a whole"


def summary(settings: Settings, storm: Storm, town: Town) -> str:
    """The last line."""
    tally = storm.tally
    phases = sum(word.startswith("stage") for word in tally.at_kills)
    questions = sum(word.startswith("asked") for word in tally.at_kills)
    return (
        f"chaos: {tally.kills} kills, {tally.restarts} restarts, seed {settings.seed},"
        f" {town.counts['presses']} presses, faults: {_listed(storm.trouble.injected)};"
        f" {phases} phases and {questions} questions at kills;"
        f" {sum(t.actions for t in town.tables)} actions, lost {town.evidence.about(*LOST)},"
        f" doubled {town.evidence.about(*DOUBLED)};"
        f" {town.screens.announced} announcements, lost {town.evidence.about('is missing')},"
        f" doubled {town.evidence.about('is announced')};"
        f" secrets told {town.evidence.about(' told to ')}; faults found in all {len(town.evidence)};"
        f" at most {tally.strays} strays of {storm.sends.uncertain.total()} uncertain sends;"
        f" slowest from ready to right {tally.slowest:.1f} s of {tally.quiet} looks"
    )


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {n}" for name, n in counts.most_common()) or "none"


if __name__ == "__main__":
    sys.exit(main())
