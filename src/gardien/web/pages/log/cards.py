"""Cards on a page: a log entry made into what the template draws, from nothing but the viewer's own card."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.calling import StepShown
from gardien.core.inputs import words_of
from gardien.core.presentation import CardSpec
from gardien.core.system import System
from gardien.core.telling import explain, lower_first
from gardien.core.terms import HARD, THIN, Language, number
from gardien.core.wording import continued, name_inside, spoken, start
from gardien.sheets.words import NOTHING, key_name, plain, turned
from gardien.table.tree import Tree
from gardien.web.pages.frame import names_together, say
from gardien.web.pages.log.chase_cards import chase_head
from gardien.web.pages.log.deeds import what_done, who_did
from gardien.web.pages.log.halves import Fact, became, facts
from gardien.web.pages.log.headlines import at_our_cost, deaths, headline, tone_of
from gardien.web.pages.table.people import is_foe, name_of

WHOLE = ("say", "scene", "sealed", "override", "note", "throw")  # cards rather than lines, though no rule was played
FREE = ("throw", "unpack")  # may have dice that no rule asked for
MOST_DICE = 24  # drawn on one card
SHORT = 5  # letters of a word that may stand in a sentence for something else
TURNED = {"good": "bad", "bad": "good"}
DEATH = re.compile(r"\b(?:mort|meur|noyade|dies?\b|dead|death|mortal|drown|kill)", re.IGNORECASE)  # says it already


class DieDrawn(Struct, frozen=True):
    """One die: how many sides, what it shows, whose it is and what for."""

    sides: int
    value: int
    caption: str
    look: str  # forced, opp, check, ""
    who: str = ""


class ChangeShown(Struct, frozen=True):
    """One value of a sheet, before and after; what was nothing before has no word for it, nor what is now so or not."""

    who: str
    name: str
    before: str
    after: str
    tone: str  # worse, better, ""
    field: str = ""


class CardShown(Struct, frozen=True):
    """A log entry."""

    id: str
    at: int
    who: str = ""
    what: str = ""
    word: str = ""
    tone: str = ""  # good, bad, due, ""
    mark: str = ""
    figure: str = ""
    dice: tuple[DieDrawn, ...] = ()
    told: tuple[str, ...] = ()
    became: tuple[str, ...] = ()  # what no sentence has told of somebody's state
    changes: tuple[ChangeShown, ...] = ()
    untold: tuple[ChangeShown, ...] = ()  # those of them that no sentence has told
    struck: bool = False
    secret: bool = False
    told_to: tuple[str, ...] = ()  # who knows of a secret beside the game master
    sealed: str = ""
    real_dice: bool = False
    real_words: str = ""
    rules: tuple[str, ...] = ()
    steps: bool = False
    held: bool = False
    can_reveal: bool = False
    proof: str = ""
    more_dice: int = 0
    reason: str = ""
    minor: bool = False  # a line rather than a card
    facts: tuple[Fact, ...] = ()
    rolled: bool = False  # a rule was played: something may follow
    room: int = 0  # how many lines are kept for it until it comes
    follows: str = ""  # the card in whose place it stands
    named: str = ""  # with whose name its word begins
    alone: bool = False  # it can be taken back by itself

    @property
    def word_inside(self) -> str:
        """The word as a sentence goes on with it: small, unless it begins with a name."""
        return continued(self.word, self.named) if self.named else lower_first(self.word)

    def came(self, t: Callable[..., str]) -> str:
        """What came of it, behind what was done: in brackets where that is counted, « … (blessés : 2) »."""
        if ":" in self.word:
            return f" ({self.word_inside})"
        return t("line_word", word=self.word_inside) if self.word else ""


def card_instead(card: Tree, said: str) -> CardShown:
    """An entry that cannot be drawn, with what is said of it."""
    struck, secret = bool(card.get("struck")), "audience" in card
    return CardShown(card["id"], int(card.get("at", 0)), told=(said,), struck=struck, secret=secret)


def card_shown(card: Tree, view: Tree, system: System, language: Language) -> CardShown:
    """A card of a viewer's log as it is drawn for them."""
    roll = card.get("roll")
    face = system.presentation.cards.get(roll["procedure"], CardSpec()) if roll else CardSpec()
    word, tone, mark = headline(roll, face, view, system, language) if roll else (_free_total(card, language), "", "")
    if roll and tone in TURNED and not (face.winners or face.better) and at_our_cost(roll, view, system):
        tone = TURNED[tone]  # the mark tells of the act, the colour of what it means to the characters
    changes = tuple(_changes(card, view, system, language))
    if (dead := deaths(card, view, system, language))[0] == "" and "chase" in card:
        word, tone, mark = chase_head(card["chase"], view, system, language)
    elif dead[0] and not (word and tone and DEATH.search(word)):
        word, tone = dead[0] if tone or not word else word, tone or dead[1]
        mark = mark or tone
    elif roll and not tone and _hurts_ours(changes, view, system, language):
        tone = "bad"
    keeper = view["you"]["role"] == "keeper"
    secret = "audience" in card
    figure = _figure(roll, face, system, language) if roll else ""
    whose_deed, done = who_did(card, view, system, language), what_done(card, view, system, language)
    lines = (
        tuple(
            line if at else _without_head(line, whose_deed, done, word, figure)
            for at, line in enumerate(roll.get("told", ()))
        )
        if roll
        else _command_lines(card, view, system, language)
    )
    dice = tuple(_dice(roll, system, language)) if roll else _free_dice(card)
    known = (*map(partial(name_of, view), view["characters"]), *filter(None, roll["people"] if roll else ()))
    whose, own_words = {one.who for one in changes}, face.tells if lines else ()
    by_half = roll is not None and not roll.get("told")
    return CardShown(
        id=card["id"],
        at=card.get("at", 0),  # what cannot be read has no hour
        who=whose_deed,
        what=done,
        word=word,
        tone=tone,
        mark=mark,
        figure=figure,
        dice=dice[:MOST_DICE],
        told=tuple(filter(None, lines)),
        became=tuple(became(card, view, system, language)) if by_half else (),
        changes=changes,
        untold=tuple(
            one
            for one in changes
            if one.field not in own_words
            and not (dead[0] and one.field in system.presentation.deaths and DEATH.search(one.after))
            and not _is_told(one, (word, *lines), system, whose, language)
        ),
        struck=bool(card.get("struck")),
        secret=secret,
        told_to=tuple(name for one in card.get("audience", ()) if (name := view["seats"].get(one, {}).get("name"))),
        sealed=card.get("seal", "") if card["command"] == "sealed" else "",
        real_dice=bool(roll and roll["typed"]),
        real_words=_real_words(roll, language) if roll and roll["typed"] else "",
        rules=tuple(dict.fromkeys(step["rule"] for step in roll.get("steps", ()))) if roll else (),
        steps=bool(roll and roll.get("steps")),
        held=bool(card.get("held")),
        can_reveal=keeper and secret and roll is not None,
        proof=card.get("seal", "") if card["command"] == "reveal" else "",
        more_dice=max(0, len(dice) - MOST_DICE),
        reason=str(card.get("words", {}).get("reason", "")),
        facts=tuple(facts(roll, face, system, language)) if by_half and roll else (),
        minor=roll is None
        and not word
        and (card["command"] not in WHOLE or (card["command"] == "scene" and not lines)),
        rolled=roll is not None,
        follows=card.get("follows", ""),
        named=next((one for one in known if begins_with(word, start(spoken(one)))), ""),
    )


def _hurts_ours(changes: Iterable[ChangeShown], view: Tree, system: System, language: Language) -> bool:
    """Whether it costs life to somebody whom people play."""
    life = {*system.table_rules.vital, *system.presentation.deaths}
    ours = {_called(view, id, language) for id in view["characters"] if not is_foe(view, id, system)}
    return any(one.tone == "worse" and one.field in life and one.who in ours for one in changes)


def begins_with(word: str, name: str) -> bool:
    """Whether a headline is about somebody: « Rat l’emporte » is about a rat, « Raté » is not."""
    return word.startswith(name) and not word[len(name) : len(name) + 1].isalpha()


def _called(view: Tree, id: str, language: Language, rolled: Mapping[str, str] = {}) -> str:
    """Somebody as the subject of a sentence: « Le policier »."""
    return names_together([name_of(view, id, rolled)], language)


def _real_words(roll: Tree, language: Language) -> str:
    """That dice were thrown on the wood, and how many of them where the table threw the rest."""
    if "real" not in roll:
        return say("real_dice_chip", language)
    return say("real_dice_some", language, real=roll["real"], all=len(roll["dice"]))


def reasons(system: System, procedure: str, steps: list[StepShown], language: Language) -> list[tuple[str, list[str]]]:
    """Every reason on a line, person by person."""
    by_person: dict[str, list[StepShown]] = {}
    face = system.presentation.cards.get(procedure, CardSpec())
    headed = face.word or (system.procedure(procedure).headline if steps else ())
    for step in steps:
        if isinstance(step.value, bool) and step.label in headed:
            continue  # the card is headed by it
        by_person.setdefault(step.who, []).append(replace(step, who=""))
    return [(who, explain(system, procedure, listed, language)) for who, listed in by_person.items()]  # type: ignore[arg-type]


def _figure(roll: Tree, face: CardSpec, system: System, language: Language) -> str:
    value = roll["outcome"].get(face.figure)
    tone = tone_of(roll["outcome"], face.good)
    if face.signed and isinstance(value, int) and value * {"good": 1, "bad": -1}.get(tone, 0) < 0:
        return ""  # a face decided against the margin
    if not isinstance(value, int):
        return _under(roll, face, tone, language)
    shown = number(value, language, signed=face.signed and value != 0)
    return f"{lower_first(system.terms.label(face.figure, language, roll['procedure']))} {shown}"


def _without_head(line: str, who: str, done: str, word: str, figure: str) -> str:
    """A sentence without what stands over it in large letters: « …= 25, réussi, marge +15. », of its first throw."""
    heads = (f"{done}.", f"{who} {done}.", f"{done}{HARD}:", f"{who} {done}{HARD}:")
    if again := next((one for one in heads if line.startswith(one)), ""):
        line = start(line.removeprefix(again).strip())
    label, _, number_said = figure.rpartition(" ")
    unsigned = number_said.lstrip("+\u2212")
    said = (figure, f"{label} {unsigned}", f"{label} d’échec {unsigned}", word) if figure else (word,)
    for one in filter(None, map(_with_spaces, said)):
        part = re.escape(one).replace(r"\ ", f"[ {HARD}{THIN}]")
        line = re.sub(rf"[,.;] {part}(?=[,.;]|{HARD}:)", "", line, count=1, flags=re.IGNORECASE)
    return line


def _under(roll: Tree, face: CardSpec, tone: str, language: Language) -> str:
    """What was thrown beside the number it must not exceed, as far as both are known; luck may have brought it down."""
    thrown, most = (roll["outcome"].get(name) for name in face.under or ("", ""))
    if not isinstance(thrown, int) or not isinstance(most, int):
        return ""
    over = "thrown_brought" if tone == "good" else "thrown_over"
    under = "thrown_just" if thrown == most else "thrown_under" if thrown < most else over
    return say(under, language, thrown=thrown, most=most)


def die_word(system: System, label: str, purpose: str, language: Language) -> str:
    """What a die is thrown for, where the game has a word for it; else what it is called."""
    entry = system.terms.entry("purpose", purpose) if purpose else None
    return system.terms.say(entry or system.terms.entry("die", label), language, default=label)


def _dice(roll: Tree, system: System, language: Language) -> list[DieDrawn]:
    dice = []
    several = len({die["who"] for die in roll["dice"]}) > 1  # whose a die is goes without saying where all are
    for die in roll["dice"]:
        look = "check" if die["purpose"] == "check" else system.presentation.dice.get(die["label"], "")
        caption = die_word(system, die["label"], die["purpose"], language)
        whose = system.terms.label(die["who"], language, roll["procedure"]) if several else ""
        dice.append(DieDrawn(int(die["die"].lstrip("dD") or 0), die["value"], caption, look, whose))
    return dice


def _free_dice(card: Tree) -> tuple[DieDrawn, ...]:
    """Dice that no rule asked for."""
    words = card.get("words", {}) if card["command"] in FREE else {}
    fell = zip(words.get("sides", ()), words.get("faces", ()), strict=False)
    return tuple(DieDrawn(sides, face, "", "") for sides, face in fell)


def _free_total(card: Tree, language: Language) -> str:
    """What dice that no rule asked for come to."""
    total = card.get("words", {}).get("total") if card["command"] in FREE else None
    return number(total, language) if isinstance(total, int) else ""


def _changes(card: Tree, view: Tree, system: System, language: Language) -> list[ChangeShown]:
    watched = {gauge.field for gauge in system.presentation.gauges}
    falling = {gauge.field for gauge in system.presentation.gauges if gauge.reserve}
    changes = []
    for change in card.get("changes", ()):
        field, before, after = change["field"], change["before"], change["after"]
        if field in system.presentation.untold:
            continue
        rolled = card["roll"]["people"] if card.get("roll") else {}
        if change["character"] not in (*view["characters"], *rolled.values()):
            continue  # they have left, and nothing here says who they were
        who, label = _called(view, change["character"], language, rolled), system.terms.label(field, language)
        if isinstance(before, dict) and isinstance(after, dict):
            begins = system.presentation.begins.get(field, _unwritten)
            for key in dict.fromkeys((*before, *after)):
                was, now = (one.get(key, begins(key)) for one in (before, after))
                if was != now:
                    entry = _entry_of(system, field, label, key, language)
                    changes.append(_change(system, who, entry, field, (was, now), language))
            continue
        if isinstance(before, list) and isinstance(after, list):  # of a list, what has gone and what has come
            kept = [one for one in before if one in after]
            before, after = ([one for one in each if one not in kept] for each in (before, after))
        ranks = {one: place for place, one in enumerate(words_of(system.table_rules.sheets[0], field))}
        low, high = (ranks.get(one, one) if isinstance(one, str) else one for one in (before, after))
        tone = ""
        if field in watched and isinstance(low, int | float) and isinstance(high, int | float):
            tone = "worse" if (high > low) != (field in falling) else "better"
        feminine = view["characters"].get(change["character"], {}).get("sheet", {}).get("gender") == "f"
        if isinstance(after, bool):
            now = turned(system, field, after, language, feminine=feminine)
            changes.append(ChangeShown(who, "", "", now, tone, field))
        else:
            changes.append(_change(system, who, label, field, (before, after), language, tone, feminine=feminine))
    gone = ("", say("change_gone", language))
    return [one for one in changes if one.before != one.after and (one.before, one.after) != gone]


def _is_told(
    change: ChangeShown, sentences: tuple[str, ...], system: System, whose: set[str], language: Language
) -> bool:
    """Whether a sentence has said so already, by the name of the gauge or its short one: « Paul : PF 8 → 4, PV 9 → 6 ».

    What is so or not is told by the name of the state. Where several have changed it must say of whom.
    """
    code = str((system.terms.field(change.field) or {}).get("code") or change.name)
    of_whom = "" if len(whose) == 1 else change.who
    lines = [_with_spaces(line) for line in sentences if of_whom.lower() in line.lower()]
    if not change.name:
        said = (change.after, lower_first(system.terms.label(change.field, language)))
        return any(says(line, one) for one in said for line in lines)
    if (
        len(change.after) > SHORT
        and not any(map(str.isdecimal, change.after))
        and any(says(line, change.after) for line in lines)
    ):
        return True
    moved = f" {change.before} → {change.after}"
    named = [one for one in re.findall(r"\w{5,}", change.name.lower()) if not one.isdecimal()]
    spoken = [one.lower() for line in lines if moved in line for one in line.split(". ") if moved in one]
    return any(code.lower() in one or any(word in one for word in named) for one in spoken)


def says(line: str, words: str) -> bool:
    """Whether a line has these words, whole, whatever their capitals."""
    return re.search(rf"(?<!\w){re.escape(_with_spaces(words))}(?!\w)", line, re.IGNORECASE) is not None


def _with_spaces(line: str) -> str:
    return line.replace("\u00a0", " ").replace("\u202f", " ")


def _unwritten(key: str) -> None:
    """What an entry is worth that is not written: nothing, unless the game says otherwise."""


def _change(
    system: System,
    who: str,
    name: str,
    field: str,
    values: tuple[Any, Any],
    language: Language,
    tone: str = "",
    *,
    feminine: bool = False,
) -> ChangeShown:
    """What was nothing before is told by what it is now."""
    was, now = (plain(system, field, one, language, feminine=feminine) for one in values)
    now = say("change_gone", language) if now == NOTHING else now
    return ChangeShown(who, name, "" if was == NOTHING else was, now, tone, field)


def _entry_of(system: System, field: str, label: str, key: str, language: Language) -> str:
    """What an entry of a value counts: as the game puts it, else behind the name of the value."""
    name, said = _entry(system, field, key, language), system.terms.entry("entry", field)
    return system.terms.say(said, language).format(name=name) if said else f"{label}, {name}"


def _entry(system: System, field: str, key: str, language: Language) -> str:
    """The name of an entry of a value that has several."""
    if field in system.presentation.named:
        return name_inside(key_name(system, field, key, language))
    return lower_first(system.terms.label(key, language)) if system.terms.field(key) else key


def _command_lines(card: Tree, view: Tree, system: System, language: Language) -> tuple[str, ...]:
    """What a command that is no roll says of itself."""
    words = card.get("words", {})
    done = {"scene": ("text",), "plan": ("place",)}  # the rest of it is what was done
    told = done.get(card["command"], ("title", "text", "reason"))
    lines = [str(words[name]) for name in told if isinstance(words.get(name), str) and words[name]]
    if card["command"] == "scene" and lines == [view["scene"].get("text")]:  # pinned above
        lines = []
    if card["command"] == "unpack":
        lines += [str(one[language]) for one in words.get("says", ())]
    return tuple(dict.fromkeys(lines))
