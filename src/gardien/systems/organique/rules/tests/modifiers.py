"""What somebody adds to a throw, and what weighs on it: tests, combat, saves, poison (TEST-03, TEST-10, SAVE-01)."""

from gardien.core.chance import nonzero
from gardien.core.errors import Refusal
from gardien.core.inputs import BadField
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.person import Person, acts, person_of
from gardien.systems.organique.rules.tests.d20 import Parts
from gardien.systems.organique.vocabulary import BODILY, Code, SaveKind

VOMITING, ONE_LEG, BLIND, ONE_EYED, PRONE, EXTENDED = -20, -7, -15, -7, -8, -10  # ORG-SYM-21, ORG-ACT-03, ORG-MOD
OFF_BALANCE = -20  # balance with one leg (ORG-ACT-03)
SIMPLIFIED = -10  # a dose of simplified poison (ORG-POI-04)
UNSKILLED = -10  # ORG-SKILL-06
PAINS: frozenset[str] = frozenset(("pain", "stun", "suffering"))  # what numbness helps against (ORG-TEST-10)
DISEASE: frozenset[str] = frozenset(("disease_contraction", "disease_progression"))


def total(parts: Parts) -> int:
    """The sum of named parts."""
    return sum(part for _, part in parts)


def named_parts(mods: "dict[str, int]") -> Parts:
    """Modifiers as they were named."""
    return tuple((name, value) for name, value in mods.items() if value)


# ---- what a throw starts from ----


def base_parts(person: Person, first: Code, second: Code | None = None, in_water: bool = False) -> Parts:
    """The characteristics of a throw as they count; END is its reserve (ORG-SAVE-03)."""
    codes = (first,) if second is None else (first, second)
    return tuple((code, person.value(code, in_water)) for code in codes)


def average(parts: Parts) -> int:
    """Half the sum, rounded up (ORG-TEST-03, ORG-TEST-09)."""
    return (total(parts) + 1) // 2


def is_spent(person: Person, *codes: Code) -> bool:
    """Whether an exhausted body fails a test or save on these, all of the body, without a die (ORG-END-06)."""
    return person.exhausted and all(code in BODILY for code in codes)


def skill_bonus(level: int) -> int:
    """What a level adds: nothing at the first, four for each further one (ORG-SKILL-01, ORG-SKILL-02)."""
    return 4 * (level - 1) if level else 0


def open_skill(person: Person, *skills: str) -> Parts:
    """The best of some skills as an addition to a test that stays open to everybody (M4)."""
    best = max(skills, key=lambda one: person.frame.level(one))
    bonus = skill_bonus(person.frame.level(best))
    return ((best, bonus),) if bonus else ()


def needed_skill(person: Person, skill: str, options: Options) -> Parts:
    """The bonus of a skill that a test cannot do without; −10 where the table lets the unskilled try (ORG-SKILL-06)."""
    level = person.frame.level(skill)
    if level:
        return ((skill, skill_bonus(level)),) if level > 1 else ()
    return (("unskilled", UNSKILLED),) if options.unskilled_roll else ()


# ---- what weighs on it ----


def poison_mods(person: Person, options: Options) -> dict[str, int]:
    """actions, sight, touch, pain_saves of all doses that act (ORG-POI-02)."""
    sums = {"actions": 0, "sight": 0, "touch": 0, "pain_saves": 0}
    for dose in person.body.doses:
        if not acts(dose):
            continue
        if options.simplified_poison:
            sums["actions"] += SIMPLIFIED
            continue
        row = pack.poison(dose.poison)
        for name in sums:
            sums[name] += getattr(row, name)
    return sums


def pain(person: Person, options: Options) -> int:
    """What sufferings take, summed, or the worst of them (ORG-VOL-04)."""
    if not person.body.suffering:
        return 0
    return -(max(person.body.suffering) if options.pain_worst_only else sum(person.body.suffering))


def conscious_parts(person: Person, options: Options, code: Code | None = None, sense: str = "none") -> Parts:
    """What weighs on a conscious test outside combat (ORG-TEST-10 a); a PER test takes sight or touch for actions."""
    body, poison = person.body, poison_mods(person, options)
    name = "actions" if code != "PER" else sense
    parts = (
        ("suffering", pain(person, options)),
        ("vomiting", VOMITING if body.vomiting else 0),
        ("one_leg", ONE_LEG if body.one_leg else 0),
        ("poison", poison.get(name, 0)),
        *person.frame.mods,
    )
    return nonzero(*parts)


def combat_parts(person: Person, options: Options, blindly: bool = False) -> Parts:
    """What weighs on combat actions and reactions (ORG-TEST-10 b); covering fire ignores blindness (`blindly`)."""
    body = person.body
    sight = 0 if blindly else BLIND if body.blind else ONE_EYED if body.one_eyed else 0
    parts = (
        ("blind" if body.blind else "one_eyed", sight),
        ("prone", PRONE if body.prone else 0),
        ("extended_penalty", EXTENDED if body.extended_penalty else 0),
    )
    return (*conscious_parts(person, options), *(part for part in parts if part[1]))


def after_doing(person: Person, thrown: bool, options: Options) -> Person:
    """The −10 after an extended action is used up by what comes next, by a house rule only by a throw (ORG-MOD-05)."""
    kept = person.body.extended_penalty and options.extended_penalty_next_roll and not thrown
    return person.having(extended_penalty=kept)


def save_parts(person: Person, kind: str, options: Options) -> Parts:
    """What helps or hinders a save of this kind, or against this symptom (ORG-TEST-10 c)."""
    mods = dict(person.body.save_mods)
    own = mods.get(kind, 0) + (mods.get("disease", 0) if kind in DISEASE else 0)
    numb = poison_mods(person, options)["pain_saves"] if kind in PAINS else 0
    leg = OFF_BALANCE if kind == "balance" and person.body.one_leg else 0
    return nonzero(("save_mods", own), ("numbness", numb), ("one_leg", leg))


def save_base(person: Person, kind: SaveKind, options: Options, code: Code | None = None) -> tuple[int, Parts, bool]:
    """What a save starts from, its parts, and whether it fails without a die (ORG-SAVE-01, ORG-SAVE-03)."""
    row = pack.save(kind)
    first = code or row.first
    parts = base_parts(person, first, row.second)
    spent = is_spent(person, *((first,) if row.second is None else (first, row.second)))
    if row.second is None or (row.mode == "sum" and not options.ko_save_average):
        return total(parts), parts, spent
    return average(parts), parts, spent


def luck_of(luck: bool | None, usual: bool) -> bool:
    """Whether natural 1 and 20 count: as the game master says, else as is usual (ORG-TEST-05)."""
    return usual if luck is None else luck


# ---- who may try ----


def check_able(field: str, one: Character) -> None:
    """A conscious test of somebody who is down, senseless or paralysed is refused (ORG, Procedures)."""
    if not person_of(one).conscious:
        raise BadField(field, "act/unable", "ORG-HP-05")


def check_speaking(field: str, one: Character) -> None:
    """Whoever is exhausted cannot make themselves understood either (ORG-END-06)."""
    check_able(field, one)
    if person_of(one).exhausted:
        raise BadField(field, "act/unable", "ORG-END-06")


def check_skilled(field: str, one: Character, skill: str, options: Options) -> None:
    """A computing test without the skill is refused, unless the table lets the unskilled try (ORG-SKILL-06).

    Asked by the procedure itself before its first die: inputs do not know the house rules.
    """
    if not one.level(skill) and not options.unskilled_roll:
        raise Refusal("act/unskilled", kind="refused", field=field, rule="ORG-SKILL-06")
