"""The card of a round of combat: headed by who fell or was hurt; told act by act to those who may not know all."""

from msgspec import structs

from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language
from gardien.core.wording import with_articles
from gardien.sheets.states import QUIET
from gardien.table.tree import Tree
from gardien.web.pages.frame import names_together, say
from gardien.web.pages.log.cards import CardShown, begins_with
from gardien.web.pages.table.people import is_foe, name_of


def round_shown(card: Tree, shown: CardShown, view: Tree, system: System, language: Language) -> CardShown:
    """The card of a round; any other stays as it is."""
    roll, fighting = card.get("roll"), system.table_rules.fighting
    if not roll or fighting is None or roll["procedure"] != fighting.round or roll["outcome"].get("refused"):
        return shown
    word, named = _heading(card, view, system, language)
    ours = [id for id in named if not is_foe(view, id, system)]
    tone = ("bad" if ours else "good") if named else ""
    lines = shown.told
    if not lines and (witness := system.presentation.witness.get(fighting.round)):
        spoken_of = system.terms.spoken_of if language == "fr" else {}
        nouns = {name: noun for name, noun in spoken_of.items() if name in roll["people"]}
        lines = tuple(with_articles(one, nouns) if nouns else one for one in witness(roll["outcome"], language))
    number = card["words"].get("round") or roll.get("given", {}).get(fighting.counter, "")
    who = say("fight_round", language, round=number)
    head = next((name for id in named if begins_with(word, name := name_of(view, id))), "")
    return structs.replace(shown, who=who, what="", word=word, tone=tone, mark=tone, told=lines, named=head)


def _heading(card: Tree, view: Tree, system: System, language: Language) -> tuple[str, list[str]]:
    """Who fell, else who was hurt, as far as the viewer sees it, in words and by their ids."""
    gauges = {gauge.field for gauge in system.presentation.gauges}
    fallen: dict[str, str] = {}
    hurt: list[str] = []
    for change in card.get("changes", ()):
        id, after = change["character"], change["after"]
        if change["field"] == "status" and after not in QUIET:
            sheet = view["characters"].get(id, {}).get("sheet", {})
            word = system.terms.word("status", str(after), language, feminine=sheet.get("gender") == "f")
            fallen[id] = say("fight_fallen", language, who=name_of(view, id), state=lower_first(word))
        elif change["field"] in gauges and isinstance(after, int) and after > change["before"] and id not in hurt:
            hurt.append(id)
    if fallen:
        return " · ".join(fallen.values()), list(fallen)
    if hurt:
        return say("fight_hurt", language, who=names_together([name_of(view, id) for id in hurt], language)), hurt
    return say("fight_nobody_falls", language), []
