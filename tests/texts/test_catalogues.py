"""The three catalogues say the same: every key, every plural form, every placeholder; nothing missing, nothing idle."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.game.agreement import PRESETS, SECTIONS
from bot.game.conventions import REGISTRY
from bot.game.conventions.talon_bonus import TRICKS
from bot.game.errors import AgreementError, NotationError, PreferansError, Refusal
from bot.host.arranging import COMPUTERS
from bot.host.refusals import HostRefusal
from bot.players import LEVELS
from bot.screens.drafting import SURE
from bot.screens.greeting import HELP, MENUS
from bot.screens.keyboards import KEYBOARDS
from bot.screens.lobby import ASKED_AGAIN, CLOSED
from bot.screens.offers import AMOUNTS, AT_THE_TABLE, SAID, SIDES
from bot.screens.prompts import PROMPTS
from bot.screens.reasons import IN_SEVERAL_COLUMNS
from bot.screens.rulebook import MAY_CHANGE
from bot.screens.settings import RINGS
from bot.screens.talk import OFFERS, OUTCOMES, PETITIONS
from bot.screens.words import CALLS
from bot.texts import DOMAIN, locales
from bot.zones import CITIES, city

ROOT = Path(__file__).parents[2]
KEY = re.compile(r"[a-z]+(\.[A-Za-z0-9_+-]+)+")
QUESTIONS = set(KEYBOARDS)
LOCALES = sorted(path.parts[-3] for path in ROOT.glob(f"locales/*/LC_MESSAGES/{DOMAIN}.po"))


@cache
def catalogue(locale: str) -> Catalog:
    path = ROOT / "locales" / locale / "LC_MESSAGES" / f"{DOMAIN}.po"
    with path.open("rb") as source:
        return read_po(source, locale=locale, abort_invalid=True)


@cache
def messages(locale: str) -> dict[str, Message]:
    """Key -> entry."""
    return {key_of(m): m for m in catalogue(locale) if m.id}


def key_of(message: Message) -> str:
    return message.id[0] if message.pluralizable else message.id


def forms(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if message.pluralizable else (message.string,)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_every_key_with_a_text(locale: str):
    assert set(messages(locale)) == set(messages("en"))
    assert [key for key, m in messages(locale).items() if not all(forms(m)) or m.fuzzy] == []


def test_every_catalogue_is_spoken():
    """A language is there as soon as its files are."""
    assert list(locales()) == LOCALES
    assert {"ru", "uk", "en"} <= set(LOCALES)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_plural_has_all_forms_of_its_language_each_with_the_number(locale: str):
    """One for `взятка`, one for `взятки`, one for `взяток`: so many as the language has, by Unicode's tables."""
    plurals = [m for m in catalogue(locale) if m.id and m.pluralizable]
    count = get_plural(locale).num_plurals
    assert catalogue(locale).num_plurals == count
    assert plurals
    assert [key_of(m) for m in plurals if len(forms(m)) != count] == []
    assert [key_of(m) for m in plurals if any("n" not in placeholders(f) for f in forms(m))] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_languages_agree_about_placeholders_and_plurals(locale: str):
    for key, message in messages(locale).items():
        english = messages("en")[key]
        assert message.pluralizable == english.pluralizable, key
        assert {frozenset(placeholders(f)) for f in forms(message)} == {frozenset(placeholders(forms(english)[0]))}, key


@pytest.mark.parametrize("locale", LOCALES)
def test_texts_hold_no_html_and_no_stray_blanks(locale: str):
    wrong = [key for key, m in messages(locale).items() for f in forms(m) if re.search(r"[<>&]|  |^\s|\s$", f)]
    assert wrong == []


def test_ukrainian_is_not_russian_with_a_few_letters():
    """Letters that the other alphabet does not have."""
    assert [k for k, m in messages("uk").items() if re.search("[ыэъёЫЭЪЁ]", "".join(forms(m)))] == []
    assert [k for k, m in messages("ru").items() if re.search("[іїєґІЇЄҐ]", "".join(forms(m)))] == []
    assert [k for k, m in messages("en").items() if re.search("[а-яА-Я]", "".join(forms(m)))] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_key_is_written_twice(locale: str):
    """Of two texts with one key a catalogue takes the first, and the second is never seen."""
    source = (ROOT / "locales" / locale / "LC_MESSAGES" / f"{DOMAIN}.po").read_text(encoding="utf-8")
    keys = re.findall(r'^msgid "(.+)"$', source, re.MULTILINE)
    assert sorted({key for key in keys if keys.count(key) > 1}) == []


def test_every_key_in_the_code_has_a_text():
    assert sorted((written_in_code() | computed()) - set(messages("en"))) == []


def test_no_text_is_idle():
    assert sorted(set(messages("en")) - written_in_code() - computed()) == []


def test_a_key_that_nobody_wrote_would_be_found():
    """The tests above read the source: they must see a key wherever it stands."""
    source = 'def f(words, own):\n    return words("toast.no_such" if own else "ask.neither", n=1)'
    assert set(keys_in(source)) == {"toast.no_such", "ask.neither"}
    assert set(families_in('def f(words, a, b):\n    return words(f"rule.{a}.{b}") + f"{a}.{b}" + f"{a.b}"')) == {
        "rule.*.*"
    }


def test_a_family_of_keys_is_put_together_where_it_is_said_to_be():
    """Keys that the code makes of parts are listed in `computed`: each list must belong to such a place in the code,
    and each such place to a list."""
    families = written_families()
    assert [f for f in families if not any(of_family(key, f) for key in computed())] == []
    others = computed() - written_in_code()
    assert sorted(key for key in others if not any(of_family(key, family) for family in families)) == []


def test_what_is_counted_has_plural_forms_and_nothing_else_has():
    """`words("count.tricks", n)` asks for one; it is an error where the catalogue has none, and the other way round."""
    plural = {key for key, m in messages("en").items() if m.pluralizable}
    counted, uncounted = counted_in_code()
    assert sorted(counted - plural) == []
    assert sorted(uncounted & plural) == []
    assert sorted(key for key in plural - counted if not any(of_family(key, f) for f in COUNTED_FAMILIES)) == []


@cache
def written_in_code() -> frozenset[str]:
    """Keys that stand in the bot's source as they are, and codes of sentences given to `toast`."""
    found: set[str] = set()
    for path in sorted((ROOT / "bot").rglob("*.py")):
        if "game" not in path.relative_to(ROOT).parts:
            source = path.read_text(encoding="utf-8")
            found.update(keys_in(source))
            found.update(f"toast.{code}" for code in arguments(ast.parse(source), "toast"))
    return frozenset(found)


def keys_in(source: str) -> Iterator[str]:
    families = {key.split(".")[0] for key in messages("en")}
    tree = ast.parse(source)
    beginnings = {id(part) for made in ast.walk(tree) if isinstance(made, ast.JoinedStr) for part in made.values}
    for text in (n.value for n in strings(tree) if id(n) not in beginnings):
        if KEY.fullmatch(text) and text.split(".")[0] in families:
            yield text


@cache
def written_families() -> frozenset[str]:
    """Shapes of keys that the bot's source puts together, `rule.*.*`."""
    sources = (path for path in sorted((ROOT / "bot").rglob("*.py")) if "game" not in path.relative_to(ROOT).parts)
    return frozenset(family for path in sources for family in families_in(path.read_text(encoding="utf-8")))


def families_in(source: str) -> Iterator[str]:
    first = {key.split(".")[0] for key in messages("en")}
    for made in ast.walk(ast.parse(source)):
        if isinstance(made, ast.JoinedStr):
            shape = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in made.values)
            if "*" in shape and KEY.fullmatch(shape.replace("*", "x")) and shape.split(".")[0] in first:
                yield shape


def of_family(key: str, family: str) -> bool:
    """Whether a key has that shape; a part may hold no point."""
    return bool(re.fullmatch(re.escape(family).replace(r"\*", "[^.]+"), key))


COUNTED_FAMILIES = {"count.*"}
"""Shapes of keys that are asked for with a number."""


@cache
def counted_in_code() -> tuple[frozenset[str], frozenset[str]]:
    """Keys that the source asks for with a number, and those for which it does so without one."""
    counted, uncounted = set(), set()
    for path in sorted((ROOT / "bot").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call):
                first = 1 if getattr(call.func, "id", "") == "tr" else 0  # `tr` is told the language before
                by_number = len(call.args) > first + 1 and not is_none(call.args[first + 1])
                keys = (key for given in call.args[first : first + 1] for key in keys_given(given))
                (counted if by_number else uncounted).update(keys)
    return frozenset(counted), frozenset(uncounted)


def keys_given(argument: ast.expr) -> Iterator[str]:
    """A key as an argument, or the two of a choice."""
    if isinstance(argument, ast.IfExp):
        yield from keys_given(argument.body)
        yield from keys_given(argument.orelse)
    if isinstance(argument, ast.Constant) and argument.value in messages("en"):
        yield argument.value


def is_none(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Constant) and argument.value is None


def literals(tree: ast.AST) -> Iterator[str]:
    yield from (str(found.value) for found in strings(tree))


def strings(tree: ast.AST) -> Iterator[ast.Constant]:
    yield from (n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str))


def arguments(tree: ast.AST, function: str) -> Iterator[str]:
    """Texts among the positional arguments of calls to `function`; a name stands for what is assigned to it."""
    assigned = [n for n in ast.walk(tree) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)]
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) == function:
            for argument in call.args:
                values = [argument]
                if isinstance(argument, ast.Name):
                    values = [n.value for n in assigned if n.targets[0].id == argument.id]  # type: ignore[attr-defined]
                for value in values:
                    yield from literals(value)


@cache
def computed() -> frozenset[str]:
    """Keys that the code puts together, from the lists that it takes their parts from."""
    keys = {f"rank.{letter}" for letter in "TJQKA"} | {f"without.{n}" for n in range(1, 11)}
    keys |= {f"call.{call}" for call in CALLS}
    keys |= {f"count.{part}{what}" for part in ("", "part.") for what in ("tricks", "points")}
    keys |= {f"ask.{q}" for q in QUESTIONS - set(PROMPTS)} | {f"ask.{q}" for q in ("whist", "return", "dealer")}
    keys |= {f"wait.{q}" for q in (QUESTIONS | {"check"}) - {"ready", "cut", "slip"}}
    keys |= {f"button.{word}" for word in ("pass", "here", "whist", "half", "open", "dark", "catch", "believe")}
    keys |= {f"button.{word}" for word in ("invite", "alone", "share", "decline")}
    keys |= {f"offer.said.{word}" for word in SAID} | {f"offer.objected.{kind}" for kind in AT_THE_TABLE}
    keys |= {f"claim.{side}.{amount}" for side in SIDES for amount in AMOUNTS} | {f"ask.claim.{side}" for side in SIDES}
    keys |= {f"players.{n}" for n in (2, 3, 4)} | {"count.undertricks"} | {f"why.{rule}" for rule in rules_of_lines()}
    keys |= {f"{what}.{word}" for what in ("button", "ask.sure") for word in SURE if word != "no"}
    keys |= {f"preset.{name}" for name in PRESETS} | {f"section.{name}" for name in SECTIONS}
    for key, rule in REGISTRY.by_key.items():
        keys |= {f"rule.{key}", f"about.{key}", *(f"rule.{key}.{option}" for option in rule.options)}
    keys |= {f"toast.{code}" for code in refusal_codes()}
    keys |= {f"command.{name}" for menu in MENUS.values() for name in menu}
    keys |= {f"button.page_{page}" for page in ("my", "settings", "help")}
    keys |= {f"settings.{page}{about}" for page in ("rings", "quiet", "forced") for about in ("", "_about")}
    keys |= {f"settings.{page}" for page in ("language", "from", "until")} | {f"settings.rings.{w}" for w in RINGS}
    keys |= {f"button.settings_{page}" for page in ("language", "rings", "quiet", "forced")}
    keys |= {f"city.{city(name)}" for name in CITIES} | {f"month.{n}" for n in range(1, 13)}
    keys |= {f"help.{part}" for part in HELP} | {f"rules.who.{one}" for one in MAY_CHANGE}
    keys |= {f"lobby.again.{what}" for what in ASKED_AGAIN} | {f"lobby.closed.{why}" for why in CLOSED}
    keys |= {f"talk.outcome.{what}" for what in OUTCOMES} | {f"talk.offer.{what}" for what in OFFERS}
    keys |= {f"talk.petition.{what}" for what in PETITIONS}
    keys |= {f"button.seating.{how}" for how in ("drawn", "free")} | {f"level.{level}" for level in LEVELS}
    keys |= {f"button.dealer.{how}" for how in ("chosen", "volunteer")} | {f"name.computer.{n}" for n in COMPUTERS}
    return frozenset(keys | reasons())


def rules_of_lines() -> set[str]:
    """What a line's reason may name besides its numbers: options that decide about a fine, patterns of a talon, and
    rules that stand in the source."""
    options = {option for key in ("pair_shortage", "second_whister_8plus") for option in REGISTRY[key].options}
    return (
        options
        | set(TRICKS)
        | {"alone", "gentleman", "checked", "trick_price", "prices", "series", "difference", "rate"}
    )


def refusal_codes() -> set[str]:
    """Codes of everything that a press may be refused with."""
    kinds = {NotationError, AgreementError, *subclasses(Refusal), *subclasses(HostRefusal)}
    return {kind.__new__(kind).code for kind in kinds if kind.__module__.startswith("bot.")}


def subclasses(kind: type[PreferansError]) -> set[type[PreferansError]]:
    return {k for direct in kind.__subclasses__() for k in (direct, *subclasses(direct))}


def reasons() -> set[str]:
    """Reasons that the rules give for a line (`because("whist", ...)`), those of several columns by their columns."""
    codes = {"written"}
    for path in sorted((ROOT / "bot" / "game").rglob("*.py")):
        codes.update(arguments(ast.parse(path.read_text(encoding="utf-8")), "because"))
    columns = {"zero_tricks": ("pool", "hill"), "averages": ("pool", "hill"), "written": ("pool", "hill", "whists")}
    assert set(columns) == set(IN_SEVERAL_COLUMNS)
    plain = {f"reason.{code}" for code in codes - set(columns)}
    return plain | {f"reason.{code}.{column}" for code, found in columns.items() for column in found}
