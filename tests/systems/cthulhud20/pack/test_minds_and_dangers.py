"""Dangers, sanity, spells and tomes, cell by cell (P-ENV, P-POIS, P-DIS, P-SAN, P-MAG)."""

import pytest

from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.pack import table
from systems.cthulhud20.ledger import NO, by_key, keys, lines, number, span

POISONS = """
arsenic | swallowed | 15 | 1d4 str | 2d4 con
belladonna | injury | 18 | 1d6 str | 2d6 str
chloroform | inhaled | 17 | unconscious 1d3 hours | —
curare | injury | 18 | 2d4 dex | 2d4 wis
cyanide | swallowed, injury | 16 | 1d6 con | 2d6 con
knock_out_drops | swallowed | 15 | 1d3 dex | unconscious 1d3 hours
mustard_gas | inhaled | 17 | 1d4 con | 2d4 con
rattlesnake_venom | injury | 12 | 1d6 con | 1d6 con
serpent_person_venom | injury | 14 | 1d6 con | 1d6 con
strychnine | swallowed, injury | 19 | 1d3 dex | 2d4 con
tear_gas | inhaled | 15 | partial actions 1d6 rounds | —
"""
CAUSES = """
mutilated_animal | 0/1
corpse | 0/1d3
blood | 0/1d4
mangled_corpse | 1/1d4+1
coffin | 0/1d6
friend_death | 0/1d6
known_dead | 1/1d6+1
torture | 0/1d10
rising_corpse | 1/1d10
severed_head | 2/2d10+1
great_old_one | 1d10/1d100
— | CD20-P-CREA-03
"""
SHORT = """
1–20 | faints
21–30 | screams
31–40 | flees
41–50 | hysterics
51–55 | babbles
56–60 | rooted
61–65 | attacks_nearest
66–70 | hallucinations
71–75 | echoes
76–80 | strange_appetites
81–90 | stupor
91–99 | catatonia
100 | —
"""
LONG = """
1–10 | rituals
11–20 | delusions
21–30 | paranoia
31–40 | phobia
41–45 | strange_desires
46–55 | lucky_charm
56–65 | psychosomatic_loss
66–75 | tremors
76–85 | amnesia
86–90 | psychosis
91–95 | loss_of_speech
96–100 | catatonia
"""
TOMES = """
diary | 1 week | 15 | 1d3 | +1 | 0–1
lesser_tome | 1 month | 20 | 1d6 | +2 | 1–2
great_tome | 3 months | 25 | 1d10 | +4 | 3–5
legendary_tome | 8 months | 30 | 2d10 | +6 | 5–10
"""
SPELLS = """
healing_touch | full round | 1d4 SAN, 1 PF
shrivelling | full round | 1d6 SAN, 2 PF
wrack | full round | 1d4 SAN, 1 PF
mind_blast | full round | 1d4 SAN, 2 PF
flesh_ward | 5 rounds | 1d4 SAN, 1 PF per +1
enthrall | 1 minute | 1d2 SAN, 1 PF
create_zombie | 1 hour | 1d8 SAN, 3 PF
summon | 1 minute per hit die | 1d4 SAN, 1 PF per hit die
elder_sign | 1 hour | 3 SAN, 4 PF
voorish_gesture | partial | 1 SAN, 0 PF
dust_of_revelation | partial | 0
"""


@pytest.mark.parametrize(
    ("key", "most", "bonus", "save", "lasting"),
    [
        ("blaze", 6, 1, None, True),
        ("burning_petrol", 18, 5, None, True),
        ("furnace", 36, 8, None, True),
        ("house_current", 12, 3, "fort", False),
        ("industrial_current", 24, 7, "fort", False),
        ("high_voltage", 48, 8, "fort", False),
        ("acid_splash", 6, 1, None, True),
        ("acid_immersion", 60, 8, None, True),
        ("steam", 12, 3, "ref", False),
    ],
)
def test_natural_causes(key, most, bonus, save, lasting):
    """CD20-P-ENV-03, CD20-P-ENV-04: highest damage, its bonus, the save that halves it."""
    row = pack.cause(key)
    assert (row.most, row.save, row.dc, row.lasting) == (most, save, 15, lasting)
    assert pack.lethal(row.most) == bonus
    assert row.contact == key.endswith(("current", "voltage"))


def test_every_cause_is_there():
    """CD20-P-ENV-03, CD20-P-ENV-04."""
    assert len(table("dangers", "cause")) == 9


def stage(toxin) -> str:
    """A stage of a poison as the list writes it."""
    if toxin is None:
        return NO
    if toxin.effect == "unconscious_hours":
        return f"unconscious {toxin.dice} hours"
    return f"partial actions {toxin.dice} rounds" if "partial" in toxin.effect else f"{toxin.dice} {toxin.effect}"


@pytest.mark.parametrize(("key", "way", "dc", "initial", "secondary"), by_key(POISONS))
def test_poisons(key, way, dc, initial, secondary):
    """CD20-P-POIS-01: way, difficulty, both stages."""
    row = pack.poison(key)
    assert (", ".join(row.ways), row.dc) == (way, int(dc))
    assert (stage(row.initial), stage(row.secondary)) == (initial, secondary)


def test_diseases():
    """CD20-P-DIS-01: difficulty, incubation, what a failed day costs."""
    result = [
        (row.key, row.dc, row.incubation, row.unit, row.ability, row.damage, row.pv)
        for row in table("dangers", "disease")
    ]
    assert result == [
        ("infected_wound", 12, "1", "days", None, None, 1),
        ("pneumonia", 12, "1d4", "days", "str", "1d4", 0),
        ("tetanus", 13, "1d3", "weeks", "dex", "1d4", 0),
        ("plague", 18, "1d3", "days", "con", "1d4", 0),
    ]


@pytest.mark.parametrize(("key", "loss"), [row for row in lines(CAUSES) if row[0] != NO])
def test_causes_of_san_loss(key, loss):
    """CD20-P-SAN-02: what a success and a failure cost."""
    assert pack.san_cause(key).loss.text == loss


def test_every_cause_and_poison_is_there():
    """CD20-P-SAN-02, CD20-P-POIS-01."""
    assert pack.keys("minds", "san_cause") == [key for key in keys(CAUSES) if key != NO]
    assert pack.keys("dangers", "poison") == keys(POISONS)


@pytest.mark.parametrize(("printed", "long"), [(SHORT, False), (LONG, True)], ids=["short", "long"])
def test_temporary_insanity(printed, long):
    """CD20-P-SAN-03: every face of both tables; 100 on the short one has no effect of its own."""
    for faces, key in lines(printed):
        first, last = span(faces)
        for face in range(first, last + 1):
            row = pack.madness(face, long)
            assert (row.key if row else NO) == key


@pytest.mark.parametrize(("key", "study", "dc", "san", "ranks", "spells"), by_key(TOMES))
def test_tomes(key, study, dc, san, ranks, spells):
    """CD20-P-MAG-03: study, difficulty, loss, ranks, spells."""
    row = pack.tome(key)
    assert (f"{row.time} {row.unit}".removesuffix("s") if row.time == 1 else f"{row.time} {row.unit}") == study
    assert (row.dc, row.san, row.mythos, row.spells) == (int(dc), san, number(ranks), span(spells))


def cost(row) -> str:
    """What a spell takes, as the list writes it."""
    san = f"{row.cost.san} SAN" if row.cost.san != "0" else ""
    each = {"flesh_ward": " per +1", "summon": " per hit die"}.get(row.key, "")
    pf = f"{row.cost.pf} PF{each}" if san else ""
    return ", ".join(one for one in (san, pf) if one) or "0"


@pytest.mark.parametrize(("key", "time", "price"), by_key(SPELLS))
def test_spells(key, time, price):
    """CD20-P-MAG-02: casting time and cost."""
    row = pack.spell(key)
    length = {"full_round": "full round", "partial": "partial"}.get(row.unit, f"{row.time} {row.unit}")
    length += "s" if row.time > 1 else ""
    assert (length + (" per hit die" if row.time_per_amount else ""), cost(row)) == (time, price)


def test_what_spells_do_to_others():
    """CD20-P-MAG-02: saves, dice, limits."""
    saves = {row.key: (row.save, row.target, row.dice) for row in table("minds", "spell") if row.save}
    assert saves == {
        "shrivelling": ("fort", True, None),
        "wrack": ("will", True, "1d4"),
        "mind_blast": ("will", True, "1d6"),
        "enthrall": ("will", True, None),
        "summon": ("will", False, None),
    }
    assert (pack.spell("shrivelling").most, pack.spell("shrivelling").metres, pack.spell("flesh_ward").most) == (
        30,
        9,
        6,
    )
    assert [row.key for row in table("minds", "spell")] == keys(SPELLS)
