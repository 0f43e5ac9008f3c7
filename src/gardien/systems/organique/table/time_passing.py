"""Time that passes for a body outside a fight: blood, the last turns, rest, days of healing; nothing is thrown for it.

ORG-AFT-02, ORG-HP-07, ORG-END-08, M17, M19.
"""

from typing import Any

from msgspec import to_builtins

from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.endurance import Lost, Spell, after_rest
from gardien.systems.organique.rules.body.healing import after_day, bleeding
from gardien.systems.organique.rules.body.losses import lose_blood
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.fight.end_of_turn import Power, after_turn_end, slowed_at
from gardien.systems.organique.rules.person import Person, acts, person_of, state_changes, state_of
from gardien.systems.organique.rules.substances.timed_effects import DAY, HOUR, MORNING, QUARTER, passes
from gardien.systems.organique.vocabulary import TURNS_PER_MINUTE

PERIOD = 5  # minutes of light effort, and of rest from it (ORG-END-07)
MOST_DAYS = 400  # nobody has anything left to heal by then


def hurries(person: Person) -> bool:
    """Whether every turn counts: dying, without blood, without air, with a heart that stands still or in shock."""
    body = person.body
    if body.dead or person.machine:
        return False
    bleeds_out = person.mortally_wounded and not body.stabilised and not person.out_of_action
    starved = body.no_air or body.respiratory_arrest
    return person.dying or bleeds_out or starved or body.cardiac_arrest or body.medical_shock


def after_turns(person: Person, turns: int, options: Options, slow: int = 0) -> Person:
    """Turn after turn while they count, then all the rest at once (ORG-TURN-05, ORG-HP-07).

    `slow`: turns that are left of a slow body (M7).
    """
    while turns and hurries(person):
        person = after_turn_end(person, False, False, options, Power(slowed=slowed_at(slow)))[1]
        turns, slow = turns - 1, max(0, slow - 1)
    body = person.body
    if not turns or body.dead:
        return person
    freed = body.paralysed_turns > 0 and body.paralysed_turns <= turns
    return person.having(
        unconscious_turns=max(0, body.unconscious_turns - turns),
        paralysed_turns=max(0, body.paralysed_turns - turns),
        no_air=body.no_air and not freed,
        vomiting=False,
        lose_action=False,
        lose_reaction=False,
        extended_penalty=False,
        fresh=(),
    )


def time_fields(
    one: Character,
    before: int,
    after: int,
    lost: dict[Lost, float],
    bandaged: bool,
    in_bed: bool,
    infected: bool,
    options: Options,
    slow: int = 0,
    busy: int = 0,
) -> dict[str, Any]:
    """What of a sheet changes from one minute to another; `slow`, `busy`: turns of a slow body, turns without rest."""
    start = person_of(one)
    person = bled_on(start, before, after, bandaged, options, slow)
    fields: dict[str, Any] = {}
    poisoned = any(acts(dose) for dose in person.body.doses)
    if not (person.body.dead or hurries(person)) and lost:
        spell = Spell(
            turns=0 if poisoned else max(0, TURNS_PER_MINUTE * (after - before) - busy),
            fatigue=passes(before, after, PERIOD),
            load=passes(before, after, HOUR),
            toxin=passes(before, after, HOUR),
        )
        person, back = after_rest(person, lost, spell)
        left = {cause: number - back.get(cause, 0) for cause, number in lost.items()}
        fields["end_lost"] = {cause: number for cause, number in left.items() if number > 0}
    person = after_mornings(person, before, after, in_bed, infected)
    changes = state_changes(one, state_of(person))
    return {**fields, **{change.field: to_builtins(change.after) for change in changes}}


def bled_on(
    person: Person, before: int, after: int, bandaged: bool, options: Options, slow: int = 0
) -> Person:  # fmt: skip
    """From one full quarter of an hour to the next, as long as wounds are open; then to the end (ORG-AFT-02)."""
    now = before
    quarters = 0
    while bleeding(person, bandaged) and not person.body.dead and (then := (now // QUARTER + 1) * QUARTER) <= after:
        turns = TURNS_PER_MINUTE * (then - now)
        person = after_turns(person, turns, options, slow)
        rate = bleeding(person, bandaged, slowed=slow >= turns)
        quarters += 1
        person = lose_blood(person, int(rate * quarters) - int(rate * (quarters - 1)), options).person
        now, slow = then, max(0, slow - turns)
    return after_turns(person, TURNS_PER_MINUTE * (after - now), options, slow)


def after_mornings(person: Person, before: int, after: int, in_bed: bool, infected: bool) -> Person:
    """A morning at six gives something back, where nothing is open or infected; whole again, wounds are forgotten."""
    body = person.body
    open_wounds = any(one.bs and not one.closed for one in body.wounds)
    if body.dead or infected or open_wounds or person.dying:
        return person
    first = (before - MORNING) // DAY + 1
    for day in range(first, first + min(MOST_DAYS, passes(before, after, DAY, MORNING))):
        person = after_day(person, in_bed, in_bed or day % 2 == 0)
        body, frame = person.body, person.frame
        if body.wounds and (body.sng, body.cps, body.inc) == (frame.SNG, frame.CPS, frame.INC):
            return person.having(wounds=(), suffering=())  # ORG-VOL-04: until it is healed
    return person
