"""How Dark Operators looks at the table: death clock, SAN and luck, three columns of percentages, what may follow."""

from typing import Any

from gardien.core.presentation import Ammunition, CardSpec, Content, Dial, Gauge, Grid, Presentation, row_names, wins
from gardien.systems.operators import pack
from gardien.systems.operators.creation.check import score_parts
from gardien.systems.operators.options import rules
from gardien.systems.operators.page.creation import CREATION
from gardien.systems.operators.page.forms import ACTS, FORMS, TOPICS
from gardien.systems.operators.page.sheet import LISTINGS
from gardien.systems.operators.page.sheet_reasons import DERIVATIONS
from gardien.systems.operators.rules.body.death_clock import hand
from gardien.systems.operators.rules.character import CODES, LEVELS
from gardien.systems.operators.rules.creatures import label_of
from gardien.systems.operators.rules.luck import ceiling
from gardien.systems.operators.rules.tests.d100 import TIMES
from gardien.systems.operators.table.ability import combatant
from gardien.systems.operators.table.offers import offers

COLUMNS = {"standard": TIMES[1], "difficult": TIMES[2], "extreme": TIMES[3]}
HOURS = (0.0, 3.0, 6.0, 10.5)  # nothing, half the threshold, the threshold, twice the threshold
QUADRANTS = {"none": (0, 0), "superficial": (0, 3), "light": (3, 6), "grave": (6, 12), "dead": (12, 13)}  # OPS-HLTH-02


def _dial(sheet: Content, options: Content) -> Dial:
    """The death clock: the worst wound is the hand, lesser ones are older hands (OPS-HLTH-01, M-24).

    Whoever sees the wound but neither scores nor damage sees where it lies, without a number.
    """
    level = sheet.get("wound_level", "none")
    least = {"none": 0.0, "superficial": 1.5, "light": 4.5, "grave": 8.25, "dead": 12.0}[level]
    if sheet.get("sb") is None and not {"FOR", "CON"} <= set(sheet):
        labels = ("", "", "", "") if sheet else ("0", "SB/2", "SB", "2 SB")
        return Dial(
            hand=least, marks=tuple(zip(HOURS, labels, strict=True)), end=HOURS[-1], word=("wound_level", level)
        )
    threshold = combatant(sheet).threshold(rules(options))
    damages = sorted({int(wound["damage"]) for wound in sheet.get("wounds", ())}, reverse=True)
    hours = [float(hand(threshold, damage)) for damage in damages]
    low, beyond = QUADRANTS[level]
    shown = hours[0] if hours and low <= hours[0] < beyond else least  # a wound that heals leaves its damage behind
    whole, half = divmod(threshold, 2)
    numbers = ("0", f"{whole or ''}½" if half else str(whole), str(threshold), str(2 * threshold))
    light = -(-threshold // 2)  # the least damage that is half the threshold or more
    spans = (("superficial", 1, light), ("light", light, threshold), ("grave", threshold, 2 * threshold))
    return Dial(
        hand=shown,
        older=tuple([hour for hour in hours if hour < shown][:5]),
        marks=tuple(zip(HOURS, numbers, strict=True)),
        end=HOURS[-1],
        word=("wound_level", str(level)),
        spans=(*((name, _span(low, high)) for name, low, high in spans if low < high), ("dead", f"{2 * threshold} +")),
    )


def _ahead(given: Content, outcome: Content, people: Any) -> tuple[str, ...]:
    """The driver for whom a turn of a chase went well (M-18)."""
    seat = {"active": "fugitive", "passive": "pursuer"}.get(outcome.get("winner", ""), "")
    return (given.get(seat, {}).get("name", ""),) if seat else ()


def _span(low: int, high: int) -> str:
    return str(low) if high - low == 1 else f"{low}–{high - 1}"


def _label(sheet: Content, code: str) -> tuple[str, str] | None:
    """What a creature's score is called (OPS-CREAT-02)."""
    return ("label", label_of(sheet[code])) if sheet.get("kind") == "creature" else None


def _weighs(sheet: Content, code: str) -> tuple[tuple[str, int], ...]:
    """What drain and encumbrance take from a score for now (OPS-CREAT-09, OPS-ARM-04)."""
    names = {"worn": "encumbrance"}
    parts = score_parts(combatant(sheet), code)[1:]  # type: ignore[arg-type]
    return tuple((names.get(name, name), amount) for name, amount in parts)


def _san_notes(sheet: Content) -> tuple[tuple[str, int], ...]:
    """The most that knowledge leaves, and where it began (OPS-SAN-09)."""
    start = (("at_start", int(sheet["san_start"])),) if "san_start" in sheet else ()
    return (("maximum", 100 - int(sheet.get("si", 0))), *start)


def _luck_ceiling(sheet: Content, options: Content) -> float:
    """What comes back of luck comes back to its beginning, or as high as the table has it (OPS-LUCK-07)."""
    if "luck" not in sheet:
        return 90  # of a blank sheet: 3D6 × 5 (OPS-CREA-12)
    return ceiling(int(sheet["luck"]), int(sheet.get("luck_start", 90)), rules(options)) or 1


def _luck_notes(sheet: Content) -> tuple[tuple[str, int], ...]:
    return (("at_start", int(sheet["luck_start"])),) if "luck_start" in sheet else ()


def _cell(sheet: Content, code: str, column: str) -> int | str:
    """A characteristic × 5, × 3 or × 1, drain and encumbrance included (OPS-CREA-06, OPS-ARM-04)."""
    return combatant(sheet).current(code) * COLUMNS[column] if code in sheet else ""  # type: ignore[arg-type]


def _roll(code: str, column: str) -> tuple[str, dict[str, Any]]:
    return "test", {"characteristic": code, "difficulty": column}


# ---- names ----


def _subtitle(sheet: Content) -> list[tuple[str, Any]]:
    if sheet.get("kind") == "operator":
        key = sheet.get("specialty")
        return [("specialty", key)] if key else []
    return [("category", sheet.get("category"))] if sheet.get("category") not in (None, "ordinary") else []


MIND = ("san", "si", "madness", "lasting_madness", "madness_effects", "hardened")
BODY = (
    *("wound_level", "wounds", "stabilised", "painkiller", "out_of_fight", "held", "helpless", "surprised"),
    *("sb", "damage_bonus", "drain", "clock", "recovery"),
)
PERSON = (
    *("name", "codename", "first_name", "surname", "player", "gender", "age", "nationality", "specialty", "discipline"),
    *("custom_specialty", "hobbies", "trainings", "languages", "smatterings"),
)
STORY = ("portrait", "psychology", "possessions", "past", "history", "cell", "contacts")
NATURE = (
    *(
        "category",
        "size",
        "acts_last",
        "armour",
        "invulnerable",
        "pierced_by",
        "resists",
        "weak_to",
        "no_pain",
        "regeneration",
    ),
    *(
        "hp",
        "shock",
        "conditional_shock",
        "privileged",
        "advantages",
        "notes",
        "multiple_attacks",
        "grip_difficulty",
        "immune",
        "small_target",
        "resists_except",
    ),
    "firearms_at_most",
)
MEMORY = (
    *("rituals", "books_read", "shocks_this_scene", "cast_this_scene", "last_cast", "ticks", "wound_counts"),
    *("uses_left", "totals", "bonus", "age_trade", "in_play", "san_start", "luck_start", "painkiller_since"),
)
QUIET = (
    *("size", "armour", "in_play", "acts_last", "shock", "conditional_shock", "regeneration", "wound_counts"),
    *("category", "last_cast", "totals", "bonus", "age_trade", "ticks", "shocks_this_scene", "painkiller_since"),
    *("madness", "version", "hp", "cast_this_scene", "custom_specialty"),
)
OPERATOR_CARD = (
    *(
        "portrait",
        "first_name",
        "surname",
        "specialty",
        "discipline",
        "custom_specialty",
        "age",
        "nationality",
        "characteristics",
        "sb",
        "damage_bonus",
        "weapons",
    ),
    *(
        "worn",
        "hobbies",
        "trainings",
        "languages",
        "smatterings",
        "psychology",
        "possessions",
        "past",
        "contacts",
        "cell",
    ),
)
NPC_CARD = (
    *("notes", "characteristics", "sb", "damage_bonus", "weapons", "worn", "attacks", "devices", "advantages"),
    *("hobbies", "trainings", "rituals", "shock", "conditional_shock", "no_pain", "category"),
)
BEAST_CARD = (
    *("notes", "characteristics", "sb", "damage_bonus", "attacks", "multiple_attacks", "grip_difficulty", "armour"),
    *("resists", "resists_except", "invulnerable", "pierced_by", "weak_to", "firearms_at_most", "immune", "no_pain"),
    *("regeneration", "small_target", "acts_last", "privileged", "rituals", "shock", "conditional_shock", "size"),
)
THROW = ("roll", "target")
WELL = ("automatic", "critical", "success", "unaffected", "control")  # of a throw, of a mind that bears it
TOLD_OF_HIT = ("avoided", "location", "out_of_fight", "reload", "empty")
TOLD_OF_EACH = ("hit_level", "location", "rounds", "avoided", "out_of_fight")


def _loaded(row: Content) -> int | None:
    """What is left in a weapon: nothing in one that a throw has emptied, whoever counts (OPS-OPT-05, OPS-OPT-06)."""
    return 0 if row.get("empty") else row.get("rounds_left")


def _magazine(row: Content) -> int | None:
    """What a weapon of the catalogue holds (OPS-OPT-05)."""
    return pack.weapon(row["key"]).magazine if row.get("key") else None


def _came(outcome: Content) -> str:
    """A blow that was avoided, one that does nothing and one that luck has undone are no success and no wound."""
    if outcome.get("avoided"):
        return "avoided"
    dealt, left = (LEVELS.index(outcome[name]) if name in outcome else 0 for name in ("hit_level", "wound_level"))
    if "wound_level" in outcome and left < dealt:
        return "death_escaped" if outcome["hit_level"] == "dead" else "wound_undone"
    return "unhurt" if outcome.get("hit") and outcome.get("hit_level") == "none" else ""


SAN_CARD = CardSpec(("reason", "outcome"), good="")
WOUND_CARD = CardSpec(("reason", "hit_level"), came=_came, good="")

PRESENTATION = Presentation(
    difficulty="difficulty",
    ammunition=Ammunition("weapons", _loaded, _magazine),
    glyph="M20 5a15 15 0 1 0 0 30 15 15 0 0 0 0-30zM20 20V9M20 20l8 6",
    harm=("wound_level",),
    deaths={"wound_level": ("dead",)},
    gauges=(
        Gauge("wound_level", 0, 12, "clock", dial=_dial, ends=True, title="clock"),
        Gauge("san", 0, 100, "bar", reserve=True, notes=_san_notes),
        Gauge(
            "luck",
            0,
            90,
            "bar",
            ceiling=_luck_ceiling,
            notes=_luck_notes,
            reserve=True,
        ),
    ),
    chips=("si", "madness", "out_of_fight", "stabilised", "painkiller", "held"),
    cards={
        **dict.fromkeys(
            ("test", "luck_test", "take_cover", "first_aid", "recognise", "intrude", "learn_ritual", "put_out_fire"),
            CardSpec(("reason", "outcome"), under=THROW),
        ),
        **dict.fromkeys(
            ("attack_firearm", "attack_melee", "attack_thrown"),
            CardSpec(
                ("reason", "hit_level", "outcome"),
                came=_came,
                good="hit",
                under=THROW,
                facts=TOLD_OF_HIT,
                rows={"others": TOLD_OF_EACH},
                tells=("uses_left",),
            ),
        ),
        "creature_attack": CardSpec(("reason", "outcome"), good="", under=THROW, rows={"hits": TOLD_OF_EACH}),
        **dict.fromkeys(
            ("end_scene", "recover", "recover_drain", "start_clock", "reload", "luck_recover", "san_gain", "read_tome"),
            CardSpec(("reason",), good=""),  # told in sentences: nothing went well or badly
        ),
        **dict.fromkeys(("progress", "give_painkiller"), CardSpec(("reason",), good="")),
        "grip_turn": CardSpec(("reason", "hit"), good="hit"),
        "explosion": CardSpec(("reason",), good="", rows={"hits": TOLD_OF_EACH}),
        "assassinate": CardSpec(("reason", "hit_level", "alerted"), good="!alerted", tells=("uses_left",)),
        "hold": CardSpec(("reason", "held"), good="held"),
        "break_free": CardSpec(("reason", "free"), good="free"),
        "throw_explosive": CardSpec(("reason", "outcome"), good="on_target"),
        "cast_ritual": CardSpec(("reason", "outcome", "effect"), good="effect"),
        "opposed_test": CardSpec(("winner",), good="", winners=wins("active", "passive")),
        "chase_turn": CardSpec(("status",), good="", acting="pursuer", better=_ahead),
        "madness_effect": CardSpec(("effect",), good=""),
        "fumble_effect": CardSpec(("effect",), good=""),
        "treat_madness": CardSpec(("reason", "outcome"), good="cured"),
        **dict.fromkeys(("san_shock", "macabre", "entity_sight"), SAN_CARD),
        "ptsd_roll": CardSpec(("reason", "second", "outcome"), good=""),
        **dict.fromkeys(("fall", "burn_turn", "crash", "apply_damage"), WOUND_CARD),
        **dict.fromkeys(
            ("aggravate", "suffocate_turn", "entity_attack"),
            CardSpec(("reason", "wound_level"), good=""),  # to live on with a wound is no success
        ),
        "clock_expires": CardSpec(("reason", "outcome"), good=""),
        "luck_escape_death": CardSpec(("reason", "wound_level"), good="alive"),
        "poison": CardSpec(("reason", "effect"), good="resisted"),
    },
    forms=FORMS,
    acts=ACTS,
    act_topics=TOPICS,
    sheet=(
        ("characteristics", CODES),
        ("mind", (*MIND, "luck")),
        ("body", BODY),
        ("gear", ("weapons", "own_weapons", "attacks", "worn", "devices")),
        ("guard", ("guard",)),
        ("person", PERSON),
        ("nature", NATURE),
        ("story", STORY),
        ("memory", MEMORY),
    ),
    accent="#545c17",
    prose="portrait",
    grids={"characteristics": Grid(CODES, tuple(COLUMNS), _cell, _roll, _weighs, _label)},
    listings=LISTINGS,
    quiet=QUIET,
    off_paper=(
        *("codename", "own_weapons", "uses_left", "drain", "books_read", "rituals", "smatterings", "san_start"),
        *("luck_start", "shocks_this_scene", "history"),
    ),
    unread=("san_start", "luck_start", "uses_left", "wound_level", "codename", "gender"),
    named={
        "weapon": row_names(pack.weapon),
        "key": row_names(pack.weapon),
        "worn": row_names(pack.protection),
        "uses_left": row_names(pack.protection),
        "armour_key": lambda key, language: (
            row_names(pack.protection)(key, language) if key not in ("", "natural") else ""
        ),
        "device": row_names(pack.device),
        "devices": row_names(pack.device),
        "substance": row_names(pack.substance),
        "specialty": row_names(pack.specialty),
        "domain": row_names(pack.domain),
        "ritual": row_names(pack.ritual),
        "rituals": row_names(pack.ritual),
        "teaches": row_names(pack.ritual),
        "tome": row_names(pack.tome),
        "books_read": row_names(pack.tome),
        "vehicle": row_names(pack.vehicle),
        "profile": row_names(pack.profile),
    },
    derivations=DERIVATIONS,
    subtitle=_subtitle,
    offers=offers,
    creation=CREATION,
    ladders={
        **dict.fromkeys(("outcome", "defence_outcome", "con_outcome"), WELL),
        **dict.fromkeys(("wound_level", "level"), ("none",)),
        "winner": ("active",),
    },
    begins={"uses_left": lambda key: pack.protection(key).uses},
    untold=(
        *("in_play", "wounds", "wound_counts", "clock", "shocks_this_scene", "weapons", "recovery"),
        *("painkiller_since", "last_cast", "cast_this_scene"),
    ),
    figures={
        "operator": lambda sheet: OPERATOR_CARD,
        "npc": lambda sheet: NPC_CARD,
        "creature": lambda sheet: BEAST_CARD,
    },
    told=("notes", "portrait", "psychology", "possessions", "past", "history"),
)
