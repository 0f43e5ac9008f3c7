"""Forbidden books, spells, magic points, psychic powers."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, counted, joined, off_at_this_table, present, reason, refused, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.aids import PERCENTILE
from gardien.systems.d20d100.casting import CONCENTRATION, SUMMONS, effect_dice
from gardien.systems.d20d100.magic import SKIMMING, power_of
from gardien.systems.d20d100.sentences.contests_told import contest
from gardien.systems.d20d100.sentences.grammar import (
    bare_name,
    dice_text,
    difficulty,
    face_of,
    gained,
    gauge,
    headed,
    jet_name,
    percentile,
    signed,
    summed,
    trial,
    trial_at,
)
from gardien.systems.d20d100.sentences.mind_told import SAN_ROLL, SANE, TEMPORARY, endures, san_lost
from gardien.systems.d20d100.trials import JET, SKILL
from gardien.systems.d20d100.values import check_dice

TARGET: Both = ("la cible", "the target")
BEING: Both = ("l'être", "the being")
CASTER: Both = ("qui lance le sort", "the caster")
READER: Both = ("qui lit", "the reader")
OBEYS: Both = ("L'être obéit à un ordre.", "The being obeys one order.")
REBELS: Both = ("L'être vient et n'obéit pas.", "The being comes and does not obey.")
ABSENT: Both = ("Rien ne vient.", "Nothing comes.")
WEEKS: tuple[Both, Both] = (("semaine", "semaines"), ("week", "weeks"))
NOT_CAST: dict[str, Both] = {
    "components_missing": (
        "Les composantes du sort manquent. Les réunir, puis le lancer",
        "The spell's components are missing. Gather them, then cast it",
    ),
    "cost_out_of_range": ("", ""),  # told with its bounds
    "not_enough_pm": (
        "Il n'y a pas assez de PM pour ce sort. Dépenser moins, ou attendre qu'ils reviennent",
        "There are not enough PM for this spell. Spend fewer, or wait for them to come back",
    ),
    "not_enough_pou": (
        "Le POU tomberait à 0, ce sort ne se lance pas",
        "POU would fall to 0, this spell cannot be cast",
    ),
}


def _idea(told: Told, idee: int, face: int | None, mad: bool) -> str:
    """Idée after a heavy loss: the throw, and what it means at this table (D100-SAN-03)."""
    if face is None:
        return ""
    test = f"{start(jet_name(told, 'idee'))}, {difficulty(told, JET)}{told.colon} {summed(told, face, idee)}."
    return joined(test, told.pick(*(TEMPORARY if mad else SANE)))


# ---- books ----


def read_tome(told: Told) -> list[str]:
    """What was understood, what it cost, what can be learned."""
    given, outcome = told.given, told.outcome
    row = pack.tome(given.tome)
    name, time = told.pick(row.fr, row.en), counted(told, outcome.weeks, *WEEKS)
    if given.skim:
        read = told.pick(f"{name}, {time} de lecture rapide", f"{name}, {time} of skimming")
    else:
        read = told.pick(f"{name}, {time} de lecture", f"{name}, {time} of reading")
    against = SKIMMING if given.skim else SKILL
    face = face_of(told, "language")
    lines = [trial(told, headed(told, read), given.language_modifier, against, face, outcome.success)]
    if not outcome.success:
        nothing = told.pick("Rien n'est compris.", "Nothing is understood.")
        return [joined(lines[0], nothing), _ceiling(told, given.san)]
    lines.append(f"{gauge(told, told.pick('Mythe', 'Mythos'), given.mythos, outcome.mythos)}.")
    thrown = face_of(told, "san", "d100") or 0
    held = thrown <= given.san
    after = given.san - outcome.san_loss
    loss = san_lost(
        told, check_dice("san", row.san.success if held else row.san.failure), given.san, after, outcome.san_loss
    )
    lines.append(joined(percentile(told, told.pick(*SAN_ROLL), given.san, thrown, held), loss))
    reader = called(told, "", READER, acts=True)
    thought = _idea(told, given.idee, face_of(told, "idee"), outcome.temp_mad)
    lines += [joined(thought, endures(told, reader, outcome)), _ceiling(told, after)]
    if outcome.spells_learnable:
        lines.append(told.pick("On peut y apprendre des sorts.", "Spells can be learned from it."))
    return lines


def _ceiling(told: Told, before: int) -> str:
    """SAN that the Mythos leaves no room for (D100-MAGIC-03)."""
    if told.outcome.san >= before:
        return ""
    moved = gauge(told, "SAN", before, told.outcome.san)
    return told.pick(f"Le Mythe abaisse le plafond : {moved}.", f"The Mythos lowers the ceiling: {moved}.")


def learn_spell(told: Told) -> list[str]:
    """« 2d6 = 7 semaines d'étude. INT 14 ×3, Difficulté 10 (normale) : 12 (d20) − 3 = 9, raté, marge −1. »"""
    given, outcome = told.given, told.outcome
    time = counted(told, outcome.weeks, *WEEKS)
    study = start(headed(told, told.pick(f"étude d'un sort, 2d6 = {time}", f"study of a spell, 2d6 = {time}")))
    head = f"INT {told.number(given.int_score)} ×{given.multiplier}"
    test = trial_at(told, head, outcome.modifier, PERCENTILE, outcome.total, outcome.learned)
    if outcome.learned:
        end = told.pick("Le sort est appris.", "The spell is learned.")
    else:
        end = told.pick("Le sort reste obscur.", "The spell stays obscure.")
    return [f"{study}.", joined(test, end)]


# ---- spells ----


def cast_spell(told: Told) -> list[str]:
    """The price, whoever resists, the effect."""
    given, outcome = told.given, told.outcome
    row, cost = given.row(), given.cost()
    name = told.pick(row.fr, row.en)
    if not outcome.accepted:
        return [_not_cast(told, name)]
    idees = told.faces("d20", "idee")
    lines = []
    if given.wounded:
        head = told.pick("blessure pendant l'incantation, jet d'Idée", "wounded while casting, Idea roll")
        lines.append(trial(told, head, given.idee, CONCENTRATION, idees.pop(0), not outcome.lost))
    lines.insert(0, f"{start(headed(told, name))}{told.colon} {_price(told, cost)}")
    caster = called(told, "", CASTER, acts=True)
    thought = _idea(told, given.idee, idees[0] if idees else None, outcome.temp_mad)
    lines.append(joined(thought, endures(told, caster, outcome)))
    if present(outcome.came):
        face = face_of(told, "summons", "d100")
        lines.append(percentile(told, told.pick("appel", "call"), SUMMONS * cost, face, outcome.came))
    if present(outcome.resisted):
        bonus = row.bonus_per_pm * (cost - 1)
        sides = (
            (face_of(told, "caster"), given.caster_modifier + bonus),
            (face_of(told, "target"), given.target_modifier),
        )
        other = BEING if present(outcome.came) else TARGET
        won = told.pick(*other) if outcome.resisted else caster
        head = told.pick("POU contre POU", "POU against POU")
        lines.append(contest(told, head, sides, told.pick(f"{won} l'emporte", f"{won} prevails")))
    lines.append(_effect(told))
    return lines


def _not_cast(told: Told, name: str) -> str:
    given, why = told.given, told.outcome.reason
    if why == "cost_out_of_range":
        row = given.row()
        low, high = told.number(row.pm_least), gained(told, row.pm_most, "PM")
        if row.pm_least == row.pm_most:
            text = (f"{name} coûte {high}, ni plus ni moins", f"{name} costs {high}, no more and no fewer")
        else:
            text = (f"{name} coûte de {low} à {high}", f"{name} costs {low} to {high}")
        return refused(told, text, "D100-MISS-10")
    rule = "D100-MAGIC-02" if why == "components_missing" else "D100-MISS-10"
    return reason(told, why, NOT_CAST, rule)


def _price(told: Told, cost: int) -> str:
    """PM or POU, then SAN."""
    given, outcome = told.given, told.outcome
    paid = []
    if cost:
        paid.append(gauge(told, "PM", given.pm, outcome.pm))
    if outcome.pou_score != given.pou_score:
        paid.append(gauge(told, "POU", given.pou_score, outcome.pou_score))
    dice = check_dice("san", given.row().san)
    lost = san_lost(told, dice, given.san, outcome.san, outcome.san_loss)
    return joined(", ".join(paid) + "." if paid else "", start(lost))


def _effect(told: Told) -> str:
    """What the spell does, or why it does nothing."""
    given, outcome = told.given, told.outcome
    row = given.row()
    if outcome.lost:
        return told.pick("Le sort est perdu.", "The spell is lost.")
    if present(outcome.came):
        return told.pick(*(ABSENT if not outcome.came else REBELS if outcome.resisted else OBEYS))
    if not outcome.works:
        return told.pick("Le sort reste sans effet.", "The spell has no effect.")
    dice = effect_dice(row, given.cost())
    shown = ""
    if dice.terms:
        shown = f"{dice_text(dice)} = {told.number(outcome.effect)}."
    elif outcome.effect:
        shown = f"{told.pick('Effet', 'Effect')}{told.colon} {told.number(outcome.effect)}."
    return joined(shown, told.pick(row.effect_fr, row.effect_en))


# ---- magic points ----


def recover_pm(told: Told) -> list[str]:
    """« 6 heures : PM 2 → 5. »"""
    given, outcome = told.given, told.outcome
    hours = counted(told, given.hours, ("heure", "heures"), ("hour", "hours"))
    line = f"{start(headed(told, hours))}{told.colon} {gauge(told, 'PM', given.pm, outcome.pm)}."
    down = told.pick("À 0, on reste sans connaissance.", "At 0 nobody is awake.") if outcome.unconscious else ""
    return [joined(line, down)]


# ---- psychic powers ----


def psychic_power(told: Told) -> list[str]:
    """What is paid, the test where there is one, what it gives."""
    given, outcome = told.given, told.outcome
    row, power = pack.trait(given.power), power_of(given.power)
    name = told.pick(row.fr, row.en)
    if not outcome.accepted:
        if power.pm > given.pm:
            cost = gained(told, power.pm, "PM")
            why = (f"{name} coûte {cost}, c'est plus qu'il n'en reste", f"{name} costs {cost}, more than are left")
            return [refused(told, why, "D100-MISS-16")]
        what = ("Les traits psychiques ne sont pas joués", "Psychic traits are not played")
        return [off_at_this_table(told, what, "psychic_traits", "D100-TRAIT-06")]
    head = start(headed(told, name))
    paid = f"{gauge(told, 'PM', given.pm, outcome.pm)}." if power.pm else ""
    if power.opposed:
        sides = ((face_of(told, "caster"), given.modifier), (face_of(told, "target"), given.target_modifier))
        end = (
            told.pick("le pouvoir passe", "the power works")
            if outcome.success
            else told.pick("la cible résiste", "the target resists")
        )
        return [contest(told, f"{head}, {told.pick('POU contre POU', 'POU against POU')}", sides, end), paid]
    if power.difficulty is not None:
        test = f"{head}, {bare_name(told, power.code or 'POU')}"
        return [
            joined(
                trial(told, test, given.modifier, power.difficulty, face_of(told, "test"), outcome.success is True),
                paid,
            )
        ]
    bonus = signed(told, outcome.skill_bonus) if present(outcome.skill_bonus) else ""
    gives = told.pick(row.effect_fr, row.effect_en)
    return [joined(f"{head}{told.colon} {bonus}." if bonus else f"{head}.", paid), gives]
