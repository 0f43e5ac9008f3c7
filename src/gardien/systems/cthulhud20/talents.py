"""Feats for whoever has not chosen them: what becomes their arms and skills, each when its turn came (P-FEAT-01)."""

from collections.abc import Sequence

from msgspec.structs import replace

from gardien.core.drawing import Drawing, pick
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.course import at_level, feats_by
from gardien.systems.cthulhud20.feats import missing
from gardien.systems.cthulhud20.kinds import FIREARMS, Ability
from gardien.systems.cthulhud20.kits import FOR_ALL, IN_MELEE, PAIRS, TAUGHT, WITH_GUNS
from gardien.systems.cthulhud20.refusing import asked_by, feats_refused
from gardien.systems.cthulhud20.values import Combatant


def draw_feats(
    wished: Sequence[str],
    first: Combatant,
    level: int,
    rises: Sequence[Ability],
    arms: Sequence[str],
    core_skills: Sequence[str],
) -> Drawing[tuple[str, ...]]:
    """All feats of a level in the order in which they were taken; those decided come as soon as they can."""
    slots, left = feats_by(level), list(wished)
    taken: tuple[str, ...] = ()
    for at in slots:
        who = replace(at_level(first, at, rises), feats=taken)
        feat = next((one for one in left if missing(who, one) is None), None)
        if feat is not None:
            left.remove(feat)
        elif len(left) < len(slots) - len(taken):
            feat = yield from pick(becoming(who, left, arms, core_skills), "feats")
        else:
            break
        taken = (*taken, feat)
    if left:
        raise feats_refused(left, taken, len(slots))
    return taken


def becoming(who: Combatant, wished: Sequence[str], arms: Sequence[str], core_skills: Sequence[str]) -> list[str]:
    """What somebody may take now: first what a wish lacks, then how to use their arms, then whatever suits them."""

    def open_to(feats: Sequence[str]) -> list[str]:
        return [feat for feat in dict.fromkeys(feats) if feat not in wished and missing(who, feat) is None]

    lacking = [need for feat in wished for need in asked_by(feat) if " " not in need]
    groups = [pack.weapon(key).proficiency for key in arms]
    known = [f"weapon_proficiency:{group}" for group in groups if group != "simple"]
    return open_to(lacking) or open_to(known) or open_to(pool(arms, core_skills))


def pool(arms: Sequence[str], core_skills: Sequence[str]) -> list[str]:
    """The feats that go with arms and core skills."""
    guns = [key for key in arms if pack.weapon(key).proficiency in FIREARMS]
    blades = [key for key in arms if key not in guns]
    pairs = [f"skill_pair:{one}+{other}" for one, other in PAIRS if {one, other} <= {*core_skills}]
    return [
        *FOR_ALL,
        *(WITH_GUNS if guns else ()),
        *(IN_MELEE if blades else ()),
        *(f"weapon_focus:{key}" for key in arms),
        *(feat for skill, feats in TAUGHT.items() if skill in core_skills for feat in feats),
        *(f"skill_emphasis:{skill}" for skill in core_skills[:4]),
        *pairs[:3],
    ]
