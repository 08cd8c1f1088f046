"""`cinquina serve`: the server for the browser."""

from __future__ import annotations

from typing import Any

import click

from cinquina.cli.shared import SharedOptions
from cinquina.core import Refusal
from cinquina.locales import Words
from cinquina.table.errors import Failed


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command_without_json
    @click.option("--host", default="127.0.0.1", metavar="ADDRESS", help=words("help.host"))
    @click.option("--workers", type=click.IntRange(1, 64), default=1, metavar="N", help=words("help.workers"))
    @click.option("--behind", multiple=True, metavar="ADDRESS", help=words("help.behind"))
    @click.option("--base", default="/", metavar="PATH", help=words("help.base"))
    @shared.server
    def serve(**options: Any) -> int:
        return served(words, **options)

    return serve


def served(words: Words, **options: Any) -> int:
    """Serve with the given options until somebody stops it; return the exit code."""
    from cinquina.table.words import refusal
    from cinquina.web import serve as server  # so that help does not load the server

    try:
        return server.serve(words, server.ServeOptions(**options))
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong)) from wrong
