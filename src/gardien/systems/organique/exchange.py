"""One exchange: an action, the reaction it meets, what lands on whom (CBT-01, MOD-11, REA)."""

from gardien.core.chance import Program
from gardien.systems.organique.bodies import Person
from gardien.systems.organique.engaging import Attack, Exchanged, Reaction
from gardien.systems.organique.options import Options


def exchange(
    attacker: Person,
    defender: Person,
    attack: Attack,
    reaction: Reaction,
    counter: Attack | None,
    options: Options,
    seen: frozenset[str],
    who: str = "",
) -> Program[Exchanged]:
    """Both throw, the larger margin decides, and what each does is worked out from the states before (ORG-CBT-01).

    `seen`: which of DETAILS somebody looks at. `who`: whose part of the explanation the action is, "" that of the
    outcome itself. `counter`: the simultaneous action, where the reaction is one. Nothing is refused here:
    `sums.attack_fault` before.
    """
    raise NotImplementedError
    yield
