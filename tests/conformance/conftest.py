"""The kit runs with the tiny system installed beside the others."""

import pytest


@pytest.fixture(autouse=True)
def _beside(tiny: None) -> None:
    """Every test of the kit sees the tiny system."""
