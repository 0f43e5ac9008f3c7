"""What a draft of a runner holds so far, right or wrong, and what is left to choose (M1 to M4, M14)."""

from collections.abc import Iterable

from gardien.core.creation import Content, Purse
from gardien.systems.organique import pack
from gardien.systems.organique.creation.check import (
    ADVANTAGES,
    HEALTH,
    PER_INT,
    SCORES,
    SKILLS,
    category_of,
    points_from_traits,
    skill_cost,
    trait_points,
)
from gardien.systems.organique.creation.choices import LEARNED, TABLE_OF, key_of
from gardien.systems.organique.creation.faults import RESERVES, RULES, families
from gardien.systems.organique.creation.placing import goods_price, price_of, specialities_most
from gardien.systems.organique.pack.rows import ClassRow
from gardien.systems.organique.vocabulary import CODES, ClassKey

WORN = ("arms", "armour", "computer", "programs", "drugs")  # what is bought
MOST = 1000  # whatever is typed beyond is no number of this game


# ---- what was typed ----


def named_rows(given: Content, field: str) -> list[str]:
    """The rows of the pack that an input names so far."""
    value = given.get(field)
    written: Iterable[object] = (
        (value,) if isinstance(value, str) else value if isinstance(value, list | tuple | dict) else ()
    )
    keys = [key_of(field, str(one)) for one in written]
    return [key for key in keys if (category_of(key) if field == "skills" else key in pack.keys(*TABLE_OF[field]))]


def numbers(given: Content, field: str) -> dict[str, int]:
    """Rows of the pack with the numbers they have so far."""
    levels = given.get(field)
    items = levels.items() if isinstance(levels, dict) else ()
    known = {key_of(field, str(name)): value for name, value in items if whole(value)}
    return {key: value for key, value in known.items() if named_rows({field: key}, field)}


def whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST


def scores_of(given: Content) -> dict[str, int]:
    """The characteristics typed so far."""
    value = given.get("scores")
    listed = value if isinstance(value, dict) else {}
    return {code: listed[code] for code in CODES if whole(listed.get(code))}


def class_of(given: Content) -> ClassRow | None:
    """The class chosen so far, if the pack has it."""
    key = next(iter(named_rows(given, "player_class")), None)
    return None if key is None else pack.player_class(key)  # type: ignore[arg-type]


def traits_of(given: Content) -> dict[str, int]:
    return numbers(given, "traits")


def price(given: Content, skill: str) -> int | None:
    """What the steps of a skill are multiplied with; nothing while there is no class, or out of its reach."""
    row = class_of(given)
    return None if row is None else price_of(skill, row.key, frozenset(traits_of(given)))


def skills_of(given: Content) -> dict[str, int]:
    """All skills typed so far."""
    return {key: level for field in LEARNED for key, level in numbers(given, field).items()}


def spent_on(given: Content) -> float:
    """What the goods chosen so far cost."""
    arms, armour, computer = (named_rows(given, field) for field in WORN[:3])
    programs, drugs = (numbers(given, field) for field in WORN[3:])
    return goods_price(arms, armour, computer[0] if computer else "", programs, drugs)


# ---- what is left ----


def purses(given: Content, options: Content) -> list[Purse]:
    """Points of scores, reserves, traits and skills, operating systems, money."""
    return [*_points(given), *_skill_purses(given), *_goods(given)]


def _points(given: Content) -> list[Purse]:
    scores, traits = scores_of(given), traits_of(given)
    limit = SCORES + points_from_traits(traits, "scores")
    purses = [Purse(field="scores", left=limit - sum(scores.values()), of=limit)]
    health = HEALTH + points_from_traits(traits, "reserves")
    kept = sum(given[name] for name in RESERVES if whole(given.get(name)))
    purses.append(Purse(field="SNG", left=health - kept, of=health, rule=RULES["SNG"]))
    row = class_of(given)
    usual: ClassKey = "drifter"
    worth = trait_points(row.key if row else usual, traits) if traits else None
    if worth is not None:
        most = min(ADVANTAGES, worth[1])
        purses.append(Purse(field="traits", left=most - worth[0], of=most, kept=True))
    return purses


def _skill_purses(given: Content) -> list[Purse]:
    """One purse for the three lists; it waits for the class and for INT."""
    scores, row = scores_of(given), class_of(given)
    purses: list[Purse] = []
    if row is not None and "INT" in scores:
        points = SKILLS + PER_INT * scores["INT"]
        cost = sum(skill_cost(price(given, key) or 0, level) for key, level in skills_of(given).items())
        purses.append(Purse(field="skills", left=points - cost, of=points, rule=RULES["skills"]))
    systems = tuple(named_rows(given, "specialities"))
    most = specialities_most(skills_of(given).get("operating_system", 0))
    if most or systems:
        purses.append(Purse(field="specialities", left=most - families(systems), of=most, rule=RULES["specialities"]))
    return purses


def _goods(given: Content) -> list[Purse]:
    row = class_of(given)
    if row is None:
        return []
    return [Purse(field="arms", left=int(row.money - spent_on(given)), of=int(row.money), kept=True)]
