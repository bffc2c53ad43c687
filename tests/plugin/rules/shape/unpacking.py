"""Arrays, shapes and tuples of arrays that are unpacked."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

x = jnp.zeros((3, 4))


def unknown() -> Any: ...


def wrong(
    y: Float[Array, "batch 28 28"], z: Float[Array, "..."], key: jax.Array, k: Float[np.ndarray, "2 3"]
) -> None:
    a, b = jnp.zeros((3, 4))  # E: jdc-shape
    c, d = x  # E: jdc-shape
    (e, f, g, h) = x  # E: jdc-shape
    n, m = y.shape  # E: jdc-shape
    o, p, q = x.shape  # E: jdc-shape
    _, r = y.shape[:1]  # E: jdc-shape
    s, t = jnp.split(jnp.zeros(6), 3)  # E: jdc-shape
    u, v = jnp.linalg.svd(x)  # E: jdc-shape, misc
    w, *rest, last, one, more = x  # E: jdc-shape
    [aa, bb] = x.T  # E: jdc-shape
    k1, k2 = jax.random.split(jax.random.key(0), 3)  # E: jdc-shape
    cc, dd = jnp.sum(x)  # E: jdc-shape
    dh, dw = y.mean(axis=0).shape[1:]  # E: jdc-shape
    ff, gg, hh = k  # E: jdc-shape
    ii = jj, kk = x + 1  # E: jdc-shape


def right(y: Float[Array, "batch 28 28"], z: Float[Array, "... 3"], key: jax.Array, names: list[str]) -> jax.Array:
    a, b, c = jnp.zeros((3, 4))
    d, *rest = x
    n, m = x.shape
    batch, height, width = y.shape
    rows, *_ = y.shape
    (only,) = x.sum(axis=0, keepdims=True)
    first, second = y[:, 0].shape
    _, size = z.shape
    p, q = unknown()
    left, right_half = jnp.split(x, 2, axis=1)
    key, sub = jax.random.split(key)
    k1, k2, k3 = jax.random.split(key, 3)
    q_part, r_part = jnp.linalg.qr(x)
    u, s, vt = jnp.linalg.svd(x)
    values, indices = jax.lax.top_k(x, 2)
    many = jax.random.split(key, len(names))
    one, two = many
    *start, end = y.shape
    images, labels = jnp.zeros((2, 3)), jnp.zeros(3)
    t1, t2 = z
    h, w = y.shape[-2:]
    xs, ys = jnp.meshgrid(jnp.arange(3), jnp.arange(4))
    grid_x, grid_y = np.mgrid[0:3, 0:4]
    for i, row in enumerate(x):
        row + i
    return a + b + c + d + only


def guarded(y: Float[Array, "3 4"], z: Float[Array, "3 4"]) -> Any:
    if y.ndim == 3:
        b, n, m = y.shape
        return b, n, m
    if len(z.shape) == 1:
        (n,) = z.shape
        return n
    try:
        a, b, c, d = y.shape
    except ValueError:
        return None
    return a


def changes(y: jax.Array, flag: bool) -> Any:
    shape = x.shape
    if flag:
        shape = y.shape
    n, m, k = shape
    items = jnp.split(x, 4, axis=1)
    items.append(y)
    a, b, c, d, e = items
    return a


def counted(n: int) -> Any:
    a, b = jnp.zeros((n, 3))
    c, d = jnp.arange(n)
    return a, b, c, d


def first_and_last(y: Float[Array, "3"], z: Float[Array, "4"]) -> None:
    first, *_, last = jnp.split(jnp.zeros(12), 3)
    first + z
    first + y  # E: jdc-shape
    last + y  # E: jdc-shape
    row, *rows = x
    row + z
    row + y  # E: jdc-shape
    rows[0] + z
    *others, end = y, y, z
    end + y  # E: jdc-shape
    end + others[0].sum()
