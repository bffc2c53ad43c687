"""jdc-name-clash: fields with the name of a property that has no setter."""

import abc
import functools
from dataclasses import InitVar, dataclass, field
from typing import TYPE_CHECKING, Protocol

import equinox as eqx
import flax.struct
import jax
import jax_dataclasses as jdc

import jdc_runtime


class Sized(eqx.Module):
    @property
    @abc.abstractmethod
    def dim(self) -> int: ...

    @property
    def depth(self) -> int:
        return 3

    @property
    def width(self) -> int:
        return 3

    @functools.cached_property
    def cached(self) -> int:
        return 3

    def method(self) -> int:
        return 3

    if TYPE_CHECKING:

        @property
        def checked(self) -> int: ...


class Linear(Sized):
    weight: jax.Array
    dim: int = eqx.field(static=True)  # E: jdc-name-clash
    depth: int  # E: jdc-name-clash
    width: int = eqx.field(static=True, default=4)


class Constant(Sized):
    weight: jax.Array
    dim: int = 4
    width: int = 5


class Written(Sized):
    weight: jax.Array
    depth: int

    def __init__(self, weight: jax.Array) -> None:
        self.weight = weight


class Others(Sized):
    weight: jax.Array
    checked: int
    cached: int
    method: int  # type: ignore[assignment]


class Below(Linear):
    other: int = 3


class Environment(abc.ABC):
    @property
    @abc.abstractmethod
    def name(self) -> str: ...

    @property
    def size(self) -> int:
        return 3

    @property
    def rate(self) -> float:
        return 0.1

    @rate.setter
    def rate(self, value: float) -> None:
        print(value)


@flax.struct.dataclass
class Grid(Environment):
    cells: jax.Array
    name: str = flax.struct.field(pytree_node=False)  # E: jdc-name-clash
    size: int  # E: jdc-name-clash
    rate: float


@flax.struct.dataclass
class Named(Environment):
    cells: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="named")
    size: int = 3


@jax.tree_util.register_dataclass
@dataclass
class Line(Environment):
    cells: jax.Array
    size: InitVar[int] = 3
    name: str = field(default_factory=str)  # E: jdc-name-clash


class Shaped(Protocol):
    @property
    def shape(self) -> tuple[int, ...]: ...


@jdc.pytree_dataclass
class Image(Shaped):
    pixels: jax.Array
    shape: jdc.Static[tuple[int, ...]]  # E: jdc-name-clash


@jdc_runtime.pytree_dataclass
class Structural:
    pixels: jax.Array
    shape: jdc_runtime.Static[tuple[int, ...]]


class Plain:
    @property
    def scale(self) -> float:
        return 1.0


class Storing:
    @property
    def scale(self) -> float:
        return 1.0

    def __setattr__(self, name: str, value: object) -> None:
        self.__dict__[name] = value


@jax.tree_util.register_dataclass
@dataclass
class Stored(Storing):
    x: jax.Array
    scale: float


class Between(Plain):
    scale = 3.0


@flax.struct.dataclass
class Shadowed(Between):
    x: jax.Array
    scale: float


@flax.struct.dataclass
class Reward:
    raw: jax.Array
    scaled: jax.Array

    @property  # E: no-redef
    def scaled(self) -> jax.Array:  # E: jdc-name-clash
        return self.raw * 0.1


@flax.struct.dataclass
class Rewarded:
    raw: jax.Array
    kept: float = 1.0


@flax.struct.dataclass
class Doubled(Rewarded):
    @property  # E: misc
    def kept(self) -> float:  # E: override, jdc-name-clash
        return 2.0


class Tree(flax.struct.PyTreeNode):
    x: jax.Array

    @property
    def total(self) -> jax.Array:
        return self.x.sum()


class Leaf(Tree):
    total: jax.Array  # E: jdc-name-clash


# A slot takes the place of the property of a base


@jax.tree_util.register_dataclass
@dataclass(slots=True)
class Slotted(Plain):
    x: jax.Array
    scale: float = field(metadata={"static": True})


@jax.tree_util.register_dataclass
@dataclass(slots=True)
class SlottedBelow(Slotted):
    scale: float = field(metadata={"static": True})


@jax.tree_util.register_dataclass
@dataclass(slots=False)
class Dictionary(Plain):
    x: jax.Array
    scale: float = field(metadata={"static": True})  # E: jdc-name-clash


class Configured(eqx.Module):
    config: tuple[str, ...] = eqx.field(static=True)

    @property  # type: ignore[no-redef]
    @abc.abstractmethod
    def config(self) -> tuple[str, ...]: ...  # noqa: F811


class Given(Configured):
    config = ("a", "b")

    def __init__(self) -> None:
        pass
