"""A game at one terminal, line by line: events are printed, people type their moves.

A typed move counts once Enter confirms it; `undo` takes it back. Nothing is overwritten on the screen, so that screen
readers and log files get the same text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cinquina.core import (
    CHOICE,
    Choice,
    Event,
    IllegalMove,
    Position,
    Roll,
    after,
    bits,
    dice_to_throw,
    endings,
    is_lot,
    legal_options,
    scores,
    seen_by,
)
from cinquina.core.position import check_choice
from cinquina.core.spelling import parse_number
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.local import KEY, NO_SEEDS, LocalTable
from cinquina.term.draw import drawn_sheets, owners
from cinquina.term.hints import hints_data, hints_text, no_hints, quick_hints
from cinquina.term.pages import columns, rules_page
from cinquina.term.parsing import CONFIRMED, moves_typed, option_typed, shown_spelling
from cinquina.term.standings import standings_text


@dataclass(frozen=True, slots=True)
class Style:
    """How a session prints and asks: JSON lines or text, colours, and whether a move has to be confirmed."""

    as_json: bool = False
    colour: bool = False
    confirm: bool = True


DEFAULT_STYLE = Style()


class Stopped(Exception):
    """The player left before the end of the game."""


class Play:
    """A session at a table."""

    def __init__(
        self,
        table: LocalTable,
        words: Words,
        *,
        ask: Callable[[str], str],
        write: Callable[[str], None],
        style: Style = DEFAULT_STYLE,
    ) -> None:
        self.table = table
        self.words = words
        self.ask = ask
        self.write = write
        self.style = style
        self.commands: dict[str, Callable[[int, str], None]] = {
            "help": self.help,
            "why": self.why,
            "hint": self.hint,
            "undo": self.undo,
            "sheets": self.sheets,
            "score": self.score,
            "rules": self.rules,
            "log": self.log,
            "quit": self.quit,
        }
        self.skip_printed()

    def skip_printed(self) -> None:
        """Treat everything up to now as printed, except for secret choices."""
        self.printed = len(self.table.game.events) - len(self.position.answers)
        self.printed_position = seen_by(self.position, None).position

    # --- a game ---

    def game(self) -> None:
        """Play the current game to its end; raise Stopped when somebody leaves, EOFError when the input ends."""
        title = telling.game_name(self.words, self.position.rules.NAME)
        players = telling.titled_names(self.words, self.table.game.names)
        self.emit("start", self.words("play.start", game=title, names=", ".join(players)))
        while not self.table.is_over:
            happened = self.table.next_happening()
            if happened is not None:
                self.table.happen(happened)
                self.print_events()
            elif self.position.phase == CHOICE:
                self.choose(self.table.people_waiting[0])
            else:
                self.enter_throw()
        self.end()

    def next_game(self) -> None:
        """Begin the next game of the series."""
        self.table.happen(self.table.next_game(KEY, NO_SEEDS))
        self.skip_printed()

    def end(self) -> None:
        """Print the sheets, why the game is over, and the ranking."""
        for seat in owners(self.position):
            self.emit("sheet", self.sheet_text(self.position, seat))
        for key in endings(self.position):
            self.emit("ending", telling.ending(self.words, self.position, self.names, key), ending=key)
        self.emit("result", standings_text(self.words, self.table.game), scores=list(scores(self.position)))

    # --- input ---

    def choose(self, seat: int) -> None:
        """Ask a person until they have made a choice, or undone one."""
        self.show_choice(seat)
        position = self.position
        while self.position is position:
            line = self.ask(f"{self.names[seat]}> ").strip()
            if line:
                self.handle_line(seat, line)

    def show_choice(self, seat: int) -> None:
        """Print the sheet, the dice, the question and the options."""
        view = seen_by(self.position, seat).position
        options = bits.members(legal_options(view, seat))
        spelled = [view.rules.spell(view.now, seat, option) for option in options]
        meanings = [telling.option(self.words, view, seat, option) for option in options]
        self.emit("sheet", self.sheet_text(view, seat, dict(self.legal_cells(view, seat))))
        dice = telling.dice_on_table(self.words, view)
        lines = [self.words("play.dice", dice=dice)] if dice else []
        lines.append(f"{self.names[seat]}: {telling.question(self.words, view, seat)}")
        typed = [shown_spelling(self.words, view, seat, option) for option in options]
        lines.append(columns(list(zip(typed, meanings, strict=True))))
        self.emit("question", "\n".join(lines), seat=seat, window=view.window, options=spelled)

    def legal_cells(self, view: Position, seat: int) -> list[tuple[str, str]]:
        """Return the cells a seat may mark now, each with the move if that is the cell's name."""
        rules, state = view.rules, view.now
        options = bits.members(legal_options(view, seat))
        cells = [(option, rules.cell(state, seat, option)) for option in options]
        return [
            (cell, shown_spelling(self.words, view, seat, option) if rules.spell(state, seat, option) == cell else "")
            for option, cell in cells
            if cell
        ]

    def handle_line(self, seat: int, line: str) -> None:
        """Run a command, or make one or more moves."""
        word, _, rest = line.partition(" ")
        command = self.command_named(word)
        if command:
            self.commands[command](seat, rest.strip())
            return
        moves = moves_typed(self.words, line)
        window = self.position.window
        for place, move in enumerate(moves):
            if seat not in self.position.waiting or self.position.window != window:
                self.emit("refused", self.words("play.not-played", moves=" ".join(moves[place:])))
                return
            if not self.move(seat, move):
                return

    def command_named(self, word: str) -> str:
        """Return the command a word means, in the player's language or in English."""
        for name in self.commands:
            if word.lower() in (name, *self.words(f"command.{name}").split()):
                return name
        return ""

    def move(self, seat: int, typed: str) -> bool:
        """Make a move; ask for confirmation if nobody can undo it afterwards."""
        view = seen_by(self.position, seat).position
        try:
            option = option_typed(self.words, view, seat, typed.removesuffix(CONFIRMED))
            chosen = self.table.ink(KEY, seat, self.table.click(seat), (option,))
        except IllegalMove as wrong:
            self.refuse(view, wrong)
            return False
        meaning = telling.option(self.words, view, seat, option)
        asks = self.is_final(after(self.position, Choice(seat, option))) and not typed.endswith(CONFIRMED)
        if asks and not self.confirmed(seat, meaning):
            return False
        self.table.happen(chosen)
        self.print_events()
        return True

    def is_final(self, trial: Position) -> bool:
        """Whether after this choice no person has to choose in the open window."""
        people = [seat for seat in trial.waiting if not self.table.places[seat].is_bot]
        return trial.window != self.position.window or trial.phase != CHOICE or not people

    def confirmed(self, seat: int, meaning: str) -> bool:
        """Ask for confirmation."""
        while self.style.confirm:
            answer = self.ask(self.words("play.confirm", option=meaning) + " ").strip().lower()
            if answer in ("", CONFIRMED, *self.words("play.yes").split()):
                return True
            command = self.command_named(answer.split(" ")[0])
            if answer in self.words("play.no").split() or command == "undo":
                self.emit("undone", self.words("play.undone", name=self.names[seat]))
                return False
            if command:
                self.commands[command](seat, answer.partition(" ")[2].strip())
            else:
                self.emit("refused", self.words("play.confirm-how"))
        return True

    def enter_throw(self) -> None:
        """Ask people for the faces of their dice, or for the result of the lot."""
        position = self.position
        while self.position is position:
            line = self.ask(self.throw_prompt() + " ").strip()
            command = self.command_named(line.split(" ")[0])
            if command:
                self.commands[command](max(position.active, 0), line.partition(" ")[2].strip())
            elif line:
                self.enter_typed(line)
        self.print_events()

    def enter_typed(self, line: str) -> None:
        """Enter a typed throw if it is valid and confirmed."""
        position = self.position
        try:
            rolled = self.table.roll(KEY, self.table.throws, self.faces(line.removesuffix(CONFIRMED)))
        except IllegalMove as wrong:
            self.refuse(position, wrong)
            return
        meaning = telling.event(self.words, position, self.names, Roll(rolled.faces))
        if line.endswith(CONFIRMED) or self.confirmed(max(position.active, 0), meaning.removesuffix(".")):
            self.table.happen(rolled)

    def throw_prompt(self) -> str:
        """Return the prompt for the next throw or the lot."""
        if is_lot(self.position):
            return self.words("play.enter-lot", names=", ".join(self.names))
        dice = [telling.die_name(self.words, self.position, die) for die in dice_to_throw(self.position)]
        return self.words("play.enter-dice", name=self.names[self.position.active], dice=", ".join(dice))

    def faces(self, line: str) -> tuple[int, ...]:
        """Parse faces, with or without spaces; for the lot a name or a seat number."""
        if is_lot(self.position):
            places = {name.lower(): seat for seat, name in enumerate(self.names, 1)}
            places |= {str(seat): seat for seat in places.values()}
            if line.lower() not in places:
                raise IllegalMove("nobody-of-that-name", text=line[:40], possible=", ".join(self.names))
            return (places[line.lower()],)
        parts = line.replace(",", " ").split()
        return tuple(parse_number(part) for part in (parts[0] if len(parts) == 1 else parts))

    def refuse(self, position: Position, wrong: IllegalMove) -> None:
        """Print why something is refused."""
        self.emit("refused", telling.refusal(self.words, position, wrong), reason=wrong.reason)

    # --- commands ---

    def help(self, seat: int, rest: str) -> None:
        """Print what can be typed."""
        self.emit("help", self.words("play.help"))

    def why(self, seat: int, rest: str) -> None:
        """Print why a move is refused."""
        view = seen_by(self.position, seat).position
        if not rest:
            self.emit("refused", self.words("play.why-what"))
            return
        try:
            if view.phase != CHOICE:
                raise IllegalMove("throw-first")
            option = option_typed(self.words, view, seat, rest)
            check_choice(view, Choice(seat, option))
        except IllegalMove as wrong:
            self.emit("why", telling.refusal(self.words, view, wrong), reason=wrong.reason)
            return
        meaning = telling.option(self.words, view, seat, option)
        self.emit("why", self.words("play.allowed", option=meaning), reason="")

    def hint(self, seat: int, rest: str) -> None:
        """Print what each option is worth; that a seat asked is noted in the record."""
        asked = self.position.phase == CHOICE and seat in self.position.waiting
        wrong = no_hints(self.words, self.position) if asked else self.words("hint.nobody-asked")
        if wrong:
            self.emit("refused", wrong)
            return
        if not self.table.has_hint(seat):
            self.table.happen(self.table.hint(KEY, seat, self.table.click(seat)))
        found = quick_hints(self.position, seat)
        text = hints_text(self.words, self.position, seat, found)
        self.emit("hint", text, options=hints_data(self.words, self.position, seat, found))

    def undo(self, seat: int, rest: str) -> None:
        """Undo the person's newest choice in the open window, or that of the person before."""
        people = [answer.seat for answer in self.position.answers if not self.table.places[answer.seat].is_bot]
        if not people:
            self.refuse(self.position, IllegalMove("nothing-to-undo", seat=seat))
            return
        owner = seat if seat in people else people[-1]
        self.table.happen(self.table.undo(KEY, owner, self.table.click(owner)))
        self.emit("undone", self.words("play.undone", name=self.names[owner]))

    def sheets(self, seat: int, rest: str) -> None:
        """Print everybody's sheets, as far as this seat may see them."""
        view = seen_by(self.position, seat).position
        for other in owners(view):
            self.emit("sheet", self.sheet_text(view, other))

    def score(self, seat: int, rest: str) -> None:
        """Print the current points."""
        points = scores(seen_by(self.position, seat).position)
        text = ", ".join(f"{name} {score}" for name, score in zip(self.names, points, strict=True))
        self.emit("score", text, scores=list(points))

    def rules(self, seat: int, rest: str) -> None:
        """Print the rules."""
        self.emit("rules", rules_page(self.position.rules.NAME, self.words.language))

    def log(self, seat: int, rest: str) -> None:
        """Print all events, except for the choices in the open window."""
        game = self.table.game
        position, lines = game.back_to(0).position, []
        for event in game.events[: len(game.events) - len(self.position.answers)]:
            lines.append(telling.event(self.words, position, self.names, event))
            position = after(position, event)
        self.emit("log", "\n".join(lines))

    def quit(self, seat: int, rest: str) -> None:
        """Leave; the game is saved."""
        raise Stopped

    # --- output ---

    @property
    def position(self) -> Position:
        """The current position."""
        return self.table.game.position

    @property
    def names(self) -> tuple[str, ...]:
        """The players' distinct names, by seat."""
        return telling.player_names(self.words, self.table.game.names)

    def emit(self, kind: str, text: str, **data: Any) -> None:
        """Print a text, or the same as a line of JSON."""
        self.write(json.dumps({"kind": kind, **data, "text": text}, ensure_ascii=False) if self.style.as_json else text)

    def print_events(self) -> None:
        """Print the public events since the last time, and what the rules did by themselves."""
        events = self.table.game.events
        public = len(events) - len(self.position.answers)
        if public <= self.printed:
            return
        position, chosen = self.printed_position, set[tuple[int, str]]()
        for event, line in zip(
            events[self.printed : public], self.table.game.lines[self.printed : public], strict=True
        ):
            self.emit("event", telling.event(self.words, position, self.names, event), event=line)
            if isinstance(event, Choice):
                told = position.rules.told(position.now, event.seat, event.option)
                chosen |= {(event.seat, cell) for cell in told}
            position = self.following(position, event)
        self.print_forced(position, chosen)
        self.printed, self.printed_position = public, position

    def following(self, position: Position, event: Event) -> Position:
        """Return the position after an event; print who begins when a throw-off has decided it."""
        following = after(position, event)
        settled = following.now.beginner >= 0 > position.now.beginner
        if settled and not is_lot(position):
            self.emit("begins", self.words("said.begins", name=self.names[following.now.beginner]))
        return following

    def print_forced(self, position: Position, chosen: set[tuple[int, str]]) -> None:
        """Print what the rules did by themselves."""
        shared = position.rules.SHARED_BOARD
        for seat in owners(position):
            own = {cell for owner, cell in chosen if owner == seat or shared}
            cells = telling.without(telling.rewritten(self.printed_position, position, seat), own)
            for text in telling.forced(self.words, position, seat, cells, telling.FORCED, self.names[seat]):
                self.emit("forced", text, seat=seat)

    def sheet_text(self, view: Position, seat: int, legal: dict[str, str] | None = None) -> str:
        """Draw everything of a seat, after an empty line."""
        return "\n" + drawn_sheets(self.words, view, seat, self.names, legal or {}, colour=self.style.colour)
