"""Every game says what its values are worth on a usual task, and the sheets of any game can go to any other."""

from fractions import Fraction
from itertools import permutations

import msgspec
import pytest

import gardien
from conformance.installed import SYSTEMS, system_key
from conformance.test_terms import speaks
from core.typography import entries, texts, typographic_faults
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
