"""Approximate values of grids, fitted to the exact ones, whose tables are too large to be part of the program.

A grid is worth what its path is worth by itself, what its arc is worth by itself, and something for their lengths.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinquina.bots.the_choice.backward_induction import ENDED, LENGTHS
from cinquina.bots.the_choice.grid_values import Values, grid_arrays, points_by_state
from cinquina.games.the_choice import NUMBER_CELLS, RING_CELLS

Fit = tuple[Any, Any, Any]
SWEEPS = 6
TINY = 1e-9
FLAT = 1e-3
"""Where values alone differ by less, values in a race do not depend on them."""
ALIKE = 0.25
"""Path and arc usually grow together: the weight of a state falls with the difference between their lengths."""


def weights() -> Values:
    """Return the weight of each state, by path and arc."""
    g = grid_arrays()
    apart = g.path_length[:, None] / NUMBER_CELLS - g.arc_length[None, :] / RING_CELLS
    counted: Values = np.exp(-((apart / ALIKE) ** 2) / 2).astype(np.float32)
    return counted


def lengths() -> Any:
    """Return the lengths of path and arc as one number, by path and arc."""
    g = grid_arrays()
    return g.path_length[:, None] * (RING_CELLS + 1) + g.arc_length[None, :]


def fitted(values: Values) -> Fit:
    """Return the worth of paths, of arcs and of lengths by number of failures, fitted in a few sweeps over all."""
    g, weight, both = grid_arrays(), weights(), lengths()
    by_path, by_ring = np.zeros((g.paths, ENDED)), np.zeros((g.arcs, ENDED))
    by_both = np.zeros((LENGTHS, ENDED))
    in_lengths = np.maximum(np.bincount(both.ravel(), weight.ravel(), LENGTHS), TINY)
    for failures in range(ENDED):
        rest = values[:, :, failures].astype(np.float64)
        for _ in range(SWEEPS):
            by_path[:, failures] += (step := (rest * weight).sum(1) / weight.sum(1))
            rest -= step[:, None]
            by_ring[:, failures] += (step := (rest * weight).sum(0) / weight.sum(0))
            rest -= step[None, :]
            by_both[:, failures] += (step := np.bincount(both.ravel(), (rest * weight).ravel(), LENGTHS) / in_lengths)
            rest -= step[both]
    return by_path, by_ring, by_both


def value_by(fit: Fit) -> Any:
    """Return the value of every state by a fit."""
    by_path, by_ring, by_both = fit
    about = by_path[:, None, :] + by_ring[None, :, :] + by_both[lengths()]
    return np.maximum(about, points_by_state()[:, :, None])


def race_by(values: Any, about: Any) -> Any:
    """Return by lengths and failures the line that gives the value in a race from the value alone."""
    both, found = lengths().ravel(), np.zeros((LENGTHS, ENDED, 2))
    many = np.bincount(both, minlength=LENGTHS) + TINY
    for failures in range(ENDED):
        alone, race = about[:, :, failures].ravel(), values[:, :, failures].ravel()
        mean, mean_race = (np.bincount(both, what, LENGTHS) / many for what in (alone, race))
        together = np.bincount(both, alone * race, LENGTHS) / many - mean * mean_race
        spread = np.bincount(both, alone * alone, LENGTHS) / many - mean * mean
        found[:, failures, 1] = together / (spread + FLAT)
        found[:, failures, 0] = mean_race - found[:, failures, 1] * mean
    return found
