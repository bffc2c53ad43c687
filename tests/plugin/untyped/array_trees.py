"""Objects of pytree dataclasses where optax and chex are declared to take nested containers of arrays."""

from typing import assert_type

import chex
import equinox as eqx
import flax.struct
import jax
import optax


@flax.struct.dataclass
class Params:
    w: jax.Array


@flax.struct.dataclass
class State:
    params: Params
    opt: optax.OptState


class Net(eqx.Module):
    w: jax.Array


def step(params: Params, grads: Params, net: Net) -> Params:
    tx = optax.adam(1e-3)
    state = tx.init(params)
    updates, state = tx.update(grads, state, params)
    new = optax.apply_updates(params, updates)
    assert_type(new, Params)
    new.w = params.w  # E: jdc-frozen
    print(new.missing)  # E: attr-defined
    chex.assert_trees_all_close(params, grads)
    tx.init(net)
    assert_type(optax.apply_updates(net, net), Net)
    slow = optax.incremental_update(params, grads, 0.1)
    slow.replace(w=params.w)  # E: jdc-discarded
    State(params=params, opt=state)
    print(optax.global_norm(grads), tx.init({"w": params.w}), tx.init([params]))
    print(optax.apply_updates({"w": params.w}, {"w": grads.w})["w"])
    return new


def make(tx: optax.GradientTransformation, params: chex.ArrayTree, opt: optax.Params) -> State:
    tx.init(params, params)  # E: call-arg
    return State(params=Params(w=params), opt=opt)
