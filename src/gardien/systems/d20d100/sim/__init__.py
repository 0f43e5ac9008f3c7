"""What the weighing of fights and scenarios needs to know of d20d100; its words stand in `fights.toml`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gardien.core.scaling import Scale
from gardien.core.simulation import TENS, Band, Choice, Ending, Somebody, ten_of, witnesses
from gardien.shared.encounters import Foes, Party, SanityFights, facing
from gardien.systems.d20d100.sim.battle import Fight
from gardien.systems.d20d100.sim.fighters import FightGiven, of_sheet
from gardien.systems.d20d100.sim.projection import propose
from gardien.systems.d20d100.sim.scenarios import Facing, ScenarioGiven, Witness, hours_of, scenario_calls


class D20Fights(SanityFights):
    """Fights to the end, and SAN over a scenario."""

    endings = (
        Ending("unhurt", "standing"),
        Ending("hurt", "standing"),
        Ending("weakened", "standing"),
        Ending("staggered", "standing"),
        Ending("away", "away"),
        Ending("mad", "down"),
        Ending("unconscious", "down"),
        Ending("out_of_action", "down"),
        Ending("stable", "down"),
        Ending("dying", "down"),
        Ending("dead", "dead"),
    )
    bands = (*TENS, Band("below", 5), Band("none", 6, lost=True))
    choices = (
        Choice("surprise", ("nobody", "us", "them"), "nobody"),
        Choice("distance", ("0", "6", "18", "40"), "6"),
        Choice("fire", ("careful", "double", "triple", "burst"), "careful"),
        Choice("their_fire", ("careful", "double", "triple", "burst"), "careful"),
        Choice("cover", ("none", "half", "three_quarters"), "none"),
        Choice("their_cover", ("none", "half", "three_quarters"), "none"),
        Choice("withdraw", ("never", "half", "quarter"), "never"),
        Choice("sight"),
        Choice("alone"),
    )
    opening = ("adversary/sectateur", 2)
    scales = (
        Scale("pv_max", (1, 400), also=("pv",)),
        Scale("defence", (5, 60), plus=4),
        Scale("defence_flat", (5, 60), plus=4),
        Scale("attacks.*.attack", (-10, 40), plus=4),
    )
    exact_people = 3
    most_explored = 3
    fight_given = FightGiven
    budget_given = ScenarioGiven
    folder = Path(__file__).parent.parent
    fight = Fight
    propose = staticmethod(propose)
    budget = staticmethod(scenario_calls)

    def band(self, mind: Facing) -> str:
        """By tens; below 1 somebody may still be talked back (D100-SAN-05, D100-SAN-06)."""
        if mind.permanent:
            return "none"
        if mind.san < 1:
            return "below"
        return ten_of(mind.san)

    def encounter(self, ours: Party, theirs: Foes, chosen: Mapping[str, str]) -> dict[str, Any]:
        """Sheets of the table against sheets and rows of the pack, with what was chosen for both."""
        tactics = {"fire": chosen["fire"], "withdraw_at": chosen["withdraw"]}
        mine = {"surprised": chosen["surprise"] == "us", "cover": chosen["cover"], "tactics": tactics}
        others: dict[str, Any] = {"surprised": chosen["surprise"] == "them", "cover": chosen["their_cover"]}
        others |= {"tactics": {"fire": chosen["their_fire"]}}
        switches = {name: chosen[name] == "true" for name in ("sight", "alone")}
        sides = facing(ours, theirs, of_sheet, mine, others)
        return {"side": sides, "distance": float(chosen["distance"]), **switches}

    def scenario(self, people: Sequence[Somebody], lines: Sequence[str]) -> dict[str, Any]:
        """Horrors as lines, with a blank line where an hour goes by."""
        return {"hour": hours_of(lines), "character": witnesses(people, Witness)}


FIGHTS = D20Fights()
