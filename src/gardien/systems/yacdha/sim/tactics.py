"""What fighters declare by themselves, weighed or at a table: whom they go for, and when they run (COM)."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from gardien.core.scene import Being
from gardien.core.simulation import Proposal
from gardien.shared.battles import foes
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.combat_plan import can_act
from gardien.systems.yacdha.rules.combatants import Combatant, Hold, standing_holds
from gardien.systems.yacdha.sim.fighters import Tactics, of_being
from gardien.systems.yacdha.table.life import options_of

FLEE_AT = 4  # the trauma at which people of the table run, where nobody says otherwise
AT_TABLE = Tactics(flee_at_trauma=FLEE_AT)
Declared = dict[str, Any]  # inputs of a fighter


class Field(Struct, frozen=True):
    """A fight before a round: everybody as they stand."""

    people: tuple[Combatant, ...]
    holds: tuple[Hold, ...]
    first: bool  # round
    options: Options

    def foes(self, index: int, whom: str) -> list[Combatant]:
        """Those of other sides who stand, in the order of somebody's liking."""
        sides = [one.side for one in self.people]
        fit = [one.status == "active" for one in self.people]
        return [self.people[at] for at in foes(whom, index, sides, fit, lambda at: -hurt(self.people[at]))]

    def losses(self, index: int) -> int:
        """How many of one's own side are out of the fight."""
        side = self.people[index].side
        return sum(one.side == side and one.status != "active" for one in self.people)


def hurt(one: Combatant) -> int:
    """How badly somebody is off; a creature has boxes instead of trauma (YAC-CRT-03)."""
    return one.damage if one.is_creature else one.trauma


def declare(field: Field, index: int, tactics: Tactics) -> Declared:
    """What somebody declares for a round; nothing, where there is nothing they can do (YAC-COM-03)."""
    one = field.people[index]
    if not can_act(one, field.holds, field.first):
        return _declare_in_hold(field, one)
    if _runs(field, index, tactics):
        return {"action": "flee"}
    foes = field.foes(index, tactics.whom)
    if tactics.act == "immobilise":
        foes.sort(key=lambda foe: foe.is_creature and not foe.holdable)
    if tactics.act == "dodge" or not foes:
        return {"action": "dodge"}
    targets = [foe.id for foe in foes[: one.acts]]
    forced = one.trauma <= tactics.force_up_to_trauma and one.may_force
    return {"action": tactics.act, "target": targets[0], "extra_targets": tuple(targets[1:]), "forced": forced}


def _declare_in_hold(field: Field, one: Combatant) -> Declared:
    """Whoever is held struggles, where the table plays it (M-06); whoever holds somebody holds on (YAC-COM-13)."""
    held = any(victim == one.id for _, victim in field.holds)
    able = one.status == "active" and not (field.first and one.surprised)
    return {"action": "escape"} if held and able and field.options.hold_escape else {}


def _runs(field: Field, index: int, tactics: Tactics) -> bool:
    one = field.people[index]
    if one.is_creature or not one.can_flee:
        return False
    return 0 < tactics.flee_at_trauma <= one.trauma or 0 < tactics.flee_at_losses <= field.losses(index)


# ---- at a table ----


def proposals(who: Being, others: Mapping[str, Being]) -> list[Proposal]:
    """What somebody would declare now, and something gentler; nothing for whoever is bound or has no acts at all."""
    if who.get("acts") == 0:
        return []
    everybody = {**others, who.id: who}
    people = tuple(of_being(everybody[id], everybody) for id in who.scene.fight["order"] if id in everybody)
    field = Field(people, standing_holds(people), who.scene.fight["round"] == 1, options_of(who))
    index = next(at for at, one in enumerate(people) if one.id == who.id)
    best = declare(field, index, AT_TABLE if people[index].kind == "investigator" else Tactics())
    saves = {"use_luck_to_survive": True} if people[index].use_luck_to_survive else {}
    if not best:  # bound, and only luck may still help (YAC-LUC-07)
        return [Proposal("combat_round", saves, "luck_alone")] if saves and people[index].status == "active" else []
    wanted = [(best, _reason(field, best)), *_gentler(field, index, best)]
    return [Proposal("combat_round", {**_said(one), **saves}, reason) for one, reason in wanted]


def _said(declared: Declared) -> Declared:
    """A declaration as a fighter would make it: without what goes without saying."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in declared.items() if value}


def _reason(field: Field, declared: Declared) -> str:
    if declared["action"] != "attack":
        return {"flee": "badly_hurt", "escape": "held", "dodge": "nobody_left"}[declared["action"]]
    if declared["extra_targets"]:
        return "several"
    target = next(one for one in field.people if one.id == declared["target"])
    return "already_hurt" if hurt(target) > (0 if target.is_creature else 1) else "at_hand"


def _gentler(field: Field, index: int, best: Declared) -> Iterator[tuple[Declared, str]]:
    """Without killing, or on one's guard, which whoever would run may be too (YAC-COM-11, YAC-COM-15)."""
    if best["action"] == "attack":
        grip = declare(field, index, Tactics(act="immobilise"))
        target = next(one for one in field.people if one.id == grip["target"])
        if target.holdable or not target.is_creature:
            yield grip, "not_lethal"
    if best["action"] in ("attack", "flee"):
        yield declare(field, index, Tactics(act="dodge")), "on_guard"
