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
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
    TupleExpr,
    Var,
)
from mypy.types import AnyType, Instance, Type

from ...host.known_types import known_type
from ...model.functions.function_notes import is_noted_to_hold_numpy, is_noted_to_return, is_variable_of_numpy
from ...model.functions.pure_methods import TREE_MAPS
from ...syntax import INDEX
from ...syntax.arguments import bound
from ...syntax.body import Body
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import Target, members, paired, targets
from ...typefacts.arrays import is_certainly_array
from ...typefacts.bound_types import bound_types
from ...typefacts.called import called_function
from ...typefacts.instances import sole_instance

_NUMPY: Final = "numpy"
_ALONG: Final = frozenset(f"builtins.{name}" for name in ("enumerate", "reversed", "zip"))
_VIEWS: Final = ("values", "items")
"""The methods of a dict whose items a loop goes along."""


def may_hold_numpy(array: Expression, api: TypeChecker) -> bool:
    """Return whether what is declared an array of JAX may be one of NumPy.

    A variable may that is bound to something else too; a field of an object that the code at hand makes of values of
    unknown types: an annotation does not check what the constructor is given, and ``jax.tree.map`` leaves arrays of
    NumPy what they are; an attribute to which the module assigns an array of NumPy; a parameter for which a call
    in the module gives one; and an item of a dict where the module writes one that holds any.
    """
    if isinstance(array, CallExpr):
        return _is_made_by_numpy(array, api)
    if isinstance(array, RefExpr) and isinstance(array.node, Var) and is_variable_of_numpy(array.fullname):
        return True
    if isinstance(array, IndexExpr):
        return _is_item_of_numpy(array, api)
    if isinstance(array, NameExpr):
        return _is_bound_to_other(array, api) or _is_given_numpy(array, api)
    return isinstance(array, MemberExpr) and _is_attribute_of_numpy(array, api)


def _is_item_of_numpy(array: IndexExpr, api: TypeChecker) -> bool:
    if _is_named(array.index, api) and _writes_dict_of_numpy(INDEX.of(api.tree).body, api):
        return True
    if isinstance(array.base, MemberExpr) and _is_noted(array.base, api):
        return True
    held = (array.base, *_held(array, api))
    return any(
        _is_made_by_numpy(each, api) or (_may_be_before(each, array, api) and _holds_numpy(each, api))
        for each in held
    ) or (isinstance(array.base, RefExpr) and is_variable_of_numpy(array.base.fullname))


def _is_attribute_of_numpy(read: MemberExpr, api: TypeChecker) -> bool:
    """Return whether a class or a property, of another module too, or a value of unknown type, may give it one."""
    if _is_noted(read, api):
        return True
    owner: Expression = read
    while isinstance(owner, MemberExpr):
        owner = owner.expr
    if not isinstance(owner, NameExpr):
        return False
    body = INDEX.of(api.tree).body
    return _is_assigned_numpy(read.name, body, api) or any(
        _is_unknown(value, api) or _is_made_by_numpy(value, api) for value in _values(owner, api)
    )


def _may_be_before(value: Expression, use: Expression, api: TypeChecker) -> bool:
    """Return whether a value may be there where an expression is: it stands above, or a loop comes to it again."""
    position = INDEX.of(api.tree).position_of(use)
    return value.line <= use.line or (position is not None and FLOW.of(api.tree).is_in_loop(position))


def _is_noted(read: MemberExpr, api: TypeChecker) -> bool:
    instance = sole_instance(api.lookup_type_or_none(read.expr))
    return instance is not None and is_noted_to_hold_numpy(instance.type, read.name)


def _held(array: Expression, api: TypeChecker) -> Iterator[Expression]:
    """Yield what the variable is bound to that an array is an item of."""
    while isinstance(array, IndexExpr):
        array = array.base
    yield from _values(array, api) if isinstance(array, NameExpr) else ()


def _is_named(index: Expression, api: TypeChecker) -> bool:
    """Return whether an index is a string, as that of a dict is."""
    kind = known_type(api.lookup_type_or_none(index))
    return isinstance(kind, Instance) and kind.type.fullname == "builtins.str"


def _writes_dict_of_numpy(body: Body, api: TypeChecker) -> bool:
    written = [value for display in body.expressions_of(DictExpr) for _, value in display.items]
    written += [each.value for each in body.expressions_of(DictionaryComprehension)]
    for each in body.statements_of(AssignmentStmt):
        target = each.lvalues[0]
        written += [each.rvalue] if isinstance(target, IndexExpr) and _is_named(target.index, api) else []
    return any(_is_made_by_numpy(value, api) for value in written)


def _is_bound_to_other(name: NameExpr, api: TypeChecker) -> bool:
    """Return whether a variable is bound somewhere to what is not certain to be an array of JAX.

    An annotation in the same statement is taken at its word, unless a function of NumPy makes the value.
    """
    for statement in _body(api).statements:
        if isinstance(statement, ForStmt):
            parts = bound_types(statement.index, statement.inferred_item_type)
            along = list(_iterated(statement.expr, api))
            is_made = any(_holds_numpy(each, api) or _is_part_of_numpy(each, api) for each in along)
            if any(_is_same(part, name) and (is_made or not _is_of_jax(each)) for part, each in parts):
                return True
        elif isinstance(statement, AssignmentStmt) and _binds_other(statement, name, api):
            return True
    return False


def _binds_other(statement: AssignmentStmt, name: NameExpr, api: TypeChecker) -> bool:
    for target in statement.lvalues:
        for item, value in paired(target, statement.rvalue) or ((target, statement.rvalue),):
            held = _values(value, api) if isinstance(value, NameExpr) else (value,)
            is_made = any(_holds_numpy(each, api) or _is_part_of_numpy(each, api) for each in held)
            is_declared = statement.unanalyzed_type is not None
            for part, kind in bound_types(item, api.lookup_type_or_none(value)):
                if _is_same(part, name) and (is_made or not (is_declared or _is_of_jax(kind))):
                    return True
    return False


def _is_part_of_numpy(value: Expression, api: TypeChecker) -> bool:
    """Return whether a value is an attribute or an item that may be an array of NumPy."""
    return isinstance(value, MemberExpr | IndexExpr) and may_hold_numpy(value, api)


def _iterated(along: Expression, api: TypeChecker) -> Iterator[Expression]:
    """Yield what a loop goes along, ``rows``, ``enumerate(rows)`` or ``rows.values()``, and what these are."""
    yield along
    sources, callee = [along], along.callee if isinstance(along, CallExpr) else None
    if isinstance(callee, MemberExpr) and callee.name in _VIEWS:
        sources = [callee.expr]
    elif isinstance(along, CallExpr) and isinstance(callee, RefExpr) and callee.fullname in _ALONG:
        sources = along.args
    for each in sources:
        yield from _values(each, api) if isinstance(each, NameExpr) else (each,)


def _holds_numpy(value: Expression, api: TypeChecker) -> bool:
    """Return whether an expression makes an array of NumPy, or a list, a tuple or a dict that shows one."""
    if isinstance(value, ListExpr | TupleExpr):
        return any(_holds_numpy(each, api) for each in value.items)
    if isinstance(value, DictExpr):
        return any(_holds_numpy(each, api) for _, each in value.items)
    if isinstance(value, ListComprehension):
        return _holds_numpy(value.generator.left_expr, api)
    if isinstance(value, DictionaryComprehension):
        return _holds_numpy(value.value, api)
    return _is_made_by_numpy(value, api)


def _is_same(item: Expression, name: NameExpr) -> bool:
    return isinstance(item, NameExpr) and item.node is name.node


def _is_of_jax(value: Type | None) -> bool:
    """Return whether a type is that of arrays of JAX; one that mypy has not come to yet counts as one."""
    if value is None:
        return True
    kind = known_type(value)
    return is_certainly_array(kind) and not (isinstance(kind, Instance) and kind.type.fullname.startswith(_NUMPY))


def _is_assigned_numpy(attribute: str, body: Body, api: TypeChecker) -> bool:
    """Return whether a module assigns what a function of NumPy returns to an attribute of this name."""
    return any(
        member.name == attribute and _is_made_by_numpy(value, api)
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
        parameter == name.name and _shows_numpy(value, body, api)
        for call in body.expressions_of(CallExpr)
        if isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name == function.name
        for value, parameter in bound(call, names)
    )


def _shows_numpy(value: Expression, body: Body, api: TypeChecker) -> bool:
    """Return whether an expression, or something that a variable of its name is bound to, makes an array of NumPy."""
    if isinstance(value, NameExpr):
        made = (each.value for statement in body.statements for each in _bound_to(value, statement))
        return any(
            _shows_numpy(each, body, api) for each in made if each is not None and not isinstance(each, NameExpr)
        )
    if isinstance(value, OpExpr):
        sides = (each for each in (value.left, value.right) if not isinstance(each, NameExpr))
        return any(_shows_numpy(each, body, api) for each in sides)
    callee = value.callee if isinstance(value, CallExpr) else None
    return _is_made_by_numpy(value, api) or (isinstance(callee, MemberExpr) and callee.name == "numpy")


def _bound_to(name: NameExpr, statement: Statement) -> Iterator[Target]:
    for target in targets(statement):
        if isinstance(target.expression, NameExpr) and target.expression.node is name.node:
            yield target


def _is_made_by_numpy(value: Expression | None, api: TypeChecker) -> bool:
    callee = value.callee if isinstance(value, CallExpr) else None
    if isinstance(callee, MemberExpr) and isinstance(callee.expr, CallExpr) and _is_made_by_numpy(callee.expr, api):
        return True
    called = None if callee is None else called_function(callee, api)
    if called is not None and is_noted_to_return(called, "numpy"):
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
