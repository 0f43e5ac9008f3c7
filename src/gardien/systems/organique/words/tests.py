"""Tests in words: characteristics, two against each other, saves, skills, feats, loads (TEST, SAVE, SKILL, FOR)."""

from collections.abc import Sequence
from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import (
    Both,
    count_of,
    join_list,
    join_sentences,
    of,
    present,
    semicolon,
    start,
    who_text,
    with_rule,
    word,
)
from gardien.systems.organique import pack
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.opposed import BREAKING, ORDEAL
from gardien.systems.organique.rules.tests.skills import SkillEntry, skill_row
from gardien.systems.organique.words.grammar import (
    against,
    check_name,
    exhausted_text,
    lead,
    margin,
    named_in,
    natural,
    plain,
    points,
    row_name,
    save_text,
    signed_text,
    skill_name,
    sum_text,
    throw_text,
)
from gardien.systems.organique.words.person import aches, faints, loses

SOMEBODY: Both = ("le personnage", "the character")
LUCK: Both = ("test de chance", "luck test")


def one_who(report: Report, character: Any) -> str:
    """Whoever a sentence is about, always with a name or a word for it."""
    return who_text(report, character, SOMEBODY, acts=True)


def chance(report: Report, luck: bool | None) -> str:
    """« test de chance » where 1 and 20 count in a test (ORG-TEST-05)."""
    return report.pick(*LUCK) if luck else ""


def simple(report: Report, what: str, code: str, character: Any = None, luck: bool | None = False) -> str:
    """Most tests: « Tyra, escalade : AGI 12 + 14 (d20) = 26 contre 20, marge 6. »"""
    given = report.given.character if character is None else character
    return throw_text(report, lead(report, given, what, chance(report, luck)), report.outcome, code)


def tell_test(report: Report) -> list[str]:
    """« Tyra, test d'AGI : 12 + 14 (d20) = 26 contre 20, marge 6. »"""
    given, code = report.given, report.given.characteristic
    name = check_name(report, code) if code else report.pick("test", "test")
    if given.luck:
        name = f"{report.pick(*LUCK)} ({code})" if code else report.pick(*LUCK)
    if given.sense != "none":
        name = f"{name}, {word(report, 'sense', given.sense)}"
    return [simple(report, name, "")]


def tell_test_two(report: Report) -> list[str]:
    """« Tyra, test, moyenne de FOR et AGI : 12 + 14 (d20) = 26 contre 20, marge 6. »"""
    given = report.given
    pair = f"{given.first} + {given.second}"
    name = report.pick(f"test {of(pair)}", f"{pair} test")
    if given.mode == "average":
        pair = report.pick(
            f"moyenne {of(given.first)} et {given.second}", f"average of {given.first} and {given.second}"
        )
        name = report.pick(f"test, {pair}", f"test, {pair}")
    return [simple(report, f"{report.pick(*LUCK)} ({pair})" if given.luck else name, "")]


def desperate_act(report: Report) -> list[str]:
    """« Tyra, dernier effort : VOL 12 + 9 (d20) = 21 contre 20, marge 1. Une action très simple est possible. »"""
    end = (
        report.pick("Une action très simple est possible.", "One very simple action is possible.")
        if report.outcome.success
        else report.pick("Aucune action n'est possible.", "No action is possible.")
    )
    return [join_sentences(simple(report, report.pick("dernier effort", "last effort"), "VOL"), end)]


FIRST: Both = ("le premier camp", "the first side")
SECOND: Both = ("le second camp", "the second side")
TORTURER: Both = ("le bourreau", "the torturer")
VICTIM: Both = ("la victime", "the victim")


def numbers(report: Report, base: int, difficulty: int, total: Any, reached: Any, face: int | None) -> str:
    """One side of a contest: « 11 + 14 (d20) = 25 contre 20, marge 5 »."""
    if not present(total) or face is None:
        return exhausted_text(report)
    # a natural 1 or 20 is worth a word where it has moved the margin (ORG-TEST-05)
    decided = {1: "natural_1", 20: "natural_20"}.get(face) if reached != total - difficulty else None
    parts = (sum_text(report, base, total - base - face, face), natural(report, decided), margin(report, reached))
    sum_, *end = (part for part in parts if part)
    return f"{sum_} {against(report, difficulty)}, {', '.join(end)}"


def faces_in_order(report: Report, *totals: Any) -> list[int | None]:
    """The dice of both sides; whoever is exhausted has thrown none."""
    left = [die.value for die in report.dice if die.label == "d20"]
    return [left.pop(0) if present(total) and left else None for total in totals]


def both(report: Report, heads: Sequence[str], sums: Sequence[str]) -> str:
    """« Tyra : … marge 5 ; Carl : … marge 2. »"""
    one, other = (f"{head}{report.colon} {sum_}" for head, sum_ in zip(heads, sums, strict=True))
    return f"{start(one)}{semicolon(report)} {other}."


def _prevails(report: Report, names: Sequence[str], resister: str = "none") -> str:
    """« Tyra l'emporte. », « Égalité : rien ne change. », « Aucun des deux ne réussit. »"""
    outcome = report.outcome
    even = outcome.a_success and outcome.b_success and outcome.a_margin == outcome.b_margin
    if outcome.winner == "none":
        if outcome.a_success and outcome.b_success:
            return report.pick("Égalité : rien ne change.", "A tie: nothing changes.")
        return report.pick("Aucun des deux ne l'emporte.", "Neither prevails.")
    name = names[0] if outcome.winner == "a" else names[1]
    if even and resister != "none":
        return report.pick(f"Égalité : {name}, qui résiste, l'emporte.", f"A tie: {name}, who resists, prevails.")
    return start(report.pick(f"{name} l'emporte.", f"{name} prevails."))


def opposed(report: Report) -> list[str]:
    """« Le premier camp : 12 + 14 (d20) = 26 contre 20, marge 6 ; le second camp : … Le premier camp l'emporte. »"""
    given, outcome = report.given, report.outcome
    names = (report.who or report.pick(*FIRST), report.pick(*SECOND))
    faces = faces_in_order(report, outcome.a_total, outcome.b_total)
    sums = (
        numbers(report, given.a.base, given.a.difficulty, outcome.a_total, outcome.a_margin, faces[0]),
        numbers(report, given.b.base, given.b.difficulty, outcome.b_total, outcome.b_margin, faces[1]),
    )
    return [join_sentences(both(report, names, sums), _prevails(report, names, given.resister))]


def contest(report: Report) -> list[str]:
    """« Tyra, test de FOR : 11 + 14 (d20) = 25 contre 20, marge 5 ; Carl : … Tyra l'emporte. »"""
    given, outcome = report.given, report.outcome
    names = (who_text(report, given.a, FIRST, acts=True), who_text(report, given.b, SECOND))
    faces = faces_in_order(report, outcome.a_total, outcome.b_total)
    code, goal = given.characteristic, given.difficulty
    sums = [
        numbers(report, person_of(one).value(code), goal, total, reached, face)
        for one, total, reached, face in (
            (given.a, outcome.a_total, outcome.a_margin, faces[0]),
            (given.b, outcome.b_total, outcome.b_margin, faces[1]),
        )
    ]
    heads = (f"{names[0]}, {check_name(report, code)}", names[1])
    return [join_sentences(both(report, heads, sums), _prevails(report, names))]


def brainwash(report: Report) -> list[str]:
    """« Raoul, lavage de cerveau : … marge 5 ; Tyra : … marge 9. Tyra tient bon. »"""
    given, outcome = report.given, report.outcome
    victim = who_text(report, given.victim, VICTIM)
    faces = faces_in_order(report, outcome.torturer_total, outcome.victim_total)
    sums = [
        numbers(report, person_of(one).value("VOL"), ORDEAL, total, reached, face)
        for one, total, reached, face in (
            (given.torturer, outcome.torturer_total, outcome.torturer_margin, faces[0]),
            (given.victim, outcome.victim_total, outcome.victim_margin, faces[1]),
        )
    ]
    head = lead(report, given.torturer, report.pick("lavage de cerveau", "brainwashing"))
    return [join_sentences(both(report, (head, victim), sums), _will_text(report, victim))]


def _will_text(report: Report, victim: str) -> str:
    outcome = report.outcome
    if outcome.resisted:
        return start(report.pick(f"{victim} tient bon.", f"{victim} holds out."))
    days = count_of(report, outcome.days_lost, ("jour perdu", "jours perdus"), ("day lost", "days lost"))
    running = report.pick(
        f"{days} de suite" if outcome.days_lost > 1 else days, f"{days} running" if outcome.days_lost > 1 else days
    )
    if outcome.broken:
        return report.pick(f"{running} : la volonté {of(victim)} est brisée.", f"{running}: {victim}'s will is broken.")
    need = BREAKING - outcome.days_lost
    left = report.pick(
        f"encore {report.number(need)} et sa volonté est brisée",
        f"{report.number(need)} more and the will is broken",
    )
    return start(report.pick(f"{victim} cède : {running}, {left}.", f"{victim} gives way: {running}, {left}."))


def _stops(report: Report, who: str) -> str:
    """What the next moments lose, where the save is of those that cost some (ORG-VOL-03, ORG-ACT-12)."""
    outcome = report.outcome
    return loses(report, who, outcome.loses_next_action is True, outcome.loses_next_reaction is True)


def save(report: Report) -> list[str]:
    """« Sauvegarde de Tyra contre la douleur : 7 + 9 (d20) = 16 contre 20, raté. Tyra perd sa prochaine action. »"""
    given, outcome = report.given, report.outcome
    who = one_who(report, given.character)
    pain, turns = outcome.penalty, outcome.unconscious_turns
    after = (
        _stops(report, who),
        aches(report, who, pain) if present(pain) and pain else "",
        faints(report, who, turns) if present(turns) and turns else "",
    )
    return [
        join_sentences(save_text(report, outcome, given.character.name or report.who), *(start(one) for one in after))
    ]


def opposed_save(report: Report) -> list[str]:
    """« Sauvegarde de Tyra contre le choc : 7 + 16 (d20) = 23 contre 20, marge 3, il fallait 6, raté. »"""
    given, outcome = report.given, report.outcome
    wanted = given.attacker_margin if not outcome.success and outcome.auto != "exhausted" else 0
    line = save_text(report, outcome, given.character.name or report.who, wanted)
    return [join_sentences(line, start(_stops(report, one_who(report, given.character))))]


UNTRAINED: Both = ("sans la compétence, aucun test n'est possible", "without the skill there is no test")
NO_BONUS: Both = ("aucun bonus", "no bonus")
FREE: Both = ("Les coups visés ne coûtent rien.", "Called shots cost nothing.")


def skill_test(report: Report) -> list[str]:
    """« Tyra, piratage de données, niveau 3 : INT 12 + 8 + 9 (d20) = 29 contre 25, marge 4. »"""
    given, outcome = report.given, report.outcome
    name = skill_name(report, given.skill)
    if not outcome.can_try:
        return [
            with_rule(
                f"{start(lead(report, given.character, name))}{report.colon} {report.pick(*UNTRAINED)}.", "ORG-SKILL-06"
            )
        ]
    row = skill_row(given.skill)
    code = given.characteristic or (row.characteristic if row else "INT")
    level = (
        report.pick(f"niveau {outcome.level_used}", f"level {outcome.level_used}")
        if outcome.level_used
        else report.pick("sans formation", "untrained")
    )
    line = throw_text(report, lead(report, given.character, name, level, chance(report, given.luck)), outcome, code)
    return [join_sentences(line, _with(report))]


def _with(report: Report) -> str:
    """What the modifier holds, and how long it takes: « Aide +4 ; deux fois plus vite : −4. Durée ×3. »"""
    given, outcome = report.given, report.outcome
    parts = (
        [
            report.pick(
                f"aide {signed_text(report, outcome.help_bonus)}", f"help {signed_text(report, outcome.help_bonus)}"
            )
        ]
        if outcome.help_bonus
        else []
    )
    if given.haste != "none":
        pace, malus = word(report, "haste", given.haste), signed_text(report, pack.modifier("haste", given.haste))
        parts.append(report.pick(f"{pace} : {malus}", f"{pace}: {malus}"))
    help_ = f"{start(f'{semicolon(report)} '.join(parts))}." if parts else ""
    factor = report.number(outcome.time_factor)
    longer = (
        report.pick(f"Avec le livre, durée ×{factor}.", f"With the book, time ×{factor}.")
        if outcome.time_factor > 1
        else ""
    )
    return join_sentences(help_, longer)


def skill_bonus(report: Report) -> list[str]:
    """« Karaté 3 : frapper +6, esquiver +3. Initiative +3. »"""
    given, outcome = report.given, report.outcome
    trained = join_list(report, [_entry(report, one) for one in given.skills])
    head = lead(report, "", trained) or report.pick("aucune compétence de combat", "no combat skill")
    if present(outcome.bonus):
        assert given.action is not None
        bonuses = f"{word(report, 'action', given.action)} {signed_text(report, outcome.bonus)}"
    else:
        bonuses = ", ".join(
            f"{word(report, 'action', feat)} {signed_text(report, value)}" for feat, value in outcome.bonuses.items()
        )
    speed = f"Initiative {signed_text(report, outcome.initiative)}." if outcome.initiative else ""
    return [
        join_sentences(
            f"{start(head)}{report.colon} {bonuses or report.pick(*NO_BONUS)}.",
            speed,
            report.pick(*FREE) if outcome.called_shot_free else "",
        )
    ]


def _entry(report: Report, one: SkillEntry) -> str:
    if one.skill is None:
        return report.pick(f"compétence décrite {one.level}", f"described skill {one.level}")
    return f"{named_in(report, 'skill', pack.combat_skill, one.skill)} {one.level}"


TIRING: Both = ("L'effort coûte 1 END.", "The effort costs 1 END.")


def amount(report: Report, number: float, unit: str) -> str:
    return f"{report.number(plain(number))}{HARD}{unit}"


def scale(report: Report, table: str, key: str) -> str:
    """A row of the scales inside a sentence: « paroi de glace »."""
    return row_name(report, pack.SHELF.row("scales", table, key))


def climb(report: Report) -> list[str]:
    """« Tyra, escalade (paroi de glace) : AGI 12 + 14 (d20) = 26 contre 40, marge d'échec 14. »"""
    given = report.given
    what = report.pick("escalade", "climb")
    if given.difficulty is None:
        what = f"{what} ({scale(report, 'surface', given.surface)})"
    return [simple(report, what, "AGI", luck=given.luck)]


def jump(report: Report) -> list[str]:
    """« Tyra, saut de 3 m : VIT 11 + 14 (d20) = 25 contre 18, marge 7. »"""
    metres = amount(report, report.given.metres, "m")
    return [simple(report, report.pick(f"saut de {metres}", f"jump of {metres}"), "VIT", luck=report.given.luck)]


def _tires(report: Report) -> str:
    return report.pick(*TIRING) if report.outcome.exhausting else ""


def lift(report: Report) -> list[str]:
    """« Tyra, soulever 60 kg : FOR 11 + 14 (d20) = 25 contre 20, marge 5. L'effort coûte 1 END. »"""
    weight = amount(report, report.given.kg, "kg")
    what = report.pick(f"soulever {weight}", f"lifting {weight}")
    return [join_sentences(simple(report, what, "FOR", luck=report.given.luck), _tires(report))]


def feat_of_strength(report: Report) -> list[str]:
    """« Tyra, enfoncer une porte en bois : FOR 11 + 14 (d20) = 25 contre 20, marge 5. »"""
    given = report.given
    what = report.pick("tour de force", "feat of strength")
    if given.difficulty is None:
        what = scale(report, "feat", given.feat)
    return [join_sentences(simple(report, what, "FOR", luck=given.luck), _tires(report))]


NOT_FELT: Both = ("elle ne pèse pas", "it is not felt")
EASY: Both = ("sans fatigue", "without tiring")


def load(report: Report) -> list[str]:
    """« Tyra, charge de 45 kg, seuil 28 kg : −4 en AGI et en VIT, 4 END par heure. »"""
    given, outcome = report.given, report.outcome
    weight, limit = amount(report, given.load_kg, "kg"), amount(report, outcome.threshold, "kg")
    head = lead(
        report,
        given.character,
        report.pick(f"charge de {weight}", f"load of {weight}"),
        report.pick(f"seuil {limit}", f"threshold {limit}"),
    )
    if not outcome.malus:
        return [f"{start(head)}{report.colon} {report.pick(*NOT_FELT)}."]
    worse, tiring = f"{MINUS}{report.number(outcome.malus)}", points(report, outcome.end_per_hour, "END")
    cost = report.pick(f"{worse} en AGI et en VIT, {tiring} par heure", f"{worse} AGI and VIT, {tiring} an hour")
    return [f"{start(head)}{report.colon} {cost}."]


def run(report: Report) -> list[str]:
    """« Tyra, course à 8 m par tour (6 km/h) : 1 END par tour. »"""
    given, outcome = report.given, report.outcome
    speed, kmh = amount(report, given.speed, "m"), amount(report, outcome.kmh, "km/h")
    head = lead(
        report, given.character, report.pick(f"course à {speed} par tour ({kmh})", f"running {speed} a turn ({kmh})")
    )
    if not outcome.allowed:
        most = f"{report.number(person_of(given.character).score('VIT'))}{HARD}m"
        why = report.pick(f"trop vite, {most} par tour au plus", f"too fast, {most} a turn at most")
        return [with_rule(f"{start(head)}{report.colon} {why}.", "ORG-VIT-02")]
    cost = points(report, outcome.end_per_turn, "END")
    end = report.pick(f"{cost} par tour", f"{cost} a turn") if outcome.exhausting else report.pick(*EASY)
    return [join_sentences(f"{start(head)}{report.colon} {end}.")]
