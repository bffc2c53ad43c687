"""jdc-unannotated: objects that a class method makes."""

from typing import ClassVar

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Pose:
    xyz: jax.Array

    @classmethod
    def identity(cls) -> "Pose":
        return cls(jnp.zeros(3))

    @staticmethod
    def names() -> tuple[str, ...]:
        return ("x", "y", "z")

    @classmethod
    def size(cls) -> int:
        return 3


@jdc.pytree_dataclass
class Camera:
    focal: jax.Array
    pose = Pose.identity()  # E: jdc-unannotated
    axes = Pose.names()
    size = Pose.size()
    HOME = Pose.identity()
    _start = Pose.identity()
    origin: ClassVar[Pose] = Pose.identity()
    given: Pose = Pose.identity()
