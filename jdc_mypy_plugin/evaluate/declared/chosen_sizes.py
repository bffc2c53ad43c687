"""Sizes that whoever calls a function chooses: ``n`` and ``m`` of ``def f(x: Float[Array, "n m"])``.

A function promises to work for all of them, so that ``x.T`` is no ``"n m"``, though it is one for a square ``x``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    FuncDef,
    IfStmt,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RaiseStmt,
    StrExpr,
    TupleExpr,
    Var,
)
from mypy.types import CallableType, TupleType, Type, UnionType

from jdc_spec.scoped_names import scoped
from jdc_spec.shapes import ANY_AXES, ShapePattern
from jdc_spec.sizes import Linear

from ...host.freshness import is_settled
from ...host.known_types import known_type
from ...model.annotations.signatures import HAS_SIGNATURES, item_name, signature_of
from ...syntax import INDEX
from ...syntax.failures.shape_guards import is_guarded
from ...syntax.index import ModuleIndex
from ...syntax.mapped_axes import axis_of
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import unpacked
from ...syntax.per_module import PerModule
from ...syntax.walk import descendants
from ..calls.mapped_functions import Rows, says_what_it_sees
from .declarations import scope_of
from .formatted_numbers import names_in_braces

_NOTHING: Final[frozenset[str]] = frozenset()
_SIZES: Final = frozenset(("shape", "size", "ndim", "reshape", "ravel", "flatten"))
_MAKERS: Final = frozenset(
    (
        *("eye", "identity", "zeros", "ones", "empty", "full", "arange", "one_hot", "tri"),
        *("normal", "uniform", "bernoulli", "gumbel", "truncated_normal", "permutation"),
        *("segment_sum", "segment_prod", "segment_max", "segment_min", "linspace", "range"),
        *("sqrt", "rsqrt", "log", "float", "float32", "float64"),
    )
)
"""Functions that make an array of the sizes that they are given, or a number that is no size."""
_CHECKS: Final = ("assert", "check", "error_if")
"""Parts of the names of functions that may refuse some sizes."""


class _Chosen(NamedTuple):
    """Names whose sizes any call of a function may choose."""

    all: frozenset[str]
    unrelated: frozenset[str]
    """The same, but none of a function that calculates with a size: it may want sizes that go together."""
    batches: frozenset[str | Var] = _NOTHING
    """Names of several axes, ``*batch``, which any call may choose too, and parameters with ``...`` axes."""


def chosen_names(function: FuncDef, at: Expression, api: TypeChecker) -> frozenset[str]:
    """Return the names whose sizes any call may choose; none where the function refuses some before, or may."""
    names = _chosen(function, api).all
    return names if names and not is_guarded(at, api.tree) else _NOTHING


def unrelated_names(function: FuncDef, at: Expression, api: TypeChecker) -> frozenset[str]:
    """Return the names whose sizes any call may choose, of a function that calculates with no size.

    One that does, ``x.reshape(n, heads // groups, d)``, may want sizes that go together.
    """
    names = _chosen(function, api).unrelated
    return names if names and not is_guarded(at, api.tree) else _NOTHING


def _chosen(function: FuncDef, api: TypeChecker) -> _Chosen:
    known = _OF_FUNCTIONS.of(api.tree) if is_settled() else {}
    if function not in known:
        known[function] = _chosen_of(function, api)
    return known[function]


def _chosen_of(function: FuncDef, api: TypeChecker) -> _Chosen:
    signature = signature_of(function, api)
    if signature is None or not says_what_it_sees(function, signature, api):
        return _Chosen(_NOTHING, _NOTHING)
    patterns = list(required_patterns(function, signature.parameters))
    names, numbers = names_in_patterns(patterns), names_in_braces(function, api)
    unnamed = _with_unnamed_axes(function, signature.parameters)
    batches = frozenset[str | Var]((*filter(None, map(_batch_of, patterns)), *unnamed))
    if not (names or batches or numbers) or refuses(function, api.tree):
        return _Chosen(_NOTHING, _NOTHING)
    return _Chosen(names | numbers, names if names and not asks_for_sizes(function, api) else _NOTHING, batches)


def _batch_of(pattern: ShapePattern) -> str | None:
    """Return the name of the axes that a pattern has any number of."""
    axes = pattern.variadic
    return None if axes is None or axes.is_broadcasting else axes.name


_OF_FUNCTIONS: Final = PerModule[dict[FuncDef, _Chosen]](lambda _: {})
"""The names of each function that a module has been asked about: each of its operations asks for them."""


def names_of_rows(function: FuncDef, rows: Rows, api: TypeChecker) -> frozenset[str]:
    """Return the names whose sizes any call may choose in the rows that a function under `jax.vmap` gets."""
    is_free = not refuses(function, api.tree) and not asks_for_sizes(function, api)
    return names_in_patterns(required_patterns(function, rows) if is_free else ())


def names_around(at: Expression, api: TypeChecker) -> frozenset[str]:
    """Return the names of the function that an operation is in, where they may differ there."""
    function = _annotated_function(at, api)
    return _NOTHING if function is None else unrelated_names(function, at, api)


def chosen_names_around(at: Expression, api: TypeChecker) -> frozenset[str]:
    """Return the names whose sizes any call may choose of the function that an operation is in."""
    function = _annotated_function(at, api)
    return _NOTHING if function is None else chosen_names(function, at, api)


def _with_unnamed_axes(function: FuncDef, parameters: Rows) -> Iterator[Var]:
    """Yield the parameters whose strings of jaxtyping have a ``...``, which every call gives some axes."""
    kinds = function.type.arg_types if isinstance(function.type, CallableType) else ()
    for argument, kind in zip(function.arguments, kinds, strict=False):
        said = parameters.get(argument.variable.name)
        shape = None if said is None else said.shape
        is_given = argument.kind.is_required() and not isinstance(known_type(kind), UnionType)
        if is_given and shape is not None and shape.text is not None and shape.variadic == ANY_AXES:
            yield argument.variable


def chosen_batches_around(at: Expression, api: TypeChecker) -> frozenset[str | Var]:
    """Return what the axes are known by that any call of the function around an operation may choose: ``*batch``."""
    function = _annotated_function(at, api)
    batches: frozenset[str | Var] = _NOTHING if function is None else _chosen(function, api).batches
    return batches if batches and not is_guarded(at, api.tree) else _NOTHING


def _annotated_function(at: Expression, api: TypeChecker) -> FuncDef | None:
    return FLOW.of(api.tree).function_over(at) if HAS_SIGNATURES.of(api.tree) else None


def asks_for_sizes(function: FuncDef, api: TypeChecker) -> bool:
    """Return whether a function may calculate with sizes, so that it may want some that go together."""
    return any(_calculates(read, api) for read in INDEX.of(api.tree).inside(function).expressions_of(MemberExpr))


def _calculates(read: MemberExpr, api: TypeChecker) -> bool:
    """Return whether a function may calculate with a size that it asks for, or asks for another shape.

    ``jnp.eye(x.shape[0])``, ``random.normal(key, x.shape)`` and ``total / x.shape[0]`` do not, and a name for the
    size, ``n, d = x.shape``, does not where it is read in such a place alone.
    """
    index = INDEX.of(api.tree)
    if read.name != "shape":
        return read.name in _SIZES and not _adds_axes(index.parent(read), read)
    around = index.parent(read)
    size = around if isinstance(around, IndexExpr) and around.base is read else read
    statement = index.parent(size)
    if isinstance(statement, AssignmentStmt):
        return not _is_harmless_name(statement, api.tree)
    if size is read:
        return not (isinstance(around, CallExpr) and around.callee is not read and _is_maker(around.callee))
    return not _takes_any(size, index)


def _is_harmless_name(statement: AssignmentStmt, module: MypyFile) -> bool:
    """Return whether the names that an assignment gives to sizes are read where any size will do."""
    index, variables = INDEX.of(module), FLOW.of(module).variables
    named = [name for target in statement.lvalues for name in unpacked(target)]
    names = {name.node for name in named if isinstance(name, NameExpr) and variables.bound_once(name) is not None}
    if len(names) < len(named) or None in names:
        return False
    function = FLOW.of(module).function_over(statement.rvalue)
    parts: Sequence[NameExpr] = [] if function is None else index.inside(function).expressions_of(NameExpr)
    read = [each for each in parts if each.node in names and not any(each is name for name in named)]
    return function is not None and all(_takes_any(each, index) for each in read)


def _takes_any(size: Expression, index: ModuleIndex) -> bool:
    """Return whether a size, or one that some elements longer or shorter, makes an array, or divides something."""
    around = index.parent(size)
    if isinstance(around, OpExpr):
        is_near = around.op in ("+", "-") and any(isinstance(each, IntExpr) for each in (around.left, around.right))
        return around.op == "/" or (is_near and _takes_any(around, index))
    call = index.parent(around) if isinstance(around, TupleExpr) else around
    return isinstance(call, CallExpr) and call.callee is not size and _is_maker(call.callee)


def _adds_axes(call: object, callee: MemberExpr) -> bool:
    """Return whether a call is ``scale.reshape(1, -1, 1)``, which wants nothing of the sizes of an array."""
    is_one = callee.name == "reshape" and isinstance(call, CallExpr) and call.callee is callee
    if not is_one or not isinstance(call, CallExpr) or any(call.arg_names):
        return False
    written = call.args[0].items if len(call.args) == 1 and isinstance(call.args[0], TupleExpr) else call.args
    sizes = [axis_of(each) for each in written]
    return 1 in sizes and {*sizes} <= {1, -1}


def _is_maker(callee: Expression) -> bool:
    return isinstance(callee, NameExpr | MemberExpr) and callee.name in _MAKERS


def required_patterns(function: FuncDef, parameters: Rows) -> Iterator[ShapePattern]:
    """Yield what is said of the arrays that every call gives: one that may be missing gives no size to a name."""
    kinds = function.type.arg_types if isinstance(function.type, CallableType) else ()
    for name, kind, type_ in zip(function.arg_names, function.arg_kinds, kinds, strict=False):
        for part, held in _parts(name or "", type_) if kind.is_required() else ():
            said = parameters.get(part)
            if said is not None and said.shape is not None and not isinstance(known_type(held), UnionType):
                yield scoped(said.shape, scope_of(function))


def _parts(parameter: str, kind: Type) -> Iterator[tuple[str, Type]]:
    """Yield a parameter, and the items of a tuple that it is, with their types."""
    yield parameter, kind
    whole = known_type(kind)
    for place, item in enumerate(whole.items if isinstance(whole, TupleType) else ()):
        yield item_name(parameter, place), item


def names_in_patterns(patterns: Iterable[ShapePattern]) -> frozenset[str]:
    """Return the names that axes have alone, ``n`` and not ``n+1``."""
    axes = (axis for pattern in patterns for axis in (*pattern.prefix, *pattern.suffix))
    return frozenset(axis.name for axis in axes if isinstance(axis, Linear) and axis.name is not None)


def refuses(function: FuncDef, module: MypyFile) -> bool:
    """Return whether a function checks what it is given, so that not every size will do."""
    body = INDEX.of(module).inside(function)
    if any(True for _ in body.statements_of(AssertStmt)) or any(map(_checks, body.expressions_of(CallExpr))):
        return True
    raises = any(True for _ in body.statements_of(RaiseStmt))
    return raises and any(map(_compares_numbers, body.statements_of(IfStmt)))


def _compares_numbers(choice: IfStmt) -> bool:
    """Return whether a condition compares what may be sizes, ``model.n != model.m``: no strings, and not None."""
    parts = (part for condition in choice.expr for part in descendants(condition))
    return any(isinstance(part, ComparisonExpr) and not any(map(_is_no_size, part.operands)) for part in parts)


def _is_no_size(operand: Expression) -> bool:
    return isinstance(operand, StrExpr) or (isinstance(operand, NameExpr) and operand.name == "None")


def _checks(call: CallExpr) -> bool:
    callee = call.callee
    return isinstance(callee, NameExpr | MemberExpr) and any(part in callee.name for part in _CHECKS)
