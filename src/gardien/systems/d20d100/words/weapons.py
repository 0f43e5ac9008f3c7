"""The line of a weapon, its notation, its range, its cartridges."""

from collections.abc import Sequence

from gardien.core.telling import Report
from gardien.core.terms import MINUS
from gardien.core.wording import Both, arrow, count_of, join_list, join_sentences, present, start, with_rule
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.pack.rows import MOST_INCREMENTS
from gardien.systems.d20d100.rules.fight.ammunition import CLEAR_DIFFICULTY
from gardien.systems.d20d100.words.grammar import heading, metres, signed_text, skill_name, trial_at

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


def figures(report: Report, series: Sequence[int], between: str = "/") -> str:
    """« +6/+1 »."""
    return between.join(signed_text(report, figure) for figure in series)


def harm_text(report: Report, text: str) -> str:
    """Dice as a sheet writes them, blows that do not kill in words."""
    plain = text.removesuffix(TEMPORARY).strip().replace("D", "d").replace("-", MINUS)
    return plain + (report.pick(" en coups encaissés", " temporary") if text.endswith(TEMPORARY) else "")


def simple_actions(report: Report, count: int) -> str:
    if not count:
        return report.pick("aucune action", "no action")
    return count_of(report, count, ("action simple", "actions simples"), ("simple action", "simple actions"))


def _weapon(report: Report) -> str:
    """The weapon of the list, with its capital: it begins the line."""
    row = pack.weapon(report.given.weapon) if report.given.weapon else None
    return report.pick(row.fr, row.en) if row else ""


def weapon_line(report: Report) -> list[str]:
    """« Colt .45 : +6/+1, 2 attaques par round. Dégâts 1d10+2. »"""
    given, outcome = report.given, report.outcome
    skill = skill_name(report, given.combat_skill) if given.combat_skill else ""
    head = heading(report, _weapon(report) or skill or report.pick("ligne d'arme", "weapon line"))
    attacks = count_of(report, outcome.attacks, ("attaque", "attaques"), ("attack", "attacks"))
    rate = report.pick(f"{attacks} par round", f"{attacks} a round")
    lines = [f"{start(head)}{report.colon} {figures(report, outcome.base_series)}, {rate}."]
    if present(outcome.damage_text):
        harm = harm_text(report, outcome.damage_text)
        lines[0] += report.pick(f" Dégâts {harm}.", f" Damage {harm}.")
    for name, between in (("double_series", "//"), ("triple_series", "///")):
        series = getattr(outcome, name)
        if series:
            shown = figures(report, series, between) + (between if len(series) == 1 else "")
            lines.append(f"{report.pick(*FIRE[name])}{report.colon} {shown}.")
    if outcome.burst_difficulties:
        shown = join_list(report, [report.number(one) for one in outcome.burst_difficulties])
        lines.append(
            report.pick(
                f"Rafales : Réflexes contre Difficulté {shown}.", f"Bursts: Reflexes against Difficulty {shown}."
            )
        )
    return lines


def parse_series(report: Report) -> list[str]:
    """« Premier demi-round : +3, +3 ; second : −2, −2. »"""
    outcome = report.outcome
    if outcome.whole_round:
        shown = figures(report, outcome.shots, ", ")
        return [report.pick(f"Sur tout le round : {shown}.", f"Over the whole round: {shown}.")]
    first, second = figures(report, outcome.first_half, ", "), figures(report, outcome.second_half, ", ")
    if not outcome.second_half:
        return [report.pick(f"Premier demi-round : {first}.", f"First half-round: {first}.")]
    return [
        report.pick(
            f"Premier demi-round : {first} ; second : {second}.", f"First half-round: {first}; second: {second}."
        )
    ]


def range_penalty(report: Report) -> list[str]:
    """« 45 m, 3 paliers : malus −4. »"""
    given, outcome = report.given, report.outcome
    far = metres(report, given.distance)
    steps = count_of(report, outcome.increments, ("palier", "paliers"), ("increment", "increments"))
    if not outcome.in_range:
        most = metres(report, given.increment * MOST_INCREMENTS[given.weapon_class])
        rule = "D100-FIRE-06" if given.weapon_class == "shotgun" else "D100-RNG-01"
        text = report.pick(
            f"{far} : hors de portée, {most} au plus. Se rapprocher ou changer d'arme.",
            f"{far}: out of range, {most} at most. Move nearer or change the weapon.",
        )
        return [with_rule(text, rule)]
    cost = report.pick("aucun malus", "no penalty")
    if outcome.penalty:
        cost = f"{report.pick('malus', 'penalty')} {signed_text(report, outcome.penalty)}"
    line = f"{far}, {steps}{report.colon} {cost}."
    if present(outcome.damage):
        harm = harm_text(report, outcome.damage)
        line += report.pick(f" Dégâts {harm}.", f" Damage {harm}.")
    return [line]


# ---- cartridges ----


def bullets(report: Report, count: int) -> str:
    if not count:
        return report.pick("aucune balle", "no bullet")
    return count_of(report, count, ("balle", "balles"), ("bullet", "bullets"))


def ammunition(report: Report) -> list[str]:
    """« 3 croix : 30 balles. »"""
    crosses = count_of(report, report.given.crosses, ("croix", "croix"), ("cross", "crosses"))
    if not report.given.crosses:
        crosses = report.pick("Aucune croix", "No cross")
    return [f"{crosses}{report.colon} {bullets(report, report.outcome.bullets)}."]


def reload(report: Report) -> list[str]:
    """« Rechargement, chargeur : 1 action simple. Balles dans l'arme : 2 → 8. »"""
    given, outcome = report.given, report.outcome
    method, _, _ = given.device()
    how = report.pick(*LOADED[method])
    if method in ("loose", "single_loose"):
        how += f" ({report.number(given.rounds)})"
    weapon = _weapon(report)
    head = heading(report, weapon, report.pick(f"rechargement, {how}", f"reloading, {how}"))
    line = f"{start(head)}{report.colon} {simple_actions(report, outcome.simple_actions)}."
    if not present(outcome.loaded):
        return [line]
    inside = report.pick("Balles dans l'arme", "Bullets in the weapon")
    if outcome.loaded == given.loaded:
        full = report.number(outcome.loaded)
        return [join_sentences(line, f"{inside}{report.colon} {full}, {report.pick('sans changement', 'unchanged')}.")]
    return [join_sentences(line, f"{inside}{report.colon} {arrow(report, given.loaded, outcome.loaded)}.")]


def clear_jam(report: Report) -> list[str]:
    """A roll of Mécanique, and whether the weapon still works."""
    given, outcome = report.given, report.outcome
    head = heading(report, report.pick("désenrayage", "clearing the jam"), skill_name(report, "mecanique"))
    modifier = given.modifier + sum(given.mods)
    test = trial_at(report, head, modifier, CLEAR_DIFFICULTY, outcome.total, outcome.success)
    half = report.pick(
        "premier demi-round" if outcome.ends_half == 1 else "second demi-round",
        "first half" if outcome.ends_half == 1 else "second half",
    )
    actions = simple_actions(report, outcome.simple_actions)
    when = report.pick(
        f"{start(actions)}, jusqu'au round {report.number(outcome.ends_round)}, {half}",
        f"{start(actions)}, until round {report.number(outcome.ends_round)}, {half}",
    )
    if outcome.success:
        end = report.pick("l'arme peut de nouveau tirer", "the weapon can fire again")
    else:
        end = report.pick("l'arme est hors d'usage", "the weapon is out of order")
    return [test, f"{when}{report.colon} {end}."]
