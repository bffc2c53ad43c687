"""Classes whose methods write fields, for `boxes_elsewhere`."""

import dataclasses

import jax


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Box:
    x: jax.Array
    size: int

    def fit(self) -> None:
        self.size = 3

    def total(self) -> jax.Array:
        return self.x.sum()


@jax.jit
def first(box: Box) -> jax.Array:
    return box.x[: box.size]  # E: jdc-concrete
