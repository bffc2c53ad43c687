"""Class variables under a name that mypy does not know, of a library that is not installed."""

from dataclasses import dataclass

import flax.struct
import jax
from beartype.typing import ClassVar  # type: ignore[import-not-found]


@flax.struct.dataclass
class Features:
    x: jax.Array
    names: ClassVar[set[str]] = {"x"}
    others: set[str] = {"y"}  # E: jdc-default


@dataclass(frozen=True)
class ByHand:
    x: jax.Array
    names: ClassVar[set[str]] = {"x"}  # noqa: RUF008
    others: set[str] = {"y"}  # noqa: RUF008  # E: jdc-default


jax.tree_util.register_pytree_node(
    ByHand, lambda obj: ((obj.x, obj.others), None), lambda _, children: ByHand(*children)
)

print(Features(jax.numpy.ones(3)), ByHand(jax.numpy.ones(3)))
