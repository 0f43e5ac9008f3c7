"""The steps of creation as a page asks them (M1 to M4, M9 to M14)."""

import pytest

from gardien.core.inputs import parse
from gardien.core.system import find
from gardien.systems.organique import pack
from gardien.systems.organique.creation.choices import DrawGiven
from gardien.systems.organique.page.creation import CREATION, STEPS, skill_group
from gardien.systems.organique.vocabulary import CODES
from gardien.web.pages.creation.creation_dice import fill
from gardien.web.pages.creation.creation_draft import Draft, Maker
from gardien.web.pages.creation.creation_form import fields_shown

SYSTEM = find("organique")
FIELDS = [field for step in STEPS for field in step.fields]
EVEN = [[code, "10", ""] for code in CODES]
ARMED = [[key, "4", ""] for key in ("pistol", "rifle", "boxing")]
FEAR = {"powers": [["attack_fear", "1", ""]], "traits": [["hunted", "1", ""]]}
SYSTEMS = {"skills": [["operating_system", "2", ""]], "specialities": ["GuildOs", "MeshNix"]}


def maker(language="fr", **raw):
    return Maker(SYSTEM, {}, language, Draft(action="a", raw={"name": "Rose", "player_class": "Hackeuse", **raw}))


def test_the_steps_cover_what_can_be_decided_each_once():
    """M1 to M4; the rest is not asked of a player."""
    assert len(FIELDS) == len(set(FIELDS))
    assert set(DrawGiven.__struct_fields__) - set(FIELDS) == {"player", "language"}
    assert {*CREATION.needed, *CREATION.known, *CREATION.among, *CREATION.only, *CREATION.taken} <= set(FIELDS)
    assert {rule for step in STEPS for rule in step.rules} <= set(SYSTEM.reference)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_the_pack_offers_is_taken_by_the_draw(language):
    """Every word and every key that a page offers is understood, and called by a name."""
    single = ("player_class", "computer", "addiction")
    for field, keys in CREATION.among.items():
        for key in keys({"player_class": "medium"}, {}):
            name = SYSTEM.presentation.named[field](key, language)
            listed = DrawGiven.__annotations__[field]
            numbered = "dict" in str(listed)
            assert parse(DrawGiven, {field: {name: 1} if numbered else name if field in single else [name]})
            assert name != key or field == "specialities", key
    assert skill_group("physics", language) != skill_group("connection", language)


def test_lists_leave_out_what_is_out_of_reach():
    """M2, M3: powers for those who can learn them."""
    assert CREATION.among["powers"]({"player_class": "Bagarreuse"}, {}) == []
    assert CREATION.among["powers"]({"player_class": "Bagarreuse", "traits": {"sensitive": 1}}, {})
    assert "connection" not in CREATION.among["skills"]({"player_class": "hacker", "traits": {"technophobe": 1}}, {})
    assert "punch" not in CREATION.among["arms"]({}, {})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {"scores": (80, 80), "SNG": (12, 12)}),
        ({"scores": "?", "traits": "?", "skills": "?", "arms": 3, "SNG": "4"}, {"scores": (80, 80), "SNG": (12, 12)}),
        (
            {"scores": {"AGI": 12, "PER": "?", "XYZ": 4}, "SNG": 4, "traits": {"gifted": 2, "Fragile": 1}},
            {"scores": (70, 82), "SNG": (6, 10), "traits": (0, 2)},
        ),
        ({"traits": {"quick": 1}}, {"scores": (80, 80), "SNG": (12, 12), "traits": (-2, 0)}),
        (
            {"player_class": "hacker", "scores": {"INT": 14}, "skills": {"flood": 3}, "combat_skills": {"pistol": 1}},
            {"scores": (66, 80), "SNG": (12, 12), "skills": (79, 88), "arms": (4000, 4000)},
        ),
        (
            {"player_class": "drifter", "arms": ["chain"], "computer": "Vieux portable", "programs": {"veil": 4}},
            {"scores": (80, 80), "SNG": (12, 12), "arms": (85, 1000)},
        ),
        (
            {"skills": {"operating_system": 3}, "specialities": ["Open Free", "OpenCert"]},
            {"scores": (80, 80), "SNG": (12, 12), "specialities": (1, 2)},
        ),
    ],
)  # fmt: skip
def test_purses_tell_what_is_left(given, expected):
    """M1, M2, M3, M14: whatever was typed so far."""
    assert {one.field: (one.left, one.of) for one in CREATION.purses(given, {})} == expected


@pytest.mark.parametrize("name", ["Hackeuse", "Médium", "Toubib", "Zonarde"])
def test_whatever_is_drawn_is_ready(name):
    """M1: nothing is open, nothing too much, and drawn again it is checked again."""
    made = maker(player_class=name)
    fill(made, list(made.fields))
    checked = made.checked()
    assert (checked.faults, checked.missing, checked.ready) == ({}, (), True)
    assert checked.open == frozenset()
    assert {one.field: one.left for one in checked.purses if one.left < 0} == {}
    assert [one.left for one in checked.purses if one.field in ("scores", "SNG", "traits")][:2] == [0, 0]
    for step in made.steps:
        fields_shown(made, step.fields, checked.faults)


@pytest.mark.parametrize(
    ("raw", "field", "said"),
    [
        ({"scores": [["AGI", "20", ""], *([code, "11", ""] for code in CODES[1:])]}, "scores", "17 points de trop"),
        ({"SNG": "6", "CPS": "6"}, "CPS", "14 est trop grand, 12 au plus. De 2 à 6 chacune"),
        ({"traits": [["quick", "1", ""]]}, "traits", "2 points d’avantages que rien ne paie"),
        ({"traits": [["gifted", "5", ""]]}, "traits", "Doué : 5 sort des limites"),
        ({"scores": EVEN, "combat_skills": ARMED}, "skills", "10 points"),
        ({"player_class": "brawler", **FEAR}, "powers", "hors de portée"),
        ({"player_class": "drifter", "arms": ["machine_gun"]}, "arms", "7 000 $ de trop"),
        ({"armour": ["leather_jacket", "junk_armour", "kevlar_vest"]}, "armour", "ne se porte pas avec"),
        ({"computer": "Portable", "programs": [["veil", "5", ""]]}, "programs", "« 5 » n’existe pas ; au choix : 4, 8"),
        (SYSTEMS, "specialities", "Un système de trop"),
    ],
)  # fmt: skip
def test_a_fault_stands_beside_its_field_in_words(raw, field, said):
    """M1, M2, M3, M10, M14."""
    told = maker(**raw).checked().faults
    plain = " ".join(one.message.replace("\u202f", " ").replace("\u00a0", " ") for one in told[field])
    assert said in plain


@pytest.mark.parametrize(
    ("field", "name", "value", "given", "expected"),
    [
        ("skills", "physics", "3", {}, None),
        ("skills", "Lecture", "3", {"player_class": "hacker"}, None),
        ("skills", "Physique", "3", {"player_class": "hacker"}, ("skill_costs", {"cost": 6, "bonus": 8})),
        ("combat_skills", "pistol", "", {"player_class": "hacker"}, ("skill_times", {"times": 3})),
        ("powers", "attack_fear", "1", {"player_class": "hacker"}, ("out_of_reach", {})),
        ("arms", "chain", "", {}, "1,5\xa0c · 15\xa0$"),
        ("arms", "pistol_22", "", {}, "2\xa0bs · 10\xa0coups · 120\xa0$"),
        ("arms", "brass_knuckles", "", {}, "coup de poing + 1\xa0c · 15\xa0$"),
        ("arms", "blaster", "", {}, None),
        ("armour", "leather_jacket", "", {}, "indice d’armure 7 · 2\xa0bs · 150\xa0$"),
        ("programs", "code_breaker", "3", {}, ("program_costs", {"price": 1800})),
        ("drugs", "focus", "2", {}, ("dose_costs", {"price": 40})),
        ("gear", "Sifflet", "", {}, None),
    ],
)  # fmt: skip
def test_a_line_says_what_it_comes_to(field, name, value, given, expected):
    """M1, M3, M9, M10, M11, M14."""
    result = CREATION.about(field, name, value, given, {})
    assert (result and (result.text[0] or (result.key, dict(result.words)))) == expected


def test_a_choice_says_what_it_brings():
    """M2, M3, M14."""
    assert CREATION.means("player_class", "Hackeuse", {}).text[0] == pack.player_class("hacker").note_fr.rstrip(".")
    assert CREATION.means("player_class", "Chevalier", {}) is None
    assert CREATION.means("computer", "Portable", {}).words == {"power": 6, "firewall": 15, "price": 900}
    assert CREATION.means("portrait", "Mince.", {}) is None
    assert CREATION.about("traits", "hunted", "1", {}, {}).text == ("−2 · Un groupe ennemi.", "−2 · An enemy group.")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_sentence_of_a_line_has_its_words(language):
    """Whatever `means` and `about` speak of can be said."""
    given = {"player_class": "medium", "traits": {}}
    for field, keys in CREATION.among.items():
        for key in keys(given, {}):
            result = CREATION.about(field, key, "1", given, {})
            entry = SYSTEM.terms.entry("creation", result.key) if result and result.key else {}
            assert entry is not None, result.key
            if entry:
                assert entry[language].format(**result.words)
