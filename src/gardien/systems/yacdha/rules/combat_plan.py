"""Planning a round of combat: who may act, which dice each act throws, what it meets. No die falls here (COM)."""

from collections.abc import Iterable
from typing import Literal

from msgspec import structs

from gardien.core.dice import Keep
from gardien.core.errors import Refusal
from gardien.core.values import Value
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.combatants import ActKind, Combatant, CombatGiven, Hold, standing_holds
from gardien.systems.yacdha.rules.throws import Facing, pool_for_one
from gardien.systems.yacdha.vocabulary import Kind, LuckConversion

NO_OPPOSITION = Facing()


class Hide(Value, frozen=True, kw_only=True):
    """What stands between a blow and its target."""

    creature: bool = False
    soak: int = 0
    immune: frozenset[str] = frozenset()
    bane: frozenset[str] = frozenset()


class Strain(Value, frozen=True, kw_only=True):
    """What an act may cost its author: a forced die, and the luck to meet it."""

    forced: bool = False
    trauma: int = 1
    kind: Kind = "npc"
    luck: int = 0
    luck_convert: LuckConversion | None = None


class Strike(Value, frozen=True, kw_only=True):
    """One act without its names: alike strikes have the same odds."""

    act: ActKind
    possible: bool = True  # False: fails without dice
    mutual: bool = False  # both try to immobilise each other (YAC-COM-12)
    pool: int = 1
    keep: Keep = "highest"
    level: int = 0
    facing: Facing = NO_OPPOSITION
    ceiling: int = 0
    tags: frozenset[str] = frozenset()
    hide: Hide = Hide()
    strain: Strain = Strain()
    level_first: bool = False


class PlannedAct(Value, frozen=True, kw_only=True):
    """One act of the round: who, on whom, what."""

    actor: str
    target: str
    strike: Strike


class Plan(Value, frozen=True, kw_only=True):
    """A round, or a part of one, before any die falls."""

    fighters: tuple[Combatant, ...]
    acts: tuple[PlannedAct, ...]
    holds: tuple[Hold, ...]
    fleeing: frozenset[str]
    options: Options

    def only(self, ids: Iterable[str]) -> "Plan":
        """The part of the round on which the fate of these fighters depends."""
        wanted = set(ids)
        return self.part({name for group in self.groups() if group & wanted for name in group})

    def part(self, names: set[str]) -> "Plan":
        """These fighters, who must be whole groups, and every act against them."""
        return Plan(
            fighters=tuple(one for one in self.fighters if one.id in names),
            acts=tuple(one for one in self.acts if one.target in names),
            holds=tuple(one for one in self.holds if one[1] in names),
            fleeing=self.fleeing & names,
            options=self.options,
        )

    def groups(self) -> list[set[str]]:
        """Fighters whose fates touch: a hold joins two, and so does an act that may cost its author something."""
        groups = [{one.id} for one in self.fighters]
        joined = list(self.holds)
        joined += [
            (one.actor, one.target) for one in self.acts if one.strike.act != "attack" or one.strike.strain.forced
        ]
        for one, other in joined:
            touched = [group for group in groups if one in group or other in group]
            groups = [group for group in groups if group not in touched] + [set().union(*touched)]
        return groups


def can_act(one: Combatant, holds: tuple[Hold, ...], first_round: bool) -> bool:
    """Whether somebody may declare: not surprised, not bound by a hold, on their feet (YAC-COM-03, YAC-COM-20)."""
    return one.status == "active" and not (first_round and one.surprised) and not any(one.id in hold for hold in holds)


def plan_round(given: CombatGiven, options: Options) -> Plan | Literal["flight_barred", "npc_forced"]:
    """Read the declarations: who acts on whom, with which dice, against what; or why the round cannot be played."""
    holds = standing_holds(given.combatants)
    first = given.round == 1
    by_id = {one.id: one for one in given.combatants}
    acting = {one.id for one in given.combatants if can_act(one, holds, first)}
    escaping = {
        one.id
        for one in given.combatants
        if one.action == "escape" and options.hold_escape and _may_escape(one, holds, first)
    }
    for index, one in enumerate(given.combatants):
        _check_declaration(index, one, by_id, holds, acting)
    if any(one.action == "flee" and not one.can_flee for one in given.combatants if one.id in acting):
        return "flight_barred"
    throwing = [
        one
        for one in given.combatants
        if one.id in escaping or (one.id in acting and one.action in ("attack", "immobilise"))
    ]
    if any(one.forced and not one.may_force for one in throwing):
        return "npc_forced"
    by_levels = _levels_mode(given.combatants, options)
    places = {one.id: f"combatants[{index}]" for index, one in enumerate(given.combatants)}
    acts: list[PlannedAct] = []
    for one in throwing:
        try:
            if one.id in escaping:
                acts.append(_escape(one, by_id, holds, by_levels, options))
            else:
                acts += [_plan_act(one, by_id[target], acting, by_levels, options) for target in one.targets]
        except Refusal as refusal:
            raise refusal.within(field=places[one.id]) from None
    return Plan(
        fighters=given.combatants,
        acts=tuple(_with_mutual(act, acts) for act in acts),
        holds=holds,
        fleeing=frozenset(one.id for one in given.combatants if one.id in acting and one.action == "flee"),
        options=options,
    )


def _may_escape(one: Combatant, holds: tuple[Hold, ...], first_round: bool) -> bool:
    return one.status == "active" and not (first_round and one.surprised) and any(held == one.id for _, held in holds)


def _check_declaration(
    index: int, one: Combatant, by_id: dict[str, Combatant], holds: tuple[Hold, ...], acting: set[str]
) -> None:
    """A declaration that cannot be meant is bad input: an unknown target, oneself, the dead, the fled."""
    place = f"combatants[{index}]"
    if one.action == "escape" and one.status == "active" and not any(held == one.id for _, held in holds):
        choices = "attack, immobilise, dodge, flee, other"
        raise Refusal("field/not_allowed", field=f"{place}.action", rule="YAC-COM-13", came="escape", allowed=choices)
    if one.id not in acting or one.action not in ("attack", "immobilise", "other"):
        return
    allowed = [name for name, who in by_id.items() if name != one.id and who.status not in ("dead", "fled")]
    if one.action != "other" and one.target is None:
        raise Refusal("field/missing", field=f"{place}.target", rule="YAC-COM-03", allowed=allowed)
    for target in one.targets:
        if target not in allowed:
            id = "field/oneself" if target == one.id else "field/gone" if target in by_id else "field/nobody"
            raise Refusal(id, field=f"{place}.target", rule="YAC-COM-03", came=target, allowed=allowed)


def _levels_mode(combatants: tuple[Combatant, ...], options: Options) -> bool:
    """One mode for the whole round (YAC-GEN-02)."""
    if options.skill_mode is not None:
        return options.skill_mode == "levels"
    return any(one.level >= 1 and not one.is_creature for one in combatants)


def _level(one: Combatant, by_levels: bool) -> int:
    return one.level if by_levels or one.is_creature else 0


def _plan_act(one: Combatant, target: Combatant, acting: set[str], by_levels: bool, options: Options) -> PlannedAct:
    """One act on one target: its dice, its level (YAC-COM-26), what it meets by the matrix (YAC-COM-04, YAC-COM-05)."""
    act: ActKind = "immobilise" if one.action == "immobilise" else "attack"
    contact = act == "immobilise" or one.attack_mode == "contact"
    flees = target.id in acting and target.action == "flee"
    possible = not (flees and contact) and not (act == "immobilise" and target.is_creature and not target.holdable)
    # Shooting at somebody who runs is a disadvantage for the shooter (YAC-COM-18).
    pool, keep = _pool(one, by_levels, extra_disadvantage=flees)
    strike = Strike(
        act=act,
        possible=possible,
        pool=pool,
        keep=keep,
        level=_level(one, by_levels),
        facing=_met_by(one, target, acting, by_levels),
        ceiling=one.ceiling,
        tags=one.nature,
        hide=_hide(target, options),
        strain=_strain(one, pool),
        level_first=options.bonus_before_forced,
    )
    return PlannedAct(actor=one.id, target=target.id, strike=strike)


def _hide(target: Combatant, options: Options) -> Hide:
    """A creature's hide, or armour where the table plays it."""
    if not target.is_creature:
        return Hide(soak=target.armour if options.armour else 0)
    return Hide(creature=True, soak=target.soak, immune=frozenset(target.immune), bane=frozenset(target.bane))


def _strain(one: Combatant, pool: int) -> Strain:
    """What matters only to those who force or turn a die; all others are alike."""
    wish = one.luck_convert
    if wish and wish.die > pool:
        raise Refusal("field/range", field="luck_convert.die", rule="YAC-LUC-03", came=wish.die, low=1, high=pool)
    if not one.forced and wish is None:
        return Strain()
    return Strain(forced=one.forced, trauma=one.trauma, kind=one.kind, luck=one.luck, luck_convert=wish)


def _pool(one: Combatant, by_levels: bool, extra_disadvantage: bool = False) -> tuple[int, Keep]:
    advantage = one.advantage or (one.personal_advantage and not by_levels)
    return pool_for_one(advantage, one.disadvantage or extra_disadvantage)


def _met_by(one: Combatant, target: Combatant, acting: set[str], by_levels: bool) -> Facing:
    """The opposition matrix (YAC-COM-04): those who cannot act oppose nothing, the others by what they do."""
    if target.id not in acting:
        return NO_OPPOSITION
    if target.action == "dodge":  # defends against everybody, and skill helps (YAC-COM-15, YAC-COM-16)
        return Facing(True, bonus=_level(target, by_levels) + _bonus(target))
    if target.action == "flee":
        return Facing(True, bonus=_bonus(target))
    if target.action in ("attack", "other") and one.id in target.targets:
        return Facing(True, bonus=_bonus(target))
    return NO_OPPOSITION  # busy with somebody else, or exposed by trying to immobilise (YAC-COM-11)


def _bonus(one: Combatant) -> int:
    return one.opposition_bonus if one.is_creature else 0


def _escape(
    one: Combatant, by_id: dict[str, Combatant], holds: tuple[Hold, ...], by_levels: bool, options: Options
) -> PlannedAct:
    """Breaking free: always against a dO (option hold_escape)."""
    holder = next(by_id[name] for name in by_id if (name, one.id) in holds)
    pool, keep = _pool(one, by_levels)
    strike = Strike(
        act="escape",
        pool=pool,
        keep=keep,
        level=_level(one, by_levels),
        facing=Facing(True, bonus=_bonus(holder)),
        strain=_strain(one, pool),
        level_first=options.bonus_before_forced,
    )
    return PlannedAct(actor=one.id, target=holder.id, strike=strike)


def _with_mutual(one: PlannedAct, acts: list[PlannedAct]) -> PlannedAct:
    back = [other for other in acts if other.actor == one.target and other.target == one.actor]
    mutual = one.strike.possible and any(other.strike.act == "immobilise" and other.strike.possible for other in back)
    if not (mutual and one.strike.act == "immobilise"):
        return one
    return structs.replace(one, strike=structs.replace(one.strike, mutual=True))
