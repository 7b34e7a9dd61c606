"""An agreement is a value: it is written and read, refuses what contradicts, and a typo is told what was meant."""

from __future__ import annotations

import pytest

from bot.game.agreement import PRESETS, Registry, convention
from bot.game.conventions import REGISTRY
from bot.game.errors import AgreementError
from bot.game.presets import agreement, preset


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_survives_its_text_and_its_code(name: str):
    agreed = preset(name)
    assert agreement(agreed.text) == agreed
    assert agreement(agreed.code) == agreed
    assert agreed.code == f"preset={name}"


def test_the_text_names_every_key_and_the_code_only_what_differs():
    agreed = preset("sochi").but(pool_target="20", whist_pay="gentleman")
    assert agreed.code == "preset=sochi pool_target=20 whist_pay=gentleman"
    assert agreement(agreed.code) == agreement(agreed.text) == agreed
    assert {word.partition("=")[0] for word in agreed.text.split()} == {"preset", *REGISTRY.by_key}


@pytest.mark.parametrize("key", sorted(REGISTRY.by_key))
def test_every_option_of_every_key_survives_the_code(key: str):
    for option in REGISTRY[key].options:
        agreed = preset("sochi").but(**{key: option})
        assert agreement(agreed.code)[key] == option


def test_agreements_compare_by_content():
    changed = preset("sochi").but(amnesty="off")
    assert changed != preset("sochi")
    assert changed.but(amnesty="on") == preset("sochi")
    assert hash(changed.but(amnesty="on")) == hash(preset("sochi"))
    assert preset("sochi").but(amnesty="off") == changed
    assert preset("sochi") != "preset=sochi"


def test_changing_an_agreement_leaves_the_old_one():
    old = preset("sochi")
    old.but(amnesty="off")
    assert old["amnesty"] == "on"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("preset=sochi pool_targt=20", "there is no house rule 'pool_targt'; did you mean pool_target?"),
        ("preset=sochi raspasy-exit=6", "there is no house rule 'raspasy-exit'; did you mean raspasy_exit?"),
        ("preset=sochi xyzzy=1", "there is no house rule 'xyzzy'"),
        ("preset=sochi self=1", "there is no house rule 'self'"),
        ("preset=sochi amnesty=maybe", "amnesty=maybe does not exist: choose one of on, off"),
        ("preset=sochi amnesty=of", "amnesty=of does not exist: choose one of on, off; did you mean off?"),
        (
            "preset=sochi whist_pay=Gentelman",
            "whist_pay=Gentelman does not exist: choose one of greedy, gentleman; did you mean gentleman?",
        ),
        ("preset=sochi Amnesty=on", "there is no house rule 'Amnesty'; did you mean amnesty?"),
        ("preset=sochi amnesty", "'amnesty' is not a house rule: write key=option"),
        ("preset=sochi amnesty=on amnesty=off", "amnesty is given twice"),
        (
            "preset=sotchi",
            "there is no preset 'sotchi': choose one of sochi, leningrad, fspr, rostov, classic, hussar; "
            "did you mean sochi?",
        ),
        ("amnesty=on", "begin with preset= and one of sochi, leningrad, fspr, rostov, classic, hussar"),
        ("", "begin with preset= and one of sochi, leningrad, fspr, rostov, classic, hussar"),
    ],
)
def test_what_cannot_be_read_is_told_what_would_be_right(text: str, complaint: str):
    with pytest.raises(AgreementError) as refused:
        agreement(text)
    assert str(refused.value) == complaint


@pytest.mark.parametrize(
    ("options", "players", "complaint"),
    [
        ("pool_target=none", 3, "end_condition=each_closed needs a pool_target other than none"),
        ("pool_target=none end_condition=total", 3, "end_condition=total needs a pool_target other than none"),
    ],
)
def test_options_that_contradict_cannot_start_a_pulka(options: str, players: int, complaint: str):
    with pytest.raises(AgreementError) as refused:
        agreement(f"preset=sochi {options}").check(players)
    assert str(refused.value) == complaint


@pytest.mark.parametrize(
    ("key", "options", "players", "in_force"),
    [
        ("raspasy_limit", "raspasy_progression=none", 3, False),
        ("raspasy_limit", "raspasy_progression=geometric", 3, True),
        ("dealer_whist", "", 3, False),
        ("dealer_whist", "", 4, True),
        ("bombs", "", 3, False),
        ("bombs", "forced_raspasy=1", 3, True),
        ("bombs", "dark_bids=on", 3, True),
        ("full_after_close", "whist_resp=half", 3, True),
        ("full_after_close", "whist_resp=half pool_target=none", 3, False),
        ("hussar_hill", "", 2, True),
        ("hussar_hill", "", 3, False),
        ("time_fine", "time_per_action=3m", 3, True),
        ("time_fine", "time_per_action=1h", 3, False),
        ("stay_on_failed_high", "raspasy_exit=6-7", 3, False),
        ("stay_on_failed_high", "raspasy_exit=6-7-8", 3, True),
    ],
)
def test_a_key_that_depends_on_another_means_nothing_without_it(key: str, options: str, players: int, in_force: bool):
    assert agreement(f"preset=sochi {options}").in_force(key, players) is in_force


@pytest.mark.parametrize(
    ("key", "options", "players", "needs"),
    [
        ("raspasy_limit", "raspasy_progression=none", 3, "it needs raspasy_progression=arithmetic or geometric"),
        ("dealer_tricks", "", 3, "it needs players=4"),
        ("dealer_tricks", "raspasy_pay=whists", 4, "it needs raspasy_pay=hill"),
        ("bombs", "", 3, "it needs dark_bids=on or forced_raspasy=1 or 2 or 3"),
        ("returned_half_record", "half_whist=off", 3, "it needs half_whist=on"),
        ("full_after_close", "", 3, "it needs whist_resp=half"),
        (
            "full_after_close",
            "whist_resp=half pool_target=none",
            3,
            "it needs pool_target=5 or 10 or 15 or 20 or 30 or 50",
        ),
        ("dark_limit", "", 3, "it needs dark_bids=on or bombs=on"),
        ("dark_limit", "bombs=on", 3, "it needs dark_bids=on or forced_raspasy=1 or 2 or 3"),
        ("amnesty", "", 3, ""),
    ],
)
def test_an_option_that_means_nothing_says_what_it_depends_on(key: str, options: str, players: int, needs: str):
    agreed = agreement(f"preset=sochi {options}")
    assert agreed.depends(key, players) == needs
    assert agreed.in_force(key, players) == (not needs)


@pytest.mark.parametrize("key", sorted(REGISTRY.by_key))
def test_whatever_is_not_in_force_has_a_reason(key: str):
    for name in PRESETS:
        for players in (2, 3, 4):
            assert preset(name).in_force(key, players) == (preset(name).depends(key, players) == "")


def test_an_option_that_is_not_played_yet_harms_only_where_it_is_in_force():
    later = convention(
        "later", "whist", "What comes later?", "off on", "off", "nobody", unplayed="on", applies="players=4"
    )
    registry = Registry([*REGISTRY.by_key.values(), later])
    agreed = registry.preset("sochi").but(later="on")
    agreed.check(3)
    with pytest.raises(AgreementError, match="later=on is not played yet; played are: off"):
        agreed.check(4)


def test_answers_can_be_given_outright():
    """A worked example may play to twelve, which no option names; what is agreed in words stays as it is."""
    plain = preset("sochi")
    asked = plain.answering(pool_target=12)
    assert asked.answers["pool_target"] == 12
    assert asked.answers["pool_unit"] == plain.answers["pool_unit"]
    assert asked.text == plain.text
    assert plain.answers["pool_target"] == 10
