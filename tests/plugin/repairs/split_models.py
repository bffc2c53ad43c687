"""nnx.split gives a state for each filter, and mypy is told how many there are."""

import jax.numpy as jnp
from flax import nnx


class Model(nnx.Module):
    def __init__(self) -> None:
        self.w = nnx.Param(jnp.ones(3))
        self.count = nnx.Variable(jnp.array(0))


def taken_apart(model: Model) -> Model:
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)
    graphdef, state = nnx.split(model)
    graphdef, params = nnx.split(model, nnx.Param)
    graphdef, params, counts, others = nnx.split(model, nnx.Param, nnx.Variable, ...)
    print(state.flat_state(), params.flat_state(), counts.flat_state(), others.flat_state())
    return nnx.merge(graphdef, params, rest)


def with_options(model: Model) -> None:
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    print(graphdef, params.flat_state(), rest.flat_state())


def with_any_filters(model: Model, filters: list[type[nnx.Variable[object]]]) -> None:
    graphdef, *states = nnx.split(model, nnx.Param, ..., *filters)
    print(graphdef, [each.flat_state() for each in states])


def too_few(model: Model) -> None:
    graphdef, params = nnx.split(model, nnx.Param, ...)  # E: misc
    print(graphdef, params)
