"""One blow from weapon to reserves, and a toxin that takes endurance."""

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, called, joined, listed, start
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.sentences.bodies_told import aftermath
from gardien.systems.organique.sentences.grammar import harm, points
from gardien.systems.organique.sentences.strikes_told import layer_name

VICTIM: Both = ("la victime", "the victim")


def apply_damage(told: Told) -> list[str]:
    """« Tyra reçoit 4 bs, marge 6. Armure touchée : veste en cuir. Dommages : 2 bs. Tyra : SNG 5 → 3. »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.character, VICTIM, acts=True)
    came = harm(told, given.bs, given.c)
    if given.shots > 1:
        came += told.pick(f", {given.shots}{HARD}fois", f", {given.shots}{HARD}times")
    reached = told.pick(f", marge {told.number(given.margin)}", f", margin {told.number(given.margin)}")
    first = told.pick(f"{who} reçoit {came}", f"{who} takes {came}") + (reached if given.margin else "") + "."
    protected = not given.bypass_armour and (given.cover is not None or person_of(given.character).frame.layers)
    met = ""
    if outcome.layers_hit:
        names = listed(told, [layer_name(told, one) for one in outcome.layers_hit])
        met = told.pick(f"Armure touchée : {names}.", f"Armour in the way: {names}.")
    elif protected:
        met = told.pick("Le coup évite l'armure.", "The blow goes past the armour.")
    through = told.pick("Rien ne passe.", "Nothing passes.")
    if outcome.bs_through or outcome.c_through:
        inside = harm(told, outcome.bs_through, outcome.c_through)
        through = told.pick(f"Dommages : {inside}.", f"Damage: {inside}.")
    return [joined(start(first), met, through), aftermath(told, who, given.character, outcome.state)]


def drain_end(told: Told) -> list[str]:
    """« Toxine, 4 points : Tyra perd 3 END et 1 SNG. » (ORG-DMG-07)."""
    given, outcome = told.given, told.outcome
    who = called(told, given.character, VICTIM, acts=True)
    lost = [
        points(told, amount, code)
        for amount, code in ((outcome.end_lost, "END"), (outcome.sng_lost, "SNG"), (outcome.inc_lost, "INC"))
        if amount
    ]
    none = told.pick("ne perd rien", "loses nothing")
    said = told.pick("perd ", "loses ") + listed(told, lost) if lost else none
    head = told.pick(f"Toxine, {points(told, given.points, 'END')}", f"Toxin, {points(told, given.points, 'END')}")
    return [f"{head}{told.colon} {who} {said}.", aftermath(told, who, given.character, outcome.state)]
