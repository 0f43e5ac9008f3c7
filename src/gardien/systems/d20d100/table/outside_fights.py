"""Dealings outside a fight: named skills, helpers, Monsters in sight, spells, books, minds (TEST, SAN, MAGIC)."""

from collections.abc import Mapping
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import TALLY, in_fight, tally_of
from gardien.core.table_rules import WORD, BindInputs, Encounter, Targeting
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.body.wounds import after_loss
from gardien.systems.d20d100.rules.fight.standing import is_dead
from gardien.systems.d20d100.rules.growth.skill_points import kind_of
from gardien.systems.d20d100.rules.tests.checks import SENSES
from gardien.systems.d20d100.rules.tests.opposed import FIXED
from gardien.systems.d20d100.sheet.worth import code_of, named_skill, skill_of, skill_total
from gardien.systems.d20d100.table.fight import rounds_of_casting
from gardien.systems.d20d100.table.fighter import body, rules
from gardien.systems.d20d100.table.life import WOUND
from gardien.systems.d20d100.table.lingering import CLOUD, ROUND, WARD, after_study
from gardien.systems.d20d100.table.state_of_mind import fright, kind_of_creature, left_to_lose, lost_to_kind
from gardien.systems.d20d100.table.weighing import of_mind, weighed

HEALS, HURTS = ("guerison",), ("fletrissement", "toucher_glacial")  # spells that give back or take PV (D100-MISS-10)
CHILLING = "toucher_glacial"
VOORISH = 1  # to the next casting
LASTS = {"nuage_mental": CLOUD, "protection_charnelle": WARD, "signe_voor": "voorish"}  # spell -> mark

# ---- tests that lean on something ----

PAIRS = {  # what a skill is met with (D100-TEST-08)
    "ecouter": "depl_silencieux",
    "observer": "se_cacher",
    "contrefacon": "contrefacon",
    "baratin": "psychologie",
    "depl_silencieux": "ecouter",
    "se_cacher": "observer",
    "psychologie": "baratin",
}
PARTS = ("total", "natural_one", "modifier")
KEPT = tuple(f"passive_{part}" for part in PARTS)  # of a roll that stands (D100-TEST-08)
MOST_ROLLS = 20


def _named_skill_inputs(**names: str) -> BindInputs:
    """Procedures that only want finished numbers: the skills are named beside them."""
    return lambda sheet, asked: {number: skill_total(sheet, asked.get(name)) for number, name in names.items()}


def _opposed_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    return {"kind": None, "active_modifier": skill_total(sheet, asked.get("active_skill"))}


SEARCHING, READ_BY = "toc", ("observer", "psychologie")


def _own_skill(asked: Content, field: str) -> str:
    """The skill that somebody meets somebody else with: a place is searched, never a person (D100-SKILL-18)."""
    mine = named_skill(asked.get(field))
    if mine == SEARCHING:
        raise Refusal(
            "field/not_allowed", kind="refused", field=field, rule="D100-SKILL-18", came=mine, allowed=list(READ_BY)
        )
    return mine


def _passive_skill_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The skill of whoever is opposed: the one that is named, else the one that goes with it (D100-TEST-08)."""
    mine = _own_skill(asked, "active_skill")
    total = skill_total(target, asked.get("passive_skill") or PAIRS.get(mine, mine))
    return {} if total is None else {"passive_modifier": total}


def _recorded_roll_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """What somebody rolled once for all who try; of a stranger nobody knows it (D100-TEST-08)."""
    if "pv" not in target:
        return {"passive_total": FIXED}
    kept = _kept_roll(target, asked)
    if "passive_total" not in asked and not kept:
        raise Refusal("act/nothing_kept", kind="refused", field="opponent")
    return kept


def _kept_roll(target: Content, asked: Content) -> dict[str, Any]:
    """The roll that the skill of whoever tries meets, else the last one that was made (D100-TEST-08)."""
    wanted = PAIRS.get(_own_skill(asked, "skill"))
    own = next((one for one in target.get("passive_rolls") or () if one["skill"] == wanted), None)
    if own is not None:
        return {name: own[part] for name, part in zip(KEPT, PARTS, strict=True) if part in own}
    return {name: target[name] for name in KEPT if name in target}


def _after_opposing(meeting: Encounter) -> dict[str, dict[str, Any]]:
    """Whoever was heard or seen must hide anew (D100-TEST-08)."""
    skill = named_skill(meeting.given.get("skill"))
    if not meeting.outcome["success"] or skill not in SENSES:
        return {}
    left = [one for one in meeting.target.get("passive_rolls") or () if one["skill"] != PAIRS[skill]]
    last = dict.fromkeys(KEPT) if not left else {f"passive_{part}": left[-1].get(part) for part in PARTS}
    return {meeting.target_id: {**last, "passive_rolls": left or None}}


def after_passive_roll(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A passive roll stands until the situation changes (D100-TEST-08)."""
    if who:
        return {}
    kept = {**outcome, "passive_modifier": given["modifier"] + sum(given.get("mods", ()))}
    skill = named_skill(given.get("skill"))
    own = {"skill": skill, **{part: kept[f"passive_{part}"] for part in PARTS}}
    rolls = [one for one in sheet.get("passive_rolls") or () if one["skill"] != skill]
    return {**{name: kept[name] for name in KEPT}, "passive_rolls": [*rolls, own][-MOST_ROLLS:]}


def _destiny_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The test that failed; or the wound just received, and the PV before it (D100-MISS-11)."""
    inputs: dict[str, Any] = {"modifier": skill_total(sheet, asked.get("skill_name"))}
    if asked.get("use") != "shock_instead":
        return inputs
    wound = tally_of(sheet).get(WOUND, 0)
    if not wound:
        raise Refusal("act/no_wound", kind="refused", field="use", rule="D100-MISS-11")
    return {**inputs, "damage": wound, "pv": min(sheet.get("pv_max", 400), sheet.get("pv", 10) + wound)}


NAMED: dict[str, BindInputs] = {
    **dict.fromkeys(("take_10", "take_20", "record_passive"), _named_skill_inputs(modifier="skill")),
    **dict.fromkeys(("odds_test", "fixed_score"), _named_skill_inputs(modifier="skill_name")),
    **dict.fromkeys(("opposed_test", "odds_opposed"), _opposed_inputs),
    "oppose_recorded": _named_skill_inputs(active_modifier="skill"),
    "synergy_test": _named_skill_inputs(first_modifier="first_skill", second_modifier="second_skill"),
    "cooperate": _named_skill_inputs(main_modifier="skill"),
}


# ---- what a sheet fills in ----


def _multiplier_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """A percentile scenario asks for a characteristic × n (D100-TEST-15)."""
    return {"score": (sheet.get("scores") or {}).get(asked.get("characteristic"))}


def _spell_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """POU, a point more after a Signe de Voor; what takes hours is not cast in a fight (D100-MISS-10)."""
    if in_fight(sheet) and asked.get("spell") in pack.keys("magic", "spell") and not rounds_of_casting(asked):
        raise Refusal("act/takes_hours", kind="refused", field="spell", rule="D100-MISS-10")
    modifier = code_of(sheet, "POU") + (VOORISH if sheet.get("voorish") else 0)
    return {"caster_modifier": modifier}


def _power_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """PER for a premonition, POU otherwise (D100-MISS-16)."""
    return {"modifier": code_of(sheet, "PER" if asked.get("power") == "intuition" else "POU")}


def _therapy_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """Psychanalyse of whoever treats; the mind is the other’s (D100-SKILL-09)."""
    return {"modifier": skill_of(sheet, "psychanalyse")[0], "san": None, "san_max": None}


def _reading_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The language that is named, else the foreign one known best; a book gives what it has once (D100-MISS-10)."""
    if asked.get("tome") in (sheet.get("tomes") or ()):
        raise Refusal("act/done_before", kind="refused", field="tome", rule="D100-MISS-10", came=asked["tome"])
    if (said := skill_total(sheet, asked.get("skill_name"))) is not None:
        return {"language_modifier": said}
    held = [key for key in sheet.get("skills") or {} if kind_of(key) == "langue_etrangere"]
    known = [skill_of(sheet, key)[0] for key in held]
    return {"language_modifier": max(known, default=skill_of(sheet, "langue_etrangere")[0])}


FILLS: dict[str, BindInputs] = {
    **NAMED,
    "spend_destiny": _destiny_inputs,
    "d100_multiplier_test": _multiplier_inputs,
    "cast_spell": _spell_inputs,
    "psychic_power": _power_inputs,
    **dict.fromkeys(("treat_madness", "calm_decompensation"), weighed(_therapy_inputs, of_mind)),
    "read_tome": _reading_inputs,
}
EXTRA: dict[str, dict[str, Any]] = {
    **{key: {"skill_name": WORD} for key in ("odds_test", "fixed_score", "spend_destiny")},
    "d100_multiplier_test": {"characteristic": WORD},
    "read_tome": {"skill_name": WORD},
}


# ---- what follows from both ----


def _helper_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Helpers test the same skill (D100-TEST-13)."""
    return {"modifier": skill_total(target, asked.get("skill")) or 0}


def sight(sheet: Content, whom: Content) -> tuple[str, Content] | None:
    """Whoever sees a creature that costs SAN tests theirs (D100-SAN-01)."""
    loss = sheet.get("san_loss")
    costs = isinstance(loss, Mapping) and str(loss.get("failure", "0")) != "0"
    return ("san_check", {"creature": whom}) if costs else None


def _sight_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """What the sight costs, and what this kind of creature may still take (D100-SAN-01, D100-MISS-09)."""
    loss = target.get("san_loss")
    if not isinstance(loss, Mapping):
        return {}
    return {"loss_success": loss["success"], "loss_failure": loss["failure"], "loss_cap": left_to_lose(actor, target)}


def _after_sight(meeting: Encounter) -> dict[str, dict[str, Any]]:
    fields = fright(meeting.outcome, kind_of_creature(meeting.target))
    fields |= lost_to_kind(meeting.actor, meeting.target, meeting.outcome.get("loss", 0))
    return {meeting.actor_id: fields} if fields else {}


def lasting(sheet: Content, spell: str, points: int) -> dict[str, Any]:
    """What a spell lays on somebody for a while, in place of what it laid before (D100-MISS-10).

    A cloud lasts no less for another, and a ward is not torn down for a weaker one.
    """
    mark = LASTS[spell]
    if mark == WARD and points < sheet.get(WARD, 0):
        return {}
    if mark == CLOUD:
        points = max(points, sheet.get(CLOUD, 0) - tally_of(sheet).get(CLOUD, 0) // ROUND)
    return {mark: True if mark == "voorish" else points, TALLY: {mark: None}}


def _resistance_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """POU against POU (D100-MISS-10, D100-MISS-16)."""
    return {"target_modifier": code_of(target, "POU")}


def _after_spell(meeting: Encounter) -> dict[str, dict[str, Any]]:
    """PV that a spell takes from its victim, or gives back; nothing brings back the dead (D100-MISS-10)."""
    spell, points = meeting.given["spell"], meeting.outcome.get("effect", 0)
    if not meeting.outcome.get("works") or not points or "pv" not in meeting.target or is_dead(meeting.target):
        return {}
    if spell in LASTS:
        return {meeting.target_id: lasting(meeting.target, spell, points)}
    hurt = body(meeting.target)
    if spell in HEALS:
        return {meeting.target_id: {"pv": min(hurt.most, hurt.life + points)}}
    lost = after_loss(hurt, points, rules(meeting.given.get("options") or {}))
    chill = {"chilling": True} if spell == CHILLING else {}
    return {meeting.target_id: {"pv": lost.life, **chill}} if spell in HURTS else {}


def _patient_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The mind of whoever is treated (D100-MISS-09)."""
    return {name: target[name] for name in ("san", "san_max") if name in target}


AGAINST: Mapping[str, Targeting] = {
    "opposed_test": Targeting("opponent", _passive_skill_inputs, optional=True),
    "oppose_recorded": Targeting("opponent", _recorded_roll_inputs, after=_after_opposing, optional=True),
    "cooperate": Targeting("helpers", _helper_inputs),
    **{
        key: Targeting("creature", _sight_inputs, after=_after_sight, optional=True)
        for key in ("san_check", "lose_san")
    },
    "cast_spell": Targeting("victim", _resistance_inputs, after=_after_spell, optional=True),
    "psychic_power": Targeting("victim", _resistance_inputs, optional=True),
    "treat_madness": Targeting("patient", _patient_inputs, changes_target=True, oneself=True, helps=True),
    "calm_decompensation": Targeting("patient", changes_target=True, oneself=True, helps=True),
}


# ---- what is written down ----


def after_learning(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A spell that was learned stands on the sheet (D100-MISS-10)."""
    held, spell = sheet.get("spells"), given.get("spell")
    new = outcome["learned"] and spell and spell not in (held or ())
    kept = [*held, spell] if new and held is not None else held
    return {**({"spells": kept} if kept != held else {}), **after_study(sheet, outcome["weeks"])}
