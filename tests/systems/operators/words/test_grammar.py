"""Makes, prices and refusals inside sentences."""

import msgspec
import pytest
from msgspec import Struct

from core.typography import typographic_faults
from gardien.core.rows import Named
from gardien.core.system import find
from gardien.core.telling import Report
from gardien.core.terms import LANGUAGES, Terms
from gardien.core.wording import typeset
from gardien.systems.operators.rules.character import Reason
from gardien.systems.operators.words.grammar import WHY, luck_cost, refusal, row_name

SYSTEM = find("operators")


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("Fusil d’assaut", "fusil d’assaut"),
        ("Épée, sabre", "épée, sabre"),
        ("Glock 17, 9×19", "Glock 17, 9×19"),
        ("M4A1, 5,56", "M4A1, 5,56"),
        ("H&K MP5, 9×19", "H&K MP5, 9×19"),
        ("SCAR-H, 7,62×51", "SCAR-H, 7,62×51"),
        ("Lance-roquettes", "lance-roquettes"),
    ],
)
def test_makes_keep_their_capital(name, inside):
    assert row_name(Report(None, None, (), "fr", Terms()), Named(fr=name, en=name)) == inside


@pytest.mark.parametrize(
    ("roll", "target", "result", "price"),
    [
        (71, 65, "success", 6),
        (77, 65, "critical", 12),
        (60, 65, "success", 0),
        (71, 65, "failure", 0),
        (99, 65, "failure", 10),
        (99, 65, "success", 44),
        (99, 120, "success", 11),
        (99, 65, "fumble", 0),
        (msgspec.UNSET, 65, "automatic", 0),
    ],
)
def test_the_price_of_a_throw_is_read_from_it(roll, target, result, price):
    """OPS-LUCK-02, OPS-LUCK-03; and where nobody paid it is nothing."""
    assert luck_cost(roll, target, result) == price
    assert luck_cost(roll, target, result, spends=False) == 0


class Refused(Struct):
    reason: str


@pytest.mark.parametrize("reason", Reason.__args__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words(reason, language):
    """In sentences of its own or by its label; whatever the name, it is put in as it is."""
    told = Report(None, Refused(reason), (), language, SYSTEM.terms)
    line = typeset(refusal(told, "OPS-CBT-05", who="{Ada}"), language)
    assert line.endswith(". [OPS-CBT-05]")
    assert typographic_faults(line, language) == []
    assert reason not in line.split() or "_" not in reason
    assert "{who}" not in line


def test_refusals_are_about_known_reasons():
    assert set(WHY) <= set(Reason.__args__)
