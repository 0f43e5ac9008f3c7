"""“Draw for me”: dice fill in whatever a new Operator still lacks (CREA, SPEC)."""

from typing import Any

from gardien.core.chance import Program, roll
from gardien.core.drawing import GENDERS, Drawing, pick, picks
from gardien.core.errors import Refusal
from gardien.systems.operators import pack
from gardien.systems.operators.creation.check import TOTAL, throw_luck, throw_san
from gardien.systems.operators.creation.choices import DrawGiven
from gardien.systems.operators.creation.faults import (
    CAPS,
    FLOOR,
    HIGHEST,
    PASTIMES,
    TRADE_FROM,
    Sketch,
    faults_of,
    languages_of,
    needs_discipline,
    refusal_of,
    specialty_of,
)
from gardien.systems.operators.creation.kits import DISCIPLINES, KITS, NO_KIT, tongues_beside
from gardien.systems.operators.creation.placing import Placed, Wish, place
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import CODES, Training
from gardien.systems.operators.sheet.sheet import (
    SPARE_MAGAZINES,
    Language,
    Operator,
    SheetWeapon,
    arms,
    common_name,
    nationality,
)

YOUNGEST, OLDEST = 24, 55  # of those drawn; the rules take anybody from 18 on
COURSES = (0, 0, 1)  # most people have two hobbies, some a course instead of one (OPS-CREA-11)
SECTION: dict[str, str] = {"portrait": "portraits", "possessions": "possessions", "past": "pasts"}


def draw_operator(given: DrawGiven, options: Options) -> Program[Operator]:
    """Draw what is not given; the result always passes the check of a new Operator."""
    language = given.language
    fields = yield from draw_identity(given)
    key, placed, totals = yield from draw_scores(given, fields["age"], options)
    custom = given.custom_specialty
    discipline = given.discipline
    if discipline is None or (not discipline and given.specialty is None):  # nobody names one of what dice decide
        asked = needs_discipline(key, custom)
        discipline = (yield from pick([getattr(one, language) for one in DISCIPLINES], "discipline")) if asked else ""
    san = given.san if given.san is not None else (yield from throw_san())
    luck = 0
    if options.luck_enabled:
        luck = given.luck if given.luck is not None else (yield from throw_luck())
    hobbies, trainings = yield from draw_pastimes(given, key, placed.scores["EDU"], options)
    sketch = Sketch(
        specialty=key,
        custom_specialty=custom,
        discipline=discipline,
        bonus=placed.bonus,
        age=fields["age"],
        age_trade=placed.age_trade,
        hobbies=hobbies if len(hobbies) + len(trainings) >= PASTIMES else None,  # the rest is chosen later
        trainings=trainings if len(hobbies) + len(trainings) >= PASTIMES else (),
    )
    assigned = {code: placed.total_behind(code) for code in CODES}
    faults = faults_of(sketch, assigned, options)
    if faults:
        raise refusal_of(faults[0], sketch, assigned, options)
    languages = yield from draw_languages(given, fields["nationality"], languages_of(placed.scores["EDU"], key, custom))
    weapons, worn = _kit(given, key)
    fields.update((yield from draw_background(given)))
    fields.update({str(code): score for code, score in placed.scores.items()})
    return Operator(
        **fields,
        player=given.player,
        specialty=key,
        custom_specialty=custom,
        discipline=discipline,
        totals=totals,
        bonus=placed.bonus,
        age_trade=placed.age_trade,
        san=san,
        san_start=san,
        luck=luck,
        luck_start=luck,
        hobbies=hobbies,
        trainings=trainings,
        languages=languages,
        smatterings=given.smatterings,
        weapons=weapons,
        worn=worn,
        history=given.history,
        cell=given.cell,
    )


def draw_identity(given: DrawGiven) -> Drawing[dict[str, Any]]:
    """Names that agree with the gender, a codename, a nationality, an age; a name that is given tells no gender."""
    gender, first, family = given.gender, given.first_name, given.surname
    if first is None:
        gender = gender or (yield from pick(GENDERS, "gender"))
        first = yield from pick(pack.table("names", "feminine" if gender == "f" else "masculine"), "first_name")
    if family is None:
        family = yield from pick(pack.table("names", "family"), "surname")
    code = given.codename if given.codename is not None else given.name
    if code is None:
        code = yield from pick(pack.table("names", "codenames"), "codename")
    land = given.nationality
    if land is None:
        row = yield from pick(pack.table("names", "nationality"), "nationality")
        land = nationality(row.key, given.language, gender)
    age = given.age
    if age is None:
        low = TRADE_FROM if any((given.age_trade or {}).values()) else YOUNGEST
        age = yield from pick(range(low, OLDEST + 1), "age")
    names = {"codename": code, "first_name": first, "surname": family, "gender": gender}
    return {**names, "nationality": land, "age": age, "name": given.name or common_name(code, first, family)}


def least_education(given: DrawGiven, key: str, options: Options) -> int:
    """The EDU that specialty, courses and languages ask for (OPS-SPEC-03, OPS-CREA-11, OPS-CREA-13)."""
    courses = [pack.specialty(one.specialty).edu_min for one in given.trainings or ()]
    spoken = len(given.languages or ()) - languages_of(0, key, given.custom_specialty)
    return max(
        specialty_of(key, given.custom_specialty).edu_min,
        *(courses if not options.training_ignores_edu else ()),
        11 + 2 * spoken if spoken > 0 else 0,
    )


def wish_for(given: DrawGiven, key: str, age: int, options: Options) -> Wish:
    """What must come out for somebody of this specialty."""
    return Wish(
        specialty=specialty_of(key, given.custom_specialty),
        age=age,
        education=least_education(given, key, options),
        points=options.bonus_points,
        decided=given.decided_scores,
        bonus=given.points("bonus"),
        age_trade=given.points("age_trade"),
    )


def candidates(given: DrawGiven, age: int, options: Options) -> dict[str, Wish]:
    """The specialties that may still be taken: the one decided, or those of the source that fit what is decided."""
    if given.specialty or given.custom_specialty:
        key = given.specialty or "sympathiser"
        return {key: wish_for(given, key, age, options)}
    wishes = {}
    for row in pack.table("specialties", "specialty"):
        if not row.printed or row.key == "sympathiser" or row.key in {one.specialty for one in given.trainings or ()}:
            continue
        wish = wish_for(given, row.key, age, options)
        enough = given.EDU is None or row.edu_min <= given.EDU
        if enough and {code for code, points in (given.bonus or {}).items() if points} <= set(row.bonus_among):
            wishes[row.key] = wish
    return wishes


def draw_scores(given: DrawGiven, age: int, options: Options) -> Drawing[tuple[str, Placed, tuple[int, ...]]]:
    """Totals for what is open, a specialty they can reach; thrown again while they cannot reach the one decided."""
    spent = sum((given.bonus or {}).values())
    if spent > options.bonus_points:
        most = options.bonus_points
        raise Refusal("field/at_most", kind="refused", field="bonus", rule="OPS-CREA-03", came=spent, high=most)
    wishes = candidates(given, age, options)
    wishes = {key: wish for key, wish in wishes.items() if wish.possible} or wishes
    if not wishes or not any(wish.possible for wish in wishes.values()):
        raise _out_of_reach(given, wishes)
    free = next(iter(wishes.values())).free
    while True:
        totals: tuple[int, ...] = ()
        for code in free:
            totals += ((yield from roll(TOTAL, "d6", purpose=code)),)
        reached = {key: placed for key, wish in wishes.items() if (placed := place(totals, wish)) is not None}
        if reached:
            key = yield from pick(list(reached), "specialty")
            return key, reached[key], totals


def _out_of_reach(given: DrawGiven, wishes: dict[str, Wish]) -> Refusal:
    """No dice can bring what is asked for."""
    wish = next(iter(wishes.values()), None)
    if wish is None:
        allowed = [code for code in CODES if code not in (given.bonus or {})]
        return Refusal(
            "field/one_of", kind="refused", field="bonus", rule="OPS-SPEC-02", came=", ".join(given.bonus or {}),
            allowed=allowed,
        )  # fmt: skip
    beyond = next((code for code in wish.free if code != "EDU" and wish.span(code)[0] > HIGHEST), None)
    if beyond is not None:  # more is traded than any total could spare
        came, spare = (given.age_trade or {})[beyond], HIGHEST - FLOOR + (given.bonus or {}).get(beyond, 0)
        return Refusal("field/at_most", kind="refused", field="age_trade", rule="OPS-CREA-04", came=came, high=spare)
    if wish.shift("EDU") > CAPS["EDU"] - FLOOR:
        came, most = wish.shift("EDU"), CAPS["EDU"] - FLOOR
        return Refusal("field/at_most", kind="refused", field="age_trade", rule="OPS-CREA-04", came=came, high=most)
    most = languages_of(wish.reach, next(iter(wishes)), given.custom_specialty)
    if len(given.languages or ()) > most:
        came = len(given.languages or ())
        return Refusal(
            "field/length_at_most", kind="refused", field="languages", rule="OPS-CREA-13", came=came, high=most
        )
    return Refusal(
        "field/at_most", kind="refused", field="EDU", rule="OPS-SPEC-03", came=wish.education, high=wish.reach
    )


def draw_pastimes(
    given: DrawGiven, key: str, education: int, options: Options
) -> Drawing[tuple[tuple[str, ...], tuple[Training, ...]]]:
    """Two in all: hobbies, or courses of other specialties that the EDU allows (OPS-CREA-10, OPS-CREA-11)."""
    hobbies, trainings = given.hobbies, given.trainings
    if trainings is None:
        count = PASTIMES - len(hobbies) if hobbies is not None else (yield from pick(COURSES, "trainings"))
        open_to = [
            Training(specialty=row.specialty, characteristic=row.characteristic, domain=row.domain)
            for row in pack.table("courses", "course")
            if row.hobby is None
            and row.specialty != key
            and (options.training_ignores_edu or pack.specialty(row.specialty).edu_min <= education)
        ]
        courses: tuple[Training, ...] = ()
        for _ in range(count):
            taken = {one.specialty for one in courses}
            courses += ((yield from pick([one for one in open_to if one.specialty not in taken], "trainings")),)
        trainings = courses
    if hobbies is None:
        names = [getattr(row, given.language) for row in pack.table("hobbies", "hobby")]
        hobbies = yield from picks(names, PASTIMES - len(trainings), "hobbies")
    return hobbies, trainings


def draw_languages(given: DrawGiven, home: str, count: int) -> Drawing[tuple[str, ...]]:
    """As many as the EDU gives beside the mother tongue (OPS-CREA-13)."""
    if given.languages is not None:
        if len(given.languages) > count:
            came = len(given.languages)
            raise Refusal(
                "field/length_at_most", kind="refused", field="languages", rule="OPS-CREA-13", came=came, high=count
            )
        return given.languages
    names = [getattr(one, given.language) for one in tongues_beside(home)]
    return (yield from picks(names, count, "languages"))


def _kit(given: DrawGiven, key: str) -> tuple[tuple[SheetWeapon, ...], tuple[str, ...]]:
    """What somebody of this specialty carries and wears, where nothing was chosen (OPS-CREA-15)."""
    carried, worn = KITS.get(key, NO_KIT)
    weapons = given.weapons or arms(carried if given.weapons is None else (), given.language, SPARE_MAGAZINES)
    return weapons, worn if given.worn is None else given.worn


def draw_background(given: DrawGiven) -> Drawing[dict[str, Any]]:
    """A line for each of portrait, psychology, possessions, past and contacts (OPS-CREA-15)."""
    lines: dict[str, Any] = {}
    for field in ("portrait", "psychology", "possessions", "past"):
        written = getattr(given, field)
        if written is None and field == "psychology":
            trait = yield from _line("traits", field, given.language)
            motive = yield from _line("motives", field, given.language)
            written = f"{trait} {motive}"
        elif written is None:
            written = yield from _line(SECTION[field], field, given.language)
        lines[field] = written
    contacts = given.contacts
    if contacts is None:
        contacts = ((yield from _line("contacts", "contacts", given.language)),)
    return {**lines, "contacts": contacts}


def _line(table: str, field: str, language: Language) -> Drawing[str]:
    row = yield from pick(pack.table("backgrounds", table), field)
    return str(getattr(row, language))
