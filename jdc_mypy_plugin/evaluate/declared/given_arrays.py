"""Arrays of NumPy in fields whose annotations promise arrays of JAX, as where brax reads a model, and in variables.

mypy goes on with the declared type of a variable, or with that of the first value, whatever it is bound to later.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
)
from mypy.types import AnyType, Instance, Type

from ...host.known_types import known_type
from ...model.functions.function_notes import is_noted_to_return
from ...model.functions.pure_methods import TREE_MAPS
from ...syntax import INDEX
from ...syntax.arguments import bound
from ...syntax.body import Body
from ...syntax.names.targets import Target, members, paired, targets
from ...typefacts.arrays import is_certainly_array
from ...typefacts.bound_types import bound_types

_NUMPY: Final = "numpy"


def may_hold_numpy(array: Expression, api: TypeChecker) -> bool:
    """Return whether what is declared an array of JAX may be one of NumPy.

    A variable may that is bound to something else too; a field of an object that the code at hand makes of values of
    unknown types: an annotation does not check what the constructor is given, and ``jax.tree.map`` leaves arrays of
    NumPy what they are; an attribute to which the module assigns an array of NumPy; a parameter for which a call
    in the module gives one; and an item of a dict where the module writes one that holds any.
    """
    if isinstance(array, IndexExpr):
        return _is_named(array.index, api) and _writes_dict_of_numpy(INDEX.of(api.tree).body)
    if isinstance(array, NameExpr):
        return _is_bound_to_other(array, api) or _is_given_numpy(array, api)
    owner = array
    while isinstance(owner, MemberExpr):
        owner = owner.expr
    if owner is array or not isinstance(owner, NameExpr):
        return False
    if isinstance(array, MemberExpr) and _is_assigned_numpy(array.name, INDEX.of(api.tree).body):
        return True
    return any(_is_unknown(value, api) for value in _values(owner, api))


def _is_named(index: Expression, api: TypeChecker) -> bool:
    """Return whether an index is a string, as that of a dict is."""
    kind = known_type(api.lookup_type_or_none(index))
    return isinstance(kind, Instance) and kind.type.fullname == "builtins.str"


def _writes_dict_of_numpy(body: Body) -> bool:
    displays = body.expressions_of(DictExpr)
    return any(_is_made_by_numpy(value) for display in displays for _, value in display.items)


def _is_bound_to_other(name: NameExpr, api: TypeChecker) -> bool:
    """Return whether a variable is bound somewhere to what is not certain to be an array of JAX.

    An annotation in the same statement is taken at its word.
    """
    for statement in _body(api).statements:
        if isinstance(statement, ForStmt):
            parts = bound_types(statement.index, statement.inferred_item_type)
            if any(_is_same(part, name) and not _is_of_jax(each) for part, each in parts):
                return True
        elif isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is None:
            for target in statement.lvalues:
                for item, value in paired(target, statement.rvalue) or ((target, statement.rvalue),):
                    kind, is_made = api.lookup_type_or_none(value), _is_made_by_numpy(value)
                    parts = bound_types(item, kind)
                    if any(_is_same(part, name) and (is_made or not _is_of_jax(each)) for part, each in parts):
                        return True
    return False


def _is_same(item: Expression, name: NameExpr) -> bool:
    return isinstance(item, NameExpr) and item.node is name.node


def _is_of_jax(value: Type | None) -> bool:
    """Return whether a type is that of arrays of JAX; one that mypy has not come to yet counts as one."""
    if value is None:
        return True
    kind = known_type(value)
    return is_certainly_array(kind) and not (isinstance(kind, Instance) and kind.type.fullname.startswith(_NUMPY))


def _is_assigned_numpy(attribute: str, body: Body) -> bool:
    """Return whether a module assigns what a function of NumPy returns to an attribute of this name."""
    return any(
        member.name == attribute and _is_made_by_numpy(value)
        for statement in body.statements
        for target in targets(statement)
        for item, value in paired(target.expression, target.value) or ((target.expression, target.value),)
        for member in members(item)
    )


def _is_given_numpy(name: NameExpr, api: TypeChecker) -> bool:
    """Return whether the module gives an array of NumPy for a parameter of the function at hand."""
    function, body = api.scope.current_function(), INDEX.of(api.tree).body
    if not isinstance(function, FuncDef) or all(each.variable is not name.node for each in function.arguments):
        return False
    names = function.arg_names[1:] if function.info and not function.is_static else function.arg_names
    return any(
        parameter == name.name and _shows_numpy(value, body)
        for call in body.expressions_of(CallExpr)
        if isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name == function.name
        for value, parameter in bound(call, names)
    )


def _shows_numpy(value: Expression, body: Body) -> bool:
    """Return whether an expression, or something that a variable of its name is bound to, makes an array of NumPy."""
    if isinstance(value, NameExpr):
        made = (each.value for statement in body.statements for each in _bound_to(value, statement))
        return any(_shows_numpy(each, body) for each in made if each is not None and not isinstance(each, NameExpr))
    if isinstance(value, OpExpr):
        sides = (each for each in (value.left, value.right) if not isinstance(each, NameExpr))
        return any(_shows_numpy(each, body) for each in sides)
    callee = value.callee if isinstance(value, CallExpr) else None
    return _is_made_by_numpy(value) or (isinstance(callee, MemberExpr) and callee.name == "numpy")


def _bound_to(name: NameExpr, statement: Statement) -> Iterator[Target]:
    for target in targets(statement):
        if isinstance(target.expression, NameExpr) and target.expression.node is name.node:
            yield target


def _is_made_by_numpy(value: Expression | None) -> bool:
    callee = value.callee if isinstance(value, CallExpr) else None
    if isinstance(callee, MemberExpr) and isinstance(callee.expr, CallExpr):
        return _is_made_by_numpy(callee.expr)
    if isinstance(callee, RefExpr) and isinstance(callee.node, FuncDef) and is_noted_to_return(callee.node, "numpy"):
        return True
    return isinstance(callee, RefExpr) and callee.fullname.startswith(f"{_NUMPY}.")


def _values(name: NameExpr, api: TypeChecker) -> Iterator[Expression]:
    """Yield what the function at hand, or the module, assigns to a variable."""
    for statement in _body(api).statements:
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


def _body(api: TypeChecker) -> Body:
    """Return the statements of the function at hand, or of the module."""
    index, function = INDEX.of(api.tree), api.scope.current_function()
    return index.inside(function) if isinstance(function, FuncDef) else index.body
