"""The language of the surroundings: what a person has set, heard alike by the command line and by notebooks."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gardien.core.terms import Language

SPOKEN = ("GARDIEN_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set says the language


def spoken_language(asked: str = "") -> "Language":
    """The language that was asked for, else that of the surroundings; `en` and `en_GB` are English, all else French."""
    asked = asked or next(filter(None, map(os.environ.get, SPOKEN)), "")
    return "en" if asked[:2].lower() == "en" and not asked[2:3].isalpha() else "fr"
