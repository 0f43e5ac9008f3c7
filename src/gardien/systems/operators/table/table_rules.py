"""What the table knows of Dark Operators: what sheets fill in, what goes back to them, what falls due (HLTH, SAN)."""

from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.table_rules import DueItem, TableRules, Targeting
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import LEVELS
from gardien.systems.operators.rules.fight.techniques import TechniqueGiven, sources_of
from gardien.systems.operators.sheet.sheet import Creature, Npc, Operator, ready_operator, sample_creature, sample_npc
from gardien.systems.operators.table.fight import FIGHTING, combatant, cover_of, plan_of, zone_between
from gardien.systems.operators.table.marks import Marks

MINUTES = {"minutes": 1, "hours": 60, "days": 24 * 60}
DAY = MINUTES["days"]
UNIT_OF = {"superficial": "days", "light": "hours", "grave": "minutes"}  # OPS-HLTH-02
PAINKILLER_MINUTES = 4 * 60  # OPS-HLTH-10
STAGE_AFTER = {"grave": "light", "light": "superficial", "superficial": "none"}  # OPS-HLTH-11

WORD = {"type": "string", "maxLength": 100, "default": ""}


# ---- inputs ----


def _score(sheet: Content, code: str) -> int:
    return combatant(sheet).current(code) if code in sheet else 10  # type: ignore[arg-type]


def _test_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The score of the characteristic that is tested, and the wound that weighs on it (OPS-TEST-02, OPS-HLTH-04)."""
    code = str(asked.get("characteristic", "INT"))
    grave = sheet.get("wound_level") == "grave" and not sheet.get("no_pain")
    return {"score": _score(sheet, code), "grave": grave}


def _named_weapon(sheet: Content, asked: Content, sorts: tuple[str, ...]) -> tuple[dict[str, Any], str]:
    """The weapon that is named, else the first of the right sort; its row in the sheet and its key."""
    weapons = [*sheet.get("weapons", ())]
    named = asked.get("weapon_name") or ""
    for one in weapons:
        fits = not one.get("key") or _sort(one["key"], sorts)
        if one["name"] == named if named else fits:
            return one, one.get("key", "")
    if named:
        names = [one["name"] for one in weapons]
        raise Refusal("field/one_of", field="weapon_name", came=named, allowed=names)
    return {}, ""


def _sort(key: str, sorts: tuple[str, ...]) -> bool:
    row = pack.weapon(key)
    return row.throwable if sorts == ("thrown",) else row.type in sorts


def _own_weapon(sheet: Content, name: str) -> dict[str, Any]:
    """A weapon of the sheet's own (OPS-SHEET-01)."""
    return next(({"custom_weapon": one} for one in sheet.get("own_weapons", ()) if one["name"] == name), {})


def is_trained(sheet: Content, weapon: str, use: str = "attack", burst: bool = False) -> bool:
    """Whether training helps with a weapon in hand (OPS-CBT-09)."""
    given = TechniqueGiven(
        weapon=weapon,
        use=use,  # type: ignore[arg-type]
        specialty=sheet.get("specialty", ""),
        hobbies=tuple(sheet.get("hobbies", ())),
        trainings=msgspec.convert(sheet.get("trainings", ()), TechniqueGiven.__annotations__["trainings"]),
        burst=burst,
        in_assault=bool(sheet.get("in_assault")),
        protecting=bool(sheet.get("protecting")),
    )
    return bool(sources_of(given))


def _weapon_inputs(*sorts: str) -> Any:
    """Fills in the weapon, what is loaded in it, and whether its bearer is trained for it."""

    def fill(sheet: Content, asked: Content) -> dict[str, Any]:
        row, key = _named_weapon(sheet, asked, sorts)
        inputs: dict[str, Any] = {name: row.get(name) for name in ("spare_magazines", "rounds_left", "empty")}
        inputs["spare_magazines"] = min(20, inputs["spare_magazines"] or 0)
        key = str(asked.get("weapon") or key)
        if key:
            inputs["weapon"] = key
            inputs["advantage"] = is_trained(sheet, key, burst=bool(asked.get("burst")))
        elif row:
            inputs |= _own_weapon(sheet, row["name"])
        return inputs

    return fill


def _reload_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    row, key = _named_weapon(sheet, asked, ("firearm",))
    magazine = pack.weapon(key).magazine if key else None
    return {"spare_magazines": min(20, row.get("spare_magazines", 0)), **({"magazine": magazine} if magazine else {})}


def _attack_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The attack form of a creature, by its name or the first."""
    named = asked.get("attack_name") or ""
    attacks = sheet.get("attacks", ())
    attack = next((one for one in attacks if one["name"] == named or not named), None)
    if attack is None and named:
        raise Refusal("field/one_of", field="attack_name", came=named, allowed=[one["name"] for one in attacks])
    return {"attack": attack} if attack else {}


def _score_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    return {
        "scores": {code: sheet[code] for code in ("FOR", "CON", "DEX", "INT", "EDU", "POU", "APP") if code in sheet}
    }


def _opposed_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    who = combatant(sheet)
    return {"active_score": _score(sheet, str(asked.get("characteristic", "INT"))), "active_grave": who.unrelieved}


# ---- who meets whom ----


def _shot_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Zone, cover, a small target, and what the target is ready to pay (OPS-CBT-08, OPS-CBT-10)."""
    small = {"steps": 1} if target.get("small_target") else {}
    return {
        "zone": zone_between(actor, target),
        "cover": cover_of(target),
        "defender_luck_plan": plan_of(target),
        **small,
    }


def _blow_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Whether the target dodges was chosen before the blow was seen; its training may help (OPS-CBT-12)."""
    weapon = next(
        (one["key"] for one in target.get("weapons", ()) if one.get("key") and _sort(one["key"], ("melee",))), ""
    )
    helped = bool(weapon) and is_trained(target, weapon, "defence")
    return {
        "defends": (target.get("guard") or {}).get("defends", True),
        "defence_advantage": helped,
        "defender_luck_plan": plan_of(target),
    }


def _throw_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    met = _blow_context(actor, target, asked)
    del met["defence_advantage"]  # technique helps in melee only (OPS-CBT-12)
    return {**met, "zone": zone_between(actor, target), "cover": cover_of(target)}


def _hold_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    met = _blow_context(actor, target, asked)
    return {
        **met,
        "attacker_wrestler": is_trained(actor, "hold"),
        "defender_wrestler": is_trained(target, "hold", "defence"),
    }


def _assassination_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    return {"defender_luck_plan": plan_of(target)}


def _mauling_context(actor: Content, one: Content, asked: Content) -> dict[str, Any]:
    """One of several in reach of claws: guard, training and luck are their own (OPS-CREAT-11)."""
    met = _blow_context(actor, one, asked)
    return {**{name: met[name] for name in ("defends", "defence_advantage")}, "luck_plan": plan_of(one)}


def _harm_context(actor: Content, one: Content, asked: Content) -> dict[str, Any]:
    """One of several in a burst or a blast, who cannot dodge and may be lucky (OPS-OPT-03, OPS-HAZ-03)."""
    return {"luck_plan": plan_of(one)}


# ---- the way back ----


def _after_shot(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What is left in the weapon is written where the weapon stands (OPS-OPT-05, OPS-OPT-06)."""
    if who or outcome.get("refused"):
        return {}
    return _after_load(sheet, str(given.get("weapon") or ""), outcome)


def _after_reload(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {} if outcome.get("refused") else _after_load(sheet, "", outcome)


def _after_load(sheet: Content, key: str, outcome: Content) -> dict[str, Any]:
    weapons = [*sheet.get("weapons", ())]
    for at, one in enumerate(weapons):
        firearm = one.get("key") and pack.weapon(one["key"]).type == "firearm"
        if firearm and key in ("", one["key"]):
            left = {name: outcome[name] for name in ("spare_magazines", "rounds_left", "empty") if name in outcome}
            weapons[at] = {**one, **left}
            return {"weapons": weapons}
    return {}


def _after_clock_start(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    clock = sheet.get("clock") or {}
    return {"clock": {"delay": outcome["delay"], "unit": outcome["unit"], "since": clock.get("since", 0)}}


def _after_clock_end(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A new delay from the moment at which the old one ended (M-04)."""
    clock = sheet.get("clock")
    if who == "" or not clock or "delay" not in outcome:
        return {}
    since = clock["since"] + clock["delay"] * MINUTES[clock["unit"]]
    return {"clock": {"delay": outcome["delay"], "unit": outcome["unit"], "since": since}}


def _after_care(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    if who == "" or outcome.get("refused"):
        return {}
    return {"recovery": {"stages": outcome["stages"], "days": outcome["days"], "since": 0}, "clock": None}


def _after_reading(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    if outcome.get("refused") or not given.get("tome"):
        return {}
    return {"books_read": [*sheet.get("books_read", ()), given["tome"]]}


def _after_learning(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    known = sheet.get("rituals", ())
    return {"rituals": [*known, given["ritual"]]} if outcome["learned"] and given["ritual"] not in known else {}


def _after_progress(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {**{code: outcome["scores"][code] for code in outcome["raised"]}, "ticks": []}


def recompute(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """What else changes with a sheet: a worse wound starts its clock, a dose its hours, care its days."""
    fields: dict[str, Any] = {}
    level, was = after.get("wound_level", "none"), before.get("wound_level", "none")
    worse = LEVELS.index(level) > LEVELS.index(was)
    graver = level == "grave" and len(after.get("wounds", ())) > len(before.get("wounds", ()))
    if worse or graver:
        fields["stabilised"] = False  # first aid was given to another wound (OPS-HLTH-09)
    if worse and level in UNIT_OF:
        fields["clock"] = {"delay": 0, "unit": UNIT_OF[level], "since": clock}  # not drawn yet (M-04)
    elif (after.get("stabilised") and not fields) or level in ("none", "dead"):
        fields["clock"] = None
    if after.get("painkiller") and not before.get("painkiller"):
        fields["painkiller_since"] = clock
    elif not after.get("painkiller"):
        fields["painkiller_since"] = None
    care = after.get("recovery")
    if care and care != before.get("recovery") and not care.get("since"):
        fields["recovery"] = {**care, "since": clock}
    if "in_play" in after:
        fields["in_play"] = level != "dead" and after.get("madness") != "permanent"
    return {name: value for name, value in fields.items() if after.get(name) != value}


# ---- what falls due ----


def due(sheet: Content, marks: Content, before: int, after: int, options: Content) -> list[DueItem]:
    """Wounds left alone, doses that wear off, drained scores, stages of recovery (OPS-HLTH-08, OPS-HLTH-11)."""
    msgspec.convert(dict(options), Options)
    if sheet.get("wound_level") == "dead":
        return []
    items: list[DueItem] = []
    clock = sheet.get("clock")
    if clock and not sheet.get("stabilised"):
        if not clock["delay"]:
            items.append(DueItem("start_clock", {"level": sheet["wound_level"]}))
        elif before < clock["since"] + clock["delay"] * MINUTES[clock["unit"]] <= after:
            items.append(DueItem("clock_expires", {}))
    since = sheet.get("painkiller_since")
    if since is not None and before < since + PAINKILLER_MINUTES <= after:
        items.append(DueItem(fields={"painkiller": False}))
    days = after // DAY - before // DAY
    if days and any(one.get("temporary") for one in (sheet.get("drain") or {}).values()):
        items.append(DueItem("recover_drain", {"days": min(days, 100_000)}))
    return items + _recovery_due(sheet, before, after)


def _recovery_due(sheet: Content, before: int, after: int) -> list[DueItem]:
    """Each stage of recovery that ends brings the wound one level down (OPS-HLTH-11)."""
    care = sheet.get("recovery")
    if not care or not care["stages"]:
        return []
    end, level = care["since"], None
    stages, days = [*care["stages"]], [*care["days"]]
    while stages and end + days[0] * DAY <= after:
        end += int(days.pop(0) * DAY)
        level = STAGE_AFTER[stages.pop(0)]
    if level is None:
        return []
    fields: dict[str, Any] = {"wound_level": level, "stabilised": level != "none"}
    fields["recovery"] = {"stages": stages, "days": days, "since": end} if stages else None
    if level == "none":
        fields |= {"wounds": [], "wound_counts": {"light": 0, "grave": 0}}
    return [DueItem(fields=fields)]


ACTORS = {
    **dict.fromkeys(
        (
            "attack_melee",
            "attack_thrown",
            "attack_firearm",
            "shot_difficulty",
            "hold",
            "assassinate",
            "throw_explosive",
        ),
        "attacker",
    ),
    **dict.fromkeys(("take_cover", "break_free", "put_out_fire", "derived_values"), "character"),
    **dict.fromkeys(("give_painkiller", "clock_expires", "recover"), "patient"),
    **dict.fromkeys(
        ("fall", "suffocate_turn", "burn_turn", "poison", "crash", "entity_attack", "luck_escape_death"), "victim"
    ),
    **dict.fromkeys(("apply_damage", "aggravate"), "defender"),
    **dict.fromkeys(("creature_attack", "creature_turn", "grip_turn"), "creature"),
    "first_aid": "healer",
    "cast_ritual": "caster",
}

SEEN_OF_PLACES = ("zone", "cover")
SEEN_OF_HIT = ("hit_level", "location", "wound_level", "out_of_fight", "alive", "avoided")
SEEN_OF_ATTACK = ("refused", "roll", "outcome", "hit", "extra_rounds", "reload", "empty", *SEEN_OF_HIT)
SEEN_OF_OTHERS = tuple(
    f"{listed}.{field}" for listed in ("others", "hits") for field in ("name", "rounds", *SEEN_OF_HIT)
)

TABLE_RULES = TableRules(
    sheets=(Operator, Npc, Creature),
    marks=Marks,
    visible=(
        *("name", "kind", "wound_level", "out_of_fight", "held", "helpless", "surprised"),
        *("in_cover", "exposed", "stands"),
    ),
    beings={"ready": ready_operator, "npc": sample_npc, "creature": sample_creature},
    bind_inputs={
        "test": _test_inputs,
        "intrude": _test_inputs,
        "opposed_test": _opposed_inputs,
        "attack_firearm": _weapon_inputs("firearm"),
        "shot_difficulty": _weapon_inputs("firearm"),
        "attack_melee": _weapon_inputs("melee"),
        "attack_thrown": _weapon_inputs("thrown"),
        "assassinate": _weapon_inputs("melee"),
        "reload": _reload_inputs,
        "creature_attack": _attack_inputs,
        "grip_turn": _attack_inputs,
        "macabre": lambda sheet, asked: {"POU": _score(sheet, "POU")},
        "learn_ritual": lambda sheet, asked: {"INT": _score(sheet, "INT")},
        "start_clock": lambda sheet, asked: {"level": sheet.get("wound_level")},
        "progress": _score_inputs,
    },
    consequences={
        "attack_firearm": _after_shot,
        "reload": _after_reload,
        "start_clock": _after_clock_start,
        "clock_expires": _after_clock_end,
        "recover": _after_care,
        "read_tome": _after_reading,
        "learn_ritual": _after_learning,
        "progress": _after_progress,
    },
    actors=ACTORS,
    targeting={
        "attack_firearm": Targeting("defender", _shot_context, SEEN_OF_PLACES),
        "shot_difficulty": Targeting("defender", _shot_context, SEEN_OF_PLACES),
        "attack_melee": Targeting("defender", _blow_context),
        "attack_thrown": Targeting("defender", _throw_context, SEEN_OF_PLACES),
        "hold": Targeting("defender", _hold_context),
        "assassinate": Targeting("defender", _assassination_context),
        "first_aid": Targeting("patient", oneself=True),
        "break_free": Targeting("holder"),
    },
    each={
        "attack_firearm": {"others": _harm_context},
        "explosion": {"victims": _harm_context},
        "creature_attack": {"victims": _mauling_context},
        "grip_turn": {"victim": _harm_context},
    },
    ui_inputs={
        **{key: {"weapon_name": WORD} for key in ("attack_firearm", "attack_melee", "attack_thrown", "assassinate")},
        "reload": {"weapon_name": WORD},
        "creature_attack": {"attack_name": WORD},
        "grip_turn": {"attack_name": WORD},
        "intrude": {"characteristic": WORD},
        "opposed_test": {"characteristic": WORD},
    },
    witnessed={
        **dict.fromkeys(("attack_firearm", "attack_melee", "attack_thrown"), (*SEEN_OF_ATTACK, *SEEN_OF_OTHERS)),
        "creature_attack": (*SEEN_OF_ATTACK, *SEEN_OF_OTHERS),
        "assassinate": ("refused", "alerted", *SEEN_OF_HIT),
        "hold": ("refused", "held", "avoided"),
        "break_free": ("refused", "free"),
        "take_cover": ("refused", "in_cover"),
        "test": ("refused", "outcome", "success"),
        "first_aid": ("refused", "outcome", "stabilised"),
        "throw_explosive": ("refused", "on_target", "drift_m"),
        "explosion": ("blast", *SEEN_OF_OTHERS),
        "san_shock": ("refused", "outcome", "madness"),
        **dict.fromkeys(("fall", "burn_turn", "crash", "apply_damage"), ("refused", *SEEN_OF_HIT)),
    },
    orders=("guard",),
    recompute=recompute,
    reads=combatant,
    fighting=FIGHTING,
    due=due,
)
