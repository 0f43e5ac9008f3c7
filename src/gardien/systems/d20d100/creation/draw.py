"""“Draw for me”: dice fill in whatever a new investigator still lacks (CREA, TRAIT)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gardien.core.chance import Program, roll
from gardien.core.drawing import GENDERS, Drawing, pick, picks
from gardien.core.errors import Refusal
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.creation.choices import DrawGiven
from gardien.systems.d20d100.creation.faults import refuse_points, refuse_rolls, refuse_score, refuse_traits
from gardien.systems.d20d100.creation.kits import AGAINST, KITS, NO_KIT, TAUGHT, tongues_of
from gardien.systems.d20d100.creation.placing import ASSIGNED, order_of, place_rolls, reachable, spread_points
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import Profession
from gardien.systems.d20d100.pack.rows import Trait as TraitRow
from gardien.systems.d20d100.rules.character import Code, modifier_of
from gardien.systems.d20d100.rules.growth import skill_points, traits
from gardien.systems.d20d100.rules.growth.score_rolls import FEWEST, ROLLS, THREE_DICE, check_bounds, rejection
from gardien.systems.d20d100.rules.growth.scores import (
    SIZE_DICE,
    DeriveGiven,
    derived_values,
    education_of,
    roll_behind,
)
from gardien.systems.d20d100.rules.growth.skill_points import (
    MANY,
    SpendGiven,
    kind_of,
    money_of,
    profession_points,
    secondary_points,
)
from gardien.systems.d20d100.rules.growth.traits import Trait
from gardien.systems.d20d100.sheet.parts import (
    BARE,
    SPARE_ROUNDS,
    Allowance,
    CreationLog,
    Language,
    LoggedSet,
    SkillParts,
    WornArmour,
    grip,
    house_rules,
    weapon_lines,
)
from gardien.systems.d20d100.sheet.sheet import Investigator

YOUNGEST, OLDEST = 22, 60  # of those drawn
FLAWS = (0, 0, 1)  # one in three has a negative trait, and one more to make up for it (D100-MISS-04)
SECONDARY_EACH = 5  # secondary points are spread over a few skills (D100-CREA-16)
MOST_SETS = 500  # thrown for points already spent before they are refused


def draw_investigator(given: DrawGiven, options: Options) -> Program[Investigator]:
    """Draw what is not given; the result keeps every rule of creation."""
    fields = yield from draw_identity(given)
    row = yield from draw_profession(given)
    trade = yield from draw_trade(given, row, tongues_of(fields["nationality"]))
    key = given.profession_key_characteristic or row.characteristic
    scores, log = yield from draw_scores(given, key, trade, options)
    taken = yield from draw_traits(given, trade)
    faults = traits.faults_of(taken, scores, options)
    if faults:
        raise refuse_traits(faults[0], taken, scores, options)
    effects = traits.effects_of(taken, scores, options)
    spending = yield from draw_points(given, key, trade, scores, dict(effects.skill_bonuses), options)
    carried, owned = KITS.get(given.profession or row.key, NO_KIT)
    arms = carried if given.arms is None else given.arms
    trained = any(one.key == "maniement" and one.target == "armes_jet" for one in taken)
    reach = max((pack.trait(one.key).increment_times for one in taken), default=1)
    fields.update((yield from draw_background(given)))
    born = derived_values(DeriveGiven(scores=scores, san_bonus=effects.san_bonus, mythos=given.mythos), options)
    sheet = Investigator(
        **fields,
        player=given.player,
        period=given.period,
        profession=given.profession or row.key,
        scores=scores,
        education=education_of(roll_behind("EDU", scores["EDU"])),
        creation_log=log,
        skills=parts_of(spending),
        profession_key_characteristic=key,
        profession_points=Allowance(
            available=profession_points(scores[key]), spent=sum(spending.profession_spending.values())
        ),
        secondary_points=Allowance(
            available=secondary_points(scores["INT"]), spent=sum(spending.secondary_spending.values())
        ),
        traits=taken,
        pv_max=1,
        pv=1,  # grows with PV max
        pm=born.pm_max,
        san=born.san,
        san_hour_start=born.san,
        san_creation=born.san,
        mythos=given.mythos,
        destiny=1 if given.campaign else 0,
        armour=WornArmour(key=given.vest) if given.vest else None,
        weapons=(
            *weapon_lines(arms, given.language, trained=trained, reach=reach, spare=SPARE_ROUNDS),
            *(() if BARE in arms else weapon_lines((BARE,), given.language)),
            grip(given.language),
        ),
        equipment=given.equipment if given.equipment is not None else gear_names(owned, given.language),
        house_rules=house_rules(options),
    ).recompute()
    return with_money(sheet, given)


def with_money(sheet: Investigator, given: DrawGiven) -> Investigator:
    """Cash and income by Crédit, where nothing was decided (D100-MISS-18)."""
    held = {one.key for one in sheet.traits}
    purse = money_of(sheet.skills["credit"].total, "riche" in held, "pauvre" in held)
    money = purse.cash if given.money is None else given.money
    return replace(sheet, money=money, yearly_income=purse.yearly_income)


def gear_names(keys: Sequence[str], language: Language) -> tuple[str, ...]:
    """Things of the price list in words."""
    return tuple(getattr(pack.price(key), language) for key in keys)


# --- who -------------------------------------------------------------------------------------------------------------


def draw_identity(given: DrawGiven) -> Drawing[dict[str, Any]]:
    """Names that agree with the gender, a nationality, an age; a name that is given tells no gender (D100-CREA-20)."""
    gender, first, family = given.gender, given.first_name, given.surname
    if first is None and given.name is None:
        gender = gender or (yield from pick(GENDERS, "gender"))
        first = yield from pick(pack.table("names", "feminine" if gender == "f" else "masculine"), "first_name")
    if family is None and given.name is None:
        family = yield from pick(pack.table("names", "family"), "surname")
    land = given.nationality
    if land is None:
        row = yield from pick(pack.table("names", "nationality"), "nationality")
        land = row.fr_f if given.language == "fr" and gender == "f" else getattr(row, given.language)
    age = given.age if given.age is not None else (yield from pick(range(YOUNGEST, OLDEST + 1), "age"))
    full = f"{first or ''} {family or ''}".strip()[:100]
    names = {"first_name": first or "", "surname": family or "", "name": given.name or full}
    return {**names, "gender": gender, "nationality": land, "age": age}


def draw_profession(given: DrawGiven) -> Drawing[Profession]:
    """The profession decided, or one whose skills agree with the points that are; a free one follows a pattern."""
    rows: Sequence[Profession] = pack.table("professions", "profession")
    decided = [row for row in rows if row.key == given.profession]
    if decided:
        return decided[0]
    mine = {kind_of(key) for key, points in (given.profession_spending or {}).items() if points}
    others = {key for key, points in (given.secondary_spending or {}).items() if points}
    fitting = [row for row in rows if mine <= set(row.skills) and not others & set(row.skills)]
    if not given.profession_skills and not fitting:
        came = ", ".join((*sorted(mine), *sorted(others)))
        raise Refusal("field/missing", kind="refused", field="profession_skills", rule="D100-CREA-15", allowed=came)
    return (yield from pick(fitting or rows, "profession"))


def draw_trade(given: DrawGiven, row: Profession, home: Sequence[str]) -> Drawing[tuple[str, ...]]:
    """The skills of a profession, with a language, an art or a trade where the list leaves it open (D100-CREA-15)."""
    skills: list[str] = []
    for kind in given.profession_skills or row.skills:
        decided = [key for key in given.profession_spending or () if kind_of(key) == kind and key != kind]
        if decided or kind not in MANY:
            skills.append(decided[0] if decided else kind)
            continue
        taken = {key.partition(":")[2] for key in given.secondary_spending or () if kind_of(key) == kind}
        rows = [one for one in pack.table(*MANY[kind]) if one.key not in (*taken, *home)]
        which = yield from pick(rows, "profession_skills")
        skills.append(f"{kind}:{which.key}")
    return tuple(skills)


# --- scores ----------------------------------------------------------------------------------------------------------


def draw_scores(
    given: DrawGiven, key: Code, trade: Sequence[str], options: Options
) -> Drawing[tuple[dict[Code, int], CreationLog]]:
    """Seven rolls with their checks, those that are decided counting among them; then TAI and APP."""
    decided, least = given.decided_scores, scores_needed(given, key)
    agile: tuple[Code, ...] = ("DEX",) if any(pack.trait(one.key).dex_above for one in given.traits or ()) else ()
    order = [code for code in order_of(key, trade, (*agile, *least)) if code not in decided]
    fixed = [roll_behind(code, decided[code]) for code in ASSIGNED if code in decided]
    typed = rolls_to_place(given, options)
    if not fixed and not typed:
        check_bounds(options)
    # What is decided has the last word.
    checked = len(order) > len(typed) and reachable((*fixed, *typed), options) >= FEWEST
    sets: list[LoggedSet] = []
    while True:
        rolls = tuple(typed)
        for _ in order[len(typed) :]:
            rolls += ((yield from roll(THREE_DICE, "d6", purpose="scores")),)
        whole = (*fixed, *rolls)
        refused = checked and rejection(tuple(modifier_of(one) for one in whole), options) is not None
        placed = place_rolls(rolls, order)
        short = any(placed.get(code, score) < score for code, score in least.items()) and len(sets) < MOST_SETS
        sets.append(LoggedSet(rolls=whole, accepted=not (refused or short)))
        if not (refused or short):
            break
    scores: dict[Code, int] = {**decided, **placed}
    tai = app = None
    if "TAI" not in scores:
        scores["TAI"] = tai = yield from roll(SIZE_DICE, "d6", purpose="scores")
    if "APP" not in scores:
        scores["APP"] = app = yield from roll(THREE_DICE, "d6", purpose="APP")  # nothing rests on it
    return scores, CreationLog(sets=tuple(sets), tai=tai, app=app, edu_roll=roll_behind("EDU", scores["EDU"]))


def rolls_to_place(given: DrawGiven, options: Options) -> list[int]:
    """The rolls that people made themselves and have not placed; a whole set must pass the checks (D100-CREA-06)."""
    left = list(given.rolls or ())
    bound = len(left) == ROLLS and options.creation_method == "roll"
    reason = rejection(tuple(modifier_of(one) for one in left), options) if bound else None
    if reason is not None:
        raise refuse_rolls(reason, left, options)
    placed_ones = [code for code in ASSIGNED if code in given.decided_scores]
    for code in placed_ones:
        one = roll_behind(code, given.decided_scores[code])
        if one in left:
            left.remove(one)
        elif bound:
            raise refuse_score(code, given.decided_scores[code], left)
    return left[: ROLLS - len(placed_ones)]


def scores_needed(given: DrawGiven, key: Code) -> dict[Code, int]:
    """The scores that points already spent ask for (D100-CREA-15, D100-CREA-16)."""
    mine, others = (sum((points or {}).values()) for points in (given.profession_spending, given.secondary_spending))
    mind: Code = "INT"
    asked = ((key, mine, profession_points), (mind, others, secondary_points))
    scores: dict[Code, int] = {}
    for code, spent, worth in asked:
        low = next((score for score in range(1, 19) if worth(score) >= spent), None)
        if spent and low is not None:
            scores[code] = max(scores.get(code, 0), low)
    return scores


# --- traits ----------------------------------------------------------------------------------------------------------


def draw_traits(given: DrawGiven, trade: Sequence[str]) -> Drawing[tuple[Trait, ...]]:
    """Two traits that become the profession, and now and then a flaw with a third (D100-MISS-04, D100-TRAIT-05)."""
    if given.traits is not None:
        return given.traits
    flaws = yield from pick(FLAWS, "traits")
    chosen: list[Trait] = []
    for index in range(traits.FREE_TRAITS + 2 * flaws):
        wanted = "negative" if flaws and index == traits.FREE_TRAITS else "other"
        rows = [row for row in pack.table("traits", "trait") if becoming(row, wanted, chosen, trade)]
        row = yield from pick(rows, "traits")
        target = yield from draw_target(row, trade, given.language)
        chosen.append(Trait(key=row.key, target=target))
    return tuple(chosen)


def becoming(row: TraitRow, wanted: str, taken: Sequence[Trait], trade: Sequence[str]) -> bool:
    """Whether a trait suits somebody of this trade, beside those already taken."""
    held = {one.key for one in taken}
    if row.key in held or any(row.key in pair and pair & held for pair in AGAINST):
        return False
    if wanted == "negative" or row.kind == "negative":
        return wanted == "negative" and row.kind == "negative"
    if row.target in ("skill", "combat_skill"):
        return any(traits.fits(row, key) for key in trade)
    if row.kind == "positive":
        return not row.skills or bool({kind_of(key) for key in trade} & set(row.skills))
    return any(key in trade for key in TAUGHT.get(row.key, ()))


def draw_target(row: TraitRow, trade: Sequence[str], language: Language) -> Drawing[str]:
    """What a trait is about: a skill of the trade, a kind of weapon, a fear."""
    match row.target:
        case "skill" | "combat_skill":
            return (yield from pick([key for key in trade if traits.fits(row, key)], "traits"))
        case "fear":
            fear = yield from pick(pack.table("madness", "fear"), "traits")
            return str(getattr(fear, language))
    return ""


# --- points ----------------------------------------------------------------------------------------------------------


def draw_points(
    given: DrawGiven,
    key: Code,
    trade: tuple[str, ...],
    scores: dict[Code, int],
    bonuses: dict[str, int],
    options: Options,
) -> Drawing[SpendGiven]:
    """Points of the profession and of INT, each within its limits (D100-CREA-15, D100-CREA-16)."""

    def starts(keys: Sequence[str]) -> dict[str, int]:
        return {one: skill_points.base_of(one, scores, options) + skill_points.bonus_for(bonuses, one) for one in keys}

    mine = with_drawn_details(given.profession_spending, trade)
    if mine is None:
        order = yield from picks(trade, len(trade), "profession_spending")
        mine = spread_points(profession_points(scores[key]), starts(order), skill_points.PROFESSION_CAP)
    others = given.secondary_spending
    if others is None:
        points = secondary_points(scores["INT"])
        cap = min(SECONDARY_EACH, options.secondary_cap or SECONDARY_EACH)
        kinds = {kind_of(one) for one in trade}
        rows = [row.key for row in pack.table("skills", "skill") if row.sheet and row.key not in kinds]
        chosen = yield from picks(rows, -(-points // cap), "secondary_spending")
        others = {one: min(cap, points - cap * index) for index, one in enumerate(chosen) if points > cap * index}
    spending = SpendGiven(
        scores=scores,
        key_characteristic=key,
        profession_skills=trade,
        profession_spending=mine,
        secondary_spending=others,
        trait_bonuses=bonuses,
    )
    faults = skill_points.faults_of(spending, options)
    if faults:
        raise refuse_points(faults[0], spending, options)
    return spending


def with_drawn_details(spent: Mapping[str, int] | None, trade: Sequence[str]) -> dict[str, int] | None:
    """Points in a language, an art or a trade that was left open are those of the one drawn (D100-SKILL-14)."""
    if spent is None:
        return None
    whole = {kind_of(key): key for key in trade if key != kind_of(key)}
    return {whole.get(key, key): points for key, points in spent.items()}


def parts_of(spending: SpendGiven) -> dict[str, SkillParts]:
    """The columns of the creation sheet (D100-CREA-17, D100-CREA-18)."""
    trade, mine, others = spending.profession_skills, spending.profession_spending, spending.secondary_spending
    return {
        key: SkillParts(
            profession=mine.get(key, 0),
            secondary=others.get(key, 0),
            is_profession=key in trade,
            learned=mine.get(key, 0) + others.get(key, 0) > 0,
        )
        for key in dict.fromkeys((*trade, *others))
    }


# --- the rest --------------------------------------------------------------------------------------------------------


def draw_background(given: DrawGiven) -> Drawing[dict[str, Any]]:
    """A few lines of portrait, manner and past, and somebody who cares (D100-CREA-20)."""
    language = given.language
    portrait, manner, history, contacts = given.portrait, given.description, given.history, given.contacts
    if portrait is None:
        portrait = yield from line("portraits", "portrait", language)
    if manner is None:
        habit = yield from line("habits", "description", language)
        possession = yield from line("possessions", "description", language)
        manner = f"{habit} {possession}"
    if history is None:
        birth = yield from line("births", "history", language)
        past = yield from line("pasts", "history", language)
        motive = yield from line("motives", "history", language)
        history = f"{birth}. {past} {motive}"
    if contacts is None:
        contacts = ((yield from line("ties", "contacts", language)),)
    return {"portrait": portrait, "description": manner, "history": history, "contacts": contacts}


def line(table: str, field: str, language: Language) -> Drawing[str]:
    """One line of our own lists."""
    row = yield from pick(pack.table("backgrounds", table), field)
    return str(getattr(row, language))
