"""Bodies that say which part of which action they are, so that a store can be asked whether all it holds is whole."""

from gardien.table.store.base import Record, Store


def bodies_of(action: str, parts: int, room: int = 0) -> list[bytes]:
    """An action of several parts, each as long as there is room."""
    return [f"{action} {part} {parts}".ljust(room).encode() for part in range(parts)]


def whole_actions(store: Store) -> dict[tuple[str, str], int]:
    """Every action with its number of parts, after checking order and wholeness of all that is kept."""
    result: dict[tuple[str, str], int] = {}
    for campaign, head in store.campaigns().items():
        records = store.read(campaign)
        assert [record.version for record in records] == list(range(1, head + 1))
        assert all(isinstance(record, Record) for record in records)
        rest = iter(records)
        for first in rest:
            action, _, parts = first.body.decode().split()  # type: ignore[union-attr]
            bodies = [first.body, *(next(rest).body for _ in range(int(parts) - 1))]  # type: ignore[union-attr]
            assert [body.rstrip() for body in bodies] == bodies_of(action, int(parts))
            assert (campaign, action) not in result
            result[campaign, action] = int(parts)
    return result
