"""A session at the terminal: typed moves, undo, why, secrets at one screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from cinquina.coach import Source, Value, Worth
from cinquina.core.series import new_series
from cinquina.core.spelling import parse_option
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.sheets import load
from cinquina.table.happenings import Seat
from cinquina.table.local import local_table
from cinquina.table.words import player_names
from cinquina.term.draw import draw
from cinquina.term.hints import hints_text
from cinquina.term.play import Play, Stopped, Style
from cinquina.term.records import read_games
from cinquina.term.save_file import SaveFile
from cinquina.web.seats import seat_names


class Screen:
    """A terminal that types given lines and records the output."""

    def __init__(
        self, game: str, names: str, *lines: str, language: str = "en", confirm: bool = True, **options: str
    ) -> None:
        self.told: list[str] = []
        self.lines: Iterator[str] = iter(lines)
        series = new_series(GAMES[game], tuple(names.split(",")), {"begins": "first", **options})
        self.table = local_table(series, real_dice=True, seed=1)
        self.play = Play(
            self.table, words(language), ask=self.ask, write=self.told.append, style=Style(confirm=confirm)
        )

    def ask(self, prompt: str) -> str:
        self.told.append(prompt)
        return next(self.lines)

    def run(self) -> str:
        """Play until the lines are used up; return the output."""
        with pytest.raises((RuntimeError, StopIteration, Stopped)):
            self.play.game()
        return "\n".join(self.told)

    @property
    def record(self) -> tuple[str, ...]:
        return self.table.game.lines


def test_a_move_is_pencil_until_enter() -> None:
    screen = Screen("qwixx", "Ada", "1 4 3 6 2 6!", "r5", "")
    assert "red 5: Enter to confirm, undo to take it back." in screen.run()
    assert screen.record == ("roll 1 4 3 6 2 6", "0 r5")


@pytest.mark.parametrize("regret", ["undo", "n", "no"])
def test_a_pencilled_move_can_be_taken_back(regret: str) -> None:
    screen = Screen("qwixx", "Ada", "143626!", "r5", regret, "y5", "maybe", "")
    told = screen.run()
    assert "Taken back (Ada)." in told
    assert "Press Enter to confirm, or type undo." in told
    assert screen.record[-1] == "0 y5"


def test_a_move_with_an_exclamation_mark_or_without_confirming_counts_at_once() -> None:
    assert Screen("qwixx", "Ada", "143626!", "r5!").run()
    screen = Screen("qwixx", "Ada", "143626!", "r5!")
    screen.run()
    assert screen.record[-1] == "0 r5"
    screen = Screen("qwixx", "Ada", "143626!", "r5", confirm=False)
    screen.run()
    assert screen.record[-1] == "0 r5"


def test_capitals_are_forgiven() -> None:
    screen = Screen("qwixx", "Ada", "143626!", "R5!")
    screen.run()
    assert screen.record[-1] == "0 r5"


def test_choices_of_a_simultaneous_window_are_told_when_all_have_chosen() -> None:
    screen = Screen("qwixx", "Ada,Nino", "143626!", "r5", "y5", "")
    told = screen.run()
    assert told.index("Nino>") < told.index("Ada: red 5.") < told.index("Nino: yellow 5.")
    nino = told[told.index("--- Nino ---") : told.index("Ada: red 5.")]
    assert "X" not in nino


def test_other_sheets_and_points_and_log_keep_the_secret_too() -> None:
    screen = Screen("qwixx", "Ada,Nino", "143626!", "r5", "sheets", "score", "log")
    told = screen.run()
    after_ada = told[told.index("Nino>") :]
    assert "X" not in after_ada
    assert "Ada 0, Nino 0" in after_ada
    assert "red 5" not in after_ada.split("log")[-1].split("Nino>")[-1]


def test_undo_at_the_next_prompt_takes_back_the_one_before() -> None:
    screen = Screen("qwixx", "Ada,Nino", "143626!", "r5", "undo", "b5", "y5", "")
    screen.run()
    assert screen.record == ("roll 1 4 3 6 2 6", "0 b5", "1 y5")


def test_undo_takes_back_one_step_of_ones_own_marking() -> None:
    screen = Screen("the-choice", "Ada,Nino", "front", "front", "", "612!", "keep!", "n6", "undo", "n2")
    screen.run()
    assert screen.record[-1] == "0 n2"
    assert "0 n6" not in screen.record


def test_nothing_can_be_undone_after_a_throw() -> None:
    screen = Screen("qwixx", "Ada", "143626!", "undo")
    assert "nothing to take back" in screen.run()


def test_several_moves_may_be_typed_in_one_line_and_stop_at_the_first_refused() -> None:
    screen = Screen("the-choice", "Ada,Nino", "front", "back", "", "612!", "keep!", "n6 n2 n12 n1a")
    told = screen.run()
    assert screen.record[-2:] == ("0 n6", "0 n2")
    assert "already" in told or "path" in told or "make that number" in told


@pytest.mark.parametrize(
    ("language", "line", "sentence"),
    [
        ("en", "why r12", "needs five crosses"),
        ("it", "perché r12", "richiede prima cinque crocette"),
        ("en", "why r5", "That is allowed: red 5."),
        ("en", "why r99", "is not a move"),
        ("en", "why", "Type why and a move"),
    ],
)
def test_why_says_which_rule_forbids_a_move(language: str, line: str, sentence: str) -> None:
    assert sentence in Screen("qwixx", "Ada", "143626!", line, language=language).run()


def test_an_illegal_move_is_answered_with_the_rule() -> None:
    assert "Now only the sum of the two white dice counts." in Screen("qwixx", "Ada", "143626!", "r6").run()


def test_help_rules_and_quit() -> None:
    told = Screen("qwixx", "Ada", "help", "143626!", "?", "rules", "quit").run()
    assert told.count("why MOVE") == 2
    assert "# Qwixx" in told


def test_italian_commands_and_words() -> None:
    screen = Screen(
        "qwixx", "Ada", "143626!", "aiuto", "r5", "annulla", "punti", "fogli", "diario", "esci", language="it"
    )
    told = screen.run()
    for part in (
        "i dadi bianchi fanno 5",
        "5 rosso: Invio per confermare",
        "Annullato (Ada).",
        "perché MOSSA",
        "rosso",
    ):
        assert part in told


def test_what_the_rules_do_by_themselves_is_told() -> None:
    told = Screen("qwixx", "Ada", "143626!", "pass!", "pass!").run()
    assert "Ada also marks: penalty." in told
    told = Screen("sequence-dice", "Ada,Nino", "34!", "b2!", "34!", "e2!", "34!", "b5!", "34!").run()
    assert "The only possible space: e5." in told
    told = Screen("sequence-dice", "Ada,Nino", "34!", "b2!", "46!").run()
    assert "The only chip to be taken: b2." in told


def test_legal_cells_are_in_brackets_and_options_listed_with_their_spelling() -> None:
    told = Screen("qwixx", "Ada", "143626!").run()
    assert "[5]" in told
    assert "  r5    red 5\n" in told
    told = Screen("qwinto", "Ada", "o!", "3!", "keep!").run()
    assert "[o1]" in told
    assert "<o2>" in told
    assert "Dice: orange 3" in told


def test_typed_dice_are_pencil_too() -> None:
    screen = Screen("qwixx", "Ada", "111111", "undo", "143626", "")
    told = screen.run()
    assert "Ada throws: white 1, white 1, red 1, yellow 1, green 1, blue 1: Enter to confirm" in told
    assert screen.record == ("roll 1 4 3 6 2 6",)


def test_moves_that_come_too_late_are_told() -> None:
    screen = Screen("qwixx", "Ada,bot:random", "143626!", "y5! g5")
    assert "Not played any more: g5." in screen.run()


def test_a_game_resumed_in_an_open_window_tells_what_was_secret_once_it_is_not() -> None:
    first = Screen("qwixx", "Ada,Nino", "143626!", "r5")
    first.run()
    second = Screen("qwixx", "Ada,Nino", "undo", "y5", "b5", "")
    second.table.continue_with(first.table.current_series)
    second.play.skip_printed()
    told = second.run()
    assert "Ada: yellow 5." in told
    assert "Nino: blue 5." in told
    assert "red 5." not in told


@pytest.mark.parametrize(
    ("game", "lines", "language", "last"),
    [
        ("extra", ("12235!", "3a", "6+4!"), "en", "0 4+6"),
        ("the-choice", ("fronte!", "612!", "rilancia-2+6!"), "it", "0 again-6+2"),
        ("qwixx", ("143626!", "passa!"), "it", "0 pass"),
        ("qwixx", ("143626!", "PASS!"), "it", "0 pass"),
        ("qwixx", ("143626!", "v5!"), "it", "0 g5"),
        ("qwixx", ("143626!", "g5!"), "it", "0 g5"),
        ("qwixx", ("143626!", "5 Verde!"), "it", "0 g5"),
        ("qwixx", ("143626!", "gialla 5!"), "it", "0 y5"),
        ("qwixx", ("143626!", "green 5!"), "en", "0 g5"),
        ("qwixx", ("143626!", "5 green!"), "it", "0 g5"),
        ("qwixx", ("143626!", "verde 5! rosso 4!"), "it", "0 g5"),
        ("qwinto", ("va!",), "it", "0 ov"),
        ("qwinto", ("giallo + viola!",), "it", "0 yv"),
        ("qwinto", ("yellow + orange!",), "en", "0 oy"),
        ("qwinto", ("a!", "5!", "tieni!", "a3!"), "it", "0 o3"),
        ("the-choice", ("fronte!", "612!", "tieni!", "verde 1!"), "it", "0 g1"),
    ],
)
def test_people_are_read_kindly(game: str, lines: tuple[str, ...], language: str, last: str) -> None:
    screen = Screen(game, "Ada", *lines, language=language)
    screen.run()
    assert screen.record[-1] == last


def test_whose_chips_are_whose_and_who_begins_is_told() -> None:
    screen = Screen("sequence-dice", "Ada,Nino", "11!", "66!", "34!", begins="lot")
    told = screen.run()
    assert "Nino begins." in told
    assert "G (green) Ada, B (blue) Nino" in told


def test_a_failed_throw_is_announced_before_it_is_confirmed() -> None:
    told = Screen("the-choice", "Ada", "front!", "612!", "keep!", "n6", "done").run()
    assert "stop here (counts as a failed throw): Enter to confirm" in told
    assert "left: green 1 + yellow 2" in told


def test_all_sheets_lie_there_to_be_taken() -> None:
    told = Screen("the-choice", "Ada", sheet="free").run()
    assert "(j-back)" in told


def test_two_bots_are_told_apart() -> None:
    told = Screen("qwixx", "Ada,bot:random,bot:random", "143626!", "r5!", "quit").run()
    assert "Beppe: " in told
    assert re.search(r"^Tino(:| passes)", told, re.MULTILINE)
    assert "Qwixx: Ada, Beppe (random), Tino (random)." in told


def test_bots_have_the_names_that_they_have_in_the_browser_and_not_those_of_people() -> None:
    own = player_names(words("it"), ("Remo", "bot:medium", "bot:medium", "bot:medium", "bot:easy", "bot:quantile"))
    assert own == ("Remo", "Nino", "Ugo", "Elio", "Pia", "Bot quantile")
    seats = (Seat("person", "Remo"), *(Seat("bot", level="medium"),) * 3, Seat("bot", level="easy"))
    assert seat_names(words("it"), seats) == own[:-1]
    assert player_names(words("it"), ("bot:easy",) * 8)[-2:] == ("Pia 2", "Pia 3")


def test_hints_have_decimals_and_letters_of_the_language() -> None:
    screen = Screen("qwixx", "Ada", "143626!", language="it")
    screen.run()
    position = screen.table.game.position
    option = parse_option(position, 0, "g5")
    found = [Worth(option, "g5", Value(Source.LEARNED, (0,), (0.5,), points=(31.25,), spreads=(9.0,)), 0.0, 0.0)]
    assert "v5  * 50,0 %, circa 31 punti" in hints_text(words("it"), position, 0, found)
    assert "g5  * 50.0%, about 31 points" in hints_text(words("en"), position, 0, found)


def test_a_hint_alone_is_in_points_and_is_noted_once_a_window() -> None:
    screen = Screen("qwixx", "Ada", "143626!", "hint", "hint", "r5!")
    told = screen.run()
    assert words("en")("hint.unit.points") in told
    assert " %" not in told
    assert "gives up red 2–4" in told
    assert screen.table.hint_lines() == ["# hints everybody 1"]
    assert "# hints everybody 1\n" in screen.table.records_so_far()[0]


def test_hints_of_a_saved_game_are_known_when_it_is_taken_up_again(tmp_path: Path) -> None:
    screen = Screen("qwixx", "Ada,Bruno", "143626!", "hint")
    screen.run()
    saved = SaveFile(words("en"), tmp_path / "game.txt", "")
    saved.write(screen.table.current_series, screen.table.hint_lines())
    assert saved.hints() == [{0: 1, 1: 0}]
    assert read_games(words("en"), str(saved.file))[1] is None
    assert SaveFile(words("en"), tmp_path / "none.txt", "").hints() == []


def test_moves_and_sheets_have_the_letters_of_the_language_where_these_are_clear() -> None:
    italian = Screen("qwixx", "Ada", "143626!", language="it", sheet="mixx-colours").run()
    assert "v5  " in italian
    assert " v8 v9 v10 " in " ".join(italian.split())
    assert "y giallo" in italian
    assert "v verde" in italian
    assert "passa" in italian
    english = Screen("qwixx", "Ada", "143626!", sheet="mixx-colours").run()
    assert "g5  " in english
    assert "v5" not in english
    assert "[a3]" in " ".join(Screen("qwinto", "Ada", "a!", "5!", "tieni!", language="it").run().split())


def test_bots_answer_without_seeing_open_choices_and_the_game_goes_on() -> None:
    screen = Screen("qwixx", "Ada,bot:random", "143626!", "r5!", "pass!", "143626!")
    screen.run()
    assert screen.record[1] == "0 r5"
    assert screen.record[2].startswith("1 ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sheet", ["qwixx-classic", "qwinto", "the-choice-a-front"])
def test_boxes_are_evenly_drawn_beside_their_words(sheet: str, language: str) -> None:
    (line,) = [line for line in draw(load(sheet), words(language)).splitlines() if line.count(" _") > 2]
    places = [place for place, sign in enumerate(line) if sign == "_"]
    assert len({later - place for place, later in pairwise(places)}) == 1, line
