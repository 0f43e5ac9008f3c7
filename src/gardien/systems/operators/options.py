"""House rules of a table, with their defaults: printed options first, then those that rulings made."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, convert

from gardien.core.inputs import BadField
from gardien.core.values import Value


class Options(Value, frozen=True, kw_only=True):
    """Each switch is the table's own choice (OPS-OPT-01)."""

    luck_enabled: bool = True  # OPS-LUCK-01
    luck_recovery_period: Literal["session", "scenario"] = "session"  # OPS-LUCK-07
    burst_enabled: bool = True  # OPS-OPT-02
    ammo_mode: Literal["strict", "parity", "none"] = "parity"  # OPS-OPT-05
    salvage_allowed: bool = False  # OPS-OPT-07
    assassination_enabled: bool = True  # OPS-OPT-08
    hit_location: Literal["off", "grave_only", "all"] = "grave_only"  # OPS-OPT-09
    ptsd_enabled: bool = False  # OPS-SAN-12
    macabre_shock: bool = True  # OPS-SAN-13
    cold_blood_test: bool = False  # OPS-SAN-15
    bonus_points: Annotated[int, Meta(ge=3, le=4)] = 3  # OPS-CREA-03
    training_ignores_edu: bool = False  # OPS-CREA-11
    fumble_needs_failure: bool = False  # OPS-TEST-06
    stack_advantages: bool = False  # OPS-TEST-08
    may_waive_advantage: bool = True  # OPS-TEST-08
    auto_success_can_crit: bool = False  # OPS-TEST-09
    cap_at_extreme: bool = False  # OPS-TEST-10
    grave_ignores_advantage: bool = False  # OPS-TEST-10
    luck_success_never_critical: bool = False  # OPS-LUCK-02
    luck_grave_to_light: bool = False  # OPS-LUCK-04
    luck_cap: Literal["start", "cap_99", "none"] = "start"  # OPS-LUCK-07
    luck_test_vs_start: bool = False  # OPS-LUCK-07
    initiative_mode: Literal["auto", "operators_first", "dex"] = "auto"  # OPS-CBT-03
    attack_floor_difficult: bool = False  # OPS-CBT-08
    cover_free_action: bool = False  # OPS-CBT-13
    critical_hold_extreme: bool = False  # OPS-CBT-15
    halve_before_armour: bool = False  # OPS-DMG-06
    armour_per_bullet: bool = False  # OPS-ARM-01
    helmet_without_location: bool = False  # OPS-ARM-01
    encumbrance_affects_sb: bool = False  # OPS-ARM-04
    burst_divisor: Annotated[int, Meta(ge=1, le=3)] = 1  # OPS-OPT-02
    burst_crit_doubles_all: bool = False  # OPS-OPT-04
    reload_costs_action: bool = False  # OPS-OPT-06
    assassination_critical: bool = False  # OPS-OPT-08
    location_11_15: Literal["head", "vital"] = "head"  # OPS-OPT-10
    vital_zone_worsens: bool = False  # OPS-OPT-10
    continuous_damage_sums: bool = False  # OPS-HLTH-06
    wound_accumulation: Annotated[int, Meta(ge=0, le=4)] = 0  # OPS-HLTH-07; 0 = by hand
    lore_gain: Literal["equal_loss", "separate_roll", "manual"] = "equal_loss"  # OPS-SAN-08
    creature_hp_pool: bool = False  # OPS-CREAT-07
    creature_low_bonus_none: bool = False  # OPS-CREAT-08
    luck_vs_entities: bool = False  # OPS-ENT-04
    ritual_san_test: bool = False  # OPS-MAG-03

    def __post_init__(self) -> None:
        if self.wound_accumulation == 1:  # the first wound would already be the next one
            raise BadField("wound_accumulation", "field/at_least", "OPS-HLTH-07", came=1, low=2)


def rules(options: Mapping[str, Any]) -> Options:
    """House rules as a table keeps them."""
    return convert(dict(options), Options)
