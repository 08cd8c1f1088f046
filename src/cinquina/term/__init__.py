"""The terminal version, line by line."""
