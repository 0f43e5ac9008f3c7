"""A turn of a chase on its card: who runs from whom, who gained by it, and what colour that has for the characters."""

from gardien.core.presentation import CardSpec
from gardien.core.system import System
from gardien.core.terms import Language
from gardien.table.tree import Tree
from gardien.web.pages.frame import names_together, names_within, say
from gardien.web.pages.table.people import is_foe, name_of


def good_for(ids: list[str], everybody: list[str], view: Tree, system: System) -> str:
    """The colour of what went well for some: good where people play one of them; none among people of one camp."""
    foes = {id: is_foe(view, id, system) for id in (*ids, *everybody)}
    if not ids or len(set(foes.values())) < 2:
        return ""
    return "bad" if all(foes[id] for id in ids) else "good"


def better_for(roll: Tree, face: CardSpec, view: Tree, system: System) -> str:
    """The colour of what is good for some of those in it, whatever word heads it."""
    if face.better is None:
        return ""
    people = roll["people"]
    won = face.better({**roll.get("apparent", {}), **roll.get("given", {})}, roll["outcome"], people)
    return good_for([people[one] for one in won if one in people], list(people.values()), view, system)


def chase_deed(chase: Tree, view: Tree, language: Language) -> tuple[str, str]:
    """« Étienne » « fuit devant le garde »: whoever throws, the card is told of those who flee."""
    fleeing, pursuing = ([name_of(view, id) for id in chase[side]] for side in ("fleeing", "pursuing"))
    done = say("chase_flee" if len(fleeing) > 1 else "chase_flees", language, whom=names_within(pursuing, language))
    return names_together(fleeing, language), done


def chase_head(chase: Tree, view: Tree, system: System, language: Language) -> tuple[str, str, str]:
    """What a turn came to, as a word; its colour for the characters, its mark for those who flee."""
    gain = chase["gain"]
    if not gain:
        return say("chase_level", language), "", ""
    ahead, behind = (chase[side] for side in ("fleeing", "pursuing")[:: 1 if gain > 0 else -1])
    key = chase["ended"] or ("widens" if gain > 0 else "closes")
    names = [[name_of(view, id) for id in ids] for ids in (ahead, behind)]
    many = "_many" if len(ahead) > 1 else ""
    said = {"who": names_together(names[0], language), "whom": names_within(names[1], language)}
    tone = good_for(ahead, behind, view, system)
    return say(f"chase_{key}_by{many}", language, **said), tone, "good" if gain > 0 else "bad"
