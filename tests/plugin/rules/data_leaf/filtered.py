"""jdc-data-leaf and jdc-transform-input: objects of which a filter has taken leaves."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    w: jax.Array
    name: str


class Counted(eqx.Module):
    w: jax.Array
    n: int


class Outer(eqx.Module):
    net: Net
    scale: float


@flax.struct.dataclass
class State:
    x: jax.Array
    name: str


@flax.struct.dataclass
class Holder:
    net: Net
    x: jax.Array


def loss(params: Net) -> jax.Array:
    return params.w.sum()


def of_counted(counted: Counted) -> jax.Array:
    return counted.w.sum()


def of_state(state: State) -> jax.Array:
    return state.x.sum()


net = Net(jnp.ones(3), "net")
params, static = eqx.partition(net, eqx.is_array)
dynamic = eqx.filter(net, eqx.is_array)
counted = Counted(jnp.ones(3), 2)
counted_params, counted_static = eqx.partition(counted, eqx.is_inexact_array)


@jax.jit
def combined(params: Net) -> jax.Array:
    return eqx.combine(params, static).w.sum()


@jax.jit
def step(params: Counted) -> Counted:
    gradient = jax.grad(lambda p: of_counted(eqx.combine(p, counted_static)))(params)
    return eqx.apply_updates(params, gradient)


def body(carry: Net, _: None) -> tuple[Net, None]:
    return carry, None


def silent(outer: Outer, state: State) -> None:
    combined(params)
    jax.grad(combined)(params)
    jax.grad(loss)(params)
    jax.jit(loss)(dynamic)
    jax.jit(loss)(eqx.tree_at(lambda n: n.name, net, None))
    jax.vmap(loss, in_axes=None, axis_size=2)(params)
    jax.lax.scan(lambda p, _: (p, None), params, None, length=2)
    jax.lax.scan(body, dynamic, None, length=2)
    jax.grad(of_counted)(counted_params)
    jax.grad(of_counted)(eqx.filter(counted, eqx.is_inexact_array))
    step(counted_params)
    jax.jit(lambda o: o.scale)(eqx.filter(outer, eqx.is_array))
    jax.jit(lambda h: h.x)(Holder(dynamic, jnp.ones(3)))
    jax.jit(of_state)(eqx.filter(state, eqx.is_array))
    jax.jit(loss)(Net(jnp.ones(3), None))  # type: ignore[arg-type]


def found() -> None:
    jax.jit(loss)(net)  # E: jdc-data-leaf
    jax.jit(loss)(Net(jnp.ones(3), "a"))  # E: jdc-data-leaf
    jax.grad(of_counted)(counted)  # E: jdc-transform-input
    jax.jit(lambda o: o.scale)(Outer(net, 1.0))  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(State(jnp.ones(3), "a"))  # E: jdc-data-leaf
    jax.jit(lambda h: h.x)(Holder(net, jnp.ones(3)))  # E: jdc-data-leaf
