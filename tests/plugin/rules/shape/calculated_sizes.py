"""Sizes that are calculated with named ones: products, every second element, windows."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int


def flat(x: Float[Array, "b t d"], w: Float[Array, "d e"]) -> Float[Array, "b t e"]:
    b, t, _ = x.shape
    return (x.reshape(b * t, -1) @ w).reshape(b, t, -1)


def too_flat(x: Float[Array, "b t d"], w: Float[Array, "d e"]) -> Array:
    b, t, d = x.shape
    return x.reshape(b, t * d) @ w  # E: jdc-shape


def of_another_width(x: Float[Array, "b t d"], w: Float[Array, "d e"]) -> Float[Array, "b t d"]:
    b, t, _ = x.shape
    return (x.reshape(b * t, -1) @ w).reshape(b, t, -1)  # E: jdc-shape


def heads(x: Float[Array, "b h t w"], out: Float[Array, "model model"]) -> Float[Array, "b t model"]:
    b, h, t, w = x.shape
    return x.transpose(0, 2, 1, 3).reshape(b, t, h * w) @ out


def one_head(x: Float[Array, "b h t w"], out: Float[Array, "w model"]) -> Float[Array, "b t model"]:
    b, h, t, w = x.shape
    return x.transpose(0, 2, 1, 3).reshape(b, t, h * w) @ out  # E: jdc-shape


def raveled(x: Float[Array, "n m"]) -> Float[Array, "n"]:
    return x.ravel()  # E: jdc-shape


def raveled_for(x: Float[Array, "n m"], w: Float[Array, "k e"]) -> Float[Array, "e"]:
    return x.ravel() @ w


def raveled_with_one(x: Float[Array, "n 1"]) -> Float[Array, "n"]:
    return x.ravel()


def halves(x: Float[Array, "n m"]) -> Float[Array, "n m"]:
    return x[::2]  # E: jdc-shape


def half_of_itself(x: Float[Array, "n m"]) -> Array:
    return x + x[::2]  # E: jdc-shape


def half_of_another(x: Float[Array, "n m"], y: Float[Array, "k m"]) -> Float[Array, "k m"]:
    return y + x[::2]


def half_if_asked(x: Float[Array, "n m"]) -> Float[Array, "n m"]:
    return x if x.shape[0] > 1 else x[::2]


def same(x: Float[Array, "b c h w"], k: Float[Array, "o c 3 3"]) -> Float[Array, "b o h w"]:
    return jax.lax.conv_general_dilated(x, k, (1, 1), "SAME")


def padded(x: Float[Array, "b c h w"], k: Float[Array, "o c 3 3"]) -> Float[Array, "b o h w"]:
    return jax.lax.conv_general_dilated(x, k, (1, 1), [(1, 1), (1, 1)])


def valid(x: Float[Array, "b c h w"], k: Float[Array, "o c 3 3"]) -> Float[Array, "b o h w"]:
    return jax.lax.conv_general_dilated(x, k, (1, 1), "VALID")  # E: jdc-shape


def strided(x: Float[Array, "b c h w"], k: Float[Array, "o c 3 3"]) -> Float[Array, "b o h w"]:
    return jax.lax.conv_general_dilated(x, k, (2, 2), "SAME")  # E: jdc-shape


def strided_to_others(x: Float[Array, "b c h w"], k: Float[Array, "o c 3 3"]) -> Float[Array, "b o rows columns"]:
    return jax.lax.conv_general_dilated(x, k, (2, 2), "SAME")


def strided_residual(x: Float[Array, "b c h w"], k: Float[Array, "c c 3 3"]) -> Array:
    return x + jax.lax.conv_general_dilated(x, k, (2, 2), "SAME")  # E: jdc-shape


def two_ways(x: Float[Array, "b c h w"], k: Float[Array, "c c 3 3"], y: Float[Array, "c c 3 3"]) -> Array:
    one, other = (jax.lax.conv_general_dilated(x, each, (2, 2), "SAME") for each in (k, y))
    return one + jax.lax.conv_general_dilated(x, y, (2, 2), "SAME") + other


def batched(a: Float[Array, "b n k"], c: Float[Array, "b k m"]) -> Float[Array, "b n m"]:
    return jax.lax.batch_matmul(a, c)


def badly_batched(a: Float[Array, "b n k"], c: Float[Array, "b m k"]) -> Float[Array, "b n m"]:
    return jax.lax.batch_matmul(a, c)  # E: jdc-shape, jdc-shape


def scaled(x: Float[Array, "b c h w"], scale: Float[Array, "c"]) -> Array:
    return (x - x.mean((0, 2, 3))) * scale.reshape(1, -1, 1, 1)  # E: jdc-shape


def well_scaled(x: Float[Array, "b c h w"], scale: Float[Array, "c"]) -> Float[Array, "b c h w"]:
    return (x - x.mean((0, 2, 3), keepdims=True)) * scale.reshape((1, -1, 1, 1))


def double(n: int) -> Array:
    return jnp.zeros((n * n, n)) @ jnp.zeros((n, n * n))


def of_pairs(nodes: Float[Array, "n f"], i: Int[Array, "e"], j: Int[Array, "e"], w: Float[Array, "f g"]) -> Array:
    pairs = jnp.concatenate([nodes[i], nodes[j]], axis=-1)
    return pairs @ w  # E: jdc-shape


def of_both_ends(
    nodes: Float[Array, "n f"], i: Int[Array, "e"], j: Int[Array, "e"], w: Float[Array, "2*f g"]
) -> Array:
    pairs = jnp.concatenate([nodes[i], nodes[j]], axis=-1)
    return pairs @ w


def of_two_names(nodes: Float[Array, "n f"], w: Float[Array, "two_f g"]) -> Array:
    return jnp.concatenate([nodes, nodes], axis=-1) @ w


def of_a_sum(
    x: Float[Array, "n f"], c: Float[Array, "n c"], w: Float[Array, "c g"], v: Float[Array, "f+c g"]
) -> Array:
    given = jnp.concatenate([x, c], axis=-1)
    return given @ v + given @ w  # E: jdc-shape


def of_a_difference(x: Float[Array, "n"], y: Float[Array, "m"], z: Float[Array, "k"]) -> Array:
    return jnp.concatenate([x, y]) + jnp.concatenate([y, z])  # E: jdc-shape


def twice(x: Float[Array, "n d"]) -> Float[Array, "n d"]:
    return jnp.concatenate([x, -x])  # E: jdc-shape


def twice_as_wide(x: Float[Array, "n d"]) -> Float[Array, "n 2*d"]:
    return jnp.concatenate([x, -x], axis=1)
