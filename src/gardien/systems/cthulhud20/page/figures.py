"""Bodies drawn zone by zone, each shape that a location table has (LOC-01, P-CREA-04); people are seen from the front.

Outlines are written in absolute points. What begins with `right_` is drawn on the other side too, and what is `both`
has two halves.
"""

import re
from collections.abc import Callable

from gardien.core.presentation import Content, Drawing, Part

MAN = (
    Part(
        "right_arm",
        "M33 47C26 49 22 55 21 63L18 88 13 112 8 134C6 140 7 147 11 148 15 149 17 144 19 138L26 114 32 90 37 66Z",
        (23, 92),
    ),
    Part(
        "right_leg",
        "M36 139L58 145 57 190 54 238C54 244 51 247 46 247L34 247C30 247 29 243 33 241L40 236 36 190Z",
        (46, 196),
    ),
    Part("abdomen", "M40 103L80 103 82 122 85 139 62 146 58 146 35 139 38 122Z", (60, 127)),
    Part(
        "torso",
        "M54 35L66 35 67 42 82 46C87 47 89 50 88 56L83 82 80 101 40 101 37 82 32 56C31 50 33 47 38 46L53 42Z",
        (60, 76),
    ),
    Part("head", "M60 2C69 2 74 9 74 18 74 28 68 37 60 37 52 37 46 28 46 18 46 9 51 2 60 2Z", (60, 24)),
)
WINGS = (
    Part(
        "right_wing",
        "M73 52C52 30 28 22 8 26 4 52 8 84 18 112 22 96 28 90 36 92 34 106 38 116 44 122 46 104 52 94 60 90Z",
        (28, 62),
    ),
)
BEAST = (  # from its left side: the right legs are those behind
    Part("right_foreleg", "M62 66L78 78 68 102 67 124 54 124 55 102Z", (61, 114)),
    Part("right_hind_leg", "M160 60L176 54 182 84 177 102 187 124 173 124 165 104 169 88Z", (176, 114)),
    Part("belly", "M112 38C130 34 150 33 164 37 174 41 178 50 177 64L160 78C144 86 126 88 112 86Z", (126, 66)),
    Part("chest", "M66 34C82 32 98 35 110 38L110 86C98 88 84 86 72 80 62 72 56 56 58 44Z", (84, 62)),
    Part("left_foreleg", "M78 74C84 68 94 70 98 78L94 102 95 124 82 124 81 102Z", (88, 100)),
    Part(
        "left_hind_leg",
        "M138 70C146 58 164 56 168 68 170 80 160 92 156 100L160 124 147 124 143 104C136 94 134 80 138 70Z",
        (152, 84),
    ),
    Part(
        "head",
        "M56 20L64 5 71 20C76 27 76 38 70 44L58 53 42 55 22 61C15 61 13 55 17 51L40 32C46 25 50 22 56 20Z",
        (54, 42),
    ),
)
CRAB = (
    Part(
        "limbs both",
        "M86 62L58 52 40 66 44 70 59 60 84 70ZM86 84L56 86 34 110 39 113 60 94 84 92Z"
        "M88 104L64 120 52 150 58 152 70 126 90 112Z",
        (52, 90),
    ),
    Part("right_wing", "M88 58C70 20 44 8 12 10 18 34 40 52 62 56Z", (42, 34)),
    Part("abdomen", "M86 102L114 102C118 124 114 148 100 166 86 148 82 124 86 102Z", (100, 132)),
    Part("thorax", "M86 44L114 44C122 60 122 84 115 100L85 100C78 84 78 60 86 44Z", (100, 76)),
    Part(
        "head_cluster",
        "M100 4L104 14 114 8 112 18 122 22 114 28 118 38 106 36 100 44 94 36 82 38 86 28 78 22 88 18 86 8 96 14Z",
        (100, 28),
    ),
)
STAR = (
    Part(
        "wings both",
        "M80 78C58 56 36 50 8 56 20 66 20 76 14 88 30 86 36 94 36 104 52 96 66 100 80 108Z",
        (40, 78),
    ),
    Part(
        "tendrils both",
        "M80 112C62 118 50 132 40 130 50 140 64 134 74 130 66 142 60 150 50 152 64 154 76 144 82 128Z",
        (150, 134),
    ),
    Part("foot", "M84 172L100 166 116 172 136 186 112 184 116 202 100 188 84 202 88 184 64 186Z", (100, 184)),
    Part("trunk", "M86 56L114 56C128 84 130 136 115 170L85 170C70 136 72 84 86 56Z", (100, 118)),
    Part("star_head", "M100 2L109 20 130 20 114 34 120 56 100 46 80 56 86 34 70 20 91 20Z", (100, 34)),
)
CONE = (
    Part(
        "right_pincer",
        "M92 62C72 52 60 36 50 26L30 30 18 18 28 14 38 20 40 8 52 12 56 22C66 32 78 44 96 50Z",
        (56, 46),
    ),
    Part(
        "third_limb",
        "M110 66C136 66 152 74 164 84L160 92 178 90 182 104 168 106 172 116 158 114 154 98C142 88 126 80 108 78Z",
        (152, 82),
    ),
    Part(
        "head",
        "M97 56L97 34C88 32 82 25 82 17 82 8 90 2 100 2 110 2 118 8 118 17 118 25 112 32 103 34L103 56Z",
        (100, 21),
    ),
    Part("foot", "M48 186C46 196 54 204 100 204 146 204 154 196 152 186Z", (100, 199)),
    Part("cone", "M92 54L108 54C124 92 142 140 152 184L48 184C58 140 76 92 92 54Z", (100, 142)),
)


def _set(outline: str, place: Callable[[float], float]) -> str:
    """An outline with every x in another place; points are an x, then a y."""
    numbers = re.split(r"([\d.]+)", outline)  # what stands between, and every second one a number
    return "".join(f"{place(float(one)):g}" if at % 4 == 1 else one for at, one in enumerate(numbers))


def _both_sides(parts: tuple[Part, ...], width: float) -> tuple[Part, ...]:
    """The left side as the right one, and halves that belong together."""
    mirrored = []
    for part in parts:
        zone, _, both = part.key.partition(" ")
        other = _set(part.outline, lambda x: width - x)
        mirrored.append(Part(zone, part.outline + other if both else part.outline, part.at))
        if zone.startswith("right_"):
            mirrored.append(Part(zone.replace("right", "left"), other, (width - part.at[0], part.at[1])))
    return tuple(mirrored)


def _beside(parts: tuple[Part, ...], by: float) -> tuple[Part, ...]:
    return tuple(Part(one.key, _set(one.outline, lambda x: x + by), (one.at[0] + by, one.at[1])) for one in parts)


PERSON = Drawing(120, 250, _both_sides(MAN, 120))
SHAPES = {
    "human": PERSON,
    "zombie": PERSON,
    "winged_human": Drawing(200, 250, (*_both_sides(WINGS, 200), *_beside(PERSON.parts, 40))),
    "quadruped": Drawing(190, 128, BEAST),
    "mi_go": Drawing(200, 170, _both_sides(CRAB, 200)),
    "radial": Drawing(200, 206, _both_sides(STAR, 200)),
    "cone": Drawing(200, 206, _both_sides(CONE, 200)),
}


def drawing_of(sheet: Content) -> Drawing | None:
    """The body that a sheet has (CD20-CREA-03, CD20-P-CREA-04)."""
    return SHAPES.get(str(sheet.get("tables") or "human"))
