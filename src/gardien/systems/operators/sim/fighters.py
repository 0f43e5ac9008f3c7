"""Who enters a fight that is weighed to its end: by figures, by sheet or by a key of the pack, with stated tactics."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from gardien.core.dice import Dice
from gardien.core.inputs import BadField, check_key
from gardien.core.values import Value, like
from gardien.shared.encounters import TwoSides, check_keys, with_figures
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Grip
from gardien.systems.operators.rules.character import (
    NO_PLAN,
    Combatant,
    Cover,
    LuckPlan,
    Name,
    NaturalAttack,
    ShockKey,
    Steps,
    Weapon,
    Zone,
    is_shielded,
)
from gardien.systems.operators.rules.fight.ammunition import Load, Rounds, Spares
from gardien.systems.operators.rules.fight.weapons import FIREARMS, STRIKING, THROWN, Arm, arm_of, check_faces
from gardien.systems.operators.sheet.sheet import DeviceKey, ready_operator, sample_creature, sample_npc
from gardien.systems.operators.table.weapon_use import is_trained

ARMS = pack.live("weapons", "weapon", lambda row: any(row.key in one for one in (FIREARMS, STRIKING, THROWN)))
ArmKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(ARMS))]
Content: TypeAlias = Mapping[str, Any]
Use: TypeAlias = Literal["melee", "thrown", "firearm"]


class Tactics(Value, frozen=True, kw_only=True):
    """What a fighter does by itself, turn after turn."""

    whom: Literal["first", "weakest", "strongest", "spread"] = "weakest"
    fire: Literal["burst", "single", "spread"] = "burst"  # bursts where the weapon can (OPS-OPT-02, OPS-OPT-03)
    others: Annotated[int, Meta(ge=1, le=9)] = 2  # whom a spread burst is to reach beside the first target
    rounds_each: Annotated[int, Meta(ge=1, le=9)] = 2
    explosives: bool = False  # thrown or launched first, at two or more (OPS-HAZ-03)
    take_cover: bool = False  # one dive, as soon as somebody is still to shoot (OPS-CBT-13)
    close_in: bool = True  # who reaches nobody comes nearer (OPS-CBT-17)
    withdraw_at: Literal["never", "light", "grave"] = "never"
    luck: LuckPlan = LuckPlan(escape_death=True)  # what an Operator is ready to pay (OPS-LUCK-02 to OPS-LUCK-05)


class Carried(Value, frozen=True, kw_only=True):
    """A weapon at hand, of the catalogue or of one's own, with what is in it and whether training helps."""

    key: ArmKey = "unarmed"
    custom: Weapon | None = None
    advantage: bool = False
    burst_advantage: bool = False
    rounds_left: Rounds | None = None
    spare_magazines: Spares = 3
    empty: bool = False

    def __post_init__(self) -> None:
        if self.custom is not None:
            check_faces("custom", self.custom.damage)
            return
        check_key("key", self.key, pack.weapon)
        if self.key not in ARMS:
            raise BadField("key", "field/one_of", "OPS-CBT-06", came=self.key, allowed=ARMS)

    @property
    def use(self) -> Use:
        return self.custom.type if self.custom else pack.weapon(self.key).type

    @property
    def arm(self) -> Arm:
        return arm_of(self.key, self.custom)

    def load(self, options: Options) -> Load | None:
        """What an attack takes from it; nothing where the table does not count (OPS-OPT-05)."""
        if self.use != "firearm" or options.ammo_mode == "none":
            return None
        left = self.arm.magazine if self.rounds_left is None else self.rounds_left
        strict = options.ammo_mode == "strict"
        return Load(
            spare_magazines=self.spare_magazines,
            rounds_left=left if strict else None,
            empty=left == 0 if strict else self.empty,
        )


class Claw(NaturalAttack, frozen=True, kw_only=True):
    """A natural attack with its reach and how many it can seize upon at once (OPS-CREAT-08, OPS-CREAT-11)."""

    reach: Zone = 0
    most_victims: Annotated[int, Meta(ge=1, le=50)] = 50

    @property
    def farthest(self) -> int:
        """The zone it reaches, said of the fighter or of the attack itself (M-13)."""
        return max(self.reach, self.zone_max)

    @property
    def harms(self) -> bool:
        """Whether it does anything more to whoever is already in the grip."""
        return self.drain != "none" or Dice.parse(self.damage).highest() > 0

    @property
    def attack(self) -> NaturalAttack:
        return like(NaturalAttack, self)


class Fighter(Combatant, frozen=True, kw_only=True):
    """One fighter of a side, or several alike. A key of the pack brings its figures; what is said beside it wins."""

    count: Annotated[int, Meta(ge=1, le=20)] = 1
    ready: Name = ""
    npc: Name = ""
    creature: Name = ""
    weapons: Annotated[tuple[ArmKey | Carried, ...], Meta(max_length=20)] = ()
    attacks: Annotated[tuple[Claw, ...], Meta(max_length=20)] = ()
    multiple_attacks: bool = False
    grip_difficulty: Grip | None = None
    small_target: bool = False
    defends: bool = True
    defence_advantage: bool = False
    breaks_free: bool = False  # knows how to get out of a hold (M-03)
    cover: Cover = "normal"
    shock: ShockKey | None = None  # what the sight of them does (OPS-CREAT-06)
    devices: Annotated[tuple[DeviceKey, ...], Meta(max_length=20)] = ()
    tactics: Tactics = Tactics()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_keys(self, {"ready": pack.ready, "npc": pack.npc, "creature": pack.creature})
        if self.shock is not None:
            check_key("shock", self.shock, pack.shock)
        for device in self.devices:
            check_key("devices", device, pack.device)
        for one in self.weapons:
            if isinstance(one, str):
                check_key("weapons", one, pack.weapon)
                if one not in ARMS:
                    raise BadField("weapons", "field/one_of", "OPS-CBT-06", came=one, allowed=ARMS)

    @property
    def carried_weapons(self) -> tuple[Carried, ...]:
        """Every weapon, and the bare hands nobody is without (OPS-SHEET-01)."""
        weapons = [Carried(key=one) if isinstance(one, str) else one for one in self.weapons]
        bare = [] if any(one.key == "unarmed" and one.custom is None for one in weapons) else [Carried()]
        return (*weapons, *bare)

    @property
    def whole(self) -> "Fighter":
        """With the figures of the pack."""
        if self.ready:
            base = of_sheet(msgspec.to_builtins(ready_operator(self.ready, "fr")))
        elif self.npc:
            base = of_sheet(msgspec.to_builtins(sample_npc(self.npc, "fr")))
        elif self.creature:
            base = of_sheet(msgspec.to_builtins(sample_creature(self.creature, "fr")))
            rows = pack.creature(self.creature).attacks
            base["attacks"] = [
                {**one, "most_victims": row.most_victims or 50} for one, row in zip(base["attacks"], rows, strict=True)
            ]
        else:
            return self
        return with_figures(self, base)

    def profile(self, options: Options) -> "FighterProfile":
        """As the fight reads it."""
        who = like(Combatant, self)
        plan = self.tactics.luck if who.purse(options) else NO_PLAN
        return like(
            FighterProfile,
            self,
            who=replace(who, name="", luck=who.luck if plan != NO_PLAN else 0),
            plan=plan,
            arms=self.carried_weapons,
            claws=self.attacks,
            multiple=self.multiple_attacks,
            grip=self.grip_difficulty,
            small=int(self.small_target),
            devices=tuple(one for one in self.devices if bursts(one)) if self.tactics.explosives else (),
        )


class FighterProfile(Value, frozen=True, kw_only=True):
    """A fighter without a name: those alike share their odds."""

    who: Combatant
    plan: LuckPlan
    arms: tuple[Carried, ...]
    claws: tuple[Claw, ...]
    multiple: bool
    grip: Grip | None
    small: Steps
    defends: bool
    defence_advantage: bool
    breaks_free: bool
    cover: Cover
    shock: str | None
    devices: tuple[str, ...]  # those that are thrown or launched, and wound by their blast
    tactics: Tactics

    @property
    def by_damage(self) -> list[tuple[int, Claw]]:
        """Natural attacks by number, the one that can do most first."""
        return sorted(enumerate(self.claws), key=lambda one: -Dice.parse(one[1].damage).highest())

    @property
    def carried_cover(self) -> Cover:
        """What covers them wherever they go (M-07)."""
        return "in_cover" if is_shielded(self.who.worn) else "normal"

    @property
    def surprised(self) -> bool:
        return self.who.surprised

    @property
    def shoots(self) -> bool:
        return any(one.use == "firearm" for one in self.arms)


class FightGiven(TwoSides[Fighter], frozen=True, kw_only=True):
    """A fight to be weighed: two sides, and the zone between them when it begins (OPS-CBT-16)."""

    zone: Zone = 0
    sight: bool = False  # Operators who see a creature face its shock before the first turn (OPS-CREAT-06)
    apart: Annotated[int, Meta(ge=0, le=100)] = 3  # metres between those of a side, for what bursts among them


def bursts(key: str) -> bool:
    """Whether a device is thrown or launched in a fight and wounds by its blast."""
    row = pack.device(key)
    return row.delivery != "placed" and bool(row.dice)


def of_sheet(sheet: Content) -> dict[str, Any]:
    """A sheet as the fields of a fighter: figures, weapons with training, natural attacks, what luck is paid for."""
    same = (*Combatant.__struct_fields__, "multiple_attacks", "grip_difficulty", "small_target", "shock")
    fields = {name: sheet[name] for name in same if sheet.get(name) not in (None, "none" if name == "shock" else None)}
    fields["weapons"] = [_carried_fields(one, sheet) for one in carried_lines(sheet)]
    if not any(one.get("key") == "unarmed" for one in fields["weapons"]):
        fields["weapons"].append({"key": "unarmed", "advantage": is_trained(sheet, "unarmed")})
    fields["devices"] = [key for key in sheet.get("devices", ()) if bursts(key)]
    fields["attacks"] = [dict(one) for one in sheet.get("attacks", ())]
    guard = dict(sheet.get("guard") or {})
    fields["defends"] = guard.pop("defends", True)
    guard.pop("asks", None)  # nobody is asked in a fight that is weighed
    blades = [one["key"] for one in sheet.get("weapons", ()) if one.get("key") in STRIKING]
    fields["defence_advantage"] = bool(blades) and is_trained(sheet, blades[0], "defence")
    fields["breaks_free"] = is_trained(sheet, "hold", "defence")
    if any(guard.values()):
        fields["tactics"] = {"luck": guard}
    return fields


def carried_lines(sheet: Content) -> list[Content]:
    """The weapons of a sheet that a fight has a use for."""
    return [one for one in sheet.get("weapons", ()) if _fights(one, sheet)]


def _fights(row: Content, sheet: Content) -> bool:
    if row.get("key"):
        return row["key"] in ARMS
    return any(one["name"] == row["name"] for one in sheet.get("own_weapons", ()))


def _carried_fields(row: Content, sheet: Content) -> dict[str, Any]:
    key = row.get("key") or ""
    fields: dict[str, Any] = {name: row[name] for name in ("rounds_left", "empty") if row.get(name) is not None}
    fields["spare_magazines"] = min(20, row.get("spare_magazines", 0))
    if not key:
        custom = next(one for one in sheet.get("own_weapons", ()) if one["name"] == row["name"])
        return {**fields, "custom": custom}
    return {
        **fields,
        "key": key,
        "advantage": is_trained(sheet, key),
        "burst_advantage": is_trained(sheet, key, burst=True),
    }
