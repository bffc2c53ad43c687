"""Arrays without axes, of which Python wants rows or a length."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def length(x: Float[Array, ""]) -> int:
    return len(x)  # E: jdc-shape


def length_of_mean(x: Float[Array, " n"]) -> int:
    mean = x.mean()
    return len(mean)  # E: jdc-shape


def along(x: Float[Array, ""]) -> list[Array]:
    return [2 * y for y in x]  # E: jdc-shape


def loop() -> None:
    total = jnp.zeros(3).sum()
    for each in total:  # E: jdc-shape
        print(each)


def beside(x: Float[Array, " n"], y: Float[Array, ""]) -> None:
    for a, b in zip(x, y):  # E: jdc-shape
        print(a, b)


def l1(x: Float[Array, " n"]) -> list[float]:
    return [float(v) for v in x] + [len(x) * 1.0]


def l2(x: Float[Array, ""] | list[Array]) -> int:
    return len(x) if isinstance(x, list) else 0


def l3(x: Float[Array, "..."]) -> int:
    return 1 if x.ndim == 0 else len(x)


def l4(x: Array) -> int:
    try:
        return len(x.sum())
    except TypeError:
        return 0


def l5() -> None:
    for row in jnp.zeros((3, 2)):
        for v in row:
            print(v)


def l6(x: Float[Array, "3 2"]) -> list[int]:
    return [len(row) for row in x]


def l7(x: Float[Array, ""]) -> list[Array]:
    return [2 * y for y in x[None]] + [2 * z for z in jnp.atleast_1d(x)] + list(x.reshape(-1))


def l8(xs: list[Float[Array, ""]]) -> Array:
    total = jnp.zeros(())
    for x in xs:
        total = total + x
    return total / len(xs)


def l9(x: Float[Array, ""]) -> int:
    if jnp.ndim(x) > 0:
        return len(x)
    return 1


def l10() -> None:
    both: Array | list[Array] = jnp.zeros(3).sum()
    both = [jnp.zeros(()), jnp.zeros(())]
    for t in both:
        print(t)
    print(len(both))


def l11(x: Float[Array, "t 3"]) -> Array:
    return jax.vmap(lambda r: jnp.stack([v * 2 for v in r]))(x)


@jax.vmap
def l12(x: Float[Array, "3"]) -> Array:
    return jnp.stack([2 * v for v in x])


def l13(x: Float[Array, "b"], y: Float[Array, "b 2"]) -> list[Array]:
    return [b * a for a, b in zip(x, y)] + [a for _, a in enumerate(x)]
