"""A rule of creation that is broken, told as what is wrong with a field (CREA, SPEC)."""

from typing import Any

from gardien.core.errors import Refusal
from gardien.systems.operators import pack
from gardien.systems.operators.builds import (
    BROKEN_RULES,
    CAPS,
    FLOOR,
    HIGHEST,
    PASTIMES,
    TRADE_FROM,
    TRADED,
    Fault,
    Sketch,
    specialty_of,
    taught,
)
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack_rows import Code
from gardien.systems.operators.values import CODES


def refusal_of(fault: Fault, sketch: Sketch, assigned: dict[Code, int], options: Options) -> Refusal:
    """The field a fault lies in, what came and what is allowed."""
    id, field, words = _told(fault, sketch, assigned, options)
    return Refusal(id, kind="refused", field=field, rule=BROKEN_RULES[fault], **words)


def _told(fault: Fault, sketch: Sketch, assigned: dict[Code, int], options: Options) -> tuple[str, str, dict[str, Any]]:
    specialty = specialty_of(sketch.specialty, sketch.custom_specialty)
    final = {code: sketch.final(code, assigned[code]) for code in CODES}
    match fault:
        case "score_out_of_range":
            code = next(code for code in CODES if not FLOOR <= assigned[code] <= HIGHEST)
            return "field/range", code, {"came": assigned[code], "low": FLOOR, "high": HIGHEST}
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
            course = next(one for one in sketch.trainings if not taught(one))
            rows = pack.specialty(course.specialty).advantages
            shown = [f"{one.characteristic} {one.domain}" for one in rows]
            return "field/one_of", "trainings", {"came": f"{course.characteristic} {course.domain}", "allowed": shown}
        case "training_edu_too_low":
            low = max(pack.specialty(one.specialty).edu_min for one in sketch.trainings)
            return "field/at_least", "EDU", {"came": final["EDU"], "low": low}
