"""Objects that a jitted function has seen by the time that a function, or the module, changes them.

A function that makes an object may change it as it likes until then; afterwards the change goes unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR2,
    BreakStmt,
    CallExpr,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RaiseStmt,
    ReturnStmt,
    TypeInfo,
    Var,
    WhileStmt,
)

from ...evaluate import Evaluator
from ...libraries.definition import applied
from ...libraries.other_names import meant
from ...model.replacing import REPLACE
from ...syntax import INDEX
from ...syntax.functions import class_named, parameters
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import targets, unpacked
from ...syntax.walk import expressions_in
from ...transformed.jitted_functions import JITS
from ...typefacts.instances import sole_instance

_FILTER_JIT: Final = "filter_jit"
_FORGETTING: Final = frozenset(("clear_cache", "clear_caches"))
"""Functions and methods that let jitted functions compile again."""
_LIBRARIES: Final = ("jax.", "numpy.", "builtins.")
"""How the full names of functions begin that make no object of a class of the program."""


def is_seen(receiver: Expression, owner: TypeInfo, path: Sequence[str], change: Expression, api: TypeChecker) -> bool:
    """Return whether one jitted function that reads ``obj.a.b`` gets the object before the change and after it.

    It may be a method. ``owner`` is the class of the object, ``path`` the names ``a`` and ``b``.
    """
    if not isinstance(receiver, NameExpr):
        return False
    index = INDEX.of(api.tree)
    flow = FLOW.of(api.tree)
    around = flow.function_over(change)
    bound = [
        (part, target)
        for statement in index.body.statements
        for target in targets(statement)
        for part in unpacked(target.expression)
    ]
    if any(isinstance(part, MemberExpr) and _is_same(part.expr, receiver) for part, _ in bound):
        return False  # another value of a field may compile the function anew
    given = [target for part, target in bound if _is_same(part, receiver)]
    made = [target for target in given if not _keeps_static(target.value, receiver, path, owner, api)]
    if len(made) != (0 if is_parameter(receiver, api) else 1):
        return False
    loops = [
        each for each in _loops_over(change, index) if all(target.expression.line not in each for target in made)
    ]
    lines: dict[str, list[int]] = {}
    for call in index.body.expressions_of(CallExpr):
        if isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name in _FORGETTING:
            return False
        callee = _given_to(call, receiver)
        if callee is None or flow.function_over(call) is not around:
            continue
        if any(_reads(function, path, owner, index) for function in under_jit(callee, owner, api)):
            seen = lines.setdefault(callee.name, [])
            seen.append(call.line)
            seen.extend(end for each in loops if call.line in each for end in (each.start, each.stop))
    return any(min(each) < change.line < max(each) for each in lines.values())


def _keeps_static(
    value: Expression | None, receiver: NameExpr, path: Sequence[str], owner: TypeInfo, api: TypeChecker
) -> bool:
    """Return whether ``obj = f(obj)`` gives the name an object with the value that the static field had.

    A jitted function of the module returns what it finds there, ``obj.replace(x=1)`` what it leaves out.
    """
    callee = _given_to(value, receiver) if isinstance(value, CallExpr) else None
    if callee is None or not isinstance(value, CallExpr):
        return False
    if callee.name == REPLACE:
        return not _may_give(value, path[0], owner)
    run = list(under_jit(callee, owner, api))
    calls = [each for function in run for each in expressions_in(function.body.body) if isinstance(each, CallExpr)]
    return bool(run) and not any(_may_give(each, path[0], owner) for each in calls)


def _may_give(call: CallExpr, name: str, owner: TypeInfo) -> bool:
    """Return whether a call may make an object of the class with another value in the field.

    It does so with a keyword of this name, as the class itself, and as a function or method of the program may.
    """
    if name in call.arg_names or ARG_STAR2 in call.arg_kinds:
        return True
    callee = call.callee
    if not isinstance(callee, NameExpr | MemberExpr):
        return isinstance(callee, CallExpr)
    if callee.name == REPLACE:
        return False
    is_method = isinstance(callee, MemberExpr) and not callee.fullname
    return owner.get(callee.name) is not None if is_method else not callee.fullname.startswith(_LIBRARIES)


def _loops_over(change: Expression, index: ModuleIndex) -> list[range]:
    """Return the lines of the loops that a change stands in, whose turns come one after the other to the end."""
    loops: list[ForStmt | WhileStmt] = [*index.body.statements_of(ForStmt), *index.body.statements_of(WhileStmt)]
    lines = (range(each.line, (each.body.end_line or each.line) + 1) for each in loops)
    ends = [each.line for kind in (BreakStmt, ReturnStmt, RaiseStmt) for each in index.body.statements_of(kind)]
    around = (each for each in lines if each.start < change.line < each.stop)
    return [each for each in around if not any(line in each for line in ends)]


def is_parameter(receiver: Expression, api: TypeChecker) -> bool:
    """Return whether an expression is a parameter of the function that it stands in."""
    around = FLOW.of(api.tree).function_over(receiver)
    return isinstance(receiver, NameExpr) and around is not None and receiver.node in parameters(around)


def _given_to(call: CallExpr, receiver: NameExpr) -> NameExpr | MemberExpr | None:
    """Return the function that a call gives the object to, or the method that it calls on it."""
    callee = call.callee
    if isinstance(callee, MemberExpr) and class_named(callee.expr) is None:
        return callee if _is_same(callee.expr, receiver) else None
    is_given = any(_is_same(each, receiver) for each in call.args)
    return callee if isinstance(callee, NameExpr | MemberExpr) and is_given else None


def _is_same(name: Expression, receiver: NameExpr) -> bool:
    return isinstance(name, NameExpr) and name.node is receiver.node


def under_jit(callee: NameExpr | MemberExpr, owner: TypeInfo, api: TypeChecker) -> Iterator[FuncDef | LambdaExpr]:
    """Yield the function of the module, or the method of the class, that a call of a jitted one runs."""
    named = class_named(callee.expr) if isinstance(callee, MemberExpr) else None
    method = (named or owner).get(callee.name) if isinstance(callee, MemberExpr) else None
    node = callee.node if method is None else method.node
    if isinstance(node, Decorator):
        if INDEX.of(api.tree).position(node) is None:
            return  # in another module, whose functions have no body when they come from the cache
        if len(node.original_decorators) == 1 and _jits(node.original_decorators[0]):
            yield node.func
        return
    if isinstance(callee, MemberExpr):
        return
    source = Evaluator(api).source(callee)
    given = source.args[0] if isinstance(source, CallExpr) and source.args and _jits(source.callee) else None
    if isinstance(given, LambdaExpr):
        yield given
    elif isinstance(given, NameExpr) and isinstance(given.node, FuncDef):
        yield given.node
    elif isinstance(given, MemberExpr) and class_named(given.expr) in owner.mro:
        plain = owner.get(given.name)
        if plain is not None and isinstance(plain.node, FuncDef):
            yield plain.node


def _jits(decorator: Expression) -> bool:
    function = meant(applied(meant(decorator)))
    if not isinstance(function, NameExpr | MemberExpr):
        return False
    return function.fullname in JITS or function.name == _FILTER_JIT


def _reads(
    function: FuncDef | LambdaExpr, path: Sequence[str], owner: TypeInfo, index: ModuleIndex, depth: int = 2
) -> bool:
    """Return whether a function reads a path of an object, or a method of the class that it calls on a parameter."""
    expressions = expressions_in(function.body.body)
    if any(_is_path(each, path) for each in expressions):
        return True
    given = _holding(function, owner)
    for each in expressions if depth else ():
        is_on_parameter = isinstance(each, MemberExpr) and isinstance(each.expr, NameExpr) and each.expr.node in given
        symbol = owner.get(each.name) if isinstance(each, MemberExpr) and is_on_parameter else None
        node = None if symbol is None else symbol.node
        method = node.func if isinstance(node, Decorator) and node.func.is_property else node
        is_other = isinstance(method, FuncDef) and method is not function and index.position(method) is not None
        if isinstance(method, FuncDef) and is_other and _reads(method, path, owner, index, depth - 1):
            return True
    return False


def _holding(function: FuncDef | LambdaExpr, owner: TypeInfo) -> frozenset[Var]:
    """Return the parameters that hold an object of a class: the only one, and those that are annotated so."""
    given = parameters(function)
    if len(given) == 1:
        return frozenset(given)
    first = given[:1] if isinstance(function, FuncDef) and function.info and function.info in owner.mro else ()
    typed = ((each, sole_instance(each.type)) for each in given)
    return frozenset((*first, *(each for each, kind in typed if kind is not None and kind.type in owner.mro)))


def _is_path(expression: Expression, path: Sequence[str]) -> bool:
    if not path:
        return True
    return isinstance(expression, MemberExpr) and expression.name == path[-1] and _is_path(expression.expr, path[:-1])
