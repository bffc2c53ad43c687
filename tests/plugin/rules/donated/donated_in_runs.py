"""jdc-donated for arrays that a jitted function takes by `donate_argnums`, in code without annotations."""

import functools

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]


@functools.partial(jax.jit, donate_argnums=(0,))
def put(store, value, place):
    return store.at[place].set(value)


@functools.partial(jax.jit, donate_argnames="params")
def descend(params, slopes):
    return jax.tree.map(lambda p, s: p - 0.1 * s, params, slopes)


@functools.partial(jax.jit, donate_argnums=0)
def summed(values):
    return values.sum()


@functools.partial(jax.jit, donate_argnums=0)
def emptied(values):
    return jnp.zeros_like(values)


grown = jax.jit(lambda total, x: total + x, donate_argnums=0)


@flax.struct.dataclass
class Net:
    weights: jax.Array
    bias: jax.Array


@functools.partial(jax.jit, donate_argnums=(0,))
def learned(net, x):
    slope = jax.grad(lambda inner: jnp.sum((x @ inner.weights + inner.bias) ** 2))(net)
    return jax.tree.map(lambda p, g: p - 0.01 * g, net, slope), x.sum()


def outer(store, value):
    new = put(store, value, 0)
    return new + store


@functools.partial(jax.jit, donate_argnums=(0, 1))
def exchanged(one, other):
    return other + 1, one + 1


def momentum_step(tx):
    @functools.partial(jax.jit, donate_argnums=(0,))
    def step(state, x):
        params, inner = state
        slopes = jax.grad(lambda p: jnp.sum((x @ p["w"]) ** 2))(params)
        updates, inner = tx.update(slopes, inner)
        return optax.apply_updates(params, updates), inner

    return step


def trained(x):
    tx = optax.sgd(0.1, momentum=0.9)
    params = {"w": jnp.ones((3, 2))}
    state = params, tx.init(params)
    step = momentum_step(tx)
    state = step(state, x)
    after = step(state, x)
    return step(state, x), after  # E: jdc-donated


class Keeper:
    def __init__(self):
        self.params = {"w": jnp.ones((2, 2)), "b": jnp.zeros(2)}
        self.total = jnp.zeros(2)

    def lost(self, slopes):
        params = descend(self.params, slopes)
        return params["w"] + self.params["w"]  # E: jdc-donated

    def kept(self, slopes):
        self.params = descend(self.params, slopes)
        self.total = grown(self.total, self.params["b"])
        return self.params["w"] + self.total


def fill(store, count):
    last = store
    for i in range(count):
        last = put(store, jnp.ones(2), i)  # E: jdc-donated
    return last


def fill_rightly(store, count):
    for i in range(count):
        store = put(store, jnp.ones(2), i)
    return store


def rows_of(batches, store):
    out = None
    for batch in batches:
        out = put(store, batch, 0)  # E: jdc-donated
    return out


def rows_rightly(batches, store):
    for batch in batches:
        fresh = jnp.copy(store)
        store = put(fresh, batch, 0)
    return store


def either(store, flag):
    if flag:
        new = put(store, jnp.ones(2), 0)
    else:
        new = store + 1
    return new


def main():
    slopes = {"w": jnp.ones((2, 2)), "b": jnp.ones(2)}
    store = jnp.zeros((3, 2))
    new = put(store, jnp.ones(2), 1)
    print(store.shape, new.shape, jnp.zeros_like(store), store.dtype)
    print(new + store)  # E: jdc-donated
    other = jnp.zeros((3, 2))
    after = put(other, jnp.ones(2), 1)
    other = after * 2
    print(other.sum(), after)
    third = jnp.zeros(3)
    print(summed(third), third, emptied(third), third)
    of_numpy = np.zeros((3, 2), np.float32)
    print(put(of_numpy, jnp.ones(2), 1), of_numpy + 1)
    print(jax.jit(outer)(jnp.zeros((3, 2)), jnp.ones(2)))
    first = Net(jnp.ones((2, 1)), jnp.zeros(1))
    second, _ = learned(first, jnp.ones((4, 2)))
    third_net, loss = learned(second, jnp.ones((4, 2)))
    print(third_net, loss)
    state = {"w": jnp.ones((2, 2)), "b": jnp.zeros(2)}
    changed = descend(state, slopes)
    print(changed["w"], jnp.sum(state["w"]))  # E: jdc-donated
    keeper = Keeper()
    print(keeper.kept(slopes), keeper.kept(slopes))
    print(fill_rightly(jnp.zeros((3, 2)), 3), either(jnp.zeros((3, 2)), loss > 1))


def wrong():
    print(Keeper().lost({"w": jnp.ones((2, 2)), "b": jnp.ones(2)}))


def wrong_twice():
    same = jnp.zeros(3)
    one, other = jnp.zeros(3), jnp.ones(3)
    one, other = exchanged(one, other)
    print(exchanged(same, same), one, other)  # E: jdc-donated


def wrong_training():
    print(trained(jnp.ones((4, 3))))


def wrong_again():
    print(fill(jnp.zeros((3, 2)), 3))


def wrong_rows():
    print(rows_of(np.load("rows.npy"), jnp.zeros((3, 2))), rows_rightly(np.load("rows.npy"), jnp.zeros((3, 2))))


if __name__ == "__main__":
    main()
