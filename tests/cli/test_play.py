"""`play`: whole conversations, typed in advance."""

import json

from gardien.core.system import find, keys

from .test_do import plain


def talk(run, *answers, system=("chips",), language="fr"):
    ran = run("play", *system, "--lang", language, stdin="\n".join(answers) + "\n")
    assert ran.status == 0
    assert ran.err == ""
    return plain(ran.out)


def test_a_conversation_with_dice_thrown_on_the_wood(run):
    out = talk(run, "1", "heads", "", "Ada", ".", "", ".", "d", "3", "x", "2", "r", "1", "", "q")
    assert "Pile ou face\n  1  Tirer à pile ou face  toss\n  2  Additionner  count_up\n" in out
    said = "Que faire ? Un numéro, un nom ou quelques mots ; « fiche FICHIER » joue avec une fiche ; q pour quitter."
    assert said in out
    assert "Annonce (1 Face, 2 tails) > " in out
    assert "throwers.0, bourse (0–1000) [10] > " in out
    assert "oui    ██████████     50 %    1/2" in out
    assert "d2, pièce (Ada) : 1 à 2 > d2, pièce (Ada) : 3 est impossible, de 1 à 2 seulement.\n" in out
    assert "« x » n’est pas un nombre : 1 à 2, b revient." in out
    assert out.index("Perdu.") < out.index("Gagné.\n")
    assert out.endswith("> À la prochaine partie.\n")


def test_the_same_in_english_with_dice_that_roll(run):
    out = talk(run, "toss", "heads", '[{"name": "Ada"}]', ".", "", "", "q", language="en")
    assert "What is to be done? A number, a name or some words; “sheet FILE” plays with a sheet" in out
    assert "Enter rolls the dice, d to type your own, b goes back, q leaves. > " in out
    assert "Won.\n" in out or "Lost.\n" in out
    assert out.endswith("> Until the next game.\n")


def test_a_bad_value_is_refused_and_asked_again(run):
    out = talk(
        run, "toss", "edge", "", "?", "heads", '[{"name": 3}]', '[{"name": "Ada", "purse": 5000}]', '[{"name": "Ada"}]'
    )
    assert "call : « edge » n’existe pas ; au choix : heads, tails." in out
    assert "Il faut une valeur : heads | tails." in out
    assert "  call: heads | tails" in out
    assert "throwers[0].name : « 3 » ne convient pas ; il faut “…”." in out
    assert "throwers[0].purse : 5 000 sort des limites, 0 à 1 000." in out
    assert out.count("Lanceurs (+ détaille, ou du JSON) > ") == 3


def test_what_the_inputs_together_forbid_is_asked_again(run):
    out = talk(run, "toss", "heads", "", "Ada", ".", "", "+", "50", "honour", ".", "+", "5", "", "", "q")
    assert "chips/toss : stake : 50 est trop grand, 10 au plus. [CHI-TOS-02]" in out
    assert "(1–100) [50] > " in out
    assert "Gagné.\n" in out or "Perdu.\n" in out


def test_going_back_keeps_what_was_typed(run):
    out = talk(
        run, "toss", "heads", "", "Ada", ".", "", ".", "b", "", "b", "tails", "", "", ".", "d", "b", "", ".", "", "q"
    )
    assert "Annonce (1 Face, 2 tails) [Face] > " in out
    assert 'Lanceurs (+ détaille, ou du JSON) [[{"name":"Ada"}]] > ' in out
    assert "Annonce (1 Face, 2 tails) [tails] > " in out


def test_back_from_the_first_question_is_the_menu(run):
    out = talk(run, "toss", "b", "count_up", "1,2", "", "", "q")
    assert out.count("Que faire") == 3
    assert "Entrée donne le résultat, b revient, q quitte." in out
    assert "\n3\n  Calcul  " in out


def test_several_throwers_one_after_the_other(run):
    out = talk(run, "toss", "heads", "", "Ada", ".", "+", "Bo", ".", "", ".", "d", "1", "2", "", "q")
    assert "d2, pièce (Ada) : 1 à 2 > d2, pièce (Bo) : 1 à 2 > " in out


def test_an_unknown_choice_says_what_there_is(run):
    out = talk(run, "9", "tso", "", "q")
    assert "« 9 » n’est pas dans la liste : un numéro de 1 à 2, ou un nom." in out
    assert "« tso » n’est pas dans la liste" in out


def test_the_system_is_asked_for_when_there_are_several(run):
    out = talk(run, "1", "q", system=())
    games = [f"  {number}  {find(key).title}  {key}\n" for number, key in enumerate(sorted(keys()), 1)]
    assert len(games) == 6
    assert out.startswith("".join(games) + "Quel système ?")


def test_a_rule_that_waits_asks_at_the_prompt_and_goes_on_with_the_same_dice(run, tiny):
    """PEN-ROB-02: the coin lies there while somebody may still plead; enter changes nothing."""
    rob = ("rob", '{"name": "Bo"}', ".", "d", "1")
    out = talk(run, *rob, '[{"effect": "bribe"}]', "r", "1", "", "2", "", "q", system=("pennies",))
    assert out.count("Prise : oui.\nÀ décider : plaidoyers.\nIl reste à décider, avant la suite :") == 2
    assert out.count("Pièces prises : 0.") == 1, "spared"
    assert out.count("Pièces prises : 1.") == 1, "done again, without what was said before"
    assert out.index("Pièces prises : 0.") < out.index("Pièces prises : 1.")


def test_it_ends_when_nobody_answers_any_more(run):
    for answers in ([], ["toss"], ["toss", "heads"], ["toss", "heads", "", "Ada", ".", "", ".", "d"]):
        ran = run("play", "chips", stdin="".join(f"{one}\n" for one in answers))
        assert ran.status == 0
        assert ran.err == ""
        assert ran.out.endswith("\nÀ la prochaine partie.\n")


def test_every_procedure_of_the_game_can_be_chosen(run):
    from gardien.core.system import find

    for key in find("yacdha").modules:
        assert talk(run, key, "?", "b", "q", system=("yacdha",)).count("Que faire") == 2


def test_an_act_is_found_by_words_and_a_value_chosen_by_its_number(run):
    out = talk(run, "jet FOLIE", "2", "3", ".", "d", "5", "", "chances", "q", system=("yacdha",))
    assert "Jauge (1 Folie, 2 Trauma) > Valeur (1–6) > " in out
    assert "Jet de trauma : 5, au-dessus de 3. Trauma 3 → 4." in out
    found = out[out.rindex("pour quitter.\n> ") :]
    assert "Chances d’une action  odds_action" in found, "several have the word: they are listed"
    weapons = talk(run, "tirer", "?FUSIL sniper", "q", system=("operators",))
    assert "Tirer\nCoup par coup" in weapons, "a whole name goes before those that begin with it"
    assert "Arme (1 à " in weapons
    listed = weapons[weapons.index("Arme (1 à ") :]
    assert "sniper_rifle" in listed
    assert "assault_rifle" not in listed


def test_a_sheet_is_read_written_shown_and_saved(run, tmp_path):
    assert run("create", "yacdha", "--seed", "3", "-o", str(tmp_path / "one.json")).status == 0
    before = json.loads((tmp_path / "one.json").read_text("utf-8"))
    told = ("sauver", "fiche", f"fiche {tmp_path / 'none.json'}", f"fiche {tmp_path / 'one.json'}")
    act = ("gauge_check", "1", ".", "d", "6", "")
    out = talk(run, *told, *act, "fiche", f"sauver {tmp_path / 'two.json'}", "q", system=("yacdha",))
    assert out.count("Aucune fiche en jeu") == 2
    assert f"Fiche en jeu : {before['name']}. " in out
    assert f"Valeur (1–6) [{before['madness']}] > " in out, "read from the sheet once the gauge is known"
    assert f"Fiche en jeu : {before['name']}, changée depuis le fichier." in out
    after = json.loads((tmp_path / "two.json").read_text("utf-8"))
    assert {**before, "madness": before["madness"] + 1} == after
    assert json.loads((tmp_path / "one.json").read_text("utf-8")) == before
    begun = talk(run, "q", system=(str(tmp_path / "two.json"),))
    assert f"Fiche en jeu : {before['name']}. " in begun
    assert "autre jeu (yacdha)" in talk(run, f"fiche {tmp_path / 'two.json'}", "q", system=("operators",))
