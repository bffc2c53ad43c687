"""Methods that contradict their own annotations: what they return is reported, and not what their callers make of it."""

from functools import partial

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


@partial(jax.vmap, in_axes=(0, 0))
def spline(x: Array, knots: Array) -> Array:
    return x + knots[0]


@partial(jax.vmap, in_axes=(0, None))
def scaled(x: Array, by: float) -> Array:
    return x * by


class Spline:
    def __init__(self, count: int) -> None:
        self.count = count

    @property
    def least(self) -> float:
        return 0.5

    def knots(self, c: Float[Array, " cond"]) -> tuple[Float[Array, " params"], Float[Array, " params"]]:
        params = c.reshape(-1, self.count)
        positions = self.least + jnp.cumsum(params, axis=-1)
        below = jnp.full((*params.shape[:-1], 1), self.least)
        positions = jnp.concatenate([below, positions], axis=-1)
        return positions, scaled(params, 2.0)  # E: jdc-shape

    def slopes(self, c: Float[Array, " cond"]) -> Float[Array, " cond"]:
        return 2 * c

    def forward(self, x: Float[Array, " dim"], c: Float[Array, " cond"]) -> Array:
        _, slopes = self.knots(c)
        return spline(x, slopes)

    def wrong(self, x: Float[Array, " dim"], c: Float[Array, " cond"]) -> Array:
        return spline(x, self.slopes(c))  # E: jdc-shape


class Conditioned:
    def __init__(self, count: int) -> None:
        self.count = count

    def conditioner(self, c: Array) -> Array:
        return 2 * c

    def params(
        self, c: Float[Array, " cond"]
    ) -> tuple[Float[Array, " params"], Float[Array, " params"], Float[Array, " params"]]:
        params = self.conditioner(c).reshape(-1, 2 * self.count)
        below = jnp.zeros((*params.shape[:-1], 1))
        positions = jnp.concatenate([below, params[:, : self.count]], axis=-1)
        return positions, positions, scaled(params, 2.0)  # E: jdc-shape, jdc-shape, jdc-shape

    def forward(self, x: Float[Array, " dim"], c: Float[Array, " cond"]) -> Array:
        positions, _, slopes = self.params(c)
        return spline(x, slopes) + spline(x, positions)
