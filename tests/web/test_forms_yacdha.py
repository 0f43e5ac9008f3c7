"""Forms of YACDHA: whose act it is, two sides of two people, a patient and a carer, what the table fills in."""

import pytest

from gardien.table.viewers import viewer_of
from gardien.web.pages.frame import Frame
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.tables import command_of
from systems.yacdha.evening import Evening


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path, first_aid=True)
    yield result
    result.store.close()


def board(evening, who):
    return Board(evening.table, viewer_of(evening.table.state, "keeper"), Frame("fr"), who)


def sent(evening, who, procedure, *items):
    """The command that the form of a procedure sends."""
    fields = [("type", "do"), ("procedure", procedure), ("character", who), *items]
    return command_of(fields, dict(fields), board(evening, who))


def members(field):
    """Who is chosen in each group of a form."""
    people = [one for one in (field, *field.inside) if one.kind == "people"]
    return [[choice.value for choice in one.choices if choice.chosen] for one in people]


def test_learning_is_sent_for_whoever_learns(evening):
    """YAC-LRN-01."""
    b = evening.investigator()
    items = (("given.occupation", "Tir au revolver"), ("given.steps", "2"), ("given.nature", "physical"))
    evening.keep(sent(evening, b, "learn", *items))
    assert evening.sheet(b)["occupations"] == {"Tir au revolver": 2}


def test_nobody_stands_on_both_sides(evening):
    """YAC-CMP-01, YAC-CHA-01: somebody else is against whoever acts."""
    b, n = evening.investigator(), evening.npc()
    (sides, *_) = board(evening, b).asker("compete", b).main()
    assert members(sides) == [[b], [n]]
    (pursued, pursuers, *_) = board(evening, b).asker("chase", b).main()
    assert members(pursued) + members(pursuers) == [[b], [n]]


def test_a_carer_names_the_patient_and_the_table_the_wound(evening):
    """M-11."""
    b, d = evening.investigator(), evening.investigator("Daisy", occupations={"Médecine": 4})
    evening.do(b, "gauge_check", (6,), gauge="trauma")
    evening.keep(sent(evening, d, "first_aid", ("person.patient", b), ("list.claims", "Médecine")))
    roll = evening.roll()
    assert (roll.given["level"], roll.given["trauma_before"]) == (4, 1)
    assert evening.sheet(b)["trauma"] == 1


def test_the_end_of_a_scenario_is_for_those_who_can_be_rewarded(evening):
    """YAC-REC-03: the dead and the mad are not chosen; whether it cost somebody, the table knows."""
    b, s = evening.investigator(), evening.investigator("Solange")
    evening.investigator("Max", madness=6, status="mad")
    evening.die(s)
    (survivors, *_) = board(evening, b).asker("end_scenario", b).main()
    assert members(survivors) == [[b]]
    evening.keep(sent(evening, b, "end_scenario", ("people.survivors", b)))
    assert evening.roll().outcome["reduction"] == 1


def test_the_delay_of_care_is_filled_in_unless_it_is_said(evening):
    """YAC-LUC-09."""
    b = evening.investigator()
    evening.fall_into_coma(b)
    evening.advance(40)
    evening.keep(sent(evening, b, "coma_care", ("given.days", "0")))
    assert evening.roll().given["delay_minutes"] == 40


@pytest.mark.parametrize("procedure", ["action", "cooperate"])
def test_an_act_meets_an_average_opposition_until_the_keeper_says_otherwise(evening, procedure):
    """YAC-OPP-01: not none at all, with which nothing can fail."""
    b = evening.investigator()
    (opposition,) = (one for one in board(evening, b).asker(procedure, b).main() if one.name == "json.opposition")
    assert [one.label for one in opposition.choices if one.chosen] == ["3"]
