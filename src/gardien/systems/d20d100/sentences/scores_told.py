"""Nine scores: rolled, checked, assigned, and what follows from them."""

from collections.abc import Mapping, Sequence

from gardien.core.telling import Told, lower_first
from gardien.core.wording import Both, counted, listed, per_cent, ruled, semicolon, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.sentences.grammar import metres, signed
from gardien.systems.d20d100.values import CODES, JETS

MOST_TOLD = 3  # rejected sets that are told one by one
REJECTED: dict[str, Both] = {
    "no_high": ("aucun score au-dessus de 13", "no score above 13"),
    "no_low": ("aucun score sous 10", "no score below 10"),
    "sum_too_low": ("somme des modificateurs trop basse", "sum of modifiers too low"),
    "sum_too_high": ("somme des modificateurs trop haute", "sum of modifiers too high"),
}
TOTAL: Both = ("somme des modificateurs", "sum of modifiers")


def score_list(told: Told, scores: Mapping[str, int], modifiers: Mapping[str, int]) -> str:
    """« FOR 12 (+1), DEX 9 (−1)… »"""
    shown = [f"{code} {told.number(scores[code])} ({signed(told, modifiers[code])})" for code in CODES]
    return f"{', '.join(shown)}."


def jet_list(told: Told, jets: Mapping[str, int]) -> str:
    """« Jets : Réflexes +1, Endurance +0… »"""
    shown = [f"{told.pick((row := pack.jet(jet)).fr, row.en)} {signed(told, jets[jet])}" for jet in JETS if jet in jets]
    return f"{told.pick('Jets', 'Rolls')}{told.colon} {', '.join(shown)}." if shown else ""


def modifier_list(told: Told, modifiers: Mapping[str, int]) -> str:
    """« FOR +1, DEX −1… »"""
    return f"{', '.join(f'{code} {signed(told, modifiers[code])}' for code in CODES if code in modifiers)}."


def characteristic_modifier(told: Told) -> list[str]:
    score, modifier = told.number(told.given.score), signed(told, told.outcome.modifier)
    return [told.pick(f"Score {score} : modificateur {modifier}.", f"Score {score}: modifier {modifier}.")]


def _set(told: Told, rolls: Sequence[int], total: int) -> str:
    numbers = listed(told, [told.number(one) for one in rolls])
    return f"{numbers}{semicolon(told)} {told.pick(*TOTAL)} {signed(told, total)}"


def roll_scores(told: Told) -> list[str]:
    """The set that is kept, and why those before it were not."""
    outcome = told.outcome
    lines = []
    turned = outcome.rejected
    for index, one in enumerate(turned[-MOST_TOLD:], start=max(0, len(turned) - MOST_TOLD) + 1):
        why = told.pick(*REJECTED[one.reason])
        head = told.pick(f"Tirage {index}", f"Set {index}")
        refused = told.pick(f"On relance tout : {why}.", f"All again: {why}.")
        lines.append(f"{head}{told.colon} {_set(told, one.rolls, one.modifier_sum)}. {refused}")
    if len(turned) > MOST_TOLD:
        first = len(turned) - MOST_TOLD
        several = counted(told, first, ("tirage refusé", "tirages refusés"), ("rejected set", "rejected sets"))
        lines.insert(0, told.pick(f"D'abord {several}.", f"{several} before."))
    kept = told.pick("Tirage retenu", "Set kept")
    return [*lines, f"{kept}{told.colon} {_set(told, outcome.rolls, outcome.modifier_sum)}."]


def check_scores(told: Told) -> list[str]:
    """Whether seven values would be kept."""
    outcome = told.outcome
    line = f"{_set(told, told.given.rolls, outcome.modifier_sum)}."
    if outcome.accepted:
        return [f"{line} {told.pick('Tirage valable.', 'The set is good.')}"]
    why = told.pick(*REJECTED[outcome.reason])
    rule = "D100-CREA-02" if outcome.reason in ("no_high", "no_low") else "D100-CREA-03"
    return [
        line,
        ruled(told.pick(f"Hors des bornes de la création : {why}.", f"Outside the bounds of creation: {why}."), rule),
    ]


def roll_size_looks(told: Told) -> list[str]:
    """« TAI : 2d6+6 = 14. APP : 3d6 = 10. »"""
    tai, app = told.number(told.outcome.tai), told.number(told.outcome.app)
    return [f"TAI{told.colon} 2d6+6 = {tai}. APP{told.colon} 3d6 = {app}."]


def assign_scores(told: Told) -> list[str]:
    """The nine scores, the Jets, the schooling."""
    outcome = told.outcome
    row = pack.table("scales", "studies")[outcome.education - 1]
    schooling = lower_first(told.pick(row.fr, row.en))
    education = told.number(outcome.scores["EDU"])
    return [
        score_list(told, outcome.scores, outcome.modifiers),
        jet_list(told, outcome.jets),
        told.pick(f"Études, pour EDU {education} : {schooling}.", f"Schooling, with EDU {education}: {schooling}."),
    ]


def start_values(told: Told) -> list[str]:
    """What every new investigator has."""
    outcome = told.outcome
    points = counted(
        told, outcome.destiny, ("point de destin", "points de destin"), ("destiny point", "destiny points")
    )
    if not outcome.destiny:
        points = told.pick("aucun point de destin", "no destiny point")
    mythos, speed = per_cent(told, outcome.mythos), metres(told, outcome.speed)
    return [
        told.pick(
            f"{start(points)}, Vitesse {speed}, connaissance du Mythe {mythos}, expérience {outcome.xp}.",
            f"{start(points)}, Speed {speed}, knowledge of the Mythos {mythos}, experience {outcome.xp}.",
        )
    ]


def derive(told: Told) -> list[str]:
    """PV and thresholds, PM, SAN, Defence and the rest."""
    found, number = told.outcome, told.number
    bonus, quick = signed(told, found.damage_bonus), signed(told, found.initiative)
    speed = metres(told, found.speed)
    return [
        told.pick(
            f"PV {number(found.pv_max)} (moitié {number(found.pv_half)}, quart {number(found.pv_quarter)}),"
            f" PM {number(found.pm_max)}, SAN {number(found.san)} sur {number(found.san_max)}"
            f" (20 % : {number(found.san_20)}).",
            f"PV {number(found.pv_max)} (half {number(found.pv_half)}, quarter {number(found.pv_quarter)}),"
            f" PM {number(found.pm_max)}, SAN {number(found.san)} of {number(found.san_max)}"
            f" (20%: {number(found.san_20)}).",
        ),
        told.pick(
            f"Défense {number(found.defence)}, {number(found.defence_flat)} au dépourvu ; initiative {quick},"
            f" bonus aux dégâts {bonus}, Vitesse {speed}.",
            f"Defence {number(found.defence)}, {number(found.defence_flat)} flat-footed; initiative {quick},"
            f" damage bonus {bonus}, Speed {speed}.",
        ),
        modifier_list(told, found.modifiers),
        jet_list(told, found.jets),
    ]


def damage_bonus(told: Told) -> list[str]:
    """« FOR 12 + TAI 14 = 26 : bonus aux dégâts +1. »"""
    given, outcome = told.given, told.outcome
    total = f"FOR {told.number(given.for_score)} + TAI {told.number(given.tai_score)} = {told.number(outcome.total)}"
    bonus = signed(told, outcome.bonus)
    return [told.pick(f"{total} : bonus aux dégâts {bonus}.", f"{total}: damage bonus {bonus}.")]
