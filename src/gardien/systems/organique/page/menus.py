"""What a sheet offers in a form: characteristics and skills with what they add, actions by kind, what is at hand."""

from collections.abc import Callable, Iterator

from gardien.core.presentation import Content, Offered
from gardien.core.terms import MINUS
from gardien.systems.organique import pack
from gardien.systems.organique.rules.tests.modifiers import skill_bonus
from gardien.systems.organique.table.fighter import lasting_of, person
from gardien.systems.organique.table.weapon_use import fits, usable
from gardien.systems.organique.vocabulary import CODES, Action

NONE = Offered("")
STRIKES: tuple[Action, ...] = ("strike", "easy_strike", "slash", "vital_blade", "vital_mass", "stomp", "headbutt")
EFFECTS: tuple[Action, ...] = ("stun", "knock_out", "blind", "maim", "disarm", "low_blow", "feint")
GRIPS: tuple[Action, ...] = ("push", "sweep", "tackle", "throw", "hold", "lock", "strangle", "wrestle")
SHOTS: tuple[Action, ...] = ("shoot", "throw_object", "disabling_shot")
KINDS = (("strikes", STRIKES), ("blows_with_effect", EFFECTS), ("grips", GRIPS), ("shots_and_throws", SHOTS))
NUMBERS = (-10, -5, -2, 2, 5, 10)  # what a game master adds without a name for it
Offering = Callable[[Content], list[Offered]]


def signed_text(value: int) -> str:
    """« +4 », « −2 »."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


# ---- people ----


def _codes(sheet: Content) -> Iterator[Offered]:
    who = person(sheet) if "AGI" in sheet else None
    for code in CODES:
        yield Offered(code, str(who.value(code)) if who else "", "", code)


def codes(sheet: Content) -> list[Offered]:
    """Characteristics as they count now."""
    return list(_codes(sheet))


def code_or_usual(sheet: Content) -> list[Offered]:
    """A characteristic, where it is not the usual one."""
    return [NONE, *_codes(sheet)]


def skills(sheet: Content) -> list[Offered]:
    """One’s own first, the best on top; then every other (ORG-SKILL-01)."""
    own = sorted((sheet.get("skills") or {}).items(), key=lambda one: (-one[1], one[0]))
    known = {key for key, _ in own}
    return [
        *(Offered(key, signed_text(skill_bonus(level)), "own_skills") for key, level in own if level),
        *(Offered(key, "", "other_skills") for key in pack.keys("skills", "skill") if key not in known),
    ]


def entry_skills(sheet: Content) -> list[Offered]:
    """Skills that find flaws, the best on top (ORG-HACK-12)."""
    own = sheet.get("skills") or {}
    keys = sorted(pack.keys("networks", "entry"), key=lambda key: -own.get(key, 0))
    return [Offered(key, signed_text(skill_bonus(own[key])) if own.get(key) else "") for key in keys]


def powers(*kinds: str) -> Offering:
    """One’s own powers of some kinds, with their levels (M7)."""

    def offered(sheet: Content) -> list[Offered]:
        own = sheet.get("powers") or {}
        return [Offered(key, str(level)) for key, level in own.items() if pack.power(key).kind in kinds]

    return offered


# ---- the fight ----


def actions(sheet: Content) -> list[Offered]:
    """What can be done with what is in hand, with its difficulty (ORG-ACT-01 to 25); shots only with what shoots."""
    shoots = any(fits(one, "shoot") for one in usable(sheet))
    return [
        Offered(action, f"({pack.action(action).difficulty})", head)
        for head, kinds in KINDS
        for action in kinds
        if action not in ("shoot", "disabling_shot") or shoots
    ]


def circumstances(sheet: Content) -> list[Offered]:
    """What weighs on an attack and has a name, then plain numbers (M21)."""
    named = pack.table("scales", "circumstance")
    return [
        NONE,
        *(Offered(row.key, signed_text(row.modifier), "circumstances") for row in named),
        *(Offered(signed_text(one), "", "plain_modifiers") for one in NUMBERS),
    ]


def second_weapons(sheet: Content) -> list[Offered]:
    """What may be in the other hand: weapons of the list that are carried and ready."""
    return [
        NONE,
        *(Offered(key) for key in dict.fromkeys(one.weapon for one in usable(sheet)) if key),
    ]


# ---- substances ----


def drugs(sheet: Content) -> list[Offered]:
    """What is in the pocket first, by doses (ORG-DRUG-06)."""
    own = {one["drug"]: one.get("held", 0) for one in sheet.get("habits") or ()}
    keys = sorted(pack.keys("drugs", "drug"), key=lambda key: -own.get(key, 0))
    return [
        Offered(key, f"× {own[key]}" if own.get(key) else "", "at_hand" if own.get(key) else "elsewhere")
        for key in keys
    ]


def poisons_held(sheet: Content) -> list[Offered]:
    """The poison in somebody’s pocket, by doses (ORG-POI-01)."""
    return [NONE, *(Offered(one["poison"], f"× {one['doses']}") for one in sheet.get("poisons") or ())]


def drugs_used(sheet: Content) -> list[Offered]:
    """What somebody has taken lately."""
    return [Offered(one["drug"]) for one in sheet.get("habits") or ()] or drugs(sheet)


def drugs_needed(sheet: Content) -> list[Offered]:
    """What somebody depends on (ORG-DRUG-08)."""
    return [Offered(key) for key in dict.fromkeys(one.key for one in lasting_of(sheet) if one.kind == "dependency")]


def diseases(sheet: Content) -> list[Offered]:
    """What somebody has first, with its level."""
    own = {one.key: one.level for one in lasting_of(sheet) if one.kind == "disease"}
    keys = sorted(pack.keys("diseases", "disease"), key=lambda key: key not in own)
    return [Offered(key, "", "already_caught" if key in own else "not_caught") for key in keys]


def diseases_caught(sheet: Content) -> list[Offered]:
    """What somebody has, with its level."""
    return [Offered(one.key, str(one.level)) for one in lasting_of(sheet) if one.kind == "disease"]


# ---- swarms, vehicles, networks ----


def swarms(sheet: Content) -> list[Offered]:
    """Swarms, with how many there are (M16)."""
    return [Offered(row.key, str(row.count)) for row in pack.table("creatures", "swarm")]


def vehicles(sheet: Content) -> list[Offered]:
    """Vehicles, those one can drive on top (M8)."""
    own = sheet.get("skills") or {}
    rows = sorted(pack.table("vehicles", "vehicle"), key=lambda row: -own.get(row.skill, 0))
    return [Offered(row.key, signed_text(skill_bonus(own[row.skill])) if own.get(row.skill) else "") for row in rows]


def systems(sheet: Content) -> list[Offered]:
    """The systems of the network somebody is in, the one they are at first; else of all (M15)."""
    scene = sheet.get("intrusion") or {}
    network, held_by = scene.get("network", ""), scene.get("held") or {}
    rows = pack.systems(network) if network else pack.table("networks", "system")
    ordered = sorted(rows, key=lambda row: (row.key != scene.get("at"), row.key not in held_by))
    return [Offered(row.key) for row in ordered]


def networks(sheet: Content) -> list[Offered]:
    """The network of the intrusion under way first (ORG-HACK-31, M15)."""
    now = (sheet.get("intrusion") or {}).get("network", "")
    return [Offered(key) for key in sorted(pack.keys("networks", "network"), key=lambda key: key != now)]
