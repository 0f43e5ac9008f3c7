"""One action against one target, with its reaction, damage, effects and saves (ACT, REA, MOD, ARM)."""

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from gardien.core.chance import Program, call, decide, tail, together, watch
from gardien.core.procedure import procedure
from gardien.core.values import Change, frozen_map
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, State
from gardien.systems.organique.rules.fight import declared
from gardien.systems.organique.rules.fight.attack_modifiers import attack_fault
from gardien.systems.organique.rules.fight.exchange import ATTACKER, TARGET, exchange
from gardien.systems.organique.rules.fight.holds import endure
from gardien.systems.organique.rules.fight.on_hit import COUNTED, UNTOLD
from gardien.systems.organique.rules.person import Person, person_of, state_changes, state_of
from gardien.systems.organique.rules.tests.d20 import INSIDE, SaveResult, watched
from gardien.systems.organique.rules.tests.modifiers import after_doing
from gardien.systems.organique.vocabulary import Action


class CombatGiven(declared.ActionGiven, frozen=True, kw_only=True):
    """Who acts, against whom, how, and what the other does about it."""

    attacker: Character
    target: Character
    action: Action
    locked: bool = False  # whoever acts has a joint locked: pain first (ORG-ACT-06)
    reaction_locked: bool = False  # so has the target

    def __post_init__(self) -> None:
        super().__post_init__()
        attacker, defender = person_of(self.attacker), person_of(self.target)
        if fault := attack_fault(*declared_acts(self, attacker, defender), attacker, defender):
            raise fault


def declared_acts(
    given: declared.ActionGiven, attacker: Person, defender: Person
) -> tuple[declared.Attack, declared.Reaction, declared.Attack | None]:
    """The action, the reaction and the simultaneous action, each in its owner’s hands."""
    counter = declared.counter_of(given, defender) if given.reaction.kind == "simultaneous" else None
    return declared.attack_of(given, attacker), declared.reaction_of(given.reaction, defender), counter


class Fought(declared.AttackBlock, frozen=True, kw_only=True):
    """What the action did, what a simultaneous one did, and both sides afterwards."""

    lock_saves: dict[str, SaveResult] | UnsetType = UNSET  # pain of a locked joint, before anything else (ORG-ACT-06)
    counter: declared.AttackBlock | UnsetType = UNSET
    attacker: State | UnsetType = UNSET
    defender: State | UnsetType = UNSET

    def changes(self, given: CombatGiven, options: Options) -> tuple[Change, ...]:
        whom = given.target.name or TARGET
        return (*state_changes(given.attacker, self.attacker), *state_changes(given.target, self.defender, whom))


@procedure(
    "combat_action",
    rules="""ORG-CBT-01 ORG-CBT-02 ORG-TEST-04 ORG-TEST-05 ORG-TEST-08 ORG-TEST-09 ORG-TEST-10 ORG-TURN-02 ORG-TURN-04
    ORG-RNG-01 ORG-RNG-02 ORG-RNG-03 ORG-MOD-01 ORG-MOD-02 ORG-MOD-03 ORG-MOD-04 ORG-MOD-05 ORG-MOD-06 ORG-MOD-07
    ORG-MOD-08 ORG-MOD-09 ORG-MOD-10 ORG-MOD-11 ORG-MOD-12 ORG-MOD-13 ORG-MOD-14 ORG-MOD-15 ORG-ACT-02 ORG-ACT-03
    ORG-ACT-04 ORG-ACT-05 ORG-ACT-06 ORG-ACT-07 ORG-ACT-08 ORG-ACT-09 ORG-ACT-10 ORG-ACT-11 ORG-ACT-12 ORG-ACT-13
    ORG-ACT-14 ORG-ACT-15 ORG-ACT-16 ORG-ACT-17 ORG-ACT-18 ORG-ACT-19 ORG-ACT-20 ORG-ACT-21 ORG-REA-01 ORG-REA-02
    ORG-REA-03 ORG-REA-04 ORG-REA-05 ORG-REA-07 ORG-REA-08 ORG-ARM-01 ORG-ARM-02 ORG-ARM-03 ORG-ARM-04 ORG-ARM-05
    ORG-ARM-06 ORG-ARM-07 ORG-HP-02 ORG-HP-03 ORG-HP-04 ORG-WPN-01 ORG-WPN-02 ORG-WPN-03 ORG-WPN-04 ORG-WPN-05
    ORG-WPN-06 ORG-WPN-07 ORG-MON-01 ORG-MON-02 ORG-MON-03 ORG-CSK-01 ORG-CSK-02 ORG-CSK-03 ORG-CSK-04 ORG-CSK-05
    ORG-CSK-06 ORG-CSK-07 ORG-FREE-02 ORG-DMG-03 ORG-SAVE-02""",
    dice=("d20", "d6"),
    headline=("hit", "effect", "damage"),
)
def act(given: CombatGiven, options: Options) -> Program[Fought]:
    """The attacker throws, the target reacts; what lands goes through armour to reserves, effects and saves."""
    wanted = yield from watched(*declared.DETAILS)
    inside = yield from watch("defender", INSIDE)
    if "" not in inside and not wanted & {"attacker", "counter"}:
        wanted |= {UNTOLD, *(inside & COUNTED)}
    attacker, defender = person_of(given.attacker), person_of(given.target)
    saves: dict[str, SaveResult] = {}  # where a joint is locked: the pain of whoever moves it (ORG-ACT-06)
    if (saved := (yield from endure(attacker, given.locked, options))) is not None:
        saves[attacker.name or ATTACKER] = saved.result()
        if not saved.success:
            after, none = after_doing(attacker, False, options), declared.AttackBlock(hit=False, effect=False)
            lost = declared.ExchangeResult(attacker=after, defender=defender, result=none)
            return _action_outcome((wanted, frozen_map(saves)), (lost,))
    open = given.reaction.kind == "none" and defender.can_act
    answer = yield from decide("reaction", given.reaction, open)  # once the action is declared (ORG-CBT-01)
    moves = given.reaction_locked and answer.kind != "none"
    if (felt := (yield from endure(defender, moves, options))) is not None:
        saves[defender.name or TARGET] = felt.result()
        answer = answer if felt.success else replace(answer, kind="none")
    attack, reaction, counter = declared_acts(replace(given, reaction=answer), attacker, defender)
    asked = call(exchange, attacker, defender, attack, reaction, counter, options, wanted)
    return tail(together(asked, join=_action_outcome, frame=(wanted, frozen_map(saves) if saves else UNSET)))


Seen = tuple[frozenset[str], dict[str, SaveResult] | UnsetType]  # what somebody looks at; saves of locked joints


def _action_outcome(seen: Seen, answers: tuple[declared.ExchangeResult]) -> Fought:
    """An exchange as the outcome of the action, as far as somebody looks."""
    (exchanged,), (wanted, saves) = answers, seen
    return Fought(
        **asdict(exchanged.result),
        lock_saves=saves,
        counter=exchanged.counter if exchanged.counter is not None and "counter" in wanted else UNSET,
        attacker=state_of(exchanged.attacker) if "attacker" in wanted else UNSET,
        defender=state_of(exchanged.defender) if "defender" in wanted else UNSET,
    )
