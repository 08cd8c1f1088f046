"""Positions to solve at a terminal: shown and typed as at a table; then what every option is worth."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from cinquina.coach import Grade, Source
from cinquina.coach.puzzles import Puzzle, puzzles_of
from cinquina.core import Choice, IllegalMove
from cinquina.core.position import check_choice
from cinquina.core.record import write
from cinquina.core.series import Series
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.diary import Diary, write_diary
from cinquina.table.hint_words import unit_and_source
from cinquina.table.local import local_table
from cinquina.table.practising import Exercise, of_puzzle
from cinquina.table.reviewing import amount, bot_title
from cinquina.term.hints import hints_data, source_of, values_text
from cinquina.term.parsing import option_typed, shown_spelling
from cinquina.term.play import Play, Stopped, Style

NEAR = 12
"""A puzzle is drawn from this many that are nearest to the own rating."""
LEFT_OUT = ("hint", "undo")
"""Commands of a game that an exercise does not have."""
Ask = Callable[[str], str]
Write = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Task:
    """An exercise with what it is called, and what to do with the answer."""

    exercise: Exercise
    title: str
    day: date | None = None
    """The day whose puzzle it is."""
    solved: Callable[[], None] | None = None


class Solving(Play):
    """One exercise at the terminal."""

    def __init__(self, words: Words, exercise: Exercise, *, ask: Ask, write: Write, style: Style) -> None:
        super().__init__(local_table(Series((exercise.game,))), words, ask=ask, write=write, style=style)
        self.exercise = exercise
        self.commands = {name: run for name, run in self.commands.items() if name not in LEFT_OUT}
        self.chosen: int | None = None

    def solved_with(self) -> int:
        """Show the position and ask until there is an answer; raise Stopped or EOFError if there is none."""
        seat = self.exercise.seat
        self.show_choice(seat)
        while self.chosen is None:
            line = self.ask(f"{self.names[seat]}> ").strip()
            if line:
                self.handle_line(seat, line)
        return self.chosen

    def move(self, seat: int, typed: str) -> bool:
        """Take a move as the answer, if it is allowed; there is one answer, and nothing is played."""
        if self.chosen is not None:
            return False
        view = self.exercise.seen
        try:
            option = option_typed(self.words, view, seat, typed.removesuffix("!"))
            check_choice(view, Choice(seat, option))
        except IllegalMove as wrong:
            self.refuse(view, wrong)
            return False
        self.chosen = option
        return True

    def help(self, seat: int, rest: str) -> None:
        """Print what can be typed."""
        self.emit("help", self.words("practice.help"))


class Session:
    """Exercises one after the other; what was answered is written down after each."""

    def __init__(self, words: Words, diary: Diary, *, ask: Ask, write: Write, style: Style, waits: bool) -> None:
        self.words = words
        self.diary = diary
        self.ask = ask
        self.write = write
        self.style = style
        self.waits = waits
        """Whether to wait for Enter before the next exercise."""

    def run(self, tasks: Iterator[Task]) -> int:
        """Ask until there is no task left, or somebody leaves; return the exit code."""
        try:
            for number, task in enumerate(tasks):
                if number and self.waits and self.ask(self.words("practice.go-on") + " ").strip():
                    break
                self.solve(task)
        except Stopped:
            pass
        except EOFError:
            if not self.style.as_json:
                self.write("")
        return 0

    def solve(self, task: Task) -> None:
        """Ask for an answer, and tell what everything is worth."""
        exercise = task.exercise
        solving = Solving(self.words, exercise, ask=self.ask, write=self.write, style=self.style)
        solving.emit("puzzle", "\n" + self.heading(task), **puzzle_data(task))
        option = solving.solved_with()
        right = exercise.grade(option) == Grade.FINE
        name = exercise.game.position.rules.NAME
        change = self.diary.enter_answer(name, exercise, right=right)
        if task.day:
            self.diary.enter_day(name, task.day, right=right)
        if right and task.solved:
            task.solved()
        write_diary(self.words, self.diary)
        solving.emit("answer", self.verdict(task, option, change), **self.answer_data(task, option, right=right))

    def heading(self, task: Task) -> str:
        """Return what a task is: the game, what it is called, how difficult it is."""
        name = task.exercise.game.position.rules.NAME
        difficulty = [self.words("web.practice.difficulty", n=task.exercise.rating)] if task.exercise.rating else []
        return " · ".join([telling.game_name(self.words, name), task.title, *difficulty])

    def verdict(self, task: Task, option: int, change: int) -> str:
        """Return whether an answer was the best, what all are worth, who else chooses what, and the rating."""
        words, exercise = self.words, task.exercise
        lines = [
            "",
            verdict_text(words, exercise, option),
            values_text(words, exercise.game.position, exercise.seat, exercise.worths),
            source_line(words, exercise),
            *others_text(words, exercise),
            *self.standing(task, change),
        ]
        return "\n".join(line for place, line in enumerate(lines) if line or not place)

    def standing(self, task: Task, change: int) -> list[str]:
        """Return the rating and the days in a row, as far as they matter."""
        words, name = self.words, task.exercise.game.position.rules.NAME
        rating = self.diary.rated(name).rating
        signed = f"{change:+d}".replace("-", "\N{MINUS SIGN}")
        told = [words("web.practice.rating-now", n=rating, change=signed)] if change else []
        days = [words("web.practice.streak", n=self.diary.streak(task.day))] if task.day else []
        text = " · ".join(told + days)
        return [text[:1].upper() + text[1:]] if text else []

    def answer_data(self, task: Task, option: int, *, right: bool) -> dict[str, Any]:
        """Return an answer as data."""
        exercise = task.exercise
        name = exercise.game.position.rules.NAME
        moves = {worth.option: worth.move for worth in exercise.worths}
        return {
            "answer": moves[option],
            "right": right,
            "grade": exercise.grade(option).value,
            "options": hints_data(self.words, exercise.game.position, exercise.seat, exercise.worths),
            "rating": self.diary.rated(name).rating,
        }


def verdict_text(words: Words, exercise: Exercise, option: int) -> str:
    """Return what an answer was, without scolding."""
    best = exercise.worths[0]
    if option == best.option:
        return words("web.practice.right")
    made = next(worth for worth in exercise.worths if worth.option == option)
    key = "nearly" if exercise.grade(option) == Grade.FINE else "other"
    unit = best.value.unit
    lost = words(f"web.practice.lost-{unit}", n=made.loss, loss=amount(words, unit, made.loss))
    return f"{words(f'web.practice.{key}')} {lost}"


def source_line(words: Words, exercise: Exercise) -> str:
    """Return where the values come from."""
    value = source_of(exercise.worths)
    if value.source == Source.UNKNOWN:
        return words("practice.from-review")
    return unit_and_source(words, value.unit, value.source, value.games)


def others_text(words: Words, exercise: Exercise) -> list[str]:
    """Return what bots choose, and what was chosen in the game, as it is typed."""
    options = [worth.option for worth in exercise.worths]
    typed = {option: shown_spelling(words, exercise.seen, exercise.seat, option) for option in options}
    told = [f"{bot_title(words, level)}: {typed[option]}" for level, option in exercise.chosen.items()]
    then = [f"{words('web.practice.then')}: {typed[exercise.played]}"] if exercise.played in typed else []
    return [", ".join(then + told)] if then or told else []


def puzzle_data(task: Task) -> dict[str, Any]:
    """Return an exercise as data, without its solution."""
    exercise = task.exercise
    return {
        "game": exercise.game.position.rules.NAME,
        "id": exercise.id,
        "date": task.day.isoformat() if task.day else None,
        "rating": exercise.rating or None,
        "seat": exercise.seat,
        "record": write(exercise.game),
    }


def whole_data(words: Words, task: Task) -> dict[str, Any]:
    """Return an exercise as data, with what everything is worth."""
    exercise = task.exercise
    moves = {worth.option: worth.move for worth in exercise.worths}
    return {
        **puzzle_data(task),
        "question": telling.question(words, exercise.seen, exercise.seat),
        "options": hints_data(words, exercise.game.position, exercise.seat, exercise.worths),
        "chosen": {level: moves[option] for level, option in exercise.chosen.items()},
    }


# --- where exercises come from ---------------------------------------------------------------------------------------


def puzzle_tasks(words: Words, names: Sequence[str], diary: Diary, luck: random.Random) -> Iterator[Task]:
    """Puzzles without end, of one of some games each time, near the own rating."""
    last = ""
    while True:
        name = luck.choice(names)
        puzzle = drawn(puzzles_of(name), diary, name, last, luck)
        last = puzzle.id
        yield Task(of_puzzle(words, name, puzzle), words("web.practice.puzzle"))


def drawn(puzzles: Sequence[Puzzle], diary: Diary, name: str, last: str, luck: random.Random) -> Puzzle:
    """Draw a puzzle: not answered yet, else answered wrongly, else any; near the own rating."""
    answers, own = diary.answers(name), diary.rated(name).rating
    others = [puzzle for puzzle in puzzles if puzzle.id != last] or list(puzzles)
    new = [puzzle for puzzle in others if puzzle.id not in answers]
    wrong = [puzzle for puzzle in others if not answers.get(puzzle.id)]
    near = sorted(new or wrong or others, key=lambda puzzle: abs(puzzle.rating - own))[:NEAR]
    return luck.choice(near)


def is_terminal() -> bool:
    """Whether somebody sits in front of this program."""
    return sys.stdin.isatty() and sys.stdout.isatty()
