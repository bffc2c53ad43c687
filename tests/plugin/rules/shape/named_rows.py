"""jdc-shape: arrays with a named size where Python takes one number."""

import math

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float


def signed(x: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    if x > 0:  # E: jdc-shape
        return x
    return -x


def of_rows(x: Float[Array, " n"]) -> Float[Array, " n"]:
    if x > 0:
        return x
    return -x if x.any() else x


def summed(x: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    return x if jnp.all(x > 0) else -x


FLAGS = np.bool_(np.zeros(3))
ONES = jnp.bool_(np.ones(2)) & bool(1)
ANY = bool(np.zeros(3))  # E: jdc-shape


def reported(x: Float[Array, "n d"], y: Float[Array, "1"], small: Float[Array, "3"]) -> str:
    loss = (x**2).mean(0)
    print(float(loss), float(loss.mean()))  # E: jdc-shape
    print({"loss": float(x[:, 0])})  # E: jdc-shape
    print(int(jnp.argmax(x, axis=-1)), int(jnp.argmax(x)))  # E: jdc-shape
    print(math.sqrt(loss), math.sqrt(loss.sum()), math.sqrt(float(loss[0])))  # E: jdc-shape
    print(f"{loss:.3f}", f"{loss.sum():.3f} {loss} {loss!s:>20} {loss.shape}")  # E: jdc-shape
    print(float(jnp.zeros((1,))))  # E: jdc-shape
    print(float(small[:1]))  # E: jdc-shape
    print(float(y), f"{y:.3f}", float(small[0]), float(np.zeros(1)[0]), float(y.reshape(())), float(x.item()))
    print(max(small, 0.0))  # E: jdc-shape
    print(min(1.0, small))  # E: jdc-shape
    print(max(small[0], 0.0), max(y, 1.0), max(loss, 0.0), max(small.shape[0], 2), max(small))
    return f"{x.shape[0]:d} {float(x[0, 0]):.2f} {len(x):>3}"


def caught(small: Float[Array, "3"]) -> float:
    try:
        return float(small)
    except TypeError:
        return float(small.mean())


def guarded(x: Float[Array, " n"]) -> float:
    return float(x) if x.ndim == 0 else float(x.mean())


def of_numpy(x: Float[np.ndarray, " n"]) -> float:
    return float(x) + float(np.ones(1)) + math.exp(np.ones((1, 1)))


def given_numpy(x: Float[Array, " n"]) -> float:
    return float(x)


given_numpy(np.zeros(1))  # type: ignore[arg-type]
