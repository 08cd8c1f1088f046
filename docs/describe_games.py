"""Rewrite the table of the games' properties in docs/research.md: `.venv/bin/python docs/describe_games.py`."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import fmean

from cinquina.bots.players import solver_of
from cinquina.core import CHOICE, OVER, Choice, Roll, Rules, after, bits, faces_wanted, legal_options, opening
from cinquina.games import GAMES
from cinquina.rl import Observer, id_of
from cinquina.sim.luck import WHIM_STREAM, Luck

PAGE = Path(__file__).resolve().parent / "research.md"
TABLE = re.compile(r"<!-- games -->\n.*?<!-- end -->", re.DOTALL)
HEAD = "| game | id | seats | at the same time | chance | options | branching | choices | observation | exact value |"
GAMES_PLAYED, SEATS = 20, 2
SOLVED, FEW = "alone", "few positions left"
"""Of which positions `cinquina.truth` knows the value: of all where one plays alone, or of late ones."""


def described(rules: Rules) -> str:
    """Return the line of a game: what random games of two seats look like."""
    branching, together, choices, dice = [], 0, [], 0
    for game in range(GAMES_PLAYED):
        luck, whims, count = Luck(1, game), Luck(1, game, stream=WHIM_STREAM), 0
        position = opening(rules, SEATS)
        while position.phase != OVER:
            if position.phase != CHOICE:
                faces = faces_wanted(position)
                dice = max(dice, len(faces))
                position = after(position, Roll(luck.throw(faces)))
                continue
            seat = position.waiting[0]
            options = bits.members(legal_options(position, seat))
            together = max(together, len(position.waiting))
            branching.append(len(options))
            count += 1
            position = after(position, Choice(seat, options[whims.throw((len(options),))[0] - 1]))
        choices.append(count)
    cells = (
        rules.NAME,
        f"`{id_of(rules)}`",
        f"{rules.SEATS[0]}–{rules.SEATS[-1]}",
        "yes" if together > 1 else "no",
        f"{dice} dice",
        str(rules.CHOICES),
        f"{fmean(branching):.1f}",
        f"{fmean(choices):.0f}",
        str(len(Observer(rules, SEATS, {}).entries)),
        SOLVED if solver_of(rules) else FEW,
    )
    return f"| {' | '.join(cells)} |"


def redrawn(text: str) -> str:
    """Return the page with its table made again."""
    lines = [HEAD, "|---" * (HEAD.count("|") - 1) + "|", *map(described, GAMES.values())]
    return TABLE.sub(lambda _: "\n".join(["<!-- games -->", *lines, "<!-- end -->"]), text)


if __name__ == "__main__":
    PAGE.write_text(redrawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
