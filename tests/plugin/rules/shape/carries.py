"""The carries of the loops of `jax.lax`, and the results of its branches."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

x = jnp.ones(3)
xs = jnp.ones((5, 3))


class State(NamedTuple):
    a: jax.Array
    b: jax.Array


def grows(carry, item):
    new = jnp.concatenate([carry, item])
    return new, new


def keeps(carry, item):
    total = carry + item
    return total, total.sum()


def counts(carry, item):
    total, count = carry
    return (total + item, count + 1), None


def floats(carry, item):
    total, count = carry
    return (total + item, count + 0.5), None


def splits(carry, item):
    return (carry, carry), None


def adds(carry, item):
    return carry + item.sum(), None


def longer(i, carry):
    carry = carry[None]
    return carry


jax.lax.scan(grows, x, xs)  # E: jdc-shape
jax.lax.scan(lambda c, item: (c.sum(), None), x, xs)  # E: jdc-shape
jax.lax.scan(lambda c, item: (c + item[:, None], None), x, xs)  # E: jdc-shape
jax.lax.scan(floats, (x, jnp.zeros((), jnp.int32)), xs)  # E: jdc-dtype
jax.lax.scan(splits, x, xs)  # E: jdc-shape
jax.lax.fori_loop(0, 3, longer, x)  # E: jdc-shape
jax.lax.fori_loop(0, 3, lambda i, c: c[:2], x)  # E: jdc-shape
jax.lax.while_loop(lambda c: c.sum() < 3, lambda c: jnp.stack([c, c]), x)  # E: jdc-shape
jax.lax.while_loop(lambda c: c[0] < 3, lambda c: c.astype(jnp.int32), x)  # E: jdc-dtype
jax.lax.cond(True, lambda a: a, lambda a: a[0], x)  # E: jdc-shape
jax.lax.cond(True, lambda: x, lambda: x.astype(jnp.int32))  # E: jdc-dtype
jax.lax.cond(True, lambda a: (a, a), lambda a: a, x)  # E: jdc-shape
jax.lax.switch(0, [lambda a: a, lambda a: a * 2, lambda a: a.sum()], x)  # E: jdc-shape


def contracts(carry, item):
    new = jnp.tanh(carry @ jnp.zeros((4, 4)))
    return new, None


def helped(carry, item):
    return times(carry), None


def times(left):
    return left @ jnp.zeros((4, 4))


jax.lax.scan(contracts, x, xs)  # E: jdc-shape
jax.lax.scan(contracts, jnp.zeros(4), xs)
jax.lax.scan(helped, x, xs)  # E: jdc-shape
jax.lax.scan(helped, jnp.zeros(4), xs)
jax.lax.scan(lambda c, item: (c + item, None), jnp.ones(4), xs)  # E: jdc-shape
jax.lax.fori_loop(0, 3, lambda i, c: c + xs, x)  # E: jdc-shape
jax.lax.cond(True, lambda a: a @ jnp.zeros(4), lambda a: a.sum(), x)  # E: jdc-shape


def right(flag: bool, state: State, n: int) -> Any:
    jax.lax.scan(keeps, x, xs)
    jax.lax.scan(keeps, jnp.zeros(3), xs)
    jax.lax.scan(counts, (x, 0), xs)
    jax.lax.scan(floats, (x, 0), xs)
    jax.lax.scan(floats, (x, 0.0), xs)
    jax.lax.scan(adds, 0.0, xs)
    jax.lax.scan(adds, 0, xs)
    jax.lax.scan(lambda c, item: (c * 2.0, None), jnp.ones(3, jnp.float32), xs)
    jax.lax.scan(lambda c, _: (c + 1, c), jnp.int32(0), None, length=4)
    jax.lax.scan(lambda s, item: (State(s.a + item, s.b), None), State(x, x), xs)
    jax.lax.scan(lambda c, item: (c + item, None), np.zeros(3, np.float32), xs)
    jax.lax.scan(lambda c, item: (jnp.roll(c, 1).at[0].set(item[0]), c), x, xs)
    jax.lax.fori_loop(0, n, lambda i, c: c + i, x)
    jax.lax.fori_loop(0, n, lambda i, c: c.at[i].set(1.0), x)
    jax.lax.fori_loop(0, n, lambda i, c: (c[1], c[0] + c[1]), (0, 1))
    jax.lax.fori_loop(0, n, lambda i, total: total + xs[i].sum(), 0.0)
    jax.lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2), (0, x))
    jax.lax.cond(flag, lambda a: a, lambda a: -a, x)
    jax.lax.cond(flag, lambda a: a.sum(), lambda a: 0.0, x)
    jax.lax.cond(flag, lambda: x, lambda: jnp.zeros_like(x))
    jax.lax.cond(flag, lambda a: (a, None), lambda a: (a * 2, None), x)
    jax.lax.cond(x.sum() > 0, lambda a: a + 1, lambda a: jnp.zeros(3), x)
    jax.lax.switch(0, [lambda a: a, lambda a: a * 2], x)

    def asks(carry, item):
        new = carry @ jnp.zeros(4) if carry.shape == (4,) else carry.sum()
        return carry, new

    def static(carry, item):
        new = carry @ jnp.zeros(4) if flag and not flag else carry.sum()
        return carry, new

    def tries(carry, item):
        try:
            new = carry @ jnp.zeros(4)
        except TypeError:
            new = carry
        return new, None

    def either(carry, item):
        return carry, carry.ndim == 2 and carry @ jnp.zeros(4)

    jax.lax.scan(asks, x, xs)
    jax.lax.scan(static, x, xs)
    jax.lax.scan(tries, x, xs)
    jax.lax.scan(either, x, xs)

    def body(carry, item):
        if item.ndim == 1:
            carry = carry[:2]
        return carry, None

    def repeats(carry, item):
        for _ in range(2):
            carry = carry + item
        return carry, None

    def loops(carry, item):
        for _ in range(2):
            carry = jnp.concatenate([carry, item])
            carry = carry[:3]
        return carry, None

    jax.lax.scan(repeats, x, xs)
    jax.lax.scan(loops, x, xs)
    return body
