"""What the weighing of fights needs to know of this game; its words stand in `fights.toml`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gardien.core.scaling import Scale
from gardien.core.simulation import Choice, Ending, Fights, Foe, Somebody, entry_of
from gardien.systems.organique.sim.battle import Fight
from gardien.systems.organique.sim.fighters import FightGiven, of_sheet
from gardien.systems.organique.sim.projection import proposals

AMBUSH = 10  # on the initiative of those who surprise the others: five to fifteen (ORG-INIT-02)
STROKES = ("strike", "easy_strike", "vital", "stun", "knock_out")
COVERS = ("none", "wooden_table", "car_door", "tree", "brick_wall")


class OrganicFights(Fights):
    """Fights to the end."""

    endings = (
        Ending("unhurt", "standing"),
        Ending("hurt", "standing"),
        Ending("mortally_wounded", "standing"),
        Ending("away", "away"),
        Ending("exhausted", "down"),
        Ending("unconscious", "down"),
        Ending("dying", "down"),
        Ending("broken", "dead"),
        Ending("dead", "dead"),
    )
    choices = (
        Choice("surprise", ("nobody", "us", "them"), "nobody"),
        Choice("distance", ("1", "5", "15", "40"), "5"),
        Choice("stroke", STROKES, "strike"),
        Choice("their_stroke", STROKES, "strike"),
        Choice("fire", ("single", "burst"), "single"),
        Choice("their_fire", ("single", "burst"), "single"),
        Choice("cover", COVERS, "none"),
        Choice("their_cover", COVERS, "none"),
        Choice("withdraw", ("never", "half", "quarter"), "never"),
        Choice("aim"),
        Choice("alone"),
    )
    opening = ("creature/street_thug", 2)
    scales = (
        *(Scale(code, (0, 60)) for code in ("FOR", "AGI", "VIT")),
        Scale("END", (0, 60), also=("end_now",)),
        *(Scale(code, (0.5, 100), step=0.5, also=(code.lower(),)) for code in ("SNG", "CPS", "INC")),
    )
    unweighed = ("swarm",)
    most_rounds = 200
    exact_people = 3
    most_explored = 3
    fight_given = FightGiven
    folder = Path(__file__).parent.parent
    fight = Fight
    propose = staticmethod(proposals)

    def encounter(
        self, ours: tuple[str, Sequence[Somebody]], theirs: tuple[str, Sequence[Foe]], chosen: Mapping[str, str]
    ) -> dict[str, Any]:
        """Sheets of the table against sheets and rows of the pack, with what was chosen for both."""
        us = {
            "tactics": {
                "stroke": chosen["stroke"],
                "fire": chosen["fire"],
                "aim": chosen["aim"] == "true",
                "withdraw_at": chosen["withdraw"],
            },
            **cover_fields(chosen["cover"]),
        }
        them = {
            "tactics": {"stroke": chosen["their_stroke"], "fire": chosen["their_fire"]},
            **cover_fields(chosen["their_cover"]),
        }
        people = [surprising({**of_sheet(one.sheet), "name": one.name, **us}, chosen, "us") for one in ours[1]]
        others = [surprising({**entry_of(one, of_sheet), **them}, chosen, "them") for one in theirs[1]]
        sides = [{"name": ours[0], "fighter": people}, {"name": theirs[0], "fighter": others}]
        return {"side": sides, "distance": int(chosen["distance"]), "alone": chosen["alone"] == "true"}


def cover_fields(cover: str) -> dict[str, str]:
    """What a side hides behind, where it does (ORG-RNG-03)."""
    return {} if cover == "none" else {"cover": cover}


def surprising(fighter: dict[str, Any], chosen: Mapping[str, str], side: str) -> dict[str, Any]:
    """The surprised have no reaction in the first turn, the others are quicker (ORG-INIT-02)."""
    if chosen["surprise"] == "nobody":
        return fighter
    if chosen["surprise"] == side:
        return {**fighter, "surprised": True}
    return {**fighter, "initiative_mod": fighter.get("initiative_mod", 0) + AMBUSH}


FIGHTS = OrganicFights()
