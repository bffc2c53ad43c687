"""jdc-data-leaf and jdc-transform-input: models of equinox in the tuples that loops and jitted functions are given."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp


class Head(eqx.Module):
    weight: jax.Array
    name: str


class Plain(eqx.Module):
    weight: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.weight * x


def kept(carry: Any, x: Any) -> tuple[Any, Any]:
    return carry, x


def train(xs: jax.Array, key: jax.Array, optimizer: Any) -> None:
    model = eqx.nn.MLP(2, 2, 4, 1, key=key)
    state = optimizer.init(eqx.filter(model, eqx.is_array))
    jax.lax.scan(kept, (model, state), xs)  # E: jdc-data-leaf
    jax.lax.fori_loop(0, 3, lambda i, carry: carry, (jnp.zeros(3), (model, key)))  # E: jdc-data-leaf
    jax.lax.while_loop(lambda carry: carry[1] < 3, lambda carry: carry, (model, 0))  # E: jdc-data-leaf
    jax.jit(lambda pair: pair[1])((eqx.nn.MLP(2, 2, 4, 1, key=key), xs))  # E: jdc-data-leaf
    jax.jit(lambda pair: pair[1])((Head(xs, "head"), xs))  # E: jdc-data-leaf


def train_arrays(xs: jax.Array, key: jax.Array) -> None:
    model = eqx.nn.MLP(2, 2, 4, 1, key=key)
    arrays, static = eqx.partition(model, eqx.is_array)
    head = eqx.filter(Head(xs, "head"), eqx.is_array)
    jax.lax.scan(kept, (arrays, xs), xs)
    jax.lax.scan(kept, (head, xs), xs)
    jax.lax.scan(kept, (Plain(xs), xs), xs)
    jax.jit(lambda pair: pair[1])((arrays, (head, xs)))
    jax.jit(lambda pair: pair[1])((*[xs, arrays], xs))
    for _ in range(3):
        arrays = eqx.apply_updates(arrays, arrays)
        jax.lax.scan(kept, (arrays, xs), xs)
    eqx.filter_jit(lambda pair: pair[1])((model, static))


def given(model: eqx.nn.MLP, head: Head, xs: jax.Array) -> None:
    jax.lax.scan(kept, (model, xs), xs)
    jax.lax.scan(kept, (head, xs), xs)
    head = Head(xs, "later") if xs.ndim else eqx.filter(head, eqx.is_array)
    jax.lax.scan(kept, (head, xs), xs)
