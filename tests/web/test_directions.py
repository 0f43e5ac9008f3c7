"""Names in any script: they turn and hide nothing of the text around them, on pages, cards and sheets of paper."""

import re

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.store.base import Store
from gardien.table.unseen_signs import UNSEEN, as_seen
from gardien.web.pages.directions import set_apart
from table.conftest import quick as quick  # a fixture
from web.test_headlines import Evening

TURNED = "Iris\u202e\u2067 a\u200b gagné\u2069\u200f"
LEILA = "\u0644\u064a\u0644\u0649 \u062d\u062f\u0627\u062f"  # from right to left
ASTRONAUT = "\U0001f469\u200d\U0001f680"  # two signs that are seen as one


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (c.Seat(role="player", name=TURNED), "name"),
        (c.Say(text=TURNED), "text"),
        (c.Scene(title=TURNED), "title"),
        (c.Throw(notation="1d6", note=TURNED), "note"),
    ],
)
def test_a_sign_that_nobody_sees_is_left_out_of_what_is_written(command: c.Command, field: str) -> None:
    assert getattr(as_seen(command), field) == "Iris a gagné"


def test_what_joins_letters_of_other_scripts_stays() -> None:
    said = c.Say(text=f"{ASTRONAUT} \u0645\u06cc\u200c\u0631\u0648\u0645 Ada\u200d")
    assert as_seen(said) == c.Say(text=f"{ASTRONAUT} \u0645\u06cc\u200c\u0631\u0648\u0645 Ada")
    assert as_seen(seen := c.Say(text="Le Goff")) is seen


def test_whoever_is_called_by_signs_that_nobody_sees_has_no_name(quick: Store) -> None:
    with pytest.raises(Refusal) as caught:
        Evening(quick, "yacdha").act(c.Say(text="\u200b\u2060"))
    assert (caught.value.id, caught.value.field) == ("field/length_at_least", "text")


@pytest.mark.parametrize("game", ["yacdha", "organique"])
def test_a_name_written_from_right_to_left_stands_apart_on_every_card(quick: Store, game: str) -> None:
    """« Leïla : folie 1 → 2 » keeps its order whatever the letters of the name."""
    evening = Evening(quick, game)
    who = evening.ids[evening.hero]
    evening.act(c.Edit(character=who, fields={"name": f"{TURNED} {LEILA}"}))
    assert evening.board().name(who) == f"Iris a gagné {LEILA}"
    evening.act(c.Throw(notation="1d6", note=LEILA))
    evening.act(c.Scene(title=LEILA))
    evening.act(c.Remove(character=who))
    board = evening.board()
    for part in (board.part("log", **board.log()), board.part("cast", selected="")):
        text = re.sub(r"<(title|option)\b.*?</\1>|<bdi>.*?</bdi>|<[^>]*>", "", str(part), flags=re.DOTALL)
        assert not re.search("[\u0600-\u06ff]", text)
        assert not UNSEEN.search(str(part))


def test_only_text_between_tags_is_set_apart() -> None:
    page = f'<p title="{LEILA}">Ada, {LEILA} 2</p><textarea>{LEILA}</textarea><option>{LEILA}</option>'
    apart = f'<p title="{LEILA}">Ada, <bdi>{LEILA}</bdi> 2</p><textarea>{LEILA}</textarea><option>{LEILA}</option>'
    assert set_apart(page) == apart
    assert set_apart(apart) == apart
    assert set_apart("<p>Ada\u202e</p>") == "<p>Ada</p>", "a table of old may hold it"
