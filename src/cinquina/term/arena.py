"""`cinquina arena`: a round robin of bots, told as a table and drawn as a ladder."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from cinquina.bots import names_of
from cinquina.bots.arena import Meeting, Share
from cinquina.bots.ladder import Pairing, Rating, mirror, pairings, ratings
from cinquina.core import Rules
from cinquina.core.position import full_options
from cinquina.locales import Words
from cinquina.sim.pool import summaries
from cinquina.table.errors import Failed, problem_of
from cinquina.table.saves import write_safely
from cinquina.table.words import game_name
from cinquina.term.bar import Bar
from cinquina.term.report import BAR, INK

PIECE = 50
"""Deals in one piece of work: expert bots take their time."""
FEWEST_DEALS = 2
LADDER = 40
"""The width of the longest bar of a ladder."""
USUAL = ("random", "easy", "medium", "hard", "expert")
PLOT_WIDTH, ROW_HEIGHT, NAME_WIDTH, EDGE = 640, 34, 110, 60
DOT, LINE = 5, 2


@dataclass(frozen=True, slots=True)
class Contest:
    """Who meets, at which game, how often."""

    rules: Rules
    options: dict[str, str]
    bots: tuple[str, ...]
    seats: int
    games: int
    seed: int
    jobs: int
    report: Path | None

    @classmethod
    def of(
        cls,
        words: Words,
        rules: Rules,
        options: dict[str, str],
        bots: str | None,
        *,
        seats: int,
        games: int,
        seed: int,
        jobs: int | None,
        report: Path | None,
    ) -> Contest:
        """A contest as it was typed, or Failed."""
        names = tuple(bots.split(",")) if bots else USUAL
        for name in names:
            if name not in names_of(rules):
                possible = ", ".join(names_of(rules))
                raise Failed(words("refusal.no-such-bot", level=name[:40], possible=possible), code=2)
        if len(set(names)) < max(2, len(names)):
            raise Failed(words("arena.two-bots"), code=2)
        if seats < 2:
            raise Failed(words("arena.two-seats"), code=2)
        return cls(rules, options, names, seats, games, seed, jobs or 1, report)


@dataclass(frozen=True)
class Outcome:
    """How a contest ended."""

    meetings: dict[tuple[str, str], Meeting]
    mirrors: dict[str, Share]
    ratings: dict[str, Rating]


def hold(words: Words, contest: Contest, *, as_json: bool) -> int:
    """Let everybody meet everybody and tell; the exit code."""
    bar = Bar(words("arena.working", game=game_name(words, contest.rules.NAME)))
    try:
        outcome = held(contest, bar)
    finally:
        bar.close()
    if as_json:
        print(json.dumps(told(contest, outcome), ensure_ascii=False, indent=2))
    else:
        print(text(words, contest, outcome))
    if contest.report:
        try:
            write_safely(contest.report, plot(outcome.ratings))
        except OSError as wrong:
            print(words("error.cannot-write", file=contest.report, problem=problem_of(wrong)), file=sys.stderr)
            return 1
    return 0


def held(contest: Contest, progress: Callable[[float], None]) -> Outcome:
    """Every pairing, and every bot's mirror."""
    pairs = list(pairings(contest.bots, contest.seats))
    steps, meetings, mirrors = len(pairs) + len(contest.bots), {}, {}
    for place, (one, other) in enumerate(pairs):
        pairing = pairing_of(contest, one, other)
        meeting: Meeting | None = None
        for piece in summaries(pairing, contest.jobs, PIECE):
            meeting = meeting.merged(piece) if meeting else piece
            progress((place + len(meeting.deals) / pairing.count) / steps)
        assert meeting, "a contest has games"
        meetings[one, other] = meeting
    for place, bot in enumerate(contest.bots):
        mirrors[bot] = mirror(pairing_of(contest, bot, bot))
        progress((len(pairs) + place + 1) / steps)
    return Outcome(meetings, mirrors, ratings(contest.bots, meetings))


def pairing_of(contest: Contest, one: str, other: str) -> Pairing:
    """Two kinds of bots with all the games of a contest."""
    options = tuple(full_options(contest.rules, contest.seats, contest.options).items())
    pairing = Pairing(contest.rules.NAME, one, other, contest.seats, options, contest.seed, 0, contest.games)
    deals = max(FEWEST_DEALS, contest.games // pairing.orders)
    return Pairing(contest.rules.NAME, one, other, contest.seats, options, contest.seed, 0, deals)


# --- telling --------------------------------------------------------------------------------------------------


def told(contest: Contest, outcome: Outcome) -> dict[str, Any]:
    """A contest for programs."""
    rated = {bot: {"elo": rating.elo, "half_width": rating.error} for bot, rating in outcome.ratings.items()}
    return {
        "game": contest.rules.NAME,
        "seats": contest.seats,
        "options": full_options(contest.rules, contest.seats, contest.options),
        "seed": contest.seed,
        "meetings": [told_meeting(*pair, meeting) for pair, meeting in outcome.meetings.items()],
        "mirrors": {bot: told_share(share) for bot, share in outcome.mirrors.items()},
        "ratings": rated,
    }


def told_meeting(one: str, other: str, meeting: Meeting) -> dict[str, Any]:
    """One pairing, from the side of its first bot."""
    return {
        "bot": one,
        "against": other,
        "games": meeting.games,
        "fair_share": meeting.fair_share,
        "raw": told_share(meeting.raw[0]),
        "adjusted": told_share(meeting.adjusted[0]),
        "scores": dict(zip(meeting.bots, meeting.scores, strict=True)),
    }


def told_share(share: Share) -> dict[str, float]:
    """A share with its interval."""
    return {"share": share.share, "half_width": share.error}


def text(words: Words, contest: Contest, outcome: Outcome) -> str:
    """A contest for people: every pairing in a line, the mirrors, and the ladder."""
    games = sum(meeting.games for meeting in outcome.meetings.values())
    setting = {"game": game_name(words, contest.rules.NAME), "seats": contest.seats, "seed": contest.seed}
    lines = [words("arena.title", games=f"{games:,}", **setting)]
    for (one, other), meeting in outcome.meetings.items():
        shares = {"raw": share_text(meeting.raw[0]), "adjusted": share_text(meeting.adjusted[0])}
        fair = f"{100 * meeting.fair_share:.0f} %"
        points = ", ".join(f"{bot} {score:.1f}" for bot, score in zip(meeting.bots, meeting.scores, strict=True))
        lines.append(words("arena.pair", one=one, other=other, fair=fair, points=points, **shares))
    mirrors = ", ".join(f"{bot} {share_text(share)}" for bot, share in outcome.mirrors.items())
    lines += [words("arena.mirrors", mirrors=mirrors), "", words("arena.ladder")]
    return "\n".join([*lines, *ladder(outcome.ratings)])


def share_text(share: Share) -> str:
    """A share in percent with its interval."""
    return f"{100 * share.share:.1f} ± {100 * share.error:.1f} %"


def ladder(rated: dict[str, Rating]) -> list[str]:
    """Everybody's strength as a bar, the strongest first."""
    lowest = min(rating.elo for rating in rated.values())
    span = max(rating.elo for rating in rated.values()) - lowest or 1.0
    width = max(map(len, rated))
    lines = []
    for bot, rating in sorted(rated.items(), key=lambda item: -item[1].elo):
        bar = "█" * round(LADDER * (rating.elo - lowest) / span)
        lines.append(f"  {bot:<{width}} {rating.elo:+7.0f} ± {rating.error:3.0f}  {bar}")
    return lines


def plot(rated: dict[str, Rating]) -> str:
    """The ladder as a drawing: a dot for everybody, with its interval."""
    low = min(rating.elo - rating.error for rating in rated.values())
    span = max(rating.elo + rating.error for rating in rated.values()) - low or 1.0

    def across(elo: float) -> float:
        return NAME_WIDTH + (PLOT_WIDTH - NAME_WIDTH - EDGE) * (elo - low) / span

    drawn = []
    for place, (bot, rating) in enumerate(sorted(rated.items(), key=lambda item: -item[1].elo)):
        middle = (place + 0.5) * ROW_HEIGHT
        left, right = across(rating.elo - rating.error), across(rating.elo + rating.error)
        drawn.append(f"<text x='8' y='{middle + 5:.0f}'>{escape(bot)}</text>")
        drawn.append(f"<path d='M{left:.1f} {middle:.1f}H{right:.1f}' stroke='{INK}' stroke-width='{LINE}'/>")
        drawn.append(f"<circle cx='{across(rating.elo):.1f}' cy='{middle:.1f}' r='{DOT}' fill='{BAR}'/>")
        drawn.append(f"<text x='{right + 8:.1f}' y='{middle + 5:.0f}'>{rating.elo:+.0f}</text>")
    size = f"viewBox='0 0 {PLOT_WIDTH} {len(rated) * ROW_HEIGHT}' width='{PLOT_WIDTH}'"
    font = f"font-family='system-ui,sans-serif' font-size='14' fill='{INK}'"
    return f"<svg xmlns='http://www.w3.org/2000/svg' {size} {font} role='img'>\n" + "\n".join(drawn) + "\n</svg>\n"
