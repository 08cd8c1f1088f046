"""A study of a rule: what a penalty costs in Qwixx, from nothing to twice as much, with one plot.

    python examples/whatif_study.py --games 20000 --bots medium --out penalties.svg

Both versions of a game are played with the same dice, so that even small effects show.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from cinquina.bots.compiled import compiled_bots
from cinquina.core.position import full_options
from cinquina.games import GAMES
from cinquina.sim.whatif import UNITS, Pairs

GAME, SEATS, NUMBER, VALUES = "qwixx", 2, "penalty", (0, 2, 3, 4, 6, 8, 10)
MEASURES = ("points", "throws")
WIDTH, HEIGHT, MARGIN = 520, 220, 50
Line = list[tuple[float, float, float]]
"""By value of the number: the difference that it makes, and half of its 95 % interval."""


def studied(games: int, seed: int, bot: str) -> dict[str, Line]:
    """Return what the values of a number change, by measure."""
    rules = GAMES[GAME]
    usual = full_options(rules, SEATS, {})
    bots = compiled_bots(rules, (bot,) * SEATS) if bot else None
    lines: dict[str, Line] = {measure: [] for measure in MEASURES}
    for value in VALUES:
        both = tuple(usual.items()), tuple({**usual, NUMBER: str(value)}.items())
        found = Pairs(GAME, SEATS, *both, seed, 0, games, bots).done()
        for measure in MEASURES:
            unit, difference = UNITS.get(measure, 1), found.measures[measure].difference
            lines[measure].append((value, difference.mean(unit), difference.half_width(unit)))
    return lines


def drawn(lines: dict[str, Line]) -> str:
    """Draw every measure as a line with intervals."""
    parts, total = [], len(lines) * (HEIGHT + MARGIN)
    for place, (measure, line) in enumerate(lines.items()):
        low, high = min(y - half for _, y, half in line), max(y + half for _, y, half in line)
        top, span = place * (HEIGHT + MARGIN) + MARGIN, high - low or 1.0
        spots = []
        for value, y, half in line:
            x = MARGIN + (WIDTH - 2 * MARGIN) * (value - VALUES[0]) / (VALUES[-1] - VALUES[0])
            ends = [top + (HEIGHT - MARGIN) * (high - end) / span for end in (y + half, y, y - half)]
            spots.append(f"{x:.1f},{ends[1]:.1f}")
            parts.append(f"<path d='M{x:.1f} {ends[0]:.1f}V{ends[2]:.1f}' stroke='#888'/>")
            parts.append(f"<text x='{x:.1f}' y='{top + HEIGHT - 28}' text-anchor='middle'>{value}</text>")
            parts.append(f"<text x='{x:.1f}' y='{ends[1] - 8:.1f}' text-anchor='middle'>{y:+.2f}</text>")
        parts.append(f"<polyline points='{' '.join(spots)}' fill='none' stroke='#2f68ad' stroke-width='2'/>")
        parts.append(f"<text x='{MARGIN}' y='{top - 26}' font-weight='600'>{measure}, by {NUMBER}</text>")
    size = f"viewBox='0 0 {WIDTH} {total}' font-family='sans-serif' font-size='12'"
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' {size}>", *parts, "</svg>\n"])


def main(line: list[str] | None = None) -> dict[str, Line]:
    """Play, print the table and draw the plot."""
    asked = argparse.ArgumentParser(description="What a penalty costs in Qwixx.")
    asked.add_argument("--games", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--bots", default="", help="who plays; at random if nobody is named")
    asked.add_argument("--out", type=Path, default=Path("penalties.svg"))
    given = asked.parse_args(line)
    lines = studied(given.games, given.seed, given.bots)
    for measure, found in lines.items():
        print(measure, "  ".join(f"{value:g}: {mean:+.2f} ± {half:.2f}" for value, mean, half in found))
    given.out.write_text(drawn(lines), encoding="utf-8")
    return lines


if __name__ == "__main__":
    main()
