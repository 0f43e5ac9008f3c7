"""What holds for every throw: who makes it, what it is for, what a wound does to it (TEST, HLTH, LUCK)."""

from typing import Any

import pytest

from systems.operators.dicebox import answer, changes, outcome, picked, reasons, refused, thrown

ANA = {"name": "Ana", "FOR": 13, "DEX": 13, "POU": 13}
BORIS = {"name": "Boris", "kind": "npc", "sb": 9}
CARL = {"name": "Carl", "kind": "npc", "sb": 9}

ACTIONS: list[tuple[str, dict[str, Any], str, list[int]]] = [
    ("assassinate", {}, "attacker", [98]),
    ("attack_melee", {}, "attacker", [98]),
    ("attack_thrown", {"weapon": "knife"}, "attacker", [98]),
    ("attack_firearm", {"weapon": "pistol_small"}, "attacker", [98]),
    ("hold", {}, "attacker", [98]),
    ("break_free", {}, "character", [98]),
    ("take_cover", {}, "character", [98]),
    ("throw_explosive", {}, "attacker", [98, 3]),
    ("creature_attack", {"victims": [{}]}, "creature", [98]),
    ("cast_ritual", {"effect_test": "standard"}, "caster", [3, 98]),
    ("put_out_fire", {}, "character", [98]),
]


@pytest.mark.parametrize(("procedure", "given", "actor", "dice"), ACTIONS, ids=[one[0] for one in ACTIONS])
def test_a_grave_wound_makes_every_action_extreme(
    procedure: str, given: dict[str, Any], actor: str, dice: list[int]
) -> None:
    """OPS-HLTH-04, OPS-HLTH-10: until it is both stabilised and numbed, and never for what feels no pain."""

    def difficulty(**state: Any) -> str:
        return str(outcome(procedure, dice, **given, **{actor: {**ANA, **state}})["final_difficulty"])

    assert difficulty(wound_level="light") != "extreme"
    assert difficulty(wound_level="grave") == "extreme"
    assert difficulty(wound_level="grave", painkiller=True) == "extreme"
    assert difficulty(wound_level="grave", stabilised=True) == "extreme"
    assert difficulty(wound_level="grave", stabilised=True, painkiller=True) == difficulty()
    assert difficulty(wound_level="grave", no_pain=True) == difficulty()


THROWS: list[tuple[str, dict[str, Any], list[int], list[tuple[str, str, str]]]] = [
    (
        "attack_melee",
        {"attacker": ANA, "defender": BORIS, "weapon": "axe"},
        [20, 90, 6, 3, 3, 50],
        [
            ("d100", "Ana", "attack"),
            ("d100", "Boris", "defence"),
            ("d6", "Ana", "damage"),
            ("d6", "Ana", "damage"),
            ("d3", "Ana", "bonus"),
            ("d100", "Boris", "con"),
        ],
    ),
    (
        "attack_thrown",
        {"attacker": ANA, "defender": {**BORIS, "sb": 6}, "weapon": "throwing_knife"},
        [20, 90, 6, 50],
        [
            ("d100", "Ana", "attack"),
            ("d100", "Boris", "defence"),
            ("d6", "Ana", "damage"),
            ("d100", "Boris", "con"),
        ],
    ),
    (
        "hold",
        {"attacker": ANA, "defender": BORIS},
        [20, 90, 90],
        [("d100", "Ana", "attack"), ("d100", "Boris", "defence"), ("d100", "Boris", "resist")],
    ),
    (
        "explosion",
        {"dice_count": 2, "victims": [{"defender": BORIS}, {"defender": CARL}]},
        [6, 6, 50, 40],
        [("d6", "", "blast"), ("d6", "", "blast"), ("d100", "Boris", "con"), ("d100", "Carl", "con")],
    ),
    (
        "creature_attack",
        {"creature": ANA, "victims": [{"defender": BORIS}], "attack": {"drain": "FOR"}},
        [20, 90, 6, 3, 6, 50],
        [
            ("d100", "Ana", "attack"),
            ("d100", "Boris", "defence"),
            ("d6", "Ana", "damage"),
            ("d3", "Ana", "bonus"),
            ("d6", "Ana", "drain"),
            ("d100", "Boris", "con"),
        ],
    ),
    ("throw_explosive", {"attacker": ANA}, [98, 3], [("d100", "", "attack"), ("d6", "", "drift")]),
    (
        "poison",
        {"substance": "arsenic", "victim": ANA},
        [40, 50],
        [("d100", "", "resist"), ("d100", "", "con")],
    ),
    ("recover", {"patient": {"wound_level": "superficial"}}, [50], [("d100", "", "recovery")]),
    (
        "macabre",
        {"san": 50, "options": {"cold_blood_test": True}, "shock": "minor"},
        [98, 2, 20],
        [("d100", "", "cold_blood"), ("d3", "", "san_loss"), ("d100", "", "san")],
    ),
    ("test", {"score": 13}, [50], [("d100", "", "")]),
    ("luck_test", {"luck": 40}, [50], [("d100", "", "")]),
    ("suffocate_turn", {}, [50], [("d100", "", "breath")]),
    ("put_out_fire", {}, [50], [("d100", "", "put_out")]),
    ("first_aid", {"patient": {"wound_level": "light"}}, [50], [("d100", "", "first_aid")]),
    ("aggravate", {"level": "grave", "defender": ANA}, [50], [("d100", "", "con")]),
    (
        "roll_damage",
        {"weapon": "knife", "damage_bonus": "1D3"},
        [4, 1],
        [("d6", "", "damage"), ("d3", "", "bonus")],
    ),
]


@pytest.mark.parametrize(("procedure", "given", "dice", "throws"), THROWS, ids=[one[0] for one in THROWS])
def test_a_die_says_who_throws_it_and_what_for(
    procedure: str, given: dict[str, Any], dice: list[int], throws: list[tuple[str, str, str]]
) -> None:
    """The order of the ledger: attack, defence, weapon, bonus, drain, then CON of whoever was hit (OPS-HLTH-03)."""
    result = answer(procedure, dice, **given)
    assert [(one.label, one.who, one.purpose) for one in result.dice] == throws
    assert {one.who for one in result.steps} <= {"", *(who for _, who, _ in throws)}
    tests = [who for label, who, purpose in throws if label == "d100" and purpose != "con"]
    told = [one.who for one in result.steps if one.label.endswith("difficulty")]
    assert told == tests[: len(told)], "a difficulty is that of whoever throws against it"


@pytest.mark.parametrize(("luck", "left", "verdict"), [(9, 9, "fumble"), (10, 0, "failure"), (11, 1, "failure")])
def test_ten_points_turn_a_fumble_into_a_failure(luck: int, left: int, verdict: str) -> None:
    """OPS-LUCK-03: all ten must be there, and no more."""
    given = {"score": 13, "luck": luck, "luck_plan": {"cancel_fumble": True}}
    assert picked("test", [99], "outcome", "luck", **given) == (verdict, left)


ATTACKS: list[tuple[str, dict[str, Any], list[int], int]] = [
    ("attack_melee", {}, [20, 90, 4], 4),
    ("attack_thrown", {"type": "thrown"}, [20, 90, 4], 4),
    ("attack_firearm", {"type": "firearm"}, [20, 4], 4),
    ("assassinate", {}, [20], 6),
]
PLAIN = {"name": "Ana", "DEX": 13, "luck": 40}


@pytest.mark.parametrize(("procedure", "made", "dice", "damage"), ATTACKS, ids=[one[0] for one in ATTACKS])
def test_what_a_weapon_is_made_of_matters(procedure: str, made: dict[str, Any], dice: list[int], damage: int) -> None:
    """OPS-CREAT-06: immune unless the weapon is special or of the kind that pierces, half, double."""

    def taken(special: bool = False, kind: str = "blade", **traits: Any) -> int:
        weapon = {**made, "special": special, "damage_kind": kind}
        given = {"attacker": PLAIN, "defender": {"kind": "npc", "sb": 90, **traits}, "custom_weapon": weapon}
        return int(outcome(procedure, dice, **given)["damage_taken"])

    assert taken() == damage
    assert taken(invulnerable=True) == 0
    assert taken(invulnerable=True, special=True) == damage
    assert taken(invulnerable=True, pierced_by=["blade"]) == damage
    assert taken(invulnerable=True, pierced_by=["blade"], kind="blunt") == 0
    assert (taken(resists=["blade"]), taken(weak_to=["blade"])) == (damage // 2, 2 * damage)
    assert (taken(resists=["blade"], kind="blunt"), taken(weak_to=["blade"], kind="blunt")) == (damage, damage)


@pytest.mark.parametrize(("procedure", "made", "dice", "damage"), ATTACKS, ids=[one[0] for one in ATTACKS])
@pytest.mark.parametrize("options", [{}, {"luck_enabled": False}])
def test_luck_that_buys_nothing_stays_with_both(
    procedure: str, made: dict[str, Any], dice: list[int], damage: int, options: dict[str, bool]
) -> None:
    """OPS-LUCK-01: hit or missed, played with or not."""
    given = {"attacker": PLAIN, "defender": {"sb": 90, "luck": 20}, "custom_weapon": made, "options": options}
    assert picked(procedure, dice, "attacker_luck", "defender_luck", "damage_taken", **given) == (40, 20, damage)
    assert picked(procedure, [98], "attacker_luck", "defender_luck", "damage_taken", **given) == (40, 20, 0)


@pytest.mark.parametrize(("procedure", "made", "dice", "damage"), ATTACKS, ids=[one[0] for one in ATTACKS])
def test_the_target_buys_its_wound_and_the_attacker_the_hit(
    procedure: str, made: dict[str, Any], dice: list[int], damage: int
) -> None:
    """OPS-LUCK-02, OPS-LUCK-04: each from their own reserve, and only Operators have one."""
    weak = {"sb": damage - 1, "luck": 25}
    given = {"custom_weapon": made, "defender_luck_plan": {"cancel_grave": True}}
    saved = outcome(procedure, dice, attacker=PLAIN, defender=weak, **given)
    assert (saved["wound_level"], saved["attacker_luck"], saved["defender_luck"]) == ("none", 40, 5)
    poor = outcome(procedure, [*dice, 50], attacker=PLAIN, defender={**weak, "kind": "npc"}, **given)
    assert (poor["wound_level"], poor["defender_luck"]) == ("grave", 25)
    target = int(saved["target"])
    plan = {"attacker_luck_plan": {"max_shift": 10}}
    near = [target + 3, *dice[1:]]
    paid = outcome(procedure, near, attacker=PLAIN, defender={"sb": 90}, custom_weapon=made, **plan)
    assert (paid["hit"], paid["attacker_luck"]) == (True, 37)
    written = changes(procedure, near, attacker=PLAIN, defender={"sb": 90}, custom_weapon=made, **plan)
    assert ("luck", 40, 37, "Ana") in written
    told = reasons(procedure, near, attacker=PLAIN, defender={"sb": 90}, custom_weapon=made, **plan)
    assert ("luck_spent", 3, "OPS-LUCK-02") in told
    assert not outcome(procedure, near[:1], attacker={**PLAIN, "luck": 2}, custom_weapon=made, **plan)["hit"]


@pytest.mark.parametrize(("procedure", "made", "dice", "damage"), ATTACKS, ids=[one[0] for one in ATTACKS])
def test_a_weapon_of_ones_own_must_be_of_the_right_sort(
    procedure: str, made: dict[str, Any], dice: list[int], damage: int
) -> None:
    """OPS-CBT-06: and thrown with dice that people own."""
    assert refused(procedure, custom_weapon={**made, "damage": "x"})[1] == "custom_weapon.damage"
    wrong = "melee" if made.get("type") == "firearm" else "firearm"
    assert refused(procedure, custom_weapon={"type": wrong}) == ("field/one_of", "custom_weapon", "OPS-CBT-06")
    assert refused(procedure, custom_weapon={**made, "damage": "1D7"})[:2] == ("field/one_of", "custom_weapon")


def test_small_creatures_may_swing_without_their_bonus() -> None:
    """OPS-CREAT-08: with the house rule, in melee as in a natural attack."""
    given = {"attacker": {**ANA, "kind": "creature"}, "defender": {"sb": 90}, "weapon": "knife"}
    assert thrown("attack_melee", [20, 90, 4, 1], **given) == ["d100", "d100", "d6", "d3"]
    assert thrown("attack_melee", [20, 90, 4], **given, options={"creature_low_bonus_none": True})[2:] == ["d6"]
    strong = {**given, "attacker": {**ANA, "kind": "creature", "FOR": 19}}
    assert thrown("attack_thrown", [20, 90, 4, 1], **strong)[2:] == ["d6", "d3"]
    assert thrown("attack_thrown", [20, 90, 4], **strong, options={"creature_low_bonus_none": True})[2:] == ["d6"]


@pytest.mark.parametrize(
    ("procedure", "given", "dice"),
    [("fall", {"height_m": 3}, [6, 6, 50]), ("burn_turn", {}, [6, 50])],
)
def test_a_hazard_has_nobody_to_name(procedure: str, given: dict[str, Any], dice: list[int]) -> None:
    """OPS-HAZ-01, OPS-HAZ-04: one victim, so nobody asks whose throw it is."""
    result = answer(procedure, dice, **given, victim={**ANA, "sb": 9 if procedure == "fall" else 6})
    assert [(one.who, one.purpose) for one in result.dice] == [("", "damage")] * (len(dice) - 1) + [("", "con")]


# ---- two against each other ----

WEIGHS = {"grave_ignores_advantage": True}


@pytest.mark.parametrize(
    ("sides", "options", "targets"),
    [
        ({"active_grave": True}, {}, (13, 65)),
        ({"active_grave": True, "active_advantage": True}, {}, (39, 65)),
        ({"active_grave": True, "active_advantage": True}, WEIGHS, (13, 65)),
        ({"passive_grave": True, "passive_advantage": True}, {}, (65, 39)),
        ({"passive_grave": True, "passive_advantage": True}, WEIGHS, (65, 13)),
        ({"active_grave": True, "passive_advantage": True}, WEIGHS, (13, 65)),
        ({"active_grave": True, "active_advantage": True, "passive_advantage": True}, {}, (13, 65)),
        (
            {
                "active_grave": True,
                "active_advantage": True,
                "passive_advantage": True,
                "passive_difficulty": "difficult",
            },
            WEIGHS,
            (13, 65),
        ),
    ],
)
def test_the_advantage_of_a_wounded_side_counts_as_in_any_test(
    sides: dict[str, Any], options: dict[str, bool], targets: tuple[int, int]
) -> None:
    """M-01, OPS-TEST-10: extreme, lowered by an advantage, unless the table says that it does not help the wounded."""
    given = {"active_score": 13, "passive_score": 13, **sides, "options": options}
    assert picked("opposed_test", [40, 40], "active_target", "passive_target", **given) == targets
    fair = {**given, "options": {}, "active_grave": False, "passive_grave": False}
    apart = outcome("odds_opposed", **given) != outcome("odds_opposed", **fair)
    assert apart is (targets != picked("opposed_test", [40, 40], "active_target", "passive_target", **fair))


def test_wounds_and_advantages_count_behind_the_wheel() -> None:
    """M-18, M-01: for the fugitive and for the pursuer."""

    def targets(fugitive: dict[str, Any], pursuer: dict[str, Any], **options: bool) -> tuple[Any, ...]:
        given = {"fugitive": {"DEX": 13, **fugitive}, "pursuer": {"DEX": 13, **pursuer}, "options": options}
        return picked("chase_turn", [40, 40], "active_target", "passive_target", **given)

    assert targets({}, {}) == (65, 65)
    assert targets({"grave": True}, {}) == (13, 65)
    assert targets({}, {"grave": True}) == (65, 13)
    assert targets({"grave": True, "advantage": True}, {}) == (39, 65)
    assert targets({"grave": True, "advantage": True}, {}, grave_ignores_advantage=True) == (13, 65)
    assert targets({}, {"grave": True, "advantage": True}) == (65, 39)


def test_an_advantage_that_is_given_up_does_not_help_a_throw() -> None:
    """OPS-TEST-08: with the house rule."""
    given = {"attacker": ANA, "advantage": True, "options": {"may_waive_advantage": True}}
    assert picked("throw_explosive", [98, 3], "final_difficulty", **given, waive=True) == ("difficult",)
    assert picked("throw_explosive", [98, 3], "final_difficulty", **given) == ("standard",)


def test_what_needs_no_test_has_its_own_result() -> None:
    """OPS-TEST-08, OPS-TEST-10."""
    sure = outcome("test_difficulty", score=13, advantage=True)
    assert (sure["final_difficulty"], sure["outcome"]) == ("automatic", "automatic")
    vain = outcome("test_difficulty", score=13, difficulty="extreme", steps=1)
    assert (vain["final_difficulty"], vain["outcome"]) == ("impossible", "impossible")
