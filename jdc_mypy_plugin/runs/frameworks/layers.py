"""Layers that a library makes, held by objects and in lists, and what their calls give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.nn.layer_parameters import parameter_of
from jdc_operations.nn.layers import LAYERS
from jdc_operations.values import UNKNOWN, ArrayValue

from ...evaluate.layers.layer_calls import MadeLayer
from ...evaluate.layers.layer_chains import CHAINS, LAMBDAS
from ..python.iteration import iterated
from ..thing_values import held_in, plain
from ..things import Chain, Layer, Partly, Row, Thing, Variable

if TYPE_CHECKING:
    from ..machine import Machine

_LISTS: Final = ("flax.nnx.List",)
VARIABLES: Final = frozenset(
    f"flax.nnx.{name}" for name in ("Param", "Variable", "BatchStat", "Cache", "Intermediate")
)
"""Classes of `flax.nnx` that hold one array."""


def is_of_layers(name: str) -> bool:
    """Return whether a function of a library makes a layer, or holds layers."""
    return name in LAYERS or name in VARIABLES or name in _LISTS or name in LAMBDAS or name in CHAINS


def made_of(name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what a library makes of its arguments: a layer, a list of layers, or one behind the other."""
    regions = machine.changes.regions
    if name in LAYERS:
        named = {key: plain(each) for key, each in keywords.items()}
        return Layer(regions, name=name, made=([plain(each) for each in given], named))
    if name in VARIABLES and given:
        return Variable(regions, attributes={"value": held_in(given[0])})
    if name in LAMBDAS and len(given) == 1 and not keywords:
        return Partly(given[0], [], {})
    if keywords or (len(given) != 1 and name != "flax.nnx.Sequential"):
        return machine.leave(UNKNOWN, [*given, *keywords.values()])
    items = list(given) if name == "flax.nnx.Sequential" else iterated(given[0], machine).items
    return Row(regions, items=items) if name in _LISTS else Chain(regions, items=items)


def parameter(layer: Layer, name: str, machine: Machine) -> Thing:
    """Return an array that a layer holds, or the variable that holds it; UNKNOWN of anything else."""
    if name in layer.held or layer.made is None:
        return layer.held.get(name, UNKNOWN)
    found = parameter_of(layer.name, layer.made, name)
    if not isinstance(found, ArrayValue) or not layer.name.startswith("flax.nnx."):
        return found
    layer.held[name] = Variable(machine.changes.regions, attributes={"value": found})
    return layer.held[name]


def called_layer(
    layer: Layer, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
    """Return what the call of a layer gives."""
    mismatch = machine.parameter_sizes.mismatch(layer, given[0] if given else UNKNOWN, at, machine.changes.regions)
    if layer.made is None or at is None:
        return UNKNOWN
    refused = mismatch or machine.applied.refused(layer, [*given], keywords)
    if refused is not None:
        return machine.fail(at, refused)
    found = MadeLayer(layer.name, layer.made).of(
        [plain(each) for each in given], {key: plain(each) for key, each in keywords.items()}
    )
    return machine.tracers.result(machine.expressions.result(at, found), [*given, *keywords.values()])


def called_chain(chain: Chain, given: Sequence[Thing], at: Expression | None, machine: Machine) -> Thing:
    """Return what layers give, each of what the one before gives.

    Flax gives the items of a tuple or a dict to the next layer each for itself, and equinox does not.
    """
    if chain.items is None or len(given) != 1:
        return machine.leave(UNKNOWN, [chain, *given])
    made = given[0]
    for position, each in enumerate(chain.items):
        if position and not isinstance(made, ArrayValue) and not (made is UNKNOWN and isinstance(each, Layer)):
            return machine.leave(UNKNOWN, [chain, made])
        made = machine.calls.apply(each, [made], {}, at)
    return made if not isinstance(made, Row) else UNKNOWN
