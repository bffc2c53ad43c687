"""Functions of einops, whose patterns say what becomes of the axes."""

import jax.numpy as jnp
from einops import einsum, rearrange, reduce, repeat  # type: ignore[import-not-found, unused-ignore]
from jaxtyping import Array, Float


def heads(x: Float[Array, "b t 32"]) -> Float[Array, "b 4 t 8"]:
    return rearrange(x, "b t (h d) -> b h t d", h=4)


def no_heads(x: Float[Array, "b t 32"]) -> Float[Array, "b 4 t 8"]:
    return rearrange(x, "b t (h d) -> b t h d", h=4)  # E: jdc-shape


def uneven_heads(x: Float[Array, "b t 32"]) -> Array:
    return rearrange(x, "b t (h d) -> b h t d", h=5)  # E: jdc-shape


def merged(x: Float[Array, "b 4 t 8"]) -> Float[Array, "b t 32"]:
    return rearrange(x, "b h t d -> b t (h d)")


def rows_merged(x: Float[Array, "4 5 6"]) -> Float[Array, "20 6"]:
    return rearrange(x, "... d -> (...) d") if x is None else rearrange(x, "a b d -> (a b) d")


def rows_not_merged(x: Float[Array, "4 5 6"]) -> Float[Array, "4 30"]:
    return rearrange(x, "a b d -> (a b) d")  # E: jdc-shape


def of_two_axes(x: Float[Array, "4 5"]) -> Array:
    return rearrange(x, "b h w -> b w h")  # E: jdc-shape


def pooled(x: Float[Array, "b 8 8 c"]) -> Float[Array, "b 4 4 c"]:
    return reduce(x, "b (h x) (w y) c -> b h w c", "max", x=2, y=2)


def averaged(x: Float[Array, "b h w c"]) -> Float[Array, "b c"]:
    return reduce(x, "b h w c -> b c", "mean")


def averaged_images(x: Float[Array, "b h w c"]) -> Float[Array, "b"]:
    return reduce(x, "b h w c -> b c", "mean")  # E: jdc-shape


def repeated(x: Float[Array, "w"]) -> Float[Array, "3 w"]:
    return repeat(x, "w -> n w", n=3)


def repeated_behind(x: Float[Array, "w"]) -> Float[Array, "3 w"]:
    return repeat(x, "w -> w n", n=3)  # E: jdc-shape


def product(x: Float[Array, "i j"], y: Float[Array, "k j"]) -> Float[Array, "i k"]:
    return einsum(x, y, "row inner, col inner -> row col")


def product_turned(x: Float[Array, "i j"], y: Float[Array, "k j"]) -> Float[Array, "i k"]:
    return einsum(x, y, "row inner, col inner -> col row")  # E: jdc-shape


rearrange(jnp.zeros((2, 3)), "a b -> b a") + jnp.zeros((3, 2))
rearrange(jnp.zeros((2, 3)), "a b -> b a") + jnp.zeros((2, 3))  # E: jdc-shape
rearrange([jnp.zeros(3), jnp.zeros(3)], "n a -> a n")
