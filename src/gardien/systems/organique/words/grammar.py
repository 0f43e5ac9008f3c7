"""The small grammar of both languages, and the phrases that every part of the game shares: throws, saves, reserves.

Sentences are written here with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

from collections.abc import Sequence
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.telling import Report
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import Both, count_of, inside, of, present, start, thing_of, to, who_text, word
from gardien.systems.organique import pack
from gardien.systems.organique.vocabulary import CODES

ATTACKER: Both = ("l'attaquant", "the attacker")
TARGET: Both = ("la cible", "the target")
# Makes and names that keep their capital inside a sentence.
KEPT = ("Hudson", "Kessler", "Tunnel", "Saint-Roch", "Molotov")


# ---- the language ----


def head_text(report: Report, *parts: str) -> str:
    """What a line is about, the one who acts first where the name is known: « Tyra, test d'AGI »."""
    return ", ".join(part for part in (report.who, *parts) if part)


def lead(report: Report, character: Any, *parts: str) -> str:
    """What a line is about, whoever acts first where the name is known: « Ying, recherche publique »."""
    name = who_text(report, character, ("", ""), acts=True)
    return ", ".join(part for part in (name, *parts) if part)


def fill_text(report: Report, text: Both, who: str, whom: str = "") -> str:
    """A phrase with the names in it."""
    phrase = report.pick(*text)
    for mark, name in (("{of}", of(whom or who)), ("{to}", to(whom)), ("{whom}", whom), ("{who}", who)):
        phrase = phrase.replace(mark, name)
    return start(phrase)


def turns(report: Report, count: float) -> str:
    return count_of(report, count, ("tour", "tours"), ("turn", "turns"))


def days(report: Report, count: int) -> str:
    return count_of(report, count, ("jour", "jours"), ("day", "days"))


def minutes(report: Report, count: int) -> str:
    """« 40 min », « 2 h », « 1 h 30 »."""
    hours, rest = divmod(count, 60)
    if not hours:
        return f"{report.number(rest)}{HARD}min"
    return f"{report.number(hours)}{HARD}h" + (f"{HARD}{rest:02}" if rest else "")


def signed_text(report: Report, value: int) -> str:
    """A modifier always has its sign."""
    return report.number(value, signed=True)


def plain(value: float) -> int | float:
    """Points without a decimal where they are whole: 4, 0.5."""
    return int(value) if value == int(value) else value


def points(report: Report, amount: float, gauge: str) -> str:
    """An amount of a reserve or of damage by its code: « 4 SNG », « 2,5 bs »."""
    return f"{report.number(plain(amount))}{HARD}{gauge}"


def harm(report: Report, bs: float, c: float) -> str:
    """Damage of both kinds: « 4 bs et 2 c », « rien »."""
    parts = [points(report, amount, code) for amount, code in ((bs, "bs"), (c, "c")) if amount]
    return report.pick(" et ", " and ").join(parts) or report.pick("rien", "nothing")


def strength(report: Report, count: int, of_what: Both) -> str:
    """« 2 points de feu », “2 points of fire”."""
    amount = count_of(report, count, ("point", "points"), ("point", "points"))
    return report.pick(f"{amount} {of_what[0]}", f"{amount} {of_what[1]}")


def gauge(report: Report, code: str, before: float, after: float) -> str:
    """A reserve that moved or stayed: « SNG 5 → 1 », « SNG 5 »."""
    if before == after:
        return f"{code} {report.number(plain(after))}"
    return f"{code} {report.number(plain(before))} → {report.number(plain(after))}"


# ---- words of the game ----


def row_name(report: Report, row: Any) -> str:
    """A row of the pack inside a sentence; makes and proper names keep their capital."""
    return inside(report, row, KEPT)


def named_in(report: Report, field: str, look: Any, key: str) -> str:
    """A key of the pack inside a sentence: its row’s words, the term’s, or what somebody wrote."""
    try:
        return row_name(report, look(key))
    except Refusal:
        return word(report, field, key)


def skill_name(report: Report, key: str) -> str:
    """A skill, « escalade »; whatever the table has added is said as it was written."""
    return named_in(report, "skill", pack.skill, key)


def weapon_name(report: Report, named: Any) -> str:
    """A weapon by its key, or what somebody called it; "" where it has no name."""
    key = named if isinstance(named, str) else str(getattr(named, "name", "") or "")
    return named_in(report, "weapon", pack.weapon, key) if key else ""


def name_of(report: Report, key: str) -> str:
    """A characteristic by its code or a skill by its name: whatever a test is made with."""
    return key if key in CODES else skill_name(report, key)


def check_name(report: Report, key: str) -> str:
    """« test d'AGI », “AGI test”."""
    name = name_of(report, key)
    return report.pick(f"test {of(name)}", f"{name} test")


# What a save is made against, with its article; in English what stands before “save” (ORG-SAVE-01, ORG-SYM-01).
SAVES: dict[str, Both] = {
    "disease": ("la maladie", "disease"),
    "disease_contraction": ("la maladie", "disease"),
    "disease_progression": ("la maladie", "disease"),
    "balance": ("la perte d'équilibre", "balance"),
    "fear": ("la peur", "fear"),
    "heat": ("la chaleur", "heat"),
    "cold": ("le froid", "cold"),
    "nausea": ("la nausée", "nausea"),
    "suffering": ("la souffrance", "suffering"),
    "pain": ("la douleur", "pain"),
    "shock": ("le choc", "shock"),
    "stun": ("l'étourdissement", "stun"),
    "paralysis": ("la paralysie", "paralysis"),
    "physical_dependency": ("la dépendance physique", "physical dependency"),
    "drug_physical": ("les effets physiques de la drogue", "physical drug"),
    "psychological_dependency": ("la dépendance psychologique", "psychological dependency"),
    "drug_psychological": ("les effets psychologiques de la drogue", "psychological drug"),
    "unconsciousness": ("l'inconscience", "unconsciousness"),
    "knock_out": ("le coup qui assomme", "knock-out"),
    "electric_paralysis": ("la paralysie", "paralysis"),
    "electric_unconsciousness": ("l'inconscience", "unconsciousness"),
    "cardiac_arrest": ("l'arrêt cardiaque", "cardiac arrest"),
    "mind_control": ("le contrôle d'esprit", "mind control"),
    "withdrawal": ("le manque", "withdrawal"),
    "total_amnesia": ("l'amnésie totale", "total amnesia"),
    "coma": ("le coma", "coma"),
    "illusions": ("les illusions", "illusions"),
    "depression": ("la dépression", "depression"),
    "euphoria": ("l'euphorie", "euphoria"),
    "minor_hallucinations": ("les hallucinations mineures", "minor hallucinations"),
    "headache": ("les maux de tête", "headache"),
    "insomnia": ("l'insomnie", "insomnia"),
    "major_hallucinations": ("les hallucinations graves", "major hallucinations"),
    "panic": ("la panique", "panic"),
    "respiratory_arrest": ("l'arrêt respiratoire", "respiratory arrest"),
    "partial_amnesia": ("l'amnésie partielle", "partial amnesia"),
    "stroke": ("l'attaque cérébrale", "stroke"),
    "stupor": ("la stupeur", "stupor"),
    "momentary_amnesia": ("l'amnésie ponctuelle", "momentary amnesia"),
    "vomiting": ("les vomissements", "vomiting"),
}


def save_name(report: Report, kind: str, who: str = "") -> str:
    """« sauvegarde de Tyra contre le choc », “Tyra’s shock save”; a feint is noticed by a test of PER (M6)."""
    whose = f" {of(who)}" if who else ""
    if kind not in SAVES:
        return thing_of(report, (check_name(report, "PER"), check_name(report, "PER")), who)
    fr, en = SAVES[kind]
    return report.pick(f"sauvegarde{whose} contre {fr}", f"{who}'s {en} save" if who else f"{en} save")


# Saves on another value by a house rule, by the substance, or as a symptom (ORG-DRUG-03, ORG-SAVE-01, ORG-SYM-12).
ELSEWHERE = ("physical_dependency", "drug_physical", "psychological_dependency", "drug_psychological", "paralysis")


def save_code(kind: str) -> str:
    """The value that a save is made with, where it is one and always the same."""
    if kind not in SAVES:
        return "PER"
    if kind == "disease":
        kind = "disease_contraction"
    tables = (("scales", "save"), ("symptoms", "symptom"))  # paralysis stands in both, each with its own
    rows = [pack.SHELF.row(file, table, kind) for file, table in tables if kind in pack.keys(file, table)]
    codes = {"" if row.second is not None or kind in ELSEWHERE else str(row.first) for row in rows}
    return codes.pop() if len(codes) == 1 else ""


# ---- throws ----


def adding(report: Report, *parts: int) -> str:
    """Numbers after the first of a sum, each with its sign and spaces: « + 5 − 1 »; nothing for 0."""
    return "".join(
        f" {MINUS} {report.number(-part)}" if part < 0 else f" + {report.number(part)}" for part in parts if part
    )


def verdict(report: Report, success: bool) -> str:
    """Of a test: « réussi », « raté »."""
    return report.pick("réussi", "passed") if success else report.pick("raté", "failed")


def margin(report: Report, value: int) -> str:
    """« marge 6 », « marge d'échec 4 »."""
    if value < 0:
        return report.pick(f"marge d'échec {report.number(-value)}", f"margin of failure {report.number(-value)}")
    return report.pick(f"marge {report.number(value)}", f"margin {report.number(value)}")


def natural(report: Report, auto: Any) -> str:
    """Why a throw was decided by its die (ORG-TEST-05): « 1 au d20, échec automatique »; nothing otherwise."""
    if auto == "natural_1":
        return report.pick("1 au d20, échec automatique", "natural 1, automatic failure")
    if auto == "natural_20":
        return report.pick("20 au d20, réussite automatique", "natural 20, automatic success")
    return ""


def end_text(report: Report, reached: int, over: int, auto: Any) -> str:
    """« marge 6 », « marge d'échec 4 »; where the die and not the sum decided, that first."""
    why = natural(report, auto) if reached != over else ""
    return f"{why}, {margin(report, over)}" if why else margin(report, over)


def exhausted_text(report: Report) -> str:
    """Of a test failed without a die (ORG-END-06)."""
    return report.pick("épuisement, échec sans jet", "exhausted, failed without a throw")


def sum_text(report: Report, base: int, mod: int, die: int, code: str = "") -> str:
    """« AGI 12 + 14 (d20) = 26 »; what weighs on it stands before the die: « 12 − 2 + 14 (d20) = 24 »."""
    head = f"{code} {report.number(base)}" if code else report.number(base)
    return f"{head}{adding(report, mod)} + {report.number(die)} (d20) = {report.number(base + mod + die)}"


def base_text(report: Report, parts: Sequence[tuple[str, int]], base: int) -> str:
    """What a throw starts from: « FOR 11 + AGI 12 », « FOR + AGI 20 » where the scores have changed since."""
    if sum(value for _, value in parts) == base:
        return " + ".join(f"{code} {report.number(value)}" for code, value in parts)
    return f"{' + '.join(code for code, _ in parts)} {report.number(base)}"


def against(report: Report, difficulty: int) -> str:
    """« contre 20 »."""
    return report.pick(f"contre {report.number(difficulty)}", f"against {report.number(difficulty)}")


def throw_text(report: Report, head: str, block: Any, code: str = "") -> str:
    """A whole throw from any block of test fields: « Escalade : AGI 12 + 14 (d20) = 26 contre 20, marge 6. »"""
    if block.auto == "exhausted":
        return f"{start(head)}{report.colon} {exhausted_text(report)}."
    if not present(block.total):
        return (
            f"{start(head)} {against(report, block.difficulty)}{report.colon} {verdict(report, bool(block.success))}."
        )
    sum_ = sum_text(report, block.base, block.mod, block.die, code)
    end = end_text(report, block.total - block.difficulty, block.margin, block.auto)
    return f"{start(head)}{report.colon} {sum_} {against(report, block.difficulty)}, {end}."


def save_text(report: Report, save: Any, who: str = "", wanted: int = 0) -> str:
    """A save inside an outcome: « Sauvegarde de Tyra contre le choc : END 7 + 9 (d20) = 16 contre 20, raté. »

    `wanted`: the margin that an opposed save had to equal and did not (ORG-SAVE-02).
    """
    head = save_name(report, save.kind, who)
    if save.auto == "exhausted":
        return f"{start(head)}{report.colon} {exhausted_text(report)}."
    if not present(save.total):
        return f"{start(head)}{report.colon} {verdict(report, bool(save.success))}."
    sum_ = f"{sum_text(report, save.base, save.mod, save.die, save_code(save.kind))} {against(report, save.difficulty)}"
    decided = save.margin != save.total - save.difficulty
    end = (natural(report, save.auto) if decided else "") or verdict(report, bool(save.success))
    if wanted and save.margin >= 0:
        short = report.pick(f"il fallait {report.number(wanted)}", f"{report.number(wanted)} was needed")
        end = f"{margin(report, save.margin)}, {short}, {verdict(report, False)}"
    return f"{start(head)}{report.colon} {sum_}, {end}."


def face_of(report: Report, purpose: str, die: str = "d20", who: str | None = None) -> int | None:
    """What the first die of a purpose showed, where it was thrown."""
    faces = faces_of(report, purpose, die, who)
    return faces[0] if faces else None


def faces_of(report: Report, purpose: str, die: str = "d20", who: str | None = None) -> Sequence[int]:
    """What all dice of a purpose showed."""
    return [d.value for d in report.dice if d.label == die and d.purpose == purpose and who in (None, d.who)]
