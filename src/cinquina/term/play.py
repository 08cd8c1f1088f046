"""A game at one terminal, line by line: what happens is told, people type their moves.

What is typed is pencil until Enter confirms it; `undo` takes it back. Nothing is drawn over, so that a screen reader
and a log file get the same as an eye.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cinquina.coach import hints
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
from cinquina.term.hints import hints_data, hints_text, no_hints, prepare_with_bar
from cinquina.term.pages import columns, rules_page
from cinquina.term.parsing import option_typed
from cinquina.term.standings import standings_text

CONFIRMED = "!"
"""Typed behind a move it spares the question whether the move stands."""


class Stopped(Exception):
    """The player has left the game before its end."""


class Play:
    """One session at a table."""

    def __init__(
        self,
        table: LocalTable,
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
        self.start_telling()

    def start_telling(self) -> None:
        """What has happened so far needs no telling, but for choices that are still secret."""
        self.told = len(self.table.game.events) - len(self.position.answers)
        self.told_position = seen_by(self.position, None).position

    # --- the course of a game ---

    def game(self) -> None:
        """Play the current game to its end; Stopped when somebody leaves, EOFError when the input ends."""
        title = telling.game_name(self.words, self.position.rules.NAME)
        self.say("start", self.words("play.start", game=title, names=", ".join(self.names)))
        while not self.table.is_over:
            happened = self.table.next_happening()
            if happened is not None:
                self.table.happen(happened)
                self.tell_events()
            elif self.position.phase == CHOICE:
                self.choose(self.table.people_waiting[0])
            else:
                self.enter_throw()
        self.end()

    def next_game(self) -> None:
        """Go on to the next game of the series."""
        self.table.happen(self.table.next_game(KEY, NO_SEEDS))
        self.start_telling()

    def end(self) -> None:
        """Show the sheets, tell why the game is over, and the places."""
        for seat in owners(self.position):
            self.say("sheet", self.sheet_text(self.position, seat))
        for key in endings(self.position):
            self.say("ending", telling.ending(self.words, self.position, self.names, key), ending=key)
        self.say("result", standings_text(self.words, self.table.game), scores=list(scores(self.position)))

    # --- people ---

    def choose(self, seat: int) -> None:
        """Ask a person until they have made a choice, or taken one back."""
        self.show_choice(seat)
        position = self.position
        while self.position is position:
            line = self.ask(f"{self.names[seat]}> ").strip()
            if line:
                self.obey(seat, line)

    def show_choice(self, seat: int) -> None:
        """Draw the sheet, the dice, what is asked and what can be answered."""
        view = seen_by(self.position, seat).position
        options = bits.members(legal_options(view, seat))
        spelled = [view.rules.spell(view.now, seat, option) for option in options]
        meanings = [telling.option(self.words, view, seat, option) for option in options]
        self.say("sheet", self.sheet_text(view, seat, dict(self.legal_cells(view, seat))))
        dice = telling.lying_dice(self.words, view)
        told = [self.words("play.dice", dice=dice)] if dice else []
        told.append(f"{self.names[seat]}: {telling.question(self.words, view, seat)}")
        told.append(columns(list(zip(spelled, meanings, strict=True))))
        self.say("question", "\n".join(told), seat=seat, window=view.window, options=spelled)

    def legal_cells(self, view: Position, seat: int) -> list[tuple[str, str]]:
        """The cells a seat may mark now, with what to write in them: the move, where the cell is the move."""
        rules, state = view.rules, view.now
        options = bits.members(legal_options(view, seat))
        cells = [(rules.cell(state, seat, option), rules.spell(state, seat, option)) for option in options]
        return [(cell, spelled if spelled == cell else "") for cell, spelled in cells if cell]

    def obey(self, seat: int, line: str) -> None:
        """A command, or one or more moves."""
        word, _, rest = line.partition(" ")
        command = self.command_named(word)
        if command:
            self.commands[command](seat, rest.strip())
            return
        moves = line.split()
        window = self.position.window
        for place, move in enumerate(moves):
            if seat not in self.position.waiting or self.position.window != window:
                self.say("refused", self.words("play.not-played", moves=" ".join(moves[place:])))
                return
            if not self.move(seat, move):
                return

    def command_named(self, word: str) -> str:
        """The command a word stands for, in the player's language or in English."""
        for name in self.commands:
            if word.lower() in (name, *self.words(f"command.{name}").split()):
                return name
        return ""

    def move(self, seat: int, typed: str) -> bool:
        """Make a move, after asking whether it stands when nobody else would be asked before it counts."""
        view = seen_by(self.position, seat).position
        try:
            option = option_typed(self.words, view, seat, typed.removesuffix(CONFIRMED))
            chosen = self.table.choose(KEY, seat, self.table.click(seat), option)
        except IllegalMove as wrong:
            self.refuse(view, wrong)
            return False
        meaning = telling.option(self.words, view, seat, option)
        asks = self.is_final(after(self.position, Choice(seat, option))) and not typed.endswith(CONFIRMED)
        if asks and not self.stands(seat, meaning):
            return False
        self.table.happen(chosen)
        self.tell_events()
        return True

    def is_final(self, trial: Position) -> bool:
        """Whether a choice that leads here leaves no person to choose in the window that is open now."""
        people = [seat for seat in trial.waiting if not self.table.places[seat].is_bot]
        return trial.window != self.position.window or trial.phase != CHOICE or not people

    def stands(self, seat: int, meaning: str) -> bool:
        """Ask whether something pencilled is to stand."""
        while self.confirm:
            answer = self.ask(self.words("play.confirm", option=meaning) + " ").strip().lower()
            if answer in ("", CONFIRMED, *self.words("play.yes").split()):
                return True
            command = self.command_named(answer.split(" ")[0])
            if answer in self.words("play.no").split() or command == "undo":
                self.say("undone", self.words("play.undone", name=self.names[seat]))
                return False
            if command:
                self.commands[command](seat, answer.partition(" ")[2].strip())
            else:
                self.say("refused", self.words("play.confirm-how"))
        return True

    def enter_throw(self) -> None:
        """Ask people for what their own dice show, or whom the lot has chosen."""
        position = self.position
        while self.position is position:
            line = self.ask(self.throw_prompt() + " ").strip()
            command = self.command_named(line.split(" ")[0])
            if command:
                self.commands[command](max(position.active, 0), line.partition(" ")[2].strip())
            elif line:
                self.throw_typed(line)
        self.tell_events()

    def throw_typed(self, line: str) -> None:
        """Let a typed throw fall, once it is sound and confirmed."""
        position = self.position
        try:
            rolled = self.table.roll(KEY, self.table.throws, self.faces(line.removesuffix(CONFIRMED)))
        except IllegalMove as wrong:
            self.refuse(position, wrong)
            return
        told = telling.event(self.words, position, self.names, Roll(rolled.faces))
        if line.endswith(CONFIRMED) or self.stands(max(position.active, 0), told.removesuffix(".")):
            self.table.happen(rolled)

    def throw_prompt(self) -> str:
        """What to type for the throw or the lot that is due."""
        if is_lot(self.position):
            return self.words("play.enter-lot", names=", ".join(self.names))
        dice = [telling.die_name(self.words, self.position, die) for die in dice_to_throw(self.position)]
        return self.words("play.enter-dice", name=self.names[self.position.active], dice=", ".join(dice))

    def faces(self, line: str) -> tuple[int, ...]:
        """Faces typed with or without spaces; for the lot a name or a place."""
        if is_lot(self.position):
            places = {name.lower(): seat for seat, name in enumerate(self.names, 1)}
            places |= {str(seat): seat for seat in places.values()}
            if line.lower() not in places:
                raise IllegalMove("nobody-of-that-name", text=line[:40], possible=", ".join(self.names))
            return (places[line.lower()],)
        parts = line.replace(",", " ").split()
        return tuple(parse_number(part) for part in (parts[0] if len(parts) == 1 else parts))

    def refuse(self, position: Position, wrong: IllegalMove) -> None:
        """Say which rule forbids something."""
        self.say("refused", telling.refusal(self.words, position, wrong), reason=wrong.reason)

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
            if view.phase != CHOICE:
                raise IllegalMove("throw-first")
            option = option_typed(self.words, view, seat, rest)
            check_choice(view, Choice(seat, option))
        except IllegalMove as wrong:
            self.say("why", telling.refusal(self.words, view, wrong), reason=wrong.reason)
            return
        meaning = telling.option(self.words, view, seat, option)
        self.say("why", self.words("play.allowed", option=meaning), reason="")

    def hint(self, seat: int, rest: str) -> None:
        """What each option is worth to the strong bots; the first time they need a moment."""
        asked = self.position.phase == CHOICE and seat in self.position.waiting
        wrong = no_hints(self.words, self.position) if asked else self.words("hint.nobody-asked")
        if wrong:
            self.say("refused", wrong)
            return
        prepare_with_bar(self.words, self.position)
        found = hints(self.position, seat)
        text = hints_text(self.words, self.position, seat, found)
        self.say("hint", text, options=hints_data(self.words, self.position, seat, found))

    def undo(self, seat: int, rest: str) -> None:
        """Take back one's newest choice in the open window, else that of the person before."""
        people = [answer.seat for answer in self.position.answers if not self.table.places[answer.seat].is_bot]
        if not people:
            self.refuse(self.position, IllegalMove("nothing-to-undo", seat=seat))
            return
        owner = seat if seat in people else people[-1]
        self.table.happen(self.table.undo(KEY, owner, self.table.click(owner)))
        self.say("undone", self.words("play.undone", name=self.names[owner]))

    def sheets(self, seat: int, rest: str) -> None:
        """Everybody's sheets, as far as this seat may know."""
        view = seen_by(self.position, seat).position
        for other in owners(view):
            self.say("sheet", self.sheet_text(view, other))

    def score(self, seat: int, rest: str) -> None:
        """The points as the sheets stand."""
        points = scores(seen_by(self.position, seat).position)
        told = ", ".join(f"{name} {score}" for name, score in zip(self.names, points, strict=True))
        self.say("score", told, scores=list(points))

    def rules(self, seat: int, rest: str) -> None:
        """The rules of the game."""
        self.say("rules", rules_page(self.position.rules.NAME, self.words.language))

    def log(self, seat: int, rest: str) -> None:
        """What has happened so far, in words; what is chosen in the open window is left out."""
        game = self.table.game
        position, told = game.back_to(0).position, []
        for event in game.events[: len(game.events) - len(self.position.answers)]:
            told.append(telling.event(self.words, position, self.names, event))
            position = after(position, event)
        self.say("log", "\n".join(told))

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
        """The players' names by seat, told apart."""
        return telling.seat_names(self.table.game.names)

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
            position = self.following(position, event)
        self.tell_forced(position, chosen)
        self.told, self.told_position = public, position

    def following(self, position: Position, event: Event) -> Position:
        """The position after an event, telling who begins when a throw-off has settled it."""
        following = after(position, event)
        settled = following.now.beginner >= 0 > position.now.beginner
        if settled and not is_lot(position):
            self.say("begins", self.words("said.begins", name=self.names[following.now.beginner]))
        return following

    def tell_forced(self, position: Position, chosen: set[tuple[int, str]]) -> None:
        """Tell what the rules have done by themselves."""
        shared = bool(position.rules.SIDE_COLOURS)
        for seat in owners(position):
            own = {cell for owner, cell in chosen if owner == seat or shared}
            for told in telling.forced(self.words, self.told_position, position, seat, self.names[seat], own):
                self.say("forced", told, seat=seat)

    def sheet_text(self, view: Position, seat: int, legal: dict[str, str] | None = None) -> str:
        """All that lies before a seat, after an empty line."""
        return "\n" + drawn_sheets(self.words, view, seat, self.names, legal or {}, colour=self.colour)
