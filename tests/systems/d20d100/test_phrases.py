"""What players say, and the manoeuvre that is meant: in the search, on the command line, on the page (D100-SPEC-08)."""

import pytest

from gardien.cli.main import main
from gardien.core.errors import Refusal
from gardien.core.reference import search_rules
from gardien.core.system import find, keys
from gardien.core.terms import LANGUAGES
from gardien.table import commands as c
from systems.d20d100.evening import Evening
from systems.table import at

SYSTEM = find("d20d100")
SAID = [
    ("Je me défends", "full_defence", "D100-MODE-01"),
    ("Je combats prudemment", "defensive_fighting", "D100-MODE-02"),
    ("Je combat prudemment", "defensive_fighting", "D100-MODE-02"),  # as the book spells it
    ("Je tire rapidement !", "multiple_fire", "D100-MODE-03"),
    ("Je vide mon chargeur", "multiple_fire", "D100-MODE-03"),
    ("J'observe le combat pour agir au mieux", "assess", "D100-MODE-04"),
    ("J’attends un peu…", "delay", "D100-MODE-05"),
    ("Si l’ennemi bouge, je tire", "prepare", "D100-MODE-06"),
    ("J’en profite pour le frapper", "opportunity_attack", "D100-SPEC-01"),
    ("Je fonce sur lui", "charge", "D100-SPEC-02"),
    ("Je le désarme", "disarm", "D100-SPEC-03"),
    ("Je l’assomme par surprise", "sneak_attack", "D100-SPEC-04"),
    ("Je l’achève", "coup_de_grace", "D100-SPEC-06"),
    ("Je l’immobilise sans bruit", "silent_hold", "D100-GRAP-05"),
    ("I rush at her", "charge", "D100-SPEC-02"),
]


@pytest.mark.parametrize(("words", "procedure", "rule"), SAID)
def test_words_of_the_table_lead_to_their_manoeuvre(words, procedure, rule):
    """D100-SPEC-08: to the procedure, and to the page of its rule."""
    assert SYSTEM.procedure(words).key == procedure
    for language in LANGUAGES:
        assert rule in [one.id for one in search_rules(SYSTEM.reference.values(), words, language)]


def test_a_phrase_is_known_by_its_first_three_words():
    """D100-SPEC-08: whoever it is about; two words are too few."""
    assert SYSTEM.spoken("je fonce sur la goule") == "charge"
    assert SYSTEM.spoken("je fonce") == SYSTEM.spoken("je tire") == SYSTEM.spoken("il pleut sur la ville") == ""
    with pytest.raises(Refusal) as no:
        SYSTEM.procedure("je chante une chanson")
    assert no.value.id == "procedure/unknown"


def test_what_a_phrase_leads_to_exists_in_every_game():
    for system in map(find, keys()):
        for rule in system.reference.values():
            assert bool(rule.said_fr) == bool(rule.said_en) == bool(rule.does), rule.id
            assert not rule.does or rule.does in system.modules


def test_the_command_line_takes_the_words_of_the_table(capsys):
    """D100-SPEC-08, D100-MODE-01."""
    assert main(["do", "d20d100", "je me défends", "defence=15", "--json"]) == 0
    assert '"defence": 19' in capsys.readouterr().out.replace('":19', '": 19')


def test_a_hidden_enemy_is_opposed_in_secret(tmp_path):
    """D100-TEST-08, D100-CORE-02: the roll that stands serves before anybody sees them."""
    evening = Evening(tmp_path)
    evening.keep(c.Show(character=evening.ghoul, hidden=True))
    secret = {"audience": "keeper"}
    hide = {"procedure": "record_passive", "character": evening.ghoul, "given": {"skill": "se_cacher"}}
    evening.keep(c.Do(**hide, dice=(20,), **secret))
    looks = {"skill": "observer", "opponent": at(evening.ghoul)}
    evening.keep(c.Do(procedure="oppose_recorded", character=evening.berthe, given=looks, dice=(2,), **secret))
    assert evening.roll().given["passive_total"] == evening.marks(evening.ghoul)["passive_total"]
    with pytest.raises(Refusal) as no:
        evening.keep(c.Do(procedure="oppose_recorded", character=evening.berthe, given=looks, dice=(2,)))
    assert no.value.id == "table/hidden_acts"
    evening.store.close()
