"""Results of ``model.apply(params, x)`` of flax, of models that end with a layer."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Critic(nn.Module):
    width: int = 4

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(self.width)(x))
        x = nn.Dense(1)(x)
        return x * 2.0


class Policy(nn.Module):
    @nn.compact
    def __call__(self, x, train=False):
        x = nn.Dense(3)(x)
        if train:
            x = nn.Dropout(0.5, deterministic=False)(x)
        return x, 3

    def width(self, x):
        return 3


class Frozen(nn.Module):
    scale: float = 2.0

    @nn.compact
    def __call__(self, x):
        nn.Dense(3)(x)
        return self.scale

    def sized(self, x):
        return 3


class Dropped(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dropout(0.0, deterministic=True)(x)


critic, policy, frozen, dropped = Critic(), Policy(), Frozen(), Dropped()
one = Critic(8)
key = jax.random.PRNGKey(0)
params = one.init(key, jnp.ones((2, 3)))


@jax.jit
def step(params, x):
    q = one.apply(params, x).squeeze()
    print(float(q.mean()))  # E: jdc-concrete
    if one.apply(params, x).sum() > 0:  # E: jdc-concrete
        return q

    def loss(params):
        q = one.apply(params, x)
        return (q**2).mean(), float(q.max())  # E: jdc-concrete

    (value, _), grads = jax.value_and_grad(loss, has_aux=True)(params)
    return grads


@jax.jit
def other_methods(params, x):
    n = one.apply(params, x, method=lambda self, x: 3)
    y, state = one.apply(params, x, mutable=["stats"])
    return [y] * n, state


def eager(params, x):
    q = one.apply(params, x)
    return float(q.mean())


class Wrapper:
    def __init__(self):
        self.net = Frozen()

    def run(self, params, x):
        net = self.net
        if net.apply(params, x) > 1:
            return x
        return float(net.apply(params, x)) + x


net = Frozen()


@jax.jit
def constant(params, x):
    if net.apply(params, x) > 1:
        return x
    return x * float(net.apply(params, x))


unmoved = Dropped()


@jax.jit
def kept(x):
    if unmoved.apply({}, 3.0) > 1:
        return x
    return -x


step_eagerly = eager(params, jnp.ones((2, 3)))
constant(net.init(key, jnp.ones(3)), jnp.ones(3))
kept(jnp.ones(3))
other_methods(params, jnp.ones((2, 3)))
