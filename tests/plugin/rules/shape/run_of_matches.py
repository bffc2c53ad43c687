import jax.numpy as jnp
import numpy as np


def kernel(name, x):
    match name:
        case "linear":
            return x @ x.T
        case "outer" | "product":
            made = x[:, None] * x
        case _:
            raise ValueError(name)
    return made


def sized(x):
    match x.ndim:
        case 1:
            rows = x[None]
        case 2:
            rows = x
        case count if count > 4:
            rows = x[0, 0]
        case other:
            rows = x.reshape(other, -1)
    return rows


def drawn(x):
    match int(np.random.default_rng().integers(3)):
        case 0:
            rows = x
        case 1:
            rows = x.T
        case _:
            return x
    return rows


def main():
    x = jnp.zeros((4, 3))
    kernel("linear", x) + jnp.zeros((4, 4))
    kernel("product", x) + jnp.zeros((4, 4, 3))
    kernel("outer", x) + jnp.zeros((4, 4))  # E: jdc-shape
    sized(x) @ jnp.zeros((3, 2))
    sized(jnp.zeros(5)) @ jnp.zeros((5, 2))
    sized(jnp.zeros(5)) @ jnp.zeros((1, 2))  # E: jdc-shape
    sized(jnp.zeros((3, 2, 2))) + jnp.zeros((3, 4))
    for _ in range(2):
        if drawn(x).shape == (4, 3):
            drawn(x)
    match jnp.zeros(3):
        case [first, *rest]:
            x = first
        case _:
            x = jnp.zeros(2)
    x + jnp.zeros(3)


main()
