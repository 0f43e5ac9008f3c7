"""What fighters do by themselves: whom they go for, with which weapon, when they dive, reload, come nearer or leave."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.values import Value, like
from gardien.shared.battles import foes
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import LEVELS, Cover, Victim, crush_of
from gardien.systems.operators.rules.creatures import CreatureTurnGiven, GripGiven, Mauling
from gardien.systems.operators.rules.dangers.explosions import LobGiven, Near, device_base
from gardien.systems.operators.rules.fight import firearms
from gardien.systems.operators.rules.fight.ammunition import BURST_ROUNDS, Load, ReloadGiven
from gardien.systems.operators.rules.fight.holds import CoverGiven, FreeGiven, grip_base
from gardien.systems.operators.rules.fight.initiative import TURNS_BETWEEN
from gardien.systems.operators.rules.fight.melee import MeleeGiven, ThrownGiven, case_from_afar
from gardien.systems.operators.rules.fight.weapons import Swing, arm_of
from gardien.systems.operators.rules.tests.d100 import IMPOSSIBLE, compose
from gardien.systems.operators.sim import acts
from gardien.systems.operators.sim.fighters import FighterProfile

Sort = Literal["shot", "spread", "blow", "throw", "natural", "grip", "grow", "cover", "free", "reload", "lob"]


LOB_AT = 2  # as many as are worth an explosive


class ChosenAct(Struct, frozen=True):
    """An act to be played: its inputs, with which weapon, on whom."""

    kind: Sort
    given: Value
    targets: tuple[int, ...] = ()
    arm: int = -1  # which weapon, or which natural attack
    burst: bool = False


class Move(Struct, frozen=True):
    """Something that needs no dice: how whoever does it stands afterwards."""

    after: acts.FighterState


class Field(Struct, frozen=True):
    """The fight as whoever acts sees it."""

    profiles: Sequence[FighterProfile]
    side_of: Sequence[int]
    people: tuple[acts.FighterState, ...]
    far: int  # the zone between the sides when the fight began
    options: Options
    to_come: frozenset[int]  # whose turn is still to come
    apart: int = 0  # metres between those of a side

    def zone(self, one: int, other: int) -> int:
        """How far two are from each other now; both may have come nearer (OPS-CBT-16, OPS-CBT-17)."""
        zone, turns = self.far, self.people[one].moved + self.people[other].moved
        while zone and turns >= TURNS_BETWEEN[zone - 1]:
            turns -= TURNS_BETWEEN[zone - 1]
            zone -= 1
        return zone

    def cover(self, at: int) -> Cover:
        """What is between somebody and a bullet."""
        return self.people[at].cover(self.profiles[at].who.worn)

    def foes(self, who: int) -> list[int]:
        """Those of the other side who are still in the fight, in the order of a fighter's liking."""
        fit = [one.stands for one in self.people]
        whom = self.profiles[who].tactics.whom
        return foes(whom, who, self.side_of, fit, lambda at: -LEVELS.index(self.people[at].body.wound_level))


def choose(field: Field, who: int, kind: str, form: int) -> ChosenAct | Move | None:
    """What a fighter does at a place in the turn; nothing, where nothing can be done."""
    profile, mine = field.profiles[who], field.people[who]
    if kind == "grow":
        return _grow(profile, mine)
    if kind == "cover":
        return _cover(field, who)
    if kind == "squeeze":
        return _squeeze(field, who, form)
    if mine.leaving:
        return Move(acts.FighterState(body=mine.body, away=True))
    if mine.loses_actions:
        return Move(mine.ended())
    if mine.held_by:
        return _struggle(field, who)
    if _leaves(profile, mine):
        return Move(replace(mine, leaving=True, in_cover=False))
    if not field.options.cover_free_action and (dive := _cover(field, who)):
        return dive
    foes = field.foes(who)
    return (
        (_lob(field, who, foes) or _use_weapon(field, who, foes) if form == 0 else None)
        or _natural(field, who, form, foes)
        or (_closer(field, who, foes) if form == 0 else None)
    )


def _leaves(profile: FighterProfile, mine: acts.FighterState) -> bool:
    """Whether a wound is bad enough to go; a turn later one is gone (OPS-CBT-17)."""
    at = profile.tactics.withdraw_at
    return at != "never" and LEVELS.index(mine.body.wound_level) >= LEVELS.index(at)


def _grow(profile: FighterProfile, mine: acts.FighterState) -> ChosenAct | None:
    """Wounds close at the start of the creature's act (OPS-CREAT-15)."""
    if not mine.body.wounds and mine.body.hp is None:
        return None
    return ChosenAct("grow", CreatureTurnGiven(creature=acts.target(profile, replace(mine, held=False), "")))


def _cover(field: Field, who: int) -> ChosenAct | None:
    """One dive, where somebody with a gun is still to act this turn (OPS-CBT-13)."""
    profile, mine = field.profiles[who], field.people[who]
    if not profile.tactics.take_cover or mine.dived or field.cover(who) == "in_cover" or mine.held_by:
        return None
    if not any(at in field.to_come and field.profiles[at].shoots for at in field.foes(who)):
        return None
    return ChosenAct("cover", CoverGiven(character=acts.actor(profile, mine), luck_plan=profile.plan))


def _lob(field: Field, who: int, foes: list[int]) -> ChosenAct | None:
    """An explosive among two or more, as long as there are any: the first stands where it is to come down (M-08)."""
    profile, mine = field.profiles[who], field.people[who]
    if not mine.lobs or len(foes) < LOB_AT:
        return None
    key = profile.devices[len(profile.devices) - mine.lobs]
    row, zone = pack.device(key), field.zone(who, foes[0])
    if device_base(row, zone) == firearms.FORBIDDEN or zone < (row.safe_from_zone or 0):
        return None
    near = [at for at in foes if field.zone(who, at) == zone]
    given = acts.Lob(
        LobGiven(attacker=acts.actor(profile, mine), device=key, zone=zone, luck_plan=profile.plan),
        row.dice,
        row.radius_m,
        tuple((place + 1) // 2 * field.apart for place in range(len(near))),
        tuple(field.cover(at) == "in_cover" for at in near),
    )
    return ChosenAct("lob", given, tuple(near))


def _struggle(field: Field, who: int) -> ChosenAct | None:
    """One try a turn against whoever has held somebody longest (OPS-CREAT-13)."""
    profile, mine = field.profiles[who], field.people[who]
    holder = field.profiles[mine.held_by[0]]
    given = FreeGiven(
        character=acts.actor(profile, mine, held=True),
        held_by="creature" if holder.who.kind == "creature" else "person",
        holder=acts.actor(holder, field.people[mine.held_by[0]]),
        difficulty=holder.grip_difficulty,
        advantage=profile.breaks_free,
        luck_plan=profile.plan,
    )
    if grip_base(given) >= IMPOSSIBLE and not field.options.cap_at_extreme:
        return None
    return ChosenAct("free", given)


def _use_weapon(field: Field, who: int, foes: list[int]) -> ChosenAct | None:
    """The first weapon that can do something to the first foe it reaches; bare hands only where nothing else is."""
    profile = field.profiles[who]
    for foe in foes:
        for at, carried in enumerate(profile.weapons):
            if at in field.people[who].thrown:
                continue
            if carried.key == "unarmed" and carried.custom is None and profile.attacks:
                continue
            chosen = _shoot(field, who, foe, at, foes) if carried.use == "firearm" else _blow(field, who, foe, at)
            if chosen:
                return chosen
    return None


def _attack_inputs(field: Field, who: int, foe: int, at: int) -> dict[str, Any]:
    """Who attacks whom with a weapon at hand, and what each is ready to pay."""
    profile, other = field.profiles[who], field.profiles[foe]
    carried = profile.weapons[at]
    return {
        "weapon": carried.key,
        "custom_weapon": carried.custom,
        "attacker": acts.actor(profile, field.people[who]),
        "defender": acts.target(other, field.people[foe]),
        "advantage": carried.advantage,
        "attacker_luck_plan": profile.plan,
        "defender_luck_plan": other.plan,
    }


def _shoot(field: Field, who: int, foe: int, at: int, foes: list[int]) -> ChosenAct | None:
    """A shot or a burst, a fresh magazine where it takes one first; nothing, where no bullet can tell."""
    profile, options = field.profiles[who], field.options
    carried, zone, load = profile.weapons[at], field.zone(who, foe), field.people[who].loads[at]
    base = firearms.range_base(carried.arm, zone, options)
    if base == firearms.FORBIDDEN:
        return None
    if load is not None and load.is_dry(options):
        if not load.spare_magazines:
            return None
        given = ReloadGiven(spare_magazines=load.spare_magazines, magazine=carried.arm.magazine)
        return ChosenAct("reload", given, arm=at)
    tactics = profile.tactics
    burst = tactics.fire != "single" and carried.arm.burst and options.burst_enabled
    others = [one for one in foes if one != foe][: tactics.others] if burst and tactics.fire == "spread" else []
    common = _attack_inputs(field, who, foe, at)
    shot = firearms.ShotGiven(
        **common | ({"advantage": carried.burst_advantage} if burst else {}),
        zone=zone,
        cover=field.cover(foe),
        steps=int(field.profiles[foe].small_target),
        burst=burst,
        others=tuple(
            acts.victim(field.profiles[one], field.people[one], str(number), tactics.rounds_each)
            for number, one in enumerate(others, 1)
        ),
        # As much as one act can use up: what is left in the weapon is counted by the fight (OPS-OPT-05, OPS-OPT-06).
        spare_magazines=1,
        rounds_left=None if load is None or load.rounds_left is None else min(load.rounds_left, BURST_ROUNDS),
    )
    if compose(case_from_afar(shot, base), options) == "impossible":
        return None
    return ChosenAct("spread" if others else "shot", acts.Spread(shot) if others else shot, (foe, *others), at, burst)


def _blow(field: Field, who: int, foe: int, at: int) -> ChosenAct | None:
    """A blow or a thrown weapon, within Zone 0 (OPS-CBT-06, OPS-CBT-07)."""
    if field.zone(who, foe):
        return None
    other, common = field.profiles[foe], _attack_inputs(field, who, foe, at)
    if field.profiles[who].weapons[at].use == "thrown":
        given = ThrownGiven(**common, defends=other.defends, cover=field.cover(foe), steps=int(other.small_target))
        return ChosenAct("throw", given, (foe,), at)
    blow = MeleeGiven(**common, defends=other.defends, defence_advantage=other.defence_advantage)
    return ChosenAct("blow", blow, (foe,), at)


def _natural(field: Field, who: int, form: int, foes: list[int]) -> ChosenAct | None:
    """A natural attack on whoever is in reach, those it holds already last (OPS-CREAT-11, OPS-CREAT-12)."""
    profile = field.profiles[who]
    forms = [(form, profile.attacks[form])] if profile.multiple_attacks and profile.attacks else profile.by_damage
    prey = sorted(foes, key=lambda at: who in field.people[at].held_by)
    for number, claw in forms:
        wanted = prey if claw.harms else [at for at in prey if who not in field.people[at].held_by]
        reached = [at for at in wanted if field.zone(who, at) <= claw.farthest]
        if reached:
            struck = tuple(reached[: claw.most_victims if claw.area else 1])
            return ChosenAct("natural", acts.Lunge(acts.actor(profile, field.people[who]), claw.attack), struck, number)
    return None


def _squeeze(field: Field, who: int, number: int) -> ChosenAct | None:
    """What a grip does at the end of a turn to one of the other side, where it holds them (OPS-CREAT-13)."""
    claw = crush_of(field.profiles[who].attacks)
    prey = [at for at, side in enumerate(field.side_of) if side != field.side_of[who]]
    held = field.people[prey[number]]
    if claw is None or who not in held.held_by:
        return None
    given = GripGiven(
        creature=acts.actor(field.profiles[who], field.people[who]),
        attack=claw.attack,
        victim=acts.victim(field.profiles[prey[number]], held),
        sum_so_far=held.crushed,
    )
    return ChosenAct("grip", given, (prey[number],))


def _closer(field: Field, who: int, foes: list[int]) -> Move | None:
    """A turn nearer, out of cover, as long as somebody is farther than arm's length (OPS-CBT-17)."""
    mine = field.people[who]
    if not field.profiles[who].tactics.close_in or not foes or not any(field.zone(who, at) for at in foes):
        return None
    return Move(replace(mine, moved=mine.moved + 1, in_cover=False))


# ---- what an act leaves ----


def after_act(mine: acts.FighterState, chosen: ChosenAct, left: acts.ActResult, options: Options) -> acts.FighterState:
    """Whoever acted, afterwards."""
    kind, at = chosen.kind, chosen.arm
    if kind == "grow":
        return replace(mine, body=left.body)
    if kind == "reload":
        return _having_load(mine, at, left.load)
    if kind in ("natural", "grip"):
        return mine
    mine = replace(mine, body=replace(mine.body, luck=left.luck))
    if kind == "throw":
        return replace(mine, thrown=tuple(sorted((*mine.thrown, at))))
    if kind == "lob":
        return replace(mine, lobs=mine.lobs - 1)
    if kind == "cover":
        return mine.dived_for(left.succeeded, free=True)  # one dive is all that tactics try
    if kind == "free":
        return mine.free_of(mine.held_by[0]) if left.succeeded else mine
    load = mine.loads[at] if kind in ("shot", "spread") and left.fired else None
    if load is None:
        return mine
    fired = load.after_shot(chosen.burst, left.parity, options)
    mine = _having_load(mine, at, fired.load)
    return mine.losing(int(options.reload_costs_action)) if fired.reload else mine


def _having_load(mine: acts.FighterState, at: int, load: Load | None) -> acts.FighterState:
    return replace(mine, loads=(*mine.loads[:at], load, *mine.loads[at + 1 :]))


# ---- acts with several targets ----


def settlements(field: Field, who: int, chosen: ChosenAct, left: acts.ActResult) -> list[Value]:
    """An act that has been thrown for, target by target."""
    prey = [acts.victim(field.profiles[at], field.people[at]) for at in chosen.targets]
    if chosen.kind == "lob":
        return [Near(one, felt, False, field.options) for one, felt in zip(prey, left.felt, strict=True)]
    assert left.swung is not None
    if isinstance(chosen.given, acts.Spread):
        return _spread_inputs(chosen.given.shot, left.swung, field.options)
    mine, critical = acts.actor(field.profiles[who], field.people[who]), left.swung.outcome == "critical"
    claw, options = field.profiles[who].attacks[chosen.arm].attack, field.options
    bonus = mine.bonus(options)
    return [Mauling(one, claw, bonus, "", critical, True, True, frozenset(), options) for one in prey]


def _spread_inputs(shot: firearms.ShotGiven, swung: Swing, options: Options) -> list[Value]:
    """The first target keeps the rounds that the others do not get (OPS-OPT-03)."""
    arm = arm_of(shot.weapon or "", shot.custom_weapon)
    load, plan = firearms.load_of(shot, arm, options), shot.defender_luck_plan
    volley = like(firearms.Volley, shot, attacker="", luck=0, arm=arm, plan=plan, load=load, fields=())
    fired = load.after_shot(True, False, options)
    _, _, strays = firearms.shared_rounds(volley, swung, fired, False, options)
    unnamed = replace(volley, others=tuple(Victim(rounds=one.rounds) for one in volley.others))
    return [acts.Volleyed(unnamed, swung), *strays]
