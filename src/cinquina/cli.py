"""The command line `cinquina`."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from cinquina.core import Numbers, Rules
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, Words, language_here, language_of, words
from cinquina.sim.luck import MOST_SEED
from cinquina.term.help import commands_of, wrong_usage
from cinquina.term.pages import rules_page, width
from cinquina.term.sitting import Failed, Wishes, begun, problem_of, resumed, sit_down
from cinquina.term.typed import game_typed

PROGRAM = "cinquina"
COMPLETION_VARIABLE = "_CINQUINA_COMPLETE"
SHELLS = ("bash", "zsh", "fish")
MOST_GAMES = 1_000_000_000
MOST_SERIES = 99
MOST_JOBS = 256
Decorator = Callable[[Any], Any]


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


def rules_of(said: Words, typed: str) -> Rules:
    """The game of that name, or Failed."""
    name = game_typed(said, typed)
    if not name:
        raise Failed(said("refusal.no-such-game", name=typed[:40], possible=", ".join(GAMES)), code=2)
    return GAMES[name]


def options_of(said: Words, pairs: tuple[str, ...]) -> dict[str, str]:
    """Options written as key=value, or Failed."""
    chosen = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Failed(said("error.option-form", text=pair[:40]), code=2)
        chosen[name] = value
    return chosen


def show(as_json: bool, told: Any, text: Callable[[], str]) -> None:
    """Print for programs or for people."""
    click.echo(json.dumps(told, ensure_ascii=False, indent=2) if as_json else text())


def game_names(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """The games whose names begin as typed, for completion."""
    return [name for name in GAMES if name.startswith(typed)]


class Commands:
    """What the commands share: the group they belong to, and options that several of them have."""

    def __init__(self, said: Words) -> None:
        self.said = said
        _, group = commands_of(said)
        settings = {"help_option_names": ["-h", "--help"]}
        self.group = group(PROGRAM, help=said("help.cinquina"), context_settings=settings, no_args_is_help=True)
        self.lang = click.option("--lang", type=click.Choice(LANGUAGES), expose_value=False, help=said("help.lang"))
        self.json = click.option("--json", "as_json", is_flag=True, help=said("help.json"))
        self.options = click.option("--option", "options", multiple=True, metavar="K=V", help=said("help.option"))
        jobs = click.IntRange(1, MOST_JOBS)
        self.jobs = click.option("--jobs", type=jobs, metavar="N", help=said("help.jobs"))
        self.cluster = click.option("--cluster", default="", metavar="ray|ray://HOST:PORT", help=said("help.cluster"))
        self.bots = click.option("--bots", metavar="random,greedy", help=said("help.bots"))
        self.seats = click.option("--seats", type=int, default=2, metavar="N", help=said("help.simulate-seats"))
        self.lang(self.group)
        click.version_option(package_name=PROGRAM, help=said("help.version"))(self.group)

    def command(self, function: Callable[..., Any]) -> click.Command:
        """A function as the command of its name, with --json and --lang."""
        text = self.said(f"help.{function.__name__}")
        made: click.Command = self.group.command(help=text)(self.json(self.lang(function)))
        return made

    def seed(self, **more: Any) -> Decorator:
        """The option --seed."""
        return click.option(
            "--seed", type=click.IntRange(0, MOST_SEED), metavar="N", help=self.said("help.seed"), **more
        )

    def games(self, usual: int) -> Decorator:
        """The option --games."""
        count = click.IntRange(1, MOST_GAMES)
        return click.option("--games", type=count, default=usual, metavar="N", help=self.said("help.count"))

    def game(self, **more: Any) -> Decorator:
        """The argument GAME."""
        return click.argument("game", metavar=self.said("help.GAME"), shell_complete=game_names, **more)


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
        wishes = Wishes(seed, real_dice, series, as_json, confirm=not no_confirm)
        return resume_or_start(said, wishes, **rest)


def resume_or_start(
    said: Words,
    wishes: Wishes,
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
        return sit_down(said, resumed(said, str(resume), wishes.games), resume, wishes)
    if record and os.path.lexists(record):
        raise Failed(said("error.record-exists", file=record), code=2)
    house_rules = options_of(said, options)
    if game is None:
        series, kept = ask_series(said, seats, house_rules, wishes.games)
        return sit_down(said, series, record or kept, wishes)
    rules = rules_of(said, game)
    names = usual_seats(said, rules.SEATS) if seats is None else seats
    return sit_down(said, begun(said, rules.NAME, names, house_rules, wishes.games), record, wishes)


def add_replay(commands: Commands, said: Words) -> None:
    """`cinquina replay`."""

    @commands.command
    @click.argument("file", metavar=said("help.FILE"), type=click.Path(allow_dash=True))
    @click.option("--to", type=click.IntRange(0), metavar="N", help=said("help.to"))
    def replay(file: str, to: int | None, as_json: bool) -> int:
        from cinquina.term.replay import replay_file

        return replay_file(said, file, to, as_json=as_json)


def add_simulate(commands: Commands, said: Words) -> None:
    """`cinquina simulate`."""

    @commands.command
    @commands.game()
    @commands.seats
    @commands.games(1000)
    @commands.seed(default=0)
    @commands.options
    @commands.bots
    @commands.jobs
    @commands.cluster
    @click.option("--record", type=click.Path(path_type=Path), metavar="DIR", help=said("help.record-folder"))
    @click.option("--report", type=click.Path(path_type=Path), metavar=said("help.FILE"), help=said("help.report"))
    def simulate(game: str, options: tuple[str, ...], bots: str | None, as_json: bool, **numbers: Any) -> int:
        return run_simulation(said, game, options_of(said, options), bots, as_json, **numbers)


def run_simulation(
    said: Words,
    game: str,
    options: dict[str, str],
    bots: str | None,
    as_json: bool,
    *,
    seats: int,
    games: int,
    seed: int,
    jobs: int | None,
    cluster: str,
    record: Path | None,
    report: Path | None,
) -> int:
    """Check a simulation's command line and run it."""
    rules = rules_of(said, game)
    from cinquina.term.simulate import Run, checked_options, levels_of, simulate_games, usual_jobs

    checked_options(said, rules, seats, options)
    levels = levels_of(said, rules, bots, seats)
    run = Run(rules, seats, options, games, seed, jobs or usual_jobs(games), levels, cluster, record, report)
    return simulate_games(said, run, as_json=as_json)


def add_whatif(commands: Commands, said: Words) -> None:
    """`cinquina whatif`."""

    @commands.command
    @commands.game()
    @commands.options
    @click.option("--base", multiple=True, metavar="K=V", help=said("help.base"))
    @commands.seats
    @commands.games(100_000)
    @commands.seed(default=0)
    @commands.bots
    @commands.jobs
    @commands.cluster
    def whatif(
        game: str, options: tuple[str, ...], base: tuple[str, ...], bots: str | None, as_json: bool, **numbers: Any
    ) -> int:
        return run_whatif(said, game, options_of(said, options), options_of(said, base), bots, as_json, **numbers)


def run_whatif(
    said: Words,
    game: str,
    changed: dict[str, str],
    base: dict[str, str],
    bots: str | None,
    as_json: bool,
    *,
    seats: int,
    games: int,
    seed: int,
    jobs: int | None,
    cluster: str,
) -> int:
    """Check a comparison's command line and run it."""
    rules = rules_of(said, game)
    from cinquina.term.simulate import checked_options, levels_of, usual_jobs
    from cinquina.term.whatif import Question, compare

    checked_options(said, rules, seats, base)
    levels = levels_of(said, rules, bots, seats)
    asked = Question(rules, seats, base, changed, games, seed, jobs or usual_jobs(2 * games), levels, cluster)
    return compare(said, asked, as_json=as_json)


def add_serve(commands: Commands, said: Words) -> None:
    """`cinquina serve`."""

    @commands.group.command(help=said("help.serve"))
    @commands.lang
    @click.option("--host", default="127.0.0.1", metavar="ADDRESS", help=said("help.host"))
    @click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=said("help.port"))
    @click.option("--db", default="", metavar="URL", help=said("help.db"))
    @click.option("--workers", type=click.IntRange(1, 64), default=1, metavar="N", help=said("help.workers"))
    @click.option("--open", "browser", is_flag=True, help=said("help.open"))
    def serve(host: str, port: int | None, db: str, workers: int, browser: bool) -> int:
        from cinquina.core import Refusal
        from cinquina.table.words import refusal
        from cinquina.web.serve import serve as run

        try:
            return run(said, host=host, port=port, db=db, workers=workers, browser=browser)
        except Refusal as wrong:
            raise Failed(refusal(said, None, wrong)) from wrong


def add_verify(commands: Commands, said: Words) -> None:
    """`cinquina verify`."""

    @commands.command
    @click.argument("file", metavar=said("help.FILE"), type=click.Path(allow_dash=True))
    def verify(file: str, as_json: bool) -> int:
        from cinquina.term.verify import verify_file

        return verify_file(said, file, as_json=as_json)


def add_bench(commands: Commands, said: Words) -> None:
    """`cinquina bench`."""

    @commands.command
    def bench(as_json: bool) -> None:
        from cinquina.term.bench import bench as measure

        measure(said, as_json=as_json)


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
    return {**head, "seats": list(rules.SEATS), "series": rules.SERIES, "options": options, "numbers": numbers}


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
    add_bench,
    add_completion,
)
"""The commands, in the order in which help lists them."""
