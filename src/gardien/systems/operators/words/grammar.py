"""Refusals by a rule: what is not possible, why, and what would work; the rule last."""

from gardien.core.telling import Told
from gardien.core.wording import Both, reason, refused, ruled, to
from gardien.systems.operators.sentences.grammar import points

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


def refusal(told: Told, rule: str, *, who: str = "", why: Both | None = None) -> str:
    """Why a rule forbids the act: a sentence of one's own, the one above, or the label of `enum.reason`."""
    return refused(told, why, rule, who) if why else reason(told, str(told.outcome.reason), WHY, rule, who)


def short_of_luck(told: Told, who: str, luck: int, needed: int, rule: str, least: bool = False) -> str:
    """« Il reste 12 points de Chance à Reyes ; échapper à la mort en demande 30 au moins. »"""
    name = who or told.who
    fr = f"Il reste {points(told, luck)}" + (f" {to(name)}" if name else "")
    fr += f" ; il en faut {told.number(needed)}" + (" au moins." if least else ".")
    en = f"{name} has {told.number(luck)} Luck left" if name else f"{told.number(luck)} Luck is left"
    en += f"; this takes {'at least ' if least else ''}{told.number(needed)}."
    return ruled(told.pick(fr, en), rule)
