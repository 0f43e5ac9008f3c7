"""How Dark Operators looks at the table: death clock, SAN and luck, three columns of percentages, what may follow."""

from fractions import Fraction
from typing import Any

from gardien.core.face import CardFace, Content, Dial, Face, FormFace, Gauge, Grid, Offer
from gardien.core.terms import Language
from gardien.systems.operators import pack
from gardien.systems.operators.derivations import DERIVATIONS
from gardien.systems.operators.fighting import combatant
from gardien.systems.operators.health import hand
from gardien.systems.operators.making import CREATION
from gardien.systems.operators.options import Options
from gardien.systems.operators.trials import CANCEL_FUMBLE, TIMES
from gardien.systems.operators.values import CODES
from gardien.systems.operators.wounds import CANCEL_GRAVE, ESCAPE_DEATH

COLUMNS = {"standard": TIMES[1], "difficult": TIMES[2], "extreme": TIMES[3]}
LADDER = ("difficulty", "advantage", "steps")
PLANS = ("attacker_luck_plan", "defender_luck_plan")


def _dial(sheet: Content) -> Dial:
    """The death clock: the worst wound is the hand, lesser ones are older hands (OPS-HLTH-01, M-24)."""
    threshold = combatant(sheet).threshold(Options())
    level = sheet.get("wound_level", "none")
    damages = sorted({int(wound["damage"]) for wound in sheet.get("wounds", ())}, reverse=True)
    hours = [float(hand(threshold, damage)) for damage in damages]
    least = {"none": 0.0, "superficial": 1.5, "light": 4.5, "grave": 8.25, "dead": 12.0}[level]
    shown = hours[0] if hours and level != "none" else least
    half = Fraction(threshold, 2)
    marks = ((0.0, "0"), (3.0, f"{half.numerator // half.denominator}" + ("½" if half.denominator == 2 else "")))
    return Dial(
        hand=max(shown, least) if level == "dead" else shown,
        older=tuple(hours[1:6]),
        marks=(*marks, (6.0, str(threshold)), (10.5, str(2 * threshold))),
        end=10.5,
        word=("wound_level", str(level)),
    )


def _cell(sheet: Content, code: str, column: str) -> int | str:
    """A characteristic × 5, × 3 or × 1, drain and encumbrance included (OPS-CREA-06, OPS-ARM-04)."""
    return combatant(sheet).current(code) * COLUMNS[column] if code in sheet else ""  # type: ignore[arg-type]


def _roll(code: str, column: str) -> tuple[str, dict[str, Any]]:
    return "test", {"characteristic": code, "difficulty": column}


def _weapons(*sorts: str) -> Any:
    def offered(sheet: Content) -> list[str]:
        rows = [one for one in sheet.get("weapons", ()) if one.get("key")]
        if sorts == ("thrown",):
            return [one["name"] for one in rows if pack.weapon(one["key"]).throwable]
        return [one["name"] for one in rows if pack.weapon(one["key"]).type in sorts]

    return offered


def _attacks(sheet: Content) -> list[str]:
    return [one["name"] for one in sheet.get("attacks", ())]


# ---- what may follow ----


def _offers(procedure: str, given: Content, outcome: Content, sheet: Content, options: Content) -> list[Offer]:
    """Luck exactly where it may be spent, with its price: on a throw, a fumble, a grave wound, a death (LUCK)."""
    if options.get("luck_enabled") is False or outcome.get("refused"):
        return []
    found: list[Offer] = []
    single = "luck_plan" in given
    plan = "luck_plan" if single else "attacker_luck_plan"
    seat = next((given[name] for name in ("attacker", "character", "healer", "caster") if name in given), None)
    luck = given.get("luck", 0) if seat is None else seat.get("luck", 0)
    who = "" if seat is None else seat.get("name", "")
    if plan in given and (seat is None or seat.get("kind", "operator") == "operator"):
        left = outcome.get("luck" if single else "attacker_luck", luck)
        found += _on_throw(outcome, "", plan, given[plan], luck, left, who)
    victim = next((given[name] for name in ("defender", "victim", "patient") if name in given), None)
    if victim and victim.get("kind", "operator") == "operator" and procedure != "first_aid":
        plan = "defender_luck_plan" if "defender_luck_plan" in given else "luck_plan"
        left = outcome.get("defender_luck", outcome.get("luck", 0))
        found += _on_throw(outcome, "defence_", plan, given.get(plan, {}), victim["luck"], left, victim["name"])
        found += _on_wound(outcome, plan, given.get(plan, {}), left, victim["name"])
        found += _on_throw(outcome, "con_", plan, given.get(plan, {}), victim["luck"], left, victim["name"])
    return found


def _on_throw(
    outcome: Content, prefix: str, plan: str, planned: Content, luck: int, left: int, who: str
) -> list[Offer]:
    """A failed throw may be bought for the points that are missing; a fumble costs ten more (OPS-LUCK-02, -03)."""
    result, natural = outcome.get(f"{prefix}outcome"), outcome.get(f"{prefix}roll")
    target = outcome.get(f"{prefix}target", 0)
    if result not in ("failure", "fumble") or not natural or target <= 0:
        return []
    found = []
    shift = max(1, natural - target)
    fumbled = result == "fumble"
    if fumbled and left >= CANCEL_FUMBLE:
        found.append(_luck("cancel_fumble", {plan: {**planned, "cancel_fumble": True}}, CANCEL_FUMBLE, who))
    price = shift + (CANCEL_FUMBLE if fumbled else 0)
    if price <= left:
        wanted = {**planned, "max_shift": shift, "cancel_fumble": fumbled or planned.get("cancel_fumble", False)}
        found.append(_luck("shift", {plan: wanted}, price, who))
    return found


def _on_wound(outcome: Content, plan: str, planned: Content, left: int, who: str) -> list[Offer]:
    level = outcome.get("hit_level")
    if level == "dead" and outcome.get("alive") is False and left >= ESCAPE_DEATH:
        return [_luck("escape_death", {plan: {**planned, "escape_death": True}}, left, who)]
    if level == "grave" and left >= CANCEL_GRAVE and "recorded_damage" in outcome:
        return [_luck("cancel_grave", {plan: {**planned, "cancel_grave": True}}, CANCEL_GRAVE, who)]
    return []


def _luck(key: str, given: dict[str, Any], price: int, who: str) -> Offer:
    return Offer(key, given, same_dice=True, cost="luck", who=who, price=price)


# ---- names ----


def _name(lookup: Any) -> Any:
    def named(key: str, language: Language) -> str:
        return str(getattr(lookup(key), language)) if key else ""

    return named


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
    *("codename", "first_name", "surname", "player", "gender", "age", "nationality", "specialty", "discipline"),
    *("hobbies", "trainings", "languages", "smatterings"),
)
STORY = ("portrait", "psychology", "possessions", "past", "history", "cell", "contacts")
NATURE = (
    *("category", "size", "armour", "invulnerable", "pierced_by", "resists", "weak_to", "no_pain", "regeneration"),
    *("hp", "shock", "privileged", "notes", "multiple_attacks", "grip_difficulty", "immune", "small_target"),
)
MEMORY = (
    *("shocks_this_scene", "cast_this_scene", "books_read", "rituals", "last_cast", "ticks", "wound_counts"),
    *("uses_left", "totals", "bonus", "age_trade", "in_play", "guard"),
)
SHOT = ("defender", "weapon_name", "burst", "others", "advantage")
SAN_CARD = CardFace(("reason", "outcome"), good="")
WOUND_CARD = CardFace(("reason", "hit_level"), good="")

FACE = Face(
    glyph="M20 5a15 15 0 1 0 0 30 15 15 0 0 0 0-30zM20 20V9M20 20l8 6",
    gauges=(
        Gauge("wound_level", 0, 12, "clock", dial=_dial, ends=True),
        Gauge("san", 0, 100, "bar", top=lambda sheet: 100 - int(sheet.get("si", 0))),
        Gauge("luck", 0, 90, "bar", top=lambda sheet: max(int(sheet.get("luck_start", 90)), int(sheet.get("luck", 0)))),
    ),
    chips=("si", "madness", "out_of_fight", "stabilised", "painkiller", "held"),
    cards={
        **dict.fromkeys(
            ("test", "luck_test", "take_cover", "first_aid", "recognise", "intrude", "learn_ritual", "put_out_fire"),
            CardFace(("reason", "outcome")),
        ),
        **dict.fromkeys(
            ("attack_firearm", "attack_melee", "attack_thrown"),
            CardFace(("reason", "hit_level", "outcome"), good="hit"),
        ),
        "creature_attack": CardFace(("reason", "outcome"), good=""),
        "assassinate": CardFace(("reason", "hit_level", "alerted"), good="!alerted"),
        "hold": CardFace(("reason", "held"), good="held"),
        "break_free": CardFace(("reason", "free"), good="free"),
        "throw_explosive": CardFace(("reason", "outcome"), good="on_target"),
        "cast_ritual": CardFace(("reason", "outcome", "effect"), good="effect"),
        "opposed_test": CardFace(("winner",), good=""),
        "chase_turn": CardFace(("status",), good=""),
        "madness_effect": CardFace(("effect",), good=""),
        "fumble_effect": CardFace(("effect",), good=""),
        "treat_madness": CardFace(("reason", "outcome"), good="cured"),
        **dict.fromkeys(("san_shock", "macabre", "ptsd_roll", "entity_sight"), SAN_CARD),
        **dict.fromkeys(("fall", "burn_turn", "crash", "apply_damage"), WOUND_CARD),
        **dict.fromkeys(
            ("aggravate", "clock_expires", "suffocate_turn", "poison", "entity_attack", "luck_escape_death"),
            CardFace(("reason", "wound_level"), good="alive"),
        ),
    },
    forms={
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
        ),
        "attack_firearm": FormFace(
            SHOT,
            ("zone", "cover", "steps", "waive", "attacker_luck_plan"),
            degrees="outcome",
            good="hit",
            what_if=("burst", "advantage"),
            choices={"weapon_name": _weapons("firearm")},
            filled=("zone", "cover", "steps"),
        ),
        "attack_melee": FormFace(
            ("defender", "weapon_name", "advantage"),
            ("waive", "defends", "attacker_luck_plan"),
            degrees="outcome",
            good="hit",
            what_if=("advantage",),
            choices={"weapon_name": _weapons("melee")},
            filled=("defends",),
        ),
        "attack_thrown": FormFace(
            ("defender", "weapon_name", "advantage"),
            ("zone", "cover", "steps", "waive", "attacker_luck_plan"),
            degrees="outcome",
            good="hit",
            choices={"weapon_name": _weapons("thrown")},
            filled=("zone", "cover"),
        ),
        "creature_attack": FormFace(("victims", "attack_name"), degrees="outcome", choices={"attack_name": _attacks}),
        "grip_turn": FormFace(("victim", "attack_name"), degrees="hit", choices={"attack_name": _attacks}),
        "assassinate": FormFace(
            ("defender", "weapon_name", "stealth_difficulty", "advantage", "unaware"),
            ("attacker_luck_plan",),
            degrees="wound_level",
            good="!alerted",
            choices={"weapon_name": _weapons("melee")},
        ),
        "take_cover": FormFace(
            ("advantage", "acts_before_shooter"),
            ("luck_plan",),
            degrees="outcome",
            good="in_cover",
            what_if=("advantage",),
        ),
        "hold": FormFace(
            ("defender", "attacker_wrestler"),
            ("defends", "attacker_luck_plan"),
            degrees="held",
            good="held",
            filled=("defends",),
        ),
        "break_free": FormFace(
            ("holder", "held_by", "advantage"), ("difficulty", "luck_plan"), degrees="outcome", good="free"
        ),
        "throw_explosive": FormFace(
            ("device", "zone", "advantage"), ("steps", "waive", "luck_plan"), degrees="outcome", good="on_target"
        ),
        "explosion": FormFace(("device", "victims"), ("dice_count", "radius_m", "charges"), degrees="blast", good=""),
        "first_aid": FormFace(
            ("patient", "advantage", "equipment"), ("luck_plan",), degrees="outcome", good="stabilised"
        ),
        "san_shock": FormFace(("shock", "source"), degrees="outcome", good=""),
        "macabre": FormFace(("shock", "unnatural", "advantage"), ("luck_plan",), degrees="outcome", good=""),
        "ptsd_roll": FormFace(("shock",), degrees="outcome", good=""),
        "end_scene": FormFace(("characters",), degrees="results", good=""),
        "read_tome": FormFace(("tome",), ("loss", "si_gain", "already_read"), degrees="loss", good=""),
        "cast_ritual": FormFace(
            ("ritual", "advantage", "available"), ("cost", "effect_test", "luck_plan"), degrees="effect", good="effect"
        ),
        "learn_ritual": FormFace(("tome", "ritual", "advantage"), ("luck_plan",), degrees="outcome", good="learned"),
        "recognise": FormFace((), ("luck_plan",), degrees="outcome"),
        "san_gain": FormFace(("victory",), degrees="gain", good=""),
        "treat_madness": FormFace(("setting",), degrees="outcome", good="cured"),
        "madness_effect": FormFace(("duration",), degrees="effect", good=""),
        "recover": FormFace(("care",), ("luck_plan",), degrees="total_days", good=""),
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
        "give_painkiller": FormFace(()),
        "clock_expires": FormFace((), ("luck_plan",), degrees="wound_level", good="alive"),
        "entity_attack": FormFace(("protection",), ("luck_plan",), degrees="outcome", good="alive"),
        "entity_sight": FormFace((), degrees="outcome", good=""),
        "luck_recover": FormFace((), degrees="gain", good=""),
        "luck_test": FormFace((), degrees="outcome"),
        "luck_escape_death": FormFace(("cause",), degrees="out_of_fight", good="alive"),
        "reload": FormFace(("weapon_name",), choices={"weapon_name": _weapons("firearm")}),
        "intrude": FormFace(
            ("characteristic", "grade", "advantage"),
            ("layers_cleared", "alarm", "luck_plan"),
            degrees="outcome",
            good="",
            choices={"characteristic": lambda sheet: ["INT", "POU"]},
        ),
        "progress": FormFace(("ticks",), degrees="raised", good=""),
        "fumble_effect": FormFace(("situation",), degrees="effect", good=""),
        "creature_turn": FormFace(()),
    },
    acts=(
        *("test", "attack_firearm", "attack_melee", "attack_thrown", "creature_attack", "take_cover", "hold"),
        *("break_free", "assassinate", "throw_explosive", "san_shock", "macabre", "first_aid", "give_painkiller"),
        *("opposed_test", "luck_test", "reload", "fall", "burn_turn", "suffocate_turn", "put_out_fire", "poison"),
        *("crash", "apply_damage", "aggravate", "clock_expires", "recover", "read_tome", "recognise", "cast_ritual"),
        *("learn_ritual", "intrude", "entity_sight", "entity_attack", "madness_effect", "treat_madness", "ptsd_roll"),
        *("san_gain", "luck_recover", "luck_escape_death", "progress", "fumble_effect", "creature_turn", "grip_turn"),
    ),
    sheet=(
        ("characteristics", CODES),
        ("mind", (*MIND, "luck")),
        ("body", BODY),
        ("gear", ("weapons", "own_weapons", "worn", "devices", "attacks")),
        ("person", PERSON),
        ("nature", NATURE),
        ("story", STORY),
        ("memory", MEMORY),
    ),
    accent="#545c17",
    prose="portrait",
    grids={"characteristics": Grid(CODES, tuple(COLUMNS), _cell, _roll)},
    named={
        "weapon": _name(pack.weapon),
        "worn": _name(pack.protection),
        "uses_left": _name(pack.protection),
        "armour_key": lambda key, language: _name(pack.protection)(key, language) if key not in ("", "natural") else "",
        "device": _name(pack.device),
        "devices": _name(pack.device),
        "substance": _name(pack.substance),
        "specialty": _name(pack.specialty),
        "domain": _name(pack.domain),
        "ritual": _name(pack.ritual),
        "rituals": _name(pack.ritual),
        "teaches": _name(pack.ritual),
        "tome": _name(pack.tome),
        "books_read": _name(pack.tome),
        "vehicle": _name(pack.vehicle),
        "profile": _name(pack.profile),
    },
    derivations=DERIVATIONS,
    subtitle=_subtitle,
    offers=_offers,
    creation=CREATION,
    told=("notes", "portrait", "psychology", "possessions", "past", "history"),
)
