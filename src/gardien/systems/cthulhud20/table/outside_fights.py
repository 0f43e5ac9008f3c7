"""What acts beside a fight read of two people: care, surgery, sights, victories, contests (P-HEAL, P-SAN, P-CHECK)."""

from collections.abc import Mapping
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import tally_of
from gardien.core.table_rules import REFERENCE, Everybody, called, kind_called
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import HOUR
from gardien.systems.cthulhud20.rules.body.care import BED_PATIENTS, worst_open
from gardien.systems.cthulhud20.rules.tests.checks import COUNTERPARTS
from gardien.systems.cthulhud20.table.life import OPERATED


def id_of(asked: Content, target: str = "target") -> str:
    """Whom an act is aimed at."""
    aimed = asked.get(target)
    return str(aimed.get(REFERENCE, "")) if isinstance(aimed, Mapping) else ""


def care_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The worst wound that still bleeds, where none is named (CD20-BLEED-02)."""
    wounds = list(target.get("wounds") or ())
    return {"wound": worst_open(wounds)} if "wound" not in asked and wounds else {}


def surgery_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The first critical wound that waits for a surgeon (CD20-P-HEAL-01)."""
    wounds, notes = target.get("wounds") or (), target.get("wound_notes") or ()
    rounds = [tally_of(target).get(f"{OPERATED}{note['id']}", 0) for note in notes]
    need = [at for at, one in enumerate(wounds) if one["severity"] == "critical" and not one["surgery_done"]]
    at = int(asked.get("wound", next((at for at in need if not rounds[at]), next(iter(need), 0))))
    if at < len(rounds) and rounds[at]:
        raise Refusal(
            "act/operated", kind="refused", field="wound", rule="CD20-P-HEAL-01", hours=-(-rounds[at] // HOUR)
        )
    return {"wound": at} if wounds else {}


def sight(sheet: Content, whom: Content) -> tuple[str, Content] | None:
    """Whoever sees a creature that costs SAN tests theirs (CD20-P-SAN-02)."""
    loss = sheet.get("san_loss") or {}
    return ("sanity_check", {"creature": whom}) if str(loss.get("failure", "0")) != "0" else None


def sanity_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """What the sight of a creature costs (CD20-P-SAN-02, CD20-P-CREA-03)."""
    loss = target.get("san_loss") or {}
    return {"success_loss": loss["success"], "failure_loss": loss["failure"], "mythos": True} if loss else {}


def victory_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """What a horror that fell gives back, once for its kind: two ghouls are one kind (CD20-P-SAN-06)."""
    kind = kind_called(called(target))
    known = {"creature_kind": kind, "already_this_scenario": kind in (actor.get("overcome") or ())}
    return {"reason": "defeat", "failure_loss": (target.get("san_loss") or {}).get("failure"), **known}


def opposed_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Whoever resists, with the skill that is named or the one that goes with it (CD20-P-CHECK-02, CD20-P-SURP-01)."""
    mine = str(asked.get("skill") or "")
    skill = str(asked.get("opponent_skill") or "") or COUNTERPARTS.get(mine, mine)
    tried: dict[str, Any] = {"skill": skill} if skill else {"ability": asked.get("ability") or "str"}
    return {"passive": {"character": {REFERENCE: id_of(asked, "opponent")}, **tried}}


# ---- what the whole table knows ----


def bedside_inputs(people: Everybody, asked: Content, healer: str) -> dict[str, Any]:
    """Whom a healer looks after, where nobody is named: the worst hurt, as many as was said (CD20-P-HEAL-02)."""
    if asked.get("tended"):
        return {}
    hurt = [
        (one["pv"] - one["pv_max"], id)
        for id, one in people.items()
        if id != healer and not one.get("npc") and 0 < one.get("pv", 0) < one.get("pv_max", 0)
    ]
    chosen = [id for _, id in sorted(hurt)[: int(asked.get("patients", BED_PATIENTS))]]
    return {"tended": [{REFERENCE: id} for id in chosen]}


def award_inputs(people: Everybody, asked: Content, who: str) -> dict[str, Any]:
    """Experience is for all investigators who are alive, by their average level, unless it is said (CD20-P-XP-01)."""
    group = {id: one for id, one in people.items() if one.get("kind") == "investigator" and one.get("state") != "dead"}
    if "group_level" in asked or not group:
        return {}
    counted = {} if "members" in asked else {"characters": [{REFERENCE: id} for id in group]}
    return {"group_level": sum(one["level"] for one in group.values()) // len(group), **counted}
