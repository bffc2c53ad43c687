"""jdc-concrete for what loops and mapped functions give back in a trace, and for operations in mapped functions."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from elsewhere import apply  # type: ignore[import-not-found]


@jax.jit
def summed(x, xs):
    def body(c, y):
        return c + y, c

    c, ys = jax.lax.scan(body, x, xs)
    if c > 0:  # E: jdc-concrete
        c = -c
    return c + int(ys[0])  # E: jdc-concrete


@jax.jit
def mapped(params, xs):
    def per(t):
        return apply(params, t).min(), t.sum()

    q, b = jax.vmap(per)(xs)
    lowest = np.abs(q)  # E: jdc-concrete
    return lowest, float(b.mean())  # E: jdc-concrete


@jax.jit
def counted(n):
    total = jax.lax.while_loop(lambda i: i < n, lambda i: i + 1, 0)
    return jnp.zeros(total)  # E: jdc-concrete


@jax.jit
def by_name(xs):
    def per(t):
        z = jnp.sum(apply(t))
        if z > 3:  # E: jdc-concrete
            return t
        return -t

    f = jax.vmap(per)
    return f(xs)


@jax.vmap
def doubled(x):
    return apply(x) * 2


@jax.jit
def of_decorated(xs):
    twice = doubled(xs)
    return twice if twice[0] > 3 else xs  # E: jdc-concrete


@partial(jax.jit, static_argnames="n")
def right(xs, n):
    def per(t):
        if n > 3:
            return t
        return jnp.sum(t)

    c, ys = jax.lax.scan(lambda c, y: (c + y, c), jnp.zeros(()), xs)
    found = jax.vmap(per)(xs)
    state = jax.lax.cond(n > 3, lambda: {"a": xs}, lambda: {"a": -xs})
    if "a" in state and found is not None and len(ys) > 3 and found.ndim > 1:
        return c
    return jnp.zeros(ys.shape[0]) + float(n)


def eager(xs):
    c, ys = jax.lax.scan(lambda c, y: (c + y, c), jnp.zeros(()), xs)
    q = jax.vmap(lambda t: t * 2)(xs)
    return c if c > 0 else np.abs(q) + float(ys[0])


@jax.vmap
def of_constants(x):
    lowest = jnp.min(jnp.arange(3))
    return x if lowest > 3 else -x


@jax.jit
def with_whole_axes(xs):
    n = jax.vmap(lambda t: 3, out_axes=None)(xs)
    return jnp.zeros(n)


def in_callback(xs):
    def step(c, x):
        def show(v):
            lowest = jnp.min(jnp.asarray([1, 2]))
            print(float(lowest), float(v))

        jax.debug.callback(show, x)
        return c + x, c

    return jax.lax.scan(step, 0.0, xs)


@jax.jit
def unrolled(x, fast):
    return jax.lax.fori_loop(0, 3, lambda i, c: c + x[i], 0.0, unroll=fast > 3)  # E: jdc-concrete


@partial(jax.jit, static_argnames="fast")
def unrolled_by_static(x, fast):
    return jax.lax.fori_loop(0, 3, lambda i, c: c + x[i], 0.0, unroll=fast)


@jax.jit
def with_inner_loss(params, xs):
    other = apply(params)

    def loss(weights):
        def per(t):
            return apply(weights, t).min()

        q = jax.vmap(per)(xs)
        scale = 1.0 / np.abs(q)  # E: jdc-concrete
        return -(scale * q).mean()

    return jax.value_and_grad(loss)(other.weights)


@jax.jit
def with_inner_callback(params, xs):
    def helper():
        lowest = jnp.min(jnp.asarray([1, 2]))
        return float(lowest)

    def show(v):
        print(helper(), float(jnp.min(v)))

    jax.debug.callback(show, xs)
    return params


def calculated(params, x, old):
    ratio = jnp.exp(apply(params, x) - old)
    gone = (ratio - 1).mean()
    if gone > 0.1:  # E: jdc-concrete
        ratio = ratio * 0
    return ratio, float(gone)  # E: jdc-concrete


@jax.jit
def calculating(state, batch):
    ratio, _ = calculated(state.params, batch.x, batch.old)
    return ratio


def of_sizes(n):
    return int(jnp.ceil(n / 2))  # E: jdc-concrete


@jax.jit
def with_sizes(x):
    return jnp.zeros(of_sizes(x.shape[0]))


def of_sizes_on_host(n):
    return int(jnp.ceil(n / 2)) + int(np.ceil(n / 2))


def on_host(x):
    return jnp.zeros(of_sizes_on_host(x.shape[0]))


def loss_of_all(params, x, old):
    ratio = jnp.exp(apply(params, x) - old)
    gone = (ratio - 1).mean()
    return ratio.mean(), float(gone)  # E: jdc-concrete


loss_and_gradients = jax.value_and_grad(loss_of_all, has_aux=True)


@jax.jit
def stepped(state, batches):
    def step(state, batch):
        (value, _), grads = loss_and_gradients(state.params, batch.x, batch.old)
        return state.apply_gradients(grads=grads), value

    return jax.lax.scan(step, state, batches)


@jax.jit
def handed_on(x, xs):
    def body(carry, y):
        total, size = carry
        return (total + y, size), y

    (total, size), ys = jax.lax.scan(body, (x, 3), np.arange(3))
    same = jax.vmap(lambda t: t)(np.ones(3))
    kept = jax.lax.fori_loop(0, 3, lambda _, c: c, 5)
    both = jax.lax.cond(x > 3, lambda n: n, lambda n: n, 4)
    return total + sum(range(size)) + np.abs(same) + jnp.zeros(kept) + float(np.sum(ys)) + both


@jax.jit
def calculated_by_loops(x, n):
    total, ys = jax.lax.scan(lambda c, y: (c + y, y * 2), jnp.zeros(()), jnp.arange(3))
    count = jax.lax.fori_loop(0, 3, lambda _, c: c + 1, 0)
    return jnp.zeros(count) + float(ys[0]) + float(total)  # E: jdc-concrete
