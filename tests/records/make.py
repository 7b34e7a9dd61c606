"""Writes the records that are made by aimed play: `python -m tests.records.make`.

They are golden: a later version of the rules has to replay them as they are. Write one anew only when a rule was wrong,
and say so in the changelog. `real-cards.pref` was written by a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from pathlib import Path
from random import Random

from bot.game import rules
from bot.game.actions import Action, Play, Seat
from bot.game.cards import DECK
from bot.game.forms import score_text
from bot.game.notation import DealRecord, Record, dumps
from bot.game.presets import preset
from bot.game.replay import dealt_by_hand, record
from bot.game.state import Between, State, new_table
from tests.aimed import RASPASY, Aim, Player, pulka, usual

HERE = Path(__file__).parent
NAMES = ("Анна", "Борис", "Вера", "Гриша")

OF_THREE = (
    *(RASPASY, RASPASY),
    Aim("7c", "pass whist open"),
    Aim("pass 7d", "whist whist", lucky=True),
    Aim("mis", "believe catch", lucky=True),
    Aim("pass mis", "catch"),
    Aim("mis 9s pass", "whist pass dark"),
    Aim("6s 6c pass here pass", "pass half pass"),
    Aim("6s 6c pass here 6d pass", "pass half whist open", order="6h"),
    Aim("10h", "believe believe"),
    Aim("pass 10n", "catch"),
    Aim("pass pass 8n", "pass pass"),
)
OF_FOUR = (
    *(RASPASY, RASPASY),
    Aim("pass 7d", "pass half pass look whist open"),
    Aim("7h", "pass half pass look pass"),
    Aim("pass pass 7s", "pass half whist dark"),
    Aim("8c", "pass pass look whist dark"),
    Aim("9n", "pass pass pass"),
    Aim("mis", "catch"),
    Aim("pass mis", "believe believe"),
    Aim("10d", "believe catch", lucky=True),
    Aim("mis 9s 9c here pass", "whist whist"),
    Aim("pass 6s 6d 6n pass", "whist pass open", lucky=True),
)
WITHDRAWN = tuple(Aim(bid, f"whist pass {then}") for bid, then in (
    ("6s", "half pass"), ("pass 7d", "half whist dark"), ("pass pass 6h", "half whist open"), ("7c", "open"),
    ("pass 6n", "dark"), ("8h", "open"),
))  # fmt: skip
LOOKED = (
    Aim("8s", "pass pass look look whist open"),
    Aim("pass 9h", "pass pass look whist dark"),
    Aim("pass pass 7d", "pass half pass look look pass"),
    Aim("8n", "pass pass look look whist dark"),
)
UNSEEN = (
    Aim("8s", "pass pass whist open"),
    Aim("pass 6h", "pass half pass whist dark"),
    Aim("pass pass 7d", "pass half pass pass"),
)
SHARED = (
    Aim("mis", "invite share believe catch", lucky=True),
    Aim("pass mis", "invite share catch"),
    Aim("pass pass mis", "invite decline believe believe"),
    Aim("mis", "alone catch"),
)
OF_TWO = (
    *(RASPASY, RASPASY),
    Aim("7c", "whist"),
    Aim("pass 7d", "whist", lucky=True),
    Aim("mis", "catch"),
    Aim("pass mis", "catch", lucky=True),
    Aim("mis 9s pass", "whist"),
    Aim("6s 6c here pass", "pass"),
    Aim("6s 6c here 6d pass", "whist", order="6h"),
    Aim("10h", "believe"),
    Aim("pass 10n", "catch"),
    Aim("8n", "pass"),
)
WITH_THE_DUMMY = (RASPASY, Aim("8c", "whist"), RASPASY, Aim("pass 6n", "whist", lucky=True), RASPASY)
AROUND_THE_TALON = (
    Aim("6s", "whist pass open", talon="refuse"),
    Aim("pass mis", "catch", talon="refuse"),
    Aim("7d", talon="giveup"),
    Aim("pass pass 6h", "pass half whist dark", talon="annul"),
    Aim("7c", "whist whist", talon="annul"),
    Aim("mis 9s pass mis-closed", "believe catch", lucky=True),
    Aim("pass 9-closed", "whist pass open", order="9h", lucky=True),
    Aim("mis 9h pass mis-closed 9-closed pass", "pass whist dark", order="10c"),
    Aim("mis-closed", "catch"),
    RASPASY,
)
LUCKY = (Aim("8s", "whist pass open", lucky=True), Aim("pass 9d", "pass whist dark", lucky=True))

IN_CLASSIC = (
    *[RASPASY] * 4,
    Aim("dark-pass dark-pass pass"),
    Aim("pass dark-pass pass"),
    Aim("dark-9c", "whist pass dark"),
    Aim("dark-6s 7c 7d pass", "whist pass open", lucky=True),
    Aim("dark-8h", "pass pass", lucky=True),
    Aim("dark-mis", "invite share", lucky=True),
    Aim("dark-mis 10h pass", "whist whist"),
    Aim("dark-6d pass pass turn", "alone catch"),
    Aim("dark-6s 6c pass dark-here pass", "whist whist"),
    Aim("pass dark-7c pass", "whist pass open"),
    Aim("pass pass pass"),
    Aim("dark-pass 7d pass", "pass half pass"),
)
"""By Classic rules: four forced raspasy, passes and bids in the dark, a misere of each kind, bombs used and kept."""


TALK = 0.12
"""In the records in which people do more than play."""


def played(begun: State, seed: int, aims: Iterable[Aim] | None, deals: int | None = None, talk: float = 0) -> Record:
    """A pulka with real commitments and cuts; `talk` is how often people do something about the table."""
    turns = list(pulka(begun, Random(seed), aims, deals, talk))
    return record(begun, [turn.action for turn in turns], NAMES[: turns[-1].step.state.table.players])


def dealt(begun: State, seed: int, aims: Sequence[Aim]) -> Record:
    """Deals by hand: nobody drew a deck and nobody cut."""
    rng, state, deals = Random(seed), begun, list[DealRecord]()
    for aim in aims:
        dealer, pack = state.table.dealer, rng.sample(DECK, 32)
        cards = (*(tuple(sorted(pack[i : i + 10], key=DECK.index)) for i in (0, 10, 20)),), (pack[30], pack[31])
        state, log, player = dealt_by_hand(state, *cards).state, list[Action](), Player(aim, rng)
        while not isinstance(state.phase, Between):
            log.append(player.choose(state))
            state = rules.apply(state, log[-1]).state
        assert state.phase.last is not None
        tokens = tuple(sorted(log, key=lambda a: isinstance(a, Play)))
        deals.append(DealRecord(dealer, cards=cards, actions=tokens, score=score_text(state.phase.last.lines)))
    return Record(begun.table.agreement, NAMES[: begun.table.players], tuple(deals))


def table(
    players: int,
    dealer: Seat,
    computers: Sequence[Seat] = (),
    order: Sequence[Seat] = (),
    name: str = "",
    **options: str,
) -> State:
    return new_table(preset(name or usual(players)).but(**options), players, dealer, computers, order)


def house(name: str, players: int, **options: str) -> State:
    """A table by a preset, some options changed."""
    return new_table(preset(name).but(**options), players, players)


def main() -> None:
    """Writes all of them."""
    records = {
        "three": played(table(3, 2), 3, chain(OF_THREE, LUCKY * 5)),
        "four": played(table(4, 4), 5, chain(OF_FOUR, LUCKY * 8)),
        "with-computers": played(table(4, 1, (2, 3), (1, 3, 2, 4)), 6, repeat(LUCKY[0]), deals=5),
        "computers-only": played(table(3, 3, (1, 2, 3)), 7, repeat(LUCKY[1]), deals=3),
        "classic": played(table(4, 2, name="classic"), 9, chain(IN_CLASSIC, LUCKY * 8)),
        "leningrad": played(house("leningrad", 3), 9, WITHDRAWN),
        "fspr": played(house("fspr", 4, end_condition="deals"), 10, WITHDRAWN),
        "first-trick": played(house("sochi", 3, open_cards="after_first_trick"), 11, WITHDRAWN[3:]),
        "both-hands": played(house("sochi", 4, dealer_peek="both"), 12, LOOKED),
        "unseen": played(house("sochi", 4, dealer_peek="none"), 13, UNSEEN),
        "shared-misere": played(house("sochi", 4, misere_partnership="on"), 14, SHARED),
        "two": played(table(2, 2), 9, chain(OF_TWO, LUCKY * 8)),
        "two-and-the-dummy": played(table(2, 1, hussar_raspasy="dummy_lowest"), 4, WITH_THE_DUMMY),
        "two-by-hand": dealt(table(2, 1), 2, (Aim("6s", "whist"), RASPASY)),
        "around-the-talon": played(
            house("sochi", 4, talon_refusal="2", giveup="without_three", trump_slip="annul", misere_without_talon="on"),
            15,
            AROUND_THE_TALON,
        ),
        "choice": played(house("sochi", 4, help_target="choice", closing_prize="50", pool_target="5"), 16, LUCKY * 6),
        "by-time": played(house("fspr", 3), 17, (*OF_THREE, *LUCKY * 4)),
        "dealt-by-hand": dealt(table(3, 3), 8, (RASPASY, Aim("6s", "whist whist"), Aim("mis", "catch"))),
    }
    minutes = {"time_per_action": "1m", "time_fine": "on"}
    for name, seed in (("talked", 72), ("broken-off", 47), ("ended-between", 107)):
        records[name] = played(table(3, 3, **minutes), seed, None, 8, TALK)
    records["talked-of-two"] = played(table(2, 2), 5, None, 6, TALK)
    for name, written in records.items():
        (HERE / f"{name}.pref").write_text(dumps(written), encoding="utf-8")


if __name__ == "__main__":
    main()
