"""Functions inside of a traced function that it calls itself, and those that it maps over a tree."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Setting:
    size: int
    limit: jax.Array
    is_annealed: bool
    steps: int = flax.struct.field(pytree_node=False, default=3)

    def recent(self) -> Any:
        return jax.tree.map(lambda v: v[: self.size], {"limit": self.limit})  # E: jdc-concrete

    def fixed(self) -> Any:
        return jax.tree.map(lambda v: v[: self.steps], {"limit": self.limit})

    def on_host(self) -> Any:
        return jax.tree.map(lambda v: v[: self.size], {"limit": self.limit})

    def some(self, is_deep: bool) -> Any:
        if is_deep:
            return jax.tree.map(lambda v: v[: self.size], {"limit": self.limit})
        return self.limit

    def asking(self) -> Any:
        if isinstance(self.size, int):
            return jax.tree.map(lambda v: v[: self.size], {"limit": self.limit})
        return self.limit

    def later(self) -> Callable[[], jax.Array]:
        return lambda: jnp.zeros(self.size)


@jax.jit
def train(setting: Setting, x: jax.Array) -> jax.Array:
    def rate(step: jax.Array) -> jax.Array:
        if setting.is_annealed:  # E: jdc-concrete
            return setting.limit * step
        return setting.limit

    def body(step: jax.Array, x: jax.Array) -> jax.Array:
        return x + rate(step) + noise(step)

    def noise(step: jax.Array) -> jax.Array:
        return jnp.zeros(setting.size).sum() * step  # E: jdc-concrete

    x = jax.lax.fori_loop(0, 3, lambda i, x: x * scale(), x)
    return jax.lax.fori_loop(0, 3, body, x)


def scale() -> float:
    return 2.0


@jax.jit
def mapped(setting: Setting, tree: Any) -> Any:
    def cut(leaf: jax.Array) -> jax.Array:
        return leaf[: setting.size]  # E: jdc-concrete

    kept = jax.tree.map(lambda leaf: leaf[: setting.steps] * setting.size, tree)
    return jax.tree_util.tree_map(cut, tree), kept


def helper(setting: Setting) -> jax.Array:
    def rows() -> jax.Array:
        return jnp.zeros(setting.size)  # E: jdc-concrete

    return rows()


def careful(setting: Setting, is_deep: bool = False) -> jax.Array:
    def rows() -> jax.Array:
        return jnp.zeros(setting.size)

    if is_deep:
        return rows()
    return setting.limit


@jax.jit
def not_run(setting: Setting) -> jax.Array:
    def unused() -> jax.Array:
        return jnp.zeros(setting.size)

    def calls_unused() -> jax.Array:
        return unused()

    def shown(size: int) -> None:
        print("big" if size > 2 else "small")

    jax.debug.callback(shown, setting.size)
    return setting.limit


@jax.jit
def own_parameters(setting: Setting) -> jax.Array:
    def rows(size: int, is_wide: bool) -> jax.Array:
        return jnp.zeros(size) if is_wide else jnp.ones(size)

    def shadowing(setting: int) -> jax.Array:
        return jnp.zeros(setting)

    return rows(setting.steps, True) + shadowing(3) + setting.limit


@partial(jax.jit, static_argnames="is_deep")
def flagged(setting: Setting, is_deep: bool) -> jax.Array:
    def rows() -> jax.Array:
        return jnp.zeros(setting.size)

    if is_deep:
        return rows()
    return setting.limit


@jax.jit
def caught(setting: Setting) -> jax.Array:
    def rows() -> jax.Array:
        return jnp.zeros(setting.size)

    try:
        return rows()
    except TypeError:
        return setting.limit


@jax.jit
def generated(setting: Setting) -> jax.Array:
    def rows() -> Any:
        yield jnp.zeros(setting.size)

    rows()
    return setting.limit


def main(setting: Setting) -> None:
    jax.jit(lambda s: (s.recent(), s.fixed(), s.some(False), s.asking(), s.later()() if s.steps > 9 else 0))(setting)
    jax.jit(helper)(setting)
    jax.jit(careful)(setting)
    setting.on_host()["limit"].sum()
