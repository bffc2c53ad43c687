"""Annotations of jaxtyping: what a constructor call makes evident of the arrays in such fields.

Each function in ``FAILING`` makes an object whose arrays jaxtyping itself refuses; those in ``PASSING`` it accepts.
"""

# ruff: noqa: UP007, UP045 - strings of jaxtyping are no annotations; every spelling counts

import dataclasses
from collections.abc import Callable
from typing import Annotated, Any, Final, Optional, Union

import jax
import jax.numpy as jnp
import jaxtyping
import jaxtyping as jt
from jaxtyping import Array, ArrayLike, Bool, Float, Float32, Key, Num, Scalar, Shaped
from jaxtyping import UInt8 as Byte

import jdc_runtime as jdc

Vec = Float[Array, "3"]
Pixels: Final = 28
Image = Annotated[jax.Array, (Pixels, Pixels)]


@jdc.pytree_dataclass
class Digits:
    image: Float32[Array, "batch 28 28"]
    label: Byte[Array, "batch"]


@jdc.pytree_dataclass
class Kinds:
    a: Float[Array, "n"] = dataclasses.field(default_factory=lambda: jnp.zeros(3))
    b: jaxtyping.Int[jax.Array, "*batch 3"] | None = None
    c: "Bool[Array, '...'] | None" = None
    d: Optional[Num[Array, "#n m"]] = None
    e: Union[jt.Shaped[Array, "n+1"], None] = None
    f: Optional[Key[Array, ""]] = None
    g: Optional[Float[Float[Array, "2"], "n"]] = None
    h: Optional[Float[ArrayLike, "rows=2 cols=3"]] = None
    i: Optional[Annotated[Shaped[Array, "m"], "documented"]] = None
    j: Optional[Shaped[Array, "*batch"]] = None
    k: Optional[Scalar] = None
    m: Optional[jt.ScalarLike] = None


@jdc.pytree_dataclass
class Aliased:
    vec: Vec
    image: Image
    batched: Optional[Float[Vec, "b"]] = None


@jdc.pytree_dataclass
class PassedOver:
    either: Float[Array, "3"] | Float[Array, "4"]
    or_float: Float[Array, "3"] | float
    tree: jaxtyping.PyTree[Float[Array, "3"]]
    computed: Float[Array, f"{Pixels} 3"]
    strange: Float[Array, "min(a,b) a//2"]
    dims: Float[Array, "?n"]


def zeros(*shape: int) -> jax.Array:
    return jnp.zeros(shape)


GOOD = Digits(jnp.zeros((5, 28, 28)), jnp.zeros(5, jnp.uint8))

FAILING: list[Callable[[], Any]] = [
    lambda: Digits(jnp.zeros((5, 28, 28)), jnp.zeros(6, jnp.uint8)),  # E: jdc-shape
    lambda: Digits(jnp.zeros((5, 28, 27)), jnp.zeros(5, jnp.uint8)),  # E: jdc-shape
    lambda: Digits(jnp.zeros((7, 5, 28, 28)), jnp.zeros(5, jnp.uint8)),  # E: jdc-shape
    lambda: Digits(jnp.zeros((5, 28, 28)), jnp.zeros((), jnp.uint8)),  # E: jdc-shape
    lambda: Digits(jnp.zeros((5, 28, 28), jnp.int32), jnp.zeros(5, jnp.uint8)),  # E: jdc-dtype
    lambda: Digits(jnp.zeros((5, 28, 28)), jnp.zeros(5)),  # E: jdc-dtype
    lambda: Kinds(jnp.zeros((3, 1))),  # E: jdc-shape
    lambda: Kinds(b=jnp.zeros((2, 4), int)),  # E: jdc-shape
    lambda: Kinds(b=jnp.zeros((2, 3))),  # E: jdc-dtype
    lambda: Kinds(c=jnp.ones(3)),  # E: jdc-dtype
    lambda: Kinds(jnp.zeros(3), d=jnp.zeros((2, 5))),  # E: jdc-shape
    lambda: Kinds(jnp.zeros(3), d=jnp.zeros((3, 5), bool)),  # E: jdc-dtype
    lambda: Kinds(jnp.zeros(3), e=jnp.zeros(3)),  # E: jdc-shape
    lambda: Kinds(f=jnp.zeros((), jnp.uint32)),  # E: jdc-dtype
    lambda: Kinds(f=jax.random.normal(jax.random.key(0))),  # E: jdc-dtype
    lambda: Kinds(jnp.zeros(3), g=jnp.zeros((3, 3))),  # E: jdc-shape
    lambda: Kinds(jnp.zeros(3), g=jnp.zeros((4, 2))),  # E: jdc-shape
    lambda: Kinds(h=jnp.zeros((3, 2))),  # E: jdc-shape
    lambda: Kinds(jnp.zeros(2), d=jnp.zeros((2, 4)), i=jnp.zeros(5)),  # E: jdc-shape
    lambda: Kinds(b=jnp.zeros((2, 3), int), j=jnp.zeros(3)),  # E: jdc-shape
    lambda: Kinds(b=jnp.zeros((2, 3), int), j=jnp.zeros((2, 1))),  # E: jdc-shape
    lambda: Kinds(k=jnp.zeros(1)),  # E: jdc-shape
    lambda: Kinds(m=jnp.zeros(1)),  # E: jdc-shape
    lambda: Aliased(jnp.zeros(4), jnp.zeros((28, 28))),  # E: jdc-shape
    lambda: Aliased(jnp.zeros(3, int), jnp.zeros((28, 28))),  # E: jdc-dtype
    lambda: Aliased(jnp.zeros(3), jnp.zeros((28, 28)), jnp.zeros((2, 4))),  # E: jdc-shape
    lambda: Aliased(jnp.zeros(3), jnp.zeros((28, 28)), jnp.zeros(3)),  # E: jdc-shape
    lambda: GOOD.replace(image=jnp.zeros((28, 28))),  # E: jdc-shape
    lambda: dataclasses.replace(  #
        Digits(jnp.zeros((5, 28, 28)), jnp.zeros(5, jnp.uint8)),
        image=jnp.zeros((5, 28, 28)),
        label=jnp.zeros(4, jnp.uint8),  # E: jdc-shape
    ),
]

PASSING: list[Callable[[], Any]] = [
    lambda: Digits(jnp.zeros((5, 28, 28)), jnp.zeros(5, jnp.uint8)),
    lambda: Digits(jnp.zeros((0, 28, 28), jnp.float32), jnp.zeros(0, "uint8")),
    lambda: Digits(zeros(5, 28, 28), jnp.zeros(5, jnp.uint8)),
    lambda: Kinds(jnp.zeros(3, jnp.bfloat16), b=jnp.zeros((2, 2, 3), jnp.int8), j=jnp.zeros((2, 2), bool)),
    lambda: Kinds(c=jnp.zeros((), bool), f=jax.random.key(0)),
    lambda: Kinds(jnp.zeros(3), d=jnp.zeros((1, 5)), e=jnp.zeros(4), g=jnp.zeros((3, 2)), i=jnp.zeros(5, bool)),
    lambda: Kinds(h=jnp.zeros((2, 3)), k=jnp.zeros((), int), m=1.0),
    lambda: Aliased(jnp.zeros(3), jnp.zeros((28, 28)), jnp.zeros((7, 3))),
]

PassedOver(jnp.zeros(9), 1.0, [jnp.zeros(9)], zeros(28, 3), jnp.zeros((4, 5)), jnp.zeros(9))
axes = jax.tree.map(lambda _: 0, Digits(zeros(5, 28, 28), jnp.zeros(5, jnp.uint8)))
Digits(axes.image, axes.label)
