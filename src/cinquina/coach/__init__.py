"""What choices are worth, as values; the terminal and the pages turn them into text."""

from cinquina.coach.hints import Hint, bots_for_hints, has_hints, has_points, hints, hints_are_ready, prepare_hints

__all__ = ["Hint", "bots_for_hints", "has_hints", "has_points", "hints", "hints_are_ready", "prepare_hints"]
