"""A fight at a table as the weighing reads one, and what tactics choose there as acts of the table (CBT)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.scene import Being, read_once
from gardien.core.simulation import Proposal
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import LuckPlan
from gardien.systems.operators.rules.fight import state
from gardien.systems.operators.sim.acts import FighterState, state_at_start
from gardien.systems.operators.sim.fighters import Fighter, FighterProfile, carried_lines, of_sheet
from gardien.systems.operators.sim.tactics import ChosenAct, Field, choose
from gardien.systems.operators.table.ability import options_of, out
from gardien.systems.operators.table.marks import state_of
from gardien.systems.operators.table.places import zone_between

ATTACK_OF = {"firearm": "attack_firearm", "melee": "attack_melee", "thrown": "attack_thrown"}


class Scenery(Field, frozen=True, kw_only=True):
    """A fight at a table: everybody stands where their mark says."""

    beings: Sequence[Being]

    def zone(self, one: int, other: int) -> int:
        return zone_between(self.beings[one], self.beings[other])

    def without(self, at: int) -> "Scenery":
        """The same fight as if somebody were gone."""
        away = replace(self.people[at], away=True)
        return replace(self, people=(*self.people[:at], away, *self.people[at + 1 :]))


def scenery_of(who: Being, others: Mapping[str, Being]) -> Scenery:
    """Everybody in a fight, as they came into it."""
    everybody, fight, options = {**others, who.id: who}, who.scene.fight, options_of(who)
    order = fight["order"]
    ids = [id for id in fight["sides"] if id in everybody and id in order]
    beings = [everybody[id] for id in ids]
    profiles = [profile_of(one, options) for one in beings]
    sides = list(dict.fromkeys(fight["sides"].get(id, "") for id in ids))
    return Scenery(
        profiles=profiles,
        side_of=[sides.index(fight["sides"].get(id, "")) for id in ids],
        people=tuple(weighed_state(one, made, ids, options) for one, made in zip(beings, profiles, strict=True)),
        far=0,
        options=options,
        to_come=frozenset(ids.index(id) for id in order[order.index(who.id) + 1 :] if id in ids),
        beings=beings,
    )


@read_once
def fighter_of(being: Being) -> Fighter:
    """Somebody as their sheet has them: a player's luck is spent as the sheet says, and no otherwise."""
    fields = of_sheet(being)
    fields["tactics"] = {"luck": fields.get("tactics", {}).get("luck", {})}
    return msgspec.convert(fields, Fighter)


def profile_of(being: Being, options: Options) -> FighterProfile:
    """The same under these house rules."""
    return fighter_of(being).profile(options)


def weighed_state(being: Being, profile: FighterProfile, ids: Sequence[str], options: Options) -> FighterState:
    """How somebody is now, by sheet and marks."""
    return replace(state_at_start(profile, options), away=bool(out(being)), **weighed(state_of(being), ids, options))


def weighed(now: state.FighterState[str], ids: Sequence[str], options: Options) -> dict[str, Any]:
    """What a fight that is weighed goes on to know of one at a table.

    Turns, and what a grip does in them, have places of their own in it; whoever holds is told by those who are held;
    its tactics keep nothing for an occasion, and what lies about is picked up when it is over.
    """
    return {
        **{name: getattr(now, name) for name in ("held", "in_cover", "exposed", "dived")},
        "held_by": tuple(ids.index(one) for one in now.held_by if one in ids),
        "loses_actions": now.loses_actions - now.lost,  # of turns to come
        "crushed": now.crushed if options.continuous_damage_sums else 0,
    }


# ---- what is proposed ----


def proposals(who: Being, others: Mapping[str, Being]) -> list[Proposal]:
    """What somebody does with their turn, and something gentler; nothing for whoever has no action left."""
    surprised = who.get("surprised") and who.scene.fight["round"] == 1  # they defend, and nothing else (OPS-CBT-04)
    if out(who) or who.get("loses_actions") or who.get("actions") == 0 or surprised:
        return []
    field = scenery_of(who, others)
    index = next(at for at, one in enumerate(field.beings) if one.id == who.id)
    best = choose(field, index, "act", form_now(who, field.profiles[index]))
    found = [_proposal(field, index, best, _reason(field, best))] if isinstance(best, ChosenAct) else []
    return [*found, *_gentler(field, index, best)]


def form_now(who: Being, profile: FighterProfile) -> int:
    """Which of several natural attacks comes next: as many as the turn has had (OPS-CREAT-12)."""
    return len(profile.attacks) - int(who.get("actions", len(profile.attacks))) if profile.multiple_attacks else 0


def _gentler(field: Scenery, index: int, best: Any) -> Iterator[Proposal]:
    """Somebody else than the first target, a hold instead of a wound, or cover; creatures only know the first."""
    if isinstance(best, ChosenAct) and best.kind == "free":
        return
    if isinstance(best, ChosenAct) and best.targets:
        other = choose(field.without(best.targets[0]), index, "act", 0)
        if isinstance(other, ChosenAct) and other.kind == best.kind:
            yield _proposal(field, index, other, "another")
    profile = field.profiles[index]
    if profile.who.kind == "creature":
        return
    if isinstance(best, ChosenAct) and best.targets and _can_be_held(field, index, best.targets[0]):
        yield Proposal("hold", {"defender": {"character": field.beings[best.targets[0]].id}}, "not_lethal")
    eager = replace(profile, tactics=replace(profile.tactics, take_cover=True))
    careful = replace(field, profiles=[*field.profiles[:index], eager, *field.profiles[index + 1 :]])
    dive = choose(careful, index, "cover", 0)
    if isinstance(dive, ChosenAct):
        yield _proposal(field, index, dive, "to_cover")


def _can_be_held(field: Scenery, index: int, target: int) -> bool:
    """People hold people of their size who are within arm's length and free (OPS-CBT-15)."""
    whom = field.profiles[target].who
    person = whom.kind != "creature" and whom.size not in ("large", "huge")
    return person and not field.zone(index, target) and not field.people[target].held_by


def _reason(field: Scenery, act: ChosenAct) -> str:
    if act.kind in ("free", "reload"):
        return "held" if act.kind == "free" else "empty"
    if len(act.targets) > 1:
        return "several"
    target = field.people[act.targets[0]]
    if target.held_by:
        return "in_grip"
    if target.body.wound_level != "none":
        return "already_hurt"
    return "in_the_open" if act.kind == "shot" and field.cover(act.targets[0]) != "in_cover" else "in_reach"


def _proposal(field: Scenery, index: int, act: ChosenAct, reason: str) -> Proposal:
    """An act as the table is asked for it."""
    who, profile = field.beings[index], field.profiles[index]
    people = [{"character": field.beings[at].id} for at in act.targets]
    luck = _luck(profile.plan)
    if act.kind == "free":
        holder = {"character": field.beings[field.people[index].held_by[0]].id}
        return Proposal("break_free", {"holder": holder, **({"luck_plan": luck} if luck else {})}, reason)
    if act.kind == "cover":
        return Proposal("take_cover", {"luck_plan": luck} if luck else {}, reason)
    if act.kind == "natural":
        victims = [{"defender": one} for one in people]
        return Proposal("creature_attack", {"attack_name": profile.attacks[act.arm].name, "victims": victims}, reason)
    named = weapon_named(who, act.arm)
    if act.kind == "reload":
        return Proposal("reload", named, reason)
    given: dict[str, Any] = {"defender": people[0], **named, **({"attacker_luck_plan": luck} if luck else {})}
    if act.burst:
        given["burst"] = True
    return Proposal(ATTACK_OF[profile.weapons[act.arm].use], given, reason)


def _luck(plan: LuckPlan) -> dict[str, Any]:
    """What of it counts for a throw of one's own (OPS-LUCK-02, OPS-LUCK-03)."""
    wanted = {"max_shift": plan.max_shift, "cancel_fumble": plan.cancel_fumble}
    return {name: value for name, value in wanted.items() if value}


def weapon_named(who: Being, arm: int) -> dict[str, Any]:
    """A weapon as it stands on the sheet; bare hands stand on none."""
    lines = carried_lines(who)
    return {"weapon_name": lines[arm]["name"]} if arm < len(lines) else {"weapon": "unarmed"}
