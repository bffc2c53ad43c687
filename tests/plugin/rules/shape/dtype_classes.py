"""Dtypes of which annotations tell the class alone: ``Float``, ``Int``, ``jnp.integer``."""

from typing import Annotated

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Complex, Float, Float32, Inexact, Int, Num, Shaped

import jdc_runtime as jdc


def want_int(y: Int[Array, "n"]) -> None: ...
def want_float(y: Float[Array, "n"]) -> None: ...
def want_f32(y: Float32[Array, "n"]) -> None: ...
def want_bool(y: Bool[Array, "n"]) -> None: ...


def handed_on(
    x: Float[Array, "n"],
    i: Int[Array, "n"],
    b: Bool[Array, "n"],
    s: Shaped[Array, "n"],
    single: Float32[Array, "n"],
    num: Num[Array, "n"],
    inexact: Inexact[Array, "n"],
) -> None:
    want_int(x)  # E: jdc-dtype
    want_float(i)  # E: jdc-dtype
    want_f32(i)  # E: jdc-dtype
    want_bool(x)  # E: jdc-dtype
    want_float(b)  # E: jdc-dtype
    want_int(single)  # E: jdc-dtype
    want_int(inexact)  # E: jdc-dtype
    want_f32(x)
    want_int(s)
    want_int(num)
    want_float(single)
    want_float(inexact)


def calculated(x: Float[Array, "n"], i: Int[Array, "n"], b: Bool[Array, "n"], z: Complex[Array, "n"]) -> None:
    want_float(x + i)
    want_float(x * 2)
    want_float(jnp.sin(i))
    want_float(x.mean() + x)
    want_int(-i)
    want_int(i + i)
    want_int(jnp.where(b, i, i))
    want_bool(x > 0)
    want_int(x.astype(jnp.int32))
    want_int(x + i)  # E: jdc-dtype
    want_int(x * 2)  # E: jdc-dtype
    want_int(jnp.sin(i))  # E: jdc-dtype
    want_int(x > 0)  # E: jdc-dtype
    want_float(x + z)  # E: jdc-dtype
    want_float(jnp.where(b, i, i))  # E: jdc-dtype


def refused(x: Float[Array, "n"], i: Int[Array, "n"], b: Bool[Array, "n"], num: Num[Array, "n"]) -> None:
    x & x  # E: jdc-dtype
    jnp.bitwise_and(x, i)  # E: jdc-dtype
    i[x]  # E: jdc-dtype
    ~x  # E: jdc-dtype
    i & i
    b & b
    x[i]
    num & num
    i[num]


@jdc.pytree_dataclass
class State:
    a: Annotated[jax.Array, (3,), jnp.floating]
    b: Annotated[jax.Array, (3,), jnp.integer]
    c: Float[Array, "3"]


def fields(state: State, x: Float[Array, "3"], y: Float[Array, "3"], i: Int[Array, "3"], j: Int[Array, "3"]) -> State:
    State(x, i, y)
    State(x, y, y + 1)  # E: jdc-dtype
    State(x, i, j)  # E: jdc-dtype
    State(x, i, state.c * 2)
    State(x, i, state.b * 2)  # E: jdc-dtype
    state.c & state.c  # E: jdc-dtype
    state.b & state.b
    return state.replace(a=i)  # E: jdc-dtype


def other_values(x: Float[Array, "n"], i: Int[Array, "n"]) -> None:
    x = x.astype(jnp.int32)
    want_int(x)
    if i.shape[0] > 3:
        i = i / 2
    want_float(i)
