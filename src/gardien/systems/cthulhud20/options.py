"""House rules of a table, with their defaults: one switch for each disputed or optional point (CD20-GEN-03)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.values import Value


class Options(Value, frozen=True, kw_only=True):
    """Each switch is the Keeper’s own choice, made once for a campaign (CD20-GEN-03)."""

    npc_destiny: bool = False  # CD20-DEST-01
    group_destiny_per_scenario: bool = False  # CD20-DEST-05
    pf_floor_zero: bool = False  # CD20-HP-05
    repeat_faint_save: bool = False  # CD20-HP-05
    heal_per_wound: bool = False  # CD20-HP-06
    strength_in_lethality: bool = False  # CD20-LETH-04
    no_auto_hit: bool = False  # CD20-ATT-04
    no_auto_miss: bool = False  # CD20-ATT-04
    helpless_bonus: Annotated[int, Meta(ge=0, le=20)] = 4  # CD20-ATT-08
    group_aim_choice: bool = False  # CD20-AIM-04
    armour_stop_shock: bool = True  # CD20-SHOCK-03
    auto_shock: bool = False  # CD20-SHOCK-01, CD20-P-SHOCK-01
    stabilise_all: bool = False  # CD20-BLEED-03
    worst_wound_only: bool = False  # CD20-BLEED-05
    cleave_on_violent_shock: bool = False  # CD20-FEAT-01
    effort_min_one: bool = False  # CD20-FEAT-02
    power_attack_ranged: bool = False  # CD20-FEAT-06
    environment_wound_each_round: bool = False  # CD20-ENV-02
    locate_falls: bool = True  # CD20-ENV-03
    zombie_keep_extra_pf: bool = False  # CD20-CREA-03
    creature_hp: Literal["half", "investigator"] = "half"  # CD20-CREA-04
    stack_layered_armour: bool = False  # CD20-P-AC-01
    level_ac_bonus: bool = False  # CD20-P-LEVEL-02
    attacks_of_opportunity: bool = True  # CD20-P-ACT-04
    jams: bool = False  # CD20-P-GUN-06
    long_term_care: bool = False  # CD20-P-HEAL-02
    part_effects: bool = True  # CD20-GB-05
