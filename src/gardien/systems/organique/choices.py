"""What may be decided before a runner is drawn (M1 to M4)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.values import Value
from gardien.systems.organique.kinds import Name
from gardien.systems.organique.sheet_parts import Language


class DrawGiven(Value, frozen=True, kw_only=True):
    """What is already decided; the rest is drawn."""

    name: Name | None = None
    gender: Literal["f", "m"] | None = None
    language: Annotated[Language, Meta(description="of what is drawn")] = "fr"
