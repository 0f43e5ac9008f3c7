"""Codes: making one, and how long breaking one takes (CRY-01 to CRY-06)."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, less, roll, step
from gardien.core.dice import Pool, Pooled
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value, like
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.network.systems import hacker_throw
from gardien.systems.organique.rules.tests.d20 import (
    FAR,
    WATCHABLE,
    Judge,
    Parts,
    Throw,
    ThrowBlock,
    Tried,
    attempt,
    detail_of,
    explain_throw,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import check_able, named_parts, total
from gardien.systems.organique.vocabulary import Count, CrackTime, Mods, Rating

Cipher: TypeAlias = Literal["plain", "public", "one_key", "evolving"]
CIPHERS: dict[Cipher, int] = {"plain": 0, "public": -5, "one_key": 5, "evolving": 0}  # ORG-CRY-06
KNOWN_OF = ("small_data", "large_data", "software_known", "data_kind_known", "piece_deciphered")  # ORG-CRY-04


class EncryptGiven(Value, frozen=True, kw_only=True):
    """A program, who helps it, and which kind of code."""

    program_strength: Rating
    user: Character | None = None
    alone: bool = False  # whoever runs the program leaves it to itself
    code: Cipher = "plain"
    mods: Mods = {}

    def __post_init__(self) -> None:
        if self.user is not None:
            check_able("user", self.user)
        freeze(self, "mods")


class Encrypted(ThrowBlock, frozen=True, kw_only=True):
    """How strong the code is; the test of whoever helped."""

    strength: int


@procedure("encrypt", rules="ORG-CRY-01 ORG-CRY-06", dice=("d20",), headline=("strength",))
def encrypt(given: EncryptGiven, options: Options) -> Program[Encrypted]:
    """The program’s strength and, where somebody helps, the margin of their Cryptography."""
    fields, added = {}, 0
    if given.user is not None and not given.alone:
        wanted = yield from watched(*WATCHABLE)
        throw = helper_throw(given.user, given.mods, options, "", "encrypt")
        tried = yield from attempt(throw, detail_of(wanted, "", "margin"))
        fields, added = throw_fields(throw, tried), max(0, tried.over)
    kind = CIPHERS[given.code]
    parts = (("program_strength", given.program_strength), ("margin", added), (given.code, kind))
    strength = max(0, total(parts))
    yield from step("strength", strength, "ORG-CRY-01", tuple(one for one in parts if one[1]), (0, FAR))
    return Encrypted(strength=strength, **fields)


def helper_throw(user: Character, mods: Mods, options: Options, prefix: str, purpose: str) -> Throw:
    """Cryptography against 20, to help a program (ORG-CRY-01, ORG-CRY-03)."""
    rule = "ORG-CRY-03" if prefix else "ORG-CRY-01"
    return hacker_throw(
        user,
        "cryptography",
        options,
        mods=mods,
        prefix=prefix,
        rule=rule,
        purpose=purpose,
        field="user",
    )


# ---- breaking ----


class DecryptGiven(Value, frozen=True, kw_only=True):
    """A program, a computer, a code; who helps, and what is known of it."""

    force: Rating
    power: Rating
    strength: Rating
    user: Character | None = None
    alone: bool = False
    user_mods: Mods = {}
    small_data: bool = False
    large_data: bool = False
    software_known: bool = False
    data_kind_known: bool = False
    piece_deciphered: bool = False
    months_old: Count = 0
    mods: Mods = {}

    def __post_init__(self) -> None:
        if self.user is not None:
            check_able("user", self.user)
        if self.small_data and self.large_data:
            raise BadField("large_data", "field/not_allowed", "ORG-CRY-04", came="true", allowed="false")
        freeze(self, "user_mods", "mods")


class Decrypted(Value, frozen=True, kw_only=True):
    """Never a success or a failure: a time."""

    user_total: int | UnsetType = UNSET
    user_margin: int | UnsetType = UNSET
    added: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    result: int | UnsetType = UNSET
    time: CrackTime


class Machine(Value, frozen=True, kw_only=True):
    """A program at work on a code: its d20, and how much a margin of its user adds (ORG-CRY-02, ORG-CRY-03)."""

    force: int
    power: int
    strength: int
    mod: int
    multiply: bool = False  # the margin is multiplied with the force

    def helped_by(self, margin: int) -> int:
        return max(0, margin) * (self.power if self.multiply else 1)

    def total(self, margin: int, die: int) -> int:
        return self.force * self.power + self.helped_by(margin) + self.mod + die


class CrackResult(Value, frozen=True, kw_only=True):
    """What the dice of a decryption come to; only the time where nobody looks closer."""

    time: CrackTime
    total: int | UnsetType = UNSET
    die: int | UnsetType = UNSET
    tried: Tried | None = None


class Cracking(Value, frozen=True, kw_only=True):
    """Reads the user’s die, if one helps, and the program’s, in one pass."""

    machine: Machine
    user: Judge | None
    whole: bool

    def __call__(self, faces: Pooled) -> CrackResult:
        tried = self.user(faces.seen[0]) if self.user else None
        margin = tried.margin if tried is not None and tried.margin is not UNSET else 0
        die = faces.seen[-1]
        total = self.machine.total(margin, die)
        time = pack.crack_time(total - self.machine.strength)
        return CrackResult(time=time, total=total, die=die, tried=tried) if self.whole else CrackResult(time=time)


@procedure(
    "decrypt",
    rules="ORG-CRY-02 ORG-CRY-03 ORG-CRY-04 ORG-CRY-05 ORG-CRY-06",
    dice=("d20",),
    headline=("time",),
)
def decrypt(given: DecryptGiven, options: Options) -> Program[Decrypted]:
    """Force times power, the margin of whoever helps, a d20, against the strength of the code."""
    wanted = yield from watched("user_total", "user_margin", "added", "total", "result")
    mods = decryption_parts(given)
    machine = like(Machine, given, mod=total(mods), multiply=options.crypt_multiply_margin)
    helper = None
    if given.user is not None and not given.alone:
        helper = helper_throw(given.user, given.user_mods, options, "user_", "decrypt")
    reader = Cracking(machine=machine, user=helper.judge("all") if helper else None, whole=bool(wanted))
    names = (helper.by, "") if helper else ("",)
    pool = Pool(len(names), 20, seen=tuple(range(len(names))))
    cracked = yield from roll(pool.map(reader), "d20", names, "decrypt")
    if cracked.total is UNSET:
        return Decrypted(time=cracked.time)
    return (yield from explain_decryption(machine, mods, helper, cracked))


def decryption_parts(given: DecryptGiven) -> Parts:
    """What is known of a code, how old the program is, and whatever else was named (ORG-CRY-04)."""
    known = tuple((name, pack.modifier("decryption", name)) for name in KNOWN_OF if getattr(given, name))
    age = given.months_old * pack.modifier("decryption", "old_software_per_month")
    return (*known, *((("months_old", age),) if age else ()), *named_parts(given.mods))


def explain_decryption(machine: Machine, mods: Parts, helper: Throw | None, cracked: CrackResult) -> Program[Decrypted]:
    """The reasons of a decryption, and all its numbers."""
    assert cracked.total is not UNSET
    assert cracked.die is not UNSET
    margin, fields = 0, {}
    if helper is not None and cracked.tried is not None:
        yield from explain_throw(helper, cracked.tried)
        assert cracked.tried.margin is not UNSET
        margin = cracked.tried.margin
        fields = {"user_total": cracked.tried.total, "user_margin": margin}
        yield from step("added", max(0, margin), "ORG-CRY-03", (("user_margin", margin),), (0, FAR))
    work, gained = machine.force * machine.power, machine.helped_by(margin)
    parts = (("force_times_power", work), *((("added", gained),) if gained else ()), *mods, ("die", cracked.die))
    yield from step("total", cracked.total, "ORG-CRY-02", parts)
    result = cracked.total - machine.strength
    yield from step("result", result, "ORG-CRY-02", (("total", cracked.total), less("strength", machine.strength)))
    yield from step("time", cracked.time, "ORG-CRY-05")
    return Decrypted(
        added=max(0, margin) if helper is not None else 0,
        total=cracked.total,
        result=result,
        time=cracked.time,
        **fields,
    )
