"""Click in the player's language: headings of help texts, and what is wrong with a command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from cinquina.locales import Words


def speaking(words: Words) -> type[click.Context]:
    """A click context whose help texts have translated headings."""

    class Formatter(click.HelpFormatter):
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, prefix=words("help.usage") + " ")

        def write_heading(self, heading: str) -> None:
            super().write_heading(words.first(f"help.{heading.lower()}", heading))

    class Context(click.Context):
        formatter_class = Formatter

    return Context


def group(context: type[click.Context], **settings: Any) -> click.Group:
    """A group of commands with that context, for itself and for its commands."""

    class Command(click.Command):
        context_class = context

        def get_help_option(self, ctx: click.Context) -> click.Option | None:
            option = super().get_help_option(ctx)
            if option:
                option.help = settings["help_option"]
            return option

    class Group(Command, click.Group):
        command_class = Command

    return Group(**{name: value for name, value in settings.items() if name != "help_option"})


def wrong_usage(words: Words, error: click.ClickException) -> str:
    """What is wrong with a command line, in one sentence."""
    if isinstance(error, click.NoSuchOption):
        return words("usage.no-such-option", name=error.option_name)
    if isinstance(error, click.exceptions.NoSuchCommand):
        group = error.ctx.command if error.ctx else None
        commands = ", ".join(group.commands) if isinstance(group, click.Group) else ""
        return words("usage.no-such-command", name=error.command_name, possible=commands)
    if isinstance(error, click.MissingParameter) and error.param:
        return words("usage.missing", name=error.param.make_metavar(error.ctx) if error.ctx else error.param.name)
    if isinstance(error, click.BadParameter) and error.param:
        return words("usage.bad-value", name=error.param.opts[-1], problem=error.message)
    return error.format_message()


def languages_option(words: Words) -> Callable[[Any], Any]:
    """The option --lang, which `main` has obeyed before any command is built."""
    choice = click.Choice(["it", "en"])
    return click.option("--lang", type=choice, expose_value=False, help=words("help.lang"))
