"""The card of a round of combat: headed by who fell or was hurt; told act by act to those who may not know all."""

from msgspec import structs

from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language
from gardien.core.wording import with_articles
from gardien.sheets.states import QUIET
from gardien.table.tree import Tree
from gardien.web.pages.frame import say
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.log.deeds import names_together
from gardien.web.pages.table.people import name_of


def round_shown(card: Tree, shown: CardShown, view: Tree, system: System, language: Language) -> CardShown:
    """The card of a round; any other stays as it is."""
    roll, fighting = card.get("roll"), system.table_rules.fighting
    if not roll or fighting is None or roll["procedure"] != fighting.round or roll["outcome"].get("refused"):
        return shown
    word, bad = _heading(card, view, system, language)
    lines = shown.told
    if not lines and (witness := system.presentation.witness.get(fighting.round)):
        spoken_of = system.terms.spoken_of if language == "fr" else {}
        nouns = {name: noun for name, noun in spoken_of.items() if name in roll["people"]}
        lines = tuple(with_articles(one, nouns) if nouns else one for one in witness(roll["outcome"], language))
    number = card["words"].get("round") or roll.get("given", {}).get(fighting.counter, "")
    who = say("fight_round", language, round=number)
    tone = "bad" if bad else ""
    mark = "bad" if bad else ""
    return structs.replace(shown, who=who, what="", word=word, tone=tone, mark=mark, told=lines, named=bad)


def _heading(card: Tree, view: Tree, system: System, language: Language) -> tuple[str, bool]:
    """Who fell, else who was hurt, as far as the viewer sees it."""
    gauges = {gauge.field for gauge in system.presentation.gauges}
    fallen, hurt = [], []
    for change in card.get("changes", ()):
        name, after = name_of(view, change["character"]), change["after"]
        if change["field"] == "status" and after not in QUIET:
            sheet = view["characters"].get(change["character"], {}).get("sheet", {})
            word = system.terms.word("status", str(after), language, feminine=sheet.get("gender") == "f")
            fallen.append(say("fight_fallen", language, who=name, state=lower_first(word)))
        elif change["field"] in gauges and isinstance(after, int) and after > change["before"]:
            hurt.append(name)
    if fallen:
        return " · ".join(fallen), True
    if hurt:
        return say("fight_hurt", language, who=names_together(list(dict.fromkeys(hurt)), language)), True
    return say("fight_nobody_falls", language), False
