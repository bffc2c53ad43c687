"""Definitions of chex classes that cannot be, or are not what they look like, where mypy follows chex and where not."""

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp


@chex.dataclass
class Refused:
    array: chex.Array = jnp.zeros(3)  # E: jdc-default
    number: float = 1.0


@chex.dataclass
class Clashing:
    x: chex.Array
    keys: chex.Array  # E: jdc-name-clash

    def to_tuple(self) -> tuple[chex.Array, ...]:  # E: jdc-name-clash
        return (self.x, self.x)

    @staticmethod
    def from_tuple(values: tuple[chex.Array]) -> "Clashing":  # E: jdc-name-clash
        return Clashing(x=values[0], keys=values[0])

    def method(self) -> str:
        return super().__repr__()  # E: jdc-name-clash

    def right(self) -> str:
        return super(Clashing, self).__repr__()  # noqa: UP008


@chex.dataclass
class Packing:
    """Only a call of these fails; ``dict(packing)`` and what JAX and chex do work."""

    items: jax.Array
    values: chex.Array
    get: int

    def both(self) -> tuple[jax.Array, chex.Array]:
        return self.items, self.values


def pack(packing: Packing, plain: "Plain", double: "Doubling") -> None:
    for name, value in packing.items():  # E: jdc-name-clash, operator
        print(name, value)
    print(dict(packing), packing.keys(), packing.items.sum(), packing["values"])
    print(plain.keys(), double.items(), double.values())


@chex.dataclass(mappable_dataclass=False)
class Plain:
    x: chex.Array
    items: chex.Array

    def keys(self) -> list[str]:
        return ["x"]

    def method(self) -> str:
        return super().__repr__()


@chex.dataclass
class Doubling:
    x: jax.Array

    def __post_init__(self) -> None:
        self.x = self.x * 2  # E: jdc-init


@chex.dataclass(frozen=True)
class Listed:
    names: list[str] = []  # E: jdc-default
    x: chex.Array | None = None


@chex.dataclass
class Child(Listed):  # E: jdc-inheritance, misc
    y: chex.Array | None = None
