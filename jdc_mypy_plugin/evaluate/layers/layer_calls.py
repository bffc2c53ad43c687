"""Calls of layers that a library makes: ``eqx.nn.Linear(3, 4, key=key)(x)``, and ``self.head(x)`` in a module.

An attribute of ``self`` counts where one method of the class assigns a layer to it, and nothing else in the module
may give it another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    Expression,
    MemberExpr,
)

from jdc_operations.nn.layers import LAYERS, evaluate_layer
from jdc_operations.values import UNKNOWN, Failure, Items, Scalar, Value

from ...syntax import INDEX
from ...syntax.per_module import PerModule
from ..calls.call_arguments import Arguments, arguments_of
from ..calls.handed import FollowingReader, Written, followed
from ..constants import unfold
from ..declared.batched import applied
from ..declared.held_attributes import held_attribute
from ..substitution import put_into
from .layer_chains import CHAINS, LAMBDAS, MadeChain, Step, function_step, written_layers

_LIBRARIES: Final = frozenset(("equinox", "flax"))


class MadeLayer(NamedTuple):
    """A layer that is called."""

    name: str
    """The full name of its class."""
    made: Arguments
    """The arguments of its constructor."""

    def of(self, positional: Sequence[Value], keywords: Mapping[str, Value]) -> Value | Failure:
        """Return what a call of the layer gives, or why it raises."""
        return applied(
            lambda put: evaluate_layer(self.name, self.made, put_into(put, positional, keywords)),
            (*positional, *keywords.values()),
        )


def call_of_layer(
    layer: MadeLayer | MadeChain, call: CallExpr, read: Callable[[Expression], Value]
) -> Value | Failure:
    """Return what a call of a layer gives whose arguments are written out."""
    given = arguments_of(call, read)
    return UNKNOWN if given is None else layer.of(*given)


def layer_of(callee: Expression, reader: FollowingReader) -> MadeLayer | MadeChain | None:
    """Return the layer that a callee is; None where it may be anything else."""
    if not _HAS_LAYERS.of(reader.scope.tree):
        return None
    found = followed(callee, reader)
    if isinstance(found.expression, MemberExpr):
        held = held_attribute(found.expression, found.reader.scope)
        found = found if held is None else found.at(held)
    call = found.expression
    name = found.reader.scope.imported(call.callee) if isinstance(call, CallExpr) else ""
    if name in CHAINS and isinstance(call, CallExpr):
        return _chain(name, call, found)
    if name not in LAYERS or not isinstance(call, CallExpr):
        return None
    made = _made(found, call)
    return None if made is None else MadeLayer(name, made)


def _chain(name: str, made: CallExpr, found: Written) -> MadeChain | None:
    layers = written_layers(name, made)
    steps = None if layers is None else [_step(each, found) for each in layers]
    return None if steps is None or None in steps else MadeChain([each for each in steps if each is not None])


def _step(written: Expression, found: Written) -> Step | None:
    """Return what one layer of a chain makes of an array; None where it may be anything."""
    layer = layer_of(written, found.reader)
    if layer is not None:
        return lambda value: layer.of([value], {})
    scope = found.reader.scope
    source = unfold(written, scope)
    is_lambda = isinstance(source, CallExpr) and scope.imported(source.callee) in LAMBDAS and len(source.args) == 1
    function = source.args[0] if is_lambda and isinstance(source, CallExpr) else source
    return function_step(scope.imported(function))


def _made(found: Written, call: CallExpr) -> Arguments | None:
    """Return what a constructor is given, without the sizes that only its function has names for."""
    given = arguments_of(call, found.reader.value)
    if given is None:
        return None
    return tuple(map(_number, given[0])), {name: _number(value) for name, value in given[1].items()}


def _number(value: Value) -> Value:
    if isinstance(value, Items):
        return Items(tuple(map(_number, value.items)), value.is_list)
    is_other = isinstance(value, Scalar) and not isinstance(value.value, int | float | bool)
    return Scalar(value.kind) if is_other and isinstance(value, Scalar) else value


_HAS_LAYERS: Final = PerModule(
    lambda module: any(name.partition(".")[0] in _LIBRARIES for name in INDEX.of(module).imports.modules)
)
"""Modules that import a library of layers."""
