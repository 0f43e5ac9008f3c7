"""One body: what never changes of it, what does, and how it is told again (HP-01, TEST-11, END-06, HP-04 to HP-07)."""

from functools import lru_cache
from typing import Protocol

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.in_force import kept_by_rows
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import COVERS, ArmourGiven, Character, Dose, DoseGiven, State, Wound
from gardien.systems.organique.vocabulary import CODES, HIGHEST_SCORE, Code, Fresh, Limb, added

Pairs = tuple[tuple[str, int], ...]
INDEX: dict[Code, int] = {code: index for index, code in enumerate(CODES)}
NO_CHANGES: tuple[int, ...] = (0,) * len(CODES)


def halves(points: float) -> int:
    """Points as whole numbers of halves, in which everything is reckoned (ORG-TEST-09)."""
    return round(points * 2)


def points(halves: int) -> float:
    """Halves as points again."""
    return halves / 2


class Layer(Value, frozen=True):
    """One layer between a blow and a body; protection in halves (ORG-ARM-01)."""

    name: str
    ia: int
    bs: int = 0
    c: int = 0


class Frame(Value, frozen=True, kw_only=True, cache_hash=True):
    """What no blow and no time changes of somebody; reserves in halves."""

    name: str = ""
    nature: str = "human"
    size_mod: int = 0
    scores: tuple[int, ...] = (10,) * 8  # in the order of CODES, with what armour and gear change for good
    agi_malus: int = 0
    SNG: int = 8
    CPS: int = 8
    INC: int = 8
    layers: tuple[Layer, ...] = ()  # outer layer first
    skills: Pairs = ()
    combat_skills: Pairs = ()
    mods: Pairs = ()

    @property
    def machine(self) -> bool:
        return self.nature == "machine"

    def level(self, skill: str) -> int:
        """The level of an ordinary skill; 0 without it."""
        return dict(self.skills).get(skill, 0)


class Body(Value, frozen=True, kw_only=True):
    """What blows, efforts, substances and time change; nothing else, so that equal bodies are equal. In halves: sng,
    cps, inc, structure, sng_lost_air, timer."""

    sng: int = 8
    cps: int = 8
    inc: int = 8
    end: int = 10
    structure: int = 20
    changes: tuple[int, ...] = NO_CHANGES  # in the order of CODES
    save_mods: Pairs = ()
    halved: bool = False
    stupor: bool = False
    prone: bool = False
    blind: bool = False
    one_eyed: bool = False
    one_leg: bool = False
    vomiting: bool = False
    medical_shock: bool = False
    cardiac_arrest: bool = False
    respiratory_arrest: bool = False
    coma: bool = False
    limbs_disabled: tuple[Limb, ...] = ()
    no_air: bool = False
    shock_turns: int = 0
    unconscious_turns: int = 0
    paralysed_turns: int = 0
    lose_action: bool = False
    lose_reaction: bool = False
    extended_penalty: bool = False
    suffering: tuple[int, ...] = ()
    doses: tuple[Dose, ...] = ()
    wounds: tuple[Wound, ...] = ()
    sng_lost_air: int = 0
    end_lost_air: int = 0
    timer: int | None = None
    fresh: tuple[Fresh, ...] = ()
    stabilised: bool = False
    dead: bool = False


class Person(Value, frozen=True, cache_hash=True):
    """Somebody: a frame and a body. Rules hand this on; what happens is another body in the same frame."""

    frame: Frame
    body: Body

    @property
    def name(self) -> str:
        return self.frame.name

    @property
    def machine(self) -> bool:
        return self.frame.machine

    @property
    def mortally_wounded(self) -> bool:
        """No blood left (ORG-HP-04)."""
        return self.body.sng == 0 and not self.machine

    @property
    def exhausted(self) -> bool:
        """No endurance left (ORG-END-06)."""
        return self.body.end <= 0 and not self.machine

    @property
    def out_of_action(self) -> bool:
        """Down, by INC or by END without blood (ORG-HP-05, ORG-HP-06); a machine without structure (ORG-MON-01)."""
        body = self.body
        if self.frame.machine:
            return body.dead or body.structure == 0
        return body.dead or body.inc == 0 or (body.sng == 0 and body.end <= 0)

    @property
    def dying(self) -> bool:
        return self.out_of_action and not (self.machine or self.body.stabilised or self.body.dead)

    @property
    def timer(self) -> int:
        """Turns left to somebody dying, in halves; what is written, or else INC and END (ORG-HP-07)."""
        body = self.body
        return body.inc + 2 * max(0, body.end) if body.timer is None else body.timer

    @property
    def senseless(self) -> bool:
        """Unconscious or in a coma."""
        return self.body.unconscious_turns > 0 or self.body.coma

    @property
    def falls(self) -> bool:
        """Exhausted, out of action or senseless, from whatever cause: nobody stands like that (ORG-END-06)."""
        return not self.machine and (self.exhausted or self.out_of_action or self.senseless)

    @property
    def conscious(self) -> bool:
        """Whether a test of one’s own will can be asked at all (ORG, Procedures)."""
        return not (self.out_of_action or self.senseless or self.body.paralysed_turns > 0)

    @property
    def can_act(self) -> bool:
        return self.conscious and not self.exhausted

    def score(self, code: Code, in_water: bool = False) -> int:
        """An effective characteristic (ORG-TEST-11); END is the most its reserve can be."""
        return effective(self, in_water)[INDEX[code]]

    def value(self, code: Code, in_water: bool = False) -> int:
        """What a test counts with: the score, of END the reserve, never below 0 (ORG-SAVE-03)."""
        return max(0, self.body.end) if code == "END" and not self.machine else self.score(code, in_water)

    def having(self, **changed: object) -> "Person":
        """The same person with another body: `person.having(blind=True)`; whoever cannot stand lies (ORG-END-06)."""
        after = Person(self.frame, replace(self.body, **changed))
        if after.body.prone or not after.falls:
            return after
        return Person(after.frame, replace(after.body, prone=True))


# ---- effective characteristics ----


def effective(person: Person, in_water: bool = False) -> tuple[int, ...]:
    """The eight characteristics as they count now (ORG-TEST-11)."""
    body, frame = person.body, person.frame
    changes = body.changes
    for dose in body.doses:
        row = pack.poison(dose.poison)
        if row.changes and acts(dose):
            changes = tuple(one + row.changes.get(code, 0) for one, code in zip(changes, CODES, strict=True))
    slow = body.one_leg or (in_water and not frame.level("swimming"))
    return _effective(frame.scores, changes, frame.agi_malus, body.halved, body.stupor, slow)


@lru_cache(maxsize=8192)
def _effective(
    scores: tuple[int, ...], changes: tuple[int, ...], agi_malus: int, halved: bool, stupor: bool, slow: bool
) -> tuple[int, ...]:
    values = [score + change for score, change in zip(scores, changes, strict=True)]
    values[INDEX["AGI"]] -= agi_malus
    values = [max(0, one) for one in values]
    values[INDEX["END"]] = min(HIGHEST_SCORE, values[INDEX["END"]])  # as much as there can be of its reserve
    if halved:
        values = [(one + 1) // 2 for one in values]
    if stupor:
        values[INDEX["INT"]] = values[INDEX["VOL"]] = 0
    if slow:
        values[INDEX["VIT"]] = min(1, values[INDEX["VIT"]])
    return tuple(values)


def acts(dose: Dose) -> bool:
    """Whether a dose has begun and is not over (ORG-POI-02); slow poisons wait between two ticks, and act meanwhile."""
    row = pack.poison(dose.poison)
    return dose.onset == 0 or (row.every > 1 and dose.ticks_left < row.ticks)


def with_changes(person: Person, deltas: dict[Code, int], **others: object) -> Person:
    """Characteristics raised or lowered by an effect; the END reserve moves with its maximum (ORG-END-01)."""
    values = tuple(added(one, deltas.get(code, 0)) for one, code in zip(person.body.changes, CODES, strict=True))
    return moved_reserve(person, person.having(changes=values, **others))


def moved_reserve(before: Person, after: Person) -> Person:
    """The END reserve follows its maximum up and down; a reserve below 0 does not (ORG-END-01, ORG-END-09)."""
    gap = after.score("END") - before.score("END")
    if gap == 0 or after.body.end < 0 or after.machine:
        return after
    return after.having(end=min(HIGHEST_SCORE, max(0, after.body.end + gap)))


# ---- from inputs, and back ----


def layer_of(worn: str | ArmourGiven) -> Layer:
    """A layer by its key or as it is described."""
    if isinstance(worn, str):
        row = pack.armour(worn)
        return Layer(worn, row.ia, halves(row.bs), halves(row.c))
    return Layer(worn.name, worn.ia, halves(worn.bs), halves(worn.c))


def cover_of(cover: str | ArmourGiven) -> Layer:
    """What somebody hides behind, by its key or as it is described: an outer layer (ORG-RNG-03)."""
    if isinstance(cover, str) and cover in COVERS:
        row = pack.cover(cover)
        return Layer(cover, row.ia, halves(row.bs), halves(row.c))
    return layer_of(cover)


def layers_of(armour: tuple[str | ArmourGiven, ...]) -> tuple[Layer, ...]:
    """Layers worn, outer first; a helmet of the list counts for called shots to the head only (M10)."""
    return tuple(layer_of(one) for one in armour if not (isinstance(one, str) and pack.armour(one).layer == "head"))


def dose_of(given: DoseGiven) -> Dose:
    """A dose with what its poison says, where nothing else is said."""
    row = pack.poison(given.poison)
    return Dose(
        poison=given.poison,
        onset=row.onset if given.onset is None else given.onset,
        ticks_left=row.ticks if given.ticks_left is None else given.ticks_left,
    )


def frame_of(one: Character) -> Frame:
    """What never changes of somebody."""
    scores = {code: getattr(one, code) for code in CODES}
    malus = 0
    for worn in one.armour:
        if isinstance(worn, ArmourGiven):
            malus += worn.agi_malus
            continue
        row = pack.armour(worn)
        malus += row.agi_malus
        for code, change in row.changes.items():
            scores[code] = max(0, scores[code] + change)
    return Frame(
        name=one.name,
        nature=one.kind,
        size_mod=one.size_mod,
        scores=tuple(scores.values()),
        agi_malus=malus,
        SNG=halves(one.SNG),
        CPS=halves(one.CPS),
        INC=halves(one.INC),
        layers=layers_of(one.armour),
        skills=tuple(sorted(one.skills.items())),
        combat_skills=tuple(sorted(one.combat_skills.items())),
        mods=tuple(one.mods.items()),
    )


SAME = (  # fields that a character, a body and a state call alike and keep alike
    "halved", "stupor", "prone", "blind", "one_eyed", "one_leg", "vomiting", "medical_shock", "cardiac_arrest",
    "respiratory_arrest", "coma", "limbs_disabled", "no_air", "shock_turns", "unconscious_turns", "paralysed_turns",
    "lose_action", "lose_reaction", "extended_penalty", "suffering", "end_lost_air", "fresh", "stabilised", "dead",
)  # fmt: skip


@kept_by_rows(8192)
def person_of(one: Character) -> Person:
    """Somebody as the rules hand them on."""
    body = Body(
        sng=halves(one.SNG if one.sng is None else one.sng),
        cps=halves(one.CPS if one.cps is None else one.cps),
        inc=halves(one.INC if one.inc is None else one.inc),
        structure=halves(one.structure),
        changes=tuple(one.changes.get(code, 0) for code in CODES),
        save_mods=tuple(sorted(one.save_mods.items())),
        doses=tuple(dose_of(dose) for dose in one.doses),
        wounds=one.wounds,
        sng_lost_air=halves(one.sng_lost_air),
        timer=None if one.timer is None else halves(one.timer),
        **{name: getattr(one, name) for name in SAME},
    )
    if "leg" in body.limbs_disabled:
        body = replace(body, one_leg=True)
    person = Person(frame_of(one), body)
    return Person(person.frame, replace(body, end=person.score("END") if one.end_now is None else one.end_now))


@kept_by_rows(8192)
def state_of(person: Person) -> State:
    """Somebody’s state as outcomes tell it (ORG, Shared results)."""
    body, machine = person.body, person.machine
    waning = person.mortally_wounded and not person.out_of_action and not body.stabilised
    return State(
        sng=points(body.sng),
        cps=points(body.cps),
        inc=points(body.inc),
        end_now=body.end,
        structure=points(body.structure) if machine else UNSET,
        mortally_wounded=person.mortally_wounded,
        exhausted=person.exhausted,
        out_of_action=person.out_of_action,
        dying=person.dying,
        timer=points(person.timer) if person.dying else UNSET,
        turns_to_live=body.end + points(body.inc) if waning else UNSET,
        can_act=person.can_act,
        can_react=person.can_act,
        changes=frozen_map({code: one for code, one in zip(CODES, body.changes, strict=True) if one}),
        effective=frozen_map(dict(zip(CODES, effective(person), strict=True))),
        save_mods=frozen_map(dict(body.save_mods)),
        doses=body.doses,
        wounds=body.wounds,
        sng_lost_air=points(body.sng_lost_air),
        **{name: getattr(body, name) for name in SAME},
    )


KEPT = (
    "sng", "cps", "inc", "end_now", "structure", "timer", "changes", "save_mods", "doses", "wounds", "sng_lost_air",
    *SAME,
)  # fmt: skip


def state_changes(before: Character, after: State | object, who: str = "") -> tuple[Change, ...]:
    """What a sheet keeps of a state, where it changed; nothing where odds did not tell it."""
    if not isinstance(after, State):
        return ()
    old = state_of(person_of(before))
    pairs = [(name, getattr(old, name), getattr(after, name)) for name in KEPT]
    return tuple(
        Change(name, None if was is UNSET else was, now, who)
        for name, was, now in pairs
        if now is not UNSET and now != was
    )


class HasState(Protocol):
    """What a rule leaves of somebody, where it is told."""

    @property
    def state(self) -> State | UnsetType: ...


class OfCharacter(Protocol):
    """Inputs about one character."""

    @property
    def character(self) -> Character: ...


class LeavesState(Value, frozen=True):
    """An outcome whose `state` is what it leaves of the character that its inputs are about."""

    def changes(self: HasState, given: OfCharacter, options: Options) -> tuple[Change, ...]:
        return state_changes(given.character, self.state)


def with_dying(before: Person, after: Person, options: Options, fresh: bool = True) -> Person:
    """Whoever has just been struck down begins to die, whoever is down already is nearer to it (ORG-HP-07, ORG-END-09).

    `fresh`: in the turn under way, so that its end does not count yet; at the start of a turn it does.
    """
    if after.machine or after.body.dead:
        return after
    lost = before.body.inc - after.body.inc
    emptied = after.body.inc == 0 and before.body.inc > 0
    if emptied and options.inc_zero_is_death:
        return after.having(dead=True, end=-1, timer=None)
    hurt = lost or before.body.sng > after.body.sng or before.body.cps > after.body.cps
    if before.out_of_action:
        if before.body.stabilised and hurt:
            after = after.having(stabilised=False, timer=None)
        elif lost:
            after = after.having(timer=max(0, before.timer - lost))
    elif after.out_of_action:
        clock = after.body.inc + 2 * max(0, after.body.end)
        marks = tuple(dict.fromkeys((*after.body.fresh, "timer"))) if fresh else after.body.fresh
        after = after.having(timer=clock, fresh=marks, stabilised=False)
    elif after.body.stabilised and hurt:
        after = after.having(stabilised=False)
    return after.having(end=-1) if emptied else after
