"""What somebody may answer a blow with: the chance of their own throw, on which no sheet but theirs has a say."""

import re
from typing import Any

import httpx2
import pytest

from gardien.core.system import find
from gardien.core.table_rules import kind_of
from gardien.table.demo import set_demo
from web.client import Running

BLOWS: dict[
    str, tuple[str, dict[str, Any], list[int] | None, dict[str, Any]]
] = {  # act, inputs, dice; on the hero's sheet
    "organique": ("combat_action", {"action": "strike", "range_step": 0}, None, {}),
    "operators": ("attack_melee", {}, [1], {"guard": {"defends": True, "asks": True}}),
}
CHOICE = re.compile(r'value="(\w+)"><span class="act__verb">[^<]*</span><span class="act__gain">([^<]*)</span>')


@pytest.mark.parametrize("system", BLOWS)
def test_a_throw_of_ones_own_has_its_chance_and_it_is_the_same_whoever_strikes(running: Running, system: str) -> None:
    act, given, dice, written = BLOWS[system]
    game = find(system)
    against = game.table_rules.targeting[act].target
    table, link = set_demo(running.house.tables, game, "fr")
    keeper = running.caller(link).at(table)
    people = keeper.get().json()["characters"]
    kind = kind_of(game.table_rules.sheets[0])
    hero = next(id for id, one in people.items() if one["sheet"]["kind"] == kind)
    foes = [id for id, one in people.items() if one["sheet"]["kind"] != kind and not one.get("hidden")]
    keeper.done("end_fight")
    for name, value in written.items():
        keeper.done("edit", character=hero, fields={name: value})
    phone = str(keeper.done("seat", name="Ann", characters=[hero])["link"])
    page = httpx2.Client(base_url=running.url, follow_redirects=True, cookies={"lang": "fr"}, verify=False)
    page.get(f"/l/{phone}")
    seen = []
    for foe in foes:
        keeper.done("do", procedure=act, character=foe, given={**given, against: {"character": hero}}, dice=dice)
        (wait,) = keeper.get().json()["waits"]
        assert f'data-fetch="/t/{table}/decision/{wait}"' in page.get(f"/t/{table}").text
        choices = dict(CHOICE.findall(page.get(f"/t/{table}/decision/{wait}").text))
        seen.append({key: chance for key, chance in choices.items() if chance})
        keeper.done("undo")
    assert len(foes) > 1
    assert seen[0]
    assert all(one == seen[0] for one in seen)
    assert all(re.fullmatch(r"[\d,]+\s%\sde réussir|certain\sde réussir", one) for one in seen[0].values()), seen
