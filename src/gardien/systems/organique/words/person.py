"""One body in the words that blows, efforts, poisons and time share: reserves, what befalls it, what ends."""

from collections.abc import Sequence
from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import MINUS
from gardien.core.wording import Both, join_list, join_sentences, of, present, start
from gardien.systems.organique import pack
from gardien.systems.organique.rules.character import Character, State
from gardien.systems.organique.rules.person import person_of, state_of
from gardien.systems.organique.words.grammar import gauge, named_in, turns

RESERVES = {"structure": "structure", "cps": "CPS", "sng": "SNG", "inc": "INC", "end_now": "END"}

# What begins, said after the name, the graver first; what has a number is told below.
BEGINS: dict[str, Both] = {
    "medical_shock": ("passe en état de choc", "goes into shock"),
    "cardiac_arrest": ("fait un arrêt cardiaque", "goes into cardiac arrest"),
    "respiratory_arrest": ("cesse de respirer", "stops breathing"),
    "coma": ("tombe dans le coma", "falls into a coma"),
    "no_air": ("manque d'air", "is out of air"),
    "stupor": ("sombre dans la stupeur", "falls into a stupor"),
    "vomiting": ("vomit, −20 à toute action", "vomits, −20 to every action"),
    "prone": ("se retrouve à terre", "is on the ground"),
    "blind": ("n'y voit plus", "can no longer see"),
    "one_eyed": ("perd la moitié de la vue", "loses half of their sight"),
    "extended_penalty": ("aura −10 à sa prochaine action ou réaction", "has −10 on the next action or reaction"),
    "stabilised": ("ne perd plus de sang", "no longer loses blood"),
}
ENDS: dict[str, Both] = {
    "prone": ("se relève", "gets up"),
    "blind": ("recouvre la vue", "can see again"),
    "one_eyed": ("recouvre toute sa vue", "sees well again"),
    "vomiting": ("ne vomit plus", "no longer vomits"),
    "no_air": ("respire de nouveau", "breathes again"),
    "medical_shock": ("sort de l'état de choc", "comes out of shock"),
    "cardiac_arrest": ("a de nouveau un pouls", "has a pulse again"),
    "respiratory_arrest": ("respire de nouveau", "breathes again"),
    "coma": ("sort du coma", "comes out of the coma"),
    "stupor": ("sort de la stupeur", "comes out of the stupor"),
}
LIMBS: dict[str, Both] = {
    "hand": ("une main", "a hand"),
    "foot": ("un pied", "a foot"),
    "arm": ("un bras", "an arm"),
    "leg": ("une jambe", "a leg"),
}


# ---- reserves ----


def reserves(report: Report, before: State, after: State) -> str:
    """What moved, in the order in which it is lost: « CPS 4 → 2, SNG 5 → 1 »."""
    shown = []
    for name, code in RESERVES.items():
        was, now = getattr(before, name), getattr(after, name)
        if present(now) and present(was) and was != now:
            shown.append(gauge(report, code, was, now))
    return ", ".join(shown)


def pools(report: Report, who: str, before: State, after: State) -> str:
    """« Tyra : CPS 4 → 2, SNG 5 → 1. »; nothing where nothing moved."""
    moved = reserves(report, before, after)
    return f"{start(who)}{report.colon} {moved}." if moved else ""


# ---- what befalls somebody ----


def befalls(report: Report, who: str, before: State, after: State, besides: Sequence[str] = ()) -> list[str]:
    """What has begun, as sentences, the gravest first; `besides`: what the caller has said already."""
    if after.dead:
        return [] if before.dead else [report.pick(f"{who} meurt.", f"{who} dies.")]
    said = [_down(report, who, before, after)]
    if after.out_of_action or after.exhausted or after.unconscious_turns or after.coma:
        besides = (*besides, "prone")  # whoever cannot stand lies (ORG-END-06): it goes without saying
    said += [
        report.pick(f"{who} {fr}.", f"{who} {en}.")
        for name, (fr, en) in BEGINS.items()
        if getattr(after, name) and not getattr(before, name) and name not in besides
    ]
    said += [one for name, one in _measure_clauses(report, who, before, after) if name not in besides]
    return [start(one) for one in said if one]


def _down(report: Report, who: str, before: State, after: State) -> str:
    """Out of action and dying, mortally wounded, exhausted: the gravest of the three (ORG-HP-04 to 07, ORG-END-06)."""
    if after.out_of_action and not before.out_of_action:
        left = turns(report, after.timer) if present(after.timer) else ""  # type: ignore[arg-type]
        fate = report.pick(f" ; il lui reste {left} à vivre", f"; {left} to live") if left else ""
        return report.pick(f"{who} tombe hors de combat{fate}.", f"{who} is out of action{fate}.")
    if after.dying and before.dying and after.timer != before.timer:
        if not after.timer:
            return report.pick(f"{who} meurt à la fin de ce tour.", f"{who} dies at the end of this turn.")
        left = turns(report, after.timer)  # type: ignore[arg-type]
        return report.pick(f"{who} a encore {left} à vivre.", f"{who} has {left} left to live.")
    if after.exhausted and not before.exhausted:
        return report.pick(f"{who} s'effondre, à bout de forces.", f"{who} collapses, exhausted.")
    if after.mortally_wounded and not before.mortally_wounded:
        return report.pick(
            f"{who} n'a plus de SNG : blessure mortelle, −1 END par tour.",
            f"{who} has no SNG left: mortal wound, −1 END a turn.",
        )
    return ""


def _measure_clauses(report: Report, who: str, before: State, after: State) -> list[tuple[str, str]]:
    """What has a number, or comes several times, under the name of its field."""
    clauses: list[tuple[str, str]] = []
    if after.unconscious_turns > before.unconscious_turns:
        clauses.append(("unconscious_turns", faints(report, who, after.unconscious_turns)))
    if after.paralysed_turns > before.paralysed_turns:
        left = turns(report, after.paralysed_turns)
        clauses.append(
            ("paralysed_turns", report.pick(f"{who} ne peut plus bouger, {left}.", f"{who} cannot move for {left}."))
        )
    if len(after.suffering) > len(before.suffering):
        clauses.append(("suffering", aches(report, who, after.suffering[-1])))
    limbs = list(after.limbs_disabled)
    for limb in before.limbs_disabled:
        limbs.remove(limb) if limb in limbs else None
    clauses += [
        (
            "limbs_disabled",
            report.pick(
                f"{who} ne peut plus se servir d'{LIMBS[one][0]}.", f"{who} cannot use {LIMBS[one][1]} any more."
            ),
        )
        for one in limbs
    ]
    if more := len(after.doses) - len(before.doses):
        names = [named_in(report, "poison", pack.poison, one.poison) for one in after.doses[len(before.doses) :]]
        if more > 0:
            clauses.append(
                (
                    "doses",
                    report.pick(
                        f"Poison dans le sang {of(who)} : {join_list(report, names)}.",
                        f"Poison in {who}'s blood: {join_list(report, names)}.",
                    ),
                )
            )
    lost = [name for name in ("lose_action", "lose_reaction") if getattr(after, name) and not getattr(before, name)]
    if lost:
        clauses.append((lost[0], loses(report, who, "lose_action" in lost, "lose_reaction" in lost)))
    return clauses


def faints(report: Report, who: str, count: int) -> str:
    """« Tyra perd connaissance pour 4 tours. » (ORG-SYM-20)"""
    left = turns(report, count)
    return report.pick(f"{who} perd connaissance pour {left}.", f"{who} is unconscious for {left}.")


def aches(report: Report, who: str, malus: int) -> str:
    """« La douleur de Tyra pèse −4 sur tout. » (ORG-VOL-04)"""
    worse = f"{MINUS}{report.number(malus)}"
    return report.pick(f"La douleur {of(who)} pèse {worse} sur tout.", f"Pain costs {who} {worse} on everything.")


def loses(report: Report, who: str, action: bool, reaction: bool) -> str:
    """« Tyra perd sa prochaine action et sa prochaine réaction. » (ORG-ACT-12)."""
    parts = [*([report.pick("sa prochaine action", "next action")] if action else [])]
    parts += [report.pick("sa prochaine réaction", "next reaction")] if reaction else []
    if not parts:
        return ""
    return report.pick(f"{who} perd {' et '.join(parts)}.", f"{who} loses the {' and the '.join(parts)}.")


# ---- what ends ----


def ends(report: Report, who: str, before: State, after: State) -> list[str]:
    """What is over, as sentences; nothing of the dead."""
    if after.dead:
        return []
    said = [
        report.pick(f"{who} {fr}.", f"{who} {en}.")
        for name, (fr, en) in ENDS.items()
        if getattr(before, name) and not getattr(after, name)
    ]
    if before.unconscious_turns and not after.unconscious_turns:
        said.append(report.pick(f"{who} reprend connaissance.", f"{who} comes to."))
    if before.paralysed_turns and not after.paralysed_turns:
        said.append(report.pick(f"{who} peut de nouveau bouger.", f"{who} can move again."))
    if before.exhausted and not after.exhausted:
        said.append(report.pick(f"{who} reprend des forces.", f"{who} gets some strength back."))
    return [start(one) for one in said]


# ---- all of it ----


def aftermath(report: Report, who: str, before: Character, after: Any, besides: Sequence[str] = ()) -> str:
    """Everything that an outcome did to somebody, on one line; "" where odds did not tell it or nothing changed."""
    if not isinstance(after, State):
        return ""
    return passage(report, who, state_of(person_of(before)), after, besides)


def passage(report: Report, who: str, before: State, after: State, besides: Sequence[str] = ()) -> str:
    """From one state to another: reserves, what befalls, what ends."""
    return join_sentences(
        pools(report, who, before, after),
        *befalls(report, who, before, after, besides),
        *ends(report, who, before, after),
    )
