"""Intrusions as sheets keep them: the scene one is in, networks one has left, what each act leaves (HACK-01 to 33)."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.fighting import Bar, Content, bar_act
from gardien.core.table_rules import Consequence, Everybody
from gardien.systems.organique import pack
from gardien.systems.organique.rules.network.moves import has_relay, systems_in_reach
from gardien.systems.organique.rules.network.scene import MINUTE, Intrusion, after, after_flood, leave, wait
from gardien.systems.organique.rules.network.scene import new_intrusion as entered
from gardien.systems.organique.sheet.recompute import plain
from gardien.systems.organique.table.fighter import named_among, rules

NETWORKS = pack.live("networks", "network")
INTERCEPTOR = "interceptor"  # the program that catches logins (ORG-HACK-09, M14)
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


def _others(sheet: Content, network: str) -> list[Intrusion]:
    """What is kept of other networks while one is in this one."""
    now, left = scene_of(sheet), _left(sheet)
    if now is None or now.network == network:
        return left
    return [*(one for one in left if one.network not in (network, now.network)), leave(now)]


def waited(sheet: Content, seconds: int) -> dict[str, Any]:
    """What time does to networks: floods end, codes change; what acts have taken is over already (HACK-14, CRY-06)."""
    late = max(0, seconds - int(sheet.get(AHEAD) or 0) * MINUTE)
    now, left = scene_of(sheet), _left(sheet)
    fields: dict[str, Any] = {"intrusion": plain(wait(now, late))} if now and now.timed else {}
    return fields | ({"intrusions": [plain(wait(one, late)) for one in left]} if any(one.timed for one in left) else {})


def out_of_reach(sheet: Content, procedure: str, asked: Content) -> Bar | None:
    """What somebody has not reached yet in a network of the list: its systems, rights on them, a way back (HACK-01)."""
    named = asked.get("system") or ""
    if procedure == "lock_out":
        scene = scene_of(sheet)
        ruled = scene is not None and "administrator" in scene.held.values()
        return None if ruled else bar_act(procedure, "no_rights", "ORG-HACK-18")
    if procedure == "preliminaries" and asked.get("method") == "inside":
        scene = scene_of(sheet, str(asked.get("network") or ""))
        read = scene is None or len(scene.ruled) <= scene.reads
        return bar_act(procedure, "nothing_to_read", "ORG-HACK-21") if read else None
    if procedure == "sniff_login" and not (sheet.get("programs") or {}).get(INTERCEPTOR):
        return bar_act(procedure, "no_interceptor", "ORG-HACK-09")
    if procedure in FROM_AFAR and (bar := _unplugged(sheet, procedure, asked)):
        return bar
    listed = isinstance(named, str) and named in pack.keys("networks", "system")
    scene = scene_of(sheet, system=named) if listed or procedure == "find_system" else None
    if scene is None:
        return None
    if procedure == "find_system":
        return None if scene.inside or scene.network not in NETWORKS else bar_act(procedure, "outside", "ORG-HACK-29")
    if named in scene.flooded and procedure in (*ON_SYSTEM, "enter_system", "sniff_login"):
        return bar_act(procedure, "system_down", "ORG-HACK-14")
    if procedure == "sniff_login":
        return None if has_relay(scene) else bar_act(procedure, "no_relay", "ORG-HACK-09")
    if procedure in ON_SYSTEM and named not in scene.held:
        return bar_act(procedure, "not_entered", "ORG-HACK-15")
    return _entry_bar(scene, named, asked.get("method") or "flaw") if procedure == "enter_system" else None


FROM_AFAR = ("enter_network", "enter_system", "flood")


def _unplugged(sheet: Content, procedure: str, asked: Content) -> Bar | None:
    """A network that can be reached on site alone is not reached from elsewhere (ORG-HACK-01, M15)."""
    scene = scene_of(sheet, str(asked.get("network") or ""), asked.get("system") or "")
    if scene is None or scene.network not in NETWORKS or scene.plugged or scene.inside:
        return None
    return bar_act(procedure, "on_site", "ORG-HACK-01") if pack.network(scene.network).entry_difficulty else None


ON_SYSTEM = ("raise_privilege", "crash", "plant_back_door")


def _entry_bar(scene: Intrusion, system: str, method: str) -> Bar | None:
    """Why a way into a system is not open: a crash, a firewall before it, a gateway, no password, no door left."""
    near = system in (row.key for row in systems_in_reach(scene))
    why, rule = {
        "password": ("no_password" if system not in scene.passwords else "", "ORG-HACK-07"),
        "back_door": ("no_door" if system not in scene.doors else "", "ORG-HACK-20"),
        "flaw": ("" if scene.inside and near else "behind_gateway" if scene.inside else "outside", "ORG-HACK-01"),
    }.get(method, ("", ""))
    if system in scene.down:
        why, rule = "system_down", "ORG-HACK-17"
    return bar_act("enter_system", why, rule) if why else None


def flood_felt(people: Everybody, given: Content, outcome: Content) -> dict[str, dict[str, Any]]:
    """A system that one has flooded is out of service for whoever else is at work on its network (ORG-HACK-14)."""
    network = next((row.network for row in pack.table("networks", "system") if row.key == given.get("system")), None)

    def felt(scene: Intrusion) -> Any:
        return plain(after_flood(scene, given, outcome) if scene.network == network else scene)

    fields: dict[str, dict[str, Any]] = {}
    for id, one in people.items():
        now, left = scene_of(one), _left(one)
        if now is not None and now.network == network:
            fields[id] = {"intrusion": felt(now)}
        elif any(other.network == network for other in left):
            fields[id] = {"intrusions": [felt(other) for other in left]}
    return fields


def network_consequence(procedure: str) -> Consequence:
    """The scene of an intrusion moves on with each act (HACK-01 to HACK-33)."""

    def settle(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        named = named_among(given, NETWORKS)
        before = scene_of(sheet, named, given.get("system") or "")
        if before is None:
            return {}
        scene = after(before, procedure, given, outcome, rules(given.get("options") or {}))
        taken = scene.minutes - before.minutes
        late = {AHEAD: int(sheet.get(AHEAD) or 0) + taken} if taken else {}
        others = [wait(one, taken * MINUTE) for one in _others(sheet, before.network)]
        away = {"intrusions": [plain(one) for one in others]} if others != _left(sheet) else {}
        return {"intrusion": plain(replace(scene, acts=before.acts + 1)), **late, **away}

    return settle
