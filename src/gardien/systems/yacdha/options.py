"""House rules of a table, with their defaults (YAC-GEN-02 and the options named by other rules)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.values import Value

Module = Literal["recovery", "learning", "luck", "mythos"]


class Options(Value, frozen=True, kw_only=True):
    """The base rules suffice; each module and variant is the table's own choice (YAC-GEN-02)."""

    skill_mode: Literal["advantage", "levels"] | None = None
    modules: tuple[Module, ...] = ("recovery", "learning", "luck", "mythos")
    bonus_before_forced: bool = False  # YAC-FOR-05
    personal_disadvantage_cancels_die: bool = False  # YAC-COO-02
    investigation_reroll_needs_madness_die: Literal["when_stressful", "always", "never"] = (
        "when_stressful"  # YAC-INV-05
    )
    reroll_vs_active: bool = False  # YAC-RER-04
    chase_tie_escapes: bool = False  # YAC-CHA-04
    competition_uncapped_tiebreak: bool = False  # YAC-CMP-04
    stress_memory: Literal["scenario", "campaign", "off"] = "scenario"  # YAC-GAU-05
    npc_skill_on_opposition: bool = False  # YAC-ACT-08
    mythos_share: Literal["best", "lowest", "individual"] = "best"  # YAC-MAG-06
    luck_cap: Annotated[int, Meta(ge=1, le=6)] = 1  # YAC-LUC-02
    between_scenarios: Literal["care", "reset"] = "care"  # YAC-REC-02
    max_level: Annotated[int, Meta(ge=1, le=5)] = 5  # YAC-CRE-06
    max_occupations: Annotated[int, Meta(ge=0, le=100)] = 0  # YAC-CRE-06; 0 = no limit
    mass_action_from: Annotated[int, Meta(ge=0, le=1000)] = 0  # YAC-COO-07; 0 = only when asked for
    hold_escape: bool = False  # YAC-COM-13
    first_aid: bool = False
    armour: bool = False

    def __post_init__(self) -> None:
        if self.mass_action_from == 1:
            from gardien.core.inputs import BadField

            raise BadField("mass_action_from", "field/at_least", "YAC-COO-07", came=1, low=2)

    def plays(self, module: Module) -> bool:
        """Whether a module is in play."""
        return module in self.modules
