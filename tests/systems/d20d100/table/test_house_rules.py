"""House rules at the table: with sheets filled in, each gives what it gives where everything is said (CORE-05)."""

from typing import get_args, get_type_hints

import pytest

from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.systems.d20d100.options import Options
from gardien.table import commands as c
from gardien.table.tree import plain
from systems.d20d100.evening import Evening, investigator
from systems.table import at

USUAL = Options()
NUMBERS = {
    "coop_max_helpers": (3,),
    "recall_malus": (-4,),
    "creation_sum_min": (4,),
    "creation_sum_max": (8,),
    "secondary_cap": (0,),
    "strangle_first_difficulty": (11,),
}


def other_values(name):
    """What a house rule may be instead of what is usual."""
    usual, kind = getattr(USUAL, name), get_type_hints(Options, include_extras=True)[name]
    if isinstance(usual, bool):
        return [not usual]
    return list(NUMBERS.get(name) or (one for one in get_args(kind) if one != usual))


CASES = [(name, value) for name in Options.__struct_fields__ for value in (getattr(USUAL, name), *other_values(name))]


def acts(evening, odette):
    """One of everything that a house rule touches, by people with sheets."""
    berthe, gangster, ghoul = evening.berthe, evening.gangster, evening.ghoul
    return [
        (berthe, "skill_test", {"skill": "ecouter", "difficulty": 40}),
        (berthe, "opposed_test", {"active_skill": "ecouter", "opponent": at(ghoul)}),
        (berthe, "take_10", {"skill": "ecouter", "difficulty": 10}),
        (berthe, "cooperate", {"skill": "ecouter", "helpers": [at(odette), at(gangster)]}),
        (berthe, "memorise", {"what": "plan"}),
        (berthe, "recall", {"what": "plan"}),
        (berthe, "alert", {}),
        (berthe, "start_combat", {"combatants": [at(berthe), at(gangster)]}),
        (gangster, "attack", {"target": at(berthe), "weapon_name": "Colt .38"}),
        (berthe, "attack", {"target": at(gangster), "weapon_name": "Poing, pied"}),
        (odette, "burst", {"targets": [at(gangster)]}),
        (gangster, "start_grapple", {"opponent": at(odette)}),
        (odette, "suffocate_round", {}),
        (odette, "strangle_round", {"round": 1}),
        (odette, "apply_damage", {"damage": 11}),
        (odette, "first_aid", {"patient": at(berthe), "modifier": 4}),
        (berthe, "san_check", {"loss_failure": "1d10", "loss_success": "6"}),
        (berthe, "lose_san", {"loss": "14"}),
        (berthe, "cast_spell", {"spell": "signe_voor", "components_missing": True}),
        (berthe, "psychic_power", {"power": "medium"}),
        (berthe, "spend_xp", {"purchase": "pv_max"}),
        (berthe, "spend_xp", {"purchase": "characteristic", "target": "DEX"}),
        (berthe, "spend_xp", {"purchase": "new_skill", "target": "archeologie"}),
    ]


@pytest.mark.parametrize(("name", "value"), CASES, ids=[f"{name}={value}" for name, value in CASES])
def test_a_house_rule_is_the_same_at_the_table_and_by_itself(tmp_path, name, value):
    """D100-CORE-05: same outcome from the same dice, and the sheets say what the card says."""
    evening = Evening(tmp_path)
    odette = evening.add(sheet=investigator("Odette", ("thompson",)))
    evening.write(evening.berthe, xp=60, traits=[{"key": "medium"}])
    evening.keep(c.Settings(options={name: value}))
    done = 0
    for who, procedure, given in acts(evening, odette):
        try:
            roll = evening.do(who, procedure, None, **given)
        except Refusal:  # by somebody's state: what came before has felled them, or the rule is off
            continue
        done += 1
        said = {**roll.given, "options": {name: value}}
        alone = do("d20d100", procedure, said, dice=[one.value for one in roll.dice])
        assert roll.outcome == plain(alone.outcome), procedure
        sheet = evening.sheet(who)
        for field in ("pv", "san", "xp", "pm", "destiny"):
            changed = [one for one in alone.changes if one.field == field and not one.who]
            if changed and procedure != "first_aid":
                assert sheet[field] == changed[-1].after, (procedure, field)
    assert done > 12
    people = (evening.berthe, odette, evening.gangster)
    assert all(evening.sheet(id)["house_rules"].get(name, value) == value for id in people)
    evening.store.close()
