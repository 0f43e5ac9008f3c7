"""Both stores against a model of a few dictionaries, on histories nobody thought of."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gardien.core.errors import Refusal
from gardien.table.store import open_store
from gardien.table.store.base import Appended, Link, Record, Snapshot

CAMPAIGNS = st.sampled_from(["c", "é", "C d"])
ACTIONS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=2) | st.sampled_from(
    "ab"
)
BODIES = st.lists(st.binary(max_size=40) | st.builds(bytes, st.just(65_535)), min_size=1, max_size=4)
TIMES = st.integers(-(2**63) + 1, 2**63 - 1)
HASHES = st.sampled_from([bytes(32), b"\xff" * 32, bytes(range(32))])
VERSIONS = st.integers(0, 20)


class Model(RuleBasedStateMachine):
    """What the store should answer."""

    where = ""

    @initialize()
    def start(self) -> None:
        self.store = open_store(self.where)
        self.kept: dict[str, list[Record]] = {}
        self.answers: dict[tuple[str, str], Appended] = {}
        self.seats: dict[bytes, Link] = {}
        self.states: dict[tuple[str, int, str], bytes] = {}
        self.store.drop_snapshots()
        self.prefix = f"{len(self.store.campaigns())} "
        for hash in (bytes(32), b"\xff" * 32, bytes(range(32))):
            self.store.revoke_link(hash)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()

    @rule(campaign=CAMPAIGNS, action=ACTIONS, bodies=BODIES, at=TIMES, behind=st.none() | st.integers(-3, 1))
    def append(self, campaign, action, bodies, at, behind) -> None:
        campaign = self.prefix + campaign
        kept = self.kept.get(campaign, [])
        head = len(kept)
        expected = None if behind is None else head + behind
        if known := self.answers.get((campaign, action)):
            assert self.store.append(campaign, expected, action, bodies, at) == known
        elif expected not in (None, head):
            with pytest.raises(Refusal) as caught:
                self.store.append(campaign, expected, action, bodies, at)
            assert caught.value.id == "store/stale"
            assert list(caught.value.records) == kept[max(0, expected) :]
        else:
            first, last = head + 1, head + len(bodies)
            assert self.store.append(campaign, expected, action, bodies, at) == Appended(first, last)
            self.answers[campaign, action] = Appended(first, last, repeated=True)
            added = [Record(first + part, action, at, body) for part, body in enumerate(bodies)]
            self.kept[campaign] = kept + added

    @rule(campaign=CAMPAIGNS, after=VERSIONS, limit=st.none() | VERSIONS)
    def read(self, campaign, after, limit) -> None:
        campaign = self.prefix + campaign
        wanted = self.kept.get(campaign, [])[after:]
        assert self.store.read(campaign, after, limit) == (wanted if limit is None else wanted[:limit])

    @rule(hash=HASHES, campaign=CAMPAIGNS, seat=st.sampled_from(["keeper", "Daisy"]))
    def put_link(self, hash, campaign, seat) -> None:
        self.store.put_link(hash, campaign, seat)
        self.seats[hash] = Link(hash, campaign, seat)

    @rule(hash=HASHES)
    def revoke_link(self, hash) -> None:
        assert self.store.revoke_link(hash) == (self.seats.pop(hash, None) is not None)

    @rule(campaign=CAMPAIGNS, version=VERSIONS, format=st.sampled_from("jk"), body=st.binary(max_size=10))
    def put_snapshot(self, campaign, version, format, body) -> None:
        self.store.put_snapshot(campaign, version, format, body)
        self.states[campaign, version, format] = body

    @rule(campaign=CAMPAIGNS, at_most=VERSIONS, format=st.sampled_from("jk"))
    def latest_snapshot(self, campaign, at_most, format) -> None:
        versions = [v for c, v, f in self.states if (c, f) == (campaign, format) and v <= at_most]
        newest = max(versions, default=None)
        wanted = None if newest is None else Snapshot(newest, format, self.states[campaign, newest, format])
        assert self.store.latest_snapshot(campaign, at_most, format) == wanted

    @precondition(lambda self: self.states)
    @rule()
    def drop_snapshots(self) -> None:
        self.store.drop_snapshots()
        self.states.clear()

    @rule()
    def open_again(self) -> None:
        self.store.close()
        self.store = open_store(self.where)

    @invariant()
    def heads_and_links_agree(self) -> None:
        mine = {name: head for name, head in self.store.campaigns().items() if name.startswith(self.prefix)}
        assert mine == {campaign: len(kept) for campaign, kept in self.kept.items()}
        links = sorted(self.seats.values(), key=lambda link: link.hash)
        for campaign in {"c", "é"}:
            assert self.store.links(campaign) == [link for link in links if link.campaign == campaign]


def test_any_history_answers_as_the_model_does(where):
    class Here(Model):
        pass

    Here.where = where
    run_state_machine_as_test(Here, settings=settings(max_examples=15, stateful_step_count=30))
