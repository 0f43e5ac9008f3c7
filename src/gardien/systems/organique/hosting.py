"""What the table knows of the organic rules: what sheets fill in, what goes back to them, what falls due."""

from gardien.core.hosting import Hosting
from gardien.systems.organique.sheet import Creature, Npc, Runner

HOSTING = Hosting(sheets=(Runner, Npc, Creature), seen=("name", "kind", "condition", "prone", "gender"))
