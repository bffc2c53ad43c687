"""Lists that have a name, lists that operators and comprehensions make, and what a loop takes of an array."""

# ruff: noqa: RUF005 - users add lists

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float


def lengths(points: Float[Array, "n 3"]) -> Float[Array, "n"]:
    return jnp.linalg.norm(points, axis=-1)


def handed(frames: list[jax.Array]) -> None:
    frames.pop()


def wrong(x: Float[Array, "5 3"]) -> None:
    frames = [jnp.zeros((64, 3)), jnp.zeros(64)]
    jnp.stack(frames)  # E: jdc-shape
    frames[0] @ jnp.zeros(4)  # E: jdc-shape
    lengths(jnp.stack([jnp.zeros(4)] * 9))  # E: jdc-shape
    lengths(jnp.stack([jnp.zeros(4) for _ in range(9)]))  # E: jdc-shape
    lengths(jnp.concatenate([jnp.zeros((2, 4))] + [jnp.zeros((3, 4))]))  # E: jdc-shape
    shape = (2, 3)
    lengths(jnp.zeros(shape + (3,)))  # E: jdc-shape
    for row in x:
        row @ jnp.zeros(4)  # E: jdc-shape
    for line in np.zeros((7, 2)):
        np.add(line, np.zeros(3))  # E: jdc-shape
    for a, b in jnp.zeros((6, 2, 3)):
        a + jnp.zeros(2)  # E: jdc-shape
        jnp.add(b, jnp.zeros(2))  # E: jdc-shape


def right(x: Float[Array, "5 3"], unknown: Any, n: int) -> None:
    frames = [jnp.zeros((64, 3)), jnp.zeros((64, 3))]
    lengths(jnp.concatenate(frames))
    grown = [jnp.zeros(3)]
    for _ in range(n):
        grown.append(jnp.zeros(3))
    jnp.stack(grown) + jnp.zeros((5, 3))
    given = [jnp.zeros(3), jnp.zeros(4)]
    handed(given)
    jnp.stack(given)
    changed = [jnp.zeros(3), jnp.zeros(4)]
    changed[1] = jnp.zeros(3)
    jnp.stack(changed)
    alias = [jnp.zeros(3), jnp.zeros(4)]
    other = alias
    other[1] = jnp.zeros(3)
    jnp.stack(alias)
    later = [jnp.zeros(3), jnp.zeros(4)]
    for each in range(2):
        if each:
            jnp.stack(later)
        later[1] = jnp.zeros(3)
    added = [jnp.zeros(3)]
    added += [jnp.zeros(3)]
    jnp.stack(added) + jnp.zeros((2, 3))
    held = [[jnp.zeros(3)], [jnp.zeros(3)]]
    for inner in held:
        inner.append(jnp.zeros(3))
    jnp.stack(held[0]) + jnp.zeros((2, 3))
    lengths(jnp.stack([jnp.zeros(3)] * n))
    lengths(jnp.stack([jnp.zeros(3) for _ in range(n)]))
    jnp.stack([jnp.zeros(i) for i in range(1, 2)])
    jnp.concatenate([jnp.zeros(i) for i in range(4)]) + jnp.zeros(6)
    jnp.stack([jnp.zeros(3) for i in range(4) if i > 2]) + jnp.zeros((1, 3))
    jnp.zeros((2, 3) * 2) + jnp.zeros((2, 3, 2, 3))
    for row in x:
        row @ jnp.zeros(3)
        row = row[:, None]
        row @ jnp.zeros((1, 3))
    for row in [jnp.zeros(3), jnp.zeros(4)]:
        row + jnp.zeros(row.shape)
    for row in (jnp.zeros(3), jnp.zeros(4)):
        row.reshape(-1, 1) @ jnp.zeros((1, 4))
        row[0] @ row[0]
    for i, row in enumerate(x):
        row + i
    for w, b in [(jnp.zeros((2, 3)), jnp.zeros(2)), (jnp.zeros((3, 2)), jnp.zeros(3))]:
        w @ jnp.zeros(w.shape[1]) + b
    for a, b in zip(x, x):
        a @ b
    for key in {"a": jnp.zeros(3)}:
        key + "b"
    for part in unknown:
        part @ jnp.zeros(3)


def grows(xs, x):
    xs.append(x)
    return jnp.stack(xs) + jnp.zeros((3, 3))


def reads(xs):
    return jnp.stack(xs) + jnp.zeros((4, 3))


def lists_that_change(flag: bool) -> None:
    v3, v4 = jnp.zeros(3), jnp.zeros(4)
    swapped = [v3, v4]
    swapped[0], swapped[1] = swapped[1], swapped[0]
    swapped[0] + v4
    params = {"a": v3, "b": v4}
    params["a"], params["b"] = params["b"], params["a"]
    params["a"] + v4
    multiplied = [v3] * 2
    multiplied.append(v3)
    jnp.stack(multiplied) + jnp.zeros((3, 3))
    repeated = [v3 for _ in range(2)]
    repeated.append(v3)
    jnp.stack(repeated) + jnp.zeros((3, 3))
    joined = [v3] + [v3]
    joined.append(v3)
    jnp.stack(joined) + jnp.zeros((3, 3))
    parts = jnp.split(jnp.zeros((4, 3)), 2)
    parts.append(parts[0])
    jnp.concatenate(parts) + jnp.zeros((6, 3))
    nested = [[v3]] * 2
    nested[0].append(v3)
    jnp.stack(nested[1]) + jnp.zeros((2, 3))
    grows([v3, v3], v3)
    grows([v3] * 2, v3)
    reads([v3] * 4)
    reads([v3, v3])  # E: jdc-shape
    whole = [v3] * 2
    whole[0] @ v4  # E: jdc-shape
    reads(whole)  # E: jdc-shape
    halves = jnp.split(jnp.zeros((4, 3)), 2)
    halves[0] @ v4  # E: jdc-shape
    jnp.concatenate(halves) @ v4  # E: jdc-shape
    reversed_ = [v3, v4]
    reversed_.reverse()
    reversed_[0] + v4
    either = [v3, v4]
    if flag:
        either = [v4, v3]
    either[0] + v3


def lists_that_others_hold() -> None:
    v3, v4 = jnp.zeros(3), jnp.zeros(4)
    in_tuple = ([v3], 1)
    in_tuple[0][0] = v4
    in_tuple[0][0] + v4
    named = [v3]
    by_tuple, by_list = (named,), [named]
    named[0] = v4
    by_tuple[0][0] + v4
    by_list[0][0] + v4
    both = named, named
    first, second = both
    first[0] + v4
    by_key = {"a": ([v3],)}
    by_key["a"][0][0] = v4
    by_key["a"][0][0] + v4
    (v3, [v3])[0] + v4  # E: jdc-shape
    arrays = (v3, v4)
    arrays[0] + v4  # E: jdc-shape


def repeated_rows(n: float, v3: Float[Array, "3"], v4: Float[Array, "4"]) -> None:
    jnp.asarray([[1.0, 2.0, 3.0]] * 4) + v3
    jnp.asarray([[1.0, 2.0, 3.0]] * 4) + v4  # E: jdc-shape
    rows = [[0.0] * 3] * 4
    jnp.array(rows) + v4  # E: jdc-shape
    longer = [[0.0] * 3] * 4
    longer[0].append(n)
    jnp.array(longer) + v4
    each = [[0.0] * 3] * 4
    for row in each:
        row.append(n)
    jnp.array(each)
    one = [0.0] * 3
    several = [one] * 4
    one.append(n)
    jnp.array(several) + v4
    own = [[n for _ in range(3)], [n, n, n]]
    own[0].append(n)
    own[1].append(n)
    jnp.array(own) + v4
