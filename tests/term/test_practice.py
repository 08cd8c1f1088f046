"""`cinquina practise`, `puzzle` and `progress`: typed as at a table, in both languages; what they keep."""

from __future__ import annotations

import json
import random
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

import made_up
from cinquina import coach
from cinquina.bots.outlook import strongest
from cinquina.cli import build
from cinquina.coach.puzzles import game_of, puzzle_of_day, puzzles_of
from cinquina.core.record import new_game, read, write
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.table.diary import Diary, ProgressLine, diary_file, read_diary, write_diary
from cinquina.table.errors import Failed
from cinquina.table.pad_table import EXAMPLES
from cinquina.table.reviewing import bot_title
from cinquina.term.my_progress import luck_text, summary
from cinquina.term.practice import puzzle_tasks

PLAYED = Path(__file__).resolve().parents[1] / "played"
QWIXX, ALONE = PLAYED / "qwixx-two-rows-closed.txt", PLAYED / "qwixx-solo.txt"
DAY = date(2026, 7, 1)
UNWORDED = re.compile(r"\{\w+\}|\b(?:practice|progress|hint|review|web)\.[a-z-]+\b")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def review(game: Any, *, progress: Any, **_: Any) -> coach.Review:
        return made_up.review(game, progress)

    monkeypatch.setattr(coach, "review", review)
    monkeypatch.setenv("CINQUINA_HOME", str(tmp_path / "home"))


def run(*line: str, lang: str = "en", text: str = "") -> Result:
    """Run a command; what it refuses is raised."""
    return CliRunner().invoke(build(words(lang)), line, input=text, catch_exceptions=False, standalone_mode=False)


def said(*line: str, lang: str = "en", text: str = "") -> tuple[str, int]:
    """Return the sentence of a refusal, and the exit code."""
    with pytest.raises(Failed) as refused:
        run(*line, lang=lang, text=text)
    return str(refused.value), refused.value.code


def of_day(name: str, day: date = DAY) -> Any:
    """Return the puzzle of a day."""
    puzzle = puzzle_of_day(name, day)
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("name", [name for name in GAMES if puzzles_of(name)])
def test_a_puzzle_is_shown_typed_and_told(name: str, lang: str) -> None:
    puzzle = of_day(name)
    best, worst = puzzle.options[0].move, puzzle.options[-1].move
    told = run("puzzle", name, "--date", "2026-07-01", lang=lang, text=f"{worst}\n").stdout
    assert told.count("2026-07-01") == 1
    assert words(lang)("web.practice.other") in told
    assert not UNWORDED.search(told)
    again = run("puzzle", name, "--date", "2026-07-01", lang=lang, text=f"{best}\n").stdout
    assert words(lang)("web.practice.right") in again
    stars = [line for line in again.split("\n") if re.match(r"  \S+ +\* ", line)]
    assert len(stars) == 1, "only the best has a star"
    assert str(puzzle.rating) in again


@pytest.mark.parametrize(("lang", "typed"), [("it", "gv"), ("en", "yv")])
def test_what_bots_choose_is_told_as_it_is_typed(lang: str, typed: str) -> None:
    days = (DAY + timedelta(days=number) for number in range(len(puzzles_of("qwinto"))))
    day = next(day for day in days if of_day("qwinto", day).options[0].move == "yv")
    told = run("puzzle", "qwinto", "--date", day.isoformat(), lang=lang, text=f"{typed}\n").stdout
    assert f"{bot_title(words(lang), 'expert')}: {typed}" in told


@pytest.mark.parametrize("lang", ["it", "en"])
def test_the_game_to_practise_may_be_left_out_and_that_of_a_puzzle_may_not(lang: str) -> None:
    game = words(lang)("help.GAME")
    assert f"[{game}]" in run("practise", "--help", lang=lang).stdout
    assert f"[{game}]" not in run("puzzle", "--help", lang=lang).stdout


def test_only_the_first_answer_counts() -> None:
    puzzle = of_day("qwixx")
    best, worst = puzzle.options[0].move, puzzle.options[-1].move
    run("puzzle", "qwixx", "--date", "2026-07-01", text=f"{worst}\n")
    first = read_diary(words("en"))
    assert first.practice.answers == {"qwixx": {puzzle.id: False}}
    assert first.rated("qwixx").rating < 1500
    assert first.practice.days == {}, "another day than today is no part of a row"
    told = run("puzzle", "qwixx", "--date", "2026-07-01", text=f"{best}\n").stdout
    assert "ating" not in told.split("That is the best.")[1]
    assert read_diary(words("en")).practice == first.practice


def test_the_puzzle_of_today_makes_a_row_of_days() -> None:
    today = date.today()
    diary = Diary()
    diary.enter_day("extra", today - timedelta(days=1), right=False)
    write_diary(words("en"), diary)
    told = run("puzzle", "qwinto", text=of_day("qwinto", today).options[0].move + "\n").stdout
    assert "2 days in a row" in told
    assert read_diary(words("en")).practice.days[today.isoformat()] == {"qwinto": True}


def test_what_is_not_allowed_is_explained_and_asked_again() -> None:
    puzzle = of_day("qwixx")
    best = puzzle.options[0].move
    told = run("puzzle", "qwixx", "--date", "2026-07-01", text=f"\nzzz\nhelp\nsheets\nscore\nwhy zzz\n{best}\n").stdout
    assert "“zzz” is not a move" in told
    assert "why MOVE" in told
    assert "That is the best." in told
    for command in ("hint", "undo"):
        refused = run("puzzle", "qwixx", "--date", "2026-07-01", text=f"{command}\n").stdout
        assert f"“{command}” is not a move" in refused


@pytest.mark.parametrize("text", ["", "quit\n", "help\n"])
@pytest.mark.parametrize("line", [("puzzle", "qwixx"), ("practise",), ("practise", "extra")])
def test_without_an_answer_it_ends_cleanly(line: tuple[str, ...], text: str) -> None:
    done = run(*line, text=text)
    assert done.return_value == 0
    assert not diary_file().exists()


def test_puzzles_come_one_after_the_other_near_the_rating_and_those_not_solved_again() -> None:
    diary, count = Diary(), len(puzzles_of("qwixx"))
    tasks = puzzle_tasks(words("en"), ["qwixx"], diary, random.Random(3))
    seen = []
    for place in range(count):
        exercise = next(tasks).exercise
        seen.append(exercise.id)
        if place < 5:
            assert abs(exercise.rating - diary.rated("qwixx").rating) <= 300
        diary.enter_answer("qwixx", exercise, right=place % 7 != 0)
    assert len(set(seen)) == count
    assert diary.answers("qwixx")[next(tasks).exercise.id] is False
    both = puzzle_tasks(words("en"), ["qwixx", "extra"], Diary(), random.Random(3))
    assert {next(both).exercise.seen.rules.NAME for _ in range(12)} == {"qwixx", "extra"}


def test_answers_as_data() -> None:
    lines = [json.loads(line) for line in run("practise", "qwixx", "--json", text="pass\n").stdout.splitlines()]
    kinds = [line["kind"] for line in lines]
    assert kinds[:3] == ["puzzle", "sheet", "question"]
    asked = read(lines[0]["record"], GAMES)
    assert lines[0]["seat"] in asked.position.waiting
    if "pass" in lines[2]["options"]:
        answer = next(line for line in lines if line["kind"] == "answer")
        assert answer["answer"] == "pass"
        assert answer["options"][0]["loss"] == 0
        assert answer["right"] == (answer["grade"] == "fine")
        assert kinds.count("puzzle") == 2, "the next one follows"


def test_a_puzzle_as_data_has_its_solution() -> None:
    data = json.loads(run("puzzle", "the-choice", "--date", "2026-07-01", "--json").stdout)
    puzzle = of_day("the-choice")
    assert data["id"] == puzzle.id
    assert data["date"] == "2026-07-01"
    assert [option["move"] for option in data["options"]] == [option.move for option in puzzle.options]
    assert data["chosen"] == puzzle.chosen | {strongest(GAMES["the-choice"]): puzzle.options[0].move}
    assert read(data["record"], GAMES).events == game_of("the-choice", puzzle).events
    assert not diary_file().exists()


@pytest.mark.parametrize("lang", ["it", "en"])
def test_wrong_dates_and_games_get_a_sentence(lang: str) -> None:
    for typed in ("2026-02-30", "tomorrow", "1.7.2026", ""):
        sentence, code = said("puzzle", "qwixx", "--date", typed, lang=lang)
        assert "2026-07-01" in sentence
        assert code == 2
    for line in (("puzzle", "chess"), ("practise", "chess")):
        sentence, code = said(*line, lang=lang)
        assert "chess" in sentence
        assert code == 2


def test_the_mistakes_of_a_record_are_asked() -> None:
    told = run("practise", "--record", str(QWIXX), "--seat", "0", text="quit\n").stdout
    assert told.startswith("\nQwixx · One of your choices\n")
    review = made_up.review(read(QWIXX.read_text(), GAMES))
    wrong = [one for one in review.decisions if one.seat == 0 and one.grade != "fine"]
    best = "\n".join(one.worths[0].move for one in wrong)
    told = run("practise", "--record", str(QWIXX), "--seat", "0", text=best + "\n").stdout
    assert told.count("That is the best.") == len(wrong)
    assert told.count("you, then: ") == len(wrong)
    assert "As the review of the game found it." in told
    assert "ating" not in told
    assert said("practise", "--record", str(QWIXX))[0] == "Say whose mistakes: --seat 0 to 2."
    assert said("practise", "--record", str(QWIXX), "--seat", "3")[1] == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (QWIXX.read_text() + EXAMPLES, "score pad"),
        ("\n".join(QWIXX.read_text().split("\n")[:20]) + "\n", "not played to its end"),
        (write(new_game(GAMES["qwixx"], ("Ada", "Nino"))), "not played to its end"),
        (QWIXX.read_text()[:-300], "line"),
        ("hello\n", "line 1"),
        ("", "line 1"),
    ],
)
def test_a_record_that_cannot_be_practised_gets_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(text)
    assert sentence in said("practise", "--record", str(file))[0]
    assert said("practise", "--record", str(file), lang="it") != said("practise", "--record", str(file))


def played_here(home: Path, *files: Path) -> None:
    """Put games where the terminal saves them."""
    folder = home / "games"
    folder.mkdir(parents=True)
    for file in files:
        (folder / file.name).write_text(file.read_text())


@pytest.mark.parametrize("lang", ["it", "en"])
def test_progress_reviews_the_games_of_one_person_that_were_played_here(tmp_path: Path, lang: str) -> None:
    assert run("progress", lang=lang).stdout.strip() == words(lang)("practice.nothing-reviewed")
    against_bot = tmp_path / "qwixx-bot.txt"
    text = re.sub(r"seat ([12]) \w+", r"seat \1 bot:medium", QWIXX.read_text())
    against_bot.write_text(text)
    played_here(tmp_path / "home", QWIXX, ALONE, against_bot)
    (tmp_path / "home" / "games" / "broken.txt").write_text("hello")
    told = run("progress", lang=lang).stdout
    assert not UNWORDED.search(told)
    assert words(lang)("web.progress.alone", game="Qwixx") in told
    data = json.loads(run("progress", "--json").stdout)
    assert sorted((one["game"], one["unit"], len(one["lines"])) for one in data["games"]) == [
        ("qwixx", "chance", 1),
        ("qwixx", "points", 1),
    ], "several people are not one"
    assert data["mistakes"] > 0
    assert len(read_diary(words("en")).practice.lines) == 2, "each game once"


def test_mistakes_come_back_until_they_are_solved(tmp_path: Path) -> None:
    assert said("practise", "--mistakes")[0].startswith("No mistakes are waiting.")
    played_here(tmp_path / "home", ALONE)
    run("progress")
    waiting = read_diary(words("en")).waiting("qwixx")
    assert len(waiting) > 2
    moves = [worth.move for worth in waiting[0][1].worths]
    told = run("practise", "qwixx", "--mistakes", text=f"{moves[-1]}\nquit\n").stdout
    assert "There is something better." in told
    assert len(read_diary(words("en")).waiting()) == len(waiting)
    best = "\n".join(mistake.worths[0].move for _, mistake in waiting)
    told = run("practise", "qwixx", "--mistakes", text=best + "\n").stdout
    assert told.count("That is the best.") == len(waiting)
    left = read_diary(words("en"))
    assert left.waiting() == []
    assert [one.record for one in left.mistakes.games] == [""], "known, so that it does not come back"
    run("progress")
    assert read_diary(words("en")).waiting() == []


def test_luck_is_even_as_far_as_its_interval_goes() -> None:
    def line(place: int, luck: float) -> ProgressLine:
        return ProgressLine(str(place), "qwixx", "Qwixx", place, "chance", 30, 0.01, 0.005, luck)

    even = summary([line(place, luck) for place, luck in enumerate((0.3, -0.3, 0.2, -0.25))])
    assert "as even as can be told" in luck_text(words("en"), even)
    lucky = summary([line(place, 0.3 + place / 100) for place in range(5)])
    assert "more than your share" in luck_text(words("en"), lucky)
    assert lucky.mean_loss == pytest.approx(0.01)
    assert lucky.error == pytest.approx(0.005 / 5**0.5)
    assert lucky.plays_like == "medium"


def test_a_damaged_diary_gets_a_sentence_and_is_left_alone() -> None:
    diary_file().parent.mkdir(parents=True)
    for text in ("{", '{"kind": "cinquina games", "practice": {"lines": 3}}', '{"kind": "other"}'):
        diary_file().write_text(text)
        sentence, code = said("progress")
        assert sentence.startswith(str(diary_file()))
        assert code == 1
        assert diary_file().read_text() == text


def test_too_much_is_dropped_from_the_oldest_on() -> None:
    diary = Diary()
    line = ProgressLine("a", "qwixx", "Qwixx", 0, "chance", 30, 0.01, 0.005, 0.1)
    diary.practice.lines = [replace(line, id=str(n), when=n) for n in range(1100)]
    diary.practice.days = {(DAY + timedelta(days=n)).isoformat(): {"qwixx": True} for n in range(500)}
    diary.tidy()
    assert [line.when for line in diary.practice.lines] == list(range(100, 1100))
    assert len(diary.practice.days) == 400
    assert min(diary.practice.days) == (DAY + timedelta(days=100)).isoformat()
