"""One body in words: PF, PV, malus, fainting, bleeding, death; conditions, efforts and chases that cost it breath."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import (
    NO_DIE,
    Both,
    arrow,
    join_list,
    join_sentences,
    present,
    refusal_line,
    start,
    thing_of,
    who_text,
    with_rule,
)
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.body.fatigue import ATTACKS, EASED_BY, Runner
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.person import FAINT_DC
from gardien.systems.cthulhud20.rules.person import fatigue_malus as malus_of
from gardien.systems.cthulhud20.vocabulary import SAVES, Tables
from gardien.systems.cthulhud20.words.grammar import (
    SOMEBODY,
    VICTIM,
    below_text,
    face_of,
    faces_of,
    feat_word,
    head_text,
    interval,
    loss_text,
    name_of,
    points,
    rounds,
    row_name,
    save_name,
    signed,
    trial_text,
)
from gardien.systems.cthulhud20.words.tests import owned_check, throw_text

BLEEDS = 1  # PF and PV at each interval (CD20-BLEED-04)
DEAD: Both = (f"{{who}} ne vit plus : {NO_DIE[0]}", f"{{who}} is dead: {NO_DIE[1]}")
STANDS: dict[str, Both] = {  # a state in a list
    "ok": ("en état d'agir", "able to act"),
    "stunned": ("hors d'état d'agir", "stunned"),
    "unconscious": ("sans connaissance", "unconscious"),
    "dead": ("décès", "dead"),
}
UNDYING = "zombie"  # a body that does not die: it stays down


def victim_of(report: Report, victim: Combatant) -> str:
    """Whoever suffers, by name where there is one."""
    return who_text(report, victim, VICTIM, acts=True)


def refuse_dead(report: Report, who: str) -> str:
    """The refusal of whatever nobody can do to the dead (CD20-HP-04)."""
    return refusal_line(report, DEAD, "CD20-HP-04", who)


def state_text(report: Report, state: str) -> str:
    """A state as a short word: « sans connaissance »."""
    return report.pick(*STANDS[state])


# ---- points ----


def gauge_change(report: Report, code: str, before: int, after: Any) -> str:
    """A gauge where it has changed: « PF 8 → 7 »."""
    return f"{code} {arrow(report, before, after)}" if present(after) and after != before else ""


def malus_change(report: Report, before: int, after: Any) -> str:
    """The malus of fatigue where it has changed: « malus de fatigue −1 → −2 » (CD20-FAT-01)."""
    if not present(after) or after == before:
        return ""
    name = report.pick("malus de fatigue", "fatigue penalty")
    return f"{name} {signed(report, before) if before else '0'} → {signed(report, after) if after else '0'}"


def pools_text(report: Report, who: str, before: Combatant, block: Any) -> str:
    """What is left to somebody: « Paul : PF 8 → 7, malus de fatigue −1 → −2. »; nothing where nothing moved."""
    text = pools_clause(report, before, block)
    return f"{start(who)}{report.colon} {text}" if text else ""


def pools_clause(report: Report, before: Combatant, block: Any) -> str:
    """The same where the name has just been said: « PF 8 → 7, malus de fatigue −1 → −2. »"""
    malus = malus_of(before.breath_max, before.breath)
    alive = block.state != "dead"
    shown = [
        gauge_change(report, "PF", before.breath, block.pf),
        gauge_change(report, "PV", before.life, block.pv),
        malus_change(report, malus, block.fatigue_malus) if alive else "",
    ]
    text = ", ".join(part for part in shown if part)
    return f"{text}." if text else ""


def losses_clause(report: Report, pf: int, pv: int, detail: str = "") -> str:
    """« −5 PF (4 + 1 pour le torse), −3 PV »."""
    shown = [loss_text(report, pf, "PF") + (f" ({detail})" if detail else "")] if pf else []
    shown += [loss_text(report, pv, "PV")] if pv else []
    return ", ".join(shown) or report.pick("aucune perte", "no loss")


# ---- states ----


def death_text(report: Report, who: str, tables: Tables = "human") -> str:
    """« Paul meurt. »; what was already dead stays down."""
    if tables == UNDYING:
        return start(report.pick(f"{who} ne se relèvera plus.", f"{who} will not get up again."))
    return start(report.pick(f"{who} meurt.", f"{who} dies."))


def faint_end_text(report: Report, who: str, state: Any) -> str:
    """What a faint save leaves of somebody (CD20-COND-02)."""
    if state == "unconscious":
        return start(report.pick(f"{who} s'évanouit.", f"{who} faints."))
    if state == "stunned":
        return start(
            report.pick(
                f"{who} tombe sans perdre connaissance, hors d'état d'agir.",
                f"{who} falls but stays conscious, unable to act.",
            )
        )
    return ""


def faint_text(report: Report, who: str, block: Any, nth: int = 0) -> str:
    """« Jet de Vigueur : 8 (d20) + 2 = 10 contre DD 15, raté. Anna s'évanouit. », where it was thrown (CD20-HP-05).

    `nth` says which of several faint saves it is.
    """
    if not present(block.faint_save_needed) or not block.faint_save_needed:
        return ""
    faces = faces_of(report, "faint_save", "d20")
    face, total = faces[nth] if nth < len(faces) else None, block.faint_save_total
    bonus = total - face if face is not None and present(total) else 0
    thrown = trial_text(
        report, owned_save(report, who), bonus, FAINT_DC, total if face is not None else None, block.faint_save_success
    )
    return join_sentences(
        report.pick("Plus de PF.", "No PF left."),
        thrown,
        faint_end_text(report, who, block.state) if block.state != "dead" else "",
    )


def owned_save(report: Report, who: str) -> str:
    """« jet de Vigueur de Paul », “Paul's Fortitude save”."""
    name = save_name(report, "fort")
    return thing_of(report, (name, name), who)


def stabilise_text(report: Report, block: Any) -> str:
    """« Stabilisation : 53 au d100, il fallait moins de 9 (8 PV + 1 PF), raté. », where it was thrown."""
    if not present(block.stabilise_roll_needed) or not block.stabilise_roll_needed:
        return ""
    detail = f"{points(report, block.pv, 'PV')} {'−' if block.pf < 0 else '+'} {points(report, abs(block.pf), 'PF')}"
    head = report.pick("stabilisation", "stabilisation")
    return below_text(
        report, head, face_of(report, "stabilisation", "d100"), block.stabilise_total, block.stabilised, detail
    )


def bleeding_text(report: Report, every: Any, care_dc: Any = None) -> str:
    """« La blessure saigne : −1 PF et −1 PV chaque minute, soins contre DD 15. » (CD20-BLEED-02, CD20-BLEED-04)."""
    if not present(every):
        return report.pick("La blessure saigne.", "The wound bleeds.")
    pf, pv = loss_text(report, BLEEDS, "PF"), loss_text(report, BLEEDS, "PV")
    text = report.pick(f"La blessure saigne : {pf} et {pv} ", f"The wound bleeds: {pf} and {pv} ") + interval(
        report, every
    )
    care = report.pick(f", soins contre DD {care_dc}", f", care against DC {care_dc}") if present(care_dc) else ""
    return f"{text}{care}."


def closed_text(report: Report) -> str:
    return report.pick("La blessure ne saigne plus.", "The wound no longer bleeds.")


# ---- shocks ----


def shock_text(report: Report, who: str, block: Any, lay: bool = False) -> str:
    """« Choc violent : Anna recule de 1,50 m, tombe et perd son prochain tour. » (CD20-SHOCK-01, CD20-SHOCK-02)."""
    if not present(block.shock) or block.shock == "none":
        return ""
    able = block.state == "ok"
    if block.shock == "shock":
        less = report.pick(
            " : une action partielle au plus à son prochain tour", ": a partial action at most next turn"
        )
        return report.pick("Choc", "Shock") + (less if able else "") + "."
    back = report.pick(f"recule de 1,50{HARD}m", f"is thrown back 1.5{HARD}m")
    fall = report.pick("tombe", "falls")
    lost = report.pick("perd son prochain tour", "loses the next turn")
    if not able:
        return report.pick(f"Choc violent : {who} {back}.", f"Violent shock: {who} {back}.")
    acts = f"{back} {report.pick('et', 'and')} {lost}" if lay else f"{back}, {fall} {report.pick('et', 'and')} {lost}"
    return report.pick(f"Choc violent : {who} {acts}.", f"Violent shock: {who} {acts}.")


# ---- conditions ----


def apply_condition(report: Report) -> list[str]:
    """« Paul, état « Aveuglé ». Les attaquants ont +2… », « « Fatigué » n'existe plus : −2 PF. »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.victim, VICTIM, acts=True)
    if present(outcome.refused):
        text = report.pick(f"{who} ne vit plus, aucun état ne compte", f"{who} is dead, no condition counts")
        return [with_rule(f"{start(text)}.", "CD20-HP-04")]
    if outcome.removed_condition:
        return _converted_lines(report, who)
    if given.condition == "prone":
        down = report.pick(f"{who} est à terre.", f"{who} is on the ground.")
        melee, ranged = signed(report, outcome.attackers_melee), signed(report, outcome.attackers_ranged)
        own = signed(report, outcome.own_melee)
        gives = report.pick(
            f"Contre {who}, {melee} au contact et {ranged} à distance ; {own} à ses coups.",
            f"Against {who}, {melee} in melee and {ranged} from afar; {own} to own blows.",
        )
        return [join_sentences(start(down), gives)]
    row = pack.condition(given.condition)
    name = report.pick(f"état « {row.fr} »", f"condition “{row.en}”")
    save = _kept_off(report, who)
    if outcome.save_success is True:
        return [join_sentences(f"{start(name)}.", save)]
    held = given.condition in given.victim.conditions
    already = report.pick(" déjà noté", " already noted") if held else ""
    if present(outcome.rounds):
        already += report.pick(f" pour {rounds(report, outcome.rounds)}", f" for {rounds(report, outcome.rounds)}")
    return [join_sentences(save, f"{start(who)}, {name}{already}.", report.pick(row.effect_fr, row.effect_en))]


def _kept_off(report: Report, who: str) -> str:
    """The save against a condition: « Jet de Vigueur de Paul : 8 (d20) + 1 = 9 contre DD 15, raté. »"""
    outcome, face = report.outcome, faces_of(report, "fortitude", "d20")
    if not present(outcome.save_success):
        return ""
    bonus = outcome.save_total - face[0] if face and present(outcome.save_total) else 0
    head = owned_check(report, save_name(report, "fort"), who)
    reached = outcome.save_total
    return throw_text(report, head, (("bonus", bonus),), report.given.dc, reached, outcome.save_success, save=True)


def _converted_lines(report: Report, who: str) -> list[str]:
    """What became of a condition that is no longer used (CD20-COND-01)."""
    given, outcome = report.given, report.outcome
    row = given.removed
    name = report.pick(f"« {row.fr} »", f"“{row.en}”")
    if row.shakes:
        end = report.pick(
            "un choc, une action partielle au plus au prochain tour", "a shock, a partial action next turn"
        )
    elif outcome.pf_loss:
        end = losses_clause(report, outcome.pf_loss, 0)
    else:
        end = report.pick("sans effet ici", "no effect here")
    line = f"{start(who)}, {name}{report.colon} {end}."
    return [join_sentences(line, faint_text(report, who, outcome)), pools_text(report, who, given.victim, outcome)]


# ---- fatigue and what costs it ----


FUGITIVE: Both = ("le fuyard", "the fugitive")
PURSUER: Both = ("le poursuivant", "the pursuer")
ROLLS: dict[str, Both] = {
    "melee": ("corps à corps", "melee"),
    "ranged": ("tir", "ranged"),
    "touch": ("contact", "touch"),
    "grapple": ("lutte", "grapple"),
    "initiative": ("initiative", "initiative"),
}


def roll_name(report: Report, key: str) -> str:
    """Whatever fatigue may weigh on: an attack, a save, an ability by its code, a skill."""
    if key in ATTACKS or key == "initiative":
        return report.pick(*ROLLS[key])
    if key in SAVES:
        return str((report.terms.entry("characteristic", key) or {})[report.language])
    return name_of(report, key)


def fatigue_malus(report: Report) -> list[str]:
    """« PF 5 sur 10 : malus de fatigue −2. Avec la fatigue : tir +4, Volonté +3. »"""
    given, outcome = report.given, report.outcome
    left = report.pick(
        f"PF {report.number(given.pf)} sur {report.number(given.pf_max)}",
        f"PF {report.number(given.pf)} of {report.number(given.pf_max)}",
    )
    malus = report.pick("pas de malus de fatigue", "no fatigue penalty")
    if outcome.fatigue_malus:
        shown = signed(report, outcome.fatigue_malus)
        malus = report.pick(f"malus de fatigue {shown}", f"fatigue penalty {shown}")
    line = f"{start(head_text(report, left))}{report.colon} {malus}."
    if not outcome.bonuses:
        return [line]
    each = join_list(
        report, [f"{roll_name(report, key)} {signed(report, bonus)}" for key, bonus in outcome.bonuses.items()]
    )
    return [line, report.pick(f"Fatigue comprise : {each}.", f"With fatigue: {each}.")]


def effort(report: Report) -> list[str]:
    """« Paul, enfoncer une porte : −1 PF. PF 9 → 8. »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.character, SOMEBODY, acts=True)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    name = report.pick("effort", "effort") if given.effort is None else row_name(report, pack.effort(given.effort))
    head = start(", ".join(part for part in (given.character.name or report.who, name) if part))
    cost = losses_clause(report, outcome.pf_loss, 0)
    if outcome.halved:
        feat = feat_word(report, EASED_BY[outcome.kind])
        whole = report.number(outcome.cost)
        cost += report.pick(f" ({whole}, moitié grâce à {feat})", f" ({whole}, halved by {feat})")
    return [
        join_sentences(
            f"{head}{report.colon} {cost}.",
            pools_clause(report, given.character, outcome),
            faint_text(report, who, outcome),
        )
    ]


# ---- a chase ----


def chase(report: Report) -> list[str]:
    """« Poursuite de 4 min : Paul s'échappe (3 min gagnées contre 1). », and what it cost both."""
    given, outcome = report.given, report.outcome
    fugitive, pursuer = who_text(report, given.fugitive, FUGITIVE), who_text(report, given.pursuer, PURSUER)
    end = {
        "escaped": report.pick(f"{fugitive} s'échappe", f"{fugitive} gets away"),
        "caught": report.pick(f"{pursuer} rattrape {fugitive}", f"{pursuer} catches {fugitive}"),
        "undecided": report.pick("personne ne l'emporte", "nobody prevails"),
    }[outcome.result]
    minutes = f"{report.number(outcome.minutes)}\u00a0min"
    line = report.pick(f"Poursuite de {minutes} : {end}", f"Chase of {minutes}: {end}")
    if present(outcome.fugitive_wins) and present(outcome.pursuer_wins):
        mine, other = report.number(outcome.fugitive_wins), report.number(outcome.pursuer_wins)
        line += report.pick(
            f". Minutes gagnées : {mine} pour {fugitive}, {other} pour {pursuer}",
            f". Minutes won: {mine} for {fugitive}, {other} for {pursuer}",
        )
    first = outcome.fugitive.faint_save_needed is True
    return [
        f"{line}.",
        _run_text(report, fugitive, given.fugitive, outcome.fugitive, 0),
        _run_text(report, pursuer, given.pursuer, outcome.pursuer, 1 if first else 0),
    ]


def _run_text(report: Report, who: str, before: Combatant, after: Runner, nth: int) -> str:
    """What the run cost one of the two; `nth` is which of the faint saves would be theirs."""
    if not after.pf_loss:
        return ""
    return join_sentences(pools_text(report, who, before, after), faint_text(report, who, after, nth))
