"""Totals put where a specialty needs them: bonus points, the trade of age, the EDU that is asked for (CREA, SPEC)."""

from collections.abc import Mapping

from gardien.core.values import Value, frozen_map
from gardien.systems.operators.creation.faults import CAPS, FLOOR, HIGHEST, TRADE_FROM, TRADED
from gardien.systems.operators.pack.rows import Code
from gardien.systems.operators.rules.character import CODES, Specialty

REST: tuple[Code, ...] = ("CON", "DEX", "POU", "INT", "FOR", "EDU", "APP")  # when a specialty says nothing more


class Wish(Value, frozen=True, kw_only=True):
    """What is decided before totals are placed: `None` is still open."""

    specialty: Specialty
    age: int
    education: int  # the least EDU that specialty, courses and languages need
    points: int  # bonus points there are
    decided: dict[Code, int]
    bonus: Mapping[Code, int] | None
    age_trade: Mapping[Code, int] | None

    @property
    def free(self) -> list[Code]:
        return [code for code in CODES if code not in self.decided]

    @property
    def order(self) -> list[Code]:
        """The characteristics a specialty lives on, the most important first (OPS-SPEC-02)."""
        helped = [one.characteristic for one in self.specialty.advantages if one.characteristic != "any"]
        return list(dict.fromkeys((*self.specialty.bonus_among, *helped, *REST)))

    def shift(self, code: Code) -> int:
        """What is already known to move a score."""
        traded = self.age_trade or {}
        learnt = sum(traded.values()) if code == "EDU" else 0
        return (self.bonus or {}).get(code, 0) - traded.get(code, 0) + learnt

    @property
    def may_trade(self) -> bool:
        return self.age_trade is None and self.age >= TRADE_FROM

    def span(self, code: Code) -> tuple[int, int]:
        """The totals a characteristic can take, so that it ends within floor and cap (OPS-CREA-04, OPS-SPEC-03)."""
        shift, low = self.shift(code), FLOOR
        if code == "EDU":
            low = self.education
            if self.bonus is None and code in self.specialty.bonus_among:
                low -= self.points
        return max(FLOOR, FLOOR - shift, low - shift), min(HIGHEST, CAPS[code] - shift)

    @property
    def reach(self) -> int:
        """The highest EDU that the best dice could still bring."""
        points = self.points if self.bonus is None and "EDU" in self.specialty.bonus_among else 0
        traded = (HIGHEST - FLOOR) * len(set(TRADED) & set(self.free)) if self.may_trade else 0
        return min(CAPS["EDU"], HIGHEST + self.shift("EDU") + points + traded)

    @property
    def possible(self) -> bool:
        """Whether any dice at all can fulfil it."""
        within = all(low <= high for low, high in map(self.span, (code for code in self.free if code != "EDU")))
        if "EDU" in self.free:
            low = max(FLOOR, FLOOR - self.shift("EDU"))
            within = within and self.education <= self.reach and low <= CAPS["EDU"] - self.shift("EDU")
        return within


class Placed(Value, frozen=True, kw_only=True):
    """Scores as they will stand on the sheet, and what of them is bonus or trade."""

    scores: dict[Code, int]
    bonus: dict[Code, int]
    age_trade: dict[Code, int]

    def total_behind(self, code: Code) -> int:
        """The total behind a score."""
        learnt = sum(self.age_trade.values()) if code == "EDU" else 0
        return self.scores[code] - self.bonus.get(code, 0) + self.age_trade.get(code, 0) - learnt


def place(totals: tuple[int, ...], wish: Wish) -> Placed | None:
    """Totals placed so that every rule is kept; nothing when these totals cannot do it."""
    scores = _assign_totals(totals, wish)
    if scores is None:
        return None
    bonus = dict(wish.bonus) if wish.bonus is not None else _bonus(scores, wish)
    trade = dict(wish.age_trade) if wish.age_trade is not None else {}
    if wish.may_trade:
        trade = _trade(scores, bonus, wish)
    if "EDU" not in wish.decided and scores["EDU"] < wish.education:
        return None
    return Placed(scores=frozen_map(scores), bonus=frozen_map(bonus), age_trade=frozen_map(trade))


def _assign_totals(totals: tuple[int, ...], wish: Wish) -> dict[Code, int] | None:
    """The narrowest needs first, then the best totals for what the specialty lives on."""
    left = sorted(totals, reverse=True)
    scores = dict(wish.decided)
    order = wish.order
    spans = {code: wish.span(code) for code in wish.free}
    narrow = [code for code in spans if spans[code] != (FLOOR, HIGHEST)]
    for code in sorted(narrow, key=lambda one: spans[one][1] - spans[one][0]):
        low, high = spans[code]
        fitting = [total for total in left if low <= total <= high]
        if not fitting and code == "EDU" and wish.may_trade:  # age may still bring what is missing
            fitting = [total for total in left if total <= high][:1]
        if not fitting:
            return None
        spare = code == "EDU" and code not in wish.specialty.bonus_among  # a condition, not what the work is done with
        chosen = fitting[-1] if spare else fitting[0]
        left.remove(chosen)
        scores[code] = chosen + wish.shift(code)
    for code in order:
        if code in spans and code not in scores:
            scores[code] = left.pop(0) + wish.shift(code)
    return scores


def _bonus(scores: dict[Code, int], wish: Wish) -> dict[Code, int]:
    """Points for the EDU that is asked for, then for the first characteristic that can still rise (OPS-CREA-03)."""
    spent: dict[Code, int] = {}
    open_to = [code for code in wish.specialty.bonus_among if code not in wish.decided]
    if "EDU" in wish.decided and "EDU" in wish.specialty.bonus_among:
        explained = min(wish.points, max(0, scores["EDU"] - HIGHEST))  # more than dice can bring
        return {"EDU": explained} if explained else {}
    for _ in range(wish.points):
        lacking = "EDU" in open_to and scores["EDU"] < wish.education
        rising = ["EDU"] if lacking else [code for code in open_to if scores[code] < HIGHEST]
        if not rising:
            break
        code: Code = rising[0]  # type: ignore[assignment]
        scores[code] += 1
        spent[code] = spent.get(code, 0) + 1
    return spent


def _trade(scores: dict[Code, int], bonus: dict[Code, int], wish: Wish) -> dict[Code, int]:
    """From forty on: what is least used becomes the EDU that is still missing (OPS-CREA-05)."""
    given = "EDU" in wish.decided
    missing = scores["EDU"] - bonus.get("EDU", 0) - HIGHEST if given else wish.education - scores["EDU"]
    taken: dict[Code, int] = {}
    for code in reversed(wish.order):
        if code not in TRADED or missing <= 0:
            continue
        decided = code in wish.decided
        room = HIGHEST - scores[code] + bonus.get(code, 0) if decided else scores[code] - FLOOR
        points = min(missing, room if given or not decided else 0)
        if points > 0:
            taken[code] = points
            missing -= points
            scores[code] -= 0 if decided else points
            scores["EDU"] += 0 if given else points
    return taken
