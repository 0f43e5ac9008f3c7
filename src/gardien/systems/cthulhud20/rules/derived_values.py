"""Everything a sheet computes: points, CA zone by zone, attacks, saves, destiny, sanity, weapons (HP, AC, P-…)."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import (
    NOBODY,
    PV_BASE,
    SAN_MOST,
    SAN_TIMES,
    Combatant,
    ceiling,
    toughness_in,
)
from gardien.systems.cthulhud20.rules.fight.armour_class import guard_of
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import BonusGiven, bonus_of
from gardien.systems.cthulhud20.rules.fight.weapons import WeaponGiven, WeaponNamed, check_weapon
from gardien.systems.cthulhud20.rules.tests.modifiers import (
    Parts,
    base_attacks,
    destiny_received,
    fatigue_of,
    initiative_parts,
    parts_to_show,
    save_parts,
    total,
)
from gardien.systems.cthulhud20.vocabulary import ABILITIES, SAVES, Ability, Save, State, Zone, modifier_of

NEAR = "point_blank_shot"  # counts by distance, so a sheet leaves it out


class DeriveGiven(Value, frozen=True, kw_only=True):
    """Somebody and the weapons on their sheet."""

    character: Combatant = NOBODY
    weapons: Annotated[tuple[WeaponNamed, ...], Meta(max_length=100)] = ()

    def __post_init__(self) -> None:
        for weapon in self.weapons:
            check_weapon("weapons", weapon)


class WeaponLine(Value, frozen=True, kw_only=True):
    """A weapon on a sheet: its lethality, and what each attack of a round adds."""

    weapon: str
    lethality: int
    bonuses: tuple[int, ...]


class Derived(Value, frozen=True, kw_only=True):
    """Every number that follows from the others."""

    modifiers: dict[Ability, int]
    pv_max: int
    pf_max: int
    pv: int
    pf: int
    pf_lost: int
    pf_ceiling: int
    fatigue_malus: int
    state: State
    zone_ca: dict[Zone, int]
    touch_ca: int
    base_attack: tuple[int, ...]
    fort: int
    ref: int
    will: int
    initiative: int
    destiny_received: int
    destiny_left: int
    san_start: int
    san_max: int
    weapons: tuple[WeaponLine, ...]


def life_parts(character: Combatant) -> Parts:
    """Where PV and PF come from; nothing to say where they are written by hand (CD20-HP-01, CD20-FEAT-08)."""
    if character.pv_max is not None:
        return ()
    return (
        ("base", PV_BASE),
        ("con", modifier_of(character.score("con"))),
        ("feat_bonus", toughness_in(character.feats)),
    )


def highest_breath(character: Combatant) -> int:
    """The most PF somebody can have now (CD20-HP-07)."""
    return max(0, min(character.breath_max, ceiling(character.life)))


def sanity_start(character: Combatant) -> int:
    """SAN at the start: five times Wisdom (CD20-P-SAN-01)."""
    return SAN_TIMES * character.wis


def sanity_most(character: Combatant) -> int:
    """The most SAN there can be: every rank of the Mythos takes one (CD20-P-SAN-01)."""
    return SAN_MOST - character.mythos_ranks


def line_of(character: Combatant, weapon: str | WeaponGiven, options: Options) -> WeaponLine:
    """A line of the weapon table: no distance, no aim, no Point Blank Shot (CD20-P-SAMPLE-01)."""
    attacker = replace(character, feats=tuple(one for one in character.feats if one != NEAR))
    given = BonusGiven(attacker=attacker, weapon=weapon, distance_m=0)
    sums = [bonus_of(given, options, base=number) for number in base_attacks(character)]
    return WeaponLine(
        weapon=sums[0].weapon.key,
        lethality=sums[0].lethality,
        bonuses=tuple(one.attack_bonus for one in sums),
    )


@procedure(
    "derived_values",
    rules="""CD20-HP-01 CD20-HP-02 CD20-HP-07 CD20-FAT-01 CD20-AC-01 CD20-LETH-01 CD20-LETH-02 CD20-DEST-01
    CD20-FEAT-08 CD20-P-ABIL-01 CD20-P-SAVE-01 CD20-P-INIT-01 CD20-P-SAN-01 CD20-P-SAMPLE-01""",
    headline=("pv_max", "pf_max"),
)
def derive(given: DeriveGiven, options: Options) -> Program[Derived]:
    """All that follows from abilities, level, feats, armour and wounds."""
    who = given.character
    guard, malus = guard_of(who, options), fatigue_of(who)
    saves: dict[Save, int] = {}
    yield from step("pv_max", who.life_max, "CD20-HP-01", parts_to_show(life_parts(who)), (1, 1000))
    yield from step("pf_max", who.breath_max, "CD20-HP-02")
    yield from step("pf_ceiling", highest_breath(who), "CD20-HP-07")
    yield from step("fatigue_malus", malus, "CD20-FAT-03" if who.breath <= 0 else "CD20-FAT-01")
    yield from step("touch_ca", guard.touch_ca, "CD20-P-AC-01")
    for save in SAVES:
        parts = save_parts(who, save)
        saves[save] = total(parts)
        yield from step(save, saves[save], "CD20-P-SAVE-01", parts_to_show(parts))
    initiative = initiative_parts(who)
    yield from step("initiative", total(initiative), "CD20-P-INIT-01", parts_to_show(initiative))
    received = destiny_received(who, options)
    left = max(0, received - who.destiny_spent)
    yield from step("destiny_received", received, "CD20-DEST-01")
    yield from step("destiny_left", left, "CD20-DEST-02")
    yield from step("san_start", sanity_start(who), "CD20-P-SAN-01")
    yield from step("san_max", sanity_most(who), "CD20-P-SAN-01")
    return Derived(
        modifiers=frozen_map({ability: who.modifier(ability) for ability in ABILITIES}),
        pv_max=who.life_max,
        pf_max=who.breath_max,
        pv=who.life,
        pf=who.breath,
        pf_lost=who.breath_max - who.breath,
        pf_ceiling=highest_breath(who),
        fatigue_malus=malus,
        state=who.condition,
        zone_ca=frozen_map(dict(guard.zone_ca)),
        touch_ca=guard.touch_ca,
        base_attack=base_attacks(who),
        **saves,
        initiative=total(initiative),
        destiny_received=received,
        destiny_left=left,
        san_start=sanity_start(who),
        san_max=sanity_most(who),
        weapons=tuple(line_of(who, weapon, options) for weapon in given.weapons),
    )
