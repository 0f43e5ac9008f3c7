"""At the wheel: manoeuvres, and those that run into people (VEH-01 to VEH-04, M8)."""

from gardien.core.telling import Report
from gardien.core.wording import Both, join_sentences, present, start, who_text, word
from gardien.systems.organique import pack
from gardien.systems.organique.rules.manoeuvres import LOST
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.modifiers import base_parts
from gardien.systems.organique.words.attack import REACTIONS, WON, came_of, counter_line, sum_of
from gardien.systems.organique.words.grammar import TARGET, base_text, exhausted_text, fill_text, harm, lead, throw_text
from gardien.systems.organique.words.person import aftermath

DRIVER: Both = ("la personne au volant", "the driver")
CONTROL: Both = (
    "Le véhicule n'obéit plus : il faut reprendre le contrôle.",
    "The vehicle no longer obeys: control must be regained.",
)
CRASH: Both = ("C'est l'accident, à la vitesse du moment.", "A crash, at the speed of the moment.")
# Who drives into whom.
INTO: dict[str, Both] = {
    "slide": ("{who} dérape sur {whom}", "{who} slides into {whom}"),
    "ramp": ("{who} prend un tremplin et retombe sur {whom}", "{who} takes a ramp and comes down on {whom}"),
    "ram": ("{who} percute {whom}", "{who} rams {whom}"),
}
BY_NAME: Both = ("{who} fonce sur {whom}", "{who} drives at {whom}")  # a manoeuvre of somebody’s own


def manoeuvre(report: Report) -> list[str]:
    """« Raul, virage serré : AGI 12 + 8 + 9 (d20) = 29 contre 40, marge d'échec 11. Le véhicule n'obéit plus … »"""
    given, outcome = report.given, report.outcome
    other = given.manoeuvre == "other"
    name = report.pick("manœuvre", "manoeuvre") if other else word(report, "manoeuvre", given.manoeuvre)
    line = throw_text(report, lead(report, given.driver, name), outcome, "AGI")
    if outcome.success:
        return [line]
    if given.manoeuvre == "regain_control":
        return [join_sentences(line, report.pick(*CRASH))]
    return [join_sentences(line, report.pick(*CONTROL) if outcome.margin <= LOST else "")]


def vehicle_attack(report: Report) -> list[str]:
    """« Raul percute Carl : AGI 12 + 4 + 14 (d20) = 30 contre 20, marge 10. Esquive de Carl : … Carl encaisse 3 c. »"""
    given, outcome = report.given, report.outcome
    who, whom = who_text(report, given.driver, DRIVER, acts=True), who_text(report, given.target, TARGET)
    head = fill_text(report, INTO.get(given.manoeuvre, BY_NAME), who, whom)
    if given.manoeuvre not in INTO:
        head += f", {word(report, 'manoeuvre', given.manoeuvre)}"
    if outcome.attack_auto == "exhausted":
        return [f"{head}{report.colon} {exhausted_text(report)}."]
    first = base_text(report, base_parts(person_of(given.driver), "AGI", None), outcome.attack_base)
    lines = [f"{head}{report.colon} {sum_of(report, outcome, 'attack_', first)}."]
    row = None if given.reaction.kind == "none" else pack.reaction(given.reaction.kind)
    if row is not None and row.first is not None and present(outcome.defence_total):
        own = base_text(report, base_parts(person_of(given.target), row.first, row.second), outcome.defence_base)
        answer = fill_text(report, REACTIONS[given.reaction.kind], whom)
        lines.append(f"{answer}{report.colon} {sum_of(report, outcome, 'defence_', own)}.")
    lines[-1] = join_sentences(lines[-1], _hit_text(report, whom), _dent_text(report))
    if present(outcome.counter):
        own, back = given.reaction, outcome.counter
        lines.append(counter_line(report, own, back, given.target, (whom, who)))
        lines += came_of(report, own, back, (given.target, given.driver), (whom, who), who)
    return [
        *lines,
        aftermath(report, whom, given.target, outcome.defender),
        aftermath(report, who, given.driver, outcome.driver),
    ]


def _dent_text(report: Report) -> str:
    """What it costs the vehicle itself."""
    if not present(report.outcome.vehicle_damage):
        return ""
    dent = harm(report, 0, report.outcome.vehicle_damage.c)
    return report.pick(f"Le véhicule encaisse {dent}.", f"The vehicle takes {dent}.")


def _hit_text(report: Report, whom: str) -> str:
    """Whether it strikes, and what passes the armour."""
    given, outcome = report.given, report.outcome
    if outcome.hit:
        if not (outcome.damage.bs or outcome.damage.c):
            return report.pick("Le choc ne passe pas l'armure.", "The armour takes it all.")
        passes = harm(report, outcome.damage.bs, outcome.damage.c)
        return start(report.pick(f"{whom} encaisse {passes}.", f"{whom} takes {passes}."))
    if outcome.attack_success and outcome.defence_success is True:
        return f"{fill_text(report, WON[given.reaction.kind], whom)}."
    return report.pick("C'est manqué.", "It misses.")
