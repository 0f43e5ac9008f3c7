"""What each viewer sees, and that news keep a page in step with the table."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gardien.table import commands as c
from gardien.table.news import News
from gardien.table.store.base import Store
from gardien.table.tree import Tree
from table.evening import Evening, as_bytes, patched
from table.random_play import Player


class Page:
    """A browser that was given the table once and has been told news since."""

    def __init__(self, evening: Evening, seat: str) -> None:
        self.evening = evening
        self.seat = seat
        self.since = evening.state.version
        self.first: Tree = evening.look(seat)
        self.view = self.first
        self.cards = evening.log(seat)
        evening.table.listen(self.hear)

    def hear(self, news: News) -> None:
        told = news.message_for(self.evening.viewer(self.seat), "fr")
        if told is None:
            assert self.evening.log(self.seat) == self.cards, "who is told nothing finds nothing changed"
            return
        self.view = patched(self.view, told)
        self.cards = self.evening.log(self.seat)
        if "card" in told:
            assert as_bytes(told["card"]) == as_bytes(self.cards[-1])

    def late(self) -> Tree:
        """The first view with all that happened since, told at once."""
        view = self.first
        for told in self.evening.table.news_since(self.evening.viewer(self.seat), self.since, "fr"):
            view = patched(view, told)
        return view


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 30))
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


# ---- by role ----


def test_what_each_role_sees_of_people(quick: Store) -> None:
    evening = Evening(quick)
    hidden = evening.add(being="npc/librarian", hidden=True, seat=evening.ann)
    keeper, ann, *public = (evening.look(seat) for seat in evening.seats)
    assert set(keeper["characters"]) == {evening.leo, evening.mia, evening.thug, evening.ghoul, hidden}
    assert set(ann["characters"]) == {evening.leo, evening.mia, evening.thug, hidden}
    assert ann["characters"][hidden]["sheet"] == evening.sheet(hidden), "one's own is seen whole, hidden or not"
    for view in public:
        assert set(view["characters"]) == {evening.leo, evening.mia, evening.thug}
        assert view["characters"][evening.leo]["sheet"] == evening.sheet(evening.leo)
        assert set(view["characters"][evening.thug]["sheet"]) == {"name", "kind", "status"}
        assert view["seats"][evening.ann]["characters"] == [evening.leo]
        assert "redo" not in view


def test_spectator_and_screen_see_the_same_and_nothing_of_their_own(quick: Store) -> None:
    evening = Evening(quick)
    Player(evening, 3).steps(60)
    views = [{**evening.look(seat), "you": None} for seat in (evening.watcher, evening.screen)]
    for view in views:
        view.pop("version")
    assert views[0] == views[1]
    assert evening.look(evening.watcher)["you"] == {"seat": evening.watcher, "role": "spectator", "characters": []}


def test_the_past_is_shown_as_it_was(quick: Store) -> None:
    evening = Evening(quick)
    Player(evening, 11).steps(5)
    evening.keep(c.Show(character=evening.ghoul, hidden=True))
    evening.check(evening.leo, face=1)
    views = {seat: evening.look(seat) for seat in evening.seats}
    evening.check(evening.leo, face=6)
    evening.keep(c.Show(character=evening.ghoul, hidden=False))
    evening.keep(c.Undo())
    for seat, view in views.items():
        then = evening.look(seat, at=view["version"])
        for name in ("characters", "clock", "scene", "fight", "notes", "version"):
            assert then[name] == view[name]


def test_the_log_is_read_page_by_page(quick: Store) -> None:
    evening = Evening(quick)
    for number in range(130):
        evening.keep(c.Say(text=str(number), audience="all" if number % 3 else "keeper"))
    for seat in evening.seats:
        viewer = evening.viewer(seat)
        whole = evening.table.log(viewer, "fr", limit=200)
        pages: list[Tree] = []
        while page := evening.table.log(viewer, "fr", pages[-1]["id"] if pages else None, 7):
            assert len(page) <= 7
            pages += page
        assert pages == whole


def test_a_seat_that_comes_later_sees_what_all_may_see(quick: Store) -> None:
    evening = Evening(quick)
    evening.keep(c.Say(text="pour Bob", audience=(evening.bob,)))
    evening.keep(c.Say(text="pour tous"))
    late = evening.seat("player", "Cyd")
    said = [shown["words"]["text"] for shown in evening.log(late) if shown["command"] == "say"]
    assert said == ["pour tous"]
    assert evening.look(late)["version"] == evening.look(evening.watcher)["version"]


def test_whose_people_change_hands_sees_more_and_less(quick: Store) -> None:
    """In the middle of a fight, with declarations made."""
    evening = Evening(quick)
    evening.fight(evening.leo, evening.mia, evening.ghoul)
    evening.attack(evening.ann, evening.leo, evening.mia)
    pages = [Page(evening, seat) for seat in evening.seats]
    evening.keep(c.Assign(characters=(evening.leo, evening.ghoul), seat=evening.bob))
    for page in pages:
        assert page.view == evening.look(page.seat)
    assert evening.look(evening.bob)["fight"]["declared"][evening.leo]["action"] == "attack"
    assert evening.look(evening.ann)["fight"]["declared"] == {evening.leo: {}}
    assert evening.look(evening.bob)["fight"]["order"] == [evening.leo, evening.mia, evening.ghoul]
