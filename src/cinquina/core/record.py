"""A game as text: for storage, export, bug reports, golden tests and replays. See docs/record.md.

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

from cinquina.core.position import (
    Choice,
    Event,
    IllegalMove,
    IllegalSetup,
    Position,
    after,
    check_option,
    faces_wanted,
    is_lot,
    opening,
    undo,
)
from cinquina.core.result import scores
from cinquina.core.rules import Rules
from cinquina.core.spelling import BEGINS_WORD, ROLL_WORD, parse_event, spell_event, spelled_options
from cinquina.core.state import OVER, ROLL
from cinquina.core.text import shortened

FORMAT = 1
FORMAT_WORD = "cinquina"
SCORE_WORD = "score"
HEADER_INITIALS = ("o", "s")
"""The first letters of option and seat lines, which may be truncated; no event starts with them."""
LONGEST_RECORD = 2_000_000
"""Characters. The longest games are far shorter, so a longer text is not a record."""
LONGEST_NAME = 40
BOT_PREFIX = "bot:"
NOTE = "#"
"""Lines after a record that start with this are notes, such as the proof of its dice."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game so far: the players, the events (with their text), and the current position."""

    names: tuple[str, ...]
    events: tuple[Event, ...]
    lines: tuple[str, ...]
    position: Position

    def after(self, event: Event) -> Game:
        """Return the game after one more event, or raise IllegalMove."""
        position = after(self.position, event)
        line = spell_event(self.position, event)
        return replace(self, events=(*self.events, event), lines=(*self.lines, line), position=position)

    def undo(self, seat: int) -> Game:
        """Return the game without the seat's newest choice in the open window, or raise IllegalMove."""
        position = undo(self.position, seat)
        place = max(n for n, event in enumerate(self.events) if isinstance(event, Choice) and event.seat == seat)
        events = self.events[:place] + self.events[place + 1 :]
        lines = self.lines[:place] + self.lines[place + 1 :]
        return replace(self, events=events, lines=lines, position=position)

    def back_to(self, count: int) -> Game:
        """Return the game as it was after its first `count` events."""
        game = new_game(self.position.rules, self.names, dict(self.position.options))
        for event in self.events[:count]:
            game = game.after(event)
        return game


class BadRecord(Exception):
    """A text that is not a valid record: the number of the wrong line, the reason, and the game up to that line.

    In a series `before` has the valid games before that one.
    """

    def __init__(
        self,
        line: int,
        reason: str,
        game: Game | None = None,
        details: Mapping[str, int | str] | None = None,
        before: tuple[Game, ...] = (),
    ) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.details = dict(details or {})
        self.game = game
        self.before = before


def new_game(rules: Rules, names: tuple[str, ...], options: Mapping[str, str] | None = None) -> Game:
    """Return a game about to start; IllegalSetup for invalid names, seats or options."""
    for name in names:
        check_name(name)
    return Game(names, (), (), opening(rules, len(names), options))


def check_name(name: str) -> None:
    """Refuse a name that does not fit on one line of a record, or is too long for a screen."""
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise IllegalSetup("bad-name", name=shortened(name), most=LONGEST_NAME)


def write(game: Game) -> str:
    """Return the record of a game; `read` returns the same game."""
    rules = game.position.rules
    lines = [f"{FORMAT_WORD} {FORMAT}", f"game {rules.NAME} {rules.VERSION}"]
    lines += [f"option {name} {value}" for name, value in game.position.options if _is_written(rules, name, value)]
    lines += [f"seat {seat} {name}" for seat, name in enumerate(game.names)]
    lines += game.lines
    if game.position.phase == OVER:
        lines.append(score_line(game.position))
    return "\n".join(lines) + "\n"


def _is_written(rules: Rules, name: str, value: str) -> bool:
    """Return whether an option belongs in the record: an agreed option always, a number only if it was changed."""
    return name in rules.OPTIONS or value != rules.NUMBERS[name].default


def score_line(position: Position) -> str:
    """Return the last line of the record of a finished game."""
    return " ".join([SCORE_WORD, *map(str, scores(position))])


def possible_lines(position: Position) -> list[str]:
    """Return the lines that may come next in a record; a throw is shown as a pattern."""
    if position.phase == OVER:
        return [score_line(position)]
    if is_lot(position):
        return [f"{BEGINS_WORD} {seat}" for seat in range(position.seats)]
    if position.phase == ROLL:
        return [" ".join([ROLL_WORD, *(f"1-{faces}" for faces in faces_wanted(position))])]
    return [f"{seat} {option}" for seat in position.waiting for option in spelled_options(position, seat)]


def read(text: str, games: Mapping[str, Rules]) -> Game:
    """Read a record and check every line against the rules; BadRecord if one is wrong."""
    if len(text) > LONGEST_RECORD:
        raise BadRecord(1, "too-long", details={"most": LONGEST_RECORD})
    if not text.strip():
        raise BadRecord(1, "empty")
    *lines, unended = text.replace("\r\n", "\n").split("\n")
    while lines and not unended and (not lines[-1] or lines[-1].startswith(NOTE)):
        lines.pop()
    header = _Header(games)
    for number, line in enumerate(lines, 1):
        if not header.takes(number, line):
            return _read_events(header.game(number - 1), lines, number - 1, unended)
    if unended:
        begun = header.names and not unended.startswith(HEADER_INITIALS)
        raise BadRecord(len(lines) + 1, "cut-off", header.game(len(lines)) if begun else None)
    return header.game(len(lines))


def _read_events(game: Game, lines: list[str], start: int, unended: str) -> Game:
    """Read the lines after the header."""
    position, events, spelled = game.position, list[Event](), list[str]()

    def so_far() -> Game:
        return Game(game.names, tuple(events), tuple(spelled), position)

    for number, line in enumerate(lines[start:], start + 1):
        if line.split(" ", 1)[0] == SCORE_WORD:
            _check_end(so_far(), number, line, more=len(lines) > number or unended != "")
            return so_far()
        try:
            event = parse_event(position, line)
            following = after(position, event)
        except IllegalMove as wrong:
            raise BadRecord(number, wrong.reason, so_far(), wrong.details) from wrong
        spelled.append(spell_event(position, event))
        events.append(event)
        position = following
    if unended:
        raise BadRecord(len(lines) + 1, "cut-off", so_far())
    return so_far()


class _Header:
    """The first lines of a record, read one by one."""

    def __init__(self, games: Mapping[str, Rules]) -> None:
        self.games = games
        self.rules: Rules | None = None
        self.options: dict[str, str] = {}
        self.names: list[str] = []

    def takes(self, number: int, line: str) -> bool:
        """Read a line, or raise BadRecord; return False if it is not a header line."""
        word, _, rest = line.partition(" ")
        if number == 1:
            _check_format(line)
        elif self.rules is None:
            self.rules = _named_rules(line, self.games)
        elif word == "option" and not self.names:
            self._take_option(number, rest)
        elif word == "seat":
            self._take_seat(number, rest)
        else:
            return False
        return True

    def _take_option(self, number: int, rest: str) -> None:
        assert self.rules
        name, _, value = rest.partition(" ")
        if name in self.options:
            raise BadRecord(number, "option-twice", details={"name": shortened(name)})
        try:
            check_option(self.rules, name, value)
        except IllegalSetup as wrong:
            raise BadRecord(number, wrong.reason, details=wrong.details) from wrong
        self.options[name] = value

    def _take_seat(self, number: int, rest: str) -> None:
        place, _, name = rest.partition(" ")
        if place != str(len(self.names)):
            raise BadRecord(number, "seats-out-of-order", details={"wanted": len(self.names)})
        try:
            check_name(name)
        except IllegalSetup as wrong:
            raise BadRecord(number, wrong.reason, details=wrong.details) from wrong
        self.names.append(name)

    def game(self, number: int) -> Game:
        """Return the game about to start, after a header of `number` lines."""
        if self.rules is None:
            raise BadRecord(2, "no-game-line")
        try:
            return new_game(self.rules, tuple(self.names), self.options)
        except IllegalSetup as wrong:
            raise BadRecord(number, wrong.reason, details=wrong.details) from wrong


def _check_format(line: str) -> None:
    word, _, version = line.partition(" ")
    if word != FORMAT_WORD or not (version.isascii() and version.isdigit()):
        raise BadRecord(1, "not-a-record", details={"text": shortened(line)})
    if version != str(FORMAT):
        reason = "not-a-record" if version.lstrip("0") in ("", str(FORMAT)) else "newer-format"
        details: dict[str, int | str] = {"text": shortened(line), "given": shortened(version), "ours": FORMAT}
        raise BadRecord(1, reason, details=details)


def _named_rules(line: str, games: Mapping[str, Rules]) -> Rules:
    word, _, rest = line.partition(" ")
    name, _, version = rest.partition(" ")
    if word != "game":
        raise BadRecord(2, "no-game-line")
    if name not in games:
        raise BadRecord(2, "no-such-game", details={"name": shortened(name), "possible": ", ".join(games)})
    if version != str(games[name].VERSION):
        versions: dict[str, int | str] = {"name": name, "given": shortened(version), "ours": games[name].VERSION}
        raise BadRecord(2, "other-rules-version", details=versions)
    return games[name]


def _check_end(game: Game, number: int, line: str, *, more: bool) -> None:
    if game.position.phase != OVER:
        raise BadRecord(number, "not-over", game)
    if line != score_line(game.position):
        details: dict[str, int | str] = {"given": shortened(line), "wanted": score_line(game.position)}
        raise BadRecord(number, "wrong-score", game, details)
    if more:
        raise BadRecord(number + 1, "after-the-end", game)
