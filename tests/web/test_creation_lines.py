"""Lines and lists of creation, as a form asks them: only what a line has a use for, and nothing chosen that is not."""

from typing import Any

from gardien.core.system import find
from gardien.web.pages.creation.creation_draft import Draft, Maker
from gardien.web.pages.creation.creation_form import FieldShown, fields_shown


def asked(key: str, field: str, **raw: Any) -> tuple[Maker, FieldShown]:
    maker = Maker(find(key), {}, "fr", Draft(action="a"))
    for name, value in raw.items():
        maker.write(name, value)
    (shown,) = fields_shown(maker, (field,), {}, "")
    return maker, shown


def test_a_trait_asks_for_its_target_where_it_has_one_with_words_that_suit_it() -> None:
    """D100-TRAIT-02: a phobia is of something one fears, not of a skill."""
    _, traits = asked("d20d100", "traits", traits=[{"key": "phobique"}, {"key": "agile"}])
    key, target = traits.lines[0].cells
    assert {one.value: one.asks for one in key.choices}["phobique"]
    assert not {one.value: one.asks for one in key.choices}["agile"]
    assert target.beside
    assert "l’obscurité" in target.offered
    assert traits.lines[1].cells[1].offered == ()


def test_a_profession_off_the_list_is_taken_and_said_to_be_off_it() -> None:
    """D100-CREA-15: its skills are then chosen one by one; those on the list say what they bring."""
    _, own = asked("d20d100", "profession", profession="Astronaute")
    assert own.note.startswith("hors de la liste")
    assert all(one.note for one in own.picks)


def test_a_list_that_nobody_has_chosen_from_shows_no_choice() -> None:
    """OPS-SPEC-01: « Assaut » stood there while the specialty was still to be filled in."""
    _, specialty = asked("operators", "specialty")
    assert [one.value for one in specialty.cell.choices if one.chosen] == [""]


def test_an_advantage_is_taken_once_it_is_chosen_and_says_its_price() -> None:
    """ORG-SKILL-02: no number that would mean that it is not taken."""
    maker, traits = asked("organique", "traits", traits=[["tough", "1", ""]])
    assert traits.lines[1].cells[1].value == "1"  # of a line nobody has begun
    assert {one.group for one in traits.picks} == {"Avantages", "Défauts"}
    assert all(one.note[0] in "+−" for one in traits.picks)
    assert maker.raw("traits")


def test_a_refusal_cites_no_rule_that_speaks_of_something_else() -> None:
    """ORG-SKILL-02 is about levels: scores and money are the table's own (M1), reserves have a rule of theirs."""
    maker, _ = asked("organique", "name", SNG="99")
    assert {one.rule for one in maker.checked().faults["SNG"]} == {"ORG-HP-01"}
    why = maker.creation.why
    assert why["skills"][1] == "ORG-SKILL-02"
    assert {why[field][1] for field in ("scores", "traits", "arms", "computer", "drugs")} == {""}


def test_a_score_without_its_bonus_is_told_what_to_write() -> None:
    """OPS-CREA-03, OPS-CREA-04: a roll of 8 and 3 points make 11; what is named is what was written."""
    maker, _ = asked("operators", "FOR", specialty="assault", FOR="8", bonus=[["FOR", "3", ""]])
    for code in ("CON", "DEX", "INT", "EDU", "POU", "APP"):
        maker.write(code, "12")
    (fault,) = maker.checked().faults["FOR"]
    assert fault.message.startswith("Force\u00a0: 8 sort des limites, 11 à 18. ")
