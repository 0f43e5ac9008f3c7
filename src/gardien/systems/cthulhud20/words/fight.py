"""Fights: initiative, turns, movement, openings, aim, reloading; wrestling, tripping, disarming, pushing."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import (
    Both,
    count_of,
    join_list,
    join_sentences,
    off_at_this_table,
    present,
    semicolon,
    start,
    to,
    who_text,
    with_rule,
)
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.fight.grapple import fencing_parts
from gardien.systems.cthulhud20.rules.fight.initiative_and_turns import ON_THE_SPOT, TURN_RULES
from gardien.systems.cthulhud20.rules.fight.manoeuvres import AID, AID_CA
from gardien.systems.cthulhud20.rules.tests.modifiers import total
from gardien.systems.cthulhud20.words.grammar import (
    ATTACKER,
    SOMEBODY,
    TARGET,
    adding,
    code,
    face_of,
    metres,
    row_name,
    signed,
    sum_text,
    trial_text,
    verdict,
)
from gardien.systems.cthulhud20.words.wounds import wound_lines

ENEMY: Both = ("l'adversaire", "the enemy")


# ---- initiative ----


def start_fight(report: Report) -> list[str]:
    """« Initiative : Paul, 14 (d20) + 2 = 16 ; le voyou, 9 (d20) + 5 = 14. Ordre : Paul, le voyou. »"""
    given, outcome = report.given, report.outcome
    names = [one.name for one in given.combatants]
    thrown = [die.value for die in report.dice if die.purpose == "initiative"]
    each = [
        f"{name}, {sum_text(report, face, bonus)}"
        for name, face, bonus in zip(names, thrown, outcome.bonuses, strict=True)
    ]
    lines = [f"Initiative{report.colon} {f'{semicolon(report)} '.join(each)}."]
    if any(die.purpose == "roll_off" for die in report.dice):
        again = [f"{die.who} {die.value}" for die in report.dice if die.purpose == "roll_off"]
        lines.append(report.pick(f"À égalité : {', '.join(again)}.", f"Tied: {', '.join(again)}."))
    order = report.pick("Ordre", "Order")
    lines.append(f"{order}{report.colon} {', '.join(outcome.order)}.")
    if outcome.surprise_round:
        who = join_list(report, outcome.surprise_order)
        several = len(outcome.surprise_order) > 1
        acts = report.pick(
            f"Round de surprise : {who} {'agissent' if several else 'agit'} d'abord.",
            f"Surprise round: {who} {'act' if several else 'acts'} first.",
        )
        lines.append(acts)
    lines.append(
        report.pick(
            "Avant son premier tour, personne n'ajoute sa Dextérité à la CA.",
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


def begin_turn(report: Report) -> list[str]:
    """« Paul passe son tour : choc violent. Paul est à terre. »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.combatant, SOMEBODY, acts=True)
    text = start(f"{who} {report.pick(*ALLOWED[outcome.allowed])}")
    if outcome.reason == "dead":
        text = start(report.pick(f"{who} ne vit plus", f"{who} is dead"))
    elif outcome.reason == "condition":
        text += f"{report.colon} {_hindering(report)}"
    elif outcome.reason != "none":
        text += f"{report.colon} {report.pick(*WHY[outcome.reason])}"
    down = ""
    if outcome.prone and outcome.allowed != "none":
        down = report.pick("À terre : se relever est une action.", "On the ground: getting up is an action.")
    line = f"{text}."
    return [join_sentences(with_rule(line, TURN_RULES[outcome.reason]) if outcome.reason != "none" else line, down)]


def _hindering(report: Report) -> str:
    """The conditions that leave no action: « état « Hébété » »."""
    rows = [pack.condition(one) for one in report.given.combatant.conditions]
    held = [row for row in rows if row.action == report.outcome.allowed]
    return join_list(report, [report.pick(f"état « {row.fr} »", f"condition “{row.en}”") for row in held])


# ---- waiting ----


def delay(report: Report) -> list[str]:
    """« Paul attend et agit après le voyou. Ordre : … »"""
    given, order = report.given, report.outcome.order
    who, other = who_text(report, given.name), who_text(report, given.after)
    line = start(report.pick(f"{who} attend et agit après {other}.", f"{who} waits and acts after {other}."))
    return [join_sentences(line, report.pick("Ordre", "Order") + f"{report.colon} {', '.join(order)}.")]


def ready(report: Report) -> list[str]:
    """« Paul tient une action prête : quand la porte s'ouvre. »"""
    who, occasion = who_text(report, report.given.combatant, SOMEBODY, acts=True), report.given.occasion
    if not report.outcome.allowed:
        why = report.pick(f"{who} n'a pas d'action à garder prête.", f"{who} has no action to keep ready.")
        return [with_rule(start(why), "CD20-P-ACT-01")]
    kept = report.pick(f"{who} tient une action prête", f"{who} keeps an action ready")
    return [start(f"{kept}{report.colon} {occasion}." if occasion else f"{kept}.")]


# ---- movement ----

MOVES: dict[str, Both] = {
    "step": ("fait un pas", "takes a step"),
    "crawl": ("rampe", "crawls"),
    "move": ("se déplace", "moves"),
    "double": ("se déplace deux fois", "moves twice"),
    "run": ("court", "runs"),
    "stand_up": ("se relève", "gets up"),
    "pick_up": ("ramasse son arme", "picks the weapon up"),
    "draw": ("dégaine", "draws"),
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


def movement(report: Report) -> list[str]:
    """« Paul court, 36 m (×4). », « Jet de CON : 8 (d20) + 1 = 9 contre DD 11, raté. Paul s'arrête… »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.combatant, SOMEBODY, acts=True)
    if present(outcome.reason) and outcome.reason in STOPPED:
        why, rule = STOPPED[outcome.reason]
        return [with_rule(f"{start(who)} {report.pick(*why)}.", rule)]
    check = ""
    if outcome.check_needed:
        name = code(report, "con")
        roll = report.pick(
            f"jet de {name}, round {given.run_round} de course", f"{name} roll, round {given.run_round} of running"
        )
        face = next(die.value for die in report.dice if die.purpose == "breath")
        check = trial_text(report, roll, outcome.total - face, outcome.dc, outcome.total, outcome.allowed)
    if not outcome.allowed:
        out = report.pick(f"{who} s'arrête, à bout de souffle.", f"{who} stops, out of breath.")
        return [join_sentences(check, start(out))]
    if given.mode in ON_THE_SPOT:
        return [start(f"{who} {report.pick(*MOVES[given.mode])}.")]
    far = metres(report, outcome.distance_m)
    times = f" (×{outcome.multiplier})" if present(outcome.multiplier) else ""
    return [join_sentences(check, start(f"{who} {report.pick(*MOVES[given.mode])}{report.colon} {far}{times}."))]


# ---- free attacks ----

NO_OPENING: dict[str, Both] = {
    "cannot_act": ("{enemy} n'est pas en état de frapper", "{enemy} cannot strike"),
    "out_of_reach": ("{enemy} se tient trop loin", "{enemy} is too far away"),
    "not_provoking": ("cette action n'en provoque pas", "this action provokes none"),
    "none_left": ("{enemy} n'en a plus ce round-ci", "{enemy} has none left this round"),
}


def opportunity(report: Report) -> list[str]:
    """« Attaque d'opportunité de Jack contre Paul : permise, 1 par round. »"""
    given, outcome = report.given, report.outcome
    enemy = who_text(report, given.attacker, ENEMY)
    mover = who_text(report, given.mover, SOMEBODY, acts=True)
    if outcome.allowed:
        text = report.pick(f"{enemy} peut frapper {mover} au passage", f"{enemy} may strike {mover} in passing")
        each = count_of(report, outcome.per_round, ("attaque", "attaques"), ("attack", "attacks"))
        most = report.pick(f"{each} par round au plus", f"{each} a round at most")
        nimble = ""
        if outcome.ca_bonus:
            more = signed(report, outcome.ca_bonus)
            nimble = report.pick(f"Mobility : {more} à la CA.", f"Mobility: {more} on the CA.")
        return [join_sentences(f"{start(text)}, {most}.", nimble)]
    if outcome.reason == "option_off":
        what: Both = ("Pas d'attaque d'opportunité", "No attacks of opportunity")
        return [off_at_this_table(report, what, "attacks_of_opportunity", "CD20-P-ACT-04")]
    why = report.pick(*NO_OPENING[outcome.reason]).replace("{enemy}", enemy)
    head = report.pick("Pas d'attaque d'opportunité", "No attack of opportunity")
    return [with_rule(f"{head}{report.colon} {why}.", "CD20-P-ACT-04")]


# ---- taking aim ----


def take_aim(report: Report) -> list[str]:
    """« Visée : +2 au prochain tir. », attack by attack where there were some."""
    outcome = report.outcome
    head = report.pick(f"{report.who} vise", f"{report.who} takes aim") if report.who else report.pick("visée", "aim")
    now = report.pick("rien n'est acquis pour le prochain tir", "nothing is gained for the next shot")
    if outcome.aim_bonus:
        gain = signed(report, outcome.aim_bonus)
        now = report.pick(f"{gain} au prochain tir", f"{gain} on the next shot")
    line = start(f"{head}{report.colon} {now}.")
    if not outcome.bonuses:
        return [line]
    each = join_list(report, [signed(report, one) for one in outcome.bonuses])
    past = report.pick("Attaques faites", "Attacks made")
    return [join_sentences(line, f"{past}{report.colon} {each}.")]


# ---- ammunition ----


TAKES: dict[str, Both] = {
    "free": ("une action libre", "a free action"),
    "move_equivalent": ("une action équivalente à un déplacement", "a move-equivalent action"),
    "full_round": ("un round complet", "a full round"),
    "two_full_rounds": ("deux rounds complets", "two full rounds"),
}


def reload(report: Report) -> list[str]:
    """« Recharger (magasin tubulaire) : un round complet. »"""
    loader = row_name(report, pack.loader(report.given.loader))
    quick = report.pick(" avec le don Rechargement rapide", " with Rapid Reload") if report.given.rapid_reload else ""
    verb = (
        report.pick(f"{report.who} recharge", f"{report.who} reloads")
        if report.who
        else report.pick("recharger", "reloading")
    )
    head = f"{verb} ({loader}){quick}"
    return [f"{start(head)}{report.colon} {report.pick(*TAKES[report.outcome.action])}."]


def clear_jam(report: Report) -> list[str]:
    """« Désenrayer : 12 (d20) + 1 = 13 contre DD 10, réussi. L'arme tire de nouveau. »"""
    given, outcome = report.given, report.outcome
    head = report.pick("désenrayer", "clearing the jam")
    if report.who:
        head = report.pick(f"{report.who} cherche à désenrayer son arme", f"{report.who} tries to clear the jam")
    thrown = trial_text(report, head, given.bonus, outcome.dc, outcome.total, outcome.cleared)
    end = report.pick("L'arme tire de nouveau.", "The weapon fires again.")
    if not outcome.cleared:
        end = report.pick("L'arme reste enrayée.", "The weapon stays jammed.")
    return [f"{thrown} {end}"]


# ---- bare strength ----


def pair(report: Report) -> tuple[str, str]:
    """Whoever reaches out, and the other."""
    return who_text(report, report.given.attacker, ATTACKER, acts=True), who_text(report, report.given.target, TARGET)


def touch_text(report: Report, head: str) -> str:
    """« Paul saisit le voyou : 12 (d20) + 3 = 15 contre CA de contact 11, touché. »"""
    outcome = report.outcome
    ca = report.number(outcome.touch_ca)
    against = report.pick(f"contre CA de contact {ca}", f"against touch CA {ca}")
    end = report.pick("touché", "touched") if outcome.touched else report.pick("raté", "missed")
    face = face_of(report, "touch")
    if face is None or not present(outcome.touch_total):
        return f"{head}{report.colon} {against}, {end}."
    if face in (1, 20) and (outcome.touch_total >= outcome.touch_ca) != outcome.touched:
        end = report.pick(f"{face} au dé : {end}", f"natural {face}: {end}")
    return f"{head}{report.colon} {sum_text(report, face, outcome.touch_total - face)} {against}, {end}."


def contest_text(report: Report, head: str, purpose: str) -> str:
    """« Épreuve de force : 14 + 3 = 17 contre 9 + 1 = 10 », the last throw where ties were thrown again."""
    outcome = report.outcome
    thrown = [die.value for die in report.dice if die.purpose == purpose]
    mine, other = outcome.attacker_total, outcome.target_total
    again = len(thrown) // 2 - 1
    ties = ""
    if again > 0:
        ties = report.pick("après égalité, ", "after a tie, ")
    first, second = _side(report, thrown[-2], mine), _side(report, thrown[-1], other)
    level = ""
    if present(mine) and mine == other:
        level = report.pick(", égalité, le plus haut bonus l'emporte", ", a tie, the higher bonus wins")
    return f"{head}{report.colon} {ties}{first} {report.pick('contre', 'against')} {second}{level}"


def _side(report: Report, face: int, total: Any) -> str:
    if not present(total):
        return report.number(face)
    return f"{report.number(face)} (d20){adding(report, total - face)} = {report.number(total)}"


TRIES: dict[str, Both] = {
    "squeeze": ("{who} serre {other}", "{who} squeezes {other}"),
    "pin": ("{who} cherche à plaquer {other}", "{who} tries to pin {other}"),
    "break_free": ("{who} cherche à se dégager", "{who} tries to break free"),
    "take_object": ("{who} cherche à prendre un objet {to}", "{who} tries to take an object from {other}"),
}
ENDS: dict[str, Both] = {
    "pinned": ("{other} ne peut plus bouger", "{other} can no longer move"),
    "free": ("{who} se dégage", "{who} breaks free"),
    "taken": ("l'objet change de mains", "the object changes hands"),
}


def _with_names(report: Report, text: Both) -> str:
    """A phrase with both names put in."""
    who, other = pair(report)
    return report.pick(*text).replace("{to}", to(other)).replace("{who}", who).replace("{other}", other)


def grapple(report: Report) -> list[str]:
    """« Paul empoigne le voyou : 12 (d20) + 3 = 15 contre CA de contact 11, touché. », then the hold."""
    who, other = pair(report)
    seizes = report.pick(f"{who} cherche à empoigner {other}", f"{who} tries to seize {other}")
    line = touch_text(report, start(seizes))
    if not report.outcome.touched:
        return [line]
    met = contest_text(report, report.pick("Lutte", "Wrestling"), "grapple")
    holds = report.pick(f"{who} tient {other}", f"{who} holds {other}")
    slips = report.pick(f"{other} échappe à la prise", f"{other} escapes the hold")
    return [line, f"{met}. {start(holds if report.outcome.held else slips)}."]


def grapple_action(report: Report) -> list[str]:
    """« Paul serre le voyou : 14 (d20) + 3 = 17 contre 9 (d20) + 1 = 10. GB 7, grave, fatigue seulement : −3 PF. »"""
    given, outcome = report.given, report.outcome
    line = f"{contest_text(report, start(_with_names(report, TRIES[given.action])), 'grapple')}."
    if not outcome.success:
        return [join_sentences(line, report.pick("Sans effet.", "No effect."))]
    if outcome.effect == "squeezed":
        _, other = pair(report)
        first, *rest = wound_lines(report, other, given.target, outcome, pf_only=True)
        return [line, first, *rest]
    return [join_sentences(line, f"{start(_with_names(report, ENDS[outcome.effect]))}.")]


# ---- manoeuvres ----


def trip(report: Report) -> list[str]:
    """« Paul cherche à faire tomber le voyou : …, touché. Épreuve de force : 14 … Le voyou tombe. »"""
    who, other = pair(report)
    tries = report.pick(f"{who} cherche à faire tomber {other}", f"{who} tries to trip {other}")
    line = touch_text(report, start(tries))
    if not report.outcome.touched:
        return [line]
    met = contest_text(report, report.pick("Épreuve de force", "Test of strength"), "manoeuvre")
    end = report.pick(f"{other} tombe", f"{other} falls")
    if report.given.target.lies:
        end = report.pick(f"{other} reste à terre", f"{other} stays on the ground")
    if not report.outcome.tripped:
        end = report.pick(f"{other} reste debout", f"{other} stays up")
    return [line, f"{met}. {start(end)}{_answer(report, ('faire tomber', 'trip'))}."]


def _answer(report: Report, act: tuple[str, str]) -> str:
    """Whether the other may try the same in return (CD20-P-MAN-01)."""
    if not report.outcome.counter_allowed:
        return ""
    who, _ = pair(report)
    return report.pick(f" et peut à son tour {act[0]} {who}", f" and may {act[1]} {who} in return")


def disarm(report: Report) -> list[str]:
    """« Paul cherche à désarmer le voyou : 14 … contre 9 … L'arme tombe. »"""
    who, other = pair(report)
    tries = report.pick(f"{who} cherche à désarmer {other}", f"{who} tries to disarm {other}")
    met = contest_text(report, start(tries), "manoeuvre")
    if report.outcome.disarmed:
        return [f"{met}. {start(report.pick(f'{other} lâche son arme', f'{other} drops the weapon'))}."]
    end = report.pick(f"{other} garde son arme", f"{other} keeps the weapon")
    return [f"{met}. {start(end)}{_answer(report, ('désarmer', 'disarm'))}."]


def push(report: Report) -> list[str]:
    """« Paul repousse le voyou : 14 … contre 9 … Le voyou recule de 3 m. »"""
    who, other = pair(report)
    tries = report.pick(f"{who} cherche à repousser {other}", f"{who} tries to push {other} back")
    met = contest_text(report, start(tries), "manoeuvre")
    if report.outcome.pushed:
        back = metres(report, report.outcome.distance_m)
        end = report.pick(f"{other} recule de {back}", f"{other} is driven back {back}")
    else:
        end = report.pick(f"{other} tient bon", f"{other} holds firm")
    return [f"{met}. {start(end)}."]


def aid_another(report: Report) -> list[str]:
    """« Paul aide Jack : 14 (d20) + 2 = 16 contre CA 10, réussi. Jack gagne +2 à sa prochaine attaque. »"""
    who, other = pair(report)
    given, outcome = report.given, report.outcome
    head = report.pick(f"{who} occupe l’adversaire pour {other}", f"{who} keeps the enemy busy for {other}")
    bonus = total((*fencing_parts(given.attacker), ("modifier", given.modifier)))
    versus = report.pick(f"contre CA {AID_CA}", f"against CA {AID_CA}")
    sums = sum_text(report, outcome.attack_total - bonus, bonus)
    thrown = f"{start(head)}{report.colon} {sums} {versus}, {verdict(report, outcome.aided)}."
    if not outcome.aided:
        return [f"{thrown} {start(report.pick(f'{other} n’y gagne rien', f'{other} gains nothing by it'))}."]
    gains = {
        "attack": report.pick("à sa prochaine attaque", "on the next attack"),
        "ca": report.pick("à la CA contre la prochaine attaque", "to CA against the next attack"),
    }
    gain = report.pick(f"{other} gagne +{AID} ", f"{other} gains +{AID} ") + gains[given.benefit]
    return [f"{thrown} {start(gain)}."]
