"""Scores, core skills and ranks put where a profession needs them (P-ABIL, P-PROF, P-SKILL)."""

from collections.abc import Mapping, Sequence

from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation.check import ANY_FIELD, ARRAY, POINTS, fits, price_of
from gardien.systems.cthulhud20.rules.growth.score_rolls import HIGH_FROM, is_rejected, ways_of_a_set
from gardien.systems.cthulhud20.rules.growth.skill_points import CORE, CORE_SKILLS, OTHER, UNBOUGHT
from gardien.systems.cthulhud20.vocabulary import ABILITIES, Ability, modifier_of

REST: tuple[Ability, ...] = ("dex", "con", "wis", "int", "cha", "str")  # when a profession says nothing more
IN_DEPTH = 2  # skills fewer than points would carry to the limit, so that the others are not forgotten


# ---- abilities ----


def order_of(skills: Sequence[str], first: Sequence[Ability] = ()) -> list[Ability]:
    """The abilities that a list of skills lives on, the most important first."""
    counts = dict.fromkeys(REST, 0)
    for row in map(pack.skill, skills):
        if row.ability:
            counts[row.ability] += 1
    return list(dict.fromkeys((*first, *sorted(REST, key=lambda ability: -counts[ability]))))


def buy_scores(decided: Mapping[Ability, int], order: Sequence[Ability]) -> dict[Ability, int]:
    """The points that are left for the abilities in their order: those of the array first, then ever higher."""
    left = POINTS - sum(map(price_of, decided.values()))
    lowest, highest = (pack.table("scales", "price")[at].score for at in (0, -1))
    scores = dict.fromkeys(order, lowest)
    for ability, wish in zip(order, sorted(ARRAY, reverse=True), strict=False):
        scores[ability] = max(score for score in range(lowest, wish + 1) if price_of(score) <= left)
        left -= price_of(scores[ability])
    for ability in order:
        while scores[ability] < highest and (more := price_of(scores[ability] + 1) - price_of(scores[ability])) <= left:
            scores[ability], left = scores[ability] + 1, left - more
    return scores


def open_sets(decided: Sequence[int], count: int) -> float:
    """How often `count` more throws make six scores that may be kept (CD20-P-ABIL-01)."""
    ways: dict[tuple[int, bool], int] = {
        (sum(map(modifier_of, decided)), any(modifier_of(one) >= HIGH_FROM for one in decided)): 1
    }
    for _ in range(count):
        more: dict[tuple[int, bool], int] = {}
        for (total, high), way in ways.items():
            for score, times in ways_of_a_set().items():
                state = (total + modifier_of(score), high or modifier_of(score) >= HIGH_FROM)
                more[state] = more.get(state, 0) + way * times
        ways = more
    kept = sum(way for (total, high), way in ways.items() if not is_rejected(total, HIGH_FROM if high else 0))
    return kept / sum(ways.values())


def short_of(scores: Mapping[Ability, int], least: Mapping[Ability, int]) -> bool:
    """Whether a score is lower than something asks for."""
    return any(scores.get(ability, score) < score for ability, score in least.items())


# ---- core skills ----


def certain(profession: str) -> list[str]:
    """The core skills that come with a profession whatever is chosen (CD20-P-PROF-01)."""
    return [slot for slot in pack.profession(profession).skills if "/" not in slot and slot != ANY_FIELD]


def open_slots(profession: str, chosen: Sequence[str]) -> list[str]:
    """The places of a list that no chosen skill fills yet; either of two before any field (CD20-P-PROF-01)."""
    slots = [slot for slot in pack.profession(profession).skills if "/" in slot or slot == ANY_FIELD]
    free = [skill for skill in chosen if skill not in certain(profession)]
    left = []
    for slot in sorted(slots, key=lambda one: one == ANY_FIELD):
        filling = next((skill for skill in free if fits(slot, skill)), None)
        if filling is None:
            left.append(slot)
        else:
            free.remove(filling)
    return left


def candidates(slot: str, taken: Sequence[str], modern: bool) -> list[str]:
    """The skills that may fill a place; those of today only where it is today."""
    skills = [key for key in pack.skill_keys() if fits(slot, key) and key not in taken]
    return [key for key in skills if modern or not pack.skill(key).modern] or skills


def free_places(profession: str, chosen: Sequence[str]) -> int:
    """How many of the twelve core skills are still to be named; negative where there are too many."""
    held = {*certain(profession), *chosen}
    return CORE_SKILLS - len(held)


def room_for(profession: str, chosen: Sequence[str]) -> bool:
    """Whether twelve core skills can hold these and all those of the profession (CD20-P-SKILL-02)."""
    return free_places(profession, chosen) >= len(open_slots(profession, chosen)) and UNBOUGHT not in chosen


# ---- ranks ----


def spread_points(points: int, skills: Sequence[str], most: int) -> dict[str, int]:
    """Points over core skills in their order: the first to their limit, what is left by turns over the others."""
    deep = max(0, points // most - IN_DEPTH)
    ranks = {skill: min(most, points) for skill in skills[:deep]}
    left = points - sum(ranks.values())
    rest = list(skills[deep:])
    while left and any(ranks.get(skill, 0) < most for skill in rest):
        for skill in rest:
            if left and ranks.get(skill, 0) < most:
                ranks[skill] = ranks.get(skill, 0) + CORE
                left -= CORE
    return ranks


def half_ranks(points: int, skills: Sequence[str], most: float) -> dict[str, float]:
    """What is left over other skills in their order; a point buys half a rank (CD20-P-SKILL-02)."""
    ranks: dict[str, float] = {}
    for skill in skills:
        rank = min(most, points / OTHER)
        if rank:
            ranks[skill] = rank
            points -= round(rank * OTHER)
    return ranks


def cost_of(core: Mapping[str, float], others: Mapping[str, float]) -> float:
    """What ranks cost (CD20-P-SKILL-02)."""
    return sum(core.values()) * CORE + sum(others.values()) * OTHER


def unknown_of(scores: Mapping[Ability, int]) -> list[Ability]:
    """The abilities that nothing is decided about."""
    return [ability for ability in ABILITIES if ability not in scores]
