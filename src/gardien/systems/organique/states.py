"""Somebody’s state as outcomes tell it, with wounds and doses (ORG, Shared results)."""

from msgspec import UNSET, UnsetType

from gardien.core.values import Value
from gardien.systems.organique.kinds import Code, Fresh, Limb, Points, SaveName, check_halves


class Dose(Value, frozen=True, kw_only=True):
    """A dose of poison in the body; `onset` 0: it acts (ORG-POI-02)."""

    poison: str
    onset: int
    ticks_left: int


class Wound(Value, frozen=True, kw_only=True):
    """A wound of this fight: what passed the armour (ORG-AFT-03)."""

    bs: Points = 0
    c: Points = 0
    dirty: bool = False
    fire: bool = False
    closed: bool = False
    cleaned: bool = False

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, c=self.c)


class Damage(Value, frozen=True):
    """Points of wound and of shock."""

    bs: float = 0
    c: float = 0


class State(Value, frozen=True, kw_only=True, cache_hash=True):
    """Everything of somebody that is not a score, and what follows from it."""

    sng: float
    cps: float
    inc: float
    end_now: int
    structure: float | UnsetType = UNSET
    mortally_wounded: bool
    exhausted: bool
    out_of_action: bool
    dying: bool
    timer: float | UnsetType = UNSET
    turns_to_live: float | UnsetType = UNSET
    stabilised: bool
    dead: bool
    can_act: bool
    can_react: bool
    prone: bool
    blind: bool
    one_eyed: bool
    one_leg: bool
    vomiting: bool
    medical_shock: bool
    cardiac_arrest: bool
    respiratory_arrest: bool
    coma: bool
    no_air: bool
    halved: bool
    stupor: bool
    unconscious_turns: int
    paralysed_turns: int
    shock_turns: int
    lose_action: bool
    lose_reaction: bool
    extended_penalty: bool
    suffering: tuple[int, ...]
    limbs_disabled: tuple[Limb, ...]
    changes: dict[Code, int]
    effective: dict[Code, int]
    save_mods: dict[SaveName, int]
    doses: tuple[Dose, ...]
    wounds: tuple[Wound, ...]
    sng_lost_air: float
    end_lost_air: int
    fresh: tuple[Fresh, ...]
