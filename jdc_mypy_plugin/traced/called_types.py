"""The types of parameters without annotations, as the calls of the transformed function in its module show them.

Only what needs no inference counts, so that it is the same in whatever order a module is checked: ``step(State(x))``,
a name that is bound to such a call once, and a name with an annotation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Context,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    MemberExpr,
    NameExpr,
    SymbolNode,
    Var,
)
from mypy.types import Instance, Type
from mypy.typevars import fill_typevars_with_any

from ..evaluate import UNKNOWN, Evaluator, Origin, evaluator_of
from ..host.freshness import looked_at
from ..libraries.nnx import is_of_nnx
from ..model.classes import model_of
from ..objects.made_objects import class_made
from ..syntax import INDEX
from ..syntax.arguments import bound, has_stars
from ..syntax.receivers import method_with
from ..transformed.made_functions import calls_of_made
from ..typefacts.instances import sole_instance
from .called_containers import container_given
from .types import array_of_jax

_QUESTIONS: Final = ("isinstance", "hasattr", "type", "callable")


def types_by_calls(at: Context, definition: FuncDef, api: TypeChecker) -> Mapping[str, Type]:
    """Return what every call gives a parameter, by its name: objects of one pytree dataclass, or numbers and arrays.

    Objects of one class of `flax.nnx` count too, and dicts and named tuples of numbers and arrays, if the calls write
    these out.

    A function that asks what kind of thing it has been given may be given others.
    """
    calls = list(calls_of_made(at, api.tree))
    if not calls or any(map(has_stars, calls)):
        return {}
    names = [name or "" for name in definition.arg_names]
    given: dict[str, list[Expression]] = {}
    for call in calls:
        for value, name in bound(call, names):
            given.setdefault(name or "", []).append(value)
    stars = {name for name, kind in zip(definition.arg_names, definition.arg_kinds, strict=True) if kind.is_star()}
    complete = {name: values for name, values in given.items() if len(values) == len(calls) and name not in stars}
    found = {name: _common(values, api) for name, values in complete.items()}
    asked = (
        _asked_about(definition, api) if any(each is not None and _is_leaf(each) for each in found.values()) else ()
    )
    known = {
        name: kind for name, kind in found.items() if kind is not None and not (_is_leaf(kind) and name in asked)
    }
    written = {name: container_given(complete[name], _leaf_given(api), api) for name in complete if name not in known}
    return {**known, **{name: kind for name, kind in written.items() if kind is not None}}


def _leaf_given(api: TypeChecker) -> Callable[[Expression], Instance | None]:
    return lambda value: leaf_given(Evaluator(api).source(value), api)


def _asked_about(definition: FuncDef, api: TypeChecker) -> set[str]:
    """Return the names that a function compares with `None`, or asks for their type."""
    body = INDEX.of(api.tree).inside(definition)
    asked = [each for one in body.expressions_of(ComparisonExpr) if _is_identity(one) for each in one.operands]
    for call in body.expressions_of(CallExpr):
        if isinstance(call.callee, NameExpr) and call.callee.name in _QUESTIONS:
            asked += call.args[:1]
    return {each.name for each in asked if isinstance(each, NameExpr)}


def _is_identity(comparison: ComparisonExpr) -> bool:
    return any(operator in ("is", "is not") for operator in comparison.operators)


def _common(values: Sequence[Expression], api: TypeChecker) -> Instance | None:
    kinds = [_kind(value, api) for value in values]
    known = [each for each in kinds if each is not None]
    is_one = all(each.type is known[0].type or (_is_leaf(each) and _is_leaf(known[0])) for each in known)
    return known[0] if is_one and len(known) == len(kinds) else None


def _is_leaf(kind: Instance) -> bool:
    return model_of(kind.type) is None and not is_of_nnx(kind.type)


def _kind(value: Expression, api: TypeChecker) -> Instance | None:
    source = Evaluator(api).source(value)
    leaf = leaf_given(source, api)
    if leaf is not None:
        return leaf
    info = class_made(source, api.tree)
    made = fill_typevars_with_any(info) if info is not None else None
    variable = source.node if isinstance(source, NameExpr) else _attribute(source, api)
    if isinstance(variable, Var) and not variable.is_inferred:
        made = sole_instance(variable.type)
    return made if isinstance(made, Instance) and not _is_leaf(made) else None


def _attribute(source: Expression, api: TypeChecker) -> SymbolNode | None:
    """Return the variable of ``self.stats`` in a method, which the class or a base of it declares."""
    owner = source.expr if isinstance(source, MemberExpr) else None
    method = method_with(owner, api.tree) if isinstance(owner, NameExpr) else None
    if method is None or not method.info or not isinstance(source, MemberExpr):
        return None
    looked_at(method.info)
    symbol = method.info.get(source.name)
    return None if symbol is None else symbol.node


def leaf_given(source: Expression, api: TypeChecker) -> Instance | None:
    """Return the type of a number that is written out, or of an array that a function of JAX or NumPy makes."""
    if isinstance(source, IntExpr | FloatExpr):
        return api.named_type("builtins.int" if isinstance(source, IntExpr) else "builtins.float")
    if isinstance(source, NameExpr) and source.fullname in ("builtins.True", "builtins.False"):
        return api.named_type("builtins.bool")
    made = evaluator_of(api, is_ahead=True).evaluate(source) if isinstance(source, CallExpr) else UNKNOWN
    return array_of_jax(api) if made.origin is Origin.ARRAY else None
