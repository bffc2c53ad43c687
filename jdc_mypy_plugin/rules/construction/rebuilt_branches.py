"""Code of a constructor that runs when JAX rebuilds an object.

Flags that are no fields have their defaults then, and static fields what the object was made with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    Block,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IfStmt,
    IntExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    RaiseStmt,
    Statement,
    StrExpr,
    SymbolNode,
    UnaryExpr,
)

from ...libraries.definition import truth
from ...model.constructors import arguments_of
from ...model.fields import annotated_assignments, default_of
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...syntax.names.flow import FLOW
from ...syntax.walk import statements
from ..sites import ClassSite
from .demands import of_self, written_field

_COMPARISONS: Final[Mapping[str, bool]] = {"==": True, "is": True, "!=": False, "is not": False}
_GOING_ON: Final = (AssertStmt, AssignmentStmt, ExpressionStmt, OperatorAssignmentStmt)

Literal = bool | int | str
"""A value that is written out; that of a member of an enumeration is its full name."""
Flags = Mapping[SymbolNode | str, Literal]
"""The facts about parameters, and about fields by their names."""


def flags_of_objects(site: ClassSite, method: FuncDef) -> list[Flags]:
    """Return what is known of flags for each way in which the module makes objects, by default at least."""
    known, kept = flags_of(site, method), [name for name in site.model.fields if _is_kept(name, site)]
    written = {name: each.rvalue for name, each in annotated_assignments(site.defn) if name in kept}
    by_default = _literals({name: default_of(value, site.api.tree) for name, value in written.items()})
    calls = INDEX.of(site.api.tree).body.expressions_of(CallExpr) if kept and method.name == "__post_init__" else ()
    made = [arguments_of(call, site.model.info) for call in calls if class_named(call.callee) is site.model.info]
    found: list[Flags] = [{**known, **by_default}]
    for given in made:
        flags = {**known, **by_default, **_literals({name: given[name] for name in kept if name in given})}
        unknown = {name for name in kept if name in given and _literal(given[name]) is None}
        flags = {key: value for key, value in flags.items() if key not in unknown}
        if flags not in found:
            found.append(flags)
    return found


def _literals(values: Mapping[str, Expression | None]) -> dict[SymbolNode | str, Literal]:
    return {name: value for name, each in values.items() if (value := _literal(each)) is not None}


def _literal(value: Expression | None) -> Literal | None:
    if isinstance(value, IntExpr | StrExpr):
        return value.value
    owner = class_named(value.expr) if isinstance(value, MemberExpr) else None
    if isinstance(value, MemberExpr) and owner is not None and owner.is_enum and value.name in owner.enum_members:
        return f"{owner.fullname}.{value.name}"
    return truth(value)


def _is_kept(name: str, site: ClassSite) -> bool:
    """Return whether rebuilding gives a field what it has, and no method of the class anything else."""
    methods = [each for each in site.defn.defs.body if isinstance(each, FuncDef)]
    writes = (written_field(statement) for each in methods for statement in statements(each.body.body))
    is_written = any(each is not None and each[0] == name for each in writes)
    return site.model.role_of(name) == "static" and site.model.fields[name].init and not is_written


def flags_of(site: ClassSite, method: FuncDef) -> Flags:
    """Return the parameters that rebuilding leaves to a default of True or False: ``InitVar``, and no fields."""
    variables = FLOW.of(site.api.tree).variables
    written = {name: each.rvalue for name, each in annotated_assignments(site.defn) if name in site.model.init_only}
    found: dict[SymbolNode | str, Literal] = {}
    for argument in method.arguments:
        name = argument.variable.name
        default = written.get(name) if method.name == "__post_init__" else argument.initializer
        value = None if name in site.model.fields else truth(default)
        if value is not None and not variables.writes_of(argument.variable).positions:
            found[argument.variable] = value
    return found


def run_again(block: Block, flags: Flags) -> Iterator[Statement]:
    """Yield the statements that run whenever an object is rebuilt, before anything that may leave the method."""
    for statement in block.body:
        chosen = _chosen(statement, flags)
        if chosen is not None:
            for each in run_again(chosen, flags):
                yield each
                if not isinstance(each, _GOING_ON) and not _only_raises(each):
                    return
            continue
        yield statement
        if not isinstance(statement, _GOING_ON) and not _only_raises(statement):
            return


def _only_raises(statement: Statement) -> bool:
    """Return whether a statement raises or lets the method go on, and does nothing else."""
    if not isinstance(statement, IfStmt) or statement.else_body is not None:
        return False
    return all(len(each.body) == 1 and isinstance(each.body[0], RaiseStmt) for each in statement.body)


def value_again(value: Expression, flags: Flags) -> Expression:
    """Return the branch of a conditional expression that is its value whenever an object is rebuilt."""
    holds = _holds(value.cond, flags) if isinstance(value, ConditionalExpr) else None
    if holds is None or not isinstance(value, ConditionalExpr):
        return value
    return value_again(value.if_expr if holds else value.else_expr, flags)


def _chosen(statement: Statement, flags: Flags) -> Block | None:
    """Return the branch of an ``if`` that a flag chooses."""
    holds = _holds(statement.expr[0], flags) if isinstance(statement, IfStmt) and len(statement.body) == 1 else None
    if holds is None or not isinstance(statement, IfStmt):
        return None
    return statement.body[0] if holds else statement.else_body or Block([])


def _holds(test: Expression, flags: Flags) -> bool | None:
    if isinstance(test, UnaryExpr) and test.op == "not":
        holds = _holds(test.expr, flags)
        return None if holds is None else not holds
    if isinstance(test, ComparisonExpr):
        return _is_equal(test, flags)
    value = _value(test, flags)
    return value if isinstance(value, bool) else None


def _value(test: Expression, flags: Flags) -> Literal | None:
    field = of_self(test)
    if field is not None:
        return flags.get(field)
    return flags.get(test.node) if isinstance(test, NameExpr) and test.node is not None else None


def _is_equal(test: ComparisonExpr, flags: Flags) -> bool | None:
    """Return whether ``self.unit == "deg"`` or ``self.unit is Unit.DEGREES`` holds; None where it is not known."""
    if len(test.operators) != 1 or test.operators[0] not in _COMPARISONS:
        return None
    known, asked = _value(test.operands[0], flags), _literal(test.operands[1])
    if known is None or type(known) is not type(asked):
        return None
    return (known == asked) is _COMPARISONS[test.operators[0]]
