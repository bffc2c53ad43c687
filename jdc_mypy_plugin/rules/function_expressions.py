"""Functions that are handed to a transformation without a name of their own: lambdas and methods of ``self``."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, FuncDef, LambdaExpr, MemberExpr, NameExpr, TypeInfo
from mypy.types import CallableType

from ..host.known_types import known_type
from ..model.signature_reader import is_bound_once
from ..syntax import INDEX
from ..syntax.flow import FLOW
from ..typefacts.instances import sole_instance


def as_function(written: LambdaExpr) -> FuncDef:
    """Return a lambda as a function with the same parameters and body."""
    function = FuncDef("lambda", written.arguments, written.body)
    function.set_line(written)
    return function


def given_method(at: Context, api: TypeChecker) -> FuncDef | None:
    """Return the method that a call of a transformation is given, ``jax.jit(self.step)``, without its ``self``."""
    given = at.args[0] if isinstance(at, CallExpr) and at.args else None
    owner = _class_of_receiver(given, api) if isinstance(given, MemberExpr) else None
    method = method_of(owner, given.name, api) if isinstance(given, MemberExpr) and owner is not None else None
    return None if method is None else without_self(method)


def method_of(owner: TypeInfo, name: str, api: TypeChecker) -> FuncDef | None:
    """Return the method of the module that an attribute of an object of a class is."""
    symbol = owner.names.get(name)
    method = None if symbol is None else symbol.node
    if not isinstance(method, FuncDef) or method.is_static or method.is_class or not method.arguments:
        return None
    is_here = INDEX.of(api.tree).position(method) is not None and is_bound_once(method, api.tree)
    return method if is_here and not is_overridden(owner, name, api) else None


def without_self(method: FuncDef) -> FuncDef:
    """Return a method as its object has it."""
    bound = FuncDef(method.name, method.arguments[1:], method.body, _type_without_self(method))
    bound.set_line(method)
    return bound


def is_overridden(owner: TypeInfo, name: str, api: TypeChecker) -> bool:
    """Return whether a class of the module, below another, has an attribute of the same name."""
    nodes = (each.node for each in api.tree.names.values())
    return any(isinstance(each, TypeInfo) and owner in each.mro[1:] and name in each.names for each in nodes)


def _class_of_receiver(given: MemberExpr, api: TypeChecker) -> TypeInfo | None:
    """Return the class of the object whose attribute is read."""
    around = _class_around(given, api)
    if around is not None:
        return around
    instance = sole_instance(api.lookup_type_or_none(given.expr))
    return None if instance is None or instance.type.is_protocol else instance.type


def _class_around(given: MemberExpr, api: TypeChecker) -> TypeInfo | None:
    """Return the class of ``self`` in an attribute of it, in the method that has that parameter."""
    statement = FLOW.of(api.tree).statement_of(given)
    function = None if statement is None else FLOW.of(api.tree).function_around(statement)
    if function is None or not function.info or not function.arguments or not isinstance(given.expr, NameExpr):
        return None
    return function.info if function.arguments[0].variable is given.expr.node else None


def _type_without_self(method: FuncDef) -> CallableType | None:
    kind = known_type(method.type)
    if not isinstance(kind, CallableType) or len(kind.arg_types) != len(method.arguments):
        return None
    return kind.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
        arg_types=kind.arg_types[1:], arg_kinds=kind.arg_kinds[1:], arg_names=kind.arg_names[1:]
    )
