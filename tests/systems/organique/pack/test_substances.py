"""Drugs, diseases, poisons, cell by cell (M11, M12, M13, DIS-06, POI-01)."""

import re
from typing import get_args

import pytest

from gardien.systems.organique import pack
from gardien.systems.organique.pack import keys, table
from gardien.systems.organique.pack.rows import Effect
from gardien.systems.organique.vocabulary import Ailment, Code
from systems.organique.ledger import by_row, number, snake
from systems.organique.ledger import keys as listed

# drug | minutes | normal | come-down | ×2 | ×4 | ×8 | dep | wd | withdrawal | long term | price
DRUGS = """
Painkiller pills | 240 | relief 5 | – | PER −2 | unconsciousness 15 | coma 20 | 5/1 | 20 | suffering 15, anxiety | END −1 | 5
Rush | 120 | VIT +3, AGI +3, no_sleep | END −3, depression 10 | VIT +4, panic 10 | cardiac_arrest 15 | cardiac_arrest 25 | 6/10 | 20 | fatigue, END −4 | blood_lost_each_year | 20
Haze | 180 | relief 2, INT −2, PER −2 | hunger | euphoria 10 | stupor 10 | stupor 20 | 0/5 | 12 | insomnia 10 | VOL −1 | 5
White | 360 | relief 15, euphoria 15, AGI −4 | nausea 10 | unconsciousness 15 | respiratory_arrest 20 | respiratory_arrest 30 | 15/12 | 25 | vomiting 15, suffering 20 | disease −3 | 30
Prism | 480 | minor_hallucinations 20, PER +2 | depression 10 | major_hallucinations 20 | major_hallucinations 30, panic 20 | stroke 15 | 0/6 | 15 | flashbacks, minor_hallucinations 10 | – | 15
Bull | 20 | FOR +5, pain +5, stun +5, INT −4 | shock 10, END −6 | FOR +8, panic 15 | stroke 15 | cardiac_arrest 25 | 10/10 | 22 | rage | INT −1 | 60
Calm | 300 | fear +8, panic +8, VIT −3 | – | unconsciousness 10 | coma 15 | respiratory_arrest 25 | 12/8 | 22 | insomnia 20, seizure, stroke 10 | – | 8
Focus | 360 | INT +3, no_hunger | headache 15 | headache 20 | stroke 10 | stroke 20 | 4/12 | 18 | INT −4 | insomnia 10 | 40
Alcohol (4 glasses) | 180 | fear +3, AGI −2, INT −2 | headache 10 | AGI −4, vomiting 15 | unconsciousness 20, partial_amnesia 15 | coma 20 | 3/4 | 15 | tremor, AGI −3 | END −1 | 5
Third Eye | 60 | psychic_tests, psychic_cost | headache 20 | minor_hallucinations 20 | stroke 15 | coma 25 | 2/14 | 25 | crowd_noise | – | 200
"""  # noqa: E501
PHASES = {"normal": 2, "come_down": 3, "x2": 4, "x4": 5, "x8": 6, "withdrawal": 9, "long_term": 10}


def told(effect: Effect) -> set[str]:
    """A phase in the words of the table: an ailment has no sign, what is added has one."""
    return {
        *(f"{one.ailment} {one.difficulty}" for one in effect.ailments),
        *(f"{code} {by:+}".replace("-", "−") for code, by in effect.changes.items()),
        *(f"{save} {by:+}".replace("-", "−") for save, by in effect.save_mods.items()),
        *([f"relief {effect.relief}"] if effect.relief else []),
        *effect.notes,
    }


@pytest.mark.parametrize("row", [row.values for row in by_row(DRUGS)], ids=listed(DRUGS))
def test_drugs(row):
    """M11, ORG-DRUG-01: every phase, both dependencies, withdrawal, price; 0 is no dependency."""
    result = pack.drug(snake(row[0]))
    assert (result.minutes, result.withdrawal_difficulty, result.price) == (int(row[1]), int(row[8]), int(row[11]))
    physical, psychological = (int(one) or None for one in row[7].split("/"))
    assert (result.physical, result.psychological) == (physical, psychological)
    for phase, column in PHASES.items():
        assert told(getattr(result, phase)) == set(row[column].split(", ")) - {"–"}, phase


def test_the_list_holds_every_drug():
    """M11."""
    assert keys("drugs", "drug") == listed(DRUGS)


def test_what_notes_keep_of_numbers():
    """M11: numbers that no rule reads stand in the words."""
    words = {row.key: row.en for row in table("drugs", "note")}
    assert "15" in words["rage"]
    assert "+6" in words["psychic_tests"]
    assert "3 END" in words["psychic_cost"]


# disease | contraction | progression | hours | treatment | per level
DISEASES = """
Wound infection | 20 | 20 | 12 | 8 | heat −10, vomiting 10, FOR −5, VIT −5, 1 bs
Flu | 10, 20 | 15 | 24 | 6 | AGI −2, END −2, VIT −2, FOR −2, headache 8
Pneumonia | 15 | 20 | 24 | 8 | END −4, VIT −3, 0.5 bs
Food poisoning | 20 | 12 | 6 | 6 | vomiting 12, END −3
Tuberculosis, resistant | 15 | 22 | 720 | 6 | END −2, 1 SNG
Rat fever | 25 | 20 | 24 | 8 | heat −10, suffering 10, FOR −3
Tetanus | 20 | 22 | 24 | 10 | paralysis 10, AGI −4
Blood virus | 40, 20 | 25 | 4320 | 12 | disease −5, END −1
Grey plague | 20 | 25 | 12 | 4 | heat −10, vomiting 15, 1 bs, panic 10
Brain worm | 25 | 20 | 168 | 10 | INT −2, headache 12, minor_hallucinations 8
Radiation cancer | – | 22 | 720 | 6 | END −2, 0.5 bs, suffering 10
"""


@pytest.mark.parametrize(("name", "contraction", "progression", "hours", "bonus", "level"), by_row(DISEASES))
def test_diseases(name, contraction, progression, hours, bonus, level):
    """M12, ORG-DIS-06: how it is caught, how it goes on, what helps, what a level does. Month: thirty days (M19)."""
    row = pack.disease(snake(name))
    assert [str(one.difficulty) for one in row.contagions] == ([] if contraction == "–" else contraction.split(", "))
    assert (row.progression, row.interval_hours) == (int(progression), int(hours))
    assert [one.bonus for one in row.remedies] == [int(bonus)]
    result = {
        *(f"{one.ailment} {one.difficulty}" for one in row.ailments),
        *(f"{code} {by}".replace("-", "−") for code, by in row.changes.items()),
        *(f"{save} {by}".replace("-", "−") for save, by in row.save_mods.items()),
        *([f"{row.bs:g} bs"] if row.bs else []),
        *([f"{row.sng_max:g} SNG"] if row.sng_max else []),
    }
    assert result == set(level.split(", "))


def test_diseases_that_are_alike():
    """ORG-DIS-04, M12."""
    assert keys("diseases", "disease") == listed(DISEASES)
    families = {row.key: row.family for row in table("diseases", "disease") if row.family}
    assert families == {
        "wound_infection": "infections", "pneumonia": "infections", "rat_fever": "infections",
        "flu": "viruses", "grey_plague": "viruses", "blood_virus": "viruses",
    }  # fmt: skip


MINUTE, HOUR = 12, 720
# poison | ways | onset | ticks | every | damage | saves and modifiers | price
POISONS = [
    (
        "blade_poison",
        "blade",
        1,
        6,
        1,
        "1 bs",
        "vomiting 20, shock 20, pain_saves +7, touch −7, sight −7, actions −7",
        80,
    ),
    ("drake_fungus", "blade, food", 1, 6, 1, "1 bs", "actions −10", 150),
    ("curare_paste", "blade", 2, 1, 1, "–", "paralysis 20", 120),
    ("rat_poison", "food", HOUR, 6, HOUR, "0.5 bs", "vomiting 15", 5),
    ("nerve_gas", "air", 1, 6, 1, "1 END", "respiratory_arrest 20, panic 10, actions −5", 2000),
    ("sleep_gas", "air", 1, 1, 1, "–", "unconsciousness 20", 300),
    ("cyanide", "food", MINUTE, 4, 1, "2 bs", "cardiac_arrest 20, respiratory_arrest 20", 100),
    ("snake_venom", "bite, blade", 5, 10, MINUTE, "0.5 bs", "suffering 15, VIT −3", 60),
    ("truth_serum", "injection", 5 * MINUTE, 1, 1, "–", "mind_control 25, partial_amnesia 20", 250),
]


@pytest.mark.parametrize(("key", "ways", "onset", "ticks", "every", "harm", "effects", "price"), POISONS)
def test_poisons(key, ways, onset, ticks, every, harm, effects, price):
    """M13, ORG-POI-01: way, onset, damage, ticks, saves and modifiers per dose, price."""
    row = pack.poison(key)
    assert (", ".join(row.ways), row.onset, row.ticks, row.every, row.price) == (ways, onset, ticks, every, price)
    assert (f"{row.bs:g} bs" if row.bs else f"{row.end} END" if row.end else "–") == harm
    wanted = [re.fullmatch(r"(\w+) ([+−]?\d+)", one) for one in effects.split(", ")]
    asked = [(one.ailment, one.difficulty) for one in row.ailments]
    assert asked == [(one[1], int(one[2])) for one in wanted if one[1] in get_args(Ailment)]
    assert row.changes == {one[1]: number(one[2]) for one in wanted if one[1] in get_args(Code)}
    mods = {name: by for name in ("actions", "sight", "touch", "pain_saves") if (by := getattr(row, name))}
    assert mods == {one[1]: number(one[2]) for one in wanted if one[1] not in (*get_args(Ailment), *get_args(Code))}


def test_how_long_curare_and_gas_hold():
    """M13: ten minutes of paralysis; a minute of sleep for each point."""
    held = {row.key: one.turns for row in table("poisons", "poison") for one in row.ailments if one.turns != 1}
    assert held == {"curare_paste": 10 * MINUTE, "sleep_gas": MINUTE}
    assert keys("poisons", "poison") == [row[0] for row in POISONS]
