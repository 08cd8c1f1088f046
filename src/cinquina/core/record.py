"""A game as text: storage, export, bug report, golden test and replay in one. See docs/record.md.

cinquina 1
game qwixx 1
option sheet classic
seat 0 Anna
seat 1 bot:random
begins 1
roll 1 4 3 6 2 6
0 r5
…
score 70 58
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cinquina.core.position import Choice, Event, IllegalMove, IllegalSetup, Position, after, opening, undo
from cinquina.core.result import scores
from cinquina.core.rules import Rules
from cinquina.core.spelling import parse_event, shortened, spell_event, spelled_options
from cinquina.core.state import OVER

FORMAT = 1
FORMAT_WORD = "cinquina"
SCORE_WORD = "score"
LONGEST_RECORD = 2_000_000
"""Characters; the longest games are far below it, so anything longer is not a record."""
LONGEST_NAME = 40
BOT_PREFIX = "bot:"


@dataclass(frozen=True, slots=True)
class Game:
    """A game so far: who plays, what happened (with its spelling), and where it stands."""

    names: tuple[str, ...]
    events: tuple[Event, ...]
    lines: tuple[str, ...]
    position: Position

    def after(self, event: Event) -> Game:
        """The game one event on, or IllegalMove."""
        position = after(self.position, event)
        line = spell_event(self.position, event)
        return replace(self, events=(*self.events, event), lines=(*self.lines, line), position=position)

    def undo(self, seat: int) -> Game:
        """The game without the seat's newest choice in the open window, or IllegalMove."""
        position = undo(self.position, seat)
        place = max(n for n, event in enumerate(self.events) if isinstance(event, Choice) and event.seat == seat)
        events = self.events[:place] + self.events[place + 1 :]
        lines = self.lines[:place] + self.lines[place + 1 :]
        return replace(self, events=events, lines=lines, position=position)

    def back_to(self, count: int) -> Game:
        """The game as it stood after its first `count` events."""
        game = new_game(self.position.rules, self.names, dict(self.position.options))
        for event in self.events[:count]:
            game = game.after(event)
        return game


class BadRecord(Exception):
    """A text that is no record of a game: the number of the false line, why, and the game up to there.

    In a series `before` holds the sound games before that one.
    """

    def __init__(
        self, line: int, reason: str, game: Game | None = None, details: Mapping[str, int | str] | None = None
    ) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.details = dict(details or {})
        self.game = game
        self.before: tuple[Game, ...] = ()


def new_game(rules: Rules, names: tuple[str, ...], options: Mapping[str, str] | None = None) -> Game:
    """A game about to begin; IllegalSetup for names, seats or options that will not do."""
    for name in names:
        check_name(name)
    return Game(names, (), (), opening(rules, len(names), options))


def check_name(name: str) -> None:
    """Refuse a name that could not stand on one line of a record, or would not fit a screen."""
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise IllegalSetup("bad-name", name=shortened(name), most=LONGEST_NAME)


def write(game: Game) -> str:
    """The record of a game; `read` gives the same game back."""
    rules = game.position.rules
    lines = [f"{FORMAT_WORD} {FORMAT}", f"game {rules.NAME} {rules.VERSION}"]
    lines += [f"option {name} {value}" for name, value in game.position.options]
    lines += [f"seat {seat} {name}" for seat, name in enumerate(game.names)]
    lines += game.lines
    if game.position.phase == OVER:
        lines.append(" ".join([SCORE_WORD, *map(str, scores(game.position))]))
    return "\n".join(lines) + "\n"


def read(text: str, games: Mapping[str, Rules]) -> Game:
    """The game a record tells, every line checked by the rules, or BadRecord."""
    if len(text) > LONGEST_RECORD:
        raise BadRecord(1, "too-long", details={"most": LONGEST_RECORD})
    if not text.strip():
        raise BadRecord(1, "empty")
    lines = text.replace("\r\n", "\n").split("\n")
    unended = lines.pop()
    game, start = _read_header(lines or [unended], games)
    for number, line in enumerate(lines[start:], start + 1):
        if line.split(" ", 1)[0] == SCORE_WORD:
            _check_end(game, number, line, more=len(lines) > number or unended != "")
            return game
        try:
            game = game.after(parse_event(game.position, line))
        except IllegalMove as wrong:
            raise BadRecord(number, wrong.reason, game, wrong.details) from wrong
    if unended:
        raise BadRecord(len(lines) + 1, "cut-off", game)
    return game


def _read_header(lines: list[str], games: Mapping[str, Rules]) -> tuple[Game, int]:
    """The game that the header lines set up, and how many lines they are."""
    _check_format(lines[0])
    if len(lines) < 2 or lines[1].split(" ")[:1] != ["game"]:
        raise BadRecord(2, "no-game-line")
    rules = _named_rules(lines[1], games)
    options: dict[str, str] = {}
    names: list[str] = []
    number = 2
    for number, line in enumerate(lines[2:], 3):  # the count is used after the loop
        word, _, rest = line.partition(" ")
        if word == "option" and not names:
            name, _, value = rest.partition(" ")
            options[name] = value
        elif word == "seat":
            place, _, name = rest.partition(" ")
            if place != str(len(names)):
                raise BadRecord(number, "seats-out-of-order", details={"wanted": len(names)})
            names.append(name)
        else:
            number -= 1
            break
    try:
        return new_game(rules, tuple(names), options), number
    except IllegalSetup as wrong:
        raise BadRecord(number, wrong.reason, details=wrong.details) from wrong


def _check_format(line: str) -> None:
    word, _, version = line.partition(" ")
    if word != FORMAT_WORD or not (version.isascii() and version.isdigit()):
        raise BadRecord(1, "not-a-record", details={"text": shortened(line)})
    if len(version) > 9 or int(version) > FORMAT:
        raise BadRecord(1, "newer-format", details={"given": shortened(version), "ours": FORMAT})
    if int(version) < FORMAT:
        raise BadRecord(1, "not-a-record", details={"text": shortened(line)})


def _named_rules(line: str, games: Mapping[str, Rules]) -> Rules:
    name, _, version = line.partition(" ")[2].partition(" ")
    if name not in games:
        raise BadRecord(2, "no-such-game", details={"name": shortened(name), "possible": ", ".join(games)})
    if version != str(games[name].VERSION):
        versions: dict[str, int | str] = {"name": name, "given": shortened(version), "ours": games[name].VERSION}
        raise BadRecord(2, "other-rules-version", details=versions)
    return games[name]


def _check_end(game: Game, number: int, line: str, *, more: bool) -> None:
    if game.position.phase != OVER:
        raise BadRecord(number, "not-over", game)
    told = " ".join([SCORE_WORD, *map(str, scores(game.position))])
    if line != told:
        raise BadRecord(number, "wrong-score", game, {"given": shortened(line), "wanted": told})
    if more:
        raise BadRecord(number + 1, "after-the-end", game)


def possible_lines(position: Position) -> list[str]:
    """What could stand next in a record: every choice spelled, or the kind of throw that is due."""
    return [f"{seat} {option}" for seat in position.waiting for option in spelled_options(position, seat)]
