"""What the pages say of every act of every game, in French: with one name and with several, filled in and left out.

A demo of each game stands for all tables; nothing is thrown.
"""

import inspect
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from core.typography import CAPITAL_ARTICLE, typographic_faults
from gardien.core.calling import prepare
from gardien.core.errors import Refusal
from gardien.core.inputs import words_of
from gardien.core.keeper import speak_for
from gardien.core.pack import load_toml
from gardien.core.procedure import Procedure
from gardien.core.ready import beings_of, keys_of_beings
from gardien.core.system import find, keys
from gardien.core.telling import lower_first
from gardien.core.terms import Language, sentence
from gardien.core.wording import of, put_in, start, typeset
from gardien.sheets.blocks import arrange
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from gardien.table.tables import Tables
from gardien.table.viewers import viewer_of
from gardien.web.pages.creation.creation_draft import Draft, Maker
from gardien.web.pages.forms.chances import OddsAsker
from gardien.web.pages.forms.form_values import fields_of, given_of
from gardien.web.pages.forms.forms import Field
from gardien.web.pages.forms.targeting import check_aimed, odds_inputs
from gardien.web.pages.frame import HERE, WORDS, Frame, names_together, names_within
from gardien.web.pages.log.cards import card_shown
from gardien.web.pages.log.deeds import in_a_line
from gardien.web.pages.log.journal import recap
from gardien.web.pages.refusals import of_worker, refusal_text
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.flow import said_in_words
from gardien.web.pages.table.roster import RosterView
from gardien.web.worker import Question, Worker, answer

GAMES = sorted(keys())
NAMES = ("Omar Escobar", "Le docteur Vidal", "Iris")
KEYS = re.compile(r"[a-z]_[a-z]|[{}\[\]]|\.\.|…\.|\bNone\b")  # of programs, and stops that are doubled


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Board]]:
    store = open_store(tmp_path_factory.mktemp("demos") / "store.db")
    tables = Tables(store)
    made = {}
    for game in GAMES:
        campaign, _ = set_demo(tables, find(game), "fr")
        table = tables.table(campaign)
        made[game] = Board(table, viewer_of(table.state, "keeper"), Frame("fr"))
    yield made
    store.close()


def acts(board: Board) -> list[Procedure]:
    return [one for one in board.system.procedures() if one.dice or hasattr(one.outcome, "changes")]


def faults(text: str) -> list[str]:
    found = [*KEYS.findall(text), *CAPITAL_ARTICLE.findall(text)]
    return [*typographic_faults(text, "fr"), *(f"{one} is of no language" for one in found)]


def deed(board: Board, procedure: str, names: tuple[str, ...], *, alone: bool) -> str:
    ids = [*board.people, *("x1", "x2", "x3")][: len(names)]
    people = dict(zip(names, ids, strict=True))
    roll = {"procedure": procedure, "people": {"": ids[0], **people} if alone else people, "outcome": {}, "given": {}}
    return in_a_line({"id": "1", "command": "do", "roll": roll, "words": {}}, board.view, board.system, "fr")


@pytest.mark.parametrize("game", GAMES)
def test_whoever_does_something_and_to_whom_is_one_sentence(boards: dict[str, Board], game: str) -> None:
    board = boards[game]
    for one in acts(board):
        said = [deed(board, one.key, NAMES[:count], alone=alone) for count in (1, 2, 3) for alone in (True, False)]
        assert {text: faults(text) for text in said if faults(text)} == {}, one.key
        assert not [text for text in said if re.search(r"\b(?:à|de) [Ll]e docteur", text)], one.key


@pytest.mark.parametrize("game", GAMES)
def test_an_act_that_is_aimed_has_a_verb_for_it(boards: dict[str, Board], game: str) -> None:
    """« Paul charge Anna », never « charge → Anna »: a procedure with several deeds has one for each that is aimed."""
    system = boards[game].system
    for key in system.table_rules.targeting:
        spec = system.presentation.cards.get(key)
        if not (spec and spec.deed) and not system.terms.entry("itself", key):
            assert system.terms.entry("upon", key), key


@pytest.mark.parametrize("game", GAMES)
def test_what_is_missing_is_asked_for_in_words(boards: dict[str, Board], game: str) -> None:
    board = boards[game]
    for one in acts(board):
        try:
            prepare(game, one.key, {})
        except Refusal as refusal:
            for part in (refusal, *refusal.also):
                text = refusal_text(part, board)
                assert faults(text.partition(" [")[0]) == [], (one.key, text)
                assert not text.startswith("Il manque"), (one.key, text)


@pytest.mark.parametrize("game", GAMES)
def test_an_input_that_there_is_not_is_answered_by_those_of_the_form(boards: dict[str, Board], game: str) -> None:
    """By what the form calls them, never by a word that another table has for the same key."""
    board, terms = boards[game], boards[game].system.terms
    for one in acts(board):
        with pytest.raises(Refusal) as caught:
            prepare(game, one.key, {"zorglub": 1})
        text = refusal_text(caught.value, board)
        names = [lower_first(terms.label(name, "fr", one.key)) for name in one.given.__struct_fields__]
        assert [name for name in names[:20] if name not in text] == [], (one.key, text)
        assert faults(text.partition(" [")[0]) == [], (one.key, text)


def test_a_second_throw_keeps_its_own_verdict(boards: dict[str, Board]) -> None:
    """What stands over a card in large letters is left out of its first sentence alone."""
    board = boards["cthulhud20"]
    told = ["Jet de SAN\u00a0: 83 au d100 contre 40, raté.", "Second jet de SAN\u00a0: 48 au d100 contre 32, raté."]
    roll = {"procedure": "sanity_check", "people": {"": next(iter(board.people))}, "outcome": {"success": False}}
    card = {"id": "1", "command": "do", "words": {}, "roll": {**roll, "typed": False, "dice": [], "told": told}}
    first, second = card_shown(card, board.view, board.system, "fr").told
    assert (first.endswith("contre 40."), second.endswith("contre 32, raté.")) == (True, True)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_left_open_says_what_it_is_then(boards: dict[str, Board], game: str) -> None:
    """« D’office » is only said where the page says beside it what that comes to."""
    board = boards[game]
    vague = [
        (one.key, field.label)
        for one in acts(board)
        for form in [board.asker(one.key, board.selected)]
        for field in (*form.main(), *form.more())
        for choice in field.choices
        if not choice.value and not field.placed and choice.label in ("D’office", "Non dit")
    ]
    assert vague == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_keeps_somebody_from_an_act_is_a_sentence(game: str, language: Language) -> None:
    """Never a state behind a colon: whoever cannot is the subject, or nobody is."""
    system = find(game)
    for key in [*system.terms.own["bar"], "state", "spent"]:
        refusal = Refusal("act/cannot", name="Le docteur Vidal", why=key, who="Omar")
        refusal.terms = system.terms
        text = sentence(refusal, language)
        assert re.match(r"[A-ZÀÉ]", text), (key, text)
        assert text.endswith("."), (key, text)
        assert not re.search(r"[{}]|\.\.|: [A-Z]|Vidal\s*:", text), (key, text)
        assert typographic_faults(text, language) == [], (key, text)


def test_what_is_counted_stands_in_brackets_in_the_recap(boards: dict[str, Board]) -> None:
    """« Ada lance un d3 (résultat : 2) », never two colons in a line."""
    board = boards["d20d100"]
    command = c.Do(procedure="roll_d3", character=next(iter(board.people)), given={})
    board.table.act("keeper", c.Envelope(action="d3", command=command), "fr")
    view = viewer_of(board.table.state, "keeper")
    line = recap(Board(board.table, view, Frame("fr")))[0].lines[-1]
    assert re.search(r"^[A-Z].* \(.*\u00a0: \d\)$", line), line


def test_a_name_s_own_article_is_small_inside_a_sentence(boards: dict[str, Board]) -> None:
    board = boards["operators"]
    names = ("Omar Escobar", "L’homme de la cour")
    assert deed(board, "attack_firearm", names, alone=True).endswith("tire sur l’homme de la cour")


def test_a_value_that_no_form_lists_is_refused_in_words(boards: dict[str, Board]) -> None:
    """Whatever reaches a field that only lists values, it is never answered by what programs call them."""
    for board in boards.values():
        for one in acts(board):
            form = board.asker(one.key, board.selected)
            for field in (*form.main(), *form.more()):
                if not field.name.startswith("json."):
                    continue
                with pytest.raises(Refusal) as caught:
                    given_of([(field.name, "zorglub")], one, board.system)
                text = refusal_text(caught.value, board)
                assert "JSON" not in text, (one.key, text)
                assert faults(text) == [], (one.key, text)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_of_the_bestiary_has_an_article_wherever_they_stand(boards: dict[str, Board], game: str) -> None:
    """« la fiche de la goule », « empoigne la Grande Race de Yith », never « de Goule », « empoigne La Grande »."""
    terms = boards[game].system.terms
    view: dict[str, Any] = {"seats": {"mj": {"name": "Ada"}}}
    speak_for(terms)
    for name, noun in terms.spoken_of.items():
        whom = names_together([name], "fr")
        assert (whom, put_in("empoigne {whom}", "fr", {"whom": whom})) == (start(noun), f"empoigne {noun}")
        view["characters"] = {"g": {"sheet": {"name": name}}}
        card = {"command": "edit", "seat": "mj", "words": {"character": "g"}}
        said = in_a_line(card, view, boards[game].system, "fr")
        assert said == typeset(f"Ada met à jour la fiche {of(noun)}", "fr")


def test_each_of_several_has_the_word_before_them(boards: dict[str, Board]) -> None:
    """« à Omar, au docteur Vidal et à la goule », never « à Omar et le docteur »."""
    speak_for(boards["d20d100"].system.terms)
    whom = names_within(["Omar", "Le docteur Vidal", "Goule", "Dr Who"], "fr")
    assert whom == "Omar, le docteur Vidal, la goule et le Dr Who"
    said = put_in("échappe aux regards de {whom} et parle à {whom}", "fr", {"whom": whom})
    assert said == (
        "échappe aux regards d’Omar, du docteur Vidal, de la goule et du Dr Who"
        " et parle à Omar, au docteur Vidal, à la goule et au Dr Who"
    )


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_told_in_the_words_of_the_card(game: str) -> None:
    """« Le fuyard s’arrête », before the throw as after it."""
    system = find(game)
    for act, face in system.presentation.forms.items():
        said = OddsAsker(cast(Worker, None), system, act, "fr")
        for value in words_of(system.procedure(act).outcome, face.degrees) if face.degrees else ():
            came = system.terms.entry("came", f"{act}_{value}") or system.terms.entry("came", f"{face.degrees}_{value}")
            assert came is None or said._word(face.degrees, value) == came["fr"], (act, value)


def test_what_there_is_elsewhere_is_not_allowed_rather_than_unknown(boards: dict[str, Board]) -> None:
    """« « Goule » n’existe pas » is untrue of somebody at the table."""
    board = boards["cthulhud20"]
    who = next(one.name for one in board.people.values())
    refusal = Refusal("field/one_of", field="after", came=who, allowed=("Iris",))
    said = refusal_text(refusal, board)
    assert said.endswith(f"«\u00a0{who}\u00a0» n’est pas permis ici, seulement Iris.")


def test_a_request_shows_the_minus_of_a_number(boards: dict[str, Board]) -> None:
    board = boards["d20d100"]
    said = said_in_words(board, "vehicle_pursuit_round", board.selected, {"fleeing_modifier": -2})
    assert "−2" in said
    assert "-2" not in said


@pytest.mark.parametrize("game", GAMES)
def test_a_list_of_names_has_its_last_and_small_articles(boards: dict[str, Board], game: str) -> None:
    frame = boards[game].frame
    assert frame.together(["Omar", "Le docteur Vidal", "L’homme de la cour"]) == (
        "Omar, le docteur Vidal et l’homme de la cour"
    )
    said = frame.t("fight_end_same", who=frame.together(["Le docteur Vidal", "Iris"]))
    assert said == "Rien n’a changé pour le docteur Vidal et Iris."


def test_a_word_keeps_its_codes_inside_a_sentence() -> None:
    """« SAN maximale », « connaissance du Mythe »: no template makes all letters small but for what is searched in."""
    pages = {path.name: path.read_text() for path in Path(HERE, "templates").rglob("*.html")}
    shown = {name: re.sub(r'data-words="[^"]*"', "", text) for name, text in pages.items()}
    assert [name for name, text in shown.items() if "|lower" in text] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_sheet_shows_a_key(boards: dict[str, Board], game: str) -> None:
    """What stands on the sheets of a game, on the page and on paper: those of its demo and all of its bestiary."""
    system = boards[game].system
    made = [one["sheet"] for one in boards[game].table.state.play["characters"].values()]
    for table, make in beings_of(system).items():
        made += [msgspec.to_builtins(make(row, "fr")) for row in keys_of_beings(system, table)]
    blocks = [one for content in made for part in arrange(system, content, "fr").sections for one in part.blocks]
    shown = {text for one in blocks for text in (*one.items, one.text, *(entry.name for entry in one.entries))}
    assert {text for text in shown if re.fullmatch(r"[a-z]+(?:_[a-z]+)+", text)} == set()
    assert {entry.name for one in blocks for entry in one.entries if entry.name[:1].islower()} == set()


def test_several_winners_are_joined(boards: dict[str, Board]) -> None:
    board = boards["yacdha"]
    assert deed(board, "chase", NAMES[:2], alone=False) == "Omar Escobar et le docteur Vidal se poursuivent"
    given = {"pursuers": {"members": [{"name": "Iris"}]}, "pursued": {"members": [{"name": "Omar Escobar"}]}}
    roll = {"procedure": "chase", "people": {"Omar Escobar": "a", "Iris": "b"}, "outcome": {}, "given": given}
    card = {"id": "1", "command": "do", "roll": roll, "words": {}}
    assert in_a_line(card, board.view, board.system, "fr") == "Iris poursuit Omar Escobar"


def test_whoever_may_not_read_the_sheets_still_sees_who_runs_after_whom(boards: dict[str, Board]) -> None:
    """Of the side that acts its names are apparent, and nothing else of what went into the roll."""
    board = boards["yacdha"]
    apparent = {"pursuers": {"members": [{"name": "Iris"}]}}
    roll = {"procedure": "chase", "people": {"Omar Escobar": "a", "Iris": "b"}, "outcome": {}, "apparent": apparent}
    card = {"id": "1", "command": "do", "roll": roll, "words": {}}
    assert in_a_line(card, board.view, board.system, "fr") == "Iris poursuit Omar Escobar"


def test_what_a_rule_refuses_while_chances_are_worked_out_is_told_as_the_form_calls_it(
    boards: dict[str, Board],
) -> None:
    given = {"san": 0, "loss_success": "0", "loss_failure": "1"}
    refused = answer(Question("odds", "d20d100", "san_check", given, to_page=True))
    text = refusal_text(of_worker(msgspec.json.encode(refused["body"])), boards["d20d100"])
    assert text == "Santé mentale\u00a0: 0 est trop petit, 1 au moins. [D100-SAN-05]"


def test_a_refused_choice_of_the_creation_is_put_in_plain_words() -> None:
    """What may be left out, a span, a few values: never as programs describe a type."""
    maker = Maker(find("cthulhud20"), {}, "fr", Draft(action="m1"))
    said = [
        maker.said(Refusal("field/type", field=field, came="abc", allowed=allowed))
        for field, allowed in (("age", "null | 15–120"), ("gender", "f | m | null"))
    ]
    assert said == [
        "Âge\u00a0: écrire un nombre, de 15 à 120.",
        "Genre\u00a0: «\u00a0abc\u00a0» ne convient pas\u202f; il faut Féminin ou Masculin.",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_whom_one_waits_for_is_asked_in_the_words_of_waiting(boards: dict[str, Board], game: str) -> None:
    """An input called as a state before and after is called otherwise (« Agit juste après »), wherever it is one."""
    terms = boards[game].system.terms
    asked = [one.key for one in boards[game].system.procedures() if "after" in one.given.__struct_fields__]
    assert [key for key in asked if terms.label("after", "fr", key) == "État après"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_field_names_its_unit_once_and_is_begun_with_no_key(boards: dict[str, Board], game: str) -> None:
    """« Minutes min », « Nom : custom »: what a form says before anybody has typed is of the reader's language."""
    board = boards[game]
    for act in board.system.procedures():
        form = board.asker(act.key, "")
        for one in every_field((*form.main(), *form.more())):
            said = re.findall(r"\w+", one.label.lower())
            assert not one.unit or not any(word.startswith(one.unit) for word in said), (act.key, one.label, one.unit)
            assert one.kind != "text" or not re.search(r"[a-z]{3}", str(one.value)), (act.key, one.label, one.value)


def every_field(fields: Iterable[Field]) -> Iterator[Field]:
    for one in fields:
        yield one
        yield from every_field(one.inside)
        for choice in one.choices:
            yield from every_field(choice.inside)


@pytest.mark.parametrize("came", ["", " "])
def test_what_is_left_empty_is_asked_for(boards: dict[str, Board], came: str) -> None:
    """« «  » ne convient pas » answers nobody."""
    refusal = Refusal("field/type", field="difficulty", came=came)
    assert refusal_text(refusal, boards["organique"]) == "À remplir\u00a0: Difficulté."


def test_nothing_chosen_from_a_list_is_asked_for(boards: dict[str, Board]) -> None:
    """« «  » n’existe pas » and « À remplir : Membres du groupe » are no answers to whoever left a list alone."""
    refusal = Refusal("field/one_of", field="weapon_name", came="", allowed=("Couteau",), where="d20d100/attack")
    assert refusal_text(refusal, boards["d20d100"]).startswith("Choisir ")
    side = {"members": []}
    with pytest.raises(Refusal) as caught:
        prepare("yacdha", "chase", {"pursued": {}, "pursuers": side})
    assert refusal_text(caught.value, boards["yacdha"]) == "Choisir les membres du groupe."


@pytest.mark.parametrize("game", GAMES)
def test_numbers_beside_what_is_chosen_are_written_as_the_language_does(boards: dict[str, Board], game: str) -> None:
    """« Nuée de nanites 1 000 »."""
    board = boards[game]
    for act in board.system.procedures():
        form = board.asker(act.key, board.selected)
        for one in every_field((*form.main(), *form.more())):
            assert [
                it.label for it in one.choices if re.search(r"(?<![.\d])(?!1[89]\d\d)[1-9]\d{3}$", it.label)
            ] == [], act.key


def test_people_are_chosen_wherever_an_act_asks_for_them(boards: dict[str, Board]) -> None:
    with pytest.raises(Refusal) as caught:
        prepare("yacdha", "cast_magic", {"spell": "spirit_passage"})
    said = [refusal_text(one, boards["yacdha"]) for one in (caught.value, *caught.value.also)]
    assert any(one.startswith("Choisir qui use de magie") for one in said), said


@pytest.mark.parametrize("game", GAMES)
def test_what_a_form_lists_is_to_be_chosen(boards: dict[str, Board], game: str) -> None:
    """« Choisir une cible. », « Choisir les victimes. »: never « À remplir : Sort » over a list of spells."""
    board, filled = boards[game], []
    for one in acts(board):
        try:
            prepare(game, one.key, {})
        except Refusal as refusal:
            form = board.asker(one.key, board.selected)
            listed = {field.name.split(".")[1] for field in (*form.main(), *form.more()) if field.choices}
            for part in (refusal, *refusal.also):
                name, text = part.field, refusal_text(part, board)
                if name in listed and "un nombre de" not in text and not text.startswith(("Choisir ", "Dire ")):
                    filled.append((one.key, name, text))
    assert filled == []


def test_a_name_that_is_printed_in_capitals_keeps_them(boards: dict[str, Board]) -> None:
    with pytest.raises(Refusal) as caught:
        prepare("d20d100", "first_aid", {"skill": "zorglub"})
    said = " ".join(refusal_text(one, boards["d20d100"]) for one in (caught.value, *caught.value.also))
    assert "Premiers Soins" in said, said


@pytest.mark.parametrize("game", GAMES)
def test_the_state_of_the_group_is_told_in_every_game(boards: dict[str, Board], game: str) -> None:
    board = boards[game]
    shown = RosterView(board)
    assert [one.person.id for one in shown.rows] == [one.id for one in (*board.players, *board.others)]
    assert len(shown.columns) > 1
    assert [faults(one) for one in (shown.title, *shown.columns) if faults(one)] == []


@pytest.mark.parametrize("game", GAMES)
def test_to_let_a_decision_pass_is_called_what_it_is(game: str) -> None:
    """« Ne pas réagir », « Encaisser »: « Continuer sans » does not say without what."""
    rules = Path(inspect.getfile(import_module(f"gardien.systems.{game}"))).parent / "rules"
    decided = {name for one in rules.rglob("*.py") for name in re.findall(r'decide\(\s*"(\w+)"', one.read_text())}
    assert {name for name in decided if not find(game).terms.entry("go_on", name)} == set()


def test_no_key_is_said_to_be_pressed_by_the_program() -> None:
    """Where the game master is called « gardien », « Gardien propose… » would be the game master’s deed."""
    phrases = load_toml(WORDS)["phrase"]
    assert [key for key, one in phrases.items() if key.startswith("key_") and one["fr"][:1].isupper()] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_number_is_refused_before_anything_is_reckoned_with_it(boards: dict[str, Board], game: str) -> None:
    """« abc » for a distance was a fault of the house (CD20-LETH-01): every input of every aimed act."""
    board, hero = boards[game], boards[game].selected
    foe = next(one.id for one in board.others if not one.hidden)
    for key, aimed in board.system.table_rules.targeting.items():
        for one in fields_of(board.system.procedure(key).given):
            if one.encode_name == aimed.target:
                continue
            for ask in (check_aimed, odds_inputs):
                with suppress(Refusal):
                    ask(board, key, {aimed.target: {"character": foe}, one.encode_name: "abc"}, hero)
