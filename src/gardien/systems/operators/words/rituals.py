"""Entities and rituals: what nobody should meet, and what it costs to call on it."""

from gardien.core.telling import Report, lower_first
from gardien.core.wording import Both, count_of, join_list, join_sentences, per_cent, present, start, who_text, word
from gardien.systems.operators import pack
from gardien.systems.operators.rules.mind.shocks import mind_of
from gardien.systems.operators.words.body import refuse_harm, worsening_text
from gardien.systems.operators.words.grammar import DEGREES, luck_cost, luck_left_text, refusal, throw_text, trial_name
from gardien.systems.operators.words.mind import hopeless_lines, rite, shock_name, shock_text, title

CASTER: Both = ("la personne qui officie", "the caster")
VICTIM: Both = ("la victime", "the victim")


# --- entities --------------------------------------------------------------------------------------------------------


def entity_sight(report: Report) -> list[str]:
    """« Vue d'une entité, choc existentiel : 1D100 = 40, SAN 58 → 18. »"""
    outcome = report.outcome
    if outcome.refused:
        return hopeless_lines(report)
    head = report.pick("vue d'une entité, ", "sight of an entity, ") + shock_name(report, "existential")
    return [
        shock_text(report, outcome, report.given, head, pack.shock("existential").dice, report.who, outcome.outcome)
    ]


def entity_attack(report: Report) -> list[str]:
    """« Attaque d'une entité contre Reyes, test extrême de POU (12 %) : 40, échec. Reyes meurt. »"""
    given, outcome = report.given, report.outcome
    victim = given.victim
    who = who_text(report, victim, VICTIM, acts=True)
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-05", who)
    spent = victim.luck - outcome.luck
    first = luck_cost(outcome.roll, outcome.target, outcome.outcome, spent > 0)
    head = report.pick("Attaque d'une entité", "An entity attacks")
    if victim.name.strip() or report.who:
        head += report.pick(f" contre {who}", f" {who}")
    said = throw_text(report, outcome.roll, outcome.outcome, who=who, spent=first)
    if given.protection != "none" and outcome.final_difficulty != "extreme":
        shield = start(word(report, "protection", given.protection))
        easier = report.pick(*DEGREES[outcome.final_difficulty])
        test = report.pick("le test extrême de POU devient", "the extreme POU test becomes")
        lines = [f"{head}. {shield}{report.colon} {test} {easier} ({per_cent(report, outcome.target)}). {start(said)}"]
    else:
        lines = [f"{head}, {trial_name(report, 'POU', outcome.final_difficulty, outcome.target)}{report.colon} {said}"]
    lines[0] = join_sentences(lines[0], luck_left_text(report, victim.luck - first) if first else "")
    if outcome.outcome in ("critical", "success"):
        return [*lines, start(report.pick(f"{who} en réchappe.", f"{who} survives."))]
    return [
        *lines,
        worsening_text(report, outcome, victim, who, "dead", outcome.wound_level, luck=outcome.luck, before=first),
    ]


# --- rituals ---------------------------------------------------------------------------------------------------------


def learn_ritual(report: Report) -> list[str]:
    """« Étude du rituel « bannissement » dans « Livre des vers », test difficile d'INT (36 %) : 27, réussite. »"""
    given, outcome = report.given, report.outcome
    book, ritual = pack.tome(given.tome), pack.ritual(given.ritual)
    if outcome.refused:
        return [_not_taught_text(report, book, ritual)]
    spent = given.luck - outcome.luck
    study = report.pick(f"Étude du rituel {rite(report, ritual)}", f"Study of the ritual {rite(report, ritual)}")
    head = f"{study} {report.pick('dans', 'in')} {title(report, book)}"
    if present(outcome.target):
        head += f", {trial_name(report, 'INT', outcome.final_difficulty, outcome.target)}"
    said = throw_text(report, outcome.roll, outcome.outcome, spent=spent)
    weeks = count_of(report, outcome.weeks, ("semaine", "semaines"), ("week", "weeks"))
    end = (
        report.pick(f"Le rituel s'apprend en {weeks}.", f"The ritual is learned in {weeks}.")
        if outcome.learned
        else report.pick(
            f"{weeks} d'étude sans résultat ; on peut recommencer.", f"{weeks} of study for nothing; one may try again."
        )
    )
    return [join_sentences(f"{head}{report.colon} {said}", luck_left_text(report, outcome.luck) if spent else "", end)]


def _not_taught_text(report: Report, book: pack.Tome, ritual: pack.Ritual) -> str:
    """The book has other rituals, or none; others have this one."""
    name, known = rite(report, ritual), title(report, book)
    where = [title(report, row) for row in pack.table("tomes", "tome") if ritual.key in row.teaches]
    where_text = f". {report.pick('Le chercher dans', 'Look in')} {join_list(report, where)}" if where else ""
    return refusal(
        report,
        "OPS-MAG-01",
        why=(
            f"{known} n'enseigne pas le rituel {name}{where_text}",
            f"{known} does not teach the ritual {name}{where_text}",
        ),
    )


def cast_ritual(report: Report) -> list[str]:
    """« Rituel « bannissement », par Reyes : 1D10 = 6, SAN 58 → 52. Test difficile de POU (36 %) : 27, réussite. »"""
    given, outcome = report.given, report.outcome
    caster = given.caster
    who = who_text(report, caster, CASTER, acts=True)
    row = pack.ritual(given.ritual) if given.ritual else None
    if outcome.refused:
        return _refuse_casting(report, who, row)
    name = caster.name.strip() or report.who
    head = report.pick("rituel", "ritual") + (f" {rite(report, row)}" if row else "")
    if name:
        head += report.pick(f", par {name}", f", cast by {name}")
    paid = shock_text(report, outcome, mind_of(caster), head, str(given.price()), name, _mind_after(report))
    return [paid, _effect_text(report, who, row)]


def _mind_after(report: Report) -> str:
    """What the price did to the mind, as a shock would tell it; nothing where nothing is tested."""
    outcome, before = report.outcome, report.given.caster
    if outcome.madness == "permanent":
        return "permanent"
    if outcome.san_test is True:
        return "temporary" if outcome.madness == "temporary" else "control"
    return "still_mad" if before.madness == "temporary" else ""


def _effect_text(report: Report, who: str, row: pack.Ritual | None) -> str:
    """Whether it works, and what it does."""
    given, outcome = report.given, report.outcome
    parts = []
    if present(outcome.outcome):
        spent = given.caster.luck - outcome.luck
        said = throw_text(report, outcome.roll, outcome.outcome, who=who, spent=spent)
        name = trial_name(report, "POU", outcome.final_difficulty, outcome.target)
        parts.append(f"{start(name)}{report.colon} {said}")
        parts.append(luck_left_text(report, outcome.luck) if spent else "")
    if outcome.effect:
        parts.append(report.pick("Le rituel opère.", "The ritual works."))
        parts.append(report.pick(row.effect_fr, row.effect_en) if row else "")
    else:
        parts.append(report.pick("Le rituel n'opère pas.", "The ritual does not work."))
    return join_sentences(*parts)


def _refuse_casting(report: Report, who: str, row: pack.Ritual | None) -> list[str]:
    """Once a scene, at its own time and place, by somebody who can."""
    reason = report.outcome.reason
    if reason == "permanently_mad":
        return hopeless_lines(
            report, ("aucun rituel possible", "no ritual is possible"), report.given.caster.name.strip()
        )
    if reason == "already_cast":
        why: Both = (
            "{who} a déjà lancé un rituel dans cette scène. Attendre la suivante",
            "{who} has already cast a ritual this scene. Wait for the next one",
        )
        return [refusal(report, "OPS-MAG-04", who=who, why=why)]
    if reason == "not_available":
        condition = (row.condition_fr, row.condition_en) if row else (None, None)
        why = (
            "Ni le lieu ni le moment ne s'y prêtent"
            + (f". Condition : {lower_first(condition[0])}" if condition[0] else ""),
            "Neither the place nor the time is right"
            + (f". Condition: {lower_first(condition[1])}" if condition[1] else ""),
        )
        return [refusal(report, "OPS-MAG-04", why=why)]
    return [refusal(report, "OPS-MAG-04", who=who)]
