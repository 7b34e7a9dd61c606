"""Turns the catalogues people edit (locales/*/LC_MESSAGES/*.po) into those gettext reads (.mo, next to them).

Run by hand it is `make locales`. As hatchling's build hook it makes every build do the same, so that a clone
that was set up and a wheel that was installed both speak, and adds the compiled files to the wheel as bot/locales.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(locales: Path) -> list[Path]:
    """Compile every .po below `locales`, leaving out what a translator marked fuzzy; return the .mo files written."""
    written = []
    for source in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as text:
            catalogue = read_po(text, locale=source.parent.parent.name, abort_invalid=True)
        target = source.with_suffix(".mo")
        with target.open("wb") as binary:
            write_mo(binary, catalogue)
        written.append(target)
    return written


class Locales(BuildHookInterface[Any]):
    """hatchling calls `initialize` before it packs a wheel or lays an editable installation."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        locales = Path(self.root, "locales")
        for catalogue in compile_catalogues(locales):
            if version != "editable":
                build_data["force_include"][str(catalogue)] = f"bot/locales/{catalogue.relative_to(locales).as_posix()}"


if __name__ == "__main__":
    for catalogue in compile_catalogues(Path(__file__).parent / "locales"):
        print(catalogue)
