"""The surroundings: the language that a person has set, and where their things are kept."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gardien.core.terms import Language

SPOKEN = ("GARDIEN_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set says the language


def spoken_language(asked: str = "") -> "Language":
    """The language that was asked for, else that of the surroundings; `en` and `en_GB` are English, all else French."""
    asked = asked or next(filter(None, map(os.environ.get, SPOKEN)), "")
    return "en" if asked[:2].lower() == "en" and not asked[2:3].isalpha() else "fr"


def data_folder() -> str:
    """The folder of tables and packs: GARDIEN_DATA, else where this platform keeps a person's data."""
    if asked := os.environ.get("GARDIEN_DATA"):
        return asked
    home = os.path.expanduser("~")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "gardien")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"), "gardien")
    return os.path.join(os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share"), "gardien")
