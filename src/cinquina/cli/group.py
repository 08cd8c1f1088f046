"""The group of all commands. A command's file is loaded when it is called, so that the program starts fast."""

from __future__ import annotations

from importlib import import_module

import click

from cinquina import __version__
from cinquina.cli.shared import PROGRAM, SharedOptions
from cinquina.cli.usage import TranslatedCommand
from cinquina.locales import Words

COMMANDS = (
    "games",
    "rules",
    "play",
    "replay",
    "review",
    "practise",
    "puzzle",
    "progress",
    "serve",
    "party",
    "verify",
    "simulate",
    "whatif",
    "solve",
    "train",
    "arena",
    "hint",
    "bench",
    "completion",
)
"""Each is a module of this package with a function `command`."""


class CommandGroup(TranslatedCommand, click.Group):
    """`cinquina` with all commands: only their names and help texts, until one is called."""

    def __init__(self, words: Words) -> None:
        outlines = [click.Command(name, help=words(f"help.{name}")) for name in COMMANDS]
        settings = {"help_option_names": ["-h", "--help"]}
        super().__init__(
            PROGRAM,
            words=words,
            commands=outlines,
            help=words("help.cinquina"),
            context_settings=settings,
            no_args_is_help=True,
        )
        self.shared = SharedOptions(words)
        self.shared.lang(self)
        click.version_option(__version__, help=words("help.version"))(self)

    def load(self, name: str) -> click.Command:
        """Load a command with its options and its body."""
        made: click.Command = import_module(f"cinquina.cli.{name}").command(self.shared)
        return made

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Load the command that is called."""
        name, outline, rest = super().resolve_command(ctx, args)
        return name, self.load(name) if name and outline else outline, rest
