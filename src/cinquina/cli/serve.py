"""`cinquina serve`: the server for the browser."""

from __future__ import annotations

from typing import Any

import click

from cinquina.cli.shared import SharedOptions
from cinquina.core import Refusal
from cinquina.table.errors import Failed

USUAL_KEEP = 365
"""Days after which unused tables are deleted."""


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command_without_json
    @click.option("--host", default="127.0.0.1", metavar="ADDRESS", help=words("help.host"))
    @click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=words("help.port"))
    @click.option("--db", default="", metavar="URL", help=words("help.db"))
    @click.option("--workers", type=click.IntRange(1, 64), default=1, metavar="N", help=words("help.workers"))
    @click.option("--behind", multiple=True, metavar="ADDRESS", help=words("help.behind"))
    @click.option("--base", default="/", metavar="PATH", help=words("help.base"))
    @click.option("--keep", type=click.IntRange(0), default=USUAL_KEEP, metavar="DAYS", help=words("help.keep"))
    @click.option("--open", "browser", is_flag=True, help=words("help.open"))
    def serve(**options: Any) -> int:
        from cinquina.table.words import refusal
        from cinquina.web import serve as server  # so that help does not load the server

        try:
            return server.serve(words, server.ServeOptions(**options))
        except Refusal as wrong:
            raise Failed(refusal(words, None, wrong)) from wrong

    return serve
