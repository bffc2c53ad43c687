"""``jdc-chex-mapping`` where names of fields are taken for what the fields hold.

To go along an object gives the names, as with a dict. An operation for arrays alone is then done to a string.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    DictionaryComprehension,
    Expression,
    FloatExpr,
    GeneratorExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    StarExpr,
    TupleExpr,
    UnaryExpr,
)

from jdc_spec.rules import CHEX_MAPPING

from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.failures.expected_failures import is_tried
from ...syntax.index import ModuleIndex
from ...syntax.names.imported_names import spelled
from ...syntax.names.references import REFERENCES
from ...syntax.names.targets import targets, unpacked
from ..places import ITERATION, OPERATION, OperationSite, asked
from ..sites import Iteration
from ..tracing.needed_arrays import arrays_for_numpy
from .chex_objects import mapping_with

_JAX: Final = "jax.numpy."
_METHODS: Final = frozenset(
    (
        *("sum", "mean", "max", "min", "prod", "std", "var", "all", "any", "argmax", "argmin", "argsort", "cumsum"),
        *("cumprod", "reshape", "transpose", "squeeze", "repeat", "take", "swapaxes", "round", "astype", "ravel"),
    )
)
"""Methods of arrays, which no string has; most are functions of `jax.numpy` too."""
_ATTRIBUTES: Final = frozenset(("shape", "dtype", "ndim", "size", "T", "at")) | _METHODS
_NO_FUNCTIONS: Final = frozenset(("astype", "einsum"))
"""Functions whose first argument may be a string."""
_OPERATORS: Final = frozenset(("-", "/", "//", "**", "@"))
"""Operators that no string has; the other operand may know one that works, as a path does with ``/``."""
_ROWS: Final = frozenset(("array", "asarray", "stack", "concatenate", "hstack", "vstack", "dstack", "column_stack"))
_LISTS: Final = ("builtins.list", "builtins.tuple")
_PASSING: Final = ("numpy.testing.assert_array_equal", "numpy.array_equal")


@asked(CHEX_MAPPING, at=ITERATION)
def check_loop(site: Iteration) -> Iterator[Diagnostic]:
    """Report a loop or a comprehension that uses the names of the fields as arrays."""
    name = mapping_with(site.owner, "__iter__")
    if name is None:
        return
    index = INDEX.of(site.api.tree)
    names = _names(site, index)
    if any(_is_used_as_array(each, index, site) and not _is_tried(each, site) for each in names):
        yield Diagnostic(CHEX_MAPPING, _sentence(name, "the loop"), site.node)


def _names(site: Iteration, index: ModuleIndex) -> list[NameExpr]:
    """Return where a loop reads its variable; nothing where the variable may be something else by then."""
    around = site.around
    if isinstance(around, GeneratorExpr | DictionaryComprehension):
        variable = around.indices[around.sequences.index(site.node)]
        node = variable.node if isinstance(variable, NameExpr) else None
        expressions: Iterable[NameExpr] = () if node is None else REFERENCES.of(site.api.tree).get(node, ())
    else:
        variable, body = around.index, index.inside(around)
        expressions = body.expressions_of(NameExpr)
        bound = (part for each in body.statements for target in targets(each) for part in unpacked(target.expression))
        if any(isinstance(part, NameExpr) and _is_same(part, variable) for part in bound):
            return []
    found = [each for each in expressions if each is not variable and _is_same(each, variable)]
    return [] if any(_is_looked_at(each, index) for each in found) else found


def _is_tried(name: NameExpr, site: Iteration) -> bool:
    """Return whether the program expects an error where it uses the variable, that of a string among others."""
    return is_tried(name, site.api.tree, "AttributeError") or may_be_caught(name, site.api.tree)


def _is_same(name: NameExpr, variable: Expression) -> bool:
    return isinstance(variable, NameExpr) and name.node is not None and name.node is variable.node


def _is_looked_at(name: NameExpr, index: ModuleIndex) -> bool:
    """Return whether the program asks what kind of value a variable holds."""
    call = index.parent(name)
    return (
        isinstance(call, CallExpr)
        and isinstance(call.callee, NameExpr)
        and call.callee.name in ("isinstance", "type")
    )


def _is_used_as_array(name: NameExpr, index: ModuleIndex, site: Iteration) -> bool:
    parent = index.parent(name)
    if isinstance(parent, MemberExpr):
        return parent.name in _ATTRIBUTES
    if isinstance(parent, UnaryExpr):
        return parent.op in ("-", "+", "~")
    if isinstance(parent, OpExpr):
        other = parent.right if parent.left is name else parent.left
        if isinstance(other, FloatExpr):
            return parent.op in _OPERATORS or parent.op in ("+", "*")
        is_same = _is_same(name, other)
        return (isinstance(other, IntExpr) or is_same) and (
            parent.op in _OPERATORS or (parent.op == "+" and not is_same)
        )
    if not isinstance(parent, CallExpr):
        return False
    function = spelled(parent.callee, site.api.tree)
    return function.startswith(_JAX) and name in _arrays(parent, function.removeprefix(_JAX))


def _arrays(call: CallExpr, function: str) -> list[Expression]:
    """Return the arguments of a function of `jax.numpy` that have to be arrays."""
    if function in _NO_FUNCTIONS:
        return []
    return call.args[:1] if function in _METHODS else list(arrays_for_numpy(call, f"numpy.{function}"))


@asked(CHEX_MAPPING, at=OPERATION)
def check_call(site: OperationSite) -> Iterator[Diagnostic]:
    """Report ``jnp.stack([*state])`` and ``jnp.array(list(state))``; comparisons that see the names alone."""
    call = site.node
    if site.is_ahead or not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr) or not call.args:
        return
    function = spelled(call.callee, site.api.tree)
    if function.startswith(_JAX) and function.removeprefix(_JAX) in _ROWS:
        for value in _spread(call.args[0]):
            name = mapping_with(site.api.lookup_type_or_none(value), "__iter__")
            if name is not None:
                yield Diagnostic(CHEX_MAPPING, _sentence(name, function.rpartition(".")[2]), value)
    elif function in _PASSING:
        yield from _compared(site, call, function)


def _spread(value: Expression) -> Iterator[Expression]:
    """Yield what a list or a tuple takes all items of."""
    if isinstance(value, ListExpr | TupleExpr):
        yield from (item.expr for item in value.items if isinstance(item, StarExpr))
    elif isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname in _LISTS:
        yield from value.args[:1]


def _compared(site: OperationSite, call: CallExpr, function: str) -> Iterator[Diagnostic]:
    """Report a comparison of two objects, of which NumPy makes arrays of names."""
    given = [mapping_with(site.api.lookup_type_or_none(each), "__iter__") for each in call.args[:2]]
    if len(given) < 2 or None in given:
        return
    message = (
        f'"{given[0]}" is a mapping, of which NumPy sees only the names of the fields, so that '
        f"{function.rpartition('.')[2]} finds them equal whatever they hold; use chex.assert_trees_all_equal"
    )
    yield Diagnostic(CHEX_MAPPING, message, call)


def _sentence(name: str, where: str) -> str:
    return (
        f'"{name}" is a mapping, which gives the names of its fields, not what they hold, and {where} needs arrays: '
        "it raises an error for a string; iterate over .values(), .to_tuple() or jax.tree.leaves(...)"
    )
