"""What is named rather than hinted at: who is hit, what is let pass or ruled on, whose name stands twice."""

import re
from pathlib import Path
from typing import Any

import pytest

import gardien
from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.core.system import find, keys
from gardien.core.terms import LANGUAGES, sentence
from gardien.sheets.blocks import arrange
from gardien.table import commands as c
from gardien.table.store.base import Store
from gardien.web.pages.log.cards import card_shown
from gardien.web.pages.refusals import refusal_text
from table.conftest import quick as quick  # a fixture
from web.test_headlines import Evening

EXAMPLES = Path(__file__).parents[2] / "examples"


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    ("level", "gender", "word"),
    [
        ("grave", "f", "est gravement touchée"),
        ("grave", "m", "est gravement touché"),
        ("dead", "f", "est mortellement touchée"),
        ("light", "", "est légèrement touché"),
    ],
)
def test_a_wound_is_headed_by_whom_it_was_dealt(quick: Store, level: str, gender: str, word: str) -> None:
    """« Blessure grave » under « Le vigile tire sur ARGOS » left open whose it is (OPS-DMG-01)."""
    evening = Evening(quick, "operators")
    view, target = evening.board().view, evening.ids["ARGOS"]
    view["characters"][target]["sheet"]["gender"] = gender
    roll: dict[str, Any] = {
        "procedure": "attack_firearm",
        "people": {"": evening.ids["Le vigile"], "Le vigile": evening.ids["Le vigile"], "ARGOS": target},
        "outcome": {"hit": True, "hit_level": level, "wound_level": level},
        "given": {},
        "dice": [],
        "typed": False,
    }
    card = {"id": "1", "command": "do", "seat": "keeper", "words": {}, "roll": roll}
    shown = card_shown(card, view, find("operators"), "fr")
    assert (shown.who, shown.what, shown.word) == ("Le vigile", "tire sur ARGOS", f"ARGOS {word}")
    assert (shown.tone, shown.named) == ("bad", "ARGOS")


def test_what_is_let_pass_is_named(quick: Store) -> None:
    evening = Evening(quick, "organique")
    evening.act(c.Advance(minutes=24 * 60))
    id, due = next(iter(evening.board().view["due"].items()))
    evening.act(c.Dismiss(due=id))
    shown, whom = evening.board().log()["cards"][0], evening.board().name(due["character"])
    assert due["procedure"] == "poison_tick"
    assert (
        plain(f"{shown.who} {shown.what}") == f"Le MJ laisse passer pour {whom} : effet du poison · Poison pour lames"
    )


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [("luck", 12, "chance d’ARES"), ("", "Cave", "la scène"), ("clock", 200, "l’heure qu’il est")],
)
def test_what_the_game_master_rules_on_is_named(quick: Store, path: str, value: Any, said: str) -> None:
    evening = Evening(quick, "operators")
    whole = {"": "scene/title", "clock": "clock"}.get(path, f"characters/{evening.ids['ARES']}/sheet/{path}")
    evening.act(c.Override(path=whole, value=value, reason="Parce que."))
    shown = evening.board().log()["cards"][0]
    assert (plain(shown.what), shown.told) == (f"tranche : {said}", ("Parce que.",))


def test_a_recorded_roll_is_called_so_wherever_it_stands(quick: Store) -> None:
    """D100-TEST-08: « Total du côté passif », « Total à garder » and « Total noté » were the same thing."""
    evening = Evening(quick, "d20d100")
    card = evening.card("record_passive", (9,), modifier=4)
    assert plain(card.word) == "Jet noté : 13"
    terms = find("d20d100").terms
    for where in ("Marks", "record_passive"):
        assert terms.label("passive_total", "fr", where) == "Jet noté"
    assert terms.label("passive_total", "fr", "oppose_recorded").startswith("Jet noté")
    evening.act(c.Remark(character=evening.ids[evening.hero], marks={"passive_total": 12}))
    assert evening.board().log()["cards"][0].what.endswith("jet noté")
    labels = [one["fr"] for table in ("field", *terms.own["context"]) for one in _entries(terms.own, table)]
    assert [one for one in labels if "otal du côté passif" in one] == []


def _entries(own: dict[str, Any], table: str) -> list[dict[str, Any]]:
    return list((own["field"] if table == "field" else own["context"][table]).values())


@pytest.mark.parametrize("flees", ["hero", "foe"])
def test_a_chase_is_coloured_for_the_characters_on_its_card_too(quick: Store, flees: str) -> None:
    """Who gets away is good where people play them, and bad where they run after them."""
    evening = Evening(quick, "yacdha")
    hero, foe = ({"members": [evening.person(one)]} for one in (evening.hero, evening.foe))
    sides = {"pursued": hero, "pursuers": foe} if flees == "hero" else {"pursued": foe, "pursuers": hero}
    for faces, escaped in (((2, 5), True), ((5, 2), False)):
        card = evening.card("chase", faces, who="-", **sides)
        assert card.word == ("Fuite réussie" if escaped else "Fuite manquée")
        assert card.tone == ("good" if escaped == (flees == "hero") else "bad")
        assert card.mark


@pytest.mark.parametrize("game", sorted(keys()))
def test_a_short_madness_has_one_name_in_a_game(game: str) -> None:
    """« Temporaire » on its card and « passagère » on its sheet were two."""
    folder = Path(gardien.__file__).parent / "systems" / game
    texts = [one.read_text() for kind in ("*.toml", "*.py") for one in folder.rglob(kind)]
    said = {word.lower() for text in texts for word in re.findall(r"folies? (temporaire|passagère)", text, re.I)}
    assert len(said) < 2


@pytest.mark.parametrize(
    ("game", "name", "held", "said"),
    [
        (
            "d20d100",
            "madness",
            {"kind": "temporary", "symptom": "1", "duration": "7 rounds", "rounds": 7},
            "folie temporaire · s’évan",
        ),
        ("cthulhud20", "insanity", {"kind": "temporary", "effect": "faints", "rounds": 3}, "folie passagère · s’évan"),
    ],
)
def test_a_short_madness_stands_on_the_sheet_in_words(
    quick: Store, game: str, name: str, held: dict[str, Any], said: str
) -> None:
    """Never « faints »: what it does, and how long still (D100-MISS-09, CD20-P-SAN-03)."""
    evening = Evening(quick, game)
    content = {**evening.board().content(evening.ids[evening.hero]), name: [held]}
    blocks = [one for part in arrange(find(game), content, "fr").sections for one in part.blocks]
    shown = " ".join(text for one in blocks for text in (one.text, *one.items, *(e.name for e in one.entries)))
    assert said in shown
    assert f"{held['rounds']} rounds" in plain(shown)


@pytest.mark.parametrize(
    ("example", "again"),
    [("operators-firefight", ("Asclépios", "Arès")), ("operators-mission", None), ("scenario", None)],
)
def test_a_name_that_two_have_is_to_be_changed(example: str, again: tuple[str, str] | None) -> None:
    """In a fight and in a budget: never « fight : side : « VESTA » figure deux fois »."""
    import tomllib

    file = tomllib.loads((EXAMPLES / f"{example}.toml").read_text())
    if again:
        file["side"][0]["fighter"][0]["name"] = file["side"][0]["fighter"][1]["name"] = "VESTA"
    else:
        file["character"] = [{**file["character"][0], "name": "VESTA"}] * 2
    with pytest.raises(Refusal) as caught:
        gardien.fight(file)
    assert plain(sentence(caught.value, "fr")) == "Deux personnages s’appellent VESTA : en renommer un."


@pytest.mark.parametrize(
    ("game", "choices", "said"),
    [
        ("yacdha", {"occupations": {"Médecin": 4, "Boxe": 4}}, "2 de trop : 8 points placés, 6 permis à cet âge"),
        ("operators", {"bonus": {"FOR": 9}}, "6 points de bonus de trop : 9 placés, 3 à placer"),
        ("organique", {"player_class": "brawler", "arms": ["assault_rifle"] * 2}, "2 500 $ de trop : 4 000 dépensés"),
    ],
)
def test_what_a_creation_has_too_much_of_is_told_alike_without_a_page(
    game: str, choices: dict[str, Any], said: str
) -> None:
    """YAC-CRE-04, OPS-CREA-03: « occupations : 8 est trop grand, 6 au plus » did not say eight of what."""
    with pytest.raises(Refusal) as caught:
        gardien.create(game, choices, seed=1)
    assert said in plain(sentence(caught.value, "fr"))
    assert all(sentence(caught.value, language) for language in LANGUAGES)


def test_a_weapon_that_cannot_do_an_act_is_told_which_one_can(quick: Store) -> None:
    """ORG-ACT-13: « seulement dommages de blessure » is no weapon."""
    with pytest.raises(Refusal) as caught:
        do("organique", "combat_action", {"attacker": {}, "target": {}, "action": "slash"}, dice=[20])
    said = plain(refusal_text(caught.value, Evening(quick, "organique").board()))
    assert said.startswith("Arme : « coup de poing » n’est pas permis ici, seulement une arme qui fait des blessures")


def test_names_that_hold_commas_are_kept_apart_and_dice_are_dice(quick: Store) -> None:
    board = Evening(quick, "d20d100").board()
    listed = Refusal("field/one_of", field="zorglub", came="épée", allowed=["Gourdin, canne", "Couteau"])
    assert "au choix : Gourdin, canne ; Couteau." in plain(refusal_text(listed, board))
    thrown = Refusal("field/one_of", field="zorglub", came="d7", allowed=["d3", "d20", "d100"])
    assert "au choix : d3, d20, d100." in plain(refusal_text(thrown, board))
