"""Python takes one truth value, or one number, of an array."""

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

import jdc_runtime as jdc

ROW = jnp.ones(3)


@jdc.pytree_dataclass
class State:
    weights: Float[Array, "3 4"]
    loss: Float[Array, ""]


def conditions(x: jax.Array, state: State, row: Float[Array, "3"]) -> None:
    if ROW > 0:  # E: jdc-shape
        print("positive")
    if jnp.abs(state.weights) < 1 and state.loss > 0:  # E: jdc-shape
        print("small")
    while row:  # E: jdc-shape
        row = row - 1
    assert jnp.isclose(ROW, 1.0), "all ones"  # E: jdc-shape
    print(1 if ROW == 2 else 0)  # E: jdc-shape
    print(not np.zeros(3), state.loss or ROW)  # E: jdc-shape
    print(ROW or state.loss)  # E: jdc-shape
    print(bool(ROW > 1))  # E: jdc-shape


def numbers(x: jax.Array, state: State) -> None:
    print(float(ROW))  # E: jdc-shape
    print(int(ROW[:2]))  # E: jdc-shape
    print(state.weights.item())  # E: jdc-shape
    print(float(jnp.sum(ROW)), int(ROW[0]), state.loss.item(), ROW[:1].item(), float(x), x.item())


def right(x: jax.Array, state: State, rows: Float[Array, "n m"]) -> None:
    if (ROW > 0).all() and jnp.any(state.weights > 1) and state.loss > 0:
        print("positive")
    if x > 0 or rows or not rows:
        print("one number, perhaps")
    if ROW is not None and ROW.shape == (3,) and len(ROW) > 2 and x is None:
        print("there")
    assert jnp.allclose(ROW, 1.0) and jnp.array_equal(ROW, ROW) and np.all(ROW == 1)
    print(1 if ROW.sum() == 2 else 0, bool(ROW[0] > 1), ROW.size or 3)
    try:
        print(float(ROW))
    except TypeError:
        print("several")


class Bound:
    def __lt__(self, other: object) -> bool:
        return True

    def __gt__(self, other: object) -> bool:
        return True


def chains(x: jax.Array, n: int) -> None:
    print(jnp.where(0 < ROW < 1, ROW, 0.0))  # E: jdc-shape
    print(ROW == ROW == 1)  # E: jdc-shape
    print(0 < ROW[0] < 1, 0 < x < 1, 0 < n < ROW, (0 < ROW) & (ROW < 1), Bound() > ROW > x)


if ROW > 1:  # E: jdc-shape
    print("above")
