"""`do`: inputs, dice, the JSON of the contract, the text."""

import json

import pytest

TOSS = ("do", "chips", "toss", "call=heads", "throwers.0.name=Ada")


def plain(text):
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def test_the_json_of_the_contract(run):
    ran = run("do", "yacdha", "gauge_check", "gauge=madness", "value=2", "--dice", "5", "--json")
    answer = json.loads(ran.out)
    assert ran.status == 0
    assert list(answer) == ["system", "procedure", "given", "dice", "outcome", "steps", "changes", "rules"]
    assert (answer["system"], answer["procedure"]) == ("yacdha", "gauge_check")
    assert answer["given"]["value"] == 2
    assert answer["dice"] == [{"die": "d6", "value": 5, "label": "dF", "who": "", "purpose": "check"}]
    assert answer["outcome"]["value"] == 3
    assert answer["steps"][0] == {"label": "check_raised", "value": True, "rule": "YAC-GAU-01"}
    assert answer["changes"] == [{"field": "madness", "before": 2, "after": 3, "who": ""}]
    assert answer["rules"] == ["YAC-GAU-01"]


def test_the_text_tells_the_result_then_dice_reasons_and_changes(run):
    assert plain(run(*TOSS, "--dice", "1").out) == (
        "Gagné.\n  Dés     d2 1 (Ada)\n  Calcul  Gagné : oui [CHI-TOS-01]\n  Effets  Ada : bourse 10 → 11\n"
    )
    assert run(*TOSS, "--dice", "2", "--lang", "en").out == (
        "Lost.\n  Dice     d2 2 (Ada)\n  Why      Won: no [CHI-TOS-01]\n  Changes  Ada: purse 10 → 9\n"
    )


def test_a_gauge_check_is_told_in_both_languages(run):
    french = plain(run("do", "yacdha", "gauge_check", "gauge=madness", "value=2", "--dice", "5").out)
    assert "Folie 2 → 3" in french
    english = run("do", "yacdha", "gauge_check", "gauge=madness", "value=2", "--dice", "5", "--lang", "en").out
    assert "Madness 2 → 3" in english


def test_the_noughts_of_a_hundred_are_typed_as_they_are_printed(run):
    ran = run("do", "operators", "test", "score=50", "--dice", "00", "--json")
    assert [die["value"] for die in json.loads(ran.out)["dice"]] == [100]
    assert "100" in run("do", "yacdha", "gauge_check", "gauge=madness", "value=2", "--dice", "00").err
    assert run("do", "operators", "test", "score=50", "--dice", "0").status != 0


def given(ran):
    assert ran.status == 0, ran.err
    return json.loads(ran.out)["given"]


def test_paths_lists_json_and_text(run):
    result = given(run(*TOSS, "throwers.1.name=Bo", "throwers.1.purse=3", "stake.amount=2", "notes=a, b,c", "--json"))
    assert result["throwers"] == [{"name": "Ada", "purse": 10}, {"name": "Bo", "purse": 3}]
    assert result["stake"] == {"amount": 2, "kind": "money"}
    assert result["notes"] == ["a", "b", "c"]
    assert given(run(*TOSS, 'notes=["x,y"]', "--json"))["notes"] == ["x,y"]
    assert given(run(*TOSS, "notes=", "--json"))["notes"] == []
    assert given(run(*TOSS, 'stake={"amount": 5}', "stake.kind=honour", "--json"))["stake"] == {
        "amount": 5,
        "kind": "honour",
    }
    assert given(run("do", "chips", "count_up", "numbers=1,2,-3", "--json"))["numbers"] == [1, 2, -3]
    assert given(run(*TOSS, "options.edge=true", "--json"))["options"] == {"edge": True}


def test_a_text_may_hold_an_equals_sign_and_a_quoted_one_anything(run):
    assert given(run(*TOSS[:4], "throwers.0.name=a=b", "--json"))["throwers"][0]["name"] == "a=b"
    assert given(run(*TOSS[:4], 'throwers.0.name="{"', "--json"))["throwers"][0]["name"] == "{"


def test_with_comes_first_and_names_win(run, tmp_path):
    whole = '{"call": "tails", "throwers": [{"name": "Ada"}], "stake": {"amount": 2}}'
    assert given(run("do", "chips", "toss", "--with", whole, "--json"))["call"] == "tails"
    assert given(run("do", "chips", "toss", "call=heads", "--with", whole, "--json"))["call"] == "heads"
    file = tmp_path / "toss.json"
    file.write_text(whole)
    assert (
        given(run("do", "chips", "toss", "--with", f"@{file}", "throwers.0.purse=4", "--json"))["stake"]["amount"] == 2
    )
    assert given(run("do", "chips", "toss", "--with", "@-", "--json", stdin=whole))["call"] == "tails"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["heads"], "« heads » ne se lit pas ; il faut nom=valeur."),
        (["=3"], "« =3 » ne se lit pas ; il faut nom=valeur."),
        (["call=edge", "throwers.0.name=A"], "chips/toss : call : « edge » n’existe pas ; au choix : heads, tails."),
        (["throwers.2.name=A"], "throwers.2.name : la suite continue à 0."),
        (["throwers.x.name=A", "throwers.0.name=B"], None),
        (["call.x=1", "call.x.y=1"], "call.x.y : « y » ne mène nulle part, ce qui précède est déjà une valeur."),
        (["throwers=[{]"], None),
        (["--with", "[]"], "--with : « … » ne convient pas ; il faut {…}."),
        (["--with", "{"], "--with : Ce n’est pas du JSON correct : il s’arrête avant la fin."),
        (["--with", "@nowhere.json"], "nowhere.json : Ce fichier n’existe pas."),
        (["--dice", "1,x"], "dice : « 1,x » n’est pas une suite de dés ; par exemple 4,2,6."),
        (["--seed", "1.5"], "do : --seed : « 1.5 » ne convient pas ; il faut 0, 1, 2…"),
        (["stake.amount=50"], "chips/toss : stake : 50 est trop grand, 10 au plus. [CHI-TOS-02]"),
    ],
)
def test_bad_inputs_are_refused(run, words, sentence):
    asked = ["do", "chips", "toss", *words]
    if words[0].startswith(("--dice", "--seed", "stake")):
        asked[3:3] = ["call=heads", "throwers.0.name=Ada"]
    ran = run(*asked)
    assert ran.status == 2
    assert ran.out == ""
    if sentence:
        assert plain(ran.err) == sentence + "\n"


def test_every_fault_of_the_inputs_on_a_line_of_its_own(run):
    ran = run("do", "yacdha", "gauge_check", "gauge=mad", "value=9", "--lang", "en")
    assert ran.err == (
        "yacdha/gauge_check: gauge “mad” is not one of madness, trauma. Did you mean “madness”?\n"
        "yacdha/gauge_check: value: 9 is outside 1 to 6.\n"
    )


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ("", "chips/toss : Il manque un dé : d2, pièce (Ada), de 1 à 2."),
        ("1,2", "chips/toss : Dés en trop : 2 ; il en fallait 1."),
        ("3", "chips/toss : d2, pièce (Ada) : 3 est impossible, de 1 à 2 seulement."),
        ("-1", "chips/toss : d2, pièce (Ada) : −1 est impossible, de 1 à 2 seulement."),
    ],
)
def test_dice_that_do_not_fit(run, dice, sentence):
    ran = run(*TOSS, "--dice", dice)
    assert ran.status == 2
    assert plain(ran.err) == sentence + "\n"


def test_no_dice_at_all_where_none_are_thrown(run):
    assert run("do", "chips", "count_up", "numbers=1,2", "--dice", "").out.startswith("3\n")


def test_the_same_seed_gives_the_same_dice(run):
    again = [run(*TOSS, "throwers.1.name=Bo", "throwers.2.name=Cy", "--seed", "7", "--json").out for _ in range(3)]
    assert len(set(again)) == 1
    assert {json.loads(run(*TOSS, "--json").out)["dice"][0]["value"] for _ in range(60)} == {1, 2}


def test_unknown_system_and_procedure(run):
    assert plain(run("do", "chps", "toss").err) == (
        "« chps » n’est pas un système installé ; possible : chips, cthulhud20, d20d100, operators, organique, yacdha. "
        "Vouliez-vous dire « chips » ?\n"
    )
    assert plain(run("do", "chips", "tos").err) == (
        "« tos » n’est pas une procédure de chips ; possible : toss, count_up. Vouliez-vous dire « toss » ?\n"
    )


def test_colours_only_on_a_screen(run, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\033[" not in run(*TOSS).out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert "\033[1mGagné.\033[0m" in run(*TOSS, "--dice", "1").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033[" not in run(*TOSS).out
