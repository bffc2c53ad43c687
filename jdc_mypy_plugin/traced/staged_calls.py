"""Results of functions under `jax.jit`, which are tracers where a trace calls them, whatever they are given.

JAX binds such a function as one operation, so that each leaf of what it returns is one result of that operation.
https://docs.jax.dev/en/latest/tracing.html
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MemberExpr, NameExpr, TypeInfo
from mypy.types import AnyType, CallableType, Type, TypeOfAny, TypeVarType

from ..evaluate.scope import SCOPES
from ..host.known_types import known_type
from ..libraries.other_names import meant_name
from ..model.functions.function_notes import JIT, note_of
from ..model.subclasses_in_sight import is_overridden_in_sight
from ..objects.kept_objects import class_of_object
from ..syntax import INDEX
from ..syntax.receivers import method_with
from ..transformed.transformations import made_by, maker
from ..typefacts.arrays import is_certainly_array
from .functions import TracedFunction
from .staged_values import is_staged

_JITS: Final = frozenset(("jax.jit", "jax_dataclasses.jit", "jdc.jit"))
"""Their names for messages."""
_FILTERING: Final = frozenset(("equinox._jit.filter_jit", "equinox.filter_jit"))
"""jit that hands on what is no array as the function returns it."""
_OPEN: Final = AnyType(TypeOfAny.unannotated)


def staged_result(call: Expression, site: TracedFunction) -> Type | None:
    """Return the type of the tracers that a jitted function gives back in a trace, as far as it is known."""
    kind = _jitted(call, site) if isinstance(call, CallExpr) else None
    return kind if kind is not None and isinstance(call, CallExpr) and is_staged(call, site) else None


def _jitted(call: CallExpr, site: TracedFunction) -> Type | None:
    """Return what a function declares to return that a call runs under jit."""
    callee, tree = call.callee, site.api.tree
    node = _method(callee, site) if isinstance(callee, MemberExpr) else None
    if isinstance(callee, NameExpr):
        node = callee.node if isinstance(callee.node, Decorator) else None
        held = SCOPES.of(tree).value_of(callee) if node is None else None
        made = made_by(held) if isinstance(held, CallExpr) else None
        if made is not None and made.by.name in _JITS:
            return _declared(made.function) if isinstance(made.function, FuncDef) else _OPEN
    if node is None:
        return None
    return _decorated(node) if INDEX.of(tree).position(node) is not None else _elsewhere(node)


def _method(callee: MemberExpr, site: TracedFunction) -> Decorator | None:
    """Return the method of an object that ``self.step`` is."""
    around = method_with(callee.expr, site.api.tree)
    owner: TypeInfo | None = None if around is None or around.is_class else around.info
    owner = class_of_object(callee.expr, site.api) if around is None else owner
    symbol = None if owner is None else owner.get(callee.name)
    if owner is None or symbol is None or is_overridden_in_sight(owner, callee.name, site.api):
        return None
    return symbol.node if isinstance(symbol.node, Decorator) else None


def _decorated(node: Decorator) -> Type | None:
    """Return what a function of the module declares to return, under jit as its outermost decorator."""
    if not node.original_decorators:
        return None
    outermost, is_alone = node.original_decorators[0], len(node.original_decorators) == 1
    if meant_name(outermost) in _FILTERING:
        return _arrays(_declared(node.func)) if is_alone else None
    made = maker(outermost)
    if made is None or made[0].name not in _JITS:
        return None
    return _declared(node.func) if is_alone else _OPEN


def _elsewhere(node: Decorator) -> Type | None:
    """Return what a function of another module declares to return, under jit as its only decorator."""
    note = note_of(node.func)
    name = "" if note is None or note.made_by is None else note.made_by[0]
    if name in _FILTERING:
        return _arrays(_declared(node.func))
    return _declared(node.func) if name == JIT else None


def _arrays(declared: Type) -> Type | None:
    return declared if is_certainly_array(declared) else None


def _declared(function: FuncDef) -> Type:
    kind = known_type(function.type)
    result = known_type(kind.ret_type) if isinstance(kind, CallableType) else _OPEN
    return _OPEN if isinstance(result, TypeVarType) else result
