"""What a deal's board becomes: the outcome, each line with its reason, the sheet, the next deck's hash."""

from __future__ import annotations

import pytest

from bot.game.forms import result as read_result
from bot.game.presets import preset
from bot.game.replay import entered
from bot.game.sheet import Line, because
from bot.game.state import State, new_table
from bot.presses import unpack
from bot.screens.outcome import outcome
from bot.screens.reasons import line_text
from bot.screens.result import result
from bot.screens.sheet import sheet
from bot.screens.words import Words
from tests.screens.dealing import NAMES, drawn, frame

SHARE = {"seats": 4, "dealer": 4, "misere_partnership": "on"}


def entry(text: str, seats: int = 3, dealer: int = 3, **house: str) -> State:
    """The table after a deal whose result is written as `text`."""
    start = new_table(preset("sochi").but(**house), seats, dealer)
    return entered(start, read_result(text, dealer, seats)).state


def lines(text: str, seats: int = 3, locale: str = "ru", **house: str) -> list[str]:
    closed = entry(text, seats, **house).phase.last
    return [unmarked(line_text(Words(locale, NAMES), line)) for line in closed.lines]


def unmarked(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7c 1; whist 2; pass 3; tricks 8-1-1", "Анна: 7♣ — сыграно, 8 взяток"),
        ("7c 1; whist 2; pass 3; tricks 5-4-1", "Анна: 7♣ — без двух"),
        ("6s 2; pass 3; pass 1", "Борис: 6♠ — никто не вистует"),
        ("6h 1; pass 2; half 3", "Анна: 6♥ — полвиста"),
        ("10n 3", "Вера: 10БК — поверили"),
        ("mis 1; tricks 0", "Анна: мизер сыгран"),
        ("mis 1; tricks 2", "Анна: мизер пойман, 2 взятки"),
        ("mis 1", "Анна: мизер — поверили"),
        ("pas; tricks 3-4-3", "Распасы: Анна 3, Борис 4, Вера 3"),
    ],
)
def test_the_outcome_in_one_line(text: str, words: str):
    assert unmarked(outcome(Words("ru", NAMES), entry(text).phase.last)) == words


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "7c 1; whist 2; pass 3; tricks 7-2-1",
            ["Анна — сыграно 7♣: 4 в пулю", "Борис — вист: 3 взятки × 4 = 12 → Анна"],
        ),
        (
            "6s 1; whist 2; whist 3; tricks 8-2-0",
            [
                "Анна — сыграно 6♠: 2 в пулю",
                "Вера — недобор на висте: 2 взятки × 2 = 4 в гору (за свою половину)",
                "Борис — вист: 2 взятки × 2 = 4 → Анна",
            ],
        ),
        (
            "8d 1; whist 2; pass 3; tricks 7-2-1",
            [
                "Анна — без одной: 1 × 6 = 6 в гору",
                "Борис — консоляция: 1 недобор × 6 = 6 → Анна",
                "Борис — вист: 3 взятки × 6 = 18 → Анна",
                "Вера — консоляция: 1 недобор × 6 = 6 → Анна",
            ],
        ),
        ("6h 1; pass 2; half 3", ["Анна — сыграно 6♥: 2 в пулю", "Вера — полвиста: 2 взятки × 2 = 4 → Анна"]),
        ("mis 2; tricks 3", ["Борис — мизер пойман: 3 взятки × 10 = 30 в гору"]),
        ("mis 2; tricks 0", ["Борис — мизер: 10 в пулю"]),
        (
            "pas; tricks 5-4-1",
            ["Анна — распасы: (5 − 1) × 1 = 4 в гору", "Борис — распасы: (4 − 1) × 1 = 3 в гору"],
        ),
        (
            "pas; tricks 0-1-9",
            [
                "Анна — ни одной взятки: 1 в пулю (цена взятки)",
                "Борис — распасы: 1 взятка × 1 = 1 в гору",
                "Вера — распасы: 9 взяток × 1 = 9 в гору",
            ],
        ),
    ],
)
def test_each_line_says_why_and_the_sum_comes_out(text: str, written: list[str]):
    assert lines(text) == written


def test_the_lines_of_other_agreements():
    gentleman = {"whist_pay": "gentleman", "whist_mul": "2"}
    assert "Борис — вист: 3 взятки × 8 = 24 → Анна" in lines("7c 1; whist 2; pass 3; tricks 7-2-1", **gentleman)
    shared = "Вера — вист: 5 взяток × 8 : 2 = 20 → Анна (джентльменский вист, пополам с пасом)"
    assert shared in lines("7c 1; whist 2; pass 3; tricks 5-4-1", **gentleman)
    assert lines("pas; tricks 6-2-2", raspasy_pay="whists") == [
        "Борис — распасы: 6 взяток × 5 : 2 = 15 → Анна",
        "Вера — распасы: 6 взяток × 5 : 2 = 15 → Анна",
    ]
    bonus = lines("7c 1; whist 2; pass 3; tricks 7-2-1; talon sAhA", talon_bonus="on")
    assert "Вера — премия за прикуп: 3 взятки × 4 = 12 → Анна (два туза)" in bonus


def test_a_shared_misere_says_whose_half_it_is():
    made, caught = (entry(f"mis 1; partner 4; tricks {n}", **SHARE).phase.last for n in (0, 3))
    words = Words("ru", NAMES)
    assert unmarked(outcome(words, made)) == "Анна: мизер сыгран (в доле: Глеб)"
    assert unmarked(outcome(words, caught)) == "Анна: мизер пойман, 3 взятки (в доле: Глеб)"
    assert [unmarked(line_text(words, line)) for line in made.lines] == [
        "Анна — мизер пополам: 5 в пулю",
        "Глеб — мизер пополам: 5 в пулю",
    ]
    assert [unmarked(line_text(words, line)) for line in caught.lines] == [
        "Анна — мизер пополам пойман: 3 взятки × 10 : 2 = 15 в гору",
        "Глеб — мизер пополам пойман: 3 взятки × 10 : 2 = 15 в гору",
    ]


def test_help_names_who_was_helped_and_who_writes():
    text = lines("10n 1; tricks 10-0-0", pool_target="5")
    assert text == [
        "Анна — сыграно 10БК: 5 в пулю",
        "Борис — помощь, пишет Анна: 5 в пулю",
        "Анна — за помощь: 5 очков × 10 = 50 → Борис",
    ]


def test_a_factor_is_said():
    line = Line("pool", 1, 8, because("made", contract="7c", times=2))
    assert unmarked(line_text(Words("ru", NAMES), line)) == "Анна — сыграно 7♣: 8 в пулю (всё × 2)"


def test_the_same_deal_in_ukrainian_and_english():
    deal = "8d 1; whist 2; pass 3; tricks 6-3-1"
    assert lines(deal, locale="uk")[:2] == [
        "Анна — без двох: 2 × 6 = 12 у гору",
        "Борис — консоляція: 2 недобори × 6 = 12 → Анна",
    ]
    assert lines(deal, locale="en")[:2] == [
        "Анна — two down: 2 × 6 = 12 on the hill",
        "Борис — consolation: 2 undertricks × 6 = 12 → Анна",
    ]


def test_the_message_has_the_sheet_the_hash_and_a_button_that_opens_the_cards():
    state = entry("7c 1; whist 2; pass 3; tricks 7-2-1", dealer=2)
    shown = result(frame(state, None), state.phase.last, "5a" * 32)
    assert unpack(shown.buttons[0][0].data).word == "deal-1"
    assert drawn(shown) == (
        "Дача · сдача 1\n\nАнна: 7♣ — сыграно, 7 взяток\n\n"
        "Анна — сыграно 7♣: 4 в пулю\nБорис — вист: 3 взятки × 4 = 12 → Анна\n\n"
        "      Пуля Гора Анн Бор Вер\n"
        "Анна     4    0   ·   0   0\n"
        "Борис    0    0  12   ·   0\n"
        "Вера     0    0   0   0   ·\n\n"
        f"SHA-256 следующей колоды:\n{'5a' * 32}\n\n[Все карты]\n"
    )


def test_after_the_last_deal_there_is_no_next_deck():
    state = entry("7c 1; whist 2; pass 3; tricks 7-2-1")
    assert "SHA-256" not in result(frame(state, None), state.phase.last).text


def test_the_sheet_alone_says_how_far_the_pulka_is():
    text = drawn(sheet(frame(entry("pas; tricks 3-4-3", raspasy_exit="7"), None)))
    assert text.startswith("Дача · пулька\n\n")
    assert text.endswith("Сыграна 1 сдача\nПуля до 10\nТорговля от 7\n")
