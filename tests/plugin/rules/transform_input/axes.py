"""``in_axes`` and what the mapped function is called with; numbers that are mapped over or differentiated by."""

from functools import partial
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Robot:
    q: jax.Array
    mass: jax.Array
    name: jdc.Static[str] = "r"


@flax.struct.dataclass
class Model:
    w: jax.Array
    b: jax.Array | float = 0.0


def shifted(model: Model, x: jax.Array) -> jax.Array:
    return model.w * x


def wrong_kinds(model: Model, x: jax.Array) -> None:
    jax.vmap(shifted, in_axes=Model(0, None))(model, x)  # E: arg-type, jdc-transform-input
    jax.vmap(shifted, in_axes={"model": 0, "x": 0})(model, x)  # E: arg-type, jdc-transform-input
    jax.vmap(shifted, in_axes=(Model(0, None), 0))(model, x)
    axes = (Model(0, None), 0)
    jax.vmap(shifted, in_axes=axes)(model, x)


@flax.struct.dataclass
class Ordered:
    w: jax.Array
    order: int = flax.struct.field(pytree_node=False, default=1)


def first(r: Any) -> Any:
    return r


def add(a: Any, b: Any) -> Any:
    return a


def found(r: Robot, xs: jax.Array, ys: jax.Array, pair: tuple[jax.Array, jax.Array]) -> None:
    jax.vmap(first, in_axes=({"q": 0, "mass": None},))(r)  # E: jdc-transform-input
    jax.vmap(first, in_axes=(Robot(q=0, mass=None),))(Robot(xs, ys, name="arm"))  # E: jdc-transform-input
    jax.vmap(first, in_axes=(Model(w=0, b=None),))(r)  # E: jdc-transform-input
    jax.vmap(first, in_axes=(Ordered(w=0),))(Ordered(xs, order=2))  # E: jdc-transform-input
    jax.vmap(first, in_axes=([0, 0],))(pair)  # E: jdc-transform-input
    jax.vmap(first, in_axes=((0, 0, 0),))(pair)  # E: jdc-transform-input
    jax.vmap(add, in_axes=(0,))(xs, xs)  # E: jdc-transform-input
    jax.vmap(add, in_axes=(None, None))(xs, xs)  # E: jdc-transform-input
    jax.vmap(add, in_axes=(0, 0))(xs, 3.0)  # E: jdc-transform-input
    jax.jit(jax.vmap(add, (0, None, 0)))(xs, xs)  # E: jdc-transform-input


@partial(jax.vmap, in_axes=(0, None))
def applied(m: Model, x: jax.Array) -> jax.Array:
    return m.w @ x


@partial(jax.vmap, in_axes=(0, None, None))  # E: jdc-transform-input
def with_an_axis_too_many(m: Model, x: jax.Array) -> jax.Array:
    return m.w @ x


@jax.jit
@partial(jax.vmap, in_axes=(None, None))
def under_jit(m: Model, x: jax.Array) -> jax.Array:
    return m.w @ x


@partial(jax.vmap, in_axes=(None, 0, None))  # E: jdc-transform-input
def never_called(m: Model, x: jax.Array) -> jax.Array:
    return m.w @ x


@partial(jax.vmap, in_axes=(0,))
def with_a_keyword(x: jax.Array, y: jax.Array) -> jax.Array:
    return x + y


@partial(jax.vmap, in_axes=(0, None))
def with_defaults(x: jax.Array, y: jax.Array | None = None) -> jax.Array:
    return x if y is None else x + y


@partial(jax.vmap, in_axes=(0, None, None))
def with_star(x: jax.Array, *rest: jax.Array) -> jax.Array:
    return x + rest[0]


@partial(jax.vmap, in_axes=(0, None))  # E: jdc-transform-input
def with_a_keyword_only(x: jax.Array, *, y: jax.Array) -> jax.Array:
    return x + y


class Mapped:
    @partial(jax.vmap, in_axes=(None, 0, None))
    def method(self, x: jax.Array, y: jax.Array) -> jax.Array:
        return x + y

    @partial(jax.vmap, in_axes=(None, 0, None))  # E: jdc-transform-input
    def too_many(self, x: jax.Array) -> jax.Array:
        return x

    def plain(self, x: jax.Array) -> jax.Array:
        return x

    def with_rows(self, rows: int) -> Any:
        axes = (0,) * rows
        print(jax.vmap(self.plain, in_axes=(0,)), jax.vmap(Mapped.plain, in_axes=(None, 0)))
        print(jax.vmap(self.plain, in_axes=axes), jax.vmap(add, in_axes=(0, *axes)))
        print(jax.vmap(partial(add, 1.0), in_axes=(0,)))
        print(jax.vmap(partial(add, b=1.0), in_axes=(0,)))
        return jax.vmap(self.plain, in_axes=(None, 0))  # E: jdc-transform-input


def not_called() -> Any:
    print(jax.vmap(lambda x: x, in_axes=(0, None)))  # E: jdc-transform-input
    return jax.jit(jax.vmap(add, in_axes=(0, 0, None)))  # E: jdc-transform-input


def found_of_numbers(xs: jax.Array) -> None:
    applied(Model(xs, 3.0), xs)  # E: jdc-transform-input
    with_an_axis_too_many(Model(xs, xs), xs)
    jax.lax.map(lambda m: m.w, Model(xs, 3.0))  # E: jdc-transform-input
    jax.grad(lambda n: n * 2.0)(3)  # E: jdc-transform-input
    jax.grad(lambda x, n: (x * n).sum(), argnums=1)(xs, 2)  # E: jdc-transform-input
    jax.value_and_grad(lambda x: x.sum())(jnp.arange(3))  # E: jdc-transform-input


def by_name(xs: jax.Array, ys: jax.Array) -> None:
    jax.vmap(add, in_axes=(0, None))(xs, b=ys)  # E: jdc-transform-input
    jax.jit(jax.vmap(add, in_axes=(0, 0)))(a=xs, b=ys)  # E: jdc-transform-input
    jax.vmap(add, in_axes=0)(a=xs, b=ys)
    jax.vmap(add, in_axes=(None,))(ys, b=xs)


def by_call_of_dict(r: Robot) -> None:
    spec = dict(q=0, mass=None)  # noqa: C408
    jax.vmap(first, in_axes=(spec,))(r)  # E: jdc-transform-input


def silent(r: Robot, xs: jax.Array, ys: jax.Array, pair: tuple[jax.Array, jax.Array], options: Any, n: int) -> None:
    jax.vmap(first, in_axes=(Robot(q=0, mass=None),))(r)
    jax.vmap(first, in_axes=(Robot(q=0, mass=None, name="arm"),))(Robot(xs, ys, name="arm"))
    jax.vmap(first, in_axes=(Ordered(w=0),))(Ordered(xs))
    jax.vmap(first, in_axes=(Ordered(w=0, order=1),))(Ordered(xs))
    jax.vmap(first, in_axes=(Ordered(w=0, order=2),))(Ordered(xs, order=2))
    jax.vmap(first, in_axes=(Ordered(w=0),))(Ordered(xs, order=n))
    jax.vmap(first, in_axes=({"a": 0, "b": None},))({"a": xs, "b": 1.0})
    jax.vmap(first, in_axes=((0, None),))(pair)
    jax.vmap(first, in_axes=[(0, None)])(pair)
    jax.vmap(first, in_axes=(0,))(r)
    jax.vmap(first, in_axes=(options,))(r)
    jax.vmap(add, in_axes=(0, None))(xs, 3.0)
    jax.vmap(add, in_axes=(0,))(xs, b=xs)
    jax.vmap(add, in_axes=(0,))(*pair)
    jax.vmap(first, in_axes=None, axis_size=3)(xs)
    jax.vmap(add)(xs, xs)
    jax.grad(lambda x, n: (x * n).sum())(xs, 2)
    jax.grad(lambda n: n * 2.0, allow_int=True)(3)
    jax.grad(lambda n: n * 2.0)(3.0)
    jax.grad(lambda n: n * 2.0)(n)
    applied(Model(xs, ys), xs)
    with_a_keyword(xs, y=xs)
