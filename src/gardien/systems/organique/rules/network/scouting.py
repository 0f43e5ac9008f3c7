"""Before an intrusion and around it: what is public, what leaks, where systems are, who logs in (HACK-02 to 10)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D100, Dice, Term
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.network.systems import (
    USUAL,
    Known,
    SystemNamed,
    check_system,
    encryption,
    found_parts,
    hacker_throw,
    plain_throw,
    roll_fields,
    system_of,
)
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.d20 import (
    WATCHABLE,
    Throw,
    ThrowBlock,
    attempt,
    detail_of,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import check_able, named_parts, open_skill, total
from gardien.systems.organique.vocabulary import Difficulty, Finding, Mods, Rating

Method: TypeAlias = Literal["research", "social", "snoop", "inside"]
PlaceKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("scales", "place"))]
Found: TypeAlias = Literal[
    "none", "physical_location", "network_map", "system_types", "security_team", "company_structure",
]  # fmt: skip
BonusFor: TypeAlias = Literal[
    "none", "on_site", "network_protocols", "firewall_flaws", "security_opposition", "social_engineering",
]  # fmt: skip
TRUST = 30  # ORG-HACK-10
SEARCHED = 15  # minutes that finding or listing systems takes (ORG-HACK-28)
METHODS: dict[Method, str] = {"research": "ORG-HACK-02", "social": "ORG-HACK-03", "snoop": "ORG-HACK-04"}


# ---- preliminaries ----


class PreliminariesGiven(Value, frozen=True, kw_only=True):
    """Who gathers, how, and how careful the organisation is."""

    character: Character = Character()
    method: Method
    place: PlaceKey = "rubbish"
    paranoia: Rating | None = None
    known: Known = ()
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_key("place", self.place, pack.scale("place"))
        if self.paranoia is None and self.method != "inside":
            raise BadField("paranoia", "field/missing", METHODS[self.method])
        check_able("character", self.character)
        freeze(self, "mods")


class Gathered(ThrowBlock, frozen=True, kw_only=True):
    """What was found out, and what it is good for."""

    found: Found
    new: bool
    bonus: int
    bonus_for: BonusFor
    known: tuple[Finding, ...]

    def changes(self, given: PreliminariesGiven, options: Options) -> tuple[Change, ...]:
        return (Change("known", given.known, self.known),) if self.new else ()


@procedure(
    "preliminaries",
    rules="ORG-HACK-01 ORG-HACK-02 ORG-HACK-03 ORG-HACK-04 ORG-HACK-05 ORG-HACK-21 ORG-ADV-08",
    dice=("d20", "d100"),
    headline=("found", "new"),
)
def gather(given: PreliminariesGiven, options: Options) -> Program[Gathered]:
    """A search, a talk, rubbish bins, or files read from inside; success finds one thing of five."""
    if given.method == "inside":
        finding = yield from find(given.character.name)
        return (yield from gather_finding(given, finding, {}))
    fields = yield from roll_fields(gathering_throw(given, options))
    if not fields["success"]:
        return Gathered(found="none", new=False, bonus=0, bonus_for="none", known=given.known, **fields)
    finding = yield from find(given.character.name)
    return (yield from gather_finding(given, finding, fields))


def gathering_throw(given: PreliminariesGiven, options: Options) -> Throw:
    """Network knowledge, charm, or what was reached, against the organisation’s paranoia (ORG-HACK-02 to 04)."""
    difficulty, rule, person = given.paranoia or 0, METHODS[given.method], person_of(given.character)
    if given.method == "research":
        return hacker_throw(
            given.character,
            "network_knowledge",
            options,
            mods=given.mods,
            difficulty=difficulty,
            rule=rule,
            purpose="preliminaries",
            field="character",
        )
    if given.method == "social":
        parts = (*open_skill(person, "acting", "fast_talk"), *found_parts(given.known, "company_structure"))
        return plain_throw(
            person,
            options,
            mods=given.mods,
            parts=parts,
            difficulty=difficulty,
            code="CHA",
            rule=rule,
            purpose="preliminaries",
        )
    mods = named_parts(given.mods)  # the loot is weighed, not the person: nothing carried counts (ORG-HACK-04)
    return Throw(
        base=pack.modifier("place", given.place),
        mod=total(mods),
        mods=mods,
        difficulty=difficulty,
        rule=rule,
        by=person.name,
        purpose="preliminaries",
    )


def finding_of(face: int) -> Finding:
    """What a d100 finds."""
    return pack.finding_on(face).key


def find(who: str) -> Program[Finding]:
    """One d100 on the table of preliminaries (ORG-HACK-05)."""
    return (yield from roll(D100.map(finding_of), "d100", who, "preliminaries"))


def gather_finding(given: PreliminariesGiven, finding: Finding, fields: "dict[str, object]") -> Program[Gathered]:
    """What a finding is worth; the same one twice gives nothing more (ORG-HACK-05)."""
    row, new = pack.finding(finding), finding not in given.known
    rule = "ORG-HACK-21" if given.method == "inside" else "ORG-HACK-05"
    yield from step("found", finding, rule)
    yield from step("bonus", row.bonus if new else 0, "ORG-HACK-05")
    return Gathered(
        found=finding,
        new=new,
        bonus=row.bonus if new else 0,
        bonus_for=row.bonus_for if new else "none",
        known=(*given.known, finding) if new else given.known,
        **fields,  # type: ignore[arg-type]
    )


# ---- finding one’s way ----


class SearchGiven(Value, frozen=True, kw_only=True):
    """Who looks on public servers for something."""

    hacker: Character
    difficulty: Difficulty = USUAL
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("hacker", self.hacker)
        freeze(self, "mods")


class Searched(ThrowBlock, frozen=True, kw_only=True):
    """Whether it was found."""


@procedure("public_search", rules="ORG-HACK-32", dice=("d20",), headline=("success",))
def search_public(given: SearchGiven, options: Options) -> Program[Searched]:
    """Network knowledge: whether something is public, and if not, on which system it is kept."""
    throw = hacker_throw(
        given.hacker,
        "network_knowledge",
        options,
        mods=given.mods,
        difficulty=given.difficulty,
        rule="ORG-HACK-32",
        purpose="public_search",
    )
    return Searched(**(yield from roll_fields(throw)))


class FindSystemGiven(Value, frozen=True, kw_only=True):
    """Who looks for a system inside a network."""

    hacker: Character
    known: Known = ()
    difficulty: Difficulty = USUAL
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("hacker", self.hacker)
        freeze(self, "mods")


class SystemFound(ThrowBlock, frozen=True, kw_only=True):
    """Whether it was found, and the time it took."""

    minutes: int


@procedure(
    "find_system",
    rules="ORG-HACK-29 ORG-HACK-28 ORG-HACK-05",
    dice=("d20",),
    headline=("success",),
)
def find_system(given: FindSystemGiven, options: Options) -> Program[SystemFound]:
    """Network protocols: the wanted system, or a list of all with their operating systems."""
    throw = hacker_throw(
        given.hacker,
        "network_protocols",
        options,
        mods=given.mods,
        parts=found_parts(given.known, "network_map"),
        difficulty=given.difficulty,
        rule="ORG-HACK-29",
        purpose="find_system",
    )
    fields = yield from roll_fields(throw)
    yield from step("minutes", SEARCHED, "ORG-HACK-28")
    return SystemFound(minutes=SEARCHED, **fields)


class FindTrustGiven(Value, frozen=True, kw_only=True):
    """Who looks for systems that trust others."""

    hacker: Character
    difficulty: Difficulty = TRUST
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("hacker", self.hacker)
        freeze(self, "mods")


@procedure("find_trust", rules="ORG-HACK-10", dice=("d20",), headline=("success",))
def find_trust(given: FindTrustGiven, options: Options) -> Program[Searched]:
    """Network knowledge: which system trusts which."""
    throw = hacker_throw(
        given.hacker,
        "network_knowledge",
        options,
        mods=given.mods,
        difficulty=given.difficulty,
        rule="ORG-HACK-10",
        purpose="find_trust",
    )
    return Searched(**(yield from roll_fields(throw)))


# ---- interception ----


class SniffGiven(Value, frozen=True, kw_only=True):
    """Who listens on a relay, and to which system’s logins."""

    hacker: Character
    system: SystemNamed
    over_internet: bool = False
    difficulty: Difficulty = USUAL
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_system("system", self.system)
        check_able("hacker", self.hacker)
        freeze(self, "mods")


class Sniffed(ThrowBlock, frozen=True, kw_only=True):
    """Whether a login is caught, how long one waits for it, how strongly it is coded."""

    caught: bool
    wait: int | UnsetType = UNSET
    unit: Literal["minutes", "hours"] | UnsetType = UNSET
    encryption: int | UnsetType = UNSET


@procedure(
    "sniff_login",
    rules="ORG-HACK-09 ORG-HACK-14",
    dice=("d20", "d6"),
    headline=("caught",),
)
def sniff_login(given: SniffGiven, options: Options) -> Program[Sniffed]:
    """Connection, then the wait for the next login; what is caught is still in code."""
    wanted = yield from watched(*WATCHABLE, "wait")
    site = system_of(given.system)
    login = pack.login(site.login_frequency)
    throw = hacker_throw(
        given.hacker,
        "connection",
        options,
        mods=given.mods,
        difficulty=given.difficulty,
        rule="ORG-HACK-09",
        purpose="sniff_login",
    )
    tried = yield from attempt(throw, detail_of(wanted))
    yield from step("caught", tried.success, "ORG-HACK-09")
    fields = throw_fields(throw, tried)
    if not tried.success:
        return Sniffed(caught=False, **fields)
    wait: int | UnsetType = UNSET
    if "wait" in wanted:
        dice = Dice((Term(login.dice, login.sides),))
        wait = yield from roll(dice, f"d{login.sides}", given.hacker.name, "login")
        yield from step("wait", wait, "ORG-HACK-09")
    strength = encryption(site, given.over_internet)
    yield from step("encryption", strength, "ORG-HACK-09")
    return Sniffed(caught=True, wait=wait, unit=login.unit, encryption=strength, **fields)
