"""Attributes that are not fields, in classes of chex; seen where mypy follows chex."""

# mypy: warn-return-any

from typing import Any, ClassVar

import chex
import jax


@chex.dataclass
class Chex:
    x: jax.Array
    limit: ClassVar[int] = 3

    def __post_init__(self) -> None:
        self.made = 3
        self._prepare()

    def _prepare(self) -> None:
        self.prepared = 3

    def keep(self) -> None:
        self.extra = 3  # E: jdc-undeclared
        self.x = self.x + 1
        self.made = 4
        self.prepared = 4

    def cached(self) -> Any:
        if not hasattr(self, "cache"):
            self.cache = self.x * 2
        return self.cache


@chex.dataclass(frozen=True)
class Sized:
    image: chex.Array

    @property
    def rows(self) -> int:
        return self.image.shape[0]

    def is_flat(self) -> bool:
        return self.image.ndim == 1
