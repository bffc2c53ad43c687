"""Objects of subclasses that nothing registers, over which ``jax.tree.map`` maps a function."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Flow:
    u: jax.Array


class Stokes(Flow):
    def curl(self) -> jax.Array:
        return self.u


class Scaling(Flow):
    def __mul__(self, other: float) -> "Scaling":
        return self


@flax.struct.dataclass
class Registered(Flow):
    v: jax.Array


def doubled(x: jax.Array) -> jax.Array:
    return x * 2


def shown(x: Any) -> str:
    return f"<{x}>"


def main(given: Flow) -> None:
    flow = Stokes(jnp.ones(2))
    print(jax.tree.map(lambda x: x * 2, flow))  # E: jdc-unregistered
    print(jax.tree.map(doubled, Stokes(jnp.ones(3))))  # E: jdc-unregistered
    print(jax.tree.map(shown, flow), jax.tree.map(lambda x: x, flow))
    print(jax.tree.map(lambda x: x.u * 2, [flow], is_leaf=lambda x: isinstance(x, Flow)))
    print(jax.tree.map(lambda x: x.u * 2, [flow, flow]))
    print(jax.tree.map(lambda x: x * 2, Scaling(jnp.ones(4))), jax.tree.map(lambda x: x * 2, given))
    print(jax.tree.map(lambda x: x * 2, Registered(jnp.ones(5), jnp.ones(5))), flow.curl())
    try:
        jax.tree.map(lambda x: x * 2, flow)
    except TypeError:
        pass


def test_leaf() -> None:
    jax.tree.map(lambda x: x * 2, Stokes(jnp.ones(6)))
