"""Cinquina: five dice games at one table."""
