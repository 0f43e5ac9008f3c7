"""How fights, minds, magic, vehicles and chances are told: every ending (`told_2.txt`), and what no line may hold."""

from random import Random

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import given as sampled
from hypothesis import strategies as st

from conformance.strategies import inputs
from gardien.core.calling import prepare
from gardien.core.errors import Refusal
from gardien.core.readings.play import play
from gardien.core.system import find
from gardien.core.telling import tell
from gardien.core.terms import LANGUAGES
from gardien.systems.d20d100.sentences import MODULES, TELLERS
from systems.d20d100.test_sentences import well_said

SYSTEM = find("d20d100")
PARTS = (
    *("mind_told", "magic_told", "vehicles_told", "order_told", "actions_told", "rounds_told", "attacks_told"),
    *("bursts_told", "manoeuvres_told", "grappling_told", "chances_told"),
)
MINE = sorted(key for part in PARTS for key in MODULES[part])


def test_every_procedure_is_told():
    assert set(TELLERS) == set(SYSTEM.modules)


OPTIONS = inputs(SYSTEM.options)


@pytest.mark.parametrize("procedure", MINE)
def test_no_sentence_stumbles(procedure):
    """Whatever is asked and whatever the dice show, in both languages, with a name and without."""
    told = []

    @sampled(given=inputs(SYSTEM.procedure(procedure).given), options=OPTIONS, seed=st.integers(0, 2**32))
    @settings(max_examples=30, suppress_health_check=list(HealthCheck), deadline=None)
    def speak(given, options, seed):
        try:
            prepared = prepare("d20d100", procedure, {**given, "options": options})
            played = play(prepared.request(), Random(seed))
        except Refusal:
            assume(False)
            return
        for language in LANGUAGES:
            for who in ("", "Abby", "le médecin"):
                lines = tell(prepared, played, language, who)
                assert lines
                assert [line for line in lines if not well_said(line, language)] == []
                told.extend(lines)

    speak()
    assert len(set(told)) > 1  # something was really said
