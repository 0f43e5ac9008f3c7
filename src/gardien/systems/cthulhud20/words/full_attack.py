"""Several attacks in a turn, suppressive fire, blasts: everybody in an area one by one."""

from typing import Any

from gardien.core.interpreters.run import Waiting
from gardien.core.telling import Report
from gardien.core.wording import Both, count_of, join_sentences, present, start, who_text
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import bonus_of
from gardien.systems.cthulhud20.rules.fight.attack_severity import zone_bonus
from gardien.systems.cthulhud20.rules.fight.blasts import power_of
from gardien.systems.cthulhud20.rules.fight.full_attack import BARRAGE_DC, FullGiven, Next, Turn, attack_of, turn_of
from gardien.systems.cthulhud20.rules.fight.weapons import weapon_of
from gardien.systems.cthulhud20.rules.person import Body, body_of
from gardien.systems.cthulhud20.rules.tests.d20 import NOTHING
from gardien.systems.cthulhud20.words.attack import (
    aim_text,
    attack_lines,
    refuse_attack,
    strike_text,
    waiting_lines,
    weapon_text,
    with_dice,
)
from gardien.systems.cthulhud20.words.grammar import (
    VICTIM,
    adding,
    d100_text,
    dc,
    face_of,
    faces_of,
    head_text,
    metres,
    row_name,
    save_name,
    trial_text,
    zone_name,
)
from gardien.systems.cthulhud20.words.wounds import gravity_text, wound_lines

FORCE: Both = ("explosion", "blast")
ARMOUR: Both = ("armure", "armour")
LEFT: Both = ("arme, armure déduite", "weapon less armour")
SPARED: dict[str, Both] = {
    "safe": ("rien ne l'atteint", "nothing strikes home"),
    "out_of_reach": ("hors d'atteinte", "out of reach"),
}


def victims_lines(report: Report, dc: int) -> list[str]:
    """Each victim on lines of their own, then the toll of several."""
    outcome, at, lines = report.outcome, 0, []
    several = len(report.given.victims) > 1
    for number, (victim, block) in enumerate(zip(report.given.victims, outcome.results, strict=True), start=1):
        role: Both = (f"la victime {number}", f"victim {number}") if several else VICTIM
        last = _end_of_victim(report, at) if present(block.reflex_success) else at
        lines += _victim_lines(with_dice(report, at, last), who_text(report, victim, role), victim, block, dc)
        at = last
    if several:
        lines.append(_toll(report))
    return lines


def _end_of_victim(report: Report, at: int) -> int:
    """Where the dice of the next victim begin."""
    starts = [place for place in range(at + 1, len(report.dice)) if report.dice[place].purpose == "reflexes"]
    return starts[0] if starts else len(report.dice)


def _victim_lines(report: Report, who: str, victim: Combatant, block: Any, dc: int) -> list[str]:
    """« Paul, jet de Réflexes : … », then where it strikes and what it does."""
    if not present(block.reflex_success):
        gone = report.pick("ne vit plus", "is already dead")
        if victim.condition == "dead":
            return [f"{start(who)} {gone}."]
        return [f"{start(who)}{report.colon} {report.pick(*SPARED[block.result])}."]
    face = face_of(report, "reflexes")
    total = block.reflex_total
    bonus = total - face if face is not None and present(total) else 0
    saved = trial_text(report, f"{who}, {save_name(report, 'ref')}", bonus, dc, total, block.reflex_success)
    if block.result == "safe":
        thrown = face_of(report, "blast", "d10")
        end = report.pick(*SPARED["safe"]) if thrown is None else f"{_d10_text(report)}, {_stopped_text(report)}"
        return [join_sentences(saved, f"{start(end)}.")]
    if block.result == "stopped":
        place = f", {zone_name(report, block.zone)} ({_place(report)})"
        blow = wound_lines(report, who, victim, block, stopped=True)
        return [join_sentences(saved, f"{_d10_text(report)}{place}, {_stopped_text(report)}."), *blow]
    own = zone_bonus(block.zone, victim.tables)
    margin = block.gb - own
    hit = f"{_sum(report, block, margin)}, {zone_name(report, block.zone)} ({_place(report)})."
    return [
        join_sentences(saved, start(hit)),
        *wound_lines(report, who, victim, block, gravity_text(report, block.gb, margin, block.zone, own)),
    ]


def _d10_text(report: Report) -> str:
    return f"{face_of(report, 'blast', 'd10')} (d10)"


def _stopped_text(report: Report) -> str:
    return report.pick("arrêté par l'armure", "stopped by the armour")


def _place(report: Report) -> str:
    face = d100_text(faces_of(report, "location", "d100")[-1])
    return report.pick(f"{face} au d100", f"{face} on d100")


def _sum(report: Report, block: Any, margin: int) -> str:
    """« 7 (d10) + 6 (explosion) − 2 (armure) = 11 »."""
    face = face_of(report, "blast", "d10") or 0
    parts = [(LEFT, margin - face)]
    if present(block.bonus):
        parts = [(FORCE, block.bonus), (ARMOUR, margin - face - block.bonus)]
    more = "".join(f"{adding(report, value)} ({report.pick(*name)})" for name, value in parts if value)
    return f"{_d10_text(report)}{more} = {report.number(margin)}" if more else _d10_text(report)


def _toll(report: Report) -> str:
    """« 2 personnes atteintes, 1 décès. »"""
    outcome = report.outcome
    if not outcome.hurt:
        return report.pick("Personne n'est atteint.", "Nobody is hurt.")
    hurt = count_of(report, outcome.hurt, ("personne atteinte", "personnes atteintes"), ("person hurt", "people hurt"))
    dead = count_of(report, outcome.killed, ("décès", "décès"), ("death", "deaths")) if outcome.killed else ""
    return f"{hurt}, {dead}." if dead else f"{hurt}."


def explosion(report: Report) -> list[str]:
    """« Dynamite, 2 bâtons, rayon 4,50 m, dégâts maximaux 24 : jet de Réflexes contre DD 18. »"""
    given, outcome = report.given, report.outcome
    what = report.pick("explosion", "explosion") if given.row is None else row_name(report, given.row)
    parts = [what]
    if given.sticks > 1:
        parts.append(count_of(report, given.sticks, ("bâton", "bâtons"), ("stick", "sticks")))
    radius, most = metres(report, outcome.radius_m), report.number(power_of(given))
    parts.append(report.pick(f"rayon de {radius}", f"radius {radius}"))
    parts.append(report.pick(f"{most} de dégâts au plus", f"{most} damage at most"))
    against = dc(report, outcome.reflex_dc)
    save = report.pick(f"{save_name(report, 'ref')} contre {against}", f"{save_name(report, 'ref')} against {against}")
    return [f"{start(head_text(report, *parts))}{report.colon} {save}.", *victims_lines(report, outcome.reflex_dc)]


# ---- several attacks in a turn ----


def bullets(report: Report, count: int) -> str:
    return count_of(report, count, ("balle", "balles"), ("bullet", "bullets"))


def full_attack(report: Report) -> list[str]:
    """Each attack in turn, then what is left of the target."""
    given, outcome = report.given, report.outcome
    if isinstance(outcome, Waiting):
        return waiting_lines(report, _head(report, outcome.told.get("attacks_made", 0)))
    if present(outcome.refused):
        return [refuse_attack(report, outcome.refused, given)]
    if not outcome.attacks_made:
        return [
            join_sentences(
                f"{_head(report)}.", report.pick("Plus de balle : rien ne part.", "No bullet left: nothing fires.")
            )
        ]
    body, at, lines = body_of(given.target, Options()), 0, []
    dues = turn_of(given, NOTHING, Options())
    for number, (due, block) in enumerate(zip(dues, outcome.results, strict=False), start=1):
        last = _end(report, at, block, due)
        own = with_dice(report, at, last)
        lines += _attack_lines(own, Turn(body=body), due, block, number if len(dues) > 1 else 0)
        body, at = _body_left(block, given), last
    return [f"{_head(report)}.", *lines, _ammunition_text(report, len(dues))]


def _head(report: Report, number: int = 0) -> str:
    """« Jack tire sur la cible (fusil), attaque à outrance »."""
    given = report.given
    weapon = weapon_of(given.weapon, given.thrown)
    head = strike_text(report, given.attacker, given.target, weapon, named=weapon_text(report, given.weapon))
    ways = []
    if given.fire_mode != "semi":
        ways.append(row_name(report, pack.fire_mode(given.fire_mode)))
    if given.rapid_shot:
        ways.append("Rapid Shot")
    if number:
        ways.append(report.pick(f"attaque {number}", f"attack {number}"))
    return ", ".join([head, *(ways or [report.pick("attaque complète", "full attack")])])


def _end(report: Report, at: int, block: Any, due: Next) -> int:
    """Where the dice of the next attack begin."""
    destiny = due.entry.destiny
    again = destiny is not None and destiny.effect == "reroll" and block.destiny_accepted is True
    left = 2 if again else 1
    for place in range(at, len(report.dice)):
        if report.dice[place].purpose == "attack":
            if not left:
                return place
            left -= 1
    return len(report.dice)


def _body_left(block: Any, given: FullGiven) -> Body:
    """The target as an attack left it, in what the next one reads."""
    return Body(
        pv=block.pv,
        pf=block.pf,
        pv_max=block.pv_max,
        pf_max=block.pf_max,
        state=block.state,
        prone=block.prone,
        shock=block.shock_next_turn,
        lost_parts=block.lost_parts,
        hampered_parts=block.hampered_parts,
        tables=given.target.tables,
    )


def _attack_lines(report: Report, turn: Turn, due: Next, block: Any, number: int) -> list[str]:
    """« Attaque 1, à la tête : … »"""
    attack = attack_of(turn, due)
    assert attack is not None  # it was made
    head = report.pick("attaque", "attack") + (f" {number}" if number else "")
    aim = f", {aim_text(report, attack.aim)}" if attack.aim != "none" else ""
    attack_sum = bonus_of(attack, Options(), due.base, due.malus)
    return attack_lines(report, attack, block, start(f"{head}{aim}"), attack_sum)


def _ammunition_text(report: Report, due: int) -> str:
    """Attacks that were not made, and the ammunition."""
    given, outcome = report.given, report.outcome
    lost = ""
    if outcome.attacks_made < due:
        left = due - outcome.attacks_made
        lost = report.pick(
            "La dernière attaque ne se fait pas." if left == 1 else f"Les {left} dernières attaques ne se font pas.",
            "The last attack is not made." if left == 1 else f"The last {left} attacks are not made.",
        )
    if not outcome.ammunition_used:
        return lost
    used = bullets(report, outcome.ammunition_used)
    text = report.pick(f"{used} de moins", f"{used} used")
    if given.rounds_loaded is not None:
        rest = bullets(report, given.rounds_loaded - outcome.ammunition_used)
        text += report.pick(f", il en reste {rest.split(chr(160))[0]}", f", {rest.split(chr(160))[0]} left")
    return join_sentences(lost, f"{start(text)}.")


def suppressive_fire(report: Report) -> list[str]:
    """« Tir de barrage, 10 balles : Réflexes contre DD 15. », then everybody in the area."""
    given, outcome = report.given, report.outcome
    weapon = "" if given.weapon is None else weapon_text(report, given.weapon)
    used = bullets(report, outcome.ammunition_used)
    named = f" ({weapon})" if weapon else ""
    head = head_text(report, report.pick(f"tir de barrage{named}, {used}", f"suppressive fire{named}, {used}"))
    against = dc(report, BARRAGE_DC)
    save = report.pick(f"{save_name(report, 'ref')} contre {against}", f"{save_name(report, 'ref')} against {against}")
    return [f"{start(head)}{report.colon} {save}.", *victims_lines(report, BARRAGE_DC)]
