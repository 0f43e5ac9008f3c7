"""Who enters a fight that is weighed to its end: by figures, by a key of the pack, or as they stand at a table."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gardien.core.errors import Refusal
from gardien.core.inputs import BadField
from gardien.core.scene import Being
from gardien.core.sheet import on_sheet
from gardien.core.values import Value, like
from gardien.shared.encounters import TwoSides
from gardien.systems.yacdha.pack import CreatureRow, creature, npc, weapon, weapon_called
from gardien.systems.yacdha.rules.combatants import Combatant, Mode
from gardien.systems.yacdha.sheet.sheet import Creature
from gardien.systems.yacdha.table.life import options_of
from gardien.systems.yacdha.table.table_rules import fighter_inputs
from gardien.systems.yacdha.vocabulary import Below6, Kind, Level, Name, Points, Sequelae

Whom = Literal["first", "weakest", "strongest", "spread"]


class Tactics(Value, frozen=True, kw_only=True):
    """What a fighter does by itself, round after round."""

    act: Literal["attack", "immobilise", "dodge"] = "attack"
    whom: Whom = "weakest"
    flee_at_trauma: Annotated[int, Meta(ge=0, le=5)] = 0  # 0 = never
    flee_at_losses: Annotated[int, Meta(ge=0, le=100)] = 0  # comrades out of the fight; 0 = never
    force_up_to_trauma: Annotated[int, Meta(ge=0, le=5)] = 0  # forces the dT while trauma is at most this; 0 = never


class Fighter(Value, frozen=True, kw_only=True):
    """One fighter of a side, or several alike."""

    name: Name
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    kind: Kind = "investigator"
    npc: Name = ""  # a key of the pack: its figures are taken over
    creature: Name = ""
    own: Creature | None = None  # a creature by its own sheet
    weapon: Name = "fist"  # a key of the pack's weapons
    trauma_max: Annotated[int, Meta(ge=0, le=6)] | None = None  # of a weapon that the pack does not have
    mode: Mode | None = None
    trauma: Below6 = 1
    sequelae: Sequelae = 0
    luck: Points = 1
    use_luck_to_survive: bool = True
    level: Level = 0
    advantage: bool = False
    disadvantage: bool = False
    fights_for_survival: bool = False
    surprised: bool = False
    can_flee: bool = True
    armour: Annotated[int, Meta(ge=0, le=2)] = 0
    tactics: Tactics = Tactics()

    def __post_init__(self) -> None:
        if self.npc and (self.creature or self.own):
            raise BadField("creature", "field/not_allowed", came=self.creature, allowed="npc | creature")


class FightGiven(TwoSides[Fighter], frozen=True, kw_only=True):
    """A fight to be weighed."""


def combatant(fighter: Fighter, name: str, side: str) -> Combatant:
    """A fighter as the round knows it, figures of the pack taken over."""
    if fighter.creature or fighter.own:
        row = fighter.own or creature(fighter.creature)
        if isinstance(row, CreatureRow) and not row.fights:
            raise Refusal("fight/no_combat", kind="refused", came=row.key)
        said = {name: getattr(fighter, name) for name in ("advantage", "disadvantage", "surprised")}
        worn = fighter.own.damage if fighter.own else 0
        return like(Combatant, row, id=name, kind="creature", side=side, luck=0, damage=worn, **said)
    person = npc(fighter.npc) if fighter.npc else None
    arm = weapon(person.weapon if person and fighter.weapon == "fist" else fighter.weapon)
    kind: Kind = "npc" if person else fighter.kind
    investigator = kind == "investigator"
    return like(
        Combatant,
        fighter,
        id=name,
        kind=kind,
        side=side,
        trauma=person.trauma if person else fighter.trauma,
        luck=fighter.luck if investigator else 0,
        use_luck_to_survive=fighter.use_luck_to_survive and investigator,
        weapon=arm.key,
    )


def of_sheet(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Somebody at a table as a fighter of a file: gauges, luck, and the first weapon, which is the one in hand."""
    if sheet.get("kind") == "creature":
        return {"kind": "creature", "own": on_sheet(Creature, sheet)}
    fields = {name: sheet[name] for name in ("kind", "trauma", "sequelae", "luck") if name in sheet}
    for arm in sheet.get("weapons", ())[:1]:
        known = weapon_called(arm["name"])
        fields |= {"weapon": known.key} if known else {}
        fields |= {"trauma_max": arm["trauma_max"], "mode": arm["mode"]}
    return fields


def of_being(being: Being, there: Collection[str]) -> Combatant:
    """Somebody in a fight at a table, as a round of those who are there reads them before they declare anything."""
    names = Combatant.__struct_fields__
    values = {name: value for name, value in {**being, **fighter_inputs(being, {})}.items() if name in names}
    known = {name: value for name, value in values.items() if value is not None}
    known |= {"id": being.id, "side": being.scene.fight["sides"].get(being.id, "")}
    known["held_by"] = [one for one in known.get("held_by", ()) if one in there]
    known["holding"] = known.get("holding", "") if known.get("holding") in there else ""
    one = msgspec.convert(known, Combatant)
    saves = one.kind == "investigator" and one.luck > 0 and options_of(being).plays("luck")
    return msgspec.structs.replace(one, use_luck_to_survive=saves)
