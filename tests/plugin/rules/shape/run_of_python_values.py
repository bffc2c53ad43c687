"""Sets, sizes by ``np.prod``, generators that are unpacked, and operators of the module's own classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

size = int(np.prod((4, 2)))
jnp.zeros(8) + jnp.zeros(size)
jnp.zeros(3) + jnp.zeros(size)  # E: jdc-shape
jnp.zeros(3) + jnp.zeros(int(np.prod((4, 2)) * 0 + 3))
jnp.zeros(4) + jnp.zeros(len("four"))
jnp.zeros(3) + jnp.zeros(len("four"))  # E: jdc-shape
query, keys = (each.reshape(2, 3) for each in (jnp.zeros(6), jnp.ones(6)))
query @ keys.T
query @ keys  # E: jdc-shape

kinds = {"relu", "gelu"}
jnp.zeros(3) + jnp.zeros(3 if "relu" in kinds else 4)
jnp.zeros(3) + jnp.zeros(4 if "relu" in kinds else 3)  # E: jdc-shape
jnp.zeros(2) + jnp.zeros(len({name[0] for name in ("a", "b", "a")}))
jnp.zeros(3) + jnp.zeros(len(set("abab")))  # E: jdc-shape
for place, name in enumerate(sorted(set("abab"))):
    jnp.zeros(2 if name == "a" else 3) + jnp.zeros(place + 2)
    jnp.zeros(2) + jnp.zeros(place + 3)  # E: jdc-shape
sizes = {"a": 3, "b": 4}
for name in {"a", "b"}:  # in any order, and after a change
    jnp.zeros(3 if name == "a" else 4) + jnp.zeros(sizes[name])
kinds.add("tanh")
jnp.zeros(3) + jnp.zeros(3 if "tanh" in kinds else 4)
jnp.zeros(3) + jnp.zeros(len(kinds))
others = same = {"a"}
others |= {"b", "c"}
jnp.zeros(3) + jnp.zeros(len(same))


class Kernel:
    def __add__(self, other: Any) -> Sum:
        return Sum(self, other)

    def __rmul__(self, factor: float) -> Scaled:
        return Scaled(self, factor)

    def __radd__(self, other: float) -> Kernel:
        return self

    def matrix(self, points: Any) -> Any:
        raise NotImplementedError


@dataclass
class Sum(Kernel):
    one: Kernel
    other: Kernel

    def matrix(self, points: Any) -> Any:
        return self.one.matrix(points) + self.other.matrix(points)


@dataclass
class Scaled(Kernel):
    one: Kernel
    factor: float

    def matrix(self, points: Any) -> Any:
        return self.factor * self.one.matrix(points)


@dataclass
class Linear(Kernel):
    def matrix(self, points: Any) -> Any:
        return points @ points.T


@dataclass
class White(Kernel):
    def matrix(self, points: Any) -> Any:
        return jnp.eye(len(points))


@dataclass
class Steep(White):
    def __radd__(self, other: Any) -> Kernel:
        return self


rows = jnp.ones((5, 2))
(Linear() + White()).matrix(rows) @ jnp.ones(5)
(Linear() + White()).matrix(rows) @ jnp.ones(2)  # E: jdc-shape
(Linear() + 2.0 * White()).matrix(rows) @ jnp.ones(5)
(Linear() + 2.0 * White()).matrix(rows) @ jnp.ones(2)  # E: jdc-shape
sum([Linear(), White()]).matrix(rows) @ jnp.ones(2)  # E: jdc-shape, union-attr
(White() + Steep()).matrix(rows) @ jnp.ones(5)
