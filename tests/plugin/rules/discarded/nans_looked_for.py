"""jdc-discarded where `jax_debug_nans` is on: a call may be made to see that it raises nothing."""

import jax
import jax.numpy as jnp


def logarithm(x):
    return jnp.log(x)


def updated(params):
    return {"w": params["w"] * 0.5}


def main():
    x, params = jnp.ones(3), {"w": jnp.ones(3)}
    for _ in range(2):
        logarithm(x)  # E: jdc-discarded
    jax.config.update("jax_debug_nans", True)
    for _ in range(2):
        logarithm(x + 1.0)
        logarithm(x)
        updated(params)  # E: jdc-discarded
    print(x, params)


if __name__ == "__main__":
    main()
