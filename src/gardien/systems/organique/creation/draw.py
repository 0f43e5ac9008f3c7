"""“Draw for me”: dice fill in whatever a runner still lacks (M1 to M4)."""

from collections.abc import Mapping
from typing import Any

from gardien.core.chance import Program
from gardien.core.drawing import Drawing, draw_name, pick, picks
from gardien.systems.organique import pack
from gardien.systems.organique.creation.check import HEALTH, PER_INT, SCORES, SKILLS, points_from_traits, skill_cost
from gardien.systems.organique.creation.choices import LEARNED, DrawGiven
from gardien.systems.organique.creation.faults import (
    decided_skills,
    goods_refused,
    least_scores,
    speciality_refused,
    wrong,
)
from gardien.systems.organique.creation.kits import BARGAINS, HANDY, KITS, LEVELS, SHAPES, UNLIKELY, Kit
from gardien.systems.organique.creation.placing import (
    goods_price,
    level_scores,
    list_of,
    price_of,
    specialities_most,
    spread_levels,
    triples,
)
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.substances.timed_effects import Lasting, begin_lasting
from gardien.systems.organique.sheet.parts import Habit, Language, weapon_lines
from gardien.systems.organique.sheet.recompute import trait_saves
from gardien.systems.organique.sheet.sheet import Runner
from gardien.systems.organique.vocabulary import CODES, ClassKey

YOUNG, OLD = 17, 49
BESIDE = 9  # skills besides those of the trade
Traits = Mapping[str, int]


def draw_runner(given: DrawGiven, options: Options) -> Program[Runner]:
    """Draw what is not given; the result keeps every rule of creation."""
    refused = goods_refused(given)
    if refused is not None:
        raise refused
    made: dict[str, Any] = yield from draw_identity(given)
    player_class = yield from draw_class(given)
    kit = KITS[player_class]
    traits = yield from draw_traits(given, player_class)
    made["lasting"] = yield from draw_addiction(given, traits)
    made |= yield from draw_scores(given, player_class, traits, kit)
    made |= yield from draw_reserves(given, traits)
    made |= yield from draw_skills(given, player_class, traits, kit, made["INT"])
    made["specialities"] = yield from draw_specialities(given, made["skills"])
    made |= belongings(given, kit, pack.player_class(player_class).money)
    made |= yield from draw_background(given)
    own: dict[str, Any] = {"traits": dict(traits), "save_mods": trait_saves(traits)}
    return Runner(**made, **own, player=given.player, player_class=player_class, notes=given.notes)


# ---- who ----


def draw_identity(given: DrawGiven) -> Drawing[dict[str, Any]]:
    """A name that agrees with the gender, an age; a name that is given tells no gender."""
    gender, name = given.gender, given.name
    if not name:
        gender, name = yield from draw_name(pack.table, gender)
    age = given.age if given.age is not None else (yield from pick(range(YOUNG, OLD + 1), "age"))
    return {"name": name, "gender": gender, "age": age}


def bargains(given: DrawGiven, player_class: ClassKey) -> list[Traits]:
    """Traits that somebody of a class may have: those decided and no others, else what suits the class (M2)."""
    if given.traits is not None:
        return [given.traits]
    costs = pack.player_class(player_class).costs
    barred = {key for key, category in UNLIKELY.items() if costs.get(category) == 1}
    barred |= set() if given.powers else {"sensitive"}
    offered: list[Traits] = [dict(one) for one in BARGAINS if not barred & dict(one).keys()]
    return [one for one in offered if "addict" in one] if given.addiction else offered


def draw_class(given: DrawGiven) -> Drawing[ClassKey]:
    """The class decided, or one in whose reach everything is that is decided (M3)."""
    if given.player_class:
        return given.player_class  # type: ignore[return-value]
    keys: list[ClassKey] = [row.key for row in pack.table("people", "class")]
    able = [key for key in keys if any(wrong(given, key, one) is None for one in bargains(given, key))]
    return (yield from pick(able or keys, "player_class"))


def draw_traits(given: DrawGiven, player_class: ClassKey) -> Drawing[Traits]:
    """Traits that leave room for all that is decided; where none do, what is decided is refused (M2)."""
    offered = bargains(given, player_class)
    fitting = [one for one in offered if wrong(given, player_class, one) is None]
    if fitting:
        return (yield from pick(fitting, "traits"))
    refused = wrong(given, player_class, offered[0])
    assert refused is not None
    raise refused


def draw_addiction(given: DrawGiven, traits: Traits) -> Drawing[tuple[Lasting, ...]]:
    """What an addict depends on, body and mind, as the drug has it (M2, ORG-DRUG-03)."""
    if "addict" not in traits:
        return ()
    habit = [row.key for row in pack.table("drugs", "drug") if row.physical or row.psychological]
    row = pack.drug(given.addiction or (yield from pick(habit, "addiction")))
    ways = [way for way in ("physical", "psychological") if getattr(row, way) is not None]
    return tuple(begin_lasting("dependency", row.key, 0, course=way) for way in ways)  # type: ignore[arg-type]


# ---- points ----


def draw_scores(given: DrawGiven, player_class: ClassKey, traits: Traits, kit: Kit) -> Drawing[dict[str, int]]:
    """Eighty points, and what gifts add: the highest where the class lives (M1)."""
    decided = dict(given.scores or {})
    least = least_scores(given, player_class, traits)
    free = [code for code in CODES if code not in decided]
    if not free:
        return {str(code): decided[code] for code in CODES}
    shape = yield from pick(SHAPES, "scores")
    ours = [code for code in kit.scores if code in free]
    order = yield from picks(ours, len(ours), "scores")
    order += yield from picks([code for code in free if code not in order], len(free), "scores")
    wished = dict(zip(order, shape, strict=False))
    scores = level_scores(wished, least, SCORES + points_from_traits(dict(traits), "scores") - sum(decided.values()))
    return {str(code): decided.get(code) or scores[code] for code in CODES}


def draw_reserves(given: DrawGiven, traits: Traits) -> Drawing[dict[str, int]]:
    """Twelve points among blood, body and incapacity, and what traits make of them (M1)."""
    total = HEALTH + points_from_traits(dict(traits), "reserves")
    sng, cps, inc = yield from pick(triples((given.SNG, given.CPS, given.INC), total), "reserves")
    return {"SNG": sng, "CPS": cps, "INC": inc}


def draw_skills(
    given: DrawGiven, player_class: ClassKey, traits: Traits, kit: Kit, wits: int
) -> Drawing[dict[str, dict[str, int]]]:
    """Skills of the trade first, then others, until the points are gone; lists that are decided stay (M1, M3)."""
    levels: dict[str, dict[str, int]] = {name: dict(getattr(given, name) or {}) for name in LEARNED}
    taken = frozenset(traits)
    prices = {
        key: price_of(key, player_class, taken) for key in (*kit.trade, *kit.beside, *HANDY, *decided_skills(given))
    }
    spent = sum(skill_cost(prices[key] or 0, level) for key, level in decided_skills(given).items())
    left = SKILLS + PER_INT * wits - spent
    trade, beside = (
        [key for key in dict.fromkeys(keys) if prices[key] is not None and getattr(given, list_of(key)) is None]
        for keys in (kit.trade, (*kit.beside, *HANDY))
    )
    beside = [key for key in beside if key not in trade]
    order = yield from picks(trade, len(trade), "skills")
    order += yield from picks(beside, BESIDE, "skills")
    for key, level in spread_levels(left, order, {key: prices[key] or 0 for key in order}, LEVELS).items():
        levels[list_of(key)][key] = level
    return levels


def draw_specialities(given: DrawGiven, skills: Mapping[str, int]) -> Drawing[tuple[str, ...]]:
    """The operating systems somebody is at home in (ORG-HACK-27, M14)."""
    level = skills.get("operating_system", 0)
    if given.specialities is not None:
        refused = speciality_refused(given.specialities, level)
        if refused is not None:
            raise refused
        return given.specialities
    return (yield from picks(pack.keys("networks", "os"), specialities_most(level), "specialities"))


# ---- the rest ----


def belongings(given: DrawGiven, kit: Kit, money: float) -> dict[str, Any]:
    """What is decided; of what the class carries, as much as the money buys; the rest stays in the pocket (M1)."""
    computer, programs = given.computer or "", dict(given.programs or {})
    arms, armour, drugs = list(given.arms or ()), list(given.armour or ()), dict(given.drugs or {})

    def left() -> float:
        return money - goods_price(arms, armour, computer, programs, drugs)

    if given.computer is None and kit.computer and pack.computer(kit.computer).price <= left():
        computer = kit.computer
    if given.arms is None:
        for key in kit.arms:
            arms += [key] if pack.weapon(key).price <= left() else []
    if given.armour is None:
        for key in kit.armour:
            armour += [key] if pack.armour(key).price <= left() else []
    if given.programs is None and computer:
        for key, rating in kit.programs:
            programs |= {key: rating} if goods_price((), (), "", {key: rating}, {}) <= left() else {}
    language: Language = given.language
    owned = {row.key: getattr(row, language) for row in pack.table("gear", "gear")}
    weight = sum(pack.weapon(key).kg for key in arms) + sum(pack.armour(key).kg for key in armour)
    return {
        "weapons": weapon_lines(tuple(arms), language),
        "armour": tuple(armour),
        "computer": computer,
        "programs": programs,
        "habits": tuple(Habit(drug=key, held=doses) for key, doses in drugs.items()),
        "gear": tuple(owned[key] for key in kit.gear) if given.gear is None else given.gear,
        "money": left(),
        "load_kg": weight,
    }


def draw_background(given: DrawGiven) -> Drawing[dict[str, str]]:
    """A portrait and a past."""
    portrait, history = given.portrait, given.history
    if portrait is None:
        portrait = yield from line("portraits", "portrait", given.language)
    if history is None:
        birth = yield from line("births", "history", given.language)
        past = yield from line("pasts", "history", given.language)
        motive = yield from line("motives", "history", given.language)
        history = f"{birth}. {past} {motive}"
    return {"portrait": portrait, "history": history}


def line(table: str, field: str, language: Language) -> Drawing[str]:
    """One line of our own lists."""
    row = yield from pick(pack.table("backgrounds", table), field)
    return str(getattr(row, language))
