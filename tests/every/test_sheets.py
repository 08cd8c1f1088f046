"""Every sheet is valid, and the sheets of a game agree with each other and with the printed originals."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tools import the_choice_sheets

from cinquina import sheets, web
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, read_po
from cinquina.term.draw import ANSI

NAMES = sheets.names()


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_obeys_the_schema(name: str) -> None:
    Draft202012Validator.check_schema(sheets.raw("schema"))
    Draft202012Validator(sheets.raw("schema")).validate(sheets.raw(name))
    told = sheets.raw(name)
    assert told["id"] == name
    assert told["game"] in GAMES


@pytest.mark.parametrize("name", NAMES)
def test_cells_have_names_of_their_own_and_lie_on_the_sheet_without_touching(name: str) -> None:
    sheet = sheets.load(name)
    ids = [cell.id for cell in sheet.cells]
    assert len(set(ids)) == len(ids)
    for cell in sheet.cells:
        for at, size, limit in zip(cell.at, cell.size, sheet.size, strict=True):
            assert at - size / 2 >= -0.01
            assert at + size / 2 <= limit + 0.05
        for other in sheet.cells:
            apart = max(abs(cell.at[axis] - other.at[axis]) for axis in (0, 1))
            assert cell is other or apart >= 0.49


def folded(at: tuple[float, float], fold: dict[str, float] | None) -> tuple[float, float]:
    """Where a place comes to lie on a folded sheet."""
    if not fold:
        return at
    x, y = at[0], at[1] * fold["close"]
    return (x - fold["at"], y + fold["down"]) if x > fold["at"] else (x, y)


@pytest.mark.parametrize("name", NAMES)
def test_another_arrangement_has_the_same_cells_on_its_sheet_without_touching(name: str) -> None:
    sheet = sheets.load(name)
    for way in sheets.raw(name).get("arrangements", []):
        places, sizes = way.get("places", {}), way.get("sizes", {})
        assert set(places) <= {cell.id for cell in sheet.cells}
        assert set(sizes) <= {cell.kind for cell in sheet.cells}
        assert [band["id"] for band in way.get("bands", [])] in ([], [band.id for band in sheet.bands])
        fold = way.get("fold")
        boxes = [
            (places.get(cell.id) or folded(cell.at, fold), sizes.get(cell.kind, cell.size)) for cell in sheet.cells
        ]
        for at, size in boxes:
            for middle, length, limit in zip(at, size, way["size"], strict=True):
                assert middle - length / 2 >= -0.01
                assert middle + length / 2 <= limit + 0.05
        for (x1, y1), _ in boxes:
            assert sum(max(abs(x1 - x2), abs(y1 - y2)) < 0.49 for (x2, y2), _ in boxes) == 1


COLUMN = {"en": re.compile(r"\bcolumns?\b(?!})"), "it": re.compile(r"\bcolonn[ae]\b")}


def turned(sheet: sheets.Sheet, places: dict[str, list[float]]) -> bool:
    """Whether what are columns of a sheet lie flat in another arrangement."""
    columns: dict[str, list[sheets.Cell]] = {}
    for cell in sheet.cells:
        columns.setdefault(cell.column, []).append(cell)
    several = [cells for name, cells in columns.items() if name and len(cells) > 1]
    return any(len({places.get(cell.id, cell.at)[1] for cell in cells}) == 1 for cells in several)


@pytest.mark.parametrize("game", GAMES)
def test_words_do_not_speak_of_columns_that_lie_flat_on_a_phone(game: str) -> None:
    own = [name for name in NAMES if sheets.raw(name)["game"] == game]
    ways = [(name, way.get("places", {})) for name in own for way in sheets.raw(name).get("arrangements", [])]
    if not any(turned(sheets.load(name), places) for name, places in ways):
        return
    for language in LANGUAGES:
        told = {key: forms for key, forms in read_po(language).items() if f".{game}." in key}
        assert [key for key, forms in told.items() if any(map(COLUMN[language].search, forms))] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_has_a_line_for_the_name_says_how_points_are_counted_and_has_boxes_for_them(name: str) -> None:
    sheet, told = sheets.load(name), sheets.raw(name)
    assert told["name_lines"]
    assert told.get("ladders") or told.get("texts")
    assert told.get("totals") or sheet.chips, "on a board for all there are no points"
    for printed in (told, *told.get("arrangements", [])):
        for ladder in printed.get("ladders", []):
            assert ladder["score"] in sheet.scores
            assert ladder.get("kind", "") in {"", *(cell.kind for cell in sheet.cells)}
        for total in printed.get("totals", []):
            assert total.get("row", "") in {"", *(band.id for band in sheet.bands)}
            assert total.get("kind", "") in {"", *(cell.kind for cell in sheet.cells)}


def test_extra_prints_what_a_row_is_worth() -> None:
    for kind in ("extra", "classic"):
        points = sheets.load(f"extra-{kind}").scores["points"]
        cells = [cell for cell in sheets.raw(f"extra-{kind}")["cells"] if "row" in cell]
        for cell in cells:
            worth = points[int(cell["row"].removeprefix("row")) - 2]
            assert cell["points"] == (-200 if cell["kind"] == "minus" else worth * cell["number"])
        assert len({cell["at"][0] for cell in cells if cell["kind"] == "zero"}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_neighbours_are_neighbours_both_ways(name: str) -> None:
    sheet = sheets.load(name)
    for cell in sheet.cells:
        for other in cell.next:
            assert cell.id in sheet.cell(other).next


@pytest.mark.parametrize("game", GAMES)
def test_the_sheets_of_a_game_have_the_same_dice_and_score_tables(game: str) -> None:
    own = [sheets.load(name) for name in NAMES if sheets.load(name).game == game]
    assert own
    for sheet in own:
        assert sheet.dice == own[0].dice
        assert sheet.scores == own[0].scores


def test_there_is_no_sheet_without_a_file() -> None:
    with pytest.raises(KeyError):
        sheets.load("no-such-sheet")


def test_every_colour_of_the_palette_is_known_wherever_sheets_are_drawn() -> None:
    colours = set(sheets.palette())
    styles = (Path(web.__file__).parent / "static" / "style.css").read_text(encoding="utf-8")
    assert set(sheets.raw("schema")["$defs"]["colour"]["enum"]) == colours
    assert set(re.findall(r"^\.hue-(\w+) ", styles, re.MULTILINE)) == colours
    assert set(ANSI) == colours - {"white"}, "white is written as everything else"


def test_the_palette_tells_colours_apart_without_seeing_them() -> None:
    colours = sheets.palette().values()
    assert len({colour.letter for colour in colours}) == len(colours)
    assert len({colour.symbol for colour in colours}) == len(colours)


QWIXX = {
    "classic": ["2 3 4 5 6 7 8 9 10 11 12"] * 2 + ["12 11 10 9 8 7 6 5 4 3 2"] * 2,
    "mixx-numbers": [
        "10 6 2 8 3 4 12 5 9 7 11",
        "9 12 4 6 7 2 5 8 11 3 10",
        "8 2 10 12 6 9 7 4 5 11 3",
        "5 7 11 9 12 3 8 10 2 6 4",
    ],
    "mixx-colours": ["2 3 4 5 6 7 8 9 10 11 12"] * 2 + ["12 11 10 9 8 7 6 5 4 3 2"] * 2,
}


@pytest.mark.parametrize("kind", QWIXX)
def test_qwixx_rows_are_as_printed(kind: str) -> None:
    rows = sheets.load(f"qwixx-{kind}").rows("number")
    assert [" ".join(str(cell.number) for cell in row) for row in rows] == QWIXX[kind]
    letters = ["".join(cell.colour[0] for cell in row) for row in rows]
    if kind == "mixx-colours":
        assert letters == ["yyybbbgggrr", "rrggggbbyyy", "bbbyyyrrrgg", "ggrrrryybbb"]
    else:
        assert letters == ["r" * 11, "y" * 11, "g" * 11, "b" * 11]


def test_qwinto_columns_are_as_printed() -> None:
    columns = Counter(cell.column for cell in sheets.load("qwinto").of_kind("entry"))
    assert sorted(columns.values()) == [1, 1] + [2] * 5 + [3] * 5
    bonuses = {cell.column: cell.row for cell in sheets.load("qwinto").cells if cell.bonus}
    assert bonuses == {
        "column2": "violet",
        "column3": "orange",
        "column7": "orange",
        "column8": "yellow",
        "column9": "violet",
    }


def test_extra_rows_and_columns_are_as_printed() -> None:
    newer, classic = sheets.load("extra-extra"), sheets.load("extra-classic")
    kinds = ("minus", "zero", "factor")
    assert [len(row) for row in newer.rows(*kinds)] == [9, 9, 10, 11, 13, 13, 13, 11, 10, 9, 9]
    assert [len(row) for row in newer.rows("minus")] == [3, 3, 4, 5, 7, 7, 7, 5, 4, 3, 3]
    assert [len(row) for row in classic.rows(*kinds)] == [10] * 11
    assert newer.scores["points"] == (100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100)
    for sheet, lengths in ((newer, [10, 9, 8]), (classic, [8, 8, 8])):
        boxes = Counter(cell.column for cell in sheet.of_kind("extra-box", "extra-last"))
        assert [boxes[column] for column in "abc"] == lengths
    assert newer.reconstructed == ("row5", "row9")


def test_the_board_of_sequence_dice_has_every_number_four_times_but_10_and_11() -> None:
    board = sheets.load("sequence-dice")
    assert Counter(cell.number for cell in board.cells) == dict.fromkeys((2, 3, 4, 5, 6, 7, 8, 9, 12), 4)
    assert {cell.number for cell in board.of_kind("safe-space")} == {2, 12}
    assert board.chips == 20


@pytest.mark.parametrize("letter", the_choice_sheets.LETTERS)
@pytest.mark.parametrize("side", the_choice_sheets.SIDES)
def test_the_generator_makes_the_sheets_of_the_choice_as_they_are_kept(letter: str, side: str, tmp_path: Path) -> None:
    made = the_choice_sheets.sheet(letter, side)
    kept = Path(sheets.__file__).parent / f"{made['id']}.json"
    told = json.loads(kept.read_text(encoding="utf-8"))
    assert told == json.loads(the_choice_sheets.as_text(made))
    sheet = sheets.load(made["id"])
    assert sorted(cell.number or 0 for cell in sheet.of_kind("number")) == sorted(the_choice_sheets.NUMBERS)
    ring = [cell.colour for cell in sheet.of_kind("ring")]
    assert sorted(Counter(ring).values()) == [2, 2, 3, 3, 3, 3]
    assert all(left != right for left, right in the_choice_sheets.neighbours_on(ring))


def test_the_generator_writes_all_twenty_grids(tmp_path: Path) -> None:
    the_choice_sheets.main(str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 20
