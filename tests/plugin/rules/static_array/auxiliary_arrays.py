"""jdc-static-array: arrays that hand-written functions flatten into auxiliary data."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


@jax.tree_util.register_pytree_node_class
class Masked:
    def __init__(self, values: jax.Array, size: int) -> None:
        self.values = values
        self.size = size
        self.mask = jnp.ones(size)

    def tree_flatten(self) -> tuple[tuple[jax.Array], dict[str, Any]]:
        aux = {
            "size": self.size,
            "mask": self.mask,  # E: jdc-static-array
        }
        return (self.values,), aux

    @classmethod
    def tree_unflatten(cls, aux: dict[str, Any], children: tuple[jax.Array]) -> "Masked":
        return cls(children[0], aux["size"])


class Table:
    def __init__(self, values: jax.Array, rows: np.ndarray[Any, Any]) -> None:
        self.values = values
        self.rows = rows


jax.tree_util.register_pytree_node(
    Table,
    lambda table: ((table.values,), table.rows),  # E: jdc-static-array
    lambda rows, children: Table(children[0], rows),
)


@jax.tree_util.register_pytree_node_class
class Right:
    def __init__(self, values: jax.Array, mask: jax.Array, size: int, shift: float) -> None:
        self.values = values
        self.mask = mask
        self.size = size
        self.shift = shift

    def tree_flatten(self) -> tuple[tuple[jax.Array, jax.Array], tuple[int, float]]:
        return (self.values, self.mask), (self.size, self.shift)

    @classmethod
    def tree_unflatten(cls, aux: tuple[int, float], children: tuple[jax.Array, jax.Array]) -> "Right":
        return cls(*children, *aux)


@jax.tree_util.register_pytree_node_class
class Written:
    def __init__(self, values: jax.Array, rows: np.ndarray[Any, Any]) -> None:
        self.values = values
        self.rows = rows

    def tree_flatten(self) -> tuple[tuple[jax.Array], tuple[bytes, tuple[int, ...]]]:
        return (self.values,), (self.rows.tobytes(), self.rows.shape)

    @classmethod
    def tree_unflatten(cls, aux: tuple[bytes, tuple[int, ...]], children: tuple[jax.Array]) -> "Written":
        return cls(children[0], np.frombuffer(aux[0]).reshape(aux[1]))
