"""Fields that an ``__init__`` assigns under ``if use_bias:`` alone, and whether a call of the class comes there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import Block, CallExpr, Expression, FuncDef, IfStmt, NameExpr, Statement, UnaryExpr

from ..syntax.arguments import bound, has_stars
from ..syntax.targets import members, targets, unpacked
from ..syntax.walk import statements

_TRUTHS: Final[Mapping[str, bool]] = {"True": True, "False": False, "None": False}


class Flag(NamedTuple):
    """A parameter on which it depends whether a field is assigned."""

    parameter: str
    when: bool
    """The truth of the parameter with which the field is assigned."""
    default: bool | None
    """The truth of its default; None where it has none, or another one."""
    parameters: Sequence[str]
    """Those of the constructor, in their order."""

    def is_off(self, call: CallExpr) -> bool:
        """Return whether a call evidently passes over the assignment."""
        if has_stars(call):
            return False
        given = [value for value, name in bound(call, self.parameters) if name == self.parameter]
        truth = _truth(given[0]) if given else self.default
        return truth is not None and truth is not self.when


def read_flags(method: FuncDef, assigned: Sequence[str]) -> dict[str, Flag]:
    """Return the flag of each attribute that is assigned under one alone; ``assigned`` has a name per assignment."""
    names = [argument.variable.name for argument in method.arguments[1:]]
    defaults = {argument.variable.name: _truth(argument.initializer) for argument in method.arguments}
    rebound = {name for statement in statements(method.body.body) for name in _bound(statement)}
    found: dict[str, Flag] = {}
    for statement in method.body.body:
        if not isinstance(statement, IfStmt) or len(statement.expr) != 1:
            continue
        test = statement.expr[0]
        is_negated = isinstance(test, UnaryExpr) and test.op == "not"
        parameter = test.expr if isinstance(test, UnaryExpr) and is_negated else test
        if not isinstance(parameter, NameExpr) or parameter.name not in names or parameter.name in rebound:
            continue
        for block, when in ((statement.body[0], not is_negated), (statement.else_body, is_negated)):
            there = _attributes(block, method)
            for name in set(there):
                if assigned.count(name) == there.count(name):
                    found[name] = Flag(parameter.name, when, defaults[parameter.name], names)
    return found


def _truth(value: Expression | None) -> bool | None:
    """Return whether ``True``, ``False`` or ``None`` is true; None of anything else."""
    return _TRUTHS.get(value.name) if isinstance(value, NameExpr) else None


def _bound(statement: Statement) -> Iterator[str]:
    """Yield the names that a statement binds."""
    for target in targets(statement):
        yield from (each.name for each in unpacked(target.expression) if isinstance(each, NameExpr))


def _attributes(block: Block | None, method: FuncDef) -> list[str]:
    """Return the names of the attributes of the object that a block assigns to."""
    receiver = method.arguments[0].variable.name
    bound_there = [target for each in statements([] if block is None else block.body) for target in targets(each)]
    own = [member for target in bound_there for member in members(target.expression)]
    return [each.name for each in own if isinstance(each.expr, NameExpr) and each.expr.name == receiver]
