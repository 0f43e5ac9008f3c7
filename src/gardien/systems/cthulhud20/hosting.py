"""What the table knows of Cthulhu d20: what sheets fill in, what goes back to them, what falls due (HP, SAN, BLEED)."""

from gardien.core.hosting import Hosting
from gardien.systems.cthulhud20.samples import sample_creature, sample_person
from gardien.systems.cthulhud20.sheet import Creature, Investigator, Npc

HOSTING = Hosting(
    sheets=(Investigator, Npc, Creature),
    seen=("name", "kind", "state", "prone", "gender"),
    beings={"sample": sample_person, "creature": sample_creature},
)
