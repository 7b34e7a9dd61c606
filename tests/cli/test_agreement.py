"""`preferans agreement`: what it shows, how a code is written, and how a slip of the pen is refused."""

from __future__ import annotations

import pytest

from bot import cli
from bot.game.agreement import PRESETS
from bot.game.presets import agreement, preset
from bot.screens.agreement import text


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code, and what was said on either stream."""
    try:
        code = cli.main(["agreement", *words])
    except SystemExit as left:
        code = left.code
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("lang", ["ru", "uk", "en"])
def test_show_is_the_text_of_a_preset(capsys, name: str, lang: str):
    code, out, err = said(capsys, "show", name, "--lang", lang)
    assert (code, err) == (0, "")
    assert out.splitlines() == text(lang, preset(name))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), "preset=sochi"),
        (("leningrad",), "preset=leningrad"),
        (("preset=leningrad",), "preset=leningrad"),
        (("leningrad pool_target=30",), "preset=leningrad pool_target=30"),
        (("leningrad", "pool_target=30", "amnesty=on"), "preset=leningrad pool_target=30"),
        (("amnesty=off",), "preset=sochi amnesty=off"),
    ],
)
def test_a_code_may_be_written_in_any_of_these_ways(capsys, words: tuple[str, ...], code: str):
    _, out, _ = said(capsys, "show", *words)
    assert out.splitlines()[1] == code
    assert agreement(code).code == code


def test_show_as_so_many_play_it(capsys):
    assert "Dealer" not in said(capsys, "show", "sochi", "--players", "3")[1].split("Whist\n")[1].split("\n\n")[0]
    assert "Дилер" not in said(capsys, "show", "sochi", "--players", "4", "--lang", "ru")[1]


def test_diff_from_the_preset_and_between_two(capsys):
    code, out, err = said(capsys, "diff", "leningrad", "raspasy_base=1")
    assert (code, err) == (0, "")
    assert out == "raspasy_base: 2 -> 1 (A trick of raspasy: 2 before, now 1)\n"
    _, out, _ = said(capsys, "diff", "sochi", "rostov", "pool_target=10", "--lang", "ru")
    assert out.splitlines()[0] == "amnesty: on -> off (Амнистия: было минимум списывается, стало нет, пишут все взятки)"
    assert "pool_target" not in out
    assert said(capsys, "diff", "rostov") == (0, "no difference\n", "")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("show", "amnety=off"), "there is no house rule 'amnety'; did you mean amnesty?"),
        (("show", "amnesty=of"), "amnesty=of does not exist: choose one of on, off; did you mean off?"),
        (
            ("show", "sotchi"),
            "there is no preset 'sotchi': choose one of sochi, leningrad, fspr, rostov, classic, hussar; "
            "did you mean sochi?",
        ),
        (("show", "pool_target=none"), "end_condition=each_closed needs a pool_target other than none"),
        (("diff", "sochi", "pool_target=none"), "end_condition=each_closed needs a pool_target other than none"),
        (("show", "sochi", "rostov"), "show takes one agreement, with one preset; diff compares two."),
        (("diff", "sochi", "rostov", "hussar"), "diff takes one agreement or two."),
    ],
)
def test_what_cannot_be_agreed_is_refused_in_one_sentence(capsys, words: tuple[str, ...], complaint: str):
    assert said(capsys, *words) == (2, "", f"preferans agreement: {complaint}\n")


@pytest.mark.parametrize("words", [(), ("tell",), ("show", "--lang", "fr"), ("show", "--players", "5"), ("diff",)])
def test_a_wrong_argument_is_one_sentence(capsys, words: tuple[str, ...]):
    code, out, err = said(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
