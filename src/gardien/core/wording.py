"""Wording: what all sentences share, in French and English: spaces and apostrophes, capitals, elision."""

from gardien.core.terms import HARD, THIN, Language

VOWELS = tuple("aàâäáãåeéèêëiîïíoôöóõuùûüúœæ")


def typeset(line: str, language: Language) -> str:
    """The spaces and apostrophes of the language."""
    line = line.replace("'", "’")
    if language == "en":
        return line
    for sign in ";!?%":
        line = line.replace(f" {sign}", THIN + sign)
    return line.replace(" :", f"{HARD}:").replace("« ", f"«{HARD}").replace(" »", f"{HARD}»")


def start(text: str) -> str:
    """A capital where a sentence begins."""
    return text[:1].upper() + text[1:]


def of(name: str) -> str:
    """« de Daisy », « d'Abby », « du garde », « de la cible »; h and y do not elide.

    Somebody called « Le docteur Vidal » has an article, « Le Goff » has none.
    """
    first, noun = name[:1], name.partition("’" if name[:2] == "L’" else " ")[2]
    if first == "L" and noun[:1].islower() and name.startswith(("Le ", "La ", "Les ", "L’")):
        name = "l" + name[1:]
    for article, contracted in (("le ", "du "), ("les ", "des ")):
        if name.startswith(article):
            return contracted + name[len(article) :]
    return f"d'{name}" if name[:1].lower() in VOWELS else f"de {name}"
