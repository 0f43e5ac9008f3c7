"""The small grammar of both languages, and the phrases that every part of the game shares: throws, zones, points.

Sentences are written here with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

from collections.abc import Sequence
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.in_force import kept_by_rows
from gardien.core.telling import Report, lower_first
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import Both, arrow, count_of, inside, of, present, start, to, with_article, word
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.vocabulary import ABILITIES, ZONES_OF_SEVERAL

SOMEBODY: Both = ("le personnage", "the character")
ATTACKER: Both = ("l'attaquant", "the attacker")
TARGET: Both = ("la cible", "the target")
VICTIM: Both = ("la victime", "the victim")
# Makes and names that keep their capital inside a sentence.
KEPT = ("Derringer", "Mauser", "Healing", "Profond", "Ancien", "Grande", "Deep", "Elder", "Yithian")


# ---- the language ----


def head_text(report: Report, *parts: str) -> str:
    """What a line is about, the one who acts first where the name is known: « Paul, jet de Vigueur »."""
    return ", ".join(part for part in (report.who, *parts) if part)


def rounds(report: Report, count: int) -> str:
    return count_of(report, count, ("round", "rounds"), ("round", "rounds"))


def metres(report: Report, distance: float) -> str:
    """« 1,50 m » as it is printed, whole metres without decimals."""
    if distance == int(distance):
        return f"{report.number(int(distance))}{HARD}m"
    return report.pick(f"{distance:.2f}{HARD}m".replace(".", ","), f"{distance:.2f}".rstrip("0") + f"{HARD}m")


def signed(report: Report, value: int) -> str:
    """A modifier always has its sign."""
    return report.number(value, signed=True)


def points(report: Report, count: int, gauge: str) -> str:
    """An amount of a gauge by its code: « 4 PV »."""
    return f"{report.number(count)}{HARD}{gauge}"


def loss_text(report: Report, count: int, gauge: str) -> str:
    """What a gauge loses: « −1 PF »."""
    return f"{MINUS}{report.number(count)}{HARD}{gauge}"


def gauge(report: Report, code: str, before: int, after: int) -> str:
    """A gauge that moved or stayed: « PF 11 → 3 », « PF 11, sans changement »."""
    if before == after:
        return f"{code} {report.number(after)}, " + report.pick("sans changement", "unchanged")
    return f"{code} {arrow(report, before, after)}"


def interval(report: Report, count: int) -> str:
    """How often, from rounds of six seconds: « à chaque round », « toutes les 10 min » (CD20-BLEED-04)."""
    if count % ROUNDS_A_MINUTE == 0:
        minutes = count // ROUNDS_A_MINUTE
        if minutes == 1:
            return report.pick("chaque minute", "every minute")
        return report.pick(f"toutes les {minutes}{HARD}min", f"every {minutes}{HARD}min")
    if count == 1:
        return report.pick("à chaque round", "every round")
    return report.pick(f"tous les {count}{HARD}rounds", f"every {count}{HARD}rounds")


ROUNDS_A_MINUTE = 10


# ---- words of the game ----


def row_name(report: Report, row: Any) -> str:
    """A row of the pack inside a sentence; makes and proper names keep their capital."""
    return inside(report, row, KEPT)


def skill_name(report: Report, key: str) -> str:
    """A skill with its capital: « Premiers soins », « Connaissance (médecine) »."""
    try:
        row = pack.skill(key)
    except Refusal:
        return key.replace("_", " ")
    name = report.pick(row.fr, row.en)
    field = _fields().get(key.removeprefix(pack.KNOWLEDGE)) if key.startswith(pack.KNOWLEDGE) else None
    return f"{name} ({lower_first(report.pick(*field))})" if field else name


@kept_by_rows(None)
def _fields() -> dict[str, Both]:
    return {row.key: (row.fr, row.en) for row in pack.table("skills", "field")}


def feat_word(report: Report, key: str) -> str:
    """A feat in a sum: its own name alone."""
    row = pack.feat(key)
    return report.pick(row.fr, row.en)


def feat_name(report: Report, key: str) -> str:
    """A feat with what it is about: « Arme de prédilection : fusil M21 (Weapon Focus) »."""
    kind, _, about = key.partition(":")
    try:
        row = pack.feat(key)
    except Refusal:
        return key.replace("_", " ")
    details = ""
    if row.parameter in ("skill", "skills"):
        details = ", ".join(skill_name(report, one) for one in about.split("+"))
    elif row.parameter == "weapon":
        details = weapon_name(report, about).replace(" (", ", ").replace(")", "")
    elif about:
        details = word(report, kind, about)
    return pack.feat_title(row, details, report.language)


def weapon_name(report: Report, named: Any) -> str:
    """A weapon by its key, its own words, or what somebody wrote; "" where it has no name."""
    if not isinstance(named, str):
        return str(getattr(named, "name", "") or "")
    try:
        return row_name(report, pack.weapon(named))
    except Refusal:
        return named.replace("_", " ")


def code(report: Report, ability: str) -> str:
    """An ability by the code on the sheet: FOR, SAG."""
    entry = report.terms.entry("characteristic", ability) or {}
    return str(entry.get("code", ability))


def name_of(report: Report, key: str) -> str:
    """A skill by its name or an ability by its code: whatever a check is made with."""
    return code(report, key) if key in ABILITIES else skill_name(report, key)


def check_name(report: Report, key: str) -> str:
    """« jet de Discrétion », « jet d'INT », “Hide roll”."""
    name = name_of(report, key)
    return report.pick(f"jet {of(name)}", f"{name} roll")


def save_name(report: Report, save: str) -> str:
    """« jet de Vigueur », “Fortitude save”."""
    entry = report.terms.entry("characteristic", save) or {}
    return report.pick(f"jet {of(str(entry['fr']))}", f"{entry['en']} save")


# ---- zones and severities ----


def zone_name(report: Report, zone: str) -> str:
    """« bras droit », “right arm”."""
    return lower_first(report.terms.say(report.terms.entry("zone", zone), report.language, default=zone))


def the_zone(report: Report, zone: str) -> str:
    """With its article: « le bras droit », « la tête », « l'abdomen », « les ailes »."""
    name = zone_name(report, zone)
    if report.language == "en":
        return f"the {name}"
    entry = report.terms.entry("zone", zone) or {}
    return with_article(name, feminine=entry.get("gender") == "f", several=zone in ZONES_OF_SEVERAL)


def at_zone(report: Report, zone: str) -> str:
    """Where a blow lands: « au bras droit », « à la tête », « à l'abdomen », “in the right arm”."""
    name = the_zone(report, zone)
    if report.language == "en":
        return f"in {name}"
    return to(name)


def of_zone(report: Report, zone: str) -> str:
    """« du bras droit », « de la tête », “of the head”."""
    name = the_zone(report, zone)
    if report.language == "en":
        return f"of {name}"
    return of(name)


def severity_name(report: Report, severity: str) -> str:
    """« légère », “light”: said of a wound."""
    return lower_first(report.terms.say(report.terms.entry("enum", "severity", severity), report.language))


def wound_name(report: Report, severity: str) -> str:
    """« blessure légère », “light wound”."""
    name = severity_name(report, severity)
    return report.pick(f"blessure {name}", f"{name} wound")


# ---- throws ----


def adding(report: Report, *parts: int) -> str:
    """Numbers after the first of a sum, each with its sign and spaces: « + 5 − 1 »."""
    return "".join(f" {MINUS} {report.number(-part)}" if part < 0 else f" + {report.number(part)}" for part in parts)


def sum_text(report: Report, face: int, modifier: int, die: str = "d20") -> str:
    """« 10 (d20) + 5 = 15 »."""
    return f"{report.number(face)} ({die}){adding(report, modifier)} = {report.number(face + modifier)}"


Parts = Sequence[tuple[str, int]]  # labels of terms with what each adds


def dc(report: Report, value: int) -> str:
    """« DD 15 », “DC 15”."""
    return report.pick(f"DD {report.number(value)}", f"DC {report.number(value)}")


def verdict(report: Report, success: bool) -> str:
    """Of a throw: « réussi », « raté »."""
    return report.pick("réussi", "passed") if success else report.pick("raté", "failed")


def natural(report: Report, face: int | None, total: int, against: int, success: bool) -> str:
    """Why a throw goes against its sum: « 20 au dé », « 1 au dé »; nothing otherwise."""
    if face not in (1, 20) or (total >= against) == success:
        return ""
    return report.pick(f"{face} au dé : ", f"natural {face}: ")


def trial_text(report: Report, head: str, bonus: int, against: int, total: Any, success: bool) -> str:
    """A whole throw: « Jet de Vigueur : 8 (d20) + 2 = 10 contre DD 15, raté. »"""
    versus = report.pick(f"contre {dc(report, against)}", f"against {dc(report, against)}")
    if not present(total):
        return f"{start(head)} {versus}{report.colon} {verdict(report, success)}."
    face = total - bonus
    end = natural(report, face, total, against, success) + verdict(report, success)
    return f"{start(head)}{report.colon} {sum_text(report, face, bonus)} {versus}, {end}."


def below_text(report: Report, head: str, face: int | None, total: int, success: bool, detail: str = "") -> str:
    """A d100 strictly below a number: « Stabilisation : 41 au d100, il fallait moins de 8 (6 PV + 2 PF). »"""
    needed = report.pick(f"il fallait moins de {report.number(total)}", f"less than {report.number(total)} was needed")
    if total <= 1:
        needed = report.pick("aucun résultat ne suffisait", "nothing would have done")
    shown = f"{needed} ({detail})" if detail else needed
    if face is None:
        return f"{start(head)}{report.colon} {shown}, {verdict(report, success)}."
    thrown = report.pick(f"{d100_text(face)} au d100", f"{d100_text(face)} on d100")
    return f"{start(head)}{report.colon} {thrown}, {shown}, {verdict(report, success)}."


def d100_text(face: int) -> str:
    """A d100 as the tables write it: 100 is 00."""
    return "00" if face == 100 else str(face)


def face_of(report: Report, purpose: str, die: str = "d20", who: str | None = None) -> int | None:
    """What the first die of a purpose showed, where it was thrown."""
    for one in report.dice:
        if one.label == die and one.purpose == purpose and who in (None, one.who):
            return one.value
    return None


def faces_of(report: Report, purpose: str, die: str, who: str | None = None) -> list[int]:
    """What all dice of a purpose showed."""
    return [d.value for d in report.dice if d.label == die and d.purpose == purpose and who in (None, d.who)]
