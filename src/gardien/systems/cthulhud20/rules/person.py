"""One body: PV, PF and their ceiling, fatigue, fainting, stabilising, and its wounds (HP, FAT, BLEED-03, COND-02)."""

from fractions import Fraction
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D100
from gardien.core.values import Change, Value, fields_like, like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant, Wound, WoundGiven, ceiling
from gardien.systems.cthulhud20.rules.fight.attack_severity import grade_as, grade_of, lowest_gb
from gardien.systems.cthulhud20.rules.tests.d20 import FAINT, NOTHING, Throw, ThrowResult, attempt
from gardien.systems.cthulhud20.rules.tests.modifiers import parts_malus, save_before_parts
from gardien.systems.cthulhud20.vocabulary import Hampering, Severity, State, Tables, Zone

FAINT_DC = 15  # CD20-HP-05
EXHAUSTED = -5  # the malus at 0 PF and below (CD20-FAT-03)


class Body(Value, frozen=True, kw_only=True):
    """What a blow, time and care change of somebody; nothing else, so that equal bodies are equal."""

    pv: int
    pf: int
    pv_max: int
    pf_max: int
    state: State = "ok"
    prone: bool = False
    shock: Hampering = "none"
    wounds: tuple[Wound, ...] = ()
    lost_parts: tuple[Zone, ...] = ()
    hampered_parts: tuple[Zone, ...] = ()
    tables: Tables = "human"
    fort: int = 0  # what is added to a faint save before parts out of use weigh on it

    @property
    def dead(self) -> bool:
        return self.state == "dead"

    @property
    def pf_lost(self) -> int:
        return self.pf_max - self.pf

    @property
    def malus(self) -> int:
        """What fatigue takes now (CD20-FAT-01, CD20-FAT-03)."""
        return fatigue_malus(self.pf_max, self.pf)

    @property
    def bleeding(self) -> bool:
        """Whether some wound still aggravates (CD20-BLEED-01)."""
        return not self.dead and any(wound.bleeding for wound in self.wounds)


def fatigue_malus(pf_max: int, pf: int) -> int:
    """What lost PF take from Strength, Dexterity and every CA (CD20-FAT-01, CD20-FAT-03)."""
    return EXHAUSTED if pf <= 0 else pack.fatigue(pf_max - pf)


def wound_of(given: WoundGiven, tables: Tables, options: Options) -> Wound:
    """A wound with everything that follows from its GB or severity (CD20-GB-04, CD20-BLEED-04)."""
    if given.severity is not None:
        gb = lowest_gb(given.severity, tables) if given.gb is None else given.gb
        graded = grade_as(given.severity, gb, given.zone, tables, False, options)
    else:
        assert given.gb is not None  # the wound has checked itself
        graded = grade_of(given.gb, given.zone, tables, False, options)
    open_still = graded.aggravates and not given.stabilised and not given.treated
    bleeding = open_still if given.bleeding is None else given.bleeding
    next_tick = (graded.interval if bleeding else 0) if given.next_tick_in_rounds is None else given.next_tick_in_rounds
    return like(
        Wound,
        given,
        gb=graded.gb,
        severity=graded.severity,
        pf_loss=graded.pf_loss if given.pf_loss is None else given.pf_loss,
        pv_loss=graded.pv if given.pv_loss is None else given.pv_loss,
        bleeding=bleeding,
        next_tick_in_rounds=next_tick,
    )


def body_of(combatant: Combatant, options: Options) -> Body:
    """What can be hurt of somebody."""
    return like(
        Body,
        combatant,
        pv=combatant.life,
        pf=combatant.breath,
        pv_max=combatant.life_max,
        pf_max=combatant.breath_max,
        state=combatant.condition,
        prone=combatant.lies,
        shock=combatant.shock_next_turn,
        wounds=tuple(wound_of(wound, combatant.tables, options) for wound in combatant.wounds),
        fort=save_before_parts(combatant, "fort"),
    )


def with_body(combatant: Combatant, body: Body) -> Combatant:
    """The same person with the body as it is now: what the next act of the same turn meets."""
    return replace(
        combatant,
        pv_max=body.pv_max,
        pf_max=body.pf_max,
        pv=body.pv,
        pf=body.pf,
        state=body.state,
        prone=body.prone,
        shock_next_turn=body.shock,
        wounds=tuple(as_given(wound) for wound in body.wounds),
        lost_parts=body.lost_parts,
        hampered_parts=body.hampered_parts,
    )


def as_given(wound: Wound) -> WoundGiven:
    """A wound as it is told again."""
    return WoundGiven(**{name: getattr(wound, name) for name in Wound.__struct_fields__})


# ---- losing and gaining points ----


class LossResult(Value, frozen=True):
    """A body after a loss, and whether it must now fight for its senses."""

    body: Body
    faints: bool = False  # a faint save is due


def drain(body: Body, pf_loss: int, pv_loss: int, options: Options) -> LossResult:
    """PF and PV fall together: death, ceiling, and whether a faint save is due (CD20-GB-08, steps 7 to 10)."""
    pf = body.pf - pf_loss
    if options.pf_floor_zero:
        pf = max(pf, min(0, body.pf))
    pv = body.pv - pv_loss
    if pv <= 0:
        return LossResult(replace(body, pv=pv, pf=pf, state="dead", prone=True, wounds=without_bleeding(body.wounds)))
    again = options.repeat_faint_save and body.state == "stunned" and pf_loss > 0
    faints = (body.pf >= 1 and pf <= 0) or again
    return LossResult(replace(body, pv=pv, pf=min(pf, ceiling(pv))), faints)


def kill(body: Body) -> Body:
    """A mortal wound: nothing is left (CD20-HP-04, CD20-GB-06)."""
    return replace(body, pv=0, pf=0, state="dead", prone=True, wounds=without_bleeding(body.wounds))


def without_bleeding(wounds: tuple[Wound, ...]) -> tuple[Wound, ...]:
    """Wounds of the dead: they no longer cost anything (CD20-HP-04)."""
    return tuple(replace(one, bleeding=False, next_tick_in_rounds=0) if one.bleeding else one for one in wounds)


def recover(body: Body, pf: int = 0, pv: int = 0) -> Body:
    """Points that come back, PV first, under their limits; whoever has a PF again wakes, still prone (CD20-HP-06)."""
    life = min(body.pv_max, body.pv + pv)
    breath = max(body.pf, min(body.pf + pf, body.pf_max, ceiling(life)))
    state: State = "ok" if breath >= 1 and not body.dead else body.state
    return replace(body, pv=life, pf=breath, state=state)


def stop_bleeding(wound: Wound, treated: bool = False) -> Wound:
    """A wound that no longer aggravates: it stabilised by itself, or was cared for (CD20-BLEED-02, CD20-BLEED-03)."""
    how = {"treated": True} if treated else {"stabilised": True}
    return replace(wound, bleeding=False, next_tick_in_rounds=0, **how)


# ---- fainting ----


def faint_bonus(body: Body) -> int:
    """What is added to a faint save now: no fatigue, but parts out of use (CD20-HP-05, CD20-P-WOUND-01)."""
    return body.fort + parts_malus(body.hampered_parts, body.tables)


def faint(
    body: Body, wanted: frozenset[str] = NOTHING, by: str = "", who: str = "", more: int = 0
) -> Program[ThrowResult]:
    """The Fortitude save of somebody who has run out of PF (CD20-HP-05)."""
    throw = Throw(
        bonus=faint_bonus(body) + more,
        dc=FAINT_DC,
        save=True,
        rule="CD20-HP-05",
        labels=FAINT,
        by=by,
        who=who,
        purpose="faint_save",
    )
    return (yield from attempt(throw, wanted))


def after_faint_save(body: Body, saved: bool) -> Body:
    """Stunned or unconscious, and on the ground either way (CD20-COND-02)."""
    return replace(body, state="stunned" if saved else "unconscious", prone=True)


class FaintResult(Value, frozen=True):
    """A body after a loss with its faint save, if one was due."""

    body: Body
    tried: ThrowResult | None = None


def lose(
    body: Body,
    pf_loss: int,
    pv_loss: int,
    options: Options,
    wanted: frozenset[str] = NOTHING,
    by: str = "",
    who: str = "",
) -> Program[FaintResult]:
    """PF and PV fall and the faint save that follows is thrown: efforts, spells, poisons, cold (CD20-HP-05)."""
    drained = drain(body, pf_loss, pv_loss, options)
    after, tried = drained.body, None
    if drained.faints:
        tried = yield from faint(body, wanted, by, who)
        after = after_faint_save(after, tried.success)
    return FaintResult(after, tried)


# ---- stabilising ----


class Below(Value, frozen=True):
    """Reads a d100: strictly below a total (CD20-BLEED-03)."""

    total: int

    def __call__(self, face: int) -> bool:
        return face < self.total


def stabilise_total(body: Body) -> int:
    """PV and PF together, after the loss (CD20-BLEED-03)."""
    return body.pv + body.pf


def stabilise_chance(total: int) -> Fraction:
    """The chance of a total: one in a hundred less than it (CD20-BLEED-03)."""
    return Fraction(min(100, max(0, total - 1)), 100)


def stabilise(body: Body, by: str = "", who: str = "") -> Program[bool]:
    """Whether a wound that has just cost PV stops by itself (CD20-BLEED-03)."""
    total = stabilise_total(body)
    yield from step("stabilise_total", total, "CD20-BLEED-03", (("pv", body.pv), ("pf", body.pf)), who=who)
    held = yield from roll(D100.map(Below(total)), "d100", by, "stabilisation")
    yield from step("stabilised", held, "CD20-BLEED-03", who=who)
    return held


# ---- blocks of outcomes ----


class VictimBlock(Value, frozen=True, kw_only=True):
    """Somebody’s state afterwards; nothing of it where the rules refused."""

    pv: int | UnsetType = UNSET
    pf: int | UnsetType = UNSET
    pv_max: int | UnsetType = UNSET
    pf_max: int | UnsetType = UNSET
    pf_lost: int | UnsetType = UNSET
    fatigue_malus: int | UnsetType = UNSET
    state: State | UnsetType = UNSET
    prone: bool | UnsetType = UNSET
    shock_next_turn: Hampering | UnsetType = UNSET
    lost_parts: tuple[Zone, ...] | UnsetType = UNSET
    hampered_parts: tuple[Zone, ...] | UnsetType = UNSET
    wounds: tuple[Wound, ...] | UnsetType = UNSET


class FaintBlock(VictimBlock, frozen=True, kw_only=True):
    """A victim with the faint save it may have needed."""

    faint_save_needed: bool | UnsetType = UNSET
    faint_save_total: int | UnsetType = UNSET
    faint_save_success: bool | UnsetType = UNSET


class StabiliseBlock(FaintBlock, frozen=True, kw_only=True):
    """The same with the roll for natural stabilisation."""

    stabilise_roll_needed: bool | UnsetType = UNSET
    stabilise_total: int | UnsetType = UNSET
    stabilise_chance: str | UnsetType = UNSET
    stabilised: bool | UnsetType = UNSET


KEPT = ("pv_max", "pf_max", "pv", "pf", "state", "prone", "shock_next_turn", "lost_parts", "hampered_parts", "wounds")


def victim_fields(body: Body, wanted: frozenset[str] | None = None) -> dict[str, Any]:
    """A body as fields of a victim block; wounds only where somebody looks (always, if `wanted` is not given)."""
    return {
        **fields_like(VictimBlock, body),
        "fatigue_malus": body.malus,
        "shock_next_turn": body.shock,
        "wounds": body.wounds if wanted is None or "wounds" in wanted else UNSET,
    }


def faint_fields(tried: ThrowResult | None) -> dict[str, Any]:
    """A faint save, or that none was due, as fields of a faint block."""
    if tried is None:
        return {"faint_save_needed": False}
    return {"faint_save_needed": True, "faint_save_total": tried.total, "faint_save_success": tried.success}


def stabilise_fields(total: int | None, held: bool = False) -> dict[str, Any]:
    """A stabilisation roll, or that none was due, as fields of a stabilise block."""
    if total is None:
        return {"stabilise_roll_needed": False}
    chance = str(stabilise_chance(total))
    return {"stabilise_roll_needed": True, "stabilise_total": total, "stabilise_chance": chance, "stabilised": held}


def victim_changes(before: Body, after: VictimBlock, who: str = "") -> tuple[Change, ...]:
    """What a sheet keeps of a body, where it changed."""
    changes = []
    for name in KEPT:
        old, new = getattr(before, "shock" if name == "shock_next_turn" else name), getattr(after, name)
        if new is not UNSET and new != old:
            changes.append(Change(name, old, new, who))
    return tuple(changes)


def explain_victim(before: Body, after: Body, rule: str, who: str = "") -> Program[None]:
    """PF, PV, malus and state as reasons, where they have changed."""
    for name in ("pv", "pf"):
        old, new = getattr(before, name), getattr(after, name)
        if new != old:
            yield from step(name, new, rule, who=who)
    if after.malus != before.malus:
        yield from step("fatigue_malus", after.malus, "CD20-FAT-03" if after.pf <= 0 else "CD20-FAT-01", who=who)
    if after.state != before.state:
        yield from step("state", after.state, "CD20-HP-04" if after.dead else "CD20-COND-02", who=who)


def worst(wounds: tuple[Wound, ...]) -> int | None:
    """The index of the worst wound that bleeds: severity, then GB, then the oldest (CD20-BLEED-05)."""
    bleeding = [index for index, wound in enumerate(wounds) if wound.bleeding]
    order: tuple[Severity, ...] = ("moderate", "grave", "critical")
    return max(bleeding, key=lambda at: (order.index(wounds[at].severity), wounds[at].gb, -at), default=None)
