"""Data fields that are declared numbers and hold arrays, as those of environments do after the first step."""

import dataclasses
from typing import Any, assert_type

import chex  # type: ignore[import-untyped]
import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass

import jdc_runtime as jdc


@flax.struct.dataclass
class EnvState:
    x: jax.Array
    done: bool
    time: int | None = None
    length: int = flax.struct.field(pytree_node=False, default=1)

    def step(self) -> "EnvState":
        return self.replace(done=jnp.any(self.x > 1), time=jnp.array(0))


@chex.dataclass
class Timestep:
    reward: float
    last: bool = False


@jdc.pytree_dataclass
class Counter:
    count: int
    step: jdc.Static[int] = 1


@register_dataclass
@dataclasses.dataclass
class Registered:
    scale: float
    size: int = dataclasses.field(default=2, metadata={"static": True})


@dataclasses.dataclass
class Unregistered:
    scale: float


class Node(flax.struct.PyTreeNode):
    phase: complex


class Module(eqx.Module):
    rate: float


_NAN = float("nan")
_KIND: Any = flax.struct.field(pytree_node=False, default=1)


@flax.struct.dataclass
class Stats:
    mean: float = _NAN
    variance: float | None = _NAN
    kind: int = _KIND


def made(a: jax.Array, label: Any) -> None:
    EnvState(a, jnp.any(a), a)
    EnvState(x=a, done=a, length=a)  # E: arg-type
    EnvState(a, "done")  # E: arg-type
    EnvState(0, done=True)  # E: arg-type
    Timestep(reward=a.sum(), last=a)
    Timestep(reward="1", last=a)  # E: arg-type
    Counter(a)
    Counter(a, step=a)  # E: arg-type
    Registered(a)
    Registered(a, a)  # E: arg-type
    Unregistered(a)  # E: arg-type
    Node(phase=a)
    Module(a)  # E: arg-type
    Stats(a, variance=a).replace(mean=a).replace(kind=a)  # E: arg-type, jdc-discarded
    Stats(a, a, a)  # E: arg-type
    print(label)


def changed(
    env: EnvState, timestep: Timestep, counter: Counter, registered: Registered, node: Node, a: jax.Array
) -> None:
    assert_type(env.replace(done=a, time=a), EnvState)
    print(env.replace(length=a))  # E: arg-type
    print(env.replace(done="x"))  # E: arg-type
    print(timestep.replace(reward=a), node.replace(phase=a))
    print(counter.replace(count=a), jdc.replace(counter, count=a), dataclasses.replace(counter, count=a))
    print(dataclasses.replace(registered, scale=a))
    print(dataclasses.replace(registered, size=a))  # E: arg-type
    print(dataclasses.replace(registered, scale="1"))  # E: arg-type
    timestep.last = jnp.any(a)
    timestep.last = "x"  # E: assignment
    registered.scale = a
    registered.size = a  # E: assignment
    with jdc.copy_and_mutate(counter) as new:
        new.count = new.count + a
    assert_type(env.done, bool)


def read(state: EnvState, registered: Registered, own: Counter) -> Any:
    made = EnvState(jnp.ones(2), done=False)
    made.done.any()  # E: attr-defined
    state.done.any()
    state.length.item()  # E: attr-defined
    registered.size[0]  # E: index
    own.count.unknown()  # E: attr-defined
    assert_type(state.done, bool)
    assert_type(own.count.real, int)
    time = state.time.shape  # E: union-attr
    return registered.scale[0], own.count.shape, Counter(1).count.shape, time  # E: attr-defined
