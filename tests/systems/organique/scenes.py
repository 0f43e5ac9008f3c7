"""The scenes of this game and how they are told: a file beside each module of words (`words/<module>.txt`)."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import Language
from gardien.systems.organique import SYSTEM
from gardien.systems.organique.words import MODULES
from systems.stories import Scene, scenes

SCENES_OF = {module: scenes("organique", f"words/{module}.txt") for module in MODULES}
SCENES: dict[str, Scene] = {scene.title: scene for told in SCENES_OF.values() for scene in told}


def speaking(language: Language, given: Any = None, outcome: Any = None) -> Report:
    """A report of nothing in particular, for a single phrase."""
    return Report(given, outcome, (), language, SYSTEM.terms)
