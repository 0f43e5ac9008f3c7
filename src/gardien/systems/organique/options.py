"""House rules of a table, with their defaults: one switch for each disputed or optional point (ORG, Options)."""

from gardien.core.values import Value
from gardien.systems.organique.vocabulary import SpeedMode


class Options(Value, frozen=True, kw_only=True):
    """Each switch is the game master’s own choice, made once for a campaign (ORG-TEST-05)."""

    ko_save_average: bool = False  # ORG-TEST-03
    contest_best_of_failures: bool = False  # ORG-TEST-04
    saves_not_luck: bool = False  # ORG-TEST-05
    combat_not_luck: bool = False  # ORG-TEST-05
    skills_as_luck: bool = False  # ORG-TEST-05
    net_margin_effects: bool = False  # ORG-TEST-08
    encumbrance_full_bands: bool = False  # ORG-FOR-03
    fire_shock_medical: bool = False  # ORG-VOL-03
    pain_worst_only: bool = False  # ORG-VOL-04
    ignore_end_short_fights: bool = False  # ORG-END-02, ORG-ADV-05
    cps_still_absorbs: bool = False  # ORG-HP-02
    inc_zero_is_death: bool = False  # ORG-HP-05
    shock_keeps_end: bool = False  # ORG-SYM-17
    dependency_all_vol: bool = False  # ORG-DRUG-03
    disease_starts_level_1: bool = False  # ORG-DIS-01
    fever_save: bool = False  # ORG-DIS-06
    simplified_poison: bool = False  # ORG-POI-04
    unskilled_roll: bool = False  # ORG-SKILL-06
    speed_mode: SpeedMode | None = None  # ORG-VEH-03; none: as each manoeuvre says
    hack_zero_margin_fails: bool = False  # ORG-HACK-15
    admin_bonus_network_wide: bool = False  # ORG-HACK-15
    crypt_multiply_margin: bool = False  # ORG-CRY-03
    extended_penalty_next_roll: bool = False  # ORG-MOD-05
    long_weapons_ignore_lean: bool = False  # ORG-MOD-07
    maim_also_damages: bool = False  # ORG-ACT-03
    strangle_end_first: bool = False  # ORG-ACT-07
    stun_fail_vs_difficulty: bool = False  # ORG-ACT-12
    heavy_throw_literal: bool = False  # ORG-WPN-06
    gun_jam_on_1: bool = False  # M9
    leap_tie_avoids: bool = False  # ORG-REA-05
    detection_own_margin: bool = False  # ORG-HACK-24
    bleeding_by_wound: bool = False  # ORG-AFT-02
