"""The calls of a method that is jitted as it stands in its class, each with the variable for its object.

``agent.act(obs)``, where the module makes ``agent``, and ``self.act(obs)`` in another method of the class.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Decorator, FuncDef, MemberExpr, MypyFile, NameExpr, SymbolNode

from ...syntax import INDEX
from ...syntax.flow import FLOW
from ..made_objects import class_made
from ..traced_functions import TracedFunction


def receiver_of(site: TracedFunction) -> SymbolNode | None:
    """Return the ``self`` of a decorated method that is given its object as it is: a static argument."""
    method = site.definition
    is_method = isinstance(site.at, Decorator) and bool(method.info) and not (method.is_static or method.is_class)
    own = method.arguments[0].variable if is_method and method.arguments else None
    return None if own is None or own in site.copied else own


def method_calls(site: TracedFunction) -> Iterator[tuple[CallExpr, SymbolNode]]:
    """Yield the calls of a method on objects that are certain to be of its class."""
    method, tree = site.definition, site.api.tree
    for call in INDEX.of(tree).body.expressions_of(CallExpr):
        callee = call.callee
        owner = callee.expr if isinstance(callee, MemberExpr) and callee.name == method.name else None
        if isinstance(owner, NameExpr) and owner.node is not None and _is_of_class(owner, method, tree):
            yield call, owner.node


def _is_of_class(owner: NameExpr, method: FuncDef, tree: MypyFile) -> bool:
    around = FLOW.of(tree).variables.functions.get(owner.node) if owner.node is not None else None
    if around is not None:
        is_receiver = bool(around.arguments) and around.arguments[0].variable is owner.node and not around.is_static
        return is_receiver and around.info is method.info
    return class_made(owner, tree) is method.info
