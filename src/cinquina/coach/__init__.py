"""What choices are worth. Values only: whoever shows them, a terminal or a page, finds the words."""

from cinquina.coach.hints import Hint, bots_for_hints, has_hints, has_points, hints, hints_are_ready, prepare_hints

__all__ = ["Hint", "bots_for_hints", "has_hints", "has_points", "hints", "hints_are_ready", "prepare_hints"]
