"""Clocks on paper: the drawing of the page as a picture of its own."""

from gardien.sheets.gauges import RIM, DialShown

INK, SOFT, PAPER = "#1a2128", "#4a535b", "#ffffff"
FILLS = {"q2": "#e3d7bd", "q3": "#d9aaa3", "q4": INK}


def picture(dial: DialShown) -> str:
    """The dial as an SVG without a stylesheet."""
    rim = f'cx="50" cy="50" r="{RIM:g}"'
    parts = [f'<circle {rim} fill="{PAPER}"/>']
    parts += [f'<path d="{path}" fill="{FILLS[shade]}"/>' for shade, path in dial.sectors]
    parts += [_line((50, 50), end, 0.8) for end in dial.cuts]
    parts.append(f'<circle {rim} fill="none" stroke="{INK}" stroke-width="1.6"/>')
    parts += [_line(start, end, 1.2) for start, end in dial.ticks]
    parts += [_line((50, 50), end, 1.2, SOFT, ' stroke-dasharray="2 2.5"') for end in dial.older]
    if dial.hand:
        parts.append(_line((50, 50), dial.hand, 3, INK, ' stroke-linecap="round"'))
    parts.append(f'<circle cx="50" cy="50" r="3.2" fill="{INK}"/>')
    style = f'font-family="Source Sans 3" font-weight="600" font-size="9" fill="{SOFT}"'
    parts += [f'<text x="{x}" y="{y}" text-anchor="{side}" {style}>{text}</text>' for (x, y), side, text in dial.marks]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 -4 128 110">{"".join(parts)}</svg>'


def _line(start: tuple[float, float], end: tuple[float, float], width: float, ink: str = INK, more: str = "") -> str:
    places = f'x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"'
    return f'<line {places} stroke="{ink}" stroke-width="{width}"{more}/>'
