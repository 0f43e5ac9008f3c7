"""Scales, tables, madness, dangers, magic, money: cell by cell (TEST, CONV, WPN, SAN, MAGIC, XP, MISS)."""

import pytest

from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.pack import table
from systems.d20d100.ledger import by_key, lines, number, set_fields, span
from systems.worked import table as printed


def test_jets():
    """D100-CORE-03: each Jet and its characteristic."""
    result = {row.key: row.code for row in table("scales", "jet")}
    assert result == {"reflexes": "DEX", "endurance": "CON", "idee": "INT", "chance": "POU", "culture": "EDU"}


DIFFICULTIES = """
5 | facile | 95 | –
10 | normale | 95 | 95
15 | difficile | 70 | 70
20 | très difficile | 45 | 45
25 | (interpolated) | 20 | –
30 | exploit | 0 | 5
"""


def test_difficulties():
    """D100-TEST-05: name, chance of a professional by the rule, chance as printed."""
    rows = table("scales", "difficulty")
    for row, (difficulty, name, chance, source) in zip(rows, lines(DIFFICULTIES), strict=True):
        assert (row.difficulty, row.professional) == (int(difficulty), int(chance))
        assert row.printed == (None if source == "–" else int(source))
        if not name.startswith("("):
            assert row.fr.lower() == name


def test_printed_difficulties():
    """D100-TAB-03: what the source gives a +8, and what is right."""
    rows = {row.difficulty: row for row in table("scales", "difficulty")}
    for source in printed("d20d100", "D100-TAB-03"):
        row = rows[source["difficulty"]]
        assert (row.printed, row.professional) == (source["printed_percent"], source["correct_percent"])


MODIFIERS = """
1 | −5 | 16–17 | +3
2–3 | −4 | 18–19 | +4
4–5 | −3 | 20–21 | +5
6–7 | −2 | 22–23 | +6
8–9 | −1 | 24–25 | +7
10–11 | 0 | 26–27 | +8
12–13 | +1 | 28–29 | +9
14–15 | +2 | 30–31 | +10
"""


def test_modifiers():
    """D100-MISS-02: table B; a score of 0 counts as 1."""
    cells = [(row[i], row[i + 1]) for i in (0, 2) for row in lines(MODIFIERS)]
    expected = [(*span(score), number(modifier)) for score, modifier in cells]
    result = [(row.first, row.last, row.modifier) for row in table("scales", "modifier")]
    assert result == [(0, 1, -5), *expected[1:]]
    assert all(modifier == (score - 10) // 2 for first, last, modifier in expected for score in (first, last))


MULTIPLIERS = """
×1 | −11 | −11 | −10 | −10 | −10 | −10 | −10 | −9 | −9 | −9 | −9 | −9 | −8 | −8 | −8 | −8 | −8 | −7 | −7 | −7 | −7 | −7
×2 | −11 | −10 | −10 | −9 | −9 | −9 | −8 | −8 | −7 | −7 | −7 | −6 | −6 | −5 | −5 | −5 | −4 | −4 | −3 | −3 | −3 | −2
×3 | −10 | −10 | −9 | −9 | −8 | −7 | −7 | −6 | −6 | −5 | −4 | −4 | −3 | −3 | −2 | −1 | −1 | 0 | 0 | +1 | +2 | +2
×4 | −10 | −9 | −9 | −8 | −7 | −6 | −5 | −5 | −4 | −3 | −2 | −1 | −1 | 0 | +1 | +2 | +3 | +3 | +4 | +5 | +6 | +7
×5 | −10 | −9 | −8 | −7 | −6 | −5 | −4 | −3 | −2 | −1 | 0 | +1 | +2 | +3 | +4 | +5 | +6 | +7 | +8 | +9 | +10 | +11
×6 | −10 | −9 | −7 | −6 | −5 | −4 | −3 | −1 | 0 | +1 | +2 | +3 | +5 | +6 | +7 | +8 | +9 | +11 | +12 | +13 | +14 | +15
×7 | −10 | −8 | −7 | −5 | −4 | −3 | −1 | 0 | +2 | +3 | +4 | +6 | +7 | +9 | +10 | +11 | +13 | +14 | +16 | +17 | +18 | +20
×8 | −9 | −8 | −6 | −5 | −3 | −1 | 0 | +2 | +3 | +5 | +7 | +8 | +10 | +11 | +13 | +15 | +16 | +18 | +19 | +21 | +23 | +24
×9 | −9 | −7 | −6 | −4 | −2 | 0 | +2 | +3 | +5 | +7 | +9 | +11 | +12 | +14 | +16 | +18 | +20 | +21 | +23 | +25 | +27 | +29
×10 | −9 | −7 | −5 | −3 | −1 | +1 | +3 | +5 | +7 | +9 | +11 | +13 | +15 | +17 | +19 | +21 | +23 | +25 | +27 | +29 | +31 | +33
"""  # noqa: E501 (rows of the ledger)


def test_multipliers():
    """D100-TEST-15: two hundred and twenty cells, each by the rule too."""
    rows = table("scales", "multiplier")
    for row, (name, *cells) in zip(rows, lines(MULTIPLIERS), strict=True):
        assert row.fr == row.en == name == f"×{row.multiplier}"
        assert list(row.modifiers) == [number(cell) for cell in cells]
        assert list(row.modifiers) == [round(score * row.multiplier / 5) - 11 for score in range(1, 23)]


def test_printed_multipliers():
    """D100-TAB-02: the source agrees."""
    for row, source in zip(table("scales", "multiplier"), printed("d20d100", "D100-TAB-02"), strict=True):
        assert [row.key, *row.modifiers] == list(source.values())


DAMAGE_BONUS = """
2–12 | −3 | −1d6
13–16 | −2 | −1d4
17–24 | 0 | 0
25–28 | +1 | +1d4
29–32 | +2 | +1d4
33–36 | +3 | +1d6
37–40 | +4 | +1d6
41–56 | +7 | +2d6
57–72 | +10 | +3d6
73–88 | +14 | +4d6
89–104 | +17 | +5d6
105–120 | +21 | +6d6
"""


def test_damage_bonus():
    """D100-WPN-03, D100-MISS-02: by FOR + TAI, with the dice it stands for; from 0, so that nothing falls out."""
    for row, (total, bonus, dice) in zip(table("scales", "damage_bonus"), lines(DAMAGE_BONUS), strict=True):
        first, last = span(total)
        assert (row.first or 2, row.last, row.bonus) == (first, last, number(bonus))
        assert row.d100 == dice.replace("−", "-").replace("+", "")


STUDIES = """
3–4 | 6–7 | reads and writes with difficulty
5–6 | 8–9 | primary school
7–8 | 10–11 | some secondary school, apprenticeship
9–10 | 12–13 | secondary diploma
11–12 | 14–15 | some university, technical school
13–14 | 16–17 | first degree
15–16 | 18–19 | master's degree, engineer, barrister
17–18 | 20–21 | doctorate
"""


def test_studies():
    """D100-CREA-05, D100-MISS-02: table C, by the roll before the +3."""
    for row, (roll, final, level) in zip(table("scales", "studies"), lines(STUDIES), strict=True):
        assert (row.first, row.last) == span(roll)
        assert (row.first + 3, row.last + 3) == span(final)
        assert row.en.lower() == level.replace("'", "’")


LEVELS = """
−6 | 0 | ignorant
−2 | 20 | novice
+1 | 35 | beginner
+4 | 50 | good amateur
+6 | 60 | junior professional
+8 | 70 | professional (the reference)
+10 | 80 | expert
+12 | 90 | master
+14 | 95 (100 in theory) | legend
"""


def test_levels():
    """D100-CREA-19, D100-MISS-01: from novice to expert."""
    for row, (total, chance, name) in zip(table("scales", "level"), lines(LEVELS), strict=True):
        assert (row.total, row.percent) == (number(total), int(chance.split()[0]))
        assert row.en.lower() == name.removesuffix(" (the reference)")


CONVERSIONS = """
0–2 | −6 | 33–37 | +1 | 68–72 | +8
3–7 | −5 | 38–42 | +2 | 73–77 | +9
8–12 | −4 | 43–47 | +3 | 78–82 | +10
13–17 | −3 | 48–52 | +4 | 83–87 | +11
18–22 | −2 | 53–57 | +5 | 88–92 | +12
23–27 | −1 | 58–62 | +6 | 93–97 | +13
28–32 | +0 | 63–67 | +7 | 98–102 | +14
"""


def test_conversions():
    """D100-CONV-01, D100-MISS-14: percentages to modifiers."""
    cells = [(row[i], row[i + 1]) for i in (0, 2, 4) for row in lines(CONVERSIONS)]
    result = [(row.first, row.last, row.modifier) for row in table("scales", "conversion")]
    assert result == [(*span(percent), number(modifier)) for percent, modifier in cells]


SIZES = """
0 | infime | +8 | −16
1 | minuscule | +4 | −12
2–3 | très petit | +2 | −8
4–7 | petit | +1 | −4
8–20 | moyen | +0 | +0
21–35 | grand | −1 | +4
36–60 | très grand | −2 | +8
61–100 | gigantesque | −4 | +12
101 and more | colossal | −8 | +16
"""


def test_sizes():
    """D100-CREAT-03, D100-CREAT-05, D100-MISS-07: Scale and Mass by TAI."""
    for row, (score, name, scale, mass) in zip(table("scales", "size"), lines(SIZES), strict=True):
        first, last = span(score.removesuffix(" and more"))
        assert (row.first, row.last) == (first, None if "more" in score else last)
        assert (row.fr.lower(), row.scale, row.mass) == (name, number(scale), number(mass))


@pytest.mark.parametrize(
    ("tai", "key"),
    [(0, "infime"), (1, "minuscule"), (20, "moyen"), (21, "grand"), (100, "gigantesque"), (210, "colossal")],
)
def test_the_size_of_a_score(tai, key):
    """D100-MISS-07: without end at the top."""
    assert pack.size(tai).key == key


SERIES = """
−6 | 1 | −6 | +6 | 2 | +6/+1
−5 | 1 | −5 | +7 | 2 | +7/+2
−4 | 1 | −4 | +8 | 2 | +8/+3
−3 | 1 | −3 | +9 | 2 | +9/+4
−2 | 1 | −2 | +10 | 3 | +10/+5/+0
−1 | 1 | −1 | +11 | 3 | +11/+6/+1
+0 | 1 | +0 | +12 | 3 | +12/+7/+2
+1 | 1 | +1 | +13 | 3 | +13/+8/+3
+2 | 1 | +2 | +14 | 3 | +14/+9/+4
+3 | 1 | +3 | +15 | 3 | +15/+10/+5
+4 | 1 | +4 | +16 | 3 | +16/+11/+6
+5 | 1 | +5 | +17 | 3 | +17/+12/+7
"""


def test_series():
    """D100-WPN-01, D100-WPN-02, D100-MISS-08: attacks and their scores by skill."""
    cells = [row[i : i + 3] for i in (0, 3) for row in lines(SERIES)]
    for row, (skill, attacks, series) in zip(table("scales", "series"), cells, strict=True):
        assert (row.skill, len(row.scores)) == (number(skill), int(attacks))
        assert row.fr == row.en == series
        assert list(row.scores) == [number(one) for one in series.split("/")]


def test_printed_experience_costs():
    """D100-TAB-10, D100-XP-04: what points buy."""
    result = []
    for row in table("scales", "gain"):
        ticked = "ticked" if row.ticked else "unticked"
        combat = "combat " if row.combat else ""
        names = {
            "skill": f"+1 {ticked} {combat}skill",
            "jet": f"+1 {ticked} jet",
            "new_skill": "new skill at -5",
            "destiny": "+1 destiny",
            "pv_max": "+1 PV max",
            "characteristic": "+1 characteristic",
        }
        result.append((row.cost, names[row.purchase]))
    assert result == [(row["cost"], row["gain"]) for row in printed("d20d100", "D100-TAB-10")]


# --- madness ---------------------------------------------------------------------------------------------------------

MADNESS = """
1 | faints or screams | amnesia
2 | flees in panic | severe phobia or fixation
3 | hysterical laughter or tears | hallucinations
4 | babbling | obsessive attachment to an object or place
5 | frozen on the spot | trembling: −3 to physical actions
6 | blind rage: attacks the nearest being | blindness, deafness or paralysis of a limb without cause
7 | sees things that are not there | mutism
8 | repeats the gestures or words of others | paranoia
9 | compulsive eating or gnawing | compulsive ritual
10 | stupor: no action | catatonia
"""
# The ledger notes a symptom, a row tells it of somebody.
TOLD = {
    "hysterical laughter or tears": "laughs or weeps hysterically",
    "babbling": "babbles",
    "frozen on the spot": "stands frozen on the spot",
    "compulsive eating or gnawing": "eats or gnaws compulsively",
    "blindness, deafness or paralysis of a limb without cause": (
        "blindness, deafness or paralysis of a limb, without cause"
    ),
}


@pytest.mark.parametrize(("roll", "short", "long"), by_key(MADNESS))
def test_madness(roll, short, long):
    """D100-SAN-03, D100-SAN-04, D100-MISS-09: both columns of the d10."""
    for row, expected in ((pack.madness(int(roll)), short), (pack.madness(int(roll), long=True), long)):
        assert row.roll == int(roll)
        assert row.en.lower() == TOLD.get(expected, expected)


def test_ten_faces_of_madness():
    """D100-MISS-09: a row for each face."""
    for name in ("short_madness", "long_madness"):
        assert [row.roll for row in table("madness", name)] == list(range(1, 11))


# --- dangers ---------------------------------------------------------------------------------------------------------


def test_explosions():
    """D100-MISS-12: d6 by rings, Réflexes 15 for half, Penetration 4; what each further stick adds."""
    rows = table("dangers", "explosive")
    assert {row.key: [(one.dice, one.most_m) for one in row.rings] for row in rows} == {
        "grenade": [(4, 3), (2, 6)],
        "dynamite": [(5, 2), (2, 4), (1, 6)],
        "vehicle": [(4, 6)],
    }
    assert {(row.difficulty, row.penetration) for row in rows} == {(15, 4)}
    assert {row.key: row.increment for row in rows if row.increment} == {"grenade": 3}
    more = {row.key: ([one.more_dice for one in row.rings], row.more_m) for row in rows if row.more_m}
    assert more == {"dynamite": ([2, 1, 1], 1)}


def test_hazards():
    """D100-ROLL-03, D100-MISS-12: falls, fire, current, acid."""
    assert {row.key: set_fields(row) for row in table("dangers", "hazard")} == {
        "fall": {"damage": "1d6", "each_m": 3, "jet": "reflexes", "difficulty": 15},
        "burning_clothes": {"damage": "1d6", "each_round": True, "jet": "reflexes", "difficulty": 15},
        "torch": {"damage": "1d4"},
        "room_on_fire": {"damage": "1d6", "each_round": True, "jet": "reflexes", "difficulty": 10},
        "electricity": {"damage": "2d6"},
        "acid": {"damage": "1d4", "most": "1d8", "each_round": True},
    }
    assert pack.weapon("torche").damage == pack.hazard("torch").damage


def test_poisons():
    """D100-MISS-12: a potency each; that of serpent men is the one of their bite."""
    bite = pack.creature("homme_serpent").attacks[0]
    assert pack.poison("serpent").potency == bite.poison == 11
    assert all(1 <= row.potency <= 30 for row in table("dangers", "poison"))


# --- magic -----------------------------------------------------------------------------------------------------------

TOMES = """
necronomicon | Al-Azif / Necronomicon | latin | 66 | 1d10/2d10 | +16 % | INT × 4
unaussprechlichen_kulten | Unaussprechlichen Kulten | allemand | 52 | 1d8/2d8 | +15 % | INT × 2
de_vermis_mysteriis | De Vermis Mysteriis | latin | 48 | 1d6/2d6 | +12 % | INT × 3
livre_eibon | Livre d'Eibon | latin, français | 32 | 1d4/2d4 | +11 % | INT × 3
cultes_des_goules | Cultes des Goules | français | 22 | 1d4/1d10 | +12 % | INT × 2
manuscrits_pnakotiques | Manuscrits Pnakotiques | anglais | 45 | 1d4/1d8 | +10 % | INT × 1
roi_en_jaune | Le Roi en Jaune | français, anglais | 1 | 1d3/1d10 | +5 % | none
"""


@pytest.mark.parametrize(("key", "name", "language", "weeks", "san", "mythos", "chance"), by_key(TOMES))
def test_tomes(key, name, language, weeks, san, mythos, chance):
    """D100-MAGIC-01, D100-MISS-10: language, weeks, SAN, Mythe, chance of a spell."""
    row = pack.tome(key)
    assert row.fr.lower() in (name.lower().replace("'", "’"), "necronomicon (al-azif)")
    assert ", ".join(pack.language(one).fr for one in row.languages) == language
    assert (row.weeks, row.san.text, f"+{row.mythos} %") == (int(weeks), san, mythos)
    assert (f"INT × {row.multiplier}" if row.multiplier else "none") == chance


SPELLS = """
bannir | 1 to 10 | 1 | 1 min | yes, caster +1 per PM beyond the first | –
contacter | 4 | 1d3 | 1 h | no | –
invoquer | 1 to 10 | 1d4 | 5 min per PM | yes, once the being has come | –
portail | 6 POU once | 1d3 | 1 h | no | –
domination | 2 | 1 | 1 round | yes | –
fletrissement | 1 to 10 | 1d6 | 1 round | yes | value = PM spent
guerison | 10 | 1 | 1 day | no | 2d6
nuage_mental | 4 | 1 | 1 round | yes | 1d6
poudre_ibn_ghazi | 1 per dose (1 to 10) | 0 | 1 day | no | value = PM spent
protection_charnelle | 1 to 5 | 1d4 | 5 rounds | no | 1d6 per PM
signe_anciens | 2 POU once | 0 | 1 h | no | –
signe_voor | 1 | 1 | 1 round | no | value = 1
toucher_glacial | 3 | 1d3 | 1 round | no | 1d6
"""
UNITS = {"round": "round", "minute": "min", "hour": "h", "day": "day"}


@pytest.mark.parametrize(("key", "cost", "san", "time", "opposed", "effect"), by_key(SPELLS))
def test_spells(key, cost, san, time, opposed, effect):
    """D100-MAGIC-01, D100-MISS-10: PM or POU, SAN, casting time, opposition, dice of the effect."""
    row = pack.spell(key)
    spent = f"{row.pm_least} to {row.pm_most}" if row.pm_most > row.pm_least else str(row.pm_least)
    told = f"{row.pou} POU once" if row.pou else f"1 per dose ({spent})" if key == "poudre_ibn_ghazi" else spent
    assert told == cost
    assert row.san == san
    unit = UNITS[row.unit] + ("s" if row.unit == "round" and row.time > 1 else "")
    assert f"{row.time} {unit}{' per PM' if row.time_per_pm else ''}" == time
    asks = {"no": "no", "yes": "yes", "once_come": "yes, once the being has come"}[row.opposed]
    assert asks + (", caster +1 per PM beyond the first" if row.bonus_per_pm == 1 else "") == opposed
    worth = {None: "–", "pm": "value = PM spent", "1": "value = 1"}.get(row.effect, row.effect)
    assert worth + (" per PM" if row.effect_per_pm else "") == effect


def test_every_book_and_spell_is_in_the_ledger():
    """D100-MISS-10: none is added."""
    assert [row.key for row in table("magic", "tome")] == [row[0] for row in lines(TOMES)]
    assert [row.key for row in table("magic", "spell")] == [row[0] for row in lines(SPELLS)]


# --- money and vehicles ----------------------------------------------------------------------------------------------

PRICES = """
knife 2, hatchet 3, sabre 20, .32 pistol 15, .38 revolver 25, Colt .45 30, Luger 40, .30-06 rifle 60,
12-gauge shotgun 40, pump gun 45, Thompson 225, box of 50 cartridges 3, light vest 60, plate vest 150, torch 2,
camera 25, doctor's bag 30, lock picks 15, car 500, hotel night 3, rail mile 0.03
"""
SAID = {"Colt .45": ".45 Colt", "plate vest": "plated vest", "rail mile": "a mile by rail"}


def test_prices():
    """D100-MISS-18: in dollars, one by one."""
    expected = [one.strip().rpartition(" ") for one in PRICES.replace("\n", " ").split(",")]
    for row, (name, _, dollars) in zip(table("prices", "price"), expected, strict=True):
        assert row.en.lower() == SAID.get(name, name).lower().replace("'", "’")
        assert row.dollars == float(dollars)


def test_what_is_sold_exists():
    """D100-MISS-18: weapons and armours of the lists."""
    rows = table("prices", "price")
    assert all(pack.weapon(row.weapon) for row in rows if row.weapon)
    assert all(pack.armour(row.armour) for row in rows if row.armour)


def test_vehicles_are_driven_with_skills_of_transport():
    """D100-MISS-19: Conduire, Monter or Piloter."""
    assert {pack.skill(row.skill).group for row in table("vehicles", "vehicle")} == {"transport"}
    used = {row.skill for row in table("vehicles", "vehicle")}
    assert used == {row.key for row in table("skills", "skill") if row.group == "transport"}
