"""Tests that lean on something: a skill named, one that prepares another, helpers, somebody who listens (TEST)."""

from typing import Any

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.hosting import Against, Fill
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.arming import WORD, skill_of
from gardien.systems.d20d100.checks import weighs_on
from gardien.systems.d20d100.opposed import FIXED

PAIRS = {  # what a skill is met with (D100-TEST-08)
    "ecouter": "depl_silencieux",
    "observer": "se_cacher",
    "contrefacon": "contrefacon",
    "baratin": "psychologie",
    "depl_silencieux": "ecouter",
    "se_cacher": "observer",
    "psychologie": "baratin",
}
KEPT = ("passive_total", "passive_natural_one", "passive_modifier")  # of a roll that stands (D100-TEST-08)


def named_skill(said: Any) -> str:
    """A skill by its key or its name in either language."""
    kind, mark, which = str(said or "").partition(":")
    for row in pack.table("skills", "skill"):
        if kind in (row.key, row.fr, row.en):
            return f"{row.key}{mark}{which}"
    return ""


def finished(sheet: Content, said: Any) -> int | None:
    """A skill with what armour and wounds take from it (D100-PROT-02, D100-HEALTH-04)."""
    key = named_skill(said)
    if not key:
        return None
    armour = int(sheet.get("armour_penalty", 0)) if pack.skill(key).starred else 0
    return skill_of(sheet, key)[0] + armour + (int(sheet.get("wound_penalty", 0)) if weighs_on(key) else 0)


def _by(**names: str) -> Fill:
    """Procedures that only want finished numbers: the skills are named beside them."""
    return lambda sheet, asked: {number: finished(sheet, asked.get(name)) for number, name in names.items()}


def _opposed(sheet: Content, asked: Content) -> dict[str, Any]:
    return {"kind": None, "active_modifier": finished(sheet, asked.get("active_skill"))}


def _resisting(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The skill of whoever is opposed: the one that is named, else the one that goes with it (D100-TEST-08)."""
    mine = named_skill(asked.get("active_skill"))
    found = finished(target, asked.get("passive_skill") or PAIRS.get(mine, mine))
    return {} if found is None else {"passive_modifier": found}


def _standing(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """What somebody rolled once for all who try; of a stranger nobody knows it (D100-TEST-08)."""
    if "pv" not in target:
        return {"passive_total": FIXED}
    if "passive_total" not in asked and "passive_total" not in target:
        raise Refusal("act/nothing_kept", kind="refused", field="opponent")
    return {name: target[name] for name in KEPT if name in target}


def keep(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A passive roll stands until the situation changes (D100-TEST-08)."""
    kept = {**outcome, "passive_modifier": given["modifier"] + sum(given.get("mods", ()))}
    return {} if who else {name: kept[name] for name in KEPT}


NAMED: dict[str, Fill] = {
    **dict.fromkeys(("take_10", "take_20", "record_passive"), _by(modifier="skill")),
    **dict.fromkeys(("odds_test", "fixed_score", "spend_destiny"), _by(modifier="skill_name")),
    **dict.fromkeys(("opposed_test", "odds_opposed"), _opposed),
    "oppose_recorded": _by(active_modifier="skill"),
    "synergy_test": _by(first_modifier="first_skill", second_modifier="second_skill"),
    "cooperate": _by(main_modifier="skill"),
}
BESIDE = {key: {"skill_name": WORD} for key in ("odds_test", "fixed_score", "spend_destiny")}
AGAINST = {
    "opposed_test": Against("opponent", _resisting, optional=True),
    "oppose_recorded": Against("opponent", _standing, optional=True),
}
