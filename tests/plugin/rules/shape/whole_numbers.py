"""jdc-shape: sizes that are whole numbers whose values are open, and numbers that are no sizes."""

import math
from typing import Annotated

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Gaussian(jdc.EnforcedAnnotationsMixin):
    mean: Annotated[jax.Array, (..., 3)]
    covariance: Annotated[jax.Array, (3, 3), jnp.float32]


def in_loops(sizes: list[int], table: dict[str, int]) -> None:
    for size in (1, 2, 3):
        Gaussian(jnp.zeros(3), jnp.zeros(size))  # E: jdc-shape
        Gaussian(jnp.zeros(3), jnp.zeros((size, size)))
    for size in sizes:
        double = 2 * size
        Gaussian(jnp.zeros(3), jnp.zeros(double))  # E: jdc-shape
        Gaussian(jnp.zeros(3), jnp.zeros((double, size)))
    first = sizes[0]
    Gaussian(jnp.zeros(3), jnp.zeros(first))  # E: jdc-shape
    Gaussian(jnp.zeros(3), jnp.zeros(table["rows"]))  # E: jdc-shape
    Gaussian(jnp.zeros(3), jnp.zeros((table["rows"], 4)))  # E: jdc-shape
    for shape in ((3, 3), 3):
        Gaussian(jnp.zeros(3), jnp.zeros(shape))


def of_arguments(n: int, x: jax.Array, names: list[str], rate: float) -> None:
    half = len(names) // 2
    Gaussian(jnp.zeros(3), jnp.zeros(half))  # E: jdc-shape
    Gaussian(jnp.zeros(3), jnp.zeros(max(n, 3)))  # E: jdc-shape
    Gaussian(jnp.zeros(3), jnp.zeros(int(rate * n)))  # E: jdc-shape
    Gaussian(jnp.zeros(3), jnp.zeros((int(rate * n), int(rate))))
    made = [jnp.zeros(size) @ jnp.zeros((3, 4)) @ jnp.zeros((5, 4)) for size in (3, 4)]  # E: jdc-shape
    assert made


def halves(n: int, x: jax.Array, rate: float) -> list[jax.Array]:
    return [
        jnp.zeros(n / 2),  # E: jdc-shape
        jnp.ones((x.shape[0] / 2, 3)),  # E: jdc-shape
        jnp.full((n, n / 4), 0.0),  # E: jdc-shape
        jnp.eye(math.sqrt(n)),  # E: jdc-shape
        jax.random.normal(jax.random.key(0), (len(x) / 2,)),  # E: jdc-shape, arg-type
        jnp.reshape(x, (n / 2, 2)),  # E: jdc-shape
        jnp.zeros(n // 2),
        jnp.zeros(math.ceil(n / 2)),
        jnp.zeros(round(n / 2)),
        jnp.zeros(rate),  # a whole number is a float to Python's types
        jnp.arange(n / 2),
        jnp.linspace(0, n / 2, n),
    ]


halves(4, jnp.ones(4), 2)


def sums(images: list[jax.Array], weights: jax.Array) -> jax.Array:
    total = 0
    for image in images:
        total += jnp.exp(image)  # E: assignment
    outs = [0, 0]
    outs[0] = images[0]  # E: call-overload
    count = 0
    count += 1
    return jnp.einsum("nij,nj->ni", total, weights) + jnp.einsum("nij,nj->ni", outs[0], weights) * count


sums([jnp.ones((2, 3, 3))] * 2, jnp.ones((2, 3)))


def collected(x: jax.Array) -> int:
    return jnp.sum(x)  # E: return-value


def collected_twice(x: jax.Array) -> tuple[int, int]:
    return jnp.sum(x), jnp.max(x)  # E: return-value


def in_scan(x: jax.Array) -> jax.Array:
    def body(total: jax.Array, row: jax.Array) -> tuple[jax.Array, None]:
        more = collected(row)
        return more, None  # E: return-value

    def unpacking(total: jax.Array, row: jax.Array) -> tuple[jax.Array, None]:
        total, _ = collected_twice(row)  # E: assignment
        return total, None

    jax.lax.scan(unpacking, jnp.zeros(()), x)

    return jax.lax.scan(body, jnp.zeros(()), x)[0]


in_scan(jnp.ones((3, 4)))


def one_of_two_lists(flag: bool) -> jax.Array:
    first, second = [jnp.ones((3, 4))], [jnp.ones((3, 4))]
    chosen = first if flag else second
    first[0] = second[0] = jnp.ones((5, 6))
    return jnp.ones((2, 5)) @ chosen[0]


one_of_two_lists(True)


def sizes_of_arrays(n: int, length: Float[Array, ""], count: Int[Array, ""], shape: tuple[int, ...]) -> None:
    jnp.zeros(length)  # E: jdc-dtype
    jnp.ones((length, 3))  # E: jdc-dtype
    jnp.zeros(np.ceil(n / 2))  # E: jdc-dtype
    np.zeros((3, np.sqrt(9.0)))  # E: jdc-dtype
    jnp.ones(9).reshape(jnp.sqrt(length), 3)  # E: jdc-dtype
    jax.random.normal(jax.random.key(0), (length,))  # E: jdc-dtype, arg-type
    jnp.broadcast_to(length, (length, 3))  # E: jdc-dtype
    print(jnp.zeros(count), jnp.ones((count + 1, 3)), np.zeros(np.prod(shape)), jnp.zeros(np.array(shape)))
    print(jnp.zeros(int(np.ceil(n / 2))), jnp.full((3,), length), jnp.arange(length), jnp.zeros(jnp.array([])))
