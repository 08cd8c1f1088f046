"""`cinquina bench`: the speed of the rules here, compiled and plain, on one core and on all."""

from __future__ import annotations

from typing import Any

import click

from cinquina.cli.shared import SharedOptions, print_json
from cinquina.locales import Words

MICROSECONDS = 1e6
"""In a second."""


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""

    @shared.command
    def bench(as_json: bool) -> None:
        run(shared.words, as_json=as_json)

    return bench


def run(words: Words, *, as_json: bool) -> None:
    """Measure and print."""
    from cinquina.cli.speed import measured  # so that help does not load numba

    data = measured()
    if as_json:
        print_json(data)
    else:
        click.echo(speed_text(words, data))


def speed_text(words: Words, data: dict[str, Any]) -> str:
    """Return the measurements as text."""
    lines = [words("bench.machine", **data["machine"]), words("bench.head")]
    for name, by_seats in data["games"].items():
        for seats, speed in by_seats.items():
            numbers = f"{speed['games_per_second']:11,.0f} {speed['choices_per_second']:12,.0f}"
            numbers += f" {speed['games_per_second_on_all_cores']:12,.0f} {speed['plain_games_per_second']:8,.0f}"
            lines.append(f"{name:14} {seats:>3} {words.figure(numbers)} {speed['bytes']:6}")
    for name, times in data["compile"].items():
        cold, cached = words.figure(f"{times['cold']:.1f}"), words.figure(f"{times['cached']:.2f}")
        lines.append(words("bench.compile", game=name, cold=cold, cached=cached))
    for name, step in data["stepping"].items():
        together = words.figure(f"{step['choices_per_second']:,.0f}")
        alone = words.figure(f"{step['seconds_of_one'] * MICROSECONDS:.2f}")
        lines.append(words("bench.stepping", game=name, batch=step["batch"], speed=together, alone=alone))
    return "\n".join(lines)
