"""A game at one terminal, line by line: what happens is told, people type their moves.

What is typed is pencil until Enter confirms it; `undo` takes it back. Nothing is drawn over, so that a screen reader
and a log file get the same as an eye.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cinquina.core import (
    CHOICE,
    Choice,
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
from cinquina.core.spelling import parse_number, parse_option, spelled_options
from cinquina.locales import Words, rules_text
from cinquina.sim.playout import Dice
from cinquina.table import words as telling
from cinquina.table.table import Table
from cinquina.term.draw import drawn_sheets
from cinquina.term.standings import standings_text

CONFIRMED = "!"
"""Typed behind a move it spares the question whether the move stands."""


class Stopped(Exception):
    """The player has left the game before its end."""


class Play:
    """One sitting at a table."""

    def __init__(
        self,
        table: Table,
        words: Words,
        *,
        ask: Callable[[str], str],
        tell: Callable[[str], None],
        as_json: bool = False,
        colour: bool = False,
        confirm: bool = True,
    ) -> None:
        self.table = table
        self.words = words
        self.ask = ask
        self.tell = tell
        self.as_json = as_json
        self.colour = colour
        self.confirm = confirm
        self.told = len(table.game.events)
        self.told_position = table.game.position
        self.commands: dict[str, Callable[[int, str], None]] = {
            "help": self.help,
            "why": self.why,
            "undo": self.undo,
            "sheets": self.sheets,
            "score": self.score,
            "rules": self.rules,
            "log": self.log,
            "quit": self.quit,
        }

    # --- the course of a game ---

    def game(self) -> None:
        """Play the current game to its end; Stopped when somebody leaves, EOFError when the input ends."""
        self.say("start", self.words("play.start", game=self.game_name(), names=", ".join(self.names)))
        while not self.table.is_over:
            event = self.table.next_event()
            if event is not None:
                self.table.happen(event)
                self.tell_events()
            elif self.position.phase == CHOICE:
                self.choose(self.table.people_waiting[0])
            else:
                self.enter_throw()
        self.end()

    def next_game(self, dice: Dice, luck_of_bots: Dice) -> None:
        """Go on to the next game of the series, with fresh luck."""
        self.table.next_game(dice if self.table.dice else None, luck_of_bots)
        self.told = 0
        self.told_position = self.position

    def end(self) -> None:
        """Tell why the game is over, and the places."""
        for key in endings(self.position):
            self.say("ending", telling.ending(self.words, self.position, key), ending=key)
        for seat in self.distinct_sheets():
            self.say("sheet", self.sheet_text(self.position, seat, ()))
        self.say("result", standings_text(self.words, self.table.game), scores=list(scores(self.position)))

    # --- people ---

    def choose(self, seat: int) -> None:
        """Ask a person until they have made a choice that stands."""
        view = seen_by(self.position, seat).position
        mask = legal_options(view, seat)
        self.say("sheet", self.sheet_text(view, seat, self.legal_cells(view, seat, mask)))
        options = [self.option_line(view, seat, option) for option in bits.members(mask)]
        listed = "\n".join(f"  {spelled:14} {meaning}" for spelled, meaning in options)
        sentence = telling.question(self.words, view, seat)
        self.say(
            "question",
            f"{self.names[seat]}: {sentence}\n{listed}",
            seat=seat,
            window=view.window,
            options=[spelled for spelled, _ in options],
        )
        window, position = self.position.window, self.position
        while self.position is position:
            line = self.ask(f"{self.names[seat]}> ").strip()
            if line:
                self.obey(seat, line)
            if self.position.window != window:
                return

    def obey(self, seat: int, line: str) -> None:
        """A command, or one or more moves."""
        word, _, rest = line.partition(" ")
        command = self.command_named(word)
        if command:
            self.commands[command](seat, rest.strip())
            return
        for move in line.split():
            if seat not in self.position.waiting or not self.move(seat, move):
                return

    def command_named(self, word: str) -> str:
        """The command a word stands for, in the player's language or in English."""
        for name in self.commands:
            if word.lower() in (name, *self.words(f"command.{name}").split()):
                return name
        return ""

    def move(self, seat: int, spelled: str) -> bool:
        """Make a move, after asking whether it stands when nobody else would be asked before it counts."""
        view = seen_by(self.position, seat).position
        try:
            option = self.option_named(view, seat, spelled.removesuffix(CONFIRMED))
            trial = self.table.game.after(Choice(seat, option))
        except IllegalMove as wrong:
            self.say("refused", telling.refusal(self.words, view, wrong), reason=wrong.reason)
            return False
        meaning = telling.option(self.words, view, seat, option)
        if self.is_final(trial.position) and not spelled.endswith(CONFIRMED) and not self.stands(seat, meaning):
            return False
        self.table.happen(Choice(seat, option))
        self.tell_events()
        return True

    def option_named(self, view: Position, seat: int, typed: str) -> int:
        """The option a person has typed; small and capital letters are the same where that leaves no doubt."""
        alike = [spelled for spelled in spelled_options(view, seat) if spelled.lower() == typed.lower()]
        return parse_option(view, seat, alike[0] if alike else typed.lower())

    def is_final(self, trial: Position) -> bool:
        """Whether no person is left to choose in the window that is open now."""
        people = [seat for seat in trial.waiting if seat not in self.table.bots]
        return trial.window != self.position.window or trial.phase != CHOICE or not people

    def stands(self, seat: int, meaning: str) -> bool:
        """Ask whether a pencilled move is to stand."""
        if not self.confirm:
            return True
        while True:
            answer = self.ask(self.words("play.confirm", option=meaning) + " ").strip().lower()
            if answer in ("", CONFIRMED, *self.words("play.yes").split()):
                return True
            if answer in self.words("play.no").split() or self.command_named(answer) == "undo":
                self.say("undone", self.words("play.undone"))
                return False
            if self.command_named(answer) == "quit":
                self.quit(seat, "")
            self.say("refused", self.words("play.confirm-how"))

    def enter_throw(self) -> None:
        """Ask people for what their own dice show, or whom the lot has chosen."""
        position = self.position
        while self.position is position:
            line = self.ask(self.throw_prompt() + " ").strip()
            command = self.command_named(line.split(" ")[0])
            if command:
                self.commands[command](max(position.active, 0), line.partition(" ")[2].strip())
            elif line:
                try:
                    self.table.happen(Roll(self.faces(line)))
                except IllegalMove as wrong:
                    self.say("refused", telling.refusal(self.words, position, wrong), reason=wrong.reason)
        self.tell_events()

    def throw_prompt(self) -> str:
        """What to type for the throw or the lot that is due."""
        if is_lot(self.position):
            return self.words("play.enter-lot", names=", ".join(self.names))
        dice = [telling.die_name(self.words, self.position, die) for die in dice_to_throw(self.position)]
        name = self.names[self.position.active]
        return self.words("play.enter-dice", name=name, dice=", ".join(dice), n=len(dice))

    def faces(self, line: str) -> tuple[int, ...]:
        """Faces typed with or without spaces; for the lot a name or a place."""
        if is_lot(self.position) and line in self.names:
            return (self.names.index(line) + 1,)
        parts = line.replace(",", " ").split()
        if len(parts) == 1 and not is_lot(self.position):
            parts = list(parts[0])
        return tuple(parse_number(part) for part in parts)

    # --- commands ---

    def help(self, seat: int, rest: str) -> None:
        """What can be typed."""
        self.say("help", self.words("play.help"))

    def why(self, seat: int, rest: str) -> None:
        """Which rule forbids a move."""
        view = seen_by(self.position, seat).position
        if not rest:
            self.say("refused", self.words("play.why-what"))
            return
        try:
            option = self.option_named(view, seat, rest)
            check_choice(view, Choice(seat, option))
        except IllegalMove as wrong:
            self.say("why", telling.refusal(self.words, view, wrong), reason=wrong.reason)
            return
        meaning = telling.option(self.words, view, seat, option)
        self.say("why", self.words("play.allowed", option=meaning), reason="")

    def undo(self, seat: int, rest: str) -> None:
        """Take back one's newest choice in the open window, else that of the person before."""
        people = [answer.seat for answer in self.position.answers if answer.seat not in self.table.bots]
        owner = seat if seat in people or not people else people[-1]
        try:
            self.table.undo(owner)
        except IllegalMove as wrong:
            self.say("refused", telling.refusal(self.words, self.position, wrong), reason=wrong.reason)
            return
        self.say("undone", self.words("play.undone"))

    def sheets(self, seat: int, rest: str) -> None:
        """Everybody's sheets, as far as this seat may know."""
        view = seen_by(self.position, seat).position
        for other in self.distinct_sheets():
            self.say("sheet", self.sheet_text(view, other, ()))

    def score(self, seat: int, rest: str) -> None:
        """The points as the sheets stand."""
        points = scores(seen_by(self.position, seat).position)
        told = ", ".join(f"{name} {score}" for name, score in zip(self.names, points, strict=True))
        self.say("score", told, scores=list(points))

    def rules(self, seat: int, rest: str) -> None:
        """The rules of the game."""
        self.say("rules", rules_text(self.position.rules.NAME, self.words.language))

    def log(self, seat: int, rest: str) -> None:
        """What has happened so far, as it stands in the record; what is chosen in the open window is left out."""
        public = len(self.table.game.lines) - len(self.position.answers)
        self.say("log", "\n".join(self.table.game.lines[:public]))

    def quit(self, seat: int, rest: str) -> None:
        """Leave; the game is kept."""
        raise Stopped

    # --- telling ---

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.table.game.position

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.table.game.names

    def game_name(self) -> str:
        """The game's name."""
        return telling.game_name(self.words, self.position.rules.NAME)

    def say(self, kind: str, text: str, **data: Any) -> None:
        """Tell people a text, or programs the same as one line of JSON."""
        self.tell(json.dumps({"kind": kind, **data, "text": text}, ensure_ascii=False) if self.as_json else text)

    def tell_events(self) -> None:
        """Tell what has happened since the last time and is secret no more, then what the rules did by themselves."""
        events = self.table.game.events
        public = len(events) - len(self.position.answers)
        if public <= self.told:
            return
        position, chosen = self.told_position, set[tuple[int, str]]()
        for event, line in zip(events[self.told : public], self.table.game.lines[self.told : public], strict=True):
            self.say("event", telling.event(self.words, position, self.names, event), event=line)
            if isinstance(event, Choice):
                chosen.add((event.seat, position.rules.cell(position.now, event.seat, event.option)))
            position = after(position, event)
        for seat in self.distinct_sheets():
            own = {cell for owner, cell in chosen if owner == seat or position.rules.SHARED_BOARD}
            forced = telling.forced_marks(self.words, self.told_position, position, seat, own)
            if forced:
                self.say("forced", self.words("said.forced", name=self.board_name(seat), cells=forced), seat=seat)
        self.told, self.told_position = public, position

    def distinct_sheets(self) -> list[int]:
        """The seats whose sheets to show: all, or one where they share a board."""
        return [0] if self.position.rules.SHARED_BOARD else list(range(self.position.seats))

    def legal_cells(self, view: Position, seat: int, mask: int) -> set[str]:
        """The cells a seat may mark now."""
        return {view.rules.cell(view.now, seat, option) for option in bits.members(mask)} - {""}

    def option_line(self, view: Position, seat: int, option: int) -> tuple[str, str]:
        """An option's spelling and meaning."""
        return view.rules.spell(view.now, seat, option), telling.option(self.words, view, seat, option)

    def sheet_text(self, view: Position, seat: int, legal: set[str] | tuple[()]) -> str:
        """A seat's sheets under its name, the one in use first."""
        rules = view.rules
        names, marks = rules.sheets_of(view.now, seat), rules.marks(view.now, seat)
        return f"\n--- {self.board_name(seat)} ---\n" + drawn_sheets(
            names, marks, self.words, legal, colour=self.colour
        )

    def board_name(self, seat: int) -> str:
        """Whose sheet it is."""
        return self.words("play.board") if self.position.rules.SHARED_BOARD else self.names[seat]
