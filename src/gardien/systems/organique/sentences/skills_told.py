"""A skill at work, and what combat skills add (SKILL-01 to SKILL-07, CSK-01 to CSK-06)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, listed, present, ruled, semicolon, start, word
from gardien.systems.organique import pack
from gardien.systems.organique.sentences.checks_told import chance
from gardien.systems.organique.sentences.grammar import named_in, signed, skill_name, trial
from gardien.systems.organique.sentences.sites_told import lead
from gardien.systems.organique.skills import SkillEntry, skill_row

UNTRAINED: Both = ("sans la compétence, aucun test n'est possible", "without the skill there is no test")
NO_BONUS: Both = ("aucun bonus", "no bonus")
FREE: Both = ("Les coups visés ne coûtent rien.", "Called shots cost nothing.")


def skill_test(told: Told) -> list[str]:
    """« Tyra, piratage de données, niveau 3 : INT 12 + 8 + 9 (d20) = 29 contre 25, marge 4. »"""
    given, outcome = told.given, told.outcome
    name = skill_name(told, given.skill)
    if not outcome.can_try:
        return [
            ruled(f"{start(lead(told, given.character, name))}{told.colon} {told.pick(*UNTRAINED)}.", "ORG-SKILL-06")
        ]
    row = skill_row(given.skill)
    code = given.characteristic or (row.characteristic if row else "INT")
    level = (
        told.pick(f"niveau {outcome.level_used}", f"level {outcome.level_used}")
        if outcome.level_used
        else told.pick("sans formation", "untrained")
    )
    line = trial(told, lead(told, given.character, name, level, chance(told, given.luck)), outcome, code)
    return [joined(line, _with(told))]


def _with(told: Told) -> str:
    """What the modifier holds, and how long it takes: « Aide +4 ; deux fois plus vite −4. Durée ×3. »"""
    given, outcome = told.given, told.outcome
    parts = (
        [told.pick(f"aide {signed(told, outcome.help_bonus)}", f"help {signed(told, outcome.help_bonus)}")]
        if outcome.help_bonus
        else []
    )
    if given.haste != "none":
        parts.append(f"{word(told, 'haste', given.haste)} {signed(told, pack.modifier('haste', given.haste))}")
    help_ = f"{start(f'{semicolon(told)} '.join(parts))}." if parts else ""
    factor = told.number(outcome.time_factor)
    longer = (
        told.pick(f"Avec le livre, durée ×{factor}.", f"With the book, time ×{factor}.")
        if outcome.time_factor > 1
        else ""
    )
    return joined(help_, longer)


def skill_bonus(told: Told) -> list[str]:
    """« Karaté 3 : frapper +6, esquiver +3. Initiative +3. »"""
    given, outcome = told.given, told.outcome
    trained = listed(told, [_entry(told, one) for one in given.skills])
    head = lead(told, "", trained) or told.pick("aucune compétence de combat", "no combat skill")
    if present(outcome.bonus):
        assert given.action is not None
        found = f"{word(told, 'action', given.action)} {signed(told, outcome.bonus)}"
    else:
        found = ", ".join(
            f"{word(told, 'action', feat)} {signed(told, value)}" for feat, value in outcome.bonuses.items()
        )
    speed = f"Initiative {signed(told, outcome.initiative)}." if outcome.initiative else ""
    return [
        joined(
            f"{start(head)}{told.colon} {found or told.pick(*NO_BONUS)}.",
            speed,
            told.pick(*FREE) if outcome.called_shot_free else "",
        )
    ]


def _entry(told: Told, one: SkillEntry) -> str:
    if one.skill is None:
        return told.pick(f"compétence décrite {one.level}", f"described skill {one.level}")
    return f"{named_in(told, 'skill', pack.combat_skill, one.skill)} {one.level}"
