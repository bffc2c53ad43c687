"""jdc-unregistered: objects of unregistered classes where they are handed to a transformation, or come back."""

import dataclasses
import enum
import functools
from typing import Any, NamedTuple

import attrs
import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc


class Filter:
    def __init__(self, size: int) -> None:
        self.gain = jnp.eye(size)

    def predict(self) -> jax.Array:
        return self.gain * 2

    def jitted_for(self, x: jax.Array) -> jax.Array:
        return jax.jit(self.scaled)(x)

    def scaled(self, x: jax.Array) -> jax.Array:
        return self.gain * x


@dataclasses.dataclass
class Particle:
    x: jax.Array


@attrs.define
class Row:
    x: jax.Array


@flax.struct.dataclass
class Body:
    x: jax.Array


class Heavy(Body):
    def mass(self) -> jax.Array:
        return self.x


@dataclasses.dataclass(frozen=True)
class Wheeled(Body):
    wheels: int = 4


@flax.struct.dataclass
class Child(Body):
    y: jax.Array | None = None


class Pair(NamedTuple):
    a: jax.Array
    b: jax.Array


class Wrapped:
    def __init__(self, x: jax.Array) -> None:
        self.x = x

    def __jax_array__(self) -> jax.Array:
        return self.x


class Known:
    def __init__(self, x: jax.Array) -> None:
        self.x = x


jax.tree_util.register_pytree_node(Known, lambda known: ((known.x,), None), lambda _, parts: Known(*parts))


@flax.struct.dataclass
class Scene:
    parts: list[Any]
    main: Any = None
    label: Any = flax.struct.field(pytree_node=False, default=None)


class Special(np.ndarray[Any, np.dtype[np.float32]]):
    pass


predict = jax.jit(Filter.predict)
filter_ = Filter(2)
predict(filter_)  # E: jdc-unregistered
jax.jit(lambda each: each.gain)(Filter(2))  # E: jdc-unregistered
jax.jit(lambda each: each[0].gain)((Filter(2), 1.0))  # E: jdc-unregistered
jax.grad(lambda row: row.x.sum())(Row(jnp.ones(2)))  # E: jdc-unregistered
jax.vmap(lambda row, x: row.x * x)(Row(jnp.ones(2)), jnp.ones(2))  # E: jdc-unregistered
jax.vmap(lambda row, x: row.x * x, in_axes=(None, 0))(Row(jnp.ones(2)), jnp.ones(2))
jax.grad(lambda x, row: (row.x * x).sum())(1.0, Row(jnp.ones(2)))
jax.lax.scan(lambda carry, _: (carry, None), Particle(jnp.ones(2)), None, length=2)  # E: jdc-unregistered
jax.lax.cond(True, lambda each: each["a"].x, lambda each: each["a"].x, {"a": Row(jnp.ones(2))})  # E: jdc-unregistered
jax.jit(lambda body: body.x)(Heavy(jnp.ones(2)))  # E: jdc-unregistered
jax.jit(lambda body: body.x)(Wheeled(jnp.ones(2)))  # E: jdc-unregistered
jax.jit(lambda body: body.x)(Child(jnp.ones(2)))
jax.jit(lambda pair: pair.a)(Pair(jnp.ones(2), jnp.ones(2)))
jax.jit(lambda wrapped: jnp.sin(wrapped))(Wrapped(jnp.ones(2)))
jax.jit(lambda known: known.x)(Known(jnp.ones(2)))
jax.jit(lambda each, x: each.gain * x, static_argnums=0)(Filter(2), 1.0)
jax.jit(lambda scene: scene.parts)(Scene([Row(jnp.ones(2))]))  # E: jdc-data-leaf
jax.jit(lambda scene: scene.parts)(Scene([], main=Filter(2)))  # E: jdc-data-leaf
jax.jit(lambda scene: scene.parts)(Scene([Known(jnp.ones(2))], label=Filter(2)))


@jax.jit
def declared(particle: Particle) -> jax.Array:  # E: jdc-unregistered
    return particle.x


declared(Particle(jnp.ones(2)))


@functools.partial(jax.jit, static_argnames="chosen")
def by_name(x: jax.Array, chosen: Any) -> jax.Array:
    return chosen.gain * x


by_name(jnp.ones(2), chosen=Filter(2))


@jax.jit
def made(x: jax.Array) -> Particle:
    return Particle(x)  # E: jdc-unregistered


@jax.jit
def made_in_tuple(x: jax.Array) -> Any:
    row = Row(x)
    if x.shape[0] > 2:
        return x, row  # E: jdc-unregistered
    return x, row.x


@jax.jit
def made_known(x: jax.Array) -> Known:
    return Known(x)


def in_function(x: jax.Array, unknown: Filter) -> None:
    made_here = Filter(2)
    jax.jit(lambda each: each.gain)(made_here)  # E: jdc-unregistered
    jax.jit(lambda each: each.gain)(unknown)
    rebound = Filter(2)
    rebound = unknown
    jax.jit(lambda each: each.gain)(rebound)


class Level(enum.IntEnum):
    LOW = 1


jax.jit(lambda level: level + 1)(Level(1))
jax.jit(lambda special: special + 1)(Special((2,)))


class Named:
    def __init__(self, name: str) -> None:
        self.name = name


@jdc.jit(auto_static=True)
def anything(rows: int, x: jax.Array) -> tuple[Named, jax.Array]:
    return Named("a"), x


@eqx.filter_jit
def filtered(chosen: Filter, x: jax.Array) -> tuple[Named, jax.Array]:
    return Named("a"), chosen.gain * x


anything(2, jnp.ones(2))
filtered(Filter(2), jnp.ones(2))
jdc.jit(lambda chosen, x: chosen.gain * x, auto_static=True)(Filter(2), jnp.ones(2))
eqx.filter_jit(lambda chosen, x: chosen.gain * x)(Filter(2), jnp.ones(2))


class Titled(Scene):
    def title(self) -> str:
        return "a scene"


@jax.jit
def of_subclass(titled: Titled) -> Any:  # E: jdc-unregistered
    return titled.parts[0]


of_subclass(Titled([1.0]))


@jax.tree_util.register_pytree_node_class
class Gain:
    def __init__(self, x: jax.Array) -> None:
        self.x = x

    def tree_flatten(self) -> Any:
        return (self.x,), None

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(*children)


class Doubled(Gain):
    pass


@jax.tree_util.register_pytree_node_class
class Registered(Gain):
    pass


class HandedOut(Gain):
    pass


jax.tree_util.register_pytree_node(HandedOut, lambda g: ((g.x,), None), lambda _, children: HandedOut(*children))


def of_gains(x: jax.Array) -> None:
    print(jax.jit(lambda g: g.x)(Doubled(x)))  # E: jdc-unregistered
    print(jax.jit(lambda g: g.x)(Registered(x)))
    print(jax.jit(lambda g: g.x)(HandedOut(x)))
    print(jax.jit(lambda g: g.x)(Gain(x)))


class Carried(NamedTuple):
    x: jax.Array
    gain: Any


def in_named_tuples(x: jax.Array) -> None:
    carried = Carried(x, Doubled(x))
    jax.lax.while_loop(lambda c: c.x > 1, lambda c: c._replace(x=c.x - 1), carried)  # E: jdc-unregistered
    print(jax.jit(lambda c: c.x)(Carried(x, gain=Doubled(x))))  # E: jdc-unregistered
    pair = (x, Doubled(x))
    print(jax.jit(lambda c: c[0])(pair))  # E: jdc-unregistered
    good = Carried(x, Gain(x))
    print(jax.jit(lambda c: c.x)(good), jax.jit(lambda c: c.x)(Carried(x, None)))
    later = Carried(x, Doubled(x))
    later = later._replace(gain=None)
    print(jax.jit(lambda c: c.x)(later))


class Chain:
    def __init__(self, samples: jax.Array) -> None:
        self.samples = samples


class LongChain(Chain):
    pass


class KeptChain(Chain):
    pass


class ListedChain(Chain):
    pass


jax.tree_util.register_pytree_node(Chain, lambda each: ((each.samples,), None), lambda _, given: Chain(*given))
jax.tree_util.register_pytree_node(
    KeptChain, lambda each: ((each.samples,), None), lambda _, given: KeptChain(*given)
)
LISTED = [ListedChain]


def of_chains(x: jax.Array) -> None:
    print(jax.jit(lambda each: each.samples)(LongChain(x)))  # E: jdc-unregistered
    print(jax.jit(lambda each: each.samples)(KeptChain(x)))
    print(jax.jit(lambda each: each.samples)(ListedChain(x)))
    print(jax.jit(lambda each: each.samples)(Chain(x)))
