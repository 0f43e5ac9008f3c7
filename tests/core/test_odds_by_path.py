"""Odds told apart by a path: of a field, of one of several, of one detail."""

from gardien.core.calling import _at
from gardien.core.chance import watch
from gardien.core.interpreters.odds import Replay

HITS = {"hits": [{"name": "Ann", "level": "grave"}, {"name": "Dr. Who", "level": "none"}]}


def test_a_path_finds_one_of_several_by_name() -> None:
    assert _at(HITS, "hits.Ann.level") == "grave"
    assert _at(HITS, "hits.Dr. Who.level") == "none"
    assert _at(HITS, "hits.Bob.level") is None
    assert _at(HITS, "hits.Ann") == {"name": "Ann", "level": "grave"}
    assert _at({"numbers": [1, 2]}, "numbers.1") is None


def test_whoever_looks_at_a_detail_looks_at_nothing_else() -> None:
    def wanted(watched: str, field: str, *keys: str) -> frozenset[str]:
        return Replay(frozenset({watched}))._wanted_keys(watch(field, keys))

    assert wanted("hits", "hits", "Ann", "Bob") == {"Ann", "Bob"}
    assert wanted("hits.Ann", "hits", "Ann", "Bob") == {"Ann"}
    assert wanted("hits.Ann.level", "hits", "Ann", "Bob") == {"Ann"}
    assert wanted("hits.Ann.level", "hits.Ann", "level", "luck") == {"level"}
    assert wanted("hits.Ann", "hits.Ann", "level", "luck") == {"level", "luck"}
    assert wanted("hits.Ann.level", "hits.Bob", "level") == frozenset()
    assert wanted("hits.Dr. Who.level", "hits", "Dr. Who", "Dr") == {"Dr. Who", "Dr"}  # a dot may be of the name
