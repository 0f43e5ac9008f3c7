"""Both long fights of the source, line by line: what it prints, and each of its slips by name.

A line of a fight is a line of the script of a worked example (`examples.toml`); beside it stand the numbers that the
source prints for it. `test_long_fights.py` plays the script and holds the two against each other: wherever they differ,
the line names the slip. Whoever tells these fights takes titles and slips from here, in both languages.
"""

from typing import Any, Literal

from msgspec import Struct

from systems.worked import Example, examples

Side = Literal["attack", "defence", "counter", "save", "free"]


class Throw(Struct, frozen=True):
    """A throw as it is printed: what is added up, the die, the difficulty; no margin where only a failure is told."""

    side: Side
    who: str
    parts: tuple[tuple[str, int], ...]
    die: int
    against: int
    margin: int | None

    @property
    def total(self) -> int:
        return sum(value for _, value in self.parts) + self.die


class Line(Struct, frozen=True):
    """One line: where it stands in the source, what is thrown and said there, and which slips it holds."""

    source: str
    fr: str
    en: str
    throws: tuple[Throw, ...] = ()
    said: dict[str, Any] = {}  # of the event; of an end of turn: name, then what is left
    slips: tuple[int, ...] = ()


class Fight(Struct, frozen=True):
    """A fight of the source: the example that plays it, its initiative and its lines."""

    example: str
    fr: str
    en: str
    initiative: tuple[tuple[str, int, int], ...]  # name, die, total
    slips: tuple[int, ...]  # of the sheets, and of what is told afterwards
    lines: tuple[Line, ...]

    @property
    def played(self) -> Example:
        return next(one for one in examples("organique") if one.id == self.example)


def thrown(side: Side, who: str, parts: str, die: int, against: int, margin: int | None = None) -> Throw:
    """A throw in one line: `FOR 14, AGI 8, split -10`."""
    pairs = (part.rsplit(" ", 1) for part in parts.split(", "))
    return Throw(side, who, tuple((name, int(value)) for name, value in pairs), die, against, margin)


# Numbers are those of the ledger’s errata.
SLIPS: dict[int, tuple[str, str]] = {
    18: (
        "Les fiches n’ont ni END ni CHA ; on complète à 80 points : END 11 et 10, CHA 11.",
        "The sheets have neither END nor CHA; completed to 80 points: END 11 and 10, CHA 11.",
    ),
    19: (
        "La FOR de Rusty est 7 ; quatre fois le texte compte 14, qui est sa VIT.",
        "Rusty’s FOR is 7; four times the text counts 14, which is his VIT.",
    ),
    20: ("Juanita pare sans le +8 de son kickboxing.", "Juanita parries without the +8 of her kickboxing."),
    21: (
        "Le balayage de Juanita est calculé avec les scores de Rusty ; les siens et sa compétence font la même somme.",
        "Juanita’s sweep is reckoned with Rusty’s scores; her own and her skill make the same sum.",
    ),
    22: (
        "L’action simultanée de Rusty oublie −20 + VOL, soit −13.",
        "Rusty’s simultaneous action leaves out −20 + VOL, that is −13.",
    ),
    23: ("Juanita perd de l’END que sa fiche n’a pas.", "Juanita loses END that her sheet does not have."),
    24: (
        "Étourdir se fait avec INT + AGI ; le texte compte la FOR de Tyra (8) au lieu de son INT (6).",
        "A stun is made with INT + AGI; the text counts Tyra’s FOR (8) instead of her INT (6).",
    ),
    25: ("La PER de Tyra est 17 ; le texte compte 13.", "Tyra’s PER is 17; the text counts 13."),
    26: (
        "La dague fait 2 bs ; le texte en retire 4. Tyra garde 1 SNG.",
        "The dagger does 2 bs; the text takes 4. Tyra keeps 1 SNG.",
    ),
    27: (
        "Deux mètres à la portée 3 : le mot du MJ l’emporte.",
        "Two metres at range step 3: the GM’s word stands.",
    ),
    28: (
        "Désarmer se fait avec FOR + AGI contre 30 ; le texte compte INT + AGI contre 25.",
        "A disarm is made with FOR + AGI against 30; the text counts INT + AGI against 25.",
    ),
    29: (
        "Les deux armures de Hammerhead arrêtent 7 + 3 = 10 bs ; le texte en compte 2 + 3 = 5.",
        "Hammerhead’s two armours stop 7 + 3 = 10 bs; the text counts 2 + 3 = 5.",
    ),
    30: ("L’AGI de Tyra est 12 ; le texte compte 14.", "Tyra’s AGI is 12; the text counts 14."),
    31: (
        "La moitié de 2,5 est 1,25, ramenée à 1 : la règle d’arrondi vient d’ici.",
        "Half of 2.5 is 1.25, cut down to 1: the rule for rounding comes from here.",
    ),
    32: (
        "La frappe simultanée de Raul oublie que sa lame frappe facilement (−4 à la difficulté).",
        "Raul’s simultaneous strike leaves out that his blade strikes easily (−4 on the difficulty).",
    ),
    33: (
        "Un choc raté ne fait que diviser par deux ; la règle vide aussi l’END, et Ying ne pourrait plus agir.",
        "A failed shock only halves; the rule empties END as well, and Ying could not act any more.",
    ),
    34: (
        "Tyra attaque Raul, son partenaire ; joué tel quel.",
        "Tyra attacks Raul, her partner; played as printed.",
    ),
    35: (
        "La vision floue est appelée aveuglement ; elle vaut −7 par dose.",
        "Blurred sight is called blindness; it is −7 a dose.",
    ),
    36: (
        "La seconde parade de Raul ferait 5 ; avec 9 et un d20 elle ne dépasse pas 4.",
        "Raul’s second parry would make 5; with 9 and a d20 it makes 4 at most.",
    ),
    37: (
        "Ying meurt avant le tour suivant : vrai si le choc a vidé son END, sinon il lui reste 3 tours.",
        "Ying dies before the next turn: true if the shock emptied his END, else he has 3 turns left.",
    ),
    38: (
        "L’END de Ying n’est plus donnée après le premier tour : 6, 4, puis 3.",
        "Ying’s END is not told after the first turn: 6, 4, then 3.",
    ),
    39: (
        "Repousser demande 2 c, ses coups de pied en font 1,5 ; une compétence qui le donne suffit.",
        "A push asks for 2 c, her kicks do 1.5; a skill that lists it is enough.",
    ),
    40: (
        "Tyra et Hammerhead perdent 2 END par tour ; ils ne sont pas mortellement blessés (26, 29) : 1 chacun.",
        "Tyra and Hammerhead lose 2 END a turn; they are not mortally wounded (26, 29): 1 each.",
    ),
}

SIMPLE = Fight(
    example="ORG-EX-RJ-07",
    fr="Rusty contre Juanita",
    en="Rusty against Juanita",
    initiative=(("Rusty", 6, 28), ("Juanita", 2, 23)),
    slips=(18, 23, 39),
    lines=(
        Line("3737-3748", "Rusty s’approche, action divisée", "Rusty closes in, action split"),
        Line(
            "3737-3761",
            "Rusty frappe au couteau, Juanita esquive",
            "Rusty strikes with his knife, Juanita dodges",
            (
                thrown("attack", "Rusty", "FOR 14, AGI 8, split -10", 15, 25, 2),
                thrown("defence", "Juanita", "PER 8, AGI 10", 8, 25, 1),
            ),
            {"hit": True, "damage": {"bs": 2.5, "c": 0}},
            (19,),
        ),
        Line(
            "3764-3778",
            "Juanita donne un coup de pied, Rusty pare",
            "Juanita kicks, Rusty parries",
            (
                thrown("attack", "Juanita", "FOR 4, AGI 10, kickboxing 4", 15, 25, 8),
                thrown("defence", "Rusty", "FOR 14, AGI 8", 15, 25, 12),
            ),
            {"hit": False},
            (19,),
        ),
        Line("3778", "Fin du premier tour", "End of the first turn"),
        Line(
            "3780-3805",
            "Rusty frappe au couteau, Juanita pare de la jambe",
            "Rusty strikes with his knife, Juanita parries with her leg",
            (
                thrown("attack", "Rusty", "FOR 14, AGI 8", 6, 25, 3),
                thrown("defence", "Juanita", "FOR 4, AGI 10", 16, 25, 5),
            ),
            {"hit": False, "limb_parry_damage": {"bs": 0.5, "c": 0}},
            (19, 20),
        ),
        Line(
            "3807-3825",
            "Juanita balaie, Rusty frappe au même moment",
            "Juanita sweeps, Rusty strikes at the same moment",
            (
                thrown("attack", "Juanita", "FOR 14, AGI 8", 10, 30, 2),
                thrown("counter", "Rusty", "FOR 14, AGI 8", 8, 25, 5),
            ),
            {"hit": True, "counter": {"hit": True, "damage": {"bs": 2.5, "c": 0}}},
            (19, 21, 22),
        ),
        Line("3827-3834", "Fin du deuxième tour", "End of the second turn"),
    ),
)

LONGER = Fight(
    example="ORG-EX-F4-28",
    fr="Raul et Tyra contre Hammerhead et Ying",
    en="Raul and Tyra against Hammerhead and Ying",
    initiative=(("Ying", 10, 34), ("Raul", 2, 32), ("Tyra", 3, 26), ("Hammerhead", 10, 23)),
    slips=(37,),
    lines=(
        Line(
            "3899-3907",
            "Tour 1 : Ying lance une dague, Tyra fonce sur lui",
            "Turn 1: Ying throws a dagger, Tyra rushes at him",
            (thrown("attack", "Ying", "AGI 14, INT 12, knife_throwing 12, range -10", 5, 25, 8),),
            {"hit": True, "damage": {"bs": 0, "c": 0}},
        ),
        Line("3909-3911", "Raul attend", "Raul waits"),
        Line(
            "3913-3928",
            "Tyra étourdit de sa lance, Ying saute en arrière",
            "Tyra stuns with her spear, Ying leaps back",
            (
                thrown("attack", "Tyra", "FOR 8, AGI 12, street_fighting 4", 9, 25, 8),
                thrown("defence", "Ying", "VIT 5, AGI 14", 8, 25, 2),
                thrown("save", "Ying", "VOL 18", 13, 20, 11),
            ),
            {"hit": True, "loses_next_action": False, "dose_delivered": True, "defender_moves": 1},
            (24,),
        ),
        Line("3930-3932", "Hammerhead s’approche, action divisée", "Hammerhead closes in, action split"),
        Line(
            "3930-3939",
            "Hammerhead étourdit, Raul esquive",
            "Hammerhead stuns, Raul dodges",
            (
                thrown("attack", "Hammerhead", "INT 7, AGI 10, split -10", 19, 25, 1),
                thrown("defence", "Raul", "PER 14, AGI 6", 3, 25),
                thrown("save", "Raul", "VOL 15", 4, 20),
            ),
            {"hit": True, "loses_next_action": True},
        ),
        Line(
            "3941-3953",
            "Fin du tour 1",
            "End of turn 1",
            said={
                "Raul": {"end_now": 3},
                "Tyra": {"end_now": 6},
                "Hammerhead": {"end_now": 12},
                "Ying": {"end_now": 7, "sng": 3, "vomiting": False, "medical_shock": False},
            },
        ),
        Line(
            "3955-3970",
            "Tour 2 : Ying lance une dague, Tyra esquive",
            "Turn 2: Ying throws a dagger, Tyra dodges",
            (
                thrown("attack", "Ying", "INT 12, AGI 14, knife_throwing 12, range -4, poison -7", 8, 25, 10),
                thrown("defence", "Tyra", "PER 13, AGI 12", 2, 25, 2),
            ),
            {"hit": True, "damage": {"bs": 4, "c": 0}},
            (25, 26, 27),
        ),
        Line(
            "3972-3989",
            "Raul frappe de tout son corps, Hammerhead le désarme au même moment",
            "Raul strikes with all his body, Hammerhead disarms him at the same moment",
            (
                thrown("attack", "Raul", "FOR 3, AGI 6, weapon 4, extended 5", 11, 25, 4),
                thrown("counter", "Hammerhead", "INT 7, AGI 10, VOL 14", 8, 45),
            ),
            {"hit": True, "damage": {"bs": 3, "c": 0}, "counter": {"hit": False}},
            (28, 29),
        ),
        Line("3991-3995", "Tyra s’approche, action divisée", "Tyra closes in, action split"),
        Line(
            "3991-4002",
            "Tyra mouline de tout son corps, Ying saute en arrière",
            "Tyra makes an easy strike with all her body, Ying leaps back",
            (
                thrown("attack", "Tyra", "INT 6, AGI 14, extended 5, split -10", 12, 20, 7),
                thrown("defence", "Ying", "VIT 5, AGI 14, poison -7", 6, 25),
            ),
            {"hit": True, "damage": {"bs": 1, "c": 0}, "dose_delivered": True, "defender_moves": 0},
            (30, 31),
        ),
        Line(
            "4004-4012",
            "Hammerhead désarme, Raul frappe au même moment",
            "Hammerhead disarms, Raul strikes at the same moment",
            (
                thrown("attack", "Hammerhead", "INT 7, AGI 10", 11, 25, 3),
                thrown("counter", "Raul", "FOR 3, AGI 6, VOL 15, extended_penalty -10", 15, 45),
            ),
            {"hit": True, "weapon_dropped": True, "counter": {"hit": False}},
            (28, 32),
        ),
        Line(
            "4014-4026",
            "Fin du tour 2",
            "End of turn 2",
            said={
                "Raul": {"end_now": 2},
                "Tyra": {"end_now": 4, "sng": 0, "inc": 2},
                "Hammerhead": {"end_now": 10, "sng": 0, "inc": 5},
                "Ying": {"sng": 0, "vomiting": True, "medical_shock": True, "halved": True},
            },
            slips=(26, 29, 33, 38, 40),
        ),
        Line(
            "4028-4035",
            "Tour 3 : Ying tacle, Tyra s’éloigne",
            "Turn 3: Ying tackles, Tyra moves off",
            (thrown("attack", "Ying", "VIT 3, AGI 7, vomiting -20, poison -14", 12, 20),),
            {"hit": False},
            (33, 35),
        ),
        Line("4037-4039", "Raul ramasse son arme", "Raul picks up his weapon"),
        Line(
            "4041-4047",
            "Tyra étourdit, Raul esquive",
            "Tyra stuns, Raul dodges",
            (
                thrown("attack", "Tyra", "FOR 8, AGI 12, street_fighting 4", 7, 25, 6),
                thrown("defence", "Raul", "PER 14, AGI 6", 15, 25, 10),
            ),
            {"hit": False},
            (24, 34),
        ),
        Line(
            "4049-4053",
            "Hammerhead désarme, Raul n’a plus de réaction",
            "Hammerhead disarms, Raul has no reaction left",
            (thrown("attack", "Hammerhead", "INT 7, AGI 10", 13, 25, 5),),
            {"hit": True, "weapon_dropped": True},
            (28,),
        ),
        Line(
            "4055-4059",
            "Fin du tour 3",
            "End of turn 3",
            said={
                "Raul": {"end_now": 1},
                "Tyra": {"end_now": 2},
                "Hammerhead": {"end_now": 8},
                "Ying": {"inc": 2, "vomiting": True},
            },
            slips=(38, 40),
        ),
        Line(
            "4061-4067",
            "Tour 4 : Raul ramasse son arme en courant",
            "Turn 4: Raul picks up his weapon on the run",
            (thrown("free", "Raul", "AGI 6", 10, 20),),
            {"weapon_recovered": True, "moved": False},
        ),
        Line(
            "4069-4083",
            "Tyra étourdit de tout son corps, Raul pare à demi",
            "Tyra stuns with all her body, Raul parries with half a reaction",
            (
                thrown("attack", "Tyra", "FOR 8, AGI 12, street_fighting 4, extended 5", 8, 25, 12),
                thrown("defence", "Raul", "FOR 3, AGI 6, parry_bonus 10, split -10", 19, 25, 3),
                thrown("save", "Raul", "VOL 15", 14, 20, 9),
            ),
            {"hit": True, "shortfall": 3, "loses_next_action": True, "dose_delivered": True},
            (24, 34),
        ),
        Line(
            "4085-4097",
            "Hammerhead assomme de tout son corps, Raul pare à demi",
            "Hammerhead knocks out with all his body, Raul parries with half a reaction",
            (
                thrown("attack", "Hammerhead", "FOR 17, AGI 10, extended 5", 7, 30, 9),
                thrown("defence", "Raul", "FOR 3, AGI 6, parry_bonus 10, split -10", 20, 25, 5),
                thrown("save", "Raul", "VOL 15, END 1", 5, 20, 1),
            ),
            {"hit": True, "shortfall": 8, "unconscious_turns": 9},
            (36,),
        ),
        Line(
            "4099-4118",
            "Après la bataille",
            "After the battle",
            said={
                "Tyra": {"end_now": 0, "sng": 0, "inc": 2},
                "Hammerhead": {"end_now": 6, "sng": 0, "inc": 5},
                "Raul": {"prone": True},
            },
            slips=(26, 29, 37, 38, 40),
        ),
    ),
)
FIGHTS = (SIMPLE, LONGER)
BY_THE_RULES = "ORG-EX-F4-29"  # the longer fight once more, as it goes when a shock empties END (33)
