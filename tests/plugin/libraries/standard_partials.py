"""`functools.partial(dataclass, ...)` as a decorator, which is how jax_dataclasses' own looks to mypy too."""

import dataclasses
import functools
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import jax_dataclasses
from jax.tree_util import register_dataclass
from jax_dataclasses import pytree_dataclass

frozen = partial(dataclass, frozen=True)
"""A name of the module's own: a decorator that mypy makes no dataclass of."""


@register_dataclass
@partial(dataclass, frozen=True, kw_only=True)
class Registered:
    x: jax.Array
    name: str = dataclasses.field(default="", metadata={"static": True})


@functools.partial(register_dataclass, data_fields=["x"], meta_fields=["n"])
@functools.partial(dataclasses.dataclass)
class Listed:
    x: jax.Array
    n: int


@partial(jax_dataclasses.pytree_dataclass, kw_only=True)
class Pytree:
    y: jax.Array
    count: jax_dataclasses.Static[int] = 0


@functools.partial(pytree_dataclass, order=False)
class Other:
    z: jax.Array
    zeros: jax.Array = jnp.zeros(3)  # E: jdc-default


@partial(dataclass, frozen=True)
class Plain:
    size: int


@register_dataclass
@frozen
class Unknown:
    x: jax.Array


def use(registered: Registered, listed: Listed, pytree: Pytree, plain: Plain) -> None:
    registered.x = pytree.y  # E: jdc-frozen
    listed.x = registered.x
    pytree.y = listed.x  # E: jdc-frozen
    Registered(x=listed.x, name="a")
    Registered(listed.x)  # E: call-arg
    Listed(listed.x, 3)
    Pytree(y=listed.x, count=2)
    Pytree(listed.x)  # E: call-arg
    Plain(plain.size)
    Plain("1")  # E: arg-type
