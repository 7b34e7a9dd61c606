"""The registry of house rules: it is the table of the rule book, a family is a file, and its order decides nothing."""

from __future__ import annotations

import json
import pkgutil
import re
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.game import conventions, rules
from bot.game.actions import Deck
from bot.game.agreement import PRESETS, SECTIONS, Agreement, Registry, convention
from bot.game.cards import DECK
from bot.game.conventions import REGISTRY
from bot.game.errors import AgreementError
from bot.game.forms import table_text
from bot.game.presets import preset
from bot.game.state import Ended, State, new_table
from bot.texts import locales, tr
from tests.game.scores import agreed

BOOK: dict[str, dict[str, Any]] = {
    entry["key"]: entry
    for entry in json.loads((Path(__file__).parents[1] / "conventions.json").read_text(encoding="utf-8"))
}
SOURCES = r"Codex (3\.\d|fn )|C4|\b00[134]\b|RULES \d|PRODUCT \d|FSPR|SH-L|WP|LOC|BIB|SKG|prefhub|GH-\w"
FILES = sorted(module.name for module in pkgutil.iter_modules(conventions.__path__))
KEYS = sorted(REGISTRY.by_key)


def test_the_keys_are_those_of_the_rule_book():
    assert sorted(BOOK) == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_options_presets_and_section_are_those_of_the_rule_book(key: str):
    mine, book = REGISTRY[key], BOOK[key]
    assert list(mine.options) == book["options"]
    assert dict(mine.presets) == book["presets"]
    assert mine.section == book["family"]


def told(text: str, options: dict[str, str], players: int) -> bool:
    """What the book's words about when a key applies mean: clauses with commas, each about a key or the players."""
    names = {"progression": "raspasy_progression", "exit": "raspasy_exit"}
    for clause in filter(None, text.split(", ")):
        if clause == "consent of all":
            continue
        if found := re.fullmatch(r"(\d)(?:-(\d))? players", clause):
            holds = int(found[1]) <= players <= int(found[2] or found[1])
        elif clause == "exit reaches 8":
            holds = "8" in options["raspasy_exit"]
        elif clause == "time_per_action up to 3m":
            holds = options["time_per_action"] in ("30s", "1m", "3m")
        elif found := re.fullmatch(r"(\w+) other than (\w+)", clause):
            holds = options[names.get(found[1], found[1])] != found[2]
        elif found := re.fullmatch(r"(\w+)=(\w+)(?: or (\w+)(?:=(\w+))?)?", clause):
            holds = options[found[1]] == found[2]
            if found[4]:
                holds |= options[found[3]] == found[4]
            elif found[3]:
                other_key = found[3] in options
                holds |= options[found[3]] not in ("0", "none") if other_key else options[found[1]] == found[3]
        else:
            holds = options[clause] not in ("0", "none")
        if not holds:
            return False
    return True


def above(key: str) -> set[str]:
    """The keys on which `key` depends."""
    return {word for word in re.findall(r"[a-z_]+", REGISTRY[key].applies) if word in REGISTRY.by_key}


@pytest.mark.parametrize("key", KEYS)
def test_a_key_applies_when_the_rule_book_says_so(key: str):
    """Under every option of every key that it depends on, with two, three and four players."""
    for players in (2, 3, 4):
        for name in PRESETS:
            for other in above(key) or {key}:
                for option in REGISTRY[other].options:
                    agreement = preset(name).but(**{other: option})
                    options = {k: agreement[k] for k in KEYS}
                    wanted = told(BOOK[key]["applies"], options, players)
                    wanted &= all(agreement.in_force(k, players) for k in above(key))
                    assert agreement.in_force(key, players) == wanted, f"{name}, {other}={option}, {players} players"


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ("pool_target=none end_condition=deals", "help_target"),
        ("pool_target=none end_condition=deals", "help_exclude"),
        ("raspasy_pay=whists", "dealer_tricks"),
        ("half_whist=off", "returned_half_record"),
    ],
)
def test_what_depends_on_a_key_that_means_nothing_means_nothing(rules: str, key: str):
    assert not agreed(rules).in_force(key, 4)
    assert agreed("").in_force(key, 4)


@pytest.mark.parametrize("name", FILES)
def test_a_family_is_a_file(name: str):
    module = import_module(f"bot.game.conventions.{name}")
    assert module.__doc__
    assert module.CONVENTIONS
    assert all(REGISTRY[c.key] is c for c in module.CONVENTIONS), "what a file declares is registered by being there"


def test_every_convention_is_in_one_file():
    declared = [c.key for name in FILES for c in import_module(f"bot.game.conventions.{name}").CONVENTIONS]
    assert sorted(declared) == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_a_convention_says_what_it_decides_and_where_it_comes_from(key: str):
    mine = REGISTRY[key]
    assert mine.question.rstrip(")").endswith(("?", "."))
    assert re.search(SOURCES, mine.source), "a rule's number, or a source of the book"
    assert mine.section in SECTIONS
    assert all(re.fullmatch("[a-z0-9_+-]+", option) for option in mine.options), "options fit into an agreement's text"
    assert len(set(mine.options)) == len(mine.options) >= 2
    assert not mine.answers or set(mine.answers) == set(mine.options)


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("key", KEYS)
def test_a_convention_has_a_name_an_explanation_and_names_of_its_options(locale: str, key: str):
    texts = {name: tr(locale, name) for name in (f"rule.{key}", f"about.{key}")}
    options = [tr(locale, f"rule.{key}.{option}") for option in REGISTRY[key].options]
    assert all(text.strip() for text in (*texts.values(), *options))
    assert texts[f"about.{key}"].endswith(".")
    assert len(texts[f"about.{key}"]) > len(texts[f"rule.{key}"])
    assert len(set(options)) == len(options), "a person who hears an option's name knows which one it is"


@pytest.mark.parametrize("key", KEYS)
def test_when_it_applies_is_written_in_keys_and_options_that_exist(key: str):
    for part in re.split(r";| or ", REGISTRY[key].applies):
        other, _, values = part.strip().rstrip("!").partition("=")
        other = other.rstrip("!")
        if other == "players":
            assert set(values.split(",")) <= {"2", "3", "4"}
        elif other:
            assert set(values.split(",")) <= set(REGISTRY[other].options)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"options": "on off", "presets": "maybe"}, "one of"),
        ({"options": "on off", "presets": "on off"}, "one of"),
        ({"options": "on off", "presets": "on", "unplayed": "maybe"}, "one of"),
        ({"options": "on off", "presets": "on", "section": "kitchen"}, "a section of"),
        ({"options": "on off", "presets": "on", "answers": {"on": 1}}, "an answer for every option"),
    ],
)
def test_a_convention_that_does_not_fit_together_is_refused_at_import(words: dict[str, Any], complaint: str):
    rest = {"section": "auction", **words}
    with pytest.raises(ValueError, match=complaint):
        convention("new", rest.pop("section"), "What is new?", source="nobody", **rest)


def test_two_conventions_cannot_claim_one_key():
    with pytest.raises(ValueError, match="two conventions claim the key amnesty"):
        Registry([REGISTRY["amnesty"], REGISTRY["amnesty"]])


@pytest.mark.parametrize("name", ["sotchi", "", "SOCHI"])
def test_a_preset_that_does_not_exist(name: str):
    with pytest.raises(AgreementError, match="there is no preset"):
        preset(name)


def played(agreement: Agreement, players: int, seed: int) -> list[str]:
    """Everything that may be done at each step of a pulka of chance, and what each deal left."""
    rng = Random(seed)
    state: State = new_table(agreement, players, 1, computers=range(1, players + 1))
    told_: list[str] = []
    while not isinstance(state.phase, Ended) and state.table.deals < 6:
        order = list(DECK)
        rng.shuffle(order)
        actions = rules.legal(state) or (Deck(0, tuple(order), f"{rng.getrandbits(256):064x}"),)
        told_.append(" ".join(a.token for a in actions))
        state = rules.apply(state, rng.choice(actions)).state
        told_.append(table_text(state.table))
    return told_


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("", 3),
        ("", 4),
        ("bid_jumps=in_order raspasy_exit=6-7-8 stalingrad=on single_whist_play=light", 4),
        ("whist_pay=gentleman hill_mul=2 whist_mul=2 talon_bonus=on misere_whists=as_ten ten=whisted", 4),
        ("raspasy_pay=whists zero_tricks=pool_1 zero_dealer=pool_1 hill_first=on", 3),
    ],
)
def test_the_order_of_the_registry_changes_nothing(text: str, players: int):
    agreement = agreed(text)
    options = {key: agreement[key] for key in KEYS}
    once = played(agreement, players, 7)
    for seed in range(3):
        shuffled = list(REGISTRY.by_key.values())
        Random(seed).shuffle(shuffled)
        registry = Registry(shuffled)
        same = Agreement(registry, "sochi", {c.key: options[c.key] for c in shuffled})
        assert same == agreement
        assert played(same, players, 7) == once
