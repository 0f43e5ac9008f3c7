"""What commands are made of: the kinds of their fields, and the base of all of them."""

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

Role = Literal["keeper", "player", "spectator", "screen"]
ROLES: tuple[Role, ...] = get_args(Role)

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Ids = Annotated[tuple[Id, ...], Meta(max_length=100)]
Name = Annotated[str, Meta(max_length=100)]
Named = Annotated[str, Meta(min_length=1, max_length=100)]
Text = Annotated[str, Meta(max_length=5000)]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]
Faces = Annotated[tuple[Annotated[int, Meta(ge=0, le=1_000_000)], ...], Meta(max_length=5000)]
Minutes = Annotated[int, Meta(ge=0, le=10_000_000, extra_json_schema={"x-unit": "min"})]
Clock = Annotated[int, Meta(ge=0, le=100_000_000, extra_json_schema={"x-unit": "min"})]
Point = Annotated[str, Meta(max_length=40)]  # a moment of the table, as its log names it
Audience = Literal["all", "keeper"] | Ids  # everybody, the game master alone, or he and some seats
Fields = Annotated[dict[Named, Any], Meta(max_length=200)]

MESSAGE_BYTES = 64 * 1024  # a request is shorter than this, and so is the event it comes to


class Command(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", kw_only=True):
    """Base of commands; the tag is the name the log shows."""
