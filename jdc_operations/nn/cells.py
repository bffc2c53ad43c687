"""Recurrent cells of flax, ``GRUCell(3, 8, rngs=rngs)(state, x)``: a new state, and the part of it that is given out.

Inputs and states may have axes in front, which broadcast. Cells of `flax.linen` take the size of the state that they
are given, those of `flax.nnx` have one of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..sizes import never_equal
from ..values import Dim, Items, MistakeError, Shape, UnclearError, Value, show


def cell(ins: str | None, hidden: str | None, *, has_memory: bool) -> Rule:
    """Return the rule of a cell; the state of one that ``has_memory`` is a pair of arrays."""

    def rule(call: Call) -> Value:
        carry = call.values["carry"]
        held = carry.items if has_memory and isinstance(carry, Items) else (carry,)
        if len(held) != (2 if has_memory else 1):
            raise UnclearError
        size = None if hidden is None else call.size(hidden)
        inputs, states = call.array("inputs").shape, [call.as_array(each).shape for each in held]
        _must_end_in(call, None if ins is None else call.size(ins), inputs, "features")
        _must_end_in(call, size, states[-1], "features of its state")
        if not inputs or not states[-1]:
            raise UnclearError
        made = _shape_of(inputs, states, states[-1][-1] if size is None else size)
        new = call.result(made, None, None)
        return Items((Items((new, new)) if has_memory else new, new))

    return rule


def _must_end_in(call: Call, size: Dim, shape: Shape | None, noun: str) -> None:
    if shape and never_equal(size, shape[-1]):
        raise MistakeError(f"{call.name} takes {size} {noun}, not {show(shape)}")


def _shape_of(inputs: Shape, states: list[Shape | None], size: Dim) -> Shape | None:
    """Return the shape of gates, of which each has the axes in front of the input and of the state."""
    made: Shape | None = (*inputs[:-1], size)
    for state in states:
        made = None if made is None or state is None else broadcast(made, state)
    return made


_MEMORY: Final = ("LSTMCell", "OptimizedLSTMCell")
_INITIAL: Final = "kernel_init=None, recurrent_kernel_init=None, bias_init=None, dtype=None, param_dtype=None"
_REST: Final = (
    "gate_fn=None, activation_fn=None, carry_init=None, residual=False, promote_dtype=None, keep_rngs=False"
)
CELLS_CALLED: Final = "carry, inputs"
"""The parameters of a call of each."""
NNX_CELLS: Final[Mapping[str, tuple[str, Rule]]] = {
    name: (
        f"in_features, hidden_features, *, {_INITIAL}, {_REST}, rngs",
        cell("in_features", "hidden_features", has_memory=name in _MEMORY),
    )
    for name in ("GRUCell", "SimpleCell", *_MEMORY)
}
"""Cells of `flax.nnx`, each with the parameters of its constructor."""
LINEN_CELLS: Final[Mapping[str, tuple[str, Rule]]] = {
    name: (f"features, *, {_INITIAL}, {_REST}, name=None", cell(None, None, has_memory=name in _MEMORY))
    for name in ("GRUCell", "SimpleCell", *_MEMORY)
}
