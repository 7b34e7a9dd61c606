"""What the explanations of the rules take for granted: their examples are played by Sochi. Where an agreement has other
prices, it is said beside an example which of them would change its figures.

`tests/texts/test_worked.py` plays every example by the other prices and holds the table to what it finds.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.agreement import Agreement
from bot.screens.reading_order import in_order

PLAYED_BY = "sochi"
"""The preset of the examples."""
DEPENDS = {
    "pool_unit": "help help_exclude help_target hill_first",
    "hill_mul": "dealer_whist_liable full_after_close giveup misere_partnership misere_whists pair_shortage"
    " second_whister_8plus ten whist_resp",
    "whist_mul": "consolation_rate consolation_to dealer_return_consolation half_whist misere_whists return_whist"
    " returned_half_record talon_bonus talon_bonus_3p whist_pay",
    "whist_pay": "consolation_rate consolation_to",
    "whist_resp": "dealer_whist_liable pair_shortage second_whister_8plus ten",
    "consolation_rate": "consolation_to dealer_return_consolation returned_half_record whist_pay",
    "raspasy_base": "amnesty dark_bids dark_limit dealer_tricks forced_raspasy raspasy_limit raspasy_pay"
    " raspasy_progression zero_dealer zero_tricks",
    "raspasy_rate": "raspasy_pay raspasy_whists_by",
    "raspasy_progression": "zero_dealer zero_tricks",
    "zero_tricks": "zero_dealer",
    "amnesty": "dark_bids dark_limit forced_raspasy raspasy_base raspasy_limit raspasy_pay raspasy_progression",
}
"""A rule about prices -> the rules whose examples come to something else by another of its options."""


def otherwise(agreement: Agreement, numbers: Sequence[int], key: str = "") -> list[str]:
    """The rules about prices in which so many play otherwise than the example of `key`; of all examples without one."""
    usual = agreement.registry.preset(PLAYED_BY)
    differing = (price for price in DEPENDS if agreement[price] != usual[price])
    said = (price for price in differing if not key or key in DEPENDS[price].split())
    return in_order(agreement.registry, (p for p in said if any(agreement.in_force(p, n) for n in numbers)))
