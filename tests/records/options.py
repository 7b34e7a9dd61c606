"""Writes records for options that no golden record shows: `python -m tests.records.options`.

It plays pulkas in which as many of those options as possible are agreed, keeps the ones that show most for their size,
and adds them beside the others, with a line an option in `shown.txt`. Records that are there already stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.game import forms
from bot.game.conventions import REGISTRY
from bot.game.errors import RecordError
from bot.game.notation import DealRecord, Record, dumps
from bot.game.possible import why_impossible
from bot.game.replay import entered, record
from bot.game.state import Ended, State, new_table
from tests.aimed import HOUSE_AIMS, IN_THE_DARK, RASPASY, Aim, aims, deal
from tests.laws.pairs import Company, bases, brought
from tests.records.apart import (
    BY_THE_HOST,
    FILE,
    HERE,
    LOOKS,
    Shown,
    Trail,
    Word,
    parting,
    played,
    read,
    released,
    shown,
    trail,
)
from tests.records.make import NAMES

CANDIDATES = 200
"""Pulkas played for each record that is written."""
MOST_DEALS = 9
EMPTY_HANDED = 400
"""Candidates in a row that show nothing more before it gives up."""
TELLING = (
    *(Aim(f"{before}{bid}", "whist whist", lucky=lucky)
      for before in ("", "pass ") for bid in ("6s", "7d", "8h") for lucky in (True, False)),
    *(Aim(bid, f"pass half {then}") for bid in ("6h", "pass 7c")
      for then in ("whist open", "whist dark", "pass look whist open", "pass pass", "pass look pass")),
    *(Aim(bid, f"pass pass {then}", lucky=lucky) for bid in ("8c", "pass 9d") for lucky in (True, False)
      for then in ("pass", "look whist open", "look whist dark")),
    *(Aim(bid, "whist pass open", lucky=lucky)
      for bid in ("6s", "pass 7h", "8n", "pass 10s") for lucky in (True, False)),
    *(Aim(bid, answers, lucky=lucky) for bid in ("mis", "pass mis", "10h") for lucky in (True, False)
      for answers in ("catch", "believe catch", "believe believe")),
    Aim("mis 9s 9c here pass", "whist pass open"), Aim("6s 6c pass here pass", "whist whist"),
)  # fmt: skip
"""Deals in which house rules of scoring and of answers have most to say."""
HEAD = """\
# Every option that can be played, the record that shows it, the deal in which that would have gone another way under
# the option named next, and where that shows: in play, in a view, on a screen. Where nothing is named it is in force,
# and that is all: no other option can be played, or the host alone keeps the key."""
BEYOND_PLAY = {
    "talon_shown": "view", "talon_visible": "view", "third_hand_silent": "view",
    "history_visibility": "screen", "misere_chart": "screen", "end_minutes": "screen",
}  # fmt: skip
"""Where keys show that change nothing in what is played."""


def found(record_: Record, name: str, wanted: set[Word]) -> dict[Word, Shown]:
    """Which of the options a record shows, each beside the option from which it parts first."""
    agreement, players, met = record_.agreement, record_.began, dict[Word, Shown]()
    trails = dict[str, Trail]()
    for key in sorted({key for key, _ in wanted}):
        if (key, agreement[key]) not in wanted or not agreement.in_force(key, players):
            continue
        others = [option for option in played(key) if option != agreement[key] and key not in BY_THE_HOST]
        look = BEYOND_PLAY.get(key, "play")
        if look not in trails:
            trails[look] = list(trail(record_, LOOKS[look]))
        partings = ((parting(record_, trails[look], key, other, LOOKS[look]), other) for other in others)
        if parted := min(((int(d.split()[1]), other) for d, other in partings if d.startswith("deal")), default=None):
            met[key, agreement[key]] = Shown(name, f"deal {parted[0]}", parted[1], look)
        elif not others:
            met[key, agreement[key]] = Shown(name, "", "", "")
    return met


def company_of(missing: set[Word], rng: Random) -> Company:
    """A table where many of the missing options are agreed: each that goes with those before it."""
    words, company = list[Word](), rng.choice(bases())
    for word in rng.sample(sorted(missing), len(missing)):
        if word[0] not in dict(words) and (more := brought(company, *words, word)):
            words, company = [*words, word], more
    return company


def candidate(missing: set[Word], rng: Random) -> Record:
    """Some deals by options that are missing: perhaps a series of raspasy first, then what those options ask for."""
    agreement, players = company_of(missing, rng)
    asking = [key for key in HOUSE_AIMS if agreement[key] != REGISTRY[key].options[0]]
    house = [aim for key in asking for aim in HOUSE_AIMS[key] if aim.declarer < players]
    dark = IN_THE_DARK if agreement.answers["dark_bids"] else ()
    choices = [group for group in (aims(players), TELLING if players > 2 else (), house, dark, [RASPASY]) if group]
    state = begun = new_table(agreement, players, rng.randint(1, players))
    deals = list[DealRecord]()
    series, enough = rng.choice((0, 0, 0, 1, 2, 3, 4, 6, 11)), rng.randint(1, MOST_DEALS)
    while len(deals) < series + enough and not isinstance(state.phase, Ended):
        by_result = raspasy(state, rng) if len(deals) < series else None
        if by_result is not None:
            state, written = by_result
        else:
            turns = list(deal(state, rng, rng.choice(rng.choice(choices))))
            (written,) = record(state, [turn.action for turn in turns], NAMES[:players]).deals
            state = turns[-1].step.state
        deals.append(written)
    order = () if begun.table.order == tuple(range(1, players + 1)) else begun.table.order
    return Record(agreement, NAMES[:players], tuple(deals), (), order)


def raspasy(state: State, rng: Random) -> tuple[State, DealRecord] | None:
    """A raspasy with real cards, which takes up a line; None where it cannot be one."""
    table = state.table
    order = [seat for seat in table.order if table.players < 4 or seat != table.dealer]
    tricks = dict.fromkeys(table.order, 0)
    for _ in range(10):
        tricks[rng.choice(order)] += 1
    dark = [seat for seat in order if table.agreement.answers["dark_bids"] and rng.random() < 0.5]
    text = "; ".join(["pas", *(f"dark {seat}" for seat in dark), "tricks " + "-".join(map(str, tricks.values()))])
    result = forms.result(text, table.dealer, table.players)
    if why_impossible(table, result):
        return None
    step = entered(state, result)
    last = step.state.phase.last
    return step.state, DealRecord(table.dealer, result=result, score=forms.score_text(last.lines))


def shortened(written: Record, met: dict[Word, Shown]) -> Record:
    """The record without the deals after the last one that shows something."""
    last = max((int(one.deal.split()[1]) for one in met.values() if one.deal), default=1)
    return replace(written, deals=written.deals[:last])


def best(missing: set[Word], name: str, rng: Random) -> tuple[Record, dict[Word, Shown]]:
    """Of many candidates the one that shows most of what is missing, for its size."""
    tried, most = 0, (0.0, None, dict[Word, Shown]())
    while tried < CANDIDATES or (not most[2] and tried < EMPTY_HANDED):
        tried += 1
        written = candidate(missing, rng)
        try:
            met = found(written, name, missing)
        except RecordError:  # a clock that struck between two deals is not in it
            continue
        if met:
            written = shortened(written, met)
            worth = len(met) / (5000 + len(dumps(written)))
            most = max(most, (worth, written, met), key=lambda one: one[0])
    if most[1] is None:
        raise SystemExit(f"no record was found that shows {sorted(missing)}")
    return most[1], most[2]


def main() -> None:
    """Adds what is missing; what is there stays."""
    told = shown() if FILE.exists() else {}
    missing = {word for word in released() if word not in told}
    for path in sorted(HERE.glob("*.pref")):
        for word, one in found(read(path.stem), path.stem, missing).items():
            told[word] = one
            missing.discard(word)
    number = 1
    while missing:
        while (path := HERE / f"options-{number}.pref").exists():
            number += 1
        written, met = best(missing, path.stem, Random(number))
        path.write_text(dumps(written), encoding="utf-8")
        told |= met
        missing -= met.keys()
        print(
            f"{path.name}: {len(written.deals)} deals show {len(met)} options, {len(missing)} are missing", flush=True
        )
    lines = [
        " | ".join((f"{key}={option}", one.record, one.deal, one.other, one.look)).rstrip(" |")
        for (key, option), one in sorted(told.items())
    ]
    FILE.write_text("\n".join([HEAD, *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
