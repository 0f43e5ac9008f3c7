"""Skills, points, money and traits at creation."""

from collections.abc import Mapping

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import Both, count_of, join_list, join_sentences, off_at_this_table, start, with_rule
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.growth.skill_points import BROKEN_RULES as POINT_RULES
from gardien.systems.d20d100.rules.growth.skill_points import FEWEST_SKILLS, MOST_SKILLS, PROFESSION_CAP, is_skill
from gardien.systems.d20d100.rules.growth.traits import BROKEN_RULES as TRAIT_RULES
from gardien.systems.d20d100.rules.growth.traits import FREE_TRAITS, MOST_NEGATIVE, Trait, fits, is_weapon, row_of
from gardien.systems.d20d100.words.grammar import jet_name, metres, signed_text, skill_name


def skill_list(report: Report, skills: Mapping[str, int]) -> str:
    """« Nager +1, Écouter +4 »."""
    return ", ".join(f"{skill_name(report, key)} {signed_text(report, value)}" for key, value in skills.items())


def base_skills(report: Report) -> list[str]:
    """One line for each group of skills."""
    lines = []
    for group in pack.table("skills", "group"):
        rows = {row.key: row for row in pack.table("skills", "skill") if row.group == group.key}
        values = {key: value for key, value in report.outcome.skills.items() if key in rows}
        lines.append(f"{start(report.pick(group.fr, group.en))}{report.colon} {skill_list(report, values)}.")
    return lines


# ---- points ----


def creation_points(report: Report) -> list[str]:
    """« Points de profession : 48 (en d100 : 240). Points secondaires : 28 (en d100 : 140). »"""
    outcome, number = report.outcome, report.number
    return [
        report.pick(
            f"Points de profession : {number(outcome.profession_points)} (en d100 : {number(outcome.d100_profession)})."
            f" Points secondaires : {number(outcome.secondary_points)} (en d100 : {number(outcome.d100_secondary)}).",
            f"Profession points: {number(outcome.profession_points)} (in d100: {number(outcome.d100_profession)})."
            f" Secondary points: {number(outcome.secondary_points)} (in d100: {number(outcome.d100_secondary)}).",
        )
    ]


def _names(report: Report, keys: list[str]) -> str:
    return join_list(report, [skill_name(report, key) for key in dict.fromkeys(keys)])


def _point_fault(report: Report, fault: str) -> Both:
    """What is wrong with the points, and what is allowed."""
    given, outcome = report.given, report.outcome
    trade, mine, others = given.profession_skills, given.profession_spending, given.secondary_spending
    number = report.number
    high = _names(report, [key for key, points in mine.items() if points > PROFESSION_CAP])
    outside = _names(report, [key for key, points in mine.items() if points and key not in trade])
    inside = _names(report, [key for key, points in others.items() if points and key in trade])
    most = max(others.values(), default=0)
    dearest = _names(report, [key for key, points in others.items() if points == most])
    unknown = _names(report, [key for key in (*trade, *mine, *others) if not is_skill(key)])
    twice = _names(report, [key for key in trade if trade.count(key) > 1])
    count = len(trade)
    spent, left = sum(mine.values()), sum(others.values())
    texts: dict[str, Both] = {
        "unknown_skill": (
            f"Hors de la liste des compétences : {unknown}. En choisir d'autres",
            f"Not in the list of skills: {unknown}. Choose others",
        ),
        "duplicate_profession_skill": (
            f"Deux fois parmi les compétences de profession : {twice}. Une fois suffit",
            f"Twice among the profession skills: {twice}. Once is enough",
        ),
        "too_few_profession_skills": (
            f"Compétences de profession : {count}. Il en faut {FEWEST_SKILLS} au moins",
            f"Profession skills: {count}. At least {FEWEST_SKILLS} are needed",
        ),
        "too_many_profession_skills": (
            f"Compétences de profession : {count}. Il en faut {MOST_SKILLS} au plus",
            f"Profession skills: {count}. At most {MOST_SKILLS} are allowed",
        ),
        "not_a_profession_skill": (
            f"Hors de la profession : {outside}. Y mettre des points secondaires",
            f"Outside the profession: {outside}. Spend secondary points there",
        ),
        "profession_over_cap": (
            f"Plus de {PROFESSION_CAP} points de profession : {high}. {PROFESSION_CAP} au plus dans chacune",
            f"More than {PROFESSION_CAP} profession points: {high}. {PROFESSION_CAP} at most in each",
        ),
        "profession_overspent": (
            f"{number(spent)} points de profession demandés, {number(outcome.profession_available)} disponibles",
            f"{number(spent)} profession points were asked for, {number(outcome.profession_available)} are there",
        ),
        "profession_skill_in_secondary": (
            f"De la profession : {inside}. Les points secondaires vont aux autres compétences",
            f"Of the profession: {inside}. Secondary points go to the other skills",
        ),
        "secondary_over_cap": (
            f"{dearest} : {number(most)} points secondaires, plus que le plafond de la table",
            f"{dearest}: {number(most)} secondary points, above the cap of this table",
        ),
        "secondary_overspent": (
            f"{number(left)} points secondaires demandés, {number(outcome.secondary_available)} disponibles",
            f"{number(left)} secondary points were asked for, {number(outcome.secondary_available)} are there",
        ),
    }
    return texts[fault]


def spend_creation_points(report: Report) -> list[str]:
    """What is left and what the skills come to, or what must be put right."""
    outcome = report.outcome
    if not outcome.accepted:
        return [
            with_rule(f"{start(report.pick(*_point_fault(report, fault)))}.", POINT_RULES[fault])
            for fault in outcome.errors
        ]
    trade, others = report.number(outcome.profession_left), report.number(outcome.secondary_left)
    left = report.pick(
        f"Répartition valable. Points restants : {trade} de profession, {others} secondaires.",
        f"The points are well spent. Left: {trade} profession, {others} secondary.",
    )
    totals = f"{skill_list(report, outcome.totals)}." if outcome.totals else ""
    return [left, totals]


def dollars(report: Report, amount: int) -> str:
    return report.pick(f"{report.number(amount)}{HARD}$", f"${report.number(amount)}")


def starting_money(report: Report) -> list[str]:
    """« Argent liquide : 1 300 $. Revenu annuel : 26 000 $. »"""
    cash, income = dollars(report, report.outcome.cash), dollars(report, report.outcome.yearly_income)
    return [
        report.pick(f"Argent liquide : {cash}. Revenu annuel : {income}.", f"Cash: {cash}. Yearly income: {income}.")
    ]


# ---- traits ----


def trait_name(report: Report, trait: Trait) -> str:
    """A trait with what it was taken for; « Robuste », « Maniement (Fusil) »."""
    row = row_of(trait.key)
    if row is None:
        return trait.key.replace("_", " ")
    name = report.pick(row.fr, row.en)
    if not row.target or not trait.target.strip():
        return name
    if row.target == "weapon" and is_weapon(trait.target):
        weapon = pack.weapon(trait.target)
        target = report.pick(weapon.fr, weapon.en).partition(" (")[0]
    elif row.target == "fear":
        target = _fear(report, trait.target)
    else:
        target = skill_name(report, trait.target)
    return pack.trait_about(name, target)


def _fear(report: Report, key: str) -> str:
    for row in pack.table("madness", "fear"):
        if row.key == key:
            return report.pick(row.fr, row.en)
    return key.replace("_", " ")


TRAIT_FAULTS: dict[str, Both] = {
    "unknown_trait": ("Hors de la liste des traits : {names}", "Not in the list of traits: {names}"),
    "duplicate_trait": (
        "Un trait ne se prend qu'une fois, ou une fois pour chaque précision",
        "A trait is taken once, or once for each detail",
    ),
    "missing_target": (
        "Il manque une précision (compétence, arme ou peur) : {names}",
        "A detail is missing (skill, weapon or fear): {names}",
    ),
    "bad_target": ("Cette précision ne convient pas au trait : {names}", "This detail does not fit the trait: {names}"),
    "needs_dex_above_13": ("Il faut DEX 14 au moins : {names}", "DEX 14 at least is needed: {names}"),
    "not_justified": (
        "Un trait de combat se justifie par le passé : {names}",
        "A combat trait must be justified by the past: {names}",
    ),
    "too_many_negative": (
        f"Trop de traits négatifs : {MOST_NEGATIVE} au plus",
        f"Too many negative traits: {MOST_NEGATIVE} at most",
    ),
    "too_many_traits": (
        f"Trop de traits : {FREE_TRAITS}, et un de plus pour chaque trait négatif",
        f"Too many traits: {FREE_TRAITS}, and one more for each negative one",
    ),
}


def _traits_at_fault(report: Report, fault: str) -> list[str]:
    """The traits that a fault is about, as far as the list of traits alone tells."""
    names = []
    for trait in report.given.traits:
        row = row_of(trait.key)
        checks = {
            "unknown_trait": row is None,
            "missing_target": row is not None and bool(row.target) and not trait.target,
            "bad_target": row is not None and bool(row.target and trait.target) and not fits(row, trait.target),
            "needs_dex_above_13": row is not None and row.dex_above is not None,
            "not_justified": row is not None and row.kind == "combat" and not trait.justified,
        }
        if checks.get(fault):
            names.append(trait_name(report, trait))
    return names


def _trait_fault(report: Report, fault: str) -> str:
    rule = TRAIT_RULES[fault]  # type: ignore[index]
    if fault == "psychic_not_allowed":
        what = ("Les traits psychiques ne sont pas joués", "Psychic traits are off")
        return off_at_this_table(report, what, "psychic_traits", rule)
    # A name may hold braces of its own, so it is put in, not formatted in.
    text = report.pick(*TRAIT_FAULTS[fault]).replace("{names}", join_list(report, _traits_at_fault(report, fault)))
    return with_rule(f"{text}.", rule)


EFFECTS: tuple[tuple[str, Both], ...] = (
    ("pv_bonus", ("PV", "PV")),
    ("san_bonus", ("SAN", "SAN")),
    ("san_test_bonus", ("jet de SAN", "SAN roll")),
    ("initiative_bonus", ("initiative", "initiative")),
    ("dodge_bonus", ("esquive", "dodge")),
)


def _effects_text(report: Report) -> str:
    """What the traits add, all together."""
    outcome = report.outcome
    parts = [skill_list(report, outcome.skill_bonuses)] if outcome.skill_bonuses else []
    for jet, bonus in outcome.jet_bonuses.items():
        parts.append(f"{jet_name(report, jet)} {signed_text(report, bonus)}")
    for key, bonus in outcome.weapon_bonuses.items():
        weapon = pack.weapon(key)
        parts.append(f"{report.pick(weapon.fr, weapon.en)} {signed_text(report, bonus)}")
    for name, words in EFFECTS:
        if getattr(outcome, name):
            parts.append(f"{report.pick(*words)} {signed_text(report, getattr(outcome, name))}")
    if outcome.speed_bonus:
        change = metres(report, abs(outcome.speed_bonus))
        sign = "+" if outcome.speed_bonus > 0 else "−"
        parts.append(f"{report.pick('Vitesse', 'Speed')} {sign}{change}")
    return f"{report.pick('Effets', 'Effects')}{report.colon} {', '.join(parts)}." if parts else ""


def choose_traits(report: Report) -> list[str]:
    """The traits, how many more may be taken, and what they add."""
    given, outcome = report.given, report.outcome
    if not outcome.accepted:
        return [_trait_fault(report, fault) for fault in outcome.errors]
    names = ", ".join(trait_name(report, one) for one in given.traits) or report.pick("aucun", "none")
    left = count_of(report, outcome.slots_left, ("trait possible", "traits possibles"), ("more trait", "more traits"))
    more = report.pick(f"Encore {left}.", f"{left} may be taken.") if outcome.slots_left else ""
    return [
        join_sentences(f"{report.pick('Traits', 'Traits')}{report.colon} {names}.", more),
        _effects_text(report),
        _totals_text(report),
    ]


def _totals_text(report: Report) -> str:
    """What was given, with the traits in it."""
    outcome = report.outcome
    parts = [skill_list(report, outcome.skills)] if outcome.skills else []
    parts += [
        f"{report.pick((row := pack.jet(jet)).fr, row.en)} {signed_text(report, value)}"
        for jet, value in outcome.jets.items()
    ]
    return f"{report.pick('Totaux', 'Totals')}{report.colon} {', '.join(parts)}." if parts else ""
