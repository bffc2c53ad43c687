"""Calls of functions with annotations, whose body raises for the sizes that a call chooses."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Params:
    weights: Float[Array, "784 10"]


def mixed(key: jax.Array, x: Float[Array, "b 32 3"], y: Float[Array, "b 10"]) -> Float[Array, "b 10"]:
    share = jax.random.beta(key, 0.2, 0.2, (x.shape[0],))
    print(share[:, None] * x)
    return y


mixed(jax.random.key(0), jnp.zeros((6, 32, 3)), jnp.zeros((6, 10)))  # E: jdc-shape
mixed(jax.random.key(0), jnp.zeros((32, 32, 3)), jnp.zeros((32, 10)))
mixed(jax.random.key(0), jnp.zeros((6, 32, 3)), jnp.zeros((5, 10)))  # E: jdc-shape


def forward(params: Params, x: Float[Array, "b 784"]) -> Float[Array, "b 10"]:
    return x @ params.weights


def loss(params: Params, x: Float[Array, "b 784"], labels: Int[Array, "b"]) -> Float[Array, ""]:
    logits = jax.nn.log_softmax(forward(params, x))
    return jnp.sum(logits * labels) / x.size


@jax.jit
def step(params: Params, x: Float[Array, "b 784"], labels: Int[Array, "b"]) -> Params:
    return jax.grad(loss)(params, x, labels)


params = Params(jnp.zeros((784, 10)))
step(params, jnp.zeros((4, 784)), jnp.arange(4))  # E: jdc-shape
step(params, jnp.zeros((10, 784)), jnp.arange(10))
jax.value_and_grad(loss)(params, jnp.zeros((4, 784)), jnp.arange(4))  # E: jdc-shape


def always(x: Float[Array, "n 3"], y: Float[Array, "n 4"]) -> None:
    print(x + y)  # E: jdc-shape


def different(x: Float[Array, "n"], y: Float[Array, "m"]) -> Float[Array, "n"]:
    return x + y  # E: jdc-shape


always(jnp.zeros((2, 3)), jnp.zeros((2, 4)))
different(jnp.zeros(2), jnp.zeros(3))


def shaped(x: Float[Array, "n d"]) -> Float[Array, "n d"]:
    if x.shape[1] == 3:
        return x + jnp.zeros(3)
    return x


shaped(jnp.zeros((2, 4)))


def powers(x: Float[Array, "n"]) -> Float[Array, "n 5"]:
    return jnp.stack([x**i for i in range(5)])  # E: jdc-shape


powers(jnp.linspace(-1, 1, 30))
powers(jnp.linspace(-1, 1, 5))


@jax.jit
def columns(x: Float[Array, "n"]) -> Float[Array, "n 5"]:
    made = jnp.stack([x**i for i in range(5)], axis=1)
    return made * 2


columns(jnp.linspace(-1, 1, 30))


def scores(table: Float[Array, "100 32"], h: Float[Array, "b t 32"]) -> Float[Array, "b t 100"]:
    return jnp.einsum("btd,vd->bvt", h, table)  # E: jdc-shape


scores(jnp.zeros((100, 32)), jnp.zeros((2, 16, 32)))
scores(jnp.zeros((100, 32)), jnp.zeros((2, 100, 32)))


def transposed(x: Float[Array, "n m"]) -> Float[Array, "n m"]:
    return x.T  # E: jdc-shape


transposed(jnp.zeros((2, 3)))


def without_axis(x: Float[Array, "b 3"], w: Float[Array, "3 5"], c: Float[Array, "5"]) -> Float[Array, "b 5"]:
    return w.T @ x.T + c  # E: jdc-shape


def standardized(x: Float[Array, "b 3"]) -> Float[Array, "b 3"]:
    return (x - x.mean(1)) / x.std(0)  # E: jdc-shape


def always_two(points: Float[Array, "n d"]) -> Float[Array, "n d"]:
    return points @ jnp.array([[0.0, -1.0], [1.0, 0.0]]) + jnp.ones(2)


def scaled(x: Float[Array, "b 3"], w: Float[Array, "b"]) -> Float[Array, "b 3"]:
    return x * w[:, None] + jnp.arange(3)


def turned(x: Float[Array, "b 3"]) -> Float[Array, "3 b"]:
    return x * 2  # E: jdc-shape


def square(x: Float[Array, "3 3"]) -> Float[Array, "3 3"]:
    return x.T


def pairs(x: Float[Array, "n d"], y: Float[Array, "m d"]) -> Float[Array, "n m"]:
    made = x[:, None] - y[None]
    for _ in range(3):
        made = made * 2
    return jnp.sum(made, axis=-1)


def kernel(x: Float[Array, "n d"], y: Float[Array, "m d"]) -> Float[Array, "n m"]:
    return jnp.exp(2 * pairs(x, y))


def gram(x: Float[Array, "n d"], values: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.linalg.solve(kernel(x, x) + jnp.eye(x.shape[0]), values)


def two_kernels(x: Float[Array, "n d"], y: Float[Array, "k d"]) -> Float[Array, "n n"]:
    return kernel(x, x) + kernel(y, y)  # E: jdc-shape
