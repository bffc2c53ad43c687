"""Functions that are handed to a transformation without a name of their own: lambdas and methods of ``self``."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Expression, FuncDef, LambdaExpr, MemberExpr, NameExpr, TypeInfo
from mypy.types import CallableType

from ..host.known_types import known_type
from ..model.signature_reader import is_bound_once
from ..syntax import INDEX
from ..syntax.flow import FLOW


def as_function(written: LambdaExpr) -> FuncDef:
    """Return a lambda as a function with the same parameters and body."""
    function = FuncDef("lambda", written.arguments, written.body)
    function.set_line(written)
    return function


def given_method(at: Context, api: TypeChecker) -> FuncDef | None:
    """Return the method that a call of a transformation is given, ``jax.jit(self.step)``, without its ``self``."""
    given = at.args[0] if isinstance(at, CallExpr) and at.args else None
    owner = None if given is None else _class_around(given, api)
    if not isinstance(given, MemberExpr) or owner is None:
        return None
    symbol = owner.names.get(given.name)
    method = None if symbol is None else symbol.node
    if not isinstance(method, FuncDef) or method.is_static or method.is_class or not method.arguments:
        return None
    is_here = INDEX.of(api.tree).position(method) is not None and is_bound_once(method, api.tree)
    if not is_here or is_overridden(owner, given.name, api):
        return None
    bound = FuncDef(method.name, method.arguments[1:], method.body, _without_self(method))
    bound.set_line(method)
    return bound


def is_overridden(owner: TypeInfo, name: str, api: TypeChecker) -> bool:
    """Return whether a class of the module, below another, has an attribute of the same name."""
    nodes = (each.node for each in api.tree.names.values())
    return any(isinstance(each, TypeInfo) and owner in each.mro[1:] and name in each.names for each in nodes)


def _class_around(given: Expression, api: TypeChecker) -> TypeInfo | None:
    """Return the class of ``self`` in an attribute of it, in the method that has that parameter."""
    receiver = given.expr if isinstance(given, MemberExpr) else None
    statement = FLOW.of(api.tree).statement_of(given)
    function = None if statement is None else FLOW.of(api.tree).function_around(statement)
    if function is None or not function.info or not function.arguments or not isinstance(receiver, NameExpr):
        return None
    return function.info if function.arguments[0].variable is receiver.node else None


def _without_self(method: FuncDef) -> CallableType | None:
    kind = known_type(method.type)
    if not isinstance(kind, CallableType) or len(kind.arg_types) != len(method.arguments):
        return None
    return kind.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
        arg_types=kind.arg_types[1:], arg_kinds=kind.arg_kinds[1:], arg_names=kind.arg_names[1:]
    )
