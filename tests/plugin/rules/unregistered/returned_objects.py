"""jdc-unregistered: objects that functions return which a call transforms, or which a loop calls."""

import dataclasses
from typing import Any

import attrs
import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@dataclasses.dataclass
class Moments:
    mean: jax.Array


@attrs.define
class Observation:
    x: jax.Array


@flax.struct.dataclass
class Registered:
    x: jax.Array


@dataclasses.dataclass
class ByHand:
    x: jax.Array


jax.tree_util.register_pytree_node(ByHand, lambda each: ((each.x,), None), lambda _, parts: ByHand(*parts))


def moments(x: jax.Array) -> Moments:
    return Moments(x.mean())  # E: jdc-unregistered


mapped = jax.vmap(moments)


def first(x: jax.Array) -> Any:
    made = Observation(x)
    return {"first": made, "last": x}  # E: jdc-unregistered


jitted = jax.jit(first)


@jax.vmap
def both(x: jax.Array) -> tuple[Moments, jax.Array]:
    return Moments(x), x  # E: jdc-unregistered


def body(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, Observation]:
    return carry + x, Observation(carry)  # E: jdc-unregistered


def left(x: jax.Array) -> Moments:
    return Moments(x - 1)  # E: jdc-unregistered


def right(x: jax.Array) -> Moments:
    return Moments(x + 1)  # E: jdc-unregistered


def loops(x: jax.Array, is_left: jax.Array) -> Any:
    jax.lax.fori_loop(0, 3, lambda i, carry: Observation(x), x)  # E: jdc-unregistered
    jax.lax.scan(body, x, jnp.arange(3.0))
    return jax.lax.cond(is_left, left, right, x)


class Model:
    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.predict = jax.jit(self._predict)

    def _predict(self, x: jax.Array) -> Moments:
        return Moments(x * self.scale)  # E: jdc-unregistered


# Objects that stay inside, are registered, or come back from where anything may


def spread(x: jax.Array) -> jax.Array:
    inner = Moments(x)
    return x - inner.mean


def with_parts(x: jax.Array) -> tuple[Registered, ByHand, dict[str, jax.Array]]:
    return Registered(x), ByHand(x), {"x": Moments(x).mean}


def loss(x: jax.Array) -> tuple[jax.Array, Moments]:
    return (x**2).sum(), Moments(x)


def filtered(x: jax.Array) -> Moments:
    return Moments(x)


def helper(x: jax.Array) -> Moments:
    return Moments(x)


def calls_helper(x: jax.Array) -> jax.Array:
    return helper(x).mean


jax.jit(spread)(jnp.ones(2))
jax.jit(with_parts)(jnp.ones(2))
jax.value_and_grad(loss, has_aux=True)(jnp.ones(2))
eqx.filter_jit(filtered)(jnp.ones(2))
jax.vmap(calls_helper)(jnp.ones(2))
jax.lax.scan(lambda carry, x: (carry + x, Registered(carry)), jnp.zeros(()), jnp.arange(3.0))
