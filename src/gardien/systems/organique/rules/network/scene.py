"""An intrusion as a scene: what a hacker has so far, and what each act leaves (HACK-01 to HACK-33).

Procedures know nothing of it: the table keeps an `Intrusion` on the hacker’s sheet, and `after` moves it on by what an
act was given and came to. What may be tried next is in `moves.py`.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import freeze
from gardien.systems.organique.rules.network.systems import Held, Known
from gardien.systems.organique.vocabulary import PRIVILEGES, Count, CrackTime, Name, Privilege, Rating

Given: TypeAlias = Mapping[str, Any]  # inputs and outcomes as plain objects, as the table keeps them
MINUTE = 60
DAY = 24 * 60 * MINUTE
NetworkKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("networks", "network"))]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Names: TypeAlias = Annotated[tuple[Name, ...], Meta(max_length=100)]
CRACKED: dict[CrackTime, int] = {  # minutes; what takes longer is never read in a campaign (ORG-CRY-05, M19)
    "instant": 0,
    "one_second": 0,
    "ten_minutes": 10,
    "one_hour": 60,
    "one_day": 1440,
    "one_week": 7 * 1440,
    "one_month": 30 * 1440,
    "one_year": 360 * 1440,
}


class Intrusion(Value, frozen=True, kw_only=True):
    """What a hacker knows and holds of a network, and what its security knows of the hacker."""

    network: NetworkKey = ""
    night: bool = False
    acts: Count = 0  # so far
    minutes: Annotated[int, Meta(ge=0, le=100_000_000)] = 0  # since the first act
    known: Known = ()
    plugged: bool = False  # on site, where one must be (M15)
    inside: bool = False  # past the firewall of the network (ORG-HACK-01)
    listed: bool = False  # its systems are known (ORG-HACK-29)
    trust_known: bool = False  # ORG-HACK-10
    at: Name = ""  # the system entered last
    held: Held = {}
    doors: Held = {}  # ways back, with their rights (ORG-HACK-20)
    logins: Annotated[dict[Name, Rating], Meta(max_length=100)] = {}  # caught, not yet read (ORG-HACK-09)
    passwords: Names = ()  # read
    lapsing: Annotated[dict[Name, Seconds], Meta(max_length=100)] = {}  # seconds that some still serve (ORG-CRY-06)
    ruled: Names = ()  # systems of which one has been administrator
    reads: Annotated[int, Meta(ge=0, le=100)] = 0  # searches made in their files (ORG-HACK-21)
    used: Names = ()  # systems entered, and the network itself
    down: Names = ()  # crashed
    flooded: Annotated[dict[Name, Seconds], Meta(max_length=100)] = {}  # seconds until each serves again (ORG-HACK-14)
    alert: bool = False  # security has been warned (ORG-HACK-13)
    admin_present: bool = False
    doubt: bool = False
    due: Literal["none", "detect", "eject"] = "none"  # what security does next
    closed: Names = ()  # patched after an ejection (ORG-HACK-25)
    firewall_increase: Rating = 0
    address_blocked: bool = False
    to_recall: bool = False  # thrown out with something seen and not saved (ORG-HACK-30)

    def __post_init__(self) -> None:
        freeze(self, "held", "doors", "logins", "lapsing", "flooded")

    @property
    def timed(self) -> bool:
        """Whether something of it ends by itself."""
        return bool(self.flooded or self.lapsing)

    @property
    def shut(self) -> frozenset[str]:
        """The systems that nobody can use: crashed, or flooded (ORG-HACK-14, ORG-HACK-17)."""
        return frozenset((*self.down, *self.flooded))


def new_intrusion(network: str, night: bool = False) -> Intrusion:
    """A scene before its first act; a network without a firewall of its own is open (ORG-HACK-01)."""
    return Intrusion(network=network, night=night, inside=is_open(network))


def leave(scene: Intrusion) -> Intrusion:
    """What is left of a network one turns away from: what one knows of it, and the ways back (ORG-HACK-20)."""
    away = {"inside": is_open(scene.network), "held": {}, "at": "", "acts": 0, "to_recall": False}
    return replace(scene, **away, admin_present=False, doubt=False, due="none")


def wait(scene: Intrusion, seconds: int) -> Intrusion:
    """A scene so many seconds later: a flood ends by itself, without lasting damage; a code that evolves has changed
    (ORG-HACK-14, ORG-CRY-06)."""
    lapsing = _later(scene.lapsing, seconds)
    kept = tuple(name for name in scene.passwords if name in lapsing or name not in scene.lapsing)
    return replace(scene, flooded=_later(scene.flooded, seconds), lapsing=lapsing, passwords=kept)


def _later(ends: Mapping[str, int], seconds: int) -> dict[str, int]:
    """What is left of things that end by themselves."""
    return {name: left - seconds for name, left in ends.items() if left > seconds}


def is_open(network: str) -> bool:
    """Whether nothing but the firewalls of its systems guards a network (ORG-HACK-01)."""
    return network in pack.keys("networks", "network") and pack.network(network).firewall is None


def join_names(names: Names, *more: str) -> Names:
    """Names with some more, each once."""
    return tuple(dict.fromkeys((*names, *(one for one in more if one))))


def without(held: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """What is left of something held when these are lost."""
    return {name: value for name, value in held.items() if name not in names}


def system_name(given: Given) -> str:
    """The key or the name of the system that an act was about."""
    system = given.get("system", "")
    return system if isinstance(system, str) else system.get("name", "")


# ---- what an act leaves ----


def after(intrusion: Intrusion, procedure: str, given: Given, outcome: Given, options: Options) -> Intrusion:
    """The scene after an act; an act that is no part of it leaves it alone."""
    leave = LEAVES.get(procedure)
    scene = leave(intrusion, given, outcome) if leave else intrusion
    if spent := scene.minutes - intrusion.minutes:
        scene = wait(scene, spent * MINUTE)
    inside = scene.inside and (procedure != "preliminaries" or given["method"] == "inside")
    if procedure in WATCHED and scene.admin_present and scene.due == "none" and inside:
        return replace(scene, due="detect")
    return scene


def _after_preliminaries(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    reads = scene.reads + (given.get("method") == "inside")
    known = tuple(dict.fromkeys((*scene.known, *outcome["known"])))
    return replace(scene, known=known, reads=reads)


def _after_skill_test(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    return replace(scene, plugged=scene.plugged or (given.get("skill") == "connection" and outcome["success"]))


def _after_network_entry(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    scene = replace(scene, minutes=scene.minutes + outcome["minutes"], alert=scene.alert or outcome["alert"])
    if not outcome["access"]:
        return scene
    return replace(
        scene,
        inside=True,
        address_blocked=False,
        used=join_names(scene.used, scene.network),
        admin_present=scene.admin_present or outcome.get("admin_present", False),
    )


def _after_find_system(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    return replace(scene, minutes=scene.minutes + outcome["minutes"], listed=scene.listed or outcome["success"])


def _after_find_trust(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    return replace(scene, trust_known=scene.trust_known or outcome["success"])


def _after_sniff_login(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    if not outcome["caught"]:
        return scene
    waited = outcome["wait"] * (60 if outcome["unit"] == "hours" else 1)
    logins = {**scene.logins, system_name(given): outcome["encryption"]}
    return replace(scene, minutes=scene.minutes + waited, logins=logins)


def _after_decrypt(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    """A login of that strength is read, if it is read within a campaign; what evolves serves for a day from then."""
    name = next((one for one, strength in scene.logins.items() if strength == given["strength"]), "")
    minutes = CRACKED.get(outcome["time"])
    if not name or minutes is None:
        return scene
    return replace(
        scene,
        minutes=scene.minutes + minutes,
        logins=without(scene.logins, name),
        passwords=join_names(scene.passwords, name),
        lapsing={**scene.lapsing, name: DAY + minutes * MINUTE} if evolves(name) else scene.lapsing,
    )


def evolves(system: str) -> bool:
    """Whether the code of a system changes all the time (ORG-CRY-06)."""
    return system in pack.keys("networks", "system") and pack.system(system).evolving


def _after_system_entry(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    scene = replace(scene, minutes=scene.minutes + outcome["minutes"], alert=scene.alert or outcome["alert"])
    if not outcome["access"]:
        return scene
    name = system_name(given)
    scene = replace(
        scene,
        inside=True,
        address_blocked=False,
        at=name,
        used=join_names(scene.used, name),
        admin_present=scene.admin_present or outcome.get("admin_present", False),
    )
    return _with_rights(scene, name, outcome["privilege"])


def _with_rights(scene: Intrusion, name: str, privilege: Privilege) -> Intrusion:
    """Rights on a system, never fewer than before."""
    best = max(privilege, scene.held.get(name, privilege), key=PRIVILEGES.index)
    ruled = join_names(scene.ruled, name) if best == "administrator" else scene.ruled
    return replace(scene, held={**scene.held, name: best}, ruled=ruled)


def _after_raise_privilege(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    minutes = scene.minutes + outcome.get("minutes", 0)
    scene = replace(scene, minutes=minutes, alert=scene.alert or outcome["alert"])
    return _with_rights(scene, system_name(given), outcome["privilege"])


def _after_crash(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    if not outcome["crashed"] or given["scope"] == "program":
        return scene
    name = system_name(given)
    at = "" if scene.at == name else scene.at
    return replace(scene, held=without(scene.held, name), down=join_names(scene.down, name), at=at)


def after_flood(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    """Out of service for a time; a second flood adds nothing to a longer one (ORG-HACK-14)."""
    name, down = system_name(given), outcome["minutes_down"] * MINUTE
    if not name or not down:
        return scene
    return replace(scene, flooded={**scene.flooded, name: max(down, scene.flooded.get(name, 0))})


def _after_back_door(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    if not outcome["planted"]:
        return scene
    return replace(scene, doors={**scene.doors, system_name(given): given["privilege"]})


def _after_surveillance(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    return replace(scene, admin_present=outcome["present"])


def _after_detect(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    """A doubt asks for a second look, certainty for the firewall (ORG-HACK-24, ORG-HACK-25)."""
    due: dict[str, Literal["none", "detect", "eject"]] = {"none": "none", "doubt": "detect", "certain": "eject"}
    result = outcome["result"]
    minutes = scene.minutes + (1 if scene.doubt else 0)
    return replace(scene, minutes=minutes, admin_present=True, doubt=result == "doubt", due=due[result])


def _after_eject(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    """Out of the whole network: accounts closed, flaws patched; doors stay until somebody finds them (ORG-HACK-25)."""
    scene = replace(scene, due="none", doubt=False)
    if not outcome["ejected"]:
        return scene
    return replace(
        scene,
        inside=is_open(scene.network),
        held={},
        at="",
        logins=without(scene.logins, *outcome["closed"]),
        passwords=tuple(one for one in scene.passwords if one not in outcome["closed"]),
        closed=join_names(scene.closed, *outcome["closed"]),
        firewall_increase=outcome["firewall_increase"],
        address_blocked=True,
        to_recall=True,
    )


def _after_takeover(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    """The user of the system entered last pulls its plug, or a minute goes by (ORG-HACK-33)."""
    scene = replace(scene, minutes=scene.minutes + 1)
    return replace(scene, held=without(scene.held, scene.at), at="") if outcome["success"] else scene


def _after_recall(scene: Intrusion, given: Given, outcome: Given) -> Intrusion:
    return replace(scene, to_recall=False)


LEAVES: dict[str, Callable[[Intrusion, Given, Given], Intrusion]] = {
    "preliminaries": _after_preliminaries,
    "skill_test": _after_skill_test,
    "enter_network": _after_network_entry,
    "find_system": _after_find_system,
    "find_trust": _after_find_trust,
    "sniff_login": _after_sniff_login,
    "decrypt": _after_decrypt,
    "enter_system": _after_system_entry,
    "raise_privilege": _after_raise_privilege,
    "crash": _after_crash,
    "plant_back_door": _after_back_door,
    "flood": after_flood,
    "surveillance": _after_surveillance,
    "detect": _after_detect,
    "eject": _after_eject,
    "notice_takeover": _after_takeover,
    "recall_data": _after_recall,
}
# Acts inside that an administrator who is there may notice (ORG-HACK-24).
WATCHED = frozenset(
    (
        "preliminaries", "enter_network", "find_system", "find_trust", "enter_system", "raise_privilege", "crash",
        "plant_back_door", "lock_out", "surveillance",
    )
)  # fmt: skip
