"""What commands share: options, and output as JSON or text."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

from cinquina.cli.usage import TranslatedCommand
from cinquina.locales import LANGUAGES, Words
from cinquina.sim.luck import MOST_SEED

PROGRAM = "cinquina"
MOST_GAMES = 1_000_000_000
MOST_JOBS = 256
USUAL_KEEP = 365
"""Days after which a server deletes unused tables."""
Decorator = Callable[[Any], Any]


def print_json(data: Any) -> None:
    """Print data as JSON."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def game_names(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """Complete the name of a game."""
    from cinquina.games import GAMES  # so that help does not load the rules

    return [name for name in GAMES if name.startswith(typed)]


class SharedOptions:
    """Options that several commands have, in one language; each is a decorator."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lang = click.option("--lang", type=click.Choice(LANGUAGES), expose_value=False, help=words("help.lang"))
        self.json = click.option("--json", "as_json", is_flag=True, help=words("help.json"))
        self.options = click.option("--option", "options", multiple=True, metavar="K=V", help=words("help.option"))
        jobs = click.IntRange(1, MOST_JOBS)
        self.jobs = click.option("--jobs", type=jobs, metavar="N", help=words("help.jobs"))
        self.cluster = click.option("--cluster", default="", metavar="ray|ray://HOST:PORT", help=words("help.cluster"))
        self.bots = click.option("--bots", metavar="random,greedy", help=words("help.bots"))
        self.seats = click.option("--seats", type=int, default=2, metavar="N", help=words("help.simulate-seats"))
        self.file = click.argument("file", metavar=words("help.FILE"), type=click.Path(allow_dash=True))
        self.to = click.option("--to", type=click.IntRange(0), metavar="N", help=words("help.to"))

    def command(self, function: Callable[..., Any]) -> click.Command:
        """Make a function the command of its name, with --json and --lang."""
        return self._made(self.json(self.lang(function)))

    def command_without_json(self, function: Callable[..., Any]) -> click.Command:
        """Make a function the command of its name, with --lang."""
        return self._made(self.lang(function))

    def _made(self, function: Callable[..., Any]) -> click.Command:
        text = self.words(f"help.{function.__name__}")
        return click.command(cls=TranslatedCommand, words=self.words, help=text)(function)

    def server(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The options of every server: its port, its database, how long it keeps tables, and whether to open them."""
        words = self.words
        options = (
            click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=words("help.port")),
            click.option("--db", default="", metavar="URL", help=words("help.db")),
            click.option("--keep", type=click.IntRange(0), default=USUAL_KEEP, metavar="DAYS", help=words("help.keep")),
            click.option("--open", "browser", is_flag=True, help=words("help.open")),
        )
        for option in reversed(options):
            function = option(function)
        return function

    def seed(self, **more: Any) -> Decorator:
        """The option --seed."""
        return click.option(
            "--seed", type=click.IntRange(0, MOST_SEED), metavar="N", help=self.words("help.seed"), **more
        )

    def games(self, usual: int) -> Decorator:
        """The option --games."""
        count = click.IntRange(1, MOST_GAMES)
        return click.option("--games", type=count, default=usual, metavar="N", help=self.words("help.count"))

    def game(self, *, required: bool = True) -> Decorator:
        """The argument GAME."""
        name = self.words("help.GAME")
        metavar = name if required else f"[{name}]"
        return click.argument("game", metavar=metavar, required=required, shell_complete=game_names)
