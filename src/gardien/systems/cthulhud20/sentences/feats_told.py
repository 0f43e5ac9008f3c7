"""Feats: whether one may be taken, what is missing, what it changes at once (P-FEAT-01, FEAT-08)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, listed, ruled, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.feats import LIGHTER, TOUGH, is_proficient
from gardien.systems.cthulhud20.scores import base_attacks
from gardien.systems.cthulhud20.sentences.effort_told import SOMEBODY
from gardien.systems.cthulhud20.sentences.grammar import code, feat_name, gauge, signed
from gardien.systems.cthulhud20.values import Combatant

NO_FEAT: dict[str, Both] = {
    "taken_twice": (
        "{who} a déjà pris {feat} deux fois, le maximum",
        "{who} has {feat} twice already, the most there is",
    ),
    "already_taken": ("{who} a déjà le don {feat}", "{who} has {feat} already"),
    "prerequisite": (
        "{who} ne peut pas prendre {feat} : il manque {missing}",
        "{who} cannot take {feat}, for want of {missing}",
    ),
}


def take_feat(told: Told) -> list[str]:
    """« Paul prend le don Toughness. PV maximum 9 → 11, PF maximum 9 → 11. »"""
    given, outcome = told.given, told.outcome
    character, who = given.character, called(told, given.character, SOMEBODY, acts=True)
    feat = feat_name(told, given.feat)
    rule = "CD20-FEAT-08" if given.feat == TOUGH else "CD20-P-FEAT-01"
    if not outcome.allowed:
        lacks = listed(told, wanting(told, character, given.feat)) if outcome.reason == "prerequisite" else ""
        text = told.pick(*NO_FEAT[outcome.reason])
        for blank, said in (("{feat}", feat), ("{missing}", lacks), ("{who}", who)):
            text = text.replace(blank, said)
        return [ruled(f"{start(text)}.", rule)]
    taken = start(told.pick(f"{who} prend le don {feat}.", f"{who} takes the feat {feat}."))
    if outcome.pv_max == character.life_max:
        return [taken]
    most = told.pick("{} maximum", "maximum {}")
    life = gauge(told, most.format("PV"), character.life_max, outcome.pv_max)
    breath = gauge(told, most.format("PF"), character.breath_max, outcome.pf_max)
    return [joined(taken, f"{start(life)}, {breath}.")]


def wanting(told: Told, character: Combatant, feat: str) -> list[str]:
    """What somebody lacks for a feat, as it stands in the list (CD20-P-FEAT-01)."""
    row, about = pack.feat(feat), feat.partition(":")[2]
    needed = [*row.needs, *([LIGHTER[feat]] if feat in LIGHTER else [])]
    found = [feat_name(told, one) for one in needed if not character.has(one)]
    if row.ability is not None and character.score(row.ability) < row.least:
        found.append(f"{code(told, row.ability)} {row.least}")
    if row.base_attack and base_attacks(character)[0] < row.base_attack:
        shown = signed(told, row.base_attack)
        found.append(told.pick(f"une attaque de base de {shown}", f"a base attack of {shown}"))
    if row.proficient and not is_proficient(character, about):
        found.append(told.pick("la maîtrise de cette arme", "proficiency with this weapon"))
    return found
