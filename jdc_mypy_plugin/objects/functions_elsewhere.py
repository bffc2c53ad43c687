"""Functions of other modules that an expression names, or is a method or a partial of."""

from __future__ import annotations

from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ArgKind,
    Block,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
)
from mypy.types import CallableType

from ..evaluate import Evaluator
from ..host.known_types import known_type
from ..libraries.definition import PARTIAL
from ..model.functions.function_notes import note_of
from ..model.functions.nested_functions import name_of_nested
from ..model.subclasses_in_sight import is_overridden_in_sight
from ..syntax import INDEX
from ..syntax.arguments import has_stars, positional
from ..syntax.functions import class_named
from ..typefacts.instances import sole_instance
from .patched_functions import is_replaced


class Elsewhere(NamedTuple):
    """A function of another module."""

    function: FuncDef
    rest: list[str]
    """The parameters that the arguments of a call fill."""
    receiver: str | None = None
    """The parameter that holds the object of which it is a method."""


def function_elsewhere(
    callee: Expression, owner: TypeInfo | None, api: TypeChecker, method: str | None = None
) -> Elsewhere | None:
    """Return the function of another module that a callee is; ``owner`` is the class of ``x`` in ``x.f``.

    ``method`` is the name of the method if the object itself is called.
    """
    name = callee.name if method is None and isinstance(callee, MemberExpr) else method
    if owner is not None and name is not None:
        symbol = owner.get(name)
        node = None if symbol is None else symbol.node
        if not isinstance(node, FuncDef) or is_overridden_in_sight(owner, name, api):
            return None
    else:
        node = callee.node if isinstance(callee, RefExpr) else None
    if not isinstance(node, FuncDef) or INDEX.of(api.tree).position(node) is not None:
        return None
    if is_replaced(node, api.tree):
        return None
    if node.is_static or node.is_class or node.is_property or bool(node.info) != (owner is not None):
        return None
    names = [name for name in node.arg_names if name is not None]
    return Elsewhere(node, names[1:], names[0]) if node.info and names else Elsewhere(node, names)


class GivenElsewhere(NamedTuple):
    """A function of another module as whoever is given it calls it."""

    function: FuncDef
    """The function itself, with all its parameters."""
    first: int = 0
    """The number of parameters that are filled already: ``self``, and what a partial gives by position."""
    by_name: frozenset[str] = frozenset()
    """The parameters that a partial gives by name."""
    owner: TypeInfo | None = None
    """The class of the object of which it is a method."""

    def as_called(self) -> FuncDef:
        """Return a function of the parameters that are left, without a body."""
        kind = known_type(self.function.type)
        function = self.function
        rest = FuncDef(function.name, [], Block([]))
        rest._fullname = function.fullname  # pyright: ignore[reportPrivateUsage] - as mypy does
        rest.arg_names, rest.arg_kinds = function.arg_names[self.first :], function.arg_kinds[self.first :]
        if isinstance(kind, CallableType) and len(kind.arg_types) == len(function.arg_names):
            rest.type = kind.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
                arg_types=kind.arg_types[self.first :], arg_kinds=rest.arg_kinds, arg_names=rest.arg_names
            )
        return rest


def given_elsewhere(given: Expression, api: TypeChecker) -> GivenElsewhere | None:
    """Return the function of another module that an expression is: a name, a method, a partial, a callable object."""
    if isinstance(given, NameExpr):
        source = Evaluator(api).source(given)
        given = source if is_partial(source) else given
    nested = nested_elsewhere(given, api)
    if nested is not None:
        return GivenElsewhere(nested)
    if isinstance(given, CallExpr) and is_partial(given):
        inner = given_elsewhere(given.args[0], api) if given.args and not has_stars(given) else None
        names = frozenset(name for name in given.arg_names if name is not None)
        count = len(positional(given)) - 1
        return None if inner is None else inner._replace(first=inner.first + count, by_name=inner.by_name | names)
    plain = function_elsewhere(given, None, api) if isinstance(given, NameExpr | MemberExpr) else None
    if plain is not None:
        return GivenElsewhere(plain.function)
    if isinstance(given, MemberExpr):
        named = class_named(given.expr)
        owner = named or _class_of(given.expr, api)
        method = None if owner is None else function_elsewhere(given, owner, api)
        if method is not None:
            return GivenElsewhere(method.function, 0 if named is not None else 1, owner=owner)
    info = _class_of(given, api)
    called = None if info is None else function_elsewhere(given, info, api, "__call__")
    return None if called is None else GivenElsewhere(called.function, 1, owner=info)


def nested_elsewhere(given: Expression, api: TypeChecker) -> FuncDef | None:
    """Return the function that ``make_loss(config)`` of another module defines and gives back, without its body.

    It may have a name, ``loss = make_loss(config)``.
    """
    call = Evaluator(api).source(given) if isinstance(given, NameExpr) else given
    found = function_elsewhere(call.callee, None, api) if isinstance(call, CallExpr) else None
    note = None if found is None else note_of(found.function)
    if found is None or note is None or note.nested is None:
        return None
    name, names, kinds = note.nested
    nested = FuncDef(name, [], Block([]))
    nested._fullname = name_of_nested(found.function.fullname)  # pyright: ignore[reportPrivateUsage] - as mypy does
    arg_names: list[str | None] = [*names]
    nested.arg_names, nested.arg_kinds = arg_names, [ArgKind(each) for each in kinds]
    made = known_type(found.function.type)
    kind = known_type(made.ret_type) if isinstance(made, CallableType) else None
    if isinstance(kind, CallableType) and kind.arg_kinds == nested.arg_kinds:
        nested.type = kind.copy_modified(arg_names=nested.arg_names)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    return nested


def is_partial(given: Expression) -> bool:
    """Return whether an expression is ``functools.partial(...)``."""
    callee = given.callee if isinstance(given, CallExpr) else None
    return isinstance(callee, RefExpr) and callee.fullname == PARTIAL


def class_method_elsewhere(callee: Expression, tree: MypyFile) -> tuple[TypeInfo, FuncDef] | None:
    """Return the class and the class method of another module that ``State.start`` is."""
    info = class_named(callee.expr) if isinstance(callee, MemberExpr) else None
    symbol = info.get(callee.name) if info is not None and isinstance(callee, MemberExpr) else None
    node = None if symbol is None else symbol.node
    if info is None or not isinstance(node, Decorator) or not node.func.is_class:
        return None
    is_here = INDEX.of(tree).position(node) is not None
    return None if is_here or is_replaced(node.func, tree) else (info, node.func)


def _class_of(expression: Expression, api: TypeChecker) -> TypeInfo | None:
    instance = sole_instance(api.lookup_type_or_none(expression))
    return None if instance is None or instance.type.is_protocol else instance.type
