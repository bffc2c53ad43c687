"""A program of two modules: what raises in the other one is reported at the call that leads there."""

import jax
import jax.numpy as jnp
import parts_of_program as parts
from parts_of_program import WIDTH, Config, Layer, Wide, apply, dense, windows


class Own(Layer):
    def __call__(self, x):
        return super().__call__(x) + self.params["b"]


def loss(layer, x):
    return (layer(x) ** 2).mean()


def main():
    key = jax.random.key(0)
    config = Config()
    layer = Layer(config, key)
    y = layer(jnp.zeros((5, 4)))
    y @ jnp.zeros(8)
    y @ jnp.zeros(4)  # E: jdc-shape
    layer(jnp.zeros((5, 8)))  # E: jdc-shape
    Wide(config, key)(jnp.zeros(8)) @ jnp.zeros(16)
    Wide(config, key)(jnp.zeros(8)) @ jnp.zeros(8)  # E: jdc-shape
    Own(config, key)(jnp.zeros(4)) @ jnp.zeros(8)
    Own(config, key)(jnp.zeros(4)) @ jnp.zeros(4)  # E: jdc-shape
    loss(layer, jnp.zeros((2, 4)))
    Layer.small(key).weights @ jnp.zeros(6)
    parts.Layer.small(key).weights @ jnp.zeros(3)  # E: jdc-shape
    parts.report([layer])
    layer.weights.T @ jnp.zeros(4)
    params = dense(key, 3, WIDTH)
    apply(params, jnp.zeros(3))
    parts.apply(params, jnp.zeros(4))  # E: jdc-shape
    for each in windows(jnp.zeros((7, 2)), 3):
        each @ jnp.zeros(2)
        each @ jnp.zeros(3)  # E: jdc-shape
    for scale in parts.SCALES:
        apply(params, scale * jnp.zeros(3))
    jax.vmap(lambda x: apply(params, x))(jnp.zeros((5, 3))) @ jnp.zeros(6)
    jax.vmap(lambda x: apply(params, x))(jnp.zeros((5, 3))) @ jnp.zeros(5)  # E: jdc-shape
    series = parts.Series(jnp.zeros((9, 2)), 4)
    for before, after in series:
        before + after
        before + jnp.zeros((4, 2))  # E: jdc-shape
    series[0][0] + jnp.zeros((5, 2))  # E: jdc-shape
    jnp.zeros(len(series)) + jnp.zeros(4)  # E: jdc-shape
    parts.chosen_ones() + jnp.zeros(3)
    parts.chosen_ones() + jnp.zeros(4)  # E: jdc-shape
    narrow = Config(width=2)
    dense(key, narrow.width, 2)["w"] @ jnp.zeros(2)
    dense(key, narrow.width, 2)["w"].T @ jnp.zeros(4)  # E: jdc-shape
    breakpoint(narrow)
    dense(key, narrow.width, 2)["w"].T @ jnp.zeros(2)
    parts.chosen = 5
    parts.chosen_ones() + jnp.zeros(5)


if __name__ == "__main__":
    main()
