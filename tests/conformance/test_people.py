"""Whoever acts at the table plays with their own sheet."""

import pytest

from conformance.faults import none_of, person_faults
from conformance.installed import SYSTEMS, system_key


@pytest.mark.parametrize("system", SYSTEMS, ids=system_key)
def test_whoever_an_act_takes_as_a_whole_comes_from_a_sheet(system):
    none_of(person_faults(system))
