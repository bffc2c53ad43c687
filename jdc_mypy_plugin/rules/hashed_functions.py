"""Objects that JAX takes the hash of as it does of functions: ``jax.jit(net)``, ``jax.lax.scan(self.step, ...)``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TupleExpr,
)
from mypy.plugin import FunctionContext
from mypy.types import AnyType, Instance
from mypy.typevars import fill_typevars_with_any

from ..evaluate import Evaluator
from ..host.known_types import known_type
from ..model.classes import model_of
from ..model.comparison import comparison_of
from ..objects.made_objects import class_made
from ..syntax import INDEX
from ..syntax.arguments import bound
from ..syntax.functions import class_named
from ..syntax.names.flow import FLOW, Parameter
from ..transformed.jitted_functions import JITS
from ..transformed.transformations import LOOPS, TRANSFORMATIONS
from ..typefacts.instances import sole_instance
from .places import HashedFunction

_HASHED: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(JITS.values(), ("fun",)),
    "jax.pmap": ("fun",),
    "jax.checkpoint": ("fun",),
    "jax.lax.scan": ("f",),
    "jax.lax.while_loop": ("cond_fun", "body_fun"),
    "jax.lax.fori_loop": ("body_fun",),
    "jax.lax.cond": ("true_fun", "false_fun"),
    "jax.lax.switch": ("branches",),
}
"""The parameters of functions of JAX whose hash is taken, by the name for messages."""


def hashed_functions(ctx: FunctionContext) -> Iterator[HashedFunction]:
    """Yield the objects of dataclasses, and their methods, that a call gives JAX for a function.

    `jax.vmap` hands on the type of what it is given, so it has to be seen where a value comes from.
    """
    call = ctx.context
    if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr):
        return
    by = TRANSFORMATIONS.get(call.callee.fullname) or LOOPS.get(call.callee.fullname)
    if by is None or by.name not in _HASHED:
        return
    assert isinstance(ctx.api, TypeChecker)
    for value, name in bound(call, by.parameters):
        if name in _HASHED[by.name]:
            for given in _alternatives(value) if name == "branches" else (value,):
                found = _hashed_function(given, by.name, call, ctx.api)
                if found is not None:
                    yield found


def _alternatives(value: Expression) -> list[Expression]:
    """Return the branches of a ``switch``; JAX calls the only one as it is."""
    return value.items if isinstance(value, ListExpr | TupleExpr) and len(value.items) > 1 else []


def _hashed_function(given: Expression, by: str, call: CallExpr, api: TypeChecker) -> HashedFunction | None:
    found, is_method = _instance(given, api), False
    if found is None and isinstance(given, MemberExpr):
        found, is_method = _instance(given.expr, api), True
        symbol = None if found is None else found.type.get(given.name)
        if symbol is None or not isinstance(symbol.node, FuncDef) or given.name.startswith("__"):
            return None  # Python binds special methods itself, and hashes their object by its identity
        given = given.expr
    if found is None or not _is_certain(given, found, api):
        return None
    return HashedFunction(by, given, is_method, found, call, api)


def _instance(value: Expression, api: TypeChecker) -> Instance | None:
    kind = known_type(api.lookup_type_or_none(value))
    made = class_made(value, api.tree) if isinstance(kind, AnyType) else None
    instance = sole_instance(kind if made is None else fill_typevars_with_any(made))
    is_dataclass = instance is not None and bool(model_of(instance.type) or comparison_of(instance.type))
    return instance if is_dataclass else None


def _is_certain(value: Expression, instance: Instance, api: TypeChecker) -> bool:
    """Return whether a value is an object of its class for certain."""
    source = Evaluator(api).source(value)
    if isinstance(source, CallExpr):
        return class_named(source.callee) is instance.type or class_made(source, api.tree) is instance.type
    if isinstance(value, IndexExpr):
        return isinstance(value.index, IntExpr) and _is_field(value.base, api)
    if isinstance(value, NameExpr):
        return _is_parameter(value, api) or _is_item(value, api)
    return _is_field(value, api)


def _is_parameter(value: NameExpr, api: TypeChecker) -> bool:
    return isinstance(FLOW.of(api.tree).value_at(value), Parameter)


def _is_item(value: NameExpr, api: TypeChecker) -> bool:
    """Return whether a name is bound by a single loop over a field: ``for layer in self.layers``."""
    writes = FLOW.of(api.tree).variables.writes_of(value.node) if value.node is not None else None
    if writes is None or len(writes.positions) != 1:
        return False
    loop = INDEX.of(api.tree).body.statements[writes.positions[0]]
    return isinstance(loop, ForStmt) and isinstance(loop.index, NameExpr) and _is_field(loop.expr, api)


def _is_field(value: Expression, api: TypeChecker) -> bool:
    """Return whether an expression reads a field of a parameter, or of a field of one."""
    if not isinstance(value, MemberExpr):
        return False
    owner = _instance(value.expr, api)
    model = None if owner is None else model_of(owner.type)
    if model is None or value.name not in model.fields:
        return False
    return _is_parameter(value.expr, api) if isinstance(value.expr, NameExpr) else _is_field(value.expr, api)
