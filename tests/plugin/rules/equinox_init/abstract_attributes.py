"""jdc-equinox-init: objects of classes that leave an attribute abstract."""

import abc
from typing import ClassVar, Generic, TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp
from equinox import AbstractVar

T = TypeVar("T")


class Kernel(eqx.Module):
    bandwidth: AbstractVar[jax.Array]
    name: eqx.AbstractVar[str]

    def scaled(self, x: jax.Array) -> jax.Array:
        return x / self.bandwidth

    def twin(self) -> "Kernel":
        return type(self)()


class Gaussian(Kernel):
    bandwidth: jax.Array


class Named(Kernel):
    bandwidth: jax.Array
    name: str = "named"


class Constant(Kernel):
    bandwidth: jax.Array
    name: ClassVar[str] = "constant"


class Computed(Kernel):
    log_bandwidth: jax.Array
    name = "computed"

    @property
    def bandwidth(self) -> jax.Array:
        return jnp.exp(self.log_bandwidth)


class Below(Gaussian):
    name: str


class Labelled(eqx.Module):
    name: str


class Mixed(Labelled, Gaussian):
    pass


class WrongWay(Gaussian, Labelled):
    pass


class Written(Kernel):
    bandwidth: jax.Array
    name: str

    def __init__(self, size: int) -> None:
        self.bandwidth = jnp.ones(size)
        self.name = "written"


class Holder(eqx.Module, Generic[T]):
    item: AbstractVar[T]

    @abc.abstractmethod
    def held(self) -> T: ...


class Box(Holder[int]):
    item: int

    def held(self) -> int:
        return self.item


class Empty(Holder[int]):
    def held(self) -> int:
        return self.item


class Again(Named):
    name: AbstractVar[str]


def objects() -> None:
    Named(jnp.ones(2))
    Constant(jnp.ones(2)).scaled(jnp.ones(2))
    Computed(jnp.ones(2))
    Below(jnp.ones(2), "below")
    Written(3)
    Box(3).held()
    Mixed(bandwidth=jnp.ones(2), name="mixed")


def abstract() -> None:
    Gaussian(jnp.ones(2))  # E: jdc-equinox-init
    Empty()  # E: jdc-equinox-init
    for size in range(3):
        kernels = [Gaussian(jnp.ones(size)), Named(jnp.ones(size))]  # E: jdc-equinox-init
        print(kernels)


def wrong_way() -> None:
    WrongWay(bandwidth=jnp.ones(2), name="mixed")
    Again(jnp.ones(2))


objects()


class Unfinished(Kernel):
    pass


class Interpolated(eqx.Module):
    kind: type[Unfinished] = eqx.field(static=True)

    def at(self, others: dict[str, type[Unfinished]], name: str) -> Kernel:
        return others[name]() if name else self.kind()

    def again(self) -> Kernel:
        return Unfinished()  # E: jdc-equinox-init "bandwidth" of "Unfinished" is abstract
