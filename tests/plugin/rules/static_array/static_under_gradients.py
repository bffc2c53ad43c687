"""jdc-static-array: arrays for the static arguments of a jitted function that a derivative calls."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

x = np.linspace(0, 1, 20)
y = 3 * x + 1


@partial(jax.jit, static_argnums=(1, 2))
def loss(r: Any, x: Any, n: Any) -> Any:
    return jnp.mean((r[0] * x + r[1]) ** n)


@jax.jit
def traced(r: Any, x: Any, n: Any) -> Any:
    return jnp.mean((r[0] * x + r[1]) ** n)


r = jnp.array([1.0, 0.0])
jax.grad(loss)(r, x, 2)  # E: jdc-static-array
value_and_grad = jax.value_and_grad(loss)
value_and_grad(r, jnp.linspace(0, 1, 20), 2)  # E: jdc-static-array

jax.grad(loss)(r, 3.0, 2)
jax.grad(traced)(r, x, 2)
jax.value_and_grad(traced)(r, x, 2)
jax.grad(lambda r: loss(r, 2.0, 2))(r)
