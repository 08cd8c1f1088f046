"""A state for compiled loops: its fields lie apart, so that the compiler can keep single numbers in registers.

A record is in memory as a whole, because the lists in it are indexed by a seat that is known only at run time: after
each such store every field would have to be loaded again. Here a state is one pointer for each field. Rules read and
write it by the same names, and numba compiles them for it as it does for a record.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterable
from math import prod
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, config
from numba.core import types as kinds
from numba.core.datamodel import models
from numba.core.imputils import lower_builtin, lower_constant, lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import intrinsic, register_model, typeof_impl
from numba.np.numpy_support import from_dtype

from cinquina.core import bits

WORD = ir.IntType(64)
WORD_BYTES = 8
BYTE = ir.IntType(8)


class Fields(kinds.Type):
    """The type of such a state: the shape of each field, and its place in the record that it is copied from."""

    def __init__(self, record: Any) -> None:
        self.offsets = {name: record.offset(name) for name, _ in record.members}
        self.shapes = {name: tuple(getattr(kind, "shape", ())) for name, kind in record.members}
        super().__init__(name=f"Fields({self.shapes})")

    @property
    def mangling_args(self) -> Any:
        """What stands for the type in the names of compiled functions, as for a record."""
        return type(self).__name__, (self._code,)  # type: ignore[attr-defined]  # numba numbers all types


class Places(kinds.Type):
    """The type of a list of numbers in such a state or of a table, or of a list of lists; no index is below zero."""

    def __init__(self, shape: tuple[int, ...], number: Any = WORD) -> None:
        self.shape = shape
        self.number = number
        super().__init__(name=f"Places({shape},{number})")

    @property
    def item(self) -> kinds.Type:
        """The type of an item."""
        return Places(self.shape[1:], self.number) if len(self.shape) > 1 else kinds.int64


class Table:
    """A table of a game: numbers that never change, in as few bits as they need; alone or at a place among others."""

    def __init__(self, numbers: Any, among: Tables | None = None, place: int = 0) -> None:
        numbers = np.array(numbers, np.int64)
        smallest = np.min_scalar_type(min(numbers.min(), -1 - numbers.max()))
        self.numbers = numbers.astype(smallest)
        self.kind = Places(numbers.shape, ir.IntType(BYTE.width * smallest.itemsize))
        self.among, self.place = among, place


class Tables:
    """The tables of a game side by side in memory, so that one address in a register leads to all of them."""

    APART = 16
    """Each table begins at a multiple of this many bytes."""

    def __init__(self, tables: Iterable[Any]) -> None:
        self.known: dict[Any, Table] = {}
        self.bytes = bytearray()
        for numbers in tables:
            self.known[numbers] = table = Table(numbers, self, len(self.bytes))
            self.bytes += table.numbers.tobytes()
            self.bytes += bytes(-len(self.bytes) % self.APART)
        self.name = f"tables_{hashlib.sha256(self.bytes).hexdigest()}"

    def table(self, numbers: Any) -> Table:
        """Return one of the tables, or another that lies by itself."""
        return self.known.get(numbers) or Table(numbers)

    def constant(self, module: Any) -> Any:
        """Return where all of them lie; the linker makes one of those of several functions."""
        if self.name not in module.globals:
            every = ir.GlobalVariable(module, ir.ArrayType(BYTE, len(self.bytes)), self.name)
            every.linkage, every.global_constant, every.align = "linkonce_odr", True, self.APART
            every.initializer = ir.Constant(every.value_type, self.bytes)
        return module.globals[self.name]


@typeof_impl.register(Table)
def kind_of_table(table: Table, context: Any) -> Places:
    """Return the type of a table."""
    return table.kind


@lower_constant(Places)
def constant(context: Any, builder: Any, kind: Places, table: Table) -> Any:
    """Put a table among the constants."""
    if table.among is not None:
        place = table.among.constant(builder.module).gep([WORD(0), WORD(table.place)])
        return place.bitcast(kind.number.as_pointer())
    numbers = table.numbers.flatten().tolist()
    values = ir.Constant(ir.ArrayType(kind.number, len(numbers)), numbers)
    return builder.bitcast(cgutils.global_constant(builder, "table", values), kind.number.as_pointer())


@infer_global(len)
class Length(AbstractTemplate):
    """Gives lists a length."""

    def generic(self, args: Any, keywords: Any) -> Any:
        """Return the types of a list and its length; None for anything else."""
        return signature(kinds.int64, args[0]) if isinstance(args[0], Places) else None


@lower_builtin(len, Places)
def length(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """Return the number of items."""
    return WORD(sig.args[0].shape[0])


def kind_of(shape: tuple[int, ...]) -> kinds.Type:
    """Return the type of a field of a shape."""
    return Places(shape) if shape else kinds.int64


@register_model(Fields)
class FieldsModel(models.StructModel):
    """A struct of pointers, one for each field."""

    def __init__(self, manager: Any, kind: Fields) -> None:
        super().__init__(manager, kind, [(name, kinds.CPointer(kinds.int64)) for name in kind.shapes])


@register_model(Places)
class PlacesModel(models.PrimitiveModel):
    """A pointer to the first number."""

    def __init__(self, manager: Any, kind: Places) -> None:
        super().__init__(manager, kind, kind.number.as_pointer())


@infer_getattr
class FieldsAttributes(AttributeTemplate):
    """Makes the fields readable and writable by name."""

    key = Fields

    def generic_resolve(self, kind: Fields, field: str) -> Any:  # type: ignore[override]  # numba calls it so
        """Return the type of a field; None if it does not exist."""
        return kind_of(kind.shapes[field]) if field in kind.shapes else None


@infer_global(operator.getitem)
class GetPlace(AbstractTemplate):
    """Makes lists readable by index."""

    def generic(self, args: Any, keywords: Any) -> Any:
        """Return the types of a list, an index and an item; None for anything else."""
        places, *_ = args
        if isinstance(places, Places):
            return signature(places.item, places, kinds.int64)
        return None


@infer_global(operator.setitem)
class SetPlace(AbstractTemplate):
    """Makes lists of numbers writable by index."""

    def generic(self, args: Any, keywords: Any) -> Any:
        """Return the types of a list, an index and a number; None for anything else."""
        places, *_ = args
        if isinstance(places, Places) and len(places.shape) == 1:
            return signature(kinds.void, places, kinds.int64, kinds.int64)
        return None


@lower_getattr_generic(Fields)
def read_field(context: Any, builder: Any, kind: Fields, value: Any, field: str) -> Any:
    """Load a number, or return where a list is."""
    place = getattr(cgutils.create_struct_proxy(kind)(context, builder, value=value), field)
    return place if kind.shapes[field] else builder.load(place)


@lower_setattr_generic(Fields)
def write_field(context: Any, builder: Any, sig: Any, values: Any, field: str) -> None:
    """Store a number."""
    kind, number_kind = sig.args
    place = getattr(cgutils.create_struct_proxy(kind)(context, builder, value=values[0]), field)
    builder.store(context.cast(builder, values[1], number_kind, kinds.int64), place)


@lower_builtin(operator.getitem, Places, kinds.int64)
def get_place(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """Load a number of a list, or return where a list in a list is."""
    rest = sig.args[0].shape[1:]
    place, index = values
    if rest:
        return builder.gep(place, [builder.mul(index, WORD(prod(rest)))], inbounds=True)
    number = builder.load(builder.gep(place, [index], inbounds=True))
    return number if number.type == WORD else builder.sext(number, WORD)


@lower_builtin(operator.setitem, Places, kinds.int64, kinds.int64)
def set_place(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """Store a number of a list."""
    place, index, number = values
    kind = sig.args[0].number
    builder.store(number if kind == WORD else builder.trunc(number, kind), builder.gep(place, [index], inbounds=True))
    return context.get_dummy_value()


@intrinsic
def apart(typing_context: Any, record: Any, readers: Any) -> Any:
    """Return a state whose fields lie apart, for a record; the record itself for readers, or with checked indices."""
    together = getattr(config, "BOUNDSCHECK", 0) or any(reader is not kinds.none for reader in readers.types)
    kind = record if together else Fields(record)

    def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        if together:
            return values[0]
        made = cgutils.create_struct_proxy(kind)(context, builder)
        for name, shape in kind.shapes.items():
            room = cgutils.alloca_once(builder, ir.ArrayType(WORD, prod(shape)))
            setattr(made, name, builder.bitcast(room, WORD.as_pointer()))
        return made._getvalue()

    return kind(record, readers), generate


def lying_in(layout: np.dtype[Any]) -> Any:
    """Return a function for compiled code that finds a state among many, which lie as words in the rows of an array."""
    kind = Fields(from_dtype(layout))

    @intrinsic
    def state_at(typing_context: Any, batch: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            first = context.make_array(batch)(context, builder, value=values[0]).data
            row = builder.gep(first, [builder.mul(values[1], WORD(layout.itemsize // WORD_BYTES))], inbounds=True)
            found = cgutils.create_struct_proxy(kind)(context, builder)
            for name, offset in kind.offsets.items():
                setattr(found, name, builder.gep(row, [WORD(offset // WORD_BYTES)], inbounds=True))
            return found._getvalue()

        return kind(batch, kinds.int64), generate

    return state_at


@intrinsic
def become(typing_context: Any, state: Any, record: Any) -> Any:
    """Make a state equal to a record."""

    def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        if state is record:
            cgutils.raw_memcpy(builder, values[0], values[1], WORD(record.size), 1)
            return context.get_dummy_value()
        fields = cgutils.create_struct_proxy(state)(context, builder, value=values[0])
        first = builder.bitcast(values[1], BYTE.as_pointer())
        for name, offset in state.offsets.items():
            place = builder.gep(first, [WORD(offset)], inbounds=True)
            source = builder.bitcast(place, WORD.as_pointer())
            cgutils.raw_memcpy(builder, getattr(fields, name), source, WORD(prod(state.shapes[name])), WORD_BYTES)
        return context.get_dummy_value()

    return kinds.void(state, record), generate


@intrinsic
def intersect(typing_context: Any, sets: Any, others: Any, first: Any) -> Any:
    """Keep of all sets at once what is also in the others."""

    def generate(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        if not isinstance(sets, Places):  # of a record: the length is not part of the type
            return context.compile_internal(builder, bits.intersect, sig, values)
        many = ir.VectorType(WORD, sets.shape[0])
        to = builder.bitcast(values[0], many.as_pointer())
        start = builder.gep(values[1], [values[2]], inbounds=True)
        source = builder.bitcast(start, ir.VectorType(others.number, sets.shape[0]).as_pointer())
        other = builder.load(source, align=others.number.width // BYTE.width)
        wide = other if others.number == WORD else builder.sext(other, many)
        builder.store(builder.and_(builder.load(to, align=WORD_BYTES), wide), to, align=WORD_BYTES)
        return context.get_dummy_value()

    return kinds.void(sets, others, kinds.int64), generate
