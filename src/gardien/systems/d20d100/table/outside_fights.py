"""Dealings outside a fight: who helps, the sight of Monsters, spells and books, troubled minds (TEST, SAN, MAGIC)."""

from collections.abc import Mapping
from typing import Any

from gardien.core.dice import Dice
from gardien.core.fighting import Content
from gardien.core.hosting import Against, Fill, Meeting
from gardien.systems.d20d100.arming import WORD, code_of, skill_of
from gardien.systems.d20d100.inquiry import finished
from gardien.systems.d20d100.skills import kind_of

# ---- what a sheet fills in ----


def _multiplied(sheet: Content, asked: Content) -> dict[str, Any]:
    """A percentile scenario asks for a characteristic × n (D100-TEST-15)."""
    return {"score": (sheet.get("scores") or {}).get(asked.get("characteristic"))}


def _casts(sheet: Content, asked: Content) -> dict[str, Any]:
    return {"caster_modifier": code_of(sheet, "POU")}


def _wills(sheet: Content, asked: Content) -> dict[str, Any]:
    return {"modifier": code_of(sheet, "POU")}


def _listens(sheet: Content, asked: Content) -> dict[str, Any]:
    """Psychanalyse of whoever treats; the mind is the other’s (D100-SKILL-09)."""
    return {"modifier": skill_of(sheet, "psychanalyse")[0], "san": None, "san_max": None}


def _reads(sheet: Content, asked: Content) -> dict[str, Any]:
    """The language that is named, else the foreign one that is known best (D100-SKILL-14)."""
    if (said := finished(sheet, asked.get("skill_name"))) is not None:
        return {"language_modifier": said}
    held = [key for key in sheet.get("skills") or {} if kind_of(key) == "langue_etrangere"]
    known = [skill_of(sheet, key)[0] for key in held]
    return {"language_modifier": max(known, default=skill_of(sheet, "langue_etrangere")[0])}


FILLS: dict[str, Fill] = {
    "d100_multiplier_test": _multiplied,
    "cast_spell": _casts,
    "psychic_power": _wills,
    **dict.fromkeys(("treat_madness", "calm_decompensation"), _listens),
    "read_tome": _reads,
}
EXTRA: dict[str, dict[str, Any]] = {
    "d100_multiplier_test": {"characteristic": WORD},
    "read_tome": {"skill_name": WORD},
}


# ---- what follows from both ----


def _lends(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Helpers test the same skill (D100-TEST-13)."""
    return {"modifier": finished(target, asked.get("skill")) or 0}


def _sighted(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """What the sight costs, and what this kind of creature may still take (D100-SAN-01, D100-MISS-09)."""
    loss = target.get("san_loss")
    if not isinstance(loss, Mapping):
        return {}
    most = Dice.parse(str(loss["failure"])).highest()
    lost = (actor.get("san_losses_by_creature") or {}).get(str(target.get("name", "")), 0)
    return {
        "loss_success": loss["success"],
        "loss_failure": loss["failure"],
        "loss_cap": max(0, most - lost),
    }


def _seen(meeting: Meeting) -> dict[str, dict[str, Any]]:
    """One kind of creature costs only so much: what it has taken is added up (D100-MISS-09)."""
    kind, loss = str(meeting.target.get("name", "")), meeting.outcome.get("loss", 0)
    if not loss or "san_loss" not in meeting.target or "san_losses_by_creature" not in meeting.actor:
        return {}
    lost = dict(meeting.actor["san_losses_by_creature"] or {})
    return {meeting.actor_id: {"san_losses_by_creature": {**lost, kind: min(1000, lost.get(kind, 0) + loss)}}}


def _resisted(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """POU against POU (D100-MISS-10, D100-MISS-16)."""
    return {"target_modifier": code_of(target, "POU")}


def _troubled(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The mind of whoever is treated (D100-MISS-09)."""
    return {name: target[name] for name in ("san", "san_max") if name in target}


AGAINST: Mapping[str, Against] = {
    "cooperate": Against("helpers", _lends),
    **{key: Against("creature", _sighted, ends=_seen, optional=True) for key in ("san_check", "lose_san")},
    **{key: Against("victim", _resisted, optional=True) for key in ("cast_spell", "psychic_power")},
    "treat_madness": Against("patient", _troubled, bears=True, oneself=True),
    "calm_decompensation": Against("patient", bears=True, oneself=True),
}


# ---- what is written down ----


def learnt(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A spell that was learned stands on the sheet (D100-MISS-10)."""
    held, spell = sheet.get("spells"), given.get("spell")
    return {"spells": [*held, spell]} if outcome["learned"] and spell and held is not None and spell not in held else {}


def calmed(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A mind that was talked back from the edge no longer slides (D100-SAN-06)."""
    return {"mind_stable": True, "decompensating": False} if outcome.get("stable") and "decompensating" in sheet else {}
