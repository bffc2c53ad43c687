"""Calls that unpack a sequence or a dict: which arguments they give is not known."""

from functools import partial
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    names: tuple[str, ...] = flax.struct.field(pytree_node=False)
    count: int | None = flax.struct.field(pytree_node=False, default=None)


@partial(jax.jit, static_argnames="size")
def window(x: jax.Array, y: jax.Array, size: int = 1) -> jax.Array:
    return x + y


class Model:
    @partial(jax.jit, static_argnames=("self", "size"))
    def window(self, x: jax.Array, y: jax.Array, *, size: int, scale: float = 1.0) -> jax.Array:
        return x + y


def joined(a: jax.Array, b: jax.Array, c: jax.Array, *, size: int = 1) -> jax.Array:
    return a + b + c


join = jax.jit(joined)


def followed(pair: list[jax.Array], last: jax.Array) -> jax.Array:
    two = (last, last)
    here = jax.jit(joined)
    join(*two, last, last)  # E: call-arg
    join(*two, last)
    here(*pair, last, size=2)
    return join(*pair, last) + join(*pair, last, size=2) + join(*pair[:1], *pair)


@partial(jax.jit, static_argnames=("n", "block"))
def kernel(x: jax.Array, y: jax.Array, *, n: int = 1, scale: float = 1.0, block: str | None = None) -> jax.Array:
    return x + y


def settled(x: jax.Array, settings: dict[str, Any], mixed: dict[str, float | str | None]) -> jax.Array:
    run = partial(kernel, n=2, **settings)
    partial(kernel, x, **mixed)(x)
    kernel(x, x, **mixed)
    kernel(x, "y", **mixed)  # E: arg-type
    partial(kernel, n="two")  # E: arg-type
    return run(x, x)


def handed_on(*args: Any, **words: Any) -> jax.Array:
    settings = {"size": 1}
    window("x", *args, **words, **settings)  # E: arg-type
    return window(*args, **words, **settings) + window(jnp.ones(3), *args, **words, **settings)


state = State(jnp.ones(3), ("a",))
arrays = [jnp.ones(3), jnp.ones(3)]
updates = {"x": jnp.zeros(3)}
words = {"names": "a"}
fields = {name: getattr(state, name) for name in ("x", "names")}


def partly(changes: dict[str, Any | None], given: dict[str, jax.Array]) -> State:
    return State(**changes, names=("b",)).replace(**given, count=3)


window(*arrays, size=3)
window(*arrays[:1], y=jnp.ones(3), size=3)
window(*arrays, size="three")  # E: arg-type
window(*arrays, wide=3)  # E: call-arg
Model().window(*arrays, size=3)
Model().window(*arrays, scale=3)  # E: call-arg
state = state.replace(**updates)
state = state.replace(**updates, names=("b",))
state = state.replace(**updates, names=3)  # E: arg-type
state = state.replace(**words)  # E: arg-type
State(**fields)
State(**words)  # E: arg-type
partly({"x": jnp.ones(3)}, updates)
handed_on(jnp.ones(3), y=jnp.ones(3))
followed(arrays, jnp.ones(3))
settled(jnp.ones(3), {}, {})
