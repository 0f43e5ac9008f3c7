"""What an attack takes of the weapon on the sheet, and what weighs on it (M9, M21, POI-01, WPN-05)."""

import msgspec
import pytest

from gardien.core.errors import Refusal
from gardien.systems.organique import pack
from gardien.systems.organique.sheet.parts import SheetWeapon
from gardien.systems.organique.table.weapon_use import after_tending, after_use, weighing


def left(line, given=None, **outcome):
    """What changes of the one weapon of a sheet."""
    given = {"action": "strike", "weapon": line["weapon"], **(given or {})}
    before = msgspec.to_builtins(msgspec.convert(line, SheetWeapon))
    after = after_use({"weapons": [line]}, given, outcome).get("weapons", [before])[0]
    return {name: value for name, value in after.items() if before[name] != value}


GUN = {"weapon": "heavy_revolver", "loaded": 5}
DAGGERS = {"weapon": "throwing_dagger", "count": 3}


@pytest.mark.parametrize(
    ("given", "outcome", "loaded"),
    [({}, {}, 4), ({"shots": 3}, {}, 2), ({"shots": 9}, {}, 0), ({}, {"bullets_used": 4}, 1)],
)
def test_cartridges_are_spent(given, outcome, loaded):
    assert left(GUN, {"action": "shoot", **given}, **outcome) == {"loaded": loaded}


def test_what_is_thrown_is_gone():
    assert left(DAGGERS, {"action": "shoot"}) == {"count": 2}
    assert left(DAGGERS) == {}
    assert left({**DAGGERS, "count": 2}, {"action": "shoot"}) == {"count": 1}
    assert left({**DAGGERS, "count": 1}, {"action": "shoot"}) == {"place": "dropped"}
    assert left({"weapon": "machete"}, {"action": "shoot"}) == {}


def test_caught_jammed_broken():
    blade = {"weapon": "machete"}
    assert left(blade) == {}
    assert left(blade, weapon_caught=True) == {"place": "stuck"}
    assert left({"weapon": "bottle"}, weapon_broken=True) == {"broken": True}
    assert left(GUN, {"action": "shoot"}, jammed=True) == {"loaded": 4, "jammed": True}
    assert after_use({"weapons": [blade]}, {"weapon": "punch"}, {}) == {}


def test_both_blades_lose_their_poison():
    """ORG-MOD-09, ORG-POI-01."""
    plain, coated = {"weapon": "sabre"}, {"weapon": "machete", "coating": "blade_poison", "coats": 2}
    second = msgspec.to_builtins(msgspec.convert(coated, SheetWeapon).weapon_input())
    given = {"action": "strike", "weapon": "sabre", "second_weapon": second}
    after = after_use({"weapons": [plain, coated]}, given, {"dose_delivered": True})["weapons"]
    assert [one["coats"] for one in after] == [0, 1]
    after = after_use({"weapons": [plain, coated]}, given, {"weapon_caught": True})["weapons"]
    assert [one["place"] for one in after] == ["stuck", "carried"]


def test_doses_of_no_poison_are_none():
    """ORG-POI-01: a described blade with room for doses is a plain one."""
    blade = msgspec.convert({"described": {"bs": 1}, "coats": 2}, SheetWeapon)
    assert blade.weapon_input().coating is None


def test_what_weighs_on_an_attack():  # M21
    key = pack.keys("scales", "circumstance")[0]
    assert weighing("") == {}
    assert weighing(key) == {key: pack.modifier("circumstance", key)}
    assert weighing("−4") == {"situation": -4}
    with pytest.raises(Refusal) as caught:
        weighing("rain of frogs")
    assert (caught.value.id, caught.value.field, caught.value.words["came"]) == (
        "field/one_of", "circumstance", "rain of frogs",
    )  # fmt: skip
    assert key in caught.value.words["allowed"]


def test_of_two_alike_the_one_that_can_be_loaded_is():  # M9
    full = pack.weapon("heavy_revolver").magazine
    guns = [{"weapon": "heavy_revolver", "loaded": loaded, "spare": full} for loaded in (full, 1)]
    after = after_tending({"weapons": guns}, {"kind": "reload", "weapon_name": "heavy_revolver"})
    assert [(one["loaded"], one["spare"]) for one in after["weapons"]] == [(full, full), (full, 1)]
