"""Firearms between two shots: reloading, clearing a jam."""

from gardien.core.telling import Told
from gardien.core.wording import Both, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.sentences.grammar import row_name, trial

TAKES: dict[str, Both] = {
    "free": ("une action libre", "a free action"),
    "move_equivalent": ("une action équivalente à un déplacement", "a move-equivalent action"),
    "full_round": ("un round complet", "a full round"),
    "two_full_rounds": ("deux rounds complets", "two full rounds"),
}


def reload(told: Told) -> list[str]:
    """« Recharger (magasin tubulaire) : un round complet. »"""
    loader = row_name(told, pack.loader(told.given.loader))
    quick = told.pick(" avec Rapid Reload", " with Rapid Reload") if told.given.rapid_reload else ""
    verb = told.pick(f"{told.who} recharge", f"{told.who} reloads") if told.who else told.pick("recharger", "reloading")
    head = f"{verb} ({loader}){quick}"
    return [f"{start(head)}{told.colon} {told.pick(*TAKES[told.outcome.action])}."]


def clear_jam(told: Told) -> list[str]:
    """« Désenrayer : 12 (d20) + 1 = 13 contre DD 10, réussi. L'arme tire de nouveau. »"""
    given, outcome = told.given, told.outcome
    head = told.pick("désenrayer", "clearing the jam")
    if told.who:
        head = told.pick(f"{told.who} cherche à désenrayer son arme", f"{told.who} tries to clear the jam")
    thrown = trial(told, head, given.bonus, outcome.dc, outcome.total, outcome.cleared)
    end = told.pick("L'arme tire de nouveau.", "The weapon fires again.")
    if not outcome.cleared:
        end = told.pick("L'arme reste enrayée.", "The weapon stays jammed.")
    return [f"{thrown} {end}"]
