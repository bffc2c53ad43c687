"""Parameters without annotations that a function gives to a layer, ``x`` of ``self.linear(x)``: they are arrays."""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, NameExpr

from ...syntax import INDEX
from ...syntax.names.references import REFERENCES
from ..calls.handed import FollowingReader
from .layer_calls import layer_of


def is_given_to_layer(expression: Expression, reader: FollowingReader) -> bool:
    """Return whether an expression is a parameter without annotation that a layer is called with."""
    if not isinstance(expression, NameExpr) or expression.node is None:
        return False
    function, tree = reader.scope.parameter_of(expression), reader.scope.tree
    arguments = () if function is None else function.arguments
    if not any(each.variable is expression.node and each.type_annotation is None for each in arguments):
        return False
    index = INDEX.of(tree)
    uses = REFERENCES.of(tree).get(expression.node, ())
    calls = ((each, index.parent(each)) for each in uses if reader.scope.parameter_of(each) is function)
    return any(
        isinstance(call, CallExpr) and call.args[:1] == [each] and layer_of(call.callee, reader) is not None
        for each, call in calls
    )
