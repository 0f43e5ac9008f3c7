"""Phrases of networks: systems, rights, ways in, and every ending."""

from typing import get_args

import pytest

from gardien.systems.organique import pack
from gardien.systems.organique.rules import experience
from gardien.systems.organique.rules.network import entry, inside, scouting, security
from gardien.systems.organique.words.creation import BOUGHT
from gardien.systems.organique.words.network import CLOSED, DONE, DOWN, METHODS, NOT_DONE, rights, site_name, way
from gardien.systems.organique.words.security import FOUND
from gardien.systems.organique.words.vehicles import INTO
from systems.organique.scenes import SCENES_OF, speaking


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


def test_every_way_in_is_named():
    """ORG-HACK-07 to ORG-HACK-12."""
    assert set(CLOSED) == set(get_args(entry.Method)) - {"password", "trust", "back_door"}
    assert [way(speaking("fr"), one, "operating_system") for one in get_args(entry.Method)] == [
        *("faille (système d’exploitation)", "virus", "baratin", "mot de passe", "relation de confiance"),
        "porte dérobée",
    ]


def test_every_ending_has_its_sentence():
    """ORG-HACK-02 to ORG-HACK-06, ORG-HACK-17, ORG-HACK-24, ORG-VEH-04."""
    assert set(METHODS) == set(get_args(scouting.Method))
    assert set(DONE) == set(NOT_DONE) == set(get_args(inside.Task))
    assert set(DOWN) == set(inside.SCOPES)
    assert set(FOUND) == {"none", "doubt", "certain"}
    assert set(INTO) == set(pack.keys("vehicles", "manoeuvre", "per_speed"))
    assert set(BOUGHT) == set(get_args(experience.Bought))
    told = {
        scene.given.get("hacker_controls", [""])[0] for scene in SCENES_OF["security"] if scene.procedure == "eject"
    }
    assert "security_workstation" in told & {*get_args(security.Control)}
