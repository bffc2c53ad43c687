"""Modules of `flax.nnx` taken apart into a graph and a state, and put together: ``nnx.split`` and ``nnx.merge``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.values import UNKNOWN

from ..objects import deep_copy
from ..things import Foreign, Held, Layer, ModuleState, Named, Object, Row, Thing
from ..trees import Keywords, OfLibrary
from .nnx_modes import is_nnx

if TYPE_CHECKING:
    from ..machine import Machine


@dataclass(frozen=True, eq=False)
class Graph(Foreign):
    """A graph definition: the module as it was, and the states that it was taken apart into."""

    module: Thing
    states: Sequence[ModuleState]


def _split(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``nnx.split(module, *filters)``."""
    module = given[0] if given and not keywords else UNKNOWN
    is_module = isinstance(module, Object) and module.info is not None and is_nnx(module.info)
    if not is_module and not (isinstance(module, Layer) and module.name.startswith("flax.nnx.")):
        return machine.leave(Named("flax.nnx.split"), [*given, *keywords.values()])
    states = [ModuleState("flax") for _ in given[1:] or (UNKNOWN,)]
    graph = Graph("flax", deep_copy(module, machine), states)
    return Row(machine.changes.regions, items=[graph, *states], is_list=False)


def _merge(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``nnx.merge(graph, *states)``: a module like that which was taken apart, if nothing has other shapes since."""
    graph = given[0] if given and not keywords else UNKNOWN
    if not isinstance(graph, Graph) or [*graph.states] != [*given[1:]]:
        return machine.leave(Named("flax.nnx.merge"), [*given, *keywords.values()])
    return deep_copy(graph.module, machine)


def _cloned(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``nnx.clone(module)``."""
    is_one = len(given) == 1 and not keywords and isinstance(given[0], Held)
    return deep_copy(given[0], machine) if is_one else machine.leave(Named("flax.nnx.clone"), [*given])


NNX_GRAPHS: Final[Mapping[str, OfLibrary]] = {
    "flax.nnx.split": _split,
    "flax.nnx.merge": _merge,
    "flax.nnx.clone": _cloned,
}
"""The functions by the names that programs import."""
