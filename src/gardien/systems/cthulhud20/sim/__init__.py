"""What the weighing of fights and scenarios needs to know of this game; its words stand in `fights.toml`."""

from collections.abc import Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Any

from gardien.core.scaling import Scale
from gardien.core.simulation import Choice, Ending, Somebody, ten_of, witnesses
from gardien.shared.encounters import FacingMind, Foes, Party, SanityFights, facing
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.sim.battle import Fight
from gardien.systems.cthulhud20.sim.duel import Duel
from gardien.systems.cthulhud20.sim.fighters import FightGiven, of_sheet
from gardien.systems.cthulhud20.sim.projection import propose
from gardien.systems.cthulhud20.sim.scenarios import ScenarioGiven, Witness, hours_of, scenario_calls

COVERS = {"wall": ("low_wall_standing", "brick"), "window": ("window", "brick"), "loophole": ("loophole", "stone")}
FIRES = ("semi", "multifire", "autofire")
A_STATE = 170  # PV times PF of all fighters, squared, are about so many times the states of a duel with blades
QUICK_POINTS = 40_000  # states that are looked at while somebody waits
MOST_POINTS = 80_000  # and where nobody does, about 20 s: two people of 10 PV and 10 PF with knives have 576,367
BODIES, BODIES_ALONE = 7, 18  # PV times PF have about so many, more where every open wound is kept
MOST_BODIES = 1_500  # of one side
AIMS = ("none", "upper", "head", "torso", "legs")


def cover_of(key: str) -> dict[str, int]:
    """The zones that a usual position hides, and what stands before them (CD20-P-COVER-01)."""
    if key not in COVERS:
        return {}
    position, wall = COVERS[key]
    rating = pack.SHELF.row("armours", "cover", wall).rating
    return dict.fromkeys(pack.SHELF.row("armours", "position", position).hidden, rating)


class CthulhuFights(SanityFights):
    """Fights to the end, and SAN over a scenario."""

    endings = (
        Ending("unhurt", "standing"),
        Ending("hurt", "standing"),
        Ending("bleeding", "standing"),
        Ending("away", "away"),
        Ending("mad", "down"),
        Ending("stunned", "down"),
        Ending("unconscious", "down"),
        Ending("dying", "down"),
        Ending("dead", "dead"),
    )
    choices = (
        Choice("surprise", ("nobody", "us", "them"), "nobody"),
        Choice("distance", ("1.5", "6", "18", "40"), "6"),
        Choice("fire", FIRES, "semi"),
        Choice("their_fire", FIRES, "semi"),
        Choice("aim", AIMS, "none"),
        Choice("their_aim", AIMS, "none"),
        Choice("cover", ("none", *COVERS), "none"),
        Choice("their_cover", ("none", *COVERS), "none"),
        Choice("withdraw", ("never", "half", "quarter"), "never"),
        Choice("take_aim"),
        Choice("sight"),
        Choice("alone"),
    )
    opening = ("creature/cultist", 2)
    scales = (
        Scale("pv_max", (1, 400), also=("pv",)),
        Scale("pf_max", (1, 400), also=("pf", "pf_ceiling")),
        Scale("attacks.*.attack_bonus", (-10, 60), plus=4),
        *(Scale(save, (-10, 40), plus=3) for save in ("fort", "ref")),
    )
    exact_people = 2
    most_explored = 3
    most_points = MOST_POINTS
    fight_given = FightGiven
    budget_given = ScenarioGiven
    folder = Path(__file__).parent.parent
    fight = Fight
    propose = staticmethod(propose)
    budget = staticmethod(scenario_calls)

    def explorable(self, fight: Fight, patient: bool = False) -> bool:
        """PV and PF of everybody, zone by zone and shot by shot, are soon too many."""
        points = prod(one.hp or max(1, one.wounded.life * one.wounded.breath) for one in fight.profiles)
        shots = max(arm.loaded + arm.spare * arm.magazine for one in fight.profiles for arm in one.arms)
        states = points**2 * max(1, shots) // A_STATE
        return super().explorable(fight, patient) and states <= (MOST_POINTS if patient else QUICK_POINTS)

    def duel(self, fight: Fight) -> Duel | None:
        """One against one, unless there are too many bodies to begin with."""
        each = BODIES_ALONE if fight.given.alone else BODIES
        large = any(
            one.wounded.life * one.wounded.breath * each > MOST_BODIES for one in fight.profiles if one.hp is None
        )
        return Duel(fight) if fight.side_of == [0, 1] and not large else None

    def band(self, mind: FacingMind) -> str:
        """By tens; nobody is there to talk to a mind that has come to 0 (CD20-P-SAN-04)."""
        return "none" if mind.permanent else ten_of(mind.san)

    def encounter(self, ours: Party, theirs: Foes, chosen: Mapping[str, str]) -> dict[str, Any]:
        """Sheets of the table against sheets and rows of the pack, with what was chosen for both."""
        tactics: dict[str, Any] = {"fire": chosen["fire"], "aim": chosen["aim"], "withdraw_at": chosen["withdraw"]}
        tactics["take_aim"] = chosen["take_aim"] == "true"
        mine: dict[str, Any] = {"surprised": chosen["surprise"] == "us", "tactics": tactics}
        mine |= {"cover": cover} if (cover := cover_of(chosen["cover"])) else {}
        their_tactics = {"fire": chosen["their_fire"], "aim": chosen["their_aim"]}
        others = {"surprised": chosen["surprise"] == "them", "tactics": their_tactics}
        sides = facing(ours, theirs, of_sheet, mine, others)
        for one in sides[1]["fighter"]:
            if has_zones(one) and (cover := cover_of(chosen["their_cover"])):
                one["cover"] = cover
        switches = {name: chosen[name] == "true" for name in ("sight", "alone")}
        return {"side": sides, "distance": float(chosen["distance"]), **switches}

    def scenario(self, people: Sequence[Somebody], lines: Sequence[str]) -> dict[str, Any]:
        """Horrors as lines, with a blank line where an hour goes by."""
        return {"hour": hours_of(lines), "character": witnesses(people, Witness)}


def has_zones(foe: Mapping[str, Any]) -> bool:
    """Whether usual positions hide something of somebody: only of human bodies."""
    if "creature" in foe:
        return pack.creature(foe["creature"]).tables == "human"
    return "sample" in foe or foe.get("tables", "human") == "human"


FIGHTS = CthulhuFights()
