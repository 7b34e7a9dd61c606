"""Contracts: the ladder, prices, duties (Codex 3.3.7, 3.6.4, 3.8.2, 3.8.9).

Written suit last: `6s` is six spades, `10n` ten without trumps, `mis` misere. The ladder runs
`6s 6c 6d 6h 6n 7s ... 8n mis 9s ... 10n`: only a nine and higher outbids a misere.
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
    """Place in the ladder, 0 to 25."""
    text: str

    @property
    def is_misere(self) -> bool:
        return self.level == 0

    @property
    def trump(self) -> str | None:
        """The trump suit, None without trumps and on misere."""
        return self.strain if self.strain in "scdh" and self.level else None

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
        return contract, (self.text,)


_TEXTS = [f"{level}{strain}" for level in (6, 7, 8) for strain in STRAINS]
_TEXTS += ["mis"] + [f"{level}{strain}" for level in (9, 10) for strain in STRAINS]

LADDER: tuple[Contract, ...] = tuple(
    Contract(0, "", step, text) if text == "mis" else Contract(int(text[:-1]), text[-1], step, text)
    for step, text in enumerate(_TEXTS)
)
_BY_TEXT = {c.text: c for c in LADDER}
MISERE = _BY_TEXT["mis"]


def contract(text: str) -> Contract:
    """The contract written as `text`, for example `7d`. Raises NotationError."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise NotationError("contract", text=text, expected="a level 6-10 with s, c, d, h or n, or mis") from None
