"""A turn under way: what somebody has done with it, one thing after the other, what stuns take of it (TURN-01 to 04).

The table keeps it as marks; whoever reads them asks here what is left.
"""

from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight.turn_budget import FIRST, PAID, SURPRISED, Moment, Slots, take_moment

NEW: Moment = "new_turn"
HALF: Moment = "half_action"
AS_PRINTED = Options()


class Turn(Value, frozen=True, kw_only=True):
    """What somebody has done since the turn began, with what was kept from the one before."""

    moments: tuple[Moment, ...] = ()
    surprised: bool = False
    lost: tuple[str, ...] = ()  # to an earlier stun
    lose_action: bool = False
    lose_reaction: bool = False

    @property
    def slots(self) -> Slots:
        """What somebody may still do in this turn; a stun takes what is not used yet."""
        return self._stunned[0]

    @property
    def taken(self) -> tuple[str, ...]:
        """What the stun has taken of this turn; what was used before it, it takes from the next (ORG-TURN-03)."""
        both = zip(("lose_action", "lose_reaction"), self._stunned[1:], strict=True)
        return tuple(name for name, taken in both if taken)

    @property
    def _stunned(self) -> tuple[Slots, bool, bool]:
        left = SURPRISED if self.surprised else FIRST
        for moment in self.moments:
            after = take_moment(left, False, moment, 0, AS_PRINTED)
            left = after.slots if after else left
        left = left.stunned("lose_action" in self.lost, "lose_reaction" in self.lost)[0]
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
