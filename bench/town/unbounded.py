"""`python -m bench.town.unbounded play ...`: our bot without its own budget for Telegram, so that every screen is sent
as soon as the one before it in that chat has been answered."""

from __future__ import annotations

import sys

from bot.cli import main
from bot.delivery import budget


def boundless() -> budget.Budget:
    return budget.Budget((budget.Bucket(1e9, 1e9),))


if __name__ == "__main__":
    budget.overall = budget.group = budget.private = boundless
    sys.exit(main())
