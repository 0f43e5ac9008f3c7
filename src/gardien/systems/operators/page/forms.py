"""The forms of acts: what is asked, what the sheet or the table fills in, what the odds are told by."""

from typing import Any

from msgspec.structs import replace

from gardien.core.face import Content, FormFace
from gardien.systems.operators import pack
from gardien.systems.operators.values import CODES

LADDER = ("difficulty", "advantage", "steps")

ACTS = (
    *("test", "attack_firearm", "attack_melee", "attack_thrown", "creature_attack", "grip_turn", "creature_turn"),
    *("break_free", "take_cover", "hold", "first_aid", "san_shock", "luck_test", "reload", "opposed_test"),
    *("throw_explosive", "explosion", "assassinate", "fumble_effect", "give_painkiller", "apply_damage", "aggravate"),
    *("clock_expires", "recover", "macabre", "entity_sight", "madness_effect", "treat_madness", "ptsd_roll"),
    *("san_gain", "fall", "burn_turn", "put_out_fire", "suffocate_turn", "poison", "crash", "entity_attack"),
    *("read_tome", "recognise", "cast_ritual", "learn_ritual", "luck_recover", "luck_escape_death", "intrude"),
    *("progress", "chase_turn", "end_scene"),
)
TOPICS = (
    ("fight", ("throw_explosive", "explosion", "assassinate", "hold", "take_cover", "reload", "fumble_effect")),
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


def _weapons(*sorts: str) -> Any:
    def offered(sheet: Content) -> list[str]:
        rows = [one for one in sheet.get("weapons", ()) if one.get("key")]
        if sorts == ("thrown",):
            return [one["name"] for one in rows if pack.weapon(one["key"]).throwable]
        return [one["name"] for one in rows if pack.weapon(one["key"]).type in sorts]

    return offered


def _has_hands(sheet: Content) -> bool:
    return sheet.get("kind") != "creature"


def _is_creature(sheet: Content) -> bool:
    return sheet.get("kind") == "creature"


def _has_luck(sheet: Content) -> bool:
    """Only Operators have any (OPS-LUCK-01)."""
    return sheet.get("kind") == "operator"


def _attacks(sheet: Content) -> list[str]:
    return [one["name"] for one in sheet.get("attacks", ())]


_FORMS: dict[str, FormFace] = {
    "test": FormFace(
        ("characteristic", *LADDER),
        ("waive", "no_roll", "is_action", "luck_plan"),
        degrees="outcome",
        what_if=("advantage",),
    ),
    "opposed_test": FormFace(
        ("characteristic", "active_difficulty", "active_advantage", "passive_score", "passive_difficulty"),
        ("passive_advantage", "passive_grave"),
        degrees="winner",
        good="",
        choices={"characteristic": lambda sheet: [code for code in CODES if code in sheet]},
        fits=_has_hands,
    ),
    "attack_firearm": FormFace(
        SHOT,
        ("zone", "cover", "steps", "others", "waive", "attacker_luck_plan"),
        degrees="outcome",
        good="hit",
        what_if=("burst", "advantage"),
        choices={"weapon_name": _weapons("firearm")},
        each={"others": ("rounds",)},
        befalls={"others": "others.hit_level"},
        filled=("zone", "cover", "steps", "advantage"),
        known=("outcome", "hit"),
        then="hit_level",
    ),
    "attack_melee": FormFace(
        ("defender", "weapon_name", "advantage"),
        ("waive", "defends", "attacker_luck_plan"),
        degrees="outcome",
        good="hit",
        what_if=("advantage",),
        choices={"weapon_name": _weapons("melee")},
        filled=("defends", "advantage"),
        known=("outcome",),
        then="hit_level",
        fits=_has_hands,
    ),
    "attack_thrown": FormFace(
        ("defender", "weapon_name", "advantage"),
        ("zone", "cover", "steps", "waive", "attacker_luck_plan"),
        degrees="outcome",
        good="hit",
        choices={"weapon_name": _weapons("thrown")},
        filled=("zone", "cover", "steps", "advantage"),
        known=("outcome",),
        then="hit_level",
    ),
    "creature_attack": FormFace(
        ("victims", "attack_name"),
        degrees="outcome",
        each={"victims": ("defends",)},
        befalls={"victims": "hits.hit_level"},
        filled=("victims.defends",),
        choices={"attack_name": _attacks},
        known=("outcome",),
    ),
    "grip_turn": FormFace(
        ("victim", "attack_name"), degrees="hit.hit_level", good="", choices={"attack_name": _attacks}
    ),
    "assassinate": FormFace(
        ("defender", "weapon_name", "stealth_difficulty", "advantage", "unaware"),
        ("attacker_luck_plan",),
        degrees="hit_level",
        good="!alerted",
        choices={"weapon_name": _weapons("melee")},
        filled=("advantage",),
    ),
    "take_cover": FormFace(
        ("advantage", "acts_before_shooter"),
        ("luck_plan",),
        degrees="outcome",
        good="in_cover",
        what_if=("advantage",),
        fits=_has_hands,
    ),
    "hold": FormFace(
        ("defender", "attacker_wrestler"),
        ("defends", "attacker_luck_plan"),
        degrees="held",
        good="held",
        filled=("defends", "attacker_wrestler"),
        known=("outcome",),
        fits=_has_hands,
    ),
    "break_free": FormFace(
        ("holder", "held_by", "advantage"),
        ("difficulty", "luck_plan"),
        degrees="outcome",
        good="free",
        fits=lambda sheet: bool(sheet.get("held")),
    ),
    "throw_explosive": FormFace(
        ("device", "zone", "advantage"),
        ("steps", "waive", "luck_plan"),
        degrees="outcome",
        good="on_target",
        fits=_has_hands,
    ),
    "explosion": FormFace(
        ("device", "victims"),
        ("dice_count", "radius_m", "charges"),
        degrees="blast",
        good="",
        each={"victims": ("distance_m", "cover")},
        befalls={"victims": "hits.hit_level"},
    ),
    "first_aid": FormFace(
        ("patient", "advantage", "equipment"),
        ("luck_plan",),
        degrees="outcome",
        good="stabilised",
        known=("outcome", "stabilised"),
        fits=_has_hands,
    ),
    "san_shock": FormFace(("shock", "source"), degrees="outcome", good="", fits=_has_hands),
    "macabre": FormFace(
        ("shock", "unnatural", "advantage"), ("luck_plan",), degrees="outcome", good="", fits=_has_hands
    ),
    "ptsd_roll": FormFace(("shock",), degrees="outcome", good="", fits=_has_luck),
    "end_scene": FormFace(("characters",), degrees="results", good="", everybody=True),
    "chase_turn": FormFace(
        ("fugitive", "pursuer", "gap", "road"),
        degrees="gap",
        good="",
        each=dict.fromkeys(("fugitive", "pursuer"), ("vehicle", "advantage")),
    ),
    "read_tome": FormFace(("tome",), ("loss", "si_gain", "already_read"), degrees="loss", good="", fits=_has_hands),
    "cast_ritual": FormFace(
        ("ritual", "advantage", "available"),
        ("cost", "effect_test", "luck_plan"),
        degrees="effect",
        good="effect",
        fits=_has_hands,
    ),
    "learn_ritual": FormFace(
        ("tome", "ritual", "advantage"), ("luck_plan",), degrees="outcome", good="learned", fits=_has_hands
    ),
    "recognise": FormFace((), ("luck_plan",), degrees="outcome", fits=_has_hands),
    "san_gain": FormFace(("victory",), degrees="gain", good="", fits=_has_luck),
    "treat_madness": FormFace(("setting",), degrees="outcome", good="cured", fits=_has_luck),
    "madness_effect": FormFace(("duration",), degrees="effect", good="", fits=_has_hands),
    "recover": FormFace(("care",), ("luck_plan",), degrees="total_days", good="", fits=_has_luck),
    "fall": FormFace(("height_m",), ("luck_plan",), degrees="wound_level", good=""),
    "suffocate_turn": FormFace(("turn", "advantage"), ("luck_plan",), degrees="outcome", good="alive"),
    "burn_turn": FormFace(("intensity",), ("sum_so_far", "luck_plan"), degrees="wound_level", good=""),
    "put_out_fire": FormFace(("advantage",), ("luck_plan",), degrees="outcome", good="!burning"),
    "poison": FormFace(
        ("substance",), ("difficulty", "on_failure", "on_success", "luck_plan"), degrees="effect", good="resisted"
    ),
    "crash": FormFace(("vehicle",), ("luck_plan",), degrees="wound_level", good=""),
    "apply_damage": FormFace(
        ("damage", "damage_kind"),
        ("special", "location", "ignore_armour", "luck_plan"),
        degrees="wound_level",
        good="",
    ),
    "aggravate": FormFace(("level",), ("luck_plan",), degrees="wound_level", good=""),
    "give_painkiller": FormFace((), fits=_has_hands),
    "clock_expires": FormFace((), ("luck_plan",), degrees="wound_level", good=""),
    "entity_attack": FormFace(("protection",), ("luck_plan",), degrees="outcome", good="alive"),
    "entity_sight": FormFace((), degrees="outcome", good="", fits=_has_hands),
    "luck_recover": FormFace((), degrees="gain", good="", fits=_has_luck),
    "luck_test": FormFace((), degrees="outcome", fits=_has_luck),
    "luck_escape_death": FormFace(("cause",), degrees="out_of_fight", good="!out_of_fight", fits=_has_luck),
    "reload": FormFace(("weapon_name",), choices={"weapon_name": _weapons("firearm")}),
    "intrude": FormFace(
        ("characteristic", "grade", "advantage"),
        ("layers_cleared", "alarm", "luck_plan"),
        degrees="outcome",
        choices={"characteristic": lambda sheet: ["INT", "POU"]},
        fits=_has_hands,
    ),
    "progress": FormFace(("ticks",), degrees="raised", good="", fits=_has_luck),
    "fumble_effect": FormFace(("situation",), degrees="effect", good=""),
    "creature_turn": FormFace((), fits=_is_creature),
}

OF_A_THROW = ("max_shift", "cancel_fumble")  # what luck can do where nobody is wounded (OPS-LUCK-02, OPS-LUCK-03)
WOUNDING = ("fall", "burn_turn", "suffocate_turn", "poison", "crash", "apply_damage", "aggravate", "clock_expires")


def _planned(key: str, form: FormFace) -> FormFace:
    plans = ("attacker_luck_plan",) if key in (*WOUNDING, "entity_attack") else ("attacker_luck_plan", "luck_plan")
    return replace(form, each={**form.each, **dict.fromkeys(plans, OF_A_THROW)})


FORMS = {key: _planned(key, form) for key, form in _FORMS.items()}
