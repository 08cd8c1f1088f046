"""The command line: real processes, exit codes, both languages, all kinds of bad input."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from cinquina.core import OVER
from cinquina.core.series import read_series
from cinquina.games import GAMES
from term.processes import run

PLAYED = Path(__file__).resolve().parents[1] / "played"
GOLDEN = PLAYED / "qwixx-two-rows-closed.txt"
COMMANDS = ("games", "rules", "play", "replay", "simulate", "bench", "completion")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The program's data folder."""
    return tmp_path / "home"


def environment(home: Path, language: str = "en_GB.UTF-8") -> dict[str, str]:
    """Return a user's environment."""
    own = {"CINQUINA_HOME": str(home), "CINQUINA_CALL": "cinquina", "LC_ALL": language, "COLUMNS": "100"}
    return {**os.environ, **own}


Done = subprocess.CompletedProcess[str]


def cinquina(home: Path, *words: str, text: str | bytes = "", language: str = "en_GB.UTF-8") -> Done:
    """Run a command line to its end."""
    data = text.encode() if isinstance(text, str) else text
    code, out, err = run(words, environment(home, language), data)
    assert "Traceback" not in err
    assert code is not None, "it does not end"
    return Done(words, code, out, err)


def refused(done: Done, code: int, *parts: str) -> None:
    """Check for one clear sentence on standard error, and the exit code."""
    assert done.returncode == code, done.stderr
    for part in parts:
        assert part in done.stderr


# --- help and lists -----------------------------------------------------------------------------------------------


def test_games_lists_seats_and_options(home: Path) -> None:
    told = cinquina(home, "games")
    assert told.returncode == 0
    for words in ("Qwixx (qwixx), 1–5 players", "mixx-colours", "late_die", "Sequence Dice (sequence-dice), 2–4"):
        assert words in told.stdout
    listed = json.loads(cinquina(home, "games", "--json").stdout)
    assert [game["name"] for game in listed] == list(GAMES)
    assert listed[0]["options"]["sheet"]["default"] == "classic"


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_rules_are_told_with_the_drawn_sheet(home: Path, game: str, language: str) -> None:
    told = cinquina(home, "rules", game, "--lang", language)
    assert told.returncode == 0
    assert "```sheet" in told.stdout
    assert ("Storia di queste regole" in told.stdout) == (language == "it")
    as_json = json.loads(cinquina(home, "rules", game, "--lang", language, "--json").stdout)
    assert as_json["rules"].strip() == told.stdout.strip()


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_worth_reading_in_both_languages(home: Path, command: str) -> None:
    words = [command] if command else []
    english = cinquina(home, *words, "--help")
    italian = cinquina(home, *words, "--help", "--lang", "it") if command else cinquina(home, "--lang", "it", "--help")
    assert "Usage:" in english.stdout
    assert "Uso:" in italian.stdout
    assert "Opzioni" in italian.stdout
    assert "help." not in english.stdout + italian.stdout


QUICK = """
import sys
from cinquina.cli import build
from cinquina.cli.group import COMMANDS
from cinquina.locales import words
group = build(words("en"))
assert "numpy" not in sys.modules, "the list of commands"
for name in COMMANDS:
    command = group.load(name)
    assert (command.name, command.help) == (name, group.commands[name].help)
    assert "numba" not in sys.modules, name
"""


def test_help_comes_without_loading_what_only_work_needs() -> None:
    done = subprocess.run([sys.executable, "-c", QUICK], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_locale_decides_the_language_unless_lang_does(home: Path) -> None:
    assert "giocatori" in cinquina(home, "games", language="it_IT.UTF-8").stdout
    assert "players" in cinquina(home, "games", language="C").stdout
    assert "players" in cinquina(home, "games", "--lang=en", language="it_IT.UTF-8").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(home: Path, shell: str) -> None:
    assert "_CINQUINA_COMPLETE" in cinquina(home, "completion", shell).stdout


def test_games_are_completed(home: Path) -> None:
    asking = environment(home) | {
        "_CINQUINA_COMPLETE": "bash_complete",
        "COMP_WORDS": "cinquina play qw",
        "COMP_CWORD": "2",
    }
    done = subprocess.run([sys.executable, "-m", "cinquina"], env=asking, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["plain,qwixx", "plain,qwinto"]


# --- replay -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(PLAYED.glob("*.txt")), ids=lambda path: path.stem)
def test_every_golden_game_replays(home: Path, path: Path) -> None:
    told = cinquina(home, "replay", str(path), "--json")
    assert told.returncode == 0
    assert json.loads(told.stdout)["over"]


def test_replay_shows_sheets_scores_and_the_ending_in_both_languages(home: Path) -> None:
    english = cinquina(home, "replay", str(GOLDEN))
    assert "The game is over: 2 closed rows end it." in english.stdout
    assert "1. Ada: 58" in english.stdout
    italian = cinquina(home, "replay", str(GOLDEN), "--lang", "it")
    assert "bastano 2 righe chiuse" in italian.stdout


def test_replay_stops_where_it_is_told(home: Path) -> None:
    told = json.loads(cinquina(home, "replay", str(GOLDEN), "--to", "2", "--json").stdout)
    assert told["events"] == 2
    assert told["possible"][0].startswith("0 ")
    refused(cinquina(home, "replay", str(GOLDEN), "--to", "9999"), 2, "9999")
    assert cinquina(home, "replay", str(GOLDEN), "--to", "0").returncode == 0


def test_replay_reads_standard_input(home: Path) -> None:
    assert "58" in cinquina(home, "replay", "-", text=GOLDEN.read_text()).stdout


def test_a_false_line_is_named_with_its_rule_and_what_was_possible(home: Path, tmp_path: Path) -> None:
    lines = GOLDEN.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("roll")) + 1
    lines[at] = lines[at][0] + " r12"
    false = tmp_path / "false.txt"
    false.write_text("\n".join(lines) + "\n")
    done = cinquina(home, "replay", str(false))
    refused(done, 1, f"line {at + 1}", "five crosses", "Possible here:", "pass")
    as_json = cinquina(home, "replay", str(false), "--json")
    assert as_json.returncode == 1
    assert json.loads(as_json.stdout)["error"]["reason"] == "last-cell-needs-five"


GOOD = GOLDEN.read_text()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The record is empty."),
        (GOOD.encode()[:-3], "cut off"),
        (GOOD.replace("cinquina 1", "cinquina 2").encode(), "newer than this program's"),
        (GOOD.replace("game qwixx 1", "game qwixx 9").encode(), "version “9”"),
        (GOOD.encode("utf-16"), "not UTF-8"),
        (GOOD.replace("Ada", "Zoë").encode("latin-1"), "not UTF-8"),
        (GOOD.replace("Ada", "A\x07da").encode(), "cannot be a name"),
        (GOOD.replace("game qwixx", "game chess").encode(), "no game “chess”"),
        (b"\x00" * 3_000_000, "at most"),
        (b"cinquina 1\n" + b"noise " * 100 + b"\n", "second line"),
    ],
)
def test_a_broken_record_gets_one_clear_sentence(home: Path, tmp_path: Path, data: bytes, sentence: str) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_bytes(data)
    refused(cinquina(home, "replay", str(broken)), 1, sentence)
    refused(cinquina(home, "replay", "-", text=data), 1, sentence)


def test_a_hundred_megabytes_of_noise_are_not_even_read(home: Path, tmp_path: Path) -> None:
    noise = tmp_path / "noise.txt"
    with noise.open("wb") as file:
        file.truncate(100_000_000)
    refused(cinquina(home, "replay", str(noise)), 1, "at most")


def test_a_missing_file_and_a_folder_are_no_records(home: Path, tmp_path: Path) -> None:
    refused(cinquina(home, "replay", str(tmp_path / "none.txt")), 1, "cannot be read")
    refused(cinquina(home, "replay", str(tmp_path)), 1, "cannot be read")


# --- invalid calls ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "chess"), "There is no game “chess”. There are: qwixx"),
        (("rules", "chess"), "There is no game"),
        (("simulate", "chess"), "There is no game"),
        (("play", "qwixx", "--seats", "A,B,C,D,E,F"), "cannot be played by 6; it is for 1, 2, 3, 4, 5"),
        (("play", "qwixx", "--seats", "Anna,Anna"), "same name"),
        (("play", "qwixx", "--seats", "Anna,"), "cannot be a name"),
        (("play", "qwixx", "--seats", "An\x1bna"), "cannot be a name"),
        (("play", "qwixx", "--seats", "Anna,bot:genius"), "no bot “genius”. There are: random"),
        (("play", "qwixx", "--option", "sheet=large"), "no value “large”. It can be: classic"),
        (("play", "qwixx", "--option", "colour=red"), "no option “colour”"),
        (("play", "qwixx", "--option", "sheet"), "KEY=VALUE"),
        (
            ("play", "sequence-dice", "--seats", "A,B,C", "--option", "length=6"),
            "does not go with 3 players, but with 2, 4",
        ),
        (("play", "qwixx", "--seed", "1", "--real-dice"), "Real dice have no seed"),
        (("play", "qwixx", "--resume", "x"), "--resume goes on"),
        (("play", "qwixx", "--record", str(GOLDEN)), "exists already"),
        (("play", "qwixx", "--seed", "-1"), "--seed"),
        (("simulate", "sequence-dice", "--seats", "1"), "cannot be played by 1"),
        (("simulate", "qwixx", "--games", "0"), "--games"),
        (("simulate", "qwixx", "--games", "-5"), "--games"),
        (("simulate", "qwixx", "--games", "many"), "--games"),
        (("simulate", "qwixx", "--option", "sheet=K"), "no value “K”"),
        (("replay",), "is missing"),
        (("fly",), "There is no command “fly”. There are: games"),
        (("games", "--fast"), "no option --fast"),
        (("replay", str(GOLDEN), "--to", "-1"), "--to"),
    ],
)
def test_a_wrong_call_gets_one_sentence_and_code_2(home: Path, words: tuple[str, ...], sentence: str) -> None:
    done = cinquina(home, *words)
    refused(done, 2, sentence)
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_wrong_calls_are_told_in_italian_too(home: Path) -> None:
    refused(cinquina(home, "play", "chess", "--lang", "it"), 2, "Non c'è un gioco «chess»")
    refused(cinquina(home, "fly", language="it_IT.UTF-8"), 2, "Non c'è un comando «fly»")


# --- play ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_program_plays_a_whole_game_through_a_pipe(home: Path, tmp_path: Path, game: str) -> None:
    """Read the questions as JSON and answer with any listed option, for two people and a bot if possible."""
    record = tmp_path / "game.txt"
    seats = "Ada,Nino,bot:random" if 3 in GAMES[game].SEATS else "Ada,bot:random"
    words = ["play", game, "--seats", seats, "--seed", "5", "--json", "--no-confirm", "--record", str(record)]
    playing = subprocess.Popen(
        [sys.executable, "-m", "cinquina", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(home),
    )
    assert playing.stdin
    assert playing.stdout
    luck, kinds = random.Random(1), set()
    for line in playing.stdout:
        told = json.loads(line)
        kinds.add(told["kind"])
        if told["kind"] == "question":
            playing.stdin.write(luck.choice(told["options"]) + "\n")
            playing.stdin.flush()
    playing.stdin.close()
    assert playing.wait(10) == 0
    playing.stdout.close()
    assert kinds >= {"start", "sheet", "question", "event", "ending", "result"}
    assert read_series(record.read_text(), GAMES).current.position.phase == OVER


def test_the_same_seed_gives_the_same_dice(home: Path) -> None:
    def throws(seed: str) -> list[str]:
        told = cinquina(home, "play", "extra", "--seats", "Ada,Nino", "--seed", seed, "--json").stdout
        return [line for line in told.splitlines() if '"roll' in line]

    assert throws("3") == throws("3") != []
    assert throws("3") != throws("4")


def test_real_dice_are_typed_in_and_false_ones_refused(home: Path) -> None:
    text = "foo\nNino\n\n1 2 3\n1 2 3 4 5 7\nx\n143626\n\n"
    told = cinquina(home, "play", "qwixx", "--seats", "Ada,Nino", "--real-dice", text=text)
    assert "Who begins (Ada, Nino)?" in told.stdout
    assert "Nino begins." in told.stdout
    assert "Nobody here is called “foo”" in told.stdout
    assert "Dice thrown: 6. Faces given: 3." in told.stdout
    assert "No face shows 7" in told.stdout
    assert "the white dice make 5" in told.stdout
    assert told.returncode == 1


def test_the_end_of_input_keeps_the_game_and_resume_goes_on(home: Path) -> None:
    told = cinquina(home, "play", "qwixx", "--seats", "Ada", "--seed", "1", text="")
    refused(told, 1, "Stopped.", "cinquina play --resume")
    saved = told.stderr.strip().split("--resume ")[1].split(" ")[0]
    assert "--seed 1 --lang en" in told.stderr
    before = Path(saved).read_text()
    again = cinquina(home, "play", "--resume", saved, "--seed", "1", text="pass!\nquit\n")
    assert again.returncode == 0
    assert Path(saved).read_text().startswith(before)
    assert Path(saved).read_text().endswith("0 pass\n")


def test_a_resumed_game_has_the_dice_it_would_have_had(home: Path) -> None:
    whole = cinquina(
        home, "play", "extra", "--seats", "Ada", "--seed", "8", "--json", "--no-confirm", text="3a\n"
    ).stdout
    first = cinquina(home, "play", "extra", "--seats", "Ada", "--seed", "8", "--json", "--no-confirm", text="")
    saved = first.stderr.strip().split("--resume ")[1].split(" ")[0]
    more = cinquina(home, "play", "--resume", saved, "--seed", "8", "--json", "--no-confirm", text="3a\n").stdout
    thrown = [line for line in whole.splitlines() if '"roll' in line]
    assert [line for line in (first.stdout + more).splitlines() if '"roll' in line] == thrown


def test_a_cut_off_save_is_resumed_without_its_broken_line(home: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.txt"
    cut.write_text("\n".join(GOOD.splitlines()[:20]) + "\n0 r")
    assert cinquina(home, "play", "--resume", str(cut), text="quit\n").returncode == 0
    assert cut.read_text() == "\n".join(GOOD.splitlines()[:20]) + "\n"


def test_a_finished_or_false_save_is_not_resumed_and_not_touched(home: Path, tmp_path: Path) -> None:
    over, false = tmp_path / "over.txt", tmp_path / "false.txt"
    over.write_text(GOOD)
    false.write_text(GOOD.replace("roll", "rull", 1))
    refused(cinquina(home, "play", "--resume", str(over)), 1, "is over", "cinquina replay")
    refused(cinquina(home, "play", "--resume", str(false)), 1, "line")
    assert over.read_text() == GOOD
    assert "rull" in false.read_text()


def test_a_save_that_cannot_be_written_is_said_and_the_record_printed(home: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder should be")
    told = cinquina(home, "play", "qwixx", "--seats", "Ada", "--record", str(blocked / "game.txt"), text="")
    refused(told, 1, "cannot be written", "Here is its record", "seat 0 Ada")
    assert blocked.read_text() == "a file where a folder should be"


def test_ctrl_c_keeps_the_game(home: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    words = [sys.executable, "-m", "cinquina", "play", "qwixx", "--seats", "Ada", "--record", str(record)]
    playing = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(home)
    )
    assert playing.stdout
    for line in playing.stdout:
        if "pass" in line:
            break
    time.sleep(0.1)
    playing.send_signal(signal.SIGINT)
    _, err = playing.communicate(timeout=60)
    assert playing.returncode == 1
    assert "--resume" in err
    assert "Traceback" not in err
    assert "roll" in record.read_text()


def test_a_killed_game_has_lost_nothing(home: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    words = [
        sys.executable,
        "-m",
        "cinquina",
        "play",
        "qwixx",
        "--seats",
        "Ada",
        "--no-confirm",
        "--record",
        str(record),
    ]
    playing = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(home))
    assert playing.stdin
    assert playing.stdout
    playing.stdin.write("pass\npass\n")
    playing.stdin.flush()
    told = 0
    for line in playing.stdout:
        told += "Ada passes" in line
        if told == 2:
            break
    playing.kill()
    playing.communicate()
    assert record.read_text().count("0 pass\n") == 2


def test_a_series_goes_on_to_the_next_game_with_totals(home: Path, tmp_path: Path) -> None:
    record = tmp_path / "series.txt"
    told = cinquina(
        home,
        "play",
        "qwixx",
        "--seats",
        "Ada",
        "--series",
        "2",
        "--no-confirm",
        "--record",
        str(record),
        text="pass\n" * 200,
    )
    assert told.returncode == 0
    assert "Series after 1 game:" in told.stdout
    assert "Series after 2 games:" in told.stdout
    series = read_series(record.read_text(), GAMES)
    assert [game.position.phase for game in series.games] == [OVER, OVER]
    assert series.totals() == (-40,)
    assert "Series after 2 games:" in cinquina(home, "replay", str(record)).stdout


def test_a_series_is_resumed_with_its_next_game(home: Path, tmp_path: Path) -> None:
    record = tmp_path / "series.txt"
    words = ("--seats", "Ada", "--no-confirm", "--record", str(record))
    assert cinquina(home, "play", "qwixx", *words, text="pass\n" * 200).returncode == 0
    more = cinquina(home, "play", "--resume", str(record), "--series", "2", "--no-confirm", text="pass\n" * 200)
    assert more.returncode == 0
    assert read_series(record.read_text(), GAMES).totals() == (-40,)
    with record.open("a") as file:
        file.write("\n" + record.read_text().split("\n\n")[1].split("roll")[0] + "roll 1")
    third = cinquina(home, "play", "--resume", str(record), "--series", "3", text="quit\n")
    assert third.returncode == 0
    assert len(read_series(record.read_text(), GAMES).games) == 3


def test_too_long_a_series_is_refused_before_it_begins(home: Path) -> None:
    refused(cinquina(home, "play", "qwixx", "--seats", "Ada", "--series", "6"), 2, "at most 5 games")


def test_without_a_game_one_is_asked_for(home: Path) -> None:
    told = cinquina(home, "play", text="9\nqwixx\n\nquit\n")
    assert "There is no game “9”" in told.stdout
    assert "Qwixx: Player, Nino (friend)" in told.stdout
    assert told.returncode == 0
    refused(cinquina(home, "play", text=""), 1, "No game was chosen")


# --- simulate -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_simulate_sums_up(home: Path, game: str) -> None:
    told = json.loads(cinquina(home, "simulate", game, "--games", "30", "--seed", "2", "--json").stdout)
    assert told["games"] == 30
    assert sum(seat["win_share"] for seat in told["seats"]) == pytest.approx(1)
    again = json.loads(cinquina(home, "simulate", game, "--games", "30", "--seed", "2", "--json").stdout)
    assert again == told
    text = cinquina(home, "simulate", game, "--games", "30", "--seed", "2").stdout
    assert f"{told['seats'][0]['score']['mean']:.2f}" in text
    assert f"throws and choices a game: {told['events']['mean']:.1f} " in text
    assert f"for who begins: {told['lots_per_game']:.1f} a game" in text


def test_simulate_says_what_is_true_for_changed_numbers_and_one_seat(home: Path) -> None:
    words = ("simulate", "qwixx", "--seats", "1", "--games", "1", "--option", "penalties=2")
    text = cinquina(home, *words).stdout
    assert "1 game with 1 seat, seed 0" in text
    assert "Somebody has taken 2 penalties: the game is over." in text
    assert "begins" not in text
    italian = cinquina(home, *words, "--lang", "it").stdout
    assert "1 partita con 1 posto, seme 0" in italian
    assert "Qualcuno ha segnato 2 lanci a vuoto" in italian
    assert re.search(r"\d,\d", italian)
    assert not re.search(r"\d\.\d", italian)


def test_simulated_games_are_recorded_and_replay(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    done = cinquina(home, "simulate", "qwinto", "--games", "5", "--seats", "3", "--record", str(folder))
    assert done.returncode == 0
    files = sorted(folder.iterdir())
    assert len(files) == 5
    assert cinquina(home, "replay", str(files[3])).returncode == 0


def test_a_folder_that_cannot_be_written_leaves_partial_results_named_as_such(home: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = cinquina(home, "simulate", "qwixx", "--games", "5", "--record", str(blocked), "--json")
    refused(done, 1, "cannot be written", "partial")
    assert json.loads(done.stdout)["partial"] is True


def is_alive(group: int) -> bool:
    """Whether a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def shown(screen: int, word: bytes = b"") -> str:
    """Return what a terminal shows, until a word appears or the other end is closed."""
    told = b""
    with suppress(OSError):  # Linux reports that the other end is closed
        while not word or word not in told:
            told += os.read(screen, 4096)
    return told.decode()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_what_is_done_so_far_and_leaves_nothing_behind(home: Path, jobs: str) -> None:
    screen, terminal = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "cinquina", "simulate", "qwixx", "--jobs", jobs, "--json", "--games", "1000000000"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
        env=environment(home),
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background jobs of a shell ignore it
    )
    os.close(terminal)
    assert "[" in shown(screen, b"[")  # the progress bar: some games are done
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 1
    told = json.loads(out)
    assert told["partial"]
    assert 0 < told["games"] < 1_000_000_000
    until = time.monotonic() + 15
    while is_alive(running.pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert not is_alive(running.pid)
    err = shown(screen)
    os.close(screen)
    assert "partial" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--bots", "random"), "1 bot for 2 seats"),
        (("--bots", "random,genius"), "no bot “genius”"),
        (("--jobs", "0"), "--jobs"),
        (("--games", "99999999999999"), "--games"),
    ],
)
def test_a_wrong_simulation_is_refused(home: Path, words: tuple[str, ...], sentence: str) -> None:
    refused(cinquina(home, "simulate", "qwixx", *words), 2, sentence)


def test_recorded_games_come_to_the_same_as_compiled_ones(home: Path, tmp_path: Path) -> None:
    plain = cinquina(home, "simulate", "extra", "--games", "12", "--record", str(tmp_path / "many"), "--json")
    compiled = cinquina(home, "simulate", "extra", "--games", "12", "--json")
    assert plain.stdout == compiled.stdout


@pytest.mark.parametrize("name", ["report.html", "report.svg"])
def test_a_report_is_one_page_that_asks_for_nothing_from_outside(home: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    done = cinquina(home, "simulate", "extra", "--games", "200", "--report", str(file), "--lang", "it")
    assert done.returncode == 0
    text = file.read_text()
    assert text.count("<svg") == 1
    assert "punti del posto 2" in text
    assert "src=" not in text
    assert "href=" not in text
    assert ("<html lang='it'>" in text) == (name == "report.html")


def test_a_report_that_cannot_be_written_is_said_and_the_result_is_not_lost(home: Path, tmp_path: Path) -> None:
    refused(cinquina(home, "simulate", "qwixx", "--report", str(tmp_path / "report.pdf")), 2, ".html, .svg")
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = cinquina(home, "simulate", "qwixx", "--games", "50", "--report", str(blocked / "report.html"))
    refused(done, 1, "cannot be written")
    assert "50 games" in done.stdout


def test_a_folder_with_games_is_not_written_over(home: Path, tmp_path: Path) -> None:
    words = ("simulate", "qwinto", "--games", "2", "--record", str(tmp_path / "many"))
    assert cinquina(home, *words).returncode == 0
    refused(cinquina(home, *words), 2, "holds such records already")


def test_no_number_of_seats_is_too_large_to_be_refused(home: Path) -> None:
    refused(cinquina(home, "simulate", "qwixx", "--seats", "1000000000"), 2, "cannot be played by 1000000000")
    refused(cinquina(home, "simulate", "qwixx", "--seats", "-3"), 2, "cannot be played by -3")


def test_a_full_disk_under_the_output_is_said_in_one_sentence(home: Path) -> None:
    words = f"{sys.executable} -m cinquina games > /dev/full"
    done = subprocess.run(words, shell=True, capture_output=True, text=True, env=environment(home), check=False)
    assert done.returncode == 1
    assert done.stderr == "The system says: No space left on device.\n"


def test_closed_input_is_no_error(home: Path) -> None:
    words = f"{sys.executable} -m cinquina games <&-"
    done = subprocess.run(words, shell=True, capture_output=True, text=True, env=environment(home), check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_words_the_help_is_shown(home: Path) -> None:
    done = cinquina(home)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Commands" in done.stdout
    assert cinquina(home, "-h").stdout == done.stdout
    assert "0.1.0" in cinquina(home, "--version").stdout


@pytest.mark.parametrize("typed", ["Qwixx", "The Choice", "sequence dice", "Extra!", "thechoice"])
def test_games_are_found_as_people_write_them(home: Path, typed: str) -> None:
    assert cinquina(home, "rules", typed).returncode == 0


def test_a_name_too_long_for_a_file_is_said(home: Path) -> None:
    long = "x" * 300
    told = cinquina(home, "play", "qwixx", "--seats", "Ada", "--record", long, text="")
    refused(told, 1, "cannot be written", "Here is its record")


def test_resume_needs_a_file_and_a_bot_that_exists(home: Path, tmp_path: Path) -> None:
    refused(cinquina(home, "play", "--resume", "-"), 2, "from a file")
    strange = tmp_path / "strange.txt"
    strange.write_text("cinquina 1\ngame qwixx 1\nseat 0 bot:genius\n")
    refused(cinquina(home, "play", "--resume", str(strange)), 1, "no bot “genius”")


def test_the_menu_offers_the_game_left_unfinished(home: Path) -> None:
    assert cinquina(home, "play", "qwixx", "--seats", "Ada", text="quit\n").returncode == 0
    told = cinquina(home, "play", text="0\nquit\n")
    assert "Go on with Qwixx: Ada" in told.stdout
    assert told.returncode == 0
    assert len(list((home / "games").iterdir())) == 1


def test_the_menu_asks_again_after_a_mistake(home: Path) -> None:
    told = cinquina(home, "play", text="²\nqwixx\na,a\nAda,bot\nquit\n")
    assert "There is no game “²”" in told.stdout
    assert "same name" in told.stdout
    assert "Qwixx: Ada, Nino (friend)." in told.stdout


@pytest.mark.parametrize("text", ["", "quit\n", "1\n", "1\nquit\n"])
def test_the_menu_is_left_at_each_of_its_questions(home: Path, text: str) -> None:
    refused(cinquina(home, "play", text=text), 1, "No game was chosen")


def test_a_reader_that_stops_reading_is_no_error(home: Path) -> None:
    words = f"{sys.executable} -m cinquina rules qwixx | head -n 1"
    done = subprocess.run(words, shell=True, capture_output=True, text=True, env=environment(home), check=False)
    assert done.stderr == ""
