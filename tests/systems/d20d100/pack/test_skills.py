"""Skills, pairs in opposition and professions, cell by cell (CREA, SKILL, TEST, MISS)."""

import pytest

from gardien.core.errors import Refusal
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.pack import table
from systems.d20d100.ledger import by_key, lines
from systems.worked import table as printed

SKILLS = """
nager | Physiques | Nager | 25 | FOR−1 | * | yes | text
sauter | Physiques | Sauter | 25 | FOR−1 | * | yes | text
grimper | Physiques | Grimper | 40 | FOR+2 | * | yes | text
eloquence | Sociales | Éloquence | 15 | POU+EDU−5 |  | yes | d100 Persuasion
baratin | Sociales | Baratin | 5 | POU+INT−7 |  | yes |
deguisement | Sociales | Déguisement | 01 | POU+INT−8 |  | yes |
intimidation | Sociales | Intimidation | 15 | POU−3 |  | yes | no 5.5 skill; 15 % taken
marchandage | Sociales | Marchandage | 5 | POU+INT−7 |  | yes |
credit | Sociales | Crédit | 15 | EDU−3 |  | yes | text: on EDU
ecole_rue | Sociales | École de la Rue | 20 | −EDU−2 |  | yes | text: −EDU−2
psychanalyse | Sociales | Psychanalyse | 01 | INT−6 |  | learned | text: on INT
anthropologie | Connaissance | Anthropologie | 01 | EDU−6 |  | learned |
archeologie | Connaissance | Archéologie | 01 | EDU−6 |  | learned |
astronomie | Connaissance | Astronomie | 01 | EDU−6 |  | learned |
biologie | Connaissance | Biologie | 01 | EDU−6 |  | learned |
chimie | Connaissance | Chimie | 01 | EDU−6 |  | learned |
comptabilite | Connaissance | Comptabilité | 10 | INT+EDU−6 |  | yes | text: INT and EDU
droit | Connaissance | Droit | 5 | EDU−5 |  | yes |
geologie | Connaissance | Géologie | 01 | EDU−6 |  | learned |
histoire | Connaissance | Histoire | 20 | EDU−2 |  | yes |
histoire_naturelle | Connaissance | Histoire naturelle | 10 | EDU−4 |  | yes |
langue_natale | Connaissance | Langue natale | EDU×5 | EDU score − 6 |  | yes | text: EDU score − 6
langue_etrangere | Connaissance | Langue étrangère (one per language) | 01 | EDU−6 |  | learned |
medecine | Connaissance | Médecine | 5 | EDU−5 |  | yes |
memoire | Connaissance | Mémoire | 25 | EDU+INT−3 |  | yes | no d100 skill; 25 % taken
occultisme | Connaissance | Occultisme | 5 | −5 |  | yes | text: fixed −5
pharmacologie | Connaissance | Pharmacologie | 01 | EDU−6 |  | learned |
physique | Connaissance | Physique | 01 | EDU−6 |  | learned |
conduire_auto | Transport | Conduire une automobile | 20 | DEX+PER−4 |  | yes |
monter_cheval | Transport | Monter à cheval | 5 | DEX+PER−7 |  | yes | text: DEX+PER−7
piloter_bateau | Transport | Piloter un bateau | 01 | DEX+PER−8 |  | yes | text: open to all
piloter_avion | Transport | Piloter un avion | 01 | DEX+PER−8 |  | learned |
engin_lourd | Transport | Conduire un engin lourd | 01 | DEX+PER−8 |  | learned |
bibliotheque | Perceptions et recherches | Bibliothèque | 25 | INT−1 |  | yes | text: INT−1
ecouter | Perceptions et recherches | Écouter | 25 | PER−1 |  | yes | text: on PER
observer | Perceptions et recherches | Observer | 25 | PER−1 |  | yes | text: on PER
toc | Perceptions et recherches | Trouver Objet Caché (T.O.C.) | 25 | INT+PER−3 |  | yes | text: INT and PER
psychologie | Perceptions et recherches | Psychologie | 5 | INT+PER−7 |  | yes | text: INT and PER
orienter | Perceptions et recherches | S'orienter | 10 | PER−4 |  | yes | text: on PER
suivre_piste | Perceptions et recherches | Suivre une piste | 10 | PER−4 |  | yes | text: on PER
se_cacher | Discrétion | Se Cacher | 10 | DEX−TAI−5 | * | yes | text: DEX, TAI inverted
depl_silencieux | Discrétion | Déplacement Silencieux | 10 | DEX−4 | * | yes | text: on DEX
dissimuler | Discrétion | Dissimuler | 15 | DEX−3 |  | yes | text: on DEX
pickpocket | Discrétion | Vol à la tire | 5 | DEX−5 | * | learned |
art | Autres | Art (one per form) | 5 | INT−5 |  | learned |
artisanat | Autres | Artisanat (one per trade) | 5 | DEX−5 |  | learned |
contrefacon | Autres | Contrefaçon | 5 | INT+DEX−7 |  | yes | no 5.5 skill; 5 % taken
dressage | Autres | Dressage | 5 | POU−5 |  | learned | no 5.5 skill; 5 % taken
electricite | Autres | Électricité | 10 | INT+DEX−6 |  | yes |
explosifs | Autres | Explosifs | 01 | INT−6 |  | learned |
mecanique | Autres | Mécanique | 20 | INT+DEX−4 |  | yes | text: INT and DEX
photographie | Autres | Photographie | 10 | INT+DEX−6 |  | yes |
premiers_soins | Autres | Premiers Soins | 30 | INT+DEX−2 |  | yes |
serrurerie | Autres | Serrurerie | 01 | DEX−6 |  | yes | text: −6 on average
lutte | Combat | Lutte | 25 | FOR−1 |  | yes |
boxe | Combat | Boxe | 50 | FOR+4 |  | yes |
armes_contact | Combat | Armes de Contact | 20 | FOR−2 |  | yes | text: Paul −2 by default
armes_jet | Combat | Armes de Jet | 25 | DEX−1 |  | yes |
revolver | Combat | Revolver | 20 | DEX−2 |  | yes |
fusil | Combat | Fusil | 25 | DEX−1 |  | yes |
arme_auto | Combat | Arme automatique | 15 | DEX−3 |  | yes |
"""


@pytest.mark.parametrize(("key", "group", "name", "percent", "base", "star", "sheet", "note"), by_key(SKILLS))
def test_skills(key, group, name, percent, base, star, sheet, note):
    """D100-MISS-01, D100-CREA-11, D100-CREA-12: group, name, d100 chance, base, star, open to all or learned."""
    row = pack.skill(key)
    assert pack.group(row.group).fr == group
    assert row.fr == name.partition(" (")[0].replace("'", "’")
    assert row.many == ("one per" in name)
    assert row.percent == (None if percent == "EDU×5" else int(percent))
    assert row.formula == base.replace(" score − ", "−")
    assert row.of_score == ("score" in base)
    assert row.starred == (star == "*")
    assert row.sheet == (sheet == "yes")
    assert row.printed == note.startswith("text")


def test_there_are_sixty_one_skills_in_the_order_of_the_sheet():
    """D100-MISS-01: none is missing, none is added."""
    assert [row.key for row in table("skills", "skill")] == [row[0] for row in lines(SKILLS)]
    assert len(table("skills", "skill")) == 61


def test_constants_come_from_the_d100_chance():
    """D100-CONV-02: one twentieth for each five percent, less 2 for two characteristics and 1 for Se Cacher."""
    for row in table("skills", "skill"):
        if row.percent is not None:
            less = 0 if len(row.plus) + len(row.minus) < 2 else 1 if row.key == "se_cacher" else 2
            assert row.constant == round(row.percent / 5) - 6 - less, row.key


def test_wounds_weigh_on_three_groups():
    """D100-HEALTH-04: Physiques, Discrétion, Combat."""
    assert [row.fr for row in table("skills", "group") if row.wounded] == ["Physiques", "Discrétion", "Combat"]


def test_a_house_rule_adds_a_second_characteristic_to_combat_skills():
    """D100-SKILL-23: FOR and DEX hand to hand, DEX and PER at a distance; no other skill has one."""
    result = {row.key: (*row.plus, row.second) for row in table("skills", "skill") if row.second}
    assert result == dict.fromkeys(("lutte", "boxe", "armes_contact"), ("FOR", "DEX")) | dict.fromkeys(
        ("armes_jet", "revolver", "fusil", "arme_auto"), ("DEX", "PER")
    )


def test_a_skill_held_several_times_is_found_by_its_full_name():
    """D100-SKILL-14, D100-MISS-01: languages, arts and trades; the others have one name."""
    assert pack.skill("langue_etrangere:latin") is pack.skill("langue_etrangere")
    assert [row.key for row in table("skills", "skill") if row.many] == ["langue_etrangere", "art", "artisanat"]
    with pytest.raises(Refusal) as refused:
        pack.skill("nager:latin")
    assert (refused.value.field, refused.value.words["hint"]) == ("skill", "nager")


def test_pairs_in_opposition():
    """D100-TAB-11, D100-TEST-08: who rolls, whose roll is recorded."""
    result = [(row.active, row.passive) for row in table("skills", "pair")]
    assert result == [
        (row["active"].split()[0], row["passive"].split()[0]) for row in printed("d20d100", "D100-TAB-11")
    ]


PROFESSIONS = """
antiquaire | Antiquaire | EDU | 11 | art, artisanat, bibliotheque, contrefacon, credit, histoire, langue_etrangere, marchandage, observer, occultisme, toc
artiste | Artiste | POU | 10 | art, artisanat, baratin, deguisement, ecole_rue, eloquence, histoire, observer, photographie, psychologie
auteur | Auteur | EDU | 10 | art, bibliotheque, eloquence, histoire, langue_etrangere, langue_natale, memoire, observer, occultisme, psychologie
avocat | Avocat | EDU | 11 | baratin, bibliotheque, comptabilite, credit, droit, eloquence, intimidation, langue_natale, marchandage, memoire, psychologie
chasseur | Chasseur, explorateur | PER | 12 | depl_silencieux, ecouter, fusil, grimper, histoire_naturelle, langue_etrangere, monter_cheval, nager, observer, orienter, premiers_soins, suivre_piste
criminel | Criminel | DEX | 12 | baratin, boxe, conduire_auto, contrefacon, depl_silencieux, dissimuler, ecole_rue, intimidation, pickpocket, revolver, se_cacher, serrurerie
detective | Détective privé | PER | 12 | baratin, bibliotheque, boxe, deguisement, droit, ecole_rue, observer, photographie, psychologie, revolver, serrurerie, toc
dilettante | Dilettante | POU | 10 | armes_contact, art, conduire_auto, credit, eloquence, fusil, histoire, langue_etrangere, marchandage, monter_cheval
domestique | Domestique, majordome | PER | 10 | comptabilite, conduire_auto, credit, depl_silencieux, ecouter, eloquence, memoire, observer, premiers_soins, psychologie
infirmier | Infirmier, infirmière | INT | 11 | baratin, biologie, ecouter, eloquence, langue_natale, medecine, memoire, observer, pharmacologie, premiers_soins, psychologie
ingenieur | Ingénieur | INT | 11 | artisanat, bibliotheque, chimie, comptabilite, conduire_auto, electricite, engin_lourd, explosifs, geologie, mecanique, physique
journaliste | Journaliste | INT | 12 | baratin, bibliotheque, credit, ecole_rue, eloquence, histoire, langue_natale, memoire, observer, photographie, psychologie, toc
marin | Marin | CON | 11 | armes_contact, astronomie, boxe, ecole_rue, grimper, langue_etrangere, mecanique, nager, observer, orienter, piloter_bateau
mecanicien | Mécanicien, ouvrier | DEX | 10 | artisanat, boxe, conduire_auto, ecole_rue, electricite, engin_lourd, grimper, marchandage, mecanique, serrurerie
medecin | Médecin | EDU | 12 | bibliotheque, biologie, chimie, credit, eloquence, langue_etrangere, medecine, memoire, pharmacologie, premiers_soins, psychanalyse, psychologie
militaire | Militaire | FOR | 12 | arme_auto, armes_contact, boxe, conduire_auto, fusil, grimper, intimidation, lutte, orienter, premiers_soins, revolver, se_cacher
parapsychologue | Parapsychologue | INT | 11 | anthropologie, bibliotheque, ecouter, electricite, eloquence, histoire, langue_etrangere, occultisme, photographie, psychologie, toc
pilote | Pilote | DEX | 10 | astronomie, conduire_auto, electricite, mecanique, observer, orienter, photographie, piloter_avion, premiers_soins, revolver
policier | Policier | FOR | 12 | boxe, conduire_auto, droit, ecole_rue, fusil, intimidation, lutte, observer, psychologie, revolver, suivre_piste, toc
pretre | Prêtre, missionnaire | POU | 11 | bibliotheque, comptabilite, credit, ecouter, eloquence, histoire, langue_etrangere, memoire, occultisme, premiers_soins, psychologie
professeur | Professeur | EDU | 11 | anthropologie, archeologie, bibliotheque, credit, eloquence, histoire, langue_etrangere, langue_natale, memoire, occultisme, psychologie
psychanalyste | Psychanalyste, aliéniste | EDU | 11 | bibliotheque, biologie, credit, ecouter, eloquence, langue_etrangere, medecine, memoire, pharmacologie, psychanalyse, psychologie
vagabond | Vagabond | PER | 11 | baratin, boxe, depl_silencieux, ecole_rue, ecouter, grimper, marchandage, observer, orienter, sauter, se_cacher
agent_federal | Agent fédéral | INT | 12 | boxe, comptabilite, conduire_auto, deguisement, droit, fusil, intimidation, observer, photographie, psychologie, revolver, toc
"""  # noqa: E501 (rows of the ledger)

FEMININE = {"infirmier": "infirmière"}  # the ledger writes both in one cell


@pytest.mark.parametrize(("key", "name", "characteristic", "count", "skills"), by_key(PROFESSIONS))
def test_professions(key, name, characteristic, count, skills):
    """D100-CREA-15, D100-MISS-03: key characteristic, and ten to twelve skills that exist."""
    row = pack.profession(key)
    assert row.fr == name.removesuffix(f", {FEMININE.get(key)}")
    assert row.characteristic == characteristic
    assert ", ".join(row.skills) == skills
    assert len(set(row.skills)) == int(count)
    assert all(map(pack.skill, row.skills))


def test_there_are_twenty_four_professions():
    """D100-MISS-03: in the order of the ledger."""
    assert [row.key for row in table("professions", "profession")] == [row[0] for row in lines(PROFESSIONS)]
