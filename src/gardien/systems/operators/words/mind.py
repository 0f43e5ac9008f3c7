"""Minds: shocks and their tests, the end of a scene, books, recognition, what heals."""

from typing import Any

from gardien.core.telling import Report, lower_first
from gardien.core.wording import (
    Both,
    arrow,
    count_of,
    join_list,
    join_sentences,
    of,
    off_at_this_table,
    per_cent,
    present,
    start,
    who_text,
)
from gardien.systems.operators import pack
from gardien.systems.operators.rules.mind.shocks import Mind
from gardien.systems.operators.words.grammar import face, luck_left_text, refusal, throw_text, trial_text

PASSED: Both = ("réussite", "success")
FAILED: Both = ("échec", "failure")
VICTORIES: dict[str, Both] = {
    "minor": ("mineure", "minor"),
    "significant": ("significative", "significant"),
    "major": ("majeure", "major"),
    "crucial": ("cruciale", "crucial"),
}
VICTORY_DICE = {"minor": "1D3", "significant": "1D6", "major": "1D10", "crucial": "2D10"}
SETTINGS: dict[str, Both] = {
    "institution": ("en institution", "in an institution"),
    "therapist": ("chez un thérapeute", "with a therapist"),
}


def title(report: Report, book: pack.Tome) -> str:
    """The title of a book."""
    return report.pick(f"« {book.fr} »", f"“{book.en}”")


def rite(report: Report, ritual: pack.Ritual) -> str:
    """The name of a ritual."""
    return report.pick(f"« {lower_first(ritual.fr)} »", f"“{lower_first(ritual.en)}”")


NO_SHOCK: Both = ("ni perte, ni test de SAN", "no further loss, no SAN test")


def hopeless_lines(report: Report, what: Both = NO_SHOCK, who: str = "") -> list[str]:
    """Those who are mad for good are beyond shocks and cures (OPS-SAN-05)."""
    name = who or report.who
    whose = (f" {of(name)}", f"{name}'s madness") if name else ("", "The madness")
    why = (
        f"La folie{whose[0]} est permanente : {what[0]}. Seul Contrôle peut en décider autrement",
        f"{whose[1]} is permanent: {what[1]}. Only Control can rule otherwise",
    )
    return [refusal(report, "OPS-SAN-05", why=why)]


def san_change(report: Report, before: int, after: int) -> str:
    """« SAN 58 → 51 »."""
    if before == after:
        return report.pick(f"la SAN reste à {report.number(after)}", f"SAN stays at {report.number(after)}")
    return f"SAN {arrow(report, before, after)}"


def san_throw_text(report: Report, target: int, roll: Any, passed: bool, *, second: bool = False) -> str:
    """« Test de SAN (51 %) : 63, échec. »"""
    name = report.pick("second test de SAN", "second SAN test") if second else report.pick("test de SAN", "SAN test")
    shown = f"{face(roll)}, " if present(roll) else ""
    verdict = report.pick(*(PASSED if passed else FAILED))
    return f"{start(name)} ({per_cent(report, target)}){report.colon} {shown}{verdict}."


def shock_name(report: Report, shock: str) -> str:
    """« choc grave »."""
    row = pack.shock(shock)
    return report.pick(f"choc {lower_first(row.fr)}", f"{lower_first(row.en)} shock")


def state_of_mind(report: Report, result: str, who: str, lasting: bool = False) -> str:
    """What became of somebody, with or without a name."""
    says: dict[str, tuple[Both, Both]] = {
        "control": (
            ("{who} garde son sang-froid.", "{who} keeps control."),
            ("Le sang-froid tient.", "Control is kept."),
        ),
        "temporary": (
            ("{who} perd pied jusqu'à la fin de la scène.", "{who} loses control until the scene ends."),
            ("Folie temporaire jusqu'à la fin de la scène.", "Temporary madness until the scene ends."),
        ),
        "permanent": (
            ("{who} perd la raison pour toujours.", "{who} is lost to madness for good."),
            ("Folie permanente.", "Permanent madness."),
        ),
        "still_mad": (
            ("{who} est déjà en crise : pas de nouveau test.", "{who} is in a crisis already: no new test."),
            ("La crise continue : pas de nouveau test.", "The crisis goes on: no new test."),
        ),
        "recovered": (
            ("{who} reprend ses esprits.", "{who} recovers."),
            ("La crise passe.", "The crisis passes."),
        ),
        "indefinite": (
            ("{who} garde une folie indéfinie.", "{who} is left with an indefinite madness."),
            ("La folie devient indéfinie.", "The madness becomes indefinite."),
        ),
    }
    named, plain = says[result]
    text = report.pick(*named).replace("{who}", who) if who else report.pick(*plain)
    more = ""
    if lasting and result in ("temporary", "recovered"):
        more = report.pick("La folie indéfinie d'avant demeure.", "The earlier indefinite madness remains.")
    return join_sentences(start(text), more)


def shock_text(report: Report, block: Any, mind: Mind, head: str, dice: str, who: str, result: str) -> str:
    """A shock: the loss, the test, the state. « Choc grave : 1D10 = 7, SAN 58 → 51. »"""
    loss = f"{dice} = {report.number(block.loss)}, {san_change(report, mind.san, block.san)}."
    capped = ""
    if mind.san > mind.most and block.san < mind.san:
        most = report.number(mind.most)
        capped = report.pick(f"Le SI limite la SAN à {most}.", f"SI limits SAN to {most}.")
    test = ""
    if block.san_test is True:
        test = san_throw_text(report, block.san_target, block.san_roll, result == "control")
    end = state_of_mind(report, result, who, block.lasting_madness) if result else ""
    return join_sentences(f"{start(head)}{report.colon} {loss}", capped, test, end)


# --- shocks ----------------------------------------------------------------------------------------------------------


def san_shock(report: Report) -> list[str]:
    """« Choc grave : 1D10 = 7, SAN 58 → 51. Test de SAN (51 %) : 63, échec. Reyes perd pied… »"""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return hopeless_lines(report)
    head = shock_name(report, given.shock)
    if given.source.strip():
        head += f" ({given.source.strip()})"
    if outcome.outcome == "unaffected":
        spared = report.pick(
            "déjà subi dans cette scène, aucune perte et aucun test",
            "faced already in this scene, no loss and no test",
        )
        return [f"{start(head)}{report.colon} {spared}.", *_lowered_san_lines(report, given)]
    return [shock_text(report, outcome, given, head, pack.shock(given.shock).dice, report.who, outcome.outcome)]


def _lowered_san_lines(report: Report, mind: Mind) -> list[str]:
    """SAN above its maximum comes down to it, whatever else happens (OPS-SAN-01)."""
    if report.outcome.san == mind.san:
        return []
    most = report.number(mind.most)
    change = san_change(report, mind.san, report.outcome.san)
    return [report.pick(f"Le SI limite la SAN à {most} : {change}.", f"SI limits SAN to {most}: {change}.")]


def end_scene(report: Report) -> list[str]:
    """Who was in a crisis tests SAN again; what lasts a scene is over."""
    lines, back = [], []
    for before, after in zip(report.given.characters, report.outcome.results, strict=True):
        who = who_text(report, before)
        if present(after.second):
            passed = after.second == "recovered"
            test = san_throw_text(report, after.san, after.second_roll, passed, second=True)
            name = f"{start(who)}, " if before.name.strip() else ""
            test = f"{name}{lower_first(test)}" if name else test
            lines.append(
                join_sentences(test, state_of_mind(report, after.second, who, passed and after.madness != "none"))
            )
        if before.out_of_fight and not after.out_of_fight and before.wound_level != "dead":
            back.append(who)
    head = report.pick("Fin de scène.", "The scene is over.")
    if not lines:
        head = report.pick("Fin de scène : personne n'était en crise.", "The scene is over: nobody was in a crisis.")
    if back:
        names = join_list(report, back)
        lines.append(report.pick(f"Plus hors de combat : {names}.", f"No longer out of the fight: {names}."))
    return [head, *lines]


def macabre(report: Report) -> list[str]:
    """A gruesome sight: hardening, cold blood, or a shock."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        if outcome.reason == "option_off":
            what = ("Les découvertes macabres ne coûtent pas de SAN", "Gruesome sights cost no SAN")
            return [off_at_this_table(report, what, "macabre_shock", "OPS-SAN-13")]
        return hopeless_lines(report)
    lines = []
    none = report.pick("Aucune perte de SAN.", "No SAN is lost.")
    if present(outcome.cold_blood_outcome):
        spent = given.luck - outcome.luck
        difficulty = "standard" if present(outcome.cold_blood_target) else "automatic"
        test = trial_text(
            report,
            "POU",
            difficulty,
            outcome.cold_blood_target,
            outcome.cold_blood_roll,
            outcome.cold_blood_outcome,
            spent=spent,
        )
        head = report.pick("Sang-froid", "Cold blood")
        lines.append(
            join_sentences(f"{head}, {lower_first(test)}", luck_left_text(report, outcome.luck) if spent else "")
        )
        if outcome.outcome == "unaffected":
            return [join_sentences(lines[0], none), *_lowered_san_lines(report, given)]
    elif outcome.outcome == "unaffected":
        hard = report.pick("Découverte macabre : le blindage suffit.", "Gruesome sight: hardening is enough.")
        return [join_sentences(hard, none), *_lowered_san_lines(report, given)]
    head = report.pick("découverte macabre, ", "gruesome sight, ") + shock_name(report, given.shock)
    return [*lines, shock_text(report, outcome, given, head, pack.shock(given.shock).dice, report.who, outcome.outcome)]


def ptsd_roll(report: Report) -> list[str]:
    """The shock of a whole mission, both tests made."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        if outcome.reason == "option_off":
            what = ("Le stress post-traumatique ne se joue pas", "Post-traumatic stress is not in play")
            return [off_at_this_table(report, what, "ptsd_enabled", "OPS-SAN-12")]
        return hopeless_lines(report)
    head = report.pick("retour de mission, ", "back from the mission, ") + shock_name(report, given.shock)
    dice = pack.shock(given.shock).dice
    if not present(outcome.second):
        return [shock_text(report, outcome, given, head, dice, report.who, outcome.outcome)]
    passed = outcome.second == "recovered"
    test = san_throw_text(report, outcome.san, outcome.second_roll, passed, second=True)
    first = shock_text(report, outcome, given, head, dice, report.who, "")
    end = state_of_mind(report, outcome.second, report.who, passed and outcome.madness != "none")
    return [first, join_sentences(test, end)]


# --- lore ------------------------------------------------------------------------------------------------------------


def read_tome(report: Report) -> list[str]:
    """« « Livre des vers » : 1D10 = 6, SAN 58 → 52, SI 4 → 10. »"""
    given, outcome = report.given, report.outcome
    row = pack.tome(given.tome) if given.tome else None
    book = title(report, row) if row else report.pick("Ouvrage interdit", "Forbidden book")
    if outcome.refused:
        if outcome.reason == "already_read":
            why = (
                f"L'ouvrage{f' {book}' if row else ''} est déjà lu : plus rien à y perdre ni à y apprendre",
                f"The book{f' {book}' if row else ''} has been read: nothing more to lose or to learn from it",
            )
            return [refusal(report, "OPS-SAN-08", why=why)]
        return hopeless_lines(report, ("aucun livre n'y change rien", "no book changes that"))
    cost = f"{given.dice()} = {report.number(outcome.loss)}, {san_change(report, given.san, outcome.san)}."
    apart = [die.value for die in report.dice if die.purpose == "si_gain"]
    lore = f"SI {arrow(report, given.si, outcome.si)}"
    if outcome.si == given.si:
        lore = report.pick(f"le SI reste à {report.number(outcome.si)}", f"SI stays at {report.number(outcome.si)}")
    elif apart:
        lore = f"SI{report.colon} {given.dice()} = {report.number(sum(apart))}, {arrow(report, given.si, outcome.si)}"
    most = report.number(outcome.san_max)
    limit = report.pick(f"la SAN ne dépassera plus {most}", f"SAN can no longer exceed {most}")
    lore = f"{start(lore)}, {limit}." if outcome.si > given.si else f"{start(lore)}."
    lines = [join_sentences(f"{book}{report.colon} {cost}", lore)]
    if outcome.madness == "permanent":
        lines.append(state_of_mind(report, "permanent", report.who))
    if present(outcome.teaches) and outcome.teaches:
        names = join_list(report, [rite(report, pack.ritual(key)) for key in outcome.teaches])
        lines.append(report.pick(f"Rituels à y apprendre : {names}.", f"Rituals to learn from it: {names}."))
    return lines


def recognise(report: Report) -> list[str]:
    """« Test de SI (35 %) : 27, réussite. »"""
    given, outcome = report.given, report.outcome
    spent = given.luck - outcome.luck
    test = report.pick("Test de SI", "SI test") + f" ({per_cent(report, outcome.target)}){report.colon} "
    test += throw_text(report, outcome.roll, outcome.outcome, spent=spent)
    name = report.who
    if outcome.success:
        end = report.pick(
            f"{name} reconnaît la chose." if name else "La chose est reconnue.",
            f"{name} recognises it." if name else "It is recognised.",
        )
    else:
        end = report.pick(
            f"{name} ne reconnaît rien." if name else "Rien n'est reconnu.",
            f"{name} recognises nothing." if name else "Nothing is recognised.",
        )
    return [join_sentences(test, luck_left_text(report, outcome.luck) if spent else "", end)]


# --- what heals ------------------------------------------------------------------------------------------------------


def san_gain(report: Report) -> list[str]:
    """« Victoire majeure : 1D10 = 7, SAN 58 → 65. »"""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return hopeless_lines(report, ("la SAN ne revient plus", "SAN does not come back"))
    won = VICTORIES[given.victory]
    head = report.pick(f"Victoire {won[0]}", start(f"{won[1]} victory"))
    shown = sum(die.value for die in report.dice if die.purpose == "san_gain") or outcome.gain
    line = f"{head}{report.colon} {VICTORY_DICE[given.victory]} = {report.number(shown)}, "
    line += f"{san_change(report, given.san, outcome.san)}."
    most = ""
    if shown > outcome.gain:
        most = report.pick(
            f"La SAN maximale, {report.number(outcome.san_max)}, est atteinte.",
            f"Maximum SAN, {report.number(outcome.san_max)}, is reached.",
        )
    return [join_sentences(line, most)]


def treat_madness(report: Report) -> list[str]:
    """« 1 mois en institution, test de SAN (51 %) : 63, échec. »"""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        if outcome.reason == "not_needed":
            why = (
                "Aucune folie indéfinie à traiter. Une folie temporaire prend fin avec la scène",
                "No indefinite madness to treat. A temporary one ends with the scene",
            )
            return [refusal(report, "OPS-SAN-11", why=why)]
        return hopeless_lines(report, ("aucun traitement n'y fait rien", "no treatment helps"))
    time = count_of(report, outcome.months, ("mois", "mois"), ("month", "months"))
    head = f"{time} {report.pick(*SETTINGS[given.setting])}"
    target = Mind(san=given.san, si=given.si).now
    test = report.pick("test de SAN", "SAN test") + f" ({per_cent(report, target)})"
    said = throw_text(report, outcome.roll, outcome.outcome)
    line = f"{head}, {test}{report.colon} {said}"
    dice = {"success": "1D6", "fumble": "1D3"}.get(outcome.outcome, "")
    purpose = "san_gain" if outcome.cured else "san_loss"
    shown = sum(die.value for die in report.dice if die.purpose == purpose)
    change = f"{start(san_change(report, given.san, outcome.san))}."
    if dice and shown:
        change = f"{dice} = {shown}, {san_change(report, given.san, outcome.san)}."
    name = report.who
    if outcome.cured:
        end = report.pick(f"{name} guérit." if name else "La folie est guérie.", f"{name or 'The madness'} is cured.")
    elif outcome.madness == "permanent":
        end = state_of_mind(report, "permanent", name)
    else:
        end = report.pick("La folie indéfinie demeure.", "The indefinite madness remains.")
    return [join_sentences(line, change if dice or outcome.san != given.san else "", end)]


def madness_effect(report: Report) -> list[str]:
    """« Folie temporaire, 1D20 = 5. Attaque la cause de l'horreur. »"""
    row = pack.madness(report.outcome.roll)
    kind = report.given.duration
    lasting = {
        "temporary": ("Folie temporaire", "Temporary madness"),
        "indefinite": ("Folie indéfinie", "Indefinite madness"),
    }
    text = start(getattr(row, f"{kind}_{report.language}"))
    return [f"{report.pick(*lasting[kind])}, 1D20 = {report.outcome.roll}. {text}."]
