"""A key, its parameters and a locale make a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.texts import CatalogueMissing, TextMissing, is_spoken, known, language, locales, tr
from tests.languages import no_catalogues, one_more


@pytest.mark.parametrize(
    ("locale", "spoken"),
    [("ru", "ru"), ("uk-UA", "uk"), ("en_GB", "en"), ("RU-ru", "ru"), ("de", "en"), ("pt-br", "en"), ("", "en")],
)
def test_an_unknown_locale_falls_back_to_its_language_then_to_english(locale: str, spoken: str):
    assert language(locale) == spoken
    assert tr(locale, "call.pass") == tr(spoken, "call.pass")


@pytest.mark.parametrize(
    ("locale", "tricks"),
    [
        ("ru", {0: "0 взяток", 1: "1 взятка", 2: "2 взятки", 5: "5 взяток", 11: "11 взяток", 21: "21 взятка"}),
        ("uk", {1: "1 взятка", 4: "4 взятки", 10: "10 взяток", 12: "12 взяток", 22: "22 взятки"}),
        ("en", {0: "0 tricks", 1: "1 trick", 2: "2 tricks"}),
    ],
)
def test_a_count_takes_its_plural_form(locale: str, tricks: dict[int, str]):
    assert {n: tr(locale, "count.tricks", n) for n in tricks} == tricks


def test_placeholders_are_filled_and_what_people_wrote_is_left_alone():
    assert tr("ru", "ended.result", name="{name} %s <b>", result="+5") == "{name} %s <b>: +5"


@pytest.mark.parametrize(("key", "n"), [("no.such.key", None), ("call.pass", 3)])
def test_a_key_that_is_not_there_is_an_error_and_no_sentence(key: str, n: int | None):
    with pytest.raises(TextMissing, match=key):
        tr("ru", key, n)
    assert known("call.pass")
    assert not known("no.such.key")


def test_a_language_is_added_by_adding_its_files(tmp_path: Path):
    assert not is_spoken("eo")
    assert tr("eo", "call.pass") == "pass"
    with one_more(tmp_path, "eo", call__pass="mi pasas"):
        assert locales() == ("en", "eo", "ru", "uk")
        assert is_spoken("eo-XX")
        assert tr("eo_EO", "call.pass") == "mi pasas"
        assert tr("eo", "count.tricks", 2) == "2 tricks"
    assert "eo" not in locales()


def test_without_compiled_catalogues_one_sentence_says_what_to_do(tmp_path: Path):
    with no_catalogues(tmp_path), pytest.raises(CatalogueMissing, match="make locales"):
        tr("ru", "call.pass")
