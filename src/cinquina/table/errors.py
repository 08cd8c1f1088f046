"""Errors that end a command: one sentence for the user, one code for the shell."""

from __future__ import annotations


class Failed(Exception):
    """A command cannot do what it was asked; the message is for the user, the code for the shell."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


def problem_of(error: OSError) -> str:
    """What the system says of a file, without the file's name."""
    return error.strerror or str(error)
