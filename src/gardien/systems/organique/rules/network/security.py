"""The other side of the screen: who watches, notices, throws out and follows back (HACK-19, HACK-22 to 25, 33)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D100
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.network.systems import (
    ADMINISTRATOR,
    USUAL,
    AdministratorGiven,
    Known,
    admin_throw,
    explain_administrator,
    found_parts,
    hacker_throw,
    plain_throw,
    roll_fields,
)
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.d20 import (
    WATCHABLE,
    AtMost,
    Clash,
    Clashed,
    Cuts,
    Detail,
    Parts,
    Throw,
    ThrowBlock,
    attempt,
    clash,
    detail_of,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import check_able
from gardien.systems.organique.vocabulary import Difficulty, Mods, Name, Percent, Rating, Trained

SURE = 6  # the margin from which an administrator no longer doubts (ORG-HACK-24)
PATCHED = 10  # on the firewalls that were passed, after an ejection (ORG-HACK-25)
DOUBT_CUTS: Cuts = (0, SURE)
NUMBERS = ("admin_total", "admin_margin", "hacker_total", "hacker_margin")

Control: TypeAlias = Literal["security_workstation", "firewall_server"]


# ---- watching ----


class SurveillanceGiven(Value, frozen=True, kw_only=True):
    """How often somebody watches, and how well."""

    percent: Percent
    level: Trained = 1


class Watched(Value, frozen=True, kw_only=True):
    """Whether an administrator is there, and at which level."""

    present: bool
    skill_level: int | UnsetType = UNSET


@procedure("surveillance", rules="ORG-HACK-23", dice=("d100",), headline=("present",))
def watch_screens(given: SurveillanceGiven, options: Options) -> Program[Watched]:
    """A d100 against the percentage of surveillance."""
    present = yield from roll(D100.map(AtMost(given.percent)), "d100", "", "surveillance")
    yield from step("present", present, "ORG-HACK-23")
    return Watched(present=present, skill_level=given.level if present else UNSET)


class DetectGiven(Value, frozen=True, kw_only=True):
    """Who looks, for whom, and which rights the intruder has there."""

    administrator: AdministratorGiven
    hacker: Character
    privilege: Literal["none", "user", "super_user", "administrator"] = "user"
    known: Known = ()
    mods: Mods = {}
    hacker_mods: Mods = {}

    def __post_init__(self) -> None:
        if self.hacker.level("computer_stealth"):
            check_able("hacker", self.hacker)
        freeze(self, "mods", "hacker_mods")


class Detected(Value, frozen=True, kw_only=True):
    """Nothing, a doubt, or certainty."""

    opposed: bool
    admin_base: int
    admin_total: int | UnsetType = UNSET
    admin_margin: int | UnsetType = UNSET
    hacker_total: int | UnsetType = UNSET
    hacker_margin: int | UnsetType = UNSET
    result: Literal["none", "doubt", "certain"]


@procedure("detect", rules="ORG-HACK-19 ORG-HACK-24", dice=("d20",), headline=("result",))
def detect(given: DetectGiven, options: Options) -> Program[Detected]:
    """Security against Computer stealth; a tie hides, a small lead makes a doubt, a large one is certain."""
    wanted = yield from watched(*NUMBERS)
    own: Parts = (("administrator", ADMINISTRATOR),) if given.privilege == "administrator" else ()
    admin = admin_throw(given.administrator, "network_security", mods=given.mods, rule="ORG-HACK-24", purpose="detect")
    hidden = None
    if given.hacker.level("computer_stealth"):
        hidden = hacker_throw(
            given.hacker,
            "computer_stealth",
            options,
            mods=given.hacker_mods,
            parts=(*own, *found_parts(given.known, "security_team")),
            prefix="hacker_",
            rule="ORG-HACK-19",
            purpose="detect",
        )
    yield from explain_administrator(given.administrator, "network_security", admin)
    clashed = yield from against(admin, hidden, wanted, net=not options.detection_own_margin)
    result: Literal["none", "doubt", "certain"] = "none"
    if clashed.winner == "a":
        assert clashed.effect is not UNSET
        result = "certain" if clashed.effect >= SURE else "doubt"
    yield from step("result", result, "ORG-HACK-24" if hidden is None or clashed.winner == "a" else "ORG-HACK-19")
    return Detected(opposed=hidden is not None, admin_base=admin.base, result=result, **numbers(clashed))


def against(admin: Throw, hidden: Throw | None, wanted: frozenset[str], net: bool = True) -> Program[Clashed]:
    """An administrator against whoever hides, if they can; a failed hider leaves the whole margin (ORG-HACK-24).

    `net`: the hider’s margin is taken off it.
    """
    detail: Detail = "all" if wanted else "margin"
    return (yield from clash(Clash(a=admin, b=hidden, resister="b", net=net, detail=detail, cuts=DOUBT_CUTS)))


def numbers(clashed: Clashed) -> "dict[str, int | UnsetType]":
    """Totals and margins of both, where somebody looks."""
    fields = {"admin_total": clashed.a.total, "admin_margin": clashed.a.margin}
    if clashed.b is not None:
        fields |= {"hacker_total": clashed.b.total, "hacker_margin": clashed.b.margin}
    return fields


# ---- throwing out, following back ----


class EjectGiven(Value, frozen=True, kw_only=True):
    """What the hacker rules over, and what has been used to get in."""

    hacker_controls: Annotated[tuple[Control, ...], Meta(max_length=2)] = ()
    systems_used: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()


class Ejected(Value, frozen=True, kw_only=True):
    """Whether the hacker is out, and which ways are closed."""

    ejected: bool
    closed: tuple[str, ...]
    firewall_increase: int


@procedure("eject", rules="ORG-HACK-25 ORG-ADV-09", headline=("ejected",))
def eject(given: EjectGiven, options: Options) -> Program[Ejected]:
    """The address blocked, accounts closed, flaws patched; not while the hacker holds the machines that do it."""
    ejected = not given.hacker_controls
    increase = PATCHED if ejected else 0
    yield from step("ejected", ejected, "ORG-HACK-25")
    yield from step("firewall_increase", increase, "ORG-HACK-25")
    return Ejected(ejected=ejected, closed=given.systems_used if ejected else (), firewall_increase=increase)


class TraceGiven(Value, frozen=True, kw_only=True):
    """Who follows whose signal, and where it starts from."""

    administrator: AdministratorGiven
    hacker: Character
    dataterm: bool = False
    known: Known = ()

    def __post_init__(self) -> None:
        if self.hacker.level("anonymity"):
            check_able("hacker", self.hacker)


class Traced(Value, frozen=True, kw_only=True):
    """How far back the signal was followed."""

    admin_total: int | UnsetType = UNSET
    admin_margin: int | UnsetType = UNSET
    hacker_total: int | UnsetType = UNSET
    hacker_margin: int | UnsetType = UNSET
    traced: Literal["none", "terminal", "hacker"]


@procedure("trace", rules="ORG-HACK-06 ORG-HACK-24", dice=("d20",), headline=("traced",))
def trace(given: TraceGiven, options: Options) -> Program[Traced]:
    """Security against Anonymity; from a captured terminal the trail ends there."""
    wanted = yield from watched(*NUMBERS)
    admin = admin_throw(given.administrator, "network_security", mods={}, rule="ORG-HACK-24", purpose="trace")
    hidden = None
    if given.hacker.level("anonymity"):
        hidden = hacker_throw(
            given.hacker,
            "anonymity",
            options,
            mods={},
            parts=found_parts(given.known, "security_team"),
            prefix="hacker_",
            rule="ORG-HACK-06",
            purpose="trace",
        )
    yield from explain_administrator(given.administrator, "network_security", admin)
    clashed = yield from against(admin, hidden, wanted)
    traced: Literal["none", "terminal", "hacker"] = "none"
    if clashed.winner == "a":
        traced = "terminal" if given.dataterm else "hacker"
    yield from step("traced", traced, "ORG-HACK-06")
    return Traced(traced=traced, **numbers(clashed))


# ---- setting up ----


class SecureGiven(Value, frozen=True, kw_only=True):
    """Who encodes a firewall of which strength."""

    administrator: AdministratorGiven
    firewall: Rating
    mods: Mods = {}

    def __post_init__(self) -> None:
        freeze(self, "mods")


class Secured(ThrowBlock, frozen=True, kw_only=True):
    """The firewall as strong as it is now."""

    firewall: int


@procedure("secure_firewall", rules="ORG-HACK-22", dice=("d20",), headline=("firewall",))
def secure_firewall(given: SecureGiven, options: Options) -> Program[Secured]:
    """Cryptography: the margin is added to the firewall."""
    wanted = yield from watched(*WATCHABLE)
    throw = admin_throw(
        given.administrator,
        "cryptography",
        mods=given.mods,
        rule="ORG-HACK-22",
        purpose="secure_firewall",
        prefix="",
    )
    tried = yield from attempt(throw, detail_of(wanted, "", "margin"))
    added = tried.over if tried.success else 0
    parts: Parts = (("firewall_before", given.firewall), *((("margin", added),) if added else ()))
    yield from step("firewall", given.firewall + added, "ORG-HACK-22", parts)
    return Secured(firewall=given.firewall + added, **throw_fields(throw, tried))


class NoticeGiven(Value, frozen=True, kw_only=True):
    """Whose workstation has been taken over."""

    employee: Character = Character()
    difficulty: Difficulty = USUAL
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("employee", self.employee)
        freeze(self, "mods")


class Noticed(ThrowBlock, frozen=True, kw_only=True):
    """Whether the plug is pulled."""


@procedure("notice_takeover", rules="ORG-HACK-33", dice=("d20",), headline=("success",))
def notice_takeover(given: NoticeGiven, options: Options) -> Program[Noticed]:
    """INT, each minute: the pointer moves by itself, and somebody thinks of the plug."""
    throw = plain_throw(
        person_of(given.employee),
        options,
        mods=given.mods,
        difficulty=given.difficulty,
        rule="ORG-HACK-33",
        purpose="notice_takeover",
    )
    return Noticed(**(yield from roll_fields(throw)))
