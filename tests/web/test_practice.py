"""Positions to solve over the network: every puzzle can be answered, nothing secret is sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import made_up
from cinquina.bots.outlook import strongest
from cinquina.coach import Grade
from cinquina.coach.puzzles import game_of, puzzle_of_day, puzzles_of
from cinquina.core import Choice, after, seen_by
from cinquina.core.record import Game, read
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.store import MemoryStore
from cinquina.table.diary import mistakes_of
from cinquina.table.pad_table import EXAMPLES
from cinquina.table.practising import NoPuzzle, before_choice, of_puzzle
from cinquina.table.reviewing import bot_title
from cinquina.web.actions import KeptWorth
from cinquina.web.app import ServerOptions, app
from cinquina.web.practice import practice_of, practice_of_record
from cinquina.web.practice_protocol import Practice
from cinquina.web.reviews import Reviews
from web.server import Asker, serving

PLAYED = Path(__file__).parents[1] / "played"
SOME = 12
DECODER = msgspec.json.Decoder(Practice, strict=True)
UNWORDED = re.compile(r"\{\w+\}|\b(?:practice|hint|reason|option|web)\.[a-z-]+\b")


@pytest.fixture(scope="module")
def asking() -> Iterator[Asker]:
    """A server."""
    made = Reviews(reviewer=made_up.review)
    with serving(app(MemoryStore(), ServerOptions(pace=0.0, limits=1000), reviews=made)) as asker:
        yield asker


def record(name: str = "qwixx-two-rows-closed") -> str:
    """Return a finished game as text."""
    return (PLAYED / f"{name}.txt").read_text()


def kept(text: str, seat: int = 0) -> Any:
    """Return the first mistake of a seat as a page keeps it."""
    mistake = mistakes_of(made_up.review(read(text, GAMES)), seat)[0]
    return {"record": text, "event": mistake.event, "worths": msgspec.to_builtins(mistake.worths)}


def test_a_puzzle_asks_for_nothing_after_its_one_choice() -> None:
    said = words("en")
    asked = {practice_of(said, of_puzzle(said, "qwixx", one)).snapshot.sentence for one in puzzles_of("qwixx")[:60]}
    assert any(sentence.startswith("White makes") for sentence in asked)
    assert not any("Then" in sentence for sentence in asked)


def check_answerable(practice: Practice) -> None:
    """Check that every option can be tapped, or is the one that passes, and that everything is worded."""
    ask = practice.snapshot.ask
    assert ask is not None
    taps = {option.tap for option in ask.options} | set(ask.passing.ink if ask.passing else [])
    assert {option.tap for option in practice.options} == taps
    assert practice.snapshot.seat == ask.seat
    assert practice.snapshot.seats[ask.seat].mine
    assert practice.snapshot.phase == "choose"
    assert not UNWORDED.search(msgspec.json.encode(practice).decode())
    assert practice.options[0].loss == 0
    assert practice.options[0].grade == "fine"


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("name", [name for name in GAMES if puzzles_of(name)])
def test_every_option_of_a_puzzle_can_be_answered(name: str, lang: str) -> None:
    puzzles = puzzles_of(name)
    for puzzle in puzzles[:: len(puzzles) // SOME]:
        practice = practice_of(words(lang), of_puzzle(words(lang), name, puzzle))
        check_answerable(practice)
        assert practice.id == puzzle.id
        assert practice.rating == puzzle.rating > 0
        assert [option.move for option in practice.options] == [option.move for option in puzzle.options]
        named = [bot for option in practice.options for bot in option.chosen]
        assert len(named) == len(puzzle.chosen) + 1
        assert bot_title(words(lang), strongest(GAMES[name])) in practice.options[0].chosen, "or it were no puzzle"
        assert all(option.grade != "fine" for option in practice.options[1:])


@pytest.mark.parametrize("name", [name for name in GAMES if puzzles_of(name)])
def test_the_page_offers_every_option_of_every_puzzle(name: str) -> None:
    for puzzle in puzzles_of(name):
        check_answerable(practice_of(words("en"), of_puzzle(words("en"), name, puzzle)))


def test_a_puzzle_says_what_was_done_with_the_dice_and_nothing_of_who_waits() -> None:
    puzzles = [of_puzzle(words("en"), "the-choice", puzzle) for puzzle in puzzles_of("the-choice")]
    told = [practice_of(words("en"), one).snapshot for one in puzzles]
    assert all(one.around.startswith("What would you do?") for one in told)
    assert any("Moves already made with these dice: the " in one.around for one in told)
    assert {seat.state for one in told for seat in one.seats} == {""}
    assert any(one.ask and one.ask.passing and one.ask.passing.costs for one in told), "as at a table"


@pytest.mark.parametrize("name", [name for name in GAMES if puzzles_of(name)])
def test_what_others_have_chosen_in_the_open_window_is_not_sent(name: str) -> None:
    found = 0
    for puzzle in puzzles_of(name):
        game = game_of(name, puzzle)
        if all(choice.seat == puzzle.seat for choice in game.position.answers):
            continue
        found += 1
        practice = practice_of(words("en"), of_puzzle(words("en"), name, puzzle))
        seen = seen_by(game.position, puzzle.seat).position
        for seat, view in enumerate(practice.snapshot.seats):
            assert [sheet.marks for sheet in view.sheets] == list(seen.marks(seat))[: len(view.sheets)]
        if found == SOME:
            break
    assert found or GAMES[name].SHARED_BOARD, "some seats have chosen before the one that is asked"


def test_a_puzzle_is_asked_for_by_its_id_or_by_a_date(asking: Asker) -> None:
    listed = asking.get("/puzzles/en/qwinto.json").value
    assert [one["id"] for one in listed["puzzles"]] == [puzzle.id for puzzle in puzzles_of("qwinto")]
    wanted = puzzle_of_day("qwinto", date(2026, 7, 1))
    assert wanted is not None
    of_day = asking.get("/puzzles/it/qwinto/2026-07-01.json")
    assert DECODER.decode(of_day.body).id == wanted.id
    by_id = asking.get(f"/puzzles/it/qwinto/{wanted.id}.json")
    assert by_id.body == of_day.body
    english = asking.get("/puzzles/en/qwinto/2026-07-01.json").value
    assert english["title"] == "Qwinto"
    assert english["source"] != of_day.value["source"]
    assert english["options"][0]["worth"] == of_day.value["options"][0]["worth"]


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("qwixx/2026-13-01.json", "no-such-puzzle"),
        ("qwixx/hello.json", "no-such-puzzle"),
        ("chess/2026-07-01.json", "no-such-game"),
        ("chess.json", "no-such-game"),
    ],
)
def test_a_puzzle_that_is_not_there_gets_a_sentence(asking: Asker, path: str, reason: str, lang: str) -> None:
    answer = asking.get(f"/puzzles/{lang}/{path}")
    assert answer.status == 400
    assert answer.reason == reason


@pytest.mark.parametrize("path", ["/practice", "/practice/qwixx", "/practice/mistakes", "/puzzle/extra", "/progress"])
def test_the_pages_are_there_in_both_languages(asking: Asker, path: str) -> None:
    pages = [asking.get(path, cookie=f"lang={lang}") for lang in ("it", "en")]
    assert [page.status for page in pages] == [200, 200]
    assert pages[0].body != pages[1].body
    assert asking.get("/practice/chess").status == 404
    assert asking.get("/puzzle/chess").status == 404


@pytest.mark.parametrize("name", sorted(path.stem for path in PLAYED.glob("*.txt")))
def test_a_mistake_comes_back_as_it_was_seen(asking: Asker, name: str) -> None:
    wanted = kept(record(name))
    answer = asking.post("/practice", wanted, cookie="lang=it")
    assert answer.status == 200, answer.value
    practice = DECODER.decode(answer.body)
    check_answerable(practice)
    game: Game = read(record(name), GAMES)
    before, seat, made = before_choice(game, wanted["event"])
    assert game.events[wanted["event"]] == Choice(seat, made)
    assert practice.options[practice.played].tap == made
    assert practice.rating == 0
    assert practice.unit == ("points" if game.position.seats == 1 else "chance")
    for option, worth in zip(practice.options, wanted["worths"], strict=True):
        assert option.worth == pytest.approx(worth["worth"], abs=1e-6)
        assert option.points == pytest.approx(worth["points"], abs=1e-6)
        assert option.grade == worth["grade"]
    assert after(before.position, Choice(seat, made))


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("hello\n", "not-a-record"),
        (record()[:-300], "cut-off"),
        (record() + EXAMPLES, "review-of-a-pad"),
        ("\n".join(record().split("\n")[:20]) + "\n", "review-too-early"),
        (record("extra-all-are-out"), "practice-other-options"),
    ],
)
def test_a_record_that_cannot_be_practised_gets_a_sentence(asking: Asker, text: str, reason: str, lang: str) -> None:
    wanted = kept(record()) | {"record": text}
    answer = asking.post("/practice", wanted, cookie=f"lang={lang}")
    assert answer.status == 400
    assert answer.reason == reason


def test_only_a_choice_with_its_own_options_is_practised(asking: Asker) -> None:
    wanted = kept(record())
    for event in (-1, 0, 100_000):
        assert asking.post("/practice", wanted | {"event": event}).reason == "practice-no-choice"
    assert asking.post("/practice", wanted | {"worths": wanted["worths"][1:]}).reason == "practice-other-options"
    assert asking.post("/practice", wanted | {"worths": wanted["worths"] * 2}).reason == "practice-other-options"
    assert asking.post("/practice", wanted | {"more": 1}).reason == "not-understood"
    with pytest.raises(NoPuzzle):
        practice_of_record(words("en"), record(), 0, [])


def test_all_grades_are_known_to_the_pages() -> None:
    grades = next(field for field in msgspec.structs.fields(KeptWorth) if field.name == "grade").type
    assert set(get_args(grades)) == {grade.value for grade in Grade}
