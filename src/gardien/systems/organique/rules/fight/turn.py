"""A turn under way: what somebody has done with it, one thing after the other, what stuns take of it (TURN-01 to 04).

One value for all who fight: marks of a table are it, written down; a script and weighed fights hand it on.
"""

from functools import lru_cache

from msgspec.structs import replace

from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight.turn_budget import (
    FIRST,
    PAID,
    SURPRISED,
    Moment,
    Slots,
    Stunned,
    take_moment,
)

NEW: Moment = "new_turn"
HALF: Moment = "half_action"
STUNS: tuple[Stunned, ...] = ("lose_action", "lose_reaction")
AS_PRINTED = Options()


@lru_cache(maxsize=4096)
def _left_by(moments: tuple[Moment, ...], surprised: bool) -> Slots:
    left = SURPRISED if surprised else FIRST
    for moment in moments:
        after = take_moment(left, False, moment, 0, AS_PRINTED)
        left = after.slots if after else left
    return left


class Turn(Value, frozen=True, kw_only=True):
    """What somebody has done since the turn began, with what was kept from the one before."""

    moments: tuple[Moment, ...] = ()
    surprised: bool = False
    lost: tuple[Stunned, ...] = ()  # to an earlier stun
    lose_action: bool = False
    lose_reaction: bool = False
    waiting: bool = False
    counted: bool = True  # outside a fight nobody counts what is done

    @property
    def slots(self) -> Slots:
        """What somebody may still do in this turn; a stun takes what is not used yet."""
        return self._stunned[0]

    @property
    def taken(self) -> tuple[Stunned, ...]:
        """What the stun has taken of this turn; what was used before it, it takes from the next (ORG-TURN-03)."""
        _, acts, answers = self._stunned
        return (*(("lose_action",) if acts else ()), *(("lose_reaction",) if answers else ()))

    @property
    def _stunned(self) -> tuple[Slots, bool, bool]:
        left = _left_by(self.moments, self.surprised)
        for one in self.lost:
            left = left.stunned(one == "lose_action", one == "lose_reaction")[0]
        return left.stunned(self.lose_action, self.lose_reaction)

    @property
    def since_new(self) -> tuple[Moment, ...]:
        """What somebody has done in the turn under way itself."""
        done = self.moments
        return done[len(done) - done[::-1].index(NEW) :] if NEW in done else done

    @property
    def fought(self) -> bool:
        """Whether an action or a reaction was used in it (ORG-END-02)."""
        return any(one in PAID for one in self.since_new)

    @property
    def can_answer(self) -> bool:
        """Whether a reaction is left, or an action to make one of; not for whoever saw nothing coming (ORG-TURN-02,
        ORG-REA-08, ORG-INIT-02)."""
        left = self.slots
        return not self.surprised and bool(left.reactions or left.half_reactions or left.actions)

    @property
    def kept(self) -> tuple[Moment, ...]:
        """With what the next turn begins: what was not used is lost, but for half a reaction (ORG-TURN-04)."""
        return ("split_reaction", "half_reaction", NEW) if self.slots.at_next_turn().half_reactions else ()

    def action(self, split: bool = False, extended: bool = False, free: bool = False) -> tuple[Moment, ...]:
        """What an action takes: the whole, or a half that is open or opened for it (ORG-TURN-04, ORG-MOD-05)."""
        left = self.slots
        if not split and (left.actions or not left.half_actions):
            return ("free_action" if free else "extended_action" if extended else "action",)
        if not split:
            return (HALF,) * left.half_actions  # what takes a whole action takes what is left of it
        half: Moment = "half_free_action" if free else "half_extended_action" if extended else HALF
        return (half,) if left.half_actions else ("split_action", half)

    def reaction(self, split: bool = False, simultaneous: bool = False) -> tuple[Moment, ...]:
        """What a reaction takes: a half, a whole, or the action turned into one where none is left (ORG-TURN-02)."""
        left = self.slots
        if split:
            return ("half_reaction",) if left.half_reactions else ("split_reaction", "half_reaction")
        kind: Moment = "simultaneous_action" if simultaneous else "reaction"
        if left.reactions:
            return (kind,)
        if left.half_reactions and not simultaneous:
            return ("half_reaction",)
        return ("action_to_reaction", kind)

    # ---- what each thing leaves of it ----

    def after(self, *moments: Moment) -> "Turn":
        """With these done too."""
        return replace(self, moments=(*self.moments, *moments)) if self.counted else self

    def acted(self, split: bool = False, extended: bool = False, free: bool = False) -> "Turn":
        """An action less; whoever acts has waited long enough (ORG-TURN-01)."""
        return replace(self.after(*self.action(split, extended, free)), waiting=False)

    def freely(self, half: bool | None) -> "Turn":
        """A free action: of an action, of half of one, of the reaction where there is nothing to say (ORG-FREE-01)."""
        if half is None:
            return replace(self.after("reaction_free_action"), waiting=False)
        return self.acted(half, free=True)

    def answered(self, split: bool = False, simultaneous: bool = False) -> "Turn":
        """A reaction less (ORG-REA-08)."""
        return self.after(*self.reaction(split, simultaneous))

    def stunned(self, action: bool, reaction: bool) -> "Turn":
        """Another stun: what one before it has taken of this turn stays lost, and this one waits for what is left, or
        for the next turn (ORG-TURN-03, ORG-ACT-12)."""
        again = [name for name, stuns in zip(STUNS, (action, reaction), strict=True) if stuns]
        lost = (*self.lost, *(name for name in self.taken if name in again))
        return replace(self, lost=lost, **dict.fromkeys(again, True))

    def begun(self) -> "Turn":
        """The next one; a stun that has taken its due is over (ORG-TURN-01, ORG-TURN-04)."""
        after = Turn(moments=self.kept, counted=self.counted)
        return after.stunned(*(getattr(self, name) and name not in self.taken for name in STUNS))
