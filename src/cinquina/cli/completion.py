"""`cinquina completion`: scripts that let a shell complete commands, options and games."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from cinquina.cli.shared import PROGRAM, SharedOptions, print_json

COMPLETION_VARIABLE = "_CINQUINA_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""

    @shared.command
    @click.argument("shell", type=click.Choice(SHELLS))
    @click.pass_context
    def completion(ctx: click.Context, shell: str, as_json: bool) -> None:
        kind = get_completion_class(shell)
        script = kind(ctx.find_root().command, {}, PROGRAM, COMPLETION_VARIABLE).source() if kind else ""
        if as_json:
            print_json({"shell": shell, "script": script})
        else:
            click.echo(script)

    return completion
