"""Intrusions as sheets keep them: the scene one is in, networks one has left, what each act leaves (HACK-01 to 33)."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.fighting import Content
from gardien.core.table_rules import Consequence
from gardien.systems.organique import pack
from gardien.systems.organique.rules.network.scene import Intrusion, after, leave
from gardien.systems.organique.rules.network.scene import new_intrusion as entered
from gardien.systems.organique.sheet.recompute import plain
from gardien.systems.organique.table.fighter import rules

NETWORKS = pack.live("networks", "network")
AHEAD = "minutes_ahead"  # what somebody’s acts have taken that the clock has not gone through yet (ORG-HACK-28)


def scene_of(sheet: Content, network: str = "", system: Any = "") -> Intrusion | None:
    """The scene that somebody is in; another network that is named, or whose system is, brings back what one had of it,
    or begins (ORG-HACK-01, ORG-HACK-20)."""
    kept = sheet.get("intrusion")
    scene = msgspec.convert(kept, Intrusion) if isinstance(kept, Mapping) else None
    network = network or next((row.network for row in pack.table("networks", "system") if row.key == system), "")
    if network not in NETWORKS or (scene is not None and scene.network == network):
        return scene
    return next((one for one in _left(sheet) if one.network == network), entered(network))


def _left(sheet: Content) -> list[Intrusion]:
    return [msgspec.convert(one, Intrusion) for one in sheet.get("intrusions") or ()]


def _turned_away(sheet: Content, network: str) -> dict[str, Any]:
    """What is kept of other networks while one is in another."""
    now = scene_of(sheet)
    if now is None or now.network == network:
        return {}
    others = [one for one in _left(sheet) if one.network not in (network, now.network)]
    return {"intrusions": [plain(one) for one in (*others, leave(now))]}


def network_consequence(procedure: str) -> Consequence:
    """The scene of an intrusion moves on with each act (HACK-01 to HACK-33)."""

    def settle(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        named = next((key for key in given.get("mods") or () if key in NETWORKS), "")
        before = scene_of(sheet, named, given.get("system") or "")
        if before is None:
            return {}
        scene = after(before, procedure, given, outcome, rules(given.get("options") or {}))
        taken = scene.minutes - before.minutes
        late = {AHEAD: int(sheet.get(AHEAD) or 0) + taken} if taken else {}
        away = _turned_away(sheet, before.network)
        return {"intrusion": plain(replace(scene, acts=before.acts + 1)), **late, **away}

    return settle
