"""A state for the GPU: every field is separate, so that the compiler can hold single numbers in registers.

A record would be in memory as a whole, because the lists in it are indexed by a seat that is known only at run time.
Here a state is a struct of pointers, one per field; rules read and write it by the same names. Fields that no rule
changes after the start, such as the number of players, are compiled in as constants. Fields with small values use half
a word.
"""

from __future__ import annotations

import operator
from math import prod
from typing import Any

import llvmlite.ir as ir
import numpy as np
from numba.core import cgutils
from numba.core import types as kinds
from numba.core.datamodel import models
from numba.core.extending import intrinsic
from numba.core.typing.templates import AttributeTemplate
from numba.cuda.cudadecl import registry as typing_registry
from numba.cuda.cudaimpl import registry as lowering_registry
from numba.cuda.models import register_model

from cinquina.sim.fields import Places, PlacesModel, Table

WORD = ir.IntType(64)
HALF_WORD = ir.IntType(32)


MOST_SELECTED = 6
"""A list up to this long is in registers too: an index that is known only at run time selects among them."""


class Few(Places):
    """The type of a short list of numbers."""


class Fields(kinds.Type):
    """The type of such a state: its opening by fields, which of these never change, and which are small."""

    def __init__(
        self, name: str, opening: dict[str, np.ndarray[Any, Any]], constant: set[str], small: set[str]
    ) -> None:
        self.opening = opening
        self.shapes = {field: values.shape for field, values in opening.items()}
        self.constant = constant
        self.small = small - constant
        super().__init__(name=f"Fields({name})")

    def of(self, field: str) -> Any:
        """Return the type of one field: a number, or an array."""
        shape = self.shapes[field]
        if shape and field in self.constant:
            return Table(self.opening[field]).kind
        if shape:
            short = len(shape) == 1 and shape[0] <= MOST_SELECTED
            return (Few if short else Places)(shape, self.word(field))
        return kinds.int32 if field in self.small else kinds.int64

    def word(self, field: str) -> ir.IntType:
        """Return the integer type of a field."""
        return HALF_WORD if field in self.small else WORD


@register_model(Fields)
class FieldsModel(models.StructModel):
    """A struct of pointers, one per field."""

    def __init__(self, manager: Any, kind: Fields) -> None:
        members = [(name, kinds.CPointer(kinds.int32 if name in kind.small else kinds.int64)) for name in kind.shapes]
        super().__init__(manager, kind, members)


register_model(Few)(PlacesModel)


@typing_registry.register_attr
class FieldsAttributes(AttributeTemplate):
    """Makes the fields readable and writable by name."""

    key = Fields

    def generic_resolve(self, kind: Fields, field: str) -> Any:
        """Return the type of a field; None if it does not exist."""
        return kind.of(field) if field in kind.shapes else None


@lowering_registry.lower_getattr_generic(Fields)
def read_field(context: Any, builder: Any, kind: Fields, value: Any, field: str) -> Any:
    """Load a number; make an array over the memory of a list."""
    shape = kind.shapes[field]
    if field in kind.constant:
        initial = kind.opening[field]
        return context.get_constant_generic(builder, kind.of(field), Table(initial)) if shape else WORD(int(initial))
    place = getattr(cgutils.create_struct_proxy(kind)(context, builder, value=value), field)
    return place if shape else builder.load(place)


@lowering_registry.lower_setattr_generic(Fields)
def write_field(context: Any, builder: Any, signature: Any, values: Any, field: str) -> None:
    """Store a number."""
    kind, number_kind = signature.args
    place = getattr(cgutils.create_struct_proxy(kind)(context, builder, value=values[0]), field)
    builder.store(context.cast(builder, values[1], number_kind, kind.of(field)), place)


@lowering_registry.lower(operator.getitem, Few, kinds.int64)
def get_selected(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Load the number at an index."""
    place, index = values
    found = builder.load(place)
    for other in range(1, signature.args[0].shape[0]):
        number = builder.load(builder.gep(place, [WORD(other)], inbounds=True))
        found = builder.select(builder.icmp_signed("==", index, WORD(other)), number, found)
    return found if found.type == WORD else builder.sext(found, WORD)


@lowering_registry.lower(operator.setitem, Few, kinds.int64, kinds.int64)
def set_selected(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Store a number at an index, and every other again as it is."""
    places, index, number = values
    word = signature.args[0].number
    stored = number if word == WORD else builder.trunc(number, word)
    for other in range(signature.args[0].shape[0]):
        place = builder.gep(places, [WORD(other)], inbounds=True)
        is_it = builder.icmp_signed("==", index, WORD(other))
        builder.store(builder.select(is_it, stored, builder.load(place)), place)
    return context.get_dummy_value()


def maker(kind: Fields) -> Any:
    """Return a function that allocates a new state."""

    @intrinsic
    def make(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, _: Any, __: Any) -> Any:
            made = cgutils.create_struct_proxy(kind)(context, builder)
            for name, shape in kind.shapes.items():
                memory = cgutils.alloca_once(builder, ir.ArrayType(kind.word(name), prod(shape)))
                setattr(made, name, builder.bitcast(memory, kind.word(name).as_pointer()))
            return made._getvalue()

        return kind(), generate

    return make


def resetter(kind: Fields) -> Any:
    """Return a function that resets a state to the opening."""

    @intrinsic
    def reset(typing_context: Any, state: Any) -> Any:
        def generate(context: Any, builder: Any, _: Any, values: Any) -> Any:
            places = cgutils.create_struct_proxy(kind)(context, builder, value=values[0])
            for name in kind.shapes.keys() - kind.constant:
                for place, number in enumerate(kind.opening[name].flatten().tolist()):
                    builder.store(kind.word(name)(number), builder.gep(getattr(places, name), [WORD(place)]))
            return context.get_dummy_value()

        return kinds.void(kind), generate

    return reset
