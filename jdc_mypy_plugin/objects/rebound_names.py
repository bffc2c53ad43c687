"""Names that a program uses again for something else: mypy goes on with the first type, and so would every rule.

Who runs mypy sees its error at the second value; who runs ``jdc check`` alone does not, and the program works.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    ListComprehension,
    MemberExpr,
    NameExpr,
    SetComprehension,
    SymbolNode,
    TypeInfo,
    Var,
)
from mypy.subtypes import is_subtype
from mypy.types import AnyType, Instance, NoneType, PartialType, ProperType, Type

from ..host.freshness import REDEFINED
from ..host.known_types import known_type
from ..host.mypy_errors import has_error
from ..syntax import INDEX
from ..syntax.body import Body
from ..syntax.names.targets import paired
from ..syntax.walk import descendants
from ..typefacts.arrays import is_certainly_array
from ..typefacts.bound_types import bound_types
from ..typefacts.instances import sole_instance
from .made_classes import holds_other, made_class

_HANDING_ON: Final = (
    NameExpr,
    MemberExpr,
    IndexExpr,
    ListComprehension,
    SetComprehension,
    DictionaryComprehension,
)


def is_of_rebound_name(node: Context, api: object) -> bool:
    """Return whether a name or an attribute in an expression may stand for another thing than mypy says.

    Values of variables of arrays are left out: the evaluation of shapes follows the order of statements by itself.
    """
    if not isinstance(api, TypeChecker) or not isinstance(node, Expression):
        return False
    parts = descendants(node)
    return any(_is_rebound(each, api, set()) for each in _names(parts)) or any(
        holds_other(each, api) for each in parts if each is not node
    )


def _names(parts: list[Expression]) -> set[SymbolNode]:
    return {each.node for each in parts if isinstance(each, NameExpr) and each.node is not None}


def _is_rebound(named: SymbolNode, api: TypeChecker, seen: set[SymbolNode]) -> bool:
    if named in seen:
        return False
    seen.add(named)
    if _is_defined_again(named, api):
        return True
    declared = known_type(named.type) if isinstance(named, Var) else None
    if declared is None or isinstance(declared, AnyType | PartialType):
        return False
    is_array = is_certainly_array(declared)
    return any(
        _is_from_other(each.source, declared, api, seen) or (not is_array and _is_other(each, declared, api))
        for each in _values(named, api)
    )


def _is_defined_again(named: SymbolNode, api: TypeChecker) -> bool:
    """Return whether the module defines a class or function again, its own or an imported one, or that of a variable.

    mypy reports the second definition, and means the first wherever the name stands.
    """
    instance = sole_instance(named.type) if isinstance(named, Var) and named.type is not None else None
    definition = named if instance is None else instance.type
    if not isinstance(definition, TypeInfo | FuncDef | Decorator):
        return False
    return _is_of_module(definition, api) and definition.name + REDEFINED in api.tree.names


class _Value(NamedTuple):
    """The value that a statement binds a variable to."""

    statement: Context
    type: Type | None
    """None where mypy has not come to the statement yet, or the type is not evident."""
    expression: Expression | None
    """The value itself, None of a part of it."""
    source: Expression | None = None
    """The sequence whose items the variable gets, or what else hands on what it holds."""
    may_run_before: bool = False
    """True if the statement may run before the code at hand although mypy has not come to it."""


def _is_other(value: _Value, declared: ProperType, api: TypeChecker) -> bool:
    made = None if value.expression is None else made_class(value.expression)
    kind = known_type(value.type)
    if made is not None and isinstance(declared, Instance):
        if made.has_base(declared.type.fullname):
            return False
        if kind is None and value.may_run_before:
            return True
    if not _fits(kind, declared) or not _items_fit(value.expression, declared, api):
        return True
    is_container = isinstance(declared, Instance) and bool(declared.args)  # takes its type from where it is put
    return is_container and kind is not None and not _is_update(value) and has_error(value.statement, api)


def _is_update(value: _Value) -> bool:
    """Return whether a variable gets what a method of its own object gives back: ``state = state.replace(x=1)``."""
    callee = value.expression.callee if isinstance(value.expression, CallExpr) else None
    owner = callee.expr if isinstance(callee, MemberExpr) else None
    targets = value.statement.lvalues if isinstance(value.statement, AssignmentStmt) else ()
    return isinstance(owner, NameExpr) and any(
        isinstance(each, NameExpr) and each.node is owner.node for each in targets
    )


def _is_from_other(source: Expression | None, declared: ProperType, api: TypeChecker, seen: set[SymbolNode]) -> bool:
    parts = [] if source is None else descendants(source)
    return any(_is_rebound(each, api, seen) for each in _names(parts)) or any(
        holds_other(each, api, declared) for each in parts
    )


def _fits(kind: ProperType | None, declared: Type) -> bool:
    return kind is None or isinstance(kind, AnyType | NoneType | PartialType) or is_subtype(kind, declared)


def _items_fit(value: Expression | None, declared: ProperType, api: TypeChecker) -> bool:
    """Return whether a comprehension makes items of the declared type: it has that type to mypy in any case."""
    item = value.value if isinstance(value, DictionaryComprehension) else None
    if isinstance(value, ListComprehension | SetComprehension):
        item = value.generator.left_expr
    if item is None or not isinstance(declared, Instance) or not declared.args:
        return True
    return _fits(known_type(api.lookup_type_or_none(item)), declared.args[-1])


def _values(variable: SymbolNode, api: TypeChecker) -> Iterator[_Value]:
    """Yield what the statements of a scope bind a variable to.

    An annotation in the same statement is taken at its word.
    """
    in_function = _is_of_module(variable, api) and api.scope.current_function() is not None
    for statement in _scope(variable, api).binding(variable.name):
        if isinstance(statement, ForStmt):
            for kind in _types(statement.index, statement.inferred_item_type, variable):
                yield _Value(statement.expr, kind, None, statement.expr)
        elif isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is None:
            for target in statement.lvalues:
                for item, value in paired(target, statement.rvalue) or ((target, statement.rvalue),):
                    whole = value if isinstance(item, NameExpr) else None
                    source = value if isinstance(value, _HANDING_ON) else None
                    for kind in _types(item, api.lookup_type_or_none(value), variable):
                        yield _Value(statement, kind, whole, source, may_run_before=in_function)


def _types(target: Expression, value: Type | None, variable: SymbolNode) -> Iterator[Type | None]:
    """Yield the type of what a target binds a variable to."""
    for item, kind in bound_types(target, value):
        if isinstance(item, NameExpr) and item.node is variable:
            yield kind


def _scope(variable: SymbolNode, api: TypeChecker) -> Body:
    """Return the outermost function at hand, which mypy checks as a whole, or the module of which a variable is."""
    if _is_of_module(variable, api):
        return INDEX.of(api.tree).body
    functions = [each for each in api.scope.stack if isinstance(each, FuncDef)]
    index = INDEX.of(api.tree)
    return index.inside(functions[0]) if functions else index.body


def _is_of_module(named: SymbolNode, api: TypeChecker) -> bool:
    """Return whether the module has a name at its top level; an imported one too, which it may bind again."""
    symbol = api.tree.names.get(named.name)
    return named.fullname == f"{api.tree.fullname}.{named.name}" or (symbol is not None and symbol.node is named)
