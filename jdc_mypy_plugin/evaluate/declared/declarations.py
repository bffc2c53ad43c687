"""Values that annotations tell: parameters, and results of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
)
from mypy.types import CallableType, Instance, TupleType

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.bindings import Bindings, NamedShape
from jdc_spec.dtypes import exact_or_class
from jdc_spec.scoped_names import scoped
from jdc_spec.shapes import Axis, Shape, ShapePattern
from jdc_spec.sizes import Dim, Linear

from ...host.known_types import known_type
from ...model.annotations.annotated_variables import annotation_of
from ...model.annotations.signatures import Signature, signature_of
from ...model.functions.function_notes import is_noted_to_return
from ...model.generated_constructors import REPLACE, generated_constructor
from ...syntax.arguments import bound, has_stars
from ...syntax.names.unpacked_parameters import is_unpacked_into_itself
from ..calls.given_arguments import Given, with_items
from ..calls.mapped_functions import Rows, says_what_it_sees
from ..calls.transformed_calls import mapped, partly_called, transformed
from ..objects.called_objects import is_called_as_it_is, makes_object
from ..objects.instances import instance_of
from ..value import UNKNOWN, ArrayValue, Origin


def of_parameter(
    name: NameExpr, function: FuncItem, api: TypeChecker, rows: Rows | None = None, part: str | None = None
) -> ArrayValue:
    """Return what the annotation of a parameter says of what the function is given.

    ``rows`` says what else its annotations are taken to mean. ``part`` names an item of the parameter.
    """
    signature = signature_of(function, api) if isinstance(function, FuncDef) else None
    said = None if signature is None else (signature.parameters if rows is None else rows).get(part or name.name)
    if said is None or signature is None or (rows is None and not says_what_it_sees(function, signature, api)):
        return UNKNOWN
    is_mapped_item = part is not None and signature.is_mapped
    if is_mapped_item or (name.node is not None and is_unpacked_into_itself(name.node, api.tree)):
        return UNKNOWN
    return _value(said, lambda pattern: sizes_by_name(scoped(pattern, scope_of(function))))


def of_call(
    call: CallExpr, evaluate: Callable[[Expression], ArrayValue], api: TypeChecker, item: int | None = None
) -> ArrayValue:
    """Return what the annotation of its result says of a call, with the sizes that its arguments give to names.

    ``item`` is that of a tuple which is asked for.

    Annotations that the arguments contradict tell nothing: they are wrong, or the call is. Nor do those that the
    function itself contradicts, or that a subclass may.
    """
    is_transformed = isinstance(call.callee, CallExpr) and not makes_object(call.callee)
    function = None if is_transformed else called(call, call.callee, api)
    said = None if function is None else function.signature.of_call(item)
    if function is None or said is None or _is_doubted(call, function.signature, said, item, api):
        return UNKNOWN
    bindings = Bindings(named_shapes(function, evaluate))
    return UNKNOWN if _is_contradicted(function, evaluate, bindings) else said_result(said, bindings)


def _is_doubted(
    call: CallExpr, signature: Signature, said: ArrayAnnotation, item: int | None, api: TypeChecker
) -> bool:
    """Return whether the annotation of a result tells nothing of a call."""
    callee = call.callee
    owner = instance_of(callee.expr, api) if isinstance(callee, MemberExpr) and signature.calls_own_methods else None
    node = _named(callee, api)[0] if isinstance(callee, NameExpr | MemberExpr) else None
    info = node.info if isinstance(node, FuncDef | Decorator) else None
    if owner is not None and info is not None and info is not owner.type:
        return True
    function = node.func if isinstance(node, Decorator) else node
    if not isinstance(function, FuncDef) or said.shape is None:
        return False
    from ..objects.shown_results import is_contradicted  # noqa: PLC0415 - loads the rules of operations, which few modules need

    each = [item] if item is None else range(len(signature.items))
    saids = [(index, also.shape) for index in each if (also := signature.of_call(index)) is not None]
    is_tuple = item is None and is_noted_to_return(function, "tuple")
    return is_tuple or any(shape and is_contradicted(shape, function, index, api) for index, shape in saids)


def said_result(said: ArrayAnnotation, bindings: Bindings) -> ArrayValue:
    """Return what the annotation of a result says where the arguments give sizes to names."""

    def sizes(pattern: ShapePattern) -> Shape | None:
        known = sizes_of(pattern, bindings)
        return None if known is None else tuple(_bound(size, bindings) for size in known)

    return _value(said, sizes)


def of_property(read: MemberExpr, api: TypeChecker) -> ArrayValue:
    """Return what the annotation of a property says of the attribute of an object."""
    owner = instance_of(read.expr, api)
    symbol = None if owner is None else owner.type.get(read.name)
    node = None if symbol is None else symbol.node
    signature = signature_of(node.func, api) if isinstance(node, Decorator) and node.func.is_property else None
    if signature is None or signature.result is None:
        return UNKNOWN
    return said_result(signature.result, Bindings(()))


def said_of(statement: AssignmentStmt, module: MypyFile) -> ArrayAnnotation | None:
    """Return what the annotation of an assignment says. Its names of sizes mean something in the statement alone."""
    said = annotation_of(statement, module)
    if said is None or said.shape is None:
        return said
    return ArrayAnnotation(scoped(said.shape, f"{module.fullname}:{statement.line}:{statement.column}"), said.dtype)


def of_assigned(statement: AssignmentStmt, module: MypyFile) -> ArrayValue:
    """Return what the annotation of an assignment says of the value."""
    said = said_of(statement, module)
    return UNKNOWN if said is None else _value(said, sizes_of)


class Called(NamedTuple):
    """A function that a call names, and what it says of arrays."""

    name: str
    signature: Signature
    given: Sequence[Given]
    kind: str
    """The word for what it takes: a parameter, or a field of an object that it makes."""


def called(call: CallExpr, callee: Expression, api: TypeChecker) -> Called | None:
    """Return the function that a call names; None where it says nothing of arrays, or is called in another way.

    ``callee`` is what is called, where the call itself may have a name for it.
    """
    axes: list[tuple[int, ...]] = [()] * len(call.args)
    over, function = mapped(call, callee), transformed(callee)
    while over is not None:
        axes = [taken if axis is None else (*taken, axis) for taken, axis in zip(axes, over.axes, strict=True)]
        inner = over.function
        over, function = mapped(call, inner), transformed(inner)
    partly = partly_called(function)
    takes = None if has_stars(call) else taking(transformed(partly.args[0]) if partly is not None else function, api)
    if takes is None or (takes.axes and any(call.arg_names)):  # by keyword, all are mapped over the first axis
        return None
    ahead = () if partly is None else _given_ahead(partly, takes)
    rest = takes.parameters[sum(name is None for name in partly.arg_names) - 1 :] if partly else takes.parameters
    filled = zip(bound(call, rest), axes, strict=True)
    given = [
        each
        for (value, parameter), taken in filled
        if parameter is not None
        for each in with_items(Given(parameter, value, (*taken, *takes.axes.get(parameter, ()))), takes.signature)
    ]
    if {each.parameter for each in given}.intersection(each.parameter for each in ahead):
        return None
    return Called(takes.name, takes.signature, (*ahead, *given), takes.kind)


def called_method(call: CallExpr, method: FuncDef, api: TypeChecker, ahead: int = 0) -> Called | None:
    """Return what a call says that is known to call a method, of whatever class its object is to mypy.

    ``ahead`` counts arguments of the call that the method is not given.
    """
    takes = None if has_stars(call) else _taking(method, api, is_method=True)
    if takes is None:
        return None
    parameters = (*[None] * ahead, *takes.parameters)
    filled = [Given(name, value, takes.axes.get(name, ())) for value, name in bound(call, parameters) if name]
    given = [each for one in filled for each in with_items(one, takes.signature)]
    return Called(takes.name, takes.signature, given, takes.kind)


def _given_ahead(partly: CallExpr, takes: Taking) -> Sequence[Given]:
    """Return what ``functools.partial`` gives to the parameters of a function."""
    filled = list(bound(partly, [None, *takes.parameters]))
    return [Given(parameter, value, ()) for value, parameter in filled[1:] if parameter is not None]


class Taking(NamedTuple):
    """A function that says something of arrays."""

    name: str
    parameters: Sequence[str | None]
    """The names of those that take arguments by position."""
    signature: Signature
    kind: str
    axes: Mapping[str, Sequence[int]] = MappingProxyType({})
    """The axes that a decorator maps over, by the parameter, for arguments by position."""


def taking(callee: Expression, api: TypeChecker) -> Taking | None:
    """Return what the function that a callee names says of arrays; None where it says nothing."""
    info = callee.node if isinstance(callee, RefExpr) else None
    made = generated_constructor(info, api) if isinstance(info, TypeInfo) else None
    if made is not None and isinstance(info, TypeInfo):
        return Taking(info.name, made.parameters, made.signature, "field")
    replaced = _replaced(callee, api)
    if replaced is not None:
        return replaced
    node, is_method = _named(callee, api)
    function = node.func if isinstance(node, Decorator) else node
    return _taking(function, api, is_method=is_method) if isinstance(function, FuncDef) else None


def _taking(function: FuncDef, api: TypeChecker, *, is_method: bool) -> Taking | None:
    signature = signature_of(function, api)
    if signature is None or not signature.takes_what_it_says:
        return None
    first = 1 if is_method and not function.is_static else 0
    kinds = zip(function.arg_names, function.arg_kinds, strict=True)
    names = [name for name, kind in kinds if kind.is_positional()][first:]
    return Taking(_shown(function), names, signature, "parameter", _axes_of(names, signature))


def _axes_of(names: Sequence[str | None], signature: Signature) -> Mapping[str, Sequence[int]]:
    """Return the axes that `jax.vmap`, as a decorator, takes away."""
    by_position = zip(names, signature.axes or (), strict=False)
    return {name: (axis,) for name, axis in by_position if name is not None and axis is not None}


def _replaced(callee: Expression, api: TypeChecker) -> Taking | None:
    """Return what ``transition._replace`` of a named tuple takes, by keyword alone."""
    is_one = isinstance(callee, MemberExpr) and callee.name == REPLACE
    owner = known_type(api.lookup_type_or_none(callee.expr)) if is_one and isinstance(callee, MemberExpr) else None
    info = owner.partial_fallback.type if isinstance(owner, TupleType) else None
    made = generated_constructor(info, api) if info is not None and info.is_named_tuple else None
    return None if info is None or made is None else Taking(info.name, (), made.signature, "field")


def _shown(function: FuncDef) -> str:
    """Return a function's name as a message has it, with its class."""
    if not function.info:
        return function.name
    return function.info.name if function.name == "__init__" else f"{function.info.name}.{function.name}"


def _named(callee: Expression, api: TypeChecker) -> tuple[object, bool]:
    """Return the function that a callee names, and whether it is a method of an object."""
    if isinstance(callee, RefExpr) and isinstance(callee.node, FuncDef | Decorator):
        return callee.node, False
    if isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo):
        symbol = callee.node.get("__init__")
        return (None if symbol is None or "__new__" in callee.node.names else symbol.node), True
    if isinstance(callee, MemberExpr) and isinstance(callee.expr, RefExpr) and isinstance(callee.expr.node, TypeInfo):
        symbol = callee.expr.node.get(callee.name)
        method = None if symbol is None else symbol.node
        function = method.func if isinstance(method, Decorator) else method
        return method, isinstance(function, FuncDef) and function.is_class
    name = callee.name if isinstance(callee, MemberExpr) else ""
    owner = instance_of(callee.expr, api) if isinstance(callee, MemberExpr) else None
    symbol = None if owner is None else owner.type.get(name)
    if symbol is not None and isinstance(symbol.node, FuncDef | Decorator):
        return symbol.node, True
    return (_called_object(callee, api) if is_called_as_it_is(callee, api.tree) else None), True


def _called_object(callee: Expression, api: TypeChecker) -> object:
    """Return the method that a call of an object calls."""
    shown = known_type(api.lookup_type_or_none(callee))  # for an object, mypy's type is its __call__ meanwhile
    if isinstance(shown, CallableType) and isinstance(shown.definition, FuncDef | Decorator):
        return shown.definition if shown.definition.name == "__call__" else None
    symbol = shown.type.get("__call__") if isinstance(shown, Instance) else None
    return None if symbol is None else symbol.node


def named_shapes(called: Called, evaluate: Callable[[Expression], ArrayValue]) -> Iterator[NamedShape]:
    """Yield the shape that each annotated parameter of a call is seen to get."""
    for given in called.given:
        said = called.signature.parameters.get(given.parameter)
        sizes = None if said is None or said.shape is None else given.value(evaluate).sizes
        if said is not None and said.shape is not None and sizes is not None and given.shares_names:
            yield NamedShape(given.parameter, said.shape, sizes)


def disagreement(pattern: ShapePattern, value: ArrayValue, bindings: Bindings | None) -> str | None:
    """Return how an array disagrees with a pattern of shapes; None where it may agree."""
    if isinstance(value.shape, ShapePattern):
        return pattern.conflict(value.shape, bindings)
    return None if value.shape is None else pattern.disagreement(value.shape, bindings)


def _is_contradicted(called: Called, evaluate: Callable[[Expression], ArrayValue], bindings: Bindings) -> bool:
    """Return whether an argument has another shape than the annotation of its parameter asks for."""
    for given in called.given:
        said = called.signature.parameters.get(given.parameter)
        value = UNKNOWN if said is None or said.shape is None else given.value(evaluate)
        if said is None or said.shape is None or value.origin is not Origin.ARRAY:
            continue
        if disagreement(said.shape, value, bindings if given.shares_names else None) is not None:
            return True
    return False


def scope_of(function: FuncItem) -> str:
    """Return a text that tells the scope of a function's names from all others."""
    return f"{function.fullname}:{function.line}"


def _value(said: ArrayAnnotation, sizes: Callable[[ShapePattern], Shape | ShapePattern | None]) -> ArrayValue:
    shape = None if said.shape is None else sizes(said.shape)
    if shape is None and said.shape is not None:
        shape = said.shape.of_a_value()
    dtype = None if said.dtype is None else exact_or_class(said.dtype.name)
    return ArrayValue(shape, dtype, Origin.ARRAY)


def sizes_by_name(pattern: ShapePattern) -> Shape | ShapePattern | None:
    """Return a shape in which a name of several axes means the same wherever its scope is the same.

    None where the axes in front are not counted and have no such name: ``...`` of a tuple, ``*#batch``.
    """
    if pattern.variadic is None or pattern.has_batch_axes or pattern.variadic.is_broadcasting:
        return sizes_of(pattern)
    prefix, suffix = (tuple(map(_size, axes)) for axes in (pattern.prefix, pattern.suffix))
    return ShapePattern(prefix, suffix, pattern.variadic)


def sizes_of(pattern: ShapePattern, bindings: Bindings | None = None) -> Shape | None:
    """Return the size of each axis; None where there may be any number of them."""
    if pattern.variadic is None:
        return tuple(map(_size, pattern.prefix))
    known = None if bindings is None else bindings.axes_of(pattern.variadic)
    return None if known is None else (*map(_size, pattern.prefix), *known, *map(_size, pattern.suffix))


def _size(axis: Axis) -> Dim:
    return axis if isinstance(axis, int | Linear) else None


def _bound(size: Dim, bindings: Bindings) -> Dim:
    return bindings.size_of(size) if isinstance(size, Linear) else size
