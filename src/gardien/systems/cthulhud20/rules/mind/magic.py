"""Magic: studying a tome, casting a spell (P-MAG-01, P-MAG-02, P-MAG-03, SPELL-01)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, call, less, nonzero, roll, step, tail, watch, watched
from gardien.core.dice import Dice
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between, like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack.minds import Spell
from gardien.systems.cthulhud20.rules.character import NOBODY, SAN_MOST, Combatant, check_alive
from gardien.systems.cthulhud20.rules.dangers.impact import WATCHABLE, Impact, ImpactBlock, impact_on, strike
from gardien.systems.cthulhud20.rules.fight.attack_wound import after_shock
from gardien.systems.cthulhud20.rules.mind.madness import ShownFace
from gardien.systems.cthulhud20.rules.mind.sanity import highest_san
from gardien.systems.cthulhud20.rules.person import (
    Body,
    FaintBlock,
    body_of,
    explain_victim,
    faint_fields,
    lose,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.rules.tests.d20 import SAVE, Labels, Throw, attempt
from gardien.systems.cthulhud20.rules.tests.dice_text import throw
from gardien.systems.cthulhud20.rules.tests.modifiers import cannot_act, check_parts, save_bonus, total
from gardien.systems.cthulhud20.vocabulary import Bonus, Level, Mythos, San

TomeKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("minds", "tome"))]
SpellKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("minds", "spell"))]

# ---- tomes ----


class TomeGiven(Value, frozen=True, kw_only=True):
    """A reader and a book."""

    tome: TomeKey
    bonus: Bonus
    san: San
    mythos_ranks: Mythos = 0
    spells: Annotated[tuple[SpellKey, ...], Meta(max_length=20)] = ()  # that the Keeper has put into it

    def __post_init__(self) -> None:
        most = check_key("tome", self.tome, pack.tome).spells[1]
        for spell in self.spells:
            check_key("spells", spell, pack.spell)
        if len(self.spells) > most:
            raise BadField("spells", "field/length_at_most", "CD20-P-MAG-03", came=len(self.spells), high=most)


class Studied(Value, frozen=True, kw_only=True):
    """What the book gave, and what it took."""

    dc: int
    total: int | UnsetType = UNSET
    success: bool
    loss: int | UnsetType = UNSET
    mythos_ranks: int
    san_max: int
    san: int | UnsetType = UNSET

    def changes(self, given: TomeGiven, options: Options) -> tuple[Change, ...]:
        return changes_between(given, self, ("san", "mythos_ranks"))


@procedure(
    "study_tome",
    rules="CD20-P-MAG-03 CD20-P-SAN-05",
    dice=("d20", "d3", "d6", "d10"),
    headline=("success", "mythos_ranks"),
)
def study(given: TomeGiven, options: Options) -> Program[Studied]:
    """Research or the language against the book’s own difficulty: its secrets cost SAN, and lower the most there is."""
    wanted = yield from watched("total", "loss", "san")
    row = pack.tome(given.tome)
    yield from step("dc", row.dc, "CD20-P-MAG-03")
    tried = yield from attempt(Throw(bonus=given.bonus, dc=row.dc, rule="CD20-P-MAG-03", purpose="study"), wanted)
    loss, ranks = 0, given.mythos_ranks
    if tried.success:
        loss = yield from throw(Dice.parse(row.san), purpose="san_loss")
        ranks = min(SAN_MOST, ranks + row.mythos)
        yield from step("mythos_ranks", ranks, "CD20-P-SAN-05")
    most = highest_san(ranks)
    san = min(most, given.san - loss)
    yield from step("loss", loss, "CD20-P-MAG-03")
    yield from step("san_max", most, "CD20-P-SAN-01")
    yield from step("san", san, "CD20-P-SAN-01", (("san", given.san), less("loss", loss)), (san, most))
    return Studied(
        dc=row.dc,
        total=tried.total,
        success=tried.success,
        loss=loss if "loss" in wanted else UNSET,
        mythos_ranks=ranks,
        san_max=most,
        san=san if "san" in wanted else UNSET,
    )


# ---- casting ----

CONCENTRATION_DC, SPELL_DC = 10, 10  # CD20-P-MAG-01
DAMAGE_A_LEVEL = 3  # of shrivelling (CD20-P-MAG-02)
FOCUS = Labels("concentration_total", "cast", "")
OF_TARGET = (*WATCHABLE, "san_loss", "san")  # what odds tell apart of a target only where it is asked for
NAMELESS = "—"  # whose reasons these are, where a target has no name: never the caster’s


class SpellGiven(Value, frozen=True, kw_only=True):
    """A caster, a spell, and whoever it is meant for."""

    caster: Combatant = NOBODY
    spell: SpellKey
    caster_level: Level | None = None
    pf_lost_since_start: Annotated[int, Meta(ge=0, le=190)] = 0
    concentration_bonus: Bonus | None = None
    target: Combatant | None = None
    amount: Annotated[int, Meta(ge=1, le=100)] = 1
    dc_bonus: Bonus = 0

    def __post_init__(self) -> None:
        row = check_key("spell", self.spell, pack.spell)
        if row.target and self.target is None:
            raise BadField("target", "field/missing", "CD20-P-MAG-02", allowed="{…}")
        if self.target is not None and row.save is not None:
            check_alive("target", self.target)
        high = (row.most or 100) if row.cost.per_amount else 1
        if self.amount > high:
            raise BadField("amount", "field/at_most", "CD20-P-MAG-02", came=self.amount, high=high)

    @property
    def row(self) -> Spell:
        return pack.spell(self.spell)

    @property
    def level(self) -> int:
        """Caster level is level, unless it is said otherwise (CD20-P-MAG-01)."""
        return self.caster.level if self.caster_level is None else self.caster_level

    @property
    def pf_cost(self) -> int:
        """PF, for each point of armour or each hit die where the spell says so (CD20-P-MAG-02)."""
        return self.row.cost.pf * (self.amount if self.row.cost.per_amount else 1)

    @property
    def save_dc(self) -> int:
        """Ten, half the level, Intelligence; two more after a Voorish gesture (CD20-P-MAG-01, CD20-P-MAG-02)."""
        return SPELL_DC + self.level // 2 + self.caster.modifier("int") + self.dc_bonus


class Victim(ImpactBlock, frozen=True, kw_only=True):
    """What a spell did to whoever it was cast on; a mind that is struck loses only SAN."""

    san_loss: int | UnsetType = UNSET
    san: int | UnsetType = UNSET


class Cast(FaintBlock, frozen=True, kw_only=True):
    """Whether the spell was cast, what it cost, and what it did."""

    refused: Literal["caster_cannot_act"] | UnsetType = UNSET
    concentration_dc: int | UnsetType = UNSET
    concentration_total: int | UnsetType = UNSET
    cast: bool | UnsetType = UNSET
    san_cost: int | UnsetType = UNSET
    pf_cost: int | UnsetType = UNSET
    san: int | UnsetType = UNSET
    save_dc: int | UnsetType = UNSET
    save_total: int | UnsetType = UNSET
    save_success: bool | UnsetType = UNSET
    affected: bool | UnsetType = UNSET
    armour_bonus: int | UnsetType = UNSET
    target: Victim | UnsetType = UNSET

    def changes(self, given: SpellGiven, options: Options) -> tuple[Change, ...]:
        who = given.caster
        changes = list(victim_changes(body_of(who, options), self, who.name))
        if self.san is not UNSET and self.san != who.sanity:
            changes.append(Change("san", who.sanity, self.san, who.name))
        if given.target is not None and self.target is not UNSET:
            changes += victim_changes(body_of(given.target, options), self.target, given.target.name)
            if self.target.san is not UNSET and self.target.san != given.target.sanity:
                changes.append(Change("san", given.target.sanity, self.target.san, given.target.name))
        return tuple(changes)


class Aimed(Value, frozen=True, kw_only=True):
    """Whoever a spell is cast on, as far as it concerns them."""

    body: Body
    bonus: int  # of the save
    dc: int
    failed: Impact  # of shrivelling, and of one that was resisted
    saved: Impact
    most: tuple[int, int]
    san: int
    name: str
    who: str


class Casting(Value, frozen=True, kw_only=True):
    """A spell that will work, with all that its dice are read by."""

    key: str
    row: Spell
    pf_cost: int
    amount: int
    body: Body
    san: int
    name: str
    aimed: Aimed | None
    wanted: frozenset[str]
    of_target: frozenset[str]


def aimed_at(given: SpellGiven, options: Options) -> Aimed | None:
    """The target of a spell that can be resisted; others need none."""
    target, save = given.target, given.row.save
    if target is None or save is None:
        return None
    most, who = min(given.row.most, DAMAGE_A_LEVEL * given.level), target.name or NAMELESS
    return Aimed(
        body=body_of(target, options),
        bonus=save_bonus(target, save),
        dc=given.save_dc,
        failed=impact_on(target, most, True, who=who),
        saved=impact_on(target, most // 2, True, who=who),
        most=(most, most // 2),
        san=target.sanity,
        name=target.name,
        who=who,
    )


@procedure(
    "cast_spell",
    rules="CD20-P-MAG-01 CD20-P-MAG-02 CD20-SPELL-01",
    dice=("d20", "d2", "d4", "d6", "d8", "d10", "d100"),
    headline=("cast", "affected", "state"),
)
def cast_spell(given: SpellGiven, options: Options) -> Program[Cast]:
    """Concentration if the caster was hurt meanwhile; then SAN and PF are paid, the target saves, the spell works."""
    wanted = yield from watched("san_cost", "san", "concentration_total", "save_total", "faint_save_total")
    of_target = yield from watch("target", OF_TARGET)
    caster = given.caster
    if cannot_act(caster):
        yield from step("refused", "caster_cannot_act", "CD20-HP-05")
        return Cast(refused="caster_cannot_act")
    body = body_of(caster, options)
    fields: dict[str, Any] = {}
    if given.pf_lost_since_start:
        dc = CONCENTRATION_DC + given.pf_lost_since_start
        parts = check_parts(caster, "concentration", bonus=given.concentration_bonus)
        yield from step("concentration_dc", dc, "CD20-P-MAG-01")
        yield from step("bonus", total(parts), "CD20-P-CHECK-01", nonzero(*parts))
        due = Throw(
            bonus=total(parts),
            dc=dc,
            rule="CD20-P-MAG-01",
            labels=FOCUS,
            by=caster.name,
            purpose="concentration",
        )
        tried = yield from attempt(due, wanted)
        fields = {"concentration_dc": dc, "concentration_total": tried.total}
        if not tried.success:
            fields |= {"cast": False, "san_cost": 0, "pf_cost": 0, "san": caster.sanity}
            return Cast(**fields, **victim_fields(body))
    casting = like(
        Casting,
        given,
        key=given.spell,
        body=body,
        san=caster.sanity,
        name=caster.name,
        aimed=aimed_at(given, options),
        wanted=wanted,
        of_target=of_target,
    )
    return tail(call(work, casting, tuple(fields.items()), options))


def work(casting: Casting, before: tuple[tuple[str, Any], ...], options: Options) -> Program[Cast]:
    """The price, then what it buys (CD20-P-MAG-01)."""
    wanted, row, body = casting.wanted, casting.row, casting.body
    with_san = bool(wanted & {"san_cost", "san"})
    cost = Dice.parse(row.cost.san)
    san_cost = cost.constant
    if cost.terms:
        question = cost.map(ShownFace(with_san))
        san_cost = yield from roll(question, f"d{cost.terms[0].faces}", casting.name, "san_loss")
    left = casting.san - san_cost
    yield from step("san_cost", san_cost, "CD20-P-MAG-02")
    yield from step("san", left, "CD20-P-MAG-01", (("san", casting.san), less("san_cost", san_cost)))
    yield from step("pf_cost", casting.pf_cost, "CD20-P-MAG-02")
    of_faint = wanted & {"faint_save_total"}
    swayed = yield from apply(lose, body, casting.pf_cost, 0, options, of_faint, casting.name, "")
    yield from explain_victim(body, swayed.body, "CD20-P-MAG-01")
    fields: dict[str, Any] = {
        **dict(before),
        "cast": True,
        "san_cost": san_cost if with_san else UNSET,
        "pf_cost": casting.pf_cost,
        "san": left if with_san else UNSET,
        **faint_fields(swayed.tried),
        **victim_fields(swayed.body),
    }
    if casting.key == "flesh_ward":
        yield from step("armour_bonus", casting.amount, "CD20-P-MAG-02")
        fields["armour_bonus"] = casting.amount
    if casting.aimed is not None:
        fields |= yield from resist(casting, casting.aimed, options)
    return Cast(**fields)


def resist(casting: Casting, aimed: Aimed, options: Options) -> Program[dict[str, Any]]:
    """The target’s save, and what the spell does if it fails, or does all the same (CD20-P-MAG-02)."""
    due = Throw(
        bonus=aimed.bonus,
        dc=aimed.dc,
        save=True,
        rule="CD20-P-MAG-01",
        labels=SAVE,
        by=aimed.name,
        purpose="save",
    )
    yield from step("save_dc", aimed.dc, "CD20-P-MAG-01")
    tried = yield from attempt(due, casting.wanted)
    shrivels = casting.key == "shrivelling"
    affected = shrivels or not tried.success
    yield from step("affected", affected, "CD20-P-MAG-02")
    fields: dict[str, Any] = {
        "save_dc": aimed.dc,
        "save_total": tried.total,
        "save_success": tried.success,
        "affected": affected,
    }
    if affected and casting.key in EFFECTS:
        fields["target"] = yield from apply(EFFECTS[casting.key], casting, aimed, tried.success, options)
    return fields


def shrivel(casting: Casting, aimed: Aimed, saved: bool, options: Options) -> Program[Victim]:
    """A natural cause, located: three of highest damage for each level, halved by the save (CD20-P-MAG-02)."""
    most = aimed.most[1 if saved else 0]
    yield from step("max_damage", most, "CD20-P-MAG-02", who=aimed.who)
    impact = aimed.saved if saved else aimed.failed
    fields = yield from strike(impact, aimed.body, "none", casting.of_target, options)
    return Victim(max_damage=most, **fields)


def rack(casting: Casting, aimed: Aimed, saved: bool, options: Options) -> Program[Victim]:
    """PF lost, and a shock (CD20-P-MAG-02)."""
    assert casting.row.dice is not None  # the list gives it dice
    loss = yield from throw(Dice.parse(casting.row.dice), aimed.name, "spell")
    yield from step("pf_loss", loss, "CD20-P-MAG-02", who=aimed.who)
    of_faint = casting.of_target & {"faint_save_total"}
    swayed = yield from lose(aimed.body, loss, 0, options, of_faint, aimed.name, aimed.who)
    after = after_shock(swayed.body, "shock")
    yield from explain_victim(aimed.body, after, "CD20-P-MAG-02", aimed.who)
    return Victim(pf_loss=loss, **faint_fields(swayed.tried), **victim_fields(after, casting.of_target))


def blast_mind(casting: Casting, aimed: Aimed, saved: bool, options: Options) -> Program[Victim]:
    """SAN lost, and nothing else (CD20-P-MAG-02)."""
    assert casting.row.dice is not None  # the list gives it dice
    loss = yield from throw(Dice.parse(casting.row.dice), aimed.name, "san_loss")
    yield from step("san_loss", loss, "CD20-P-MAG-02", who=aimed.who)
    looked = bool(casting.of_target & {"san_loss", "san"})
    return Victim(san_loss=loss if looked else UNSET, san=aimed.san - loss if looked else UNSET)


EFFECTS = {"shrivelling": shrivel, "wrack": rack, "mind_blast": blast_mind}
