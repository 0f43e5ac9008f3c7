"""A fight at the table as tactics see it, and what they would do there, as acts that the table takes (TURN, RNG, ACT).

Marks of the table are read into the state that fights are weighed with; what is chosen from it is the same choice.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.scene import Being, read_once
from gardien.core.simulation import Proposal
from gardien.shared.line import STANDS
from gardien.systems.organique.rules.fight.state import after_stun
from gardien.systems.organique.rules.person import Person
from gardien.systems.organique.sim.fighters import Fighter, FighterProfile, Tactics, of_sheet
from gardien.systems.organique.sim.tactics import ANSWERS, NOBODY, Act, Field, Move, WeighedFighter, choose
from gardien.systems.organique.table.fight import LEFT, WHOLE, bars, halves_left
from gardien.systems.organique.table.fighter import COVERS, FARTHEST, fight_of, grips, rules_for, turn_of
from gardien.systems.organique.table.weapon_use import weapon_word

HURT = 2  # one part in so many of the blood: whoever has no more had better run
MOST = 3  # proposals that a page can bear
WHY = {"move": "out_of_reach", "stand_up": "on_the_ground", "reload": "empty", "aim": "takes_aim"}


# ---- the table as a state ----


@read_once
def fighter_of(being: Being) -> Fighter:
    """Somebody at the table, whatever their tactics."""
    return msgspec.convert(of_sheet(being), Fighter)


def profile_of(being: Being, tactics: Tactics) -> FighterProfile:
    """Somebody at the table as a fight reads them; what they have said to do about attacks is their tactics too."""
    cover = next((key for mark, key in COVERS.items() if being.get(mark)), None)
    guard = str(being.get("guard") or "")
    react: Any = guard if guard in ANSWERS else tactics.react
    return replace(fighter_of(being), cover=cover, tactics=replace(tactics, react=react)).profile()


def state_of(being: Being, profile: FighterProfile, ids: Sequence[str]) -> WeighedFighter:
    """Body, turn, place, weapons and aim of somebody at the table."""
    turn, body = after_stun(turn_of(being), profile.person.body)
    aim = fight_of({"": being}).bonds.aim("")
    return WeighedFighter(
        body=body,
        turn=turn,
        stands=being.get(STANDS, 0),
        lines=profile.arms,
        aimed=ids.index(aim.on) if aim and aim.on in ids else NOBODY,
    )


def field_of(people: Mapping[str, Being], tactics: Mapping[str, Tactics]) -> Field:
    """Everybody in a fight of the table, in their order."""
    ids = list(people)
    profiles = [profile_of(one, tactics.get(id, Tactics())) for id, one in people.items()]
    states = tuple(state_of(one, profile, ids) for one, profile in zip(people.values(), profiles, strict=True))
    sides = [_side(id, one) for id, one in people.items()]
    fit = tuple(Person(one.person.frame, state.body).can_act for one, state in zip(profiles, states, strict=True))
    options = rules_for(next(iter(people.values())))
    return Field(profiles, [sides.index(side) for side in sides], states, fit, options, {})


def _side(id: str, being: Being) -> str:
    """Whoever is on no side is on their own."""
    return str((being.scene.fight.get("sides") or {}).get(id) or id)


# ---- what tactics choose, as the table takes it ----


def proposals(who: Being, others: Mapping[str, Being], tactics: Mapping[str, Tactics] = {}) -> list[Proposal]:
    """What somebody’s tactics have them do, then what is gentler; nothing that the fight bars to them."""
    there = set(who.scene.fight.get("order") or ()) & {who.id, *others}
    order = [id for id in who.scene.fight.get("sides") or () if id in there]  # as they came
    people = {id: who if id == who.id else others[id] for id in order}
    if who.id not in people or not min(halves_left(who), int(who.get(LEFT, WHOLE))):
        return []
    barred = {one.value for one in bars(who, others, int(who.scene.fight.get("round") or 1), who.scene.options)}
    field, at = field_of(people, tactics), order.index(who.id)
    found: dict[tuple[str, str], Proposal] = {}  # each act once, for its first reason
    for one in _proposed(field, at, order, who):
        if one.procedure not in barred:
            found.setdefault((one.procedure, repr(one.given)), one)
    return list(found.values())[:MOST]


def _proposed(field: Field, at: int, ids: Sequence[str], who: Being) -> Iterator[Proposal]:
    """What tactics say; then not to kill, or somebody else; then to keep away, or to keep the action."""
    if holding := list(grips(who)):
        yield Proposal("break_hold", {"holder": {"character": holding[-1]}}, "held")
    best = choose(field, at)
    ways: list[tuple[str, Act | Move | None]] = [(_reason(field, at, best), best)]
    if isinstance(best, Act):
        spared = tuple(able and place != best.target for place, able in enumerate(field.fit))
        ways.append(("spare", choose(_with_stroke(field, at), at)))
        ways.append(("somebody_else", choose(replace(field, fit=spared), at)))
    ways.append(("badly_hurt", _flight(field, at)))
    for reason, chosen in ways:
        if chosen is not None and (act := _asked(field, at, chosen, ids)) is not None:
            yield Proposal(*act, reason=reason)
    yield Proposal("turn_slots", {"moment": "wait"}, "hold_back")


def _with_stroke(field: Field, at: int) -> Field:
    """The same fight of somebody who means to stun."""
    mild = replace(field.profiles[at], tactics=replace(field.profiles[at].tactics, stroke="stun"))
    return replace(field, profiles=[mild if place == at else one for place, one in enumerate(field.profiles)])


def _flight(field: Field, at: int) -> Move | None:
    """Away from the nearest, for whoever has lost half of their blood (ORG-FREE-04)."""
    mine, frame = field.people[at], field.profiles[at].person.frame
    foes = field.foes(at)
    if not foes or frame.machine or HURT * mine.body.sng > frame.SNG:
        return None
    near = min(foes, key=lambda foe: abs(field.people[foe].stands - mine.stands))
    return Move(mine, kind="move", target=near, step=FARTHEST)


def _asked(field: Field, at: int, chosen: Act | Move, ids: Sequence[str]) -> tuple[str, dict[str, Any]] | None:
    """An act as the table is asked for it, paid with what is left of the turn (ORG-TURN-04)."""
    word = {} if chosen.arm == NOBODY else {"weapon_name": weapon_word(field.people[at].lines[chosen.arm])}
    whom = {} if chosen.target == NOBODY else {"character": ids[chosen.target]}
    if isinstance(chosen, Act):
        shots = {"shots": chosen.attack.shots} if chosen.attack.shots > 1 else {}
        return "combat_action", {"target": whom, "action": chosen.attack.action, **word, **shots}
    if chosen.kind is None:
        return None
    given: dict[str, Any] = {"kind": chosen.kind, **({"opponent": whom} if whom else {}), **word}
    if chosen.kind == "move":
        given["to_step"] = chosen.step
    if chosen.half or not field.people[at].turn.slots.actions:
        given["paid_with"] = "half_action"
    return "free_action", given


def _reason(field: Field, at: int, chosen: Act | Move) -> str:
    """Why, in a word of `fights.toml`."""
    if isinstance(chosen, Move):
        return WHY[chosen.kind or "move"]
    foes, target = field.foes(at), chosen.target
    if len(foes) == 1:
        return "alone"
    person, mine = field.person(target), field.people[at]
    if not person.machine and person.body.sng < person.frame.SNG:
        return "hurt_already"
    if not field.people[target].turn.slots.reactions:
        return "cannot_answer"
    if field.profiles[target].cover is None and any(field.profiles[foe].cover for foe in foes):
        return "in_the_open"
    metres = [abs(field.people[foe].stands - mine.stands) for foe in foes if foe != target]
    return "nearest" if abs(field.people[target].stands - mine.stands) < min(metres) else "in_reach"
