"""jdc-shape: items of lists, tuples and other containers of annotated arrays, as loops and comprehensions bind them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int


def comprehended(xs: list[Float[Array, "3"]], ys: Sequence[Float[Array, "3"]]) -> None:
    print([x @ jnp.ones(4) for x in xs])  # E: jdc-shape
    print(*(y @ jnp.ones(4) for y in ys))  # E: jdc-shape
    print({float(y.sum()): y + jnp.ones(4) for y in ys})  # E: jdc-shape
    print(
        [x @ jnp.ones(3) for x in xs], [x @ y for x in xs for y in ys], [x[:2] @ jnp.ones(2) for x in xs if x.any()]
    )


def opened(xs: tuple[Float[Array, "3"], ...], ys: Iterable[Float[Array, "4"]]) -> None:
    print([x @ jnp.ones(4) for x in xs])  # E: jdc-shape
    print(xs[0] @ jnp.ones(4))  # E: jdc-shape
    for y in ys:
        print(y @ jnp.ones(3))  # E: jdc-shape
        print(y @ jnp.ones(4))
    print([x @ jnp.ones(3) for x in xs], xs[1:], xs[-1] + 1)


def paired(xs: list[Float[Array, "3"]], ys: list[Float[Array, "4"]]) -> None:
    for x, y in zip(xs, ys, strict=True):
        print(x @ y)  # E: jdc-shape
        print(x @ y[1:])
    for number, x in enumerate(xs):
        print(x + jnp.ones(4) * number)  # E: jdc-shape
        print(x * number + jnp.ones(3))
    for x in reversed(xs):
        print(x + jnp.ones(4))  # E: jdc-shape


def joined(xs: list[Float[Array, "n 3"]], rows: Sequence[Float[Array, "3"]]) -> Float[Array, "m 4"]:
    print(jnp.concatenate(xs) @ jnp.ones(4))  # E: jdc-shape
    print(jnp.concatenate(xs) @ jnp.ones(3), jnp.stack(rows).T[:2], jnp.array(rows) + jnp.ones((7, 3)))
    return jnp.stack(rows)  # E: jdc-shape


def keys(a: dict[float, Float[Array, "3"]], b: Mapping[int, Float[Array, "3"]]) -> None:
    for time in a:
        print(f"{time:.3f}", float(time), time + jnp.ones(4), a[time] @ jnp.ones(3))
    for place in b:
        print(jnp.ones(4)[place], jnp.zeros(place), jnp.ones(4) * place)
    for number, time in enumerate(a):
        print(f"{time:.3f}", time + jnp.ones(4), number)
    for one, other in zip(a, a, strict=True):
        print(f"{one:.3f}", other + jnp.ones(4))
    print([f"{time:.3f}" for time in a], [time + jnp.ones(4) for time in a], jnp.array(list(a)) + jnp.ones(9))
    print({time: row @ jnp.ones(3) for time, row in a.items()}, [row @ jnp.ones(3) for row in a.values()])


def changed(xs: list[Float[Array, "3"]], ys: list[Float[Array, "3"]], zs: Iterator[Float[Array, "3"]]) -> None:
    xs.append(jnp.ones(4))
    print([x[:4] + jnp.ones(4) for x in xs[-1:]], [x.sum() for x in xs])
    ys[0] = jnp.ones(4)
    print([y + jnp.ones(4) for y in ys][:1], jnp.stack([y[:3] for y in ys]))
    print([z + jnp.ones(3) for z in zs], np.array([0.0 for _ in xs]))


def batches(loader: Iterable[tuple[Float[Array, "b 3"], Int[Array, " b"]]]) -> None:
    for images, labels in loader:
        print(images @ jnp.ones((4, 2)))  # E: jdc-shape
        print(images & labels[:, None])  # E: jdc-dtype
        print(images @ jnp.ones((3, 2)), images.T * labels, labels & 1, images[0] + jnp.ones(3))
    for batch in loader:
        print(batch[0] @ jnp.ones((4, 2)))  # E: jdc-shape
        print(batch[0] @ jnp.ones((3, 2)), batch[1] + 1)


def tuples(pairs: list[tuple[Float[Array, "3"], Float[Array, "4"]]]) -> None:
    print([one + other for one, other in pairs])  # E: jdc-shape
    print([one @ jnp.ones(3) + other @ jnp.ones(4) for one, other in pairs])
    for one, *rest in pairs:
        print(one, [part + 1 for part in rest])


def by_pairs(rows: dict[tuple[int, int], tuple[Float[Array, "3"], Float[Array, "4"]]]) -> None:
    for one, other in rows:
        print(one + jnp.ones(9), other * jnp.ones(2), rows[one, other][0] @ jnp.ones(3))
    for first, second in rows.values():
        print(first @ jnp.ones(3), second @ jnp.ones(4))
    print([one + jnp.ones(9) for one, _ in rows])


def drained(stream: Iterator[Float[Array, "3"]]) -> None:
    for row in stream:
        print(row @ jnp.ones(4))  # E: jdc-shape
    print(next(stream), list(stream))
