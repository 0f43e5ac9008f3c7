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
    """« de Daisy », « d'Abby », « du garde », « de la cible »; h and y do not elide."""
    for article, contracted in (("le ", "du "), ("les ", "des ")):
        if name.startswith(article):
            return contracted + name[len(article) :]
    return f"d'{name}" if name[:1].lower() in VOWELS else f"de {name}"
