"""What dice do for a draft: fill in what is empty, spend what is left, draw again only what they drew."""

from collections.abc import Iterable
from random import Random, SystemRandom

from gardien.web.pages.creation.creation_draft import Maker
from gardien.web.pages.creation.creation_shapes import shape_of

MOST_TRIES = 400  # points that dice try to place before they give up
DICE: Random = SystemRandom()


def open_to_dice(maker: Maker, fields: Iterable[str]) -> list[str]:
    """Of some fields, those that dice would do something about: empty ones, and those with points left."""
    fields = list(fields)
    spare = {one.field for one in maker.purses(maker.choices) if one.left > 0 and not one.kept}
    return [one for one in fields if _can_fill(maker, one) or (one in spare and _can_top_up(maker, one))]


def drawn_before(maker: Maker, fields: Iterable[str]) -> list[str]:
    return [one for one in fields if one in maker.draft.drawn]


def draw(maker: Maker, fields: Iterable[str]) -> bool:
    """Let dice do what is left to do; what was written or drawn before stays. False when nothing is left."""
    fields, faulty = list(fields), maker.checked().faults
    spoilt = [one for one in fields if one in faulty and one in maker.draft.drawn]
    done = False
    while wanted := [one for one in fields if _can_fill(maker, one)] + spoilt:  # one choice may call for another
        fill(maker, wanted)
        done, spoilt = True, []
    topped = [one for one in fields if _top_up(maker, one)]
    return done or bool(topped)


def fill(maker: Maker, wanted: list[str]) -> None:
    """Draw some fields anew, beside whatever else is chosen."""
    checked = maker.checked()
    put_aside = {*wanted, *checked.faults, *(maker.beside.get(one, "") for one in wanted)}
    given = {name: value for name, value in checked.given.items() if name not in put_aside}
    sheet, _ = maker.played(given, DICE)
    sheet |= {field: take(sheet) for field, take in maker.creation.taken.items()}
    for field in wanted:
        if field in sheet:
            maker.draft.raw[field] = maker.written(field, sheet)
    maker.draft.drawn = [*(one for one in maker.draft.drawn if one not in wanted), *wanted]  # even what they left open


def _can_fill(maker: Maker, field: str) -> bool:
    open_ = maker.blank(field) and field not in maker.draft.drawn
    return open_ and maker.drawable(field) and maker.called_for(field)


def _can_top_up(maker: Maker, field: str) -> bool:
    """Names with points, written by hand: what dice have filled they leave as it is."""
    return shape_of(maker.type_of(field)) == "named" and not maker.blank(field) and field not in maker.draft.drawn


def _left(maker: Maker, field: str) -> int:
    return sum(one.left for one in maker.purses(maker.choices) if one.field == field and not one.kept)


def _top_up(maker: Maker, field: str) -> bool:
    """Place the points that are left, one at a time, wherever the rules take them."""
    if not _can_top_up(maker, field) or (left := _left(maker, field)) <= 0:
        return False
    before, refused = left, set[str]()
    for _ in range(MOST_TRIES):
        names = [row[0] for row in maker.raw(field)]
        names += [one for one in maker.names(field) if one not in names] if maker.is_fixed(field) else []
        names = [one for one in names if one not in refused]
        if left <= 0 or not names:
            break
        kept, name = maker.draft.raw[field], DICE.choice(names)
        maker.draft.raw[field] = _one_more(maker, field, name)
        now = _left(maker, field)
        if 0 <= now < left and field not in maker.checked().faults:
            left = now
        else:
            maker.draft.raw[field] = kept
            refused.add(name)
    maker.draft.drawn = [*maker.draft.drawn, field]
    return left < before


def _one_more(maker: Maker, field: str, name: str) -> list[list[str]]:
    rows = [list(row) for row in maker.raw(field)]
    if name not in [row[0] for row in rows]:
        rows.append([name, "0", ""])
    return [[row[0], str(int(row[1]) + 1), row[2]] if row[0] == name and row[1].isdecimal() else row for row in rows]
