"""Classes that change what they hold; whether it matters depends on what other modules do with their objects."""

import flax.struct
import jax

import jdc_runtime as jdc


@jdc.pytree_dataclass
class TracedElsewhere:
    x: jax.Array
    options: jdc.Static[dict[str, int]]  # E: jdc-static-mutable

    def set(self, name: str, value: int) -> None:
        self.options[name] = value  # E: jdc-static-mutable


@jdc.pytree_dataclass
class ScannedElsewhere:
    x: jax.Array
    names: jdc.Static[list[str]]  # E: jdc-static-mutable

    def add(self, name: str) -> None:
        self.names.append(name)  # E: jdc-static-mutable


@jdc.pytree_dataclass
class StaticElsewhere:
    x: jax.Array
    options: jdc.Static[dict[str, int]]  # E: jdc-static-mutable

    def set(self, name: str, value: int) -> None:
        self.options[name] = value


@jdc.pytree_dataclass
class OnTheHost:
    x: jax.Array
    options: jdc.Static[dict[str, int]]  # E: jdc-static-mutable

    def set(self, name: str, value: int) -> None:
        self.options[name] = value


@flax.struct.dataclass
class MappedElsewhere:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        if len(self.x.shape) != 2 or self.x.shape[0] != self.x.shape[1]:  # E: jdc-init
            raise ValueError("not a square matrix")


@flax.struct.dataclass
class JittedElsewhere:
    x: jax.Array

    def __post_init__(self) -> None:
        if len(self.x.shape) != 2:
            raise ValueError("not a matrix")


@jdc.pytree_dataclass
class Namesake:
    x: jax.Array
    options: jdc.Static[dict[str, int]]  # E: jdc-static-mutable

    def set(self, name: str, value: int) -> None:
        self.options[name] = value
