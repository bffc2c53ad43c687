"""Objects that are called, and what transformations make of them.

mypy gives ``jax.vmap(layer)`` the type of ``layer``, and so what has a name for it.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    RefExpr,
    TypeInfo,
)
from mypy.types import CallableType, Instance, TypeVarType

from ...host.known_types import known_type
from ...libraries.definition import PARTIAL
from ...syntax import INDEX
from ...syntax.per_module import PerModule
from ..calls.transformed_calls import KEEP_PARAMETERS, transformed
from .transformation_calls import is_map


def makes_object(call: CallExpr) -> bool:
    """Return whether a call makes an object of a class that the function names, as ``jax.jit(f)`` does not."""
    if transformed(call) is not call:
        return False
    node = _named(call.callee)
    return isinstance(node, TypeInfo) or isinstance(_returned(node), Instance)


def _named(callee: Expression) -> object:
    """Return the class, the function or the class method that a callee names."""
    owner = callee.expr.node if isinstance(callee, MemberExpr) and isinstance(callee.expr, RefExpr) else None
    symbol = owner.get(callee.name) if isinstance(owner, TypeInfo) and isinstance(callee, MemberExpr) else None
    node = callee.node if isinstance(callee, RefExpr) else None
    return node if symbol is None else symbol.node


def is_called_as_it_is(callee: Expression, module: MypyFile) -> bool:
    """Return whether a callee of the type of an object is one, and not what a transformation makes of one."""
    return makes_object(callee) if isinstance(callee, CallExpr) else not _KEEPS_TRANSFORMED.of(module)


def _keeps_transformed(module: MypyFile) -> bool:
    """Return whether a module has names for what transformations make of objects: ``batched = jax.vmap(layer)``."""
    index = INDEX.of(module)
    for call in filter(_gives_type_of_argument, index.body.expressions_of(CallExpr)):
        inner: Expression = call
        around = index.parent(inner)
        while isinstance(around, CallExpr) and around.args and around.args[0] is inner:
            inner, around = around, index.parent(around)
        is_called = isinstance(around, CallExpr) and around.callee is inner
        if not is_called and not _is_function(call.args[0]):
            return True
    return False


def _gives_type_of_argument(call: CallExpr) -> bool:
    """Return whether a call gives back the type of the callable that it is given."""
    callee = call.callee
    if not call.args or (isinstance(callee, RefExpr) and callee.fullname in KEEP_PARAMETERS):
        return False
    if isinstance(callee, CallExpr):
        is_partial = isinstance(callee.callee, RefExpr) and callee.callee.fullname == PARTIAL
        return is_partial and bool(callee.args) and is_map(callee.args[0])
    returned = _returned(callee.node) if isinstance(callee, RefExpr) else None
    bound = known_type(returned.upper_bound) if isinstance(returned, TypeVarType) else None
    return is_map(callee) or isinstance(bound, CallableType)


def _is_function(argument: Expression) -> bool:
    """Return whether a function is transformed, and no object: under other transformations, and `partial`, too."""
    while isinstance(argument, CallExpr) and argument.args and _is_transparent(argument.callee):
        argument = argument.args[0]
    return isinstance(argument, LambdaExpr) or (
        isinstance(argument, RefExpr) and isinstance(argument.node, FuncDef | Decorator)
    )


def _is_transparent(callee: Expression) -> bool:
    return is_map(callee) or (isinstance(callee, RefExpr) and callee.fullname in KEEP_PARAMETERS | {PARTIAL})


def _returned(node: object) -> object:
    function = node.func if isinstance(node, Decorator) else node
    shown = known_type(function.type) if isinstance(function, FuncDef) else None
    return known_type(shown.ret_type) if isinstance(shown, CallableType) else None


_KEEPS_TRANSFORMED: Final = PerModule(_keeps_transformed)
