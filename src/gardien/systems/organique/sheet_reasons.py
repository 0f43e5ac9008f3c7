"""Where the numbers of a sheet come from: the same sums as the rules reckon, told step by step (TEST-11, SKILL-02)."""

from gardien.core.chance import Step
from gardien.core.face import Content, Derive
from gardien.systems.organique import pack
from gardien.systems.organique.bodies import acts
from gardien.systems.organique.kinds import CODES, Code
from gardien.systems.organique.loads import burden, threshold
from gardien.systems.organique.standing import person, rules


def _score(code: Code) -> Derive:
    def derive(sheet: Content, options: Content, entry: str) -> list[Step]:
        """What is written, what changes it for now, what armour costs; halves and stupor come last (ORG-TEST-11)."""
        who = person(sheet)
        doses = sum(pack.poison(one.poison).changes.get(code, 0) for one in who.body.doses if acts(one))
        parts = {
            "base": int(sheet[code]),
            "changes": int((sheet.get("changes") or {}).get(code, 0)),
            "poison": doses,
            "agi_malus": -who.frame.agi_malus if code == "AGI" else 0,
        }
        shown = tuple((name, value) for name, value in parts.items() if value or name == "base")
        score = who.score(code)
        if score == sum(parts.values()):
            return [Step(code, score, "ORG-TEST-11", shown)]
        return [Step("total", sum(parts.values()), "ORG-TEST-11", shown), Step(code, score, "ORG-TEST-11")]

    return derive


def _skill(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Nothing for a novice, four more for each level above (ORG-SKILL-02)."""
    line = (sheet.get("skill_lines") or {}).get(entry)
    if not line:
        return []
    return [Step("level", line["level"], "ORG-SKILL-02"), Step("skill_bonus", line["bonus"], "ORG-SKILL-02")]


def _load(sheet: Content, options: Content, entry: str) -> list[Step]:
    """From where on a load is felt, and what it costs (ORG-FOR-03)."""
    strength = person(sheet).score("FOR")
    malus = burden(strength, float(sheet.get("load_kg") or 0), rules(options))
    return [Step("threshold", threshold(strength), "ORG-FOR-03"), Step("malus", malus, "ORG-FOR-03")]


DERIVATIONS: dict[str, Derive] = {**{code: _score(code) for code in CODES}, "skill_lines": _skill, "load_kg": _load}
