"""`cinquina party`: the server for the browser, open to the phones of the house."""

from __future__ import annotations

from typing import Any

import click

from cinquina.cli.serve import served
from cinquina.cli.shared import SharedOptions

EVERYWHERE = "0.0.0.0"


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""

    @shared.command_without_json
    @shared.server
    def party(**options: Any) -> int:
        return served(shared.words, party=True, host=EVERYWHERE, **options)

    return party
