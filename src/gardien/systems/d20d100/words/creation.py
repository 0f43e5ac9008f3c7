"""Skills, points, money and traits at creation."""

from collections.abc import Mapping

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, counted, joined, listed, off_at_this_table, ruled, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.sentences.grammar import jet_name, metres, signed, skill_name
from gardien.systems.d20d100.skills import BROKEN_RULES as POINT_RULES
from gardien.systems.d20d100.skills import FEWEST_SKILLS, MOST_SKILLS, PROFESSION_CAP, is_skill
from gardien.systems.d20d100.traits import BROKEN_RULES as TRAIT_RULES
from gardien.systems.d20d100.traits import FREE_TRAITS, MOST_NEGATIVE, Trait, fits, is_weapon, row_of


def skill_list(told: Told, skills: Mapping[str, int]) -> str:
    """« Nager +1, Écouter +4 »."""
    return ", ".join(f"{skill_name(told, key)} {signed(told, value)}" for key, value in skills.items())


def base_skills(told: Told) -> list[str]:
    """One line for each group of skills."""
    lines = []
    for group in pack.table("skills", "group"):
        found = {row.key: row for row in pack.table("skills", "skill") if row.group == group.key}
        values = {key: value for key, value in told.outcome.skills.items() if key in found}
        lines.append(f"{start(told.pick(group.fr, group.en))}{told.colon} {skill_list(told, values)}.")
    return lines


# ---- points ----


def creation_points(told: Told) -> list[str]:
    """« Points de profession : 48 (en d100 : 240). Points secondaires : 28 (en d100 : 140). »"""
    found, number = told.outcome, told.number
    return [
        told.pick(
            f"Points de profession : {number(found.profession_points)} (en d100 : {number(found.d100_profession)})."
            f" Points secondaires : {number(found.secondary_points)} (en d100 : {number(found.d100_secondary)}).",
            f"Profession points: {number(found.profession_points)} (in d100: {number(found.d100_profession)})."
            f" Secondary points: {number(found.secondary_points)} (in d100: {number(found.d100_secondary)}).",
        )
    ]


def _names(told: Told, keys: list[str]) -> str:
    return listed(told, [skill_name(told, key) for key in dict.fromkeys(keys)])


def _point_fault(told: Told, fault: str) -> Both:
    """What is wrong with the points, and what is allowed."""
    given, outcome = told.given, told.outcome
    trade, mine, others = given.profession_skills, given.profession_spending, given.secondary_spending
    number = told.number
    high = _names(told, [key for key, points in mine.items() if points > PROFESSION_CAP])
    outside = _names(told, [key for key, points in mine.items() if points and key not in trade])
    inside = _names(told, [key for key, points in others.items() if points and key in trade])
    most = max(others.values(), default=0)
    dearest = _names(told, [key for key, points in others.items() if points == most])
    unknown = _names(told, [key for key in (*trade, *mine, *others) if not is_skill(key)])
    twice = _names(told, [key for key in trade if trade.count(key) > 1])
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


def spend_creation_points(told: Told) -> list[str]:
    """What is left and what the skills come to, or what must be put right."""
    outcome = told.outcome
    if not outcome.accepted:
        return [
            ruled(f"{start(told.pick(*_point_fault(told, fault)))}.", POINT_RULES[fault]) for fault in outcome.errors
        ]
    trade, others = told.number(outcome.profession_left), told.number(outcome.secondary_left)
    left = told.pick(
        f"Répartition valable. Points restants : {trade} de profession, {others} secondaires.",
        f"The points are well spent. Left: {trade} profession, {others} secondary.",
    )
    totals = f"{skill_list(told, outcome.totals)}." if outcome.totals else ""
    return [left, totals]


def dollars(told: Told, amount: int) -> str:
    return told.pick(f"{told.number(amount)}{HARD}$", f"${told.number(amount)}")


def starting_money(told: Told) -> list[str]:
    """« Argent liquide : 1 300 $. Revenu annuel : 26 000 $. »"""
    cash, income = dollars(told, told.outcome.cash), dollars(told, told.outcome.yearly_income)
    return [told.pick(f"Argent liquide : {cash}. Revenu annuel : {income}.", f"Cash: {cash}. Yearly income: {income}.")]


# ---- traits ----


def trait_name(told: Told, trait: Trait) -> str:
    """A trait with what it was taken for; « Robuste », « Maniement (Fusil) »."""
    row = row_of(trait.key)
    if row is None:
        return trait.key.replace("_", " ")
    name = told.pick(row.fr, row.en)
    if not row.target or not trait.target.strip():
        return name
    if row.target == "weapon" and is_weapon(trait.target):
        weapon = pack.weapon(trait.target)
        target = told.pick(weapon.fr, weapon.en).partition(" (")[0]
    elif row.target == "fear":
        target = _fear(told, trait.target)
    else:
        target = skill_name(told, trait.target)
    if name.endswith((" en", " in")):  # « Doué en Écouter »
        return f"{name} {target}"
    return f"{name.partition(' (')[0]} ({target})"


def _fear(told: Told, key: str) -> str:
    for row in pack.table("madness", "fear"):
        if row.key == key:
            return told.pick(row.fr, row.en)
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


def _guilty(told: Told, fault: str) -> list[str]:
    """The traits that a fault is about, as far as the list of traits alone tells."""
    found = []
    for trait in told.given.traits:
        row = row_of(trait.key)
        checks = {
            "unknown_trait": row is None,
            "missing_target": row is not None and bool(row.target) and not trait.target,
            "bad_target": row is not None and bool(row.target and trait.target) and not fits(row, trait.target),
            "needs_dex_above_13": row is not None and row.dex_above is not None,
            "not_justified": row is not None and row.kind == "combat" and not trait.justified,
        }
        if checks.get(fault):
            found.append(trait_name(told, trait))
    return found


def _trait_fault(told: Told, fault: str) -> str:
    rule = TRAIT_RULES[fault]  # type: ignore[index]
    if fault == "psychic_not_allowed":
        what = ("Les traits psychiques ne sont pas joués", "Psychic traits are off")
        return off_at_this_table(told, what, "psychic_traits", rule)
    # A name may hold braces of its own, so it is put in, not formatted in.
    text = told.pick(*TRAIT_FAULTS[fault]).replace("{names}", listed(told, _guilty(told, fault)))
    return ruled(f"{text}.", rule)


EFFECTS: tuple[tuple[str, Both], ...] = (
    ("pv_bonus", ("PV", "PV")),
    ("san_bonus", ("SAN", "SAN")),
    ("san_test_bonus", ("jet de SAN", "SAN roll")),
    ("initiative_bonus", ("initiative", "initiative")),
    ("dodge_bonus", ("esquive", "dodge")),
)


def _effects(told: Told) -> str:
    """What the traits add, all together."""
    found = told.outcome
    parts = [skill_list(told, found.skill_bonuses)] if found.skill_bonuses else []
    for jet, bonus in found.jet_bonuses.items():
        parts.append(f"{jet_name(told, jet)} {signed(told, bonus)}")
    for key, bonus in found.weapon_bonuses.items():
        weapon = pack.weapon(key)
        parts.append(f"{told.pick(weapon.fr, weapon.en)} {signed(told, bonus)}")
    for name, words in EFFECTS:
        if getattr(found, name):
            parts.append(f"{told.pick(*words)} {signed(told, getattr(found, name))}")
    if found.speed_bonus:
        change = metres(told, abs(found.speed_bonus))
        sign = "+" if found.speed_bonus > 0 else "−"
        parts.append(f"{told.pick('Vitesse', 'Speed')} {sign}{change}")
    return f"{told.pick('Effets', 'Effects')}{told.colon} {', '.join(parts)}." if parts else ""


def choose_traits(told: Told) -> list[str]:
    """The traits, how many more may be taken, and what they add."""
    given, outcome = told.given, told.outcome
    if not outcome.accepted:
        return [_trait_fault(told, fault) for fault in outcome.errors]
    names = ", ".join(trait_name(told, one) for one in given.traits) or told.pick("aucun", "none")
    left = counted(told, outcome.slots_left, ("trait possible", "traits possibles"), ("more trait", "more traits"))
    more = told.pick(f"Encore {left}.", f"{left} may be taken.") if outcome.slots_left else ""
    return [joined(f"{told.pick('Traits', 'Traits')}{told.colon} {names}.", more), _effects(told), _after(told)]


def _after(told: Told) -> str:
    """What was given, with the traits in it."""
    found = told.outcome
    parts = [skill_list(told, found.skills)] if found.skills else []
    parts += [
        f"{told.pick((row := pack.jet(jet)).fr, row.en)} {signed(told, value)}" for jet, value in found.jets.items()
    ]
    return f"{told.pick('Totaux', 'Totals')}{told.colon} {', '.join(parts)}." if parts else ""
