"""The two long fights of the organic rules, act by act on whole sheets, with the slips of the source named.

What each act changes is on the sheets when the next one begins. Where the source slipped, the replay goes on as the
rules have it; what the source prints is said beside it and, where its numbers can be thrown, told as well. The numbers
of the slips are those of the ledger’s errata. `make transcripts` rewrites the stories.
"""

from typing import Any

import pytest
from msgspec import Struct, to_builtins
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from gardien.core.calling import prepare
from gardien.core.interpreters.run import run
from gardien.core.interpreters.typed import typed
from gardien.core.telling import explain, tell
from gardien.core.wording import typeset
from gardien.systems.organique.words.fight import QUIET
from systems.worked import examples

WORKED = {one.id: one for one in examples("organique")}
SHARED = ("do", "actor", "target", "kind", "gm_test")  # fields of a line that belong to the script


class Slip(Struct):
    """What the source got wrong at a line, and the worked example that throws its printed numbers."""

    number: str
    fr: str
    en: str
    printed: str = ""


RUSTY = {
    1: [
        Slip(
            "19",
            "la source compte FOR 14, qui est la VIT de Rusty",
            "the source adds FOR 14, which is Rusty's VIT",
            "ORG-EX-RJ-02P",
        )
    ],
    2: [Slip("19", "FOR 14 encore, à la parade", "FOR 14 again, to parry", "ORG-EX-RJ-03P")],
    4: [
        Slip(
            "19, 20",
            "FOR 14 encore, et la parade de Juanita sans son kickboxing",
            "FOR 14 again, and Juanita's parry without her kickboxing",
            "ORG-EX-RJ-04P",
        )
    ],
    5: [
        Slip(
            "21, 22",
            "Juanita balaie avec les scores de Rusty, qui frappe sans le malus d'action simultanée",
            "Juanita sweeps with Rusty's scores, and he strikes without the penalty of a simultaneous action",
            "ORG-EX-RJ-05P",
        )
    ],
    6: [
        Slip(
            "18, 23",
            "les fiches n'ont pas d'END : 11 et 10 sont proposés",
            "the sheets have no END: 11 and 10 are proposed",
        )
    ],
}
ALLEY = {
    2: [
        Slip(
            "24",
            "la source étourdit avec FOR 8 au lieu d'INT 6 : marge 8",
            "the source stuns with FOR 8, not INT 6: margin 8",
        )
    ],
    6: [
        Slip(
            "25, 26",
            "PER 13 au lieu de 17 ; la dague ferait 4 bs au lieu de 2, et Tyra serait mortellement blessée",
            "PER 13, not 17; the dagger would do 4 bs, not 2, and Tyra would be mortally wounded",
            "ORG-EX-F4-07P",
        ),
        Slip("27", "2 mètres pour une portée de 3 : parole de MJ", "2 metres at range 3: the GM's word"),
    ],
    7: [
        Slip(
            "28, 29",
            "désarmer avec INT 7 contre 25 ; les armures arrêteraient 2 + 3 bs au lieu de 7 + 3",
            "a disarm with INT 7 against 25; the armours would stop 2 + 3 bs, not 7 + 3",
            "ORG-EX-F4-08P",
        )
    ],
    9: [
        Slip(
            "30, 31",
            "AGI 14 au lieu de 12 ; la moitié de 2,5 bs est 1 bs",
            "AGI 14, not 12; half of 2.5 bs is 1 bs",
            "ORG-EX-F4-10P",
        )
    ],
    10: [
        Slip(
            "28, 32",
            "INT 7 contre 25, marge 3 ; le technosabre facile à manier est oublié",
            "INT 7 against 25, margin 3; the easy tag of the sword is forgotten",
        )
    ],
    11: [
        Slip(
            "33, 40",
            "le choc ne ferait que diviser les scores, END intacte ; Tyra et Hammerhead perdraient 2 END",
            "shock would only halve the scores and leave END; Tyra and Hammerhead would lose 2 END",
        )
    ],
    12: [
        Slip(
            "35",
            "la vue brouillée par deux doses est appelée aveuglement",
            "sight blurred by two doses is called blindness",
        )
    ],
    14: [
        Slip(
            "24, 34",
            "FOR 8 encore, marge 6 ; et Tyra s'en prend à Raul, son partenaire",
            "FOR 8 again, margin 6; and Tyra attacks Raul, her partner",
        )
    ],
    15: [Slip("28", "INT 7 contre 25 encore, marge 5", "INT 7 against 25 again, margin 5")],
    16: [
        Slip(
            "38, 40",
            "la source n'écrit plus l'END de Ying ; 2 END pour tous",
            "the source no longer writes Ying's END; 2 END for everybody",
        )
    ],
    18: [Slip("24, 34", "FOR 8 encore, marge 12 ; Raul encore", "FOR 8 again, margin 12; Raul again")],
    19: [
        Slip(
            "36",
            "la parade ferait 5 : avec 9 + d20 contre 25, c'est 4 au mieux",
            "the parry would make 5: with 9 + d20 against 25, it is 4 at best",
        )
    ],
    20: [
        Slip(
            "37",
            "Ying mourrait avant le tour suivant : vrai si le choc prend aussi l'END",
            "Ying would die before the next turn: true where shock takes END as well",
        )
    ],
}
FIGHTS = {"rusty": ("ORG-EX-RJ-07", RUSTY), "alley": ("ORG-EX-F4-28", ALLEY)}


class Text(SingleFileSnapshotExtension):
    """A transcript is a text file that people read."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


class Replay:
    """One fight under way: the sheets, the dice that are left, what was told."""

    def __init__(self, fight: str, language: str) -> None:
        self.example, self.language = WORKED[fight], language
        given = self.example.given
        self.sheets: dict[str, dict[str, Any]] = {one["name"]: dict(one) for one in given["combatants"]}
        self.options = given.get("options", {})
        self.dice = iter(self.example.dice)
        self.order: list[str] = []
        self.fought: set[str] = set()
        self.lines: list[str] = []

    def act(self, procedure: str, given: dict[str, Any]) -> Any:
        """One procedure on the sheets as they are, told, explained, and kept."""
        prepared = prepare("organique", procedure, {**given, "options": self.options})
        played = run(prepared.request(), lambda die: next(self.dice))
        self.lines += tell(prepared, played, self.language)
        self.lines += [f"    {one}" for one in explain(prepared.system, procedure, played.steps, self.language)]
        actor = next((given[seat]["name"] for seat in ("attacker", "character") if seat in given), "")
        changes = getattr(played.outcome, "changes", lambda *_: ())(prepared.given, prepared.options)
        for change in changes:
            self.sheets[change.who or actor][change.field] = to_builtins(change.after)
        return played.outcome

    def line(self, line: dict[str, Any]) -> None:
        """One line of the script."""
        do = line.get("do", "attack")
        if do == "end_turn":
            people = [{**self.sheets[name], "fought": name in self.fought} for name in self.order]
            self.act("end_turn", {"combatants": people})
            self.fought = set()
            return
        actor = self.sheets[line["actor"]]
        if do == "wait":
            self.lines.append(QUIET[do][self.language == "en"].replace("{who}", line["actor"]) + ".")
            return
        self.fought.add(line["actor"])
        if do == "free":
            paid = "half_action" if line.get("split") else "action"
            self.act(
                "free_action",
                {"character": actor, "kind": line["kind"], "paid_with": paid, "gm_test": line.get("gm_test", False)},
            )
            return
        own = {name: value for name, value in line.items() if name not in SHARED}
        self.act("combat_action", {"attacker": actor, "target": self.sheets[line["target"]], **own})
        if line.get("reaction", {}).get("kind", "none") != "none":
            self.fought.add(line["target"])

    def slips(self, found: list[Slip]) -> None:
        """What the source says at this place, and how its own numbers would come out."""
        for slip in found:
            head = (
                f"Source, errata {slip.number} : {slip.fr}."
                if self.language == "fr"
                else f"Source, errata {slip.number}: {slip.en}."
            )
            self.lines.append(f"  * {typeset(head, self.language)}")
            if slip.printed:
                printed = WORKED[slip.printed]
                prepared = prepare("organique", printed.procedure, printed.given)
                told = tell(prepared, typed(prepared.request(), printed.dice), self.language)
                self.lines += [f"      {one}" for one in told]

    def whole(self, slips: dict[int, list[Slip]]) -> list[str]:
        given = self.example.given
        self.order = list(self.act("start_fight", {"combatants": list(self.sheets.values())}).order)
        self.lines.append("")
        for at, line in enumerate(given["script"]):
            self.line(line)
            self.slips(slips.get(at, []))
            self.lines.append("")
        assert list(self.dice) == []
        return self.lines


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("fight", FIGHTS)
def test_the_fights_are_told_as_they_were(fight, language, snapshot):
    key, slips = FIGHTS[fight]
    assert "\n".join(Replay(key, language).whole(slips)) == snapshot(extension_class=Text)


@pytest.mark.parametrize("fight", FIGHTS)
def test_act_by_act_or_by_the_script_everybody_ends_alike(fight):
    """ORG-EX-RJ-07, ORG-EX-F4-28: a stun takes an action of the script; on a sheet it waits for the turn."""
    key, slips = FIGHTS[fight]
    replay = Replay(key, "fr")
    replay.whole(slips)
    prepared = prepare("organique", "play_fight", WORKED[key].given)
    played = to_builtins(typed(prepared.request(), WORKED[key].dice).outcome)
    for name, sheet in replay.sheets.items():
        state = played["states"][name]
        kept = {
            field: value
            for field, value in sheet.items()
            if field in state and field not in ("lose_action", "lose_reaction")
        }
        assert {field: state[field] for field in kept} == kept


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_alley_as_the_rules_have_it(language, snapshot):
    """ORG-EX-F4-29: shock takes END as well, so that Ying falls before the third turn and dies with the fourth."""
    example = WORKED["ORG-EX-F4-29"]
    prepared = prepare("organique", "play_fight", example.given)
    lines = tell(prepared, typed(prepared.request(), example.dice), language)
    assert "\n".join(lines) == snapshot(extension_class=Text)
