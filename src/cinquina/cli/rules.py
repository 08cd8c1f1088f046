"""`cinquina rules`: the rules of a game in our own words."""

from __future__ import annotations

import click

from cinquina.cli.arguments import rules_of
from cinquina.cli.shared import SharedOptions, print_json
from cinquina.term.pages import rules_page


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command
    @shared.game()
    def rules(game: str, as_json: bool) -> None:
        name = rules_of(words, game).NAME
        text = rules_page(name, words.language)
        if as_json:
            print_json({"game": name, "language": words.language, "rules": text})
        else:
            click.echo(text.rstrip("\n"))

    return rules
