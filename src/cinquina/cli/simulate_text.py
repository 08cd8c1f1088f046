"""Words for the results of a simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cinquina.cli.workload import bots_text
from cinquina.core import Rules
from cinquina.locales import Words
from cinquina.table.words import game_name, part_name, reason_to_end

if TYPE_CHECKING:
    from cinquina.cli.simulate import Simulation
    from cinquina.sim.summary import Summary


def summary_text(words: Words, run: Simulation, total: Summary) -> str:
    """Return the results."""
    lines = [title_text(words, run, total)]
    for seat in range(run.seats):
        lines += [seat_text(words, total, seat), "    " + parts_text(words, run.rules, total, seat)]
    if run.seats > 1:
        in_turn = [share_text(words, total, wins) for wins in total.wins_in_turn]
        lines.append(words("simulate.in-turn", shares="; ".join(in_turn)))
    mean, half = words.figure(f"{total.events.mean:.1f}"), words.figure(f"{total.events.half_width:.1f}")
    lines.append(words("simulate.events", mean=mean, half=half))
    lines += [words("simulate.lots", mean=words.figure(f"{total.lots / total.games:.1f}"))] if total.lots else []
    for ending, many in total.ended.most_common():
        reason = reason_to_end(words, run.rules, run.options, ending, words("simulate.somebody"))
        share = words.figure(f"{100 * many / total.games:.1f}")
        lines.append(words("simulate.ending", share=share, ending=reason))
    return "\n".join([*lines, words("simulate.intervals")])


def title_text(words: Words, run: Simulation, total: Summary) -> str:
    """Return what was simulated."""
    title = game_name(words, run.rules.NAME)
    setting = {"game": title, "n": total.games, "seats": words("count.seats", n=run.seats), "seed": run.seed}
    return words("simulate.title", bots=bots_text(run.levels), **setting)


def seat_text(words: Words, total: Summary, seat: int) -> str:
    """Return a seat's points and wins."""
    points = total.points[seat]
    return words(
        "simulate.seat",
        seat=seat + 1,
        mean=words.figure(f"{points.mean:.2f}"),
        half=words.figure(f"{points.half_width:.2f}"),
        deviation=words.figure(f"{points.deviation:.2f}"),
        low=points.quantile(5),
        middle=points.quantile(50),
        high=points.quantile(95),
        wins=share_text(words, total, total.wins[seat]),
    )


def share_text(words: Words, total: Summary, wins: int) -> str:
    """Return a share of wins with its interval."""
    low, high = total.win_interval(wins)
    return words.figure(f"{100 * total.win_share(wins):.1f} % ({100 * low:.1f}–{100 * high:.1f})")


def parts_text(words: Words, rules: Rules, total: Summary, seat: int) -> str:
    """Return the average parts of a seat's points."""
    means = zip(total.parts, total.part_sums[seat], strict=True)
    return ", ".join(
        f"{part_name(words, rules, part)} {words.figure(f'{sum_ / total.games:.2f}')}" for part, sum_ in means
    )
