"""jdc-lost-mutation: numbers that a loop calculates with and keeps outside."""

from typing import Any

import jax
import jax.numpy as jnp

log: list[Any] = []
rows: list[Any] = []
shapes: list[Any] = []


def step(carry: Any, x: Any) -> Any:
    carry = carry + x
    log.append(carry)  # E: jdc-lost-mutation
    return carry, None


jax.lax.scan(step, 0.0, jnp.arange(3.0))
print(jnp.stack(log))


def counted(carry: Any, x: Any) -> Any:
    carry = 3
    rows.append(carry)
    shapes.append(x.shape)
    return 0.0, carry


jax.lax.scan(counted, 0.0, jnp.arange(3.0))
print(jnp.array(rows), shapes)

seen: list[Any] = []


def logarithm(x):
    seen.append(x)  # E: jdc-lost-mutation
    return jnp.log(x)


fast = jax.jit(logarithm)
for value in (3.0, 4.0):
    fast(value)
print(seen[0] + 1)
