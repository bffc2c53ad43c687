"""Methods under jit with a static self."""

import dataclasses
from functools import partial
from typing import Any

import flax.struct
import jax
import numpy as np

import jdc_runtime as jdc


@dataclasses.dataclass
class NoHash:
    w: float

    @partial(jax.jit, static_argnums=0)
    def f(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return self.w * x

    @partial(jax.jit, static_argnames="self")
    def g(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return self.w * x

    @partial(jax.jit, static_argnums=1)
    def h(self, n: int) -> int:  # E: jdc-unregistered
        return n


@flax.struct.dataclass
class Arrays:
    w: jax.Array

    @partial(jax.jit, static_argnums=(0,))
    def f(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return self.w * x


class Stale:
    def __init__(self, w: float) -> None:
        self.w = w
        self.set_up()

    def set_up(self) -> None:
        self.w = 3.0

    def update(self) -> None:
        self.w += 1.0

    @partial(jax.jit, static_argnums=0)
    def f(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return self.w * x


class Constant:
    def __init__(self, w: float) -> None:
        self.w = w
        self.count = 0
        self.set_up()

    def set_up(self) -> None:
        self.w = 3.0

    def counted(self) -> None:
        self.count += 1

    @partial(jax.jit, static_argnums=0)
    def f(self, x: jax.Array) -> jax.Array:
        return self.w * x


@dataclasses.dataclass(frozen=True)
class Config:
    n: int

    @partial(jax.jit, static_argnums=0)
    def f(self, x: jax.Array) -> jax.Array:
        return self.n * x


@dataclasses.dataclass(eq=False)
class ByIdentity:
    n: int

    @partial(jax.jit, static_argnums=0)
    def f(self, x: jax.Array) -> jax.Array:
        return self.n * x


@flax.struct.dataclass
class Static:
    n: int = flax.struct.field(pytree_node=False)

    @partial(jax.jit, static_argnums=0)
    def f(self, x: jax.Array) -> jax.Array:
        return self.n * x


@dataclasses.dataclass
class UnderJdc:
    w: float

    @jdc.jit(static_argnums=0)
    def f(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return self.w * x

    @jdc.jit(auto_static=True, static_argnums=0)
    def separated(self, x: jax.Array) -> jax.Array:
        return self.w * x


# Without annotations methods are checked as well.
@dataclasses.dataclass
class NoHashUntyped:
    w: float

    @partial(jax.jit, static_argnums=0)
    def f(self, x):  # type: ignore[no-untyped-def]  # E: jdc-static-self
        return self.w * x


class StaleUntyped:
    def __init__(self, w):  # type: ignore[no-untyped-def]
        self.w = w

    def update(self):  # type: ignore[no-untyped-def]
        self.w += 1.0

    @partial(jax.jit, static_argnums=0)
    def f(self, x):  # type: ignore[no-untyped-def]  # E: jdc-static-self
        return self.w * x

    @partial(jax.jit, static_argnums=(0,))
    def g(self, x):  # type: ignore[no-untyped-def]
        return x


class Clearing:
    def __init__(self, n: int) -> None:
        self.n = n

    def set_n(self, n: int) -> None:
        self.n = n
        jax.clear_caches()

    def set_again(self, n: int) -> None:
        self.n = n
        type(self).run.clear_cache()

    @partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array) -> jax.Array:
        return x * self.n


class Lazy:
    _table: Any = None
    _other: Any = None

    def table(self) -> Any:
        if self._table is None:
            self._table = np.arange(3)
        if not self._other:
            self._other = np.arange(3)
        if not hasattr(self, "_more"):
            self._more = 3
        if "_last" not in self.__dict__:
            self._last = 3
        return self._table

    @partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array) -> jax.Array:
        self.table()
        return x * self._table * self._other * self._more * self._last


class Toggled:
    def __init__(self) -> None:
        self.n: int | None = None

    def toggle(self) -> None:
        if self.n is None:
            self.n = 3
        else:
            self.n = None

    @partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return x * (self.n or 1)


@dataclasses.dataclass(eq=False)
class Changed:
    scale: float

    @partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return x * self.scale

    def change(self, scale: float) -> None:
        self.scale = scale


@dataclasses.dataclass(unsafe_hash=True)
class ChangedByFields:
    scale: float

    @partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def change(self, scale: float) -> None:
        self.scale = scale


class Engine:
    table: jax.Array
    shardings: Any

    def __init__(self) -> None:
        self.shardings = None
        self.rate = 0.1

    def load(self, size: int) -> None:
        self.table, self.shardings, self.count = jax.numpy.ones(size), size, 0

    def warm_up(self) -> None:
        self.rate = 0.2

    @partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array) -> jax.Array:
        return x * self.table * self.shardings * self.count

    @partial(jax.jit, static_argnums=0)
    def step(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        return x * self.table * self.rate


class LoadedLater:
    def __init__(self, w: float, *, is_known: bool) -> None:
        if is_known:
            self.w: float | None = w
        else:
            self.w = None

    def load(self, w: float) -> None:
        self.w = w

    @partial(jax.jit, static_argnums=0)
    def f(self, x: jax.Array) -> jax.Array:
        return x if self.w is None else self.w * x


class JittedInBody:
    """A class body that jits its methods by calls."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.fixed = 3.0

    def grow(self) -> None:
        self.scale *= 2

    def apply(self, x: jax.Array) -> jax.Array:
        return self.scale * x

    def steady(self, x: jax.Array) -> jax.Array:
        return self.fixed * x

    fast = jax.jit(apply, static_argnums=0)  # E: jdc-static-self
    faster = partial(jax.jit, static_argnums=0)(apply)  # E: jdc-static-self
    same = jax.jit(steady, static_argnums=0)


@dataclasses.dataclass
class UnhashedInBody:
    scale: float

    def apply(self, x: jax.Array) -> jax.Array:
        return self.scale * x

    fast = jax.jit(apply, static_argnums=0)  # E: jdc-static-self
    traced = jax.jit(apply)


def run_without_jit(x: jax.Array) -> jax.Array:
    each = JittedInBody(2.0)
    each.apply(x)
    each.scale = 3.0
    return each.apply(x)


class WithoutSelf:
    def apply() -> None:  # E: misc
        """Takes no object."""

    fast = jax.jit(apply, static_argnums=0)  # E: jdc-marker


class Counted:
    def __init__(self) -> None:
        self.steps = 0
        self.total = 0

    @partial(jax.jit, static_argnums=0)
    def reset(self, x: jax.Array) -> jax.Array:
        self.steps = 0
        return x + self.steps

    @partial(jax.jit, static_argnums=0)
    def reset_at_times(self, x: jax.Array, *, whole: bool = True) -> jax.Array:  # E: jdc-static-self
        if whole:
            self.total = 0
        return x + self.total

    @partial(jax.jit, static_argnums=0)
    def read_first(self, x: jax.Array) -> jax.Array:  # E: jdc-static-self
        y = x + self.steps
        self.steps = 0
        return y

    def step(self) -> None:
        self.steps += 1
        self.total += 1


class Renderer:
    """A program that draws loads its sprites first."""

    def __init__(self, background: int) -> None:
        self.background = background

    def load_and_setup_sprites(self, sprites: list[int]) -> None:
        self.background = max(sprites) + 1

    @partial(jax.jit, static_argnums=0)
    def draw(self, x: jax.Array) -> jax.Array:
        return x - self.background
