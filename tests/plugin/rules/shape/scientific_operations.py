"""Operations of jax.scipy, jax.ops, jax.image and of polynomials and histograms, wrong and right."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np
from jax import Array
from jax.nn import initializers
from jax.ops import segment_max, segment_sum
from jax.scipy import ndimage, stats
from jax.scipy.linalg import cho_factor, cho_solve, solve_triangular
from jax.scipy.stats import norm
from jaxtyping import Bool, Complex, Float, Float16, Int, PRNGKeyArray, UInt8


def weights(k: Float[Array, "n n"], y: Float[Array, "n"]) -> Float[Array, "n"]:
    return cho_solve(cho_factor(k), y)


def weights_of_others(k: Float[Array, "n n"], y: Float[Array, "m"]) -> Float[Array, "n"]:
    return cho_solve((jnp.linalg.cholesky(k), True), y)  # E: jdc-shape


def covariance(chol: Float[Array, "n n"], ks: Float[Array, "n m"], kss: Float[Array, "m m"]) -> Float[Array, "m m"]:
    v = solve_triangular(chol, ks, lower=True)
    return kss - v.T @ v


def covariance_of_rows(
    chol: Float[Array, "n n"], ks: Float[Array, "n m"], kss: Float[Array, "m m"]
) -> Float[Array, "m m"]:
    v = solve_triangular(chol, ks, lower=True)
    return kss - v @ v.T  # E: jdc-shape


def blocks(a: Float[Array, "3 3"], b: Float[Array, "4 4"]) -> Float[Array, "7 7"]:
    jsl.expm(a) @ b  # E: jdc-shape
    jsl.block_diag(a, b) + jnp.zeros((12, 12))  # E: jdc-shape
    return jsl.block_diag(a, b)


def to_nodes(face: Float[Array, "f 3"], index: Int[Array, "f"]) -> Float[Array, "100 3"]:
    segment_max(face, index, 64) + jnp.zeros((100, 3))  # E: jdc-shape
    segment_sum(face, jnp.zeros(7), num_segments=3)  # E: jdc-dtype
    return segment_sum(face, index, num_segments=100)


def other_rows(face: Float[Array, "f 3"], index: Int[Array, "e"]) -> Float[Array, "10 3"]:
    return segment_sum(face, index, num_segments=10)  # E: jdc-shape


def enlarged(image: Float[Array, "n h w c"]) -> Float[Array, "n 64 64 c"]:
    jax.image.resize(image, (64, 64), "bilinear")  # E: jdc-shape
    return jax.image.resize(image, (image.shape[0], 64, 64, image.shape[3]), "bilinear")


def fitted(t: Float[Array, "n"], y: Float[Array, "n"], v: Float[Array, "9"]) -> Float[Array, "4"]:
    jnp.polymul(v, jnp.zeros(3)) + jnp.zeros(12)  # E: jdc-shape
    jnp.interp(t, jnp.zeros(8), v)  # E: jdc-shape
    jnp.polyder(jnp.zeros(4)) + jnp.zeros(4)  # E: jdc-shape
    jnp.polyfit(t, y, 3) + jnp.zeros(3)  # E: jdc-shape, operator
    return jnp.polyadd(jnp.zeros(4), jnp.zeros(3))


def counted(x: Float[Array, "n"], y: Float[Array, "c n"], w: Float[Array, "m"]) -> Float[Array, "20"]:
    counts, edges = jnp.histogram(x, bins=20)
    counts + edges  # E: jdc-shape
    jnp.average(y, axis=1, weights=w)  # E: jdc-shape
    jnp.block([[jnp.zeros((2, 3)), jnp.zeros((3, 2))]])  # E: jdc-shape
    jnp.insert(jnp.zeros(5), 2, 1.0) + jnp.zeros(5)  # E: jdc-shape
    return counts


def integrals(y: Float[Array, "c n"], t: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.trapezoid(y, t, axis=-1)  # E: jdc-shape


def spectrum(x: Float[Array, "256"]) -> Float[Array, "129"]:
    made: Complex[Array, " 129"] = jnp.fft.rfft(x)
    jnp.abs(made)
    return jnp.fft.rfft(x)  # E: jdc-dtype


def attended(
    q: Float[Array, "b t h k"], k: Float[Array, "b s h k"], v: Float[Array, "b s h k"], other: Float[Array, "b t h k"]
) -> Float[Array, "b t h k"]:
    jax.nn.dot_product_attention(q, k, other)  # E: jdc-shape
    return jax.nn.dot_product_attention(q, k, v)


def started(key: PRNGKeyArray) -> Float[Array, "16 64"]:
    return initializers.orthogonal()(key, (16, 64))


def started_transposed(key: PRNGKeyArray) -> Float[Array, "16 64"]:
    return initializers.glorot_uniform()(key, (64, 16))  # E: jdc-shape


def scattered(v: Float[Array, "v 3"], face: Float[Array, "f 2"], index: Int[Array, "f"]) -> Float[Array, "v 3"]:
    put = jnp.zeros_like(v).at[index].set(jnp.zeros((1, 3)))
    return put + jnp.zeros_like(v).at[index].add(face)  # E: jdc-shape


def batches(
    x: Float[Array, "n 14 14 16"], w: Float[Array, "3136 10"], v: Float[Array, "62 d"]
) -> Float[Array, "n 10"]:
    x.reshape(x.shape[0], -1) @ jnp.zeros((1568, 10))  # E: jdc-shape
    x.reshape(x.shape[0], 14, 14, 3, 5)  # E: jdc-shape, jdc-discarded
    v.reshape(-1, 4, v.shape[1])  # E: jdc-shape, jdc-discarded
    v.reshape(-1, 2, v.shape[1])
    return x.reshape(x.shape[0], -1) @ w


def densities(x: Float[Array, "7 3"], place: Float[Array, "7"]) -> Float[Array, "7 3"]:
    norm.logpdf(x, place)  # E: jdc-shape
    stats.cauchy.cdf(x, 0, place)  # E: jdc-shape
    norm.ppf(x, place[:, None])
    return norm.pdf(x, place[:, None], 2.0)


def turned(axes: Float[Array, "n 3"], planes: Float[Array, "n 2"], matrices: Float[Array, "n 4 5"]) -> None:
    jnp.linalg.cross(axes, planes)  # E: jdc-shape
    jnp.linalg.cross(axes, axes) + jnp.zeros(3)
    jnp.linalg.diagonal(matrices) + jnp.zeros(5)  # E: jdc-shape
    jnp.linalg.diagonal(matrices, offset=1) + jnp.zeros(4)
    jnp.linalg.trace(matrices) + jnp.linalg.trace(axes)
    jnp.linalg.trace(matrices)[:, 0]  # E: jdc-shape


def chosen_cases(which: Int[Array, "5"], one: Float[Array, "5"], other: Float[Array, "4"]) -> None:
    jax.lax.select_n(which, one, other)  # E: jdc-shape
    jax.lax.select_n(which > 0, one, one)
    jax.lax.integer_pow(one, 2) + other  # E: jdc-shape
    jax.lax.pow(one, other)  # E: jdc-shape
    places, _ = jax.lax.approx_max_k(one, 2)
    places + other  # E: jdc-shape


def shaped_again(x: Float[Array, "24"], image: Float[Array, "9 9"], bits: UInt8[Array, "5 8"]) -> None:
    jnp.resize(x, (4, 6)) + jnp.zeros((4, 6))
    jnp.resize(x, (4, 6)) + jnp.zeros((6, 4))  # E: jdc-shape
    jax.lax.reshape(x, (4, 6)) + image[:4, :6]
    jnp.packbits(bits) + jnp.zeros(5)
    jnp.packbits(bits, axis=0) + jnp.zeros(5)  # E: jdc-shape
    ndimage.map_coordinates(image, [x, x], 1) + x
    ndimage.map_coordinates(image, [x, x], 1) + image  # E: jdc-shape
    ndimage.map_coordinates(image, [x], 1)  # E: jdc-shape


def sorted_together(x: Float[Array, "5"], y: Float[Array, "4"], rows: Float[Array, "3 5"]) -> None:
    keys, values = jax.lax.sort((x, x * 2), num_keys=1)
    keys + values
    values + y  # E: jdc-shape
    jax.lax.sort((x, y))  # E: jdc-shape
    jax.lax.reduce(rows, 0.0, jax.lax.add, (1,)) + jnp.zeros(3)
    jax.lax.reduce(rows, 0.0, jax.lax.add, (1,)) + x  # E: jdc-shape
    jnp.choose(jnp.zeros(5, int), [x, x]) + x
    jnp.choose(jnp.zeros(5, int), [x, x]) + y  # E: jdc-shape


def many_densities(x: Float[Array, "7 5"], mean: Float[Array, "5"], other: Float[Array, "4"]) -> None:
    stats.multivariate_normal.logpdf(x, mean, jnp.eye(5)) + jnp.zeros(7)
    stats.multivariate_normal.logpdf(x, mean, jnp.eye(5)) + mean  # E: jdc-shape
    stats.multivariate_normal.logpdf(x, other, jnp.eye(5))  # E: jdc-shape
    stats.multivariate_normal.logpdf(x, mean, jnp.zeros((5, 4)))  # E: jdc-shape


def halves(half: Float16[Array, "3"], integers: Int[Array, "3"]) -> Float16[Array, "3"]:
    jax.lax.complex(half, half)  # E: jdc-dtype
    to_bits(jnp.tri(3))  # E: jdc-dtype
    to_bits(jnp.tri(3, dtype=bool))
    to_bits(jnp.zeros((3, 3)).at[jnp.ix_(integers, integers)].set(half[:2]) > 0)  # E: jdc-shape
    if len(half) > 2:
        return half * 2.0
    return half * np.float32(2.0)  # E: jdc-dtype


def to_bits(x: Bool[Array, "3 3"]) -> Bool[Array, "3 3"]:
    return x


def within(x: Float[Array, "3 4"]) -> None:
    jax.lax.slice(x, (0, 1), (2, 5)) + jnp.zeros((2, 4))
    jax.lax.slice(x, (0, 1), (2, 6))  # E: jdc-shape
    jax.lax.slice(x, (0, 1), (2, 5), (1, 1))  # E: jdc-shape


def of_matrices(square: Float[Array, "4 4"], wide: Float[Array, "3 4"], v: Float[Array, "4"]) -> None:
    jsl.sqrtm(square) @ v
    jsl.sqrtm(wide)  # E: jdc-shape
    jsl.hilbert(3) @ v  # E: jdc-shape
    jsl.circulant(v) @ v
    jsl.circulant(v) @ wide  # E: jdc-shape
    unitary, positive = jsl.polar(wide.T)
    unitary @ positive + wide.T
    unitary @ positive + wide  # E: jdc-shape
    jax.scipy.signal.fftconvolve(v, jnp.ones(3)) + jnp.ones(6)
    jax.scipy.signal.fftconvolve(v, jnp.ones(3)) + v  # E: jdc-shape
    keys, values = jax.lax.sort_key_val(v, v)
    keys + values
    jax.lax.sort_key_val(v, wide)  # E: jdc-shape
    jnp.ldexp(wide, jnp.ones(4, int)) + v
    jnp.ldexp(wide, jnp.ones(3, int))  # E: jdc-shape


def along(decay: Float[Array, "64 8"], inputs: Float[Array, "63 8"], rows: Float[Array, "8 3"]) -> None:
    def combine(a: tuple[Array, Array], b: tuple[Array, Array]) -> tuple[Array, Array]:
        return a[0] * b[0], a[1] * b[0] + b[1]

    jax.lax.associative_scan(combine, (decay, inputs))  # E: jdc-shape
    jax.lax.associative_scan(combine, (decay, inputs), axis=1)
    jax.lax.associative_scan(combine, (decay, inputs), axis=2)  # E: jdc-shape
    gains, states = jax.lax.associative_scan(combine, (decay, decay[:, :1]), reverse=True)
    gains @ rows + states
    states @ rows  # E: jdc-shape
