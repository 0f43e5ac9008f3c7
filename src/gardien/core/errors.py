"""Refusals: what was asked, why not, and what would work. A value with a stable id; words come later, by language."""

from typing import Any, Literal

Kind = Literal["unreadable", "refused", "stale", "forbidden", "broken"]


class Refusal(Exception):
    """Something that cannot be done as asked. Nothing has changed.

    `id` is stable and names the sentence in `words.toml`; `words` are what that sentence speaks of; `where` is the
    procedure, file or command; `field` the path of the input; `rule` the rule that forbids it; `also` further faults
    found in the same input.
    """

    def __init__(
        self,
        id: str,
        *,
        kind: Kind = "unreadable",
        where: str = "",
        field: str = "",
        rule: str = "",
        also: "tuple[Refusal, ...]" = (),
        **words: Any,
    ) -> None:
        super().__init__(id)
        self.id = id
        self.kind = kind
        self.where = where
        self.field = field
        self.rule = rule
        self.also = also
        self.words = words
        self.terms: Any = None  # the game's own words, where the sentence needs them

    def within(self, where: str = "", field: str = "") -> "Refusal":
        """The same refusal, placed: `where` and a path in front of its field are filled in."""
        self.where = self.where or where
        if field:
            self.field = (
                f"{field}.{self.field}" if self.field and not self.field.startswith("[") else field + self.field
            )
        return self

    def said(self, language: 'Literal["fr", "en"]' = "fr") -> str:
        """The refusal as a sentence: where, what came, what is allowed."""
        from gardien.core.terms import sentence

        return sentence(self, language)

    def __str__(self) -> str:
        return self.said("en")


def nearest(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """The known word that was probably meant, or nothing."""
    from difflib import get_close_matches

    begun = [one for one in known if len(word) > 2 and one.casefold().startswith(word.casefold())]
    matches = begun or get_close_matches(word, known, n=1, cutoff=0.6)
    return matches[0] if matches else ""
