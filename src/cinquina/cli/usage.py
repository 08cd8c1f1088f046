"""Click in the user's language: help texts and usage errors."""

from __future__ import annotations

from typing import Any

import click

from cinquina.locales import Words


class TranslatedCommand(click.Command):
    """A command whose help is in one language."""

    def __init__(self, *args: Any, words: Words, **more: Any) -> None:
        super().__init__(*args, **more)
        self.words = words
        self.context_class = translated_context(words)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option --help with its translated text."""
        option = super().get_help_option(ctx)
        if option:
            option.help = self.words("help.help")
        return option

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words of the usage line, translated."""
        pieces = super().collect_usage_pieces(ctx)
        return [self.words("help.OPTIONS") if piece == "[OPTIONS]" else piece for piece in pieces]


def translated_context(words: Words) -> type[click.Context]:
    """Return a click context with translated headings."""

    class Formatter(click.HelpFormatter):
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, prefix=words("help.usage") + " ")

        def write_heading(self, heading: str) -> None:
            super().write_heading(words.first(f"help.{heading.lower()}", heading))

    class Context(click.Context):
        formatter_class = Formatter

    return Context


def wrong_usage(words: Words, error: click.ClickException) -> str:
    """Return what is wrong with a command line."""
    if isinstance(error, click.NoSuchOption):
        return words("usage.no-such-option", name=error.option_name)
    if isinstance(error, click.exceptions.NoSuchCommand):
        group = error.ctx.command if error.ctx else None
        commands = ", ".join(group.commands) if isinstance(group, click.Group) else ""
        return words("usage.no-such-command", name=error.command_name, possible=commands)
    if isinstance(error, click.BadOptionUsage):
        return words("usage.needs-value", name=error.option_name)
    if isinstance(error, click.MissingParameter) and error.param:
        return words("usage.missing", name=error.param.make_metavar(error.ctx) if error.ctx else error.param.name)
    if isinstance(error, click.BadParameter) and error.param:
        return words("usage.bad-value", name=error.param.opts[-1], wanted=wanted_values(words, error.param.type))
    return words("usage.too-many")


def wanted_values(words: Words, kind: Any) -> str:
    """Return which values a parameter accepts."""
    if isinstance(kind, click.Choice):
        return ", ".join(map(str, kind.choices))
    if isinstance(kind, click.IntRange) and kind.max is not None:
        return words("usage.from-to", low=kind.min, high=kind.max)
    return words("usage.from", low=kind.min) if isinstance(kind, click.IntRange) else words("usage.number")
