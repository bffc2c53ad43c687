"""Decorators that a program binds to a name which type checkers are shown as `dataclasses.dataclass`."""

import functools
import typing
from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp

if TYPE_CHECKING:
    from dataclasses import dataclass
    from dataclasses import dataclass as by_body
    from dataclasses import dataclass as from_elsewhere
    from dataclasses import dataclass as partial
else:
    import dataclasses

    import flax
    from some_package import dataclass as from_elsewhere

    dataclass = flax.struct.dataclass
    partial = functools.partial(flax.struct.dataclass, frozen=False)

    def by_body(cls):
        return jax.tree_util.register_dataclass(dataclasses.dataclass(frozen=True)(cls))


if not typing.TYPE_CHECKING:
    from chex import dataclass as mutable
else:
    from dataclasses import dataclass as mutable


@dataclass
class OfFlax:
    x: jax.Array


@partial
class Loose:
    x: jax.Array


@by_body
class ByBody:
    x: jax.Array


@from_elsewhere
class FromElsewhere:
    x: jax.Array


@mutable
class OfChex:
    x: jax.Array


@jax.jit
def step(one: OfFlax, two: Loose, three: ByBody, four: FromElsewhere, five: OfChex) -> jax.Array:
    return one.x + two.x + three.x + four.x + five.x


def use(one: OfFlax, two: Loose, three: ByBody, four: FromElsewhere, five: OfChex) -> jax.Array:
    one.x = jnp.zeros(3)  # E: jdc-frozen
    two.x = jnp.zeros(3)
    three.x = jnp.zeros(3)  # E: jdc-frozen
    four.x = jnp.zeros(3)
    five.x = jnp.zeros(3)
    one.replace(x=two.x)  # E: jdc-discarded
    x = jnp.zeros(3)
    return step(OfFlax(x), Loose(x), ByBody(x), FromElsewhere(x), OfChex(x=x))
