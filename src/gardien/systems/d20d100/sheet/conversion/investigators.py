"""Investigators of the percentile game become sheets: eight scores and every percentage are kept (CONV, MISS)."""

from gardien.core.chance import Program, call
from gardien.core.conversion import Converted
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import JET_CODES, D100Attack
from gardien.systems.d20d100.rules.conversion import CharacterConverted, CharacterGiven, convert_person
from gardien.systems.d20d100.rules.growth.scores import DeriveGiven, derived_values, education_of, roll_behind
from gardien.systems.d20d100.rules.growth.skill_points import base_of
from gardien.systems.d20d100.sheet.conversion import names as called
from gardien.systems.d20d100.sheet.conversion.convert import (
    Skills,
    Tally,
    explain_kept,
    explain_scores,
    explain_weapons,
    known_vest,
    percent_said,
    weapon_keys,
)
from gardien.systems.d20d100.sheet.conversion.source_sheets import OlderInvestigator
from gardien.systems.d20d100.sheet.parts import (
    BARE,
    SPARE_ROUNDS,
    SkillParts,
    WornArmour,
    grip,
    house_rules,
    weapon_lines,
)
from gardien.systems.d20d100.sheet.sheet import Investigator

SPOT_HIDDEN, SPOTTING = 25, "toc"  # what anybody has of it in the percentile game (D100-MISS-14)
MOST_MYTHOS = 99
IDENTITY = ("name", "player", "gender", "age", "nationality", "profession")


def bring_investigator(given: OlderInvestigator, options: Options) -> Program[Converted]:
    """Scores and percentages stay, all the rest is worked out anew (D100-CONV-03)."""
    tally = Tally(given.language)
    skills = Skills(tally)
    skills.add_all(given.skills, percent_said(tally))
    arms = [*weapon_keys(tally, given.weapons), *_weapons_of_attacks(tally, skills, given.attacks)]
    mythos, mythos_path = skills.mythos if skills.mythos and not given.mythos else (given.mythos, "mythos")
    yield from explain_kept(tally, given, "D100-CONV-03", IDENTITY)
    asked = CharacterGiven(
        scores=given.scores,
        skills=skills.kept,
        mythos=min(MOST_MYTHOS, mythos),
        per_method=given.per_method,
        spot_hidden=skills.kept.get(SPOTTING, SPOT_HIDDEN),
    )
    tally.came |= {"pv_max": ("CON", "TAI"), "pm_max": ("POU",), "damage_bonus": ("FOR", "TAI")}
    tally.came |= {"defence": ("DEX",), "defence_flat": ("DEX",)}
    person = yield from call(convert_person, asked, options)
    born = derived_values(DeriveGiven(scores=person.scores, mythos=asked.mythos), options)
    san = born.san if given.san is None else min(given.san, person.san_max)
    if given.san is None:
        yield from tally.value("san", san, "D100-CREA-10", "POU")
    else:
        yield from tally.value("san", san, "D100-CONV-03", "san")
    if mythos:
        yield from tally.value("mythos", asked.mythos, "D100-CONV-03", mythos_path)
    yield from _explain_totals(tally, given, person, skills)
    vest = known_vest(tally, given.vest)
    tally.anew(given, person.pv_max, person.pm_max, "D100-CONV-03")
    sheet = Investigator(
        name=given.name,
        player=given.player,
        gender=given.gender,
        age=given.age if given.age is not None else Investigator().age,
        nationality=given.nationality,
        profession=called.profession_key(given.profession) or given.profession,
        description=tally.notes(given.notes),
        scores=person.scores,
        education=education_of(roll_behind("EDU", person.scores["EDU"])),
        skills={
            key: SkillParts(imported=total - base_of(key, person.scores, options), learned=True)
            for key, total in person.skills.items()
        },
        pv_max=1,
        pv=1,  # grows with PV max
        pm=person.pm_max,
        san=san,
        san_hour_start=san,
        san_creation=born.san,
        mythos=asked.mythos,
        armour=WornArmour(key=vest) if vest else None,
        weapons=(
            *weapon_lines(tuple(dict.fromkeys((*arms, BARE))), given.language, spare=SPARE_ROUNDS),
            grip(given.language),
        ),
        spells=tuple(called.spell_key(one) or one for one in given.spells),
        equipment=given.equipment,
        house_rules=house_rules(options),
    ).recompute()
    yield from tally.value("initiative", sheet.initiative, "D100-CREA-10", "DEX")
    yield from tally.value("speed", sheet.speed, "D100-CREA-09")
    yield from tally.value("education", sheet.education, "D100-MISS-02", "EDU")
    yield from tally.value("destiny", sheet.destiny, "D100-DEST-01")
    if sheet.armour is not None:
        yield from tally.value("armour", sheet.armour.protection, "D100-MISS-06", "vest")
        yield from tally.value("armour_penalty", sheet.armour_penalty, "D100-PROT-02", "vest")
    yield from explain_weapons(tally, sheet.weapons, skills)
    yield from explain_kept(tally, given, "D100-CONV-03", ("spells", "equipment"))
    return Converted(sheet=sheet, came=tally.came, lost=tuple(tally.lost))


def _weapons_of_attacks(tally: Tally, skills: Skills, attacks: tuple[D100Attack, ...]) -> list[str]:
    """Attacks are weapons with the skill they use, or the skill alone (D100-CONV-01)."""
    arms = []
    for place, one in enumerate(attacks):
        path = f"attacks.{place}.percent"
        weapon, key = called.weapon_key(one.name), called.skill_key(one.name)
        if weapon:
            arms.append(weapon)
            skills.arm(weapon, one, path)
        elif key:
            skills.add(key, one.percent, path)
        else:
            said = f"{one.name} {percent_said(tally)(one.percent)} {one.damage}".strip()
            tally.lose(f"attacks.{one.name}", "no_weapon", one.percent, "D100-MISS-05", said)
    return arms


def _explain_totals(
    tally: Tally, given: OlderInvestigator, person: CharacterConverted, skills: Skills
) -> Program[None]:
    """Scores with their modifiers, PER among them, then Jets and skills (D100-CONV-01, D100-MISS-14)."""
    yield from explain_scores(tally, person.scores, "D100-CONV-03")
    spotting = [skills.paths[SPOTTING]] if given.per_method == "spot_hidden" and SPOTTING in skills.paths else []
    yield from tally.value("scores.PER", person.per, "D100-MISS-14", "per_method", *spotting)
    for jet, total in person.jets.items():
        yield from tally.value(f"jets.{jet}", total, "D100-CREA-08", JET_CODES[jet])
    for key, total in person.skills.items():
        yield from tally.value(f"skills.{key}", total, "D100-CONV-01", skills.paths[key])
