"""What a log and its recap say: once, of everybody by name, and as a sentence goes on."""

from collections.abc import Iterator

import pytest

from gardien.core.keeper import speak_for
from gardien.core.ready import beings_of, keys_of_beings
from gardien.core.system import find, keys
from gardien.core.telling import lower_first
from gardien.core.wording import spoken, start
from gardien.table import commands as c
from gardien.table.marks import field_types
from gardien.table.store.base import Store
from gardien.web.pages.log.cards import CardShown, begins_with
from gardien.web.pages.log.journal import recap
from table.conftest import quick as quick  # a fixture
from web.test_headlines import Evening

GAMES = sorted(keys())


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def retold(evening: Evening) -> list[str]:
    return [plain(line) for line in recap(evening.board())[0].lines]


@pytest.mark.parametrize("game", GAMES)
def test_whoever_has_left_is_still_called_by_their_name(quick: Store, game: str) -> None:
    """« Le MJ entre en jeu » was said of whoever had been taken out."""
    evening = Evening(quick, game)
    names = list(evening.ids)[-2:]
    evening.act(c.Scene(title="Plus tard"))
    for name in names:
        evening.act(c.Remove(character=evening.ids[name]))
    evening.act(c.Add(being="/".join(next(_beings(game))), count=2))
    came = evening.board().log()["cards"][0]
    for id in list(evening.table.state.play["characters"])[-2:]:
        evening.act(c.Remove(character=id))
    assert [line.removesuffix(" du jeu").partition(" retire ")[2].lower() for line in retold(evening)[:2]] == [
        lower_first(name).lower() for name in names
    ]
    assert plain(f"{came.who} {came.what}") in retold(evening)


def _beings(game: str) -> Iterator[tuple[str, str]]:
    return ((table, row) for table in beings_of(find(game)) for row in keys_of_beings(find(game), table))


def test_those_who_come_in_one_after_the_other_are_joined_once(quick: Store) -> None:
    """« A et B, C et D et E » said « et » three times."""
    evening = Evening(quick, "d20d100")
    evening.act(c.Scene(title="Plus tard"))
    for being in ("creature/goule", "adversary/chien"):
        evening.act(c.Add(being=being, count=2))
    assert retold(evening) == ["Goule 1, Goule 2, Chien de garde 1 et Chien de garde 2 entrent en jeu"]


@pytest.mark.parametrize("game", GAMES)
def test_what_only_rules_read_is_not_told_of_anybody(quick: Store, game: str) -> None:
    """A mark without a word of the game’s is a key: « readied, pinned_by, in_hand »."""
    evening = Evening(quick, game)
    system, who = find(game), evening.ids[evening.hero]
    marks = system.table_rules.marks
    unnamed = [one for one in field_types(marks) if not system.terms.field(one, marks.__name__)]
    card = {"id": "1", "command": "remark", "seat": "keeper"}
    words = {"character": who, "marks": dict.fromkeys([*field_types(marks), "ivre"], True)}
    shown = evening.board().card({**card, "words": words})
    assert "ivre" in shown.what
    assert [one for one in unnamed if one in shown.what] == []
    alone = evening.board().card({**card, "words": {**words, "marks": dict.fromkeys(unnamed, True)}})
    assert ":" not in alone.what


@pytest.mark.parametrize(
    ("name", "word", "inside"),
    [
        ("Rat", "Raté", "raté"),
        ("Le vigile", "Le vigile est à peine touché", "le vigile est à peine touché"),
        ("Goule", "La goule l’emporte", "la goule l’emporte"),
        ("La Veuve Ybert", "La Veuve Ybert meurt", "La Veuve Ybert meurt"),
        ("Omar", "Omar l’emporte", "Omar l’emporte"),
    ],
)
def test_a_headline_goes_on_inside_a_sentence(quick: Store, name: str, word: str, inside: str) -> None:
    speak_for(find("d20d100").terms)
    assert (
        CardShown("1", 0, word=word, named=name if begins_with(word, start(spoken(name))) else "").word_inside == inside
    )


def test_what_was_done_is_not_what_came_of_it_too(quick: Store) -> None:
    """« se met sur ses gardes : sur ses gardes », and a third time below (D100-CBT-04)."""
    evening = Evening(quick, "d20d100")
    evening.act(c.Scene(title="Plus tard"))
    card = evening.card("alert")
    assert retold(evening) == [f"{evening.hero} se met sur ses gardes"]
    assert [one.after for one in card.untold if "gardes" in one.after] == []


def test_a_state_that_a_sentence_names_is_not_told_again(quick: Store) -> None:
    """OPS-HLTH-10: « sous antidouleur pendant 4 heures », and below it « est sous antidouleur »."""
    evening = Evening(quick, "operators")
    card = evening.card("give_painkiller")
    assert any("sous antidouleur" in line for line in card.told)
    assert card.untold == ()


@pytest.mark.parametrize("game", GAMES)
def test_players_words_stand_behind_what_was_done(quick: Store, game: str) -> None:
    """« Ada ouvrir l’armoire » is no sentence."""
    evening = Evening(quick, game)
    evening.act(c.Scene(title="Plus tard"))
    evening.act(c.Throw(notation="1d4", note="le vent"))
    assert ", « le vent » : " in retold(evening)[0]
    evening.act(c.Plan(time=9000, text="La marée monte"))
    evening.act(c.Advance(minutes=20))
    assert start(retold(evening)[1].partition(" prévoit ")[2]) == "« La marée monte »"
    assert retold(evening)[2].startswith("20 minutes passent")
