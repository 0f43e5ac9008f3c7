"""Traits and psychic traits, effect by effect (TRAIT, MISS-04, MISS-16)."""

import pytest

from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.pack import table
from gardien.systems.d20d100.pack.rows import Loss, Power
from systems.d20d100.ledger import set_fields

WEAPON_SKILLS = ("armes_contact", "armes_jet", "revolver", "fusil", "arme_auto")


def skills(bonus: int, *keys: str) -> dict:
    return {"skills": dict.fromkeys(keys, bonus)}


def jet(key: str, bonus: int) -> dict:
    return {"jets": {key: bonus}}


POSITIVE = {
    "agile": jet("reflexes", 2),
    "athletique": skills(2, "nager", "grimper", "sauter"),
    "endurant": jet("endurance", 2),
    "vif": jet("idee", 2),
    "chanceux": jet("chance", 2),
    "cultive": jet("culture", 2),
    "discret": skills(2, "depl_silencieux", "se_cacher"),
    "persuasif": skills(2, "eloquence", "baratin"),
    "menacant": skills(3, "intimidation"),
    "alerte": skills(2, "ecouter", "observer"),
    "fouineur": skills(2, "toc", "bibliotheque"),
    "fin_psychologue": skills(2, "psychologie", "psychanalyse"),
    "animaux": skills(2, "monter_cheval", "dressage"),
    "ambidextre": {"both_hands": True},
    "riche": skills(3, "credit") | {"income_times": 5},
    "bricoleur": skills(2, "mecanique", "electricite"),
    "doigts_agiles": skills(2, "serrurerie", "dissimuler", "pickpocket"),
    "boussole": skills(2, "orienter", "suivre_piste"),
    "secouriste": skills(2, "premiers_soins", "medecine"),
    "memoire_absolue": skills(3, "memoire"),
    "polyglotte": skills(2, "langue_etrangere"),
    "robuste": {"pv": 2},
    "sang_froid": {"san_test": 5},
    "rapide": {"speed": 3},
    "sixieme_sens": {"premonition": -5},
    "doue": {"target": "skill", "bonus": 3},
}
NEGATIVE = {
    "alcoolique": jet("endurance", -2),
    "asocial": skills(-2, "eloquence", "baratin", "marchandage"),
    "boiteux": skills(-2, "grimper", "sauter") | {"speed": -3},
    "borgne": skills(-2, "observer", "toc") | {"ranged": -1},
    "distrait": skills(-2, "ecouter", "observer") | {"never_alert": True},
    "fragile": {"pv": -2},
    "gauche": skills(-2, "serrurerie", "dissimuler", "mecanique"),
    "instable": {"san": -10},
    "lache": skills(-3, "intimidation") | {"san_test": -5},
    "lent": jet("reflexes", -2),
    "malchanceux": jet("chance", -2),
    "malentendant": skills(-4, "ecouter"),
    "myope": skills(-2, "observer") | {"beyond_first": -2},
    "pauvre": skills(-3, "credit") | {"income_times": 0.5},
    "phobique": {"target": "fear", "facing": -2, "facing_san": Loss(success="0", failure="1d3")},
    "recherche": skills(-2, "credit"),
}
COMBAT = {
    "maniement": {"target": "combat_skill", "targets": WEAPON_SKILLS, "bonus": 4, "printed": True},
    "specialite": {"target": "weapon", "bonus": 2, "printed": True},
    "combat_mobile": {"dex_above": 13, "steady_in_vehicles": True, "printed": True},
    "boxeur": skills(2, "boxe") | {"lethal_blows": -2},
    "lutteur": skills(2, "lutte"),
    "arts_martiaux": {"boxing_damage": "1d6"},
    "esquive": {"dodge": 1},
    "initiative": {"initiative": 4},
    "bout_portant": {"first_increment": 1},
    "longue_portee": {"increment_times": 1.5},
    "recharge_rapide": {"fast_reload": True},
    "degaine": {"free_draw": True},
    "desarmement": {"disarm": 4},
}
PSYCHIC = {
    "intuition": {"power": Power(code="PER", difficulty=10, per_session=1)},
    "empathie": {"power": Power(pm=1, skills={"psychologie": 4}, within_m=6)},
    "psychometrie": {"power": Power(pm=3, code="POU", difficulty=15, san=Loss(success="0", failure="1d3"))},
    "telepathie": {"power": Power(pm=4, code="POU", opposed=True)},
    "medium": skills(2, "occultisme")
    | {"power": Power(code="POU", difficulty=15, san=Loss(success="1", failure="1d6"))},
}


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("positive", POSITIVE), ("negative", NEGATIVE), ("combat", COMBAT), ("psychic", PSYCHIC)],
)
def test_traits(kind, expected):
    """D100-TRAIT-02 to D100-TRAIT-06, D100-MISS-04, D100-MISS-16: each has what the table says, and nothing more."""
    rows = [row for row in table("traits", "trait") if row.kind == kind]
    assert {row.key: set_fields(row, ("kind",)) for row in rows} == expected
    assert [row.key for row in rows] == list(expected)


def test_traits_change_skills_that_exist():
    """D100-CREA-14: and weapon training covers weapon skills only."""
    for row in table("traits", "trait"):
        assert all(map(pack.skill, row.skills))
        assert all(pack.skill(key).group == "combat" for key in row.targets)
        assert all(map(pack.skill, row.power.skills if row.power else ()))


@pytest.mark.parametrize(
    ("key", "fr", "en"),
    [
        ("athletique", "Nager, Grimper et Sauter +2.", "Swim, Climb and Jump +2."),
        ("agile", "Réflexes +2.", "Reflexes +2."),
        ("pauvre", "Crédit −3\u202f; revenu réduit de moitié.", "Credit −3; income halved."),
        ("esquive", "Défense +1, sauf au dépourvu.", "Defence +1, except flat-footed."),
    ],
)
def test_effects_are_told_as_players_say_them(key, fr, en):
    """D100-TRAIT-01: skills by their names, numbers with their signs."""
    row = pack.trait(key)
    assert (row.effect_fr, row.effect_en) == (fr, en)


def test_effects_tell_every_bonus():
    """D100-TRAIT-01: each skill that a trait changes is named in its effect, with the number."""
    for row in table("traits", "trait"):
        for key, bonus in row.skills.items():
            if key != "langue_etrangere":
                assert pack.skill(key).fr in row.effect_fr, row.key
                assert pack.skill(key).en in row.effect_en, row.key
            assert str(abs(bonus)) in row.effect_fr
