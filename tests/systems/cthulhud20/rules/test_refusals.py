"""Every fault in what is given (`refused.txt`): its field and its rule, what came and what would do."""

import pytest

from systems.refusals import assert_refused, faults


@pytest.mark.parametrize(("asked", "refused"), faults("cthulhud20/rules"))
def test_a_fault_is_told_with_its_field_and_its_rule(asked, refused):
    assert_refused("cthulhud20", asked, refused)
