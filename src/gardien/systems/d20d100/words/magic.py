"""Forbidden books, spells, magic points, psychic powers."""

from gardien.core.telling import Report
from gardien.core.wording import (
    Both,
    count_of,
    join_sentences,
    off_at_this_table,
    present,
    reason,
    refusal_line,
    start,
    who_text,
)
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.character import check_dice
from gardien.systems.d20d100.rules.mind.magic import CONCENTRATION, SKIMMING, SUMMONS, effect_dice, power_of
from gardien.systems.d20d100.rules.tests.d20 import JET, SKILL
from gardien.systems.d20d100.rules.tests.help import PERCENTILE
from gardien.systems.d20d100.words.grammar import (
    amount_text,
    bare_name,
    dice_text,
    difficulty,
    face_of,
    gauge,
    heading,
    jet_name,
    percentile,
    signed_text,
    sum_text,
    trial,
    trial_at,
)
from gardien.systems.d20d100.words.mind import SAN_ROLL, SANE, TEMPORARY, lasting_madness_text, san_loss_text
from gardien.systems.d20d100.words.tests import contest_text

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


def _idea(report: Report, idee: int, face: int | None, mad: bool) -> str:
    """Idée after a heavy loss: the throw, and what it means at this table (D100-SAN-03)."""
    if face is None:
        return ""
    test = f"{start(jet_name(report, 'idee'))}, {difficulty(report, JET)}{report.colon} {sum_text(report, face, idee)}."
    return join_sentences(test, report.pick(*(TEMPORARY if mad else SANE)))


# ---- books ----


def read_tome(report: Report) -> list[str]:
    """What was understood, what it cost, what can be learned."""
    given, outcome = report.given, report.outcome
    row = pack.tome(given.tome)
    name, time = report.pick(row.fr, row.en), count_of(report, outcome.weeks, *WEEKS)
    if given.skim:
        read = report.pick(f"{name}, {time} de lecture rapide", f"{name}, {time} of skimming")
    else:
        read = report.pick(f"{name}, {time} de lecture", f"{name}, {time} of reading")
    against = SKIMMING if given.skim else SKILL
    face = face_of(report, "language")
    lines = [trial(report, heading(report, read), given.language_modifier, against, face, outcome.success)]
    if not outcome.success:
        nothing = report.pick("Rien n'est compris.", "Nothing is understood.")
        return [join_sentences(lines[0], nothing), _ceiling(report, given.san)]
    lines.append(f"{gauge(report, report.pick('Mythe', 'Mythos'), given.mythos, outcome.mythos)}.")
    thrown = face_of(report, "san", "d100") or 0
    held = thrown <= given.san
    after = given.san - outcome.san_loss
    loss = san_loss_text(
        report, check_dice("san", row.san.success if held else row.san.failure), given.san, after, outcome.san_loss
    )
    lines.append(join_sentences(percentile(report, report.pick(*SAN_ROLL), given.san, thrown, held), loss))
    reader = who_text(report, "", READER, acts=True)
    thought = _idea(report, given.idee, face_of(report, "idee"), outcome.temp_mad)
    lines += [join_sentences(thought, lasting_madness_text(report, reader, outcome)), _ceiling(report, after)]
    if outcome.spells_learnable:
        lines.append(report.pick("On peut y apprendre des sorts.", "Spells can be learned from it."))
    return lines


def _ceiling(report: Report, before: int) -> str:
    """SAN that the Mythos leaves no room for (D100-MAGIC-03)."""
    if report.outcome.san >= before:
        return ""
    moved = gauge(report, "SAN", before, report.outcome.san)
    return report.pick(f"Le Mythe abaisse le plafond : {moved}.", f"The Mythos lowers the ceiling: {moved}.")


def learn_spell(report: Report) -> list[str]:
    """« 2d6 = 7 semaines d'étude. INT 14 ×3, Difficulté 10 (normale) : 12 (d20) − 3 = 9, raté, marge −1. »"""
    given, outcome = report.given, report.outcome
    time = count_of(report, outcome.weeks, *WEEKS)
    study = start(heading(report, report.pick(f"étude d'un sort, 2d6 = {time}", f"study of a spell, 2d6 = {time}")))
    head = f"INT {report.number(given.int_score)} ×{given.multiplier}"
    test = trial_at(report, head, outcome.modifier, PERCENTILE, outcome.total, outcome.learned)
    if outcome.learned:
        end = report.pick("Le sort est appris.", "The spell is learned.")
    else:
        end = report.pick("Le sort reste obscur.", "The spell stays obscure.")
    return [f"{study}.", join_sentences(test, end)]


# ---- spells ----


def cast_spell(report: Report) -> list[str]:
    """The price, whoever resists, the effect."""
    given, outcome = report.given, report.outcome
    row, cost = given.row(), given.cost()
    name = report.pick(row.fr, row.en)
    if not outcome.accepted:
        return [_not_cast(report, name)]
    idees = report.faces("d20", "idee")
    lines = []
    if given.wounded:
        head = report.pick("blessure pendant l'incantation, jet d'Idée", "wounded while casting, Idea roll")
        lines.append(trial(report, head, given.idee, CONCENTRATION, idees.pop(0), not outcome.lost))
    lines.insert(0, f"{start(heading(report, name))}{report.colon} {_price(report, cost)}")
    caster = who_text(report, "", CASTER, acts=True)
    thought = _idea(report, given.idee, idees[0] if idees else None, outcome.temp_mad)
    lines.append(join_sentences(thought, lasting_madness_text(report, caster, outcome)))
    if present(outcome.came):
        face = face_of(report, "summons", "d100")
        lines.append(percentile(report, report.pick("appel", "call"), SUMMONS * cost, face, outcome.came))
    if present(outcome.resisted):
        bonus = row.bonus_per_pm * (cost - 1)
        sides = (
            (face_of(report, "caster"), given.caster_modifier + bonus),
            (face_of(report, "target"), given.target_modifier),
        )
        other = BEING if present(outcome.came) else TARGET
        won = report.pick(*other) if outcome.resisted else caster
        head = report.pick("POU contre POU", "POU against POU")
        lines.append(contest_text(report, head, sides, report.pick(f"{won} l'emporte", f"{won} prevails")))
    lines.append(_effect(report))
    return lines


def _not_cast(report: Report, name: str) -> str:
    given, why = report.given, report.outcome.reason
    if why == "cost_out_of_range":
        row = given.row()
        low, high = report.number(row.pm_least), amount_text(report, row.pm_most, "PM")
        if row.pm_least == row.pm_most:
            text = (f"{name} coûte {high}, ni plus ni moins", f"{name} costs {high}, no more and no fewer")
        else:
            text = (f"{name} coûte de {low} à {high}", f"{name} costs {low} to {high}")
        return refusal_line(report, text, "D100-MISS-10")
    rule = "D100-MAGIC-02" if why == "components_missing" else "D100-MISS-10"
    return reason(report, why, NOT_CAST, rule)


def _price(report: Report, cost: int) -> str:
    """PM or POU, then SAN."""
    given, outcome = report.given, report.outcome
    paid = []
    if cost:
        paid.append(gauge(report, "PM", given.pm, outcome.pm))
    if outcome.pou_score != given.pou_score:
        paid.append(gauge(report, "POU", given.pou_score, outcome.pou_score))
    dice = check_dice("san", given.row().san)
    lost = san_loss_text(report, dice, given.san, outcome.san, outcome.san_loss)
    return join_sentences(", ".join(paid) + "." if paid else "", start(lost))


def _effect(report: Report) -> str:
    """What the spell does, or why it does nothing."""
    given, outcome = report.given, report.outcome
    row = given.row()
    if outcome.lost:
        return report.pick("Le sort est perdu.", "The spell is lost.")
    if present(outcome.came):
        return report.pick(*(ABSENT if not outcome.came else REBELS if outcome.resisted else OBEYS))
    if not outcome.works:
        return report.pick("Le sort reste sans effet.", "The spell has no effect.")
    dice = effect_dice(row, given.cost())
    shown = ""
    if dice.terms:
        shown = f"{dice_text(dice)} = {report.number(outcome.effect)}."
    elif outcome.effect:
        shown = f"{report.pick('Effet', 'Effect')}{report.colon} {report.number(outcome.effect)}."
    return join_sentences(shown, report.pick(row.effect_fr, row.effect_en))


# ---- magic points ----


def recover_pm(report: Report) -> list[str]:
    """« 6 heures : PM 2 → 5. »"""
    given, outcome = report.given, report.outcome
    hours = count_of(report, given.hours, ("heure", "heures"), ("hour", "hours"))
    line = f"{start(heading(report, hours))}{report.colon} {gauge(report, 'PM', given.pm, outcome.pm)}."
    down = report.pick("À 0, on reste sans connaissance.", "At 0 nobody is awake.") if outcome.unconscious else ""
    return [join_sentences(line, down)]


# ---- psychic powers ----


def psychic_power(report: Report) -> list[str]:
    """What is paid, the test where there is one, what it gives."""
    given, outcome = report.given, report.outcome
    row, power = pack.trait(given.power), power_of(given.power)
    name = report.pick(row.fr, row.en)
    if not outcome.accepted:
        if power.pm > given.pm:
            cost = amount_text(report, power.pm, "PM")
            why = (f"{name} coûte {cost}, c'est plus qu'il n'en reste", f"{name} costs {cost}, more than are left")
            return [refusal_line(report, why, "D100-MISS-16")]
        what = ("Les traits psychiques ne sont pas joués", "Psychic traits are not played")
        return [off_at_this_table(report, what, "psychic_traits", "D100-TRAIT-06")]
    head = start(heading(report, name))
    paid = f"{gauge(report, 'PM', given.pm, outcome.pm)}." if power.pm else ""
    if power.opposed:
        sides = ((face_of(report, "caster"), given.modifier), (face_of(report, "target"), given.target_modifier))
        end = (
            report.pick("le pouvoir passe", "the power works")
            if outcome.success
            else report.pick("la cible résiste", "the target resists")
        )
        return [contest_text(report, f"{head}, {report.pick('POU contre POU', 'POU against POU')}", sides, end), paid]
    if power.difficulty is not None:
        test = f"{head}, {bare_name(report, power.code or 'POU')}"
        return [
            join_sentences(
                trial(report, test, given.modifier, power.difficulty, face_of(report, "test"), outcome.success is True),
                paid,
            )
        ]
    bonus = signed_text(report, outcome.skill_bonus) if present(outcome.skill_bonus) else ""
    gives = report.pick(row.effect_fr, row.effect_en)
    return [join_sentences(f"{head}{report.colon} {bonus}." if bonus else f"{head}.", paid), gives]
