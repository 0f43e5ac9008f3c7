"""One avoidable symptom of a drug, a disease or a poison (SYM-01 to SYM-21)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.given import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique.ailments import AFTER_EFFECTS, CUTS, EXACT, SEVERE, Ailed, Threat, ail
from gardien.systems.organique.bodies import person_of, state_changes, state_of
from gardien.systems.organique.harm import tell_hurt
from gardien.systems.organique.kinds import Difficulty, Mods, Symptom
from gardien.systems.organique.options import Options
from gardien.systems.organique.scores import named
from gardien.systems.organique.states import State
from gardien.systems.organique.substances import check_living
from gardien.systems.organique.trials import SEEN, ThrowBlock, throw_fields, wanted
from gardien.systems.organique.values import Character, freeze

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


class Symptomatic(ThrowBlock, frozen=True, kw_only=True):
    """A save against a symptom, and what came of failing it."""

    kind: Symptom
    failed_by: int | UnsetType = UNSET
    effect: Symptom | Literal["none"]
    severe: bool | UnsetType = UNSET
    after_effects: bool | UnsetType = UNSET
    penalty: int | UnsetType = UNSET
    duration: int | UnsetType = UNSET
    state: State | UnsetType = UNSET

    def changes(self, given: SymptomGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.character, self.state)


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
    seen = yield from wanted(*SEEN, "failed_by", "severe", "state")
    person, key = person_of(given.character), given.symptom
    threat = Threat(
        ailment=key,
        difficulty=given.difficulty * given.multiplier,
        turns=given.lasts_turns if key == "paralysis" else 1,
        mods=named(given.mods),
        luck=given.luck,
    )
    numbers = seen - {"state"} if key not in GRADED else seen - {"state", "severe"}
    found = yield from ail(person, threat, options, bool(numbers), prefix="")
    tried, failed = found.saved.tried, found.failed
    effect: Symptom | Literal["none"] = key if failed else "none"
    yield from step("effect", effect, "ORG-SYM-01")
    yield from tell_hurt(person, found.person)
    exact = key in EXACT or bool(numbers) or found.saved.throw.spent or not failed
    graded = key in CUTS or exact
    return Symptomatic(
        kind=key,
        failed_by=tried.failed_by if bool(numbers) or found.saved.throw.spent else UNSET,
        effect=effect,
        severe=found.failed_by >= SEVERE if graded else UNSET,
        after_effects=found.failed_by >= AFTER_EFFECTS if key == "stroke" else UNSET,
        penalty=found.failed_by if key == "headache" else UNSET,
        duration=_duration(key, found),
        state=state_of(found.person) if "state" in seen else UNSET,
        **throw_fields(found.saved.throw, tried),
    )


def _duration(key: Symptom, found: Ailed) -> int | UnsetType:
    """Minutes of a stroke, turns of everything else; only where the symptom says (ORG-SYM-16, 19, 20, 21)."""
    if not found.failed:
        return UNSET
    if key == "unconsciousness":
        return found.failed_by
    if key == "vomiting":
        return 1
    return found.die or UNSET
