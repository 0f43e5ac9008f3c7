"""How hard somebody is to hit: Defence, caught off guard or not, and fighting to be hit less (DEF, MODE)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.chance import Program, nonzero, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import OwnModifier
from gardien.systems.d20d100.rules.fight.attack_modifiers import Attack, Defence

BASE = 15  # D100-DEF-01
COVER: dict[str, int] = {"none": 0, "half": 2, "three_quarters": 4, "nearly_total": 8}  # D100-MISS-17
FULL, CAUTIOUS = 4, 2  # D100-MODE-01, D100-MODE-02
MODES: dict[str, int] = {"normal": 0, "full_defence": FULL, "defensive": CAUTIOUS}
CAUTIOUS_ATTACK = -4  # D100-MODE-02


class DefenceGiven(Value, frozen=True, kw_only=True):
    """Whoever may be hit: how quick, how large, behind what, in which state."""

    reflexes: OwnModifier = 0
    dex_modifier: OwnModifier | None = None
    defence_bonus: Annotated[int, Meta(ge=-10, le=10)] = 0
    dodge_bonus: Annotated[int, Meta(ge=0, le=5)] = 0
    armour_penalty: Annotated[int, Meta(ge=-5, le=0)] = 0
    scale: Annotated[int, Meta(ge=-8, le=8)] = 0
    cover: Literal["none", "half", "three_quarters", "nearly_total"] = "none"
    mode: Literal["normal", "full_defence", "defensive"] = "normal"
    has_acted: bool = True
    has_been_hit: bool = False
    flat_causes: Annotated[
        tuple[Literal["helpless", "charging", "opportunity", "surprise_attack"], ...], Meta(max_length=20)
    ] = ()
    fleeing: bool = False

    def quickness(self, options: Options) -> int:
        """Réflexes, or the DEX modifier where a table wants it (D100-DEF-01)."""
        if options.defence_uses_dex and self.dex_modifier is not None:
            return self.dex_modifier
        return self.reflexes


class Guard(Value, frozen=True, kw_only=True):
    """Both Defences, and the one that counts now."""

    defence: int
    defence_flat: int
    flat_footed: bool
    defence_used: int


def flat_footed(given: DefenceGiven) -> tuple[bool, str]:
    """Whether somebody is caught off guard, and by which rule (D100-DEF-02, D100-DEF-03, D100-SPEC-05)."""
    if "helpless" in given.flat_causes:
        return True, "D100-SPEC-05"
    if given.fleeing:
        return False, "D100-DEF-03"
    return bool(given.flat_causes) or not (given.has_acted or given.has_been_hit), "D100-DEF-02"


def flat_defence(quickness: int, others: int) -> int:
    """Defence without what quickness would add; slowness still counts (D100-DEF-02)."""
    return BASE + min(0, quickness) + others


@procedure(
    "defence",
    rules="""D100-DEF-01 D100-DEF-02 D100-DEF-03 D100-PROT-02 D100-CREAT-03 D100-CREAT-04 D100-MODE-01 D100-MODE-02
    D100-SPEC-01 D100-SPEC-02 D100-SPEC-05 D100-MISS-17""",
    headline=("defence_used",),
)
def find_defence(given: DefenceGiven, options: Options) -> Program[Guard]:
    """Fifteen, Réflexes and everything that helps to get out of the way; armour only hinders."""
    quick = given.quickness(options)
    others = (
        ("defence_bonus", given.defence_bonus),
        ("armour_penalty", given.armour_penalty),
        ("scale", given.scale),
        ("cover", COVER[given.cover]),
        ("mode", MODES[given.mode]),
    )
    kept = nonzero(*others)
    more = sum(value for _, value in kept)
    defence = BASE + quick + given.dodge_bonus + more
    parts = [("base", BASE), ("reflexes", quick)]
    if given.dodge_bonus:
        parts.append(("dodge_bonus", given.dodge_bonus))
    yield from step("defence", defence, "D100-DEF-01", (*parts, *kept))
    flat = flat_defence(quick, more)
    yield from step("defence_flat", flat, "D100-DEF-02", (("base", BASE), ("reflexes", min(0, quick)), *kept))
    caught, rule = flat_footed(given)
    yield from step("flat_footed", caught, rule)
    used = flat if caught else defence
    yield from step("defence_used", used, rule if caught else "D100-DEF-01")
    return Guard(defence=defence, defence_flat=flat, flat_footed=caught, defence_used=used)


class FullGiven(Value, frozen=True, kw_only=True):
    """Somebody who only defends."""

    defence: Defence


class Full(Value, frozen=True, kw_only=True):
    """Until their next turn."""

    defence: int
    can_attack: bool = False


@procedure("full_defence", rules="D100-MODE-01", headline=("defence",))
def defend_fully(given: FullGiven, options: Options) -> Program[Full]:
    """A whole round of defence: four points more, and no attack."""
    defence = given.defence + FULL
    yield from step("defence", defence, "D100-MODE-01", (("defence", given.defence), ("mode", FULL)))
    yield from step("can_attack", False, "D100-MODE-01")
    return Full(defence=defence)


class CautiousGiven(Value, frozen=True, kw_only=True):
    """Somebody who fights with caution."""

    defence: Defence
    attack: Attack
    attacked: bool = False  # in this round, without caution

    def __post_init__(self) -> None:
        if self.attacked:
            raise BadField("attacked", "act/attacked", "D100-MODE-02")


class Cautious(Value, frozen=True, kw_only=True):
    """Until their next turn."""

    defence: int
    attack: int


@procedure("defensive_fighting", rules="D100-MODE-02", headline=("defence", "attack"))
def fight_defensively(given: CautiousGiven, options: Options) -> Program[Cautious]:
    """Attacks are four points worse, Defence two points better."""
    defence, attack = given.defence + CAUTIOUS, given.attack + CAUTIOUS_ATTACK
    yield from step("defence", defence, "D100-MODE-02", (("defence", given.defence), ("mode", CAUTIOUS)))
    yield from step("attack", attack, "D100-MODE-02", (("attack", given.attack), ("mode", CAUTIOUS_ATTACK)))
    return Cautious(defence=defence, attack=attack)
