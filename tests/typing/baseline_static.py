"""Static fields that every checker accepts, in `Static`, `static_field` and `field`. It also runs."""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Literal, NamedTuple, NewType, Protocol, TypeVar

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax  # type: ignore[import-untyped, unused-ignore]
from flax.core import FrozenDict
from jax.sharding import Mesh, NamedSharding, PartitionSpec, Sharding
from jax.typing import DTypeLike

import jdc_runtime as jdc
from jdc_runtime import Static

T = TypeVar("T")
HashableT = TypeVar("HashableT", bound=Hashable)
OptionsT = TypeVar("OptionsT", bound="Options")
ChoiceT = TypeVar("ChoiceT", int, str)
UserId = NewType("UserId", int)
Activation = Callable[[jax.Array], jax.Array]


class Color(enum.Enum):
    RED = 1


class Flags(enum.IntFlag):
    A = 1


@dataclass(frozen=True)
class Options:
    rate: float = 0.1


class Plain:
    pass


class Named(Protocol):
    @property
    def name(self) -> str: ...


class Applied(Protocol):
    def apply(self, x: jax.Array) -> jax.Array: ...


class Loss(Protocol):
    def __call__(self, x: jax.Array, y: jax.Array) -> jax.Array: ...


class Pair(NamedTuple):
    size: int
    loss: Loss


class HashableDict(dict[str, int]):
    def __hash__(self) -> int:  # type: ignore[override, unused-ignore]
        return len(self)


def difference(x: jax.Array, y: jax.Array) -> jax.Array:
    return x - y


def make_loss() -> Loss:
    return difference


def make_mapping() -> Mapping[str, int]:
    return FrozenDict()


def make_anything() -> Any:
    return ()


def make_untyped():
    return ()


@jdc.pytree_dataclass
class Functions:
    optimizer: Static[optax.GradientTransformation | None] = None
    extra: Static[optax.GradientTransformationExtraArgs | None] = None
    schedule: Static[optax.Schedule] = optax.constant_schedule(0.1)
    activation: Static[Callable[[jax.Array], jax.Array]] = jax.nn.relu
    named: Static[Activation | None] = None
    anything: Static[Callable[..., Any]] = jnp.tanh
    partial: Static[functools.partial[jax.Array] | None] = None
    loss: Static[Loss] = difference
    losses: Static[tuple[Loss, ...]] = ()
    pair: Static[Pair] = Pair(1, difference)


@jdc.pytree_dataclass
class Transforms:
    """Not in a union: checkers treat a NamedTuple of protocols differently there."""

    optimizer: Static[optax.GradientTransformation]
    extra: Static[optax.GradientTransformationExtraArgs]


@jdc.pytree_dataclass
class Types:
    dtype: Static[DTypeLike] = jnp.float32
    numpy_dtype: Static[npt.DTypeLike] = np.float32
    kind: Static[jnp.dtype] = jnp.dtype("float32")
    precise: Static[np.dtype[Any]] = np.dtype("float32")
    a_class: Static[type] = float
    scalar: Static[type[np.generic]] = np.float32
    module_class: Static[type[nn.Module]] = nn.Dense
    color: Static[Color] = Color.RED
    flags: Static[Flags] = Flags.A
    literal: Static[Literal["a", "b"]] = "a"
    literal_or_none: Static[Literal[1, None]] = None


@jdc.pytree_dataclass
class Objects:
    dense: Static[nn.Dense] = nn.Dense(3)
    module: Static[nn.Module] = nn.Dense(3)
    equinox: Static[eqx.Module | None] = None
    mesh: Static[Mesh | None] = None
    sharding: Static[NamedSharding | None] = None
    any_sharding: Static[Sharding | None] = None
    spec: Static[PartitionSpec] = PartitionSpec()
    path: Static[Path] = Path()
    package: Static[ModuleType] = jnp
    options: Static[Options] = Options()
    plain: Static[Plain | None] = None
    named: Static[Named | None] = None
    applied: Static[Applied | None] = None
    only_named: Static[Named] = jdc.field(kw_only=True)


@jdc.pytree_dataclass
class Containers:
    sizes: Static[tuple[int, ...]] = ()
    pair: Static[tuple[str, int]] = ("a", 1)
    tags: Static[frozenset[str]] = frozenset()
    tags_or_none: Static[frozenset[int] | None] = None
    mapping: Static[Mapping[str, int]] = FrozenDict()
    frozen: Static[FrozenDict[str, int]] = FrozenDict()
    many: Static[Iterable[str]] = ()
    several: Static[Collection[str]] = ()
    ordered: Static[Sequence[str]] = ()
    distinct: Static[AbstractSet[str]] = frozenset()
    part: Static[slice | None] = None
    parts: Static[tuple[slice, ...]] = ()
    steps: Static[range] = range(3)
    own: Static[HashableDict] = HashableDict()


@jdc.pytree_dataclass
class Scalars:
    number: Static[int] = 0
    text: Static[str | float | None] = None
    nothing: Static[None] = None
    user: Static[UserId] = UserId(3)
    hashable: Static[Hashable] = 0
    thing: Static[object] = 0
    anything: Static[Any] = 0


@jdc.pytree_dataclass
class Parametrised(Generic[T, HashableT, OptionsT, ChoiceT]):
    unbound: Static[T]
    several: Static[tuple[T, ...]]
    hashable: Static[HashableT]
    bound: Static[OptionsT]
    choice: Static[ChoiceT]


@jdc.pytree_dataclass
class Defaults:
    optimizer: optax.GradientTransformation = jdc.static_field(default=optax.adam(1e-3))
    activation: Activation = jdc.static_field(default=jax.nn.relu)
    from_lambda: Activation = jdc.static_field(default=lambda x: x)
    made_activation: Activation = jdc.static_field(default_factory=lambda: jax.nn.relu)
    loss: Loss = jdc.static_field(default=difference)
    made_loss: Loss = jdc.static_field(default_factory=make_loss)
    dtype: DTypeLike = jdc.static_field(default=jnp.float32)
    named_dtype: DTypeLike = jdc.static_field(default="float32")
    color: Color = jdc.static_field(default=Color.RED)
    options: Options = jdc.static_field(default_factory=Options)
    plain: Plain = jdc.static_field(default_factory=Plain)
    module: nn.Module = jdc.static_field(default=nn.Dense(3))
    equinox: eqx.Module | None = jdc.static_field(default=None)
    package: ModuleType = jdc.static_field(default=jnp)
    path: Path | None = jdc.static_field(default=None)
    rate: float = jdc.static_field(default=1)
    literal: Literal["a", "b"] = jdc.static_field(default="a")
    sizes: tuple[int, ...] = jdc.static_field(default=())
    made_sizes: tuple[int, ...] = jdc.static_field(default_factory=tuple)
    tags: frozenset[str] = jdc.static_field(default_factory=frozenset)
    mapping: Mapping[str, int] = jdc.static_field(default=FrozenDict())
    made_mapping: Mapping[str, int] = jdc.static_field(default_factory=make_mapping)
    own: HashableDict = jdc.static_field(default_factory=HashableDict)
    unknown: tuple[int, ...] = jdc.static_field(default_factory=make_anything)
    untyped: tuple[int, ...] = jdc.static_field(default_factory=make_untyped)


@jdc.pytree_dataclass
class KeywordDefaults:
    optimizer: optax.GradientTransformation = jdc.field(static=True, default=optax.adam(1e-3))
    activation: Activation = jdc.field(static=True, default=jax.nn.relu)
    made_loss: Loss = jdc.field(static=True, default_factory=make_loss)
    dtype: DTypeLike = jdc.field(static=True, default=jnp.float32)
    options: Options = jdc.field(static=True, default_factory=Options)
    package: ModuleType = jdc.field(static=True, default=jnp)
    made_mapping: Mapping[str, int] = jdc.field(static=True, default_factory=make_mapping)
    own: HashableDict = jdc.field(static=True, default_factory=HashableDict)
    untyped: tuple[int, ...] = jdc.field(static=True, default_factory=make_untyped)
    history: list[jax.Array] = jdc.field(default_factory=list)
    table: dict[str, jax.Array] = jdc.field(default_factory=dict)


@jdc.jit
def parameters(
    x: jax.Array,
    dtype: Static[DTypeLike],
    optimizer: Static[optax.GradientTransformation],
    loss: Static[Loss],
    many: Static[Iterable[str]] = (),
) -> jax.Array:
    return loss(x, x).astype(dtype)


def main() -> None:
    x = jnp.ones(3)
    assert parameters(x, jnp.float16, optax.sgd(0.1), difference).dtype == jnp.float16
    classes = (Functions, Types, Scalars, Defaults, KeywordDefaults)
    for each in (*(made() for made in classes), Transforms(optax.sgd(0.1), optax.adam(0.1))):
        assert jax.tree.leaves(each) == []
    assert jax.tree.leaves(Objects(only_named=Path())) == []
    assert jax.tree.leaves(Containers()) == []
    assert jax.tree.leaves(Parametrised(x.shape, (1,), "s", Options(), 3)) == []


if __name__ == "__main__":
    main()
