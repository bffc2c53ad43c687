"""jdc-concrete: what jax.tree.map calls with the leaves of tracers."""

import math
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Params:
    weights: jax.Array
    bias: jax.Array
    rows: int = flax.struct.field(pytree_node=False, default=2)


@jax.jit
def wrong(params: Params, rate: jax.Array) -> Any:
    def clipped(p: Any, g: Any) -> Any:
        if jnp.abs(g).max() > 1.0:  # E: jdc-concrete
            return p
        return p - g

    longer = jax.tree.map(lambda p: np.append(p, 1.0), params)  # E: jdc-concrete
    signed = jax.tree.map(lambda p: p if p.sum() > 0 else -p, params)  # E: jdc-concrete
    return longer, signed, jax.tree_util.tree_map(clipped, params, params)


@jax.jit
def right(params: Params, rate: jax.Array) -> Any:
    rows = jax.tree.map(lambda p: p.reshape(params.rows, -1) if p.ndim > 1 else p, params)
    twice = jax.tree.map(lambda p: None if p is None else p * 2, params)
    scales = jax.tree.map(lambda s: math.sqrt(s), {"a": 1.0, "b": 4.0})
    chosen = jax.tree.map(lambda p, s: p * math.sqrt(s), {"a": rate}, {"a": 4.0})
    filled = jax.tree.map(lambda p: p if isinstance(p, float) and p > 0 else jnp.abs(p), params)
    kept = jax.tree.map(lambda p: p if p else rate, (params, None), is_leaf=lambda p: p is None)
    return rows, twice, scales, chosen, filled, kept


def outside(params: Params) -> Any:
    return jax.tree.map(lambda p: np.append(p, 1.0), params)


wrong(Params(jnp.ones((2, 3)), jnp.ones(3)), jnp.ones(2))
