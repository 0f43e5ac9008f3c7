"""How people stand at the table: as whom the rules read them, where, what is left of their turn (TURN, RNG)."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from gardien.core.fighting import Content, Holds
from gardien.core.fighting import Hold as Held
from gardien.core.scene import NOWHERE, Being, in_fight, read_once
from gardien.core.values import frozen_map
from gardien.shared.line import are_placed, metres
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.fight.bonds import Aim, Bonds, Feint, Holding, holds_fast, holds_on
from gardien.systems.organique.rules.fight.state import Fight, FighterState, Standing
from gardien.systems.organique.rules.fight.turn import STUNS, Turn
from gardien.systems.organique.rules.fight.turn_budget import STEP_METRES, step_at
from gardien.systems.organique.rules.person import Person, person_of, state_changes, state_of
from gardien.systems.organique.rules.substances.timed_effects import Lasting, in_force, minutes_left
from gardien.systems.organique.sheet.recompute import plain
from gardien.systems.organique.sheet.sheet import RENAMED
from gardien.systems.organique.vocabulary import Hold

DOWN = ("dead", "dying", "out_of_action", "unconscious", "paralysed", "exhausted")  # conditions that leave nothing
FEAR = -4  # what a fright weighs, for the scene (ORG-SYM-13, M21)
AIM = ("aiming", "aims_at", "aims_with")  # marks of whoever follows somebody with a weapon (ORG-FREE-02)
OWN_MARKS = tuple(name for name in FighterState.__struct_fields__ if name != "turn")
TURN_MARKS = ("moments", "surprised", "lost", "waiting")
TURN_OVER = "turn/"  # counts: turns of a fight that have not told on somebody’s body yet
FARTHEST = len(STEP_METRES) - 1  # from this step on everything is shot or thrown
COVERS: dict[str, str] = {f"cover_{key}": key for key in pack.keys("armours", "cover")}  # mark -> what hides somebody
IN_PACK: dict[str, Callable[[str], Any]] = {  # kinds of what lasts, and where their keys are looked up
    "drug": pack.drug,
    "come_down": pack.drug,
    "dependency": pack.drug,
    "disease": pack.disease,
    "poison": pack.poison,
    "power": pack.power,
}

CHARACTER: tuple[str, ...] = Character.__struct_encode_fields__


def id_of(sheet: Content) -> str:
    """By which others know somebody."""
    return str(getattr(sheet, "id", ""))


def rules(options: Content) -> Options:
    """House rules as the game reads them."""
    return msgspec.convert(dict(options), Options)


def rules_for(sheet: Content) -> Options:
    """Those where somebody is; of whoever is no more than a sheet, as printed."""
    return rules(getattr(sheet, "scene", NOWHERE).options)


# ---- as whom the rules read them ----


@read_once
def lasting_of(sheet: Content) -> tuple[Lasting, ...]:
    """What lasts, as the rules read it."""
    return tuple(msgspec.convert(one, Lasting) for one in sheet.get("lasting") or ())


def lists(values: Any) -> list[Any]:
    """Values as a sheet keeps them."""
    return [plain(one) for one in values]


def named_among(given: Content, keys: Collection[str]) -> str:
    """What a test is about, where inputs have no place for it: it is named among what weighs, as nothing."""
    return next((key for key in given.get("mods") or () if key in keys), "")


def read(sheet: Content) -> Character:
    """A sheet as fights and pages read it: a drug, a disease, a poison or a power that lasts is one of the pack."""
    for one in lasting_of(sheet):
        if one.kind in IN_PACK:
            IN_PACK[one.kind](one.key)
        minutes_left(one, 0)
    return character(sheet)


def somebody(sheet: Content) -> dict[str, Any]:
    """What of a character does not stand on the sheet under its own name: what somebody is, what eases pain (M11)."""
    fields: dict[str, Any] = {name: sheet.get(place) for name, place in RENAMED.items()}
    pains = sheet.get("suffering") or ()
    hurting = max(pains, default=0) if rules_for(sheet).pain_worst_only else sum(pains)
    relief = min(in_force(lasting_of(sheet)).relief, hurting)
    weighs = {**({"relief": relief} if relief else {}), **({"afraid": FEAR} if sheet.get("afraid") else {})}
    if weighs:
        fields["mods"] = {**(sheet.get("mods") or {}), **weighs}
    return fields


@read_once
def character(sheet: Content) -> Character:
    """Somebody as the rules read them."""
    known = {name: sheet[name] for name in CHARACTER if name in sheet} | somebody(sheet)
    return msgspec.convert({name: one for name, one in known.items() if one is not None}, Character)


@read_once
def person(sheet: Content) -> Person:
    """Somebody as sub-rules hand them on."""
    return person_of(character(sheet))


def body_fields(sheet: Content, after: Person) -> dict[str, Any]:
    """What of a sheet is another, once this has become of somebody."""
    return {one.field: msgspec.to_builtins(one.after) for one in state_changes(character(sheet), state_of(after))}


# ---- where ----


def band(one: Content, other: Content) -> int:
    """The step of range between two people (ORG-RNG-01)."""
    return step_at(metres(one, other))


def cover_of(sheet: Content) -> dict[str, Any] | None:
    """What somebody hides behind, as an outer layer (ORG-RNG-03)."""
    key = next((key for mark, key in COVERS.items() if sheet.get(mark)), None)
    if key is None:
        return None
    row = pack.cover(key)
    return {"name": key, "ia": row.ia, "bs": row.bs, "c": row.c}


# ---- holds, feints, aims ----


def grips(sheet: Content) -> dict[str, Hold]:
    """How each of those who hold somebody does, by id; the last one last."""
    usual: Hold = sheet.get("held_how") or "hold"
    kinds: dict[str, Hold] = dict(sheet.get("gripped") or ())
    return {id: kinds.get(id, usual) for id in sheet.get("held_by") or ()}


def grip(sheet: Content) -> Hold:
    """How somebody is held, by the last of those who do."""
    return next(reversed(grips(sheet).values()), "hold")


def is_locked(sheet: Content) -> bool:
    """Whether a joint of somebody is in a lock (ORG-ACT-06)."""
    return "lock" in grips(sheet).values()


def is_held_fast(sheet: Content) -> bool:
    """Whether somebody goes nowhere before a hold is broken (ORG-ACT-05)."""
    return any(map(holds_fast, grips(sheet).values()))


def fight_of(people: Mapping[str, Content]) -> Standing:
    """People in a fight as sheets and marks have them; whoever is not among them is told on one side only."""
    holds = [Holding(holder, id, kind) for id, one in people.items() for holder, kind in grips(one).items()]
    others = [(id, victim) for id, one in people.items() for victim in one.get("holding") or () if victim not in people]
    bonds = Bonds(
        holds=(*holds, *(Holding(*both) for both in others)),
        feints=tuple(Feint(id, *feint) for id, one in people.items() for feint in one.get("feinted") or ()),
        aims=tuple(
            Aim(id, one.get("aims_at") or "", one.get("aims_with") or "")
            for id, one in people.items()
            if one.get("aiming")
        ),
    )
    return Fight(people=frozen_map({id: fighter_of(one) for id, one in people.items()}), bonds=bonds)


def fighter_of(sheet: Content) -> FighterState:
    """Somebody as a fight has left them so far."""
    known = {name: sheet[name] for name in OWN_MARKS if sheet.get(name) is not None}
    return msgspec.convert({**known, "turn": turn_of(sheet)}, FighterState)


def turn_of(sheet: Content) -> Turn:
    """The turn that somebody has under way, as marks and sheet keep it (ORG-TURN-01 to 04)."""
    known = {name: sheet[name] for name in (*TURN_MARKS, *STUNS) if sheet.get(name) is not None}
    return msgspec.convert({**known, "counted": fights(sheet)}, Turn)


def written(people: Mapping[str, Content], then: Callable[[Standing], Standing]) -> dict[str, dict[str, Any]]:
    """The marks of those for whom something else holds after what has been done."""
    before = fight_of(people)
    after = then(before)
    told = {id: (marks_of(id, before), marks_of(id, after)) for id in people}
    return {id: {name: one for name, one in now.items() if one != was[name]} for id, (was, now) in told.items()}


def marks_after(sheet: Content, then: Callable[[Standing], Standing]) -> dict[str, Any]:
    """The same of somebody alone, who goes by no name."""
    return written({"": sheet}, then)[""]


def marks_of(id: str, fight: Standing) -> dict[str, Any]:
    """A fight as it is written on one of them; what a body itself has of a stun is written by what brings it."""
    one, bonds = fight.people[id], fight.bonds
    kinds, aim = bonds.grips(id), bonds.aim(id)
    values: dict[str, Any] = {
        **{name: getattr(one, name) for name in OWN_MARKS},
        **{name: getattr(one.turn, name) for name in TURN_MARKS},
        "held_by": kinds,
        "held_how": next(reversed(kinds.values()), None),
        "gripped": [list(one) for one in kinds.items()],
        "holding": bonds.held_by(id),
        "feinted": [[one.on, one.turns] for one in bonds.feints if one.by == id],
        "aiming": aim is not None,
        "aims_at": aim and aim.on,
        "aims_with": aim and aim.weapon,
    }
    return {name: _mark(value) for name, value in values.items()}


def _mark(value: Any) -> Any:
    """A value as a mark; nothing where it says nothing."""
    if isinstance(value, int | float) and value is not False:
        return value
    return list(value) if value and not isinstance(value, str) else value or None


def _among(people: Mapping[str, Being]) -> list[Held]:
    return [Held(holder, id, kind) for id, one in people.items() for holder, kind in grips(one).items()]


def _let_go(hold: Held, people: Mapping[str, Being]) -> dict[str, dict[str, Any]]:
    """Both without a hold between them; other holds stay (ORG-ACT-05)."""
    both = {id: people[id] for id in (hold.holder, hold.victim) if id in people}
    return written(both, lambda fight: fight.with_bonds(fight.bonds.without(hold.holder, hold.victim)))


def _goes_on(hold: Held, people: Mapping[str, Being]) -> bool:
    """Whether it does, and nobody has let go (ORG-ACT-21, ORG-RNG-01)."""
    holder, victim = people[hold.holder], people[hold.victim]
    step = band(holder, victim) if are_placed(holder, victim) else None
    released = "holding" in holder and hold.victim not in holder["holding"]
    return not released and holds_on(holder.get("condition", "ok") not in DOWN, bool(victim.get("dead")), step)


HOLDS = Holds(("held_by", "held_how", "holding", "gripped"), _among, _let_go, _goes_on)


def standing_inputs(sheet: Content) -> dict[str, Any]:
    """Where somebody is who acts: in water, on something that moves, in a lock (ORG-MOD-08, ORG-MOD-14, ORG-ACT-06)."""
    known = {"in_water": sheet.get("in_water"), "attacker_mounted": sheet.get("mounted"), "locked": is_locked(sheet)}
    return {name: True for name, holds in known.items() if holds}


# ---- what is left of a turn ----


def fights(sheet: Content) -> bool:
    """Whether somebody takes part in a fight, whether or not initiative has been thrown for."""
    return "initiative_total" in sheet or in_fight(sheet)


# ---- what acts leave, whatever they are ----


def action_fields(sheet: Content, given: Content) -> dict[str, Any]:
    """An action less in this turn (ORG-TURN-01, ORG-TURN-04)."""
    return marks_after(sheet, lambda fight: fight.acted("", bool(given.get("split")), bool(given.get("extended"))))


def reaction_fields(sheet: Content, reaction: Content) -> dict[str, Any]:
    """A reaction less in this turn, where there was one (ORG-REA-08)."""
    return marks_after(sheet, lambda fight: fight.answered("", *reacted(reaction)) if reacted(reaction) else fight)


def reacted(reaction: Content) -> tuple[bool, bool] | tuple[()]:
    """How a reaction was made: with half of one, in the same moment; nothing where there was none."""
    kind = reaction.get("kind", "none")
    return () if kind == "none" else (bool(reaction.get("split")), kind == "simultaneous")


def steady_fields(sheet: Content) -> dict[str, Any]:
    """The −10 after an extended action is used up by what is no attack too (ORG-MOD-05)."""
    return {"extended_penalty": False} if sheet.get("extended_penalty") else {}


def other_action_fields(sheet: Content) -> dict[str, Any]:
    """An action less, for what is no attack; outside a fight it is none."""
    return {**action_fields(sheet, {}), **steady_fields(sheet)} if fights(sheet) else {}
