"""“Draw for me”: dice fill in whatever an investigator of any level still lacks (P-ABIL, P-PROF, P-SKILL, P-FEAT)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gardien.core.chance import Program, roll
from gardien.core.drawing import Drawing, draw_name, pick, picks
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation.check import ARRAY, GOOD_SAVES, scores_at_age
from gardien.systems.cthulhud20.creation.choices import DrawGiven
from gardien.systems.cthulhud20.creation.faults import (
    asked_by,
    not_thrown,
    refuse_core,
    refuse_feats,
    refuse_points,
    refuse_ranks,
    refuse_san,
    refuse_saves,
    refuse_scores,
    refuse_spending,
    too_many_rises,
    weak,
)
from gardien.systems.cthulhud20.creation.kits import (
    FOR_ALL,
    HANDY,
    IN_MELEE,
    KITS,
    PAIRS,
    SPARE,
    TAUGHT,
    WITH_GUNS,
    Kit,
)
from gardien.systems.cthulhud20.creation.placing import (
    buy_scores,
    candidates,
    certain,
    cost_of,
    half_ranks,
    open_sets,
    open_slots,
    order_of,
    room_for,
    short_of,
    spread_points,
    unknown_of,
)
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack.rows import Profession
from gardien.systems.cthulhud20.rules.character import SAN_MOST, SAN_TIMES, Combatant
from gardien.systems.cthulhud20.rules.growth.feat_prerequisites import missing
from gardien.systems.cthulhud20.rules.growth.levels import WRITTEN, at_level, feats_by, in_order, points_by, rises_by
from gardien.systems.cthulhud20.rules.growth.score_rolls import SETS, OneSet, is_rejected
from gardien.systems.cthulhud20.rules.growth.skill_points import CORE_SKILLS, UNBOUGHT, most_ranks
from gardien.systems.cthulhud20.rules.tests.modifiers import destiny_received
from gardien.systems.cthulhud20.sheet.parts import CreationLog, Language, house_rules, weapon_lines
from gardien.systems.cthulhud20.sheet.sheet import Investigator
from gardien.systems.cthulhud20.vocabulary import FIREARMS, SAVES, Ability, CombatOption, Save, modifier_of

YOUNG, OLD = 22, 49  # of those drawn: none whom age has changed
RAREST = 0.01  # scores that so few throws complete are refused
MOST_THROWS = 300  # for scores that feats ask for, before they are refused
TONGUES = (1, 1, 2)  # foreign ones of whoever has learned any


def draw_investigator(given: DrawGiven, options: Options) -> Program[Investigator]:
    """Draw what is not given; the result keeps every rule of creation."""
    fields = yield from draw_identity(given)
    row = yield from draw_profession(given)
    kit = KITS[row.key]
    arms = arms_of(given, kit)
    option, saves = yield from draw_option(given, kit)
    core = yield from draw_core(given, row)
    chosen, thrown = yield from draw_scores(given, core)
    aged = scores_at_age(chosen, fields["age"])
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
        raise refuse_spending(given.destiny_spent, received)
    most = SAN_MOST - given.mythos_ranks
    if given.san is not None and given.san > most:
        raise refuse_san(given.san, most)
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
        weapons=weapon_lines(arms, given.language, SPARE),
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
    named, apart = decided_core(given), set(given.other_ranks or ())
    fitting = [row for row in rows if room_for(row.key, named)]
    return (
        yield from pick([row for row in fitting if not apart & {*certain(row.key)}] or fitting or rows, "profession")
    )


def arms_of(given: DrawGiven, kit: Kit) -> tuple[str, ...]:
    """The arms decided, or those of the profession in its time."""
    of_today = kit.modern if given.era == "modern" and kit.modern is not None else kit.arms
    return of_today if given.arms is None else given.arms


def draw_option(given: DrawGiven, kit: Kit) -> Drawing[tuple[CombatOption, tuple[Save, ...]]]:
    """Offence or defence, with as many good saves as go with it (CD20-P-LEVEL-01)."""
    saves, option = given.good_saves or (), given.combat_option
    if option is None:
        rather: CombatOption = "defence"
        option = rather if len(saves) > GOOD_SAVES["offence"] else (yield from pick(kit.options, "combat_option"))
    refused = refuse_saves(saves, option)
    if refused is not None:
        raise refused
    free = [save for save in SAVES if save not in saves]
    more = yield from picks(free, GOOD_SAVES[option] - len(saves), "good_saves")
    return option, (*saves, *more)


# --- abilities -------------------------------------------------------------------------------------------------------


def needed_scores(given: DrawGiven) -> dict[Ability, int]:
    """The scores that feats already chosen ask for (CD20-P-FEAT-01)."""
    scores: dict[Ability, int] = {}
    for row in map(pack.feat, given.feats or ()):
        if row.ability is not None:
            scores[row.ability] = max(scores.get(row.ability, 0), row.least)
    return scores


def draw_scores(given: DrawGiven, core: Sequence[str]) -> Drawing[tuple[dict[Ability, int], tuple[int, ...]]]:
    """Six scores by dice, array or points, and the dice behind them; what is decided stays (CD20-P-ABIL-01)."""
    decided: dict[Ability, int] = dict(given.abilities or {})
    refused = refuse_scores(given.method, decided)
    if refused is not None:
        raise refused
    least = needed_scores(given)
    order = [ability for ability in order_of(core, tuple(least)) if ability in unknown_of(decided)]
    if given.method == "points":
        return {**decided, **buy_scores(decided, order)}, ()
    if given.method == "array":
        left = list(ARRAY)
        for score in decided.values():
            left.remove(score)
        return {**decided, **place_scores(left, order)}, ()
    rolls = unplaced_throws(given, decided)
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
        scores = place_scores((*rolls, *more), order)
        modifiers = [modifier_of(one) for one in (*fixed, *more)]
        wanting = count and throws < MOST_THROWS and short_of(scores, least)
        kept = not is_rejected(sum(modifiers), max(modifiers)) and not wanting
    return {**decided, **scores}, (*fixed, *more)


def place_scores(scores: Sequence[int], order: Sequence[Ability]) -> dict[Ability, int]:
    """The best score to the most important ability, and so on."""
    return dict(zip(order, sorted(scores, reverse=True), strict=True))


def unplaced_throws(given: DrawGiven, decided: Mapping[Ability, int]) -> list[int]:
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
    increases: dict[Ability, int] = {ability: count for ability, count in (given.increases or {}).items() if count}
    most = len(rises_by(given.level))
    if sum(increases.values()) > most:
        raise too_many_rises(sum(increases.values()), most)
    useful = order_of(core)[:3]
    while sum(increases.values()) < most:
        odd = [ability for ability in useful if (scores[ability] + increases.get(ability, 0)) % 2]
        ability = yield from pick(odd or useful, "increases")
        increases[ability] = increases.get(ability, 0) + 1
    return increases


# --- skills ----------------------------------------------------------------------------------------------------------


def decided_core(given: DrawGiven) -> list[str]:
    """The core skills that are decided: those named, and those with ranks of core skills."""
    return list(dict.fromkeys((*(given.core_skills or ()), *(given.core_ranks or ()))))


def draw_core(given: DrawGiven, row: Profession) -> Drawing[tuple[str, ...]]:
    """Twelve core skills: those of the profession, those named, and what is still open, but nothing that was given
    ranks as another skill (CD20-P-SKILL-02)."""
    named, apart, modern = decided_core(given), given.other_ranks or (), given.era == "modern"
    if not room_for(row.key, named):
        raise refuse_core(len({*certain(row.key), *named}) + len(open_slots(row.key, named)))
    skills = list(dict.fromkeys((*certain(row.key), *named)))
    for slot in open_slots(row.key, named):
        fitting = candidates(slot, skills, modern)
        skills.append((yield from pick([key for key in fitting if key not in apart] or fitting, "core_skills")))
    free = [key for key in HANDY if key not in skills and key not in apart]
    skills += yield from picks(free, CORE_SKILLS - len(skills), "core_skills")
    return tuple(skills)


def draw_ranks(given: DrawGiven, core_skills: Sequence[str], points: int) -> Drawing[dict[str, float]]:
    """Ranks of core skills, then of others, within the points of so many levels (CD20-P-SKILL-02)."""
    core: Mapping[str, float] | None = given.core_ranks
    others = given.other_ranks
    if core is None:
        order = yield from picks(core_skills, len(core_skills), "core_ranks")
        left = max(0, points - round(cost_of({}, others or {})))
        core = spread_points(left, order, int(most_ranks(given.level, core=True)))
    if others is None:
        left = max(0, points - round(cost_of(core, {})))
        most = most_ranks(given.level, core=False)
        free = [key for key in pack.skill_keys() if key not in core_skills and key != UNBOUGHT and suits(key, given)]
        order = yield from picks(free, round(-(-left // (2 * most))), "other_ranks")
        others = half_ranks(left, order, most)
    refused = refuse_ranks(core_skills, core, others, given.level)
    if refused is not None:
        raise refused
    spent = cost_of(core, others)
    if spent > points:
        raise refuse_points(spent, points)
    return {**core, **others}


def suits(skill: str, given: DrawGiven) -> bool:
    """Whether a skill belongs to the time."""
    return given.era == "modern" or not pack.skill(skill).modern


# --- feats, each when its turn came ----------------------------------------------------------------------------------


def draw_feats(
    wished: Sequence[str],
    first: Combatant,
    level: int,
    rises: Sequence[Ability],
    arms: Sequence[str],
    core_skills: Sequence[str],
) -> Drawing[tuple[str, ...]]:
    """All feats of a level in the order in which they were taken; those decided come as soon as they can."""
    slots, left = feats_by(level), list(wished)
    taken: tuple[str, ...] = ()
    for at in slots:
        who = replace(at_level(first, at, rises), feats=taken)
        feat = next((one for one in left if missing(who, one) is None), None)
        if feat is not None:
            left.remove(feat)
        elif len(left) < len(slots) - len(taken):
            feat = yield from pick(fitting_feats(who, left, arms, core_skills), "feats")
        else:
            break
        taken = (*taken, feat)
    if left:
        raise refuse_feats(left, taken, len(slots))
    return taken


def fitting_feats(who: Combatant, wished: Sequence[str], arms: Sequence[str], core_skills: Sequence[str]) -> list[str]:
    """What somebody may take now: first what a wish lacks, then how to use their arms, then whatever suits them."""

    def open_to(feats: Sequence[str]) -> list[str]:
        return [feat for feat in dict.fromkeys(feats) if feat not in wished and missing(who, feat) is None]

    lacking = [need for feat in wished for need in asked_by(feat) if " " not in need]
    groups = [pack.weapon(key).proficiency for key in arms]
    known = [f"weapon_proficiency:{group}" for group in groups if group != "simple"]
    return open_to(lacking) or open_to(known) or open_to(feat_pool(arms, core_skills))


def feat_pool(arms: Sequence[str], core_skills: Sequence[str]) -> list[str]:
    """The feats that go with arms and core skills."""
    guns = [key for key in arms if pack.weapon(key).proficiency in FIREARMS]
    blades = [key for key in arms if key not in guns]
    pairs = [f"skill_pair:{one}+{other}" for one, other in PAIRS if {one, other} <= {*core_skills}]
    return [
        *FOR_ALL,
        *(WITH_GUNS if guns else ()),
        *(IN_MELEE if blades else ()),
        *(f"weapon_focus:{key}" for key in arms),
        *(feat for skill, feats in TAUGHT.items() if skill in core_skills for feat in feats),
        *(f"skill_emphasis:{skill}" for skill in core_skills[:4]),
        *pairs[:3],
    ]


# --- the rest --------------------------------------------------------------------------------------------------------


def draw_background(given: DrawGiven, kit: Kit, ranks: Mapping[str, float]) -> Drawing[dict[str, Any]]:
    """A portrait, a past, the tongues that skills speak of, and what is in the pockets."""
    language = given.language
    portrait, history, tongues, gear = given.portrait, given.history, given.languages, given.gear
    if portrait is None:
        portrait = yield from draw_line("portraits", "portrait", language)
    if history is None:
        birth = yield from draw_line("births", "history", language)
        past = yield from draw_line("pasts", "history", language)
        motive = yield from draw_line("motives", "history", language)
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


def draw_line(table: str, field: str, language: Language) -> Drawing[str]:
    """One line of our own lists."""
    row = yield from pick(pack.table("backgrounds", table), field)
    return str(getattr(row, language))
