"""jdc-carry where branches and loops copy an object by jax_md's ``set``."""

import jax
from jax import lax
from jax_md import dataclasses  # type: ignore[import-not-found]


@dataclasses.dataclass
class Data:
    x: jax.Array
    cache: jax.Array | None = None
    name: str = dataclasses.static_field(default="a")


class Cell:
    """A class of which ``set`` is no copy."""

    def __init__(self, x: jax.Array) -> None:
        self.x = x

    def set(self, *, x: jax.Array) -> jax.Array:
        return x


def chosen(data: Data, x: jax.Array, fast: jax.Array) -> Data:
    data = lax.cond(fast, lambda d: d.set(x=x), lambda d: d, data)
    return lax.cond(fast, lambda d: d.set(name="a"), lambda d: d.set(name="b"), data)  # E: jdc-carry


def cached(x: jax.Array) -> Data:
    return lax.fori_loop(0, 3, lambda i, d: d.set(cache=d.x), Data(x))  # E: jdc-carry


def plain(x: jax.Array, cell: Cell) -> jax.Array:
    return lax.fori_loop(0, 3, lambda i, d: cell.set(x=d), x)
