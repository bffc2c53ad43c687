"""``jdc-concrete``: Python needs the value of something that is a tracer.

``if``, ``while``, ``range``, ``int`` and shapes take values; under a transformation every data field is a tracer,
a number too (https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mypy.nodes import (
    AssertStmt,
    CallExpr,
    ConditionalExpr,
    Expression,
    FuncDef,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    UnaryExpr,
    WhileStmt,
)

from jdc_spec.rules import CONCRETE

from ...host.diagnostics import Diagnostic
from ...syntax.arguments import argument
from ...syntax.expected_failures import is_tried
from ...syntax.imported_names import spelled
from ...syntax.targets import row
from ..eager_functions import is_run_apart
from ..places import TRACED_FUNCTION, asked
from ..traced_functions import TracedFunction
from ..traced_values import TracedValues

_BUILTINS: Final = {f"builtins.{name}": f"{name}()" for name in ("bool", "float", "int", "range")}
_COMPARING: Final = {"builtins.max": "max()", "builtins.min": "min()"}
_READING: Final = frozenset(("item", "tolist"))
_SHAPED: Final[Mapping[str, tuple[int, str]]] = {
    **{
        f"{numpy}.{name}": (0, "shape")
        for numpy in ("jax.numpy", "numpy")
        for name in ("zeros", "ones", "empty", "full")
    },
    "jax.numpy.arange": (0, "start"),
    "jax.numpy.broadcast_to": (1, "shape"),
    "jax.numpy.eye": (0, "N"),
    "jax.numpy.identity": (0, "n"),
    "jax.numpy.linspace": (2, "num"),
    "jax.numpy.reshape": (1, "shape"),
    "jax.numpy.tile": (1, "reps"),
    "jax.numpy.tri": (0, "N"),
    "jax.nn.one_hot": (1, "num_classes"),
    "jax.random.normal": (1, "shape"),
    "jax.random.uniform": (1, "shape"),
}
"""Functions with an argument that is a shape or a size, by the name under which they are imported."""
_CAUGHT: Final = (
    "Exception",
    "ConcretizationTypeError",
    "TracerBoolConversionError",
    "TracerIntegerConversionError",
    "TypeError",
)


class _Need(NamedTuple):
    """An expression whose value Python needs."""

    value: Expression
    by: str
    """The code that needs it, for a sentence."""
    instead: str
    array: Expression | None = None
    """An expression that has to be a traced array too, of which the code is a method."""


_BRANCH: Final = "jnp.where or jax.lax.cond"
_STATIC: Final = "a static field or argument"


@asked(CONCRETE, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report tracers where Python needs a value."""
    if not site.is_abstract:
        return
    values = TracedValues(site)
    if not values:
        return
    if is_run_apart(site.definition, site.api.tree):
        return
    inner = _ranges_of_inner_functions(site)
    guarded = _guarded(site, values)
    told: set[Expression] = set()
    for need in _needs(site):
        path = None if need.value in told else values.path(need.value)
        if path is None or path in guarded or any(first <= need.value.line <= last for first, last in inner):
            continue
        if need.array is not None and values.array(need.array) is None:
            continue
        if any(is_tried(need.value, site.api.tree, error) for error in _CAUGHT):
            continue
        told.add(need.value)
        yield Diagnostic(
            CONCRETE,
            f'{need.by} needs the value of "{path}", which is a tracer under {site.by}: it raises an error of JAX '
            f'when "{site.definition.name}" is traced; use {need.instead}',
            need.value,
        )


def _needs(site: TracedFunction) -> Iterator[_Need]:
    for statement in site.body.statements:
        if isinstance(statement, IfStmt):
            yield from (_Need(part, "`if`", _BRANCH) for each in statement.expr for part in _decided(each))
        elif isinstance(statement, WhileStmt):
            yield from (_Need(part, "`while`", "jax.lax.while_loop") for part in _decided(statement.expr))
        elif isinstance(statement, AssertStmt):
            yield from (_Need(part, "`assert`", "jax.experimental.checkify") for part in _decided(statement.expr))
    for expression in site.body.expressions:
        if isinstance(expression, ConditionalExpr):
            yield from (_Need(part, "`if` ... `else`", _BRANCH) for part in _decided(expression.cond))
        elif isinstance(expression, UnaryExpr) and expression.op == "not":
            yield from (_Need(part, "`not`", "jnp.logical_not") for part in _decided(expression.expr))
        elif isinstance(expression, OpExpr) and expression.op in ("and", "or"):
            instead = f"jnp.logical_{expression.op}"
            yield from (_Need(part, f"`{expression.op}`", instead) for part in _decided(expression.left))
        elif isinstance(expression, CallExpr):
            yield from _in_call(expression, site.api.tree)
        elif isinstance(expression, IndexExpr) and isinstance(expression.index, SliceExpr):
            bounds = (expression.index.begin_index, expression.index.end_index, expression.index.stride)
            yield from (_Need(each, "a slice", "jax.lax.dynamic_slice, or " + _STATIC) for each in bounds if each)


def _decided(condition: Expression) -> Iterator[Expression]:
    """Yield the parts of a condition that Python is certain to ask for a bool: the first one of each ``and``."""
    if isinstance(condition, OpExpr) and condition.op in ("and", "or"):
        yield from _decided(condition.left)
    elif isinstance(condition, UnaryExpr) and condition.op == "not":
        yield from _decided(condition.expr)
    else:
        yield condition


def _in_call(call: CallExpr, module: MypyFile) -> Iterator[_Need]:
    callee = call.callee
    if not isinstance(callee, RefExpr) or any(kind.is_star() for kind in call.arg_kinds):
        return
    if isinstance(callee, MemberExpr) and callee.name in _READING and not call.args:
        yield _Need(callee.expr, f".{callee.name}()", "the array itself")
    elif isinstance(callee, MemberExpr) and callee.name == "reshape":
        sizes = [part for each in call.args for part in (row(each) or [each])]
        yield from (_Need(each, "the shape of reshape", _STATIC, callee.expr) for each in sizes)
    if callee.fullname in _BUILTINS:
        name = _BUILTINS[callee.fullname]
        instead = "jax.lax.fori_loop, or " + _STATIC if name == "range()" else "jnp.asarray(...).astype(...)"
        yield from (_Need(each, name, instead) for each in call.args)
    if callee.fullname in _COMPARING and len(call.args) > 1 and not any(call.arg_names):
        instead = "jnp.maximum" if callee.fullname == "builtins.max" else "jnp.minimum"
        yield from (_Need(each, _COMPARING[callee.fullname], instead) for each in call.args)
    spelt = spelled(callee, module)
    if spelt == "jax.numpy.arange":
        yield from (_Need(each, "the shape of jnp.arange", _STATIC) for each in call.args[:3])
    elif spelt in _SHAPED:
        size = argument(call, *_SHAPED[spelt])
        sizes = [] if size is None else row(size) or [size]
        yield from (_Need(each, f"the shape of {spelt.replace('jax.numpy.', 'jnp.')}", _STATIC) for each in sizes)


def _guarded(site: TracedFunction, values: TracedValues) -> set[str]:
    """Return the tracers whose type the function asks for: it may know that they are none."""
    found: set[str] = set()
    for call in site.body.expressions_of(CallExpr):
        if isinstance(call.callee, NameExpr) and call.callee.name in ("isinstance", "type", "is_concrete", "hasattr"):
            found.update(path for each in call.args[:1] if (path := values.path(each)) is not None)
    return found


def _ranges_of_inner_functions(site: TracedFunction) -> list[tuple[int, int]]:
    """Return the lines of functions inside, which callbacks may run outside of the trace."""
    inner = [*site.body.statements_of(FuncDef), *site.body.expressions_of(LambdaExpr)]
    return [(each.line, each.end_line or each.line) for each in inner]
