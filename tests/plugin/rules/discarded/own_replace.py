"""jdc-discarded: a ``replace`` that the project itself writes, in the class or in a plain base."""

from __future__ import annotations

import dataclasses
from typing import Any, Self

import jax
from jax.tree_util import register_dataclass


class Copied:
    def replace(self, **changes: Any) -> Self:
        """Return a copy with new values."""
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]


class Counted:
    copies = 0

    def replace(self, **changes: Any) -> Self:
        Counted.copies += 1
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]


@register_dataclass
@dataclasses.dataclass
class Lattice(Copied):
    sites: jax.Array

    def cooled(self) -> Self:
        self.replace(sites=self.sites * 0.5)  # E: jdc-discarded
        return self.replace(sites=self.sites * 0.5)


@register_dataclass
@dataclasses.dataclass
class Watched(Counted):
    sites: jax.Array

    def cooled(self) -> Self:
        self.replace(sites=self.sites * 0.5)
        return self


@register_dataclass
@dataclasses.dataclass
class Overridden(Copied):
    sites: jax.Array

    def cooled(self) -> Self:
        self.replace(sites=self.sites * 0.5)
        return self


@register_dataclass
@dataclasses.dataclass
class Counting(Overridden):
    def replace(self, **changes: Any) -> Self:
        Counted.copies += 1
        return dataclasses.replace(self, **changes)


@register_dataclass
@dataclasses.dataclass
class Simulation:
    x: jax.Array

    def replace(self, **changes: Any) -> Simulation:
        return dataclasses.replace(self, **changes)

    def halved(self) -> Simulation:
        self.replace(x=self.x / 2)  # E: jdc-discarded
        return self.replace(x=self.x / 2)

    def doubled(self) -> Self:
        self.replace(x=self.x * 2)  # E: jdc-discarded
        return self


class Base:
    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        dataclasses.dataclass(cls)
        register_dataclass(cls)

    def replace(self, **changes: Any) -> Any:
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]


class Field(Base):
    sites: jax.Array

    def cooled(self) -> Self:
        self.replace(sites=self.sites * 0.5)  # E: jdc-discarded
        return self


class Text(Copied):
    """No dataclass: the call raises."""


def anneal(lattice: Lattice, watched: Watched, field: Field, text: Text, simulation: Simulation) -> Lattice:
    lattice.replace(sites=lattice.sites * 0.5)  # E: jdc-discarded
    field.replace(sites=lattice.sites * 0.5)  # E: jdc-discarded
    simulation.replace(x=lattice.sites)  # E: jdc-discarded
    watched.replace(sites=lattice.sites * 0.5)
    text.replace()
    lattice = lattice.replace(sites=lattice.sites * 0.5)
    return lattice
