"""Every house rule, both ways: through the table and without one, the same outcome and the same sheet (YAC-GEN-02)."""

from typing import Any, get_args

import pytest

from gardien.core.calling import do
from gardien.systems.yacdha.options import Module, Options
from gardien.table import commands as c
from gardien.table.tree import plain
from systems.yacdha.evening import ARMED, at

ACTIVE = {"kind": "active", "level": 2}
KNOWN = {"occupations": {"Tir": 2, "Latin": 1}, "natures": {"Tir": "physical", "Latin": "mental"}}
STRAIN = {"category": "physical", "forced": True, "claims": ["Tir"], "opposition": ACTIVE}


def acts(procedure: str, dice: tuple[int, ...], **given: Any) -> Any:
    """Something that Berthe does."""
    return lambda t, b, s, n: (b, procedure, dice, given)


def together(procedure: str, dice: tuple[int, ...], **given: Any) -> Any:
    """Something that Berthe and Solange do, or one against the other."""

    def told(t: Any, b: str, s: str, n: str) -> Any:
        sides = [{"name": name, "members": [at(id, level=4)]} for name, id in (("A", b), ("B", s))]
        people = {
            "cooperate": {"members": [at(b, personal_disadvantage=True), at(s)]},
            "compete": {"sides": sides},
            "chase": {"pursued": {"members": [at(b)]}, "pursuers": {"members": [at(s)]}},
            "cast_magic": {"casters": [at(b), at(s)]},
        }[procedure]
        return None, procedure, dice, {**people, **given}

    return told


def fights(*dice: int, held: bool = False, **said: Any) -> Any:
    """A round against a thug."""

    def told(t: Any, b: str, s: str, n: str) -> Any:
        if held:
            t.grip(b, n)
        else:
            t.fight((b,), (n,))
            t.mark(b, armour=1)
            t.says(n, action="attack", target=b, weapon_name="Couteau")
        t.says(b, **said)
        return None, "", dice, {}

    return told


WAYS: dict[str, tuple[tuple[Any, ...], Any, dict[str, Any]]] = {  # values, what is done, what Berthe's sheet says
    "skill_mode": ((None, "advantage", "levels"), acts("action", (3, 1, 4), **STRAIN), KNOWN),
    "modules": (([], list(get_args(Module))), acts("study_mythos", ()), {"madness": 3}),
    "bonus_before_forced": ((False, True), acts("action", (2, 4, 4, 3), **STRAIN), KNOWN),
    "personal_disadvantage_cancels_die": (
        (False, True),
        together("cooperate", (2, 5), category="physical"),
        {},
    ),
    "investigation_reroll_needs_madness_die": (
        ("when_stressful", "always", "never"),
        acts("investigate", (3,), attempt=2),
        {},
    ),
    "reroll_vs_active": (
        (False, True),
        acts("action", (3, 2, 1), category="physical", forced=True, attempt=2, opposition=ACTIVE),
        {},
    ),
    "chase_tie_escapes": ((False, True), together("chase", (4, 4, 5, 2)), {}),
    "competition_uncapped_tiebreak": ((False, True), together("compete", (4, 3, 1, 5), category="physical"), {}),
    "stress_memory": (
        ("scenario", "campaign", "off"),
        acts("gauge_check", (6,), gauge="madness", event="Goule"),
        {"stress_faced": ["Goule"]},
    ),
    "npc_skill_on_opposition": ((False, True), acts("action", (4, 3), category="mental", opposition=ACTIVE), {}),
    "mythos_share": (
        ("best", "lowest", "individual"),
        together("cast_magic", (2, 3, 1, 1), opposition=3),
        {"mythos": 3, "madness": 4},
    ),
    "luck_cap": ((1, 3), lambda t, b, s, n: (None, "end_scenario", (), {}), {}),
    "between_scenarios": (("care", "reset"), acts("recover", (), gauge="trauma", elapsed=1), {"trauma": 4}),
    "max_level": ((5, 2), acts("learn", (), occupation="Tir"), KNOWN),
    "max_occupations": ((0, 2), acts("learn", (), occupation="Boxe", nature="physical"), KNOWN),
    "mass_action_from": ((0, 2), together("cooperate", (2, 5, 4), category="physical", opposition=ACTIVE), {}),
    "hold_escape": ((False, True), fights(6, 1, held=True, action="escape"), {}),
    "first_aid": ((False, True), acts("first_aid", (6,)), {}),
    "armour": ((False, True), fights(2, action="other"), {}),
}


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option, (values, _, _) in WAYS.items() for value in values], ids=str
)
@pytest.mark.parametrize("early", [True, False])
def test_a_house_rule_does_the_same_at_the_table_and_without_one(table, option, value, early):
    """YAC-GEN-02: said at the opening or changed later; dice that a rule does not ask for are not typed."""
    t = table(**({option: value} if early else {}))
    sheet = {"weapons": ARMED, **WAYS[option][2]}
    b, s, n = t.investigator(**sheet), t.investigator("Solange"), t.npc()
    if not early:
        t.keep(c.Settings(options={option: value}))
    if option == "first_aid":
        t.do(b, "gauge_check", (6,), gauge="trauma")
    who, procedure, dice, given = WAYS[option][1](t, b, s, n)
    before = t.sheet(b)
    roll = _done(t, who, procedure, dice, given)
    alone = do("yacdha", roll.procedure, {**roll.given, "options": {option: value}}, dice=[d.value for d in roll.dice])
    assert roll.outcome == plain(alone.outcome)
    mine = {change.field: plain(change.after) for change in alone.changes if roll.people.get(change.who) == b}
    changed = {field: after for field, after in t.sheet(b).items() if after != before[field]}
    kept = {field: after for field, after in mine.items() if field in before}
    assert {field: changed.get(field, before[field]) for field in kept} == kept


def _done(t: Any, who: Any, procedure: str, dice: tuple[int, ...], given: dict[str, Any]) -> Any:
    """With as many of the dice as it takes."""
    for count in range(len(dice), -1, -1):
        try:
            return t.do(who, procedure, dice[:count], **given) if procedure else t.play_round(*dice[:count])
        except Exception as refusal:
            if getattr(refusal, "id", "") != "dice/left_over":
                raise
    raise AssertionError("never too few")


def test_no_house_rule_is_left_out():
    assert set(WAYS) == set(Options.__struct_fields__)


@pytest.mark.parametrize("option", WAYS)
def test_each_house_rule_makes_a_difference_at_the_table(table, option):
    """YAC-GEN-02: else the deed above would show nothing."""
    outcomes = []
    for value in WAYS[option][0]:
        t = table(**{option: value})
        b, s, n = t.investigator(weapons=ARMED, **WAYS[option][2]), t.investigator("Solange"), t.npc()
        if option == "first_aid":
            t.do(b, "gauge_check", (6,), gauge="trauma")
        roll = _done(t, *WAYS[option][1](t, b, s, n))
        outcomes.append((roll.outcome, t.sheet(b)))
    assert any(one != outcomes[0] for one in outcomes)


def test_the_ceilings_of_the_house_hold_for_whoever_comes_to_the_table(table):
    """YAC-CRE-06: added or written by hand; whoever was there before the rule may still be written on."""
    t = table()
    b = t.investigator(occupations={"Médecine": 5})
    t.keep(c.Settings(options={"max_level": 4, "max_occupations": 2}))
    many = {"kind": "investigator", "occupations": {"Tir": 1, "Latin": 1, "Droit": 1}}
    high = {"kind": "investigator", "occupations": {"Tir": 5}}
    told = [t.refusal("keeper", c.Add(sheet=sheet)) for sheet in (high, many)]
    told.append(t.refusal("keeper", c.Edit(character=b, fields={"occupations": {"Tir": 5}})))
    assert {one.rule for one in told} == {"YAC-CRE-06"}
    assert {one.field for one in told} == {"sheet.occupations"}
    t.edit(b, trauma=2)
    assert t.sheet(b)["trauma"] == 2
    t.investigator("Solange", occupations={"Tir": 4, "Latin": 1})
    assert t.npc(occupations={"Tir": 5})
