"""Static tuples that hold arrays and nothing else."""

from typing import NamedTuple

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses
import numpy as np
from jaxtyping import Array, Float

Scalar = Float[Array, ""]


class Limits(NamedTuple):
    low: np.ndarray
    high: np.ndarray


@flax.struct.dataclass
class Robot:
    q: jax.Array
    limits: tuple[jax.Array, np.ndarray] = flax.struct.field(pytree_node=False)  # E: jdc-static-array
    named: tuple[jax.Array, int] = flax.struct.field(pytree_node=False, default=(jnp.ones(1), 1))
    many: tuple[jax.Array, ...] = flax.struct.field(pytree_node=False, default=())
    range: tuple[Float[Array, ""], Float[Array, ""]] | None = flax.struct.field(pytree_node=False, default=None)
    bounds: tuple[Float[Array, ""], Float[Array, ""]] = flax.struct.field(pytree_node=False, default=(0.0, 1.0))  # type: ignore[assignment]
    aliased: tuple[Scalar, Scalar] = flax.struct.field(pytree_node=False, default=(0.0, 1.0))  # type: ignore[assignment]
    given: Limits | None = flax.struct.field(pytree_node=False, default=None)


class Grid(eqx.Module):
    x: jax.Array
    axes: tuple[Array, Array] = eqx.field(static=True)  # E: jdc-static-array
    sizes: tuple[int, int] = eqx.field(static=True, default=(1, 1))


@jax_dataclasses.pytree_dataclass
class Problem:
    x: jax.Array
    bounds: jax_dataclasses.Static[tuple[jax.Array, jax.Array]]  # E: jdc-static-array
    names: jax_dataclasses.Static[tuple[str, ...]] = ()
    ends: jax_dataclasses.Static[tuple[Scalar, Scalar]] = (0.0, 1.0)  # type: ignore[assignment]
