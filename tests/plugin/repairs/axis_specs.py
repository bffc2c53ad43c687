"""Instances that hold axes are given numbers and None; elsewhere the constructor takes what the class says."""

import dataclasses
import functools

import jax

import jdc_runtime as jdc


@jdc.pytree_dataclass
class AxisState:
    x: jax.Array
    y: jax.Array
    n: jdc.Static[int] = 3


@functools.partial(jax.tree_util.register_dataclass, data_fields=["w"], meta_fields=[])
@dataclasses.dataclass
class AxisRegistered:
    w: jax.Array


def f(s: AxisState, x: jax.Array) -> AxisRegistered:
    return AxisRegistered(s.x + x)


def g(s: AxisState, xs: jax.Array) -> None:
    jax.vmap(f, in_axes=(AxisState(x=0, y=None), 0), out_axes=AxisRegistered(w=1))(s, xs)
    jax.vmap(f, (AxisState(0, None), 0), AxisRegistered(0))(s, xs)
    jax.vmap(f, in_axes=[AxisState(x=0, y=None), {"a": AxisState(x=0, y=-1)}])
    jax.vmap(f, in_axes=(AxisState(x="0", y=None), 0))  # E: arg-type
    jax.vmap(f, in_axes=(AxisState(x=0, y=None, n=None), 0))  # E: arg-type
    jax.vmap(f, in_axes=(AxisState(x=0), 0))  # E: call-arg
    AxisState(x=0, y=s.y)  # E: arg-type
    print(jax.vmap(f)(AxisState(x=0, y=s.y), xs))  # E: arg-type, jdc-transform-input


AXES = AxisState(x=0, y=None)
SHARED = AxisState(x=0, y=None)  # E: arg-type


def named(s: AxisState, xs: jax.Array) -> None:
    jax.vmap(f, in_axes=(AXES, 0))(s, xs)
    both = AxisState(x=0, y=-1)
    jax.vmap(f, in_axes=(both, None))(s, xs)
    jax.vmap(f, in_axes=(SHARED, 0))(s, xs)
    print(SHARED.x)
    unused = AxisState(x=0, y=None)  # E: arg-type
