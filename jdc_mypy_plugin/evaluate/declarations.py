"""Values that annotations tell: parameters, and results of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, FuncItem, MemberExpr, NameExpr, RefExpr

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.bindings import Bindings, NamedShape
from jdc_spec.dtypes import EXACT
from jdc_spec.scoped_names import scoped
from jdc_spec.shapes import Axis, Shape, ShapePattern
from jdc_spec.sizes import Dim, Linear

from ..model.signatures import Signature, signature_of
from ..syntax.arguments import bound
from .instances import instance_of
from .value import UNKNOWN, ArrayValue, Origin


def of_parameter(name: NameExpr, function: FuncItem, api: TypeChecker) -> ArrayValue:
    """Return what the annotation of a parameter says of what the function is given."""
    signature = signature_of(function, api) if isinstance(function, FuncDef) else None
    said = None if signature is None else signature.parameters.get(name.name)
    return UNKNOWN if said is None else _value(said, lambda pattern: _sizes(scoped(pattern, scope_of(function))))


def of_call(call: CallExpr, evaluate: Callable[[Expression], ArrayValue], api: TypeChecker) -> ArrayValue:
    """Return what the annotation of its result says of a call, with the sizes that its arguments give to names."""
    function = called(call, api)
    if function is None or function.signature.result is None:
        return UNKNOWN
    bindings = Bindings(named_shapes(function, evaluate))

    def sizes(pattern: ShapePattern) -> Shape | None:
        known = _sizes(pattern)
        return None if known is None else tuple(_bound(size, bindings) for size in known)

    return _value(function.signature.result, sizes)


class Called(NamedTuple):
    """A function that a call names, and what it says of arrays."""

    name: str
    signature: Signature
    given: Sequence[tuple[str, Expression]]
    """Each parameter that the call fills, with its argument."""


def called(call: CallExpr, api: TypeChecker) -> Called | None:
    """Return the function that a call names; None where it says nothing of arrays, or is called in another way."""
    node, is_method = _named(call.callee, api)
    function = node.func if isinstance(node, Decorator) else node
    if not isinstance(function, FuncDef) or any(kind.is_star() for kind in call.arg_kinds):
        return None
    signature = signature_of(function, api)
    if signature is None or not signature.takes_what_it_says:
        return None
    names = function.arg_names[1 if is_method and not function.is_static else 0 :]
    filled = ((name, value) for value, name in bound(call, names) if name is not None)
    return Called(function.name, signature, tuple(filled))


def _named(callee: Expression, api: TypeChecker) -> tuple[object, bool]:
    """Return what a callee names, and whether that is a method of an object."""
    if isinstance(callee, RefExpr) and callee.node is not None:
        return callee.node, False
    instance = instance_of(callee.expr, api) if isinstance(callee, MemberExpr) else None
    symbol = instance.type.get(callee.name) if instance is not None and isinstance(callee, MemberExpr) else None
    return (None if symbol is None else symbol.node), True


def named_shapes(called: Called, evaluate: Callable[[Expression], ArrayValue]) -> Iterator[NamedShape]:
    """Yield the shape that each annotated parameter of a call is seen to get."""
    for name, value in called.given:
        said = called.signature.parameters.get(name)
        sizes = None if said is None or said.shape is None else evaluate(value).sizes
        if said is not None and said.shape is not None and sizes is not None:
            yield NamedShape(name, said.shape, sizes)


def scope_of(function: FuncItem) -> str:
    """Return a text that tells the scope of a function's names from all others."""
    return f"{function.fullname}:{function.line}"


def _value(said: ArrayAnnotation, sizes: Callable[[ShapePattern], Shape | None]) -> ArrayValue:
    shape: Shape | ShapePattern | None = None if said.shape is None else sizes(said.shape)
    if shape is None and said.shape is not None:
        shape = said.shape.of_a_value()
    dtype = said.dtype.name if said.dtype is not None and said.dtype.name in EXACT else None
    return ArrayValue(shape, dtype, Origin.ARRAY)


def _sizes(pattern: ShapePattern) -> Shape | None:
    """Return the size of each axis; None where there may be any number of them."""
    return None if pattern.variadic is not None else tuple(_size(axis) for axis in pattern.prefix)


def _size(axis: Axis) -> Dim:
    return axis if isinstance(axis, int | Linear) else None


def _bound(size: Dim, bindings: Bindings) -> Dim:
    return bindings.size_of(size) if isinstance(size, Linear) else size
