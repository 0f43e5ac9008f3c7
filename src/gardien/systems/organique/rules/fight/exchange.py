"""One exchange: an action, the reaction it meets, what lands on whom (CBT-01, MOD-11, REA)."""

from typing import Any

from msgspec import UNSET

from gardien.core.chance import Call, Program, apply, call, step, tail
from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.losses import explain_losses
from gardien.systems.organique.rules.character import Damage
from gardien.systems.organique.rules.fight import attack_modifiers, on_hit
from gardien.systems.organique.rules.fight.declared import DETAILS, Attack, AttackBlock, ExchangeResult, Reaction
from gardien.systems.organique.rules.person import Person, points
from gardien.systems.organique.rules.tests import d20

REASONS = (  # what an action did beside damage, and the rule behind it where it is not that of the action
    ("loses_next_action", "ORG-ACT-12"), ("loses_next_reaction", "ORG-ACT-12"), ("unconscious_turns", "ORG-ACT-11"),
    ("sng_lost", "ORG-ACT-11"), ("weapon_dropped", "ORG-ACT-04"), ("weapon_caught", "ORG-REA-02"),
    ("limb", "ORG-DMG-03"), ("steps_pushed", "ORG-ACT-09"), ("penalty", "ORG-VOL-04"), ("blinded", "ORG-ACT-02"),
    ("burn_turns", "ORG-DMG-01"),
    ("held", ""), ("dose_delivered", "ORG-ARM-06"), ("released", "ORG-ACT-21"), ("weapon_broken", "ORG-WPN-05"),
    ("jammed", "ORG-ACT-16"), ("defender_moves", "ORG-REA-05"), ("range_after", "ORG-RNG-01"),
)  # fmt: skip
INNER = on_hit.COUNTED | {"layers_hit", "save", "shortfall", on_hit.UNTOLD}  # details of what lands
MISSED = on_hit.HitResult()
ATTACKER, TARGET = "attacker", "target"  # whose reasons they are, where nobody has a name


class Side(Value, frozen=True, kw_only=True):
    """One action of an exchange: who does what to whom, as it came out."""

    attack: Attack
    throw: d20.Throw
    tried: d20.Tried
    hit: bool
    landed: on_hit.HitResult = MISSED


class Bout(Value, frozen=True):
    """An action against the reaction it meets, whatever they are thrown with."""

    attacker: Person
    defender: Person
    attack: Attack
    reaction: Reaction
    options: Options
    wanted: frozenset[str]  # which of DETAILS somebody looks at


def exchange(
    attacker: Person,
    defender: Person,
    attack: Attack,
    reaction: Reaction,
    counter: Attack | None,
    options: Options,
    wanted: frozenset[str],
    who: str = "",
) -> Program[ExchangeResult]:
    """Both throw, the larger margin decides, and what each does is worked out from the states before (ORG-CBT-01).

    `wanted`: which of DETAILS somebody looks at. `who`: whose part of the explanation the action is, "" that of the
    outcome itself. `counter`: the simultaneous action, where the reaction is one. Nothing is refused here.
    """
    attack = attack_modifiers.with_striking_weapon(attack, attacker, options)
    throw = attack_modifiers.attack_throw(attack, attacker, defender, options, who)
    bout = Bout(attacker, defender, attack, reaction, options, wanted)
    if counter is None:
        return tail(answer_throw(bout, throw))
    counter = attack_modifiers.with_striking_weapon(counter, defender, options)
    return (yield from act_together(bout, counter, throw))


# ---- action against reaction ----


def answer_throw(bout: Bout, throw: d20.Throw) -> Call[ExchangeResult]:
    """An action thrown in this way, against a reaction or none (ORG-TEST-04, ORG-REA-08)."""
    return call(_resolve_clash, bout, _clash_of(bout, throw))


def _clash_of(bout: Bout, throw: d20.Throw) -> d20.Clash:
    """Both throws as one question, no finer than what lands and what somebody looks at."""
    attack, reaction, defender, options = bout.attack, bout.reaction, bout.defender, bout.options
    leaning = attack_modifiers.bends(reaction, attack, bout.attacker, defender, options)
    answer = attack_modifiers.defence_throw(reaction, defender, options, attack.in_water, throw.who, leaning)
    return d20.Clash(
        a=throw,
        b=answer,
        resister="a" if reaction.kind == "leap" and not options.leap_tie_avoids else "b",  # ORG-REA-05
        detail=d20.detail_of(bout.wanted, "attack_", d20.detail_of(bout.wanted, "defence_", "margin")),
        cuts=on_hit.cuts_of(attack, defender),
        net=options.net_margin_effects,
        ones=_may_jam(attack, options),
    )


def _resolve_clash(bout: Bout, asked: d20.Clash) -> Program[ExchangeResult]:
    """Both dice; what was added up before them is not added up again for every face."""
    clashed = yield from d20.clash(asked)
    yield from step("hit", clashed.winner == "a", "ORG-CBT-01", who=asked.a.who)
    return tail(call(_resolve_throws, bout, asked.a, asked.b, clashed))


def _resolve_throws(
    bout: Bout, throw: d20.Throw, answer: d20.Throw | None, clashed: d20.Clashed
) -> Program[ExchangeResult]:  # fmt: skip
    """What follows from both throws: what lands, what both keep of it, the fields of the action (ORG-REA-02 to 07)."""
    attacker, defender, attack = bout.attacker, bout.defender, bout.attack
    reaction, options = bout.reaction, bout.options
    who, whom, hit, landed = throw.who, defender.name or TARGET, clashed.winner == "a", MISSED
    if hit:
        assert clashed.effect is not UNSET
        margin = d20.coarsen(clashed.effect, on_hit.cuts_of(attack, defender))
        landed = yield from apply(on_hit.land, attack, defender, margin, options, bout.wanted & INNER, who, whom)
    side = Side(attack=attack, throw=throw, tried=clashed.a, hit=hit, landed=landed)
    won = clashed.winner == "b"
    limb = _limb(reaction, attack, won and clashed.a.success)
    tolls = _tolls(defender, attack, reaction, landed, limb)
    flipped = on_hit.Toll(prone=won and reaction.kind == "flip")
    after = on_hit.after_tolls(defender, tolls, options)
    actor = on_hit.after_tolls(attacker, (*_own(attack, hit), flipped), options)
    yield from explain_losses(defender, after, whom)
    yield from explain_losses(attacker, actor, attacker.name or ATTACKER)
    moves = _moves(reaction, clashed.b, attack.range_step)
    fields: dict[str, Any] = {
        **block_of(side, defender, after, options, bout.wanted),
        **(d20.throw_fields(answer, clashed.b, "defence_") if answer is not None and clashed.b is not None else {}),
        "weapon_caught": won and reaction.kind == "entangle",
        "weapon_broken": _breaks(attack, hit or (won and reaction.kind == "parry")),
        "dose_delivered": any(toll.poisons for toll in tolls),
    }
    if reaction.kind == "parry" and reaction.bare_limb:
        fields["limb_parry_damage"] = Damage(points(limb), 0)
        if limb:
            yield from step("limb_bs", points(limb), "ORG-REA-07", who=who)
    if moves is not None:
        fields["defender_moves"] = abs(moves)
    if attack.range_step is not None:
        fields["range_after"] = _range(attack.range_step, moves or 0, side)
    yield from _explain_action(fields, attack, who)
    reacted = reaction.kind not in ("none", "move") or (
        reaction.kind == "move" and not options.extended_penalty_next_roll
    )
    return ExchangeResult(
        attacker=_after_extended_action(actor, True, attack.extended),
        defender=_after_extended_action(after, reacted, False),
        result=AttackBlock(**fields),
    )


def _tolls(
    defender: Person, attack: Attack, reaction: Reaction, landed: on_hit.HitResult, limb: int
) -> tuple[on_hit.Toll, ...]:
    """What an exchange does to its target: what landed, a limb that stopped it, the ground they dropped to."""
    grazed = on_hit.Toll(bs=limb, dirty=attack.dirty, poisons=_coating(attack, defender) if limb else ())
    return (landed.toll, *((grazed,) if limb else ()), on_hit.Toll(prone=reaction.kind == "drop"))


def _limb(reaction: Reaction, attack: Attack, parried: bool) -> int:
    """What a blade does to the bare limb that stopped it, in halves (ORG-REA-07); a blunt blow does nothing."""
    if reaction.kind != "parry" or not reaction.bare_limb or not parried or not on_hit.uses_blade(attack):
        return 0
    return reaction.limb_damage if attack.weapon.bs else 0


def _coating(attack: Attack, victim: Person) -> tuple[str, ...]:
    """The coating of a blade that has touched a limb (ORG-ARM-06)."""
    return () if victim.machine or victim.body.dead or not attack.weapon.coating else (attack.weapon.coating,)


def _moves(reaction: Reaction, answered: d20.Tried | None, step: int | None) -> int | None:
    """Range steps that the defender goes, away counted up; a leap only where it succeeds, hit or not (ORG-REA-05)."""
    if reaction.kind == "leap":
        return reaction.steps if answered is not None and answered.success else 0
    if reaction.kind == "move":
        closer = reaction.steps if step is None else min(step, reaction.steps)
        return reaction.steps if reaction.away else -closer
    return None


# ---- what it does, whatever the target has left ----


class CoarseResult(Value, frozen=True):
    """What an action does to its target, and to the weapon it was done with."""

    tolls: tuple[on_hit.Toll, ...]
    jammed: bool
    broken: bool


def coarse_exchange(
    attacker: Person, defender: Person, attack: Attack, reaction: Reaction, options: Options
) -> Call[CoarseResult]:  # fmt: skip
    """The same exchange for whoever weighs many; what `after_tolls` makes of it hangs on each target’s reserves.

    No simultaneous action, and nothing that touches whoever acts.
    """
    attack = attack_modifiers.with_striking_weapon(attack, attacker, options)
    bout = Bout(attacker, defender, attack, reaction, options, d20.NOTHING)
    asked = _clash_of(bout, attack_modifiers.attack_throw(attack, attacker, defender, options))
    return call(_resolve_coarsely, defender, attack, reaction, asked, options)


def _resolve_coarsely(
    defender: Person, attack: Attack, reaction: Reaction, asked: d20.Clash, options: Options
) -> Program[CoarseResult]:
    clashed = yield from d20.clash(asked)
    hit, landed = clashed.winner == "a", MISSED
    if hit:
        assert clashed.effect is not UNSET
        margin = d20.coarsen(clashed.effect, asked.cuts)
        landed = yield from apply(on_hit.land, attack, defender, margin, options, d20.NOTHING, "", TARGET)
    won = clashed.winner == "b"
    tolls = _tolls(defender, attack, reaction, landed, _limb(reaction, attack, won and clashed.a.success))
    broken = _breaks(attack, hit or (won and reaction.kind == "parry"))
    return CoarseResult(tolls, clashed.a.one is True, broken)


def act_together(bout: Bout, counter: Attack, one: d20.Throw) -> Program[ExchangeResult]:
    """Nothing is opposed: each needs its own difficulty, both take effect together (ORG-MOD-11)."""
    attacker, defender, attack = bout.attacker, bout.defender, bout.attack
    options, wanted = bout.options, bout.wanted
    who, other, own = one.who, defender.name or TARGET, attacker.name or ATTACKER
    inside = frozenset(DETAILS) if "counter" in wanted else d20.NOTHING
    two = attack_modifiers.attack_throw(counter, defender, attacker, options, other)
    cuts, back = on_hit.cuts_of(attack, defender), on_hit.cuts_of(counter, attacker)
    first = yield from d20.attempt(one, d20.detail_of(wanted, "attack_", "margin"), cuts, _may_jam(attack, options))
    second = yield from d20.attempt(two, d20.detail_of(inside, "attack_", "margin"), back, _may_jam(counter, options))
    yield from step("hit", first.success, "ORG-MOD-11", who=who)
    yield from step("hit", second.success, "ORG-MOD-11", who=other)
    landed, returned = MISSED, MISSED
    if first.success:
        landed = yield from apply(
            on_hit.land, attack, defender, d20.coarsen(first.over, cuts), options, wanted & INNER, who, other
        )
    if second.success:
        returned = yield from apply(
            on_hit.land, counter, attacker, d20.coarsen(second.over, back), options, inside & INNER, other, own
        )  # fmt: skip
    side = Side(attack=attack, throw=one, tried=first, hit=first.success, landed=landed)
    reply = Side(attack=counter, throw=two, tried=second, hit=second.success, landed=returned)
    after = on_hit.after_tolls(defender, (landed.toll, *_own(counter, reply.hit)), options)
    actor = on_hit.after_tolls(attacker, (returned.toll, *_own(attack, side.hit)), options)
    yield from explain_losses(defender, after, other)
    yield from explain_losses(attacker, actor, own)
    fields, answer = block_of(side, defender, after, options, wanted), block_of(reply, attacker, actor, options, inside)
    if attack.range_step is not None:
        fields["range_after"] = answer["range_after"] = _range(attack.range_step, 0, side, reply)
    yield from _explain_action(fields, attack, who)
    yield from _explain_action(answer, counter, other)
    return ExchangeResult(
        attacker=_after_extended_action(actor, True, attack.extended),
        defender=_after_extended_action(after, True, counter.extended),
        result=AttackBlock(**fields),
        counter=AttackBlock(**answer),
    )


# ---- what comes out ----


def block_of(side: Side, before: Person, after: Person, options: Options, wanted: frozenset[str]) -> dict[str, Any]:
    """The fields of one action: attack_result without what its reaction did."""
    attack, landed, toll = side.attack, side.landed, side.landed.toll
    done = side.hit and landed.effect
    lets_go = toll.lose_action or (before.can_act and not after.can_act)
    return {
        **d20.throw_fields(side.throw, side.tried, "attack_"),
        "hit": side.hit,
        "effect": landed.effect,
        "layers_hit": (landed.layers or ()) if "layers_hit" in wanted else UNSET,
        "damage": Damage(points(toll.bs), points(toll.c)),
        "save": landed.save,
        "shortfall": landed.shortfall,
        "loses_next_action": toll.lose_action,
        "loses_next_reaction": toll.lose_reaction,
        "unconscious_turns": toll.unconscious,
        "sng_lost": points(toll.blood),
        "weapon_dropped": done and attack.action == "disarm",
        "weapon_caught": False,
        "limb": {None: "none", "arm": "arm_or_leg", "leg": "arm_or_leg"}.get(toll.limb, "hand_or_foot"),
        "steps_pushed": landed.steps,
        "penalty": toll.pain,
        "blinded": toll.sight,
        "blind_duration": landed.duration,
        "burn_turns": landed.burning,
        "held": attack.action if done and attack.action in on_hit.HOLDS else "none",
        "dose_delivered": bool(toll.poisons),
        "released": attack.target_holding and lets_go,
        "weapon_broken": _breaks(attack, side.hit),
        "jammed": side.tried.one is True if options.gun_jam_on_1 or attack.weapon.jams else UNSET,
    }


def _explain_action(fields: dict[str, Any], attack: Attack, who: str) -> Program[None]:
    """What the action did, as reasons; only what took place."""
    for name, rule in REASONS:
        value = fields.get(name, UNSET)
        if value is not UNSET and (value != "none" and (value or name == "range_after")):
            yield from step(name, value, rule or on_hit.RULES[attack.action], who=who)


def _may_jam(attack: Attack, options: Options) -> bool:
    """Whether a natural 1 jams the weapon: one that is made so badly, or any firearm by a house rule (M9)."""
    return attack.weapon.jams or (options.gun_jam_on_1 and attack.weapon.firearm)


def _breaks(attack: Attack, met: bool) -> bool:
    """An improvised weapon that has met something, unless the game master spares it (ORG-WPN-05)."""
    weapons = (attack.weapon, attack.second_weapon)
    return met and attack.breaks and any(one is not None and one.improvised != "none" for one in weapons)


def _own(attack: Attack, hit: bool) -> tuple[on_hit.Toll, ...]:
    """What an action costs whoever does it: a tackle ends on the ground, a headbutt hurts both (ORG-ACT-17, M6)."""
    if attack.action == "tackle":
        return (on_hit.Toll(prone=True),)
    return (on_hit.Toll(c=on_hit.HEADBUTT),) if attack.action == "headbutt" and hit else ()


def _after_extended_action(person: Person, acted: bool, extended: bool) -> Person:
    """The −10 of an extended action: used up by whoever acts, due again after another (ORG-MOD-05)."""
    due = extended or (person.body.extended_penalty and not acted)
    return person if due == person.body.extended_penalty else person.having(extended_penalty=due)


def _range(step: int, moves: int, *sides: Side) -> int:
    """The range step afterwards: who moved, who was tackled, who was pushed (ORG-RNG-01, ORG-ACT-09, ORG-ACT-17)."""
    after = step + moves
    if any(side.hit and side.attack.action == "tackle" for side in sides):
        after = 0
    return after + sum(side.landed.steps for side in sides)
