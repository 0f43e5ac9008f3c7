"""Minds that reach into minds: manipulation, and what those it meets notice and resist; perception (PSY, END-05)."""

from math import floor
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, fold, less, nonzero, step, watch
from gardien.core.inputs import BadField, check_key
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.losses import spend_end
from gardien.systems.organique.rules.character import Character, NatureKey, PowerNamed, State, check_names, freeze
from gardien.systems.organique.rules.fight.attack_modifiers import SPLIT
from gardien.systems.organique.rules.person import Person, person_of, state_changes, state_of
from gardien.systems.organique.rules.substances.shared import check_flesh
from gardien.systems.organique.rules.tests.characteristic import plain
from gardien.systems.organique.rules.tests.d20 import (
    FAR,
    NOTHING,
    WATCHABLE,
    Detail,
    Parts,
    ThrowBlock,
    Tried,
    attempt,
    detail_of,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import check_able, named_parts, open_skill, skill_bonus
from gardien.systems.organique.rules.tests.resistance import Resist, withstand
from gardien.systems.organique.vocabulary import HUMAN, Count, Difficulty, Metres, Mods, Trained

EFFORT = 2  # END for each use of a power (ORG-END-05)
ENHANCER, ENHANCED, STRAIN = "third_eye", 6, 3  # the drug, what it adds to the psychic’s own throw, END instead (M11)
PER_METRE = -3  # ORG-PSY-04
AROUND = 10  # everybody around at once (ORG-PSY-05)
CROWD = 4  # people whose noise costs a point (ORG-PSY-06)
MENTAL = 20  # to notice, and to resist (ORG-PSY-02, ORG-PSY-03)
Defence: TypeAlias = Literal["whole", "half", "none"]  # the reaction that is left for a mental defence (ORG-REA-06)
SHIELD = "mental_shield"  # the power that helps both (M7)
BITS, MOST_TOLD = 8, 12  # all numbers of one mind are some 2⁸ outcomes: odds tell those of one, not of two together
PSYCHIC, TARGET = "psychic", "target"  # whose reasons they are, where nobody has a name


def distance_mod(metres: float) -> int:
    """What the distance costs, by full metres; touch costs nothing (ORG-PSY-04)."""
    return PER_METRE * floor(metres)


def _enhancing(enhanced: bool) -> tuple[str, int]:
    return ("enhanced", ENHANCED if enhanced else 0)


def effort_of(enhanced: bool) -> int:
    """END that a use of a power costs (ORG-END-05, M11)."""
    return STRAIN if enhanced else EFFORT


def pay_effort(before: Person, enhanced: bool, options: Options) -> Program[Person]:
    """Whoever used a power, a little more tired (ORG-END-05)."""
    effort = effort_of(enhanced)
    after = spend_end(before, effort, options, fresh=True).person
    parts = (("before", before.body.end), less("power", effort))
    yield from step("end_now", after.body.end, "ORG-END-05", parts, (0, FAR))
    if after.out_of_action:  # the last strength of somebody without blood
        yield from step("out_of_action", True, "ORG-HP-06", who=before.name or PSYCHIC)
    return after


# ---- manipulation ----


def check_power(named: str) -> None:
    """One of the list, or none that has a name (M7)."""
    if named:
        check_key("power", named, pack.power)


class PsychicTarget(Character, frozen=True, kw_only=True):
    """Somebody whose mind is reached for: how far away, whether the intrusion cannot be missed, and which reaction is
    left for a mental defence."""

    metres: Metres = 0
    obvious: bool = False
    mental_defence: Defence = "whole"


class ManipulationGiven(Value, frozen=True, kw_only=True):
    """Who uses a power of manipulation, and on whom."""

    psychic: Character
    power: PowerNamed = ""
    level: Trained = 1
    difficulty: Difficulty = 20
    targets: Annotated[tuple[PsychicTarget, ...], Meta(max_length=30)] = ()
    area: bool = False
    enhanced: bool = False
    mods: Mods = {}
    luck: bool = False

    def __post_init__(self) -> None:
        check_power(self.power)
        check_flesh("psychic", self.psychic)
        check_able("psychic", self.psychic)
        check_names("targets", self.targets)
        if any(one.dead for one in self.targets):
            raise BadField("targets", "act/unable", "ORG-HP-07")
        own = self.psychic.name
        if self.area and own and any(one.name == own for one in self.targets):  # they face it by themselves
            raise BadField("targets", "field/twice", "ORG-PSY-05", came=own)
        freeze(self, "mods")


class PsychicResult(Value, frozen=True, kw_only=True):
    """What a power did to one mind; numbers only where somebody looks."""

    name: str
    distance_mod: int
    nature_mod: int
    margin_faced: int | UnsetType = UNSET
    affected: bool
    needed_total: int | UnsetType = UNSET
    notice_total: int | UnsetType = UNSET
    noticed: bool
    resist_total: int | UnsetType = UNSET
    resisted: bool
    controlled: bool


class Manipulated(ThrowBlock, frozen=True, kw_only=True):
    """The throw of the power, what it did to each, and what it cost."""

    targets: tuple[PsychicResult, ...] | UnsetType = UNSET
    self_resisted: bool | UnsetType = UNSET
    end_now: int
    state: State | UnsetType = UNSET

    def changes(self, given: ManipulationGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.psychic, self.state)


class Mind(Value, frozen=True, kw_only=True):
    """A mind within reach: whose, what stands between, and whether it must notice."""

    person: Person
    distance: int
    nature: int
    obvious: bool
    mental_defence: Defence = "whole"

    @property
    def reach(self) -> int:
        return self.distance + self.nature


class Manipulation(Value, frozen=True):
    """The power as it was thrown; its margin only where a mind or the psychic has to face it."""

    success: bool
    margin: int = 0


def mind_of(one: PsychicTarget, psychic: Person) -> Mind:
    """A target as the rules hand it on; nobody misses what they do to themselves (ORG-PSY-02)."""
    nature = pack.modifier("nature", one.kind)
    return Mind(
        person=person_of(one),
        distance=distance_mod(one.metres),
        nature=nature,
        obvious=one.obvious or (bool(one.name) and one.name == psychic.name),
        mental_defence=one.mental_defence,
    )


@procedure(
    "psychic_attack",
    rules="""ORG-PSY-01 ORG-PSY-02 ORG-PSY-03 ORG-PSY-04 ORG-PSY-05 ORG-PSY-07 ORG-VOL-01 ORG-PER-02 ORG-REA-06
    ORG-END-05""",
    dice=("d20",),
    headline=("success", "self_resisted"),
)
def manipulate(given: ManipulationGiven, options: Options) -> Program[Manipulated]:
    """VOL and the power against its difficulty; each mind it reaches may notice, and resist what it has noticed."""
    wanted = yield from watched(*WATCHABLE, "state")
    looked = yield from _wanted_by_name(tuple(one.name for one in given.targets))
    psychic = person_of(given.psychic)
    skill = (("level", skill_bonus(given.level)), ("area", AROUND if given.area else 0), _enhancing(given.enhanced))
    mods = (*nonzero(*skill), *named_parts(given.mods))
    rule = "ORG-PSY-01"
    throw = plain(psychic, "VOL", options, given.difficulty, mods, given.luck, rule=rule, purpose="psychic")
    faced: Detail = "margin" if given.area or any(looked.values()) else "success"
    tried = yield from attempt(throw, detail_of(wanted, "", faced))
    power = Manipulation(tried.success, tried.over)
    results: tuple[PsychicResult, ...] = ()
    results = yield from fold(
        _face_mind, results, [(mind_of(one, psychic), power, options, looked[one.name]) for one in given.targets]
    )
    withstood: bool | UnsetType = UNSET
    if given.area and tried.success:
        withstood = (
            yield from apply(_withstood, psychic, power.margin, options, "total" in wanted, (), PSYCHIC)
        ).success
        yield from step("self_resisted", withstood, "ORG-PSY-05")
    after = yield from pay_effort(psychic, given.enhanced, options)
    return Manipulated(
        **throw_fields(throw, tried),
        targets=results if any(looked.values()) or not given.targets else UNSET,
        self_resisted=withstood,
        end_now=after.body.end,
        state=state_of(after) if "state" in wanted else UNSET,
    )


def _wanted_by_name(names: tuple[str, ...]) -> Program[dict[str, frozenset[str]]]:
    """Which details of whom somebody looks at: `targets`, `targets.Ann`, `targets.Ann.controlled`."""
    fields = ("", *PsychicResult.__struct_fields__)
    if (yield from watch("targets")):
        yield from refuse_details_beyond(BITS * len(names), MOST_TOLD)
        return dict.fromkeys(names, frozenset(fields))
    wanted: dict[str, frozenset[str]] = {}
    for name in names:
        looks = yield from watch(f"targets.{name}", fields)
        wanted[name] = frozenset(fields) if "" in looks else looks
    return wanted


Met = tuple[Mind, Manipulation, Options, frozenset[str]]


def _face_mind(state: tuple[PsychicResult, ...], item: Met) -> Program[tuple[PsychicResult, ...]]:
    """One mind after the other; in odds only those that somebody looks at."""
    mind, power, options, wanted = item
    if not wanted:
        return state
    result = yield from apply(intrude, mind, power, options, wanted)
    return (*state, result)


def intrude(
    mind: Mind, power: Manipulation, options: Options, wanted: frozenset[str] = NOTHING
) -> Program[PsychicResult]:
    """A power meets one mind: noticed or not, resisted or not; equality is enough for both (ORG-PSY-02, ORG-PSY-03).

    Distance and nature come off the margin; below 0 it does nothing (ORG-PSY-04, ORG-PSY-07). A machine has no mind to
    bend (ORG-MON-01).
    """
    person, who = mind.person, mind.person.name or TARGET
    faced = power.margin + mind.reach
    affected = power.success and faced >= 0 and not person.machine
    parts = (("margin", power.margin), *nonzero(("distance", mind.distance), ("nature", mind.nature)))
    if "margin_faced" in wanted:
        yield from step("margin_faced", faced, "ORG-PSY-04", parts, who=who)
    yield from step("affected", affected, "ORG-MON-01" if person.machine else "ORG-PSY-04", who=who)
    noticed, notice = False, None
    if affected and mind.obvious:
        noticed = not person.senseless
    elif affected and person.conscious:
        notice = yield from _roll_notice(person, faced, options, "notice_total" in wanted)
        noticed = notice.success
    resist = None
    if noticed and mind.mental_defence != "none":
        split = (("split", SPLIT),) if mind.mental_defence == "half" else ()
        resist = yield from _withstood(person, faced, options, "resist_total" in wanted, split)
    elif noticed:  # each reaction serves once
        yield from step("resisted", False, "ORG-REA-08", who=who)
    resisted = resist is not None and resist.success
    controlled = affected and not resisted
    yield from step("controlled", controlled, "ORG-PSY-03", who=who)
    return PsychicResult(
        name=person.name,
        distance_mod=mind.distance,
        nature_mod=mind.nature,
        margin_faced=faced if "margin_faced" in wanted else UNSET,
        affected=affected,
        needed_total=MENTAL + faced if affected and "needed_total" in wanted else UNSET,
        notice_total=notice.total if notice is not None else UNSET,
        noticed=noticed,
        resist_total=resist.total if resist is not None else UNSET,
        resisted=resisted,
        controlled=controlled,
    )


def _roll_notice(person: Person, faced: int, options: Options, whole: bool) -> Program[Tried]:
    """PER against 20, opposed, no luck (ORG-PSY-02, ORG-TEST-05)."""
    throw = plain(
        person,
        "PER",
        options,
        MENTAL,
        open_skill(person, SHIELD),
        rule="ORG-PSY-02",
        prefix="notice_",
        who=person.name or TARGET,
        purpose="notice",
    )
    return (yield from attempt(replace(throw, against=faced), "all" if whole else "success"))


def _withstood(
    person: Person, faced: int, options: Options, whole: bool, split: Parts = (), unnamed: str = TARGET
) -> Program[Tried]:
    """The mental defence: VOL against 20, opposed, a save (ORG-PSY-03, ORG-REA-06, ORG-VOL-01)."""
    mods = (*open_skill(person, SHIELD), *split)
    asked = Resist(kind="mind_control", difficulty=MENTAL, against=faced, mods=mods)
    detail: Detail = "all" if whole else "success"
    return (yield from withstand(person, asked, options, detail, who=person.name or unnamed)).tried


# ---- perception ----


class SenseGiven(Value, frozen=True, kw_only=True):
    """Who uses a power of perception, how far from its source, in which crowd."""

    psychic: Character
    power: PowerNamed = ""
    level: Trained = 1
    difficulty: Difficulty = 20
    metres: Metres = 0
    people: Count = 0
    kind: NatureKey = HUMAN
    enhanced: bool = False
    mods: Mods = {}
    luck: bool = False

    def __post_init__(self) -> None:
        check_key("kind", self.kind, pack.scale("nature"))
        check_power(self.power)
        check_flesh("psychic", self.psychic)
        check_able("psychic", self.psychic)
        freeze(self, "mods")


class Sensed(ThrowBlock, frozen=True, kw_only=True):
    """Whether the power perceived anything, what stood in its way, what it cost."""

    crowd_mod: int
    distance_mod: int
    nature_mod: int
    end_now: int
    state: State | UnsetType = UNSET

    def changes(self, given: SenseGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.psychic, self.state)


@procedure(
    "psychic_sense",
    rules="ORG-PSY-04 ORG-PSY-06 ORG-PSY-07 ORG-END-05",
    dice=("d20",),
    headline=("success",),
)
def sense(given: SenseGiven, options: Options) -> Program[Sensed]:
    """PER and the power, less distance, crowd and nature of the source, against its difficulty."""
    wanted = yield from watched(*WATCHABLE, "state")
    psychic = person_of(given.psychic)
    away, crowd, nature = distance_mod(given.metres), -(given.people // CROWD), pack.modifier("nature", given.kind)
    skill = (("level", skill_bonus(given.level)), ("distance", away), ("crowd", crowd), ("nature", nature))
    mods = (*nonzero(*skill, _enhancing(given.enhanced)), *named_parts(given.mods))
    throw = plain(psychic, "PER", options, given.difficulty, mods, given.luck, rule="ORG-PSY-06", purpose="psychic")
    tried = yield from attempt(throw, detail_of(wanted))
    yield from step("crowd_mod", crowd, "ORG-PSY-06")
    yield from step("distance_mod", away, "ORG-PSY-04")
    yield from step("nature_mod", nature, "ORG-PSY-07")
    after = yield from pay_effort(psychic, given.enhanced, options)
    return Sensed(
        **throw_fields(throw, tried),
        crowd_mod=crowd,
        distance_mod=away,
        nature_mod=nature,
        end_now=after.body.end,
        state=state_of(after) if "state" in wanted else UNSET,
    )
