"""Values that a statement gives to what has an annotation: a result, a variable, the default of a parameter."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    NameExpr,
    Node,
    ReturnStmt,
    StarExpr,
    TupleExpr,
)

from ..model.annotations.annotated_variables import declaration, has_annotated_variables
from ..model.annotations.signatures import HAS_SIGNATURES
from ..rules.asking import ask
from ..rules.places import (
    ANNOTATED_VARIABLE,
    PARAMETER_DEFAULT,
    RETURNED,
    AnnotatedVariable,
    ParameterDefault,
    ReturnedValue,
)
from ..syntax import INDEX
from ..syntax.names.flow import FLOW
from ..syntax.per_module import PerModule
from .returned_parameters import ask_of_parameters

_ANNOTATED: Final = PerModule(lambda module: HAS_SIGNATURES.of(module) or has_annotated_variables(module))


def ask_of_value(made: Expression, api: TypeChecker, *, is_ahead: bool = False) -> None:
    """Ask about the statements that give what an expression makes, by a name perhaps, to what has an annotation."""
    if not _ANNOTATED.of(api.tree):
        return
    ask_of_parameters(api)
    index, flow = INDEX.of(api.tree), FLOW.of(api.tree)
    value, statement = made, index.parent(made)
    while isinstance(statement, ConditionalExpr) and value is not statement.cond:
        value, statement = statement, index.parent(statement)
    _ask_of_statement(made, statement, api, is_ahead=is_ahead)
    if isinstance(statement, AssignmentStmt) and statement.rvalue is value:
        for target in statement.lvalues:
            for name in target.items if isinstance(target, TupleExpr) else (target,):
                for later in flow.said_of(name) if isinstance(name, NameExpr) else ():
                    if _is_of(value, flow.value_at(later, joins=True)):
                        _ask_of_statement(later, index.parent(later), api, is_ahead=is_ahead)


def _is_of(value: Expression, held: object) -> bool:
    """Return whether a variable holds a value, or an item that was unpacked of it.

    Of two values it may hold, the one counts that stands last: mypy has checked the other one by then.
    """
    if isinstance(held, ConditionalExpr) and value is not held:
        held = max((held.else_expr, held.if_expr), key=lambda each: each.line)
    return held is value or (isinstance(held, IndexExpr) and held.base is value)


def _ask_of_statement(value: Expression, statement: Node | None, api: TypeChecker, *, is_ahead: bool) -> None:
    returning = INDEX.of(api.tree).parent(statement) if isinstance(statement, TupleExpr) else statement
    if isinstance(returning, ReturnStmt):
        function = FLOW.of(api.tree).function_around(returning)
        item = None if returning is statement else _place(value, returning)
        if function is not None:
            ask(RETURNED, ReturnedValue(value, function, api, is_ahead, item))
    elif isinstance(statement, AssignmentStmt):
        annotating = statement if statement.unanalyzed_type is not None else declaration(statement, api)
        if annotating is not None:
            ask(ANNOTATED_VARIABLE, AnnotatedVariable(value, annotating, api, is_ahead))
    elif isinstance(statement, FuncDef | Decorator):
        _ask_of_default(value, statement.func if isinstance(statement, Decorator) else statement, api)


def _place(value: Expression, returning: ReturnStmt) -> int:
    """Return the place of a value in the tuple that is returned; -1 where there is none, or it is not certain."""
    for at, item in enumerate(returning.expr.items if isinstance(returning.expr, TupleExpr) else ()):
        if isinstance(item, StarExpr):
            return -1
        if value is item or (isinstance(item, ConditionalExpr) and value in (item.if_expr, item.else_expr)):
            return at
    return -1


def _ask_of_default(value: Expression, function: FuncDef, api: TypeChecker) -> None:
    """Ask about an array in the place of a default, ``def f(x=jnp.zeros(3))``."""
    for given in function.arguments:
        if given.initializer is value:
            ask(PARAMETER_DEFAULT, ParameterDefault(value, given.variable.name, function, api))
