"""The puzzles of the program: legal, clear, the same as the coach finds today, and one for every day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from cinquina import coach
from cinquina.bots import answer, levels_of
from cinquina.coach import FULL, QUICK, Effort, Grade, Unit
from cinquina.coach.grades import THRESHOLDS, grade_of, thresholds
from cinquina.coach.puzzles import (
    FOLDER,
    Puzzle,
    collection,
    file_of,
    game_of,
    puzzle_named,
    puzzle_of_day,
    puzzles_of,
    worths_of,
)
from cinquina.coach.rating import FIRST, after_answer, expected, streak
from cinquina.core import bits, legal_options, seen_by
from cinquina.games import GAMES

GAMES_WITH_PUZZLES = [name for name in GAMES if puzzles_of(name)]
LEAD = 0.03
SAMPLE = 5
"""This many puzzles of a game are valued again, with nothing compiled."""
BUILT_LATER = ("the-choice",)
"""Games whose best values need tables that only compiled code builds: they are checked by a long proof."""
DIFFERENCE = 0.02
"""By how much a value may differ from the one that was written down, beside its interval: values are learned anew."""


@pytest.mark.parametrize("name", GAMES_WITH_PUZZLES)
def test_a_game_has_many_puzzles_of_all_difficulties_and_all_of_them_are_small(name: str) -> None:
    puzzles = puzzles_of(name)
    assert 60 <= len(puzzles) <= 120
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    ratings = [puzzle.rating for puzzle in puzzles]
    assert min(ratings) < 1300
    assert max(ratings) > 1600
    assert sum(file.stat().st_size for file in FOLDER.glob("*.json")) < 800_000
    assert file_of(name).exists()


@pytest.mark.parametrize("name", GAMES_WITH_PUZZLES)
def test_every_puzzle_is_a_legal_question_with_all_its_options(name: str) -> None:
    for puzzle in puzzles_of(name):
        position = game_of(name, puzzle).position
        assert puzzle.seat in position.waiting
        seen = seen_by(position, puzzle.seat).position
        worths = worths_of(position, puzzle)
        assert {worth.option for worth in worths} == set(bits.members(legal_options(seen, puzzle.seat)))
        assert len(worths) >= 3
        assert {*puzzle.chosen.values()} <= {worth.move for worth in worths}
        for worth in worths:
            assert sum(worth.value.chances) == pytest.approx(1, abs=0.001)
            assert worth.value.unit == Unit.CHANCE


@pytest.mark.parametrize("name", GAMES_WITH_PUZZLES)
def test_one_option_is_clearly_the_best_and_a_weaker_bot_makes_a_mistake(name: str) -> None:
    limits = thresholds(Unit.CHANCE, 0.0)
    for puzzle in puzzles_of(name):
        best, *others = worths_of(game_of(name, puzzle).position, puzzle)
        assert best.loss == 0
        assert 0.05 < best.value.worth(puzzle.seat) < 0.95, "there is something to win and to lose"
        assert all(other.loss >= max(LEAD, 2 * other.loss_error) for other in others)
        assert [grade_of(other.loss, other.loss_error, limits) for other in others].count(Grade.FINE) == 0
        assert any(other.loss >= THRESHOLDS[Grade.MISTAKE] for other in others)


@pytest.mark.parametrize("name", GAMES_WITH_PUZZLES)
def test_bots_choose_what_the_puzzles_say(name: str) -> None:
    for puzzle in puzzles_of(name)[:20]:
        position = game_of(name, puzzle).position
        view = seen_by(position, puzzle.seat)
        for level, move in puzzle.chosen.items():
            if level in ("easy", "medium"):
                liked = bits.members(answer(level, view, puzzle.seat).liked)
                assert [position.rules.spell(view.position.now, puzzle.seat, option) for option in liked] == [move]
    assert set(puzzles_of(name)[0].chosen) <= set(levels_of(GAMES[name]))


def check(name: str, puzzle: Puzzle, effort: Effort) -> bool:
    """Check that the coach finds what was written down; return whether it could do its best."""
    position = game_of(name, puzzle).position
    found = {worth.move: worth for worth in coach.values(position, puzzle.seat, effort=effort)}
    if not all(worth.value.final for worth in found.values()):
        return False
    written = worths_of(position, puzzle)
    assert min(found.values(), key=lambda worth: worth.loss).move == written[0].move
    for worth in written:
        now = found[worth.move]
        room = DIFFERENCE + worth.value.error + now.value.error
        assert now.value.worth(puzzle.seat) == pytest.approx(worth.value.worth(puzzle.seat), abs=room)
    return True


@pytest.mark.parametrize("name", GAMES_WITH_PUZZLES)
def test_the_coach_finds_today_what_was_written_down(name: str) -> None:
    puzzles = puzzles_of(name)
    checked = [check(name, puzzle, QUICK) for puzzle in puzzles[:: len(puzzles) // SAMPLE]]
    if name not in BUILT_LATER:
        assert all(checked)


@pytest.mark.prove
@pytest.mark.parametrize("name", GAMES_WITH_PUZZLES)
def test_the_coach_finds_all_of_it_with_all_its_effort(name: str) -> None:
    assert all(check(name, puzzle, FULL) for puzzle in puzzles_of(name))


def test_the_puzzle_of_a_day_depends_on_the_date_alone_and_every_puzzle_has_its_turn() -> None:
    for name in GAMES_WITH_PUZZLES:
        count = len(puzzles_of(name))
        days = [date(2026, 7, 1) + timedelta(days=n) for n in range(count)]
        found = [puzzle_of_day(name, day) for day in days]
        assert {puzzle.id for puzzle in found if puzzle} == {puzzle.id for puzzle in puzzles_of(name)}
        assert puzzle_of_day(name, days[0] + timedelta(days=count)) == found[0]
        for place, day in enumerate(days[:3]):
            assert puzzle_of_day(name, day) == puzzles_of(name)[day.toordinal() % count] == found[place]


def test_a_game_without_a_file_has_no_puzzles() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == set(GAMES_WITH_PUZZLES)
    assert {"qwixx", "qwinto", "the-choice", "extra", "sequence-dice"} <= set(GAMES_WITH_PUZZLES)
    assert puzzles_of("chess") == ()
    assert puzzle_of_day("chess", date(2026, 7, 1)) is None
    assert puzzle_named("qwixx", "chess") is None


def test_a_puzzle_is_found_by_its_id() -> None:
    puzzle = puzzles_of("qwixx")[7]
    assert isinstance(puzzle, Puzzle)
    assert puzzle_named("qwixx", puzzle.id) == puzzle
    assert puzzle.record < len(collection("qwixx").records)


def test_a_rating_moves_by_how_much_an_answer_surprises() -> None:
    assert expected(1500, 1500) == 0.5
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    assert after_answer(FIRST, 0, 1500, right=True) == 1520
    assert after_answer(FIRST, 0, 1500, right=False) == 1480
    assert after_answer(FIRST, 20, 1500, right=True) == 1510, "less after twenty answers"
    assert after_answer(FIRST, 0, 1900, right=True) == 1536
    assert after_answer(FIRST, 0, 1100, right=True) == 1504


def test_days_in_a_row_go_up_to_today_or_to_yesterday() -> None:
    today = date(2026, 3, 1)
    days = {today - timedelta(days=n) for n in range(4)}
    assert streak(days, today) == 4
    assert streak(days, today + timedelta(days=1)) == 4, "today is not over yet"
    assert streak(days, today + timedelta(days=2)) == 0
    assert streak(days - {today - timedelta(days=2)}, today) == 2
    assert streak(set(), today) == 0
