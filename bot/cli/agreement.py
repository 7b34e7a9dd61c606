"""`preferans agreement`: house rules as a text to read aloud, as a line to paste, and what two agreements differ in."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bot.cli import Complaint

if TYPE_CHECKING:
    from bot.game.agreement import Agreement

NAME = "agreement"
HELP = "Show house rules as a text and as a one-line code, or what two agreements differ in."
LANGUAGES = ("ru", "uk", "en")
CODE = "a preset (rostov), or a code: preset=rostov amnesty=on; a code without a preset changes sochi"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is wanted, and of which agreement."""
    wanted = parser.add_subparsers(title="wanted", metavar="show|diff", dest="wanted", required=True)
    show = wanted.add_parser("show", help="the whole agreement, rule by rule", allow_abbrev=False)
    show.add_argument("code", metavar="CODE", nargs="*", help=f"{CODE}")
    show.add_argument("--players", type=int, choices=(2, 3, 4), default=0, help="as so many play it")
    diff = wanted.add_parser("diff", help="what an agreement changes in its preset, or in another", allow_abbrev=False)
    diff.add_argument("code", metavar="CODE", nargs="+", help=f"{CODE}; a second one begins with its preset again")
    for door in (show, diff):
        door.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of the text (default: en)")


def run(args: argparse.Namespace) -> int:
    """Print what is wanted; what cannot be agreed is refused in one sentence."""
    from bot.screens import agreement as screens

    read = agreements(" ".join(args.code))
    if args.wanted == "show":
        if len(read) > 1:
            raise Complaint("show takes one agreement, with one preset; diff compares two.")
        print(*screens.text(args.lang, read[0], args.players), sep="\n")
        return 0
    if len(read) > 2:
        raise Complaint("diff takes one agreement or two.")
    from bot.game.presets import preset

    old, new = (preset(read[0].preset), read[0]) if len(read) == 1 else read
    print(*list(screens.changes(args.lang, old, new)) or ("no difference",), sep="\n")
    return 0


def agreements(code: str) -> list[Agreement]:
    """The agreements that are written here one after the other, Sochi if nothing is. Raises Complaint."""
    return [_agreement(words) for words in _codes(code.split())]


def _codes(words: list[str]) -> list[list[str]]:
    """The words of each agreement: a preset, bare or after `preset=`, begins one; without any it is Sochi."""
    codes: list[list[str]] = []
    for word in words:
        word = word if "=" in word else f"preset={word}"
        if word.startswith("preset="):
            codes.append([word])
        elif codes:
            codes[-1].append(word)
        else:
            codes.append(["preset=sochi", word])
    return codes or [["preset=sochi"]]


def _agreement(words: list[str]) -> Agreement:
    from bot.game.errors import AgreementError
    from bot.game.presets import agreement

    try:
        read = agreement(" ".join(words))
        read.consistent()
    except AgreementError as error:
        raise Complaint(str(error)) from None
    return read
