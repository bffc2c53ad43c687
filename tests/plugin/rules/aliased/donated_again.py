"""jdc-aliased: calls that donate an object and need it again."""

from functools import partial

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Net:
    online: jax.Array
    target: jax.Array
    n: int = flax.struct.field(pytree_node=False, default=0)


def made() -> Net:
    return Net(jnp.ones(4), jnp.zeros(4))


@partial(jax.jit, donate_argnums=0)
def update(net: Net, grad: jax.Array) -> Net:
    return net.replace(online=net.online - grad)


@partial(jax.jit, donate_argnums=0)
def mixed(net: Net, other: Net) -> Net:
    return net.replace(online=net.online - other.online)


@partial(jax.jit, donate_argnums=0)
def unused(net: Net, other: Net) -> Net:
    return net.replace(online=net.online * 2)


@jax.jit
def score(net: Net) -> jax.Array:
    return net.online.sum()


def by_lambda() -> jax.Array:
    step = jax.jit(lambda net: jax.tree.map(lambda a: a * 0.9, net), donate_argnums=0)
    old = made()
    new: Net = step(old)
    return new.online - old.online  # E: jdc-donated


def by_lambda_that_measures() -> jax.Array:
    measure = jax.jit(lambda net: net.online.sum(), donate_argnums=0)
    old = made()
    total: jax.Array = measure(old)
    return total - old.online


def twice() -> None:
    net = made()
    net = update(net, net.online)  # E: jdc-aliased
    mixed(net, net)  # E: jdc-donated


def once() -> None:
    net = made()
    net = update(net, net.online * 2)
    net = unused(net, net)
    mixed(net, made())


def in_loop() -> None:
    net = made()
    for _ in range(3):
        new = update(net, jnp.ones(4))  # E: jdc-donated
    print(new)


def in_loop_with_new_names() -> None:
    net = made()
    for _ in range(3):
        new = update(net, jnp.ones(4))
        net = new
    for _ in range(1):
        update(net, jnp.ones(4))


def in_loop_that_makes_it() -> None:
    for _ in range(3):
        net = made()
        update(net, jnp.ones(4))


def handed_on() -> None:
    net = made()
    new = update(net, jnp.ones(4))
    print(score(net))  # E: jdc-donated
    print(score(new))


def shown() -> None:
    net = made()
    new = update(net, jnp.ones(4))
    print(net)  # E: jdc-aliased
    print(new)


def bound_again() -> None:
    net = made()
    net = update(net, jnp.ones(4))
    print(net, score(net))
