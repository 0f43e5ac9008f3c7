"""`/healthz`: whether the server and its store answer, and nothing else."""

import json
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from gardien.core.errors import Refusal


def test_whoever_asks_hears_that_all_is_well(anywhere):
    with urlopen(f"{anywhere.url}/healthz") as answer:
        assert (answer.status, json.load(answer)) == (200, {"status": "ok"})


def test_a_store_that_is_away_is_not_well(running, monkeypatch):
    def away(hash):
        raise Refusal("store/unreachable", kind="refused", fault="away")

    monkeypatch.setattr(running.store, "find_link", away)
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{running.url}/healthz")
    assert refused.value.code == 503
    assert json.load(refused.value)["error"]["id"] == "store/unreachable"
