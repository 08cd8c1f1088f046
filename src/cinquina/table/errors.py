"""Errors that end a command: a sentence for the user and an exit code."""

from __future__ import annotations


class Failed(Exception):
    """A command failed; the message is for the user."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


def problem_of(error: OSError) -> str:
    """Return the system's error message without the file name."""
    return error.strerror or str(error)
