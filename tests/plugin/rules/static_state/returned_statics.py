"""jdc-static-state: tracers in static fields of objects that methods make and traced functions return."""

import dataclasses
from typing import Any, cast

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class Picture:
    pixels: jax.Array
    gain: int = 3
    bright: Any = flax.struct.field(pytree_node=False, default=None)

    def annotated(self) -> "Picture":
        return self.replace(bright=jnp.sum(self.pixels > 0.5))  # E: jdc-static-state

    def counted(self) -> "Picture":
        return self.replace(bright=self.gain + 1)  # E: jdc-static-state

    def sized(self) -> "Picture":
        return self.replace(bright=self.pixels.shape[0])

    def used_inside(self) -> jax.Array:
        return self.annotated_inside().pixels * 2

    def annotated_inside(self) -> "Picture":
        return self.replace(bright=jnp.sum(self.pixels > 0.5))


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Window:
    x: jax.Array
    size: Any = dataclasses.field(metadata={"static": True}, default=None)

    def measured(self) -> "Window":
        return dataclasses.replace(self, size=self.x.sum())  # E: jdc-static-state


class Layer(eqx.Module):
    x: jax.Array
    size: Any = eqx.field(static=True, default=None)

    def measured(self) -> "Layer":
        return Layer(self.x, self.x.sum())  # E: jdc-static-state


@eqx.filter_jit
def measured(layer: Layer) -> Layer:
    return layer.measured()


@jax.jit
def renamed(picture: Picture) -> Picture:
    other = picture.annotated()
    return other


def run(picture: Picture, window: Window) -> None:
    jax.jit(lambda p: (p.counted(), 1))(picture)
    jax.jit(lambda p: (p.sized(), 1))(picture)
    jax.jit(lambda p: p.used_inside())(picture)
    jax.jit(lambda w: w.measured())(window)
    jax.vmap(lambda x: Window(x, x.sum()))(jnp.ones((3, 2)))  # E: jdc-static-state
    print(picture.annotated_inside(), window.measured())


class Bounds(eqx.Module):
    low: jax.Array
    width: Any = eqx.field(static=True)
    count: Any = eqx.field(static=True)
    either: Any = eqx.field(static=True)

    def __init__(self, low: jax.Array, high: jax.Array, is_wide: bool = False):
        self.low = low
        self.width = jnp.mean(high - low)  # E: jdc-static-state
        self.count = low.shape[0]
        if is_wide:
            self.either = jnp.sum(high)
        else:
            self.either = 3


class Narrow(Bounds):
    pass


class Sized(eqx.Module):
    x: jax.Array
    size: Any = eqx.field(static=True)

    def __init__(self, x: jax.Array, size: Any):
        self.x = x
        self.size = size

    @classmethod
    def of(cls, x: jax.Array) -> "Sized":
        return cls(x, x.shape[0])


class Measured(Sized):
    def __init__(self, x: jax.Array):
        super().__init__(x, 3)


@eqx.filter_jit
def bounds(low: jax.Array, high: jax.Array) -> Bounds:
    return Bounds(low, high)


@jax.jit
def narrow(low: jax.Array, high: jax.Array) -> Bounds:
    made = Narrow(low, high)
    return made


@jax.jit
def sized(x: jax.Array) -> tuple[Sized, Measured, Sized]:
    return Sized(x, 3), Measured(x), Sized.of(x)


def on_the_host(x: jax.Array) -> Sized:
    return Sized(x, jnp.sum(x))


@jdc.pytree_dataclass
class Copied:
    x: jax.Array
    tag: jdc.Static[Any] = None


@jax.jit
def tagged(s: Copied) -> Copied:
    with jdc.copy_and_mutate(s) as new:
        new.tag = s.x.sum()  # E: jdc-static-state
    return new


@jax.jit
def tagged_in_a_pair(s: Copied) -> tuple[Copied, jax.Array]:
    with jdc.copy_and_mutate(s) as new:
        new.x = new.x + 1
        new.tag = (jnp.max(new.x), 3)  # E: jdc-static-state
    return new, s.x


@jax.jit
def sized_copy(s: Copied) -> Copied:
    with jdc.copy_and_mutate(s) as new:
        new.tag = s.x.shape[0]
    return new


@jax.jit
def bound_again(s: Copied) -> Copied:
    with jdc.copy_and_mutate(s) as new:
        new.tag = s.x.sum()
    new = Copied(s.x)
    return new


@jax.jit
def kept_inside(s: Copied) -> jax.Array:
    with jdc.copy_and_mutate(s) as new:
        new.tag = s.x.sum()
    return new.x


@jax.jit
def set_again(s: Copied) -> Copied:
    with jdc.copy_and_mutate(s) as new:
        new.tag = s.x.sum()
        new.tag = None
    return new


@jax.jit
def in_a_dict(p: Picture) -> Picture:
    return p.replace(bright={"sum": p.pixels.sum(), "count": 3})  # E: jdc-static-state


@jax.jit
def of_sizes(p: Picture) -> Picture:
    return p.replace(bright=(p.pixels.shape[0], "a"))


@jax.jit
def copied_again(s: Copied) -> Copied:
    with jdc.copy_and_mutate(s) as new:
        new.tag = s.x.sum()
    with jdc.copy_and_mutate(s) as new:
        new.x = new.x * 2
    return new


@jax.jit
def cast_to_whole(p: Picture) -> Picture:
    return p.replace(bright=cast(Any, p.pixels.sum()))  # E: jdc-static-state


@jax.jit
def cast_size(p: Picture) -> Picture:
    return p.replace(bright=cast(Any, p.pixels.size))


@flax.struct.dataclass
class Counted:
    pixels: jax.Array
    count: int = 0
    note: Any = flax.struct.field(pytree_node=False, default=None)


def noted(x: jax.Array) -> Any:
    return jax.jit(lambda v: dataclasses.replace(Counted(v), note=v.sum()))(x)  # E: jdc-static-state


@jax.jit
def noted_later(x: jax.Array) -> Counted:
    made = Counted(x, count=3)
    return made.replace(note=x.mean())  # E: jdc-static-state


@jax.jit
def noted_size(x: jax.Array) -> Counted:
    return Counted(x, count=3).replace(note=x.size)


def noted_outside(x: jax.Array) -> Counted:
    return dataclasses.replace(Counted(x), note=float(x.sum()))


@jax.jit
def made_anew(x: jax.Array) -> Counted:
    made = Counted(x, note=x.max())
    made = jax.tree.map(lambda leaf: leaf + made.note, Counted(x))
    return made


@jax.jit
def changed_twice(x: jax.Array) -> Counted:
    made = Counted(x, note=x.max())  # E: jdc-static-state
    made = made.replace(count=2)
    return made


def joined(x: jax.Array, flag: bool) -> Counted:
    made = Counted(x, note=3)
    if flag:
        made = made.replace(note=x.sum())
        made = made.replace(note=x.ndim)
    return made


jax.jit(joined, static_argnums=1)(jnp.ones(2), True)


@jax.jit
def replaced_in_dict(x: jax.Array) -> dict[str, Counted]:
    found = {"last": Counted(x, note=x.max())}
    found["last"] = Counted(x + found["last"].note)
    return found


@jax.jit
def replaced_in_list(counted: Counted) -> list[Counted]:
    found = [counted.replace(note=counted.pixels.max())]
    found[0] = counted
    return found
