"""Simulation: seeded luck, compiled rules, playouts, batches and summaries."""
