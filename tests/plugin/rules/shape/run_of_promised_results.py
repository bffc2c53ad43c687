"""Results that only the run of the module shows: of loops, dicts, tables, and of what a function was given."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Float16, Float32, Int, Int32

import jdc_runtime as jdc


@jdc.pytree_dataclass
class State:
    mean: Float32[Array, "3"]
    step: Int32[Array, ""]

    def seen(self) -> Float32[Array, "3"]:
        return self.mean

    def counted(self) -> Int32[Array, "3"]:
        return self.mean  # E: jdc-dtype


def grown(start: Float[Array, "4 8"]) -> Float[Array, "4 8"]:
    rows = start
    for t in range(3):
        rows = rows.at[:, t].set(1.0)
    return rows


def turned(start: Float[Array, "4 8"]) -> Float[Array, "4 8"]:
    rows = start
    for t in range(3):
        rows = rows.at[:, t].set(1.0)
    return rows.T  # E: jdc-shape


def weight(params: dict[str, Any]) -> Float[Array, ""]:
    return params["b"]


def weights(params: dict[str, Any]) -> Float[Array, ""]:
    return params["w"]  # E: jdc-shape


def halved(x: Float32[Array, "*s"]) -> Float16[Array, "*s"]:
    return x.astype(jnp.float16)


def same(x: Float32[Array, "*s"]) -> Float16[Array, "*s"]:
    return x  # E: jdc-dtype


def step_of(state: State) -> Int32[Array, ""]:
    return state.step


def time_of(state: State) -> Float32[Array, ""]:
    return state.step  # E: jdc-dtype


def scanned(xs: Float[Array, "t 2"]) -> tuple[Float[Array, "2"], Float[Array, "t 2"]]:
    def body(carry: Any, x: Any) -> Any:
        return carry + x, carry * x

    return jax.lax.scan(body, jnp.zeros(2), xs)


def scanned_and_turned(xs: Float[Array, "t 2"]) -> tuple[Float[Array, "2"], Float[Array, "t 2"]]:
    def body(carry: Any, x: Any) -> Any:
        return carry + x, carry * x

    last, rows = jax.lax.scan(body, jnp.zeros(2), xs)
    return last, rows.T  # E: jdc-shape


def mapped(f: Callable[[Any], Any], xs: Float[Array, "n 2"]) -> Float[Array, "n"]:
    return jax.vmap(f)(xs)


def length(x: Float[Array, "2"]) -> Float[Array, ""]:
    parts = {"square": x @ x}
    return jnp.sqrt(parts["square"])


def where(table: dict[str, np.ndarray]) -> Int[np.ndarray, "3"]:
    return table["codes"]


class Base:
    def made(self) -> Any:
        return jnp.zeros(3)

    def result(self) -> Float[Array, "3"]:
        kept = [self.made()]
        return kept[0]


class Other(Base):
    def made(self) -> Any:
        return jnp.zeros(4)


def main() -> None:
    state = State(jnp.zeros(3), jnp.zeros((), jnp.int32))
    print(state.seen(), state.counted(), step_of(state), time_of(state))
    print(grown(jnp.zeros((4, 8))), turned(jnp.zeros((4, 8))))
    params = {"w": jnp.zeros(3), "b": jnp.zeros(())}
    print(weight(params), weights(params))
    print(halved(jnp.zeros(3)), same(jnp.zeros((2, 3), jnp.float32)))
    print(scanned(jnp.ones((5, 2))), scanned_and_turned(jnp.ones((5, 2))))
    print(mapped(length, jnp.ones((5, 2))), where({"codes": np.arange(3)}))
    print(Base().result(), Other().result())


main()
