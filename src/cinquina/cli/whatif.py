"""`cinquina whatif`: compares a game with changed numbers to the standard one, with the same luck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from cinquina.cli.arguments import checked_options, options_of, rules_of
from cinquina.cli.shared import SharedOptions, print_json
from cinquina.cli.workload import (
    Workload,
    bots_of,
    bots_text,
    checked_workers,
    in_pieces,
    levels_of,
    partial_problem,
    progress,
    usual_jobs,
)
from cinquina.core import Rules
from cinquina.locales import Words
from cinquina.table.errors import Failed
from cinquina.table.words import game_name

if TYPE_CHECKING:
    from cinquina.sim.whatif import Comparison, Measure, Pairs

NAME_WIDTH, NUMBER_WIDTH = 41, 12


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What to compare: the rules with the options `base`, and the same with `changed` added."""

    rules: Rules
    seats: int
    base: dict[str, str]
    changed: dict[str, str]
    count: int
    seed: int
    jobs: int
    levels: tuple[str, ...]
    cluster: str = ""


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command
    @shared.game()
    @shared.options
    @click.option("--base", multiple=True, metavar="K=V", help=words("help.base"))
    @shared.seats
    @shared.games(100_000)
    @shared.seed(default=0)
    @shared.bots
    @shared.jobs
    @shared.cluster
    def whatif(game: str, as_json: bool, **given: Any) -> int:
        batch = Workload.taken_from(given)
        return compare(words, question_of(words, rules_of(words, game), batch, **given), as_json=as_json)

    return whatif


def question_of(
    words: Words, rules: Rules, batch: Workload, *, options: tuple[str, ...], base: tuple[str, ...], **rest: Any
) -> WhatIf:
    """Return the comparison the user typed, or raise Failed."""
    changed, usual = options_of(words, options), options_of(words, base)
    checked_options(words, rules, batch.seats, usual)
    levels = levels_of(words, rules, batch.bots, batch.seats)
    checked_workers(words, batch.jobs, rest["cluster"])
    jobs = batch.jobs or usual_jobs(2 * batch.games)
    return WhatIf(rules, batch.seats, usual, changed, batch.games, jobs=jobs, levels=levels, **rest)


def compare(words: Words, asked: WhatIf, *, as_json: bool) -> int:
    """Play both versions and print, also partial results when it is stopped; return the exit code."""
    from cinquina.sim.whatif import Comparison

    work = pairs(words, asked)
    total = Comparison()
    problem = add_up(words, asked, work, total)
    if as_json:
        setting = {"options": dict(work.options), "changed": asked.changed, "bots": list(asked.levels)}
        data = {"game": asked.rules.NAME, "seats": asked.seats, "seed": asked.seed, **setting, **total.as_json()}
        print_json({**data, "partial": bool(problem)})
    elif total.games:
        click.echo(comparison_text(words, asked, total))
    if problem:
        click.echo(problem, err=True)
    return 1 if problem else 0


def pairs(words: Words, asked: WhatIf) -> Pairs:
    """Return the games to play; raise Failed when nothing differs or the numbers are invalid."""
    from cinquina.sim.whatif import Pairs

    usual = checked_options(words, asked.rules, asked.seats, asked.base)
    changed = checked_options(words, asked.rules, asked.seats, {**asked.base, **asked.changed})
    if usual == changed:
        raise Failed(words("error.nothing-changed"), code=2)
    both = (tuple(usual.items()), tuple(changed.items()))
    return Pairs(asked.rules.NAME, asked.seats, *both, asked.seed, 0, asked.count, bots_of(asked.rules, asked.levels))


def add_up(words: Words, asked: WhatIf, work: Pairs, total: Comparison) -> str:
    """Compare game by game; return why it stopped early, or ""."""
    from cinquina.sim.pool import NoWorkers

    try:
        for piece in progress(words, in_pieces(work, asked.jobs, asked.cluster), asked.count):
            total.merge(piece)
    except KeyboardInterrupt:
        return words("error.partial", n=total.games, wanted=asked.count)
    except NoWorkers as wrong:
        return partial_problem(words, wrong, total.games, asked.count)
    return ""


def comparison_text(words: Words, asked: WhatIf, total: Comparison) -> str:
    """Return both versions side by side."""
    setting = {"game": game_name(words, asked.rules.NAME), "n": total.games, "seed": asked.seed}
    setting["seats"] = words("count.seats", n=asked.seats)
    changed = ", ".join(f"{name}={value}" for name, value in asked.changed.items())
    columns = [words(f"whatif.{name}") for name in ("usual", "changed", "difference")]
    lines = [
        words("whatif.title", bots=bots_text(asked.levels), **setting),
        words("whatif.changes", changed=changed),
        " " * NAME_WIDTH + "".join(f"{column:>{NUMBER_WIDTH}}" for column in columns),
    ]
    lines += [measure_line(words, name, measure) for name, measure in total.measures.items()]
    return "\n".join([*lines, words("whatif.intervals")])


def measure_line(words: Words, name: str, measure: Measure) -> str:
    """Return one measure: its means, and the difference with its interval; a star if that excludes zero."""
    from cinquina.sim.whatif import SHARES, UNITS

    unit = UNITS.get(name, 1)
    scale = 100 if name in SHARES else 1
    difference, half = measure.difference.mean(unit) * scale, measure.difference.half_width(unit) * scale
    means = "".join(f"{part.mean(unit) * scale:>{NUMBER_WIDTH}.2f}" for part in (measure.usual, measure.changed))
    star = " *" if abs(difference) > half else ""
    figures = words.figure(f"{means}{difference:>+{NUMBER_WIDTH}.3f} ± {half:.3f}")
    return f"{words(f'measure.{name}'):<{NAME_WIDTH}}{figures}{star}"
