"""The rows of computers and networks in the pack: their types (HACK, CRY, M14, M15)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.rows import Key, Noted, Row, Words
from gardien.systems.organique.pack.rows import EffectRow, Number, Price, Signed
from gardien.systems.organique.vocabulary import EntrySkill, Finding, Frequency, Privilege


class FindingRow(EffectRow, frozen=True, kw_only=True):
    """What a preliminary may find out, where the d100 finds it, what it gives (ORG-HACK-05)."""

    key: Finding
    first: Annotated[int, Meta(ge=1, le=100)]
    last: Annotated[int, Meta(ge=1, le=100)]
    bonus: Annotated[int, Meta(ge=0, le=20)]
    bonus_for: Literal[
        "on_site", "network_protocols", "firewall_flaws", "security_opposition", "social_engineering"
    ]  # fmt: skip


class EntryRow(Row, frozen=True, kw_only=True):
    """A skill that finds flaws, and how well it is suited (ORG-HACK-12)."""

    key: EntrySkill
    modifier: Signed


class PrivilegeRow(EffectRow, frozen=True, kw_only=True):
    """A privilege, the least margin that gives it, what it adds to structural tests (ORG-HACK-15)."""

    key: Privilege
    margin: Annotated[int, Meta(ge=0, le=100)]
    structural: Signed


class SystemKind(EffectRow, frozen=True, kw_only=True):
    """A kind of system and what control of it gives (ORG-HACK-26)."""


class Computer(Noted, frozen=True, kw_only=True):
    """A machine (M14)."""

    power: Number
    firewall: Number
    price: Price


class Program(EffectRow, frozen=True, kw_only=True):
    """A program (M14); `ratings` and `prices` side by side, or a price by the rating: times it, or its square."""

    ratings: Annotated[tuple[int, ...], Meta(max_length=10)] = ()
    prices: Annotated[tuple[Price, ...], Meta(max_length=10)] = ()
    per_rating: Price = 0
    per_square: Price = 0


class Network(Noted, frozen=True, kw_only=True):
    """A network (ORG-HACK-31, M15); without a firewall of its own its systems are entered at once."""

    access_fr: Words
    access_en: Words
    firewall: Number | None = None
    surveillance: Annotated[int, Meta(ge=0, le=100)]
    surveillance_night: Annotated[int, Meta(ge=0, le=100)] | None = None
    level: Annotated[int, Meta(ge=1, le=6)]  # of its administrator
    INT: Annotated[int, Meta(ge=1, le=20)] = 12
    administrator: Words | None = None  # a name
    paranoia: Number
    entry_difficulty: Number = 0  # Connection, where one must plug in on site


class Machine(Noted, frozen=True, kw_only=True):
    """A system of a network (ORG-HACK-31, M15); a privilege without words gives nothing of its own."""

    network: Key
    kind: Key | None = None  # of the table `system_kind`
    login_encryption: Number
    login_encryption_external: Number | None = None
    login_frequency: Frequency
    evolving: bool = False  # a password that was read serves for a day (ORG-CRY-06)
    firewall: Number
    trusts: Key = "none"  # the key of a system of the same network
    os: Annotated[str, Meta(max_length=100)] = ""
    antivirus: Number | None = None
    power: Number
    count: Annotated[int, Meta(ge=1, le=1000)] = 1
    user_fr: Words | None = None
    user_en: Words | None = None
    super_user_fr: Words | None = None
    super_user_en: Words | None = None
    administrator_fr: Words | None = None
    administrator_en: Words | None = None

    def allows(self, privilege: str) -> tuple[str, str]:
        """What a privilege gives here, in French and in English; without any, nothing (ORG-HACK-15)."""
        return getattr(self, f"{privilege}_fr", None) or "", getattr(self, f"{privilege}_en", None) or ""
