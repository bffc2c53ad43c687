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
"""A name of the module's own: a decorator that mypy alone makes no dataclass of."""
record = functools.partial(dataclasses.dataclass, frozen=True, kw_only=True)
plain = dataclass
FROZEN = bool(jax.devices())
chosen = partial(dataclass, frozen=FROZEN)


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
class Named:
    x: jax.Array
    n: int = dataclasses.field(default=1, metadata={"static": True})


@partial(register_dataclass, data_fields=["x"], meta_fields=["tag"])
@record
class Keyword:
    x: jax.Array
    tag: str = "b"


@register_dataclass
@frozen(order=True)
class Called:
    x: jax.Array


@register_dataclass
@plain
class Aliased:
    x: jax.Array


@frozen
class Settings:
    lr: float = 0.1


@register_dataclass
@record
class Labelled:
    x: jax.Array
    name: str


@register_dataclass
@chosen
class Unknown:
    x: jax.Array


@frozen
class Child(Settings):
    steps: int = 3


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


def use_named(named: Named, keyword: Keyword, called: Called, aliased: Aliased, settings: Settings) -> None:
    jax.jit(lambda each: each.x)(Labelled(x=named.x, name="a"))  # E: jdc-data-leaf
    Named(named.x)
    Named(named.x, n=3)
    Named(named.x, m=3)  # E: call-arg
    Keyword(x=named.x, tag="c")
    Keyword(named.x)  # E: call-arg
    Called(named.x)
    Aliased(x=named.x)
    Settings(0.2)
    Settings("0.2")  # E: arg-type
    Child(0.1, steps=4)
    Child(steps="4")  # E: arg-type
    dataclasses.replace(settings, lr=0.3)
    dataclasses.replace(settings, lr="0.3")  # E: arg-type
    dataclasses.replace(named, x=keyword.x).n
    named.x = keyword.x  # E: jdc-frozen
    keyword.x = called.x  # E: jdc-frozen
    called.x = named.x  # E: jdc-frozen
    aliased.x = named.x
    settings.lr = 0.3  # E: misc
    jax.tree.map(lambda leaf: leaf * 2, named).n + 1
