"""A rule of creation that is broken, told as what is wrong with a field (CREA, TRAIT)."""

from collections.abc import Mapping, Sequence
from typing import Any

from gardien.core.errors import Refusal, nearest
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Code, modifier_of
from gardien.systems.d20d100.rules.growth import skill_points, traits
from gardien.systems.d20d100.rules.growth.score_rolls import Rejection
from gardien.systems.d20d100.rules.growth.scores import SCHOOLING
from gardien.systems.d20d100.rules.growth.skill_points import SpendGiven
from gardien.systems.d20d100.rules.growth.traits import Trait


def refuse_points(fault: skill_points.Fault, given: SpendGiven, options: Options) -> Refusal:
    """The field in which points were spent against the rules, what came and what is allowed."""
    id, field, words = _points(fault, given, options)
    return Refusal(id, kind="refused", field=field, rule=skill_points.BROKEN_RULES[fault], **words)


def _points(fault: skill_points.Fault, given: SpendGiven, options: Options) -> tuple[str, str, dict[str, Any]]:
    trade, mine, others = given.profession_skills, given.profession_spending, given.secondary_spending
    match fault:
        case "unknown_skill":
            came = next(key for key in (*trade, *mine, *others) if not skill_points.is_skill(key))
            return "field/one_of", "profession_skills", {"came": came, "allowed": pack.keys("skills", "skill")}
        case "duplicate_profession_skill":
            return "field/twice", "profession_skills", {"came": next(key for key in trade if trade.count(key) > 1)}
        case "too_few_profession_skills":
            return "field/length_at_least", "profession_skills", {"low": skill_points.FEWEST_SKILLS}
        case "too_many_profession_skills":
            return "field/length_at_most", "profession_skills", {"came": len(trade), "high": skill_points.MOST_SKILLS}
        case "not_a_profession_skill":
            came = next(key for key, points in mine.items() if points and key not in trade)
            return "field/not_allowed", "profession_spending", {"came": came, "allowed": list(trade)}
        case "profession_over_cap":
            return (
                "field/at_most",
                "profession_spending",
                {"came": max(mine.values()), "high": skill_points.PROFESSION_CAP},
            )
        case "profession_overspent":
            most = skill_points.profession_points(given.score(given.key_characteristic))
            return "field/at_most", "profession_spending", {"came": sum(mine.values()), "high": most}
        case "profession_skill_in_secondary":
            came = next(key for key, points in others.items() if points and key in trade)
            free = [key for key in pack.keys("skills", "skill") if key not in trade]
            return "field/not_allowed", "secondary_spending", {"came": came, "allowed": free}
        case "secondary_over_cap":
            return "field/at_most", "secondary_spending", {"came": max(others.values()), "high": options.secondary_cap}
        case "secondary_overspent":
            most = skill_points.secondary_points(given.score("INT"))
            return "field/at_most", "secondary_spending", {"came": sum(others.values()), "high": most}


def refuse_traits(fault: traits.Fault, taken: Sequence[Trait], scores: Mapping[Code, int], options: Options) -> Refusal:
    """What is wrong with a list of traits."""
    id, field, words = _traits(fault, taken, scores, options)
    return Refusal(id, kind="refused", field=field, rule=traits.BROKEN_RULES[fault], **words)


def _traits(
    fault: traits.Fault, taken: Sequence[Trait], scores: Mapping[Code, int], options: Options
) -> tuple[str, str, dict[str, Any]]:
    def first() -> Trait:
        return next(one for one in taken if fault in traits.own_faults(one, scores, options))

    match fault:
        case "unknown_trait":
            return "field/one_of", "traits", {"came": first().key, "allowed": pack.keys("traits", "trait")}
        case "duplicate_trait":
            named = [traits.same(one) for one in taken]
            return "field/twice", "traits", {"came": next(one[0] for one in named if named.count(one) > 1)}
        case "missing_target":
            return "field/missing", "traits", {"came": first().key, "allowed": "target"}
        case "bad_target":
            row = pack.trait(first().key)
            many = "weapons" if row.target == "weapon" else "skills"
            rest = [key for key in pack.keys(many, many.removesuffix("s")) if traits.fits(row, key)]
            known = list(row.targets) or rest
            meant = nearest(first().target, known)  # whoever began to write one is not read all of them
            listed = skill_points.is_skill(first().target) or first().target in pack.keys("weapons", "weapon")
            id = "field/not_allowed" if listed else "field/one_of"
            return id, "traits", {"came": first().target, "allowed": [meant] if meant and not listed else known}
        case "needs_dex_above_13":
            return "field/at_least", "scores", {"came": scores.get("DEX", 10), "low": 14}
        case "not_justified":
            return "field/not_allowed", "traits", {"came": first().key, "allowed": "justified"}
        case "psychic_not_allowed":
            return "field/not_allowed", "traits", {"came": first().key, "allowed": "psychic_traits"}
        case "too_many_negative":
            return "field/length_at_most", "traits", {"came": len(taken), "high": traits.MOST_NEGATIVE}
        case "too_many_traits":
            return "field/length_at_most", "traits", {"came": len(taken), "high": len(taken) + traits.slots_left(taken)}


def refuse_rolls(reason: Rejection, rolls: Sequence[int], options: Options) -> Refusal:
    """Why seven rolls are to be made again (D100-CREA-02, D100-CREA-03)."""
    total = sum(modifier_of(one) for one in rolls)
    low, high = options.creation_sum_min, options.creation_sum_max
    refusals: dict[Rejection, tuple[str, str, dict[str, Any]]] = {
        "no_high": ("field/at_least", "D100-CREA-02", {"came": max(rolls), "low": 14}),
        "no_low": ("field/at_most", "D100-CREA-02", {"came": min(rolls), "high": 9}),
        "sum_too_low": ("field/range", "D100-CREA-03", {"came": total, "low": low, "high": high}),
        "sum_too_high": ("field/range", "D100-CREA-03", {"came": total, "low": low, "high": high}),
    }
    id, rule, words = refusals[reason]
    return Refusal(id, kind="refused", field="rolls", rule=rule, **words)


def refuse_score(code: Code, score: int, left: Sequence[int]) -> Refusal:
    """A score that none of the seven rolls makes (D100-CREA-05, D100-CREA-06)."""
    free = sorted(set(left))
    if code != "EDU":
        allowed, came = free, f"{code} {score}"
        return Refusal("field/one_of", kind="refused", field="scores", rule="D100-CREA-06", came=came, allowed=allowed)
    told: dict[str, Any] = {"came": code, "left": free, "more": SCHOOLING, "total": [one + SCHOOLING for one in free]}
    return Refusal("field/raised", kind="refused", field="scores", rule="D100-CREA-05", **told)
