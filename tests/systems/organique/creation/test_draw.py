"""“Draw for me”: dice fill in whatever a runner still lacks (M1 to M4)."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import do
from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.core.interpreters.typed import typed
from gardien.systems.organique import pack
from gardien.systems.organique.creation.choices import DrawGiven
from gardien.systems.organique.creation.draw import draw_runner
from gardien.systems.organique.creation.kits import BARGAINS, HANDY, KITS, SHAPES
from gardien.systems.organique.creation.placing import (
    goods_price,
    level_scores,
    list_of,
    price_of,
    spread_levels,
    triples,
)
from gardien.systems.organique.options import Options
from gardien.systems.organique.vocabulary import CODES

CLASSES = pack.keys("people", "class")
EVEN = dict.fromkeys(CODES, 10)
DECIDED = {
    "name": "Ana Costa",
    "gender": "f",
    "age": 33,
    "player_class": "Hackeuse",
    "scores": EVEN,
    "SNG": 3,
    "CPS": 5,
    "INC": 4,
    "traits": {"Vive": 1, "hunted": 1},
    "skills": {"operating_system": 3, "Langues (espagnol)": 2, "physics": 0},
    "combat_skills": {"evasion": 1},
    "powers": {},
    "specialities": ["Open Free", "OpenCert"],
    "arms": ["switchblade"],
    "armour": ["leather_jacket", "nano_mesh"],
    "computer": "laptop",
    "programs": {"code_breaker": 2},
    "drugs": {"focus": 3},
    "gear": ["Sifflet"],
    "portrait": "Mince.",
    "history": "",
}
seeds = st.integers(0, 10_000)


def drawn(dice, **choices):
    return typed(call(draw_runner, parse(DrawGiven, choices), Options()), dice)


def played(seed, **choices):
    return play(call(draw_runner, parse(DrawGiven, choices), Options()), Random(seed)).outcome


def judged(sheet):
    """The sheet under the rule of creation."""
    given = {
        "scores": {code: getattr(sheet, code) for code in CODES},
        **{name: int(getattr(sheet, name)) for name in ("SNG", "CPS", "INC")},
        "character_class": sheet.player_class,
        "skills": {**sheet.skills, **sheet.combat_skills, **sheet.powers},
        "traits": dict(sheet.traits),
    }
    return do("organique", "create_character", given, dice=[]).outcome


def refused(**choices):
    with pytest.raises(Refusal) as fault:
        played(0, **choices)
    return fault.value.field, fault.value.words.get("came"), fault.value.words.get("high")


@pytest.mark.parametrize(
    ("choices", "rule"),
    [
        ({"combat_skills": {"evasion": 4, "kickboxing": 4, "street_fighting": 4}}, "ORG-SKILL-02"),
        ({"SNG": 6, "CPS": 6, "INC": 6}, "ORG-HP-01"),
        ({"armour": ["leather_jacket", "leather_jacket"]}, "ORG-ARM-03"),
        ({"programs": {"code_breaker": 99}}, "ORG-HACK-06"),
        ({"scores": dict.fromkeys(CODES, 20)}, ""),
        ({"arms": ["assault_rifle"] * 9}, ""),
    ],
)
def test_a_refusal_cites_the_rule_it_rests_on(choices, rule):
    """ORG-SKILL-02, ORG-HP-01, ORG-ARM-03, ORG-HACK-06; of points and money the source says nothing (M1)."""
    with pytest.raises(Refusal) as fault:
        played(0, **{**DECIDED, "traits": {}, **choices})
    assert fault.value.rule == rule


def test_what_is_given_is_not_drawn():
    """M1: not one die when everything is decided; rows may be called as the pack calls them."""
    result = drawn([], **DECIDED)
    sheet = result.outcome
    assert result.dice == ()
    assert (sheet.name, sheet.gender, sheet.age, sheet.player_class) == ("Ana Costa", "f", 33, "hacker")
    assert {code: getattr(sheet, code) for code in CODES} == EVEN
    assert (sheet.SNG, sheet.CPS, sheet.INC, sheet.sng, sheet.end_now) == (3, 5, 4, 3, 10)
    assert (dict(sheet.traits), sheet.initiative_mod) == ({"quick": 1, "hunted": 1}, 3)
    assert dict(sheet.skills) == {"operating_system": 3, "languages_espagnol": 2}
    assert (dict(sheet.combat_skills), dict(sheet.powers)) == ({"evasion": 1}, {})
    assert sheet.specialities == ("OpenFree", "OpenCert")
    assert [one.weapon for one in sheet.weapons] == ["switchblade"]
    assert (sheet.armour, sheet.computer, dict(sheet.programs)) == (
        ("leather_jacket", "nano_mesh"), "laptop", {"code_breaker": 2},
    )  # fmt: skip
    assert [(one.drug, one.held) for one in sheet.habits] == [("focus", 3)]
    assert sheet.money == 4000 - 25 - 150 - 1500 - 900 - 800 - 3 * 40
    assert (sheet.gear, sheet.portrait, sheet.history, sheet.lasting) == (("Sifflet",), "Mince.", "", ())
    assert judged(sheet)["valid"]


@settings(max_examples=60)
@given(seeds, st.sampled_from([None, *CLASSES]), st.sampled_from(["fr", "en"]))
def test_whoever_is_drawn_is_valid_by_the_rule_of_creation(seed, player_class, language):
    """M1 to M4: all points are used, and no money but one’s own."""
    sheet = played(seed, language=language, **({"player_class": player_class} if player_class else {}))
    result = judged(sheet)
    assert result["valid"]
    assert result["score_sum"] == result["score_limit"]
    assert result["health_sum"] == result["health_limit"]
    assert 0 <= result["skill_points"] - result["skill_cost"] < 15
    arms = [one.weapon for one in sheet.weapons]
    spent = goods_price(arms, sheet.armour, sheet.computer, sheet.programs, {})
    assert sheet.money == pack.player_class(sheet.player_class).money - spent >= 0
    assert ("addict" in sheet.traits) == bool(sheet.lasting)
    assert sheet.name
    assert sheet.portrait
    assert sheet.history
    assert sheet.gender in ("f", "m")
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=type(sheet)) == sheet


levels = st.integers(0, 4)
choices = st.fixed_dictionaries(
    {},
    optional={
        "player_class": st.sampled_from(CLASSES),
        "scores": st.dictionaries(st.sampled_from(CODES), st.integers(1, 20)),
        **dict.fromkeys(("SNG", "CPS", "INC"), st.integers(2, 6)),
        "traits": st.dictionaries(st.sampled_from(pack.keys("people", "trait")), st.integers(0, 4), max_size=3),
        "skills": st.dictionaries(st.sampled_from(pack.keys("skills", "skill")), levels, max_size=6),
        "combat_skills": st.dictionaries(st.sampled_from(pack.keys("skills", "combat_skill")), levels, max_size=3),
        "powers": st.dictionaries(st.sampled_from(pack.keys("skills", "power")), levels, max_size=2),
        "arms": st.lists(st.sampled_from(pack.keys("weapons", "weapon")), max_size=2),
        "armour": st.lists(st.sampled_from(pack.keys("armours", "armour")), max_size=2),
        "computer": st.sampled_from(pack.keys("computers", "computer")),
    },
)


@settings(max_examples=120)
@given(seeds, choices)
def test_whatever_is_chosen_is_kept_and_valid_or_refused(seed, chosen):
    """M1 to M4: a choice that can come to somebody does; any other is refused beside its field."""
    try:
        sheet = played(seed, **chosen)
    except Refusal as fault:
        sheet, field = None, fault.field or ""
    if sheet is None:
        assert field.partition(".")[0] in DrawGiven.__struct_fields__
        return
    assert judged(sheet)["valid"]
    assert sheet.money >= 0
    for code, score in chosen.get("scores", {}).items():
        assert getattr(sheet, code) == score
    for name in ("SNG", "CPS", "INC", "player_class", "computer"):
        assert name not in chosen or getattr(sheet, name) == chosen[name]
    for name in ("skills", "combat_skills", "powers", "traits"):
        if name in chosen:
            assert dict(getattr(sheet, name)) == {key: level for key, level in chosen[name].items() if level}
    if "arms" in chosen:
        assert [one.weapon for one in sheet.weapons] == chosen["arms"]
    if "armour" in chosen:
        assert list(sheet.armour) == chosen["armour"]


# ---- refusals ----

REFUSED = {
    "scores": ({"scores": dict.fromkeys(CODES, 20)}, ("scores", 160, 80)),
    "reserves": ({"SNG": 6, "CPS": 6, "traits": {}}, ("CPS", 14, 12)),
    "frail": ({"SNG": 4, "CPS": 4, "INC": 4, "traits": {"frail": 1}}, ("INC", 12, 10)),
    "traits_unpaid": ({"traits": {"quick": 1}}, ("traits", 2, 0)),
    "traits_above_four": (
        {"traits": {"gifted": 4, "tough": 1, "one_eyed": 1, "frail": 1, "hunted": 1}},
        ("traits", 6, 4),
    ),
    "traits_too_often": ({"traits": {"hunted": 2}}, ("traits.hunted", 2, 1)),
    "skill_points": (
        {"player_class": "hacker", "combat_skills": dict.fromkeys(("pistol", "rifle", "boxing", "judo"), 4)},
        ("skills", 120, 100),
    ),
    "class": ({"player_class": "brawler", "powers": {"attack_fear": 1}, "traits": {}}, ("powers", "attack_fear", None)),
    "technophobe": (
        {"player_class": "hacker", "traits": {"technophobe": 1}, "skills": {"connection": 1}},
        ("skills", "connection", None),
    ),
    "money": ({"player_class": "drifter", "arms": ["machine_gun"]}, ("arms", 8000, 1000)),
    "layers": ({"armour": ["leather_jacket", "kevlar_vest", "junk_armour"]}, ("armour", "junk_armour", None)),
    "programs": ({"programs": {"veil": 5}}, ("programs", 5, None)),
    "specialities": (
        {"skills": {"operating_system": 2}, "specialities": ["GuildOs", "MeshNix"]},
        ("specialities", 2, 1),
    ),
}


@pytest.mark.parametrize("key", REFUSED)
def test_what_breaks_a_rule_is_refused_beside_its_field(key):
    """M1, M2, M3, M10, M14."""
    choice, expected = REFUSED[key]
    assert refused(**choice) == expected


@pytest.mark.parametrize("field", ["player_class", "computer", "addiction", "arms", "armour", "traits", "skills"])
def test_an_unknown_row_is_refused(field):
    came = {"traits": {"nonsense": 1}, "skills": {"boxing": 1}, "arms": ["nonsense"], "armour": ["nonsense"]}
    assert refused(**{field: came.get(field, "nonsense")})[0].partition(".")[0] == field


def test_choices_find_the_class_and_the_traits_they_need():
    """M2, M3: powers ask for a class, or for a gift; points above eighty for gifts."""
    for seed in range(8):
        sheet = played(seed, powers={"attack_fear": 4})
        assert sheet.player_class in ("medium", "drifter") or "sensitive" in sheet.traits
        assert played(seed, scores={**EVEN, "AGI": 13}).traits.get("gifted", 0) >= 3
        assert "addict" in played(seed, addiction="white").traits
        assert played(seed, computer="laptop", programs={"veil": 8}).player_class in (
            "hacker",
            "medic",
            "tinkerer",
            "talker",
        )


def test_an_addict_starts_dependent():
    """M2: on one drug, as it takes body and mind (ORG-DRUG-04)."""
    sheet = played(1, traits={"addict": 1}, addiction="white")
    ways = {one.course for one in sheet.lasting}
    row = pack.drug("white")
    assert {one.key for one in sheet.lasting} == {"white"}
    assert ways == {way for way in ("physical", "psychological") if getattr(row, way)}


def test_iron_guts_help_saves():
    sheet = played(1, traits={"iron_guts": 1, "addict": 1})
    assert dict(sheet.save_mods) == {"vomiting": 5, "disease": 5}


# ---- our own lists ----


def test_lists_name_what_the_pack_has():
    assert set(KITS) == set(CLASSES)
    for shape in SHAPES:
        assert sum(shape) == 80
    for key, kit in KITS.items():
        assert goods_price(kit.arms, kit.armour, kit.computer, dict(kit.programs), {}) <= pack.player_class(key).money
        for skill in (*kit.trade, *kit.beside, *HANDY):
            assert price_of(skill, key, frozenset()) is not None, skill
        assert set(kit.gear) <= set(pack.keys("gear", "gear"))
        layers = [pack.armour(one).layer for one in kit.armour]
        assert len(set(layers)) == len(layers)
    for bargain in BARGAINS:
        points = [pack.trait(key).points * times for key, times in bargain]
        gained = sum(one for one in points if one > 0)
        assert gained <= min(4, -sum(one for one in points if one < 0))


def test_points_are_placed():
    assert level_scores({"AGI": 15, "PER": 5}, {"PER": 8}, 20) == {"AGI": 12, "PER": 8}
    assert level_scores({"AGI": 15, "PER": 5}, {}, 50) == {"AGI": 20, "PER": 20}
    assert triples((6, None, None), 12) == [(6, 2, 4), (6, 3, 3), (6, 4, 2)]
    assert (4, 4, 4) in triples((None, None, None), 12)
    assert list_of("boxing") == "combat_skills"
    assert list_of("attack_fear") == "powers"
    assert list_of("physics") == "skills"
    assert spread_levels(12, ("physics", "boxing"), {"physics": 1, "boxing": 3}, (3, 2)) == {"physics": 3, "boxing": 1}
