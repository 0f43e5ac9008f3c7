"""Explosions: what blows up, how far it reaches, then everybody near it."""

from gardien.core.telling import Told
from gardien.core.wording import counted, start
from gardien.systems.cthulhud20.blasts import power_of
from gardien.systems.cthulhud20.sentences.areas_told import everybody
from gardien.systems.cthulhud20.sentences.grammar import dc, headed, metres, row_name, save_name


def explosion(told: Told) -> list[str]:
    """« Dynamite, 2 bâtons, rayon 4,50 m, dégâts maximaux 24 : jet de Réflexes contre DD 18. »"""
    given, outcome = told.given, told.outcome
    what = told.pick("explosion", "explosion") if given.row is None else row_name(told, given.row)
    parts = [what]
    if given.sticks > 1:
        parts.append(counted(told, given.sticks, ("bâton", "bâtons"), ("stick", "sticks")))
    radius, most = metres(told, outcome.radius_m), told.number(power_of(given))
    parts.append(told.pick(f"rayon de {radius}", f"radius {radius}"))
    parts.append(told.pick(f"{most} de dégâts au plus", f"{most} damage at most"))
    against = dc(told, outcome.reflex_dc)
    save = told.pick(f"{save_name(told, 'ref')} contre {against}", f"{save_name(told, 'ref')} against {against}")
    return [f"{start(headed(told, *parts))}{told.colon} {save}.", *everybody(told, outcome.reflex_dc)]
