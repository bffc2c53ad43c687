"""The calls of a method that is jitted as it stands in its class, each with the variable for its object.

``agent.act(obs)``, where the module makes ``agent``, and ``self.act(obs)`` in another method of the class.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    SymbolNode,
    TypeInfo,
)

from ...objects.made_objects import class_made
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import members, targets
from ...syntax.receivers import method_with
from ...traced.functions import TracedFunction
from ...transformed.function_expressions import called_method


def receiver_of(site: TracedFunction) -> SymbolNode | None:
    """Return the ``self`` of a decorated method that is given its object as it is: a static argument."""
    method = site.definition
    is_method = isinstance(site.at, Decorator) and bool(method.info) and not (method.is_static or method.is_class)
    own = method.arguments[0].variable if is_method and method.arguments else None
    return None if own is None or own in site.copied else own


def method_calls(site: TracedFunction) -> Iterator[tuple[CallExpr, SymbolNode]]:
    """Yield the calls of a method on objects that are certain to be of its class."""
    yield from _calls_on(site.definition.info, site.definition.name, site.api.tree)


def kept_receiver(site: TracedFunction) -> tuple[SymbolNode, str] | None:
    """Return the ``self`` of a method that an object keeps jitted, ``self.step = jax.jit(self._step)``, and where."""
    statement = INDEX.of(site.api.tree).parent(site.at) if isinstance(site.at, CallExpr) else None
    given = site.at.args[0] if isinstance(site.at, CallExpr) and site.at.args else None
    if not isinstance(statement, AssignmentStmt) or not isinstance(given, MemberExpr) or len(statement.lvalues) != 1:
        return None
    target, method = statement.lvalues[0], called_method(given, site.api)
    if method is None or not isinstance(target, MemberExpr) or not isinstance(target.expr, NameExpr):
        return None
    around = method_with(target.expr, site.api.tree)
    is_own = around is not None and around.info is method.info and getattr(given.expr, "node", 0) is target.expr.node
    written = [each for each in _written(site.api.tree) if each.name == target.name]
    is_sole = len([each for each in written if _may_be_of(each, method.info, site.api.tree)]) == 1
    return (method.arguments[0].variable, target.name) if is_own and is_sole and _is_sole(method, site) else None


def handed_receiver(site: TracedFunction) -> tuple[SymbolNode, SymbolNode] | None:
    """Return the ``self`` of a method that is handed over for one object, ``jax.jit(self.step)``, and that object."""
    given = site.at.args[0] if isinstance(site.at, CallExpr) and site.at.args else None
    owner = given.expr if isinstance(given, MemberExpr) else None
    method = None if given is None else called_method(given, site.api)
    if method is None or not isinstance(owner, NameExpr) or owner.node is None:
        return None
    is_object = not (method.is_static or method.is_class) and _is_of_class(owner, method.info, site.api.tree)
    is_known = is_object and bool(method.arguments) and _is_sole(method, site)
    return (method.arguments[0].variable, owner.node) if is_known else None


def _is_sole(method: FuncDef, site: TracedFunction) -> bool:
    """Return whether the module mentions a method once, so that nobody runs it without the transformation."""
    mentions = INDEX.of(site.api.tree).body.expressions_of(MemberExpr)
    named = (each for each in mentions if each.name == method.name)
    return sum(_may_be_of(each, method.info, site.api.tree) for each in named) == 1


def _may_be_of(member: MemberExpr, info: TypeInfo, tree: MypyFile) -> bool:
    """Return whether an attribute may be one of a class: not that of ``self`` in a class that is no relative."""
    around = method_with(member.expr, tree)
    return around is None or around.info in info.mro or info in around.info.mro


def kept_calls(site: TracedFunction, name: str) -> Iterator[tuple[CallExpr, SymbolNode]]:
    """Yield the calls of a method that objects keep jitted under a name."""
    given = site.at.args[0] if isinstance(site.at, CallExpr) else None
    method = None if given is None else called_method(given, site.api)
    if method is not None:
        yield from _calls_on(method.info, name, site.api.tree)


def _written(tree: MypyFile) -> Iterator[MemberExpr]:
    bound = (target for statement in INDEX.of(tree).body.statements for target in targets(statement))
    return (member for target in bound for member in members(target.expression))


def _calls_on(info: TypeInfo, name: str, tree: MypyFile) -> Iterator[tuple[CallExpr, SymbolNode]]:
    for call in INDEX.of(tree).body.expressions_of(CallExpr):
        callee = call.callee
        owner = callee.expr if isinstance(callee, MemberExpr) and callee.name == name else None
        if isinstance(owner, NameExpr) and owner.node is not None and _is_of_class(owner, info, tree):
            yield call, owner.node


def _is_of_class(owner: NameExpr, info: TypeInfo, tree: MypyFile) -> bool:
    around = FLOW.of(tree).variables.functions.get(owner.node) if owner.node is not None else None
    if around is not None:
        is_receiver = bool(around.arguments) and around.arguments[0].variable is owner.node and not around.is_static
        return is_receiver and around.info is info
    return class_made(owner, tree) is info
