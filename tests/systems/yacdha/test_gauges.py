"""Madness and trauma: when a gauge is checked, when it climbs, what it means at 6 (GAU)."""

from typing import Any

import pytest
from hypothesis import given as sampled
from hypothesis import settings
from hypothesis import strategies as st
from systems.yacdha.brute import changes, outcome, picked, refused, steps, thrown

from gardien.core.chance import call
from gardien.core.dice import DieShown if False else D6
