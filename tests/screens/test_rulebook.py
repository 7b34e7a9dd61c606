"""The rules as pages: whatever is agreed, everything that may be agreed is some presses away, and nothing else."""

from __future__ import annotations

import random

import pytest

from bot import presses
from bot.game.agreement import PRESETS, Agreement
from bot.game.conventions import REGISTRY
from bot.game.errors import AgreementError
from bot.game.presets import preset
from bot.host.agreements import playable
from bot.screens.buttons import ROOM
from bot.screens.mistaken import mistaken
from bot.screens.rulebook import LARGEST_COPY, Book, announced, changes, page, prompt
from bot.screens.screen import Screen
from bot.screens.widths import width
from bot.screens.words import Words
from tests.screens.test_every_stage import lawful, on_a_phone

LANGUAGES = ("ru", "uk", "en")


def words_of(screen: Screen) -> list[str]:
    return [presses.unpack(b.data).word for row in screen.buttons for b in row if b.data]


def walk(book: Book) -> dict[str, Screen]:
    """All pages that buttons lead to from the first."""
    found, ahead = dict[str, Screen](), ["top"]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found[name] = page(book, name)
            ahead += [w for w in words_of(found[name]) if w.partition(":")[0] not in ("set", "take", "allow", "paste")]
    return found


def some_agreements() -> list[Agreement]:
    """The presets, and twenty agreements of any options that may be agreed together."""
    rng, found = random.Random(5), [preset(name) for name in PRESETS]
    while len(found) < len(PRESETS) + 20:
        agreed = preset(rng.choice(PRESETS))
        for key in rng.sample(sorted(REGISTRY.by_key), 30):
            changed = agreed.but(**{key: rng.choice(REGISTRY[key].options)})
            try:
                playable(changed)
            except AgreementError:
                continue
            agreed = changed
        found.append(agreed)
    return found


@pytest.mark.parametrize("agreed", some_agreements(), ids=lambda a: a.code[:30])
def test_every_option_that_means_something_is_some_presses_away(agreed: Agreement):
    book = Book("ru", agreed, may_change="admins")
    pages = walk(book)
    offered = {tuple(w.split(":")[1:3]) for p in pages.values() for w in words_of(p) if w.startswith("set:")}
    for c in REGISTRY.by_key.values():
        applies = any(agreed.in_force(c.key, n) for n in book.numbers)
        playable_options = [o for o in c.options if o not in c.unplayed and o != agreed[c.key]]
        assert {o for key, o in offered if key == c.key} == (set(playable_options) if applies else set())
    taken = {w.split(":")[1] for p in pages.values() for w in words_of(p) if w.startswith("take:")}
    assert taken == {name for name in PRESETS if list(changes(Words("ru"), agreed, preset(name)))}


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_every_page_can_be_sent(name: str, locale: str):
    for book in (Book(locale, preset(name), may_change="seated"), Book(locale, preset(name), 7, "Стол <7>", (3,))):
        for shown in [*walk(book).values(), prompt(book)]:
            on_a_phone(shown)
            assert all(len(b.copy) <= LARGEST_COPY for row in shown.buttons for b in row)


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("key", sorted(REGISTRY.by_key))
def test_a_rule_and_each_of_its_options_fit_on_a_button(key: str, locale: str):
    """Also where the option departs from the preset, and where it is the one that is agreed."""
    words = Words(locale)
    for option in REGISTRY[key].options:
        named = words(f"rule.{key}.{option}")
        line = words("rules.departs", rule=words("lobby.rule", rule=words(f"rule.{key}"), option=named))
        assert width(line) <= ROOM[1]
        assert width(words("button.picked", what=named)) <= ROOM[1]


def test_a_button_of_the_largest_table_fits():
    for key, c in REGISTRY.by_key.items():
        for option in c.options:
            presses.rule(10**9, f"set:{key}:{option}:{'f' * 4}")


@pytest.mark.parametrize(
    "word",
    ["", "section:", "section:x", "rule:x", "rule:end_deals", "preset:x", "text:", "text:99", "x:y:z", "allow:me"],
)
def test_a_page_that_there_is_not_is_another_one(word: str):
    lawful(page(Book("ru", preset()), word))


def test_a_button_says_which_agreement_its_presser_has_seen():
    agreed = preset()
    words = [w for w in words_of(page(Book("ru", agreed), "rule:whist_pay")) if w.startswith("set:")]
    assert words == [f"set:whist_pay:gentleman:{agreed.mark}"]
    assert agreed.mark != agreed.but(pool_target="20").mark


def test_what_changes_is_told_as_far_as_it_means_anything():
    words, old = Words("en"), preset()
    assert len(list(changes(words, old, old.but(whist_pay="gentleman", end_deals="40")))) == 1
    assert next(iter(changes(words, old, preset("rostov")))).startswith("• Preset: Sochi → Rostov")


def test_a_name_cannot_break_what_is_announced():
    said = announced(Words("en"), "<b>Anna", preset(), preset("rostov")).text
    assert "&lt;b>Anna" in said or "&lt;b&gt;Anna" in said


def test_what_is_back_where_it_was_is_told_too():
    assert "as it was before" in announced(Words("en"), "Anna", preset(), preset()).text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("preset=sochi wist_pay=greedy", "There is no rule wist_pay. Did you mean whist_pay?"),
        ("preset=sochi qqq=1", "There is no rule qqq."),
        ("whist_pay=gentelman", "whist_pay has no option gentelman. Did you mean gentleman? There are: "),
        ("preset=moskow", "There is no preset moskow. There are: sochi, leningrad"),
        ("pool_target=20 pool_target=30", "pool_target: this rule is given twice."),
        ("hello <b>", "“hello” is not a rule."),
        ("<i>=1", "There is no rule &lt;i"),
        ("preset=sochi pool_target=20", ""),
    ],
)
def test_the_first_wrong_word_of_a_line_is_named(line: str, said: str):
    told = mistaken(Words("en"), REGISTRY, line)
    assert told.startswith(said) if said else told == ""
