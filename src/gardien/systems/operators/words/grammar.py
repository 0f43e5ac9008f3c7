"""The small grammar of both languages, and the phrases that every part of the game shares: throws, tests, luck.

Sentences are written here with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from gardien.core.telling import Report
from gardien.core.wording import (
    NO_DIE,
    SOMEBODY,
    Both,
    count_of,
    inside,
    of,
    per_cent,
    present,
    reason,
    refusal_line,
    start,
    to,
    with_rule,
)
from gardien.systems.operators.rules.tests.d100 import CANCEL_FUMBLE, FUMBLES_FROM, GOOD, is_double

ATTACKER: Both = ("l'attaquant", "the attacker")
TARGET: Both = ("la cible", "the target")
CREATURE: Both = ("la créature", "the creature")
MAKES = ("Benelli", "Beretta", "Dragunov", "Glock", "Makarov", "Remington", "Taser", "Uzi")

DEGREES: dict[str, Both] = {
    "standard": ("standard", "standard"),
    "difficult": ("difficile", "difficult"),
    "extreme": ("extrême", "extreme"),
}
WITHOUT_DICE: dict[str, Both] = {
    "automatic": ("réussite automatique", "automatic success"),
    "impossible": ("impossible", "impossible"),
}
VERDICTS: dict[str, Both] = {
    "critical": ("réussite critique", "critical success"),
    "success": ("réussite", "success"),
    "failure": ("échec", "failure"),
    "fumble": ("maladresse", "fumble"),
    **WITHOUT_DICE,
}
HITS: dict[str, Both] = {
    **VERDICTS,
    "critical": ("coup critique", "critical hit"),
    "success": ("touché", "hit"),
    "failure": ("manqué", "miss"),
}


# --- the language ----------------------------------------------------------------------------------------------------


def turns(report: Report, count: int) -> str:
    return count_of(report, count, ("tour", "tours"), ("turn", "turns"))


def damage(report: Report, count: int) -> str:
    """« 6 dommages », « aucun dommage »."""
    if not count:
        return report.pick("aucun dommage", "no damage")
    return count_of(report, count, ("dommage", "dommages"), ("damage", "damage"))


def points(report: Report, count: int) -> str:
    """Points of luck."""
    return count_of(report, count, ("point de Chance", "points de Chance"), ("Luck", "Luck"))


def row_name(report: Report, row: Any) -> str:
    """A row of the pack inside a sentence; makes and models keep their capital."""
    return inside(report, row, MAKES)


# --- throws ----------------------------------------------------------------------------------------------------------


def face(roll: int) -> str:
    """A hundred is shown by two zeros."""
    return "00" if roll == 100 else str(roll)


def degree(report: Report, difficulty: str) -> str:
    """« difficile »; where no die is thrown, nothing."""
    return report.pick(*DEGREES[difficulty]) if difficulty in DEGREES else ""


def trial_name(report: Report, code: str, difficulty: str = "", target: Any = UNSET) -> str:
    """« test difficile de DEX (39 %) », “difficult DEX test (39%)”."""
    hard = degree(report, difficulty)
    name = report.pick(
        " ".join(part for part in ("test", hard, of(code)) if part),
        " ".join(part for part in (hard, code, "test") if part),
    )
    return f"{name} ({per_cent(report, target)})" if present(target) else name


def luck_cost(roll: Any, target: Any, outcome: Any, spends: bool = True) -> int:
    """The luck a throw must have cost, read from the throw itself (OPS-LUCK-02, OPS-LUCK-03)."""
    if not spends or not present(roll) or not present(target) or outcome not in ("critical", "success", "failure"):
        return 0
    cancelled = CANCEL_FUMBLE if roll >= FUMBLES_FROM else 0
    if outcome == "failure":
        return cancelled
    return cancelled + max(1, roll - target) if cancelled or roll > target else 0


def throw_text(
    report: Report, roll: Any, outcome: str, *, who: str = "", spent: int = 0, words: Mapping[str, Both] = VERDICTS
) -> str:
    """« 27, réussite. », « 44, un double. Réussite critique. », with what luck made of it."""
    verdict = report.pick(*words[outcome])
    if outcome in WITHOUT_DICE:
        if present(roll):
            return report.pick(f"{verdict} (jet de lecture {face(roll)}).", f"{verdict} (reading throw {face(roll)}).")
        return f"{verdict}, {report.pick(*NO_DIE)}."
    if not present(roll):
        return f"{verdict}."
    if spent:
        return _luck_throw_text(report, roll, verdict, outcome, who or report.who or report.pick(*SOMEBODY), spent)
    if outcome == "critical":
        return report.pick(f"{face(roll)}, un double. {start(verdict)}.", f"{face(roll)}, a double. {start(verdict)}.")
    return f"{face(roll)}, {verdict}."


def _luck_throw_text(report: Report, roll: int, verdict: str, outcome: str, who: str, spent: int) -> str:
    """« 71. Vasseur dépense 6 points de Chance : 71 devient 65, réussite. »"""
    pays = report.pick(f"{who} dépense {points(report, spent)}", f"{who} spends {points(report, spent)}")
    if roll >= FUMBLES_FROM:
        end = verdict if outcome in GOOD else report.pick("échec ordinaire", "ordinary failure")
        made = report.pick(f"la maladresse est annulée, {end}", f"the fumble is cancelled, {end}")
    else:
        made = report.pick(f"{roll} devient {roll - spent}, {verdict}", f"{roll} becomes {roll - spent}, {verdict}")
        if outcome == "critical" and is_double(roll):
            made = report.pick(
                f"{roll} devient {roll - spent}, et le double reste. {start(verdict)}",
                f"{roll} becomes {roll - spent}, and the double stands. {start(verdict)}",
            )
    return f"{face(roll)}. {start(pays)}{report.colon} {made}."


def trial_text(
    report: Report,
    code: str,
    difficulty: str,
    target: Any,
    roll: Any,
    outcome: str,
    *,
    who: str = "",
    spent: int = 0,
    words: Mapping[str, Both] = VERDICTS,
) -> str:
    """A whole test: « Test difficile de DEX (39 %) : 27, réussite. »"""
    head = start(trial_name(report, code, difficulty, target))
    return f"{head}{report.colon} {throw_text(report, roll, outcome, who=who, spent=spent, words=words)}"


def luck_left_text(report: Report, luck: int) -> str:
    """« Il lui en reste 44. », said right after a price."""
    left = f"Il lui en reste {report.number(luck)}." if luck else "Il ne lui en reste plus."
    return report.pick(left, f"{report.number(luck)} left.")


def luck_paid_text(report: Report, who: str, spent: int, left: int, made: Both, split: str = "") -> str:
    """« Reyes dépense 20 points de Chance : la blessure n'a pas lieu. Il lui en reste 30. »"""
    pays = report.pick(f"{who} dépense {points(report, spent)}", f"{who} spends {points(report, spent)}")
    return f"{start(pays)}{split}{report.colon} {report.pick(*made)}. {luck_left_text(report, left)}"


# --- refusals by a rule: what is not possible, why, and what would work; the rule last ------------------------------

# Where a label alone would be short: the sentence, with {who} for whoever is concerned.
WHY: dict[str, Both] = {
    "waiver_off": (
        "À cette table, on ne renonce pas à un avantage. Lancer avec, ou changer les règles de la table",
        "At this table an advantage may not be waived. Throw with it, or change the house rules",
    ),
    "dead": ("{who} ne vit plus : aucune action possible", "{who} is dead: no action is possible"),
    "out_of_fight": (
        "{who} est hors de combat jusqu'à la fin de la scène : ni action, ni défense",
        "{who} is out of the fight until the scene ends: no action, no defence",
    ),
    "held": (
        "{who} ne peut plus bouger. Se dégager d'abord",
        "{who} is held. Break free first",
    ),
    "helpless": ("{who} est sans défense : aucune action possible", "{who} is helpless: no action is possible"),
    "surprised": (
        "{who} subit l'effet de surprise : pas d'attaque au premier tour, la défense reste permise",
        "{who} is surprised: no attack in the first turn; defence is allowed",
    ),
    "defender_dead": ("La cible ne vit plus. En choisir une autre", "The target is dead. Choose another"),
    "out_of_range": (
        "Hors de portée. Changer d'arme ou de distance",
        "Out of range. Change the weapon or the distance",
    ),
    "empty": ("Chargeur vide. Recharger d'abord", "Magazine empty. Reload first"),
    "no_burst": (
        "Cette arme ne tire pas en rafale. Tirer au coup par coup, ou changer d'arme",
        "This weapon fires no bursts. Fire a single shot, or change the weapon",
    ),
    "spread_needs_burst": (
        "Pour atteindre plusieurs cibles, il faut tirer en rafale",
        "Several targets need a burst",
    ),
    "spread_too_far": (
        "Une rafale ne s'étend qu'à moins de 5 m de la première cible. Retirer les cibles plus éloignées",
        "A burst spreads to less than 5 m from the first target only. Leave out the targets beyond",
    ),
    "too_late": (
        "Trop tard pour se mettre à couvert : il faut agir avant de subir le tir",
        "Too late to take cover: one must act before the shooter",
    ),
    "too_large": (
        "{who} dépasse la taille humaine : aucune prise ne tient",
        "{who} is larger than a human: no hold will stand",
    ),
    "no_spare": (
        "Plus aucun chargeur de rechange. En trouver un, ou changer d'arme",
        "No spare magazine is left. Find one, or change the weapon",
    ),
    "not_counted": (
        "À cette table, les munitions ne se comptent pas : rien à recharger",
        "At this table ammunition is not counted: nothing to reload",
    ),
    "aware": (
        "La cible se méfie : l'assassinat demande une cible qui ne sait rien. Passer par une attaque",
        "The target is aware: an assassination needs one who knows nothing. Make an attack",
    ),
    "wrong_weapon": (
        "À mains nues, pas d'assassinat. Prendre une arme de corps à corps",
        "No assassination with bare hands. Take a melee weapon",
    ),
    "placed": (
        "Cette charge se pose, elle ne se lance pas",
        "This charge is placed; it cannot be thrown",
    ),
    "not_operator": (
        "Réservé aux Opérateurs",
        "For Operators only",
    ),
    "not_allowed": (
        "La Chance ne modifie ni un test de SAN, ni la récupération de Chance, ni un jet de lecture",
        "Luck cannot change a SAN test, the recovery of Luck or a reading throw",
    ),
    "fumble": (
        "C'est une maladresse : l'annuler d'abord, pour 10 points de Chance",
        "This is a fumble: cancel it first, for 10 Luck",
    ),
    "already_success": (
        "Le test est déjà réussi : rien à dépenser",
        "The test is a success already: nothing to spend",
    ),
    "no_chance": (
        "Avec un score de 0 %, aucune dépense ne suffit",
        "With a score of 0% no expense is enough",
    ),
    "not_a_fumble": (
        "Ce jet réussit le test : ce n'est pas une maladresse à cette table",
        "This throw passes the test: it is no fumble at this table",
    ),
    "entity": (
        "La Chance ne sauve pas d'une entité",
        "Luck does not save from an entity",
    ),
    "one_victim": (
        "Cette attaque ne vise qu'une victime. Une attaque globale en vise plusieurs",
        "This attack has one victim. An area attack has several",
    ),
    "no_grip": (
        "Cette attaque ne saisit pas et n'affaiblit pas : rien ne se répète",
        "This attack neither seizes nor drains: nothing repeats",
    ),
}


def refusal(report: Report, rule: str, *, who: str = "", why: Both | None = None) -> str:
    """Why a rule forbids the act: a sentence of one's own, the one above, or the label of `enum.reason`."""
    return refusal_line(report, why, rule, who) if why else reason(report, str(report.outcome.reason), WHY, rule, who)


def refuse_luck_price(report: Report, who: str, luck: int, needed: int, rule: str, least: bool = False) -> str:
    """« Il reste 12 points de Chance à Reyes ; échapper à la mort en demande 30 au moins. »"""
    name = who or report.who
    fr = f"Il reste {points(report, luck)}" + (f" {to(name)}" if name else "")
    fr += f" ; il en faut {report.number(needed)}" + (" au moins." if least else ".")
    en = f"{name} has {report.number(luck)} Luck left" if name else f"{report.number(luck)} Luck is left"
    en += f"; this takes {'at least ' if least else ''}{report.number(needed)}."
    return with_rule(report.pick(fr, en), rule)
