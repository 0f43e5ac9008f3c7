"""Entities and rituals: what nobody should meet, and what it costs to call on it."""

from gardien.core.telling import Told, lower_first
from gardien.core.wording import Both, called, counted, joined, listed, per_cent, present, start, word
from gardien.systems.operators import pack
from gardien.systems.operators.sentences.grammar import DEGREES, bought, luck_left, thrown, trial_named
from gardien.systems.operators.sentences.health_told import denied, sunk
from gardien.systems.operators.sentences.mind_told import hopeless, rite, shaken, shock_name, title
from gardien.systems.operators.sentences.refusals import refusal
from gardien.systems.operators.shocks import mind_of

CASTER: Both = ("la personne qui officie", "the caster")
VICTIM: Both = ("la victime", "the victim")


# --- entities --------------------------------------------------------------------------------------------------------


def entity_sight(told: Told) -> list[str]:
    """« Vue d'une entité, choc existentiel : 1D100 = 40, SAN 58 → 18. »"""
    outcome = told.outcome
    if outcome.refused:
        return hopeless(told)
    head = told.pick("vue d'une entité, ", "sight of an entity, ") + shock_name(told, "existential")
    return [shaken(told, outcome, told.given, head, pack.shock("existential").dice, told.who, outcome.outcome)]


def entity_attack(told: Told) -> list[str]:
    """« Attaque d'une entité contre Reyes, test extrême de POU (12 %) : 40, échec. Reyes meurt. »"""
    given, outcome = told.given, told.outcome
    victim = given.victim
    who = called(told, victim, VICTIM, acts=True)
    if outcome.refused:
        return denied(told, "OPS-HLTH-05", who)
    spent = victim.luck - outcome.luck
    first = bought(outcome.roll, outcome.target, outcome.outcome, spent > 0)
    head = told.pick("Attaque d'une entité", "An entity attacks")
    if victim.name.strip() or told.who:
        head += told.pick(f" contre {who}", f" {who}")
    said = thrown(told, outcome.roll, outcome.outcome, who=who, spent=first)
    if given.protection != "none" and outcome.final_difficulty != "extreme":
        shield = start(word(told, "protection", given.protection))
        easier = told.pick(*DEGREES[outcome.final_difficulty])
        test = told.pick("le test extrême de POU devient", "the extreme POU test becomes")
        lines = [f"{head}. {shield}{told.colon} {test} {easier} ({per_cent(told, outcome.target)}). {start(said)}"]
    else:
        lines = [f"{head}, {trial_named(told, 'POU', outcome.final_difficulty, outcome.target)}{told.colon} {said}"]
    lines[0] = joined(lines[0], luck_left(told, victim.luck - first) if first else "")
    if outcome.outcome in ("critical", "success"):
        return [*lines, start(told.pick(f"{who} en réchappe.", f"{who} survives."))]
    return [
        *lines,
        sunk(told, outcome, victim, who, "dead", outcome.wound_level, luck=outcome.luck, before=first),
    ]


# --- rituals ---------------------------------------------------------------------------------------------------------


def learn_ritual(told: Told) -> list[str]:
    """« Étude du rituel « bannissement » dans « Livre des vers », test difficile d'INT (36 %) : 27, réussite. »"""
    given, outcome = told.given, told.outcome
    book, ritual = pack.tome(given.tome), pack.ritual(given.ritual)
    if outcome.refused:
        return [_not_taught(told, book, ritual)]
    spent = given.luck - outcome.luck
    study = told.pick(f"Étude du rituel {rite(told, ritual)}", f"Study of the ritual {rite(told, ritual)}")
    head = f"{study} {told.pick('dans', 'in')} {title(told, book)}"
    if present(outcome.target):
        head += f", {trial_named(told, 'INT', outcome.final_difficulty, outcome.target)}"
    said = thrown(told, outcome.roll, outcome.outcome, spent=spent)
    weeks = counted(told, outcome.weeks, ("semaine", "semaines"), ("week", "weeks"))
    end = (
        told.pick(f"Le rituel s'apprend en {weeks}.", f"The ritual is learned in {weeks}.")
        if outcome.learned
        else told.pick(
            f"{weeks} d'étude sans résultat ; on peut recommencer.", f"{weeks} of study for nothing; one may try again."
        )
    )
    return [joined(f"{head}{told.colon} {said}", luck_left(told, outcome.luck) if spent else "", end)]


def _not_taught(told: Told, book: pack.Tome, ritual: pack.Ritual) -> str:
    """The book has other rituals, or none; others have this one."""
    name, known = rite(told, ritual), title(told, book)
    where = [title(told, row) for row in pack.table("tomes", "tome") if ritual.key in row.teaches]
    found = f". {told.pick('Le chercher dans', 'Look in')} {listed(told, where)}" if where else ""
    return refusal(
        told,
        "OPS-MAG-01",
        why=(f"{known} n'enseigne pas le rituel {name}{found}", f"{known} does not teach the ritual {name}{found}"),
    )


def cast_ritual(told: Told) -> list[str]:
    """« Rituel « bannissement », par Reyes : 1D10 = 6, SAN 58 → 52. Test difficile de POU (36 %) : 27, réussite. »"""
    given, outcome = told.given, told.outcome
    caster = given.caster
    who = called(told, caster, CASTER, acts=True)
    row = pack.ritual(given.ritual) if given.ritual else None
    if outcome.refused:
        return _not_cast(told, who, row)
    name = caster.name.strip() or told.who
    head = told.pick("rituel", "ritual") + (f" {rite(told, row)}" if row else "")
    if name:
        head += told.pick(f", par {name}", f", cast by {name}")
    paid = shaken(told, outcome, mind_of(caster), head, str(given.price()), name, _mind_after(told))
    return [paid, _proved(told, who, row)]


def _mind_after(told: Told) -> str:
    """What the price did to the mind, as a shock would tell it; nothing where nothing is tested."""
    outcome, before = told.outcome, told.given.caster
    if outcome.madness == "permanent":
        return "permanent"
    if outcome.san_test is True:
        return "temporary" if outcome.madness == "temporary" else "control"
    return "still_mad" if before.madness == "temporary" else ""


def _proved(told: Told, who: str, row: pack.Ritual | None) -> str:
    """Whether it works, and what it does."""
    given, outcome = told.given, told.outcome
    parts = []
    if present(outcome.outcome):
        spent = given.caster.luck - outcome.luck
        said = thrown(told, outcome.roll, outcome.outcome, who=who, spent=spent)
        name = trial_named(told, "POU", outcome.final_difficulty, outcome.target)
        parts.append(f"{start(name)}{told.colon} {said}")
        parts.append(luck_left(told, outcome.luck) if spent else "")
    if outcome.effect:
        parts.append(told.pick("Le rituel opère.", "The ritual works."))
        parts.append(told.pick(row.effect_fr, row.effect_en) if row else "")
    else:
        parts.append(told.pick("Le rituel n'opère pas.", "The ritual does not work."))
    return joined(*parts)


def _not_cast(told: Told, who: str, row: pack.Ritual | None) -> list[str]:
    """Once a scene, at its own time and place, by somebody who can."""
    reason = told.outcome.reason
    if reason == "permanently_mad":
        return hopeless(told, ("aucun rituel possible", "no ritual is possible"), told.given.caster.name.strip())
    if reason == "already_cast":
        why: Both = (
            "{who} a déjà lancé un rituel dans cette scène. Attendre la suivante",
            "{who} has already cast a ritual this scene. Wait for the next one",
        )
        return [refusal(told, "OPS-MAG-04", who=who, why=why)]
    if reason == "not_available":
        condition = (row.condition_fr, row.condition_en) if row else (None, None)
        why = (
            "Ni le lieu ni le moment ne s'y prêtent"
            + (f". Condition : {lower_first(condition[0])}" if condition[0] else ""),
            "Neither the place nor the time is right"
            + (f". Condition: {lower_first(condition[1])}" if condition[1] else ""),
        )
        return [refusal(told, "OPS-MAG-04", why=why)]
    return [refusal(told, "OPS-MAG-04", who=who)]
