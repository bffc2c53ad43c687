"""Modules that make objects with more axes in every field than the annotations say, or take axes away.

`jax.vmap` does so with what a function is given and returns, `jax.lax.scan` with what it goes along and collects, and
`jax.tree.map` with a function that stacks, or takes items.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    CallExpr,
    ComplexExpr,
    ConditionalExpr,
    Decorator,
    DictExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    TupleExpr,
    UnaryExpr,
)
from mypy.types import CallableType, Instance, NoneType, TupleType, Type, UnionType

from jdc_spec.arrays import ARRAY_CLASSES

from ..host.known_types import known_type
from ..libraries.definition import is_none
from ..syntax import INDEX
from ..syntax.arguments import argument
from ..syntax.functions import returned_by
from ..syntax.per_module import PerModule
from ..syntax.targets import row
from ..typefacts.shown_types import ShownTypes

_TREE_MAPS: Final = frozenset(("map", "tree_map", "tree_multimap"))
_SCANS: Final = frozenset(("jax.lax.scan", "jax._src.lax.control_flow.loops.scan"))
_ARRAY_MODULES: Final = ("jax.numpy.", "jax._src.numpy.", "jax.random.", "jax._src.random.", "numpy.")
_NUMBERS: Final = frozenset(("builtins.int", "builtins.float", "builtins.complex", "builtins.bool"))
_KEEPING_AXES: Final = frozenset(
    (
        *("zeros_like", "ones_like", "full_like", "where", "maximum", "minimum", "clip", "nan_to_num", "isfinite"),
        *("sqrt", "square", "exp", "log", "abs", "sign", "conj", "real", "imag", "add", "subtract", "multiply"),
        *("divide", "negative", "asarray", "array", "astype", "copy", "stop_gradient", "block_until_ready"),
    )
)
"""Functions and methods whose result has the axes of what they are given."""


def maps(module: MypyFile) -> bool:
    """Return whether a module maps functions over objects, which it then makes with axes in front."""
    return _MAPS.of(module)


def maps_objects(module: MypyFile) -> bool:
    """Return whether a module may map a function by `vmap` that takes objects apart, or returns them stacked.

    It reads types too, as `stacks` does, so an answer holds for one check of the module.
    """
    if not maps(module):
        return False
    body, shown = INDEX.of(module).body, ShownTypes(module)
    calls = [call for call in body.expressions_of(CallExpr) if _is_map(call.callee)]
    given = {id(call.callee): call.args for call in body.expressions_of(CallExpr)}
    harmless = {id(call.callee) for call in calls if _maps_arrays(call, given.get(id(call)), shown)}
    return any(id(each) not in harmless and _is_map(each) for each in body.references())


def stacks(module: MypyFile) -> bool:
    """Return whether a module may scan along objects, or collect them, or change the axes of all their fields."""
    body, shown = INDEX.of(module).body, ShownTypes(module)
    known = {id(call.callee) for call in body.expressions_of(CallExpr) if _is_harmless(call, shown)}
    return any(
        id(each) not in known and ("scan" in each.name or each.name in _TREE_MAPS) for each in body.references()
    )


def _is_map(function: Expression) -> bool:
    return isinstance(function, MemberExpr | NameExpr) and ("vmap" in function.name or "pmap" in function.name)


def _maps_arrays(call: CallExpr, given: list[Expression] | None, shown: ShownTypes) -> bool:
    """Return whether a function under `vmap` is given arrays, but for what it gets whole, and returns arrays."""
    mapped = argument(call, 0, "fun")
    if isinstance(mapped, LambdaExpr):
        returned = returned_by(mapped.body.body)
        values = [*returned, *(given or ())]
        return given is not None and all(each is not None and _is_array(each, shown) for each in values)
    function = None if mapped is None else _function(mapped, shown)
    kind = None if function is None else known_type(function.type)
    if function is None or not isinstance(kind, CallableType):
        return False
    taken = kind.arg_types[1 if function.info and not function.is_static else 0 :]
    axes = row(argument(call, 1, "in_axes"))
    whole = [is_none(axis) for axis in axes] if len(axes) == len(taken) else [False] * len(taken)
    parts = [each for each, is_whole in zip(taken, whole, strict=True) if not is_whole]
    return all(map(_holds_arrays, [*parts, kind.ret_type]))


def _function(mapped: Expression, shown: ShownTypes) -> FuncDef | None:
    """Return the function of the module that an expression names, or the method of an object that is called."""
    node = mapped.node if isinstance(mapped, RefExpr) else None
    if isinstance(node, FuncDef):
        return node if shown.is_own(node) else None
    owner, name = shown.class_named_by(mapped), mapped.name if isinstance(mapped, MemberExpr) else ""
    if owner is None:
        owner, name = shown.class_of(mapped), "__call__"
    symbol = None if owner is None else owner.get(name)
    found = None if symbol is None else symbol.node
    method = found.func if isinstance(found, Decorator) else found
    return method if isinstance(method, FuncDef) and shown.is_own(method) else None


def _maps(module: MypyFile) -> bool:
    return any(map(_is_map, INDEX.of(module).body.references()))


def _is_harmless(call: CallExpr, shown: ShownTypes) -> bool:
    """Return whether a call of `scan` goes along arrays and collects no objects, or that of a map keeps all axes."""
    name = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
    function = argument(call, 0, "f")
    if name in _SCANS:
        along = argument(call, 2, "xs")
        return (along is None or _is_array(along, shown)) and _collects_arrays(function, shown)
    return isinstance(call.callee, MemberExpr | NameExpr) and call.callee.name in _TREE_MAPS and _keeps_axes(function)


def _collects_arrays(function: Expression | None, shown: ShownTypes) -> bool:
    """Return whether the second thing that the body of a scan returns is an array, or several."""
    node = function.node if isinstance(function, NameExpr) else function
    if isinstance(node, FuncDef):
        kind = known_type(node.type)
        pair = known_type(kind.ret_type) if isinstance(kind, CallableType) else None
        if isinstance(pair, TupleType) and len(pair.items) == 2:
            return _holds_arrays(pair.items[1])
    returned = returned_by(node.body.body) if isinstance(node, FuncDef | LambdaExpr) else []
    pairs = [each.items for each in returned if isinstance(each, TupleExpr) and len(each.items) == 2]
    return bool(pairs) and len(pairs) == len(returned) and all(_is_array(each[1], shown) for each in pairs)


def _is_array(value: Expression, shown: ShownTypes) -> bool:
    """Return whether the source shows that a value is an array, a number or None, or a container of these."""
    if isinstance(value, TupleExpr | ListExpr):
        return all(_is_array(item, shown) for item in value.items)
    if isinstance(value, DictExpr):
        return all(_is_array(item, shown) for _, item in value.items)
    if isinstance(value, OpExpr | IntExpr | FloatExpr | ComplexExpr) or is_none(value):
        return True
    callee = value.callee if isinstance(value, CallExpr) else None
    if isinstance(callee, RefExpr) and callee.fullname.startswith(_ARRAY_MODULES):
        return True
    return _is_own(value, shown) and _holds_arrays(shown.type_of(value))


def _is_own(value: Expression, shown: ShownTypes) -> bool:
    """Return whether the module itself says the type of a value: what others say may change without it."""
    if isinstance(value, CallExpr):
        return _function(value.callee, shown) is not None
    if isinstance(value, MemberExpr):
        owner = shown.class_of(value.expr)
        return owner is not None and shown.is_own(owner.defn)
    return isinstance(value, NameExpr)


def _holds_arrays(declared: Type | None) -> bool:
    """Return whether a type is that of arrays and numbers alone, in tuples and unions too."""
    value = known_type(declared)
    if isinstance(value, TupleType | UnionType):
        is_object = isinstance(value, TupleType) and value.partial_fallback.type.is_named_tuple
        return not is_object and all(map(_holds_arrays, value.items))
    if isinstance(value, Instance):
        return value.type.fullname in ARRAY_CLASSES or value.type.fullname in _NUMBERS
    return isinstance(value, NoneType)


def _keeps_axes(function: Expression | None) -> bool:
    """Return whether a function that is mapped over leaves gives each the axes that it had."""
    if isinstance(function, MemberExpr | NameExpr):
        return function.name in _KEEPING_AXES
    returned = returned_by(function.body.body) if isinstance(function, LambdaExpr) else []
    return len(returned) == 1 and _is_elementwise(returned[0])


def _is_elementwise(expression: Expression | None) -> bool:
    if isinstance(expression, OpExpr):
        return expression.op != "@" and _is_elementwise(expression.left) and _is_elementwise(expression.right)
    if isinstance(expression, UnaryExpr):
        return _is_elementwise(expression.expr)
    if isinstance(expression, ConditionalExpr):
        return _is_elementwise(expression.if_expr) and _is_elementwise(expression.else_expr)
    callee = expression.callee if isinstance(expression, CallExpr) else None
    if isinstance(expression, CallExpr) and isinstance(callee, MemberExpr | NameExpr):
        return callee.name in _KEEPING_AXES and all(map(_is_elementwise, expression.args))
    return isinstance(expression, NameExpr | MemberExpr | IntExpr | FloatExpr)


_MAPS: Final = PerModule(_maps)
