"""What weighs on throws and saves, skills that help or are needed (TEST-10, MOD-15, SKILL, POI-04)."""

import pytest

from gardien.core.errors import Refusal
from gardien.core.inputs import BadField
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.tests.modifiers import (
    average,
    check_able,
    check_skilled,
    combat_parts,
    conscious_parts,
    named_parts,
    needed_skill,
    open_skill,
    poison_mods,
    save_parts,
    total,
)
from systems.organique.people import HOUSE, character, person

BLADE = {"poison": "blade_poison", "onset": 0, "ticks_left": 5}


def test_penalties_of_a_test():  # ORG-TEST-10 a
    one = person(
        suffering=[3, 4], vomiting=True, one_leg=True, doses=[BLADE, {"poison": "blade_poison"}], mods={"cuffs": -2}
    )
    assert total(conscious_parts(one, HOUSE)) == -7 - 20 - 7 - 7 - 2
    assert total(conscious_parts(one, HOUSE, "PER", "none")) == -7 - 20 - 7 - 2
    assert total(conscious_parts(one, HOUSE, "PER", "touch")) == -7 - 20 - 7 - 7 - 2
    assert total(conscious_parts(one, Options(pain_worst_only=True))) == -4 - 20 - 7 - 7 - 2


def test_penalties_of_combat():  # ORG-TEST-10 b, ORG-MOD-15
    assert total(combat_parts(person(blind=True, one_eyed=True, prone=True, extended_penalty=True), HOUSE)) == -33
    assert total(combat_parts(person(one_eyed=True), HOUSE)) == -7
    assert total(combat_parts(person(blind=True), HOUSE, blindly=True)) == 0


def test_saves_take_only_what_names_them():  # ORG-TEST-10 c
    one = person(suffering=[9], prone=True, one_leg=True, doses=[BLADE], save_mods={"heat": -10, "disease": 5})
    kinds = {
        kind: total(save_parts(one, kind, HOUSE)) for kind in ("pain", "stun", "suffering", "fear", "heat", "balance")
    }
    assert kinds == {"pain": 7, "stun": 7, "suffering": 7, "fear": 0, "heat": -10, "balance": -20}
    assert total(save_parts(one, "disease_progression", HOUSE)) == 5


def test_doses_add_up():  # ORG-POI-02, ORG-POI-04
    one = person(doses=[BLADE, BLADE, {"poison": "blade_poison"}])
    assert poison_mods(one, HOUSE) == {"actions": -14, "sight": -14, "touch": -14, "pain_saves": 14}
    assert poison_mods(one, Options(simplified_poison=True))["actions"] == -20


def test_skills_that_help_and_skills_that_are_needed():  # ORG-SKILL-01, ORG-SKILL-06
    one = person(skills={"acting": 3, "fast_talk": 2, "flood": 1})
    assert open_skill(one, "acting", "fast_talk") == (("acting", 8),)
    assert open_skill(one, "climbing") == ()
    assert (needed_skill(one, "acting", HOUSE), needed_skill(one, "flood", HOUSE)) == ((("acting", 8),), ())
    assert needed_skill(one, "trace", Options(unskilled_roll=True)) == (("unskilled", -10),)
    assert named_parts({"rope": 4, "nothing": 0}) == (("rope", 4),)
    assert average((("END", 3), ("VOL", 12))) == 8


def test_who_cannot_try_is_refused():
    for fields in ({"dead": True}, {"coma": True}, {"paralysed_turns": 1}, {"inc": 0}):
        with pytest.raises(BadField, match="unable"):
            check_able("character", character(**fields))
    check_able("character", character(end_now=0))
    with pytest.raises(Refusal, match="Without the skill"):
        check_skilled("hacker", character(), "flood", HOUSE)
    check_skilled("hacker", character(), "flood", Options(unskilled_roll=True))
