"""jdc-shape: names of values that a program defines again, as a function or a class."""

import jax
import jax.numpy as jnp

inputs = jnp.ones((4, 3))
f = lambda weights: inputs * weights
print(f(2.0))
jax.grad(f)(2.0)  # E: jdc-shape


def f(z: jax.Array) -> jax.Array:  # type: ignore[no-redef]
    return jnp.sum(z**2)


print(jax.grad(f)(2.0))


def g(z: jax.Array) -> jax.Array:
    return jnp.ones((4, 3)) * z


g = jax.jit(g)
jax.grad(g)(2.0)  # E: jdc-shape


def g(z: jax.Array) -> jax.Array:  # type: ignore[no-redef]
    return jnp.sin(z)


print(jax.grad(g)(2.0))
g = jax.jit(g)
print(jax.grad(g)(2.0))

for size in (2, 3):

    def h(z: jax.Array) -> jax.Array:
        return z * jnp.ones((4, 3))

    h = jax.jit(h)
    jax.grad(h)(2.0)  # E: jdc-shape
    print(size)
