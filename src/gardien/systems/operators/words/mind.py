"""Minds: shocks and their tests, the end of a scene, books, recognition, what heals."""

from typing import Any

from gardien.core.telling import Told, lower_first
from gardien.core.wording import (
    Both,
    arrow,
    called,
    counted,
    joined,
    listed,
    of,
    off_at_this_table,
    per_cent,
    present,
    start,
)
from gardien.systems.operators import pack
from gardien.systems.operators.sentences.grammar import face, luck_left, thrown, trial
from gardien.systems.operators.sentences.refusals import refusal
from gardien.systems.operators.shocks import Mind

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


def title(told: Told, book: pack.Tome) -> str:
    """The title of a book."""
    return told.pick(f"« {book.fr} »", f"“{book.en}”")


def rite(told: Told, ritual: pack.Ritual) -> str:
    """The name of a ritual."""
    return told.pick(f"« {lower_first(ritual.fr)} »", f"“{lower_first(ritual.en)}”")


NO_SHOCK: Both = ("ni perte, ni test de SAN", "no further loss, no SAN test")


def hopeless(told: Told, what: Both = NO_SHOCK, who: str = "") -> list[str]:
    """Those who are mad for good are beyond shocks and cures (OPS-SAN-05)."""
    name = who or told.who
    whose = (f" {of(name)}", f"{name}'s madness") if name else ("", "The madness")
    why = (
        f"La folie{whose[0]} est permanente : {what[0]}. Seul Contrôle peut en décider autrement",
        f"{whose[1]} is permanent: {what[1]}. Only Control can rule otherwise",
    )
    return [refusal(told, "OPS-SAN-05", why=why)]


def san_change(told: Told, before: int, after: int) -> str:
    """« SAN 58 → 51 »."""
    if before == after:
        return told.pick(f"la SAN reste à {told.number(after)}", f"SAN stays at {told.number(after)}")
    return f"SAN {arrow(told, before, after)}"


def san_thrown(told: Told, target: int, roll: Any, passed: bool, *, second: bool = False) -> str:
    """« Test de SAN (51 %) : 63, échec. »"""
    name = told.pick("second test de SAN", "second SAN test") if second else told.pick("test de SAN", "SAN test")
    shown = f"{face(roll)}, " if present(roll) else ""
    return f"{start(name)} ({per_cent(told, target)}){told.colon} {shown}{told.pick(*(PASSED if passed else FAILED))}."


def shock_name(told: Told, shock: str) -> str:
    """« choc grave »."""
    row = pack.shock(shock)
    return told.pick(f"choc {lower_first(row.fr)}", f"{lower_first(row.en)} shock")


def state_of_mind(told: Told, result: str, who: str, lasting: bool = False) -> str:
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
    text = told.pick(*named).replace("{who}", who) if who else told.pick(*plain)
    more = ""
    if lasting and result in ("temporary", "recovered"):
        more = told.pick("La folie indéfinie d'avant demeure.", "The earlier indefinite madness remains.")
    return joined(start(text), more)


def shaken(told: Told, block: Any, mind: Mind, head: str, dice: str, who: str, result: str) -> str:
    """A shock: the loss, the test, the state. « Choc grave : 1D10 = 7, SAN 58 → 51. »"""
    loss = f"{dice} = {told.number(block.loss)}, {san_change(told, mind.san, block.san)}."
    capped = ""
    if mind.san > mind.most and block.san < mind.san:
        most = told.number(mind.most)
        capped = told.pick(f"Le SI limite la SAN à {most}.", f"SI limits SAN to {most}.")
    test = ""
    if block.san_test is True:
        test = san_thrown(told, block.san_target, block.san_roll, result == "control")
    end = state_of_mind(told, result, who, block.lasting_madness) if result else ""
    return joined(f"{start(head)}{told.colon} {loss}", capped, test, end)


# --- shocks ----------------------------------------------------------------------------------------------------------


def san_shock(told: Told) -> list[str]:
    """« Choc grave : 1D10 = 7, SAN 58 → 51. Test de SAN (51 %) : 63, échec. Reyes perd pied… »"""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return hopeless(told)
    head = shock_name(told, given.shock)
    if given.source.strip():
        head += f" ({given.source.strip()})"
    if outcome.outcome == "unaffected":
        spared = told.pick(
            "déjà subi dans cette scène, aucune perte et aucun test",
            "faced already in this scene, no loss and no test",
        )
        return [f"{start(head)}{told.colon} {spared}.", *_lowered(told, given)]
    return [shaken(told, outcome, given, head, pack.shock(given.shock).dice, told.who, outcome.outcome)]


def _lowered(told: Told, mind: Mind) -> list[str]:
    """SAN above its maximum comes down to it, whatever else happens (OPS-SAN-01)."""
    if told.outcome.san == mind.san:
        return []
    most = told.number(mind.most)
    change = san_change(told, mind.san, told.outcome.san)
    return [told.pick(f"Le SI limite la SAN à {most} : {change}.", f"SI limits SAN to {most}: {change}.")]


def end_scene(told: Told) -> list[str]:
    """Who was in a crisis tests SAN again; what lasts a scene is over."""
    lines, back = [], []
    for before, after in zip(told.given.characters, told.outcome.results, strict=True):
        who = called(told, before)
        if present(after.second):
            passed = after.second == "recovered"
            test = san_thrown(told, after.san, after.second_roll, passed, second=True)
            name = f"{start(who)}, " if before.name.strip() else ""
            test = f"{name}{lower_first(test)}" if name else test
            lines.append(joined(test, state_of_mind(told, after.second, who, passed and after.madness != "none")))
        if before.out_of_fight and not after.out_of_fight and before.wound_level != "dead":
            back.append(who)
    head = told.pick("Fin de scène.", "The scene is over.")
    if not lines:
        head = told.pick("Fin de scène : personne n'était en crise.", "The scene is over: nobody was in a crisis.")
    if back:
        names = listed(told, back)
        lines.append(told.pick(f"Plus hors de combat : {names}.", f"No longer out of the fight: {names}."))
    return [head, *lines]


def macabre(told: Told) -> list[str]:
    """A gruesome sight: hardening, cold blood, or a shock."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        if outcome.reason == "option_off":
            what = ("Les découvertes macabres ne coûtent pas de SAN", "Gruesome sights cost no SAN")
            return [off_at_this_table(told, what, "macabre_shock", "OPS-SAN-13")]
        return hopeless(told)
    lines = []
    none = told.pick("Aucune perte de SAN.", "No SAN is lost.")
    if present(outcome.cold_blood_outcome):
        spent = given.luck - outcome.luck
        difficulty = "standard" if present(outcome.cold_blood_target) else "automatic"
        test = trial(
            told,
            "POU",
            difficulty,
            outcome.cold_blood_target,
            outcome.cold_blood_roll,
            outcome.cold_blood_outcome,
            spent=spent,
        )
        head = told.pick("Sang-froid", "Cold blood")
        lines.append(joined(f"{head}, {lower_first(test)}", luck_left(told, outcome.luck) if spent else ""))
        if outcome.outcome == "unaffected":
            return [joined(lines[0], none), *_lowered(told, given)]
    elif outcome.outcome == "unaffected":
        hard = told.pick("Découverte macabre : le blindage suffit.", "Gruesome sight: hardening is enough.")
        return [joined(hard, none), *_lowered(told, given)]
    head = told.pick("découverte macabre, ", "gruesome sight, ") + shock_name(told, given.shock)
    return [*lines, shaken(told, outcome, given, head, pack.shock(given.shock).dice, told.who, outcome.outcome)]


def ptsd_roll(told: Told) -> list[str]:
    """The shock of a whole mission, both tests made."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        if outcome.reason == "option_off":
            what = ("Le stress post-traumatique ne se joue pas", "Post-traumatic stress is not in play")
            return [off_at_this_table(told, what, "ptsd_enabled", "OPS-SAN-12")]
        return hopeless(told)
    head = told.pick("retour de mission, ", "back from the mission, ") + shock_name(told, given.shock)
    dice = pack.shock(given.shock).dice
    if not present(outcome.second):
        return [shaken(told, outcome, given, head, dice, told.who, outcome.outcome)]
    passed = outcome.second == "recovered"
    test = san_thrown(told, outcome.san, outcome.second_roll, passed, second=True)
    first = shaken(told, outcome, given, head, dice, told.who, "")
    end = state_of_mind(told, outcome.second, told.who, passed and outcome.madness != "none")
    return [first, joined(test, end)]


# --- lore ------------------------------------------------------------------------------------------------------------


def read_tome(told: Told) -> list[str]:
    """« « Livre des vers » : 1D10 = 6, SAN 58 → 52, SI 4 → 10. »"""
    given, outcome = told.given, told.outcome
    row = pack.tome(given.tome) if given.tome else None
    book = title(told, row) if row else told.pick("Ouvrage interdit", "Forbidden book")
    if outcome.refused:
        if outcome.reason == "already_read":
            why = (
                f"L'ouvrage{f' {book}' if row else ''} est déjà lu : plus rien à y perdre ni à y apprendre",
                f"The book{f' {book}' if row else ''} has been read: nothing more to lose or to learn from it",
            )
            return [refusal(told, "OPS-SAN-08", why=why)]
        return hopeless(told, ("aucun livre n'y change rien", "no book changes that"))
    cost = f"{given.dice()} = {told.number(outcome.loss)}, {san_change(told, given.san, outcome.san)}."
    apart = [die.value for die in told.dice if die.purpose == "si_gain"]
    lore = f"SI {arrow(told, given.si, outcome.si)}"
    if outcome.si == given.si:
        lore = told.pick(f"le SI reste à {told.number(outcome.si)}", f"SI stays at {told.number(outcome.si)}")
    elif apart:
        lore = f"SI{told.colon} {given.dice()} = {told.number(sum(apart))}, {arrow(told, given.si, outcome.si)}"
    most = told.number(outcome.san_max)
    limit = told.pick(f"la SAN ne dépassera plus {most}", f"SAN can no longer exceed {most}")
    lore = f"{start(lore)}, {limit}." if outcome.si > given.si else f"{start(lore)}."
    lines = [joined(f"{book}{told.colon} {cost}", lore)]
    if outcome.madness == "permanent":
        lines.append(state_of_mind(told, "permanent", told.who))
    if present(outcome.teaches) and outcome.teaches:
        names = listed(told, [rite(told, pack.ritual(key)) for key in outcome.teaches])
        lines.append(told.pick(f"Rituels à y apprendre : {names}.", f"Rituals to learn from it: {names}."))
    return lines


def recognise(told: Told) -> list[str]:
    """« Test de SI (35 %) : 27, réussite. »"""
    given, outcome = told.given, told.outcome
    spent = given.luck - outcome.luck
    test = told.pick("Test de SI", "SI test") + f" ({per_cent(told, outcome.target)}){told.colon} "
    test += thrown(told, outcome.roll, outcome.outcome, spent=spent)
    name = told.who
    if outcome.success:
        end = told.pick(
            f"{name} reconnaît la chose." if name else "La chose est reconnue.",
            f"{name} recognises it." if name else "It is recognised.",
        )
    else:
        end = told.pick(
            f"{name} ne reconnaît rien." if name else "Rien n'est reconnu.",
            f"{name} recognises nothing." if name else "Nothing is recognised.",
        )
    return [joined(test, luck_left(told, outcome.luck) if spent else "", end)]


# --- what heals ------------------------------------------------------------------------------------------------------


def san_gain(told: Told) -> list[str]:
    """« Victoire majeure : 1D10 = 7, SAN 58 → 65. »"""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return hopeless(told, ("la SAN ne revient plus", "SAN does not come back"))
    won = VICTORIES[given.victory]
    head = told.pick(f"Victoire {won[0]}", start(f"{won[1]} victory"))
    shown = sum(die.value for die in told.dice if die.purpose == "san_gain") or outcome.gain
    line = f"{head}{told.colon} {VICTORY_DICE[given.victory]} = {told.number(shown)}, "
    line += f"{san_change(told, given.san, outcome.san)}."
    most = ""
    if shown > outcome.gain:
        most = told.pick(
            f"La SAN maximale, {told.number(outcome.san_max)}, est atteinte.",
            f"Maximum SAN, {told.number(outcome.san_max)}, is reached.",
        )
    return [joined(line, most)]


def treat_madness(told: Told) -> list[str]:
    """« 1 mois en institution, test de SAN (51 %) : 63, échec. »"""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        if outcome.reason == "not_needed":
            why = (
                "Aucune folie indéfinie à traiter. Une folie temporaire prend fin avec la scène",
                "No indefinite madness to treat. A temporary one ends with the scene",
            )
            return [refusal(told, "OPS-SAN-11", why=why)]
        return hopeless(told, ("aucun traitement n'y fait rien", "no treatment helps"))
    time = counted(told, outcome.months, ("mois", "mois"), ("month", "months"))
    head = f"{time} {told.pick(*SETTINGS[given.setting])}"
    target = Mind(san=given.san, si=given.si).now
    test = told.pick("test de SAN", "SAN test") + f" ({per_cent(told, target)})"
    said = thrown(told, outcome.roll, outcome.outcome)
    line = f"{head}, {test}{told.colon} {said}"
    dice = {"success": "1D6", "fumble": "1D3"}.get(outcome.outcome, "")
    purpose = "san_gain" if outcome.cured else "san_loss"
    shown = sum(die.value for die in told.dice if die.purpose == purpose)
    change = f"{start(san_change(told, given.san, outcome.san))}."
    if dice and shown:
        change = f"{dice} = {shown}, {san_change(told, given.san, outcome.san)}."
    name = told.who
    if outcome.cured:
        end = told.pick(f"{name} guérit." if name else "La folie est guérie.", f"{name or 'The madness'} is cured.")
    elif outcome.madness == "permanent":
        end = state_of_mind(told, "permanent", name)
    else:
        end = told.pick("La folie indéfinie demeure.", "The indefinite madness remains.")
    return [joined(line, change if dice or outcome.san != given.san else "", end)]


def madness_effect(told: Told) -> list[str]:
    """« Folie temporaire, 1D20 = 5. Attaque la cause de l'horreur. »"""
    row = pack.madness(told.outcome.roll)
    kind = told.given.duration
    lasting = {
        "temporary": ("Folie temporaire", "Temporary madness"),
        "indefinite": ("Folie indéfinie", "Indefinite madness"),
    }
    text = start(getattr(row, f"{kind}_{told.language}"))
    return [f"{told.pick(*lasting[kind])}, 1D20 = {told.outcome.roll}. {text}."]
