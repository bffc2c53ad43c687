"""Training of models of flax.nnx: variables, gradients and jit of whole models."""

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax import nnx

REGISTRY: dict = {}


def register(cls):
    REGISTRY[cls.__name__.lower()] = cls
    return cls


@register
class Net(nnx.Module):
    def __init__(self, length, dim, *, rngs):
        self.pos = nnx.Param(jax.random.normal(rngs.params(), (length, dim)))
        self.up = nnx.Linear(dim, 2 * dim, rngs=rngs)
        self.down = nnx.Linear(2 * dim, dim, rngs=rngs)
        self.count = nnx.Variable(jnp.zeros(3))

    def __call__(self, x):
        return self.down(nnx.relu(self.up(x + self.pos)))


def loss_fn(model, x):
    return (model(x) ** 2).mean()


def per_row(model, x):
    return (model(x) ** 2).mean(0)


@nnx.jit
def step(model, opt, x):
    loss, grads = nnx.value_and_grad(loss_fn)(model, x)
    opt.update(model, grads)
    return loss


def main():
    model = REGISTRY["net"](6, 4, rngs=nnx.Rngs(0))
    opt = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
    x = jnp.ones((2, 6, 4))
    for _ in range(2):
        step(model, opt, x)
    y = model(x)
    y @ jnp.zeros((4, 5))
    y @ jnp.zeros((6, 5))  # E: jdc-shape
    model.pos.value @ jnp.zeros(4)
    model.pos[...] @ jnp.zeros(6)  # E: jdc-shape
    model.pos.T @ jnp.zeros(6)
    model.pos @ model.pos  # E: jdc-shape
    -model.pos + jnp.zeros(6)  # E: jdc-shape
    model.pos.shape[1] * 2
    model.count.value = jnp.zeros(5)
    model.count + jnp.zeros(5)
    model.count + jnp.zeros(3)  # E: jdc-shape
    model.count[...] = jnp.ones(5)
    model.count.value + jnp.zeros(7)  # E: jdc-shape
    nnx.grad(per_row)(model, x)  # E: jdc-shape
    model.eval()
    model(x) @ jnp.zeros((4, 5))
    model(x) @ jnp.zeros((7, 5))  # E: jdc-shape
    model.train(deterministic=False)
    model.pos @ jnp.zeros(8)  # E: jdc-shape
    a, b = jax.jacobian(lambda u, v: u @ v, argnums=(0, 1))(jnp.zeros((2, 3)), jnp.zeros(3))
    a + jnp.zeros((2, 2, 3))
    b @ jnp.zeros(3)
    b @ jnp.zeros(2)  # E: jdc-shape


main()
