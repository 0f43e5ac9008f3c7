"""A new investigator: abilities by dice, array or points, every choice held to its rule (P-ABIL, P-PROF, P-FEAT)."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr, replace

from gardien.core.chance import Program, apply, repeat, step, watched
from gardien.core.inputs import BadField, check_key, check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import SAN_MOST, SAN_TIMES, Combatant, FeatKey, ProfessionKey, SkillKey
from gardien.systems.cthulhud20.rules.growth.feat_prerequisites import check_feat, missing
from gardien.systems.cthulhud20.rules.growth.score_rolls import Scores, SixSets, reading, throw_scores
from gardien.systems.cthulhud20.rules.growth.skill_points import (
    CORE_SKILLS,
    Budget,
    RankMap,
    all_points,
    budget,
    check_skills,
)
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks, destiny_received, save_alone
from gardien.systems.cthulhud20.vocabulary import ABILITIES, Ability, CombatOption, Save, modifier_of

ARRAY = (8, 10, 12, 13, 14, 15)  # CD20-P-ABIL-01
POINTS = 25  # to buy abilities with
BODY: tuple[Ability, ...] = ("str", "dex", "con")  # what age takes from; it gives to the others
LOWEST = 1  # no score is lower, however old
GOOD_SAVES: dict[CombatOption, int] = {"offence": 1, "defence": 2}  # CD20-P-LEVEL-01
FEATS = 2  # at the first level
ANY_FIELD = "knowledge_*"  # one field of Knowledge, whichever (CD20-P-PROF-01)

Method: TypeAlias = Literal["rolled", "array", "points"]
Bought: TypeAlias = Annotated[int, Meta(ge=1, le=30)]
AbilityMap: TypeAlias = Annotated[dict[Ability, Bought], Meta(max_length=6)]
VERDICT = ("valid", "errors")  # what odds tell unasked
DETAILS = ("scores", "abilities", "pv_max", "pf_max", "fort", "ref", "will", "san", "skill_points", "skill_points_left")


# ---- abilities ----


def score_at_age(score: int, ability: Ability, age: int) -> int:
    """A score at an age: from 50 on the body fails and the mind gains (CD20-P-ABIL-01)."""
    rows = [row for row in pack.table("scales", "ageing") if age >= row.age]
    changed: int = score + sum(row.body if ability in BODY else row.mind for row in rows)
    return max(LOWEST, changed)


def scores_at_age(scores: Mapping[Ability, int], age: int) -> dict[Ability, int]:
    """Six scores at an age."""
    return {ability: score_at_age(scores[ability], ability, age) for ability in ABILITIES}


def price_of(score: int) -> int:
    """What a score costs in points; beyond what is for sale it counts as the nearest that is (CD20-P-ABIL-01)."""
    rows = pack.table("scales", "price")
    nearest = next((row for row in rows if row.score >= score), rows[-1])
    return int(nearest.points)


def abilities_fit(method: Method, scores: Mapping[Ability, int]) -> bool:
    """Whether six scores are those of the array, or can be bought (CD20-P-ABIL-01)."""
    values = sorted(scores.values())
    if method == "points":
        rows = pack.table("scales", "price")
        for_sale = rows[0].score <= values[0] and values[-1] <= rows[-1].score
        return bool(for_sale and sum(map(price_of, values)) <= POINTS)
    return method == "rolled" or tuple(values) == ARRAY


# ---- core skills ----


def fits(slot: str, skill: str) -> bool:
    """Whether a skill stands in a place of a profession’s list: this one, either of two, or any field."""
    return skill.startswith(ANY_FIELD[:-1]) if slot == ANY_FIELD else skill in slot.split("/")


def covers(slots: Sequence[str], skills: frozenset[str]) -> bool:
    """Whether every place of a list finds a skill of its own (CD20-P-PROF-01)."""
    if not slots:
        return True
    first, *others = slots
    return any(fits(first, one) and covers(others, skills - {one}) for one in skills)


def core_fits(profession: str, core_skills: Sequence[str]) -> bool:
    """Twelve different core skills, the nine of the profession among them (CD20-P-SKILL-02, CD20-P-PROF-01)."""
    chosen = frozenset(core_skills)
    slots = sorted(pack.profession(profession).skills, key=lambda slot: slot == ANY_FIELD)  # the open ones last
    return len(core_skills) == len(chosen) == CORE_SKILLS and covers(slots, chosen)


# ---- a new investigator ----


class CreateGiven(Value, frozen=True, kw_only=True):
    """How abilities come about, and everything that is chosen."""

    method: Method = "array"
    abilities: AbilityMap | None = None
    order: Annotated[tuple[Ability, ...], Meta(min_length=6, max_length=6)] = ABILITIES
    age: Annotated[int, Meta(ge=15, le=120)] = 25
    combat_option: CombatOption = "offence"
    good_saves: Annotated[tuple[Save, ...], Meta(max_length=3)]
    profession: ProfessionKey
    core_skills: Annotated[tuple[SkillKey, ...], Meta(max_length=60)]
    skill_ranks: RankMap = {}
    feats: Annotated[tuple[FeatKey, ...], Meta(max_length=20)]

    def __post_init__(self) -> None:
        check_key("profession", self.profession, pack.profession)
        check_skills("core_skills", self.core_skills)
        check_skills("skill_ranks", self.skill_ranks)
        for feat in self.feats:
            check_feat("feats", feat)
        check_unique("order", list(self.order))
        self._check_abilities()
        force_setattr(self, "skill_ranks", frozen_map(self.skill_ranks))
        if self.abilities is not None:
            force_setattr(self, "abilities", frozen_map(self.abilities))

    def _check_abilities(self) -> None:
        """All six where they are chosen, none where dice decide (CD20-P-ABIL-01)."""
        if self.method == "rolled" and self.abilities is not None:
            raise BadField(
                "abilities", "field/not_allowed", "CD20-P-ABIL-01", came=self.method, allowed="array, points"
            )
        if self.method != "rolled":
            for ability in ABILITIES:
                if ability not in (self.abilities or {}):
                    raise BadField("abilities", "field/missing", "CD20-P-ABIL-01", allowed=ability)


class Created(Value, frozen=True, kw_only=True):
    """A new investigator, and every fault in the choices."""

    valid: bool | UnsetType = UNSET
    errors: tuple[str, ...] | UnsetType = UNSET
    scores: tuple[int, ...] | UnsetType = UNSET
    points_spent: int | UnsetType = UNSET
    abilities: dict[Ability, int] | UnsetType = UNSET
    level: int
    pv_max: int | UnsetType = UNSET
    pf_max: int | UnsetType = UNSET
    base_attack: tuple[int, ...]
    fort: int | UnsetType = UNSET
    ref: int | UnsetType = UNSET
    will: int | UnsetType = UNSET
    san: int | UnsetType = UNSET
    destiny_received: int
    skill_points: int | UnsetType = UNSET
    skill_points_left: float | UnsetType = UNSET


def born(given: CreateGiven, abilities: Mapping[Ability, int]) -> Combatant:
    """Somebody of the first level with these abilities."""
    return Combatant(
        strength=abilities["str"],
        dex=abilities["dex"],
        con=abilities["con"],
        intellect=abilities["int"],
        wis=abilities["wis"],
        cha=abilities["cha"],
        combat_option=given.combat_option,
        good_saves=given.good_saves,
        feats=given.feats,
    )


def feats_missing(who: Combatant) -> list[str]:
    """Feats that may not be taken, whatever the order in which they are named: each beside all others."""
    missing_feats = [
        feat
        for at, feat in enumerate(who.feats)
        if missing(replace(who, feats=(*who.feats[:at], *who.feats[at + 1 :])), feat) is not None
    ]
    return list(dict.fromkeys(missing_feats))


def faults_of(given: CreateGiven, fitting: bool, who: Combatant, spending: Budget) -> tuple[str, ...]:
    """Every fault by its word: scores, saves, feats, core skills, ranks; `fitting` says whether the scores were."""
    faults = [] if fitting else ["abilities"]
    if len(given.good_saves) != GOOD_SAVES[given.combat_option] or len(set(given.good_saves)) < len(given.good_saves):
        faults.append("good_saves")
    if len(given.feats) != FEATS:
        faults.append("feats")
    faults += [f"feat:{feat}" for feat in feats_missing(who)]
    if not core_fits(given.profession, given.core_skills):
        faults.append("core_skills")
    return (*faults, *(one for one in spending.errors if one != "core"))


def facts_of(given: CreateGiven, ability: Ability, wanted: frozenset[str]) -> Any:
    """What of a thrown score reaches the outcome, as a function of the score: odds tell no more apart."""
    judged = bool(wanted & {*VERDICT})
    rows = [pack.feat(feat) for feat in given.feats]
    least = [row.least for row in rows if row.ability == ability and judged]
    spent = budget(10, 1, given.core_skills, given.skill_ranks).spent

    def facts(thrown: int) -> Hashable:
        score = score_at_age(thrown, ability, given.age)
        facts_of_score: list[Hashable] = [score >= one for one in least]
        if wanted & {"scores", "abilities"}:
            facts_of_score.append(thrown)
        for field, code in (("pv_max", "con"), ("pf_max", "con"), ("fort", "con"), ("ref", "dex"), ("will", "wis")):
            if ability == code and field in wanted:
                facts_of_score.append(modifier_of(score))
        if ability == "wis" and "san" in wanted:
            facts_of_score.append(min(SAN_MOST, SAN_TIMES * score))
        if ability == "int":
            facts_of_score.append(judged and spent > all_points(score, 1))
            if wanted & {"skill_points", "skill_points_left"}:
                facts_of_score.append(all_points(score, 1))
        return tuple(facts_of_score)

    return facts


def throw_abilities(given: CreateGiven, wanted: frozenset[str]) -> Program[Scores]:
    """Six sets in the order in which they fell, as coarse as what is looked at allows (CD20-P-ABIL-01)."""
    readings = tuple(reading(facts_of(given, ability, wanted)) for ability in given.order)
    return (yield from repeat(throw_scores, SixSets(readings)))


@procedure(
    "create_character",
    rules="""CD20-P-ABIL-01 CD20-P-LEVEL-01 CD20-P-SKILL-02 CD20-P-PROF-01 CD20-P-FEAT-01 CD20-HP-01 CD20-HP-02
    CD20-DEST-01 CD20-P-SAN-01""",
    dice=("d6",),
    watched=VERDICT,
    headline=("valid",),
)
def create(given: CreateGiven, options: Options) -> Program[Created]:
    """Abilities, then saves, profession, skills and feats, each held to its rule; and what follows from them."""
    wanted = frozenset((*VERDICT, *DETAILS))
    thrown: Scores | UnsetType = UNSET
    if given.method == "rolled":
        wanted = yield from watched(*VERDICT, *DETAILS)
        thrown = yield from apply(throw_abilities, given, wanted)
        chosen: Mapping[Ability, int] = dict(zip(given.order, thrown, strict=True))
    else:
        assert given.abilities is not None  # the inputs have checked themselves
        chosen = given.abilities
    abilities = scores_at_age(chosen, given.age)
    who = born(given, abilities)
    spending = budget(abilities["int"], 1, given.core_skills, given.skill_ranks)
    errors: tuple[str, ...] | UnsetType = UNSET
    if wanted & {*VERDICT}:
        errors = faults_of(given, abilities_fit(given.method, chosen), who, spending)
        yield from step("valid", not errors, "CD20-P-PROF-01")
    values: dict[str, tuple[Any, str]] = {  # each with the rule it comes from
        "scores": (thrown, "CD20-P-ABIL-01"),
        "abilities": (frozen_map(abilities), "CD20-P-ABIL-01"),
        "pv_max": (who.life_max, "CD20-HP-01"),
        "pf_max": (who.breath_max, "CD20-HP-02"),
        "fort": (save_alone(who, "fort"), "CD20-P-SAVE-01"),
        "ref": (save_alone(who, "ref"), "CD20-P-SAVE-01"),
        "will": (save_alone(who, "will"), "CD20-P-SAVE-01"),
        "san": (who.sanity, "CD20-P-SAN-01"),
        "skill_points": (spending.total, "CD20-P-SKILL-02"),
        "skill_points_left": (spending.left, "CD20-P-SKILL-02"),
    }
    fields = {name: one for name, one in values.items() if name in wanted}
    for name, (value, rule) in fields.items():
        if isinstance(value, int | float):
            yield from step(name, value, rule)
    points: int | UnsetType = UNSET
    if given.method == "points":
        points = sum(map(price_of, chosen.values()))
        yield from step("points_spent", points, "CD20-P-ABIL-01")
    return Created(
        valid=UNSET if errors is UNSET else not errors,
        errors=errors,
        points_spent=points,
        level=who.level,
        base_attack=base_attacks(who),
        destiny_received=destiny_received(who, options),
        **{name: value for name, (value, _) in fields.items()},
    )
