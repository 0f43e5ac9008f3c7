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
    Weapon,
    Zone,
)
from gardien.systems.operators.rules.fight.ammunition import Load, Rounds, Spares
from gardien.systems.operators.rules.fight.weapons import FIREARMS, STRIKING, THROWN, Arm, arm_of, check_faces
from gardien.systems.operators.sheet.sheet import DeviceKey, ready_operator, sample_creature, sample_npc
from gardien.systems.operators.table.inputs import blow_context
from gardien.systems.operators.table.weapon_use import MOST_SPARES, is_trained, own_weapon, rounds_in

ARMS = pack.live("weapons", "weapon", lambda row: any(row.key in one for one in (FIREARMS, STRIKING, THROWN)))
ArmKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(ARMS))]
Content: TypeAlias = Mapping[str, Any]
Use: TypeAlias = Literal["melee", "thrown", "firearm"]


def check_arm(field: str, key: str) -> None:
    """A weapon of the catalogue that a fight has a use for."""
    check_key(field, key, pack.weapon)
    if key not in ARMS:
        raise BadField(field, "field/one_of", "OPS-CBT-06", came=key, allowed=ARMS)


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
        check_arm("key", self.key)

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
        return Load.counted(self.arm.magazine, self.spare_magazines, self.rounds_left, self.empty, options)


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
                check_arm("weapons", one)

    @property
    def carried_weapons(self) -> tuple[Carried, ...]:
        """Every weapon, and the bare hands nobody is without (OPS-SHEET-01)."""
        weapons = [Carried(key=one) if isinstance(one, str) else one for one in self.weapons]
        bare = [] if any(one.key == "unarmed" and one.custom is None for one in weapons) else [Carried()]
        return (*weapons, *bare)

    @property
    def whole(self) -> "Fighter":
        """With the figures of the pack."""
        named = ((self.ready, ready_operator), (self.npc, sample_npc), (self.creature, sample_creature))
        key, sample = next(((key, sample) for key, sample in named if key), ("", None))
        if sample is None:
            return self
        base = of_sheet(msgspec.to_builtins(sample(key, "fr")))
        rows = pack.creature(key).attacks if self.creature else ()
        for attack, row in zip(base["attacks"], rows, strict=False):
            attack["most_victims"] = row.most_victims or 50
        return with_figures(self, base)

    def profile(self, options: Options) -> "FighterProfile":
        """As the fight reads it."""
        who = like(Combatant, self)
        plan = self.tactics.luck if who.purse(options) else NO_PLAN
        return like(
            FighterProfile,
            self,
            **dict.fromkeys(("name", "ready", "npc", "creature"), ""),
            count=1,
            who=replace(who, name="", luck=who.luck if plan != NO_PLAN else 0),
            plan=plan,
            weapons=self.carried_weapons,
            devices=tuple(one for one in self.devices if bursts(one)) if self.tactics.explosives else (),
        )


class FighterProfile(Fighter, frozen=True, kw_only=True):
    """A fighter without a name, with every weapon at hand: those alike share their odds."""

    who: Combatant
    plan: LuckPlan
    weapons: tuple[Carried, ...]

    @property
    def by_damage(self) -> list[tuple[int, Claw]]:
        """Natural attacks by number, the one that can do most first."""
        return sorted(enumerate(self.attacks), key=lambda one: -Dice.parse(one[1].damage).highest())

    @property
    def shoots(self) -> bool:
        return any(one.use == "firearm" for one in self.weapons)


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
    met = blow_context(sheet, sheet, {})
    fields["defends"] = (sheet.get("guard") or {}).get("defends", True)  # nobody is asked in a fight that is weighed
    fields |= {"defence_advantage": met["defence_advantage"], "breaks_free": is_trained(sheet, "hold", "defence")}
    luck = met["defender_luck_plan"]
    return fields | {"tactics": {"luck": luck}} if any(luck.values()) else fields


def carried_lines(sheet: Content) -> list[Content]:
    """The weapons of a sheet that a fight has a use for."""
    rows = sheet.get("weapons", ())
    return [row for row in rows if (row["key"] in ARMS if row.get("key") else own_weapon(sheet, row["name"]))]


def _carried_fields(row: Content, sheet: Content) -> dict[str, Any]:
    key = row.get("key") or ""
    said = {"rounds_left": rounds_in(row), "empty": row.get("empty")}
    fields: dict[str, Any] = {name: value for name, value in said.items() if value is not None}
    fields["spare_magazines"] = min(MOST_SPARES, row.get("spare_magazines", 0))
    if not key:
        return {**fields, "custom": own_weapon(sheet, row["name"])}
    return {
        **fields,
        "key": key,
        "advantage": is_trained(sheet, key),
        "burst_advantage": is_trained(sheet, key, burst=True),
    }
