"""`preferans conventions`: all house rules, as an agreement's text names them."""

from __future__ import annotations

import argparse

NAME = "conventions"
HELP = "List the house rules: keys, options, what each preset plays, what is not played yet."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(args: argparse.Namespace) -> int:
    """A line a key: `ten: checked, whisted | sochi checked, leningrad checked, ...`."""
    from bot.game.agreement import PRESETS, SECTIONS, Convention
    from bot.game.conventions import REGISTRY

    def line(c: Convention) -> str:
        options = [f"{o} (not played yet)" if o in c.unplayed else o for o in c.options]
        values = {name: c.presets[name] for name in PRESETS}
        one = f"all {values[PRESETS[0]]}" if len(set(values.values())) == 1 else ""
        waits = f" | changes nothing before there are {c.awaits}" if c.awaits else ""
        presets = one or ", ".join(f"{name} {o}" for name, o in values.items())
        return f"{c.key}: {', '.join(options)} | {presets}{waits}"

    for c in sorted(REGISTRY.by_key.values(), key=lambda c: (SECTIONS.index(c.section), c.key)):
        print(line(c))
    return 0
