"""Fields that an ``__init__`` assigns under ``if use_bias:`` alone, and whether a call of the class comes there.

``if bias is not None:`` is such a condition too, and so is ``if not use_bias: return`` for what comes after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssertStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    FuncDef,
    IfStmt,
    NameExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    UnaryExpr,
)

from ..syntax.arguments import bound, has_stars
from ..syntax.names.targets import members, targets, unpacked
from ..syntax.walk import descendants, statements

_TRUTHS: Final[Mapping[str, bool]] = {"True": True, "False": False, "None": False}


class Flag(NamedTuple):
    """A parameter on which it depends whether a field is assigned."""

    parameter: str
    when: bool
    """The answer about the parameter with which the field is assigned."""
    default: bool | None
    """The answer about its default; None where it has none, or the default does not tell."""
    parameters: Sequence[str]
    """Those of the constructor, in their order."""
    asks_for_none: bool = False
    """True if the condition asks whether the parameter is something else than None, and not for its truth."""

    @property
    def condition(self) -> str:
        """How to say when the field is assigned."""
        if self.asks_for_none:
            return "is not None" if self.when else "is None"
        return f"is {str(self.when).lower()}"

    def is_off(self, call: CallExpr) -> bool:
        """Return whether a call evidently passes over the assignment."""
        if has_stars(call):
            return False
        given = [value for value, name in bound(call, self.parameters) if name == self.parameter]
        answer = _answer(given[0], asks_for_none=self.asks_for_none) if given else self.default
        return answer is not None and answer is not self.when


def read_flags(method: FuncDef, assigned: Sequence[str]) -> dict[str, Flag]:
    """Return the flag of each attribute that is assigned under one alone; ``assigned`` has a name per assignment."""
    names = [argument.variable.name for argument in method.arguments[1:]]
    defaults = {argument.variable.name: argument.initializer for argument in method.arguments}
    rebound = {name for statement in statements(method.body.body) for name in _bound(statement)}
    refused = {name for statement in statements(method.body.body) for name in _refused(statement)}
    found: dict[str, Flag] = {}
    for number, statement in enumerate(method.body.body, start=1):
        test = _test(statement.expr[0]) if isinstance(statement, IfStmt) and len(statement.expr) == 1 else None
        if not isinstance(statement, IfStmt) or test is None:
            continue
        if test.parameter not in names or test.parameter in rebound | refused:
            continue
        default = _answer(defaults[test.parameter], asks_for_none=test.asks_for_none)
        first, other = statement.body[0].body, [] if statement.else_body is None else statement.else_body.body
        if isinstance(first[-1], ReturnStmt) and statement.else_body is None:
            other = method.body.body[number:]
        for block, when in ((first, test.holds), (other, not test.holds)):
            there = _attributes(block, method)
            for name in set(there):
                if assigned.count(name) == there.count(name):
                    found[name] = Flag(test.parameter, when, default, names, test.asks_for_none)
    return found


class _Test(NamedTuple):
    """A condition that asks about one parameter."""

    parameter: str
    holds: bool
    """The answer with which the condition holds."""
    asks_for_none: bool = False


def _test(condition: Expression) -> _Test | None:
    """Return what a condition asks; None where that is not about one name."""
    if isinstance(condition, UnaryExpr) and condition.op == "not":
        inner = _test(condition.expr)
        return None if inner is None else inner._replace(holds=not inner.holds)
    if isinstance(condition, NameExpr):
        return _Test(condition.name, holds=True)
    if not isinstance(condition, ComparisonExpr) or condition.operators not in (["is"], ["is not"]):
        return None
    one, other = condition.operands
    is_none = isinstance(other, NameExpr) and other.name == "None"
    if not isinstance(one, NameExpr) or not is_none:
        return None
    return _Test(one.name, holds=condition.operators == ["is not"], asks_for_none=True)


def _answer(value: Expression | None, *, asks_for_none: bool) -> bool | None:
    """Return whether ``True``, ``False`` or ``None`` is true, or is not None; None of anything else."""
    name = value.name if isinstance(value, NameExpr) else ""
    return name != "None" if asks_for_none and name in _TRUTHS else _TRUTHS.get(name)


def _bound(statement: Statement) -> Iterator[str]:
    """Yield the names that a statement binds."""
    for target in targets(statement):
        yield from (each.name for each in unpacked(target.expression) if isinstance(each, NameExpr))


def _refused(statement: Statement) -> Iterator[str]:
    """Yield the names that a condition asks about where an answer raises another error."""
    raises = isinstance(statement, IfStmt) and any(isinstance(each, RaiseStmt) for each in statements([statement]))
    conditions = statement.expr if isinstance(statement, IfStmt) and raises else []
    if isinstance(statement, AssertStmt):
        conditions = [statement.expr]
    for condition in conditions:
        yield from (each.name for each in descendants(condition) if isinstance(each, NameExpr))


def _attributes(block: Sequence[Statement], method: FuncDef) -> list[str]:
    """Return the names of the attributes of the object that a block assigns to."""
    receiver = method.arguments[0].variable.name
    bound_there = [target for each in statements(block) for target in targets(each)]
    own = [member for target in bound_there for member in members(target.expression)]
    return [each.name for each in own if isinstance(each.expr, NameExpr) and each.expr.name == receiver]
