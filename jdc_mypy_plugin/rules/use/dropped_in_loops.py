"""``jdc-discarded`` in loops that call a jitted function for each item, and go on with the state as it was.

``for batch in batches: step(state, batch)`` and then ``return state``: jit runs no code of Python again, and the new
state is lost. A function under `jax.jit` may be called to compile it, but not for one item after another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    MypyFile,
    NameExpr,
    RefExpr,
    ReturnStmt,
    TypeInfo,
)
from mypy.types import CallableType, TupleType, Type

from jdc_spec.rules import DISCARDED

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...syntax.values.unread_results import is_bound, unread_name
from ...syntax.walk import descendants
from ...typefacts.instances import sole_instance
from ..places import CALL, Call, asked
from .discarded_in_run import is_told_of
from .only_computes import only_computes
from .unread_results import goes_on, mend, unread

_COMPILING: Final = re.compile("warm|compil|trace|bench|profil|test|check|eval", re.IGNORECASE)
"""Parts of the names of functions that call others for what else they do."""
_EMPTY: Final = ("zeros", "zeros_like", "ones", "ones_like", "empty", "empty_like", "full", "full_like")
"""Functions that make what a function is given to be compiled."""


@asked(DISCARDED, at=CALL)
def check(site: Call) -> Iterator[Diagnostic]:
    """Report a call for each item of a loop where nobody takes the new object."""
    tree, call = site.api.tree, site.node
    function = call.callee.node if isinstance(call.callee, NameExpr) else None
    jitted = function.func if isinstance(function, Decorator) and _is_jitted(function) else None
    if jitted is None or jitted.info or INDEX.of(tree).position(jitted) is None:
        return
    name = unread_name(call, tree)
    loop = _loop_over(call, tree) if name is not None or INDEX.of(tree).discarded.is_statement(call) else None
    given = [] if loop is None else [each for each in call.args if _is_kept(each, jitted, loop, site.api)]
    if loop is None or not given or not _has_item(call, loop, tree) or not only_computes(jitted, tree):
        return
    if is_told_of(call, site.api):
        return
    if any(_is_given_back(each, call, tree) and goes_on(each, call, site.api) for each in given):
        missed = "nothing takes the result; assign it" if name is None else f"{unread(name)}; {mend(name)}"
        does = f'"{jitted.name}" makes a new "{_made(given[0], site.api)}" of the same one in each turn of the loop'
        yield Diagnostic(DISCARDED, f"{does}, and {missed}", call)


def _is_jitted(function: Decorator) -> bool:
    """Return whether the only decorator of a function is `jax.jit`, or a partial of it."""
    decorators = function.original_decorators
    names = [part.fullname for each in decorators for part in descendants(each) if isinstance(part, RefExpr)]
    return len(decorators) == 1 and any(name in ("jax.jit", "jax._src.api.jit") for name in names)


def _loop_over(call: CallExpr, tree: MypyFile) -> ForStmt | None:
    """Return the innermost loop of the function at hand around a call."""
    index, function = INDEX.of(tree), FLOW.of(tree).function_over(call)
    at = index.position_of(call)
    if at is None or function is None or _COMPILING.search(function.name):
        return None
    around = [each for each in index.inside(function).statements_of(ForStmt) if at in index.inside(each).range]
    return max(around, key=lambda each: each.line, default=None)


def _is_kept(given: Expression, jitted: FuncDef, loop: ForStmt, api: TypeChecker) -> bool:
    """Return whether an argument is a variable bound before the loop alone, of a class that the function makes."""
    index, tree = INDEX.of(api.tree), api.tree
    made = _class_of(api.lookup_type_or_none(given))
    if not isinstance(given, NameExpr) or given.node is None or made is None:
        return False
    if all(_class_of(each) is not made for each in _returned(jitted)):
        return False
    first = index.position(loop)
    places = [index.position_of(each) for each in REFERENCES.of(tree).get(given.node, ()) if is_bound(each, tree)]
    return first is not None and all(each is not None and each < first for each in places)


def _returned(function: FuncDef) -> Sequence[Type]:
    """Return the type that a function declares to return, or those of the items of the tuple."""
    kind = known_type(function.type)
    made = known_type(kind.ret_type) if isinstance(kind, CallableType) else None
    return made.items if isinstance(made, TupleType) else [] if made is None else [made]


def _class_of(given: Type | None) -> TypeInfo | None:
    """Return the pytree dataclass that a type is."""
    instance = sole_instance(given)
    return None if instance is None or model_of(instance.type) is None else instance.type


def _made(given: Expression, api: TypeChecker) -> str:
    made = _class_of(api.lookup_type_or_none(given))
    return "" if made is None else made.name


def _has_item(call: CallExpr, loop: ForStmt, tree: MypyFile) -> bool:
    """Return whether a call is given something that the loop binds."""
    bound = {
        each.node
        for each in (*descendants(loop.index), *INDEX.of(tree).inside(loop).expressions_of(NameExpr))
        if isinstance(each, NameExpr) and is_bound(each, tree)
    }
    if any(isinstance(each, CallExpr) and getattr(each.callee, "name", "") in _EMPTY for each in call.args):
        return False
    parts = (part for each in call.args for part in descendants(each))
    return any(isinstance(each, NameExpr) and each.node in bound for each in parts)


def _is_given_back(given: Expression, call: CallExpr, tree: MypyFile) -> bool:
    """Return whether the function at hand returns the variable, by itself or in a tuple, below the call."""
    function = FLOW.of(tree).function_over(call)
    returned = () if function is None else INDEX.of(tree).inside(function).statements_of(ReturnStmt)
    parts = (part for each in returned if each.expr is not None and each.line > call.line for part in (each.expr,))
    items = (item for part in parts for item in (getattr(part, "items", None) or [part]))
    return isinstance(given, NameExpr) and any(
        isinstance(each, NameExpr) and each.node is given.node for each in items
    )
