"""`cinquina replay`: a record checked line by line, and shown as it stands at any point."""

from __future__ import annotations

import json
import sys
from typing import Any

from cinquina.core import OVER, Position, endings, faces_wanted, is_lot, scores
from cinquina.core.record import BadRecord, Game, possible_lines
from cinquina.core.series import Series
from cinquina.core.spelling import BEGINS_WORD, ROLL_WORD
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.term.draw import drawn_sheets
from cinquina.term.sitting import Failed, bad_line, read_games
from cinquina.term.standings import series_text, standings_text

MOST_SHOWN = 40
"""Of what was possible instead of a false line, so much is shown to people; programs get it all."""


def replay_file(words: Words, source: str, to: int | None, *, as_json: bool) -> int:
    """Check a record and show its game, or where it is false; the exit code."""
    series, wrong = read_games(words, source)
    game = series.current
    if to is not None:
        if to > len(game.events):
            raise Failed(words("error.not-so-many-events", n=len(game.events), to=to), code=2)
        game = game.back_to(to)
    if as_json:
        print(json.dumps(told_replay(words, series, game, wrong), ensure_ascii=False, indent=2))
        return 1 if wrong else 0
    print(game_text(words, game))
    if len(series.games) > 1:
        print(series_text(words, series))
    if wrong:
        print(bad_line(words, source, wrong), file=sys.stderr)
        print(instead(words, possible(game.position)), file=sys.stderr)
        return 1
    return 0


def possible(position: Position) -> list[str]:
    """What a record could go on with; a throw is shown by its form."""
    if position.phase == OVER:
        return [" ".join(["score", *map(str, scores(position))])]
    if is_lot(position):
        return [f"{BEGINS_WORD} {seat}" for seat in range(position.seats)]
    dice = faces_wanted(position)
    return possible_lines(position) or [" ".join([ROLL_WORD, *(f"1-{faces}" for faces in dice)])]


def instead(words: Words, lines: list[str]) -> str:
    """What was possible instead, in one sentence."""
    more = "" if len(lines) <= MOST_SHOWN else " …"
    return words("error.possible-instead", possible=", ".join(lines[:MOST_SHOWN]) + more)


def game_text(words: Words, game: Game) -> str:
    """A game as it stands: its title, everybody's sheets, and the points."""
    position = game.position
    rules = position.rules
    title = telling.game_name(words, rules.NAME)
    lines = [words("replay.title", game=title, names=", ".join(game.names), n=len(game.events))]
    for seat in [0] if rules.SHARED_BOARD else range(position.seats):
        lines += ["", f"--- {words('play.board') if rules.SHARED_BOARD else game.names[seat]} ---"]
        lines.append(drawn_sheets(rules.sheets_of(position.now, seat), rules.marks(position.now, seat), words))
    lines.append("")
    if position.phase == OVER:
        lines += [telling.ending(words, position, key) for key in endings(position)]
    else:
        lines += [f"{game.names[seat]}: {telling.question(words, position, seat)}" for seat in position.waiting]
    return "\n".join([*lines, standings_text(words, game)])


def told_replay(words: Words, series: Series, game: Game, wrong: BadRecord | None) -> dict[str, Any]:
    """A replay for programs."""
    position = game.position
    told: dict[str, Any] = {
        "ok": wrong is None,
        "game": position.rules.NAME,
        "rules": position.rules.VERSION,
        "options": dict(position.options),
        "names": list(game.names),
        "events": len(game.events),
        "over": position.phase == OVER,
        "endings": list(endings(position)),
        "scores": list(scores(position)),
        "totals": list(series.totals()),
        "waiting": list(position.waiting),
        "possible": possible(position),
        "position": position.now.values(),
    }
    if wrong:
        sentence = telling.refusal(words, position, wrong)
        told["error"] = {"line": wrong.line, "reason": wrong.reason, "sentence": sentence}
    return told
