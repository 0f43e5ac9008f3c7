"""Bodies as they are drawn: every part with its number and its marks; and the same as a picture for paper."""

from msgspec import Struct

from gardien.core.presentation import Content, Figure, Part, Reading, Spot
from gardien.core.telling import lower_first
from gardien.core.terms import colon, number

INK, SOFT, PAPER, WASH, BAD = "#1a2128", "#4a535b", "#ffffff", "#f4ead2", "#9c2f1f"
FILLS = {"": PAPER, "slight": WASH, "grave": "url(#hatch)", "gone": "none"}
DROP = "M0-4.6C1.7-1.9 2.9-.4 2.9 1.2a2.9 2.9 0 0 1-5.8 0C-2.9-.4-1.7-1.9 0-4.6z"
HATCH = (
    '<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="5" height="5" fill="#f6e3df"/><path d="M0 0v5" stroke="{BAD}" stroke-width="1.6"/></pattern>'
)


class SpotShown(Struct, frozen=True, kw_only=True):
    """One part: its name, its number, its marks, what is said of it; and where it is drawn, if it is."""

    key: str
    name: str
    number: str = ""
    look: str = ""
    worn: bool = False
    worse: bool = False
    notes: tuple[str, ...] = ()
    outline: str = ""
    at: tuple[float, float] = (0, 0)
    layer: int = 0  # those in front are drawn last
    said: str = ""  # all of it in a line


class FigureShown(Struct, frozen=True):
    """A whole body; without a size it is a list."""

    spots: tuple[SpotShown, ...]
    caption: str
    width: float = 0
    height: float = 0

    @property
    def drawn(self) -> list[SpotShown]:
        return sorted((one for one in self.spots if one.outline), key=lambda one: one.layer)

    @property
    def said(self) -> str:
        """The whole drawing in words."""
        return " · ".join(part for part in (self.caption, *(one.said for one in self.drawn)) if part)

    @property
    def told(self) -> list[SpotShown]:
        """What stands beside the drawing: parts with something to say; without a drawing, all of them."""
        return [one for one in self.spots if one.notes or not self.width]


def figure_shown(figure: Figure, sheet: Content, reading: Reading, blank: bool = False) -> FigureShown:
    """The body of a sheet; a blank one has room for numbers."""
    drawing = figure.drawing(sheet)
    spots = () if blank else figure.spots(sheet, reading)
    caption = reading.label(figure.caption) if figure.caption else ""
    if drawing is None:
        return FigureShown(tuple(_spot_shown(figure, one, reading, caption) for one in spots), caption)
    layers = {part.key: at for at, part in enumerate(drawing.parts)}
    parts = [*spots, *(Spot(key) for key in layers if key not in {one.key for one in spots})]
    shown = [
        _spot_shown(figure, one, reading, caption, drawing.parts[at] if at is not None else None, at or 0)
        for one, at in ((one, layers.get(one.key)) for one in parts)
    ]
    return FigureShown(tuple(shown), caption, drawing.width, drawing.height)


def _spot_shown(
    figure: Figure, spot: Spot, reading: Reading, caption: str, part: Part | None = None, layer: int = 0
) -> SpotShown:
    name = reading.terms.word(figure.words, spot.key, reading.language)
    shown = "" if spot.number is None else number(spot.number, reading.language)
    said = [f"{lower_first(caption)} {shown}" if caption else shown] if shown else []
    return SpotShown(
        key=spot.key,
        name=name,
        number=shown,
        look=spot.look,
        worn=spot.worn,
        worse=spot.worse,
        notes=spot.notes,
        outline=part.outline if part else "",
        at=part.at if part else (0, 0),
        layer=layer,
        said=f"{name}{colon(reading.language)} {', '.join([*said, *spot.notes])}" if said or spot.notes else name,
    )


def picture(figure: FigureShown) -> str:
    """The body as an SVG without a stylesheet."""
    parts = [f"<defs>{HATCH}</defs>"]
    for one in figure.drawn:
        line = BAD if one.look in ("grave", "gone") else INK if one.worn else SOFT
        width = 2.6 if one.worn else 1.2
        dashes = ' stroke-dasharray="3 3"' if one.look == "gone" else ""
        style = f'fill="{FILLS[one.look]}" stroke="{line}" stroke-width="{width}" stroke-linejoin="round"{dashes}'
        parts.append(f'<path d="{one.outline}" {style}/>')
    text = f'font-family="Source Sans 3" font-weight="600" font-size="11" text-anchor="middle" fill="{INK}"'
    halo = f'stroke="{PAPER}" stroke-width="3" stroke-linejoin="round"'
    for one in figure.drawn:
        x, y = one.at
        if one.number:
            parts += [f'<text x="{x}" y="{y}" {text} {more}>{one.number}</text>' for more in (halo, "")]
        if one.worse:
            parts.append(f'<path d="{DROP}" transform="translate({x} {y + 9})" fill="{BAD}"/>')
    box = f"-2 -2 {figure.width + 4:g} {figure.height + 4:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(parts)}</svg>'
