"""The review of a game over the network: made apart, kept, bounded; records without a review get a sentence."""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import made_up
from cinquina.coach import Review
from cinquina.core.record import Game, new_game, write
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.store import MemoryStore
from cinquina.table.pad_table import EXAMPLES
from cinquina.table.reviewing import game_to_review
from cinquina.web import reviews
from cinquina.web.app import ServerOptions, app
from cinquina.web.review import review_of
from cinquina.web.review_protocol import GameReview
from cinquina.web.reviews import Reviews
from web.server import Asker, serving

PLAYED = Path(__file__).parents[1] / "played"
GOLDEN = sorted(path.stem for path in PLAYED.glob("*.txt"))
SOON = 60.0
DECODER = msgspec.json.Decoder(GameReview, strict=True)
OFTEN = 1000


def record(name: str = "qwixx-two-rows-closed") -> str:
    """Return a finished game as text."""
    return (PLAYED / f"{name}.txt").read_text()


def server(made: Reviews) -> Any:
    """Return a server with these reviews."""
    return serving(app(MemoryStore(), ServerOptions(pace=0.0, limits=OFTEN), reviews=made))


@pytest.fixture(scope="module")
def asking() -> Iterator[Asker]:
    """A server whose reviews have made-up values."""
    with server(Reviews(reviewer=made_up.review)) as asker:
        yield asker


def reviewed(asker: Asker, text: str, **headers: str) -> Any:
    """Ask for a review until it is there."""
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        answer = asker.post("/review", {"record": text}, **headers)
        assert answer.status == 200, answer.value
        if answer.value["review"]:
            return answer.value["review"]
        assert 0 <= answer.value["done"] <= 1
        time.sleep(0.02)
    raise AssertionError("no review")


@pytest.mark.parametrize("name", GOLDEN)
def test_a_review_tells_every_choice_every_throw_and_every_account(name: str) -> None:
    game = game_to_review(record(name))
    made = review_of(words("en"), game, made_up.review(game))
    data = msgspec.json.encode(made)
    assert msgspec.json.encode(DECODER.decode(data)) == data
    assert len(made.replay.steps) == len(game.events)
    assert len(made.players) == game.position.seats
    for choice in made.choices:
        move = choice.options[choice.made].move
        assert game.lines[choice.event] == f"{choice.seat} {move}"
        assert len({option.move for option in choice.options}) == len(choice.options) > 1
        assert choice.options[0].loss == 0
        assert 0 <= choice.throw <= made.throws
        assert choice.text[0].isupper(), "it stands by itself, below the dice"
    rolls = [place for place, line in enumerate(game.lines) if line.startswith(("roll", "begins"))]
    assert [throw.event for throw in made.luck] == rolls
    assert [moment.event for moment in made.moments] == sorted({moment.event for moment in made.moments})
    assert (made.unit == "points") == (game.position.seats == 1)
    for player in made.players:
        for one in filter(None, (player.account, player.points)):
            left = one.start + one.luck - one.own_losses + one.others_losses + one.unexplained
            assert left == pytest.approx(one.result, abs=1e-4)


def test_a_review_is_made_once_and_in_the_language_of_the_page(asking: Asker) -> None:
    english = reviewed(asking, record(), cookie="lang=en")
    italian = reviewed(asking, record(), cookie="lang=it")
    assert english["choices"][0]["text"] != italian["choices"][0]["text"]
    assert english["choices"][0]["loss"] == italian["choices"][0]["loss"]
    again = asking.post("/review", {"record": record()}, cookie="lang=en")
    assert again.value["review"] == english, "at once"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("hello\n", "not-a-record"),
        (record()[:-300], "cut-off"),
        (record().replace("score ", "score 9"), "wrong-score"),
        (record() + EXAMPLES, "review-of-a-pad"),
        ("\n".join(record().split("\n")[:20]) + "\n", "review-too-early"),
        (write(new_game(GAMES["qwixx"], ("Ada", "Nino"))), "review-too-early"),
    ],
)
@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_record_without_a_review_gets_a_sentence(asking: Asker, text: str, reason: str, lang: str) -> None:
    answer = asking.post("/review", {"record": text}, cookie=f"lang={lang}")
    assert answer.status == 400
    assert answer.reason == reason


def test_a_running_game_is_not_reviewed(asking: Asker) -> None:
    code, key = asking.make("qwixx", "me bot", options={"begins": "first"})
    told = asking.post(f"/t/{code}/records", {"keys": [key]}).value
    assert told["mine"] == [0]
    assert asking.post("/review", {"record": told["records"][-1]}).reason == "review-too-early"
    assert asking.post(f"/t/{code}/records", {}).value["mine"] == []


def test_a_review_is_made_in_another_process_which_ends_with_the_server() -> None:
    made = Reviews(apart=True, reviewer=other_process)
    with server(made) as asker:
        found = reviewed(asker, record())
        assert found["players"][0]["decisions"] != os.getpid()
        process = made._executor
        assert process is not None
        (child,) = process._processes.values()  # type: ignore[attr-defined]
        assert child.pid == found["players"][0]["decisions"]
        assert reviewed(asker, record(), cookie="lang=it")["players"][1]["decisions"] == child.pid
    assert not child.is_alive()


def other_process(game: Game, progress: Any) -> Review:
    """Return a review that tells which process made it."""
    made = made_up.review(game, progress)
    players = tuple(msgspec.structs.replace(player, decisions=os.getpid()) for player in made.players)
    return msgspec.structs.replace(made, players=players)


def test_only_so_many_wait_and_of_one_address_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(game: Game, progress: Any) -> Review:
        begun.set()
        progress(0.5)
        go_on.wait(SOON)
        return made_up.review(game, progress)

    made = Reviews(reviewer=slow)
    with server(made) as asker:
        for name in GOLDEN[: reviews.MOST_OF_ONE]:
            assert asker.post("/review", {"record": record(name)}).status == 200
        assert begun.wait(SOON)
        first = asker.post("/review", {"record": record(GOLDEN[0])}).value
        assert (first["done"], first["ahead"]) == (0.5, 0)
        assert asker.post("/review", {"record": record(GOLDEN[1])}).value["ahead"] == 1
        refused = asker.post("/review", {"record": record(GOLDEN[8])})
        assert (refused.status, refused.reason) == (503, "reviews-busy")
        monkeypatch.setattr(reviews, "FORGOTTEN", -1.0)
        go_on.set()
        until = time.monotonic() + SOON
        while made.waiting and time.monotonic() < until:
            time.sleep(0.02)
        assert len(made.kept) == 1, "what nobody asks for any more is not made"
        monkeypatch.setattr(reviews, "FORGOTTEN", SOON)
        assert reviewed(asker, record(GOLDEN[8]))


def test_reviews_that_are_kept_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_KEPT", 150_000)
    made = Reviews(reviewer=made_up.review)
    with server(made) as asker:
        for name in GOLDEN[:4]:
            reviewed(asker, record(name))
        assert 1 <= len(made.kept) < 4
        assert len(made.kept) == 1 or sum(map(len, made.kept.values())) <= 150_000
        assert not made.waiting


def test_a_review_that_fails_is_said_and_can_be_asked_for_again(caplog: pytest.LogCaptureFixture) -> None:
    failures = [RuntimeError("no")]

    def failing(game: Game, progress: Any) -> Review:
        if failures:
            raise failures.pop()
        return made_up.review(game, progress)

    with server(Reviews(reviewer=failing)) as asker:
        until = time.monotonic() + SOON
        answer = asker.post("/review", {"record": record()})
        while answer.status == 200 and time.monotonic() < until:
            time.sleep(0.02)
            answer = asker.post("/review", {"record": record()})
        assert answer.reason == "review-failed"
        assert reviewed(asker, record())
    assert "a review failed" in caplog.text


def test_an_option_inside_a_sentence_has_the_form_of_one() -> None:
    for language, asked, inside in (("it", "Passa", "passare"), ("en", "Pass", "passing")):
        game = game_to_review(record())
        made = review_of(words(language), game, made_up.review(game))
        options = [option for choice in made.choices for option in choice.options]
        assert {option.named for option in options if option.text == asked} == {inside}
        assert all(option.named == option.text[:1].lower() + option.text[1:] for option in options if option.cell)


def test_a_rough_review_says_so_and_is_made_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []

    def later_better(game: Game, progress: Any) -> Review:
        made.append(bool(made))
        return msgspec.structs.replace(made_up.review(game, progress), final=made[-1])

    monkeypatch.setattr(reviews, "ROUGH", SOON)
    with server(Reviews(reviewer=later_better)) as asker:
        for lang in ("en", "it"):
            made.clear()
            assert reviewed(asker, record(), cookie=f"lang={lang}")["rough"] == words(lang)("review.rough")
        assert reviewed(asker, record(), cookie="lang=en")["rough"], "kept for a moment"
    monkeypatch.setattr(reviews, "ROUGH", -1.0)
    made.clear()
    with server(kept := Reviews(reviewer=later_better)) as asker:
        asker.post("/review", {"record": record()}, cookie="lang=en")
        until = time.monotonic() + SOON
        while not kept.rough and time.monotonic() < until:
            time.sleep(0.02)
        monkeypatch.setattr(reviews, "ROUGH", SOON)
        assert reviewed(asker, record(), cookie="lang=en")["rough"] == ""
        assert made == [False, True]
        assert not kept.rough


def test_the_process_makes_a_rough_review_again_and_keeps_the_final_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_found", OrderedDict())
    monkeypatch.setattr(reviews, "_shared", reviews._Number())
    made: list[bool] = []

    def later_better(game: Game, progress: Any) -> Review:
        made.append(bool(made))
        return msgspec.structs.replace(made_up.review(game, progress), final=made[-1])

    assert [reviews._made_apart(later_better, record(), "en")[1] for _ in range(3)] == [False, True, True]
    assert made == [False, True]
