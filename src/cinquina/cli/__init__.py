"""The command line `cinquina`: one file per command, its options beside its body."""

from __future__ import annotations

import os
import platform
import sys
import threading
from contextlib import suppress
from typing import NoReturn

import click

from cinquina import locales
from cinquina.cli.group import CommandGroup
from cinquina.cli.shared import PROGRAM
from cinquina.cli.usage import wrong_usage
from cinquina.locales import Words, language_here, language_of
from cinquina.sim.compiling import NEEDED, PREPARING
from cinquina.table.errors import Failed, problem_of


def main() -> None:
    """Run a command line and exit."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal's stream has it
    words = locales.words(wanted_language(sys.argv[1:]))
    try:
        code = build(words).main(prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as asked:
        click.echo(asked.format_message())
        code = 0
    except click.ClickException as wrong:
        code = complain(wrong_usage(words, wrong) + " " + words("usage.see-help"), wrong.exit_code)
    except Failed as wrong:
        code = complain(str(wrong), wrong.code)
    except (KeyboardInterrupt, click.Abort):
        code = complain(words("error.stopped"), 1)
    except ImportError as wrong:
        code = complain(needed_package(words, wrong), 2)
    except BrokenPipeError:
        code = discard_output()
    except OSError as wrong:
        discard_output()
        code = complain(words("error.system", problem=problem_of(wrong)), 1)
    leave(code)


def leave(code: int) -> NoReturn:
    """Exit; without tidying up if a thread still compiles, because that crashes when the interpreter ends under it."""
    if any(thread.name.startswith(PREPARING) for thread in threading.enumerate()):
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    raise SystemExit(code)


def build(words: Words) -> CommandGroup:
    """Return all commands, in one language."""
    return CommandGroup(words)


def complain(sentence: str, code: int) -> int:
    """Print one sentence on standard error; return the exit code."""
    print(sentence, file=sys.stderr)
    return code


def needed_package(words: Words, wrong: ImportError) -> str:
    """The sentence about a package that compiled code needs and that cannot be imported; another error is a defect."""
    package = (wrong.name or "").partition(".")[0]
    if package not in NEEDED:
        raise wrong
    problem = wrong.__cause__ or wrong
    return words("error.no-compiler", package=package, python=platform.python_version(), problem=problem)


def discard_output() -> int:
    """Discard output that nobody reads, so that Python does not report a broken pipe; return the exit code 0."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def wanted_language(line: list[str]) -> str:
    """Return the language of --lang, else of the environment."""
    for place, word in enumerate(line):
        value = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and place + 1 < len(line):
            value = line[place + 1]
        if value:
            return language_of(value)
    return language_here()
