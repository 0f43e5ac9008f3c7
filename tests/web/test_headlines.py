"""What a card says in one word: who won, how a gauge moved, what came of a blow; its colour is the characters'."""

from typing import Any

import pytest

from gardien.core.system import find
from gardien.core.telling import lower_first
from gardien.core.wording import put_in
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.store.base import Store
from gardien.table.tables import Tables
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.fight.rounds import round_shown
from gardien.web.pages.frame import Frame, names_together, names_within
from gardien.web.pages.log.cards import CardShown, card_shown
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.chase import chase_part, chase_shown
from gardien.web.pages.table.flow import flow_of
from table.conftest import quick as quick  # a fixture
from table.test_chases import WON


class Evening:
    """A demo table without its fight."""

    def __init__(self, store: Store, system: str) -> None:
        tables = Tables(store)
        campaign, _ = set_demo(tables, find(system), "fr")
        self.table = tables.table(campaign)
        self.made = 0
        if self.table.state.play.get("fight"):
            self.act(c.EndFight())
        people = self.table.state.play["characters"]
        self.ids = {one["sheet"]["name"]: id for id, one in people.items() if not one.get("hidden")}
        self.hero, self.foe = next(iter(self.ids)), list(self.ids)[-1]

    def act(self, command: c.AnyCommand) -> None:
        self.made += 1
        self.table.act("keeper", c.Envelope(action=f"h{self.made}", command=command), "fr")

    def card(self, procedure: str, dice: tuple[int, ...] | None = None, who: str = "", **given: Any) -> CardShown:
        character = self.ids[who or self.hero] if who != "-" else None
        self.act(c.Do(procedure=procedure, character=character, given=given, dice=dice))
        return self.board().log()["cards"][0]

    def board(self) -> Board:
        return Board(self.table, self.table.viewer("keeper"), Frame("fr"))

    def person(self, name: str) -> dict[str, str]:
        return {"character": self.ids[name]}


ROUND: dict[str, Any] = {"procedure": "combat_round", "outcome": {}, "people": {}, "given": {}}
OPPOSED: dict[str, tuple[str, dict[str, Any], str]] = {  # procedure, inputs, input of whom it is aimed at
    "operators": ("opposed_test", {"characteristic": "FOR", "passive_characteristic": "FOR"}, "opponent"),
    "d20d100": ("opposed_test", {"active_skill": "observer", "passive_skill": "se_cacher"}, "opponent"),
    "cthulhud20": ("opposed_check", {"ability": "str"}, "opponent"),
    "organique": ("contest", {"characteristic": "FOR"}, "b"),
}


@pytest.mark.parametrize("system", OPPOSED)
def test_an_opposed_test_is_headed_by_who_wins_it(quick: Store, system: str) -> None:
    """Never by a side or a letter: in every game, people at the table with what their sheets know."""
    evening = Evening(quick, system)
    procedure, given, aimed = OPPOSED[system]
    for _ in range(40):
        card = evening.card(procedure, **given, **{aimed: evening.person(evening.foe)})
        winners = [one for one in (evening.hero, evening.foe) if card.word == f"{one} l’emporte"]
        if winners:
            assert card.tone == ("good" if winners == [evening.hero] else "bad")
            return
    raise AssertionError(card.word)


def test_a_competition_is_won_by_somebody(quick: Store) -> None:
    """YAC-COM: sides of one person are called as they are, and so is whoever wins."""
    evening = Evening(quick, "yacdha")
    sides = [{"name": one, "members": [evening.person(one)]} for one in (evening.hero, evening.foe)]
    card = evening.card("compete", (5, 2), who="-", sides=sides, category="physical")
    assert card.word == f"{evening.hero} l’emporte"
    assert card.tone == "good"


def test_a_gauge_that_moves_is_the_word_of_its_check(quick: Store) -> None:
    """YAC-GAU-01."""
    evening = Evening(quick, "yacdha")
    before = evening.table.state.play["characters"][evening.ids[evening.hero]]["sheet"]["madness"]
    card = evening.card("gauge_check", (6,), gauge="madness")
    assert (card.word, card.tone) == (f"Folie {before} → {before + 1}", "bad")
    assert evening.card("gauge_check", (1,), gauge="madness").word == f"Folie {before + 1}"


def test_what_goes_well_for_several_is_no_foes_doing(quick: Store) -> None:
    """A cooperation has nobody who acts alone: its success is green."""
    evening = Evening(quick, "yacdha")
    members = [evening.person(one) for one in list(evening.ids)[:2]]
    card = evening.card("cooperate", (6, 6), who="-", members=members, category="physical")
    assert card.tone == "good"


def test_a_blow_that_is_dodged_says_so_and_a_foe_who_hits_is_a_red_disc(quick: Store) -> None:
    """OPS-COM: the mark tells of the act, the colour of what it means to the characters."""
    spec = find("operators").presentation.cards["attack_melee"]
    assert spec.came is not None
    assert spec.came({"outcome": "critical", "avoided": True, "hit": False}) == "avoided"
    assert spec.came({"hit": True, "hit_level": "none"}) == "unhurt"
    grip = find("organique").presentation.cards["combat_action"].came
    assert grip is not None
    nothing = {"held": "none", "limb": "none", "blinded": "none", "steps_pushed": 0, "sng_lost": 0.0}
    landed = {"hit": True, "damage": {"bs": 0, "c": 0}, "layers_hit": ["jacket"], **nothing}
    assert (grip(landed), grip({**landed, "held": ["left_arm"]})) == ("unhurt", "worked")
    evening = Evening(quick, "d20d100")
    people = {"": evening.ids[evening.foe], evening.hero: evening.ids[evening.hero]}
    roll = {"procedure": "attack", "people": people, "dice": [], "typed": False}
    for outcome, word, mark, tone in (
        ({"hit": True, "damage_final": 3}, "Touché", "good", "bad"),
        ({"hit": True, "damage_final": 0}, "Touché, sans dommage", "good", "bad"),
        ({"hit": False, "damage_final": 0}, "Manqué", "bad", "good"),
    ):
        card = {"id": "1", "command": "do", "seat": "keeper", "words": {}, "roll": {**roll, "outcome": outcome}}
        shown = card_shown(card, evening.board().view, find("d20d100"), "fr")
        assert (shown.word, shown.mark, shown.tone) == (word, mark, tone)


def test_a_death_is_red_for_the_characters_and_green_where_they_dealt_it_to_a_foe(quick: Store) -> None:
    """A round has no word of its own; a foe whom only time takes is neither good nor bad."""
    evening = Evening(quick, "yacdha")
    round = {"procedure": "combat_round", "people": {}, "dice": [], "typed": False, "outcome": {}}
    died = {"field": "status", "before": "active", "after": "dead"}
    for fallen, roll, tone in (
        ([evening.foe], round, "good"),
        ([evening.foe, evening.hero], round, "bad"),
        ([evening.foe], None, ""),
        ([evening.hero], None, "bad"),
    ):
        changes = [{**died, "character": evening.ids[one]} for one in fallen]
        card = {"id": "1", "command": "do", "seat": "keeper", "words": {}, "changes": changes, "roll": roll}
        shown = card_shown(card, evening.board().view, find("yacdha"), "fr")
        assert (shown.word.split()[-1], shown.tone) == ("meurent" if fallen[1:] else "meurt", tone)


@pytest.mark.parametrize(
    ("game", "flees", "won", "tone"), [("yacdha", "foe", True, "bad"), ("organique", "foe", False, "good")]
)
def test_the_end_of_a_chase_is_coloured_for_the_characters(
    quick: Store, game: str, flees: str, won: bool, tone: str
) -> None:
    """They pursue here: a foe who is caught is good, and one who gets away bad."""
    evening = Evening(quick, game)
    evening.act(c.Chase(fleeing=(evening.ids[evening.foe],), pursuing=(evening.ids[evening.hero],), gap=1, lost=2))
    evening.act(c.Pursue(dice=WON[game][not won]))
    shown = chase_shown(evening.board())
    assert shown is not None
    assert (shown.ended, shown.tone) == ("Fuite réussie" if won else "Fuite manquée", tone)


@pytest.mark.parametrize("game", WON)
@pytest.mark.parametrize("foe_flees", [True, False])
def test_each_turn_of_a_chase_names_who_gained_by_it_in_the_colour_of_the_characters(
    quick: Store, game: str, foe_flees: bool
) -> None:
    """YAC-CHA-05, M-18, D100-ROLL-06, CD20-P-CHASE-01, ORG-TEST-04: in every game, whoever throws."""
    evening = Evening(quick, game)
    one, other = (evening.foe, evening.hero)[:: 1 if foe_flees else -1]
    chase = c.Chase(fleeing=(evening.ids[one],), pursuing=(evening.ids[other],), gap=2, lost=4)
    evening.act(chase)
    for dice, way, ahead in ((WON[game][0], "creuse l’écart", one), (WON[game][1], "gagne du terrain", other)):
        evening.act(c.Pursue(dice=dice))
        card = evening.board().log()["cards"][0]
        assert (card.word, card.tone) == (
            f"{names_together([ahead], 'fr')} {way}",
            "good" if ahead == evening.hero else "bad",
        )
        assert card.who == names_together([one], "fr")
        assert card.what == put_in("fuit devant {whom}", "fr", {"whom": names_within([other], "fr")})
        assert card.mark == ("good" if ahead == one else "bad")


@pytest.mark.parametrize(
    ("game", "procedure", "seats"),
    [("operators", "chase_turn", ("fugitive", "pursuer")), ("cthulhud20", "chase", ("", "pursuer"))],
)
@pytest.mark.parametrize("won", [True, False])
def test_a_chase_thrown_by_itself_has_the_colour_of_the_characters_too(
    quick: Store, game: str, procedure: str, seats: tuple[str, str], won: bool
) -> None:
    """M-18, CD20-P-CHASE-01."""
    evening = Evening(quick, game)
    given = {seat: evening.person(who) for seat, who in zip(seats, (evening.hero, evening.foe), strict=True) if seat}
    dice = WON[game][not won] * (1 if game == "operators" else 2)
    card = evening.card(procedure, dice, "" if "" in seats else "-", **given)
    assert card.tone == ("good" if won else "bad"), card.word


def test_a_chase_begins_in_the_middle_of_a_fight(quick: Store) -> None:
    evening = Evening(quick, "operators")
    people = [c.Fighter(character=evening.ids[one]) for one in (evening.hero, evening.foe)]
    evening.act(c.Fight(fighters=tuple(people)))
    assert 'name="many.fleeing"' in chase_part(evening.board())


def test_an_answer_and_its_summary_say_what_was_asked_for(quick: Store) -> None:
    evening = Evening(quick, "operators")
    given, hero = {"characteristic": "INT", "difficulty": "standard"}, evening.ids[evening.hero]
    evening.act(c.Ask(procedure="test", characters=(hero,), given=given, text="repérer le guetteur"))
    ask = next(iter(evening.table.state.play["asks"]))
    evening.act(c.Do(procedure="test", character=hero, ask=ask, dice=(60,)))
    assert evening.board().log()["cards"][0].what == "fait un test · repérer le guetteur"
    assert evening.board().desk.asked_for(ask) == "repérer le guetteur"
    evening.act(c.Do(procedure="test", character=hero, given=given))
    assert evening.board().log()["cards"][0].what == "fait un test"


def test_whom_to_ask_is_named_by_what_one_calls_them(quick: Store) -> None:
    desk = Evening(quick, "yacdha").board().desk
    assert [desk.first_name(one) for one in ("Dr Lucien Vasseur", "Lynn", "Pr", "Adèle Kermarrec")] == [
        "Lucien",
        "Lynn",
        "Pr",
        "Adèle",
    ]


def test_a_crowd_hides_no_weapon_and_whoever_has_nothing_left_has_acted(quick: Store) -> None:
    evening = Evening(quick, "operators")
    for _ in range(8):
        evening.act(c.Add(being="ready/athena"))
    everybody = tuple(c.Fighter(character=id) for id in evening.table.state.play["characters"])
    evening.act(c.Fight(fighters=everybody))
    board = FightBoard(evening.table, evening.table.viewer("keeper"), Frame("fr"))
    shown = {field.name for field, _ in board.desk.hand("attack_firearm", board.now, listed=True).shown}
    assert any("weapon" in name for name in shown), shown
    first = board.name(board.now)
    assert board.idle_yet.startswith(first)
    evening.act(c.Do(procedure="take_cover", character=board.now))
    after = FightBoard(evening.table, evening.table.viewer("keeper"), Frame("fr"))
    assert not after.idle_yet.startswith(first)
    assert "Suite" not in str(board.part("fight_turn", act="take_cover", anew=""))
    assert "Suite" in str(after.part("fight_turn", act="take_cover", anew=""))  # what there is to do then


def test_no_headline_is_a_bare_number(quick: Store) -> None:
    """A number stands beside the name of what it counts."""
    evening = Evening(quick, "d20d100")
    assert evening.card("roll_d3", (3,)).word.endswith("\u00a0: 2")


TESTS: dict[str, tuple[str, dict[str, Any], tuple[int, ...], tuple[str, str, str]]] = {
    "yacdha": (
        "action",
        {"category": "physical", "opposition": {"value": 3}},
        (3,),
        ("Échec mineur", "marge 0", "dA 3, il fallait plus de 3."),
    ),
    "operators": (
        "test",
        {"characteristic": "INT", "difficulty": "extreme"},
        (60,),
        ("Échec", "60 au-dessus de 13", "Test extrême d’INT (13 %) : 60."),
    ),
    "d20d100": (
        "skill_test",
        {"skill": "toc", "difficulty": 10},
        (15,),
        ("Réussi", "marge +15", "15 (d20) + 10 = 25."),
    ),
    "organique": (
        "test",
        {"characteristic": "VOL", "difficulty": 20},
        (6,),
        ("Raté", "marge −8", "6 + 6 (d20) = 12 contre 20."),
    ),
}


@pytest.mark.parametrize("system", TESTS)
def test_a_verdict_is_said_once(quick: Store, system: str) -> None:
    """In large letters, with its margin; the sentence below says what was thrown against what."""
    procedure, given, dice, (word, figure, told) = TESTS[system]
    card = Evening(quick, system).card(procedure, dice, **given)
    assert (card.word, card.figure.replace("\u00a0", " ")) == (word, figure)
    (line,) = (line.replace("\u00a0", " ").replace("\u202f", " ") for line in card.told)
    assert line.endswith(told)


BLOWS: dict[
    str, tuple[str, str, dict[str, Any], tuple[int, ...], str]
] = {  # who does what, the dice, what becomes of them
    "organique": (
        "La Lame",
        "combat_action",
        {"action": "strike", "range_step": 0},
        (20,),
        "Ramona Cruz : mortellement blessée, poison pour lames",
    ),
    "cthulhud20": ("Le docker de lundi", "attack", {}, (17, 52), "Marcel Drouet : saigne à la jambe droite"),
}


@pytest.mark.parametrize("system", BLOWS)
def test_whoever_is_struck_by_somebody_unknown_reads_what_has_become_of_them(quick: Store, system: str) -> None:
    """Of one's own half of a blow: the state it has brought, and of its parts those that came to something."""
    who, procedure, given, dice, said = BLOWS[system]
    evening = Evening(quick, system)
    table, hero = evening.table, evening.ids[evening.hero]
    evening.act(c.Seat(role="player", name="Ann", characters=(hero,)))
    seat = next(id for id, one in table.state.house["seats"].items() if one.get("name") == "Ann")
    given = {**given, "target": {"character": hero}}
    evening.act(c.Do(procedure=procedure, character=evening.ids[who], given=given, dice=dice))
    for id in tuple(table.state.play.get("waits", {})):
        evening.act(c.Decide(wait=id, dice=(98,) if system == "cthulhud20" else None))
    card = Board(table, table.viewer(seat), Frame("fr")).log()["cards"][0]
    assert (card.word, card.told) == ("Touché", ())
    assert [line.replace("\u00a0", " ")[: len(said)] for line in card.became] == [said]
    assert "Dommages" not in [one.name for one in card.facts]
    assert not any("0" in one.words for one in card.facts)


@pytest.mark.parametrize(("fallen", "tone"), [(("foe",), "good"), (("hero", "foe"), "bad"), (("hero",), "bad")])
def test_a_round_in_which_only_foes_fall_is_good(quick: Store, fallen: tuple[str, ...], tone: str) -> None:
    """The colour of a round is the characters', as that of any card."""
    evening = Evening(quick, "yacdha")
    view, ids = evening.board().view, {"hero": evening.ids[evening.hero], "foe": evening.ids[evening.foe]}
    changes = [{"character": ids[one], "field": "status", "before": "active", "after": "dead"} for one in fallen]
    entry = {"id": "1", "command": "round", "words": {"round": 2}, "changes": changes, "roll": ROUND}
    shown = round_shown(entry, CardShown("1", 0), view, find("yacdha"), "fr")
    assert (shown.who, shown.tone, shown.mark) == ("Round 2", tone, tone)


def test_a_request_is_headed_by_what_is_thrown_and_asks_for_nobody_in_particular(quick: Store) -> None:
    """Losses that are settled are text; of whom one is afraid stays folded, where it need be nobody."""
    evening = Evening(quick, "d20d100")
    hero = evening.ids[evening.hero]
    evening.act(c.Seat(role="player", name="Ann", characters=(hero,)))
    seat = next(id for id, one in evening.table.state.house["seats"].items() if one.get("name") == "Ann")
    asked = []
    for procedure, given in (
        ("san_check", {"loss_success": "1", "loss_failure": "1d6"}),
        ("skill_test", {"skill": "toc", "difficulty": 20}),
    ):
        evening.act(c.Ask(procedure=procedure, characters=(hero,), given=given))
        flow = flow_of(Board(evening.table, evening.table.viewer(seat), Frame("fr")), at_fight=False)
        assert flow.asked
        asked.append((flow.asked.what, [words for _, words in flow.asked.takes], flow.asked.main))
        evening.act(c.Undo())
    assert asked == [("Jet de SAN", ["1", "1d6"], ()), ("Jet de compétence · Trouver Objet Caché +10", ["20"], ())]


def test_a_face_that_decides_against_the_margin_is_told_without_it(quick: Store) -> None:
    """D100-TEST-03: a 1 fails whatever the sum; « Raté, marge +6 » would say both."""
    evening = Evening(quick, "d20d100")
    failed = evening.card("skill_test", (1,), skill="observer", difficulty=3)
    assert (failed.tone, failed.figure) == ("bad", "")
    assert evening.card("skill_test", (9,), skill="observer", difficulty=3).figure.startswith("marge +")


def test_a_death_has_its_colour_whatever_heads_the_card(quick: Store) -> None:
    """A fall is neither good nor bad by itself; of somebody people play, a deadly one is bad."""
    evening = Evening(quick, "operators")
    card = evening.card("fall", height_m=60.0)
    assert (card.word, card.tone) == ("Blessure mortelle", "bad")


def test_a_request_says_what_weighs_on_the_score(quick: Store) -> None:
    """Why it is impossible for somebody stands beside it, before they throw (ORG-TEST-01)."""
    evening = Evening(quick, "organique")
    hero = evening.ids["Otis Keller"]
    evening.act(c.Seat(role="player", name="Bob", characters=(hero,)))
    seat = next(id for id, one in evening.table.state.house["seats"].items() if one.get("name") == "Bob")
    evening.act(c.Ask(procedure="test", characters=(hero,), given={"characteristic": "VOL", "difficulty": 20}))
    flow = flow_of(Board(evening.table, evening.table.viewer(seat), Frame("fr")), at_fight=False)
    assert flow.asked
    assert (flow.asked.what, flow.asked.takes[1:]) == ("Faire un test · Volonté 6", (("poison", "−7"),))


@pytest.mark.parametrize("text", ["La forme sur le rocher", ""])
def test_a_request_says_what_it_asks_for_and_its_note_once(quick: Store, text: str) -> None:
    evening = Evening(quick, "yacdha")
    asked = evening.ids[evening.hero]
    evening.act(c.Ask(procedure="gauge_check", characters=(asked,), given={"gauge": "madness"}, text=text))
    card = evening.board().log()["cards"][0]
    title = evening.board().procedure_name("gauge_check")
    assert card.what == f"demande à {evening.hero}\u00a0: {lower_first(title)}"
    assert card.told == ((text,) if text else ())


def test_coming_down_is_no_dose(quick: Store) -> None:
    """ORG-DRUG-01, ORG-DRUG-02: « prend une drogue · Dose ordinaire » stood over what follows hours later."""
    evening = Evening(quick, "organique")
    said = [evening.card("take_drug", drug="white", phase=phase) for phase in ("dose", "come_down", "withdrawal")]
    assert [(card.what, card.word) for card in said] == [
        ("prend une drogue", "Dose ordinaire"),
        ("subit la descente", ""),
        ("est en manque", ""),
    ]


def test_a_head_is_not_said_again_below(quick: Store) -> None:
    """The end of a fight says that it is over in its head, then only what comes of it."""
    evening = Evening(quick, "yacdha")
    card = evening.card("end_combat", who="-", combatants=[evening.person(evening.hero)])
    assert (card.what, [line for line in card.told if line.startswith("Fin du combat")]) == ("Fin du combat", [])
    mission = Evening(quick, "operators")
    scene = mission.card("end_scene", who="-", characters=[mission.person(mission.hero)])
    assert (scene.what, scene.told) == ("Fin de scène", ("Personne n’était en crise.",))


@pytest.mark.parametrize(("faces", "tone"), [((20, 1) * 10, "good"), ((1, 20) * 10, "bad")])
def test_an_escape_is_good_for_whoever_flees_however_tired(quick: Store, faces: tuple[int, ...], tone: str) -> None:
    """CD20-P-CHASE-01: it costs breath either way."""
    evening = Evening(quick, "cthulhud20")
    foe = next(one.id for one in evening.board().others if not one.hidden)
    assert evening.card("chase", faces[:4], pursuer={"character": foe}).tone == tone


def test_a_camp_is_never_a_bare_letter(quick: Store) -> None:
    """ORG-TEST-04."""
    sides = {"a": {"base": 10}, "b": {"base": 8}}
    card = Evening(quick, "organique").card("opposed", (12, 9), who="-", **sides)
    assert [die.who for die in card.dice] == ["Premier camp", "Second camp"]


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (480, "Huit heures passent"),
        (60, "Une heure passe"),
        (20, "20 minutes passent"),
        (43200, "30 jours passent"),
        (500, "8 h 20 passent"),
        (1440, "Un jour passe"),
        (1740, "Un jour et cinq heures passent"),
        (3380, "Deux jours et 8 h 20 passent"),
    ],
)
def test_time_that_passes_is_told_in_words(quick: Store, minutes: int, told: str) -> None:
    """« Il passe 8 h. » is nobody's French."""
    evening = Evening(quick, "yacdha")
    evening.act(c.Advance(minutes=minutes))
    card = evening.board().log()["cards"][0]
    assert (card.what.replace("\u00a0", " "), card.told) == (told, ())
