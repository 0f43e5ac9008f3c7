"""An intrusion as a scene: what may be tried next, everything filled in (HACK-01 to HACK-33).

Networks of the list only: what the table has made up itself, it fills in itself.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from gardien.systems.organique import pack
from gardien.systems.organique.pack.nets import Machine, Network
from gardien.systems.organique.rules.network.scene import Intrusion
from gardien.systems.organique.vocabulary import Finding

Offer: TypeAlias = tuple[str, dict[str, Any]]  # a procedure, and its inputs but for whoever acts
FINDINGS: tuple[Finding, ...] = tuple(row.key for row in pack.table("networks", "finding"))
CONTROLS = ("security_workstation", "firewall_server")  # whoever rules one is not thrown out (ORG-HACK-25)
RELAY = "internet_router"  # through which logins pass (ORG-HACK-09)
DOUBTED = 5  # an administrator who doubts looks again a minute later (ORG-HACK-24)


def possible(intrusion: Intrusion) -> tuple[Offer, ...]:
    """What may be tried next, everything filled in but whoever acts: security’s turn first, then the hacker’s."""
    if intrusion.network not in pack.keys("networks", "network"):
        return ()
    network = pack.network(intrusion.network)
    return (
        *_security(intrusion, network),
        *(_from_inside(intrusion, network) if intrusion.inside else _from_outside(intrusion, network)),
    )


def administrator(network: Network) -> dict[str, Any]:
    """Who guards a network of the list (ORG-HACK-23)."""
    named = {"name": network.administrator} if network.administrator else {}
    return {**named, "INT": network.INT, "level": network.level}


def surveillance(intrusion: Intrusion, network: Network) -> int:
    """The percentage of this hour; nobody asks again who is there already (ORG-HACK-23)."""
    if intrusion.admin_present:
        return 0
    night = network.surveillance_night
    return night if intrusion.night and night is not None else network.surveillance


def kind_of(system: str) -> str | None:
    """What a system of the list is; one that the table has made up is nothing special."""
    return pack.system(system).kind if system in pack.keys("networks", "system") else None


def _security(scene: Intrusion, network: Network) -> Iterator[Offer]:
    known = list(scene.known)
    if scene.due == "eject":
        ruled = [kind_of(name) for name, rank in scene.held.items() if rank == "administrator"]
        controls = [kind for kind in CONTROLS if kind in ruled]
        yield "eject", {"hacker_controls": controls, "systems_used": list(scene.used)}
        yield "trace", {"administrator": administrator(network), "known": known}
    elif scene.due == "detect" or (scene.alert and not scene.admin_present and (scene.inside or scene.held)):
        yield (
            "detect",
            {
                "administrator": administrator(network),
                "privilege": scene.held.get(scene.at, "none"),
                "known": known,
                "mods": {"doubt": DOUBTED} if scene.doubt else {},
            },
        )
    if kind_of(scene.at) == "user_workstation":
        yield "notice_takeover", {}
    if scene.to_recall:
        yield "recall_data", {}


def _from_outside(scene: Intrusion, network: Network) -> Iterator[Offer]:
    known = list(scene.known)
    if len(known) < len(FINDINGS):
        for method in ("research", "social", "snoop"):
            yield "preliminaries", {"method": method, "paranoia": network.paranoia, "known": known}
    if network.entry_difficulty and not scene.plugged:
        yield "skill_test", {"skill": "connection", "difficulty": network.entry_difficulty}
        return
    firewall = (network.firewall or 0) + (scene.firewall_increase if scene.network in scene.closed else 0)
    yield "enter_network", {"firewall": firewall, "known": known, "surveillance": surveillance(scene, network)}
    for row in pack.systems(scene.network):
        if (row.key in scene.doors or row.key in scene.passwords) and row.key not in scene.shut:
            yield _entry(scene, network, row)
    yield from _codes(scene)


def _from_inside(scene: Intrusion, network: Network) -> Iterator[Offer]:
    """First what leads further in, then what may be done where one is."""
    known = list(scene.known)
    if not scene.listed:
        yield "find_system", {"known": known}
    reached = [row for row in systems_in_reach(scene) if row.key not in scene.held and row.key not in scene.shut]
    if scene.listed:
        yield from (_entry(scene, network, row) for row in reached)
    if len(scene.ruled) > scene.reads and len(known) < len(FINDINGS):
        yield "preliminaries", {"method": "inside", "known": known}
    if not scene.trust_known:
        yield "find_trust", {}
    yield from _codes(scene)
    for row in sorted(pack.systems(scene.network), key=lambda row: row.key != scene.at):
        if row.key in scene.held and row.key not in scene.shut:
            yield from _acts(scene, network, row)
    if scene.listed:
        yield from (
            ("sniff_login", {"system": row.key})
            for row in reached
            if has_relay(scene) and row.key not in scene.logins and row.key not in scene.passwords
        )
        yield from (("flood", {"system": row.key}) for row in reached)


def has_relay(scene: Intrusion) -> bool:
    """Whether one holds what the traffic goes through: a line on site, or a router (ORG-HACK-09)."""
    return scene.plugged or any(kind_of(name) == RELAY for name in scene.held)


def systems_in_reach(scene: Intrusion) -> tuple[Machine, ...]:
    """The systems within reach: behind a gateway, none but the gateway (ORG-HACK-26)."""
    rows = pack.systems(scene.network)
    gates = tuple(row for row in rows if row.kind == "internet_gateway")
    return gates if gates and not any(row.key in scene.held for row in gates) else rows


def _entry(scene: Intrusion, network: Network, row: Machine) -> Offer:
    """The surest way into a system: a door, a password, trust, a flaw (ORG-HACK-07, 10, 12, 20)."""
    ways = {
        "back_door": row.key in scene.doors,
        "password": row.key in scene.passwords,
        "trust": scene.trust_known and row.trusts in scene.held,
    }
    surest = next((way for way, open in ways.items() if open), "")
    return "enter_system", entry_inputs(scene, network, row, surest)


def entry_inputs(scene: Intrusion, network: Network, row: Machine, method: str) -> dict[str, Any]:
    """What the scene knows of one way into a system; whoever may be watching does so whatever the way (ORG-HACK-23)."""
    asked: dict[str, Any] = {"system": row.key, "surveillance": surveillance(scene, network)}
    asked |= {"method": method} if method else {}
    match method:
        case "back_door":
            return {**asked, "owner_privilege": scene.doors.get(row.key, "user")}
        case "password":
            return asked
        case "trust":
            return {**asked, "held": dict(scene.held) if scene.trust_known else {}}
    flaw = {"mods": _patch_mods(scene, row)} if method in ("", "flaw") else {}
    return {
        **asked,
        "paranoia": network.paranoia,
        "known": list(scene.known),
        "administrator_elsewhere": "administrator" in scene.held.values(),
        **flaw,
    }


def _patch_mods(scene: Intrusion, row: Machine) -> dict[str, int]:
    """What a patched firewall costs whoever passed it before (ORG-HACK-25)."""
    return {"firewall_increase": -scene.firewall_increase} if row.key in scene.closed else {}


def _acts(scene: Intrusion, network: Network, row: Machine) -> Iterator[Offer]:
    """What may be done on a system one is in (ORG-HACK-16 to ORG-HACK-20)."""
    held, known = scene.held[row.key], list(scene.known)
    on: dict[str, Any] = {"system": row.key, "privilege": held}
    if held != "administrator":
        yield "raise_privilege", {**on, "way": "re_entry", "known": known, "mods": _patch_mods(scene, row)}
        yield "raise_privilege", {**on, "way": "operating_system"}
    if row.key not in scene.doors:
        watching = {"administrator": administrator(network)} if scene.admin_present else {}
        yield "plant_back_door", {**on, "known": known, **watching}
    yield "crash", on
    if held == "administrator":
        yield "lock_out", {"privilege": held}


def _codes(scene: Intrusion) -> Iterator[Offer]:
    """Logins still to be read; program and computer are the hacker’s own (ORG-CRY-02)."""
    for strength in dict.fromkeys(scene.logins.values()):
        yield "decrypt", {"strength": strength}
