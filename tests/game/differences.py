"""Reads `differences.txt`: for every house rule positions and results in which its options come to something else.

A fixture stands below its key: what is looked at, the circumstances (`about`), what happens, and below that what comes
of it under each option that the fixture tells apart. `COMES_TO` lists what can be looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from bot.game import bombs, forms, rules
from bot.game import deal as deals
from bot.game.actions import Deck
from bot.game.cards import DECK
from bot.game.proposals import Chair
from bot.game.settlement import settle
from bot.game.sheet import Line
from bot.game.state import Between, State, Table, new_table
from bot.game.view import view
from bot.host.clock import limits
from bot.screens.frame import Chair as Seated
from bot.screens.frame import Frame, Lobby
from bot.screens.hand import hand
from bot.screens.lobby import lobby
from bot.screens.sheet import progress
from bot.screens.words import Words
from tests.game.deals import after, may, said, start, where
from tests.game.scores import table

FILE = Path(__file__).with_name("differences.txt")
NAMES = {1: "A", 2: "B", 3: "C", 4: "D"}


@dataclass(frozen=True)
class Fixture:
    key: str
    looks_at: str
    about: str
    what: str
    outcomes: dict[str, str]
    """Option -> what comes of it."""

    def outcome(self, option: str) -> str:
        """What comes of it when `option` is agreed, all else as in `about`."""
        return COMES_TO[self.looks_at](f"{self.about} {self.key}={option}", self.what)

    @property
    def players(self) -> int:
        found = re.search(r"\bplayers=(\d)", self.about)
        return int(found[1]) if found else 3

    @property
    def rules(self) -> str:
        """`about` without the circumstances that are no house rules."""
        return " ".join(w for w in self.about.split() if w.partition("=")[0] not in CIRCUMSTANCES)


CIRCUMSTANCES = ("players", "dealer", "k", "n", "pool", "hill", "deals", "earned", "late")


def fixtures(file: Path = FILE) -> list[Fixture]:
    """All of them, in the file's order. What stands behind a key and a colon is the reader's."""
    found: list[Fixture] = []
    key = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            key = line.partition(":")[0].strip()
        elif line.startswith("        "):
            option, _, outcome = line.strip().partition(" -> ")
            found[-1].outcomes[option.strip()] = outcome.strip()
        else:
            looks_at, about, what = (part.strip() for part in line.split("|"))
            found.append(Fixture(key, looks_at, about, what, {}))
    return found


def seated(about: str) -> Table:
    """The table of `about`, in mid-pulka: `players=4 dealer=2 k=1 pool=9,5,0 hill=3,0,0 deals=12` and house rules.

    `n=1` is how many of the k raspasy followed a pass in the dark, `earned=4,2,2` a bomb of each seat, `late=1` that
    the time is up.
    """
    words = dict(word.split("=") for word in about.split() if word.partition("=")[0] in CIRCUMSTANCES)
    house = " ".join(word for word in about.split() if word.partition("=")[0] not in CIRCUMSTANCES)
    columns = {name: words.get(name, "").replace(",", " ") for name in ("pool", "hill")}
    at = table(house, int(words.get("players", "3")), int(words.get("dealer", "0")), **columns)
    bombs = tuple((int(factor),) for factor in words["earned"].split(",")) if "earned" in words else at.bombs
    numbers = {
        field: int(words.get(name, "0")) for field, name in (("series", "k"), ("dark_passes", "n"), ("deals", "deals"))
    }
    return replace(at, bombs=bombs, time_up="late" in words, **numbers)


def closed(about: str, what: str) -> tuple[Table, tuple[Line, ...]]:
    """The table that a result leaves, and its lines as booked, with what multiplies the deal."""
    at = seated(about)
    result = forms.result(what, at.dealer, at.players)
    return deals.after(at, replace(result, factors=bombs.factors(at, result)))


def score(about: str, what: str) -> str:
    """What a result comes to, booked."""
    return forms.score_text(closed(about, what)[1])


def next_deal(about: str, what: str) -> str:
    """Who deals after a result, how long the series of raspasy is, and what may then be bid."""
    new, _ = closed(about, what)
    return f"{new.dealer} deals, k={new.series}, from {new.lowest_level}"


def earned(about: str, what: str) -> str:
    """The bombs of every seat after a result: `2.4 - 2`."""
    new, _ = closed(about, what)
    return " ".join(".".join(map(str, new.bombs_of(seat))) or "-" for seat in new.order)


def over(about: str, what: str) -> str:
    """Whether a sheet ends the pulka after so many deals."""
    return "over" if deals.is_over(seated(about)) else "goes on"


def how_long(about: str, what: str) -> str:
    """What the sheet says about how the pulka ends."""
    return ", ".join(progress(Words("en"), seated(about))[1:])


def worth(about: str, what: str) -> str:
    """What a sheet settles to, exactly."""
    at = seated(about)
    answers = at.agreement.answers
    done = settle(at.sheet, answers["pool_unit"], at.order, answers["hussar_hill"])
    return " ".join(map(str, done.exact))


def lowest(about: str, what: str) -> str:
    """The lowest level that may be bid after no raspasy, one, two, three, four."""
    return " ".join(str(replace(seated(about), series=k).lowest_level) for k in range(5))


def permitted(about: str, what: str) -> str:
    """What has happened, and after a comma whether a token may follow; a contract comes before a colon."""
    told, _, token = what.rpartition(", ")
    return may(_state(about, told), token)


def asked(about: str, what: str) -> str:
    """Who is asked what after a contract and answers, or after calls; a deal that is over: what it came to."""
    return where(_state(about, what))


def before(about: str, what: str) -> str:
    """Who is asked what between deals, when the deck is drawn."""
    at = seated(about)
    state = new_table(at.agreement, at.players, at.dealer)
    return where(rules.apply(state, Deck(0, DECK, "0" * 64)).state)


def joins(about: str, what: str) -> str:
    """Whether a fourth may join after so many deals, and what he writes."""
    at = seated(about)
    state, join = State(at, Between(0)), Chair(0, "join", 4)
    if not rules.admits(state, join):
        return "no"
    step = rules.apply(state, join)
    return f"{forms.score_text(step.events[0].data)}; {step.state.table.dealer} deals"  # type: ignore[arg-type]


def talon(about: str, what: str) -> str:
    """The talon cards that the group sees, and the cards on the table."""
    seen = view(_state(about, what), None)
    lying = " ".join(f"{h}:{c}" for h, c in seen.trick) or "-"
    return f"talon {' '.join(c.text for c in seen.talon) or '-'}, table {lying}"


def silent(about: str, what: str) -> str:
    """How the hand to call would take the talon without a bid."""
    state = _state(about, what)
    (turn,) = rules.asked(state)
    return str(view(state, turn).silent)


def screen(about: str, what: str) -> str:
    """Which of these words the hands of seats 1 and 2 show: the chart of a misere, the declarer's own discard."""
    state = _state(about, what)
    texts = [hand(Frame(view(state, seat), 1, NAMES, "T", "en")).text for seat in (1, 2)]
    return ", ".join(word for word in ("of these cards in hand", "Discard") if any(word in t for t in texts)) or "-"


def first_dealer(about: str, what: str) -> str:
    """What people can press in the lobby about who deals first."""
    at = seated(about)
    chairs = tuple(Seated(seat, name) for seat, name in NAMES.items() if seat in at.order)
    texts = (button.text for row in lobby(Lobby(1, "T", "en", chairs, at.agreement)).buttons for button in row)
    return next((text for text in texts if text.endswith("first")), "nothing")


def clock(about: str, what: str) -> str:
    """What the host makes of the agreed times: when who is asked is reminded, when his time is over and what then."""
    agreed = limits(seated(about).agreement)
    if agreed.move is None:
        return "no clock"
    reminded = f"reminded after {agreed.reminder:.0f} s, " if agreed.reminder else ""
    fined = ", 2 on the hill a minute" if agreed.fined else ""
    return f"{reminded}late after {agreed.move + agreed.bank:.0f} s: {agreed.when_late}{fined}"


def fined(about: str, what: str) -> str:
    """What the hills hold after fines of the clock."""
    return "hills " + " ".join(map(str, _state(about, what).table.sheet.hill))


def begins(about: str, what: str) -> str:
    """After which pause the host begins the next deal."""
    pause = limits(seated(about).agreement).pause
    return "when all are ready" if pause is None else f"after {pause:.0f} s"


def _state(about: str, what: str) -> State:
    """The state after `6s by 2: 3:pass 1:whist`, or after tokens of an auction alone."""
    found = re.fullmatch(r"(?P<contract>(?:mis|\d+[scdhn])(?: by \d)?):(?P<tokens>.*)", what)
    return said(about, found["contract"], found["tokens"]) if found else after(start(about), what)


COMES_TO: dict[str, Callable[[str, str], str]] = {
    "score": score,
    "next": next_deal,
    "earned": earned,
    "over": over,
    "how long": how_long,
    "worth": worth,
    "lowest": lowest,
    "may": permitted,
    "asked": asked,
    "before": before,
    "joins": joins,
    "talon": talon,
    "silent": silent,
    "screen": screen,
    "first dealer": first_dealer,
    "clock": clock,
    "begins": begins,
    "fined": fined,
}
