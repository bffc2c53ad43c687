"""Functions that are handed to a transformation without a name of their own: lambdas and methods of ``self``."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    RefExpr,
    TypeInfo,
)
from mypy.types import CallableType

from ..host.known_types import known_type
from ..model.annotations.signature_reader import is_bound_once
from ..model.subclasses_in_sight import is_overridden
from ..objects.kept_objects import class_of_object
from ..syntax import INDEX
from ..syntax.receivers import method_with
from ..typefacts.instances import sole_instance

_LAMBDA: Final = "lambda"
"""The name of such a function, which no other can have."""


def as_function(written: LambdaExpr) -> FuncDef:
    """Return a lambda as a function with the same parameters and body."""
    function = FuncDef(_LAMBDA, written.arguments, written.body)
    function.set_line(written)
    return function


def is_lambda(function: FuncDef) -> bool:
    """Return whether a function is one that a lambda was made into."""
    return function.name == _LAMBDA


def called_in_messages(function: FuncDef) -> str:
    """Return how messages call a function: by its name, if it has one."""
    return "a lambda" if is_lambda(function) else f'"{function.name}"'


def given_method(at: Context, api: TypeChecker) -> FuncDef | None:
    """Return the method that a call of a transformation is given, ``jax.jit(self.step)``, without its ``self``."""
    given = at.args[0] if isinstance(at, CallExpr) and at.args else None
    return None if given is None else bound_method(given, api)


def bound_method(given: Expression, api: TypeChecker) -> FuncDef | None:
    """Return the method of an object, or the class method ``Scale.of``, that an expression is, as it is called."""
    owner = given.expr.node if isinstance(given, MemberExpr) and isinstance(given.expr, RefExpr) else None
    if isinstance(given, MemberExpr) and isinstance(owner, TypeInfo):
        method = class_method_of(owner, given.name, api.tree)
    else:
        method = called_method(given, api)
    return None if method is None else without_self(method)


def called_method(given: Expression, api: TypeChecker) -> FuncDef | None:
    """Return the method of the module that runs where an expression is called: ``env.step``, or an object itself."""
    if isinstance(given, MemberExpr):
        around = method_with(given.expr, api.tree)
        if around is None or around.is_class:
            owner = _class_of(given.expr, api) or class_of_object(given.expr, api)
        else:
            owner = around.info
        found = None if owner is None else method_of(owner, given.name, api)
        if found is not None:
            return found
    owner = _class_of(given, api)
    return None if owner is None else method_of(owner, "__call__", api)


def method_of(owner: TypeInfo, name: str, api: TypeChecker) -> FuncDef | None:
    """Return the method of the module that an attribute of an object of a class is."""
    symbol = owner.get(name)
    method = None if symbol is None else symbol.node
    if not isinstance(method, FuncDef) or INDEX.of(api.tree).position(method) is None:
        return None  # mypy keeps no parameters of a function that it has read from its cache
    is_plain = method.arguments and not method.is_static and not method.is_class
    is_alone = is_bound_once(method, api.tree) and not is_overridden(owner, name, api)
    return method if is_plain and is_alone else None


def class_method_of(owner: TypeInfo, name: str, tree: MypyFile) -> FuncDef | None:
    """Return the class method of the module that an attribute of a class is."""
    symbol = owner.names.get(name)
    node = None if symbol is None else symbol.node
    is_alone = isinstance(node, Decorator) and len(node.original_decorators) == 1
    if not isinstance(node, Decorator) or not is_alone or not node.func.is_class or not node.func.arguments:
        return None
    return node.func if INDEX.of(tree).position(node) is not None else None


def without_self(method: FuncDef) -> FuncDef:
    """Return a method as its object has it."""
    return without_first(method, 1)


def without_first(function: FuncDef, count: int) -> FuncDef:
    """Return a function without its first parameters, as a partial has it that gives these."""
    kind = _type_without_first(function, count)
    rest = FuncDef(function.name, function.arguments[count:], function.body, kind)
    rest.set_line(function)
    return rest


def _class_of(expression: Expression, api: TypeChecker) -> TypeInfo | None:
    """Return the class of an object; None of a protocol, which does not tell what runs."""
    instance = sole_instance(api.lookup_type_or_none(expression))
    return None if instance is None or instance.type.is_protocol else instance.type


def _type_without_first(function: FuncDef, count: int) -> CallableType | None:
    kind = known_type(function.type)
    if not isinstance(kind, CallableType) or len(kind.arg_types) != len(function.arguments):
        return None
    return kind.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
        arg_types=kind.arg_types[count:], arg_kinds=kind.arg_kinds[count:], arg_names=kind.arg_names[count:]
    )
