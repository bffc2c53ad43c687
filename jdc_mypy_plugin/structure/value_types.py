"""The type of an expression of another function than the one under check.

mypy checks the functions of a module one by one and forgets what it inferred in each, so a value is inferred again
where it matters. A value that depends on the flow of its function, such as a variable narrowed there, is unknown.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Mapping
from typing import Final

from mypy import nodes
from mypy.checker import TypeChecker
from mypy.erasetype import remove_instance_last_known_values
from mypy.nodes import LDEF, ConditionalExpr, Expression, ListComprehension, NameExpr, OpExpr, Var
from mypy.subtypes import is_same_type
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    TypeType,
    get_proper_type,
)

from ..evaluate import Evaluator
from ..host.freshness import depend_on
from ..model.static_markers import parts
from ..syntax.walk import descendants
from .exported_names import is_organizer

_ANYWHERE: Final = (
    *(nodes.IntExpr, nodes.FloatExpr, nodes.ComplexExpr, nodes.StrExpr, nodes.BytesExpr, nodes.EllipsisExpr),
    *(nodes.NameExpr, nodes.MemberExpr, nodes.CallExpr, nodes.IndexExpr, nodes.SliceExpr, nodes.StarExpr),
    *(nodes.TupleExpr, nodes.ListExpr, nodes.DictExpr, nodes.UnaryExpr, nodes.OpExpr, nodes.ComparisonExpr),
)
"""Expressions whose type does not depend on where they stand."""
_PLAIN: Final = (Instance, TupleType, TypedDictType, CallableType, TypeType, LiteralType, AnyType)
_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


class ValueTypes:
    """Infers the types of values that the functions of the module under check hold."""

    def __init__(self, api: TypeChecker) -> None:
        self._api = api
        self._evaluator = Evaluator(api)
        self._open: set[Expression] = set()
        """Values under inference: a variable may be bound to an expression that mentions it."""

    def of(self, value: Expression) -> Type | None:
        """Return the type of an expression; None where it is not evident."""
        value = self._evaluator.source(value)
        if value in self._open:
            return None
        self._open.add(value)
        try:
            return self._of(value)
        finally:
            self._open.remove(value)

    def _of(self, value: Expression) -> Type | None:
        if isinstance(value, ConditionalExpr):
            first, second = self.of(value.if_expr), self.of(value.else_expr)
            return first if first is not None and second is not None and is_same_type(first, second) else None
        if isinstance(value, ListComprehension):
            item = self.of(value.generator.left_expr)
            return None if item is None else self._api.named_generic_type("builtins.list", [item])
        if not all(_is_anywhere(part) for part in descendants(value)):
            return None
        with _assumed(self._variables(value)):
            inferred = _infer(value, self._api)
        proper = get_proper_type(inferred)
        return None if isinstance(proper, AnyType) or not _is_plain(proper) else inferred

    def _variables(self, value: Expression) -> Mapping[Var, Type]:
        """Return what the local variables in an expression are taken for."""
        names = (part for part in descendants(value) if isinstance(part, NameExpr) and part.kind == LDEF)
        return {name.node: self._local(name, name.node) for name in names if isinstance(name.node, Var)}

    def _local(self, name: NameExpr, variable: Var) -> Type:
        """Return the type of the only value, or the declared one; Any where the function may narrow it."""
        bound = self._evaluator.source(name)
        if bound is not name:
            return self.of(bound) or _UNKNOWN
        declared = get_proper_type(variable.type)
        if declared is None or variable.is_inferred or is_organizer(declared) or not _is_plain(declared):
            return _UNKNOWN
        return declared


def _is_anywhere(part: Expression) -> bool:
    return isinstance(part, _ANYWHERE) and not (isinstance(part, OpExpr) and part.op in ("and", "or"))


def _is_plain(kind: ProperType) -> bool:
    """Return whether a type means the same in every function; a union may be narrowed, a type variable bound."""
    if not isinstance(kind, _PLAIN):
        return False
    if isinstance(kind, TypedDictType):
        return True
    return all(_is_plain(get_proper_type(part)) for part in parts(kind))


@contextlib.contextmanager
def _assumed(types: Mapping[Var, Type]) -> Generator[None]:
    """Give variables a type for a while: mypy may not have come to them, or know more than holds elsewhere."""
    before = {variable: variable.type for variable in types}
    for variable, kind in types.items():
        variable.type = kind
    try:
        yield
    finally:
        for variable, earlier in before.items():
            variable.type = earlier


def _infer(value: Expression, api: TypeChecker) -> Type:
    # mypy keeps the types of arguments until the binder's version changes
    api.binder.version += 1
    with api.msg.filter_errors(filter_deprecated=True), api.local_type_map as types:
        inferred = api.expr_checker.accept(value)
    api.binder.version += 1
    depend_on(api, value, types)
    return remove_instance_last_known_values(inferred)
