"""A rule of creation that is broken, told as what is wrong with a field (M1 to M4, M10, M14)."""

from collections.abc import Mapping
from typing import Any

from gardien.core.errors import Refusal
from gardien.systems.organique import pack
from gardien.systems.organique.creation.check import (
    ADVANTAGES,
    HEALTH_RANGE,
    Created,
    CreateGiven,
    Fault,
    Scores,
    judge,
    trait_points,
)
from gardien.systems.organique.creation.choices import LEARNED, DrawGiven
from gardien.systems.organique.creation.placing import goods_price, list_of, price_of, specialities_most
from gardien.systems.organique.rules.network.systems import FAMILIES, plain
from gardien.systems.organique.vocabulary import CODES, ClassKey, Code

RESERVES = ("SNG", "CPS", "INC")
RULES = {
    **dict.fromkeys(LEARNED, "ORG-SKILL-02"),
    **dict.fromkeys(RESERVES, "ORG-HP-01"),
    "armour": "ORG-ARM-03",
    "programs": "ORG-HACK-06",
    "specialities": "ORG-HACK-27",
}  # points, traits and money are the table's own (M1 to M3): no rule of the source speaks of them


def _refusal(id: str, field: str, **words: Any) -> Refusal:
    return Refusal(id, kind="refused", field=field, rule=RULES.get(field, ""), **words)


# ---- the least that somebody can be ----


def decided_skills(given: DrawGiven) -> dict[str, int]:
    """All skills that are decided, of whichever list."""
    return {key: level for field in LEARNED for key, level in (getattr(given, field) or {}).items()}


def least_scores(given: DrawGiven, player_class: ClassKey, traits: Mapping[str, int]) -> dict[Code, int]:
    """The scores that are decided, the lowest of all others; INT as high as the skills that are decided ask for."""
    scores: dict[Code, int] = {**dict.fromkeys(CODES, 1), **(given.scores or {})}
    if "INT" not in (given.scores or {}):
        short = _judge_choices(given, player_class, traits, scores)
        missing = short.skill_cost - short.skill_points
        scores["INT"] = min(20, 1 + max(0, -(-missing // 2)))
    return scores


def _judge_choices(
    given: DrawGiven, player_class: ClassKey, traits: Mapping[str, int], scores: dict[Code, int]
) -> Created:
    reserves = {name: HEALTH_RANGE[0] if getattr(given, name) is None else getattr(given, name) for name in RESERVES}
    made = CreateGiven(
        scores=Scores(**scores),
        **reserves,
        character_class=player_class,
        skills=decided_skills(given),
        traits=dict(traits),
    )
    return judge(made)


def wrong(given: DrawGiven, player_class: ClassKey, traits: Mapping[str, int]) -> Refusal | None:
    """What keeps the choices so far from ever becoming somebody of this class with these traits; nothing: they can."""
    created = _judge_choices(given, player_class, traits, least_scores(given, player_class, traits))
    if created.errors:
        return refusal_of(created.errors[0], created, given, player_class, traits)
    spent, money = decided_price(given), pack.player_class(player_class).money
    if spent > money:
        return _refusal("field/at_most", "arms", came=spent, high=money)
    return None


def refusal_of(
    fault: Fault, created: Created, given: DrawGiven, player_class: ClassKey, traits: Mapping[str, int]
) -> Refusal:
    """A fault of creation beside the field it comes from."""
    match fault:
        case "scores":
            return _refusal("field/at_most", "scores", came=created.score_sum, high=created.score_limit)
        case "reserves":
            last = [name for name in RESERVES if getattr(given, name) is not None][-1]
            return _refusal("field/at_most", last, came=created.health_sum, high=created.health_limit)
        case "traits":
            return _unpaid(player_class, traits)
        case "skill_points":
            return _refusal("field/at_most", "skills", came=created.skill_cost, high=created.skill_points)
    taken = frozenset(traits)
    skill = next(key for key in decided_skills(given) if price_of(key, player_class, taken) is None)
    return _refusal("creation/out_of_reach", list_of(skill), came=skill)


def _unpaid(player_class: ClassKey, traits: Mapping[str, int]) -> Refusal:
    """A trait taken too often, more than four points of advantages, or fewer of drawbacks (M2)."""
    for key, times in traits.items():
        if times > pack.trait(key).most:
            return _refusal("field/at_most", f"traits.{key}", came=times, high=pack.trait(key).most)
    gained, lost = trait_points(player_class, dict(traits)) or (0, 0)
    return _refusal("field/at_most", "traits", came=gained, high=min(lost, ADVANTAGES))


# ---- what is carried ----


def decided_price(given: DrawGiven) -> float:
    """What the goods that are decided cost."""
    return goods_price(
        given.arms or (), given.armour or (), given.computer or "", given.programs or {}, given.drugs or {}
    )


def goods_refused(given: DrawGiven) -> Refusal | None:
    """Two armours in one place, or a program of a rating that nobody sells (M10, M14)."""
    layers: dict[str, str] = {}
    for key in given.armour or ():
        other = layers.setdefault(pack.armour(key).layer, key)
        if other != key or (given.armour or ()).count(key) > 1:
            return _refusal("creation/same_place", "armour", came=key, other=other)
    for key, rating in (given.programs or {}).items():
        ratings = pack.program(key).ratings
        if ratings and rating not in ratings:
            return _refusal("field/one_of", "programs", came=rating, allowed=list(ratings))
    return None


def families(systems: "tuple[str, ...]") -> int:
    """How many families of operating systems these are: Open Free and OpenCert are learnt together (M14)."""
    akin = {next((family for family in FAMILIES if plain(one) in family), frozenset((plain(one),))) for one in systems}
    return len(akin)


def speciality_refused(systems: "tuple[str, ...]", level: int) -> Refusal | None:
    """More families of operating systems than the skill brings (M14)."""
    came, most = families(systems), specialities_most(level)
    return _refusal("field/at_most", "specialities", came=came, high=most) if came > most else None
