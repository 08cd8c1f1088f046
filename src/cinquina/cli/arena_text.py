"""The result of a contest: as data, as text, and as a drawn ladder."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from cinquina.cli.report import BAR, INK
from cinquina.core.position import full_options
from cinquina.locales import Words
from cinquina.table.words import game_name

if TYPE_CHECKING:
    from cinquina.bots.arena import Meeting, Share
    from cinquina.bots.ladder import Rating
    from cinquina.cli.arena import Contest, Outcome

LADDER = 40
"""The width of the longest bar of a ladder."""
PLOT_WIDTH, ROW_HEIGHT, NAME_WIDTH, EDGE = 640, 34, 110, 60
DOT, LINE = 5, 2


def contest_data(contest: Contest, outcome: Outcome) -> dict[str, Any]:
    """Return a contest as data."""
    rated = {bot: {"elo": rating.elo, "half_width": rating.error} for bot, rating in outcome.ratings.items()}
    return {
        "game": contest.rules.NAME,
        "seats": contest.seats,
        "options": full_options(contest.rules, contest.seats, contest.options),
        "seed": contest.seed,
        "meetings": [meeting_data(*pair, meeting) for pair, meeting in outcome.meetings.items()],
        "mirrors": {bot: share_data(share) for bot, share in outcome.mirrors.items()},
        "ratings": rated,
    }


def meeting_data(one: str, other: str, meeting: Meeting) -> dict[str, Any]:
    """Return one pairing as data, from the side of its first bot."""
    return {
        "bot": one,
        "against": other,
        "games": meeting.games,
        "fair_share": meeting.fair_share,
        "raw": share_data(meeting.raw[0]),
        "adjusted": share_data(meeting.adjusted[0]),
        "scores": dict(zip(meeting.bots, meeting.scores, strict=True)),
    }


def share_data(share: Share) -> dict[str, float]:
    """Return a share with its interval."""
    return {"share": share.share, "half_width": share.error}


def contest_text(words: Words, contest: Contest, outcome: Outcome) -> str:
    """Return a contest as text: the pairings, the mirrors, and the ladder."""
    games = sum(meeting.games for meeting in outcome.meetings.values())
    setting = {"game": game_name(words, contest.rules.NAME), "seats": contest.seats, "seed": contest.seed}
    lines = [words("arena.title", games=words.figure(f"{games:,}"), **setting)]
    for (one, other), meeting in outcome.meetings.items():
        shares = {"raw": share_text(words, meeting.raw[0]), "adjusted": share_text(words, meeting.adjusted[0])}
        fair = f"{100 * meeting.fair_share:.0f} %"
        scored = zip(meeting.bots, meeting.scores, strict=True)
        points = ", ".join(f"{bot} {words.figure(f'{score:.1f}')}" for bot, score in scored)
        lines.append(words("arena.pair", one=one, other=other, fair=fair, points=points, **shares))
    mirrors = ", ".join(f"{bot} {share_text(words, share)}" for bot, share in outcome.mirrors.items())
    lines += [words("arena.mirrors", mirrors=mirrors), "", words("arena.ladder")]
    return "\n".join([*lines, *ladder_lines(outcome.ratings)])


def share_text(words: Words, share: Share) -> str:
    """Return a share in percent with its interval."""
    return words.figure(f"{100 * share.share:.1f} ± {100 * share.error:.1f} %")


def ladder_lines(rated: dict[str, Rating]) -> list[str]:
    """Return the strengths as bars, the strongest first."""
    lowest = min(rating.elo for rating in rated.values())
    span = max(rating.elo for rating in rated.values()) - lowest or 1.0
    width = max(map(len, rated))
    lines = []
    for bot, rating in sorted(rated.items(), key=lambda item: -item[1].elo):
        bar = "█" * round(LADDER * (rating.elo - lowest) / span)
        lines.append(f"  {bot:<{width}} {rating.elo:+7.0f} ± {rating.error:3.0f}  {bar}")
    return lines


def ladder_drawing(rated: dict[str, Rating]) -> str:
    """Draw the ladder as SVG: a dot for every bot, with its interval."""
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
