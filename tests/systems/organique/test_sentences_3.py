"""How networks, codes, minds, wheels, making and chances are told: every ending (`told_3.txt`), and its words."""

from typing import get_args

import pytest

from core.spoken import french
from gardien.core.calling import prepare
from gardien.core.system import find
from gardien.core.telling import Told
from gardien.systems.organique import creation, driving, entries, experience, intrusion, pack, scouting, security
from gardien.systems.organique.sentences import MODULES
from gardien.systems.organique.sentences.creation_told import fault
from gardien.systems.organique.sentences.driving_told import INTO
from gardien.systems.organique.sentences.entries_told import CLOSED, way
from gardien.systems.organique.sentences.experience_told import BOUGHT
from gardien.systems.organique.sentences.intrusion_told import DONE, DOWN, NOT_DONE
from gardien.systems.organique.sentences.scouting_told import METHODS
from gardien.systems.organique.sentences.security_told import FOUND
from gardien.systems.organique.sentences.sites_told import minutes, rights, site_name
from systems.stories import assert_told, by_title, scenes

SYSTEM = find("organique")
PARTS = (
    *("driving_told", "psychic_told", "scouting_told", "entries_told", "intrusion_told", "security_told"),
    *("codes_told", "creation_told", "experience_told", "chances_told", "slow_chances_told"),
)
SCENES = scenes("organique", "told_3.txt")


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert_told(scene)


def test_every_procedure_is_told():
    assert {scene.procedure for scene in SCENES} == {key for part in PARTS for key in MODULES[part]}


# voice.md, section 6: the model, and the scene that must hold it.
MODELS = [
    ("a stronger firewall", "Cryptographie de Marla~: INT 14 + 4 + 8 (d20) = 26 contre 20, marge 6. Pare-feu 15 → 21."),
    ("a turn too fast", "Raul, virage serré~: AGI 15 + 8 + 2 (d20) = 25 contre 40, marge d’échec 15."),
    ("a slide that lands", "Lew encaisse 2~c. Lew~: CPS 4 → 2. Lew se retrouve à terre."),
    ("a doubt", "Un doute~: nouvel examen une minute plus tard, à +5."),
    ("a test", "Réussite~: 50^% (1/2). Il faut 11 ou plus au d20."),
]


@pytest.mark.parametrize(("title", "fr"), MODELS)
def test_results_read_like_the_models(title, fr):
    scene = next(one for one in SCENES if one.title == title)
    assert french(fr) in " ".join(scene.spoken("fr"))


# ---- grammar ----


def speaking(language, given=None, outcome=None):
    return Told(given, outcome, (), language, SYSTEM.terms)


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0~min"), (15, "15~min"), (60, "1~h"), (90, "1~h~30"), (125, "2~h~05"), (6000, "100~h")]
)
def test_time_as_people_say_it(count, said):
    """ORG-HACK-28."""
    assert minutes(speaking("fr"), count) == minutes(speaking("en"), count) == french(said)


@pytest.mark.parametrize(
    ("named", "fr", "en"),
    [
        ("escorts_marla", "poste de Marla", "Marla’s workstation"),
        ("escorts_36f", "36F Escorts", "36F Escorts"),
        ("kessler_ito", "Kessler-Ito Biotech, laboratoire 4", "Kessler-Ito Biotech, laboratory 4"),
        ("notre_cave", "notre cave", "notre cave"),
    ],
)
def test_a_system_is_called_by_its_name(named, fr, en):
    """ORG-HACK-31: of the list, or made up at the table."""
    assert site_name(speaking("fr"), named) == fr
    assert site_name(speaking("en"), named) == en


def test_rights_by_their_names():
    """ORG-HACK-15."""
    assert [rights(speaking("fr"), row.key) for row in pack.table("networks", "privilege")] == [
        "les droits d'utilisateur",
        "les droits de super-utilisateur",
        "les droits d'administrateur",
    ]


# ---- nothing is left without a word ----


def test_every_way_in_is_named():
    """ORG-HACK-07 to ORG-HACK-12."""
    assert set(CLOSED) == set(get_args(entries.Method)) - {"password", "trust", "back_door"}
    assert [way(speaking("fr"), one, "operating_system") for one in get_args(entries.Method)] == [
        *("faille (système d’exploitation)", "virus", "baratin", "mot de passe", "relation de confiance"),
        "porte dérobée",
    ]


def test_every_ending_has_its_sentence():
    """ORG-HACK-02 to ORG-HACK-06, ORG-HACK-17, ORG-HACK-24, ORG-VEH-04."""
    assert set(METHODS) == set(get_args(scouting.Method))
    assert set(DONE) == set(NOT_DONE) == set(get_args(intrusion.Task))
    assert set(DOWN) == set(intrusion.SCOPES)
    assert set(FOUND) == {"none", "doubt", "certain"}
    assert set(INTO) == set(get_args(driving.Assault))
    assert set(BOUGHT) == set(get_args(experience.Bought))
    told = {scene.given.get("hacker_controls", [""])[0] for scene in SCENES if scene.procedure == "eject"}
    assert "security_workstation" in told & {*get_args(security.Control)}


@pytest.mark.parametrize("error", get_args(creation.Fault))
def test_every_fault_of_a_new_character_has_its_sentence(error):
    """M1 to M4."""
    scene = next(one for one in SCENES if one.title == "everything wrong")
    outcome = creation.Created(
        valid=False,
        errors=(),
        score_sum=0,
        score_limit=80,
        health_sum=0,
        health_limit=12,
        skill_points=80,
        skill_cost=0,
    )
    given = prepare("organique", "create_character", scene.given).given
    for language in ("fr", "en"):
        said = fault(speaking(language, given, outcome), error)
        assert len(said) > 10
        assert "_" not in said
