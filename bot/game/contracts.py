"""Contracts: the ladder, prices, duties (Codex 3.3.7, 3.6.4, 3.8.2, 3.8.9).

Written suit last: `6s` is six spades, `10n` ten without trumps, `mis` misere. The ladder runs
`6s 6c 6d 6h 6n 7s ... 8n mis 9s ... 10n`: only a nine and higher outbids a misere. Where games without the talon are
agreed, two steps stand between nine and ten: `mis-closed`, and `9-closed`, whose suit is named later (Codex fn 40).
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.game.errors import NotationError

STRAINS = "scdhn"
"""The four suits from low to high, then no trumps."""
LEVELS = (6, 7, 8, 9, 10)
DUTY = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
"""Tricks that the defenders undertake together when they whist, by level (Codex 3.8.2)."""


@dataclass(frozen=True, slots=True, eq=False)
class Contract:
    """An undertaking to take `level` tricks in `strain`, or none at all (misere: level 0). One object a contract."""

    level: int
    strain: str
    step: int
    """Place among `STEPS`, from 0."""
    text: str
    closed: bool = False
    """Only bid, never named: the game will be played without the talon."""

    @property
    def is_misere(self) -> bool:
        return self.level == 0

    @property
    def trump(self) -> str | None:
        """The trump suit, None without trumps and on misere."""
        return self.strain if self.strain and self.strain in "scdh" else None

    @property
    def price(self) -> int:
        """Pool points when made, and the unit of undertricks and whists: 2, 4, 6, 8, 10; misere 10 (C4 4.1.1)."""
        return 2 * (self.level - 5) if self.level else 10

    @property
    def duty(self) -> int:
        """Tricks the defenders undertake together; misere lays no duty on anybody (Codex fn 50)."""
        return DUTY.get(self.level, 0)

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, ...]:
        return step, (self.text,)


_KINDS = [(level, strain, f"{level}{strain}") for level in (6, 7, 8) for strain in STRAINS]
_KINDS += [(0, "", "mis"), *((9, strain, f"9{strain}") for strain in STRAINS)]
_KINDS += [(0, "", "mis-closed"), (9, "", "9-closed"), *((10, strain, f"10{strain}") for strain in STRAINS)]

STEPS: tuple[Contract, ...] = tuple(
    Contract(level, strain, n, text, text.endswith("-closed")) for n, (level, strain, text) in enumerate(_KINDS)
)
"""All that may ever be bid, from low to high."""
LADDER: tuple[Contract, ...] = tuple(c for c in STEPS if not c.closed)
"""All that may be played, from low to high."""
_BY_TEXT = {c.text: c for c in STEPS}
MISERE, MISERE_CLOSED, NINE_CLOSED = (_BY_TEXT[text] for text in ("mis", "mis-closed", "9-closed"))


def contract(text: str) -> Contract:
    """The contract written as `text`, for example `7d`. Raises NotationError."""
    found = _BY_TEXT.get(text)
    if found is None or found.closed:
        raise NotationError("contract", text=text, expected="a level 6-10 with s, c, d, h or n, or mis")
    return found


def step(text: str) -> Contract:
    """The step of the auction written as `text`: a contract, or one without the talon. Raises NotationError."""
    found = _BY_TEXT.get(text)
    return found if found is not None else contract(text)
