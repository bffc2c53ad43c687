"""Objects that no transformation has seen yet: their function, or whatever calls it, has just made them."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, IndexExpr, MemberExpr, NameExpr, SymbolNode, Var

from ...evaluate import Evaluator
from ...syntax import INDEX
from ...syntax.flow import FLOW
from ...syntax.functions import aligned, class_named, receiver_of
from ...syntax.targets import targets, unpacked

_BUILDERS: Final = frozenset(("__init__", "__post_init__", "__new__", "__setstate__"))
"""Methods whose object no transformation has seen yet."""


def is_new(receiver: Expression, api: TypeChecker) -> bool:
    """Return whether no transformation can have seen an object: it is being made, or was made in this function."""
    if not isinstance(receiver, NameExpr) or not isinstance(receiver.node, Var):
        return isinstance(receiver, CallExpr)
    function = FLOW.of(api.tree).function_over(receiver)
    if function is None:
        return _is_made(Evaluator(api).source(receiver))
    return function.name in _BUILDERS or any(
        isinstance(name, NameExpr)
        and name.node is receiver.node
        and target.value is not None
        and _is_made(target.value)
        for statement in INDEX.of(api.tree).inside(function).statements
        for target in targets(statement)
        for name in unpacked(target.expression)
    )


def is_handed_new(receiver: Expression, api: TypeChecker, seen: frozenset[FuncDef] = frozenset()) -> bool:
    """Return whether all that hand an object to a function are calls of the module that have made it for that.

    So a helper of a constructor gets it, and a method by which the module fills what it has made.
    """
    function = FLOW.of(api.tree).function_over(receiver)
    if function is None or function in seen or not isinstance(receiver, NameExpr):
        return False
    if all(argument.variable is not receiver.node for argument in function.arguments):
        return False
    if not _is_kept(receiver, function, api):
        return False
    mentions = [each for each in INDEX.of(api.tree).body.references() if each.name == function.name]
    return bool(mentions) and all(
        _gets_new(each, function, receiver.node, api, seen | {function}) for each in mentions
    )


def _is_kept(receiver: NameExpr, function: FuncDef, api: TypeChecker) -> bool:
    """Return whether a function hands an object to nothing else by the time that it changes it."""
    index, flow = INDEX.of(api.tree), FLOW.of(api.tree)
    at = index.position_of(receiver)
    for each in index.inside(function).expressions_of(NameExpr):
        used = index.position_of(each)
        if each.node is not receiver.node or isinstance(index.parent(each), MemberExpr):
            continue
        if at is None or used is None or used < at or flow.loop_around(used, at) is not None:
            return False
    return True


def _gets_new(
    mention: NameExpr | MemberExpr,
    function: FuncDef,
    parameter: SymbolNode | None,
    api: TypeChecker,
    seen: frozenset[FuncDef],
) -> bool:
    """Return whether a mention of a function is a call of it with an object that its caller has just made."""
    call = INDEX.of(api.tree).parent(mention)
    if not isinstance(call, CallExpr) or call.callee is not mention:
        return False
    given = [value for value, variables in aligned(call, function) if parameter in variables]
    if function.info and function.arguments[0].variable is parameter:
        receiver = receiver_of(mention, function)
        given = [] if receiver is None else [receiver]
    if len(given) != 1:
        return False
    is_made = is_new(given[0], api) and _is_untouched(given[0], call, function, api)
    return is_made or is_handed_new(given[0], api, seen)


def _is_untouched(made: Expression, call: CallExpr, function: FuncDef, api: TypeChecker) -> bool:
    """Return whether nothing but calls of a function, and the statement that makes an object, comes before a call."""
    if not isinstance(made, NameExpr):
        return True
    index, flow = INDEX.of(api.tree), FLOW.of(api.tree)
    around, at = flow.function_over(call), index.position_of(call)
    if around is not None and around.name in _BUILDERS:
        return True
    for each in (index.body if around is None else index.inside(around)).expressions_of(NameExpr):
        used = index.position_of(each)
        if each.node is not made.node or at is None or used is None or _is_of_call(each, function, api):
            continue
        if (used < at or flow.loop_around(used, at) is not None) and not _is_bound(each, used, api):
            return False
    return True


def _is_of_call(name: NameExpr, function: FuncDef, api: TypeChecker) -> bool:
    """Return whether a name is the receiver or an argument of a call of a function."""
    index = INDEX.of(api.tree)
    parent = index.parent(name)
    if isinstance(parent, MemberExpr):
        return parent.name == function.name
    callee = parent.callee if isinstance(parent, CallExpr) else None
    return isinstance(callee, NameExpr | MemberExpr) and callee.name == function.name


def _is_bound(name: NameExpr, position: int, api: TypeChecker) -> bool:
    statement = INDEX.of(api.tree).body.statements[position]
    return any(part is name for target in targets(statement) for part in unpacked(target.expression))


def _is_made(value: Expression | None) -> bool:
    """Return whether an expression makes an object, by the class itself or by ``cls``."""
    if not isinstance(value, CallExpr):
        return False
    made = value.callee.base if isinstance(value.callee, IndexExpr) else value.callee
    return class_named(made) is not None or (isinstance(made, NameExpr) and made.name == "cls")
