"""Training of the nets of `prospects` on games: what was known before every turn, and the result of the game.

In a part of the games somebody weaker plays in some seats until some throw, and positions are noted from then on, so
that the nets also know positions that strong players do not reach. A net that has learned from results then learns from
what the whole turn ahead, worked out with that net behind it, says of positions of other games: that has little luck in
it, and makes values before and after a turn agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cinquina.bots.prospects import HEADS, HIDDEN, TENS, inputs_of
from cinquina.bots.selfplay import scratch_for
from cinquina.bots.watching import GAME, Watched
from cinquina.games import GAMES
from cinquina.sim.kernel import compiled
from cinquina.sim.pool import HERE, Workers, pieces_of

WEAK_PART, WEAK_THROWS, STRONG_SEATS = 0.4, 0.8, 0.4
"""In how many games weaker players begin, for how much of a usual game at most, and in how many seats not even then."""
PORTION = 2048
FIRST_STEPS, ROUNDS, LATER_STEPS = 1500, 3, 600
QUICK, LATER, SLOW = 4e-3, 1e-3, 5e-5
TRACE = 0.85
"""The weight of the positions after the next one in the later rounds of training."""
MOST_SPREAD, OUTLIER = 8.0, 20.0
MOMENTUM, SCALE_MEMORY, TINY = 0.9, 0.999, 1e-8
LESSONS, LESSON_PART, LESSON_STEPS = 2, 0.3, 2000
"""How often a net learns from turns ahead, of which part of the number of games each time, in how many steps."""
AHEAD = 0.5
"""How much of what turns say later in a game counts for its earlier positions."""
PIECE = 250
"""How many games are watched at a time."""
POINTS_PART = 0.3
"""How much the errors of points count beside those of chances."""


class Lot(NamedTuple):
    """Positions of games of a number of seats: what the nets see by seat, what they should give, and the final points;
    how many positions each game has; and chances and points by nets and by whole turns, where they were noted."""

    inputs: Any
    wins: Any
    points: Any
    finals: Any
    lengths: Any
    nets: Any
    turns: Any


class Plan(NamedTuple):
    """Which games are watched: the strong player, weaker ones, about how many throws a game has and how many noted
    positions at most; the width of a block, and that of all that is kept of a seat."""

    watch: Callable[..., None]
    strong: int
    weaker: tuple[int, ...]
    throws: int
    positions: int
    width: int
    kept: int


@dataclass(frozen=True)
class Watching:
    """Games to watch: the plan, the tables to play by and those by which the nets see; the start, the luck, whether
    turns are noted, and which numbers they have."""

    game: str
    plan: Plan
    tables: tuple[Any, Any]
    start: Any
    seed: int
    with_turns: bool
    first: int
    count: int

    def done(self) -> Lot:
        """Watch them."""
        return watched_piece(self)


def watched_games(watching: Watching, workers: Workers = HERE) -> Lot:
    """Positions of games, watched in pieces."""
    return joined(list(workers.in_order(pieces_of(watching, PIECE))))


def joined(lots: list[Lot]) -> Lot:
    """Several lots as one."""
    return Lot(*(np.concatenate(parts) for parts in zip(*lots, strict=True)))


def watched_piece(watching: Watching) -> Lot:
    """Positions of some games from a number on."""
    plan, start, first, games = watching.plan, watching.start, watching.first, watching.count
    rng, seats, rules = np.random.default_rng((watching.seed, first)), int(start["seats"][0]), GAMES[watching.game]
    begun = rng.random(games) < WEAK_PART
    until = np.where(begun, rng.integers(0, max(int(plan.throws * WEAK_THROWS), 1), games), 0)
    weak = rng.choice(plan.weaker, (games, seats))
    most = games * plan.positions
    watched = Watched(
        seed=watching.seed,
        first=first,
        strong=plan.strong,
        weak=np.where(rng.random((games, seats)) < STRONG_SEATS, plan.strong, weak),
        until=until,
        tables=watching.tables[0],
        seen=watching.tables[1],
        blocks=np.zeros(seats * plan.kept),
        inputs=np.zeros((most, seats, inputs_of(plan.width)), np.float32),
        nets=np.zeros((most if watching.with_turns else 0, seats, 2), np.float32),
        turns=np.zeros((most if watching.with_turns else 0, seats, 2), np.float32),
        ends=np.zeros(games, np.int64),
        wins=np.zeros((games, seats)),
        points=np.zeros((games, seats)),
        at=np.zeros(2, np.int64),
    )
    compiled(rules, plan.watch, inline=False)(start.copy(), start, scratch_for(rules, start, seats), watched)
    used = int(watched.at[GAME])
    lengths = np.diff(watched.ends[:used], prepend=0)
    of_game = np.repeat(np.arange(used), lengths)
    many = len(of_game)
    finals = watched.points[of_game].astype(np.float32)
    return Lot(
        watched.inputs[:many],
        watched.wins[of_game].astype(np.float32),
        finals,
        finals,
        lengths[lengths > 0],
        watched.nets[:many],
        watched.turns[:many],
    )


def trained_net(watch: Callable[[Any, int, int], Lot], games: int, seed: int) -> Any:
    """The weights of a net, in the order in which `prospects` reads them.

    `watch` gives the positions of `count` games from a number on, with turns by the weights it is given.
    At first the net learns from results, then from what it says of later positions of the same game, with less and less
    weight to the result, since that has much more luck in it; in the end from turns ahead.
    """
    rng = np.random.default_rng(seed)
    lot = watch(None, 0, games)
    wide = lot.inputs.shape[2]
    flat = lot.inputs.reshape(-1, wide)
    middle, spread = flat.mean(0, np.float64), flat.std(0, dtype=np.float64)
    spread = np.where(spread > TINY, spread, 1.0)
    given = ((lot.inputs - middle) / spread).astype(np.float32)
    shapes = {
        "first": rng.normal(0, (2 / wide) ** 0.5, (wide, HIDDEN)),
        "bias": np.zeros(HIDDEN),
        "out": rng.normal(0, 0.05, (HIDDEN, HEADS)),
        "skip": np.zeros((wide, HEADS)),
        "last": np.zeros(HEADS),
    }
    net = {name: part.astype(np.float32) for name, part in shapes.items()}
    for start, steps in ((QUICK, FIRST_STEPS), *((LATER, LATER_STEPS),) * ROUNDS):
        aims = lot if start == QUICK else later(lot, heads_of(net, given))
        learn(net, given, aims, start, steps, rng)
    first, part = games, int(games * LESSON_PART)
    for _ in range(LESSONS):
        lot = watch(folded(net, middle, spread), first, part)
        first += part
        learn(net, ((lot.inputs - middle) / spread).astype(np.float32), ahead(lot), LATER, LESSON_STEPS, rng)
    return folded(net, middle, spread)


def learn(net: dict[str, Any], given: Any, lot: Lot, rate: float, steps: int, rng: Any) -> None:
    """Train for this many steps, with a falling rate."""
    moments = {name: (np.zeros_like(part), np.zeros_like(part)) for name, part in net.items()}
    portions: list[Any] = []
    for done in range(1, steps + 1):
        portions = portions or portions_of(len(lot.inputs), rng)
        part = portions.pop()
        slopes = slopes_of(net, given[part], portion(lot, part))
        step(net, moments, slopes, rate * (SLOW / rate) ** (done / steps), done)


def portion(lot: Lot, part: Any) -> Lot:
    """Some positions of a lot."""
    return lot._replace(inputs=lot.inputs[part], wins=lot.wins[part], points=lot.points[part], finals=lot.finals[part])


def heads_of(net: dict[str, Any], given: Any) -> Any:
    """What a net gives for all positions."""
    found = []
    for first in range(0, len(given), PORTION):
        flat = given[first : first + PORTION]
        hidden = np.maximum(flat @ net["first"] + net["bias"], 0)
        found.append(hidden @ net["out"] + flat @ net["skip"] + net["last"])
    return np.concatenate(found)


def later(lot: Lot, heads: Any) -> Lot:
    """A lot whose aims are what a net predicts for later positions, or the result after the last one."""
    chances = softmax(heads[:, :, 0])
    points = TENS * (lot.inputs[:, :, 0] + heads[:, :, 1])
    wins, aims = lot.wins.copy(), lot.finals.copy()
    ends = np.cumsum(lot.lengths) - 1
    for back in range(1, int(lot.lengths.max())):
        here = ends[lot.lengths > back] - back
        wins[here] = TRACE * wins[here + 1] + (1 - TRACE) * chances[here + 1]
        aims[here] = TRACE * aims[here + 1] + (1 - TRACE) * points[here + 1]
    return lot._replace(wins=wins, points=aims)


def ahead(lot: Lot) -> Lot:
    """A lot whose aims are what the turn ahead says, and a part of what later turns say beyond the nets."""
    aims = lot.turns.copy()
    ends = np.cumsum(lot.lengths) - 1
    for back in range(1, int(lot.lengths.max())):
        here = ends[lot.lengths > back] - back
        aims[here] += AHEAD * (aims[here + 1] - lot.nets[here + 1])
    return lot._replace(wins=aims[:, :, 0], points=aims[:, :, 1])


def softmax(strengths: Any) -> Any:
    """Chances by strengths, of all seats together 1."""
    odds = np.exp(strengths - strengths.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def portions_of(count: int, rng: np.random.Generator) -> list[Any]:
    """All places in a random order, in portions."""
    order = rng.permutation(count)
    return [order[first : first + PORTION] for first in range(0, count, PORTION)]


def slopes_of(net: dict[str, Any], given: Any, lot: Lot) -> dict[str, Any]:
    """How the errors of a portion change with each weight."""
    count, seats, wide = given.shape
    flat = given.reshape(-1, wide)
    before = flat @ net["first"] + net["bias"]
    hidden = np.maximum(before, 0)
    heads = (hidden @ net["out"] + flat @ net["skip"] + net["last"]).reshape(count, seats, HEADS)
    wrong = errors_of(heads, lot).reshape(-1, HEADS) / count
    back = (wrong @ net["out"].T) * (before > 0)
    return {
        "first": flat.T @ back,
        "bias": back.sum(0),
        "out": hidden.T @ wrong,
        "skip": flat.T @ wrong,
        "last": wrong.sum(0),
    }


def errors_of(heads: Any, lot: Lot) -> Any:
    """By position, seat and head: how the loss changes with the output."""
    missed = heads[:, :, 1] - (lot.points / TENS - lot.inputs[:, :, 0])
    off = heads[:, :, 1] - (lot.finals / TENS - lot.inputs[:, :, 0])
    spreads = np.exp(np.clip(heads[:, :, 2], -MOST_SPREAD, MOST_SPREAD))
    wide = 0.5 * (1 - np.minimum(off**2 / spreads, OUTLIER))
    return np.stack([softmax(heads[:, :, 0]) - lot.wins, POINTS_PART * missed, POINTS_PART * wide], axis=2)


def step(
    net: dict[str, Any], moments: dict[str, tuple[Any, Any]], slopes: dict[str, Any], rate: float, at: int
) -> None:
    """One step of training (Adam)."""
    for name, slope in slopes.items():
        mean, square = moments[name]
        mean *= MOMENTUM
        mean += (1 - MOMENTUM) * slope
        square *= SCALE_MEMORY
        square += (1 - SCALE_MEMORY) * slope**2
        even = np.sqrt(square / (1 - SCALE_MEMORY**at)) + TINY
        net[name] -= rate * mean / (1 - MOMENTUM**at) / even


def folded(net: dict[str, Any], middle: Any, spread: Any) -> Any:
    """The weights for inputs as they are, one after the other."""
    first, skip = net["first"] / spread[:, None], net["skip"] / spread[:, None]
    bias, last = net["bias"] - middle @ first, net["last"] - middle @ skip
    units = np.column_stack([first.T, bias])
    heads = np.column_stack([net["out"].T, skip.T, last])
    return np.concatenate([units.ravel(), heads.ravel()]).astype(np.float32)
