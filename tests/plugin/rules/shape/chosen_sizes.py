"""Names of sizes that the callers of a function choose: what holds where they are equal alone is promised for all."""

import dataclasses
import functools

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Float, Float32


def transposed(x: Float[Array, "n m"]) -> Float[Array, "n m"]:
    return x.T  # E: jdc-shape


def columns(x: Float[Array, "n 3"], y: Float[Array, "m 3"]) -> Float[Array, "n m"]:
    return y @ x.T  # E: jdc-shape


def kept(x: Float[Array, "n m"]) -> Float[Array, "n m"]:
    return x.sum(-1, keepdims=True)  # E: jdc-shape


def distances(x: Float[Array, "n d"], y: Float[Array, "m d"]) -> Float[Array, "n m"]:
    apart = x[:, None] - y[:, None]  # E: jdc-shape
    return jnp.sum(apart**2, -1)  # E: jdc-shape


def product(x: Float[Array, "a b"], y: Float[Array, "c d"]) -> Float[Array, "a d"]:
    return x @ y  # E: jdc-shape


def joined(x: Float[Array, "n a"], y: Float[Array, "m b"]) -> Float[Array, "k a"]:
    both = jnp.concatenate([x, y])  # E: jdc-shape
    return both + 1  # E: jdc-shape


def weighted(x: Float[Array, "n d"], mass: Float[Array, "n"]) -> Float[Array, "d"]:
    return jnp.sum(mass * x, axis=0)  # E: jdc-shape


def gain(cov: Float32[Array, "s s"], h: Float32[Array, "o s"]) -> Float32[Array, "s o"]:
    s = h.T @ cov @ h  # E: jdc-shape
    return cov @ h.T + s


# Sizes that a function checks, asks for, or leaves open may be equal, and so may those that the source does not show.


def asserted(x: Float[Array, "n m"]) -> Float[Array, "n m"]:
    assert x.shape[0] == x.shape[1]
    return x.T


def asked(x: Float[Array, "n m"]) -> Float[Array, "n m"]:
    if x.shape[0] == x.shape[1]:
        return x.T
    return x + 1


def square(x: Float[Array, "n n"]) -> Float[Array, "n n"]:
    return x.T @ x


def missing(x: Float[Array, "n m"], y: Float[Array, "k"] | None = None) -> Float[Array, "k"]:
    if y is None:
        return x.sum(0)
    return y + 1


def defaulted(x: Float[Array, "n"], y: Float[Array, "m"] = jnp.zeros(3)) -> Float[Array, "m"]:
    return x * 2


def broadcast(x: Float[Array, "#n"], y: Float[Array, "m"]) -> Float[Array, "m"]:
    return x + y


def numbered(x: Float[Array, "n"], y: Float[Array, "3"]) -> Float[Array, "n"]:
    return x + y  # for vectors in space alone


def grouped(q: Float[Array, "heads d"], k: Float[Array, "groups d"]) -> Float[Array, "groups d"]:
    parted = q.reshape(k.shape[0], -1, k.shape[1])
    return jnp.repeat(k, q.shape[0] // k.shape[0], axis=0).reshape(parted.shape).sum(1) + k


def made(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.zeros(3)


def open_result(x: Float[Array, "n"], y: Float[Array, "m"]) -> Float[Array, "k"]:
    return jnp.concatenate([x, y])


def divided(x: Float[Array, "n d"]) -> Float[Array, "k d"]:
    return x.reshape(2, -1, x.shape[1]).sum(0)


def small_kernel(x: Float[Array, "h w c"], kernel: Float[Array, "a b c o"]) -> Float[Array, "i j o"]:
    numbers = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x[None], kernel, (1, 1), "VALID", dimension_numbers=numbers)[0]


@jax.vmap
def norms(x: Float[Array, "b n"]) -> Float[Array, "b"]:
    return jnp.linalg.norm(x)


@functools.partial(jax.vmap, in_axes=(0, None))
def products(x: Float[Array, "b n"], y: Float[Array, "n"]) -> Float[Array, "b"]:
    both = x * y
    return both.sum()


assert norms(jnp.ones((5, 4))).shape == products(jnp.ones((5, 4)), jnp.ones(4)).shape == (5,)
assert asserted(jnp.eye(3)).shape == asked(jnp.eye(3)).shape == square(jnp.eye(3)).shape == (3, 3)
assert missing(jnp.ones((2, 3))).shape == defaulted(jnp.ones(3)).shape == made(jnp.ones(3)).shape == (3,)
assert grouped(jnp.ones((6, 4)), jnp.ones((3, 4))).shape == (3, 4)
assert divided(jnp.ones((4, 3))).shape == (2, 3)
assert small_kernel(jnp.ones((5, 5, 1)), jnp.ones((3, 3, 1, 2))).shape == (3, 3, 2)


def over_rows(x: Float[Array, "rows 4"]) -> Float[Array, "rows"]:
    return x.sum(axis=0)  # E: jdc-shape


def over_columns(x: Float[Array, "rows 4"], weights: Float[Array, "5"]) -> Float[Array, "rows"]:
    if weights is not None:
        return jnp.zeros(5)
    return x.sum(axis=1)


def scatter(x: Float[Array, "rows 3"]) -> Float[Array, "3 3"]:
    return x.T @ x


def gram(x: Float[Array, "rows 3"]) -> Float[Array, "3 3"]:
    return x @ x.T  # E: jdc-shape


def center_and_gram(x: Float[Array, "rows 3"]) -> tuple[Float[Array, "3"], Float[Array, "3 3"]]:
    return x.mean(axis=0), x @ x.T  # E: jdc-shape


def beside_another(x: Float[Array, "rows 3"], y: Float[Array, "n"]) -> Float[Array, "3"]:
    return y


def of_three_rows(x: Float[Array, "rows 3"]) -> Float[Array, "3"]:
    assert x.shape[0] == 3
    return x.sum(axis=1)


@dataclasses.dataclass(frozen=True)
class Model:
    states: int
    actions: int


def refused(x: Float[Array, "s"], policy: Float[Array, "s a"], model: Model) -> Float[Array, "s"]:
    if model.states != model.actions:
        raise ValueError(f"{model.states} states and {model.actions} actions")
    return x @ policy


def refused_otherwise(x: Float[Array, "s"], policy: Float[Array, "s a"], model: Model) -> Float[Array, "s"]:
    if model.states == model.actions:
        return x @ policy
    raise ValueError(model)


def of_one_kind(x: Float[Array, "s"], policy: Float[Array, "s a"], kind: str) -> Float[Array, "s"]:
    if kind != "direct":
        raise ValueError(kind)
    return x @ policy  # E: jdc-shape
