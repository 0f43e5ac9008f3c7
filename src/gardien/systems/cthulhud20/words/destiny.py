"""Points of destiny: asked for in an attack, or spent on a die or a wound that lie on the table (DEST)."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import Both, of, present, start, who_text, with_rule
from gardien.systems.cthulhud20.rules.destiny import LUCKY
from gardien.systems.cthulhud20.rules.fight.attack_severity import IMPROVED_CRITICAL, power_bonus, severity_of
from gardien.systems.cthulhud20.words.grammar import (
    ATTACKER,
    SOMEBODY,
    TARGET,
    VICTIM,
    at_zone,
    dc,
    face_of,
    faces_of,
    severity_name,
    sum_text,
    wound_name,
)
from gardien.systems.cthulhud20.words.wounds import wound_lines

REASONS: dict[str, tuple[Both, str]] = {  # with {who} for whoever asks
    "dead": (
        ("après la mort, rien ne peut plus être changé", "after death nothing can be changed"),
        "CD20-HP-04",
    ),
    "npc": (
        ("les PNJ n'ont pas de point de destin à cette table", "NPCs have no points of destiny at this table"),
        "CD20-DEST-01",
    ),
    "no_point": (("il n'en reste plus", "none is left"), "CD20-DEST-02"),
    "consequence_known": (
        (
            "il se demande avant de connaître la conséquence ; seul le gardien peut revenir en arrière",
            "it is asked for before the consequence is known; only the Keeper can go back",
        ),
        "CD20-DEST-03",
    ),
    "refused_by_player": (
        (
            "toute la table doit être d'accord, et une voix est contre",
            "everybody must agree, and one vote is against it",
        ),
        "CD20-DEST-05",
    ),
    "vote_missing": (
        ("toute la table doit être d'accord, et il manque une voix", "everybody must agree, and a vote is missing"),
        "CD20-DEST-05",
    ),
    "not_own_roll": (
        ("+10 ne s'ajoute qu'à son propre jet", "+10 is for one's own roll only"),
        "CD20-P-DEST-01",
    ),
    "no_wound": (
        ("il n'y a là aucune blessure à changer", "there is no wound to change here"),
        "CD20-DEST-04",
    ),
}


def point_text(report: Report, who: str, group: bool, left: Any = None) -> str:
    """« Point de destin de Paul (il lui en reste 2) », « Point de destin du groupe »."""
    if group:
        return report.pick("Point de destin du groupe", "The group's point of destiny")
    text = report.pick(f"Point de destin {of(who)}", f"{start(who)}'s point of destiny")
    if not present(left):
        return text
    if not left:
        return text + report.pick(" (c'était le dernier)", " (the last one)")
    return text + report.pick(f" (il lui en reste {left})", f" ({left} left)")


def refuse_point(report: Report, who: str, group: bool, reason: Any) -> str:
    """« Point de destin de Paul refusé : il n'en reste plus. »"""
    why, rule = REASONS[str(reason)]
    return with_rule(
        f"{point_text(report, who, group)}{report.pick(' refusé', ' refused')}{report.colon} {report.pick(*why)}.", rule
    )


def severity_change(report: Report, before: str, after: str, where: str = "") -> str:
    """« la blessure grave devient légère, au bras droit »."""
    old, new = wound_name(report, before), severity_name(report, after)
    end = f", {where}" if where else ""
    if before == after:
        return report.pick(f"la {old} reste ce qu'elle est{end}", f"the {old} stays as it is{end}")
    return report.pick(f"la {old} devient {new}{end}", f"the {old} becomes {new}{end}")


def destiny_text(report: Report, given: Any, block: Any, zone: str) -> str:
    """The point that was asked for in an attack, heard or not; nothing where nobody asked."""
    if not present(block.destiny_accepted):
        return ""
    destiny = given.destiny
    person = given.attacker if destiny.by == "attacker" else given.target
    role: Both = ATTACKER if destiny.by == "attacker" else TARGET
    who = who_text(report, person, role, acts=destiny.by == "attacker")
    group = destiny.source == "group"
    if not block.destiny_accepted:
        return refuse_point(report, who, group, block.destiny_reason)
    change = _change_clause(report, given, block, zone)
    return f"{point_text(report, who, group, block.destiny_left)}{report.colon} {change}."


def _change_clause(report: Report, given: Any, block: Any, zone: str) -> str:
    effect = given.destiny.effect
    if effect == "plus10":
        return report.pick("+10 à ce jet", "+10 to this roll")
    if effect == "reroll":
        first, second = faces_of(report, "attack", "d20")[:2]
        return report.pick(
            f"le d20 montrait {first}, le second {second}, on garde {block.die}",
            f"the d20 showed {first}, the second {second}, {block.die} is kept",
        )
    if not present(block.severity):
        return report.pick("aucune blessure, décision du gardien", "no wound, by the Keeper's ruling")
    where = at_zone(report, block.zone) if block.zone != zone else ""
    before = severity_of(announced_gb(given, block), zone, given.target.tables, block.pf_only)  # type: ignore[arg-type]
    ruling = report.pick(", décision du gardien", ", by the Keeper's ruling") if effect == "keeper" else ""
    return severity_change(report, before, block.severity, where) + ruling


def announced_gb(given: Any, block: Any) -> int:
    """The GB that the dice alone would have made (CD20-GB-01)."""
    weapon = given.weapon if isinstance(given.weapon, str) else given.weapon.key
    sharp = IMPROVED_CRITICAL if given.attacker.has(f"improved_critical:{weapon}") else 0
    gains = sharp + power_bonus(given.power_attack) + given.gb_bonus
    return int(max(0, block.margin + block.zone_bonus + gains))


# ---- spent by itself ----


def spend_destiny(report: Report) -> list[str]:
    """« Point de destin de Paul (il lui en reste 2) : la blessure grave devient légère. »"""
    who = who_text(report, report.given.character, SOMEBODY, acts=True)
    if not report.outcome.accepted:
        return [refuse_point(report, who, False, report.outcome.reason)]
    return _effect(report, point_text(report, who, False, report.outcome.destiny_left))


def spend_group_destiny(report: Report) -> list[str]:
    """« Point de destin du groupe : … », if everybody agrees."""
    if not report.outcome.accepted:
        return [refuse_point(report, "", True, report.outcome.reason)]
    return _effect(report, point_text(report, "", True))


def _effect(report: Report, head: str) -> list[str]:
    """What the point does (CD20-P-DEST-01)."""
    effect = report.given.effect
    if effect in ("reroll", "plus10"):
        return [f"{head}{report.colon} {_roll(report)}."]
    if effect == "escape":
        text = report.pick("une issue s'ouvre, au gardien de dire laquelle", "a way out opens, the Keeper says which")
        return [f"{head}{report.colon} {text}."]
    who = who_text(report, report.given.victim, VICTIM)
    if effect == "clot":
        text = report.pick("toutes les blessures cessent de saigner", "all wounds stop bleeding")
        return [f"{head}{report.colon} {text}."]
    if effect == "stand":
        return [f"{head}{report.colon} {_stands(report, who)}."]
    return _wound(report, head, who)


def _roll(report: Report) -> str:
    """« le d20 montrait 4, le second 15, on garde 15 : 15 (d20) + 3 = 18 contre DD 15, réussi »."""
    given, outcome = report.given, report.outcome
    again = given.effect == "reroll"
    text = report.pick(f"+{LUCKY} à ce jet", f"+{LUCKY} to this roll")
    if again:
        second = face_of(report, "destiny")
        text = report.pick(
            f"le d20 montrait {given.die}, le second {second}, on garde {outcome.die}",
            f"the d20 showed {given.die}, the second {second}, {outcome.die} is kept",
        )
    sum_ = sum_text(report, outcome.die, given.bonus + (0 if again else LUCKY))
    if given.dc is None:
        return f"{text}. {sum_}"
    end = report.pick("réussi", "passed") if outcome.success else report.pick("raté", "failed")
    versus = report.pick(f"contre {dc(report, given.dc)}", f"against {dc(report, given.dc)}")
    return f"{text}. {sum_} {versus}, {end}"


def _stands(report: Report, who: str) -> str:
    """A faint save that counts as made after all."""
    if report.given.victim.condition == "unconscious":
        return report.pick(f"{who} garde connaissance, hors d'état d'agir", f"{who} stays conscious, unable to act")
    return report.pick(f"rien à changer pour {who}", f"nothing to change for {who}")


def _wound(report: Report, head: str, who: str) -> list[str]:
    """A wound made lighter, worse, or what the Keeper says (CD20-DEST-06)."""
    given, outcome = report.given, report.outcome
    if not present(outcome.severity):
        none = report.pick("aucune blessure, décision du gardien", "no wound, by the Keeper's ruling")
        return [f"{head}{report.colon} {none}."]
    where = at_zone(report, outcome.zone)
    before = _before(given)
    if before is None:
        ruling = report.pick("décision du gardien", "by the Keeper's ruling")
        text = f"{wound_name(report, outcome.severity)} {where}, {ruling}"
    else:
        text = severity_change(report, before, outcome.severity, where if outcome.zone != given.zone else "")
    lines = wound_lines(report, who, given.victim, outcome, pf_only=given.pf_only, named=False)
    return [f"{head}{report.colon} {text}.", *lines]


def _before(given: Any) -> str | None:
    """The severity that was announced, where one was."""
    if given.effect == "keeper":
        return None
    if given.severity is not None:
        return str(given.severity)
    return severity_of(given.gb or 0, given.zone, given.victim.tables, given.pf_only)
