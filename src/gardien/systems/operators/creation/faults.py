"""The rules a new Operator must keep, checked once for all ways of making one; a fault as a refusal (CREA, SPEC)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.errors import Refusal
from gardien.core.inputs import BadField, check_key
from gardien.core.values import Value, frozen_map
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Code
from gardien.systems.operators.rules.character import (
    CODES,
    Advantage,
    Name,
    Specialty,
    SpecialtyKey,
    Training,
    extra_languages,
)

FLOOR = 8  # no score starts lower (OPS-CREA-04)
HIGHEST = 18  # what 2D6+6 can bring, and the cap of all but EDU (OPS-CREA-02, OPS-CREA-04)
CAPS: dict[Code, int] = {code: 24 if code == "EDU" else HIGHEST for code in CODES}  # OPS-CREA-04
TRADED: tuple[Code, ...] = ("FOR", "CON", "DEX", "APP")  # what age may turn into EDU (OPS-CREA-05)
TRADE_FROM = 40  # years
PASTIMES = 2  # hobbies and courses together (OPS-CREA-10, OPS-CREA-11)

Fault: TypeAlias = Literal[
    "score_out_of_range",
    "bonus_too_many",
    "bonus_not_allowed",
    "too_young",
    "trade_not_allowed",
    "below_minimum",
    "above_maximum",
    "edu_too_low",
    "discipline_missing",
    "hobby_count",
    "training_repeats_specialty",
    "training_unknown_advantage",
    "training_edu_too_low",
]
BROKEN_RULES: dict[Fault, str] = {  # where each fault is forbidden, in the order in which they are told
    "score_out_of_range": "OPS-CREA-02",
    "bonus_too_many": "OPS-CREA-03",
    "bonus_not_allowed": "OPS-SPEC-02",
    "too_young": "OPS-CREA-05",
    "trade_not_allowed": "OPS-CREA-05",
    "below_minimum": "OPS-CREA-04",
    "above_maximum": "OPS-CREA-04",
    "edu_too_low": "OPS-SPEC-03",
    "discipline_missing": "OPS-SPEC-02",
    "hobby_count": "OPS-CREA-10",
    "training_repeats_specialty": "OPS-CREA-11",
    "training_unknown_advantage": "OPS-CREA-11",
    "training_edu_too_low": "OPS-CREA-11",
}
Spent: TypeAlias = Annotated[int, Meta(ge=0, le=30)]
Hobbies: TypeAlias = Annotated[tuple[Name, ...], Meta(max_length=100)]


class Sketch(Value, frozen=True, kw_only=True):
    """What was chosen for a new Operator beside the totals."""

    specialty: SpecialtyKey
    custom_specialty: Specialty | None = None
    discipline: Name = ""
    bonus: dict[Code, Spent] = {}
    age: Annotated[int, Meta(ge=18, le=120)] = 30
    age_trade: dict[Code, Spent] = {}
    hobbies: Hobbies | None = None
    trainings: Annotated[tuple[Training, ...], Meta(max_length=100)] = ()

    def __post_init__(self) -> None:
        check_specialty(self.specialty, self.custom_specialty)
        for training in self.trainings:
            check_key("trainings", training.specialty, pack.specialty)
        for field in ("bonus", "age_trade"):
            force_setattr(self, field, frozen_map(getattr(self, field)))

    def shift(self, code: Code) -> int:
        """By how much a score moves after the dice: bonus, less what age takes, plus what it teaches."""
        learnt = sum(self.age_trade.values()) if code == "EDU" else 0
        return self.bonus.get(code, 0) - self.age_trade.get(code, 0) + learnt

    def final(self, code: Code, assigned: int) -> int:
        return max(0, assigned + self.shift(code))


def check_specialty(key: str, custom: Specialty | None) -> None:
    """A specialty of the list; the civilian without a trade needs one written for them (OPS-SPEC-04)."""
    check_key("specialty", key, pack.specialty)
    if key == "sympathiser" and custom is None:
        shape = "{edu_min, bonus_among, advantages}"
        raise BadField("custom_specialty", "field/missing", "OPS-SPEC-04", allowed=shape)


def specialty_of(key: str, custom: Specialty | None) -> Specialty:
    """The specialty that counts: the one written by Contrôle, or the one of the list."""
    if custom is not None:
        return custom
    row = pack.specialty(key)
    advantages = tuple(Advantage(characteristic=one.characteristic, domain=one.domain) for one in row.advantages)
    return Specialty(edu_min=row.edu_min, bonus_among=row.bonus_among, advantages=advantages)


def needs_discipline(key: str, custom: Specialty | None) -> bool:
    """Scientists and professors name their own field (OPS-SPEC-02)."""
    return custom is None and pack.specialty(key).discipline


def languages_of(education: int, key: str, custom: Specialty | None) -> int:
    """Languages beside the mother tongue; translators have one more (OPS-CREA-13, M-10)."""
    return extra_languages(education) + (0 if custom else pack.specialty(key).extra_languages)


def faults_of(sketch: Sketch, assigned: dict[Code, int], options: Options) -> tuple[Fault, ...]:
    """Every rule of creation that is broken, each once, in the order of the list."""
    specialty = specialty_of(sketch.specialty, sketch.custom_specialty)
    final = {code: sketch.final(code, assigned[code]) for code in CODES}
    traded = [code for code, points in sketch.age_trade.items() if points]
    courses = sketch.trainings
    lessons = [pack.specialty(one.specialty) for one in courses]
    named = [sketch.specialty, *(one.specialty for one in courses)]
    chosen = len(courses) + len(sketch.hobbies or ())
    broken: dict[Fault, bool] = {
        "score_out_of_range": any(not FLOOR <= score <= HIGHEST for score in assigned.values()),
        "bonus_too_many": sum(sketch.bonus.values()) > options.bonus_points,
        "bonus_not_allowed": any(points and code not in specialty.bonus_among for code, points in sketch.bonus.items()),
        "too_young": bool(traded) and sketch.age < TRADE_FROM,
        "trade_not_allowed": any(code not in TRADED for code in traded),
        "below_minimum": min(final.values()) < FLOOR,
        "above_maximum": any(final[code] > CAPS[code] for code in CODES),
        "edu_too_low": final["EDU"] < specialty.edu_min,
        "discipline_missing": needs_discipline(sketch.specialty, sketch.custom_specialty) and not sketch.discipline,
        "hobby_count": chosen != PASTIMES and (sketch.hobbies is not None or bool(courses)),
        "training_repeats_specialty": len(set(named)) < len(named),
        "training_unknown_advantage": any(not keeps_advantage(one) for one in courses),
        "training_edu_too_low": not options.training_ignores_edu and any(final["EDU"] < row.edu_min for row in lessons),
    }
    return tuple(fault for fault in BROKEN_RULES if broken[fault])


def keeps_advantage(training: Training) -> bool:
    """Whether a course keeps an advantage that its specialty has (OPS-CREA-11)."""
    rows = pack.specialty(training.specialty).advantages
    return any((one.characteristic, one.domain) == (training.characteristic, training.domain) for one in rows)


def refusal_of(fault: Fault, sketch: Sketch, assigned: dict[Code, int], options: Options) -> Refusal:
    """The field a fault lies in, what came and what is allowed."""
    id, field, words = _field_of(fault, sketch, assigned, options)
    return Refusal(id, kind="refused", field=field, rule=BROKEN_RULES[fault], **words)


def _field_of(
    fault: Fault, sketch: Sketch, assigned: dict[Code, int], options: Options
) -> tuple[str, str, dict[str, Any]]:
    specialty = specialty_of(sketch.specialty, sketch.custom_specialty)
    final = {code: sketch.final(code, assigned[code]) for code in CODES}
    match fault:
        case "score_out_of_range":
            code = next(code for code in CODES if not FLOOR <= assigned[code] <= HIGHEST)
            shift = sketch.shift(code)  # a score is written with it
            low, high = max(FLOOR, FLOOR + shift), min(CAPS[code], HIGHEST + shift)
            return "field/range", code, {"came": final[code], "low": low, "high": high}
        case "bonus_too_many":
            return "field/at_most", "bonus", {"came": sum(sketch.bonus.values()), "high": options.bonus_points}
        case "bonus_not_allowed":
            among = specialty.bonus_among
            code = next(code for code, points in sketch.bonus.items() if points and code not in among)
            return "field/one_of", "bonus", {"came": code, "allowed": list(among)}
        case "too_young":
            return "field/at_least", "age", {"came": sketch.age, "low": TRADE_FROM}
        case "trade_not_allowed":
            code = next(code for code, points in sketch.age_trade.items() if points and code not in TRADED)
            return "field/one_of", "age_trade", {"came": code, "allowed": list(TRADED)}
        case "below_minimum" | "above_maximum":
            code = next(code for code in CODES if not FLOOR <= final[code] <= CAPS[code])
            return "field/range", code, {"came": final[code], "low": FLOOR, "high": CAPS[code]}
        case "edu_too_low":
            return "field/at_least", "EDU", {"came": final["EDU"], "low": specialty.edu_min}
        case "discipline_missing":
            return "field/missing", "discipline", {"allowed": "“…”"}
        case "hobby_count":
            came = len(sketch.hobbies or ()) + len(sketch.trainings)
            return "field/length_at_most", "hobbies", {"came": came, "high": PASTIMES}
        case "training_repeats_specialty":
            named = [sketch.specialty, *(one.specialty for one in sketch.trainings)]
            return "field/twice", "trainings", {"came": next(one for one in named if named.count(one) > 1)}
        case "training_unknown_advantage":
            course = next(one for one in sketch.trainings if not keeps_advantage(one))
            rows = pack.specialty(course.specialty).advantages
            shown = [f"{one.characteristic} {one.domain}" for one in rows]
            return "field/one_of", "trainings", {"came": f"{course.characteristic} {course.domain}", "allowed": shown}
        case "training_edu_too_low":
            low = max(pack.specialty(one.specialty).edu_min for one in sketch.trainings)
            return "field/at_least", "EDU", {"came": final["EDU"], "low": low}


class Cut(Value, frozen=True, kw_only=True):
    """A total as coarse as the checks need it: the last of their thresholds that it reaches."""

    at: tuple[int, ...]

    def __call__(self, total: int) -> int:
        return max((bar for bar in self.at if bar <= total), default=FLOOR)


def cut_for(sketch: Sketch, code: Code) -> Cut:
    """Where a check could come out differently: floor, cap, and for EDU the minima of specialty and courses."""
    bars = {FLOOR, CAPS[code] + 1}
    if code == "EDU":
        bars.add(specialty_of(sketch.specialty, sketch.custom_specialty).edu_min)
        bars.update(pack.specialty(one.specialty).edu_min for one in sketch.trainings)
    shift = sketch.shift(code)
    return Cut(at=tuple(sorted({bar - shift for bar in bars if FLOOR < bar - shift <= HIGHEST})))
