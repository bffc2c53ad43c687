"""Classes and aliases in functions, and under ``try``, ``with`` and ``if``."""

import contextlib
import os
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc

try:
    import torch  # type: ignore[import-not-found]
except ImportError:
    torch = None

with contextlib.suppress(ImportError):
    Vector = Float[Array, "3"]

    class Pair(NamedTuple):
        one: Float[Array, "3"]
        other: Float[Array, "4"]


if os.environ.get("WIDE"):
    Row = Float[Array, "4"]
else:
    Row = Float[Array, "3"]  # type: ignore[assignment, misc]


def doubled(x: Vector) -> Vector:
    return x * 2


doubled(jnp.zeros(4))  # E: jdc-shape
doubled(jnp.zeros(3))
Pair(jnp.zeros(3), jnp.zeros(3))  # E: jdc-shape
Pair(jnp.zeros(3), jnp.zeros(4))._replace(one=jnp.zeros(4))  # E: jdc-shape, jdc-discarded


def either(x: Row) -> Row:
    return x


either(jnp.zeros(4))


def test_local_classes() -> None:
    @dataclass
    class Point:
        at: Float[Array, "3"]

    class Step(NamedTuple):
        state: Float[Array, "n"]
        action: Float[Array, "n"]

    class Outer:
        class Inner(NamedTuple):
            x: Float[Array, "3"]

    Point(jnp.zeros(4))  # E: jdc-shape
    Point(jnp.zeros(3))
    Step(jnp.zeros(3), jnp.zeros(4))  # E: jdc-shape
    Step(jnp.zeros(4), jnp.zeros(4))
    Outer.Inner(jnp.zeros(4))  # E: jdc-shape
    Outer.Inner(jnp.zeros(3))


def test_another_class_of_the_name() -> None:
    @dataclass
    class Point:
        at: Float[Array, "4"]

    Point(jnp.zeros(3))  # E: jdc-shape
    Point(jnp.zeros(4))


def test_local_markers() -> None:
    Text = jdc.Static[str]

    @jdc.pytree_dataclass
    class Named:
        x: jax.Array
        name: Text = "named"

    @jdc.jit
    def scaled(named: Named) -> jax.Array:
        return named.x * len(named.name)

    scaled(Named(jnp.ones(3)))
    jax.jit(lambda named: named.x)(Named(jnp.ones(3)))


def test_local_parts() -> None:
    @jdc.pytree_dataclass
    class Part:
        name: str  # E: jdc-data-leaf

    @jdc.pytree_dataclass
    class Whole:
        part: Part

    print(Whole(Part("a")))
