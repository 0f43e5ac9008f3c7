"""One action in a fight: its throw, the reaction, what lands, how both sides are afterwards."""

from gardien.core.readings.drive import Waiting
from gardien.core.telling import Told
from gardien.core.wording import called, ruled, start
from gardien.systems.organique.sentences.bodies_told import aftermath
from gardien.systems.organique.sentences.grammar import ATTACKER, TARGET
from gardien.systems.organique.sentences.strikes_told import TOLD, exchange_lines, head


def combat_action(told: Told) -> list[str]:
    """« Tyra frappe Carl : FOR 11 + AGI 12 + 14 (d20) = 37 contre 25, marge 12. », the reaction, then what lands."""
    given, outcome = told.given, told.outcome
    who = called(told, given.attacker, ATTACKER, acts=True)
    whom = called(told, given.target, TARGET)
    if isinstance(outcome, Waiting):
        ask = told.pick(f"{whom} peut réagir, avant les dés.", f"{whom} may react, before the dice.")
        return [f"{head(told, given, who, whom)}.", ruled(start(ask), "ORG-CBT-01")]
    return [
        *exchange_lines(told, given, outcome, outcome.counter, (given.attacker, given.target), (who, whom)),
        aftermath(told, whom, given.target, outcome.defender, TOLD),
        aftermath(told, who, given.attacker, outcome.attacker, TOLD),
    ]
