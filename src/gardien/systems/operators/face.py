"""How Dark Operators looks at the table: death clock, SAN and luck, three columns of percentages, what may follow."""

from typing import Any

from gardien.core.face import CardFace, Content, Dial, Face, FormFace, Gauge, Grid, Offer
from gardien.core.terms import Language
from gardien.systems.operators import pack
from gardien.systems.operators.creation import score_parts
from gardien.systems.operators.derivations import DERIVATIONS
from gardien.systems.operators.fighting import combatant
from gardien.systems.operators.health import hand
from gardien.systems.operators.making import CREATION
from gardien.systems.operators.options import Options
from gardien.systems.operators.sheet_words import LISTINGS
from gardien.systems.operators.trials import CANCEL_FUMBLE, TIMES
from gardien.systems.operators.values import CODES
from gardien.systems.operators.wounds import CANCEL_GRAVE, ESCAPE_DEATH

COLUMNS = {"standard": TIMES[1], "difficult": TIMES[2], "extreme": TIMES[3]}
HOURS = (0.0, 3.0, 6.0, 10.5)  # nothing, half the threshold, the threshold, twice the threshold
LADDER = ("difficulty", "advantage", "steps")
PLANS = ("attacker_luck_plan", "defender_luck_plan")


def _dial(sheet: Content) -> Dial:
    """The death clock: the worst wound is the hand, lesser ones are older hands (OPS-HLTH-01, M-24).

    Whoever sees the wound but neither scores nor damage sees where it lies, without a number.
    """
    level = sheet.get("wound_level", "none")
    least = {"none": 0.0, "superficial": 1.5, "light": 4.5, "grave": 8.25, "dead": 12.0}[level]
    if sheet.get("sb") is None and not {"FOR", "CON"} <= set(sheet):
        told = ("", "", "", "") if sheet else ("0", "SB/2", "SB", "2 SB")
        return Dial(hand=least, marks=tuple(zip(HOURS, told, strict=True)), end=HOURS[-1], word=("wound_level", level))
    threshold = combatant(sheet).threshold(Options())
    damages = sorted({int(wound["damage"]) for wound in sheet.get("wounds", ())}, reverse=True)
    hours = [float(hand(threshold, damage)) for damage in damages]
    shown = hours[0] if hours and level != "none" else least
    whole, half = divmod(threshold, 2)
    numbers = ("0", f"{whole or ''}½" if half else str(whole), str(threshold), str(2 * threshold))
    light = -(-threshold // 2)  # the least damage that is half the threshold or more
    spans = (("superficial", 1, light), ("light", light, threshold), ("grave", threshold, 2 * threshold))
    return Dial(
        hand=max(shown, least) if level == "dead" else shown,
        older=tuple(hours[1:6]),
        marks=tuple(zip(HOURS, numbers, strict=True)),
        end=HOURS[-1],
        word=("wound_level", str(level)),
        spans=(*((name, _span(low, high)) for name, low, high in spans if low < high), ("dead", f"{2 * threshold} +")),
    )


def _span(low: int, high: int) -> str:
    return str(low) if high - low == 1 else f"{low}–{high - 1}"


def _weighs(sheet: Content, code: str) -> tuple[tuple[str, int], ...]:
    """What drain and encumbrance take from a score for now (OPS-CREAT-09, OPS-ARM-04)."""
    names = {"worn": "encumbrance"}
    parts = score_parts(combatant(sheet), code)[1:]  # type: ignore[arg-type]
    return tuple((names.get(name, name), amount) for name, amount in parts)


def _san_notes(sheet: Content) -> tuple[tuple[str, int], ...]:
    """The most that knowledge leaves, and where it began (OPS-SAN-09)."""
    start = (("at_start", int(sheet["san_start"])),) if "san_start" in sheet else ()
    return (("maximum", 100 - int(sheet.get("si", 0))), *start)


def _luck_notes(sheet: Content) -> tuple[tuple[str, int], ...]:
    return (("at_start", int(sheet["luck_start"])),) if "luck_start" in sheet else ()


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


def _has_hands(sheet: Content) -> bool:
    return sheet.get("kind") != "creature"


def _is_creature(sheet: Content) -> bool:
    return sheet.get("kind") == "creature"


def _has_luck(sheet: Content) -> bool:
    """Only Operators have any (OPS-LUCK-01)."""
    return sheet.get("kind") == "operator"


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
    *("madness", "version", "hp", "cast_this_scene"),
)
ACTS = (
    *("test", "attack_firearm", "attack_melee", "attack_thrown", "creature_attack", "grip_turn", "creature_turn"),
    *("break_free", "take_cover", "hold", "first_aid", "san_shock", "luck_test", "reload", "opposed_test"),
    *("throw_explosive", "assassinate", "fumble_effect", "give_painkiller", "apply_damage", "aggravate"),
    *("clock_expires", "recover", "macabre", "entity_sight", "madness_effect", "treat_madness", "ptsd_roll"),
    *("san_gain", "fall", "burn_turn", "put_out_fire", "suffocate_turn", "poison", "crash", "entity_attack"),
    *("read_tome", "recognise", "cast_ritual", "learn_ritual", "luck_recover", "luck_escape_death", "intrude"),
    "progress",
)
TOPICS = (
    ("fight", ("throw_explosive", "assassinate", "hold", "take_cover", "reload", "fumble_effect")),
    ("body", ("first_aid", "give_painkiller", "apply_damage", "aggravate", "clock_expires", "recover")),
    ("mind", ("macabre", "entity_sight", "madness_effect", "treat_madness", "ptsd_roll", "san_gain")),
    ("hazards", ("fall", "burn_turn", "put_out_fire", "suffocate_turn", "poison", "crash", "entity_attack")),
    ("occult", ("read_tome", "recognise", "cast_ritual", "learn_ritual")),
    ("mission", ("opposed_test", "luck_test", "luck_recover", "luck_escape_death", "intrude", "progress")),
)
SHOT = ("defender", "weapon_name", "burst", "advantage")
THROW = ("roll", "target")
TOLD_OF_HIT = ("avoided", "location", "out_of_fight", "reload", "empty")
TOLD_OF_EACH = ("hit_level", "location", "rounds", "avoided", "out_of_fight")
SAN_CARD = CardFace(("reason", "outcome"), good="")
WOUND_CARD = CardFace(("reason", "hit_level"), good="")

FACE = Face(
    glyph="M20 5a15 15 0 1 0 0 30 15 15 0 0 0 0-30zM20 20V9M20 20l8 6",
    gauges=(
        Gauge("wound_level", 0, 12, "clock", dial=_dial, ends=True, title="clock"),
        Gauge("san", 0, 100, "bar", reserve=True, notes=_san_notes),
        Gauge(
            "luck",
            0,
            90,
            "bar",
            top=lambda sheet: max(90, int(sheet.get("luck", 0))),
            notes=_luck_notes,
            reserve=True,
        ),
    ),
    chips=("si", "madness", "out_of_fight", "stabilised", "painkiller", "held"),
    cards={
        **dict.fromkeys(
            ("test", "luck_test", "take_cover", "first_aid", "recognise", "intrude", "learn_ritual", "put_out_fire"),
            CardFace(("reason", "outcome"), under=THROW),
        ),
        **dict.fromkeys(
            ("attack_firearm", "attack_melee", "attack_thrown"),
            CardFace(
                ("reason", "hit_level", "outcome"),
                good="hit",
                under=THROW,
                facts=TOLD_OF_HIT,
                rows={"others": TOLD_OF_EACH},
            ),
        ),
        "creature_attack": CardFace(("reason", "outcome"), good="", under=THROW, rows={"hits": TOLD_OF_EACH}),
        "explosion": CardFace(("reason",), good="", rows={"hits": TOLD_OF_EACH}),
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
            good="",
            each={"victims": ("defends",)},
            choices={"attack_name": _attacks},
            known=("outcome",),
        ),
        "grip_turn": FormFace(("victim", "attack_name"), degrees="hit", choices={"attack_name": _attacks}),
        "assassinate": FormFace(
            ("defender", "weapon_name", "stealth_difficulty", "advantage", "unaware"),
            ("attacker_luck_plan",),
            degrees="wound_level",
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
        "end_scene": FormFace(("characters",), degrees="results", good=""),
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
        "clock_expires": FormFace((), ("luck_plan",), degrees="wound_level", good="alive"),
        "entity_attack": FormFace(("protection",), ("luck_plan",), degrees="outcome", good="alive"),
        "entity_sight": FormFace((), degrees="outcome", good="", fits=_has_hands),
        "luck_recover": FormFace((), degrees="gain", good="", fits=_has_luck),
        "luck_test": FormFace((), degrees="outcome", fits=_has_luck),
        "luck_escape_death": FormFace(("cause",), degrees="out_of_fight", good="alive", fits=_has_luck),
        "reload": FormFace(("weapon_name",), choices={"weapon_name": _weapons("firearm")}),
        "intrude": FormFace(
            ("characteristic", "grade", "advantage"),
            ("layers_cleared", "alarm", "luck_plan"),
            degrees="outcome",
            good="",
            choices={"characteristic": lambda sheet: ["INT", "POU"]},
            fits=_has_hands,
        ),
        "progress": FormFace(("ticks",), degrees="raised", good="", fits=_has_luck),
        "fumble_effect": FormFace(("situation",), degrees="effect", good=""),
        "creature_turn": FormFace((), fits=_is_creature),
    },
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
    grids={"characteristics": Grid(CODES, tuple(COLUMNS), _cell, _roll, _weighs)},
    listings=LISTINGS,
    quiet=QUIET,
    off_paper=(
        *("codename", "own_weapons", "uses_left", "drain", "books_read", "rituals", "smatterings", "san_start"),
        *("luck_start", "madness_effects", "shocks_this_scene", "history"),
    ),
    unread=("san_start", "luck_start", "uses_left", "custom_specialty", "wound_level", "codename", "gender"),
    named={
        "weapon": _name(pack.weapon),
        "key": _name(pack.weapon),
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
    untold=("in_play", "wounds", "wound_counts", "clock", "shocks_this_scene", "weapons", "recovery"),
    told=("notes", "portrait", "psychology", "possessions", "past", "history"),
)
