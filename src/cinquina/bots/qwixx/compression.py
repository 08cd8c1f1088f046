"""Tables of positions made small enough to be part of the program.

A table of four rows is a symmetric matrix: one pair of rows by the other. Such a matrix is nearly the product of two
thin ones, and the tables for different penalties, phases and hazards have nearly the same thin matrix in common. So
they are kept as one `basis` and a small square `core` each. For play `mixed` makes of each core a `mix` of the columns
of the basis, which gives a short list of numbers for each pair of rows: the value of a position is the sum of the
products of its two lists, each with a sign.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinquina.bots.qwixx.features import CLASSES, CLOSED, KINDS_OF_ROW, PAIRS

BASIS = 48
"""How many columns all tables have in common."""
RANK_AT_PLAY = 16
"""How many products make up a value at play."""
RARITY = 0.75
"""The weight of a row is multiplied by this for each empty cell: rows with many empty cells are rare."""
FILLINGS = 2
"""How often missing values of positions are estimated again."""
Matrix = np.ndarray[Any, np.dtype[np.float64]]


def square(values: Any) -> Matrix:
    """Return a table of positions as a matrix: pair of rows by pair of rows."""
    matrix = np.zeros((PAIRS, PAIRS))
    matrix[np.tril_indices(PAIRS)] = values
    return np.asarray(np.tril(matrix) + np.tril(matrix, -1).T)


def weights() -> Matrix:
    """Return the weight of errors in each pair of rows."""
    blanks = np.array([*(last + 1 - crosses for last, crosses in CLASSES), 0])
    one, other = np.tril_indices(KINDS_OF_ROW)
    return np.asarray(RARITY ** (blanks[one] + blanks[other]), np.float64)


def known() -> Any:
    """Return which positions have a value: with two rows closed the game is over, and any number is valid."""
    one, other = np.tril_indices(KINDS_OF_ROW)
    closed = (one == CLOSED).astype(int) + (other == CLOSED)
    return closed[:, None] + closed[None, :] < 2


def compressed(tables: list[Matrix]) -> tuple[Matrix, Matrix]:
    """Return the basis that tables have in common, and the core of each."""
    sure, weight = known(), weights()
    balance = weight[:, None] * weight[None, :]
    cores = np.zeros((len(tables), BASIS, BASIS))
    basis = np.zeros((PAIRS, BASIS))
    for filling in range(FILLINGS):
        spread = np.zeros((PAIRS, PAIRS))
        for core, values in zip(cores, tables, strict=True):
            matrix = square(values)
            guess = basis @ core @ basis.T if filling else simplest(matrix, sure)
            weighed = np.where(sure, matrix, guess) * balance
            spread += weighed @ weighed
        directions = main_directions(spread, BASIS)
        for number, values in enumerate(tables):
            matrix = square(values)
            guess = basis @ cores[number] @ basis.T if filling else simplest(matrix, sure)
            cores[number] = directions.T @ (np.where(sure, matrix, guess) * balance) @ directions
        basis = directions / weight[:, None]
    return basis, cores


def simplest(matrix: Matrix, sure: Any) -> Matrix:
    """Return a first guess where there is no value: the sum of what both pairs of rows are worth elsewhere."""
    means = np.where(sure, matrix, 0.0).sum(axis=1) / np.maximum(sure.sum(axis=1), 1)
    return np.asarray(means[:, None] + means[None, :] - means.mean())


def main_directions(matrix: Matrix, count: int) -> Matrix:
    """Return the eigenvectors of a symmetric matrix with the largest eigenvalues, whatever their sign."""
    values, vectors = np.linalg.eigh(matrix)
    return np.asarray(vectors[:, np.argsort(-abs(values))[:count]])


def halved(core: Matrix) -> Any:
    """Return the lower half of a symmetric core, which determines it."""
    return core[np.tril_indices(BASIS)].astype(np.float32)


def whole(half: Any) -> Matrix:
    """Return the core of a lower half."""
    core = np.zeros((BASIS, BASIS))
    core[np.tril_indices(BASIS)] = half
    return np.asarray(np.tril(core) + np.tril(core, -1).T)


def mixed(core: Any, rank: int = RANK_AT_PLAY) -> tuple[Matrix, Matrix]:
    """Return what to multiply the basis with to get `rank` numbers for each pair of rows, and the signs of these."""
    values, vectors = np.linalg.eigh(core.astype(np.float64))
    main = np.argsort(-abs(values))[:rank]
    return vectors[:, main] * np.sqrt(abs(values[main])), np.sign(values[main])
