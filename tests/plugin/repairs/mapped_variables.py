"""A variable without annotation that holds a tree keeps the type that JAX declares for what it is given later."""

import jax
import jax.numpy as jnp


def masked() -> None:
    params = {"a": 1.0, "b": [2.0, 3.0], "c": {"d": 4.0}}
    params = jax.tree.map(jnp.asarray, params)
    params["c"]["extra"] = 7
    print(params["a"] - 1)


def rows(one: jax.Array, other: jax.Array, third: jax.Array) -> jax.Array:
    return one + other + third


def together(x: jax.Array, y: jax.Array) -> jax.Array:
    args = (x, y)
    args = jax.tree.map(lambda each: each[0], args)
    args += (x[0],)
    return rows(*args)


def annotated(x: dict[str, jax.Array]) -> dict[str, jax.Array]:
    y: dict[str, jax.Array] = jax.tree.map(jnp.sin, x)
    y = jax.tree.map(jnp.sin, y)
    return jax.tree.map(jnp.sin, y)


masked()
print(together(jnp.ones(2), jnp.ones(2)))
mistaken: int = annotated({"w": jnp.ones(2)})  # E: assignment
