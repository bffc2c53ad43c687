"""Objects that are made for one use, ``state = State(x)`` before ``scan(step, state, xs)``: nothing changes them."""

from __future__ import annotations

from mypy.nodes import AssignmentStmt, Expression, MypyFile, NameExpr

from ..index import INDEX
from ..names.flow import FLOW
from ..names.references import REFERENCES
from ..names.targets import targets, unpacked
from ..ranges import position_of, range_of


def is_first_use(name: Expression, made: Expression, module: MypyFile) -> bool:
    """Return whether a name is the first to read what a statement binds, and no other name holds it.

    In a loop it must be the only one.
    """
    statement = INDEX.of(module).parent(made)
    if not isinstance(name, NameExpr) or name.node is None or not isinstance(statement, AssignmentStmt):
        return False
    target = statement.lvalues[0]
    if len(statement.lvalues) != 1 or not isinstance(target, NameExpr) or target.node is not name.node:
        return False
    flow, bound_by, used = FLOW.of(module), range_of(statement)[1], position_of(name)
    function, user = flow.function_over(name), flow.statement_of(name)
    at = None if user is None else INDEX.of(module).position(user)
    is_passed_once = at is not None and not flow.is_in_loop(at)
    bound_then = [part for to in targets(user) for part in unpacked(to.expression)] if user is not None else []
    return all(
        flow.function_over(each) is function
        and (position_of(each) < bound_by or (is_passed_once and (position_of(each) > used or each in bound_then)))
        for each in REFERENCES.of(module).get(name.node, ())
        if each is not name
    )
