"""What anybody present at a round of combat can tell: who did what to whom, and whether it came off (COM)."""

from gardien.core.fighting import Content
from gardien.core.terms import HARD, Language

VERBS = {
    "attack": ("attaque", "attacks"),
    "immobilise": ("tente une prise sur", "tries a hold on"),
    "escape": ("cherche à échapper à", "tries to break free from"),
}


def acts_seen(outcome: Content, language: Language) -> list[str]:
    """One line for each act; numbers stay with those who know the sheets."""
    english = language == "en"
    colon = ":" if english else f"{HARD}:"
    found = []
    for act in outcome.get("actions") or ():
        verb = VERBS[act["act"]][english]
        found.append(f"{act['actor']} {verb} {act['target']}{colon} {_result(act, english)}.")
    return found


def _result(act: Content, english: bool) -> str:
    if not act["success"]:
        return "fails" if english else "échec"
    if act["critical"]:
        return "knocked out" if english else "perte de connaissance"
    if act["act"] != "attack":
        return "succeeds" if english else "réussite"
    trauma = act["trauma"]
    if not trauma:
        return "a hit without effect" if english else "le coup porte sans effet"
    return f"hit, trauma +{trauma}" if english else f"touché, trauma +{trauma}"
