"""How grave a blow is and whom it can strike: what wounds and destiny share (GB-01, DEST-06, P-SHOCK)."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.given import BadField
from gardien.core.values import Value
from gardien.systems.cthulhud20.blows import Blow, graded, suggested_shock
from gardien.systems.cthulhud20.bodies import Body
from gardien.systems.cthulhud20.kinds import WHOLE, Bonus, Gravity, Severity, Tables, Zone
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.severity import (
    IMPROVED_CRITICAL,
    gb_of,
    lowest_gb,
    power_bonus,
    zone_bonus,
)
from gardien.systems.cthulhud20.strokes import check_chosen
from gardien.systems.cthulhud20.values import Combatant

NOBODY = Combatant()


def check_struck(field: str, zone: Zone, victim: Combatant) -> None:
    """A zone of the body that is still there, or all of it at once (CD20-ENV-01, CD20-GB-07)."""
    if zone != WHOLE:
        check_chosen(field, zone, victim)


def check_alive(field: str, somebody: Combatant) -> None:
    """For the dead nothing is thrown any more (CD20-HP-04)."""
    if somebody.condition == "dead":
        raise BadField(field, "field/not_allowed", "CD20-HP-04", came="dead", allowed="ok, stunned, unconscious")


# ---- how grave ----


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
            return lowest_gb(self.severity)
        if self.gb is not None:
            return self.gb
        return gb_of(self.margin or 0, self.zone, tables, self.improved_critical, self.power_attack, self.gb_bonus)

    def summed(self) -> bool:
        """Whether the GB is a sum of what is told."""
        return self.severity is None and self.gb is None and self.margin is not None

    def parts(self, tables: Tables) -> tuple[tuple[str, int, str], ...]:
        """What zone, feats and the rest add to the margin, each with its rule."""
        found = (
            ("zone_bonus", zone_bonus(self.zone, tables), "CD20-GB-02"),
            ("improved_critical", IMPROVED_CRITICAL if self.improved_critical else 0, "CD20-FEAT-03"),
            ("power_attack", power_bonus(self.power_attack), "CD20-FEAT-06"),
            ("gb_bonus", self.gb_bonus, "CD20-GB-01"),
        )
        return tuple(one for one in found if one[1])


def check_gravity(given: GravityGiven, more: str = "") -> None:
    """A blow must be grave by something."""
    if given.margin is None and given.gb is None and given.severity is None:
        raise BadField("gb", "field/missing", "CD20-GB-01", allowed=f"margin | gb | severity{more}")


def with_shock(blow: Blow, body: Body, options: Options) -> Blow:
    """The shock of the table, where the Keeper names none and the table wants it so (CD20-P-SHOCK-01)."""
    if blow.shock != "none" or blow.stopped or not options.auto_shock:
        return blow
    return replace(blow, shock=suggested_shock(graded(body, blow, options).severity, False, 0))
