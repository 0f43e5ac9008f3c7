"""The course of a fight: initiative, what a turn allows, movement, free attacks, taking aim."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, counted, joined, listed, off_at_this_table, present, ruled, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.sentences.grammar import code, metres, signed, summed, trial
from gardien.systems.cthulhud20.turns import TURN_RULES

MOVER: Both = ("le personnage", "the character")
ENEMY: Both = ("l'adversaire", "the enemy")


# ---- initiative ----


def start_fight(told: Told) -> list[str]:
    """« Initiative : Paul 14 (d20) + 2 = 16, le voyou 9 (d20) + 5 = 14. Ordre : Paul, le voyou. »"""
    given, outcome = told.given, told.outcome
    names = [one.name for one in given.combatants]
    thrown = [die.value for die in told.dice if die.purpose == "initiative"]
    each = [
        f"{name} {summed(told, face, bonus)}" for name, face, bonus in zip(names, thrown, outcome.bonuses, strict=True)
    ]
    lines = [f"Initiative{told.colon} {', '.join(each)}."]
    if any(die.purpose == "roll_off" for die in told.dice):
        again = [f"{die.who} {die.value}" for die in told.dice if die.purpose == "roll_off"]
        lines.append(told.pick(f"À égalité : {', '.join(again)}.", f"Tied: {', '.join(again)}."))
    order = told.pick("Ordre", "Order")
    lines.append(f"{order}{told.colon} {', '.join(outcome.order)}.")
    if outcome.surprise_round:
        who = listed(told, outcome.surprise_order)
        several = len(outcome.surprise_order) > 1
        acts = told.pick(
            f"Round de surprise : {who} {'agissent' if several else 'agit'} d'abord.",
            f"Surprise round: {who} {'act' if several else 'acts'} first.",
        )
        lines.append(acts)
    lines.append(
        told.pick(
            "Avant son premier tour, personne n'a sa Dextérité à la CA.",
            "Before their first turn nobody has Dexterity on their CA.",
        )
    )
    return lines


# ---- what a turn allows ----

ALLOWED: dict[str, Both] = {
    "none": ("passe son tour", "loses this turn"),
    "move": ("peut se déplacer, rien d'autre", "may move, nothing else"),
    "partial": ("n'a qu'une action partielle", "has a partial action only"),
    "normal": ("a son tour entier", "has a whole turn"),
}
WHY: dict[str, Both] = {
    "stunned": ("plus de PF", "no PF left"),
    "unconscious": ("sans connaissance", "unconscious"),
    "violent_shock": ("choc violent", "violent shock"),
    "surprised": ("effet de surprise", "surprised"),
    "shock": ("choc", "shock"),
    "wound": ("blessure critique au torse", "critical wound in the torso"),
    "slow": ("lenteur", "slow"),
    "surprise_round": ("round de surprise", "surprise round"),
}


def begin_turn(told: Told) -> list[str]:
    """« Paul passe son tour : choc violent. Paul est à terre. »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.combatant, MOVER, acts=True)
    text = start(f"{who} {told.pick(*ALLOWED[outcome.allowed])}")
    if outcome.reason == "dead":
        text = start(told.pick(f"{who} ne vit plus", f"{who} is dead"))
    elif outcome.reason == "condition":
        text += f"{told.colon} {_hindering(told)}"
    elif outcome.reason != "none":
        text += f"{told.colon} {told.pick(*WHY[outcome.reason])}"
    down = ""
    if outcome.prone and outcome.allowed != "none":
        down = told.pick("À terre : se relever est une action.", "On the ground: getting up is an action.")
    line = f"{text}."
    return [joined(ruled(line, TURN_RULES[outcome.reason]) if outcome.reason != "none" else line, down)]


def _hindering(told: Told) -> str:
    """The conditions that leave no action: « état « Hébété » »."""
    rows = [pack.condition(one) for one in told.given.combatant.conditions]
    held = [row for row in rows if row.action == told.outcome.allowed]
    return listed(told, [told.pick(f"état « {row.fr} »", f"condition “{row.en}”") for row in held])


# ---- movement ----

MOVES: dict[str, Both] = {
    "step": ("fait un pas", "takes a step"),
    "crawl": ("rampe", "crawls"),
    "move": ("se déplace", "moves"),
    "double": ("se déplace deux fois", "moves twice"),
    "run": ("court", "runs"),
    "stand_up": ("se relève", "gets up"),
}
STOPPED: dict[str, tuple[Both, str]] = {
    "leg": (
        ("ne peut pas courir : une jambe est hors d'usage", "cannot run: one leg is out of use"),
        "CD20-P-WOUND-01",
    ),
    "prone": (
        ("est à terre : ramper, ou se relever d'abord", "is on the ground: crawl, or get up first"),
        "CD20-P-ACT-02",
    ),
}


def movement(told: Told) -> list[str]:
    """« Paul court, 36 m (×4). », « Jet de CON : 8 (d20) + 1 = 9 contre DD 11, raté. Paul s'arrête… »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.combatant, MOVER, acts=True)
    if present(outcome.reason) and outcome.reason in STOPPED:
        why, rule = STOPPED[outcome.reason]
        return [ruled(f"{start(who)} {told.pick(*why)}.", rule)]
    check = ""
    if outcome.check_needed:
        name = code(told, "con")
        roll = told.pick(
            f"jet de {name}, round {given.run_round} de course", f"{name} roll, round {given.run_round} of running"
        )
        face = next(die.value for die in told.dice if die.purpose == "breath")
        check = trial(told, roll, outcome.total - face, outcome.dc, outcome.total, outcome.allowed)
    if not outcome.allowed:
        out = told.pick(f"{who} s'arrête, à bout de souffle.", f"{who} stops, out of breath.")
        return [joined(check, start(out))]
    if given.mode == "stand_up":
        return [start(f"{who} {told.pick(*MOVES[given.mode])}.")]
    far = metres(told, outcome.distance_m)
    times = f" (×{outcome.multiplier})" if present(outcome.multiplier) else ""
    return [joined(check, start(f"{who} {told.pick(*MOVES[given.mode])}{told.colon} {far}{times}."))]


# ---- free attacks ----

NO_OPENING: dict[str, Both] = {
    "cannot_act": ("{enemy} n'est pas en état de frapper", "{enemy} cannot strike"),
    "out_of_reach": ("{enemy} se tient trop loin", "{enemy} is too far away"),
    "not_provoking": ("cette action n'en provoque pas", "this action provokes none"),
    "none_left": ("{enemy} n'en a plus ce round-ci", "{enemy} has none left this round"),
}


def opportunity(told: Told) -> list[str]:
    """« Attaque d'opportunité de Jack contre Paul : permise, 1 par round. »"""
    given, outcome = told.given, told.outcome
    enemy = called(told, given.attacker, ENEMY)
    mover = called(told, given.mover, MOVER, acts=True)
    if outcome.allowed:
        text = told.pick(f"{enemy} peut frapper {mover} au passage", f"{enemy} may strike {mover} in passing")
        each = counted(told, outcome.per_round, ("attaque", "attaques"), ("attack", "attacks"))
        most = told.pick(f"{each} par round au plus", f"{each} a round at most")
        nimble = ""
        if outcome.ca_bonus:
            more = signed(told, outcome.ca_bonus)
            nimble = told.pick(f"Mobility : {more} à la CA.", f"Mobility: {more} on the CA.")
        return [joined(f"{start(text)}, {most}.", nimble)]
    if outcome.reason == "option_off":
        what: Both = ("Pas d'attaque d'opportunité", "No attacks of opportunity")
        return [off_at_this_table(told, what, "attacks_of_opportunity", "CD20-P-ACT-04")]
    why = told.pick(*NO_OPENING[outcome.reason]).replace("{enemy}", enemy)
    head = told.pick("Pas d'attaque d'opportunité", "No attack of opportunity")
    return [ruled(f"{head}{told.colon} {why}.", "CD20-P-ACT-04")]


# ---- taking aim ----


def take_aim(told: Told) -> list[str]:
    """« Visée : +2 au prochain tir. », attack by attack where there were some."""
    outcome = told.outcome
    head = told.pick(f"{told.who} vise", f"{told.who} takes aim") if told.who else told.pick("visée", "aim")
    now = told.pick("rien n'est acquis pour le prochain tir", "nothing is gained for the next shot")
    if outcome.aim_bonus:
        gain = signed(told, outcome.aim_bonus)
        now = told.pick(f"{gain} au prochain tir", f"{gain} on the next shot")
    line = start(f"{head}{told.colon} {now}.")
    if not outcome.bonuses:
        return [line]
    each = listed(told, [signed(told, one) for one in outcome.bonuses])
    past = told.pick("Attaques faites", "Attacks made")
    return [joined(line, f"{past}{told.colon} {each}.")]
