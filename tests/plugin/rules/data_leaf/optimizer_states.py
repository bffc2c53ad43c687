"""jdc-data-leaf: optimizers of optax that start on a model with functions in its data."""

import equinox as eqx
import jax
import optax  # type: ignore[import-untyped]


class Net(eqx.Module):
    mlp: eqx.nn.MLP

    def __init__(self, key: jax.Array) -> None:
        self.mlp = eqx.nn.MLP(2, 2, 2, 2, key=key)


def wrong(key: jax.Array) -> None:
    net = Net(key)
    optim = optax.adam(1e-3)
    optim.init(net)  # E: jdc-data-leaf
    chained = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-3))
    chained.init(net)  # E: jdc-data-leaf
    optax.sgd(1e-3, momentum=0.9).init(eqx.nn.MLP(2, 2, 2, 2, key=key))  # E: jdc-data-leaf


def right(key: jax.Array) -> None:
    net = Net(key)
    optim = optax.adam(1e-3)
    optim.init(eqx.filter(net, eqx.is_inexact_array))
    optax.sgd(1e-3).init(net)
    optim.init(eqx.nn.Linear(2, 2, key=key))
    params, _ = eqx.partition(net, eqx.is_inexact_array)
    optim.init(params)
    net = eqx.filter(net, eqx.is_array)
    optim.init(net)


def caught(key: jax.Array) -> None:
    net = Net(key)
    optim = optax.adam(1e-3)
    try:
        optim.init(net)
    except TypeError:
        print("no")
