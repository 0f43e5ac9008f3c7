"""`play`: whole conversations, typed in advance."""

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
    assert "Que faire ? Un numéro ou un nom ; q pour quitter." in out
    assert "Annonce (heads | tails) > " in out
    assert "throwers.0, bourse (0–1000) [10] > " in out
    assert "oui    ██████████     50 %    1/2" in out
    assert "d2, pièce (Ada) : 1 à 2 > d2, pièce (Ada) : 3 est impossible, de 1 à 2 seulement.\n" in out
    assert "« x » n’est pas un nombre : 1 à 2, b revient." in out
    assert out.index("Perdu.") < out.index("Gagné.\n")
    assert out.endswith("> À la prochaine partie.\n")


def test_the_same_in_english_with_dice_that_roll(run):
    out = talk(run, "toss", "heads", '[{"name": "Ada"}]', ".", "", "", "q", language="en")
    assert "What is to be done? A number or a name; q to leave." in out
    assert "Enter rolls the dice, d to type your own, b goes back, q leaves. > " in out
    assert "Won.\n" in out or "Lost.\n" in out
    assert out.endswith("> Until the next game.\n")


def test_a_bad_value_is_refused_and_asked_again(run):
    out = talk(
        run, "toss", "edge", "", "?", "heads", '[{"name": 3}]', '[{"name": "Ada", "purse": 5000}]', '[{"name": "Ada"}]'
    )
    assert "call : « edge » n’existe pas ; heads, tails." in out
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
    assert "Annonce (heads | tails) [heads] > " in out
    assert 'Lanceurs (+ détaille, ou du JSON) [[{"name":"Ada"}]] > ' in out
    assert "Annonce (heads | tails) [tails] > " in out


def test_back_from_the_first_question_is_the_menu(run):
    out = talk(run, "toss", "b", "count_up", "1,2", "", "", "q")
    assert out.count("Que faire") == 3
    assert "Entrée donne le résultat, b revient, q quitte." in out
    assert "\n3\n  Calcul  " in out


def test_several_throwers_one_after_the_other(run):
    out = talk(run, "toss", "heads", "", "Ada", ".", "+", "Bo", ".", "", ".", "d", "1", "2", "", "q")
    assert "d2, pièce (Ada) : 1 à 2 > d2, pièce (Bo) : 1 à 2 > " in out


def test_an_unknown_choice_says_what_there_is(run):
    out = talk(run, "9", "tos", "", "q")
    assert "« 9 » n’est pas dans la liste : un numéro de 1 à 2, ou un nom." in out
    assert "« tos » n’est pas dans la liste" in out


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
