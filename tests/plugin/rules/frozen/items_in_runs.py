"""Items of arrays without annotations, as the run of a module shows them."""

import jax
import jax.numpy as jnp
import numpy as np


class Weights:
    def __init__(self, energies, counts):
        self.energies = jnp.asarray(energies)
        self.counts = np.asarray(counts)
        self.start = self.first(self.energies)

    def first(self, energies, start=None):
        if start is None:
            start = jnp.zeros(len(self.counts))
        for k in range(len(self.counts) - 1):
            start[k + 1] = start[k] + jnp.mean(energies[k + 1])  # E: jdc-frozen
        return start


def from_an_object():
    return Weights(np.ones((3, 30)), np.array([10, 10, 10])).start


def batches(n):
    rng = np.random.default_rng(0)
    return rng.random((n, 5, 3)).astype(np.float32), np.ones((n, 5, 3), np.float32)


def put(batch):
    data, mask = batch
    data = jax.device_put(data)
    mask = jax.device_put(mask)
    data[:, 0] = 0.0  # E: jdc-frozen
    return data * mask


def from_a_device():
    return put(batches(4))


def of_numpy():
    data, mask = batches(6)
    data[:, 0] = 0.0
    mask *= 2
    total = np.zeros(7)
    for place, row in enumerate(jnp.ones((7, 2))):
        total[place] = row.sum()
    copy = np.array(jnp.ones(8))
    copy[0] = 3.0
    rows = [jnp.zeros(3) for _ in range(2)]
    rows[0] = jnp.ones(3)
    table = {"w": jnp.zeros(3)}
    table["w"] = jnp.ones(3)
    return data, total, copy, rows, table


def either(is_numpy, n):
    xp = np if is_numpy else jnp
    total = xp.zeros(n)
    if is_numpy:
        total[0] = 1.0
    else:
        total = total.at[0].set(1.0)
    return total


def both():
    return either(True, 9), either(False, 9)


def caught():
    x = jnp.zeros(10)
    try:
        x[0] = 1.0
    except TypeError:
        return x.at[0].set(1.0)
    return x


def of_a_reference():
    ref = jax.new_ref(jnp.zeros(3))
    ref[0] = 1.0
    box = jax.new_ref(jnp.zeros(3))
    box[0] = 1.0
    return ref[...], box[...]
