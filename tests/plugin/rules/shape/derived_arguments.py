"""jdc-shape: sizes of one call that are calculated with others, where one name is to stand for both."""

from dataclasses import dataclass

import jax.numpy as jnp
from jax.tree_util import register_dataclass
from jaxtyping import Array, Float, Int


@register_dataclass
@dataclass(frozen=True)
class Data:
    x: Float[Array, "n d"]
    y: Float[Array, " n"]

    def with_points(self, xs: Float[Array, "m d"]) -> "Data":
        return Data(jnp.concatenate([self.x, xs]), self.y)  # E: jdc-shape

    def with_both(self, xs: Float[Array, "m d"], ys: Float[Array, " m"]) -> "Data":
        return Data(jnp.concatenate([self.x, xs]), jnp.concatenate([self.y, ys]))

    def rest(self) -> "Data":
        return Data(self.x[1:], self.y)  # E: jdc-shape

    def half(self) -> "Data":
        return Data(self.x[::2], self.y[::2])


def fit(x: Float[Array, "n d"], y: Float[Array, " n"]) -> Float[Array, " d"]:
    return x.T @ y


def shifted(x: Float[Array, "n d"], y: Float[Array, "#n d"]) -> Float[Array, "n d"]:
    return x + y


def made(x: Float[Array, "n d"], y: Float[Array, " n"], xs: Float[Array, "m d"], z: Float[Array, " k"]) -> None:
    print(Data(jnp.concatenate([x, xs]), y))  # E: jdc-shape
    print(Data(x[1:], y))  # E: jdc-shape
    print(Data(x[::2], y))  # E: jdc-shape
    print(fit(jnp.concatenate([x, xs]), y))  # E: jdc-shape
    print(fit(x[:-1], y=y))  # E: jdc-shape
    print(Data(jnp.concatenate([x, xs]), z), fit(jnp.concatenate([x, xs]), z))
    print(Data(x[1:], y[1:]), Data(x[1:], y[:-1]), Data(x[:10], y), fit(x[:3], y), fit(x[jnp.array([0])], y[:1]))
    print(shifted(x, x[:1]), shifted(x, x.mean(0, keepdims=True)), Data(x.T, x[0]))


def guarded(x: Float[Array, "n d"], y: Float[Array, " n"], xs: Float[Array, "m d"]) -> Data:
    if xs.shape[0] == 0:
        return Data(jnp.concatenate([x, xs]), y)
    return Data(x, y)


def checked(x: Float[Array, "n d"], y: Float[Array, " n"], xs: Float[Array, "m d"]) -> Data:
    assert len(xs) == 0
    return Data(jnp.concatenate([x, xs]), y)


def optional(x: Float[Array, "n d"], y: Float[Array, " n"], keep: Int[Array, " k"] | None = None) -> Data:
    rows = x if keep is None else x[keep]
    return Data(rows, y)
