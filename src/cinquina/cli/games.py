"""`cinquina games`: the games with their seats, options, numbers and bots."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from cinquina.bots import bots_of
from cinquina.cli.shared import SharedOptions, print_json
from cinquina.core import Numbers
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.term.pages import width


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command
    def games(as_json: bool) -> None:
        listed = [game_data(words, name) for name in GAMES]
        if as_json:
            print_json(listed)
        else:
            click.echo("\n\n".join(game_text(words, game) for game in listed))

    return games


def game_data(words: Words, name: str) -> dict[str, Any]:
    """Return a game's seats and options as data."""
    rules = GAMES[name]
    options = {
        key: {"values": list(option.values), "default": option.default, "meaning": words(f"house.{name}.{key}")}
        for key, option in rules.OPTIONS.items()
    }
    return {
        "name": name,
        "title": words(f"game.{name}"),
        "about": words(f"about.{name}"),
        "version": rules.VERSION,
        "seats": list(rules.SEATS),
        "series": rules.SERIES,
        "options": options,
        "numbers": {key: number_data(words, f"number.{name}.{key}", found) for key, found in rules.NUMBERS.items()},
        "bots": list(bots_of(rules)),
    }


def number_data(words: Words, key: str, numbers: Numbers) -> dict[str, Any]:
    """Return a number that a designer may change, as data."""
    return {"usual": numbers.default, "least": numbers.least, "most": numbers.most, "meaning": words(key)}


def game_text(words: Words, game: dict[str, Any]) -> str:
    """Return a game's seats and options as text."""
    seats = f"{game['seats'][0]}–{game['seats'][-1]}"
    lines = [words("games.line", name=game["name"], title=game["title"], seats=seats, about=game["about"])]
    for key, option in game["options"].items():
        values = ", ".join(f"{value}*" if value == option["default"] else value for value in option["values"])
        lines += [f"    --option {key}=  {values}", f"        {option['meaning']}"]
    lines.append("  " + words("games.bots", bots=", ".join(game["bots"])))
    lines += ["  " + words("games.numbers")] if game["numbers"] else []
    for key, number in game["numbers"].items():
        lines += [f"    --option {key}=  {number['usual']}  ({number['least']} … {number['most']})"]
        lines += [f"        {number['meaning']}"]
    return "\n".join(wrapped_line(line) for line in lines)


def wrapped_line(line: str) -> str:
    """Wrap a line to the terminal, with a hanging indent."""
    indent = len(line) - len(line.lstrip())
    return textwrap.fill(line, width(), subsequent_indent=" " * (indent + 4))
