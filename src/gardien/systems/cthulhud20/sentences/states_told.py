"""Conditions imposed on somebody: noted with what they do, or turned into fatigue or a shock."""

from gardien.core.telling import Told
from gardien.core.wording import called, joined, present, ruled, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.sentences.bodies_told import fainting, losses, pools
from gardien.systems.cthulhud20.sentences.grammar import VICTIM, signed


def apply_condition(told: Told) -> list[str]:
    """« Paul, état « Aveuglé ». Les attaquants ont +2… », « « Fatigué » n'existe plus : −2 PF. »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.victim, VICTIM, acts=True)
    if present(outcome.refused):
        text = told.pick(f"{who} ne vit plus, aucun état ne compte", f"{who} is dead, no condition counts")
        return [ruled(f"{start(text)}.", "CD20-HP-04")]
    if outcome.removed_condition:
        return _converted(told, who)
    if given.condition == "prone":
        down = told.pick(f"{who} est à terre.", f"{who} is on the ground.")
        melee, ranged = signed(told, outcome.attackers_melee), signed(told, outcome.attackers_ranged)
        gives = told.pick(
            f"Contre {who}, {melee} au contact et {ranged} à distance ; {signed(told, outcome.own_melee)} à ses coups.",
            f"Against {who}, {melee} in melee and {ranged} from afar; {signed(told, outcome.own_melee)} to own blows.",
        )
        return [joined(start(down), gives)]
    row = pack.condition(given.condition)
    name = told.pick(f"état « {row.fr} »", f"condition “{row.en}”")
    held = given.condition in given.victim.conditions
    already = told.pick(" déjà noté", " already noted") if held else ""
    return [joined(f"{start(who)}, {name}{already}.", told.pick(row.effect_fr, row.effect_en))]


def _converted(told: Told, who: str) -> list[str]:
    """What became of a condition that is no longer used (CD20-COND-01)."""
    given, outcome = told.given, told.outcome
    row = next(one for one in pack.table("fights", "removed") if one.key == given.condition)
    name = told.pick(f"« {row.fr} »", f"“{row.en}”")
    if given.condition == "staggered":
        end = told.pick("un choc, une action partielle au plus au prochain tour", "a shock, a partial action next turn")
    elif outcome.pf_loss:
        end = losses(told, outcome.pf_loss, 0)
    else:
        end = told.pick("sans effet ici", "no effect here")
    line = f"{start(who)}, {name}{told.colon} {end}."
    return [joined(line, fainting(told, who, outcome)), pools(told, who, given.victim, outcome)]
