"""The tables of both stores, as steps: a new store takes them all, an older one those it lacks."""

from msgspec import Struct

APPLICATION = 0x47415244  # "GARD", in the head of our SQLite files
TABLES = ("record", "link")  # what a copy must hold; snapshots can be made again


class Step(Struct, frozen=True):
    """What leads from one version of the schema to the next, in both dialects."""

    sqlite: tuple[str, ...]
    postgres: tuple[str, ...]


_FIRST = (
    # An action is one row or several; its first row holds the key that makes it unique.
    """CREATE TABLE record (
        campaign {text} NOT NULL, version {number} NOT NULL, part {number} NOT NULL, parts {number} NOT NULL,
        action {text} NOT NULL, at {number} NOT NULL, body {bytes} NOT NULL, checksum {number} NOT NULL,
        UNIQUE (campaign, version)
    ) {strict}""",
    "CREATE UNIQUE INDEX record_action ON record (campaign, action) WHERE part = 0",
    """CREATE TABLE link (
        hash {bytes} NOT NULL PRIMARY KEY CHECK (length(hash) = 32), campaign {text} NOT NULL, seat {text} NOT NULL
    ) {strict}""",
    "CREATE INDEX link_campaign ON link (campaign)",
    """CREATE TABLE snapshot (
        campaign {text} NOT NULL, format {text} NOT NULL, version {number} NOT NULL,
        body {bytes} NOT NULL, checksum {number} NOT NULL, PRIMARY KEY (campaign, format, version)
    ) {strict}""",
)


def step(*statements: str) -> Step:
    """One step from statements in which {text}, {number}, {bytes} and {strict} stand for each dialect's words."""
    return Step(
        sqlite=tuple(one.format(text="TEXT", number="INTEGER", bytes="BLOB", strict="STRICT") for one in statements),
        postgres=tuple(
            one.format(text='text COLLATE "C"', number="bigint", bytes="bytea", strict="") for one in statements
        ),
    )


# What a link opens is said by its kind, never by the name of a campaign. A link that an older Gardien made for the
# house stays the house's only where no campaign goes by that name.
_KINDS = (
    "ALTER TABLE link ADD COLUMN kind {text} NOT NULL DEFAULT 'seat'",
    """UPDATE link SET kind = 'house' WHERE campaign = 'house' AND seat = 'house'
        AND NOT EXISTS (SELECT 1 FROM record WHERE record.campaign = 'house')""",
    "UPDATE link SET kind = 'code' WHERE seat = 'door'",
)

STEPS = (step(*_FIRST), step(*_KINDS))  # the version of a schema is the number of steps taken
