"""Games one after the other with the luck of a seed, as the environments need them."""

from __future__ import annotations

from cinquina.core import (
    CHOICE,
    OVER,
    ROLL,
    Choice,
    Position,
    Roll,
    after,
    faces_wanted,
    legal_options,
    opening,
    seen_by,
)
from cinquina.rl.observing import Numbers, Observer, mask_of
from cinquina.rl.rewards import standing
from cinquina.rl.setup import Setup
from cinquina.sim.luck import DICE_STREAM, WHIM_STREAM, Luck


class Match:
    """The game that is being played, and what its seats see of it.

    Game number n of a seed has the same dice here as in simulations.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.observer = Observer(setup.rules, setup.seats, setup.options)
        self.seed, self.number = 0, -1
        self.position = opening(setup.rules, setup.seats, setup.options)
        self._standing = [0.0] * setup.seats

    def begin(self, seed: int | None = None) -> None:
        """Begin the first game of a seed, or the next one of the same seed, and throw until somebody chooses."""
        self.seed, self.number = (self.seed, self.number + 1) if seed is None else (seed, 0)
        self.dice = Luck(self.seed, self.number, stream=DICE_STREAM)
        self.whims = Luck(self.seed, self.number, stream=WHIM_STREAM)
        self.position = opening(self.setup.rules, self.setup.seats, self.setup.options)
        self._standing = [self._stands(seat) for seat in range(self.setup.seats)]
        self._throw()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.position.phase == OVER

    def view(self, seat: int) -> Position:
        """Return the position as a seat may see it."""
        return seen_by(self.position, seat).position

    def view_of_onlooker(self) -> Position:
        """Return the position as everybody may see it."""
        return seen_by(self.position, None).position

    def observation(self, seat: int) -> Numbers:
        """Return what a seat sees."""
        return self.observer.see(self.view(seat).now, seat)

    def mask(self, seat: int) -> Numbers:
        """Return what a seat may choose."""
        return mask_of(legal_options(self.position, seat), self.setup.rules.CHOICES)

    def choose(self, seat: int, option: int) -> None:
        """Make a choice, and throw until somebody has to choose; IllegalMove if it is not legal."""
        self.position = after(self.position, Choice(seat, option))
        self._throw()

    def earned(self, seat: int) -> float:
        """Return how much a seat's standing has changed, as far as it can see, since this was last asked."""
        before, self._standing[seat] = self._standing[seat], self._stands(seat)
        return self._standing[seat] - before

    def _stands(self, seat: int) -> float:
        return standing(self.setup.rules, self.view(seat).now, seat, self.setup.reward)

    def _throw(self) -> None:
        while self.position.phase == ROLL:
            self.position = after(self.position, Roll(self.dice.throw(faces_wanted(self.position))))
        assert self.position.phase in (CHOICE, OVER)
