"""Sheets of runners, other people, animals and robots: what must survive between two procedures (HP, END, TEST-11).

A sheet has the fields of a `Character` under the same names, but for `kind`, which says whose sheet it is: what
somebody is stands in `nature`.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.inputs import check_key
from gardien.core.sheet import Sheet
from gardien.core.values import frozen_map
from gardien.systems.organique import pack
from gardien.systems.organique.rules.body.endurance import Collapses, Lost
from gardien.systems.organique.rules.character import (
    ArmourNamed,
    Character,
    CombatSkillKey,
    DiseaseKey,
    Dose,
    NatureKey,
    PowerNamed,
    SkillKey,
    SwarmNamed,
    Turns,
    Wound,
    check_armour,
)
from gardien.systems.organique.rules.network.scene import Intrusion
from gardien.systems.organique.rules.person import Person, person_of
from gardien.systems.organique.rules.substances.timed_effects import Lasting, Minute
from gardien.systems.organique.sheet.parts import Habit, Names, PoisonHeld, SheetWeapon, SkillLine, Text, skill_lines
from gardien.systems.organique.vocabulary import (
    CODES,
    HUMAN,
    Breath,
    ClassKey,
    Code,
    Count,
    Feat,
    Fresh,
    Level,
    Limb,
    Mods,
    Name,
    Points,
    Rating,
    SaveName,
    Score,
    Signed,
    Trained,
    Weather,
    check_halves,
)

Condition: TypeAlias = Literal[
    "ok", "exhausted", "mortally_wounded", "unconscious", "paralysed", "out_of_action", "dying", "dead",
]  # fmt: skip
# What one says to do about every attack; "": asked each time; none: nothing.
Guard: TypeAlias = Literal["", "none", "dodge", "parry", "leap"]
ClassOrNone: TypeAlias = ClassKey | Literal[""]
ComputerKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("computers", "computer")])]
RENAMED = {"kind": "nature"}  # an input of somebody -> where it stands on a sheet


class Being(Sheet, frozen=True, kw_only=True):
    """What everybody has, under the names that a character has them; the last few follow from the others."""

    system: Literal["organique"] = "organique"
    name: Name = ""
    gender: Literal["f", "m"] | None = None
    nature: NatureKey = HUMAN
    size_mod: Annotated[int, Meta(ge=-100, le=20)] = 0
    AGI: Score = 10
    PER: Score = 10
    CHA: Score = 10
    END: Score = 10
    INT: Score = 10
    VIT: Score = 10
    FOR: Score = 10
    VOL: Score = 10
    SNG: Points = 4
    CPS: Points = 4
    INC: Points = 4
    # The four reserves as they are now; where nothing is written they are full (ORG-HP-01, ORG-END-01).
    sng: Points | None = None
    cps: Points | None = None
    inc: Points | None = None
    end_now: Breath | None = None
    structure_max: Points = 10
    structure: Points = 10
    changes: Annotated[dict[Code, Signed], Meta(max_length=8)] = {}
    save_mods: Annotated[dict[SaveName, Signed], Meta(max_length=40)] = {}
    mods: Mods = {}
    armour: Annotated[tuple[ArmourNamed, ...], Meta(max_length=10)] = ()
    skills: Annotated[dict[SkillKey, Level], Meta(max_length=100)] = {}  # or a word of one’s own
    combat_skills: Annotated[dict[CombatSkillKey, Trained], Meta(max_length=40)] = {}
    specialities: Names = ()  # operating systems somebody is at home in, too (ORG-HACK-06)
    weapons: Annotated[tuple[SheetWeapon, ...], Meta(max_length=100)] = ()
    # What holds for somebody.
    prone: bool = False
    blind: bool = False
    one_eyed: bool = False
    one_leg: bool = False
    vomiting: bool = False
    medical_shock: bool = False
    cardiac_arrest: bool = False
    respiratory_arrest: bool = False
    coma: bool = False
    halved: bool = False
    stupor: bool = False
    limbs_disabled: Annotated[tuple[Limb, ...], Meta(max_length=8)] = ()
    no_air: bool = False
    shock_turns: Turns = 0
    unconscious_turns: Turns = 0
    paralysed_turns: Turns = 0
    lose_action: bool = False
    lose_reaction: bool = False
    extended_penalty: bool = False
    suffering: Annotated[tuple[Count, ...], Meta(max_length=100)] = ()
    doses: Annotated[tuple[Dose, ...], Meta(max_length=20)] = ()
    wounds: Annotated[tuple[Wound, ...], Meta(max_length=100)] = ()
    sng_lost_air: Points = 0
    end_lost_air: Count = 0
    timer: Points | None = None
    fresh: Annotated[tuple[Fresh, ...], Meta(max_length=3)] = ()
    stabilised: bool = False
    dead: bool = False
    # What lasts, on the clock of the campaign.
    lasting: Annotated[tuple[Lasting, ...], Meta(max_length=200)] = ()
    end_lost: Annotated[dict[Lost, Points], Meta(max_length=8)] = {}  # by cause, as rest gives it back (ORG-END-08)
    collapses: Collapses = 0  # since six o’clock (ORG-END-10)
    overcome: Annotated[tuple[DiseaseKey, ...], Meta(max_length=100)] = ()  # diseases had (ORG-DIS-04)
    bandaged: bool = False  # what bleeds, bleeds half (M17)
    in_bed: bool = False  # days of rest give back more (M17)
    cold_here: Weather = 0  # how hard the cold or the heat around is, each hour; 0: none (ORG-DMG-02, ORG-DMG-09)
    heat_here: Weather = 0
    guard: Guard = ""  # what somebody does about an attack without being asked (ORG-REA-08)
    notes: Text = ""
    # What follows.
    effective: dict[Code, int] = {}
    condition: Condition = "ok"

    def __post_init__(self) -> None:
        check_halves(structure_max=self.structure_max)
        for worn in self.armour:
            check_armour("armour", worn)
        for name in ("changes", "save_mods", "mods", "skills", "combat_skills", "end_lost"):
            force_setattr(self, name, frozen_map(getattr(self, name)))
        person = person_of(self.character())
        force_setattr(self, "effective", frozen_map({code: person.score(code) for code in CODES}))
        force_setattr(self, "condition", condition_of(person))
        for name, full in (("sng", self.SNG), ("cps", self.CPS), ("inc", self.INC), ("end_now", person.body.end)):
            if getattr(self, name) is None and not person.machine:
                force_setattr(self, name, full)

    def character(self) -> Character:
        """The same being as the rules read it."""
        return character_of({name: getattr(self, name) for name in self.__struct_fields__})


class Able(Being, frozen=True, kw_only=True):
    """Whoever learns, takes, carries and breaks in: people."""

    powers: Annotated[dict[PowerNamed, Trained], Meta(max_length=20)] = {}
    traits: Annotated[dict[Name, Annotated[int, Meta(ge=1, le=10)]], Meta(max_length=20)] = {}
    habits: Annotated[tuple[Habit, ...], Meta(max_length=40)] = ()
    poisons: Annotated[tuple[PoisonHeld, ...], Meta(max_length=40)] = ()
    gear: Names = ()
    load_kg: Annotated[float, Meta(ge=0, le=1000)] = 0
    computer: ComputerKey = ""
    programs: Annotated[dict[Name, Rating], Meta(max_length=40)] = {}  # with their ratings (M14)
    intrusion: Intrusion | None = None
    intrusions: Annotated[tuple[Intrusion, ...], Meta(max_length=100)] = ()  # into networks one has left (ORG-HACK-20)
    # Since when somebody goes without (ORG-DMG-10, 14, 16), and the days that have told on them already.
    no_food_since: Minute | None = None
    no_water_since: Minute | None = None
    awake_since: Minute | None = None
    days_hungry: Count = 0
    nights_awake: Count = 0
    # What follows.
    skill_lines: dict[Name, SkillLine] = {}
    initiative_mod: Signed = 0  # of traits (M2)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("powers", "traits", "programs"):
            force_setattr(self, name, frozen_map(getattr(self, name)))
        for program in self.programs:
            check_key("programs", program, pack.program)
        for power in self.powers:
            check_key("powers", power, pack.power)
        for trait in self.traits:
            check_key("traits", trait, pack.trait)
        lines = skill_lines({**self.skills, **self.combat_skills, **self.powers})
        force_setattr(self, "skill_lines", frozen_map(lines))
        force_setattr(self, "initiative_mod", sum(pack.trait(key).initiative for key in self.traits))


class Runner(Able, frozen=True, kw_only=True):
    """A player’s character (M1 to M4)."""

    kind: Literal["runner"] = "runner"
    player: Name = ""
    player_class: ClassOrNone = ""
    age: Annotated[int, Meta(ge=1, le=120)] = 25
    experience: Count = 0
    money: Annotated[float, Meta(ge=0, le=1_000_000_000)] = 0
    portrait: Text = ""
    history: Text = ""


class Npc(Able, frozen=True, kw_only=True):
    """Another person."""

    kind: Literal["npc"] = "npc"
    count: Annotated[int, Meta(ge=1, le=1000)] = 1
    player_class: ClassOrNone = ""


class Creature(Being, frozen=True, kw_only=True):
    """An animal or a robot: its body, its attacks, its hide (ORG-MON-01 to ORG-MON-03, M16)."""

    kind: Literal["creature"] = "creature"
    nature: NatureKey = "mammal"
    bonuses: Annotated[dict[Feat, Signed], Meta(max_length=10)] = {}  # what it does best
    swarm: SwarmNamed = ""  # many of them as one opponent (ORG-MON-04)
    count: Annotated[int, Meta(ge=0, le=1000)] = 1  # of a swarm, how many are left


SHEETS: dict[str, type[Being]] = {"runner": Runner, "npc": Npc, "creature": Creature}


def character_of(sheet: "dict[str, Any]") -> Character:
    """Somebody as the rules read them, from the values of a sheet; reserves are never above their highest."""
    known = {
        name: sheet[RENAMED.get(name, name)] for name in Character.__struct_fields__ if name in sheet or name in RENAMED
    }
    for name in ("sng", "cps", "inc"):
        now = known.get(name)
        known[name] = None if now is None else min(now, known[name.upper()])
    return Character(**known)


def condition_of(person: Person) -> Condition:
    """How somebody is, in one word."""
    if person.body.dead:
        return "dead"
    if person.out_of_action:
        return "dying" if person.dying else "out_of_action"
    if person.senseless:
        return "unconscious"
    if person.body.paralysed_turns:
        return "paralysed"
    if person.exhausted:
        return "exhausted"
    return "mortally_wounded" if person.mortally_wounded else "ok"
