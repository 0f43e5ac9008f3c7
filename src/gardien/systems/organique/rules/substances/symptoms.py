"""What a substance does that a save avoids: symptoms of drugs, diseases, poisons, radiation, currents (SYM, VOL-04)."""

from typing import Annotated, Literal, get_args

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D6
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.losses import explain_losses
from gardien.systems.organique.rules.character import Character, State, freeze
from gardien.systems.organique.rules.person import (
    LeavesState,
    Person,
    person_of,
    state_of,
    with_changes,
    with_dying,
)
from gardien.systems.organique.rules.substances.shared import check_living
from gardien.systems.organique.rules.tests.d20 import (
    WATCHABLE,
    Cuts,
    Detail,
    Parts,
    Throw,
    ThrowBlock,
    attempt,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import named_parts
from gardien.systems.organique.rules.tests.resistance import Resist, Saved, save_throw, symptom_throw, with_suffering
from gardien.systems.organique.vocabulary import TURNS_PER_MINUTE, Ailment, Code, Difficulty, Fresh, Mods, Symptom

SYMPTOMS: frozenset[str] = frozenset(get_args(Symptom))
SEVERE, AFTER_EFFECTS = 11, 6  # failed by more than 10, by more than 5 (ORG-SYM-04, 12, 13, 16)
BRAIN: tuple[Code, ...] = ("INT", "PER", "AGI")  # what a grave stroke lowers for good (ORG-SYM-16)
EXACT: frozenset[str] = frozenset(("headache", "suffering", "unconsciousness"))
CUTS: dict[str, Cuts] = {
    "coma": (1, SEVERE),
    "paralysis": (1, SEVERE),
    "panic": (1, SEVERE),
    "stroke": (1, AFTER_EFFECTS, SEVERE),
}


class Threat(Value, frozen=True, kw_only=True):
    """A save that a substance asks for, all its doses or levels counted.

    `turns`: how long a paralysis holds, or turns unconscious for each point; `fresh`: in the turn under way, whose end
    does not count yet. At the start of a turn it does.
    """

    ailment: Ailment
    difficulty: int
    turns: int = 1
    mods: Parts = ()
    luck: bool | None = None
    fresh: bool = True


class AilmentResult(Value, frozen=True, kw_only=True):
    """Somebody after a save against a substance; `die` is the d6 of a duration, where one was thrown."""

    person: Person
    saved: Saved
    die: int = 0

    @property
    def failed(self) -> bool:
        return not self.saved.success

    @property
    def failed_by(self) -> int:
        return self.saved.failed_by


def suffers(person: Person, ailment: Ailment) -> bool:
    """Whether somebody has this already, so that no save is asked anew (ORG-POI-03)."""
    body = person.body
    match ailment:
        case "shock":
            return body.medical_shock
        case "cardiac_arrest" | "respiratory_arrest" | "coma" | "stupor":
            return bool(getattr(body, ailment))
        case "paralysis":
            return body.paralysed_turns > 0
        case "unconsciousness":
            return person.senseless
        case "vomiting":
            return person.senseless  # whoever knows nothing of it is not asked
    return False


def threat_throw(person: Person, threat: Threat, options: Options, prefix: str = "save_", who: str = "") -> Throw:
    """The throw against a threat, a symptom or another save (ORG-SYM-01)."""
    if threat.ailment in SYMPTOMS:
        symptom: Symptom = threat.ailment  # type: ignore[assignment]
        return symptom_throw(person, symptom, threat.difficulty, options, threat.mods, threat.luck, prefix, who)
    kind = threat.ailment
    assert kind == "suffering" or kind == "nausea" or kind == "mind_control"
    asked = Resist(kind=kind, difficulty=threat.difficulty, mods=threat.mods, luck=threat.luck)
    return save_throw(person, asked, options, prefix, who)


def roll_against(
    person: Person,
    threat: Threat,
    options: Options,
    whole: bool,
    prefix: str = "save_",
    who: str = "",
) -> Program[AilmentResult]:
    """A save, the d6 of its duration if it fails and has one, and what it does; `whole`: somebody looks at it."""
    key = threat.ailment
    throw = threat_throw(person, threat, options, prefix, who)
    detail: Detail = "all" if whole else "failure" if key in EXACT or key in CUTS else "success"
    tried = yield from attempt(throw, detail, CUTS.get(key))
    saved, die = Saved(key, throw, tried), 0
    if tried.success:
        return AilmentResult(person=person, saved=saved)
    if key in SYMPTOMS and pack.symptom(key).die:  # type: ignore[arg-type]
        die = yield from roll(D6, "d6", person.name, key)
    return AilmentResult(
        person=after_failed_save(person, threat, tried.missed_by or 1, options, die), saved=saved, die=die
    )


def after_failed_save(person: Person, threat: Threat, failed_by: int, options: Options, die: int) -> Person:
    """What a failed save does to the body (ORG-SYM-02 to 21); what has no rule of its own is only told."""
    severe = failed_by >= SEVERE
    match threat.ailment:
        case "cardiac_arrest":
            return person.having(cardiac_arrest=True)
        case "respiratory_arrest":
            return person.having(respiratory_arrest=True)
        case "coma":
            return person.having(coma=True, cardiac_arrest=person.body.cardiac_arrest or severe)
        case "headache" | "suffering":
            return with_suffering(person, failed_by)
        case "paralysis":
            return with_paralysis(person, threat.turns, threat.fresh, severe)
        case "unconsciousness":
            return with_unconsciousness(person, failed_by * threat.turns, threat.fresh)
        case "stroke":
            after = with_unconsciousness(person, die * TURNS_PER_MINUTE, threat.fresh)
            return with_changes(after, dict.fromkeys(BRAIN, -1)) if severe else after
        case "shock":
            return with_shock(person, options, threat.fresh)
        case "stupor":
            return person.having(stupor=True)
        case "vomiting":
            return person.having(vomiting=True)
    return person


def _with_mark(person: Person, mark: Fresh, fresh: bool) -> tuple[Fresh, ...]:
    return tuple(dict.fromkeys((*person.body.fresh, mark))) if fresh else person.body.fresh


def with_unconsciousness(person: Person, turns: int, fresh: bool = True) -> Person:
    """Unconscious for some turns; a longer time that runs already stays (ORG-SYM-20)."""
    if turns <= person.body.unconscious_turns:
        return person
    return person.having(unconscious_turns=turns, fresh=_with_mark(person, "unconscious", fresh))


def with_paralysis(person: Person, turns: int, fresh: bool = True, breathless: bool = False) -> Person:
    """Unable to move for some turns, and to breathe where it was bad (ORG-SYM-12)."""
    after = person.having(no_air=True) if breathless else person
    if turns <= after.body.paralysed_turns:
        return after
    return after.having(paralysed_turns=turns, fresh=_with_mark(after, "paralysed", fresh))


def with_shock(person: Person, options: Options, fresh: bool = True) -> Person:
    """Medical shock: exhausted, everything halved, a point of blood a minute (ORG-SYM-17)."""
    end = person.body.end if options.shock_keeps_end else min(0, person.body.end)
    after = person.having(medical_shock=True, halved=True, shock_turns=0, end=end)
    return with_dying(person, after, options, fresh)


GRADED = EXACT | frozenset(CUTS)  # what failing by much makes worse, or longer


class SymptomGiven(Value, frozen=True, kw_only=True):
    """Somebody, a symptom, its difficulty for each dose or level, and how many there are."""

    character: Character
    symptom: Symptom
    difficulty: Difficulty
    multiplier: Annotated[int, Meta(ge=1, le=1000)] = 1
    mods: Mods = {}
    lasts_turns: Annotated[int, Meta(ge=1, le=10_000_000)] = 1
    luck: bool | None = None

    def __post_init__(self) -> None:
        check_living("character", self.character)
        if person_of(self.character).out_of_action:  # ORG-SAVE-01
            raise BadField("character", "act/unable", "ORG-SAVE-01")
        freeze(self, "mods")


class Symptomatic(ThrowBlock, LeavesState, frozen=True, kw_only=True):
    """A save against a symptom, and what came of failing it."""

    kind: Symptom
    failed_by: int | UnsetType = UNSET
    effect: Symptom | Literal["none"]
    severe: bool | UnsetType = UNSET
    after_effects: bool | UnsetType = UNSET
    penalty: int | UnsetType = UNSET
    duration: int | UnsetType = UNSET
    state: State | UnsetType = UNSET


@procedure(
    "symptom",
    rules="""ORG-SYM-01 ORG-SYM-02 ORG-SYM-03 ORG-SYM-04 ORG-SYM-05 ORG-SYM-06 ORG-SYM-07 ORG-SYM-08 ORG-SYM-09
    ORG-SYM-10 ORG-SYM-11 ORG-SYM-12 ORG-SYM-13 ORG-SYM-14 ORG-SYM-15 ORG-SYM-16 ORG-SYM-17 ORG-SYM-18 ORG-SYM-19
    ORG-SYM-20 ORG-SYM-21 ORG-VOL-02""",
    dice=("d20", "d6"),
    headline=("effect",),
)
def undergo(given: SymptomGiven, options: Options) -> Program[Symptomatic]:
    """A save against a symptom; failed, its effect, for as long as it lasts."""
    wanted = yield from watched(*WATCHABLE, "failed_by", "severe", "state")
    person, key = person_of(given.character), given.symptom
    threat = Threat(
        ailment=key,
        difficulty=given.difficulty * given.multiplier,
        turns=given.lasts_turns if key == "paralysis" else 1,
        mods=named_parts(given.mods),
        luck=given.luck,
    )
    numbers = wanted - {"state"} if key not in GRADED else wanted - {"state", "severe"}
    ailed = yield from roll_against(person, threat, options, bool(numbers), prefix="")
    tried, failed = ailed.saved.tried, ailed.failed
    effect: Symptom | Literal["none"] = key if failed else "none"
    yield from step("effect", effect, "ORG-SYM-01")
    yield from explain_losses(person, ailed.person)
    exact = key in EXACT or bool(numbers) or ailed.saved.throw.spent or not failed
    graded = key in CUTS or exact
    return Symptomatic(
        kind=key,
        failed_by=tried.failed_by if bool(numbers) or ailed.saved.throw.spent else UNSET,
        effect=effect,
        severe=ailed.failed_by >= SEVERE if graded else UNSET,
        after_effects=ailed.failed_by >= AFTER_EFFECTS if key == "stroke" else UNSET,
        penalty=ailed.failed_by if key == "headache" else UNSET,
        duration=_duration(key, ailed),
        state=state_of(ailed.person) if "state" in wanted else UNSET,
        **throw_fields(ailed.saved.throw, tried),
    )


def _duration(key: Symptom, ailed: AilmentResult) -> int | UnsetType:
    """Minutes of a stroke, turns of everything else; only where the symptom says (ORG-SYM-16, 19, 20, 21)."""
    if not ailed.failed:
        return UNSET
    if key == "unconsciousness":
        return ailed.failed_by
    if key == "vomiting":
        return 1
    return ailed.die or UNSET
