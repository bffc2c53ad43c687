"""Code that runs for some shapes only: under ``if x.ndim == 2:``, and behind ``if x.ndim != 2: return x``.

It is no mistake if such code fails for other shapes, whatever is known of the shape at hand. The same holds
of code that runs for arrays or for numbers only: under ``if isinstance(x, np.ndarray):``, and of code that runs on
some machines only: under ``if jax.default_backend() == "gpu":``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    BreakStmt,
    CallExpr,
    ConditionalExpr,
    Context,
    ContinueStmt,
    Expression,
    ExpressionStmt,
    IfStmt,
    LambdaExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    TryStmt,
    WhileStmt,
)

from ..body import Body
from ..index import INDEX
from ..names.flow import FLOW
from ..names.targets import targets, unpacked
from ..per_module import PerModule
from ..ranges import Range, is_in, range_of
from ..walk import blocks, descendants

_SIZES: Final = frozenset(("ndim", "shape", "size", "len", "rank"))
_OTHERS: Final = frozenset(
    (
        *("default_backend", "devices", "local_devices", "device_count", "local_device_count", "process_count"),
        *("process_index", "platform", "device_kind", "__version__", "__version_info__"),
        *("jax_enable_x64", "x64_enabled"),
    )
)
_WORDS: Final = _SIZES | _OTHERS
_KINDS: Final = frozenset(
    (
        *("Array", "ArrayLike", "Number", "Tracer", "bool", "complex", "float", "floating", "generic", "int"),
        *("integer", "list", "ndarray", "number", "tuple"),
    )
)
"""Classes of which a number is one and an array is not, or the reverse."""
_LEAVES: Final = (ReturnStmt, RaiseStmt, BreakStmt, ContinueStmt)
_EXITS: Final = ("exit", "_exit", "quit", "skip")
_OF_PYTHON: Final = frozenset(("any", "all", "bool", "int", "max", "min", "set", "str"))
"""Functions that make no array."""


def is_guarded(node: Context, module: MypyFile) -> bool:
    """Return whether code asks for shapes before it comes to a node."""
    return is_in(node, _GUARDED.of(module))


def is_guarded_from_dtypes(node: Context, module: MypyFile) -> bool:
    """Return whether code asks for more than shapes before it comes to a node: kinds of arrays, or the machine."""
    return is_in(node, _GUARDED_FROM_DTYPES.of(module))


def is_for_some(node: Context, module: MypyFile) -> bool:
    """Return whether a node may run for no argument of a program: by shapes, dtypes, or an error that is caught."""
    return is_in(node, _FOR_SOME.of(module))


_GUARDED: Final = PerModule(lambda module: list(_ranges(module, _WORDS)))
_GUARDED_FROM_DTYPES: Final = PerModule(lambda module: list(_ranges(module, _OTHERS)))
_FOR_SOME: Final = PerModule(lambda module: [*_ranges(module, _WORDS | {"dtype", "weak_type"}), *_handlers(module)])


def _handlers(module: MypyFile) -> Iterator[Range]:
    """Yield what runs where an error is caught."""
    for statement in INDEX.of(module).body.statements_of(TryStmt):
        yield from map(range_of, statement.handlers)


def _ranges(module: MypyFile, words: frozenset[str]) -> Iterator[Range]:
    body, flow = INDEX.of(module).body, FLOW.of(module)
    sizes = _names_of_sizes(body, words)

    def asks(condition: Expression) -> bool:
        names = (each.name for each in descendants(condition) if isinstance(each, NameExpr))
        return _asks(condition, words) or not sizes.isdisjoint(names)

    for statement in body.statements:
        if not any(map(asks, _conditions(statement))):
            continue
        yield range_of(statement)
        if _may_leave(statement):
            around = flow.function_around(statement)
            end = (1 << 30, 0) if around is None else range_of(around)[1]
            yield range_of(statement)[1], end
    yield from (range_of(each) for each in body.expressions_of(ConditionalExpr) if asks(each.cond))
    choices = (each for each in body.expressions_of(OpExpr) if each.op in ("and", "or"))
    yield from (range_of(each) for each in choices if asks(each.left))
    yield from (range_of(each) for each in body.expressions_of(LambdaExpr) if not each.arguments)


def _names_of_sizes(body: Body, words: frozenset[str]) -> frozenset[str]:
    """Return the names that stand for what code asks of a shape, ``n, d = x.shape``, and for what follows from it."""
    if not body.mentions((*words, "isinstance")):
        return frozenset()
    found: set[str] = set()
    following: list[tuple[str, set[str]]] = []
    for name, value in _given(body):
        if not _makes_array(value, words):
            if _asks(value, words):
                found.add(name)
            following.append((name, {each.name for each in descendants(value) if isinstance(each, NameExpr)}))
    known = -1
    while known != len(found):
        known = len(found)
        found.update(name for name, mentioned in following if not found.isdisjoint(mentioned))
    return frozenset(found)


def _given(body: Body) -> Iterator[tuple[str, Expression]]:
    """Yield the names that statements bind, each with the value of what is unpacked into it."""
    for statement in body.statements:
        for target in targets(statement):
            for name in unpacked(target.expression) if target.value is not None else ():
                if isinstance(name, NameExpr) and target.value is not None:
                    yield name.name, target.value


def _makes_array(value: Expression, words: frozenset[str]) -> bool:
    """Return whether a value is made by a call, of which a size is but an argument: ``jnp.zeros(n)``."""
    if not isinstance(value, CallExpr) or (isinstance(value.callee, NameExpr) and value.callee.name in _OF_PYTHON):
        return False
    return not _asks(value.callee, words) and not _asks_by_name(value, words)


def _conditions(statement: Statement) -> list[Expression]:
    if isinstance(statement, IfStmt):
        return statement.expr
    if isinstance(statement, MatchStmt):
        return [statement.subject]
    return [statement.expr] if isinstance(statement, WhileStmt) else []


def _asks(condition: Expression, words: frozenset[str]) -> bool:
    parts = descendants(condition)
    named = (each.name for each in parts if isinstance(each, MemberExpr))
    by_name = (_asks_by_name(each, words) for each in parts if isinstance(each, CallExpr))
    return not words.isdisjoint(named) or any(by_name)


def _asks_by_name(call: CallExpr, words: frozenset[str]) -> bool:
    if not isinstance(call.callee, NameExpr) or call.callee.name != "isinstance" or len(call.args) != 2:
        return isinstance(call.callee, NameExpr) and call.callee.name in words
    classes = (each for each in descendants(call.args[1]) if isinstance(each, NameExpr | MemberExpr))
    return any(each.name in _KINDS for each in classes)


def _may_leave(statement: Statement) -> bool:
    """Return whether a statement leaves the function or the loop for some shapes."""
    return any(isinstance(last, _LEAVES) or _is_exit(last) for block in blocks(statement) for last in block.body[-1:])


def _is_exit(statement: Statement) -> bool:
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    callee = call.callee if isinstance(call, CallExpr) else None
    return isinstance(callee, NameExpr | MemberExpr) and callee.name in _EXITS
