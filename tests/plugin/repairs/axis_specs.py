"""Instances that hold axes are given numbers and None; elsewhere the constructor takes what the class says."""

import dataclasses
import functools

import equinox as eqx
import jax
import optax  # type: ignore[import-untyped]
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

import jdc_runtime as jdc


@jdc.pytree_dataclass
class AxisState:
    x: jax.Array
    y: jax.Array
    n: jdc.Static[int] = 3


@jdc.pytree_dataclass
class AxisNested:
    parts: dict[str, jax.Array]
    rows: list[dict[str, jax.Array]]
    n: jdc.Static[dict[str, int]]  # E: jdc-static-mutable


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


@jdc.pytree_dataclass
class AxisWhole:
    state: AxisState
    z: jax.Array


def inside(s: AxisState, w: AxisWhole) -> None:
    axes = AxisWhole(state=AxisState(x=0, y=None), z=None)
    jax.vmap(lambda each: each.state.x, in_axes=(axes,))(w)
    jax.vmap(lambda each: each.state.x, in_axes=(AxisWhole(s.replace(x=None, y=0), 0),))
    AxisWhole(state=AxisState(x=0, y=s.y), z=s.x)  # E: arg-type
    print(AxisState(x=0, y=s.y))  # E: arg-type


def named(s: AxisState, xs: jax.Array) -> None:
    jax.vmap(f, in_axes=(AXES, 0))(s, xs)
    both = AxisState(x=0, y=-1)
    jax.vmap(f, in_axes=(both, None))(s, xs)
    jax.vmap(f, in_axes=(SHARED, 0))(s, xs)
    print(SHARED.x)
    unused = AxisState(x=0, y=None)  # E: arg-type


def replaced(s: AxisState, xs: jax.Array) -> None:
    jax.vmap(f, in_axes=(s.replace(x=0, y=None), 0))(s, xs)
    axes = s.replace(y=None)
    jax.vmap(f, in_axes=(axes, 0))(s, xs)
    jax.vmap(f, in_axes=(dataclasses.replace(s, x=0, y=None), 0))(s, xs)
    jax.vmap(f, in_axes=(s.replace(x="0", y=None), 0))  # E: arg-type
    jax.vmap(f, in_axes=(s.replace(x=0, n=None), 0))  # E: arg-type
    s.replace(x=0)  # E: arg-type, jdc-discarded


def bound_again(s: AxisState) -> AxisState:
    s = s.replace(x=0)  # E: arg-type
    return s


def specs(s: AxisState, mesh: Mesh) -> None:
    row = P("row")
    jax.shard_map(f, mesh=mesh, in_specs=(AxisState(x=P("row"), y=P()), P()), out_specs=AxisRegistered(w=row))
    jax.jit(f, in_shardings=(AxisState(x=NamedSharding(mesh, row), y=None), None))
    AxisState(x=P("row"), y=s.y)  # E: arg-type
    AxisState(x=P("row"), y=None)
    AxisState(x=P("row"), y=None, n=P())  # E: arg-type
    shardings = s.replace(x=NamedSharding(mesh, row), y=NamedSharding(mesh, P()))
    print(jax.device_put(s, shardings))
    abstract = s.replace(x=jax.ShapeDtypeStruct((3,), float), y=jax.ShapeDtypeStruct((3,), float))
    print(abstract.n, s.replace(x=jax.ShapeDtypeStruct((3,), float), y="y"))  # E: arg-type


def masks(s: AxisState, tx: optax.GradientTransformation) -> None:
    optax.masked(tx, s.replace(x=True, y=False))
    optax.masked(tx, AxisState(x=True, y=False))
    optax.adamw(1e-3, mask=dataclasses.replace(s, x=True, y=False))
    labels = AxisState(x="slow", y="fast")
    optax.multi_transform({"slow": tx, "fast": tx}, labels)
    optax.multi_transform({"slow": tx}, param_labels=s.replace(x="slow", y="slow"))
    optax.masked(tx, AxisState(x=True, y=False, n=None))  # E: arg-type
    optax.masked(tx, AxisState(x=True, y=b"y"))  # E: arg-type
    print(optax.apply_updates(s, AxisState(x="x", y="y")))  # E: arg-type
    _ = eqx.partition(s, AxisState(x=True, y=False))
    nested = AxisNested(parts={"w": "slow", "b": "fast"}, rows=[{"w": "slow"}], n={})
    optax.multi_transform({"slow": tx, "fast": tx}, nested)
    optax.masked(tx, AxisNested(parts={"w": True}, rows=[], n={}))
    optax.masked(tx, AxisNested(parts={"w": b"w"}, rows=[], n={}))  # E: dict-item
    print(AxisNested(parts={"w": "slow"}, rows=[], n={}))  # E: dict-item


def labels_of(s: AxisState) -> AxisState:
    return s.replace(x="slow", y="fast")


def used_besides(s: AxisState) -> AxisState:
    return s.replace(x="slow", y="fast")  # E: arg-type, arg-type


def masked_by_functions(s: AxisState, tx: optax.GradientTransformation) -> None:
    optax.multi_transform({"slow": tx, "fast": tx}, labels_of)
    optax.adamw(1e-3, mask=lambda state: state.replace(x=True, y=False))
    optax.multi_transform({"slow": tx, "fast": tx}, used_besides)
    print(used_besides(s))
