"""What each viewer sees, and that news keep a page in step with the table."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gardien.table.news import News
from gardien.table.store.base import Store
from gardien.table.tree import Tree
from table.evening import Evening, patched
from table.random_play import Player


class Page:
    """A browser that was given the table once and has been told news since."""

    def __init__(self, evening: Evening, seat: str) -> None:
        self.evening = evening
        self.seat = seat
        self.since = evening.state.version
        self.first: Tree = evening.look(seat)
        self.view = self.first
        evening.table.listen(self.hear)

    def hear(self, news: News) -> None:
        told = news.told_to(self.evening.viewer(self.seat), "fr")
        if told is not None:
            self.view = patched(self.view, told)

    def late(self) -> Tree:
        """The first view with all that happened since, told at once."""
        view = self.first
        for told in self.evening.table.news_since(self.evening.viewer(self.seat), self.since, "fr"):
            view = patched(view, told)
        return view


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 40))
def test_news_written_into_the_old_view_give_the_new_one(quick: Store, seed: int, steps: int) -> None:
    evening = Evening(quick, seed)
    pages = [Page(evening, seat) for seat in evening.seats]
    player = Player(evening, seed)
    for _ in range(steps):
        acted = player.step()
        for page in pages:
            assert page.view == evening.look(page.seat), (page.seat, acted)
    for page in pages:
        assert page.late() == evening.look(page.seat)
