"""Wound severity: how grave a blow is and what it means for one zone of a body (GB, CREA-03, P-CREA-04). No dice."""

from typing import Annotated, Any

from msgspec import Meta

from gardien.core.inputs import BadField
from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.vocabulary import WHOLE, Bonus, Care, Gravity, PartEffect, Severity, Tables, Zone

CARE_DC = 5  # CD20-BLEED-02: with the GB on top
IMPROVED_CRITICAL = 2  # CD20-FEAT-03
KEEPS_EXTRA: Tables = "zombie"  # whose extra PF a house rule gives back (CD20-CREA-03)
LIMB_EFFECTS: tuple[PartEffect, ...] = ("arm_unusable", "leg_unusable")  # what a lost limb still does to its owner
LEG = LIMB_EFFECTS[1]


class WoundGrade(Value, frozen=True, kw_only=True):
    """What a GB means on one zone, before anybody suffers it."""

    gb: int
    severity: Severity
    pf: int  # the column of the table
    extra_pf: int  # of the zone (CD20-GB-03)
    pv: int
    dead_at_once: bool = False
    part_lost: bool = False
    part_hampered: bool = False
    effect: PartEffect = "none"
    interval: int = 0  # rounds between two losses; 0: it does not aggravate
    care: Care = "none"

    @property
    def pf_loss(self) -> int:
        """Column and zone together (CD20-GB-03)."""
        return self.pf + self.extra_pf

    @property
    def aggravates(self) -> bool:
        return self.interval > 0

    @property
    def care_dc(self) -> int:
        """Five and the GB (CD20-BLEED-02)."""
        return CARE_DC + self.gb


def power_bonus(malus: int) -> int:
    """What a Power Attack of n gives to the GB: one and a half times, rounded down (CD20-FEAT-06, CD20-GEN-02)."""
    return 3 * malus // 2


def zone_bonus(zone: Zone, tables: Tables = "human") -> int:
    """What a zone adds to the GB (CD20-GB-02); the whole body adds nothing (CD20-ENV-01)."""
    return 0 if zone == WHOLE else pack.zones(tables)[zone][0].bonus


def zone_extra(zone: Zone, tables: Tables, options: Options) -> int:
    """The PF that a hit in a zone costs besides (CD20-GB-03); a zombie’s only by a house rule (CD20-CREA-03)."""
    if zone == WHOLE:
        return 0
    if tables == KEEPS_EXTRA and options.zombie_keep_extra_pf:
        tables = "human"
    return pack.zones(tables)[zone][0].extra_pf


def is_vital(zone: Zone, tables: Tables = "human") -> bool:
    """Whether sixteen and more kills there (CD20-GB-06); of the whole body the shape says so (CD20-P-CREA-04)."""
    if zone == WHOLE:
        return pack.shape(tables).whole == "mortal"
    return pack.zones(tables)[zone][0].mortal


def effect_of(zone: Zone, tables: Tables = "human") -> PartEffect:
    """What a zone out of use does to its owner (CD20-P-WOUND-01)."""
    return "body_minus_2" if zone == WHOLE else pack.zones(tables)[zone][0].effect


def is_lame(somebody: Any) -> bool:
    """Whether a leg of a body, or of a combatant, is out of use or gone: it neither runs nor charges (P-WOUND-01)."""
    return any(effect_of(one, somebody.tables) == LEG for one in (*somebody.hampered_parts, *somebody.lost_parts))


def gb_of(
    margin: int, zone: Zone, tables: Tables = "human", improved_critical: bool = False, power: int = 0, more: int = 0
) -> int:
    """The GB of a hit: margin, zone, feats, anything else; never below 0 (CD20-GB-01, CD20-FEAT-03, CD20-FEAT-06)."""
    feats = (IMPROVED_CRITICAL if improved_critical else 0) + power_bonus(power)
    return max(0, margin + zone_bonus(zone, tables) + feats + more)


def lowest_gb(severity: Severity, tables: Tables = "human") -> int:
    """The GB of a severity that was chosen: the lowest of its row (CD20-DEST-06)."""
    return pack.severity(severity, tables).first


def severity_of(gb: int, zone: Zone, tables: Tables = "human", pf_only: bool = False) -> Severity:
    """The name of a GB on a zone: from sixteen on it depends on what was hit (CD20-GB-04, CD20-GB-06, CD20-GB-07)."""
    key = pack.grade_at(gb, tables).key
    if key != "mortal":
        return key
    if pf_only:
        return "critical"  # without limit (CD20-FEAT-04)
    if is_vital(zone, tables):
        return "mortal"
    return pack.shape(tables).whole if zone == WHOLE else pack.shape(tables).beyond


def grade_of(gb: int, zone: Zone, tables: Tables, pf_only: bool, options: Options) -> WoundGrade:
    """A GB read on the severity table for one zone (CD20-GB-04 to CD20-GB-07, CD20-CREA-03, CD20-P-CREA-04)."""
    return grade_as(severity_of(gb, zone, tables, pf_only), gb, zone, tables, pf_only, options)


def grade_as(key: Severity, gb: int, zone: Zone, tables: Tables, pf_only: bool, options: Options) -> WoundGrade:
    """What a severity means on one zone, whoever named it; a light chest wound exists only so (CD20-DEST-06).

    Sixteen and more is what the zone makes of it: nobody dies of an arm, whatever word was chosen (CD20-GB-07).
    """
    if key in ("mortal", "destructive"):
        key = severity_of(max(gb, lowest_gb("mortal", tables)), zone, tables, pf_only)
    row = pack.severity(key, tables)
    extra = zone_extra(zone, tables, options)
    if pf_only:  # no PV, no bleeding, nothing severed or out of use, nothing to care for (CD20-FEAT-04)
        return WoundGrade(gb=gb, severity=key, pf=row.pf, extra_pf=extra, pv=0)
    mortal = key == "mortal"
    limb_off = key == "critical" and gb >= pack.severity("mortal", tables).first and zone != WHOLE
    lost = zone != WHOLE and (mortal or key == "destructive" or limb_off)
    hampered = key == "critical" and not lost
    effect = effect_of(zone, tables) if hampered or lost else "none"
    if mortal or (lost and effect not in LIMB_EFFECTS):
        effect = "none"
    return WoundGrade(
        gb=gb,
        severity=key,
        pf=row.pf,
        extra_pf=extra,
        pv=row.pv,
        dead_at_once=mortal,
        part_lost=lost,
        part_hampered=hampered,
        effect=effect,
        interval=0 if mortal else pack.interval(tables, key),
        care=row.care if pack.shape(tables).care else "none",
    )


# ---- as it is given ----


class GravityGiven(Value, frozen=True, kw_only=True):
    """How grave a blow is: its margin, its GB, or a severity that somebody chose, which settles it (CD20-DEST-06)."""

    zone: Zone
    margin: Gravity | None = None
    gb: Gravity | None = None
    severity: Severity | None = None
    improved_critical: bool = False
    power_attack: Annotated[int, Meta(ge=0, le=200)] = 0
    gb_bonus: Bonus = 0
    pf_only: bool = False

    def gravity(self, tables: Tables) -> int:
        """The GB: the lowest of a chosen row, as it is told, or the sum of a hit (CD20-GB-01)."""
        if self.severity is not None:
            return lowest_gb(self.severity, tables)
        if self.gb is not None:
            return self.gb
        return gb_of(self.margin or 0, self.zone, tables, self.improved_critical, self.power_attack, self.gb_bonus)

    def is_sum(self) -> bool:
        """Whether the GB is a sum of what is told."""
        return self.severity is None and self.gb is None and self.margin is not None

    def parts(self, tables: Tables) -> tuple[tuple[str, int, str], ...]:
        """What zone, feats and the rest add to the margin, each with its rule."""
        parts = (
            ("zone_bonus", zone_bonus(self.zone, tables), "CD20-GB-02"),
            ("improved_critical", IMPROVED_CRITICAL if self.improved_critical else 0, "CD20-FEAT-03"),
            ("power_attack", power_bonus(self.power_attack), "CD20-FEAT-06"),
            ("gb_bonus", self.gb_bonus, "CD20-GB-01"),
        )
        return tuple(one for one in parts if one[1])


def check_gravity(given: GravityGiven, more: str = "") -> None:
    """A blow must be grave by something: its margin or its GB, not both; a chosen severity settles it (CD20-GB-01)."""
    if given.margin is not None and given.gb is not None:
        raise BadField("gb", "field/one_only", "CD20-GB-01", allowed="margin | gb")
    if given.margin is None and given.gb is None and given.severity is None:
        raise BadField("gb", "field/missing", "CD20-GB-01", allowed=f"margin | gb | severity{more}")


def check_row(field: str, severity: Severity | None, tables: Tables) -> None:
    """Only bodies without vital centres are destroyed piece by piece, and some know no mortal wound (CD20-CREA-03)."""
    shape, vital = pack.shape(tables), any(rows[0].mortal for rows in pack.zones(tables).values())
    missing = {"destructive": shape.beyond != "destructive", "mortal": not vital and shape.whole == "destructive"}
    if severity is not None and missing.get(severity):
        others = [row.key for row in pack.table("bodies", "severity") if not missing.get(row.key)]
        raise BadField(field, "field/not_allowed", "CD20-CREA-03", came=severity, allowed=", ".join(others))
