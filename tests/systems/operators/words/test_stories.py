"""How results are told: the models of voice.md, every ending (`told.txt`), and what no sentence may hold."""

import msgspec
import pytest
from msgspec import Struct

from core.spoken import french
from core.typography import typographic_faults
from gardien.core.rows import Named
from gardien.core.system import find
from gardien.core.telling import Told
from gardien.core.terms import LANGUAGES, Terms
from gardien.core.wording import typeset
from gardien.systems.operators.sentences import MODULES, TELLERS
from gardien.systems.operators.sentences.grammar import bought, row_name
from gardien.systems.operators.sentences.refusals import WHY, refusal
from gardien.systems.operators.values import Reason
from systems.stories import by_title, scenes

SYSTEM = find("operators")
PARTS = ("tests_told", "luck_told", "attacks_told", "fight_told", "creatures_told", "chances_told")
SCENES = scenes("operators")
MINE = sorted(key for part in PARTS for key in MODULES[part])


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert scene.spoken("fr") == scene.fr
    assert scene.spoken("en") == scene.en


def test_every_procedure_is_among_the_endings():
    assert {scene.procedure for scene in SCENES} == set(MINE)


def test_every_teller_tells_a_procedure():
    assert set(TELLERS) <= set(SYSTEM.modules)
    assert set(MINE) <= set(TELLERS)


# voice.md, section 6: the model, and the scene that must hold it; where the table's own words stand, what is left.
MODELS = [
    ("a difficult test", "Test difficile de DEX (39^%)~: 27, réussite.", "Difficult DEX test (39%): 27, success."),
    (
        "a double",
        "Test standard d’INT (60^%)~: 44, un double. Réussite critique.",
        "Standard INT test (60%): 44, a double. Critical success.",
    ),
    ("a fumble", "Test extrême de POU (11^%)~: 99, maladresse.", "Extreme POU test (11%): 99, fumble."),
    ("an advantage", "devient standard (70^%). 71, échec.", "becomes standard (70%). 71, failure."),
    (
        "a shot",
        "test difficile de DEX (45^%)~: 32, touché. 1D6+6 = 10, − 4 de protection = 6~dommages. SB 12~: blessure"
        " légère.",
        "6~damage. Wound threshold 12: light wound.",
    ),
    (
        "a shot in the leg",
        "SB 12~: blessure grave. Test standard de CON (65^%)~: 40, réussite. Vasseur reste dans le combat, toute action"
        " devient extrême.",
        "Vasseur stays in the fight; every action is extreme.",
    ),
    (
        "six points",
        "Vasseur dépense 6~points de Chance~: 71 devient 65, test réussi. Il lui en reste 44.",
        "Vasseur spends 6~Luck: 71 becomes 65, success. 44 left.",
    ),
    ("a burst", "1D6+12 = 15, + 4 × 12 = 63 dommages", "63 damage"),
    ("a burst", "Deux chiffres de parité différente~: pas de changement de chargeur.", ""),
    ("out of range", "Fusil de sniper~: tir interdit en Zone 0.", "Sniper rifle: no shot in Zone 0."),
    ("empty", "Chargeur vide. Recharger d’abord.", "Magazine empty. Reload first."),
    (
        "no bursts here",
        "La rafale n’est pas permise à cette table (règles de la table, «~Tir en rafale~»).",
        "Bursts are off at this table (house rules, “Burst fire”).",
    ),
]


@pytest.mark.parametrize(("title", "fr", "en"), MODELS)
def test_results_read_like_the_models(title, fr, en):
    scene = next(one for one in SCENES if one.title == title)
    assert french(fr) in " ".join(scene.spoken("fr"))
    assert en.replace("~", "\u00a0") in " ".join(scene.spoken("en"))


# ---- grammar ----


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("Fusil d’assaut", "fusil d’assaut"),
        ("Épée, sabre", "épée, sabre"),
        ("Glock 17, 9×19", "Glock 17, 9×19"),
        ("M4A1, 5,56", "M4A1, 5,56"),
        ("H&K MP5, 9×19", "H&K MP5, 9×19"),
        ("SCAR-H, 7,62×51", "SCAR-H, 7,62×51"),
        ("Lance-roquettes", "lance-roquettes"),
    ],
)
def test_makes_keep_their_capital(name, inside):
    assert row_name(Told(None, None, (), "fr", Terms()), Named(fr=name, en=name)) == inside


@pytest.mark.parametrize(
    ("roll", "target", "result", "price"),
    [
        (71, 65, "success", 6),
        (77, 65, "critical", 12),
        (60, 65, "success", 0),
        (71, 65, "failure", 0),
        (99, 65, "failure", 10),
        (99, 65, "success", 44),
        (99, 120, "success", 11),
        (99, 65, "fumble", 0),
        (msgspec.UNSET, 65, "automatic", 0),
    ],
)
def test_the_price_of_a_throw_is_read_from_it(roll, target, result, price):
    """OPS-LUCK-02, OPS-LUCK-03; and where nobody paid it is nothing."""
    assert bought(roll, target, result) == price
    assert bought(roll, target, result, spends=False) == 0


class Refused(Struct):
    reason: str


@pytest.mark.parametrize("reason", Reason.__args__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words(reason, language):
    """In sentences of its own or by its label; whatever the name, it is put in as it is."""
    told = Told(None, Refused(reason), (), language, SYSTEM.terms)
    line = typeset(refusal(told, "OPS-CBT-05", who="{Ada}"), language)
    assert line.endswith(". [OPS-CBT-05]")
    assert typographic_faults(line, language) == []
    assert reason not in line.split() or "_" not in reason
    assert "{who}" not in line


def test_refusals_are_about_known_reasons():
    assert set(WHY) <= set(Reason.__args__)
