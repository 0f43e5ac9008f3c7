"""What drugs, diseases, poisons and care share: whom they can touch, the symptoms they list (SYM-01, MON-01)."""

from gardien.core.inputs import BadField
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.pack.rows import Ailings
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.vocabulary import Ailment


class SymptomEntry(Value, frozen=True):
    """A symptom that a substance lists, all its doses or levels counted: a save to make (ORG-SYM-01)."""

    symptom: Ailment
    difficulty: int


def entries(ailings: Ailings, times: int = 1) -> tuple[SymptomEntry, ...]:
    """Symptoms with their difficulties so many times over (ORG-DIS-05)."""
    return tuple(SymptomEntry(one.ailment, one.difficulty * times) for one in ailings)


def check_flesh(field: str, one: Character) -> None:
    """A body of flesh and blood: machines take neither drugs nor diseases nor care (ORG-MON-01)."""
    if one.kind == "machine":
        living = [key for key in pack.keys("scales", "nature") if key != one.kind]
        raise BadField(field, "field/not_allowed", "ORG-MON-01", came=one.kind, allowed=living)


def check_living(field: str, one: Character) -> None:
    """A body that lives: the dead are asked for nothing (ORG-HP-07)."""
    check_flesh(field, one)
    if one.dead:
        raise BadField(field, "act/unable", "ORG-HP-07")
