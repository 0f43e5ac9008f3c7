"""Fatigue and what costs it: the malus, an effort, a chase on foot (FAT, P-EFF, P-CHASE)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, listed, present, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.effort import ATTACKS, EASED_BY, Runner
from gardien.systems.cthulhud20.kinds import SAVES
from gardien.systems.cthulhud20.sentences.bodies_told import fainting, left, losses, pools
from gardien.systems.cthulhud20.sentences.grammar import feat_name, headed, name_of, row_name, signed
from gardien.systems.cthulhud20.sentences.wounds_told import gone
from gardien.systems.cthulhud20.values import Combatant

SOMEBODY: Both = ("le personnage", "the character")
FUGITIVE: Both = ("le fuyard", "the fugitive")
PURSUER: Both = ("le poursuivant", "the pursuer")
ROLLS: dict[str, Both] = {
    "melee": ("corps à corps", "melee"),
    "ranged": ("tir", "ranged"),
    "touch": ("contact", "touch"),
    "grapple": ("lutte", "grapple"),
    "initiative": ("initiative", "initiative"),
}


def roll_name(told: Told, key: str) -> str:
    """Whatever fatigue may weigh on: an attack, a save, an ability by its code, a skill."""
    if key in ATTACKS or key == "initiative":
        return told.pick(*ROLLS[key])
    if key in SAVES:
        return str((told.terms.entry("characteristic", key) or {})[told.language])
    return name_of(told, key)


def fatigue_malus(told: Told) -> list[str]:
    """« PF 5 sur 10 : malus de fatigue −2. Avec la fatigue : tir +4, Volonté +3. »"""
    given, outcome = told.given, told.outcome
    left = told.pick(
        f"PF {told.number(given.pf)} sur {told.number(given.pf_max)}",
        f"PF {told.number(given.pf)} of {told.number(given.pf_max)}",
    )
    malus = told.pick("pas de malus de fatigue", "no fatigue penalty")
    if outcome.fatigue_malus:
        shown = signed(told, outcome.fatigue_malus)
        malus = told.pick(f"malus de fatigue {shown}", f"fatigue penalty {shown}")
    line = f"{start(headed(told, left))}{told.colon} {malus}."
    if not outcome.bonuses:
        return [line]
    each = listed(told, [f"{roll_name(told, key)} {signed(told, bonus)}" for key, bonus in outcome.bonuses.items()])
    return [line, told.pick(f"Fatigue comprise : {each}.", f"With fatigue: {each}.")]


def effort(told: Told) -> list[str]:
    """« Paul, enfoncer une porte : −1 PF. PF 9 → 8. »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.character, SOMEBODY, acts=True)
    if present(outcome.refused):
        return [gone(told, who)]
    name = told.pick("effort", "effort") if given.effort is None else row_name(told, pack.effort(given.effort))
    head = start(", ".join(part for part in (given.character.name or told.who, name) if part))
    cost = losses(told, outcome.pf_loss, 0)
    if outcome.halved:
        feat = feat_name(told, EASED_BY[outcome.kind])
        whole = told.number(outcome.cost)
        cost += told.pick(f" ({whole}, moitié grâce à {feat})", f" ({whole}, halved by {feat})")
    return [joined(f"{head}{told.colon} {cost}.", left(told, given.character, outcome), fainting(told, who, outcome))]


# ---- a chase ----


def chase(told: Told) -> list[str]:
    """« Poursuite de 4 min : Paul s'échappe (3 min gagnées contre 1). », and what it cost both."""
    given, outcome = told.given, told.outcome
    fugitive, pursuer = called(told, given.fugitive, FUGITIVE), called(told, given.pursuer, PURSUER)
    end = {
        "escaped": told.pick(f"{fugitive} s'échappe", f"{fugitive} gets away"),
        "caught": told.pick(f"{pursuer} rattrape {fugitive}", f"{pursuer} catches {fugitive}"),
        "undecided": told.pick("personne ne l'emporte", "nobody prevails"),
    }[outcome.result]
    minutes = f"{told.number(outcome.minutes)}\u00a0min"
    line = told.pick(f"Poursuite de {minutes} : {end}", f"Chase of {minutes}: {end}")
    if present(outcome.fugitive_wins) and present(outcome.pursuer_wins):
        mine, other = told.number(outcome.fugitive_wins), told.number(outcome.pursuer_wins)
        line += told.pick(
            f". Minutes gagnées : {mine} pour {fugitive}, {other} pour {pursuer}",
            f". Minutes won: {mine} for {fugitive}, {other} for {pursuer}",
        )
    first = outcome.fugitive.faint_save_needed is True
    return [
        f"{line}.",
        _breath(told, fugitive, given.fugitive, outcome.fugitive, 0),
        _breath(told, pursuer, given.pursuer, outcome.pursuer, 1 if first else 0),
    ]


def _breath(told: Told, who: str, before: Combatant, after: Runner, nth: int) -> str:
    """What the run cost one of the two; `nth` is which of the faint saves would be theirs."""
    if not after.pf_loss:
        return ""
    return joined(pools(told, who, before, after), fainting(told, who, after, nth))
