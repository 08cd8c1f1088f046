"""My games: how they went is written down on the device, can be taken elsewhere as a file, and leads to a rematch."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from browser.test_end import finished
from browser.test_pages import faults
from browser_hands import finish, made_table
from web.server import Asker

PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1366, "height": 657}
STORED = "() => JSON.parse(localStorage.getItem('cinquina.games'))?.games ?? []"
STORE = "(games) => localStorage.setItem('cinquina.games', JSON.stringify(games))"


def result(number: int, points: int | None, won: bool | None = True, game: str = "qwixx") -> dict[str, Any]:
    """Return a finished game as it is stored."""
    title = {"qwixx": "Qwixx", "sequence-dice": "Sequence Dice"}[game]
    told: dict[str, Any] = {"id": f"LUNA-0042/{number}", "game": game, "title": title}
    return told | {"when": 1_700_000_000_000 + number, "others": ["Nino"], "won": won, "points": points}


PLAYED = [result(4, 71), result(3, 60, won=False), result(2, 98), result(1, 55)]
PLAYED += [result(6, None, won=False, game="sequence-dice"), result(5, None, game="sequence-dice")]


def with_games(page: Any, games: list[Any], version: int = 1) -> None:
    """Open the page of my games on a device that has stored these."""
    page.goto("/games")
    page.evaluate(STORE, {"version": version, "games": games})
    page.reload()


def figures(page: Any) -> list[list[str]]:
    """Return what is told of every kind of games."""
    return [card.inner_text().split("\n") for card in page.locator(".game-figures").all()]


def give(page: Any, text: str) -> str:
    """Add a file; return what is said then."""
    page.evaluate("() => (document.getElementById('said').textContent = '')")
    page.set_input_files("#file", {"name": "mine.json", "mimeType": "application/json", "buffer": text.encode()})
    page.wait_for_selector("#said:not(:empty)")
    said: str = page.locator("#said").inner_text()
    return said


def test_a_finished_game_is_written_down_once(people: Any, address: str) -> None:
    page = people(LAPTOP, "en")
    code = finished(page, address, "qwixx", 2)
    page.wait_for_function(f"({STORED})().length === 1")
    for _ in range(2):
        page.reload()
        page.wait_for_selector("#table[data-phase=over]")
    finished(page, address, "sequence-dice", 2)
    finished(page, address, "qwinto", 1)
    page.wait_for_function(f"({STORED})().length === 3")
    alone, board, dice = page.evaluate(STORED)
    assert (dice["id"], dice["game"], dice["others"]) == (f"{code}/1", "qwixx", ["Beppe"])
    assert isinstance(dice["points"], int)
    assert (dice["points"] in dice["scores"], dice["bots"], dice["record"]) == (True, 1, 1)
    assert isinstance(dice["won"], bool)
    assert (board["points"], alone["won"], alone["others"]) == (None, None, [])
    onlooker = people(LAPTOP, "en")
    onlooker.goto(f"/t/{code}")
    onlooker.wait_for_selector("#table[data-phase=over]")
    onlooker.goto("/games")
    assert onlooker.evaluate(STORED) == []


@pytest.mark.parametrize(("screen", "language"), [(PHONE, "it"), (LAPTOP, "en")])
def test_by_game_played_won_best_mean_and_a_picture(
    screen: dict[str, int], language: str, people: Any, screens: Path
) -> None:
    page = people(screen, language, bypass_csp=True)
    with_games(page, PLAYED)
    board, dice = figures(page)
    assert dice[0] == "Qwixx"
    names = ["giocate", "vinte", "record", "media"] if language == "it" else ["played", "won", "best", "mean"]
    shown = {name: dice[dice.index(name) + 1] for name in names}
    assert list(shown.values()) == ["4", "3", "98", "71"]
    assert board == ["Sequence Dice", names[0], "2", names[1], "1", "50%"]
    lines = [line.inner_text().split("\n") for line in page.locator(".result").all()]
    assert len(lines) == len(PLAYED)
    lost, won, points = ("Hai perso", "Hai vinto", "punti") if language == "it" else ("You lost", "You won", "points")
    assert [line[2] for line in lines[:3]] == [lost, won, f"{won}, 71 {points}"]
    assert [line[:2] for line in lines[1:3]] == [["Sequence Dice", "Nino"], ["Qwixx", "Nino"]]
    assert page.locator(".spread").count() == 1, "without points there is nothing to spread"
    picture = page.locator(".spread svg")
    assert picture.get_attribute("aria-label") in (
        "I punti di 4 partite, da 55 a 98",
        "Points of 4 games, from 55 to 98",
    )
    assert page.locator(".bar-of-points.newest").count() == 1
    assert page.evaluate("() => document.documentElement.scrollWidth") == screen["width"]
    assert faults(page) == []
    page.screenshot(path=screens / f"my-games-{language}.png", full_page=True)
    with_games(page, [result(1, 4), result(2, 5), result(3, 8)])
    assert ("5,7" if language == "it" else "5.7") in figures(page)[0]


def test_a_file_takes_them_to_another_device_where_nothing_is_counted_twice(people: Any) -> None:
    here, there = people(LAPTOP, "en"), people(PHONE, "it")
    with_games(here, PLAYED)
    with here.expect_download() as saved:
        here.get_by_role("button", name="Save as a file").click()
    text = Path(saved.value.path()).read_text()
    assert "keys" not in json.loads(text)
    assert here.locator("#said").inner_text() == "6 games saved."
    with_games(there, [result(4, 71), result(9, 12)])
    assert there.locator("#none").is_hidden()
    assert give(there, text) == "5 partite nuove aggiunte."
    assert give(there, text) == "0 partite nuove aggiunte."
    assert sorted(one["id"] for one in there.evaluate(STORED)) == [f"LUNA-0042/{n}" for n in (1, 2, 3, 4, 5, 6, 9)]
    there.reload()
    assert [lines[2] for lines in figures(there)] == ["5", "2"]


NEWER = {"scores": [71, 60], "bots": 1, "record": 1}
GOOD = {"kind": "cinquina games", "version": 1, "games": [PLAYED[0]]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "mine.json is not a file of my games."),
        ("{", "mine.json is not a file of my games."),
        ("[]", "mine.json is not a file of my games."),
        ("null", "mine.json is not a file of my games."),
        (json.dumps({"games": [PLAYED[0]]}), "mine.json is not a file of my games."),
        (json.dumps(GOOD | {"version": 3}), "mine.json was written by a newer Cinquina."),
        (json.dumps(GOOD | {"games": [PLAYED[0], 5]}), "mine.json is damaged: game 2 in it makes no sense."),
        *(
            (json.dumps(GOOD | {"games": [PLAYED[0] | wrong]}), "mine.json is damaged: game 1 in it makes no sense.")
            for wrong in (
                *(
                    {"points": "many"},
                    {"points": 1e9},
                    {"points": 0.5},
                    {"when": -1},
                    {"won": "yes"},
                    {"others": "Nino"},
                ),
                *({"title": "x" * 61}, {"id": ""}, {"others": [None]}, {"more": 1}, {"scores": [71, "60"]}),
                NEWER | {"scores": [0.5]},
                NEWER | {"record": "first"},
            )
        ),
    ],
)
def test_a_damaged_file_changes_nothing_and_says_what_is_wrong(text: str, said: str, device: Any) -> None:
    assert give(device, text) == f"{said} Nothing was changed."
    assert device.evaluate(STORED) == PLAYED[:2]


@pytest.fixture(scope="module")
def device(chromium: Any, address: str) -> Any:
    """A page of my games that several tests share."""
    page = chromium.new_context(base_url=address, locale="en").new_page()
    with_games(page, PLAYED[:2])
    return page


def test_what_is_stored_may_be_broken_or_of_somebody_else(people: Any) -> None:
    page = people(PHONE, "en")
    with_games(page, [*PLAYED[:2], {"id": "x"}, None, 7, PLAYED[0] | {"points": "<b>"}])
    assert figures(page)[0][2] == "2"
    for stored in ("nonsense", "[]", '{"version": 99, "games": 3}', '"text"', "null"):
        page.evaluate("(text) => localStorage.setItem('cinquina.games', text)", stored)
        page.reload()
        assert page.locator("#none").is_visible()
        assert page.locator("#none").get_by_role("link", name="Play now").is_visible()
        assert page.locator("#export").is_disabled()


def test_a_card_leads_to_a_rematch_with_the_same_people(people: Any, address: str) -> None:
    page = people(PHONE, "it")
    code = finished(page, address, "qwixx", 2)
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Rivincita ?: Qwixx, Beppe$")).click()
    page.wait_for_url(f"**/t/{code}")
    page.wait_for_selector("#table.playing")
    assert page.locator(".others .who").inner_text().startswith("Beppe")


def test_two_people_meet_again_when_one_of_them_asks_for_it(people: Any, address: str) -> None:
    asker = Asker(int(address.rsplit(":", 1)[1]))
    code, host = asker.make("qwixx", "me open")
    guest = asker.sit(code, "Bruno")
    with asker.watch(code, host) as one, asker.watch(code, guest) as other:
        finish(random.Random(3), one, other)
    anna, bruno = people(LAPTOP, "en"), people(PHONE, "it")
    for page, key in ((anna, host), (bruno, guest)):
        page.goto(f"/t/{code}#{key}")
        page.wait_for_selector("#table[data-phase=over]")
    anna.goto("/")
    anna.get_by_role("button", name="Rematch").click()
    bruno.locator(".over .button.main").click()  # it begins when both want it
    for page in (anna, bruno):
        page.wait_for_selector("#table.playing")
    bruno.goto("/games")
    assert bruno.locator(".table-card .again").count() == 0, "it goes on"
    assert len(bruno.evaluate(STORED)) == 1


def test_a_card_tells_how_the_table_stands_now(people: Any, address: str) -> None:
    asker = Asker(int(address.rsplit(":", 1)[1]))
    code, host = asker.make("qwixx", "me open", options={"begins": "first"})
    guest = asker.sit(code, "Bruno")
    with asker.watch(code, host) as one, asker.watch(code, guest) as other:
        finish(random.Random(3), one, other)
    page = people(PHONE, "it")
    page.goto(f"/t/{code}#{guest}")
    page.wait_for_selector("#table[data-phase=over]")
    page.goto("/")
    page.get_by_role("button", name="Rivincita").wait_for()
    asker.do(code, guest, "next")
    asker.do(code, host, "next")  # the other player begins the next game, in which the guest throws first
    page.goto("/")
    page.locator(".table-card.my-turn", has_text="Tocca a te").wait_for()
    assert page.locator(".table-card .again").count() == 0
    page.goto("/games")
    assert page.locator(".table-card.my-turn").count() == 1


def test_where_the_table_is_closed_a_new_one_is_set_for_as_many(people: Any, address: str) -> None:
    page = people(LAPTOP, "en", quiet=False)
    code = finished(page, address, "qwinto", 3)
    key = page.evaluate("(code) => JSON.parse(localStorage.getItem('cinquina.keys'))[code][0]", code)
    assert Asker(int(address.rsplit(":", 1)[1])).do(code, key, "end").status == 200
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Rematch ?: Qwinto, Beppe, Tino$")).click()
    page.wait_for_url("**/new/qwinto#*")
    kinds = [row.input_value() for row in page.locator(".seat-row .kind").all()]
    assert kinds == ["me", "bot", "bot"]


def test_a_rematch_is_offered_only_where_one_sat(people: Any, address: str) -> None:
    page, code = people(LAPTOP, "en"), finished(people(LAPTOP, "en"), address, "qwixx", 2)
    page.goto(f"/t/{code}")
    page.wait_for_selector("#table[data-phase=over]")
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    page.wait_for_selector("#table.in-lobby")
    page.goto("/games")
    assert page.locator("#tables .table-card").count() == 1
    assert page.locator("#over .table-card").count() == 1, "a game that was watched is over, too"
    assert page.locator(".again").count() == 0
    page.locator("#over .table-card .icon").click()
    assert page.locator("#over .table-card").count() == 0
    assert page.locator("#tables .table-card").count() == 1


def test_every_game_stays_with_its_result_its_replay_and_a_rematch(people: Any, address: str, screens: Path) -> None:
    page = people(PHONE, "it", bypass_csp=True)
    code = finished(page, address, "qwixx", 2)
    key = page.evaluate("(code) => JSON.parse(localStorage.getItem('cinquina.keys'))[code][0]", code)
    asker = Asker(int(address.rsplit(":", 1)[1]))
    assert asker.do(code, key, "next").status == 200
    with asker.watch(code, key) as tab:
        tab.play(random.Random(3))
    page.reload()
    page.wait_for_function(f"({STORED})().length === 2")
    second, first = page.evaluate(STORED)
    assert (first["id"], first["record"], second["record"]) == (f"{code}/1", 1, 2)
    page.goto("/games")
    lines = page.locator(".result")
    assert lines.count() == 2
    assert page.locator(".table-card").count() == 0, (
        "a game stands in one list: that of what goes on, or of what is over"
    )
    high, low = (str(n).replace("-", "−") for n in sorted(first["scores"], reverse=True))
    told = f"Hai vinto {high} a {low}" if first["won"] else f"Hai perso {low} a {high}"
    assert told in lines.nth(1).inner_text()
    assert faults(page) == []
    page.screenshot(path=screens / "my-games-lines.png", full_page=True)
    lines.nth(1).click(position={"x": 8, "y": 8})
    page.wait_for_url(f"**/t/{code}/replay#*")
    page.locator("#games .chip[aria-pressed=true]", has_text="1").wait_for()
    page.goto("/games")
    lines.nth(1).get_by_role("button", name=re.compile("^Rivincita ?: Qwixx, Beppe$")).click()
    page.wait_for_url(f"**/t/{code}")
    page.wait_for_selector("#table.playing")


def test_a_rematch_of_a_game_from_another_device_is_a_new_table_for_as_many(people: Any) -> None:
    page = people(LAPTOP, "en")
    with_games(page, [PLAYED[0] | NEWER | {"others": ["Nino", "Tea"]}], version=2)
    page.locator(".result .again").click()
    page.wait_for_url("**/new/qwixx#*")
    assert [row.input_value() for row in page.locator(".seat-row .kind").all()] == ["me", "open", "bot"]


def test_a_game_that_was_broken_off_is_not_a_lost_one(people: Any, address: str) -> None:
    page = people(LAPTOP, "en")
    code = made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}])
    page.wait_for_selector("#table.playing")
    key = page.evaluate("(code) => JSON.parse(localStorage.getItem('cinquina.keys'))[code][0]", code)
    assert Asker(int(address.rsplit(":", 1)[1])).do(code, key, "end").status == 200
    page.wait_for_selector("#table[data-phase=ended]")
    assert page.evaluate(STORED) == []


def test_equal_points_are_one_narrow_bar(people: Any) -> None:
    page = people(PHONE, "en")
    with_games(page, [result(1, -20), result(2, -20)])
    bar, all_of_it = (page.locator(place).bounding_box() for place in (".bar-of-points", ".spread svg"))
    assert bar["width"] < all_of_it["width"] / 5
    assert page.locator(".spread figcaption").inner_text() == "last: −20"


def test_large_points_are_written_alike(people: Any) -> None:
    for language in ("en", "it"):
        page = people(PHONE, language)
        with_games(page, [result(1, -1800), result(2, -1600)])
        shown = figures(page)[0]
        assert {"−1600", "−1700"} <= set(shown), shown
