"""Magic, the Mythos, dreams and the clock."""

from gardien.core.telling import Told
from gardien.core.wording import NO_DIE, arrow, joined, label, listed, off_at_this_table, owned, ruled, start
from gardien.systems.yacdha.mythos import SLEEP_HOURS
from gardien.systems.yacdha.sentences.fates import checked, compared, gauge_change
from gardien.systems.yacdha.sentences.grammar import CERTAIN, HOUR, called, crew, lasting, months
from gardien.systems.yacdha.sentences.throws import against, summed, verdict


def cast_magic(told: Told) -> list[str]:
    """The casting dice, then the price each caster pays."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        text = told.pick(
            "Les conditions de cette magie ne sont pas remplies : aucun dé n'est lancé.",
            "The conditions of this magic are not met: no die is thrown.",
        )
        return [ruled(text, "YAC-MAG-02")]
    head = _casting_head(told)
    if not outcome.rolled:
        return [f"{head}{told.colon} {told.pick(*CERTAIN)}."]
    several = len(given.casters) > 1
    faces = [f"{face} ({called(told, name)})" if several else face for name, face in outcome.casting.items()]
    dice = f"dF {listed(told, faces)}" + (f"{told.pick(', on garde', ', keep')} {outcome.raw}" if several else "")
    dice += summed(told, outcome.raw, outcome.mythos, told.pick("Mythe", "Mythos")) if outcome.mythos else ""
    lines = [joined(f"{head}{told.colon} {dice}.", verdict(told, outcome.margin, outcome.degree))]
    for caster in given.casters:
        if caster.name in outcome.checks:
            die, status = outcome.checks[caster.name], outcome.status[caster.name]
            lines.append(checked(told, called(told, caster.name), "madness", die, caster.madness, status))
    return lines


def _casting_head(told: Told) -> str:
    given = told.given
    who, one = crew(told, [caster.name for caster in given.casters], ("le groupe", "the group"), one_body=True)
    if given.prepared:
        return start(told.pick(f"{who} use d'une magie toute prête", f"{who} uses ready-made magic"))
    verb = told.pick("use de magie" if one else "usent de magie", "uses magic" if one else "use magic")
    return f"{start(who)} {verb}{against(told, told.outcome.opposition)}"


def study_mythos(told: Told) -> list[str]:
    """What months of study did."""
    given, outcome = told.given, told.outcome
    if outcome.refused == "module_off":
        return [off_at_this_table(told, ("Le Mythe n'est pas en jeu", "The Mythos is off"), "modules", "YAC-GEN-02")]
    lines = []
    if outcome.log:
        length = months(told, len(outcome.log))
        head = told.pick(f"Étude du Mythe, {length}", f"Study of the Mythos, {length}")
        if told.who:
            studies = told.pick(f"étudie le Mythe pendant {length}", f"studies the Mythos for {length}")
            head = f"{start(told.who)} {studies}"
        lore = f"{label(told, 'mythos')} {arrow(told, given.mythos, outcome.mythos)}"
        floor = f"{label(told, 'madness_min')} {outcome.madness_min}"
        change = gauge_change(told, told.who, "madness", given.madness, outcome.madness, outcome.status)
        lines.append(joined(f"{head}{told.colon} {lore}, {floor}.", change))
    if outcome.refused:
        text = told.pick(
            f"Connaissance du Mythe {outcome.mythos} : un mois de plus coûte la raison. Il faut accepter la folie.",
            f"Mythos lore {outcome.mythos}: one more month costs the mind. Madness must be accepted.",
        )
        lines.append(ruled(text, "YAC-MYT-04"))
    return lines


def dream(told: Told) -> list[str]:
    """A night, and whether a gate opens."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return [off_at_this_table(told, ("Le Mythe n'est pas en jeu", "The Mythos is off"), "modules", "YAC-GEN-02")]
    if not outcome.rolled:
        return [ruled(f"{_no_dream(told)}{told.colon} {told.pick(*NO_DIE)}.", "YAC-DRM-01")]
    if outcome.dream:
        end = told.pick("Un rêve vient.", "A dream comes.")
    elif outcome.dreamlands:
        end = told.pick("Les Contrées du Rêve s'ouvrent.", "The Dreamlands open.")
    elif given.gate == "dreamlands":
        end = told.pick("Les Contrées du Rêve restent fermées.", "The Dreamlands stay closed.")
    else:
        end = told.pick("Aucun rêve.", "No dream.")
    night = start(owned(told, ("nuit", "night"), told.who))
    return [joined(f"{night}{told.colon} d6 {outcome.die}, {compared(told, outcome.die, given.mythos)}.", end)]


def _no_dream(told: Told) -> str:
    given = told.given
    if given.hours < SLEEP_HOURS:
        slept, least = (lasting(told, hours * HOUR) for hours in (given.hours, SLEEP_HOURS))
        return told.pick(f"{slept} de sommeil, il en faut {least}", f"{slept} of sleep, {least} are needed")
    if not given.good_conditions:
        return told.pick("Mauvaises conditions de sommeil", "Bad conditions for sleep")
    return told.pick("Le gardien ne le permet pas", "The keeper does not allow it")


def clock_advance(told: Told) -> list[str]:
    """The hour, what has fallen due, what is near."""
    given, outcome = told.given, told.outcome
    now = lasting(told, outcome.clock)
    moved = f"{lasting(told, given.clock)} → {now}" if outcome.clock != given.clock else now
    lines = [f"{start(label(told, 'clock'))}{told.colon} {moved}."]
    if outcome.due:
        lines.append(f"{start(label(told, 'due'))}{told.colon} {', '.join(outcome.due)}.")
    if outcome.upcoming:
        times = {event.id: event.time for event in given.events}
        within = told.pick("dans", "in")
        near = [f"{name} ({within} {lasting(told, times[name] - outcome.clock)})" for name in outcome.upcoming]
        lines.append(f"{start(label(told, 'upcoming'))}{told.colon} {', '.join(near)}.")
    return lines
