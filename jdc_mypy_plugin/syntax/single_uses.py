"""Objects that are made for one use, ``state = State(x)`` before ``scan(step, state, xs)``: nothing changes them."""

from __future__ import annotations

from mypy.nodes import AssignmentStmt, Expression, MypyFile, NameExpr

from .flow import FLOW
from .index import INDEX
from .ranges import position_of, range_of
from .references import REFERENCES


def is_only_use(name: Expression, made: Expression, module: MypyFile) -> bool:
    """Return whether nothing but a name follows the statement that binds what is made, and no other name holds it."""
    statement = INDEX.of(module).parent(made)
    if not isinstance(name, NameExpr) or name.node is None or not isinstance(statement, AssignmentStmt):
        return False
    target = statement.lvalues[0]
    if len(statement.lvalues) != 1 or not isinstance(target, NameExpr) or target.node is not name.node:
        return False
    flow, bound_by = FLOW.of(module), range_of(statement)[1]
    function = flow.function_over(name)
    return all(
        flow.function_over(each) is function and position_of(each) < bound_by
        for each in REFERENCES.of(module).get(name.node, ())
        if each is not name
    )
