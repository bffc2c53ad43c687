"""Code in a project's own decorator that leaves the class what it is: a dataclass, which it may register by hand.

``register_pytree_node(cls, flatten, unflatten)`` makes a pytree of it, and says to nobody which fields are static.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from mypy.nodes import (
    ARG_STAR2,
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    StrExpr,
)

from ...syntax.functions import returned_by
from ...syntax.names.definitions import written_name
from ...syntax.names.targets import targets, unpacked
from ...syntax.walk import blocks, descendants, expressions_of
from .options import UnknownError

RETURNING_CLASS: Final = frozenset(
    f"jax.tree_util.{name}"
    for name in ("register_dataclass", "register_pytree_node_class", "register_pytree_with_keys_class")
)
"""Functions that register the class which they are given first, and return it."""
_BY_HAND: Final = RETURNING_CLASS | {
    "jax.tree_util.register_pytree_node",
    "jax.tree_util.register_pytree_with_keys",
}

_FUNCTIONS: Final = (FuncDef, Decorator)
_PLAIN: Final = (
    AssertStmt,
    AssignmentStmt,
    ExpressionStmt,
    ForStmt,
    IfStmt,
    OperatorAssignmentStmt,
    RaiseStmt,
    *_FUNCTIONS,
)
_REPLACE: Final = "replace"
_SPECIAL: Final = "__"


class PassedOver(NamedTuple):
    """The effects of a statement that is not understood otherwise."""

    registers: bool
    """True if it registers the class."""
    adds_replace: bool
    binds: frozenset[str]
    """The names that it gives values, or may change in place."""


def passed_over(
    statement: Statement,
    classes: Collection[str],
    functions: Mapping[str, FuncDef],
    options: Collection[str],
    tree: MypyFile,
) -> PassedOver:
    """Return what a statement does besides; UnknownError where it may give ``classes`` another meaning.

    ``functions`` are those that the body of the decorator defines. So too where an option says if it registers one.
    """
    inside = list(_outside_functions(statement))
    if not all(isinstance(each, _PLAIN) for each in inside):
        raise UnknownError
    targeted = [part for each in inside for target in targets(each) for part in unpacked(target.expression)]
    changed = {part.name for part in targeted if isinstance(part, MemberExpr) and _is_one(part.expr, classes)}
    named = [each for each in (*targeted, *inside) if isinstance(each, NameExpr | FuncDef | Decorator)]
    binds = frozenset(each.name for each in named)
    parts = [part for each in inside for written in expressions_of(each) for part in descendants(written)]
    calls = [part for part in parts if isinstance(part, CallExpr) and part.args]
    changed |= {
        _set_by(each) for each in calls if isinstance(each.callee, NameExpr) and each.callee.name == "setattr"
    }
    if any(name.startswith(_SPECIAL) for name in changed) or not binds.isdisjoint(classes):
        raise UnknownError
    registering = [
        each for each in calls if _is_one(each.args[0], classes) and written_name(each.callee, tree) in _BY_HAND
    ]
    replaces = _REPLACE in changed and any(_replaces(each, functions, tree) for each in inside)
    if registering and _asks(inside, options):
        raise UnknownError
    return PassedOver(bool(registering), replaces, binds | (_changed_in_place(parts) - frozenset(classes)))


def _asks(statements: Collection[Statement], options: Collection[str]) -> bool:
    """Return whether a condition asks for an option of the decorator."""
    conditions = [condition for each in statements if isinstance(each, IfStmt) for condition in each.expr]
    choices = [each.expr for each in statements if isinstance(each, ExpressionStmt) and isinstance(each.expr, OpExpr)]
    return any(_is_one(part, options) for each in (*conditions, *choices) for part in descendants(each))


def _changed_in_place(parts: Collection[Expression]) -> frozenset[str]:
    """Return the names whose methods are called, as in ``names.remove("x")``, or which a call is given."""
    calls = [part for part in parts if isinstance(part, CallExpr)]
    owners = (each.callee.expr for each in calls if isinstance(each.callee, MemberExpr))
    used = (*owners, *(given for each in calls for given in each.args))
    return frozenset(each.name for each in used if isinstance(each, NameExpr))


def _outside_functions(statement: Statement) -> Iterator[Statement]:
    yield statement
    for block in () if isinstance(statement, _FUNCTIONS) else blocks(statement):
        for inner in block.body:
            yield from _outside_functions(inner)


def _set_by(call: CallExpr) -> str:
    """Return the name that ``setattr(cls, "name", value)`` sets; one of Python's own where it may be any."""
    name = call.args[1] if len(call.args) > 1 else None
    return name.value if isinstance(name, StrExpr) else _SPECIAL


def _is_one(expression: Expression, names: Collection[str]) -> bool:
    return isinstance(expression, NameExpr) and expression.name in names


def _replaces(statement: Statement, functions: Mapping[str, FuncDef], tree: MypyFile) -> bool:
    """Return whether a statement assigns a function ``return dataclasses.replace(self, **updates)``."""
    value = statement.rvalue if isinstance(statement, AssignmentStmt) else None
    function = functions.get(value.name) if isinstance(value, NameExpr) else None
    return function is not None and _returns_copies(function, tree)


def _returns_copies(function: FuncDef, tree: MypyFile) -> bool:
    returned = returned_by(function.body.body)
    return bool(returned) and all(
        isinstance(each, CallExpr)
        and written_name(each.callee, tree) == "dataclasses.replace"
        and each.arg_kinds[1:] == [ARG_STAR2]
        for each in returned
    )


def writes_replace(defined: ClassDef, tree: MypyFile) -> bool:
    """Return whether the method ``replace`` of a class does no more than ``dataclasses.replace(self, **updates)``."""
    methods = [each for each in defined.defs.body if isinstance(each, FuncDef) and each.name == _REPLACE]
    if len(methods) != 1 or not methods[0].arguments or not _returns_copies(methods[0], tree):
        return False
    receiver = methods[0].arguments[0].variable.name
    copied = [each.args[0] for each in returned_by(methods[0].body.body) if isinstance(each, CallExpr)]
    does_no_more = all(
        isinstance(each, ReturnStmt) or (isinstance(each, ExpressionStmt) and isinstance(each.expr, StrExpr))
        for each in methods[0].body.body
    )
    return does_no_more and all(_is_one(each, (receiver,)) for each in copied)
