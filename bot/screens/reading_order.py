"""In which order players read the rules of an agreement: within a section first what tables argue about most, and
what depends on a rule after it. The registry's own order decides nothing (DESIGN.md, House rules)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.game.agreement import SECTIONS, Convention, Registry

FIRST = {
    "pulka": "pool_target end_condition end_deals end_minutes finish_round pool_unit hill_mul whist_mul help"
    " help_target help_exclude hill_first closing_prize hussar_hill first_dealer cut late_join",
    "auction": "bid_jumps bid_hold third_hand_silent misere_without_talon dark_bids dark_misere bombs dark_limit",
    "talon": "talon_shown talon_visible talon_bonus talon_bonus_3p talon_refusal giveup trump_slip",
    "whist": "whist_pay whist_resp full_after_close pair_shortage second_whister_8plus half_whist return_whist"
    " returned_half_record whist_pass_half consolation_rate consolation_to ten stalingrad single_whist_play open_cards"
    " dealer_whist dealer_peek dealer_whist_liable dealer_return_consolation",
    "misere": "misere_partnership misere_chart misere_whists",
    "raspasy": "raspasy_pay raspasy_base raspasy_rate raspasy_whists_by raspasy_progression raspasy_limit raspasy_exit"
    " exit_requirement misere_exits giveup_exits amnesty zero_tricks zero_dealer dealer_tricks raspasy_talon third_lead"
    " raspasy_deal stay_on_failed_high forced_raspasy hussar_raspasy",
    "table": "time_per_action time_bank on_timeout time_fine next_deal claim_mode compensation_by_analysis"
    " history_visibility",
}
"""Section -> its keys as they are read."""
_PLACE = {key: place for place, key in enumerate(key for section in SECTIONS for key in FIRST[section].split())}


def in_order(registry: Registry, keys: Iterable[str]) -> list[str]:
    """These keys section by section. One that has no place yet stands last in its own, by its name."""

    def place(rule: Convention) -> tuple[int, int, str]:
        return SECTIONS.index(rule.section), _PLACE.get(rule.key, len(_PLACE)), rule.key

    return [rule.key for rule in sorted((registry[key] for key in keys), key=place)]
