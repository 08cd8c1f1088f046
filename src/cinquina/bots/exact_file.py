"""Exact values as files: npz for numpy, Parquet for whatever reads tables. docs/research.md describes the columns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cinquina.bots.solving import Table

NUMPY, PARQUET = ".npz", ".parquet"
KINDS = (NUMPY, PARQUET)
LEGEND = "legend_"
"""Prefix of the arrays of a legend in a numpy file; in Parquet they are JSON under `legend` in the metadata."""


def write(file: Path, table: Table) -> None:
    """Write a table to a file of the kind that its name ends with."""
    if file.suffix == PARQUET:
        write_parquet(file, table)
    else:
        write_numpy(file, table)


def write_numpy(file: Path, table: Table) -> None:
    """Write the columns and the legend, each as an array."""
    import numpy as np  # who solves has it

    legend = {f"{LEGEND}{name}": np.asarray(part) for name, part in table.legend.items()}
    arrays: Any = {**table.columns, **legend}
    np.savez_compressed(file, **arrays)


def write_parquet(file: Path, table: Table) -> None:
    """Write the columns as a table, with the legend as its metadata."""
    import pyarrow  # an extra: the command says so where it is missing
    from pyarrow import parquet

    legend = json.dumps({name: list(part) for name, part in table.legend.items()})
    made = pyarrow.table(dict(table.columns)).replace_schema_metadata({"legend": legend})
    parquet.write_table(made, file)
