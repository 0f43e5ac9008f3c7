"""“Draw for me”: dice fill in whatever a new investigator still lacks (CRE)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.chance import Program, apply
from gardien.core.drawing import Drawing, draw_name, pick
from gardien.core.errors import Refusal
from gardien.core.inputs import BadField
from gardien.core.values import Value, frozen_map
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.creation.check import CreateGiven, create_character
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.occupations import Levels, check_names, highest_level, points_rule
from gardien.systems.yacdha.sheet.sheet import Effects, Gifts, Investigator, Language, Names, Natures, Weapons
from gardien.systems.yacdha.vocabulary import AgeClass, Category, Name, Text


class DrawGiven(Value, frozen=True, kw_only=True):
    """What is already decided; the rest is drawn."""

    name: Name | None = None
    gender: Literal["f", "m"] | None = None
    player: Name = ""
    age_class: AgeClass = "adult"
    principal_occupation: Name | None = None
    occupations: Levels | None = None
    natures: Natures = {}
    gifts: Gifts = {}
    gift_effects: Effects = {}
    weapons: Weapons = ()
    description: Text | None = None
    faults: Names | None = None
    bonds: Names | None = None
    places: Names | None = None
    language: Annotated[Language, Meta(description="of what is drawn")] = "fr"

    def __post_init__(self) -> None:
        check_names("occupations", self.occupations or {})
        check_names("gifts", self.gifts)
        levels = (self.occupations or {}).values()
        age, rule = pack.age(self.age_class), points_rule(self.age_class)
        if sum(levels) > age.points:
            raise BadField("occupations", "field/at_most", rule, came=sum(levels), high=age.points)
        if max(levels, default=1) > age.max_level:
            raise BadField("occupations", "field/range", rule, came=max(levels), low=1, high=age.max_level)


def spreads(age_class: AgeClass, options: Options) -> tuple[tuple[int, ...], ...]:
    """The ways to spread the points within every ceiling: an adult's profiles, or all there are for a minor.

    Where the keeper's ceilings leave no way to spend all points, each occupation stands at its ceiling (YAC-CRE-04,
    YAC-CRE-05, YAC-CRE-06).
    """
    ceiling, _ = highest_level(age_class, options)
    points = pack.age(age_class).points
    most = options.max_occupations or points
    if age_class == "adult":
        splits = tuple(profile.split for profile in pack.table("profiles", "profile"))
    else:
        splits = tuple(partitions(points, ceiling))
    return tuple(one for one in splits if max(one) <= ceiling and len(one) <= most) or ((ceiling,) * most,)


def lots(splits: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    """Each way as often as people are like that: most have a trade and hobbies, masters are rare (YAC-CRE-04)."""
    weights = {profile.split: profile.weight for profile in pack.table("profiles", "profile")}
    return [one for one in splits for _ in range(weights.get(one, 1))]


def partitions(points: int, ceiling: int) -> list[tuple[int, ...]]:
    """Every way to write points as levels, highest first: 4 with a ceiling of 2 is 2+2, 2+1+1, 1+1+1+1."""
    if points == 0:
        return [()]
    return [
        (first, *rest) for first in range(min(points, ceiling), 0, -1) for rest in partitions(points - first, first)
    ]


def draw_character(given: DrawGiven, options: Options) -> Program[Investigator]:
    """Draw what is not given; the result always passes the check of a new investigator."""
    language = given.language
    adult = given.age_class == "adult"
    gender, name = given.gender, given.name  # a name that is given tells no gender
    if name is None:
        gender, name = yield from draw_name(pack.table, gender)
    principal, levels, natures = yield from draw_occupations(given, options)
    description = given.description
    if description is None:
        first = yield from draw_words("traits", language, adult, ())
        second = yield from draw_words("traits", language, adult, (first,))
        description = f"{first}. {second}."
    lists: dict[str, tuple[str, ...]] = {}
    for field in ("faults", "bonds", "places"):
        listed: tuple[str, ...] | None = getattr(given, field)
        if listed is None:
            listed = ((yield from draw_words(field, language, adult, ())),)
        lists[field] = listed
    concept = CreateGiven(
        name=name,
        principal_occupation=principal,
        description=description,
        age_class=given.age_class,
        occupations=frozen_map(levels),
        gifts=frozen_map(given.gifts),
        **lists,
    )
    created = yield from apply(create_character, concept, options)
    if not created.valid:
        raise beyond_ceilings(levels, given.age_class, options)
    return Investigator(
        **{field: getattr(concept, field) for field in CreateGiven.__struct_fields__},
        gender=gender,
        player=given.player,
        natures=frozen_map({**natures, **given.natures}),
        gift_effects=frozen_map(given.gift_effects),
        weapons=given.weapons,
        luck=created.luck,
    )


Occupied = tuple[str, dict[str, int], dict[str, Category]]


def draw_occupations(given: DrawGiven, options: Options) -> Drawing[Occupied]:
    """A principal occupation and, in levels mode, levels for it and some others (YAC-CRE-04, YAC-CRE-08)."""
    rows = pack.table("occupations", "occupation")
    known: dict[str, Category] = {getattr(row, given.language): row.nature for row in rows}
    free = [getattr(row, given.language) for row in rows if row.minor or given.age_class == "adult"]
    levels = given.occupations
    principal = given.principal_occupation
    if levels:
        principal = principal or max(levels, key=levels.__getitem__)
        return principal, levels, {name: known[name] for name in levels if name in known}
    split: tuple[int, ...] = ()
    if levels is None and options.skill_mode != "advantage":  # the base game has no levels (YAC-CRE-03)
        split = yield from pick(lots(spreads(given.age_class, options)), "profile")
    if not principal:
        principal = yield from pick(free, "principal_occupation")
    chosen = [principal]
    for _ in split[1:]:
        others = [name for name in free if name not in chosen]
        chosen.append((yield from pick(others, "occupations")))
    levels = dict(zip(chosen, split, strict=False))
    return principal, levels, {name: known[name] for name in levels if name in known}


def draw_words(name: str, language: Language, adult: bool, taken: tuple[str, ...]) -> Drawing[str]:
    """One entry of a list of names.toml that fits the age and is not taken yet."""
    fitting: list[str] = [getattr(row, language) for row in pack.table("names", name) if adult or not row.adult]
    return (yield from pick([words for words in fitting if words not in taken], name))


def beyond_ceilings(levels: dict[str, int], age_class: AgeClass, options: Options) -> Refusal:
    """The occupations that were given go beyond what the keeper allows (YAC-CRE-06)."""
    ceiling, _ = highest_level(age_class, options)
    highest = max(levels.values())
    if highest > ceiling:
        return Refusal(
            "field/range", kind="refused", field="occupations", rule="YAC-CRE-06", came=highest, low=1, high=ceiling
        )
    return Refusal(
        "field/length_at_most",
        kind="refused",
        field="occupations",
        rule="YAC-CRE-06",
        high=options.max_occupations,
        came=len(levels),
    )
