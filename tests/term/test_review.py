"""`cinquina review`: text in both languages, JSON, a page that needs nothing else, a sentence for wrong records."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

import made_up
from cinquina import coach
from cinquina.cli import build
from cinquina.core import Choice, Roll
from cinquina.core.record import new_game, read, write
from cinquina.core.series import read_series
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.table.errors import Failed
from cinquina.table.pad_table import EXAMPLES

PLAYED = Path(__file__).resolve().parents[1] / "played"
GOLDEN = sorted(PLAYED.glob("*.txt"))
SERIES = PLAYED.parent / "golden" / "0.1.0" / "seeded" / "qwixx.txt"
QWIXX = PLAYED / "qwixx-two-rows-closed.txt"


@pytest.fixture(autouse=True)
def _made_up_values(monkeypatch: pytest.MonkeyPatch) -> None:
    def review(game: Any, *, progress: Any, **_: Any) -> coach.Review:
        return made_up.review(game, progress)

    monkeypatch.setattr(coach, "review", review)


def run(*line: str, lang: str = "en", text: bytes = b"") -> Result:
    """Run `cinquina review`; what it refuses is raised."""
    return CliRunner().invoke(
        build(words(lang)), ["review", *line], input=text, catch_exceptions=False, standalone_mode=False
    )


def said(*line: str, lang: str = "en", text: bytes = b"") -> str:
    """Return the sentence of a refusal."""
    with pytest.raises(Failed) as refused:
        run(*line, lang=lang, text=text)
    return str(refused.value)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_golden_game_is_told(path: Path, lang: str) -> None:
    told = run(str(path), lang=lang).stdout
    game = read(path.read_text(), GAMES)
    assert words(lang)("review.worst") in told
    assert told.count(words(lang)("review.throws", name="").split(":")[0].strip()) >= 1
    assert len(re.findall(r"^  \S+ .*(%|\d)$", told, re.MULTILINE)) >= game.position.seats
    assert not re.search(r"\{\w+\}|review\.|grade\.|source\.|amount\.", told)


def test_of_one_seat_only_its_choices_are_told() -> None:
    told = run(str(QWIXX), "--seat", "1").stdout
    listed = re.findall(r"throw \d+, (\w+):", told)
    assert set(listed) == {"Nino"}
    assert "Luck of Nino" in told
    assert "Luck of Ada" not in told
    assert said(str(QWIXX), "--seat", "3") == "There is no seat 3 in this game: its seats are 0 to 2."


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_data_has_every_choice_with_the_value_of_every_option(path: Path) -> None:
    game = read(path.read_text(), GAMES)
    data = json.loads(run(str(path), "--json").stdout)
    assert data["game"] == game.position.rules.NAME
    assert data["unit"] == ("points" if game.position.seats == 1 else "chance")
    for choice in data["choices"]:
        event = game.events[choice["event"]]
        assert isinstance(event, Choice)
        assert event.seat == choice["seat"]
        assert game.lines[choice["event"]] == f"{choice['seat']} {choice['option']}"
        assert choice["option"] in [option["option"] for option in choice["options"]]
        assert choice["grade"] in ("fine", "inaccuracy", "mistake", "blunder")
        assert choice["loss"] >= 0
        for option in choice["options"]:
            assert option["unit"] == data["unit"]
            assert option["source"] in ("result", "exact", "learned", "rolled-out", "unknown")
            assert option["interval"][0] <= option["worth"] <= option["interval"][1]
            assert option["loss"] >= 0
    rolls = [place for place, event in enumerate(game.events) if isinstance(event, Roll)]
    assert [throw["event"] for throw in data["throws"]] == rolls
    assert {len(throw["luck"]) for throw in data["throws"]} == {game.position.seats}
    assert [one["seat"] for one in data["accounts"]] == list(range(game.position.seats))
    wanted = {"start", "luck", "own_losses", "others_losses", "unexplained", "result"}
    assert all(set(one["account"]) == wanted for one in data["accounts"])
    own = json.loads(run(str(path), "--json", "--seat", "0").stdout)
    assert own["choices"] == [choice for choice in data["choices"] if choice["seat"] == 0]
    assert [one["seat"] for one in own["accounts"]] == [0]


def test_of_a_series_the_last_game_is_reviewed(tmp_path: Path) -> None:
    last = tmp_path / "last.txt"
    last.write_text(write(read_series(SERIES.read_text(), GAMES).current))
    assert run(str(SERIES)).stdout == run(str(last)).stdout
    assert run("-", text=QWIXX.read_bytes()).stdout == run(str(QWIXX)).stdout


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "review.html"
    done = run(str(QWIXX), "--html", str(file))
    assert done.stdout == run(str(QWIXX)).stdout
    assert done.stderr == f"The page is in {file}.\n"
    page = file.read_text(encoding="utf-8")
    assert re.findall(r"""\b(?:src|href)=["']([^"'#]+)""", page) == []
    assert not re.search(r"@import|url\((?!data:)", page)
    assert "default-src 'none'" in page
    assert 'from "./' not in page
    missing = tmp_path / "none" / "review.html"
    assert said(str(QWIXX), "--html", str(missing)).startswith(f"{missing} cannot be written")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (QWIXX.read_text() + EXAMPLES, "score pad"),
        ("\n".join(QWIXX.read_text().split("\n")[:20]) + "\n", "not played to its end"),
        (write(new_game(GAMES["qwixx"], ("Ada", "Nino"))), "not played to its end"),
        (QWIXX.read_text()[:-300], "line"),
        (QWIXX.read_text().replace("score ", "score 9"), "line"),
        ("hello\n", "line 1"),
        ("", "line 1"),
    ],
)
def test_a_record_without_a_review_gets_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(text)
    assert sentence in said(str(file))
    assert said(str(file), lang="it") != said(str(file))


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_rough_review_says_so_and_how_to_get_a_better_one(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def rough(game: Any, *, progress: Any, **_: Any) -> coach.Review:
        return msgspec.structs.replace(made_up.review(game, progress), final=False)

    prepared: list[Any] = []
    monkeypatch.setattr(coach, "prepare_review", prepared.append)
    assert words(lang)("review.rough-text") not in run(str(QWIXX), lang=lang).stdout
    monkeypatch.setattr(coach, "review", rough)
    assert words(lang)("review.rough-text") in run(str(QWIXX), lang=lang).stdout
    assert json.loads(run(str(QWIXX), "--json", lang=lang).stdout)["final"] is False
    assert not prepared
    run(str(QWIXX), "--full", lang=lang)
    assert len(prepared) == 1
