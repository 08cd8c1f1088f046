"""The commands for researchers and designers: simulate, whatif, bench, solve, train, arena, hint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cinquina.commands import MOST_GAMES, Commands, options_of, rules_of
from cinquina.locales import Words


def add_simulate(commands: Commands, said: Words) -> None:
    """`cinquina simulate`."""

    @commands.command
    @commands.game()
    @commands.seats
    @commands.games(1000)
    @commands.seed(default=0)
    @commands.options
    @commands.bots
    @commands.jobs
    @commands.cluster
    @click.option("--record", type=click.Path(path_type=Path), metavar="DIR", help=said("help.record-folder"))
    @click.option("--report", type=click.Path(path_type=Path), metavar=said("help.FILE"), help=said("help.report"))
    def simulate(game: str, options: tuple[str, ...], bots: str | None, as_json: bool, **numbers: Any) -> int:
        return run_simulation(said, game, options_of(said, options), bots, as_json, **numbers)


def run_simulation(
    said: Words,
    game: str,
    options: dict[str, str],
    bots: str | None,
    as_json: bool,
    *,
    seats: int,
    games: int,
    seed: int,
    jobs: int | None,
    cluster: str,
    record: Path | None,
    report: Path | None,
) -> int:
    """Check a simulation's command line and run it."""
    rules = rules_of(said, game)
    from cinquina.term.simulate import Run, checked_options, levels_of, simulate_games, usual_jobs

    checked_options(said, rules, seats, options)
    levels = levels_of(said, rules, bots, seats)
    run = Run(rules, seats, options, games, seed, jobs or usual_jobs(games), levels, cluster, record, report)
    return simulate_games(said, run, as_json=as_json)


def add_whatif(commands: Commands, said: Words) -> None:
    """`cinquina whatif`."""

    @commands.command
    @commands.game()
    @commands.options
    @click.option("--base", multiple=True, metavar="K=V", help=said("help.base"))
    @commands.seats
    @commands.games(100_000)
    @commands.seed(default=0)
    @commands.bots
    @commands.jobs
    @commands.cluster
    def whatif(
        game: str, options: tuple[str, ...], base: tuple[str, ...], bots: str | None, as_json: bool, **numbers: Any
    ) -> int:
        return run_whatif(said, game, options_of(said, options), options_of(said, base), bots, as_json, **numbers)


def run_whatif(
    said: Words,
    game: str,
    changed: dict[str, str],
    base: dict[str, str],
    bots: str | None,
    as_json: bool,
    *,
    seats: int,
    games: int,
    seed: int,
    jobs: int | None,
    cluster: str,
) -> int:
    """Check a comparison's command line and run it."""
    rules = rules_of(said, game)
    from cinquina.term.simulate import checked_options, levels_of, usual_jobs
    from cinquina.term.whatif import Question, compare

    checked_options(said, rules, seats, base)
    levels = levels_of(said, rules, bots, seats)
    asked = Question(rules, seats, base, changed, games, seed, jobs or usual_jobs(2 * games), levels, cluster)
    return compare(said, asked, as_json=as_json)


def add_bench(commands: Commands, said: Words) -> None:
    """`cinquina bench`."""

    @commands.command
    def bench(as_json: bool) -> None:
        from cinquina.term.bench import bench as measure

        measure(said, as_json=as_json)


def add_solve(commands: Commands, said: Words) -> None:
    """`cinquina solve`."""

    @commands.command
    @commands.game()
    @click.option("--players", metavar="1–5", help=said("help.solve-players"))
    @click.option("--hazard", metavar="γ", help=said("help.solve-hazard"))
    @click.option("--sheet", metavar="A–J", help=said("help.solve-sheet"))
    @click.option("--side", metavar="front|back", help=said("help.solve-side"))
    @commands.games(10_000)
    @commands.seed(default=0)
    def solve(game: str, games: int, seed: int, as_json: bool, **asked: str | None) -> int:
        from cinquina.term.solve import solve_game

        given = {name: value for name, value in asked.items() if value is not None}
        return solve_game(said, rules_of(said, game), given, games, seed, as_json=as_json)


def add_train(commands: Commands, said: Words) -> None:
    """`cinquina train`."""
    path = click.Path(path_type=Path)

    @commands.command
    @commands.game()
    @commands.options
    @click.option("--seats", type=click.IntRange(1), metavar="N", help=said("help.train-seats"))
    @commands.seed(default=0)
    @click.option("--rounds", type=click.IntRange(1), metavar="N", help=said("help.train-rounds"))
    @click.option("--run", type=path, required=True, metavar=said("help.FILE"), help=said("help.train-run"))
    @click.option("--out", type=path, metavar=said("help.FILE"), help=said("help.train-out"))
    def train(game: str, options: tuple[str, ...], as_json: bool, **rest: Any) -> int:
        from cinquina.term.train import Course, train_game

        course = Course(rules_of(said, game), options_of(said, options), **rest)
        return train_game(said, course, as_json=as_json)


def add_arena(commands: Commands, said: Words) -> None:
    """`cinquina arena`."""
    games, path = click.IntRange(2, MOST_GAMES), click.Path(path_type=Path)

    @commands.command
    @commands.game()
    @click.option("--bots", metavar="expert,hard,…", help=said("help.arena-bots"))
    @commands.seats
    @click.option("--games", type=games, default=1000, metavar="N", help=said("help.arena-games"))
    @commands.seed(default=0)
    @commands.options
    @commands.jobs
    @click.option("--report", type=path, metavar=said("help.FILE"), help=said("help.arena-report"))
    def arena(game: str, options: tuple[str, ...], bots: str | None, as_json: bool, **numbers: Any) -> int:
        from cinquina.term.arena import Contest, hold
        from cinquina.term.simulate import checked_options

        rules, house_rules = rules_of(said, game), options_of(said, options)
        checked_options(said, rules, numbers["seats"], house_rules)
        return hold(said, Contest.of(said, rules, house_rules, bots, **numbers), as_json=as_json)


def add_hint(commands: Commands, said: Words) -> None:
    """`cinquina hint`."""

    @commands.command
    @click.argument("file", metavar=said("help.FILE"), type=click.Path(allow_dash=True))
    @click.option("--to", type=click.IntRange(0), metavar="N", help=said("help.to"))
    def hint(file: str, to: int | None, as_json: bool) -> int:
        from cinquina.term.hint import hint_file

        return hint_file(said, file, to, as_json=as_json)
