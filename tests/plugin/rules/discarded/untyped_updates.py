"""jdc-discarded: functions of optax, of which mypy has no types."""

from typing import Any

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from optax import apply_updates, incremental_update


def loss(params: dict[str, jax.Array]) -> jax.Array:
    return (params["w"] ** 2).sum()


def train(params: dict[str, jax.Array], target: dict[str, jax.Array]) -> dict[str, jax.Array]:
    optimizer = optax.adam(0.1)
    state = optimizer.init(params)
    for _ in range(3):
        updates, state = optimizer.update(jax.grad(loss)(params), state)
        optax.apply_updates(params, updates)  # E: jdc-discarded
        apply_updates(params, updates)  # E: jdc-discarded
        incremental_update(params, target, 0.1)  # E: jdc-discarded
    params = optax.apply_updates(params, updates)
    _ = optax.apply_updates(params, updates)
    return params


def test_updates(updates: Any) -> None:
    optax.apply_updates({"w": jnp.ones(3)}, updates)
