"""What weighs on throws, saves, symptoms, poison in the blood (TEST-10, SAVE, SYM, POI, CSK)."""

from fractions import Fraction

import pytest

from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.given import BadField
from gardien.core.readings.odds import known_odds
from gardien.core.readings.typed import typed
from gardien.systems.organique.ailments import Threat, ail, paralysed, stunned, suffers
from gardien.systems.organique.options import Options
from gardien.systems.organique.resist import Resist, jolted, pained, shaken, withstand
from gardien.systems.organique.scores import (
    average,
    check_able,
    check_skilled,
    combat_parts,
    conscious_parts,
    named,
    needed_skill,
    open_skill,
    poison_mods,
    save_parts,
    total,
)
from gardien.systems.organique.venom import dosed, tick
from quick import spent
from systems.organique.people import HOUSE, YING, character, person, played

BLADE = {"poison": "blade_poison", "onset": 0, "ticks_left": 5}


# ---- what weighs ----


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
    assert named({"rope": 4, "nothing": 0}) == (("rope", 4),)
    assert average((("END", 3), ("VOL", 12))) == 8


def test_who_cannot_try_is_refused():
    for fields in ({"dead": True}, {"coma": True}, {"paralysed_turns": 1}, {"inc": 0}):
        with pytest.raises(BadField, match="unable"):
            check_able("character", character(**fields))
    check_able("character", character(end_now=0))
    with pytest.raises(Refusal, match="without the skill"):
        check_skilled("hacker", character(), "flood", HOUSE)
    check_skilled("hacker", character(), "flood", Options(unskilled_roll=True))


# ---- saves ----


def saved(one, dice, options=HOUSE, **asked):
    return played(withstand, one, Resist(**asked), options, "all", dice=dice)


def test_values_of_saves():  # ORG-SAVE-01, ORG-EX-04-b, ORG-EX-10
    assert saved(person(END=3, VOL=12), (11,), kind="unconsciousness").result().base == 8
    tim = person(VOL=10, END=9, end_now=3)
    assert saved(tim, (7,), kind="knock_out").throw.base == 13
    assert saved(tim, (7,), Options(ko_save_average=True), kind="knock_out").throw.base == 7
    assert saved(person(INT=14), (7,), kind="drug_psychological", code="INT").throw.base == 14


def test_the_exhausted_and_their_saves():  # ORG-SAVE-03, ORG-END-06
    tired = person(end_now=0, VOL=12)
    assert saved(tired, (), kind="cold").result().auto == "exhausted"
    assert saved(tired, (), kind="balance").failed_by == 1
    assert saved(tired, (10,), kind="knock_out").throw.base == 12


def test_saves_are_luck_unless_the_table_says_no():  # ORG-TEST-05
    assert not saved(person(VOL=40), (1,), kind="fear").success
    assert saved(person(VOL=40), (1,), Options(saves_not_luck=True), kind="fear").success
    assert saved(person(VOL=40), (1,), kind="fear", luck=False).success


@pytest.mark.parametrize(
    ("by", "pain", "stun"),
    [(0, (False, False), (False, False)), (1, (True, False), (True, False)), (9, (True, False), (True, False)),
     (10, (True, True), (True, False)), (11, (True, True), (True, True))],
)  # fmt: skip
def test_what_pain_and_stuns_cost(by, pain, stun):  # ORG-VOL-03, ORG-ACT-12
    assert (jolted(by), jolted(by, stun=True)) == (pain, stun)


def test_bodies_after_a_jolt():
    assert shaken(person(), False, False) == person()
    assert shaken(person(), True, True).body.lose_reaction
    assert pained(person(suffering=[2]), 3).body.suffering == (2, 3)
    assert pained(person(), 0) == person()


# ---- symptoms ----


def ailed(ailment, dice, difficulty=20, options=HOUSE, turns=1, **fields):
    threat = Threat(ailment=ailment, difficulty=difficulty, turns=turns)
    return played(ail, person(**fields), threat, options, True, dice=dice)


def test_symptoms_that_are_flags():  # ORG-SYM-03, 04, 14, 18, 21
    for ailment, field in (
        ("cardiac_arrest", "cardiac_arrest"), ("respiratory_arrest", "respiratory_arrest"), ("coma", "coma"),
        ("stupor", "stupor"), ("vomiting", "vomiting"),
    ):  # fmt: skip
        assert getattr(ailed(ailment, (2,)).person.body, field)
        assert not getattr(ailed(ailment, (15,)).person.body, field)
    assert ailed("coma", (1,), 25).person.body.cardiac_arrest
    assert not ailed("coma", (5,), 25).person.body.cardiac_arrest


def test_symptoms_measured_by_the_failure():  # ORG-SYM-09, 12, 16, 20
    assert ailed("headache", (7,)).person.body.suffering == (3,)
    assert ailed("suffering", (7,)).person.body.suffering == (3,)
    assert ailed("unconsciousness", (7,), turns=12).person.body.unconscious_turns == 36
    held = ailed("paralysis", (2,), 30, turns=5).person.body
    assert (held.paralysed_turns, held.no_air) == (5, True)
    assert not ailed("paralysis", (5,), 20, turns=5).person.body.no_air
    grave = ailed("stroke", (2, 4), 30).person
    assert (grave.body.unconscious_turns, grave.score("INT"), grave.score("AGI")) == (48, 9, 9)
    assert ailed("stroke", (9, 4)).person.score("INT") == 10
    assert ailed("momentary_amnesia", (2, 5)).die == 5
    assert ailed("illusions", (2,)).failed


def test_medical_shock():  # ORG-SYM-17
    one = ailed("shock", (2,), END=9, AGI=7).person
    assert (one.body.end, one.score("AGI"), one.body.medical_shock) == (0, 4, True)
    assert ailed("shock", (2,), options=Options(shock_keeps_end=True), END=9).person.body.end == 9
    assert ailed("shock", (2,), sng=0, inc=3).person.dying


def test_what_one_has_is_not_asked_again():  # ORG-POI-03
    assert suffers(person(medical_shock=True), "shock")
    assert suffers(person(unconscious_turns=1), "vomiting")
    assert suffers(person(paralysed_turns=1), "paralysis")
    assert suffers(person(coma=True), "coma")
    assert suffers(person(coma=True), "unconsciousness")
    assert not suffers(person(vomiting=True), "vomiting")
    assert not suffers(person(suffering=[3]), "suffering")
    assert stunned(person(unconscious_turns=9), 3).body.unconscious_turns == 9
    assert paralysed(person(paralysed_turns=9), 3).body.paralysed_turns == 9
    assert paralysed(person(paralysed_turns=3), 3).body.fresh == ()
    assert not paralysed(person(), 3).body.no_air


# ---- poison ----


def ticked(dice, options=HOUSE, **fields):
    return played(tick, person(**fields), options, True, dice=dice)


def test_two_doses_in_ying():  # ORG-EX-F4-14, ORG-EX-F4-14-b
    fields = {**YING, "sng": 2, "end_now": 6, "doses": [BLADE, {"poison": "blade_poison"}]}
    found = ticked((10, 10), **fields)
    assert (found.due, found.bs, found.failed) == (2, 4, ("vomiting", "shock"))
    assert [(name, one.difficulty, one.total) for name, one in found.saves] == [("vomiting", 40, 28), ("shock", 40, 16)]
    assert (found.person.dying, found.person.timer, found.person.body.end) == (True, 8, 0)
    assert found.fields(HOUSE)["actions"] == -14
    assert ticked((10, 10), Options(shock_keeps_end=True), **fields).person.can_act


def test_the_fallen_are_asked_nothing():  # ORG-EX-F4-24
    doses = [
        {"poison": "blade_poison", "onset": 0, "ticks_left": 3},
        {"poison": "blade_poison", "onset": 0, "ticks_left": 4},
    ]
    one = {
        **YING,
        "sng": 0,
        "inc": 2,
        "end_now": 3,
        "medical_shock": True,
        "halved": True,
        "vomiting": True,
        "doses": doses,
    }
    found = ticked((), Options(shock_keeps_end=True), **one).person
    assert (found.body.inc, found.body.end, found.timer, found.dying) == (0, -1, 6, True)


def test_a_dose_from_first_to_last():  # ORG-POI-01, ORG-POI-02
    one = dosed(person(SNG=20, sng=20), "drake_fungus")
    blood, weighs = [], []
    for _ in range(8):
        one = typed(call(tick, one, HOUSE, False, ""), ()).outcome.person
        blood.append(one.body.sng // 2)
        weighs.append(poison_mods(one, HOUSE)["actions"])
    assert blood == [19, 18, 17, 16, 15, 14, 14, 14]
    assert weighs == [-10] * 6 + [0, 0]


def test_simplified_poison_and_who_is_not_poisoned():  # ORG-POI-04, ORG-EX-74, ORG-MON-01
    found = ticked((), Options(simplified_poison=True), doses=[{"poison": "blade_poison"}] * 2)
    assert (found.due, found.bs, found.person.body.sng) == (2, 4, 4)
    assert dosed(person(kind="machine"), "blade_poison").body.doses == ()
    assert ticked((), vomiting=True).person.body.vomiting is False
    dead = person(dead=True, doses=[BLADE])
    assert played(tick, dead, HOUSE).person == dead


def test_odds_of_a_tick_beside_the_enumeration():
    one = person(**YING, doses=[BLADE])
    found = known_odds(call(tick, one, HOUSE, False, ""))
    naive: dict[tuple[str, ...], Fraction] = {}
    for first in range(1, 21):
        for second in range(1, 21):
            failed = typed(call(tick, one, HOUSE, False, ""), (first, second)).outcome.failed
            naive[failed] = naive.get(failed, Fraction(0)) + Fraction(1, 400)
    told: dict[tuple[str, ...], Fraction] = {}
    for outcome, chance in found:
        told[outcome.failed] = told.get(outcome.failed, Fraction(0)) + chance
    assert told == naive


def test_odds_of_a_tick_are_quick():
    one = person(**YING, doses=[BLADE, BLADE])
    assert spent(lambda: known_odds(call(tick, one, Options(pain_worst_only=True), False, "")), times=1) < 0.2
