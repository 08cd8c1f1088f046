"""`cinquina arena`: a round robin of bots, as a table and a ladder."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cinquina.bots import levels_of
from cinquina.cli.arena_text import contest_data, contest_text, ladder_drawing
from cinquina.cli.arguments import checked_bots, checked_options, options_of, rules_of
from cinquina.cli.shared import MOST_GAMES, SharedOptions, print_json
from cinquina.cli.workload import checked_workers, hired
from cinquina.core import Rules
from cinquina.core.position import full_options
from cinquina.locales import Words
from cinquina.table.errors import Failed, problem_of
from cinquina.table.saves import write_safely
from cinquina.table.words import game_name
from cinquina.term.progress import Bar

if TYPE_CHECKING:
    from cinquina.bots.arena import Meeting, Share
    from cinquina.bots.ladder import Pairing, Rating
    from cinquina.sim.pool import Work, Workers

PIECE = 50
"""Deals in one task: expert bots are slow."""
WORTH_A_PROCESS = 5_000
"""Games that take about as long as starting a process."""
FEWEST_DEALS = 2


@dataclass(frozen=True, slots=True)
class Contest:
    """Which bots meet, at which game, how often."""

    rules: Rules
    options: dict[str, str]
    bots: tuple[str, ...]
    seats: int
    games: int
    seed: int
    jobs: int
    cluster: str
    report: Path | None


@dataclass(frozen=True)
class Outcome:
    """The result of a contest."""

    meetings: dict[tuple[str, str], Meeting]
    mirrors: dict[str, Share]
    ratings: dict[str, Rating]


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words, games, path = shared.words, click.IntRange(2, MOST_GAMES), click.Path(path_type=Path)

    @shared.command
    @shared.game()
    @click.option("--bots", metavar="expert,hard,…", help=words("help.arena-bots"))
    @shared.seats
    @click.option("--games", type=games, default=1000, metavar="N", help=words("help.arena-games"))
    @shared.seed(default=0)
    @shared.options
    @shared.jobs
    @shared.cluster
    @click.option("--report", type=path, metavar=words("help.FILE"), help=words("help.arena-report"))
    def arena(game: str, as_json: bool, **given: Any) -> int:
        return hold(words, contest_of(words, rules_of(words, game), **given), as_json=as_json)

    return arena


def contest_of(
    words: Words,
    rules: Rules,
    *,
    options: tuple[str, ...],
    bots: str | None,
    seats: int,
    jobs: int | None,
    **rest: Any,
) -> Contest:
    """Return the contest the user typed, or raise Failed."""
    house_rules = options_of(words, options)
    checked_options(words, rules, seats, house_rules)
    names = checked_bots(words, rules, tuple(bots.split(",")) if bots else levels_of(rules), guests=True)
    if len(set(names)) < max(2, len(names)):
        raise Failed(words("arena.two-bots"), code=2)
    if seats < 2:
        raise Failed(words("arena.two-seats"), code=2)
    checked_workers(words, jobs, rest["cluster"])
    usual = min(os.cpu_count() or 1, 1 + rest["games"] * len(names) // WORTH_A_PROCESS)
    return Contest(rules, house_rules, names, seats, jobs=jobs or usual, **rest)


def hold(words: Words, contest: Contest, *, as_json: bool) -> int:
    """Hold the contest and print the result; return the exit code."""
    bar = Bar(words("arena.working", game=game_name(words, contest.rules.NAME)))
    try:
        with hired(words, contest.jobs, contest.cluster) as workers:
            outcome = outcome_of(contest, bar, workers)
    finally:
        bar.close()
    if as_json:
        print_json(contest_data(contest, outcome))
    else:
        click.echo(contest_text(words, contest, outcome))
    if contest.report:
        try:
            write_safely(contest.report, ladder_drawing(outcome.ratings))
        except OSError as wrong:
            click.echo(words("error.cannot-write", file=contest.report, problem=problem_of(wrong)), err=True)
            return 1
    return 0


def outcome_of(contest: Contest, progress: Callable[[float], None], workers: Workers) -> Outcome:
    """Play every pairing, and every bot against itself; pieces of all of them are handed out at once."""
    from cinquina.bots.ladder import Mirror, mirrored, pairings, ratings
    from cinquina.sim.pool import pieces_of

    pairs = list(pairings(contest.bots, contest.seats))
    works: list[Work[Any]] = [pairing_of(contest, *pair) for pair in pairs]
    for bot in contest.bots:
        pairing = pairing_of(contest, bot, bot)
        works.append(Mirror(pairing, pairing.first, pairing.count))
    pieces = [(place, piece) for place, work in enumerate(works) for piece in pieces_of(work, PIECE)]
    found: list[list[Any]] = [[] for _ in works]
    results = workers.in_order(piece for _, piece in pieces)
    for done, ((place, _), result) in enumerate(zip(pieces, results, strict=True)):
        found[place].append(result)
        progress((done + 1) / len(pieces))
    meetings = {pair: reduce(type(own[0]).merged, own) for pair, own in zip(pairs, found, strict=False)}
    mirrors = {bot: mirrored(own) for bot, own in zip(contest.bots, found[len(pairs) :], strict=True)}
    return Outcome(meetings, mirrors, ratings(contest.bots, meetings))


def pairing_of(contest: Contest, one: str, other: str) -> Pairing:
    """Return the pairing of two bots with all games of a contest."""
    from cinquina.bots.ladder import Pairing

    options = tuple(full_options(contest.rules, contest.seats, contest.options).items())
    pairing = Pairing(contest.rules.NAME, one, other, contest.seats, options, contest.seed, 0, contest.games)
    deals = max(FEWEST_DEALS, contest.games // pairing.orders)
    return Pairing(contest.rules.NAME, one, other, contest.seats, options, contest.seed, 0, deals)
