"""A rule of creation that is broken, told as what is wrong with a field (P-ABIL, P-PROF, P-SKILL, P-FEAT)."""

from collections.abc import Mapping, Sequence
from typing import Any

from gardien.core.errors import Refusal
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation.check import ARRAY, GOOD_SAVES, POINTS, Method, price_of
from gardien.systems.cthulhud20.rules.growth.feat_prerequisites import LIGHTER, same_feat
from gardien.systems.cthulhud20.rules.growth.score_rolls import HIGHEST, LOWEST
from gardien.systems.cthulhud20.rules.growth.skill_points import CORE_SKILLS, UNBOUGHT, most_ranks
from gardien.systems.cthulhud20.vocabulary import Ability, CombatOption, modifier_of


def _refusal(id: str, field: str, rule: str, **words: Any) -> Refusal:
    return Refusal(id, kind="refused", field=field, rule=rule, **words)


# ---- abilities ----


def weak(field: str, scores: Sequence[int]) -> Refusal:
    """Six scores that are thrown again: worth nothing together, or none above 13 (CD20-P-ABIL-01)."""
    total = sum(map(modifier_of, scores))
    if total <= 0:
        return _refusal("field/at_least", field, "CD20-P-ABIL-01", came=total, low=1)
    return _refusal("field/at_least", field, "CD20-P-ABIL-01", came=max(scores), low=14)


def refuse_scores(method: Method, decided: Mapping[Ability, int]) -> Refusal | None:
    """What is wrong with scores by themselves: no dice, no array, no points give them (CD20-P-ABIL-01)."""
    prices = pack.table("scales", "price")
    lowest, highest = (LOWEST, HIGHEST) if method == "rolled" else (prices[0].score, prices[-1].score)
    left = list(ARRAY)
    for score in decided.values():
        if method == "array":
            if score not in left:
                return _refusal("field/one_of", "abilities", "CD20-P-ABIL-01", came=score, allowed=left)
            left.remove(score)
        elif not lowest <= score <= highest:
            return _refusal("field/range", "abilities", "CD20-P-ABIL-01", came=score, low=lowest, high=highest)
    spent = sum(map(price_of, decided.values()))
    if method == "points" and spent > POINTS:
        return _refusal("field/at_most", "abilities", "CD20-P-ABIL-01", came=spent, high=POINTS)
    return None


def not_thrown(score: int, left: Sequence[int]) -> Refusal:
    """A score that none of the throws gives."""
    return _refusal("field/one_of", "abilities", "CD20-P-ABIL-01", came=score, allowed=sorted(set(left)))


def too_many_rises(came: int, most: int) -> Refusal:
    """More points than the levels have brought (CD20-P-ABIL-01)."""
    return _refusal("field/at_most", "increases", "CD20-P-ABIL-01", came=came, high=most)


# ---- saves, skills ----


def refuse_saves(saves: Sequence[str], option: CombatOption) -> Refusal | None:
    """One good save for offence, two for defence, each once (CD20-P-LEVEL-01)."""
    most = GOOD_SAVES[option]
    if len(set(saves)) < len(saves):
        return _refusal("field/twice", "good_saves", "CD20-P-LEVEL-01", came=saves[-1])
    if len(saves) > most:
        return _refusal("field/length_at_most", "good_saves", "CD20-P-LEVEL-01", came=len(saves), high=most)
    return None


def refuse_core(came: int) -> Refusal:
    """More core skills than there is room for beside those of the profession (CD20-P-SKILL-02, CD20-P-PROF-01)."""
    return _refusal("field/length_at_most", "core_skills", "CD20-P-SKILL-02", came=came, high=CORE_SKILLS)


def refuse_ranks(
    core_skills: Sequence[str], core: Mapping[str, float], others: Mapping[str, float], level: int
) -> Refusal | None:
    """Ranks above their limit, in the wrong list, in pieces, or of what cannot be bought (CD20-P-SKILL-02)."""
    for field, ranks, is_core in (("core_ranks", core, True), ("other_ranks", others, False)):
        most = most_ranks(level, is_core)
        for key, rank in ranks.items():
            if key == UNBOUGHT:
                return _refusal("field/not_allowed", field, "CD20-P-SAN-05", came=key, allowed="mythos_ranks")
            if not is_core and key in core_skills:
                return _refusal("field/not_allowed", field, "CD20-P-SKILL-02", came=key, allowed="core_ranks")
            if rank > most:
                return _refusal("field/at_most", f"{field}.{key}", "CD20-P-SKILL-02", came=rank, high=most)
            if rank % (1 if is_core else 0.5):
                return _refusal("field/type", field, "CD20-P-SKILL-02", came=rank, allowed="0,5 · 1 · 1,5…")
    return None


def refuse_points(spent: float, points: int) -> Refusal:
    """More ranks than the points of so many levels buy (CD20-P-SKILL-02)."""
    return _refusal("field/at_most", "core_ranks", "CD20-P-SKILL-02", came=spent, high=points)


# ---- feats, mind, destiny ----


def asked_by(feat: str) -> list[str]:
    """What a feat needs, as words that its own name function tells: other feats, `dex 13`, `base_attack 4`."""
    row, about = pack.feat(feat), feat.partition(":")[2]
    needs = [*row.needs, *([LIGHTER[feat]] if feat in LIGHTER else [])]
    if row.ability:
        needs.append(f"{row.ability} {row.least}")
    if row.base_attack:
        needs.append(f"base_attack {row.base_attack}")
    if row.proficient and about in pack.keys("weapons", "weapon"):
        group = pack.weapon(about).proficiency
        needs += [] if group == "simple" else [f"weapon_proficiency:{group}"]
    return needs


def refuse_feats(left: Sequence[str], taken: Sequence[str], slots: int) -> Refusal:
    """A feat that could not be taken in time: one too many, one taken already, one that lacks something."""
    feat = left[0]
    if len(left) + len(taken) > slots:
        came = len(left) + len(taken)
        return _refusal("field/length_at_most", "feats", "CD20-P-LEVEL-01", came=came, high=slots)
    most = pack.feat(feat).most if feat == "toughness" else 1
    if sum(same_feat(one, feat) for one in taken) >= most:
        return _refusal("field/twice", "feats", "CD20-P-FEAT-01", came=feat)
    return _refusal("field/type", "feats", "CD20-P-FEAT-01", came=feat, allowed=asked_by(feat))


def refuse_spending(spent: int, received: int) -> Refusal:
    """More points of destiny spent than were received (CD20-DEST-02)."""
    return _refusal("field/at_most", "destiny_spent", "CD20-DEST-02", came=spent, high=received)


def refuse_san(san: int, most: int) -> Refusal:
    """More SAN than the Mythos leaves (CD20-P-SAN-01)."""
    return _refusal("field/at_most", "san", "CD20-P-SAN-01", came=san, high=most)
