"""Tests of a skill, of a Jet, of a characteristic: one d20 against a Difficulty (TEST, SKILL, ROLL)."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step, watched
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Code, Difficulty, Jet, Modifier, Mods, WoundPenalty
from gardien.systems.d20d100.rules.tests.d20 import CHARACTERISTIC, EVERY, JET, SKILL, attempt

SkillKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("skills", "skill")])]

SENSES = ("ecouter", "observer")  # skills that the alert listens and looks with (D100-CBT-04)
ALERT = 2
BODILY_JETS: tuple[Jet, ...] = ("reflexes", "endurance")  # wounds weigh on these (D100-HEALTH-04)
BODILY_CODES: tuple[Code, ...] = ("FOR", "DEX")  # and on these; CON only resists (D100-TEST-14)
SIXTH_SENSE = 15  # D100-TEST-16


class Skilled(Value, frozen=True, kw_only=True):
    """Inputs that may name the skill they rest on."""

    skill: SkillKey = ""

    def __post_init__(self) -> None:
        if self.skill:
            check_key("skill", self.skill, pack.skill)


def modifier_sum(modifier: int, mods: tuple[int, ...], **others: int) -> tuple[int, tuple[tuple[str, int], ...]]:
    """A modifier with every adjustment, and what it is made of."""
    parts = [("modifier", modifier)]
    parts += [part for part in (("mods", sum(mods)), *others.items()) if part[1]]
    return sum(value for _, value in parts), tuple(parts)


# ---- a skill ----


class SkillGiven(Skilled, frozen=True, kw_only=True):
    """A finished modifier, a Difficulty, and what weighs on the skill."""

    modifier: Modifier
    difficulty: Difficulty = SKILL
    mods: Mods = ()
    armour_penalty: Annotated[int, Meta(ge=-5, le=0)] = 0
    wound_penalty: WoundPenalty = 0
    alert: bool = False
    learned: bool = True


class SkillTested(Value, frozen=True, kw_only=True):
    """A test of a skill as it came out; nothing was thrown where it was refused."""

    refused: bool = False
    modifier_used: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool | UnsetType = UNSET


def weighs_on(key: str) -> bool:
    """Whether wounds weigh on a skill (D100-HEALTH-04)."""
    return pack.group(pack.skill(key).group).wounded


@procedure(
    "skill_test",
    rules="""D100-TEST-01 D100-TEST-02 D100-TEST-03 D100-TEST-04 D100-TEST-05 D100-TEST-06 D100-CORE-02 D100-CORE-04
    D100-CORE-05 D100-SKILL-01 D100-SKILL-02 D100-SKILL-03 D100-SKILL-04 D100-SKILL-06 D100-SKILL-07 D100-SKILL-08
    D100-SKILL-09 D100-SKILL-10 D100-SKILL-12 D100-SKILL-13 D100-SKILL-14 D100-SKILL-15 D100-SKILL-16 D100-SKILL-17
    D100-SKILL-18 D100-SKILL-19 D100-SKILL-20 D100-SKILL-21 D100-SKILL-22 D100-PROT-02 D100-HEALTH-04 D100-CBT-04
    D100-MISS-01 D100-MISS-06""",
    dice=("d20",),
    headline=("success",),
)
def check_skill(given: SkillGiven, options: Options) -> Program[SkillTested]:
    """Throw a d20, add the skill and what weighs on it, reach the Difficulty; a 1 always fails."""
    armour = wounds = alert = 0
    if given.skill:
        row = pack.skill(given.skill)
        if not given.learned and not row.sheet:
            yield from step("refused", True, "D100-SKILL-01")
            return SkillTested(refused=True)
        armour = given.armour_penalty if row.starred else 0
        wounds = given.wound_penalty if weighs_on(given.skill) else 0
        alert = ALERT if given.alert and given.skill in SENSES and options.rule_attentive else 0
    used, parts = modifier_sum(given.modifier, given.mods, armour_penalty=armour, wound_penalty=wounds, alert=alert)
    yield from step("modifier_used", used, "D100-TEST-01", parts)
    wanted = yield from watched(*EVERY)
    tried = yield from attempt(used, given.difficulty, wanted, options, purpose="test")
    return SkillTested(modifier_used=used, **tried.fields())


# ---- a Jet, a characteristic ----


class Checked(Value, frozen=True, kw_only=True):
    """A test that anybody may make, as it came out."""

    difficulty: int
    modifier_used: int
    total: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool


def check(
    modifier: int, mods: tuple[int, ...], wounds: int, difficulty: int, rule: str, options: Options
) -> Program[Checked]:
    """A test whose wound penalty has been weighed."""
    yield from step("difficulty", difficulty, rule)
    used, parts = modifier_sum(modifier, mods, wound_penalty=wounds)
    yield from step("modifier_used", used, "D100-TEST-01", parts)
    wanted = yield from watched(*EVERY)
    tried = yield from attempt(used, difficulty, wanted, options, purpose="test")
    return Checked(difficulty=difficulty, modifier_used=used, **tried.fields())


class JetGiven(Value, frozen=True, kw_only=True):
    """One of the five Jets and a Difficulty."""

    jet: Jet
    modifier: Modifier
    difficulty: Difficulty = JET
    mods: Mods = ()
    wound_penalty: WoundPenalty = 0


@procedure(
    "jet_test",
    rules="""D100-TEST-01 D100-TEST-03 D100-TEST-06 D100-CORE-03 D100-ROLL-01 D100-ROLL-02 D100-ROLL-04 D100-ROLL-08
    D100-HEALTH-04""",
    dice=("d20",),
    headline=("success",),
)
def check_jet(given: JetGiven, options: Options) -> Program[Checked]:
    """Réflexes, Endurance, Idée, Chance or Culture générale, at Difficulty 10 unless the situation names another."""
    wounds = given.wound_penalty if given.jet in BODILY_JETS else 0
    return (yield from check(given.modifier, given.mods, wounds, given.difficulty, "D100-TEST-06", options))


class CharacteristicGiven(Value, frozen=True, kw_only=True):
    """A characteristic tested as such."""

    characteristic: Code
    modifier: Annotated[int, Meta(ge=-20, le=60)]
    difficulty: Difficulty | None = None
    sixth_sense: bool = False
    mods: Mods = ()
    wound_penalty: WoundPenalty = 0


@procedure(
    "characteristic_test",
    rules="D100-TEST-03 D100-TEST-06 D100-TEST-14 D100-TEST-16 D100-CORE-03 D100-HEALTH-04",
    dice=("d20",),
    headline=("success",),
)
def check_characteristic(given: CharacteristicGiven, options: Options) -> Program[Checked]:
    """Only where no skill and no Jet fits: 10 is hard already, since characteristics do not grow."""
    wounds = given.wound_penalty if given.characteristic in BODILY_CODES else 0
    difficulty, rule = given.difficulty, "D100-TEST-14"
    if difficulty is None:
        difficulty = SIXTH_SENSE if given.sixth_sense else CHARACTERISTIC
        rule = "D100-TEST-16" if given.sixth_sense else rule
    return (yield from check(given.modifier, given.mods, wounds, difficulty, rule, options))
