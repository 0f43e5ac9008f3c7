"""Magic, the Mythos, dreams and the clock."""

from gardien.core.telling import Report
from gardien.core.wording import (
    NO_DIE,
    arrow,
    join_list,
    join_sentences,
    label,
    off_at_this_table,
    start,
    thing_of,
    with_rule,
)
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.rules.mythos import SLEEP_HOURS
from gardien.systems.yacdha.words.gauges import check_text, comparison_text, gauge_change
from gardien.systems.yacdha.words.grammar import CERTAIN, HOUR, crew, lasting, months, name_text
from gardien.systems.yacdha.words.throws import against, sum_text, verdict


def cast_magic(report: Report) -> list[str]:
    """The casting dice, then the price each caster pays."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        text = report.pick(
            "Les conditions de cette magie ne sont pas remplies : aucun dé n'est lancé.",
            "The conditions of this magic are not met: no die is thrown.",
        )
        return [with_rule(text, "YAC-MAG-02")]
    head = _casting_head(report)
    if not outcome.rolled:
        return [f"{head}{report.colon} {report.pick(*CERTAIN)}."]
    several = len(given.casters) > 1
    faces = [f"{face} ({name_text(report, name)})" if several else face for name, face in outcome.casting.items()]
    dice = f"dF {join_list(report, faces)}" + (
        f"{report.pick(', on garde', ', keep')} {outcome.raw}" if several else ""
    )
    dice += sum_text(report, outcome.raw, outcome.mythos, report.pick("Mythe", "Mythos")) if outcome.mythos else ""
    lines = [join_sentences(f"{head}{report.colon} {dice}.", verdict(report, outcome.margin, outcome.degree))]
    lines += _effect(report)
    for caster in given.casters:
        if caster.name in outcome.checks:
            die, status = outcome.checks[caster.name], outcome.status[caster.name]
            lines.append(check_text(report, name_text(report, caster.name), "madness", die, caster.madness, status))
    return lines


def _effect(report: Report) -> list[str]:
    """What the margin brings, where the spell is one of the pack (YAC-MAG-09)."""
    effect = pack.spell(report.given.spell).effect(report.outcome.margin) if report.given.spell else None
    return [report.pick(effect.fr, effect.en)] if effect else []


def _casting_head(report: Report) -> str:
    given = report.given
    who, one = crew(report, [caster.name for caster in given.casters], ("le groupe", "the group"), one_body=True)
    if given.spell:
        row = pack.spell(given.spell)
        verb = report.pick("use" if one else "usent", "uses" if one else "use")
        name = report.pick(f"de «\u00a0{row.fr}\u00a0»", f"“{row.en}”")
        return f"{start(who)} {verb} {name}{'' if row.prepared else against(report, report.outcome.opposition)}"
    if given.prepared:
        return start(report.pick(f"{who} use d'une magie toute prête", f"{who} uses ready-made magic"))
    verb = report.pick("use de magie" if one else "usent de magie", "uses magic" if one else "use magic")
    return f"{start(who)} {verb}{against(report, report.outcome.opposition)}"


def study_mythos(report: Report) -> list[str]:
    """What months of study did."""
    given, outcome = report.given, report.outcome
    if outcome.refused == "module_off":
        return [off_at_this_table(report, ("Le Mythe n'est pas en jeu", "The Mythos is off"), "modules", "YAC-GEN-02")]
    lines = []
    if outcome.log:
        length = months(report, len(outcome.log))
        head = report.pick(f"Étude du Mythe, {length}", f"Study of the Mythos, {length}")
        if report.who:
            studies = report.pick(f"étudie le Mythe pendant {length}", f"studies the Mythos for {length}")
            head = f"{start(report.who)} {studies}"
        lore = f"{label(report, 'mythos')} {arrow(report, given.mythos, outcome.mythos)}"
        floor = f"{label(report, 'madness_min')} {outcome.madness_min}"
        change = gauge_change(report, report.who, "madness", given.madness, outcome.madness, outcome.status)
        lines.append(join_sentences(f"{head}{report.colon} {lore}, {floor}.", change))
    if outcome.refused:
        text = report.pick(
            f"Connaissance du Mythe {outcome.mythos} : un mois de plus coûte la raison. Il faut accepter la folie.",
            f"Mythos lore {outcome.mythos}: one more month costs the mind. Madness must be accepted.",
        )
        lines.append(with_rule(text, "YAC-MYT-04"))
    return lines


def dream(report: Report) -> list[str]:
    """A night, and whether a gate opens."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return [off_at_this_table(report, ("Le Mythe n'est pas en jeu", "The Mythos is off"), "modules", "YAC-GEN-02")]
    if not outcome.rolled:
        return [with_rule(f"{_no_dream(report)}{report.colon} {report.pick(*NO_DIE)}.", "YAC-DRM-01")]
    if outcome.dream:
        end = report.pick("Un rêve vient.", "A dream comes.")
    elif outcome.dreamlands:
        end = report.pick("Les Contrées du Rêve s'ouvrent.", "The Dreamlands open.")
    elif given.gate == "dreamlands":
        end = report.pick("Les Contrées du Rêve restent fermées.", "The Dreamlands stay closed.")
    else:
        end = report.pick("Aucun rêve.", "No dream.")
    night = start(thing_of(report, ("nuit", "night"), report.who))
    return [
        join_sentences(
            f"{night}{report.colon} d6 {outcome.die}, {comparison_text(report, outcome.die, given.mythos)}.", end
        )
    ]


def _no_dream(report: Report) -> str:
    given = report.given
    if given.hours < SLEEP_HOURS:
        slept, least = (lasting(report, hours * HOUR) for hours in (given.hours, SLEEP_HOURS))
        return report.pick(f"{slept} de sommeil, il en faut {least}", f"{slept} of sleep, {least} are needed")
    if not given.good_conditions:
        return report.pick("Mauvaises conditions de sommeil", "Bad conditions for sleep")
    return report.pick("Le gardien ne le permet pas", "The keeper does not allow it")


def clock_advance(report: Report) -> list[str]:
    """The hour, what has fallen due, what is near."""
    given, outcome = report.given, report.outcome
    now = lasting(report, outcome.clock)
    moved = f"{lasting(report, given.clock)} → {now}" if outcome.clock != given.clock else now
    lines = [f"{start(label(report, 'clock'))}{report.colon} {moved}."]
    if outcome.due:
        lines.append(f"{start(label(report, 'due'))}{report.colon} {', '.join(outcome.due)}.")
    if outcome.upcoming:
        times = {event.id: event.time for event in given.events}
        within = report.pick("dans", "in")
        near = [f"{name} ({within} {lasting(report, times[name] - outcome.clock)})" for name in outcome.upcoming]
        lines.append(f"{start(label(report, 'upcoming'))}{report.colon} {', '.join(near)}.")
    return lines
