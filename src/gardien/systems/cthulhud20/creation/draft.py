"""What a draft of an investigator holds so far, right or wrong, and what is left to choose (P-ABIL, P-SKILL)."""

from typing import Any

from gardien.core.creation import Content, Purse
from gardien.core.rows import key_of_name
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation.check import ARRAY, GOOD_SAVES, POINTS, price_of, score_at_age
from gardien.systems.cthulhud20.creation.choices import skill_key
from gardien.systems.cthulhud20.creation.placing import certain, cost_of
from gardien.systems.cthulhud20.pack.rows import Profession
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.growth.levels import WRITTEN, feats_by, in_order, points_by, rises_by
from gardien.systems.cthulhud20.rules.growth.score_rolls import SETS
from gardien.systems.cthulhud20.rules.growth.skill_points import CORE_SKILLS
from gardien.systems.cthulhud20.sheet.display_names import feat_name
from gardien.systems.cthulhud20.vocabulary import ABILITIES, Ability


def profession_of(given: Content) -> Profession | None:
    """The profession chosen so far, if the pack has it."""
    chosen = given.get("profession")
    rows = pack.table("professions", "profession")
    key = key_of_name(rows, chosen) if isinstance(chosen, str) else ""
    return next((row for row in rows if row.key == key), None)


def _whole(given: Content, field: str, low: int, high: int, usual: int) -> int:
    """A number within its limits, or the usual one."""
    number = given.get(field)
    return number if isinstance(number, int) and low <= number <= high else usual


def level_of(given: Content) -> int:
    return _whole(given, "level", 1, 20, 1)


def age_of(given: Content) -> int:
    return _whole(given, "age", 1, 120, 25)


def scores_of(given: Content, field: str = "abilities") -> dict[Ability, int]:
    scores = given.get(field)
    listed = scores if isinstance(scores, dict) else {}
    return {one: listed[one] for one in ABILITIES if isinstance(listed.get(one), int) and 0 < listed[one] <= 30}


def texts_of(given: Content, field: str) -> list[str]:
    texts = given.get(field)
    return [str(one) for one in texts] if isinstance(texts, list | tuple) else []


def ranks_of(given: Content, field: str) -> dict[str, float]:
    ranks = given.get(field)
    items = ranks.items() if isinstance(ranks, dict) else ()
    return {
        skill_key(str(key)): one for key, one in items if isinstance(one, int | float) and not isinstance(one, bool)
    }


def core_of(given: Content) -> list[str]:
    """The core skills known so far: those of the profession, those named, those with ranks."""
    row = profession_of(given)
    named = [skill_key(one) for one in texts_of(given, "core_skills")]
    known = (*(certain(row.key) if row else ()), *named, *ranks_of(given, "core_ranks"))
    return [key for key in dict.fromkeys(known) if key in pack.skill_keys()]


def feats_of(given: Content) -> list[str]:
    return [one for one in texts_of(given, "feats") if feat_name(one, "en") != one]


def person_of(given: Content) -> Combatant | None:
    """Somebody of the first level, once all abilities are known."""
    scores, option = scores_of(given), given.get("combat_option")
    if len(scores) < len(ABILITIES):
        return None
    age = age_of(given)
    abilities: Any = {WRITTEN.get(one, one): score_at_age(score, one, age) for one, score in scores.items()}
    return Combatant(**abilities, combat_option="defence" if option == "defence" else "offence")


def points_of(given: Content) -> int | None:
    """Skill points of all levels; nothing while Intelligence is open (CD20-P-SKILL-02)."""
    scores = scores_of(given)
    if "int" not in scores:
        return None
    who = Combatant(intellect=score_at_age(scores["int"], "int", age_of(given)))
    level, known = level_of(given), scores_of(given, "increases")
    if sum(known.values()) > len(rises_by(level)):
        known = {}
    return points_by(who, level, in_order(who, level, known, ()))


# ---- what is left ----


def purses(given: Content, options: Content) -> list[Purse]:
    """Scores to place or to buy, points of the levels, saves, core skills, ranks, feats."""
    level, gathered = level_of(given), _ability_purses(given)
    rises = len(rises_by(level))
    if rises:
        left = rises - sum(scores_of(given, "increases").values())
        gathered.append(Purse(field="increases", left=left, of=rises, rule="CD20-P-ABIL-01"))
    option = given.get("combat_option")
    if option in GOOD_SAVES:
        most = GOOD_SAVES[option]  # type: ignore[index]
        left = most - len(texts_of(given, "good_saves"))
        gathered.append(Purse(field="good_saves", left=left, of=most, rule="CD20-P-LEVEL-01"))
    row = profession_of(given)
    if row is not None:
        known = core_of(given)
        most = CORE_SKILLS - len(certain(row.key))
        gathered.append(Purse(field="core_skills", left=CORE_SKILLS - len(known), of=most, rule="CD20-P-SKILL-02"))
    points = points_of(given)
    if points is not None:
        spent = round(cost_of(ranks_of(given, "core_ranks"), ranks_of(given, "other_ranks")))
        gathered.append(Purse(field="core_ranks", left=points - spent, of=points, rule="CD20-P-SKILL-02"))
    slots = len(feats_by(level))
    gathered.append(Purse(field="feats", left=slots - len(texts_of(given, "feats")), of=slots, rule="CD20-P-LEVEL-01"))
    return gathered


def _ability_purses(given: Content) -> list[Purse]:
    """Points to buy scores with, or scores to place (CD20-P-ABIL-01)."""
    scores, method = scores_of(given), given.get("method", "rolled")
    if method == "points":
        left = POINTS - sum(map(price_of, scores.values()))
        return [Purse(field="abilities", left=left, of=POINTS, rule="CD20-P-ABIL-01")]
    values = list(ARRAY) if method == "array" else [one for one in given.get("rolls") or () if isinstance(one, int)]
    if len(values) < SETS:
        return []
    for score in scores.values():
        if score in values:
            values.remove(score)
    return [Purse(field="abilities", left=min(len(values), SETS - len(scores)), of=SETS, rule="CD20-P-ABIL-01")]
