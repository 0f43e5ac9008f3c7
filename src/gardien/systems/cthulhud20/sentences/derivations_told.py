"""Everything a sheet computes, in a few lines (HP, AC, P-SAVE, P-INIT, P-SAN)."""

from itertools import groupby

from gardien.core.telling import Told
from gardien.core.wording import called, listed, start
from gardien.systems.cthulhud20.kinds import ABILITIES, SAVES
from gardien.systems.cthulhud20.sentences.bodies_told import stands
from gardien.systems.cthulhud20.sentences.effort_told import SOMEBODY
from gardien.systems.cthulhud20.sentences.grammar import code, signed, weapon_name, zone_name


def derived_values(told: Told) -> list[str]:
    """« Paul : PV 9 sur 9, PF 7 sur 9, malus de fatigue −1, en état d'agir. », then defence, saves, weapons."""
    given, outcome = told.given, told.outcome
    who = called(told, given.character, SOMEBODY, acts=True)
    of = told.pick("sur", "of")
    pools = [
        f"PV {told.number(outcome.pv)} {of} {told.number(outcome.pv_max)}",
        f"PF {told.number(outcome.pf)} {of} {told.number(outcome.pf_max)}",
    ]
    if outcome.fatigue_malus:
        shown = signed(told, outcome.fatigue_malus)
        pools.append(told.pick(f"malus de fatigue {shown}", f"fatigue penalty {shown}"))
    pools.append(stands(told, outcome.state))
    abilities = ", ".join(f"{code(told, one)} {signed(told, outcome.modifiers[one])}" for one in ABILITIES)
    return [
        f"{start(who)}{told.colon} {', '.join(pools)}.",
        told.pick(f"Modificateurs : {abilities}.", f"Modifiers: {abilities}."),
        _defence(told),
        _rolls(told),
        *(_weapon(told, line) for line in outcome.weapons),
    ]


def _defence(told: Told) -> str:
    """The CA of every zone, equal ones together: « CA 12 partout », « CA 14 (torse, abdomen), 12 (autres zones) »."""
    outcome = told.outcome
    by_ca = sorted(outcome.zone_ca.items(), key=lambda one: -one[1])
    groups = [(ca, [zone for zone, _ in zones]) for ca, zones in groupby(by_ca, key=lambda one: one[1])]
    if len(groups) == 1:
        text = told.pick(f"CA {told.number(groups[0][0])} partout", f"CA {told.number(groups[0][0])} everywhere")
    else:
        shown = [f"{told.number(ca)} ({listed(told, [zone_name(told, one) for one in zones])})" for ca, zones in groups]
        text = f"CA {', '.join(shown)}"
    touch = told.number(outcome.touch_ca)
    return told.pick(f"{text}, contact {touch}.", f"{text}, touch {touch}.")


def _rolls(told: Told) -> str:
    """Initiative, base attack, saves, destiny, SAN."""
    outcome = told.outcome
    attack = "/".join(signed(told, one) for one in outcome.base_attack)
    shown = [
        told.pick(f"initiative {signed(told, outcome.initiative)}", f"initiative {signed(told, outcome.initiative)}"),
        told.pick(f"attaque de base {attack}", f"base attack {attack}"),
        *(f"{told.terms.label(save, told.language)} {signed(told, getattr(outcome, save))}" for save in SAVES),
    ]
    destiny = f"{outcome.destiny_left} {told.pick('sur', 'of')} {outcome.destiny_received}"
    shown.append(told.pick(f"destin {destiny}", f"destiny {destiny}"))
    shown.append(told.pick(f"SAN maximale {outcome.san_max}", f"maximum SAN {outcome.san_max}"))
    return f"{start(', '.join(shown))}."


def _weapon(told: Told, line: object) -> str:
    name = start(weapon_name(told, getattr(line, "weapon", "")) or told.pick("arme", "weapon"))
    bonuses = "/".join(signed(told, one) for one in getattr(line, "bonuses", ()))
    lethality = signed(told, getattr(line, "lethality", 0))
    return told.pick(
        f"{name} : attaque {bonuses}, létalité {lethality}.", f"{name}: attack {bonuses}, lethality {lethality}."
    )
