"""The forms of acts: what is asked, what the sheet or the table fills in, what the odds are told by."""

from typing import Any

from msgspec.structs import replace

from gardien.core.deciding import Deciding
from gardien.core.presentation import Content, FormSpec
from gardien.systems.operators import pack
from gardien.systems.operators.rules.character import CODES
from gardien.systems.operators.table.ability import options_of
from gardien.systems.operators.table.weapon_use import lines_of, own_weapon

LADDER = ("difficulty", "advantage", "steps")

ACTS = (
    *("test", "attack_firearm", "attack_melee", "attack_thrown", "creature_attack", "grip_turn", "creature_turn"),
    *("break_free", "take_cover", "hold", "first_aid", "san_shock", "luck_test", "reload", "salvage", "opposed_test"),
    *("throw_explosive", "explosion", "assassinate", "fumble_effect", "give_painkiller", "apply_damage", "aggravate"),
    *("clock_expires", "recover", "macabre", "entity_sight", "madness_effect", "treat_madness", "ptsd_roll"),
    *("san_gain", "fall", "burn_turn", "put_out_fire", "suffocate_turn", "poison", "crash", "entity_attack"),
    *("read_tome", "recognise", "cast_ritual", "learn_ritual", "luck_recover", "luck_escape_death", "intrude"),
    *("progress", "chase_turn", "end_scene"),
)
TOPICS = (
    (
        "fight",
        ("throw_explosive", "explosion", "assassinate", "hold", "take_cover", "reload", "salvage", "fumble_effect"),
    ),
    ("body", ("first_aid", "give_painkiller", "apply_damage", "aggravate", "clock_expires", "recover")),
    ("mind", ("macabre", "entity_sight", "madness_effect", "treat_madness", "ptsd_roll", "san_gain", "end_scene")),
    ("hazards", ("fall", "burn_turn", "put_out_fire", "suffocate_turn", "poison", "crash", "entity_attack")),
    ("occult", ("read_tome", "recognise", "cast_ritual", "learn_ritual")),
    (
        "mission",
        ("opposed_test", "luck_test", "luck_recover", "luck_escape_death", "intrude", "chase_turn", "progress"),
    ),
)
SHOT = ("defender", "weapon_name", "burst", "advantage")


def _weapons(sort: str) -> Any:
    def offered(sheet: Content) -> list[str]:
        return [one["name"] for _, one in lines_of(sheet, sort)]

    return offered


def _has(sort: str) -> Any:
    """Whether somebody has a weapon of a sort at hand."""
    return lambda sheet: bool(lines_of(sheet, sort))


def _fires_bursts(given: Content, sheet: Content) -> bool:
    """Whether the weapon that is chosen fires bursts, or the one that is taken up where none is (OPS-OPT-02)."""
    guns = [one for _, one in lines_of(sheet, "firearm")]
    line = next((one for one in guns if given.get("weapon_name") in ("", None, one["name"])), None)
    if line is None or not options_of(sheet).burst_enabled:
        return False
    return pack.weapon(line["key"]).burst if line.get("key") else bool((own_weapon(sheet, line["name"]) or {})["burst"])


def _reloads(sheet: Content) -> bool:
    """Whether there is a weapon to load, where anybody counts (OPS-OPT-05)."""
    return _has("firearm")(sheet) and options_of(sheet).ammo_mode != "none"


def _has_hands(sheet: Content) -> bool:
    return sheet.get("kind") != "creature"


def _is_creature(sheet: Content) -> bool:
    return sheet.get("kind") == "creature"


def _is_operator(sheet: Content) -> bool:
    return sheet.get("kind") == "operator"


def _has_luck(sheet: Content) -> bool:
    """Only Operators have any, where the table plays with it (OPS-LUCK-01)."""
    return _is_operator(sheet) and options_of(sheet).luck_enabled


def _attacks(sheet: Content) -> list[str]:
    return [one["name"] for one in sheet.get("attacks", ())]


D100 = Deciding(100, low=True)  # a score is not to be exceeded

_FORMS: dict[str, FormSpec] = {
    "test": FormSpec(
        ("characteristic", *LADDER),
        ("waive", "no_roll", "is_action", "luck_plan"),
        degrees="outcome",
        decided_by=D100,
        what_if=("advantage",),
    ),
    "opposed_test": FormSpec(
        ("characteristic", "active_difficulty", "active_advantage", "opponent", "passive_score", "passive_difficulty"),
        ("passive_advantage", "passive_grave"),
        degrees="winner",
        good="",
        filled=("passive_score", "passive_grave"),
        choices={"characteristic": lambda sheet: [code for code in CODES if code in sheet]},
        fits=_has_hands,
    ),
    "attack_firearm": FormSpec(
        SHOT,
        ("zone", "cover", "steps", "others", "waive", "attacker_luck_plan"),
        degrees="outcome",
        good="hit",
        decided_by=D100,
        what_if=("burst", "advantage"),
        when={"burst": _fires_bursts},
        choices={"weapon_name": _weapons("firearm")},
        each={"others": ("rounds",)},
        befalls={"others": "others.hit_level"},
        filled=("zone", "cover", "steps", "advantage"),
        known=("outcome", "hit"),
        then="hit_level",
        fits=_has("firearm"),
    ),
    "attack_melee": FormSpec(
        ("defender", "weapon_name", "advantage"),
        ("steps", "waive", "defends", "attacker_luck_plan"),
        ruled=("defends",),
        degrees="outcome",
        good="hit",
        what_if=("advantage",),
        choices={"weapon_name": _weapons("melee")},
        filled=("defends", "advantage", "steps"),
        known=("outcome",),
        then="hit_level",
        fits=_has_hands,
    ),
    "attack_thrown": FormSpec(
        ("defender", "weapon_name", "advantage"),
        ("zone", "cover", "steps", "waive", "attacker_luck_plan"),
        degrees="outcome",
        good="hit",
        choices={"weapon_name": _weapons("thrown")},
        filled=("zone", "cover", "steps", "advantage"),
        known=("outcome",),
        then="hit_level",
        fits=_has("thrown"),
    ),
    "creature_attack": FormSpec(
        ("victims", "attack_name"),
        ("steps",),
        degrees="outcome",
        each={"victims": ("defends",)},
        befalls={"victims": "hits.hit_level"},
        filled=("victims.defends",),
        choices={"attack_name": _attacks},
        known=("outcome",),
    ),
    "grip_turn": FormSpec(
        ("victim", "attack_name"), degrees="hit.hit_level", good="", choices={"attack_name": _attacks}
    ),
    "assassinate": FormSpec(
        ("defender", "weapon_name", "stealth_difficulty", "advantage", "unaware"),
        ("steps", "attacker_luck_plan"),
        degrees="hit_level",
        good="!alerted",
        choices={"weapon_name": _weapons("silent")},
        fits=lambda sheet: (
            _is_operator(sheet) and options_of(sheet).assassination_enabled and _has("silent")(sheet)
        ),  # OPS-OPT-08
    ),
    "take_cover": FormSpec(
        ("advantage", "acts_before_shooter"),
        ("steps", "luck_plan"),
        degrees="outcome",
        good="in_cover",
        what_if=("advantage",),
        fits=_has_hands,
    ),
    "hold": FormSpec(
        ("defender", "attacker_wrestler"),
        ("steps", "defends", "attacker_luck_plan"),
        ruled=("defends", "attacker_wrestler"),
        degrees="held",
        good="held",
        filled=("defends", "attacker_wrestler", "steps"),
        known=("outcome",),
        fits=_has_hands,
    ),
    "break_free": FormSpec(
        ("holder", "held_by", "advantage"),
        ("difficulty", "steps", "luck_plan"),
        degrees="outcome",
        good="free",
        fits=lambda sheet: bool(sheet.get("held")),
    ),
    "throw_explosive": FormSpec(
        ("device", "zone", "advantage"),
        ("steps", "waive", "luck_plan"),
        degrees="outcome",
        good="on_target",
        fits=_has_hands,
    ),
    "explosion": FormSpec(
        ("device", "victims"),
        ("dice_count", "radius_m", "charges"),
        degrees="blast",
        good="",
        each={"victims": ("distance_m", "cover")},
        befalls={"victims": "hits.hit_level"},
    ),
    "first_aid": FormSpec(
        ("patient", "advantage", "equipment"),
        ("steps", "luck_plan"),
        degrees="outcome",
        good="stabilised",
        decided_by=D100,
        known=("outcome", "stabilised"),
        fits=_has_hands,
    ),
    "san_shock": FormSpec(("shock", "source"), degrees="outcome", good="", counts=("loss",), fits=_has_hands),
    "macabre": FormSpec(
        ("shock", "unnatural", "advantage"),
        ("luck_plan",),
        degrees="outcome",
        good="",
        fits=lambda sheet: _has_hands(sheet) and options_of(sheet).macabre_shock,  # OPS-SAN-13
    ),
    "ptsd_roll": FormSpec(
        ("shock",),
        degrees="outcome",
        good="",
        fits=lambda sheet: _is_operator(sheet) and options_of(sheet).ptsd_enabled,  # OPS-SAN-12
    ),
    "end_scene": FormSpec(("characters",), degrees="results", good="", everybody=True),
    "chase_turn": FormSpec(
        ("fugitive", "pursuer", "gap", "road"),
        degrees="gap",
        good="",
        each=dict.fromkeys(("fugitive", "pursuer"), ("vehicle", "advantage")),
    ),
    "read_tome": FormSpec(
        ("tome",),
        ("loss", "si_gain", "already_read"),
        ruled=("loss", "si_gain"),
        degrees="loss",
        good="",
        fits=_has_hands,
    ),
    "cast_ritual": FormSpec(
        ("ritual", "advantage", "available"),
        ("cost", "effect_test", "luck_plan"),
        ruled=("cost", "effect_test"),
        degrees="effect",
        good="effect",
        fits=_has_hands,
    ),
    "learn_ritual": FormSpec(
        ("tome", "ritual", "advantage"), ("luck_plan",), degrees="outcome", good="learned", fits=_has_hands
    ),
    "recognise": FormSpec((), ("luck_plan",), degrees="outcome", fits=_has_hands),
    "san_gain": FormSpec(("victory",), degrees="gain", good="", fits=_is_operator),
    "treat_madness": FormSpec(("setting",), degrees="outcome", good="cured", fits=_is_operator),
    "madness_effect": FormSpec(("duration",), degrees="effect", good="", fits=_has_hands),
    "recover": FormSpec(("care",), ("luck_plan",), degrees="total_days", good="", fits=_has_hands),
    "fall": FormSpec(("height_m",), ("luck_plan",), degrees="wound_level", good=""),
    "suffocate_turn": FormSpec(("turn", "advantage"), ("luck_plan",), degrees="outcome", good="alive"),
    "burn_turn": FormSpec(("intensity",), ("sum_so_far", "luck_plan"), degrees="wound_level", good=""),
    "put_out_fire": FormSpec(("advantage",), ("luck_plan",), degrees="outcome", good="!burning"),
    "poison": FormSpec(
        ("substance",), ("difficulty", "on_failure", "on_success", "luck_plan"), degrees="effect", good="resisted"
    ),
    "crash": FormSpec(("vehicle",), ("luck_plan",), degrees="wound_level", good=""),
    "apply_damage": FormSpec(
        ("damage", "damage_kind"),
        ("special", "location", "ignore_armour", "luck_plan"),
        degrees="wound_level",
        good="",
    ),
    "aggravate": FormSpec(("level",), ("luck_plan",), degrees="wound_level", good=""),
    "give_painkiller": FormSpec((), fits=_has_hands),
    "clock_expires": FormSpec((), ("luck_plan",), degrees="wound_level", good=""),
    "entity_attack": FormSpec(("protection",), ("luck_plan",), degrees="outcome", good="alive"),
    "entity_sight": FormSpec((), degrees="outcome", good="", fits=_has_hands),
    "luck_recover": FormSpec((), degrees="gain", good="", fits=_has_luck),
    "luck_test": FormSpec((), degrees="outcome", decided_by=D100, fits=_has_luck),
    "luck_escape_death": FormSpec(("cause",), degrees="out_of_fight", good="!out_of_fight", fits=_has_luck),
    "reload": FormSpec(("weapon_name",), choices={"weapon_name": _weapons("firearm")}, fits=_reloads),
    "intrude": FormSpec(
        ("characteristic", "grade", "advantage"),
        ("layers_cleared", "alarm", "luck_plan"),
        degrees="outcome",
        choices={"characteristic": lambda sheet: ["INT", "POU"]},
        fits=_has_hands,
    ),
    "progress": FormSpec(("ticks",), degrees="raised", good="", fits=_is_operator),
    "salvage": FormSpec(
        ("magazines_changed",),
        filled=("magazines_changed",),
        has_odds=False,
        fits=lambda sheet: _has("firearm")(sheet) and options_of(sheet).salvage_allowed,  # OPS-OPT-07
    ),
    "fumble_effect": FormSpec(("situation",), degrees="effect", good=""),
    "creature_turn": FormSpec((), fits=_is_creature),
}

OF_A_THROW = ("max_shift", "cancel_fumble")  # what luck can do where nobody is wounded (OPS-LUCK-02, OPS-LUCK-03)
WOUNDING = ("fall", "burn_turn", "suffocate_turn", "poison", "crash", "apply_damage", "aggravate", "clock_expires")


def _with_luck_plans(key: str, form: FormSpec) -> FormSpec:
    plans = ("attacker_luck_plan",) if key in (*WOUNDING, "entity_attack") else ("attacker_luck_plan", "luck_plan")
    return replace(form, each={**form.each, **dict.fromkeys(plans, OF_A_THROW)})


FORMS = {key: _with_luck_plans(key, form) for key, form in _FORMS.items()}
