"""Answers to presses: short, and saying what is wrong and what may be done."""

from __future__ import annotations

import re

import pytest

from bot.game import errors, rules
from bot.game.actions import action
from bot.game.errors import PreferansError
from bot.game.view import view
from bot.host import refusals
from bot.screens.alerts import all_cards, last_trick, own_hand, refusal, toast
from tests.screens.dealing import LANGUAGES, NAMES, frame, played, pulka, some_states

DEALT = "sAK.cAKQ.dAK.hAKQ sQJT.cJT9.dQJ.hJT s987.c8.dT987.h98 c7h7"
SIX = "1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s 2:whist 3:whist 1:sA"
LONG = {1: "Х" * 64, 2: "א" * 64, 3: "👩" * 64, 4: "y" * 64}


@pytest.mark.parametrize(
    ("tokens", "refused", "sentence"),
    [
        (SIX, "2:h9", "Карты ♥9 на этой руке уже нет"),
        (SIX, "2:hT", "Есть масть ♠: ходите в неё"),
        (SIX, "3:s9", "Сейчас ходит Борис, подождите"),
        ("1:6s", "2:6s", "Нужно больше, чем 6♠"),
        ("1:6s 2:6c 3:pass 1:pass", "2:drop-sA.sK", "Сносят две разные карты из своих"),
        ("1:6s 2:6c 3:pass", "1:mis", "Мизер заявляют только первым словом"),
        ("1:6s 2:pass 3:pass 1:drop-c7.h7 1:plays-6s", "2:half", "Полвиста здесь нет: вист или пас"),
        ("", "1:whist", "Сейчас так нельзя: посмотрите, о чём вас спрашивают"),
    ],
)
def test_a_refusal_says_why(tokens: str, refused: str, sentence: str):
    with pytest.raises(PreferansError) as why:
        rules.apply(played(DEALT, tokens), action(refused))
    assert unmarked(refusal("ru", why.value, NAMES)) == sentence


def unmarked(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def everything_refusable() -> list[PreferansError]:
    params = {
        "hand": 2,
        "seat": 3,
        "contract": "7c",
        "level": 7,
        "card": "sA",
        "suit": "s",
        "least": 4,
        "most": 28,
        "number": 9,
    }
    kinds = [
        k for m in (errors, refusals) for k in vars(m).values() if isinstance(k, type) and k.__module__ == m.__name__
    ]
    plain = [k for k in kinds if issubclass(k, errors.Refusal | refusals.HostRefusal)]
    return [
        k(**params, missing=2, payload="x", table=3) for k in plain if k not in (errors.Refusal, refusals.HostRefusal)
    ]


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("error", everything_refusable(), ids=lambda e: e.code)
def test_every_refusal_has_its_own_sentence_that_fits(error: PreferansError, locale: str):
    text = refusal(locale, error, LONG)
    assert 0 < len(text) <= 200
    assert "{" not in text
    assert text != toast(locale, "unknown_button")


def test_what_cannot_be_read_or_agreed_has_a_sentence_too():
    assert "экран" in refusal("ru", errors.NotationError("button", text="x", expected="y"))
    assert refusal("ru", errors.AgreementError("no", key="ten")) == "Так договориться нельзя: Десятерная"
    assert refusal("en", errors.AgreementError("no", key="players")) == "Such an agreement cannot be played"
    assert toast("ru", "no_such_code") == toast("ru", "unknown_button")


def test_own_cards_at_a_glance():
    assert own_hand("ru", view(played(DEALT), 1)) == "♠ Т К  ♣ Т К Д  ♦ Т К  ♥ Т К Д"
    assert own_hand("ru", view(played(DEALT, "1:6s 2:pass 3:pass 1:drop-c7.h7"), 1)).endswith("\nСнос: ♣7 ♥7")
    assert own_hand("en", view(played(DEALT), None)) == "You hold no cards now"


def test_own_cards_are_not_told_before_one_has_looked():
    state = played(DEALT, dark_bids="on")
    assert own_hand("ru", view(state, 1)) == "Вы ещё не смотрели карты"
    assert own_hand("ru", view(played(DEALT, "1:look-1", dark_bids="on"), 1)) == own_hand("ru", view(played(DEALT), 1))


def test_the_last_trick_in_the_order_of_play():
    state = played(DEALT, SIX + " 2:sT 3:s7")
    assert unmarked(last_trick("ru", view(state, 2), NAMES)) == "Последняя взятка: Анна ♠Т, Борис ♠10, Вера ♠7"
    assert last_trick("en", view(played(DEALT), 2), NAMES) == "There is no trick yet"


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4])
def test_every_alert_fits_whatever_people_are_called(seats: int, locale: str):
    for state in some_states(seats, pulkas=2):
        for seat in state.table.order:
            seen = frame(state, seat).view
            assert 0 < len(own_hand(locale, seen)) <= 200
            assert 0 < len(last_trick(locale, seen, LONG)) <= 200


@pytest.mark.parametrize("locale", LANGUAGES)
def test_all_cards_of_a_deal_fit_into_one_alert(locale: str):
    last = None
    for state in pulka(2, 4):
        closed = getattr(state.phase, "last", None)
        if closed and closed is not last:
            last = closed
            text = all_cards(locale, closed, LONG)
            assert len(text) < 200
            assert len(re.findall("10|[7-9ТКДВAKQJ]", "".join(line for line in text.splitlines()))) >= 32
