"""Files of tables, and reading them for play with the standard library alone.

A file says what it was made for and has a checksum of its own. One that is cut, changed or made for other rules is
never used. Behind the checksum it is what `numpy.savez_compressed` writes; `array_file` writes and builds them.
"""

from __future__ import annotations

import ast
import hashlib
import io
import struct
import sys
import zipfile
from array import array
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Any

from cinquina.core import Refusal
from cinquina.sim.rows import Rows

Progress = Callable[[float], None]
"""Called with the part of a long work that is done, from 0 to 1."""
MARK = b"cinquina tables 1\n"
DIGEST = hashlib.sha256().digest_size
MADE_OF = "made_of"
"""The part of a file that says what it was made for."""
MEMBER = ".npy"
LENGTH_AT, HEADER_AT = 8, 10
"""Where a part has the length of its header, and the header itself (version 1 of numpy's format)."""
KINDS = {"|i1": "b", "<i2": "h", "<u2": "H", "<i4": "i", "<i8": "q", "<f4": "f", "<f8": "d"}
"""Numpy's names of kinds of numbers, and those of `array`."""
HALF = "<f2"
"""Half precision, which `array` does not have: such numbers are read as single precision, exactly."""
TEXT = "<U"


class BadTables(Refusal):
    """A file of tables that cannot be trusted."""


def no_progress(done: float) -> None:
    """Ignore the progress."""


def fingerprint(*made_of: object) -> str:
    """Return a hash of what tables depend on; a module stands for its source, a package for that of all its modules."""
    digest = hashlib.sha256()
    for part in made_of:
        source = getattr(part, "__file__", None)
        if source is None:
            digest.update(repr(part).encode())
        elif Path(source).name == "__init__.py":
            for module in sorted(Path(source).parent.glob("*.py")):
                digest.update(module.read_bytes())
        else:
            digest.update(Path(source).read_bytes())
    return digest.hexdigest()[:24]


def checked(file: Path) -> bytes:
    """Return what is packed in a file, or BadTables if it is not what was written; OSError when it cannot be read."""
    data = file.read_bytes()
    head = len(MARK) + DIGEST
    if not data.startswith(MARK):
        raise BadTables("tables-foreign", file=file.name)
    if hashlib.sha256(data[head:]).digest() != data[len(MARK) : head]:
        raise BadTables("tables-broken", file=file.name)
    return data[head:]


def read(file: Path, made_of: str) -> dict[str, Rows]:
    """Return the tables of a file for play, or BadTables; OSError when it cannot be read."""
    with zipfile.ZipFile(io.BytesIO(checked(file))) as packed:
        if unpacked(packed.read(MADE_OF + MEMBER)) != made_of:
            raise BadTables("tables-of-other-rules", file=file.name)
        names = [name.removesuffix(MEMBER) for name in packed.namelist()]
        return {name: unpacked(packed.read(name + MEMBER)) for name in names if name != MADE_OF}


def unpacked(data: bytes) -> Any:
    """Return one part of a file: numbers as Rows, or a text."""
    (length,) = struct.unpack_from("<H", data, LENGTH_AT)
    header = ast.literal_eval(data[HEADER_AT : HEADER_AT + length].decode("latin-1"))
    kind, shape, numbers = header["descr"], header["shape"], data[HEADER_AT + length :]
    if kind.startswith(TEXT):
        return numbers.decode("utf-32-le").rstrip("\0")
    if header["fortran_order"]:
        raise ValueError("tables are written row by row")
    if kind == HALF:
        return Rows(array("f", struct.unpack(f"<{prod(shape)}e", numbers)), shape)
    flat = array(KINDS[kind], numbers)
    if sys.byteorder == "big":
        flat.byteswap()
    return Rows(flat, shape)
