from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def model(params, x):
    for _ in range(20):
        x = jnp.tanh(x @ params["w"] + params["b"])
    return x


def loss(params, x, y):
    return jnp.mean((model(params, x) - y) ** 2)


def make_step(rate):
    @jax.jit
    def step(params, key, x, y):
        key, sub = jax.random.split(key)
        noise = jax.random.normal(sub, x.shape)
        value, grads = jax.value_and_grad(loss)(params, x + rate * noise, y)
        return jax.tree.map(lambda p, g: p - rate * g, params, grads), key, value

    return step


def train():
    params = {"w": jnp.zeros((5, 5)), "b": jnp.zeros(5)}
    step, key = make_step(0.1), jax.random.PRNGKey(0)
    losses = []
    for _ in range(40):
        params, key, value = step(params, key, jnp.zeros((7, 5)), jnp.zeros((7, 5)))
        losses.append(value)
    params["w"] @ jnp.zeros(5) + jnp.stack(losses).mean()
    params["w"] @ jnp.zeros(6)  # E: jdc-shape
    jnp.stack(losses) + jnp.zeros(40)
    jnp.stack(losses) + jnp.zeros(41)  # E: jdc-shape


def made_of_several():
    def make(n):
        @jax.jit
        def widen(x):
            return jnp.tile(x, (n, 1))

        return widen

    two, three = make(2), make(3)
    x = jnp.ones(8)
    two(x) + jnp.zeros((2, 8))
    three(x) + jnp.zeros((3, 8))
    three(x) + jnp.zeros((2, 8))  # E: jdc-shape


def results_that_change():
    @jax.jit
    def scaled(x):
        return {"x": 2 * x}

    first = scaled(jnp.ones(3))
    first["x"] = jnp.zeros((4, 3))
    second = scaled(jnp.ones(3))
    second["x"] + jnp.zeros(3)
    first["x"] + jnp.zeros((4, 3))
    first["x"] + second["x"][:2]  # E: jdc-shape


class Net(eqx.Module):
    head: eqx.nn.Linear
    scale: jax.Array

    def __init__(self, key):
        self.head = eqx.nn.Linear(3, 9, key=key)
        self.scale = jnp.ones(9)

    def __call__(self, x):
        return self.scale * self.head(x)


@eqx.filter_jit
def update(net, x):
    grads = eqx.filter_grad(lambda n: jnp.sum(jax.vmap(n)(x)))(net)
    return eqx.apply_updates(net, grads)


def of_objects():
    net = Net(jax.random.PRNGKey(0))
    for _ in range(5):
        net = update(net, jnp.ones((10, 3)))
    net(jnp.ones(3)) + jnp.zeros(9)
    net(jnp.ones(3)) + jnp.zeros(10)  # E: jdc-shape


class Kept(nnx.Module):
    def __init__(self, rngs):
        self.first = nnx.Linear(3, 11, rngs=rngs)
        self.width = 11


@nnx.jit
def applied(module, x):
    return module.first(x) + jnp.zeros(module.width)


def of_modules_that_change():
    module = Kept(nnx.Rngs(0))
    applied(module, jnp.ones((2, 3))) + jnp.zeros((2, 11))
    module.first = nnx.Linear(3, 12, rngs=nnx.Rngs(1))
    module.width = 12
    applied(module, jnp.ones((2, 3))) + jnp.zeros((2, 12))
    applied(module, jnp.ones((2, 3))) + jnp.zeros((2, 11))  # E: jdc-shape


COUNT: list[tuple[int, ...]] = []


@jax.jit
def counted(x):
    COUNT.append(x.shape)
    return x


def with_effects():
    counted(jnp.ones(13))
    counted(jnp.ones(13))
    for _ in COUNT:
        jnp.ones(13) + counted(jnp.ones(13))


@partial(jax.jit, static_argnums=0)
def repeated(n, x):
    return jnp.concatenate([x] * n)


def of_static_arguments():
    x = jnp.ones(14)
    repeated(2, x) + jnp.zeros(28)
    repeated(3, x) + jnp.zeros(42)
    repeated(3, x) + jnp.zeros(28)  # E: jdc-shape


def of_other_shapes():
    doubled = jax.jit(lambda x: x + x.T)
    doubled(np.ones((15, 15)))
    doubled(np.ones((15, 15)))
    doubled(np.ones((15, 16)))  # E: jdc-shape


train()
made_of_several()
results_that_change()
of_objects()
of_modules_that_change()
with_effects()
of_static_arguments()
of_other_shapes()
