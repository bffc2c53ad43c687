"""Operations of JAX, and fields of frozen objects, that a program gives another meaning by their name."""

import dataclasses
from unittest import mock

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Pair:
    x: jax.Array
    y: jax.Array


def longer(x):
    return jnp.full(2, x) + jnp.ones(4)


def filled(x):
    return jnp.eye(2) + jnp.ones(4)


def test_replaced(monkeypatch):
    monkeypatch.setattr(jnp, "full", lambda n, x: jnp.ones(2 * n))
    jnp.full(2, 0) + jnp.ones(4)
    jnp.ones(2) + jnp.ones(4)  # E: jdc-shape


with mock.patch("jax.numpy.eye", lambda n: jnp.ones(2 * n)):
    filled(3)
    jnp.eye(2) + jnp.ones(4)
pair = Pair(jnp.zeros((3, 4)), jnp.zeros((3, 4)))
object.__setattr__(pair, "x", jnp.zeros(2))
pair.x + jnp.zeros(2)
pair.y + jnp.zeros(2)  # E: jdc-shape
