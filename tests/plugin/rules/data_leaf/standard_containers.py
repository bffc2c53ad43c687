"""Containers and objects of the standard library and of NumPy that JAX takes for no trees and no leaves."""

import logging
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass
from types import MappingProxyType

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
import numpy as np
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class History:
    last: jax.Array
    queue: deque[jax.Array]


@flax.struct.dataclass
class Settings:
    x: jax.Array
    given: MappingProxyType[str, float]


@jdc.pytree_dataclass
class Sampler:
    x: jax.Array
    generator: np.random.Generator


@flax.struct.dataclass
class Counts:
    x: jax.Array
    seen: Counter[str]  # E: jdc-data-leaf
    log: logging.Logger = flax.struct.field(pytree_node=False, default=logging.getLogger())


@flax.struct.dataclass
class Fine:
    x: jax.Array
    ordered: OrderedDict[str, jax.Array]
    defaults: defaultdict[str, jax.Array]


def run(x: jax.Array) -> None:
    jax.jit(lambda h: h.last)(History(x, deque([x])))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Settings(x, MappingProxyType({"a": 1.0})))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Sampler(x, np.random.default_rng()))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(Counts(x, Counter("ab")))
    jax.jit(lambda s: s.x)(Fine(x, OrderedDict(a=x), defaultdict(lambda: x)))
    print(jnp.sum(x))
