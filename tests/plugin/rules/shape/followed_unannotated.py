"""jdc-shape: what gradients, loops and Python take, in runs of code without annotations."""

import argparse

import jax
import jax.numpy as jnp
import numpy as np


def loss(params, x):
    return jnp.mean((x @ params["w"]) ** 2)


def loss_aux(params, x):
    out = x @ params["w"]
    return jnp.mean(out**2), {"out": out}


def train(params, x, steps):
    history = []
    for step in range(steps):
        (value, aux), grads = jax.value_and_grad(loss_aux, has_aux=True)(params, x)
        params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
        history.append(float(value))
        if aux["out"].shape[0] > 3:
            print(float(aux["out"].sum()), int(np.array([3])[0]), bool((aux["out"] > 0).any()))
    return params, history


def bad_b(params, x):
    value, grads = jax.value_and_grad(loss_aux)(params, x)  # E: jdc-transform-input
    return value


def bad_c(params, x):
    return float(x @ params["w"])  # E: jdc-shape


def bad_d(params, x):
    return jax.vmap(loss, in_axes=(None, 0, 0))(params, x)  # E: jdc-transform-input


def bad_e(params, x):
    def body(carry, row):
        return carry + row, carry, row

    return jax.lax.scan(body, jnp.zeros(3), x)  # E: jdc-carry


def good(params, x):
    print(jax.vmap(loss, in_axes=(None, 0))(params, x[:, None]))
    print(jax.vmap(lambda row, *, scale: row * scale, in_axes=(0,))(x, scale=jnp.ones(5)))
    print(jax.vmap(loss, (None, 0))(params, x[:, None]).shape)
    print(int(jnp.argmax(x[:, 0])), float(np.float32(2.0)), float(x[0, 0]), bool(x.size))
    table = {}
    table[0] = x
    print(table[0].shape)
    stats = {name: getattr(x, name)() for name in ("min", "max")}
    print(float(stats["min"]))
    first, *rest = [x, x[0]]
    print(rest[0].shape)
    rows = list(x)
    print(rows[4].shape, rows[-5].shape)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--n", type=int, default=5)
    args = parser.parse_args()
    x = jnp.ones((args.n, 3))
    params = {"w": jnp.ones((3, 2))}
    params, history = train(params, x, 2)
    print(history[1])
    good(params, x)


def test_b():
    bad_b({"w": jnp.ones((3, 2))}, jnp.ones((5, 3)))


def test_c():
    bad_c({"w": jnp.ones((3, 2))}, jnp.ones((5, 3)))


def test_d():
    bad_d({"w": jnp.ones((3, 2))}, jnp.ones((5, 3)))


def test_e():
    bad_e({"w": jnp.ones((3, 2))}, jnp.ones((5, 3)))


if __name__ == "__main__":
    main()
