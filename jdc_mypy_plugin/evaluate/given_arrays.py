"""Arrays of NumPy in fields whose annotations promise arrays of JAX, as where brax reads a model."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, NameExpr, RefExpr
from mypy.types import AnyType, Instance

from ..host.known_types import known_type
from ..model.pure_methods import TREE_MAPS
from ..syntax import INDEX
from ..syntax.targets import paired, targets


def may_hold_numpy(array: Expression, api: TypeChecker) -> bool:
    """Return whether an array is a field of an object that the code at hand makes of values of unknown types.

    An annotation does not check what the constructor is given; ``jax.tree.map`` leaves arrays of NumPy what they are.
    """
    owner = array
    while isinstance(owner, MemberExpr):
        owner = owner.expr
    if owner is array or not isinstance(owner, NameExpr):
        return False
    return any(_is_unknown(value, api) for value in _values(owner, api))


def _values(name: NameExpr, api: TypeChecker) -> Iterator[Expression]:
    """Yield what the function at hand, or the module, assigns to a variable."""
    index, function = INDEX.of(api.tree), api.scope.current_function()
    body = index.inside(function) if isinstance(function, FuncDef) else index.body
    for statement in body.statements:
        for target in targets(statement):
            if target.value is None:
                continue
            for item, value in paired(target.expression, target.value) or ((target.expression, target.value),):
                if isinstance(item, NameExpr) and item.node is name.node:
                    yield value


def _is_unknown(value: Expression, api: TypeChecker) -> bool:
    """Return whether a value, or an argument of the call that makes it, is an array of NumPy or anything at all."""
    known = known_type(api.lookup_type_or_none(value))
    if isinstance(known, AnyType) or (isinstance(known, Instance) and known.type.fullname == "numpy.ndarray"):
        return True
    if not isinstance(value, CallExpr):
        return False
    is_mapped = isinstance(value.callee, RefExpr) and value.callee.fullname in TREE_MAPS
    return is_mapped or any(_is_unknown(argument, api) for argument in value.args)
