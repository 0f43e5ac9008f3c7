"""House rules of a table, with their defaults: one switch for each optional or disputed point (D100-CORE-05)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.inputs import BadField
from gardien.core.values import Value


class Options(Value, frozen=True, kw_only=True):
    """Each switch is the Keeper's own choice, made once for a campaign (D100-CORE-05)."""

    nat20_auto_success: bool = False  # D100-TEST-04
    opposed_tie: Literal["active", "passive", "higher_modifier"] = "active"  # D100-TEST-07
    take10_strict: bool = False  # D100-TEST-10
    coop_max_helpers: Annotated[int, Meta(ge=1, le=6)] = 1  # D100-TEST-13
    recall_malus: Annotated[int, Meta(ge=-4, le=-2)] = -2  # D100-SKILL-11
    creation_method: Literal["roll", "choose"] = "roll"  # D100-CREA-07
    creation_sum_min: Annotated[int, Meta(ge=-30, le=30)] = 0  # D100-CREA-03
    creation_sum_max: Annotated[int, Meta(ge=-30, le=40)] = 13  # D100-CREA-03
    secondary_cap: Annotated[int, Meta(ge=0, le=100)] = 10  # D100-CREA-16; 0 = none
    combat_two_characteristics: bool = False  # D100-SKILL-23
    psychic_traits: bool = False  # D100-TRAIT-06
    attack_table: Literal["step5", "printed"] = "step5"  # D100-WPN-02
    unarmed_single_attack: bool = False  # D100-ATK-08
    defence_uses_dex: bool = False  # D100-DEF-01
    reflex_raises_initiative: bool = True  # D100-CBT-02
    rule_attentive: bool = True  # D100-CBT-04
    min_damage_one: bool = True  # D100-ATK-06
    crit_multiplies_bonus: bool = True  # D100-ATK-05
    shotgun_range_malus: bool = True  # D100-FIRE-06
    precision_in_burst: bool = True  # D100-FIRE-07
    burst_jam_die: bool = True  # D100-FIRE-11
    strangle_first_difficulty: Annotated[int, Meta(ge=10, le=11)] = 10  # D100-GRAP-04
    coup_de_grace_ignores_vest: bool = False  # D100-SPEC-06
    rule_shock: bool = True  # D100-HEALTH-03
    npc_shock: bool = False  # D100-HEALTH-03
    rule_thresholds: bool = True  # D100-HEALTH-04
    rule_massive_damage: bool = False  # D100-HEALTH-05
    rule_agony: bool = True  # D100-HEALTH-06
    idea_success_maddens: bool = False  # D100-SAN-03
    san_20pct_base: Literal["hour_start", "creation"] = "hour_start"  # D100-SAN-04
    rule_decompensation: bool = False  # D100-SAN-06
    spell_components: bool = False  # D100-MAGIC-02
    xp_timing: Literal["scenario", "session"] = "scenario"  # D100-XP-06
    xp_pv_max: bool = True  # D100-XP-04
    xp_characteristic: Literal["score", "modifier"] = "score"  # D100-XP-05
    new_skill_base: Literal["flat", "formula"] = "flat"  # D100-XP-04

    def __post_init__(self) -> None:
        if self.creation_sum_max < self.creation_sum_min:  # no set of scores could ever be accepted
            low = self.creation_sum_min
            raise BadField("creation_sum_max", "field/at_least", "D100-CREA-03", came=self.creation_sum_max, low=low)
