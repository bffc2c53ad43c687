"""Decorators of the project's own whose calls list the static fields by name."""

import dataclasses
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import register_dataclass
from typing_extensions import dataclass_transform

T = TypeVar("T")


def registered(*, static: tuple[str, ...] = ()) -> Callable[[type[T]], type[T]]:
    def wrap(cls: type[T]) -> type[T]:
        cls = dataclasses.dataclass(frozen=True)(cls)
        names = [f.name for f in dataclasses.fields(cls)]  # type: ignore[arg-type]
        data = [n for n in names if n not in static]
        return register_dataclass(cls, data_fields=data, meta_fields=list(static))

    return wrap


@dataclass_transform()
def with_meta(cls: Any = None, *, meta_fields: Sequence[str] | None = None, frozen: bool = True) -> Any:
    if cls is None:
        return functools.partial(with_meta, meta_fields=meta_fields, frozen=frozen)
    cls = dataclass(cls, frozen=frozen)
    meta = meta_fields or ()
    data = [f.name for f in dataclasses.fields(cls) if f.name not in meta]
    return register_dataclass(cls, data_fields=data, meta_fields=meta_fields or ())


def with_data(*, data_fields: tuple[str, ...]) -> Callable[[type[T]], type[T]]:
    def wrap(cls: type[T]) -> type[T]:
        cls = dataclass(cls)
        meta = [f.name for f in dataclasses.fields(cls) if f.name not in data_fields]  # type: ignore[arg-type]
        return register_dataclass(cls, data_fields=data_fields, meta_fields=meta)

    return wrap


@registered(static=("n", "table"))
class Grid:
    x: jax.Array
    n: int
    table: np.ndarray  # E: jdc-static-array
    name: str = "grid"  # E: jdc-data-leaf

    def grown(self) -> "Grid":
        return dataclasses.replace(self, x=self.x * 2, n=self.n + 1)  # E: jdc-static-state

    @jax.jit
    def zeros(self) -> jax.Array:
        return jnp.zeros(self.n)


@registered()
class AllData:
    x: jax.Array
    n: int = 0

    @jax.jit
    def zeros(self) -> jax.Array:
        return jnp.zeros(self.n)  # E: jdc-concrete


@with_meta
class Bare:
    x: jax.Array


@with_meta(meta_fields=["kind"])
class Kinded:
    x: jax.Array
    kind: str = "a"
    shape: tuple[int, ...] = dataclasses.field(default=(), metadata={"static": True})


@with_meta(meta_fields=("kind",), frozen=False)
class Thawed:
    x: jax.Array
    kind: str = "a"


NAMES = ("kind",)


@with_meta(meta_fields=NAMES)
class Unread:
    x: jax.Array
    kind: str = "a"


@with_data(data_fields=("x",))
class Listed:
    x: jax.Array
    kind: str = "a"


def use(x: jax.Array) -> None:
    grid = Grid(x, 2, np.ones(2))
    jax.lax.fori_loop(0, 3, lambda i, grid: grid.grown(), grid)
    grid.x = x  # E: jdc-frozen
    thawed, kinded = Thawed(x), Kinded(x, kind="b")
    thawed.x = x
    kinded.x = x  # E: jdc-frozen
    print(jax.jit(lambda k: k.x)(kinded), Bare(x), Unread(x, "b"), Listed(x, "b"), AllData(x).zeros())
    Bare(x, 1)  # E: call-arg
