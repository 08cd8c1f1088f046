"""What the commands of `cinquina` share: their group, common options, what is typed in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

from cinquina.core import Rules
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, Words
from cinquina.sim.luck import MOST_SEED
from cinquina.table.errors import Failed
from cinquina.term.help import commands_of
from cinquina.term.parsing import game_typed

PROGRAM = "cinquina"
MOST_GAMES = 1_000_000_000
MOST_JOBS = 256
Decorator = Callable[[Any], Any]


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
