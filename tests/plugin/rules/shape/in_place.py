"""Statements that change an array of NumPy, or give a variable a new array of JAX."""

from typing import Any

import jax.numpy as jnp
import numpy as np


def unknown() -> Any: ...


def wrong() -> None:
    a = np.zeros(3)
    a += np.ones((2, 3))  # E: jdc-shape
    b = np.zeros((3, 1))
    b *= np.ones((3, 4))  # E: jdc-shape
    c = np.zeros(3)
    c -= np.ones(4)  # E: jdc-shape
    d = np.zeros((2, 3))
    d[0] = np.ones(4)  # E: jdc-shape
    d[:, 0] = np.ones(3)  # E: jdc-shape
    d[...] = np.ones((3, 2))  # E: jdc-shape
    d[:] = np.ones((2, 2, 3))  # E: jdc-shape
    d[0, 1] = np.ones(2)  # E: jdc-shape
    f = jnp.zeros(3)
    f += jnp.ones(4)  # E: jdc-shape
    g = jnp.zeros((2, 3))
    g += jnp.ones(3)
    g @ jnp.ones(2)  # E: jdc-shape
    h = jnp.zeros(3)
    h += jnp.ones((2, 3))
    h @ jnp.ones(2)  # E: jdc-shape
    n = 3
    n += 1
    jnp.zeros(n) + jnp.ones(3)  # E: jdc-shape


def wrong_dtype() -> None:
    i = np.arange(3)
    i += np.ones(3)  # E: jdc-dtype, arg-type
    j = np.zeros(3)
    j *= np.ones(3, np.complex64)  # E: jdc-dtype


def right(flag: bool, images: list[Any]) -> None:
    a = np.zeros((2, 3))
    a += np.ones(3)
    a -= 1
    a *= np.ones((2, 1))
    a /= 2.0
    a **= 2
    b = np.zeros((2, 3), np.float32)
    b += np.ones(3)
    c = np.arange(3)
    c += 1
    c //= 2
    c *= np.ones(3, np.int32)
    d = np.zeros((4, 2, 3))
    d[0] = a
    d[1] = np.ones(3)
    d[2] = 1.0
    d[:, 0] = np.ones((4, 3))
    d[:, 0] = np.ones((1, 3))
    d[3, 1] = np.ones((1, 3))
    d[..., 1] = np.ones((1, 1, 1, 1))
    d[d > 1] = 0
    d[1:3] = np.ones((2, 2, 3))
    d[np.array([0, 1])] = np.ones((2, 3))
    total = 0.0
    for image in images:
        total += image.sum()
    s: Any = a.sum()
    s += np.ones(3)
    batch = np.zeros((len(images), 28, 28))
    for k, image in enumerate(images):
        batch[k] = image
    batch[0] = np.zeros((28, 28))
    x = jnp.zeros(3)
    x += jnp.ones((2, 3))
    x + jnp.ones((2, 3))
    rows = [x]
    rows += [x]
    jnp.stack(rows) + jnp.ones((2, 2, 3))
    acc = jnp.zeros(3)
    for _ in range(3):
        acc += jnp.ones(3)
    acc + jnp.ones(3)
    if flag:
        acc += jnp.ones((4, 1))
    acc + jnp.ones((4, 3))
    n = 3
    for _ in range(2):
        n += 1
    jnp.zeros(n) + jnp.ones(5)
    words = "a"
    words += "b"
    bits = np.zeros(3, bool)
    bits |= np.ones(3, bool)
    bits &= a[0] > 0
    out = np.zeros((3, 3))
    out += np.eye(3) @ np.ones((3, 1))


def tried() -> None:
    a = np.zeros(3)
    try:
        a += np.ones(4)
    except ValueError:
        a += 1
