"""The line of a weapon, its notation, its range, its cartridges."""

from collections.abc import Sequence

from gardien.core.telling import Told
from gardien.core.terms import MINUS
from gardien.core.wording import Both, arrow, counted, joined, listed, present, ruled, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.ammunition import CLEAR_DIFFICULTY
from gardien.systems.d20d100.sentences.grammar import headed, metres, signed, skill_name, trial_at
from gardien.systems.d20d100.weapons import MOST_INCREMENTS

TEMPORARY = " temp."  # how the sheet marks blows that do not kill
FIRE: dict[str, Both] = {
    "double_series": ("Tir double", "Double fire"),
    "triple_series": ("Tir triple", "Triple fire"),
}
LOADED: dict[str, Both] = {
    "loose": ("cartouches à la main", "cartridges by hand"),
    "single_loose": ("cartouches une à une", "cartridges one by one"),
    "magazine": ("chargeur", "magazine"),
    "drum": ("tambour", "drum"),
    "belt": ("bande", "belt"),
}


def figures(told: Told, series: Sequence[int], between: str = "/") -> str:
    """« +6/+1 »."""
    return between.join(signed(told, figure) for figure in series)


def harm_text(told: Told, text: str) -> str:
    """Dice as a sheet writes them, blows that do not kill in words."""
    plain = text.removesuffix(TEMPORARY).strip().replace("D", "d").replace("-", MINUS)
    return plain + (told.pick(" en coups encaissés", " temporary") if text.endswith(TEMPORARY) else "")


def simple_actions(told: Told, count: int) -> str:
    if not count:
        return told.pick("aucune action", "no action")
    return counted(told, count, ("action simple", "actions simples"), ("simple action", "simple actions"))


def _weapon(told: Told) -> str:
    """The weapon of the list, with its capital: it begins the line."""
    row = pack.weapon(told.given.weapon) if told.given.weapon else None
    return told.pick(row.fr, row.en) if row else ""


def weapon_line(told: Told) -> list[str]:
    """« Colt .45 : +6/+1, 2 attaques par round. Dégâts 1d10+2. »"""
    given, found = told.given, told.outcome
    skill = skill_name(told, given.combat_skill) if given.combat_skill else ""
    head = headed(told, _weapon(told) or skill or told.pick("ligne d'arme", "weapon line"))
    attacks = counted(told, found.attacks, ("attaque", "attaques"), ("attack", "attacks"))
    rate = told.pick(f"{attacks} par round", f"{attacks} a round")
    lines = [f"{start(head)}{told.colon} {figures(told, found.base_series)}, {rate}."]
    if present(found.damage_text):
        harm = harm_text(told, found.damage_text)
        lines[0] += told.pick(f" Dégâts {harm}.", f" Damage {harm}.")
    for name, between in (("double_series", "//"), ("triple_series", "///")):
        series = getattr(found, name)
        if series:
            shown = figures(told, series, between) + (between if len(series) == 1 else "")
            lines.append(f"{told.pick(*FIRE[name])}{told.colon} {shown}.")
    if found.burst_difficulties:
        shown = listed(told, [told.number(one) for one in found.burst_difficulties])
        lines.append(
            told.pick(f"Rafales : Réflexes contre Difficulté {shown}.", f"Bursts: Reflexes against Difficulty {shown}.")
        )
    return lines


def parse_series(told: Told) -> list[str]:
    """« Premier demi-round : +3, +3 ; second : −2, −2. »"""
    found = told.outcome
    if found.whole_round:
        shown = figures(told, found.shots, ", ")
        return [told.pick(f"Sur tout le round : {shown}.", f"Over the whole round: {shown}.")]
    first, second = figures(told, found.first_half, ", "), figures(told, found.second_half, ", ")
    if not found.second_half:
        return [told.pick(f"Premier demi-round : {first}.", f"First half-round: {first}.")]
    return [
        told.pick(f"Premier demi-round : {first} ; second : {second}.", f"First half-round: {first}; second: {second}.")
    ]


def range_penalty(told: Told) -> list[str]:
    """« 45 m, 3 paliers : malus −4. »"""
    given, found = told.given, told.outcome
    far = metres(told, given.distance)
    steps = counted(told, found.increments, ("palier", "paliers"), ("increment", "increments"))
    if not found.in_range:
        most = metres(told, given.increment * MOST_INCREMENTS[given.weapon_class])
        rule = "D100-FIRE-06" if given.weapon_class == "shotgun" else "D100-RNG-01"
        text = told.pick(
            f"{far} : hors de portée, {most} au plus. Se rapprocher ou changer d'arme.",
            f"{far}: out of range, {most} at most. Move nearer or change the weapon.",
        )
        return [ruled(text, rule)]
    cost = told.pick("aucun malus", "no penalty")
    if found.penalty:
        cost = f"{told.pick('malus', 'penalty')} {signed(told, found.penalty)}"
    line = f"{far}, {steps}{told.colon} {cost}."
    if present(found.damage):
        harm = harm_text(told, found.damage)
        line += told.pick(f" Dégâts {harm}.", f" Damage {harm}.")
    return [line]


# ---- cartridges ----


def bullets(told: Told, count: int) -> str:
    if not count:
        return told.pick("aucune balle", "no bullet")
    return counted(told, count, ("balle", "balles"), ("bullet", "bullets"))


def ammunition(told: Told) -> list[str]:
    """« 3 croix : 30 balles. »"""
    crosses = counted(told, told.given.crosses, ("croix", "croix"), ("cross", "crosses"))
    if not told.given.crosses:
        crosses = told.pick("Aucune croix", "No cross")
    return [f"{crosses}{told.colon} {bullets(told, told.outcome.bullets)}."]


def reload(told: Told) -> list[str]:
    """« Rechargement, chargeur : 1 action simple. Balles dans l'arme : 2 → 8. »"""
    given, found = told.given, told.outcome
    method, _, _ = given.device()
    how = told.pick(*LOADED[method])
    if method in ("loose", "single_loose"):
        how += f" ({told.number(given.rounds)})"
    weapon = _weapon(told)
    head = headed(told, weapon, told.pick(f"rechargement, {how}", f"reloading, {how}"))
    line = f"{start(head)}{told.colon} {simple_actions(told, found.simple_actions)}."
    if not present(found.loaded):
        return [line]
    inside = told.pick("Balles dans l'arme", "Bullets in the weapon")
    if found.loaded == given.loaded:
        full = told.number(found.loaded)
        return [joined(line, f"{inside}{told.colon} {full}, {told.pick('sans changement', 'unchanged')}.")]
    return [joined(line, f"{inside}{told.colon} {arrow(told, given.loaded, found.loaded)}.")]


def clear_jam(told: Told) -> list[str]:
    """A roll of Mécanique, and whether the weapon still works."""
    given, found = told.given, told.outcome
    head = headed(told, told.pick("désenrayage", "clearing the jam"), skill_name(told, "mecanique"))
    modifier = given.modifier + sum(given.mods)
    test = trial_at(told, head, modifier, CLEAR_DIFFICULTY, found.total, found.success)
    half = told.pick(
        "premier demi-round" if found.ends_half == 1 else "second demi-round",
        "first half" if found.ends_half == 1 else "second half",
    )
    actions = simple_actions(told, found.simple_actions)
    when = told.pick(
        f"{start(actions)}, jusqu'au round {told.number(found.ends_round)}, {half}",
        f"{start(actions)}, until round {told.number(found.ends_round)}, {half}",
    )
    if found.success:
        end = told.pick("l'arme peut de nouveau tirer", "the weapon can fire again")
    else:
        end = told.pick("l'arme est hors d'usage", "the weapon is out of order")
    return [test, f"{when}{told.colon} {end}."]
