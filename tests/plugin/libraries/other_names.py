"""Other names for what libraries offer: ``dataclass = flax.struct.dataclass``."""

from functools import partial

import chex  # type: ignore[import-untyped]
import equinox as eqx
import flax.struct
import flax.struct as fs
import jax
import jax.numpy as jnp
from flax import struct

import jdc_runtime as jdc

st = fs.dataclass
mutable = chex.dataclass
tree = jdc.pytree_dataclass
Node = struct.PyTreeNode
Module = eqx.Module
both = partial(st, kw_only=True)
chosen = fs.dataclass if jax.__version__ else mutable
again = fs.dataclass
again = mutable  # type: ignore[assignment]
plain = st


@st
class State:
    x: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="a")


@st(kw_only=True)
class Named:
    x: jax.Array


@mutable
class Open:
    x: jax.Array


@mutable(frozen=True)
class Closed:
    x: jax.Array


@tree
class Tree:
    x: jax.Array


class Leaf(Node):
    x: jax.Array


class Linear(Module):
    x: jax.Array


@both
class OfPartial:
    x: jax.Array


@chosen
class Chosen:
    x: jax.Array


@again
class Again:
    x: jax.Array


@plain
class Plain:
    x: jax.Array


ones = jnp.ones(3)


def wrong(state: State, named: Named, closed: Closed, tree: Tree, leaf: Leaf, linear: Linear) -> None:
    state.x = ones  # E: jdc-frozen
    named.x = ones  # E: jdc-frozen
    closed.x = ones  # E: jdc-frozen
    tree.x = ones  # E: jdc-frozen
    leaf.x = ones  # E: jdc-frozen
    linear.x = ones  # E: jdc-frozen
    state.replace(x=ones)  # E: jdc-discarded
    state = state.replace(y=ones)  # E: call-arg
    Tree(ones, ones)  # E: call-arg


def right(opened: Open, chosen: Chosen, again: Again) -> None:
    opened.x = ones
    chosen.x = ones
    again.x = ones


right(Open(x=ones), Chosen(ones), Again(x=ones))  # E: call-arg
state = State(ones).replace(name="b")
named = Named(x=ones)
closed = Closed(x=ones)
leaf = Leaf(ones).replace(x=ones)
made = Tree(ones).replace(x=ones)
