"""Computers as rules see them: systems, administrators, privileges, and the throws against them (HACK-06 to 27)."""

from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D20, D100
from gardien.core.inputs import check_key
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.pack.nets import PrivilegeRow
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.person import Person, person_of
from gardien.systems.organique.rules.tests.d20 import (
    FAR,
    WATCHABLE,
    AtMost,
    Cuts,
    Judge,
    Parts,
    Throw,
    Tried,
    attempt,
    coarsen,
    detail_of,
    explain_throw,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import (
    check_skilled,
    conscious_parts,
    named_parts,
    needed_skill,
    skill_bonus,
    total,
)
from gardien.systems.organique.vocabulary import (
    Code,
    EntrySkill,
    Finding,
    Frequency,
    Mods,
    Name,
    Percent,
    Privilege,
    Rating,
    Trained,
)

USUAL = 20  # difficulty of computing tests that print no other (ORG-HACK-19, ORG-HACK-20, ORG-HACK-29)
FOREIGN = 10  # on the difficulty: an operating system outside one’s speciality (ORG-HACK-27)
ALARM = -6  # failed by this much a firewall, or somebody talked to, warns security (ORG-HACK-08, ORG-HACK-13)
ADMINISTRATOR = 10  # an administrator’s bonus on that system (ORG-HACK-15)
# How coarse an entry is told: warned, blocked, margin 0, user, super-user, administrator (ORG-HACK-13, ORG-HACK-15).
ENTRY_CUTS: Cuts = (-FAR, ALARM + 1, 0, 1, 6, 10)
NOBODY = "none"  # whom a system trusts that trusts nobody (ORG-HACK-31)
FAMILIES: tuple[frozenset[str], ...] = (frozenset(("openfree", "opencert")),)  # systems learnt together (M14)

SystemKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("networks", "system"))]
OsName: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("networks", "os"))]
Known: TypeAlias = Annotated[tuple[Finding, ...], Meta(max_length=10)]
Held: TypeAlias = Annotated[dict[Name, Privilege], Meta(max_length=100)]


# ---- inputs ----


class AdministratorGiven(Value, frozen=True, kw_only=True):
    """Whoever guards a network: one level of Security, Operating system and Cryptography (ORG-HACK-23)."""

    name: Name = "administrator"
    INT: Annotated[int, Meta(ge=1, le=20)] = 12
    level: Trained = 1
    mods: Mods = {}

    def __post_init__(self) -> None:
        freeze(self, "mods")


class SystemGiven(Value, frozen=True, kw_only=True):
    """A computer of a network: its protections, its power, whom it trusts, how its users log in (ORG-HACK-31)."""

    name: Name = ""
    firewall: Rating = 20
    os: OsName = ""
    antivirus: Rating | None = None
    power: Rating = 10
    trusts: Name = NOBODY
    login_encryption: Rating = 20
    login_encryption_external: Rating | None = None
    login_frequency: Frequency = "4d6_minutes"


SystemNamed: TypeAlias = SystemKey | SystemGiven


def check_system(field: str, named: str | SystemGiven) -> None:
    """A system of the list where one is named by its key; called by inputs about themselves."""
    if isinstance(named, str):
        check_key(field, named, pack.system)


def system_of(named: str | SystemGiven) -> SystemGiven:
    """A system with everything told: from the list, or as described; the list’s keys are its names."""
    if not isinstance(named, str):
        return named
    row = pack.system(named)
    return SystemGiven(
        name=row.key,
        firewall=row.firewall,
        os=row.os,
        antivirus=row.antivirus,
        power=row.power,
        trusts=row.trusts,
        login_encryption=row.login_encryption,
        login_encryption_external=row.login_encryption_external,
        login_frequency=row.login_frequency,
    )


def antivirus(site: SystemGiven) -> int:
    """What a virus must beat; a system without a rating answers with its firewall (ORG-HACK-11)."""
    return site.firewall if site.antivirus is None else site.antivirus


def encryption(site: SystemGiven, over_internet: bool) -> int:
    """The strength of a login inside the network, or over the Internet (ORG-HACK-09)."""
    outside = site.login_encryption_external
    return outside if over_internet and outside is not None else site.login_encryption


# ---- privileges ----


def privilege_of(margin: int, options: Options) -> Privilege | None:
    """The account that a margin gives (ORG-HACK-15); none at all for a failure."""
    if margin < 0 or (margin == 0 and options.hack_zero_margin_fails):
        return None
    rows: tuple[PrivilegeRow, ...] = pack.table("networks", "privilege")
    return max((row for row in rows if row.margin <= margin), key=lambda row: row.margin).key


def structural(privilege: Privilege) -> Parts:
    """What a privilege does to tests that change a system’s structure (ORG-HACK-15)."""
    modifier = pack.privilege(privilege).structural
    return ((privilege, modifier),) if modifier else ()


# ---- what is added ----


def found_parts(findings: Known, wanted: Finding) -> Parts:
    """The bonus of what preliminaries found out, if they did (ORG-HACK-05)."""
    return ((wanted, pack.finding(wanted).bonus),) if wanted in findings else ()


def unsuited_parts(skill: EntrySkill) -> Parts:
    """What a skill costs that is not made for finding flaws (ORG-HACK-12)."""
    modifier = pack.entry(skill).modifier
    return (("unsuited_skill", modifier),) if modifier else ()


def foreign(hacker: Character, site: SystemGiven, skill: str) -> int:
    """What an unfamiliar operating system adds to the difficulty of that one skill (ORG-HACK-27)."""
    if skill != "operating_system" or not site.os:
        return 0
    known = {plain(one) for one in hacker.specialities}
    akin = next((family for family in FAMILIES if plain(site.os) in family), frozenset((plain(site.os),)))
    return 0 if known & akin else FOREIGN


def plain(os: str) -> str:
    """The name of an operating system as it is compared: the source writes Open Cert and OpenCert."""
    return "".join(os.split()).casefold()


# ---- throws ----


def hacker_throw(
    hacker: Character,
    skill: str,
    options: Options,
    *,
    mods: Mods,
    parts: Parts = (),
    difficulty: int = USUAL,
    prefix: str = "",
    rule: str,
    purpose: str,
    field: str = "hacker",
) -> Throw:
    """INT, a computing skill and what helps; without the skill it is refused before any die (ORG-SKILL-06)."""
    check_skilled(field, hacker, skill, options)
    person = person_of(hacker)
    return plain_throw(
        person,
        options,
        mods=mods,
        parts=(*needed_skill(person, skill, options), *parts),
        difficulty=difficulty,
        prefix=prefix,
        rule=rule,
        purpose=purpose,
    )


def plain_throw(
    person: Person,
    options: Options,
    *,
    mods: Mods,
    parts: Parts = (),
    difficulty: int = USUAL,
    code: Code = "INT",
    prefix: str = "",
    rule: str,
    purpose: str,
) -> Throw:
    """A characteristic with what weighs on it; never a luck test (ORG-TEST-05, ORG-TEST-10)."""
    added = (*parts, *conscious_parts(person, options, code), *named_parts(mods))
    return Throw(
        base=person.value(code),
        mod=total(added),
        mods=added,
        difficulty=difficulty,
        prefix=prefix,
        rule=rule,
        by=person.name,
        purpose=purpose,
    )


def admin_throw(
    administrator: AdministratorGiven, skill: str, *, mods: Mods, rule: str, purpose: str, prefix: str = "admin_"
) -> Throw:
    """INT and a skill at the administrator’s level against 20 (ORG-HACK-23, ORG-HACK-24).

    Told apart, with a prefix, the skill belongs to the base; as a test of its own it is a modifier like any other.
    """
    bonus = skill_bonus(administrator.level)
    own = () if prefix or not bonus else ((skill, bonus),)
    added = (*own, *named_parts(administrator.mods), *named_parts(mods))
    return Throw(
        base=administrator.INT + (bonus if prefix else 0),
        mod=total(added),
        mods=added,
        difficulty=USUAL,
        prefix=prefix,
        rule=rule,
        by=administrator.name,
        purpose=purpose,
    )


def explain_administrator(administrator: AdministratorGiven, skill: str, throw: Throw) -> Program[None]:
    """What an administrator’s throw starts from."""
    bonus = skill_bonus(administrator.level)
    parts = (("INT", administrator.INT), *(((skill, bonus),) if bonus else ()))
    yield from step(f"{throw.prefix}base", throw.base, "ORG-HACK-23", parts)


def roll_fields(throw: Throw) -> Program[dict[str, Any]]:
    """A test that only succeeds or fails, as fields of its outcome; numbers where somebody looks."""
    wanted = yield from watched(*WATCHABLE)
    tried = yield from attempt(throw, detail_of(wanted))
    return throw_fields(throw, tried)


class EntryJudge(Value, frozen=True):
    """Reads a d20 as coarsely as an entry needs, failures by their bands too."""

    judge: Judge
    cuts: Cuts

    def __call__(self, face: int) -> Tried:
        margin = self.judge.margin(face)
        return Tried(success=margin >= 0, margin=coarsen(margin, self.cuts))


def try_entry(throw: Throw, whole: bool) -> Program[Tried]:
    """An attempt whose margin says what it gives, or whom it warns (ORG-HACK-13, ORG-HACK-15)."""
    judge = throw.judge("all")
    question = D20.map(judge) if whole else D20.map(EntryJudge(judge, ENTRY_CUTS))
    tried = yield from roll(question, "d20", throw.by, throw.purpose)
    yield from explain_throw(throw, tried)
    return tried


def explain_foreign_system(difficulty: int, raised: int) -> Program[None]:
    """Why a difficulty is higher than the firewall’s."""
    if raised:
        parts = (("usual", difficulty), ("foreign_os", raised))
        yield from step("difficulty", difficulty + raised, "ORG-HACK-27", parts)


def watched_by(percent: Percent, who: str) -> Program[bool | UnsetType]:
    """Whether an administrator sits before the screens; not asked where nobody ever does (ORG-HACK-23)."""
    if not percent:
        return UNSET
    present = yield from roll(D100.map(AtMost(percent)), "d100", who, "surveillance")
    yield from step("admin_present", present, "ORG-HACK-23")
    return present
