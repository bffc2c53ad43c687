"""The run of a program whose sizes stand in a module of settings."""

import jax.numpy as jnp
import parts_settings as S
from parts_settings import Settings
from parts_with_settings import Pair, forward, pair, scores, weights


def hidden(x):
    return forward(weights(), x)


def untyped(x):
    first = forward(jnp.zeros((S.WIDTH, 3)), x)
    return scores(weights(), first)  # E: jdc-shape


def typed(x: object) -> object:
    return forward(weights(), jnp.ones((4, S.DEPTH)))  # E: jdc-shape


def main():
    settings = Settings()
    x = jnp.ones((4, S.WIDTH))
    print(hidden(x) + jnp.zeros((4, S.DEPTH)))
    print(jnp.ones((2, settings.features)) @ jnp.ones((Settings.features, settings.hidden)))
    print(hidden(x) + jnp.zeros((S.WIDTH, S.DEPTH)))  # E: jdc-shape
    print(jnp.ones((2, settings.features)) @ jnp.ones((settings.hidden, 3)))  # E: jdc-shape
    gain, noise = pair()
    print(x @ gain + x @ pair()._replace(gain=gain.T).gain)
    print(gain @ noise)  # E: jdc-shape
    untyped(x)
    typed(x)


main()

gain, noise = Pair(noise=jnp.zeros(S.DEPTH), gain=jnp.eye(S.WIDTH))
print(gain @ jnp.ones(S.WIDTH), noise + jnp.ones(S.DEPTH), Pair(noise=noise, gain=gain)[1] + noise)
total = jnp.einsum("ij,ij->i", gain, gain)
print(total / total, total - noise)  # E: jdc-shape
