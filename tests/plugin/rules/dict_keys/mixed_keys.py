"""jdc-dict-keys: dicts of texts and numbers that are written out and handed to JAX."""

from typing import Any

import jax
import jax.numpy as jnp


@jax.jit
def total(tree: Any) -> Any:
    return sum(jax.tree.leaves(tree))


def of_config(config: Any) -> Any:
    return config["y"]


print(jax.tree.map(lambda x: x + 1, {1: 7, "y": 42}))  # E: jdc-dict-keys
mixed = {"a": jnp.ones(2), None: jnp.zeros(2)}
total(mixed)  # E: jdc-dict-keys
total([{"a": {2.0: 1, "b": 2}}])  # E: jdc-dict-keys
jax.jit(of_config)({1: 7, "y": 42})  # E: jdc-dict-keys
jax.lax.scan(lambda carry, _: (carry, None), {"x": 1.0, 2: 2.0}, None, length=2)  # E: jdc-dict-keys

print(jax.tree.map(lambda x: x + 1, {1: 7, 2: 42}))
print(jax.tree.map(lambda x: x + 1, {"1": 7, "y": 42}))
print(jax.tree.map(lambda x: x, [{1: 7}, {"y": 42}]))
total({1: jnp.ones(2), 2.5: jnp.ones(2)})
jax.jit(of_config, static_argnums=0)
of_config({1: 7, "y": 42})
cleaned: dict[Any, Any] = {1: jnp.ones(2), "y": jnp.ones(2)}
cleaned.pop(1)
total(cleaned)
try:
    jax.tree.map(lambda x: x + 1, {1: 7, "y": 42})
except (TypeError, ValueError):
    print("no order")
