"""“Draw for me”: dice fill in whatever an investigator of any level still lacks (P-ABIL, P-PROF, P-SKILL, P-FEAT)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gardien.core.chance import Program, roll
from gardien.core.drawing import Drawing, draw_name, pick, picks
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.choices import DrawGiven
from gardien.systems.cthulhud20.course import at_level, in_order, points_by, rises_by
from gardien.systems.cthulhud20.creation import ARRAY, GOOD_SAVES, at_age
from gardien.systems.cthulhud20.growth import WRITTEN
from gardien.systems.cthulhud20.kinds import SAVES, Ability, CombatOption, Save, modifier_of
from gardien.systems.cthulhud20.kits import HANDY, KITS, SPARE, Kit
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack_rows import Profession
from gardien.systems.cthulhud20.placing import (
    aside,
    bought,
    candidates,
    certain,
    cost_of,
    open_sets,
    open_slots,
    order_of,
    room_for,
    short_of,
    spread,
    unknown_of,
)
from gardien.systems.cthulhud20.refusing import (
    core_refused,
    not_thrown,
    points_refused,
    ranks_refused,
    san_refused,
    saves_refused,
    scores_refused,
    spent_refused,
    too_many_rises,
    weak,
)
from gardien.systems.cthulhud20.scores import destiny_received
from gardien.systems.cthulhud20.sets import SETS, OneSet, is_rejected
from gardien.systems.cthulhud20.sheet import Investigator
from gardien.systems.cthulhud20.sheet_parts import CreationLog, Language, armed, house_rules
from gardien.systems.cthulhud20.skills import CORE_SKILLS, UNBOUGHT, most_ranks
from gardien.systems.cthulhud20.talents import draw_feats
from gardien.systems.cthulhud20.values import SAN_MOST, SAN_TIMES, Combatant

YOUNG, OLD = 22, 49  # of those drawn: none whom age has changed
RAREST = 0.01  # scores that so few throws complete are refused
MOST_THROWS = 300  # for scores that feats ask for, before they are refused
TONGUES = (1, 1, 2)  # foreign ones of whoever has learned any


def draw_investigator(given: DrawGiven, options: Options) -> Program[Investigator]:
    """Draw what is not given; the result keeps every rule of creation."""
    fields = yield from draw_identity(given)
    row = yield from draw_profession(given)
    kit = KITS[row.key]
    arms = carried(given, kit)
    option, saves = yield from draw_option(given, kit)
    core = yield from draw_core(given, row)
    chosen, thrown = yield from draw_scores(given, core)
    aged = at_age(chosen, fields["age"])
    first = Combatant(
        **{WRITTEN.get(ability, ability): score for ability, score in aged.items()},  # type: ignore[arg-type]
        combat_option=option,
        good_saves=saves,
    )
    increases = yield from draw_increases(given, chosen, core)
    rises = in_order(first, given.level, increases, given.feats or ())
    ranks = yield from draw_ranks(given, core, points_by(first, given.level, rises))
    feats = yield from draw_feats(given.feats or (), first, given.level, rises, arms, core)
    who = replace(at_level(first, given.level, rises), feats=feats)
    if given.destiny_spent > (received := destiny_received(who, options)):
        raise spent_refused(given.destiny_spent, received)
    most = SAN_MOST - given.mythos_ranks
    if given.san is not None and given.san > most:
        raise san_refused(given.san, most)
    san = min(most, SAN_TIMES * who.wis) if given.san is None else given.san
    fields.update((yield from draw_background(given, kit, ranks)))
    return Investigator(
        **fields,
        **{name: getattr(who, name) for name in ("strength", "dex", "con", "intellect", "wis", "cha")},
        player=given.player,
        era=given.era,
        level=given.level,
        xp=pack.level(given.level).xp,
        profession=row.key,
        combat_option=option,
        good_saves=saves,
        core_skills=core,
        skill_ranks=ranks,
        feats=feats,
        pv_max=who.life_max,
        pf_max=who.life_max,
        pv=who.life_max,
        pf=who.life_max,
        san=san,
        san_at_hour_start=san,
        mythos_ranks=given.mythos_ranks,
        destiny_spent=given.destiny_spent,
        weapons=armed(arms, given.language, SPARE),
        armour_items=kit.worn if given.armour_items is None else given.armour_items,
        money=given.money,
        notes=given.notes,
        house_rules=house_rules(options),
        creation_log=CreationLog(method=given.method, scores=thrown, abilities=chosen, increases=tuple(rises)),
    )


# --- who -------------------------------------------------------------------------------------------------------------


def draw_identity(given: DrawGiven) -> Drawing[dict[str, Any]]:
    """A name that agrees with the gender, an age; a name that is given tells no gender."""
    gender, name = given.gender, given.name
    if not name:
        gender, name = yield from draw_name(pack.table, gender)
    age = given.age if given.age is not None else (yield from pick(range(YOUNG, OLD + 1), "age"))
    return {"name": name, "gender": gender, "age": age}


def draw_profession(given: DrawGiven) -> Drawing[Profession]:
    """The profession decided, or one that has room for the core skills that are (CD20-P-PROF-01)."""
    if given.profession:
        return pack.profession(given.profession)
    rows: Sequence[Profession] = pack.table("professions", "profession")
    named, apart = wished(given), set(given.other_ranks or ())
    fitting = [row for row in rows if room_for(row.key, named)]
    return (
        yield from pick([row for row in fitting if not apart & {*certain(row.key)}] or fitting or rows, "profession")
    )


def carried(given: DrawGiven, kit: Kit) -> tuple[str, ...]:
    """The arms decided, or those of the profession in its time."""
    of_today = kit.modern if given.era == "modern" and kit.modern is not None else kit.arms
    return of_today if given.arms is None else given.arms


def draw_option(given: DrawGiven, kit: Kit) -> Drawing[tuple[CombatOption, tuple[Save, ...]]]:
    """Offence or defence, with as many good saves as go with it (CD20-P-LEVEL-01)."""
    saves, option = given.good_saves or (), given.combat_option
    if option is None:
        rather: CombatOption = "defence"
        option = rather if len(saves) > GOOD_SAVES["offence"] else (yield from pick(kit.options, "combat_option"))
    refused = saves_refused(saves, option)
    if refused is not None:
        raise refused
    free = [save for save in SAVES if save not in saves]
    more = yield from picks(free, GOOD_SAVES[option] - len(saves), "good_saves")
    return option, (*saves, *more)


# --- abilities -------------------------------------------------------------------------------------------------------


def asked(given: DrawGiven) -> dict[Ability, int]:
    """The scores that feats already chosen ask for (CD20-P-FEAT-01)."""
    found: dict[Ability, int] = {}
    for row in map(pack.feat, given.feats or ()):
        if row.ability is not None:
            found[row.ability] = max(found.get(row.ability, 0), row.least)
    return found


def draw_scores(given: DrawGiven, core: Sequence[str]) -> Drawing[tuple[dict[Ability, int], tuple[int, ...]]]:
    """Six scores by dice, array or points, and the dice behind them; what is decided stays (CD20-P-ABIL-01)."""
    decided: dict[Ability, int] = dict(given.abilities or {})
    refused = scores_refused(given.method, decided)
    if refused is not None:
        raise refused
    least = asked(given)
    order = [ability for ability in order_of(core, tuple(least)) if ability in unknown_of(decided)]
    if given.method == "points":
        return {**decided, **bought(decided, order)}, ()
    if given.method == "array":
        left = list(ARRAY)
        for score in decided.values():
            left.remove(score)
        return {**decided, **placed(left, order)}, ()
    rolls = unplaced(given, decided)
    fixed = (*decided.values(), *rolls)
    count = SETS - len(fixed)
    if open_sets(fixed, count) < RAREST:
        raise weak("rolls" if given.rolls else "abilities", fixed)
    throws, kept = 0, False
    while not kept:
        throws += 1
        more: tuple[int, ...] = ()
        for _ in range(count):
            more += ((yield from roll(OneSet(), "d6", purpose="abilities")),)
        found = placed((*rolls, *more), order)
        modifiers = [modifier_of(one) for one in (*fixed, *more)]
        wanting = count and throws < MOST_THROWS and short_of(found, least)
        kept = not is_rejected(sum(modifiers), max(modifiers)) and not wanting
    return {**decided, **found}, (*fixed, *more)


def placed(scores: Sequence[int], order: Sequence[Ability]) -> dict[Ability, int]:
    """The best score to the most important ability, and so on."""
    return dict(zip(order, sorted(scores, reverse=True), strict=True))


def unplaced(given: DrawGiven, decided: Mapping[Ability, int]) -> list[int]:
    """The throws that people made themselves and have not placed; with all six, scores must be among them."""
    left = list(given.rolls or ())
    for score in decided.values():
        if score in left:
            left.remove(score)
        elif len(given.rolls or ()) == SETS:
            raise not_thrown(score, left)
    return left[: SETS - len(decided)]


def draw_increases(given: DrawGiven, scores: Mapping[Ability, int], core: Sequence[str]) -> Drawing[dict[Ability, int]]:
    """The points of the levels that bring one: where they are decided, else on odd scores of use (CD20-P-ABIL-01)."""
    found: dict[Ability, int] = {ability: count for ability, count in (given.increases or {}).items() if count}
    most = len(rises_by(given.level))
    if sum(found.values()) > most:
        raise too_many_rises(sum(found.values()), most)
    useful = order_of(core)[:3]
    while sum(found.values()) < most:
        odd = [ability for ability in useful if (scores[ability] + found.get(ability, 0)) % 2]
        ability = yield from pick(odd or useful, "increases")
        found[ability] = found.get(ability, 0) + 1
    return found


# --- skills ----------------------------------------------------------------------------------------------------------


def wished(given: DrawGiven) -> list[str]:
    """The core skills that are decided: those named, and those with ranks of core skills."""
    return list(dict.fromkeys((*(given.core_skills or ()), *(given.core_ranks or ()))))


def draw_core(given: DrawGiven, row: Profession) -> Drawing[tuple[str, ...]]:
    """Twelve core skills: those of the profession, those named, and what is still open, but nothing that was given
    ranks as another skill (CD20-P-SKILL-02)."""
    named, apart, modern = wished(given), given.other_ranks or (), given.era == "modern"
    if not room_for(row.key, named):
        raise core_refused(len({*certain(row.key), *named}) + len(open_slots(row.key, named)))
    found = list(dict.fromkeys((*certain(row.key), *named)))
    for slot in open_slots(row.key, named):
        fitting = candidates(slot, found, modern)
        found.append((yield from pick([key for key in fitting if key not in apart] or fitting, "core_skills")))
    free = [key for key in HANDY if key not in found and key not in apart]
    found += yield from picks(free, CORE_SKILLS - len(found), "core_skills")
    return tuple(found)


def draw_ranks(given: DrawGiven, core_skills: Sequence[str], points: int) -> Drawing[dict[str, float]]:
    """Ranks of core skills, then of others, within the points of so many levels (CD20-P-SKILL-02)."""
    core: Mapping[str, float] | None = given.core_ranks
    others = given.other_ranks
    if core is None:
        order = yield from picks(core_skills, len(core_skills), "core_ranks")
        left = max(0, points - round(cost_of({}, others or {})))
        core = spread(left, order, int(most_ranks(given.level, core=True)))
    if others is None:
        left = max(0, points - round(cost_of(core, {})))
        most = most_ranks(given.level, core=False)
        free = [key for key in pack.skill_keys() if key not in core_skills and key != UNBOUGHT and suits(key, given)]
        order = yield from picks(free, round(-(-left // (2 * most))), "other_ranks")
        others = aside(left, order, most)
    refused = ranks_refused(core_skills, core, others, given.level)
    if refused is not None:
        raise refused
    spent = cost_of(core, others)
    if spent > points:
        raise points_refused(spent, points)
    return {**core, **others}


def suits(skill: str, given: DrawGiven) -> bool:
    """Whether a skill belongs to the time."""
    return given.era == "modern" or not pack.skill(skill).modern


# --- the rest --------------------------------------------------------------------------------------------------------


def draw_background(given: DrawGiven, kit: Kit, ranks: Mapping[str, float]) -> Drawing[dict[str, Any]]:
    """A portrait, a past, the tongues that skills speak of, and what is in the pockets."""
    language = given.language
    portrait, history, tongues, gear = given.portrait, given.history, given.languages, given.gear
    if portrait is None:
        portrait = yield from line("portraits", "portrait", language)
    if history is None:
        birth = yield from line("births", "history", language)
        past = yield from line("pasts", "history", language)
        motive = yield from line("motives", "history", language)
        history = f"{birth}. {past} {motive}"
    if tongues is None:
        mother, *foreign = pack.table("names", "language")
        learned = ranks.get("speak_other_language", 0) >= 1
        count = (yield from pick(TONGUES, "languages")) if learned else 0
        spoken = (mother, *(yield from picks(foreign, count, "languages")))
        tongues = tuple(getattr(row, language) for row in spoken)
    if gear is None:
        owned = {row.key: getattr(row, language) for row in pack.table("backgrounds", "belonging")}
        gear = tuple(owned[key] for key in kit.gear)
    return {"portrait": portrait, "history": history, "languages": tongues, "gear": gear}


def line(table: str, field: str, language: Language) -> Drawing[str]:
    """One line of our own lists."""
    row = yield from pick(pack.table("backgrounds", table), field)
    return str(getattr(row, language))
