"""jdc-shape: the function that `absl.app.run` runs, which ends the program."""

import warnings

import jax.numpy as jnp
from absl import app, flags

FLAGS = flags.FLAGS
flags.DEFINE_integer("n", 3, "size")


def main(argv):
    del argv
    w = jnp.ones((FLAGS.n, 4))
    warnings.warn("a")
    print(w @ jnp.ones(4))
    print(w @ jnp.ones(5))  # E: jdc-shape


if __name__ == "__main__":
    app.run(main)
    print(jnp.ones(3) + jnp.ones(4))
