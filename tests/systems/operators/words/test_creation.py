"""How a new Operator is told: specialties by their names."""

import pytest

from gardien.systems.operators import pack
from systems.operators.spoken import plain, say

TRADES = [row for row in pack.table("specialties", "specialty") if row.key != "sympathiser"]  # any trade, so none


@pytest.mark.parametrize("row", TRADES, ids=lambda row: row.key)
def test_every_specialty_is_told_by_its_name(row):
    """OPS-SPEC-02."""
    assert say("specialty_info", {"specialty": row.key}, []).startswith(f"{plain(row.fr)} : ")
    assert say("specialty_info", {"specialty": row.key}, [], "en").startswith(f"{plain(row.en)}: ")
