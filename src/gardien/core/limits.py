"""Results told one by one: play shows all of them; odds cannot tell too many dice apart, and say so at once."""

from collections.abc import Sequence

from gardien.core.chance import Program, roll
from gardien.core.dice import Question, Weights
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import MOST_LEAVES


class DetailLimit(Question[int], frozen=True):
    """So many results to be told one by one: nothing is thrown for it."""

    results: int
    most: int

    def sides(self) -> tuple[int, ...]:
        return ()

    def read(self, faces: Sequence[int]) -> int:
        return self.results

    def weights(self) -> Weights[int]:
        if self.results > self.most:
            raise Refusal("odds/too_many", kind="refused", most=MOST_LEAVES)
        return Weights(((self.results, 1),), 1)


def refuse_details_beyond(results: int, most: int) -> Program[None]:
    """Where somebody looks at every one of them: odds tell no more than `most`."""
    yield from roll(DetailLimit(results, most), "")
