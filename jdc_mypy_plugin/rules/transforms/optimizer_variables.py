"""Variables that hold the params of a model, or the state of an optimizer of optax, as their other uses tell."""

from __future__ import annotations

from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, MemberExpr, MypyFile, NameExpr, SymbolNode, TupleExpr

from ...objects.optimizers import optimizer_of
from ...syntax import INDEX
from ...syntax.names.imported_names import as_imported
from ...syntax.per_module import PerModule


class OptimizerVariables:
    """The variables of one module."""

    def __init__(self, tree: MypyFile) -> None:
        self._tree = tree
        params: set[SymbolNode] = set()
        states: set[SymbolNode] = set()
        updates: set[SymbolNode] = set()
        index = INDEX.of(tree)
        for call in index.body.expressions_of(CallExpr):
            if call.args and (as_imported(call.callee, tree) == "optax.apply_updates" or self._is_of(call, "init")):
                params |= _variables(call.args[0])
        for statement in index.body.statements_of(AssignmentStmt):
            for target in statement.lvalues:
                pair = target.items if isinstance(target, TupleExpr) and len(target.items) == 2 else []
                if self._is_of(statement.rvalue, "init"):
                    states |= _variables(target)
                elif pair and self._is_of(statement.rvalue, "update"):
                    updates |= _variables(pair[0])
                    states |= _variables(pair[1])
        self._params, self._states = params - states - updates, states - params - updates

    def is_state(self, value: Expression) -> bool:
        """Return whether a value is the state of an optimizer."""
        return self._is_of(value, "init") or not _variables(value).isdisjoint(self._states)

    def is_params(self, value: Expression) -> bool:
        """Return whether a value is the params of a model."""
        return not _variables(value).isdisjoint(self._params)

    def _is_of(self, value: Expression, method: str) -> bool:
        """Return whether a value is a call of a method of an optimizer."""
        callee = value.callee if isinstance(value, CallExpr) else None
        if not isinstance(callee, MemberExpr) or callee.name != method:
            return False
        return optimizer_of(callee.expr, self._tree) is not None


def _variables(value: Expression) -> set[SymbolNode]:
    return {value.node} if isinstance(value, NameExpr) and value.node is not None else set()


VARIABLES: Final = PerModule(OptimizerVariables)
