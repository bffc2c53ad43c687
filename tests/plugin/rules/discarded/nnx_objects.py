"""jdc-discarded: functions of flax.nnx that make an object."""

import jax
from flax import nnx


def halve(model: nnx.Linear) -> nnx.Linear:
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)
    params = jax.tree.map(lambda leaf: leaf / 2, params)
    nnx.merge(graphdef, params, rest)  # E: jdc-discarded
    nnx.clone(model)  # E: jdc-discarded
    nnx.update(model, params)
    nnx.pop(model, nnx.Intermediate)
    copy = nnx.clone(model)
    print(copy)
    return nnx.merge(graphdef, params, rest)
