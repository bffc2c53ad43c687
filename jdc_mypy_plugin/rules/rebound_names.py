"""Names that a program uses again for something else: mypy goes on with the first type, and so would every rule.

Who runs mypy sees its error at the second value; who runs ``jdc check`` alone does not, and the program works.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    Context,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    NameExpr,
    SymbolNode,
    TypeInfo,
    Var,
)
from mypy.subtypes import is_subtype
from mypy.types import AnyType, Instance, NoneType, PartialType, TupleType, Type

from ..host.freshness import REDEFINED
from ..host.known_types import known_type
from ..syntax import INDEX
from ..syntax.body import Body
from ..syntax.targets import paired, unpacked
from ..syntax.walk import descendants
from ..typefacts.arrays import is_certainly_array
from ..typefacts.instances import sole_instance


def is_of_rebound_name(node: Context, api: object) -> bool:
    """Return whether a name in an expression may stand for another thing than mypy says.

    Variables of arrays are left out: the evaluation of shapes follows the order of statements by itself.
    """
    if not isinstance(api, TypeChecker) or not isinstance(node, Expression):
        return False
    nodes = {each.node for each in descendants(node) if isinstance(each, NameExpr)}
    return any(_is_defined_again(each, api) or (isinstance(each, Var) and _is_rebound(each, api)) for each in nodes)


def _is_defined_again(named: SymbolNode | None, api: TypeChecker) -> bool:
    """Return whether the module defines a class or a function again, or the class of a variable.

    mypy reports the second definition, and means the first wherever the name stands.
    """
    instance = sole_instance(named.type) if isinstance(named, Var) and named.type is not None else None
    definition = named if instance is None else instance.type
    if not isinstance(definition, TypeInfo | FuncDef | Decorator):
        return False
    is_here = definition.fullname == f"{api.tree.fullname}.{definition.name}"
    return is_here and definition.name + REDEFINED in api.tree.names


def _is_rebound(variable: Var, api: TypeChecker) -> bool:
    declared = known_type(variable.type)
    if declared is None or isinstance(declared, AnyType | PartialType) or is_certainly_array(declared):
        return False
    return any(_is_other(value, declared) for value in _values(variable, api))


def _is_other(value: Type | None, declared: Type) -> bool:
    kind = known_type(value)
    if kind is None or isinstance(kind, AnyType | NoneType | PartialType):
        return False
    return not is_subtype(kind, declared)


def _values(variable: Var, api: TypeChecker) -> Iterator[Type | None]:
    """Yield the types of what the statements of a scope bind a variable to, as far as mypy has come.

    An annotation in the same statement is taken at its word.
    """
    for statement in _scope(api).statements:
        if isinstance(statement, ForStmt):
            yield from _parts(statement.index, statement.inferred_item_type, variable)
        elif isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is None:
            for target in statement.lvalues:
                for item, value in paired(target, statement.rvalue) or ((target, statement.rvalue),):
                    yield from _parts(item, api.lookup_type_or_none(value), variable)


def _parts(target: Expression, value: Type | None, variable: Var) -> Iterator[Type | None]:
    """Yield the type of what a target binds a variable to."""
    items, kind = list(unpacked(target)), known_type(value)
    if items == [target]:
        kinds: list[Type | None] = [kind]
    elif isinstance(kind, TupleType) and len(kind.items) == len(items):
        kinds = list(kind.items)
    else:
        kinds = [kind.args[0] if isinstance(kind, Instance) and kind.args else None] * len(items)
    for item, part in zip(items, kinds, strict=True):
        if isinstance(item, NameExpr) and item.node is variable:
            yield part


def _scope(api: TypeChecker) -> Body:
    """Return the outermost function at hand, which mypy checks as a whole, or the module."""
    functions = [each for each in api.scope.stack if isinstance(each, FuncDef)]
    index = INDEX.of(api.tree)
    return index.inside(functions[0]) if functions else index.body
