"""Who enters a fight that is weighed to its end: by figures, by sheet or by a key of the pack, with stated tactics."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.errors import Refusal
from gardien.core.values import Value
from gardien.shared.encounters import TwoSides, as_carried, check_keys, with_figures
from gardien.systems.organique import pack
from gardien.systems.organique.rules.character import CoverNamed, check_cover, freeze
from gardien.systems.organique.rules.fight.attack_modifiers import THROWN
from gardien.systems.organique.rules.fight.combat_skills import best_parts
from gardien.systems.organique.rules.fight.initiative import Combatant, Quick, readiness
from gardien.systems.organique.rules.fight.weapons import WeaponGiven, WeaponKey, WeaponNamed, check_weapon, weapon_of
from gardien.systems.organique.rules.person import Layer, Person, cover_of, person_of
from gardien.systems.organique.rules.tests.modifiers import total
from gardien.systems.organique.sheet.parts import SheetWeapon
from gardien.systems.organique.sheet.samples import sample_creature, sample_person
from gardien.systems.organique.table.fighter import CHARACTER, somebody
from gardien.systems.organique.table.weapon_use import HANDS, free_hands
from gardien.systems.organique.vocabulary import Count, Feat, Name, Signed

Content: TypeAlias = Mapping[str, Any]
Metres: TypeAlias = Annotated[int, Meta(ge=0, le=2000)]
Stroke: TypeAlias = Literal["strike", "easy_strike", "vital", "stun", "knock_out"]
SPARE = 1  # full magazines beside the one in the weapon, where nobody says


class Tactics(Value, frozen=True, kw_only=True):
    """What a fighter does by itself, turn after turn."""

    whom: Literal["first", "weakest", "strongest", "spread"] = "weakest"
    stroke: Stroke = "strike"  # hand to hand; what a weapon cannot do falls back to plain strikes (ORG-ACT-11 to 20)
    fire: Literal["single", "burst"] = "single"  # as many shots as the weapon has, where it has several (ORG-MOD-04)
    aim: bool = False  # a turn of aiming before every shot (ORG-FREE-02)
    react: Literal["best", "dodge", "parry", "none"] = "best"  # to the first attack of a turn (ORG-TURN-01)
    withdraw_at: Literal["never", "half", "quarter"] = "never"  # of the blood, of the structure of a machine


class Carried(Value, frozen=True, kw_only=True):
    """A weapon in somebody’s hands: one of the list or one described, what is in it, what is carried for it."""

    weapon: WeaponNamed
    loaded: Count | None = None  # a full magazine, where nobody says; of what is thrown, how many
    spare: Count | None = None  # cartridges beside them
    coats: Count = 1  # doses on the blade, where it is coated

    def __post_init__(self) -> None:
        check_weapon("weapon", self.weapon)

    def line(self) -> SheetWeapon:
        """As a sheet has it; of what is thrown, as many as are loaded (M9)."""
        given = self.weapon if isinstance(self.weapon, WeaponGiven) else None
        key = given.name if given else str(self.weapon)
        row = pack.weapon(key) if key in pack.keys("weapons", "weapon") else None
        carried: dict[str, Any] = {"weapon": key if row else "", "described": given}
        if given and given.coating:
            carried |= {"coating": given.coating, "coats": self.coats}
        if (given or row).group in THROWN:  # type: ignore[union-attr]
            count = 1 if self.loaded is None else self.loaded
            return SheetWeapon(**carried, count=max(1, count), place="carried" if count else "dropped")
        full = row.magazine if row else 0
        loaded = full if self.loaded is None else min(self.loaded, full)
        return SheetWeapon(**carried, loaded=loaded, spare=SPARE * full if self.spare is None else self.spare)


BARE = ("punch", "kick")


def bare_hands(person: Person, hands: int) -> SheetWeapon:
    """Fists or feet: whatever somebody is better at, then whatever hurts more (M9); feet, where no hand is free."""
    skills = person.frame.combat_skills

    def worth(key: str) -> tuple[int, int]:
        weapon = weapon_of(key, person)
        return total(best_parts(skills, "strike", weapon.group)), weapon.c

    return SheetWeapon(weapon=max(BARE if hands else BARE[1:], key=worth))


class Fighter(Combatant, frozen=True, kw_only=True):
    """One fighter of a side, or several alike. A key of the pack brings its figures; what is said beside it wins."""

    count: Annotated[int, Meta(ge=1, le=20)] = 1
    creature: Name = ""
    robot: Name = ""
    sample: Name = ""
    weapons: Annotated[tuple[WeaponKey | Carried, ...], Meta(max_length=20)] = ()
    lines: Annotated[tuple[SheetWeapon, ...], Meta(max_length=100)] = ()  # as a sheet has them
    hands: Annotated[int, Meta(ge=0, le=HANDS)] = HANDS  # that serve
    bonuses: Annotated[dict[Feat, Signed], Meta(max_length=10)] = {}  # what a creature does best (M16)
    cover: CoverNamed | None = None  # against shots (ORG-RNG-03)
    tactics: Tactics = Tactics()

    def __post_init__(self) -> None:
        Combatant.__post_init__(self)
        check_keys(self, KEYED)
        check_cover("cover", self.cover)
        force_setattr(self, "weapons", as_carried(self.weapons, Carried, pack.weapon))
        freeze(self, "bonuses")

    def whole(self) -> "Fighter":
        """With the figures of the pack."""
        key = next((name for name in KEYED if getattr(self, name)), None)
        if key is None:
            return self
        return with_figures(self, of_sheet(msgspec.to_builtins(MADE[key](getattr(self, key), "fr"))))

    def arms(self, person: Person) -> tuple[SheetWeapon, ...]:
        """Weapons in their order, then bare hands; of those who are no human beings, what they have (M9, M16)."""
        arms = [one.line() for one in self.weapons if isinstance(one, Carried)]
        arms += [line for line in self.lines if line.hands <= self.hands]
        if person.frame.nature == "human" or not arms:
            arms.append(bare_hands(person, self.hands))
        return tuple(one for one in arms if _hurts(one, person))

    def profile(self) -> "FighterProfile":
        """As the fight reads it, without a name: those alike share their odds."""
        own = {name: getattr(self, name) for name in Combatant.__struct_fields__}
        who = Combatant(**{**own, "name": "", "wounds": ()})
        person, parts = person_of(who), readiness(person_of(who), who)
        return FighterProfile(
            person=person,
            arms=self.arms(person),
            bonuses=tuple(sorted(self.bonuses.items())),
            quick=Quick(total(parts), total(parts[:2])),
            cover=None if self.cover is None else cover_of(self.cover),
            surprised=self.surprised,
            tactics=self.tactics,
        )


KEYED: dict[str, Any] = {"creature": pack.creature, "robot": pack.creature, "sample": pack.sample}
MADE: dict[str, Any] = {"creature": sample_creature, "robot": sample_creature, "sample": sample_person}


def _hurts(line: SheetWeapon, person: Person) -> bool:
    """Whether a weapon does damage to one person by itself; what bursts or only blinds is for the game master."""
    weapon = weapon_of(line.weapon_input(), person)
    strikes = not weapon.harmless and bool(weapon.bs or weapon.c)
    return not weapon.bursts and (strikes or weapon.electricity > 0)


class FighterProfile(Value, frozen=True, kw_only=True):
    """A fighter without a name."""

    person: Person  # as it enters the fight
    arms: tuple[SheetWeapon, ...]
    bonuses: tuple[tuple[str, int], ...]
    quick: Quick
    cover: Layer | None
    surprised: bool
    tactics: Tactics


class FightGiven(TwoSides[Fighter], frozen=True, kw_only=True):
    """A fight to be weighed: two sides, and how far apart they are when it begins."""

    distance: Metres = 1
    alone: bool = False  # nobody gives first aid afterwards: whoever is dying or has no blood left dies (ORG-HP-07)


def of_sheet(sheet: Content) -> dict[str, Any]:
    """A sheet as the fields of a fighter; reserves, poison, cartridges and jams as they are."""
    if sheet.get("swarm"):  # acts by rules of its own (ORG-MON-04)
        raise Refusal("fight/no_combat", kind="refused", came=str(sheet.get("name", "")))
    own = {name: sheet.get(name) for name in (*CHARACTER, "bonuses", "initiative_mod")} | somebody(sheet)
    fields = {name: value for name, value in own.items() if value is not None}
    fields["name"] = str(sheet.get("name", ""))
    fields["lines"] = [dict(one) for one in sheet.get("weapons", ())]
    fields["hands"] = free_hands(sheet)
    return fields
