"""What a sheet offers in a form: skills with their totals, feats to be taken, spells and tomes (P-SKILL, P-FEAT)."""

from collections.abc import Callable

from gardien.core.presentation import Content, Offered
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.page.sheet import signed
from gardien.systems.cthulhud20.rules.fight.full_attack import LETTERS
from gardien.systems.cthulhud20.rules.fight.weapons import WEAPONS
from gardien.systems.cthulhud20.rules.growth.feat_prerequisites import missing
from gardien.systems.cthulhud20.rules.growth.levels import gives_ability
from gardien.systems.cthulhud20.rules.tests.modifiers import check_parts, is_untrained, total
from gardien.systems.cthulhud20.table.fighter import combatant
from gardien.systems.cthulhud20.table.weapon_use import lines_of
from gardien.systems.cthulhud20.vocabulary import ABILITIES, WHOLE, FireMode

BEST = 4  # skills that stand above the others
NONE = Offered("")
BURSTS: tuple[FireMode, ...] = ("multifire", "autofire")


def skills(sheet: Content) -> list[Offered]:
    """What somebody does best, then every skill that may be tried; none where it is an ability (CD20-P-CHECK-01)."""
    who = combatant(sheet)
    totals = {key: total(check_parts(who, key)) for key in pack.tried_skills() if not is_untrained(who, key)}
    practised = [key for key in totals if who.rank(key) >= 1]
    best = sorted(practised, key=lambda key: -totals[key])[:BEST]
    return [
        *(Offered(key, signed(totals[key]), "best_skills") for key in best),
        *(Offered(key, signed(bonus), "all_skills", by_name=True) for key, bonus in totals.items()),
        NONE,
    ]


def other_skills(sheet: Content) -> list[Offered]:
    """A skill of somebody else’s; unsaid, the one that goes with it (CD20-P-CHECK-02)."""
    return [NONE, *(Offered(key, by_name=True) for key in pack.tried_skills())]


def abilities(sheet: Content) -> list[Offered]:
    """Abilities with their modifiers."""
    held = sheet.get("modifiers") or {}
    return [NONE, *(Offered(code, signed(held.get(code, 0)), "", code) for code in ABILITIES)]


def zones(sheet: Content) -> list[Offered]:
    """The zones of somebody’s own body, then the whole of it (CD20-P-CREA-04, CD20-ENV-01)."""
    return [*(Offered(zone) for zone in pack.zones(pack.tables_of(sheet))), Offered(WHOLE)]


def everywhere(sheet: Content) -> list[Offered]:
    """The whole body first: what strikes no zone in particular (CD20-ENV-01)."""
    return [Offered(WHOLE), *zones(sheet)[:-1]]


def spells(sheet: Content) -> list[Offered]:
    """Those somebody knows first."""
    known = [key for key in sheet.get("spells_known") or () if key in pack.keys("minds", "spell")]
    rest = [key for key in pack.keys("minds", "spell") if key not in known]
    return [*(Offered(key, head="known_spells") for key in known), *(Offered(key, head="other_spells") for key in rest)]


def fire_modes(sheet: Content) -> list[Offered]:
    """Shot by shot, and in bursts with whatever fires so; nothing is asked where nothing does (CD20-P-WEAP-01)."""
    guns = [one.weapon for one in lines_of(sheet) if one.weapon.is_ranged]
    bursts = [mode for mode in BURSTS if any(not gun.rate or LETTERS[mode] in gun.rate for gun in guns)]
    return [Offered("semi"), *(Offered(mode) for mode in bursts)] if bursts else []


# ---- what a sheet has a use for ----


def rises(sheet: Content) -> bool:
    """Whether the next level raises an ability (CD20-P-ABIL-01)."""
    return gives_ability(int(sheet.get("level", 1)) + 1)


def has_feat(feat: str) -> Callable[[Content], bool]:
    return lambda sheet: combatant(sheet).has(feat)


def throws(sheet: Content) -> bool:
    return any(one.weapon.thrown_increment_m and not one.weapon.is_ranged for one in lines_of(sheet))


def fires_shot(sheet: Content) -> bool:
    return any(one.weapon.damage_type == "shot" for one in lines_of(sheet))


# ---- feats ----


def feats(sheet: Content) -> list[Offered]:
    """Feats that may be taken now; those about a weapon are about one that is carried (CD20-P-FEAT-01)."""
    who = combatant(sheet)
    return [Offered(key) for key in _every_feat(sheet) if not missing(who, key)]


def _every_feat(sheet: Content) -> list[str]:
    carried = [one.get("weapon") for one in sheet.get("weapons") or () if one.get("weapon") in WEAPONS]
    practised = [key for key, ranks in (sheet.get("skill_ranks") or {}).items() if ranks]
    feats: list[str] = []
    for row in pack.table("feats", "feat"):
        about = {
            None: [""],
            "weapon": list(dict.fromkeys(carried)),
            "skill": practised,
            "skills": [],
        }.get(row.parameter, list(pack.ABOUT.get(row.parameter or "", ())))
        feats += [f"{row.key}:{one}" if one else row.key for one in about]
    return feats
