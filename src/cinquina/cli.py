"""The command line `cinquina`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from cinquina.games import GAMES
from cinquina.locales import Words, language_here, language_of, rules_text, words
from cinquina.sim.luck import MOST_SEED
from cinquina.term.help import group, languages_option, speaking, wrong_usage
from cinquina.term.sitting import Failed

PROGRAM = "cinquina"
COMPLETION_VARIABLE = "_CINQUINA_COMPLETE"
SHELLS = ("bash", "zsh", "fish")
MOST_GAMES = 1_000_000_000


def main() -> None:
    """Run a command line; the process ends with its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal's stream has it
    said = words(wanted_language(sys.argv[1:]))
    try:
        code = build(said).main(prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as wrong:
        code = complain(wrong_usage(said, wrong) + " " + said("usage.see-help"), wrong.exit_code)
    except Failed as wrong:
        code = complain(str(wrong), wrong.code)
    except (KeyboardInterrupt, click.Abort):
        code = complain(said("error.stopped"), 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on: nothing to say, nothing wrong
        code = 0
    raise SystemExit(code)


def complain(sentence: str, code: int) -> int:
    """One sentence on standard error; the exit code."""
    print(sentence, file=sys.stderr)
    return code


def wanted_language(line: list[str]) -> str:
    """The language a command line asks for with --lang, else that of the surroundings."""
    for place, word in enumerate(line):
        value = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and place + 1 < len(line):
            value = line[place + 1]
        if value:
            return language_of(value)
    return language_here()


def rules_of(said: Words, name: str) -> Any:
    """The game of that name, or Failed."""
    if name not in GAMES:
        raise Failed(said("refusal.no-such-game", name=name, possible=", ".join(GAMES)), code=2)
    return GAMES[name]


def options_of(said: Words, pairs: tuple[str, ...]) -> dict[str, str]:
    """Options written as key=value, or Failed."""
    chosen = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Failed(said("error.option-form", text=pair), code=2)
        chosen[name] = value
    return chosen


def show_json(told: Any) -> None:
    """Print for programs."""
    click.echo(json.dumps(told, ensure_ascii=False, indent=2))


def game_names(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """The games whose names begin as typed, for completion."""
    return [name for name in GAMES if name.startswith(typed)]


def build(said: Words) -> click.Group:
    """The commands, speaking one language."""
    cli = group(speaking(said), name=PROGRAM, help=said("help.cinquina"), help_option=said("help.help"))
    languages_option(said)(cli)
    in_json = click.option("--json", "as_json", is_flag=True, help=said("help.json"))
    game_argument = click.argument("game", metavar=said("help.GAME"), shell_complete=game_names)
    option_option = click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help=said("help.option"))
    seed_range = click.IntRange(0, MOST_SEED)

    @cli.command(help=said("help.games"))
    @in_json
    @languages_option(said)
    def games(as_json: bool) -> None:
        told = [told_game(said, name) for name in GAMES]
        show_json(told) if as_json else click.echo("\n\n".join(game_text(said, game) for game in told))

    @cli.command(help=said("help.rules"))
    @game_argument
    @in_json
    @languages_option(said)
    def rules(game: str, as_json: bool) -> None:
        rules_of(said, game)
        text = rules_text(game, said.language)
        show_json({"game": game, "language": said.language, "rules": text}) if as_json else click.echo(text, nl=False)

    @cli.command(help=said("help.play"))
    @click.argument("game", required=False, metavar=f"[{said('help.GAME')}]", shell_complete=game_names)
    @click.option("--seats", metavar="Anna,bot:random", help=said("help.play-seats"))
    @click.option("--seed", type=seed_range, help=said("help.seed"))
    @option_option
    @click.option("--real-dice", is_flag=True, help=said("help.real-dice"))
    @click.option("--series", "count", type=click.IntRange(1, 99), default=1, help=said("help.series"))
    @click.option("--record", "record", type=click.Path(path_type=Path), help=said("help.record"))
    @click.option("--resume", "resume", type=click.Path(path_type=Path), help=said("help.resume"))
    @click.option("--no-confirm", is_flag=True, help=said("help.no-confirm"))
    @in_json
    @languages_option(said)
    def play(
        game: str | None,
        seats: str | None,
        seed: int | None,
        options: tuple[str, ...],
        real_dice: bool,
        count: int,
        record: Path | None,
        resume: Path | None,
        no_confirm: bool,
        as_json: bool,
    ) -> int:
        from cinquina.term import menu
        from cinquina.term.sitting import Wishes, begun, resumed, sit_down

        if real_dice and seed is not None:
            raise Failed(said("error.seed-or-real-dice"), code=2)
        wishes = Wishes(seed=seed, real_dice=real_dice, games=count, as_json=as_json, confirm=not no_confirm)
        if resume:
            if record or seats or options or game:
                raise Failed(said("error.resume-alone"), code=2)
            return sit_down(said, resumed(said, str(resume), count), resume, wishes)
        if record and record.exists():
            raise Failed(said("error.record-exists", file=record), code=2)
        if game is None:
            game, seats = menu.ask_game(said), seats or menu.ask_seats(said)
        rules_of(said, game)
        names = seats or menu.usual_seats(said, GAMES[game].SEATS)
        series = begun(said, game, names, options_of(said, options), count)
        return sit_down(said, series, record, wishes)

    @cli.command(help=said("help.replay"))
    @click.argument("file", metavar=said("help.FILE"), type=click.Path(allow_dash=True))
    @click.option("--to", type=click.IntRange(0), help=said("help.to"))
    @in_json
    @languages_option(said)
    def replay(file: str, to: int | None, as_json: bool) -> int:
        from cinquina.term.replay import replay_file

        return replay_file(said, file, to, as_json=as_json)

    @cli.command(help=said("help.simulate"))
    @game_argument
    @click.option("--seats", type=int, default=2, show_default=True, help=said("help.simulate-seats"))
    @click.option("--games", "count", type=click.IntRange(1, MOST_GAMES), default=1000, help=said("help.count"))
    @click.option("--seed", type=seed_range, default=0, show_default=True, help=said("help.seed"))
    @option_option
    @click.option("--record", "folder", type=click.Path(path_type=Path), help=said("help.record-folder"))
    @in_json
    @languages_option(said)
    def simulate(
        game: str,
        seats: int,
        count: int,
        seed: int,
        options: tuple[str, ...],
        folder: Path | None,
        as_json: bool,
    ) -> int:
        from cinquina.term.simulate import Run, simulate_games

        run = Run(rules_of(said, game), seats, options_of(said, options), count, seed, folder)
        return simulate_games(said, run, as_json=as_json)

    @cli.command(help=said("help.completion"))
    @click.argument("shell", type=click.Choice(SHELLS))
    @languages_option(said)
    def completion(shell: str) -> None:
        from click.shell_completion import get_completion_class

        script = get_completion_class(shell)
        if script:
            click.echo(script(cli, {}, PROGRAM, COMPLETION_VARIABLE).source())

    return cli


def told_game(said: Words, name: str) -> dict[str, Any]:
    """A game with its seats and options, for programs."""
    rules = GAMES[name]
    options = {
        key: {"values": list(option.values), "default": option.default, "meaning": said(f"house.{name}.{key}")}
        for key, option in rules.OPTIONS.items()
    }
    title, about = said(f"game.{name}"), said(f"about.{name}")
    head = {"name": name, "title": title, "about": about, "version": rules.VERSION}
    return {**head, "seats": list(rules.SEATS), "series": rules.SERIES, "options": options}


def game_text(said: Words, told: dict[str, Any]) -> str:
    """A game with its seats and options, for people."""
    seats = f"{told['seats'][0]}–{told['seats'][-1]}"
    lines = [said("games.line", name=told["name"], title=told["title"], seats=seats, about=told["about"])]
    for key, option in told["options"].items():
        values = ", ".join(f"{value}*" if value == option["default"] else value for value in option["values"])
        lines.append(f"    --option {key}=  {values}\n        {option['meaning']}")
    return "\n".join(lines)
