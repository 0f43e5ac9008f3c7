"""How finely odds are told: no more ends apart than somebody looks at (ODDS)."""

import pytest
from msgspec import UNSET

from gardien.core.calling import prepare
from gardien.core.interpreters.odds import odds_of
from systems.organique.scenes import SCENES

# A scene of the stories, the ends that odds tell apart unasked, then how many where one field is looked at; after the
# dash what else nobody is told unasked.
ENDS = """
a strike against a dodge: 5 attack_die 400 – attack_total attack_margin attack_auto defence_die defence_total
  defence_margin defence_auto layers_hit attacker defender
a strike that misses: 2
a blow dodged: 5
past the armour: 3
past two layers: 4
a slash that hurts: 21
a knock-out, the brain hurt: 65
sand in the eyes: 7
eyes shut in time: 9
a push: 20
a discharge: 2 paralysis 20 unconsciousness 40 cardiac_arrest 40 paralysed_turns 20 unconscious_turns 4 state 80
a strong discharge: 2
a poisoned blade: 4 saves 400 – state
two doses at once: 4
damage past leather: 1 – state
a toxin: 1 – state
initiative: 2 totals 400
a tie and a surprise: 6
a zone missed: 2 die 20 total 20 margin 20 auto 20 – attacker
a zone covered: 2
out of a hold: 2 victim_total 400 – victim_margin holder_total holder_margin state
a hold that stays: 2
picked up on the run: 2 die 20 total 20 margin 20 auto 20 – state
picked up on the spot: 2
nobody changes: 1 – ticks states
a short fight: 1 – order events turns states
a swarm: 1 – state
a swarm struck: 2 die 20 total 20 margin 20 auto 20 – state
a swarm burnt: 6
a swarm missed: 2
a test by sight: 2 die 20 total 20 margin 20 auto 20
a natural 1 in a luck test: 2
two characteristics averaged: 2 die 20 total 20 margin 20 auto 20
two characteristics added: 2
a last effort: 2 die 20 total 20 margin 20 auto 20
a last effort in vain: 2
one side prevails: 6 a_total 400 – a_margin b_total b_margin
whoever resists wins the tie: 5
a natural 20 against a wall: 6
a tug of war: 6 a_total 400 – a_margin b_total b_margin
a tug of war that nobody wins: 6
a tug of war of the exhausted: 2
the best of two failures: 8
a will that holds: 2 torturer_total 400 – torturer_margin victim_total victim_margin
a day lost: 2
pain that takes two moments: 3 die 20 total 20 margin 20 auto 20 failed_by 20
suffering: 10
a faint: 12
a save held: 2
not enough against the margin: 2 die 20 total 20 margin 20 auto 20 failed_by 20 shortfall 20
below the difficulty: 2
a sheet of ice: 2 die 20 total 20 margin 20 auto 20
any other wall: 2
a long jump: 2 die 20 total 20 margin 20 auto 20
a tiring weight: 2 die 20 total 20 margin 20 auto 20
a door: 2 die 20 total 20 margin 20 auto 20
nobody sees: 4 die 37 total 37 margin 37 auto 37 seen_by 8 – observer_margins
somebody sees: 4
a part that is seen through: 3 die 400 – total margin auto observer_total observer_margin
a part of one’s own that convinces: 3
a part that nobody believes: 2
liked: 2 die 20 total 20 margin 20 auto 20
not noticed: 2
an argument that does not do: 2 die 20 total 20 margin 20 auto 20
desire: 2 die 20 total 20 margin 20 auto 20
no desire: 2
the unskilled try: 2 die 20 total 20 margin 20 auto 20
a craft of the table: 2
held against provocation: 2 psychological 20
holding out: 4
a relapse: 2
already exhausted: 1 – state
nothing to recover: 1 – state
a breath again: 2 die 20 total 20 margin 20 auto 20 – patient
a heart again: 2
a grave stroke: 13 die 115 total 115 margin 115 auto 115 failed_by 115 – state
panic: 3
a forgotten moment: 7
a stroke: 13
what was taken in a fight: 1 – infections results
the first hour of cold: 2 saves 20 – state
a night that costs nobody: 3
cold: 4
a fever in the heat: 2 saves 20 – state
a long heat: 7
an hour of heat: 2
a long walk: 1 – state
a rest: 1 – state
the day after: 1 – state
a turn of fire: 16 suffering 40 shock 160 – state
fire that kills no courage: 4
fire and medical shock: 8
an explosion: 4 suffering 40 shock 40 – state
a flower pot: 1 – state
a fall: 4 total 20 – state
a natural 1 in a fall: 3
thrown off: 1 – state
two days without food: 1 – state
a day without drink: 1 – state
two nights awake: 20 hallucinations 400 – illusions unconsciousness state
rays: 4 vomiting 80 headache 40 state 8
rays without cancer: 4
no dependency: 2 physical 20
both dependencies: 4
one of them is there already: 2
bad air: 2 die 20 total 20 margin 20 auto 20
a wound in the mud: 2
an infection grows: 2 die 20 total 20 margin 20 auto 20 – state
an infection stops: 2
the course of a flu: 2 levels 12 disease_states 9
a course that goes on: 3
first aid in time: 2 die 20 total 20 margin 20 auto 20 patient 3
first aid that comes to nothing: 2
pain made lighter: 2 die 20 total 20 margin 20 auto 20 – patient
no pain: 2
an operation: 2 die 20 total 20 margin 20 auto 20 – patient
an operation that fails: 3
an arm again: 2
blood lost: 1 – state
a search finds a map: 5 die 100 total 100 margin 100 auto 100
a talk finds nothing: 6
the same thing twice: 5
a public search: 2 die 20 total 20 margin 20 auto 20
nothing public: 2
no system found: 2 die 20 total 20 margin 20 auto 20
who trusts whom: 2 die 20 total 20 margin 20 auto 20
no trust found: 2
a login caught: 2 die 20 total 20 margin 20 auto 20 wait 40
a login of hours: 2
into a network: 2 die 40 total 40 margin 40 auto 40
into a network under watch: 4
a firewall holds: 2
a firewall warns: 3
as a user: 4 die 20 total 20 margin 20 auto 20
as an administrator, quickly: 7
by a virus: 3
not talked out of anybody: 4
more rights by another entry: 2 die 20 total 20 margin 20 auto 20
more rights from inside: 2
no more rights, and an alarm: 4
a system down: 2 die 20 total 20 margin 20 auto 20
a program down: 2
a door behind Marla's back: 2 die 400 – total margin auto admin_total admin_margin
no door before somebody's eyes: 3
a door unseen: 2
a flood: 20 – die total margin auto
a long flood: 20
data come back: 2 die 20 total 20 margin 20 auto 20
data do not: 2
not done, copy protection: 2 die 20 total 20 margin 20 auto 20
a task, compatibility: 2
somebody watches: 2
nobody watches: 2
a doubt: 3 admin_total 400 – admin_margin hacker_total hacker_margin
hidden: 2
certain: 3
followed back: 2 admin_total 400 – admin_margin hacker_total hacker_margin
followed back to nobody known: 2
a stronger firewall: 20 – die total margin auto
a firewall as it was: 14
the plug is pulled: 2 die 20 total 20 margin 20 auto 20
nobody thinks of it: 2
a code with help: 20 – die total margin auto
a public code with poor help: 3
a code broken with help: 7 user_total 400 – user_margin added total result
a code broken alone: 2
a margin multiplied: 11
a mind taken unawares: 2 die 20 total 20 margin 20 auto 20 – state targets
a mind that notices and yields: 2
minds sensed: 2 die 20 total 20 margin 20 auto 20 – state
nothing sensed: 2
stairs: 2 die 20 total 20 margin 20 auto 20
a turn too fast: 2
rammed: 2 attack_die 20 attack_total 20 attack_margin 20 attack_auto 20 – defender driver
a slide that is dodged: 5
armour in the way: 2
"""


@pytest.mark.parametrize("line", ENDS.strip().replace("\n  ", " ").splitlines())
def test_odds_tell_apart_what_somebody_looks_at(line):
    title, told = line.rsplit(": ", 1)
    counts, _, others = told.partition(" – ")
    unasked, *words = counts.split()
    counted = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    request = prepare("organique", SCENES[title].procedure, SCENES[title].given).request()
    ends = odds_of(request)
    assert len(ends) == int(unasked)
    assert all(getattr(end, field) is UNSET for end, _ in ends for field in (*counted, *others.split()))
    assert {field: len(odds_of(request, frozenset({field}))) for field in counted} == counted
