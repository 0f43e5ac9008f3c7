"""Several attacks of one turn on one target, and fire that sweeps an area."""

from typing import Any

from gardien.core.readings.drive import Waiting
from gardien.core.telling import Told
from gardien.core.wording import counted, joined, present, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.arms import weapon_of
from gardien.systems.cthulhud20.bodies import Body, body_of
from gardien.systems.cthulhud20.bonuses import bonus_of
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.sentences.areas_told import everybody
from gardien.systems.cthulhud20.sentences.grammar import dc, headed, row_name, save_name
from gardien.systems.cthulhud20.sentences.strikes_told import (
    aimed_at,
    named_weapon,
    one_attack,
    refusal,
    strikes,
    waiting,
    with_dice,
)
from gardien.systems.cthulhud20.trials import NOTHING
from gardien.systems.cthulhud20.volleys import BARRAGE_DC, FullGiven, Next, Turn, attack_of, turn_of


def bullets(told: Told, count: int) -> str:
    return counted(told, count, ("balle", "balles"), ("bullet", "bullets"))


def full_attack(told: Told) -> list[str]:
    """Each attack in turn, then what is left of the target."""
    given, outcome = told.given, told.outcome
    if isinstance(outcome, Waiting):
        return waiting(told, _head(told, outcome.told.get("attacks_made", 0)))
    if present(outcome.refused):
        return [refusal(told, outcome.refused, given)]
    if not outcome.attacks_made:
        return [joined(f"{_head(told)}.", told.pick("Plus de balle : rien ne part.", "No bullet left: nothing fires."))]
    body, at, lines = body_of(given.target, Options()), 0, []
    dues = turn_of(given, NOTHING, Options())
    for number, (due, block) in enumerate(zip(dues, outcome.results, strict=False), start=1):
        last = _end(told, at, block, due)
        own = with_dice(told, at, last)
        lines += _one(own, Turn(body=body), due, block, number if len(dues) > 1 else 0)
        body, at = _left(block, given), last
    return [f"{_head(told)}.", *lines, _spent(told, len(dues))]


def _head(told: Told, number: int = 0) -> str:
    """« Jack tire sur la cible (fusil), attaque à outrance »."""
    given = told.given
    weapon = weapon_of(given.weapon, given.thrown)
    head = strikes(told, given.attacker, given.target, weapon, named=named_weapon(told, given.weapon))
    ways = []
    if given.fire_mode != "semi":
        ways.append(row_name(told, pack.fire_mode(given.fire_mode)))
    if given.rapid_shot:
        ways.append("Rapid Shot")
    if number:
        ways.append(told.pick(f"attaque {number}", f"attack {number}"))
    return ", ".join([head, *(ways or [told.pick("attaque complète", "full attack")])])


def _end(told: Told, at: int, block: Any, due: Next) -> int:
    """Where the dice of the next attack begin."""
    destiny = due.entry.destiny
    again = destiny is not None and destiny.effect == "reroll" and block.destiny_accepted is True
    left = 2 if again else 1
    for place in range(at, len(told.dice)):
        if told.dice[place].purpose == "attack":
            if not left:
                return place
            left -= 1
    return len(told.dice)


def _left(block: Any, given: FullGiven) -> Body:
    """The target as an attack left it, in what the next one reads."""
    return Body(
        pv=block.pv,
        pf=block.pf,
        pv_max=block.pv_max,
        pf_max=block.pf_max,
        state=block.state,
        prone=block.prone,
        shock=block.shock_next_turn,
        lost_parts=block.lost_parts,
        hampered_parts=block.hampered_parts,
        tables=given.target.tables,
    )


def _one(told: Told, turn: Turn, due: Next, block: Any, number: int) -> list[str]:
    """« Attaque 1, à la tête : … »"""
    attack = attack_of(turn, due)
    assert attack is not None  # it was made
    head = told.pick("attaque", "attack") + (f" {number}" if number else "")
    aim = f", {aimed_at(told, attack.aim)}" if attack.aim != "none" else ""
    found = bonus_of(attack, Options(), due.base, due.malus)
    return one_attack(told, attack, block, start(f"{head}{aim}"), found)


def _spent(told: Told, due: int) -> str:
    """Attacks that were not made, and the ammunition."""
    given, outcome = told.given, told.outcome
    lost = ""
    if outcome.attacks_made < due:
        left = due - outcome.attacks_made
        lost = told.pick(
            "La dernière attaque ne se fait pas." if left == 1 else f"Les {left} dernières attaques ne se font pas.",
            "The last attack is not made." if left == 1 else f"The last {left} attacks are not made.",
        )
    if not outcome.ammunition_used:
        return lost
    used = bullets(told, outcome.ammunition_used)
    text = told.pick(f"{used} de moins", f"{used} used")
    if given.rounds_loaded is not None:
        rest = bullets(told, given.rounds_loaded - outcome.ammunition_used)
        text += told.pick(f", il en reste {rest.split(chr(160))[0]}", f", {rest.split(chr(160))[0]} left")
    return joined(lost, f"{start(text)}.")


def suppressive_fire(told: Told) -> list[str]:
    """« Tir de barrage, 10 balles : Réflexes contre DD 15. », then everybody in the area."""
    given, outcome = told.given, told.outcome
    weapon = "" if given.weapon is None else named_weapon(told, given.weapon)
    used = bullets(told, outcome.ammunition_used)
    named = f" ({weapon})" if weapon else ""
    head = headed(told, told.pick(f"tir de barrage{named}, {used}", f"suppressive fire{named}, {used}"))
    against = dc(told, BARRAGE_DC)
    save = told.pick(f"{save_name(told, 'ref')} contre {against}", f"{save_name(told, 'ref')} against {against}")
    return [f"{start(head)}{told.colon} {save}.", *everybody(told, BARRAGE_DC)]
