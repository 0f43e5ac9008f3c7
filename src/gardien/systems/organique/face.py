"""How the organic rules look at the table: four reserves, what lasts with its source and end, acts by topic."""

from gardien.core.face import Face, Gauge
from gardien.systems.organique.offers import offers

FACE = Face(
    gauges=(Gauge("end_now", -1, 10, "bar", top=lambda sheet: int(sheet.get("END", 10)) or 1, reserve=True),),
    offers=offers,
    accent="#98265c",
)
