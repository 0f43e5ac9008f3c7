"""A fight at the table as the simulation sees it, and what its tactics choose there as an act of the table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gardien.core.scene import Being, read_once
from gardien.core.simulation import Proposal
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import condition_of
from gardien.systems.d20d100.rules.fight.holds import grappling_with
from gardien.systems.d20d100.rules.fight.standing import COVERS, band, is_off_guard, is_open, out_reason
from gardien.systems.d20d100.rules.fight.state import LOST, USELESS, FighterState, Turn
from gardien.systems.d20d100.sim.acts import STANDING, coarse_body
from gardien.systems.d20d100.sim.fighters import Fighter, FighterProfile, Tactics, fights, of_sheet
from gardien.systems.d20d100.sim.tactics import Field, Move, PlannedAct, begin, choose
from gardien.systems.d20d100.table.ability import cannot
from gardien.systems.d20d100.table.fight import bars
from gardien.systems.d20d100.table.fighter import LEFT, lines_of, rules, state_of, why_dropped

USUAL = Tactics()


class Seen(Struct, frozen=True):
    """A live fight as tactics see it: whoever acts first, then the others, by id."""

    ids: tuple[str, ...]
    beings: tuple[Being, ...]
    arms: tuple[str, ...]  # of whoever acts: what the lines of the sheet are called, "" where there is none
    field: Field
    turn: Turn

    def id_of(self, at: int) -> dict[str, str]:
        return {"character": self.ids[at]}


# ---- from marks to the fighters of a simulation ----


@read_once
def fighter_of(being: Being) -> Fighter:
    """Somebody of the table, whatever their tactics."""
    return msgspec.convert(of_sheet({**being.sheet, "name": being.id}), Fighter)


def profile_of(being: Being, tactics: Tactics, options: Options) -> tuple[FighterProfile, tuple[str, ...]]:
    """Somebody of the table as a fight that is weighed takes them in, and what their weapons are called on the sheet.

    Hands that stand on no line of it have no name.
    """
    fighter = replace(fighter_of(being), tactics=tactics)
    profile, called = fighter.profile(options), [one["called"] for one in lines_of(being)]
    usable = [*map(fights, fighter.lines), *(bool(one.damage) for one in fighter.attacks)]
    names = [name for name, usual in zip(called, usable, strict=True) if usual]
    return profile, (*names, *[""] * (len(profile.arms) - len(names)))


def projected(being: Being, profile: FighterProfile, names: Sequence[str], options: Options) -> FighterState:
    """What a fight that is weighed keeps of somebody’s state: what it leaves out is told in `fights.toml`.

    Whoever is held or helpless is as easy to hit as whoever charges.
    """
    state, lines = state_of(being), {one["called"]: one for one in lines_of(being)}
    dropped = [name not in lines or bool(why_dropped(being, lines[name])) for name in names]
    kept = {name: getattr(state, name) for name in ("shocked", "simple_actions_owed", *COVERS)}
    return FighterState(
        body=coarse_body(profile, state.body, options),
        loads=tuple(USELESS if gone else load for gone, load in zip(dropped, profile.loads(), strict=True)),
        flat_footed=(is_off_guard(being) and not is_open(being)) or None,
        charging=is_open(being),
        stands=state.metres,
        fled=bool(out_reason(being)) and condition_of(state.body, options) in STANDING,
        **kept,
    )


def see(who: Being, others: Mapping[str, Being], tactics: Tactics) -> Seen:
    """The field as whoever acts sees it; those on no side of their own stand against everybody."""
    options = rules(who.scene.options)
    sides = who.scene.fight.get("sides") or {}
    beings = (who, *others.values())
    ids = (who.id, *others)
    profiles, names = zip(*(profile_of(one, tactics, options) for one in beings), strict=True)
    people = tuple(projected(*each, options) for each in zip(beings, profiles, names, strict=True))
    fit = tuple(not one.fled and condition_of(one.body, options) in STANDING for one in people)
    mine = sides.get(who.id)
    side_of = [0, *(0 if mine and sides.get(id) == mine else 1 for id in others)]
    opening = who.scene.fight.get("round") == 1 and any(one.get("surprised") for one in beings)
    field = Field(profiles, side_of, people, fit, opening, options)
    return Seen(ids, beings, names[0], field, _turn_of(who, field, names[0]))


def _turn_of(who: Being, field: Field, names: Sequence[str]) -> Turn:
    """What is left of a turn: a series that was begun goes on with its weapon (D100-CBT-14)."""
    left = who.get(LEFT)
    whole = begin(field, 0)[1].left if left is None else int(left)
    made = list(who.get("attacks_made") or ())
    if not made:
        return Turn(whole)
    return Turn(whole, names.index(made[0]), len(made)) if made[0] in names else Turn(whole, 0, LOST)


# ---- what they do, as acts of the table ----


def propose(who: Being, others: Mapping[str, Being], tactics: Tactics = USUAL) -> list[Proposal]:
    """What somebody does by their tactics, then what would be gentler; only what the table would let them do."""
    seen = see(who, others, tactics)
    if not seen.field.fit[0] or not seen.turn.left:
        return []
    sides, round = who.scene.fight.get("sides") or {}, who.scene.fight.get("round", 1)
    mine, *theirs = (one.having({"side": sides.get(id, "")}) for id, one in zip(seen.ids, seen.beings, strict=True))
    barred = {bar.value for bar in bars(mine, dict(zip(others, theirs, strict=True)), round, who.scene.options)}
    able = [one for one in _ways(seen) if one.procedure not in barred and cannot(who, one.procedure) is None]
    return able[:3]


def _ways(seen: Seen) -> Iterator[Proposal]:
    """The best first."""
    who = seen.beings[0]
    if who.get("grappling") or who.get("immobilised"):
        yield from _free(seen)
        return
    near = any(not band(who, one) for at, one in enumerate(seen.beings) if seen.field.side_of[at])
    chosen = choose(seen.field, 0, seen.turn)
    moves = isinstance(chosen, Move) or chosen.kind == "charge"
    if who.get("prone") and (near or moves) and not seen.turn.made:
        yield Proposal("take_action", {"action": "stand_up"}, "prone")
    if not (who.get("prone") and moves):
        yield from _acts(seen, chosen)
    if isinstance(chosen, PlannedAct) and chosen.targets and not seen.turn.made:
        left = [seen.field.fit[at] and at != chosen.targets[0] for at in range(len(seen.ids))]
        other = choose(replace(seen.field, fit=tuple(left)), 0, seen.turn)
        if isinstance(other, PlannedAct) and other.targets:
            yield from _acts(seen, other)
        spared = _sparing(seen, chosen)
        if spared:
            yield spared
    yield Proposal("full_defence", {}, "hold_back")


def _free(seen: Seen) -> Iterator[Proposal]:
    """Whoever is held gets free first."""
    for id in grappling_with(seen.beings[0]):
        if id in seen.ids:
            given = {"target": {"character": id}, "manoeuvre": "break_free"}
            yield Proposal("grapple_manoeuvre", given, "held")


def _acts(seen: Seen, chosen: PlannedAct | Move) -> Iterator[Proposal]:
    """A choice of the tactics as an act of the table."""
    if isinstance(chosen, Move):
        if chosen.action == "flee":
            yield Proposal("take_action", {"action": "run"}, "flee")
        elif chosen.action:
            yield Proposal("take_action", {"action": chosen.action, "toward": seen.id_of(chosen.toward)}, "too_far")
        return
    if not (name := seen.arms[chosen.arm]):
        return
    given: dict[str, Any] = {"weapon_name": name}
    match chosen.kind:
        case "reload":
            rounds = {} if seen.field.profiles[0].arms[chosen.arm].rearming else {"rounds": chosen.given.rounds}  # type: ignore[union-attr]
            yield Proposal("reload", given | rounds, "empty")
        case "clear":
            yield Proposal("clear_jam", given, "jammed")
        case "burst":
            score = chosen.given.given.series  # type: ignore[union-attr]
            targets = [seen.id_of(at) for at in chosen.targets]
            yield Proposal("burst", given | {"targets": targets, "series": list(score)}, _why(seen, chosen))
        case "charge":
            yield Proposal("charge", given | _aimed(seen, chosen), "within_charge")
        case "shots":
            yield _shots(seen, chosen, given | _aimed(seen, chosen))


def _aimed(seen: Seen, chosen: PlannedAct) -> dict[str, Any]:
    """At whom; where blows taken do nothing, only lethal ones tell (D100-TEMP-04)."""
    line, foe = seen.field.profiles[0].arms[chosen.arm].line, chosen.targets[0]
    kills = line.temporary and seen.field.profiles[foe].no_temporary_damage
    return {"target": seen.id_of(foe), **({"intent": "kill"} if kills else {})}


def _shots(seen: Seen, chosen: PlannedAct, given: dict[str, Any]) -> Proposal:
    """One attack after the other, so that whoever comes next is chosen when it has fallen; rapid fire at once."""
    if not chosen.rapid:
        return Proposal("attack", given, _why(seen, chosen))
    profile = seen.field.profiles[0]
    fire = profile.tactics.fire
    mode = fire if fire in profile.arms[chosen.arm].recoils else "double"
    return Proposal("multiple_fire", given | {"mode": mode}, _why(seen, chosen))


def _sparing(seen: Seen, chosen: PlannedAct) -> Proposal | None:
    """The same blow, meant to knock somebody out (D100-TEMP-04)."""
    arm, foe = seen.field.profiles[0].arms[chosen.arm], seen.field.profiles[chosen.targets[0]]
    if chosen.kind != "shots" or arm.ranged or arm.natural or arm.line.temporary or foe.no_temporary_damage:
        return None
    given = {"weapon_name": seen.arms[chosen.arm], "target": seen.id_of(chosen.targets[0]), "intent": "stun"}
    return Proposal("attack", given, "alive")


def _why(seen: Seen, chosen: PlannedAct) -> str:
    """In a word, why this one: hurt already, off guard, in the open, the nearest, or nobody else is there."""
    first = chosen.targets[0]
    foes = [at for at in range(len(seen.ids)) if seen.field.side_of[at] and seen.field.fit[at]]
    people = seen.field.people
    if people[first].body.life < people[first].body.most:
        return "hurt"
    if people[first].guard != "ready":
        return "off_guard"
    if len(foes) == 1:
        return "alone"
    if people[first].cover == "none" and any(people[at].cover != "none" for at in foes):
        return "in_the_open"
    return "nearest" if seen.field.metres(0, first) <= min(seen.field.metres(0, at) for at in foes) else "weakest"
