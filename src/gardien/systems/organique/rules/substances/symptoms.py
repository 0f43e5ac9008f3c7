"""What a substance does that a save avoids: symptoms of drugs, diseases, poisons, radiation, currents (SYM, VOL-04)."""

from typing import get_args

from gardien.core.chance import Program, roll
from gardien.core.dice import D6
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.bodies import Person, changed, settled
from gardien.systems.organique.kinds import TURNS_PER_MINUTE, Ailment, Code, Fresh, Symptom
from gardien.systems.organique.options import Options
from gardien.systems.organique.resist import Resist, Saved, pained, save_throw, symptom_throw
from gardien.systems.organique.trials import Cuts, Detail, Parts, Throw, attempt

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


class Ailed(Value, frozen=True, kw_only=True):
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


def ail(
    person: Person,
    threat: Threat,
    options: Options,
    whole: bool,
    prefix: str = "save_",
    who: str = "",
) -> Program[Ailed]:
    """A save, the d6 of its duration if it fails and has one, and what it does; `whole`: somebody looks at it."""
    key = threat.ailment
    throw = threat_throw(person, threat, options, prefix, who)
    detail: Detail = "all" if whole else "failure" if key in EXACT or key in CUTS else "success"
    tried = yield from attempt(throw, detail, CUTS.get(key))
    saved, die = Saved(key, throw, tried), 0
    if tried.success:
        return Ailed(person=person, saved=saved)
    if key in SYMPTOMS and pack.symptom(key).die:  # type: ignore[arg-type]
        die = yield from roll(D6, "d6", person.name, key)
    return Ailed(person=struck(person, threat, tried.missed or 1, options, die), saved=saved, die=die)


def struck(person: Person, threat: Threat, failed_by: int, options: Options, die: int) -> Person:
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
            return pained(person, failed_by)
        case "paralysis":
            return paralysed(person, threat.turns, threat.fresh, severe)
        case "unconsciousness":
            return stunned(person, failed_by * threat.turns, threat.fresh)
        case "stroke":
            after = stunned(person, die * TURNS_PER_MINUTE, threat.fresh)
            return changed(after, dict.fromkeys(BRAIN, -1)) if severe else after
        case "shock":
            return shocked(person, options, threat.fresh)
        case "stupor":
            return person.having(stupor=True)
        case "vomiting":
            return person.having(vomiting=True)
    return person


def _marked(person: Person, mark: Fresh, fresh: bool) -> tuple[Fresh, ...]:
    return tuple(dict.fromkeys((*person.body.fresh, mark))) if fresh else person.body.fresh


def stunned(person: Person, turns: int, fresh: bool = True) -> Person:
    """Unconscious for some turns; a longer time that runs already stays (ORG-SYM-20)."""
    if turns <= person.body.unconscious_turns:
        return person
    return person.having(unconscious_turns=turns, fresh=_marked(person, "unconscious", fresh))


def paralysed(person: Person, turns: int, fresh: bool = True, breathless: bool = False) -> Person:
    """Unable to move for some turns, and to breathe where it was bad (ORG-SYM-12)."""
    after = person.having(no_air=True) if breathless else person
    if turns <= after.body.paralysed_turns:
        return after
    return after.having(paralysed_turns=turns, fresh=_marked(after, "paralysed", fresh))


def shocked(person: Person, options: Options, fresh: bool = True) -> Person:
    """Medical shock: exhausted, everything halved, a point of blood a minute (ORG-SYM-17)."""
    end = person.body.end if options.shock_keeps_end else min(0, person.body.end)
    after = person.having(medical_shock=True, halved=True, shock_turns=0, end=end)
    return settled(person, after, options, fresh)
