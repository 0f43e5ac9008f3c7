"""What a drawn investigator carries and what becomes a profession: own lists, where the rules leave it to players."""

from typing import Any

from gardien.core.values import Value
from gardien.systems.cthulhud20.vocabulary import CombatOption


class Kit(Value, frozen=True, kw_only=True):
    """Arms of either era, belongings, what is worn; how somebody of the profession would rather fight."""

    arms: tuple[str, ...] = ()
    modern: tuple[str, ...] | None = None  # the arms of today, where they are others
    gear: tuple[str, ...] = ("notebook",)
    worn: tuple[str, ...] = ()
    options: tuple[CombatOption, ...] = ("defence", "defence", "offence")


FIGHTER: dict[str, Any] = {"options": ("offence",)}
KITS: dict[str, Kit] = {
    "agent": Kit(
        arms=("m1911",), modern=("glock17",), gear=("badge", "handcuffs", "torch"), worn=("jacket",), **FIGHTER
    ),
    "antiquarian": Kit(arms=("club",), gear=("magnifier", "notebook", "torch")),
    "archaeologist": Kit(arms=("webley", "knife"), modern=("r38", "knife"), gear=("rope", "map", "torch")),
    "artist": Kit(gear=("paints", "notebook")),
    "clergy": Kit(gear=("prayer_book", "books")),
    "criminal": Kit(arms=("p32", "blackjack"), gear=("picks", "torch"), worn=("leather_coat",), **FIGHTER),
    "detective": Kit(arms=("r38",), modern=("glock17",), gear=("handcuffs", "notebook", "torch"), **FIGHTER),
    "dilettante": Kit(arms=("sword_cane",), modern=(), gear=("car", "flask")),
    "doctor": Kit(gear=("doctors_bag", "notebook")),
    "journalist": Kit(gear=("camera", "notebook", "flask")),
    "occultist": Kit(arms=("knife",), gear=("books", "notebook")),
    "office_worker": Kit(gear=("notebook",)),
    "professor": Kit(gear=("books", "notebook")),
    "soldier": Kit(
        arms=("smle", "knife"), modern=("m16", "knife"), gear=("bandages", "ammunition"), worn=("jacket",), **FIGHTER
    ),
    "technician": Kit(arms=("bat",), gear=("tools", "torch")),
    "worker": Kit(arms=("bat",), gear=("tools", "flask"), worn=("jacket",), **FIGHTER),
}
SPARE = 1  # magazines besides the one in the weapon

HANDY = (  # skills that anybody may have come by, for the three that are free (CD20-P-SKILL-02)
    *("listen", "spot", "search", "hide", "move_silently", "first_aid", "climb", "swim", "drive", "ride", "jump"),
    *("bluff", "diplomacy", "sense_motive", "gather_information", "research", "intimidate", "concentration"),
    *("open_lock", "disguise", "use_rope", "repair", "performance", "speak_other_language", "knowledge_occult"),
)
PAIRS: tuple[tuple[str, str], ...] = (  # related skills (CD20-P-FEAT-01)
    ("balance", "escape_artist"),
    ("bluff", "diplomacy"),
    ("climb", "swim"),
    ("concentration", "psychoanalysis"),
    ("craft", "repair"),
    ("disable_device", "open_lock"),
    ("disguise", "forgery"),
    ("drive", "pilot"),
    ("first_aid", "knowledge_medicine"),
    ("gather_information", "sense_motive"),
    ("handle_animal", "ride"),
    ("hide", "move_silently"),
    ("innuendo", "intimidate"),
    ("jump", "tumble"),
    ("knowledge_archaeology", "knowledge_history"),
    ("knowledge_accounting", "knowledge_law"),
    ("knowledge_biology", "knowledge_chemistry"),
    ("knowledge_occult", "spellcraft"),
    ("performance", "sleight_of_hand"),
    ("research", "search"),
    ("use_rope", "wilderness_lore"),
)
FOR_ALL = (
    *("alertness", "endurance", "great_fortitude", "improved_initiative", "iron_will", "lightning_reflexes", "run"),
    *("toughness", "dodge", "mobility"),
)
WITH_GUNS = ("point_blank_shot", "precise_shot", "far_shot", "rapid_shot", "rapid_reload", "quick_draw", "multishot")
IN_MELEE = ("power_attack", "cleave", "great_cleave", "combat_reflexes", "expertise", "martial_artist", "blind_fight")
TAUGHT: dict[str, tuple[str, ...]] = {  # by a core skill
    "spellcraft": ("combat_casting",),
    "wilderness_lore": ("track",),
}
