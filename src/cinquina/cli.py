"""The command line `cinquina`."""

from __future__ import annotations

import os
import sys
import textwrap
from pathlib import Path
from typing import Any

import click

from cinquina.bots import names_of
from cinquina.commands import PROGRAM, Commands, options_of, rules_of, show
from cinquina.core import Numbers
from cinquina.games import GAMES
from cinquina.locales import Words, language_here, language_of, words
from cinquina.research import add_arena, add_bench, add_hint, add_simulate, add_solve, add_train, add_whatif
from cinquina.table.errors import Failed, problem_of
from cinquina.term.help import wrong_usage
from cinquina.term.pages import rules_page, width
from cinquina.term.session import SessionOptions, new_series_of, play_series, resumed_series

COMPLETION_VARIABLE = "_CINQUINA_COMPLETE"
SHELLS = ("bash", "zsh", "fish")
MOST_SERIES = 99
USUAL_KEEP = 365
"""Days for which tables are kept that nobody uses."""


def main() -> None:
    """Run a command line; the process ends with its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal's stream has it
    said = words(wanted_language(sys.argv[1:]))
    try:
        code = build(said).main(prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as asked:
        click.echo(asked.format_message())
        code = 0
    except click.ClickException as wrong:
        code = complain(wrong_usage(said, wrong) + " " + said("usage.see-help"), wrong.exit_code)
    except Failed as wrong:
        code = complain(str(wrong), wrong.code)
    except (KeyboardInterrupt, click.Abort):
        code = complain(said("error.stopped"), 1)
    except BrokenPipeError:
        code = silence()
    except OSError as wrong:
        silence()
        code = complain(said("error.system", problem=problem_of(wrong)), 1)
    raise SystemExit(code)


def complain(sentence: str, code: int) -> int:
    """One sentence on standard error; the exit code."""
    print(sentence, file=sys.stderr)
    return code


def silence() -> int:
    """Nobody reads on: drop what is still to be written, or it would be complained of at the end. No error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def wanted_language(line: list[str]) -> str:
    """The language a command line asks for with --lang, else that of the surroundings."""
    for place, word in enumerate(line):
        value = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and place + 1 < len(line):
            value = line[place + 1]
        if value:
            return language_of(value)
    return language_here()


def build(said: Words) -> click.Group:
    """The commands, speaking one language."""
    commands = Commands(said)
    for add in ADDITIONS:
        add(commands, said)
    return commands.group


def add_games(commands: Commands, said: Words) -> None:
    """`cinquina games`."""

    @commands.command
    def games(as_json: bool) -> None:
        told = [told_game(said, name) for name in GAMES]
        show(as_json, told, lambda: "\n\n".join(game_text(said, game) for game in told))


def add_rules(commands: Commands, said: Words) -> None:
    """`cinquina rules`."""

    @commands.command
    @commands.game()
    def rules(game: str, as_json: bool) -> None:
        name = rules_of(said, game).NAME
        text = rules_page(name, said.language)
        show(as_json, {"game": name, "language": said.language, "rules": text}, lambda: text.rstrip("\n"))


def add_play(commands: Commands, said: Words) -> None:
    """`cinquina play`."""
    path = click.Path(path_type=Path)

    @commands.command
    @commands.game(required=False)
    @click.option("--seats", metavar="Anna,bot:random", help=said("help.seats"))
    @commands.seed()
    @commands.options
    @click.option("--real-dice", is_flag=True, help=said("help.real-dice"))
    @click.option("--series", type=click.IntRange(1, MOST_SERIES), default=1, metavar="N", help=said("help.series"))
    @click.option("--record", type=path, metavar=said("help.FILE"), help=said("help.record"))
    @click.option("--resume", type=path, metavar=said("help.FILE"), help=said("help.resume"))
    @click.option("--no-confirm", is_flag=True, help=said("help.no-confirm"))
    def play(seed: int | None, real_dice: bool, series: int, no_confirm: bool, as_json: bool, **rest: Any) -> int:
        if real_dice and seed is not None:
            raise Failed(said("error.seed-or-real-dice"), code=2)
        wishes = SessionOptions(seed, real_dice, series, as_json, confirm=not no_confirm)
        return resume_or_start(said, wishes, **rest)


def resume_or_start(
    said: Words,
    wishes: SessionOptions,
    game: str | None,
    seats: str | None,
    options: tuple[str, ...],
    record: Path | None,
    resume: Path | None,
) -> int:
    """Play a kept game, a named one, or one the user is asked for."""
    from cinquina.term.menu import ask_series, usual_seats

    if resume:
        if record or seats or options or game:
            raise Failed(said("error.resume-alone"), code=2)
        return play_series(said, resumed_series(said, str(resume), wishes.games), resume, wishes)
    if record and os.path.lexists(record):
        raise Failed(said("error.record-exists", file=record), code=2)
    house_rules = options_of(said, options)
    if game is None:
        series, kept = ask_series(said, seats, house_rules, wishes.games)
        return play_series(said, series, record or kept, wishes)
    rules = rules_of(said, game)
    names = usual_seats(said, rules.SEATS) if seats is None else seats
    return play_series(said, new_series_of(said, rules.NAME, names, house_rules, wishes.games), record, wishes)


def add_replay(commands: Commands, said: Words) -> None:
    """`cinquina replay`."""

    @commands.command
    @click.argument("file", metavar=said("help.FILE"), type=click.Path(allow_dash=True))
    @click.option("--to", type=click.IntRange(0), metavar="N", help=said("help.to"))
    def replay(file: str, to: int | None, as_json: bool) -> int:
        from cinquina.term.replay import replay_file

        return replay_file(said, file, to, as_json=as_json)


def add_serve(commands: Commands, said: Words) -> None:
    """`cinquina serve`."""

    @commands.group.command(help=said("help.serve"))
    @commands.lang
    @click.option("--host", default="127.0.0.1", metavar="ADDRESS", help=said("help.host"))
    @click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=said("help.port"))
    @click.option("--db", default="", metavar="URL", help=said("help.db"))
    @click.option("--workers", type=click.IntRange(1, 64), default=1, metavar="N", help=said("help.workers"))
    @click.option("--behind", multiple=True, metavar="ADDRESS", help=said("help.behind"))
    @click.option("--keep", type=click.IntRange(0), default=USUAL_KEEP, metavar="DAYS", help=said("help.keep"))
    @click.option("--open", "browser", is_flag=True, help=said("help.open"))
    def serve(**wishes: Any) -> int:
        from cinquina.core import Refusal
        from cinquina.table.words import refusal
        from cinquina.web import serve as server

        try:
            return server.serve(said, server.Wishes(**wishes))
        except Refusal as wrong:
            raise Failed(refusal(said, None, wrong)) from wrong


def add_verify(commands: Commands, said: Words) -> None:
    """`cinquina verify`."""

    @commands.command
    @click.argument("file", metavar=said("help.FILE"), type=click.Path(allow_dash=True))
    @click.option("--promised", default="", metavar="HASH", help=said("help.promised"))
    @click.option("--salt", "salts", multiple=True, metavar="SEAT=HEX", help=said("help.salt"))
    def verify(file: str, promised: str, salts: tuple[str, ...], as_json: bool) -> int:
        from cinquina.term.verify import verify_file

        return verify_file(said, file, promised=promised, salts=salts, as_json=as_json)


def add_completion(commands: Commands, said: Words) -> None:
    """`cinquina completion`."""

    @commands.command
    @click.argument("shell", type=click.Choice(SHELLS))
    def completion(shell: str, as_json: bool) -> None:
        from click.shell_completion import get_completion_class

        made = get_completion_class(shell)
        script = made(commands.group, {}, PROGRAM, COMPLETION_VARIABLE).source() if made else ""
        show(as_json, {"shell": shell, "script": script}, lambda: script)


def told_game(said: Words, name: str) -> dict[str, Any]:
    """A game with its seats and options, for programs."""
    rules = GAMES[name]
    options = {
        key: {"values": list(option.values), "default": option.default, "meaning": said(f"house.{name}.{key}")}
        for key, option in rules.OPTIONS.items()
    }
    numbers = {key: told_numbers(said, f"number.{name}.{key}", told) for key, told in rules.NUMBERS.items()}
    head = {"name": name, "title": said(f"game.{name}"), "about": said(f"about.{name}"), "version": rules.VERSION}
    told = {"seats": list(rules.SEATS), "series": rules.SERIES, "options": options, "numbers": numbers}
    return {**head, **told, "bots": list(names_of(rules))}


def told_numbers(said: Words, key: str, numbers: Numbers) -> dict[str, Any]:
    """A number that a designer may change, for programs."""
    return {"usual": numbers.default, "least": numbers.least, "most": numbers.most, "meaning": said(key)}


def game_text(said: Words, told: dict[str, Any]) -> str:
    """A game with its seats and options, for people."""
    seats = f"{told['seats'][0]}–{told['seats'][-1]}"
    lines = [said("games.line", name=told["name"], title=told["title"], seats=seats, about=told["about"])]
    for key, option in told["options"].items():
        values = ", ".join(f"{value}*" if value == option["default"] else value for value in option["values"])
        lines += [f"    --option {key}=  {values}", f"        {option['meaning']}"]
    lines.append("  " + said("games.bots", bots=", ".join(told["bots"])))
    lines += ["  " + said("games.numbers")] if told["numbers"] else []
    for key, number in told["numbers"].items():
        lines += [f"    --option {key}=  {number['usual']}  ({number['least']} … {number['most']})"]
        lines += [f"        {number['meaning']}"]
    return "\n".join(wrapped_line(line) for line in lines)


def wrapped_line(line: str) -> str:
    """A line wrapped to the terminal, what is carried over a little further in."""
    indent = len(line) - len(line.lstrip())
    return textwrap.fill(line, width(), subsequent_indent=" " * (indent + 4))


ADDITIONS = (
    add_games,
    add_rules,
    add_play,
    add_replay,
    add_serve,
    add_verify,
    add_simulate,
    add_whatif,
    add_solve,
    add_train,
    add_arena,
    add_hint,
    add_bench,
    add_completion,
)
"""The commands, in the order in which help lists them."""
