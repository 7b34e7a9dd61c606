"""A key, its parameters and a locale make a sentence."""

from __future__ import annotations

import pytest

from bot import texts
from bot.texts import CatalogueMissing, TextMissing, known, language, tr


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


def test_without_compiled_catalogues_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setattr(texts, "_HOMES", (tmp_path,))
    texts._catalogue.cache_clear()
    try:
        with pytest.raises(CatalogueMissing, match="make locales"):
            tr("ru", "call.pass")
    finally:
        texts._catalogue.cache_clear()
