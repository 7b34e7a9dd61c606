"""House rules: what a convention is, the registry of all of them, and an agreement, the value a pulka is played by.

A convention is a key with options. It may do four things and only these: *forbid* an action (all must permit it), *add*
lines to the sheet (their sum), *scale* a deal (their product), and *answer* one narrow question that the core asks by
the convention's key. None of the four knows an order, so no two conventions can interfere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from hashlib import sha256
from math import prod
from typing import TYPE_CHECKING, Any

from bot.game.applies import PLAYERS, Clause, Condition, clauses
from bot.game.errors import AgreementError, Refusal

if TYPE_CHECKING:
    from bot.game.actions import Action
    from bot.game.scoring import Case
    from bot.game.sheet import Line
    from bot.game.state import State

PRESETS = ("sochi", "leningrad", "fspr", "rostov", "classic", "hussar")
"""The named sets of options, in the order in which `Convention.presets` lists their values."""
SECTIONS = ("pulka", "auction", "talon", "whist", "misere", "raspasy", "table")
"""Sections of the settings menu."""

Judge = Callable[[Any], Refusal | None]
"""An action of the kind it was asked for -> why it may not be done, or None."""
Forbid = Callable[[str, "State"], Judge | None]
"""(option, state) -> what is forbidden in this state, None when nothing is. It looks at the state once, then at each of
the actions that might be chosen."""


def every(refusal: Refusal) -> Judge:
    """Forbids all actions of a kind."""
    return lambda action: refusal


@dataclass(frozen=True, eq=False)
class Convention:
    """One house rule: a key, its options, and what they do."""

    key: str
    section: str
    question: str
    """What the core asks, or what the key decides, as one English sentence."""
    options: tuple[str, ...]
    presets: Mapping[str, str]
    """Preset -> option."""
    source: str
    """Rule numbers and documents that the options come from."""
    applies: str = ""
    """When the key means anything: clauses joined by `;` that all must hold, each of alternatives joined by ` or `,
    each `key=a,b` or `key!=a`; `players=4` asks for the number of players (`bot.game.applies`). Empty: always."""
    unplayed: frozenset[str] = frozenset()
    """Options that are declared but cannot be played yet; an agreement with one cannot start a pulka."""
    awaits: str = ""
    """What a key that is declared here waits for, outside the rules: until then its options differ in nothing."""
    answers: Mapping[str, Any] = field(default_factory=dict)
    """Option -> what the core is told. Without it the option's own text is the answer."""
    forbids: Mapping[type, Forbid] = field(default_factory=dict)
    """Kind of action -> the function that may forbid one."""
    adds: Callable[[str, Case], Iterable[Line]] | None = None
    """(option, case) -> lines to add to a deal's score."""
    scales: Callable[[str, Case], int] | None = None
    """(option, case) -> factor of every line of the deal."""

    def answer(self, option: str) -> Any:
        return self.answers[option] if self.answers else option


def convention(
    key: str, section: str, question: str, options: str, presets: str, source: str, *, unplayed: str = "", **does: Any
) -> Convention:
    """A `Convention` from table-like text: `options` are words, the first being yesterday's game; `presets` has one
    word
    for all presets, or one for each of `PRESETS`. Raises ValueError when the words do not fit together."""
    words = tuple(options.split())
    values = presets.split()
    if len(values) == 1:
        values *= len(PRESETS)
    postponed = frozenset(unplayed.split())
    answers = does.get("answers") or {}
    if len(values) != len(PRESETS) or not postponed.union(values).issubset(words):
        raise ValueError(f"{key}: one of {words} for each of {PRESETS}, not {values} (unplayed: {set(postponed)})")
    if section not in SECTIONS or (answers and set(answers) != set(words)):
        raise ValueError(f"{key}: a section of {SECTIONS}, and an answer for every option or for none")
    return Convention(
        key, section, question, words, dict(zip(PRESETS, values, strict=True)), source, unplayed=postponed, **does
    )


def meant(word: str, words: Iterable[str]) -> str:
    """`; did you mean amnesty?`: the nearest of `words` to a slip of the pen; empty when none is near."""
    near = get_close_matches(word[:40].lower(), words, 1)
    return f"; did you mean {near[0]}?" if near else ""


class Registry:
    """All conventions by key. Their order decides nothing (tests permute it)."""

    def __init__(self, conventions: Iterable[Convention]) -> None:
        self.by_key: dict[str, Convention] = {}
        for c in conventions:
            if c.key in self.by_key:
                raise ValueError(f"two conventions claim the key {c.key}")
            self.by_key[c.key] = c

    def __getitem__(self, key: str) -> Convention:
        try:
            return self.by_key[key]
        except KeyError:
            hint = meant(key, self.by_key)
            raise AgreementError(f"there is no house rule {key[:40]!r}{hint}", key=key) from None

    def preset(self, name: str) -> Agreement:
        """The agreement that plays `name` as it is. Raises AgreementError."""
        if name not in PRESETS:
            known = f"choose one of {', '.join(PRESETS)}"
            raise AgreementError(f"there is no preset {name[:40]!r}: {known}{meant(name, PRESETS)}", key="preset")
        return Agreement(self, name, {key: c.presets[name] for key, c in self.by_key.items()})

    def agreement(self, text: str) -> Agreement:
        """The agreement written by `Agreement.text` (all keys) or `Agreement.code` (differences from the preset).

        Raises AgreementError with the first word that is wrong.
        """
        words: dict[str, str] = {}
        for word in text.split():
            key, eq, option = word.partition("=")
            if not eq:
                raise AgreementError(f"{word[:40]!r} is not a house rule: write key=option", key=key)
            if key in words:
                raise AgreementError(f"{key[:40]} is given twice", key=key)
            words[key] = option
        name = words.pop("preset", "")
        if not name:
            raise AgreementError(f"begin with preset= and one of {', '.join(PRESETS)}", key="preset")
        return self.preset(name).but(**words)


class Agreement:
    """What a table has agreed to play: an option for every key. A value: it never changes and compares by content."""

    __slots__ = ("__dict__", "_adds", "_forbids", "_options", "_scales", "preset", "registry")

    def __init__(self, registry: Registry, preset: str, options: Mapping[str, str]) -> None:
        self.registry = registry
        self.preset = preset
        self._options = dict(options)
        self._forbids: dict[type, list[tuple[Forbid, str]]] = {}
        self._adds: list[tuple[Callable[[str, Case], Iterable[Line]], str]] = []
        self._scales: list[tuple[Callable[[str, Case], int], str]] = []
        for key, option in self._options.items():
            c = registry[key]
            for kind, forbid in c.forbids.items():
                self._forbids.setdefault(kind, []).append((forbid, option))
            self._adds += [(c.adds, option)] if c.adds else []
            self._scales += [(c.scales, option)] if c.scales else []

    def __getitem__(self, key: str) -> str:
        return self._options[key]

    @cached_property
    def answers(self) -> Mapping[str, Any]:
        """Key -> the answer to the question that this key settles."""
        return {key: self.registry[key].answer(option) for key, option in self._options.items()}

    def but(self, /, **changes: str) -> Agreement:
        """This agreement with some options changed. Raises AgreementError for an unknown key or option."""
        for key, option in changes.items():
            c = self.registry[key]
            if option not in c.options:
                hint = meant(option, c.options)
                known = f"choose one of {', '.join(c.options)}"
                raise AgreementError(f"{key}={option[:40]} does not exist: {known}{hint}", key=key)
        return Agreement(self.registry, self.preset, {**self._options, **changes})

    def answering(self, /, **answers: Any) -> Agreement:
        """This agreement with some questions answered outright: a pool to 12, which no option has, or a price.

        For worked examples. What is written of it (`text`, `code`) and what it compares by are the options alone.
        """
        twin = Agreement(self.registry, self.preset, self._options)
        twin.__dict__["answers"] = {**self.answers, **answers}  # where the cached property keeps them
        return twin

    def forbidden(self, state: State, action: Action) -> Refusal | None:
        """Why some convention forbids the action now, or None when all permit it."""
        return next(filter(None, (judge(action) for judge in self._judges(state, type(action)))), None)

    def permitted(self, state: State, actions: Iterable[Action]) -> tuple[Action, ...]:
        """Those of the actions that no convention forbids now."""
        kept = list(actions)
        for kind in {*map(type, kept)}.intersection(self._forbids):
            for judge in self._judges(state, kind):
                kept = [a for a in kept if type(a) is not kind or judge(a) is None]
        return tuple(kept)

    def _judges(self, state: State, kind: type) -> list[Judge]:
        """What forbids actions of a kind in this state."""
        forbids = self._forbids.get(kind, ())
        return [judge for forbid, option in forbids if (judge := forbid(option, state)) is not None]

    def added(self, case: Case) -> tuple[Line, ...]:
        """The lines that conventions add to a deal, in an order of their own content."""
        lines = [line for adds, option in self._adds for line in adds(option, case)]
        return tuple(sorted(lines, key=lambda line: line.sort_key))

    def factor(self, case: Case) -> int:
        """The product of all scales of the deal."""
        return prod(scales(option, case) for scales, option in self._scales)

    def in_force(self, key: str, players: int) -> bool:
        """Whether the key means anything in this agreement with so many players.

        What depends on a key that means nothing means nothing either: without a target nobody is helped first.
        """
        return self.idle(key, players) is None

    def idle(self, key: str, players: int) -> Clause | None:
        """What `key` lacks to mean anything with so many players: conditions of which one would do; None: nothing."""
        for clause in clauses(self.registry[key].applies):
            lacking = [self._lacking(condition, players) for condition in clause]
            if None not in lacking:
                return next((c for c in lacking if c), clause)
        return None

    def _lacking(self, condition: Condition, players: int) -> Clause | None:
        """None when the condition holds; else nothing (it is not met itself), or what its key lacks in its turn."""
        if condition.key == PLAYERS:
            return None if condition.allows(str(players)) else ()
        return self.idle(condition.key, players) if condition.allows(self._options[condition.key]) else ()

    def depends(self, key: str, players: int) -> str:
        """Why `key` means nothing with so many players: `it needs half_whist=on`; empty when it means something."""
        lacking = self.idle(key, players)
        return "" if lacking is None else "it needs " + " or ".join(map(self._told, lacking))

    def _told(self, condition: Condition) -> str:
        return f"{condition.key}={' or '.join(self.satisfying(condition))}"

    def satisfying(self, condition: Condition) -> tuple[str, ...]:
        """The options that meet a condition, or the numbers of players."""
        options = condition.named if condition.key == PLAYERS else self.registry[condition.key].options
        return tuple(filter(condition.allows, options))

    def consistent(self) -> None:
        """Raises AgreementError when options contradict each other, whoever plays."""
        if self["end_condition"] in ("each_closed", "total") and self["pool_target"] == "none":
            raise AgreementError(
                f"end_condition={self['end_condition']} needs a pool_target other than none", key="pool_target"
            )

    def check(self, players: int) -> None:
        """Raises AgreementError when a pulka cannot be played by this: options that contradict or are not played
        yet."""
        if players not in (2, 3, 4):
            raise AgreementError(f"a table has 2, 3 or 4 players, not {players}", key="players")
        if players == 2 and self["raspasy_talon"] != "closed":
            raise AgreementError("between two the talon of raspasy stays closed (Codex 3.7.6.4)", key="raspasy_talon")
        self.consistent()
        for key, option in self._options.items():
            if option in self.registry[key].unplayed and self.in_force(key, players):
                played = [o for o in self.registry[key].options if o not in self.registry[key].unplayed]
                raise AgreementError(f"{key}={option} is not played yet; played are: {', '.join(played)}", key=key)

    @property
    def text(self) -> str:
        """Every key with its option, on one line: what a record and a pulka keep."""
        return " ".join([f"preset={self.preset}", *(f"{k}={v}" for k, v in sorted(self._options.items()))])

    @property
    def code(self) -> str:
        """The preset and what differs from it, on one line: what people paste."""
        return " ".join([f"preset={self.preset}", *(f"{k}={v}" for k, v in sorted(self.differences.items()))])

    @property
    def mark(self) -> str:
        """Four hexadecimal digits by which a person tells that he has seen this agreement and no other."""
        return sha256(self.text.encode()).hexdigest()[:4]

    @property
    def differences(self) -> dict[str, str]:
        """Key -> option where this agreement departs from its preset."""
        base = self.registry.preset(self.preset)
        return {key: option for key, option in self._options.items() if option != base[key]}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Agreement) and self.preset == other.preset and self._options == other._options

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Agreement({self.code!r})"
