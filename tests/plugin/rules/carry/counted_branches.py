"""jdc-carry: branches of which one changes a static field of the object that it is given."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class State:
    x: jax.Array
    step: int = flax.struct.field(pytree_node=False, default=0)
    phase: str = flax.struct.field(pytree_node=False, default="warm")


def advanced(s: State) -> State:
    return s.replace(x=s.x + 1, step=s.step + 1)


def kept(s: State) -> State:
    return s  # E: jdc-carry


def bound_again(s: State) -> State:
    s = s.replace(step=3)
    return s.replace(x=s.x, step=s.step + 1)


def run(s: State, other: State, flag: jax.Array) -> None:
    lax.cond(flag, lambda s: s, lambda s: s.replace(step=s.step + 1), s)  # E: jdc-carry
    lax.cond(flag, advanced, kept, s)
    lax.cond(flag, lambda s: s.replace(step=s.step + 1), lambda s: s.replace(step=s.step + 2), s)  # E: jdc-carry
    lax.cond(flag, lambda s: State(s.x, s.step + 1), lambda s: State(s.x, s.step), s)
    lax.cond(flag, lambda s: (s.x, s.replace(step=s.step - 1)), lambda s: (s.x, s), s)  # E: jdc-carry
    lax.switch(0, [lambda s: s, lambda s: s.replace(step=s.step + 1)], State(jnp.ones(2), 3))  # E: jdc-carry
    # the same count, no count, another object, a name that stands for something else
    lax.cond(flag, lambda s: s.replace(step=s.step + 1), lambda s: s.replace(step=s.step + 1), s)
    lax.cond(flag, lambda s: s.replace(step=s.step + 0), lambda s: s, s)
    lax.cond(flag, lambda s: s.replace(x=-s.x), lambda s: s, s)
    lax.cond(flag, lambda a, b: a.replace(step=a.step + 1), lambda a, b: b, s, other)
    lax.cond(flag, lambda a, b: a.replace(step=b.step + 1), lambda a, b: a, s, other)
    lax.cond(flag, bound_again, lambda s: s, s)
    lax.cond(flag, lambda s: s.x * s.replace(step=s.step + 1).step, lambda s: s.x, s)
    lax.switch(0, [lambda s: s.replace(step=s.step + 1), lambda s: s.replace(step=4)], State(jnp.ones(2), 3))


@flax.struct.dataclass
class Chain:
    x: jax.Array
    order: int = flax.struct.field(pytree_node=False, default=0)

    def raised(self) -> "Chain":
        return self.replace(order=self.order + 1)

    def lowered(self) -> "Chain":
        return Chain(self.x, self.order - 1)

    def scaled(self) -> "Chain":
        return self.replace(x=self.x * 2)


def by_methods(c: Chain, flag: jax.Array) -> None:
    lax.cond(flag, lambda s: s.raised(), lambda s: s, c)  # E: jdc-carry
    lax.cond(flag, lambda s: s.raised(), lambda s: s.lowered(), c)  # E: jdc-carry
    lax.switch(0, [lambda s: s.scaled(), lambda s: s.raised().raised()], c)  # E: jdc-carry
    # the same count in the end
    lax.cond(flag, lambda s: s.raised(), lambda s: s.scaled().raised(), c)
    lax.cond(flag, lambda s: s.raised().raised(), lambda s: s.replace(order=s.order + 2), c)
    lax.cond(flag, lambda s: s.raised().lowered(), lambda s: s, c)
    lax.cond(flag, lambda s: s.raised().replace(order=3), lambda s: s.lowered().replace(order=3), c)
    lax.cond(flag, lambda s: s.scaled(), lambda s: s, c)


chain = Chain(jnp.ones(2))
lax.cond(True, lambda s: s.raised().lowered(), lambda s: s, chain)
lax.cond(True, lambda s: s.raised().raised(), lambda s: s.replace(order=s.order + 2), chain)
lax.cond(True, lambda s: s.raised().replace(order=3), lambda s: s.lowered().replace(order=3), chain)


def without_operands(c: Chain, other: Chain, flag: jax.Array) -> None:
    lax.cond(flag, lambda: c.replace(order=3), lambda: c)  # E: jdc-carry
    lax.cond(flag, lambda: c.raised(), lambda: c)  # E: jdc-carry
    lax.cond(flag, lambda: c.replace(order=c.order + 1), lambda: c.raised())
    lax.cond(flag, lambda: c.raised(), lambda: other)
    lax.cond(flag, lambda: other.scaled(), lambda: c)
    lax.cond(flag, lambda: c.scaled(), lambda: c)
    lax.cond(flag, lambda s: s.replace(x=c.x), lambda s: s, c)
    lax.cond(flag, lambda s: s.raised(), lambda s: c, other)

    def raised() -> Chain:
        return c.replace(order=c.order + 1)

    def as_it_is() -> Chain:
        return c  # E: jdc-carry

    def bound() -> Chain:
        c = Chain(jnp.ones(2), 4)
        return c.replace(order=c.order + 1)

    def bound_too() -> Chain:
        c = Chain(jnp.ones(2), 5)
        return c

    lax.cond(flag, raised, as_it_is)
    lax.cond(flag, bound, bound_too)


def bound_before(c: Chain, flag: jax.Array) -> None:
    c = c.replace(order=3)
    c = c.scaled()
    lax.cond(flag, lambda: c.replace(order=3), lambda: c)


@register_dataclass
@dataclasses.dataclass
class Loose:
    x: jax.Array
    order: int = dataclasses.field(metadata={"static": True})


def changed(loose: Loose, flag: jax.Array) -> Loose:
    def doubled(each: Loose) -> Loose:
        return dataclasses.replace(each, x=each.x * 2)

    def raised(each: Loose) -> Loose:
        return dataclasses.replace(each, order=each.order + 1)  # E: jdc-carry

    def zeroed(each: Loose) -> Loose:
        return dataclasses.replace(each, x=jnp.zeros_like(each.x))

    return jax.lax.cond(flag, doubled, zeroed, jax.lax.cond(flag, doubled, raised, loose))
