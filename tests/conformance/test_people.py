"""Whoever acts at the table plays with their own sheet."""

import pytest

from conformance.faults import none_of, person_faults
from conformance.installed import SYSTEMS, system_key
from gardien.table.marks import field_types


@pytest.mark.parametrize("system", SYSTEMS, ids=system_key)
def test_whoever_an_act_takes_as_a_whole_comes_from_a_sheet(system):
    none_of(person_faults(system))


@pytest.mark.parametrize("system", SYSTEMS, ids=system_key)
def test_damage_can_be_typed_beside_every_kind_of_being(system):
    """Of the gauges that a game declares as harmed, or else of all, every kind of sheet has one."""
    face = system.presentation
    gauges = {one.field for one in face.gauges}
    assert set(face.harm) <= gauges
    for kind in system.table_rules.sheets if gauges else ():
        assert {*(face.harm or gauges)} & set(field_types(kind)), kind.__name__
