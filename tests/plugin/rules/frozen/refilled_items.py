"""jdc-frozen on items of a list of arrays, some of which the module replaces by lists."""

from typing import Any

import jax
import jax.numpy as jnp


def split(flags: Any, width: int) -> list[Any]:
    weights = [jnp.zeros((3, 4))]
    weights.append(jnp.ones((3, 4)))
    if flags:
        flat = list(weights[-1].ravel())
        weights[-1] = [[None] * width for _ in range(3)]  # type: ignore[call-overload]
        for i, each in enumerate(flat):
            weights[-1][i % 3][i // 3] = each
    return list(weights)


def by_name(width: int) -> dict[str, jax.Array]:
    table = {"w": jnp.zeros((3, 4)), "b": jnp.zeros(4)}
    table["w"] = [0.0] * width  # type: ignore[assignment]
    table["w"][0] = 1.0  # type: ignore[index]
    return table


def whole(width: int) -> list[jax.Array]:
    rows = [jnp.zeros((3, 4)) for _ in range(width)]
    rows[0] = jnp.array([[1.0] * 4] * 3)
    rows[0][1] = 3.0  # type: ignore[index]  # E: jdc-frozen
    rows[0] = 2 * rows[1]
    row = rows[0]
    row[0] = 1.0  # type: ignore[index]  # E: jdc-frozen
    return rows


class Shown:
    def load(self, images: Any) -> None:
        self.images = jnp.stack([jnp.asarray(each) for each in images])

    def clear(self) -> None:
        self.images = [jnp.ones(3)] * 2  # type: ignore[assignment]
        self.images[0] = jnp.zeros(3)  # type: ignore[index]
        self.rows = jnp.zeros((2, 3))
        self.rows[0] = 1.0  # type: ignore[index]  # E: jdc-frozen


class Filled(Shown):
    def clear(self) -> None:
        self.images = [jnp.ones(3)] * 2  # type: ignore[assignment]
        self.images[1] = jnp.ones(3)  # type: ignore[index]
        super().load(self.images)
