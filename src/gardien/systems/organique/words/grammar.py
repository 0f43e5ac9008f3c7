"""The small grammar of both languages, and the phrases that every part of the game shares: throws, saves, reserves.

Sentences are written here with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

from collections.abc import Sequence
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.telling import Told
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import Both, counted, inside, of, owned, present, start, to, word
from gardien.systems.organique import pack
from gardien.systems.organique.kinds import CODES

ATTACKER: Both = ("l'attaquant", "the attacker")
TARGET: Both = ("la cible", "the target")
# Makes and names that keep their capital inside a sentence.
KEPT = ("Hudson", "Kessler", "Tunnel", "Saint-Roch", "Molotov")


# ---- the language ----


def headed(told: Told, *parts: str) -> str:
    """What a line is about, the one who acts first where the name is known: « Tyra, test d'AGI »."""
    return ", ".join(part for part in (told.who, *parts) if part)


def filled(told: Told, text: Both, who: str, whom: str = "") -> str:
    """A phrase with the names in it."""
    found = told.pick(*text)
    for mark, name in (("{of}", of(whom or who)), ("{to}", to(whom)), ("{whom}", whom), ("{who}", who)):
        found = found.replace(mark, name)
    return start(found)


def turns(told: Told, count: float) -> str:
    return counted(told, count, ("tour", "tours"), ("turn", "turns"))


def signed(told: Told, value: int) -> str:
    """A modifier always has its sign."""
    return told.number(value, signed=True)


def plain(value: float) -> int | float:
    """Points without a decimal where they are whole: 4, 0.5."""
    return int(value) if value == int(value) else value


def points(told: Told, amount: float, gauge: str) -> str:
    """An amount of a reserve or of damage by its code: « 4 SNG », « 2,5 bs »."""
    return f"{told.number(plain(amount))}{HARD}{gauge}"


def harm(told: Told, bs: float, c: float) -> str:
    """Damage of both kinds: « 4 bs et 2 c », « rien »."""
    parts = [points(told, amount, code) for amount, code in ((bs, "bs"), (c, "c")) if amount]
    return told.pick(" et ", " and ").join(parts) or told.pick("rien", "nothing")


def gauge(told: Told, code: str, before: float, after: float) -> str:
    """A reserve that moved or stayed: « SNG 5 → 1 », « SNG 5 »."""
    if before == after:
        return f"{code} {told.number(plain(after))}"
    return f"{code} {told.number(plain(before))} → {told.number(plain(after))}"


# ---- words of the game ----


def row_name(told: Told, row: Any) -> str:
    """A row of the pack inside a sentence; makes and proper names keep their capital."""
    return inside(told, row, KEPT)


def named_in(told: Told, field: str, look: Any, key: str) -> str:
    """A key of the pack inside a sentence: its row’s words, the term’s, or what somebody wrote."""
    try:
        return row_name(told, look(key))
    except Refusal:
        return word(told, field, key)


def skill_name(told: Told, key: str) -> str:
    """A skill, « escalade »; whatever the table has added is said as it was written."""
    return named_in(told, "skill", pack.skill, key)


def weapon_name(told: Told, named: Any) -> str:
    """A weapon by its key, or what somebody called it; "" where it has no name."""
    key = named if isinstance(named, str) else str(getattr(named, "name", "") or "")
    return named_in(told, "weapon", pack.weapon, key) if key else ""


def name_of(told: Told, key: str) -> str:
    """A characteristic by its code or a skill by its name: whatever a test is made with."""
    return key if key in CODES else skill_name(told, key)


def check_name(told: Told, key: str) -> str:
    """« test d'AGI », “AGI test”."""
    name = name_of(told, key)
    return told.pick(f"test {of(name)}", f"{name} test")


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


def save_name(told: Told, kind: str, who: str = "") -> str:
    """« sauvegarde de Tyra contre le choc », “Tyra’s shock save”; a feint is noticed by a test of PER (M6)."""
    whose = f" {of(who)}" if who else ""
    if kind not in SAVES:
        return owned(told, (check_name(told, "PER"), check_name(told, "PER")), who)
    fr, en = SAVES[kind]
    return told.pick(f"sauvegarde{whose} contre {fr}", f"{who}'s {en} save" if who else f"{en} save")


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


def adding(told: Told, *parts: int) -> str:
    """Numbers after the first of a sum, each with its sign and spaces: « + 5 − 1 »; nothing for 0."""
    return "".join(
        f" {MINUS} {told.number(-part)}" if part < 0 else f" + {told.number(part)}" for part in parts if part
    )


def verdict(told: Told, success: bool) -> str:
    """Of a test: « réussi », « raté »."""
    return told.pick("réussi", "passed") if success else told.pick("raté", "failed")


def margin(told: Told, value: int) -> str:
    """« marge 6 », « marge d'échec 4 »."""
    if value < 0:
        return told.pick(f"marge d'échec {told.number(-value)}", f"margin of failure {told.number(-value)}")
    return told.pick(f"marge {told.number(value)}", f"margin {told.number(value)}")


def natural(told: Told, auto: Any) -> str:
    """Why a throw was decided by its die (ORG-TEST-05): « 1 au d20, échec automatique »; nothing otherwise."""
    if auto == "natural_1":
        return told.pick("1 au d20, échec automatique", "natural 1, automatic failure")
    if auto == "natural_20":
        return told.pick("20 au d20, réussite automatique", "natural 20, automatic success")
    return ""


def ended(told: Told, reached: int, over: int, auto: Any) -> str:
    """« marge 6 », « marge d'échec 4 »; where the die and not the sum decided, that first."""
    why = natural(told, auto) if reached != over else ""
    return f"{why}, {margin(told, over)}" if why else margin(told, over)


def spent(told: Told) -> str:
    """Of a test failed without a die (ORG-END-06)."""
    return told.pick("épuisement, échec sans jet", "exhausted, failed without a throw")


def summed(told: Told, base: int, mod: int, die: int, code: str = "") -> str:
    """« AGI 12 + 14 (d20) = 26 »; what weighs on it stands before the die: « 12 − 2 + 14 (d20) = 24 »."""
    head = f"{code} {told.number(base)}" if code else told.number(base)
    return f"{head}{adding(told, mod)} + {told.number(die)} (d20) = {told.number(base + mod + die)}"


def added(told: Told, parts: Sequence[tuple[str, int]], base: int) -> str:
    """What a throw starts from: « FOR 11 + AGI 12 », « FOR + AGI 20 » where the scores have changed since."""
    if sum(value for _, value in parts) == base:
        return " + ".join(f"{code} {told.number(value)}" for code, value in parts)
    return f"{' + '.join(code for code, _ in parts)} {told.number(base)}"


def against(told: Told, difficulty: int) -> str:
    """« contre 20 »."""
    return told.pick(f"contre {told.number(difficulty)}", f"against {told.number(difficulty)}")


def trial(told: Told, head: str, block: Any, code: str = "") -> str:
    """A whole throw from any block of test fields: « Escalade : AGI 12 + 14 (d20) = 26 contre 20, marge 6. »"""
    if block.auto == "exhausted":
        return f"{start(head)}{told.colon} {spent(told)}."
    if not present(block.total):
        return f"{start(head)} {against(told, block.difficulty)}{told.colon} {verdict(told, bool(block.success))}."
    sum_ = summed(told, block.base, block.mod, block.die, code)
    end = ended(told, block.total - block.difficulty, block.margin, block.auto)
    return f"{start(head)}{told.colon} {sum_} {against(told, block.difficulty)}, {end}."


def saved(told: Told, save: Any, who: str = "", wanted: int = 0) -> str:
    """A save inside an outcome: « Sauvegarde de Tyra contre le choc : END 7 + 9 (d20) = 16 contre 20, raté. »

    `wanted`: the margin that an opposed save had to equal and did not (ORG-SAVE-02).
    """
    head = save_name(told, save.kind, who)
    if save.auto == "exhausted":
        return f"{start(head)}{told.colon} {spent(told)}."
    if not present(save.total):
        return f"{start(head)}{told.colon} {verdict(told, bool(save.success))}."
    sum_ = f"{summed(told, save.base, save.mod, save.die, save_code(save.kind))} {against(told, save.difficulty)}"
    decided = save.margin != save.total - save.difficulty
    end = (natural(told, save.auto) if decided else "") or verdict(told, bool(save.success))
    if wanted and save.margin >= 0:
        short = told.pick(f"il fallait {told.number(wanted)}", f"{told.number(wanted)} was needed")
        end = f"{margin(told, save.margin)}, {short}, {verdict(told, False)}"
    return f"{start(head)}{told.colon} {sum_}, {end}."


def face_of(told: Told, purpose: str, die: str = "d20", who: str | None = None) -> int | None:
    """What the first die of a purpose showed, where it was thrown."""
    found = faces_of(told, purpose, die, who)
    return found[0] if found else None


def faces_of(told: Told, purpose: str, die: str = "d20", who: str | None = None) -> Sequence[int]:
    """What all dice of a purpose showed."""
    return [d.value for d in told.dice if d.label == die and d.purpose == purpose and who in (None, d.who)]
