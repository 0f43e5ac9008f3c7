"""The armour class of every zone, and what a target gives to whoever attacks it (AC, P-AC, P-ARM, P-COVER, P-MOD)."""

from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack.arms import ArmourRow
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.tests.modifiers import armour_check, fatigue_of, is_helpless, level_ca, loses_dex
from gardien.systems.cthulhud20.vocabulary import SIZE_BONUS, Condition, Zone

BASE = 10  # CD20-AC-01
UNUSED_TO = {"light": 1, "medium": 2, "heavy": 3}  # the most an armour counts without its proficiency (CD20-P-AC-01)
CLOSE = 9.0  # metres from which a shot at the helpless gains nothing (CD20-ATT-08)
PRONE = 4  # in melee more, from afar less (CD20-P-MOD-01)
POSTURES: tuple[Condition, ...] = ("pinned", "kneeling")  # after prone, the first that holds
TUMBLER = 5  # ranks of Tumble that make a defensive stance better (CD20-P-ACT-03)


class Guard(Value, frozen=True, kw_only=True):
    """What protects somebody now, zone by zone."""

    zone_ca: tuple[tuple[Zone, int], ...]
    worn: tuple[tuple[Zone, int], ...]  # armour and cover: where a blow may be stopped (CD20-SHOCK-03)
    touch_ca: int
    dex_used: int
    helpless: bool
    check_malus: int

    def ca(self, zone: Zone, touch: bool = False) -> int:
        """The CA that an attack on this zone must reach."""
        return self.touch_ca if touch else dict(self.zone_ca)[zone]

    def armour(self, zone: Zone) -> int:
        """What is worn on a zone or stands before it."""
        return dict(self.worn)[zone]


def is_used_to(combatant: Combatant, row: ArmourRow) -> bool:
    """Whether somebody is proficient with an armour (CD20-P-ARM-01)."""
    return row.kind not in UNUSED_TO or combatant.has(f"armour_proficiency:{row.kind}")


def unused_armour(combatant: Combatant) -> int:
    """What armours without proficiency take from attacks (CD20-P-AC-01)."""
    rows = [pack.armour(key) for key in combatant.armour_items]
    return sum(row.check for row in rows if not is_used_to(combatant, row))


def armour_on(combatant: Combatant, zone: Zone, options: Options) -> int:
    """The armour worn on a zone: the best layer, or all where the table adds them; shields on top (CD20-P-AC-01)."""
    layers, shields = [combatant.armour.get(zone, 0)], 0
    for key in combatant.armour_items:
        row = pack.armour(key)
        bonus = row.zones.get(zone, 0)
        if row.kind == "shield":
            shields += bonus
        else:
            layers.append(bonus if is_used_to(combatant, row) else min(bonus, UNUSED_TO[row.kind]))
    return shields + (sum(layers) if options.stack_layered_armour else max(layers))


def dex_of(combatant: Combatant, unseen: bool = False) -> int:
    """The Dexterity that counts for the CA: limited by armour, a bonus often lost, a malus never (CD20-P-AC-01)."""
    limits = [row.max_dex for key in combatant.armour_items if (row := pack.armour(key)).max_dex is not None]
    own = min([combatant.modifier("dex"), *limits])
    return min(0, own) if loses_dex(combatant, unseen) else own


def stance_of(combatant: Combatant) -> int:
    """What a stance gives: whoever charged pays, whoever defends gains (CD20-P-ACT-03)."""
    if combatant.stance == "defensive":
        return 3 if combatant.rank("tumble") >= TUMBLER else 2
    return {"none": 0, "charged": -2, "total_defence": 4}[combatant.stance]


def guard_of(combatant: Combatant, options: Options, unseen: bool = False) -> Guard:
    """The CA of every zone (CD20-AC-01, CD20-P-AC-01)."""
    lost = loses_dex(combatant, unseen)
    stance, dex = stance_of(combatant), dex_of(combatant, unseen)
    nimble = max(0, stance) + level_ca(combatant, options) + max(0, combatant.dodge_bonus)
    steady = min(0, stance) + min(0, combatant.dodge_bonus)
    touch = BASE + SIZE_BONUS[combatant.size] + dex + steady + (0 if lost else nimble) + fatigue_of(combatant)
    zones = tuple(pack.zones(combatant.tables))
    worn = tuple((zone, armour_on(combatant, zone, options) + combatant.cover.get(zone, 0)) for zone in zones)
    return Guard(
        zone_ca=tuple((zone, touch + combatant.natural_armour + armour) for zone, armour in worn),
        worn=worn,
        touch_ca=touch,
        dex_used=dex,
        helpless=is_helpless(combatant),
        check_malus=armour_check(combatant),
    )


class Exposure(Value, frozen=True):
    """What a target gives to an attack, and the part of it for being helpless."""

    total: int
    helpless: int = 0


def exposure_of(target: Combatant, ranged: bool, distance: float, options: Options) -> Exposure:
    """The rows of CD20-P-MOD-01 for the target; helplessness stands for all others (CD20-ATT-08)."""
    if is_helpless(target):
        if not ranged or distance <= CLOSE:
            return Exposure(options.helpless_bonus, options.helpless_bonus)
        return Exposure(-PRONE if target.lies else 0)
    held = [pack.condition(one) for one in set(target.conditions)]
    modifiers: dict[str, int] = {}
    for row in held:  # conditions of one row count once
        if row.key not in POSTURES:
            modifiers[row.row or row.key] = row.ranged if ranged else row.melee
    return Exposure(sum(modifiers.values()) + _posture(target, ranged))


def _posture(target: Combatant, ranged: bool) -> int:
    """Prone, pinned or kneeling: the first that holds (CD20-P-MOD-01)."""
    if target.lies:
        return -PRONE if ranged else PRONE
    for key in POSTURES:
        if key in target.conditions:
            row = pack.condition(key)
            return row.ranged if ranged else row.melee
    return 0
