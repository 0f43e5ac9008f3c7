"""Every game says what its values are worth on a usual task, and the sheets of any game can go to any other."""

from fractions import Fraction
from itertools import permutations

import msgspec
import pytest

import gardien
from conformance.installed import SYSTEMS, system_key
from conformance.test_terms import speaks
from core.typography import entries, texts, typographic_faults
from gardien.core.arms import arms_of, kinds, matches, rows
from gardien.core.conversion import converter, words
from gardien.core.conversion_report import ReportWriter
from gardien.core.table_rules import kind_of
from gardien.core.terms import LANGUAGES
from gardien.core.yardstick import nearest_score, notions
from tiny.beside import tiny_beside_installed

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=system_key)
WAYS = list(permutations(SYSTEMS, 2)) if len(SYSTEMS) > 1 else []
every_way = pytest.mark.parametrize(("source", "target"), WAYS, ids=[f"{one.key}-{other.key}" for one, other in WAYS])


@pytest.fixture(autouse=True)
def _tiny():
    with tiny_beside_installed():
        yield


def of_kind(system, kind):
    return system.table_rules.sheet_type(kind) or system.sheet


def example(system, role="player"):
    """Somebody of a game with something on the sheet: drawn, or an ordinary one of a kind that is not drawn."""
    if role == "player":
        return gardien.create(system.key, seed=3)
    kind = of_kind(system, system.yardstick.kind(role))
    plain = {"system": system.key, "name": "Somebody", **({"kind": kind_of(kind)} if kind_of(kind) else {})}
    return msgspec.convert(plain, kind)


@every_system
def test_what_a_game_declares_has_names_rules_and_a_place_on_its_sheets(system):
    yardstick = system.yardstick
    assert yardstick is not None
    fields = {field for one in system.table_rules.sheets for field in one.__struct_encode_fields__}
    for language in LANGUAGES:
        for one in (*yardstick.pairs_in(language), *yardstick.measures):
            assert one.field.partition(".")[0] in fields
            assert one.rule in system.reference, one.field
            assert speaks(notions()["notion"][one.notion])
        for pair in yardstick.pairs_in(language):
            assert speaks(words(system)["task"][pair.task.key])
            assert list(pair.scores) == sorted(pair.scores)
    assert {of_kind(system, kind) for kind in yardstick.kinds} <= {*system.table_rules.sheets, system.sheet}
    assert set(yardstick.aside) <= fields


def test_what_all_games_share_is_said_in_both_languages():
    assert [place for place, entry in entries(notions()) if not speaks(entry)] == []
    told = [notions(), *(words(system) for system in SYSTEMS)]
    wrong = [
        (place, fault) for book in told for place, lang, text in texts(book) for fault in typographic_faults(text, lang)
    ]
    assert wrong == []


@every_way
@pytest.mark.parametrize("role", ["player", "creature"])
def test_any_sheet_goes_to_any_game_and_everything_is_explained(source, target, role):
    """A sheet that can be read again comes out; every value says where it comes from, everything lost is named."""
    sheet = example(source, role)
    carried = gardien.convert(source.key, target.key, sheet=msgspec.to_builtins(sheet))
    assert msgspec.json.decode(msgspec.json.encode(carried.sheet), type=type(carried.sheet)) == carried.sheet
    assert carried.sheet.name == sheet.name
    assert {one.rule for one in carried.values} <= set(target.reference)
    for language in LANGUAGES:
        teller = ReportWriter(target, converter(source.key, target.key), language)
        lines = [line for group in teller.groups(carried) for line in group.lines]
        assert len(lines) == len(carried.values)
        assert all(line.label and line.value and line.source for line in lines)
        assert len(teller.losses(carried)) == len(carried.lost)
        assert teller.about()


def brute(pair, plain, made, wanted):
    """Every score tried: how near the nearest comes."""
    open_to = [one for one in pair.scores if pair.open is None or pair.open(plain, one)]
    return min(abs(pair.chance(made(pair.written(plain, one))) - wanted) for one in open_to)


@every_system
@pytest.mark.parametrize("wanted", [Fraction(1, 3), Fraction(11, 20), Fraction(1)], ids=str)
def test_no_score_comes_nearer_than_the_one_that_is_chosen(system, wanted):
    for role in ("person", "creature"):
        plain, kind = msgspec.to_builtins(example(system, role)), of_kind(system, system.yardstick.kind(role))

        def made(plain, kind=kind):
            return msgspec.convert(plain, kind)

        for pair in system.yardstick.pairs_in("fr"):
            if not pair.scores or pair.field.partition(".")[0] not in kind.__struct_encode_fields__:
                continue
            found = nearest_score(pair, plain, made, wanted)
            nearest = brute(pair, plain, made, wanted)
            assert abs(found.chance - wanted) == nearest, pair.field


@every_way
def test_what_is_written_has_the_chance_that_is_told(source, target):
    carried = gardien.convert(source.key, target.key, sheet=msgspec.to_builtins(example(source)))
    old = {pair.notion: pair for pair in source.yardstick.pairs_in("fr")}
    new = {pair.field: pair for pair in target.yardstick.pairs_in("fr")}
    told = [one for one in carried.values if one.measured and one.measured.way == "equal"]
    for one in told:
        assert new[one.field].chance(carried.sheet) == Fraction(one.measured.here)
        assert old[one.measured.notion].chance(example(source)) == Fraction(one.measured.there)


ARMED = [(one, other) for one, other in WAYS if arms_of(one) and arms_of(other)]
every_armed_way = pytest.mark.parametrize(
    ("source", "target"), ARMED, ids=[f"{one.key}-{other.key}" for one, other in ARMED]
)


@every_system
def test_every_weapon_of_a_list_is_of_one_kind_that_games_share(system):
    known = notions()["arm"]
    assert {near for one in known.values() for near in one.get("near", ())} <= set(known)
    if arms_of(system) is None:
        return
    assert set(kinds(system)) <= set(known)
    told = [key for keys in kinds(system).values() for key in keys]
    assert sorted(told) == sorted(rows(system))
    assert arms_of(system).rule in system.reference


@every_armed_way
def test_a_weapon_becomes_the_nearest_of_the_other_game(source, target):
    """Of its own kind where the other game has it, and never of a kind that is nothing like it."""
    here, there, known = arms_of(target), arms_of(source), notions()["arm"]
    for kind, keys in kinds(source).items():
        for key in keys:
            line = {"name": rows(source)[key].fr, **({there.key: key} if there.key else {})}
            (found,) = matches(source, target, {there.field: [line]}, "fr")
            near = [one for one in (kind, *known[kind].get("near", ())) if kinds(target).get(one)]
            assert bool(found.key) == bool(near), (key, found)
            assert not near or found.key in kinds(target)[near[0]], (key, found)
    assert here.field in {field for one in target.table_rules.sheets for field in one.__struct_encode_fields__}


@every_armed_way
def test_whoever_is_armed_comes_over_armed_and_is_told_with_what(source, target):
    """A knife and a pistol are carried on; what nothing comes near stays a remark, and is listed as lost."""
    own = kinds(source)
    keys = (own["knife"][0], own["pistol"][0])
    plain = arms_of(source).write(msgspec.to_builtins(example(source)), keys, "fr")
    carried = gardien.convert(source.key, target.key, sheet=plain)
    names = {one.name for one in carried.sheet.weapons}
    for kind in ("knife", "pistol"):
        assert names & {rows(target)[key].fr for key in kinds(target)[kind]}, (kind, names)
    told = [one for one in carried.values if one.measured and one.measured.way.startswith("arm_")]
    assert len(told) >= len(keys)
    teller = ReportWriter(target, converter(source.key, target.key), "fr")
    lines = {line.label: line.source for group in teller.groups(carried) for line in group.lines}
    assert all(lines[one.field.partition(".")[2]].startswith(one.measured.came) for one in told)
    assert not any(rows(source)[key].fr in one.text for key in keys for one in teller.losses(carried))
