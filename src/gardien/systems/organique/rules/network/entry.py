"""Ways in: the firewall of a network, that of a system, better rights once inside (HACK-07 to HACK-16)."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.network.systems import (
    ADMINISTRATOR,
    ALARM,
    NOBODY,
    Held,
    Known,
    SystemGiven,
    SystemNamed,
    antivirus,
    check_system,
    explain_foreign_system,
    foreign,
    found_parts,
    hacker_throw,
    plain_throw,
    privilege_of,
    roll_fields,
    structural,
    system_of,
    try_entry,
    unsuited_parts,
    watched_by,
)
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.d20 import WATCHABLE, Parts, Throw, ThrowBlock, Tried, throw_fields, watched
from gardien.systems.organique.rules.tests.modifiers import check_able, open_skill
from gardien.systems.organique.vocabulary import PRIVILEGES, EntrySkill, Mods, Percent, Privilege, Rating

NETWORK_MINUTES = 15  # ORG-HACK-28
SLOW_MINUTES, QUICK_MINUTES, QUICK = 30, 15, 10  # an entry to a system, and the margin that makes it quick
HIGHER = 30  # Operating system for one privilege more (ORG-HACK-16)
INSIDE = 10  # a new entry from inside (ORG-HACK-16)

Access: TypeAlias = Literal["none", "user", "super_user", "administrator"]
Method: TypeAlias = Literal["flaw", "virus", "talk", "password", "trust", "back_door"]
RULES: dict[Method, str] = {
    "flaw": "ORG-HACK-12",
    "virus": "ORG-HACK-11",
    "talk": "ORG-HACK-08",
    "password": "ORG-HACK-07",
    "trust": "ORG-HACK-10",
    "back_door": "ORG-HACK-20",
}


# ---- the network ----


class EnterNetworkGiven(Value, frozen=True, kw_only=True):
    """Who looks for a flaw in the firewall of a network, with which skill."""

    hacker: Character
    skill: EntrySkill = "operating_system"
    firewall: Rating
    known: Known = ()
    surveillance: Percent = 0
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("hacker", self.hacker)
        freeze(self, "mods")


class NetworkEntered(ThrowBlock, frozen=True, kw_only=True):
    """Whether one is in the network, and who noticed."""

    access: bool
    alert: bool
    result: Literal["access", "blocked", "alert"]
    privilege: Literal["none"] = "none"
    minutes: int
    admin_present: bool | UnsetType = UNSET


@procedure(
    "enter_network",
    rules="ORG-HACK-01 ORG-HACK-12 ORG-HACK-13 ORG-HACK-23 ORG-HACK-28 ORG-HACK-31",
    dice=("d20", "d100"),
    headline=("result",),
)
def enter_network(given: EnterNetworkGiven, options: Options) -> Program[NetworkEntered]:
    """A flaw in the outer firewall: access to the network, to no system yet."""
    wanted = yield from watched(*WATCHABLE)
    throw = flaw_throw(given.hacker, given.skill, given.known, options, given.firewall, given.mods)
    tried = yield from try_entry(throw, bool(wanted))
    alert = is_alarming(tried)
    result: Literal["access", "blocked", "alert"] = "access" if tried.success else "alert" if alert else "blocked"
    yield from step("result", result, "ORG-HACK-12" if tried.success else "ORG-HACK-13")
    yield from step("minutes", NETWORK_MINUTES, "ORG-HACK-28")
    present: bool | UnsetType = UNSET
    if tried.success:
        present = yield from watched_by(given.surveillance, given.hacker.name)
    return NetworkEntered(
        access=tried.success,
        alert=alert,
        result=result,
        minutes=NETWORK_MINUTES,
        admin_present=present,
        **throw_fields(throw, tried),
    )


def flaw_throw(
    hacker: Character,
    skill: EntrySkill,
    known: Known,
    options: Options,
    difficulty: int,
    mods: Mods,
    parts: Parts = (),
) -> Throw:
    """INT and the skill, as well as it is suited, against a firewall (ORG-HACK-12)."""
    return hacker_throw(
        hacker,
        skill,
        options,
        mods=mods,
        parts=(*unsuited_parts(skill), *found_parts(known, "system_types"), *parts),
        difficulty=difficulty,
        rule="ORG-HACK-12",
        purpose="flaw",
    )


def is_alarming(tried: Tried) -> bool:
    """Whether a failure was bad enough to be reported (ORG-HACK-13)."""
    return not tried.success and tried.margin is not UNSET and tried.margin <= ALARM


# ---- one system ----


class EnterSystemGiven(Value, frozen=True, kw_only=True):
    """Who wants into which system, and by which way."""

    hacker: Character
    system: SystemNamed
    method: Method = "flaw"
    skill: EntrySkill = "operating_system"
    paranoia: Rating = 10
    owner_privilege: Privilege = "user"
    held: Held = {}
    known: Known = ()
    administrator_elsewhere: bool = False
    surveillance: Percent = 0
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_system("system", self.system)
        check_able("hacker", self.hacker)
        freeze(self, "held", "mods")


class SystemEntered(ThrowBlock, frozen=True, kw_only=True):
    """Whether one is in the system, with which rights, and who noticed."""

    access: bool
    alert: bool
    result: Literal["access", "blocked", "refused", "alert"]
    privilege: Access
    minutes: int
    admin_present: bool | UnsetType = UNSET


@procedure(
    "enter_system",
    rules="""ORG-HACK-01 ORG-HACK-07 ORG-HACK-08 ORG-HACK-10 ORG-HACK-11 ORG-HACK-12 ORG-HACK-13 ORG-HACK-15
    ORG-HACK-20 ORG-HACK-23 ORG-HACK-26 ORG-HACK-27 ORG-HACK-28 ORG-HACK-31""",
    dice=("d20", "d100"),
    headline=("result", "privilege"),
)
def enter_system(given: EnterSystemGiven, options: Options) -> Program[SystemEntered]:
    """A flaw, a virus, a good story; or a password, a trusting system, a door left open, which need no die."""
    wanted = yield from watched(*WATCHABLE)
    site = system_of(given.system)
    if given.method in ("password", "trust", "back_door"):
        privilege = trusted_rights(site, given.held) if given.method == "trust" else given.owner_privilege
        yield from step("success", privilege is not None, RULES[given.method])
        return (yield from resolve_entry(given, privilege, False, 0, {"success": privilege is not None}))
    throw = yield from entry_throw(given, site, options)
    tried = yield from try_entry(throw, bool(wanted))
    assert tried.margin is not UNSET
    alert = is_alarming(tried) and given.method != "virus"
    minutes = QUICK_MINUTES if tried.margin >= QUICK else SLOW_MINUTES
    privilege = privilege_of(tried.margin, options)
    return (yield from resolve_entry(given, privilege, alert, minutes, throw_fields(throw, tried)))


def trusted_rights(site: SystemGiven, held: Held) -> Privilege | None:
    """The rights that a system gives to whoever holds them on the one it trusts (ORG-HACK-10)."""
    return None if site.trusts == NOBODY else held.get(site.trusts)


def entry_throw(given: EnterSystemGiven, site: SystemGiven, options: Options) -> Program[Throw]:
    """What is thrown for a flaw, a virus, or a password talked out of somebody (ORG-HACK-08, 11, 12)."""
    if given.method == "talk":
        person = person_of(given.hacker)
        parts = (*open_skill(person, "acting", "fast_talk"), *found_parts(given.known, "company_structure"))
        return plain_throw(
            person,
            options,
            mods=given.mods,
            parts=parts,
            difficulty=given.paranoia,
            code="CHA",
            rule="ORG-HACK-08",
            purpose="talk",
        )
    wide = options.admin_bonus_network_wide and given.administrator_elsewhere
    parts = (("administrator", ADMINISTRATOR),) if wide else ()
    if given.method == "virus":
        return hacker_throw(
            given.hacker,
            "programming_virus",
            options,
            mods=given.mods,
            parts=parts,
            difficulty=antivirus(site),
            rule="ORG-HACK-11",
            purpose="virus",
        )
    raised = foreign(given.hacker, site, given.skill)
    throw = flaw_throw(given.hacker, given.skill, given.known, options, site.firewall + raised, given.mods, parts)
    yield from explain_foreign_system(site.firewall, raised)
    return throw


def resolve_entry(
    given: EnterSystemGiven, privilege: Privilege | None, alert: bool, minutes: int, fields: "dict[str, object]"
) -> Program[SystemEntered]:
    """Rights, time, and whoever may be watching (ORG-HACK-15, ORG-HACK-23, ORG-HACK-28)."""
    access = privilege is not None
    stopped: Literal["refused", "blocked"] = "refused" if given.method == "talk" else "blocked"
    result: Literal["access", "blocked", "refused", "alert"] = "access" if access else "alert" if alert else stopped
    rule = RULES[given.method]
    yield from step("result", result, "ORG-HACK-13" if alert and given.method == "flaw" else rule)
    if privilege is not None:
        yield from step("privilege", privilege, "ORG-HACK-15" if minutes else rule)
    if minutes:
        yield from step("minutes", minutes, "ORG-HACK-28")
    present: bool | UnsetType = UNSET
    if access:
        present = yield from watched_by(given.surveillance, given.hacker.name)
    return SystemEntered(
        access=access,
        alert=alert,
        result=result,
        privilege=privilege or "none",
        minutes=minutes,
        admin_present=present,
        **fields,  # type: ignore[arg-type]
    )


# ---- more rights ----


class RaiseGiven(Value, frozen=True, kw_only=True):
    """Who wants more rights on a system, and by which way."""

    hacker: Character
    system: SystemNamed
    privilege: Literal["user", "super_user"]
    way: Literal["operating_system", "re_entry"] = "re_entry"
    skill: EntrySkill = "operating_system"
    known: Known = ()
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_system("system", self.system)
        check_able("hacker", self.hacker)
        freeze(self, "mods")


class Raised(ThrowBlock, frozen=True, kw_only=True):
    """The rights held after it, never fewer than before."""

    privilege: Privilege
    alert: bool
    minutes: int | UnsetType = UNSET


@procedure(
    "raise_privilege",
    rules="ORG-HACK-16 ORG-HACK-15 ORG-HACK-13 ORG-HACK-27 ORG-HACK-28",
    dice=("d20",),
    headline=("privilege", "alert"),
)
def raise_privilege(given: RaiseGiven, options: Options) -> Program[Raised]:
    """One’s own account, changed from inside; or a second entry, easier than the first."""
    site, rank = system_of(given.system), PRIVILEGES.index(given.privilege)
    if given.way == "operating_system":
        raised = foreign(given.hacker, site, "operating_system")
        throw = hacker_throw(
            given.hacker,
            "operating_system",
            options,
            mods=given.mods,
            parts=structural(given.privilege),
            difficulty=HIGHER + raised,
            rule="ORG-HACK-16",
            purpose="raise_privilege",
        )
        yield from explain_foreign_system(HIGHER, raised)
        fields = yield from roll_fields(throw)
        privilege = PRIVILEGES[rank + 1] if fields["success"] else given.privilege
        yield from step("privilege", privilege, "ORG-HACK-16")
        return Raised(privilege=privilege, alert=False, **fields)
    wanted = yield from watched(*WATCHABLE)
    raised = foreign(given.hacker, site, given.skill)
    parts: Parts = (("already_inside", INSIDE),)
    throw = flaw_throw(given.hacker, given.skill, given.known, options, site.firewall + raised, given.mods, parts)
    yield from explain_foreign_system(site.firewall, raised)
    tried = yield from try_entry(throw, bool(wanted))
    assert tried.margin is not UNSET
    gained = privilege_of(tried.margin, options)
    privilege = PRIVILEGES[max(rank, PRIVILEGES.index(gained))] if gained else given.privilege
    minutes = QUICK_MINUTES if tried.margin >= QUICK else SLOW_MINUTES
    yield from step("privilege", privilege, "ORG-HACK-16")
    yield from step("minutes", minutes, "ORG-HACK-28")
    return Raised(privilege=privilege, alert=is_alarming(tried), minutes=minutes, **throw_fields(throw, tried))
