"""Training of the nets of `prospects` on games, from what is known before every turn and from results.

In a part of the games weaker bots play in some seats until some throw, and positions are noted from then on. So the
nets also know positions that strong players do not reach. A net learns from results first. Then it learns from
positions of other games, each valued exactly over the whole turn ahead with the net itself used after the turn: such
values have little luck in them, and training on them makes values before and after a turn agree.
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
"""The part of games that weaker bots begin, how long they play at most, and in which part of the seats they never do.
"""
PORTION = 2048
FIRST_STEPS, ROUNDS, LATER_STEPS = 1500, 3, 600
QUICK, LATER, SLOW = 4e-3, 1e-3, 5e-5
TRACE = 0.85
"""The weight of the next position's aim in the aim of a position; the rest is the net's value of the next position."""
MOST_SPREAD, OUTLIER = 8.0, 20.0
MOMENTUM, SCALE_MEMORY, TINY = 0.9, 0.999, 1e-8
AHEAD_ROUNDS, AHEAD_PART, AHEAD_STEPS = 2, 0.3, 2000
"""How often a net learns from turns ahead, from which part of the number of games each time, and in how many steps."""
AHEAD = 0.5
"""How much of what later turns of a game add to the net's values counts for earlier positions."""
PIECE = 250
"""How many games are watched at a time."""
POINTS_PART = 0.3
"""The weight of errors of points relative to those of chances."""


class Lot(NamedTuple):
    """Positions of games with the same number of seats.

    `inputs` is what the nets see by seat, `wins` and `points` are what they should give, `finals` the final points;
    `lengths` has the number of positions of each game. `nets` and `turns` have chances and points by the nets and by
    whole turns, if those were noted.
    """

    inputs: Any
    wins: Any
    points: Any
    finals: Any
    lengths: Any
    nets: Any
    turns: Any


class Plan(NamedTuple):
    """How games are watched: by which function, with which bots, and how large the arrays have to be.

    `throws` is the usual number of throws in a game, `positions` the number of positions a game has at most. `width` is
    the width of a seat's block, `kept` that of all numbers kept of a seat.
    """

    watch: Callable[..., None]
    strong: int
    weaker: tuple[int, ...]
    throws: int
    positions: int
    width: int
    kept: int


@dataclass(frozen=True)
class Watching:
    """Games to watch: `tables` has those to play by and those for nets; `with_turns` says whether turns are noted."""

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
    """Return positions of games, watched in pieces."""
    return joined(list(workers.in_order(pieces_of(watching, PIECE))))


def joined(lots: list[Lot]) -> Lot:
    """Return several lots as one."""
    return Lot(*(np.concatenate(parts) for parts in zip(*lots, strict=True)))


def watched_piece(watching: Watching) -> Lot:
    """Watch the games of one piece and return their positions."""
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
    """Return the weights of a net, in the order in which `prospects` reads them.

    `watch(net, first, count)` returns positions of games, with values of turns if there is a net. The net learns from
    results first, then from its own values of later positions of the same game, with less and less weight on the
    result, which has much more luck in it; in the end from turns ahead.
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
    first, part = games, int(games * AHEAD_PART)
    for _ in range(AHEAD_ROUNDS):
        lot = watch(folded(net, middle, spread), first, part)
        first += part
        learn(net, ((lot.inputs - middle) / spread).astype(np.float32), ahead(lot), LATER, AHEAD_STEPS, rng)
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
    """Return some positions of a lot."""
    return lot._replace(inputs=lot.inputs[part], wins=lot.wins[part], points=lot.points[part], finals=lot.finals[part])


def heads_of(net: dict[str, Any], given: Any) -> Any:
    """Return the outputs of a net for all positions."""
    found = []
    for first in range(0, len(given), PORTION):
        flat = given[first : first + PORTION]
        hidden = np.maximum(flat @ net["first"] + net["bias"], 0)
        found.append(hidden @ net["out"] + flat @ net["skip"] + net["last"])
    return np.concatenate(found)


def later(lot: Lot, heads: Any) -> Lot:
    """Return a lot whose aims mix what a net predicts for later positions with the result."""
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
    """Return a lot whose aims are values of the turn ahead, plus a part of what later turns add to the net's values."""
    aims = lot.turns.copy()
    ends = np.cumsum(lot.lengths) - 1
    for back in range(1, int(lot.lengths.max())):
        here = ends[lot.lengths > back] - back
        aims[here] += AHEAD * (aims[here + 1] - lot.nets[here + 1])
    return lot._replace(wins=aims[:, :, 0], points=aims[:, :, 1])


def softmax(strengths: Any) -> Any:
    """Return chances from strengths; the chances of all seats sum to 1."""
    odds = np.exp(strengths - strengths.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def portions_of(count: int, rng: np.random.Generator) -> list[Any]:
    """Return all places in a random order, in portions."""
    order = rng.permutation(count)
    return [order[first : first + PORTION] for first in range(0, count, PORTION)]


def slopes_of(net: dict[str, Any], given: Any, lot: Lot) -> dict[str, Any]:
    """Return the gradient of the errors of a portion, by weight."""
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
    """Return the derivative of the loss with respect to each output, by position, seat and head."""
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
    """Return weights for inputs that are not standardised, one after the other."""
    first, skip = net["first"] / spread[:, None], net["skip"] / spread[:, None]
    bias, last = net["bias"] - middle @ first, net["last"] - middle @ skip
    units = np.column_stack([first.T, bias])
    heads = np.column_stack([net["out"].T, skip.T, last])
    return np.concatenate([units.ravel(), heads.ravel()]).astype(np.float32)
