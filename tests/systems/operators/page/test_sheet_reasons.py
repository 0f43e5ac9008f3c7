"""Where each number of a sheet comes from (CREA, SPEC, ARM)."""

from typing import Any

import pytest

from gardien.systems.operators.page.sheet_reasons import DERIVATIONS
from gardien.systems.operators.rules.character import CODES

OPERATOR = {"kind": "operator", **dict.fromkeys(CODES, 13)}
Shown = list[tuple[Any, ...]]


def derived(field: str, entry: str = "", options: Any = None, **sheet: Any) -> Shown:
    """The steps of one field: label, value, rule, and parts where there are some; parts add up within their limits."""
    result = DERIVATIONS[field](sheet, options or {}, entry)
    for one in result:
        if one.parts:
            total = sum(part for _, part in one.parts)
            low, high = one.limits or (total, total)
            assert one.value == max(low, min(high, total)), one
    return [(one.label, one.value, one.rule, *([one.parts] if one.parts else [])) for one in result]


def three(score: int) -> Shown:
    values = {"standard": 5 * score, "difficult": 3 * score, "extreme": score}
    return [(name, value, "OPS-CREA-06") for name, value in values.items()]


@pytest.mark.parametrize(
    ("code", "more", "made"),
    [
        ("POU", {}, ("POU", 13, "OPS-CREA-02", (("base", 13),))),
        ("POU", {"bonus": {"POU": 2}}, ("POU", 13, "OPS-CREA-03", (("base", 11), ("bonus", 2)))),
        ("FOR", {"age_trade": {"FOR": 2}}, ("FOR", 13, "OPS-CREA-05", (("base", 15), ("age_trade", -2)))),
        ("EDU", {"age_trade": {"FOR": 2, "APP": 1}}, ("EDU", 13, "OPS-CREA-05", (("base", 10), ("age_trade", 3)))),
        (
            "EDU",
            {"age_trade": {"FOR": 2}, "bonus": {"EDU": 1}},
            ("EDU", 13, "OPS-CREA-05", (("base", 10), ("bonus", 1), ("age_trade", 2))),
        ),
    ],
)
def test_a_score_of_an_operator_was_thrown_added_to_and_traded(
    code: str, more: dict[str, Any], made: tuple[Any, ...]
) -> None:
    """OPS-CREA-02, OPS-CREA-03, OPS-CREA-05, OPS-CREA-06."""
    assert derived(code, **{**OPERATOR, **more}) == [made, *three(13)]


def test_a_score_of_nothing_still_shows_what_was_thrown() -> None:
    """OPS-CREA-02."""
    assert derived("POU", **{**OPERATOR, "POU": 0})[0] == ("POU", 0, "OPS-CREA-02", (("base", 0),))


@pytest.mark.parametrize(
    ("code", "state", "now", "step"),
    [
        ("DEX", {"worn": ["blast_suit"]}, 10, ("OPS-ARM-04", (("base", 13), ("worn", -3)))),
        ("FOR", {"drain": {"FOR": {"temporary": 4}}}, 9, ("OPS-CREAT-09", (("base", 13), ("drain", -4)))),
        ("FOR", {"drain": {"FOR": {"permanent": 20}}}, 0, ("OPS-CREAT-09", (("base", 13), ("drain", -20)))),
        (
            "DEX",
            {"worn": ["blast_suit"], "drain": {"DEX": {"temporary": 1}}},
            9,
            ("OPS-ARM-04", (("base", 13), ("drain", -1), ("worn", -3))),
        ),
    ],
)
def test_what_weighs_on_a_score_comes_after_what_it_was_made_of(
    code: str, state: dict[str, Any], now: int, step: tuple[Any, ...]
) -> None:
    """OPS-ARM-04, OPS-CREAT-09: tests use what is left."""
    made, moved, *tests = derived(code, **OPERATOR, **state)
    assert made == (code, 13, "OPS-CREA-02", (("base", 13),))
    assert moved == (code, now, *step)
    assert tests == three(now)
    assert derived(code, **{**OPERATOR, **state, "kind": "npc"}) == [moved, *tests]


def test_nobody_threw_for_the_score_of_a_creature() -> None:
    """OPS-CREAT-02; and what has no such score has nothing to explain."""
    assert derived("FOR", kind="creature", FOR=30) == [("FOR", 30, "OPS-CREAT-02", (("base", 30),)), *three(30)]
    assert derived("EDU", kind="creature", FOR=30) == []


def test_the_threshold_is_the_mean_of_two_scores_or_what_the_profile_says() -> None:
    """OPS-CREA-08, OPS-CREAT-07."""
    mean = [(code, score, "OPS-CREA-08") for code, score in (("FOR", 13), ("CON", 12), ("sb", 13))]
    assert derived("sb", **{**OPERATOR, "CON": 12}) == mean
    assert derived("sb", kind="creature", FOR=30, CON=20)[-1] == ("sb", 25, "OPS-CREAT-07")
    assert derived("sb", kind="creature", sb=40) == [("sb", 40, "OPS-CREAT-07")]
    assert derived("sb", **OPERATOR, sb=9) == [("sb", 9, "OPS-CREA-08")]


def test_sanity_luck_and_lore_start_from_nothing() -> None:
    """OPS-CREA-07, OPS-CREA-12, OPS-SAN-01, OPS-SAN-09, OPS-LUCK-01."""
    whole = ("san_max", 100, "OPS-SAN-09", (("base", 100), ("si", 0)))
    assert derived("san") == [whole, ("san", 0, "OPS-SAN-01")]
    assert derived("si") == [("si", 0, "OPS-SAN-09"), whole]
    assert derived("luck") == [("luck_start", 0, "OPS-CREA-12"), ("luck", 0, "OPS-LUCK-01")]
    known = ("san_max", 93, "OPS-SAN-09", (("base", 100), ("si", -7)))
    full = derived("san", san=50, san_start=65, si=7)
    assert full == [("san_start", 65, "OPS-CREA-07"), known, ("san", 50, "OPS-SAN-01")]
    assert derived("luck", luck=12, luck_start=90)[1] == ("luck", 12, "OPS-LUCK-01")


@pytest.mark.parametrize(
    ("sheet", "step"),
    [
        ({}, (1,)),
        ({"specialty": "sniper"}, (1,)),
        ({"specialty": "linguist"}, (2, (("EDU", 1), ("specialty", 1)))),
        ({"specialty": "linguist", "custom_specialty": {"edu_min": 8, "bonus_among": ["EDU"]}}, (1,)),
    ],
)
def test_languages_come_from_edu_and_a_trade(sheet: dict[str, Any], step: tuple[Any, ...]) -> None:
    """OPS-CREA-13, M-10."""
    value, *parts = step
    expected = [("EDU", 13, "OPS-CREA-13"), ("extra_languages", value, "OPS-CREA-13", *parts)]
    assert derived("languages", **OPERATOR, **sheet) == expected


@pytest.mark.parametrize(("bonus", "left"), [({}, 3), ({"DEX": 1}, 2), ({"DEX": 2, "FOR": 1}, 0), ({"DEX": 5}, 0)])
def test_points_of_the_specialty_that_are_left(bonus: dict[str, int], left: int) -> None:
    """OPS-CREA-03."""
    ((label, value, rule, parts),) = derived("bonus", **OPERATOR, bonus=bonus)
    assert (label, value, rule) == ("bonus_left", left, "OPS-CREA-03")
    assert parts == (("bonus_points", 3), ("bonus", -sum(bonus.values())))


def test_what_a_specialty_brings() -> None:
    """OPS-CREA-03, OPS-SPEC-02, OPS-SPEC-03."""
    assert derived("specialty") == []
    professor = {one[0]: one[1] for one in derived("specialty", specialty="professor", discipline="Histoire")}
    assert (professor["bonus_points"], professor["discipline"]) == (3, "Histoire")
    own = derived("specialty", custom_specialty={"edu_min": 9, "bonus_among": ["FOR", "CON"]})
    assert own == [
        ("bonus_points", 3, "OPS-CREA-03"),
        ("bonus_among", "FOR, CON", "OPS-SPEC-02"),
        ("edu_min", 9, "OPS-SPEC-03"),
    ]


def test_what_a_weapon_does() -> None:
    """OPS-DMG-01 to OPS-DMG-04, OPS-CBT-08, OPS-OPT-05."""
    names = {"Arc": "bow", "Fusil": "assault_rifle", "Lame": "sword", "Couteau": "throwing_knife", "Pierre": ""}
    weapons = [{"name": name, "key": key, "damage": "1D6"} for name, key in names.items()]
    labels = {
        name: [one[0] for one in derived("weapons", name, **OPERATOR, weapons=[*weapons, {"name": "Corde"}])]
        for name in (*names, "Corde", "Rien")
    }
    assert labels == {
        "Arc": ["zone_max", "magazine", "damage"],
        "Fusil": ["zone_max", "magazine", "damage"],
        "Lame": ["damage_bonus", "damage"],
        "Couteau": ["thrown_bonus", "damage"],
        "Pierre": ["damage_bonus", "damage"],
        "Corde": [],
        "Rien": [],
    }


def test_what_is_worn_protects_wears_out_and_weighs() -> None:
    """OPS-ARM-02, OPS-ARM-03, OPS-ARM-04."""
    kevlar = [("uses_left", 3, "OPS-ARM-03"), ("protection", 4, "OPS-ARM-02")]
    suit = [("DEX", -3, "OPS-ARM-04"), ("CON", -2, "OPS-ARM-04"), ("protection", 40, "OPS-ARM-02")]
    worn = ["kevlar_light", "blast_suit"]
    assert derived("worn", worn=worn) == [*kevlar, *suit]
    assert derived("worn", "blast_suit", worn=worn) == suit
    used = derived("worn", "kevlar_light", worn=worn, uses_left={"kevlar_light": 1})
    assert used == [("uses_left", 1, "OPS-ARM-03"), ("protection", 4, "OPS-ARM-02")]


def test_a_sheet_that_holds_little_explains_little() -> None:
    """OPS-SAN-09, OPS-HLTH-01, OPS-HLTH-02."""
    assert derived("weapons", "Lame", **OPERATOR) == []
    assert derived("worn", **OPERATOR) == []
    assert derived("si", si=7)[0] == ("si", 7, "OPS-SAN-09")
    unhurt = [("sb", 13, "OPS-HLTH-01"), ("wound_level", "none", "OPS-HLTH-02")]
    assert derived("wound_level", **OPERATOR) == unhurt


def test_claws_gain_what_the_table_lets_them() -> None:
    """OPS-CREAT-08: with the house rule, nothing below FOR 20."""
    ghoul = {"kind": "creature", "FOR": 13, "weapons": [{"name": "Griffes", "damage": "1D6"}]}
    for options, bonus in (({}, "1D3"), ({"creature_low_bonus_none": True}, "none")):
        assert derived("weapons", "Griffes", options, **ghoul)[0] == ("damage_bonus", bonus, "OPS-DMG-02")
