"""Expressions that give an array the shape it had, as is evident: ``state.x + 1``, not ``state.x[0]``.

Types are left out, since mypy may not have checked the function that a value comes from.
"""

from __future__ import annotations

import functools
from typing import Final

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Expression,
    FloatExpr,
    FuncDef,
    FuncItem,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    StrExpr,
    SymbolNode,
    UnaryExpr,
)

from ...syntax.functions import parameters, returned_by
from ...syntax.index import ModuleIndex
from ...syntax.names.targets import row, unpacked
from ..transforms.changed_copies import what_is_replaced
from .returned_objects import assigned

_ARRAY_MODULES: Final = (
    "jax.numpy",
    "jax._src.numpy",
    "jax.lax",
    "jax._src.lax",
    "jax.scipy",
    "jax._src.scipy",
    "numpy",
)
_KEEPING: Final = frozenset(
    [
        "abs",
        "array",
        "asarray",
        "astype",
        "clip",
        "copy",
        "cumprod",
        "cumsum",
        "fill",
        "flip",
        "fori_loop",
        "full_like",
        "nan_to_num",
        "ones_like",
        "roll",
        "round",
        "select",
        "sort",
        "stop_gradient",
        "where",
        "while_loop",
        "zeros_like",
    ]
)
"""Besides the elementwise functions."""
_OF_KEYS: Final = ("jax.random.", "jax._src.random.")
_SPLIT: Final = ".split"
_METHODS: Final = frozenset(("astype", "clip", "conj", "copy", "round"))
_OF_PYTREES: Final = frozenset(("apply_updates", "replace"))
"""Of optax and of objects, whose new data is looked at by itself: they give back trees as they take them."""
_OF_OPTIMIZERS: Final = "update"
"""Gives back two trees as it takes them, which tells it from other methods of the name."""
_PROPERTIES: Final = frozenset(("T", "mT"))
_LITERALS: Final = (FloatExpr, IntExpr)


@functools.cache
def _keeping() -> frozenset[str]:
    from jdc_operations.numbers.elementwise import BINARY, UNARY  # noqa: PLC0415 - loads the rules of all operations

    return _KEEPING.union(UNARY, BINARY)


class KeptShapes:
    """Expressions of one function."""

    def __init__(self, function: FuncDef | LambdaExpr, index: ModuleIndex, module: str) -> None:
        self._index = index
        self._module = module
        self._bound = [] if isinstance(function, LambdaExpr) else [*assigned(index.inside(function))]
        self._parameters = frozenset(parameters(function))
        self._met: set[SymbolNode | FuncItem] = set()

    def keeps(self, value: Expression) -> bool:
        """Return whether an expression is one of data that is given, in the shape that it has."""
        if isinstance(value, MemberExpr):
            return value.name not in _PROPERTIES
        if isinstance(value, NameExpr):
            return self._is_kept_by_name(value)
        if isinstance(value, IndexExpr):
            return isinstance(value.index, StrExpr) and self.keeps(value.base)
        if isinstance(value, CallExpr):
            return self._is_kept_by(value)
        return self._is_kept_by_operator(value)

    def _is_kept_by_operator(self, value: Expression) -> bool:
        if isinstance(value, UnaryExpr):
            return self.keeps(value.expr)
        if isinstance(value, OpExpr):
            return value.op != "@" and self._all(value.left, value.right)
        return isinstance(value, (*_LITERALS, ComparisonExpr))

    def _all(self, *operands: Expression) -> bool:
        return all(self.keeps(each) for each in operands)

    def _is_kept_by_name(self, name: NameExpr) -> bool:
        if name.node is None or name.node in self._met:
            return True
        self._met.add(name.node)
        values = [(target, value) for target, value in self._bound if _binds(target, name.node)]
        are_kept = all(
            _is_of_optimizer(target, value) or self._is_of_keys(target, value) or self.keeps(value)
            for target, value in values
        )
        return are_kept and (bool(values) or name.node in self._parameters)

    def _is_of_keys(self, target: Expression, value: Expression) -> bool:
        """Return whether ``key, other = jax.random.split(key)`` binds keys of one shape."""
        callee = value.callee if isinstance(value, CallExpr) else None
        name = callee.fullname if isinstance(callee, RefExpr) else ""
        is_split = name.startswith(_OF_KEYS) and name.endswith(_SPLIT)
        return is_split and isinstance(value, CallExpr) and bool(row(target)) and self._all(*value.args[:1])

    def _is_kept_by(self, call: CallExpr) -> bool:
        callee = call.callee
        if isinstance(callee, CallExpr):
            return isinstance(callee.callee, NameExpr | MemberExpr) and callee.callee.name == "grad"
        if isinstance(callee, RefExpr) and callee.fullname.startswith(_ARRAY_MODULES):
            return callee.fullname.rpartition(".")[2] in _keeping() and self._all(*call.args)
        if isinstance(callee, MemberExpr) and callee.name == "map" and call.args:
            return self._is_kept_in(call.args[0])
        if isinstance(callee, NameExpr | MemberExpr) and callee.name in _OF_PYTREES:
            return True
        return self._is_kept_by_method(callee) if isinstance(callee, MemberExpr) else self._is_kept_in(callee)

    def _is_kept_in(self, function: Expression) -> bool:
        """Return whether a function of the module returns data that it is given, in the shape that it has."""
        named = function.node if isinstance(function, RefExpr) else function
        is_own = isinstance(named, FuncDef) and named.fullname.rpartition(".")[0] == self._module
        if not isinstance(named, FuncDef | LambdaExpr) or not (is_own or isinstance(named, LambdaExpr)):
            return False
        if named in self._met:
            return True
        self._met.add(named)
        inside = KeptShapes(named, self._index, self._module)
        inside._met = self._met
        return all(each is not None and inside.keeps(each) for each in returned_by(named.body.body))

    def _is_kept_by_method(self, callee: MemberExpr) -> bool:
        updated = _updated(callee)
        if updated is not None:
            return self.keeps(updated)
        return self.keeps(callee.expr) and (callee.name in _METHODS or self._is_kept_by_own(callee.name))

    def _is_kept_by_own(self, name: str) -> bool:
        """Return whether the only method of a name in the module returns its object, with data of the same shapes."""
        named = [each.names[name].node for each in self._index.classes() if name in each.names]
        method = named[0] if len(named) == 1 else None
        if not isinstance(method, FuncDef) or method in self._met or method.is_static or method.is_class:
            return False
        inside = KeptShapes(method, self._index, self._module)
        inside._met = self._met | {method}
        for result in returned_by(method.body.body):
            copied = what_is_replaced(result) if isinstance(result, CallExpr) else None
            if copied is None or not isinstance(result, CallExpr) or not inside._all(copied, *result.args):
                return False
        return True


def _binds(target: Expression, variable: SymbolNode) -> bool:
    return any(isinstance(each, NameExpr) and each.node is variable for each in unpacked(target))


def _is_of_optimizer(target: Expression, value: Expression) -> bool:
    callee = value.callee if isinstance(value, CallExpr) else None
    return isinstance(callee, MemberExpr) and callee.name == _OF_OPTIMIZERS and len(row(target)) == 2


def _updated(method: MemberExpr) -> Expression | None:
    """Return the array of ``x.at[i].set``."""
    base = method.expr.base if isinstance(method.expr, IndexExpr) else None
    return base.expr if isinstance(base, MemberExpr) and base.name == "at" else None
