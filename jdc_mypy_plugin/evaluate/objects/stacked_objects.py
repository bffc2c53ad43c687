"""Modules that make objects with more axes in every field than the annotations say, or take axes away.

`jax.vmap` does so with what a function is given and returns, `jax.lax.scan` with what it goes along and collects, and
`jax.tree.map` with a function that stacks, or takes items.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    TupleExpr,
    UnaryExpr,
)
from mypy.types import CallableType, TupleType

from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.arguments import argument
from ...syntax.functions import returned_by, without_receiver
from ...syntax.per_module import PerModule
from .shown_objects import Given, ShownObjects
from .transformation_calls import is_map

_TREE_MAPS: Final = frozenset(("map", "tree_map", "tree_multimap"))
_SCANS: Final = frozenset(("jax.lax.scan", "jax._src.lax.control_flow.loops.scan"))
_PREFIX_SCANS: Final = frozenset(("jax.lax.associative_scan", "jax._src.lax.control_flow.loops.associative_scan"))
_MAPS_ALONG: Final = frozenset(("jax.lax.map", "jax._src.lax.control_flow.loops.map"))
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


def stacks(module: MypyFile) -> bool:
    """Return whether a module may scan along objects, or collect them, or change the axes of all their fields."""
    body, objects = INDEX.of(module).body, ShownObjects(module)
    known = {id(call.callee) for call in body.expressions_of(CallExpr) if _is_harmless(call, objects)}
    return any(id(each) not in known and ("scan" in each.name or each.name in _TREE_MAPS) for each in body.references)


def _maps(module: MypyFile) -> bool:
    return any(map(is_map, INDEX.of(module).body.references))


def _is_harmless(call: CallExpr, objects: ShownObjects) -> bool:
    """Return whether a call of a scan goes along arrays and collects no objects, or that of a map keeps all axes."""
    name = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
    function = argument(call, 0, "f")
    if name in _PREFIX_SCANS:  # gives back what it goes along
        along = argument(call, 1, "elems")
        return along is not None and objects.is_array(along, {})
    if name in _MAPS_ALONG:
        along = argument(call, 1, "xs")
        return function is not None and along is not None and _has_no_objects(function, along, objects)
    if name in _SCANS:
        along = argument(call, 2, "xs")
        is_plain = along is None or objects.is_array(along, {})
        return is_plain and _collects_arrays(function, [argument(call, 1, "init"), along], objects)
    return isinstance(call.callee, MemberExpr | NameExpr) and call.callee.name in _TREE_MAPS and _keeps_axes(function)


def _collects_arrays(function: Expression | None, given: Sequence[Expression | None], objects: ShownObjects) -> bool:
    """Return whether the second thing that the body of a scan returns is an array, or several.

    ``given`` are the first carry and what the scan goes along.
    """
    node = function.node if isinstance(function, NameExpr) else function
    if isinstance(node, FuncDef):
        kind = known_type(node.type)
        pair = known_type(kind.ret_type) if isinstance(kind, CallableType) else None
        if isinstance(pair, TupleType) and len(pair.items) == 2:
            return not [*objects.of_type(pair.items[1])]
    returned = returned_by(node.body.body) if isinstance(node, FuncDef | LambdaExpr) else []
    pairs = [each.items for each in returned if isinstance(each, TupleExpr) and len(each.items) == 2]
    names = without_receiver(node) if isinstance(node, FuncDef | LambdaExpr) else []
    inside: Given = dict(zip(names, given, strict=True)) if len(names) == len(given) else {}
    return bool(pairs) and len(pairs) == len(returned) and all(objects.is_array(each[1], inside) for each in pairs)


def _has_no_objects(function: Expression, along: Expression, objects: ShownObjects) -> bool:
    """Return whether a function that goes along something is given arrays alone, and returns them alone."""
    written = objects.written(function)
    if written is not None:
        return not [*objects.of_written(written, [along], ())]
    return objects.is_array(along, {}) and not [*objects.of_annotations(function, ())]


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
    if isinstance(expression, IndexExpr):  # some rows
        return isinstance(expression.index, SliceExpr) and _is_elementwise(expression.base)
    if isinstance(expression, ConditionalExpr):
        return _is_elementwise(expression.if_expr) and _is_elementwise(expression.else_expr)
    callee = expression.callee if isinstance(expression, CallExpr) else None
    if isinstance(expression, CallExpr) and isinstance(callee, MemberExpr | NameExpr):
        return callee.name in _KEEPING_AXES and all(map(_is_elementwise, expression.args))
    return isinstance(expression, NameExpr | MemberExpr | IntExpr | FloatExpr)


_MAPS: Final = PerModule(_maps)
