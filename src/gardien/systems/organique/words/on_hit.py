"""What an action comes to beside damage, and what a reaction does by itself."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import Both, count_of, of, present, start, to
from gardien.systems.organique import pack
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.fight.declared import ActionGiven, ReactionGiven
from gardien.systems.organique.rules.fight.weapons import weapon_of
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.words.grammar import fill_text, gauge, points, save_text, turns
from gardien.systems.organique.words.person import LIMBS, loses

HOLDS: dict[str, Both] = {
    "hold": ("{who} tient {whom}", "{who} holds {whom}"),
    "lock": ("{who} tient {whom} par une clé", "{who} has {whom} in a joint lock"),
    "strangle": ("{who} étrangle {whom}", "{who} strangles {whom}"),
    "wrestle": ("{who} et {whom} sont à la lutte", "{who} and {whom} are wrestling"),
}
# Why an action that hit has no effect, by what it needs (ORG-ARM-05).
VAIN: dict[str, Both] = {
    "any": ("rien ne passe, aucun effet", "nothing passes, no effect"),
    "half": ("rien ne passe, aucun effet", "nothing passes, no effect"),
    "shock": ("il fallait 1 c au moins, aucun effet", "1 c at least was needed, no effect"),
}
FALLS = ("sweep", "throw")  # down without a save
SAVED = ("push", "tackle", "knock_out")  # down where the save fails


def effects(
    report: Report, given: Any, block: Any, people: tuple[Character, Character], names: tuple[str, str]
) -> list[str]:
    """Everything an action did beside damage, from its own fields; whoever acts first, then the target."""
    row, (who, whom) = pack.action(given.action), names
    said: list[str] = []
    if block.hit and not block.effect and given.action != "feint":
        if person_of(people[1]).machine and not row.machines:
            said.append(report.pick("Sans effet sur une machine.", "No effect on a machine."))
        elif not (row.taken == "weapon" and row.needs == "any"):
            said.append(start(report.pick(*VAIN[row.needs])) + ".")
    if present(block.save):
        wanted = block.save.margin + block.shortfall if present(block.shortfall) and block.shortfall else 0
        said.append(save_text(report, block.save, whom, wanted if block.save.auto != "exhausted" else 0))
    said += [_sight(report, given, block, whom, people[0]), _flames(report, block, whom)]
    said.append(_limb(report, given, block, whom))
    if block.held in HOLDS:
        said.append(f"{fill_text(report, HOLDS[block.held], who, whom)}.")
    said += [text for text in _simple(report, given, block, who, whom) if text]
    return [start(one) for one in said if one]


def _sight(report: Report, given: Any, block: Any, whom: str, attacker: Character) -> str:
    """« Carl n'y voit plus pour 3 tours. » (ORG-ACT-02)."""
    if not present(block.blinded) or block.blinded == "none":
        return ""
    text = report.pick(f"{whom} n'y voit plus", f"{whom} can no longer see")
    if block.blinded == "partial":
        text = report.pick(f"{whom} perd la moitié de la vue", f"{whom} loses half of their sight")
    if not present(block.blind_duration):
        return f"{text}."
    minutes = weapon_of(given.weapon, person_of(attacker)).sight_die == "d6_minutes"
    long = turns(report, block.blind_duration)
    if minutes:
        long = count_of(report, block.blind_duration, ("minute", "minutes"), ("minute", "minutes"))
    return report.pick(f"{text} pour {long}.", f"{text} for {long}.")


def _flames(report: Report, block: Any, whom: str) -> str:
    """« Carl brûle pour 3 tours. » (ORG-DMG-01, M9)."""
    if not present(block.burn_turns):
        return ""
    long = turns(report, block.burn_turns)
    return report.pick(f"{whom} brûle pour {long}.", f"{whom} burns for {long}.")


def _limb(report: Report, given: Any, block: Any, whom: str) -> str:
    """« Carl ne peut plus se servir d'un bras. » (ORG-ACT-03, ORG-DMG-03)."""
    if not present(block.limb) or block.limb == "none":
        return ""
    arm = getattr(given, "aimed_at", "arm") == "arm"
    key = ("hand" if arm else "foot") if block.limb == "hand_or_foot" else "arm" if arm else "leg"
    fr, en = LIMBS[key]
    return report.pick(f"{whom} ne peut plus se servir d'{fr}.", f"{whom} cannot use {en} any more.")


def fell(given: Any, block: Any) -> bool:
    """Whether the target ends on the ground by the action itself (ORG-ACT-09, 10, 11, 17)."""
    if not block.hit or not block.effect:
        return False
    failed = present(block.save) and not block.save.success
    return given.action in FALLS or (given.action in SAVED and failed)


def _simple(report: Report, given: Any, block: Any, who: str, whom: str) -> list[str]:
    """What is said in one short sentence each."""
    said: list[str] = []
    if block.weapon_dropped:
        said.append(report.pick(f"{whom} lâche son arme.", f"{whom} drops the weapon."))
    if block.steps_pushed:
        far = count_of(report, block.steps_pushed, ("cran", "crans"), ("step", "steps"))
        said.append(report.pick(f"{whom} recule de {far}.", f"{whom} is driven back {far}."))
    if given.action == "tackle":
        said.append(report.pick(f"{who} finit à terre.", f"{who} ends on the ground."))
    if fell(given, block):
        said.append(report.pick(f"{whom} se retrouve à terre.", f"{whom} is on the ground."))
    if block.unconscious_turns:
        long = turns(report, block.unconscious_turns)
        said.append(report.pick(f"{whom} perd connaissance pour {long}.", f"{whom} is unconscious for {long}."))
    if block.sng_lost:
        lost = points(report, block.sng_lost, "SNG")
        said.append(report.pick(f"Le cerveau est touché : {lost} de moins.", f"The brain is hurt: {lost} less."))
    said.append(loses(report, whom, bool(block.loses_next_action), bool(block.loses_next_reaction)))
    if block.penalty:
        less = report.number(-block.penalty)
        said.append(
            report.pick(f"La douleur {of(whom)} pèse {less} sur tout.", f"Pain costs {whom} {less} on everything.")
        )
    if given.action == "feint" and block.hit:
        said.append(
            report.pick(
                f"{whom} s'y laisse prendre : +5 à la prochaine attaque.", f"{whom} is fooled: +5 to the next attack."
            )
            if block.effect
            else report.pick(f"{whom} ne s'y laisse pas prendre.", f"{whom} is not fooled.")
        )
    if block.released:
        said.append(report.pick(f"{whom} lâche prise.", f"{whom} lets go."))
    if block.weapon_broken:
        said.append(report.pick("L'arme improvisée se brise.", "The improvised weapon breaks."))
    if present(block.jammed) and block.jammed:
        said.append(report.pick("L'arme s'enraye.", "The weapon jams."))
    return said


def answers(report: Report, given: ActionGiven, block: Any, who: str, whom: str) -> list[str]:
    """What the reaction did by itself: a step back, a weapon caught, somebody on the ground (ORG-REA-02 to 07)."""
    reaction: ReactionGiven = given.reaction
    said: list[str] = []
    if block.weapon_caught:
        said.append(
            report.pick(
                f"L'arme {of(who)} est prise : une action pour la libérer.",
                f"{who}'s weapon is caught: an action to free it.",
            )
        )
    won = not block.hit and present(block.defence_success) and bool(block.defence_success)
    if reaction.kind == "flip" and won:
        said.append(report.pick(f"{who} se retrouve à terre.", f"{who} is on the ground."))
    if present(block.limb_parry_damage) and block.limb_parry_damage.bs:
        lost = points(report, block.limb_parry_damage.bs, "bs")
        said.append(report.pick(f"La parade coûte {lost} {to(whom)}.", f"The parry costs {whom} {lost}."))
    moved = present(block.defender_moves) and block.defender_moves > 0
    if moved:
        far = count_of(report, block.defender_moves, ("cran", "crans"), ("step", "steps"))
        away = reaction.kind == "leap" or reaction.away
        verb: Both = ("s'éloigne", "moves away") if away else ("se rapproche", "comes closer")
        said.append(report.pick(f"{whom} {verb[0]} de {far}.", f"{whom} {verb[1]} {far}."))
    if present(block.range_after) and (moved or block.steps_pushed or block.range_after != given.range_step):
        before = block.range_after if given.range_step is None else given.range_step
        if moved or given.range_step is not None:
            said.append(f"{gauge(report, report.pick('portée', 'range'), before, block.range_after)}.")
    return [start(one) for one in said]
