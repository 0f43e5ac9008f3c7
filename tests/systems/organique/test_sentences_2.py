"""How tests, dangers, substances and care are told: every ending (`told_2.txt`), and every word of a rule."""

from typing import get_args

import pytest

from core.spoken import french
from gardien.core.system import find
from gardien.core.telling import Told
from gardien.core.terms import LANGUAGES
from gardien.systems.organique import care, drugs, effort, kinds, meetings, pack
from gardien.systems.organique.sentences import MODULES
from gardien.systems.organique.sentences.bodies_told import BEGINS
from gardien.systems.organique.sentences.care_told import BLEEDING, INFECTION
from gardien.systems.organique.sentences.conditions_told import WEIGHED, save_mods
from gardien.systems.organique.sentences.drugs_told import PHASES, TIERS, to_save
from gardien.systems.organique.sentences.effort_told import CAUSES
from gardien.systems.organique.sentences.feats_told import scale
from gardien.systems.organique.sentences.fires_told import through
from gardien.systems.organique.sentences.meetings_told import NOT_IN_DOUBT
from gardien.systems.organique.sentences.symptoms_told import STRIKES, strikes
from gardien.systems.organique.sentences.withdrawal_told import after
from gardien.systems.organique.substances import SymptomEntry
from gardien.systems.organique.venom import Tick
from systems.stories import assert_told, by_title, scenes

SYSTEM = find("organique")
PARTS = (
    *("checks", "opposition", "saves", "conditions", "feats", "meetings", "skills", "loads"),
    *("effort", "fires", "weather", "falls", "privations"),
    *("symptoms", "drugs", "withdrawal", "diseases", "poisons", "care", "healing"),
)
SCENES = scenes("organique", "told_2.txt")


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert_told(scene)


def test_every_procedure_is_told():
    assert {scene.procedure for scene in SCENES} == {key for part in PARTS for key in MODULES[f"{part}_told"]}


# voice.md, section 6: the model, and the scene that must hold it.
MODELS = [
    ("any other wall", "Tyra, escalade, test de chance~: AGI 12 + 14 (d20) = 26 contre 20, marge 6."),
    ("a natural 1 in a luck test", "1 au d20, échec automatique"),
    ("medical shock", "Sauvegarde de Tyra contre le choc~: END 5 + 3 (d20) = 8 contre 20, raté."),
    ("medical shock", "Tyra passe en état de choc."),
    ("a will that breaks", "la volonté d’Abby est brisée."),
]


@pytest.mark.parametrize(("title", "fr"), MODELS)
def test_results_read_like_the_models(title, fr):
    scene = next(one for one in SCENES if one.title == title)
    assert french(fr) in " ".join(scene.spoken("fr"))


# ---- grammar ----


def speaking(language):
    return Told(None, None, (), language, SYSTEM.terms)


@pytest.mark.parametrize(
    ("bs", "c", "fr", "en"),
    [
        (0, 0, "rien ne passe", "nothing gets through"),
        (0.5, 0, "0,5~bs passe", "0.5~bs through"),
        (1, 1, "1~bs et 1~c passent", "1~bs and 1~c through"),
        (0, 2, "2~c passent", "2~c through"),
    ],
)
def test_what_armour_lets_in(bs, c, fr, en):
    """ORG-ARM-03."""
    assert through(speaking("fr"), bs, c) == fr.replace("~", "\u00a0")
    assert through(speaking("en"), bs, c) == en.replace("~", "\u00a0")


@pytest.mark.parametrize(
    ("hours", "fr", "en"),
    [(1, "dans 1~h", "in 1~h"), (24, "dans 1~jour", "in 1~day"), (192, "dans 8~jours", "in 8~days")],
)
def test_when_the_lack_comes_back(hours, fr, en):
    """ORG-DRUG-06, ORG-DRUG-07."""
    assert after(speaking("fr"), hours) == fr.replace("~", "\u00a0")
    assert after(speaking("en"), hours) == en.replace("~", "\u00a0")


def test_saves_that_are_due_and_what_helps_them():
    """ORG-SYM-01, ORG-TEST-10."""
    due = (SymptomEntry("coma", 20), SymptomEntry("vomiting", 10))
    assert to_save(speaking("en"), due) == "Saves to make: coma (20) and vomiting (10)."
    assert to_save(speaking("fr"), ()) == ""
    mods = {"cold": 4, "fear": -2, "heat": 0}
    assert save_mods(speaking("fr"), mods) == "+4 contre le froid et −2 contre la peur"


# ---- every word that a rule may answer with has its sentence ----

BODILY = {"shock": "medical_shock", "headache": "", "suffering": "", "paralysis": "", "unconsciousness": ""}


@pytest.mark.parametrize("ailment", get_args(kinds.Ailment))
def test_every_ailment_is_said_of_the_mind_or_of_the_body(ailment):
    """ORG-SYM-02 to 21: what changes the body is told with the body, the rest here."""
    bodily = ailment in BEGINS or ailment in BODILY
    assert (ailment in STRIKES) != bodily
    for language in LANGUAGES:
        said = strikes(speaking(language), "Tyra", ailment, severe=True, duration=3)
        assert bodily == (said == "")
        assert bodily or said.startswith("Tyra ")


def test_every_word_of_a_rule_has_its_sentence():
    assert set(BLEEDING) == set(get_args(care.Bleeding))
    assert set(INFECTION) == set(get_args(care.Infection))
    assert set(PHASES) == {*get_args(kinds.Phase)} - {"dose"}
    assert set(TIERS) == set(get_args(kinds.Tier)) == {"normal", *(tier for _, tier in drugs.TIERS)}
    assert set(CAUSES) == {*get_args(effort.Effort), *get_args(effort.Lost)}
    assert set(NOT_IN_DOUBT) == {*get_args(meetings.Argument)} - {row.key for row in pack.table("scales", "argument")}
    assert set(WEIGHED) >= {"actions", "sight", "touch", "pain_saves"} & set(Tick.__struct_fields__)


@pytest.mark.parametrize("table", ["surface", "feat", "lie", "contagion"])
def test_every_row_of_a_scale_is_said_inside_a_sentence(table):
    for row in pack.table("scales", table):
        assert scale(speaking("fr"), table, row.key) == row.fr[:1].lower() + row.fr[1:]
