"""The lobby: seats, what is agreed, the words of its buttons."""

from __future__ import annotations

import pytest

from bot.game.agreement import PRESETS
from bot.game.presets import preset
from bot.presses import Press, unpack
from bot.screens.frame import Chair, Lobby
from bot.screens.lobby import lobby
from tests.screens.dealing import LANGUAGES, drawn
from tests.screens.test_every_stage import lawful

CHAIRS = (Chair(1, "Анна", ready=True), Chair(2, "Алёша", computer=True, ready=True, level="thumb"), Chair(3))


def table(locale: str = "ru", **fields: object) -> Lobby:
    given = {"chairs": CHAIRS, "agreement": preset("sochi"), **fields}
    return Lobby(3, "Стол 3", locale, **given)  # type: ignore[arg-type]


def test_who_sits_where_and_what_is_agreed():
    text = drawn(lobby(table())).split("\n\n")
    assert text[1] == "1. Анна ✓\n2. Алёша 🤖 любитель\n3. свободно"
    assert text[2] == "Правила: Сочинка\nПулька: до 10"
    assert text[3] == "Нужен ещё 1 игрок"


def test_every_difference_from_the_preset_is_named_if_it_means_anything():
    changed = preset("sochi").but(pool_target="20", stalingrad="on", raspasy_exit="7", dealer_whist="any")
    three = drawn(lobby(table(agreement=changed)))
    assert "Пулька: до 20\n• Сталинград (6♠ вистуют оба): да\n• Распасы, выход: семерной\n" in three
    four = drawn(lobby(table(agreement=changed, chairs=(*CHAIRS, Chair(4)))))
    assert "• Вист сдающего: на любой игре" in four


def test_its_buttons_say_words_that_the_host_knows():
    words = [unpack(b.data) for row in lobby(table()).buttons for b in row]
    assert Press("rule", 3, "open") in words
    words.remove(Press("rule", 3, "open"))
    assert {(p.kind, p.table, p.number) for p in words} == {("ask", 3, 0)}
    assert {p.word for p in words} == {
        "sit", "leave", "size-2", "size-3", "size-4", "pulka-10", "pulka-20",
        "computer", "uncomputer", "seating", "ready", "cancel",
    }  # fmt: skip
    assert Press("ask", 3, "size-3") in words


def test_the_current_sizes_are_marked():
    marked = [b.text for row in lobby(table()).buttons for b in row if "✓" in b.text]
    assert marked == ["✓ 3 игрока", "✓ До 10"]


def test_once_begun_it_says_who_deals_and_which_deck_and_has_no_buttons():
    begun = lobby(table(begun=True, commitment="ab" * 32, dealer=1))
    assert begun.buttons == ()
    assert "Первая сдача: Анна" in drawn(begun)
    assert "SHA-256 первой колоды:\n" + "ab" * 32 in drawn(begun)


def test_called_off_it_has_no_buttons():
    off = lobby(table(cancelled=True))
    assert off.buttons == ()
    assert drawn(off) == "Стол 3 · стол отменён\n"


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_lobbies_of_every_preset_can_be_sent(name: str, locale: str):
    for players in (2, 3, 4):
        chairs = tuple(Chair(n, "👑" * 64) for n in range(1, players + 1))
        lawful(lobby(table(locale, agreement=preset(name), chairs=chairs)))
