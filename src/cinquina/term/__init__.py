"""Cinquina in the terminal, line by line."""
