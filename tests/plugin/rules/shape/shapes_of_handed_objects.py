"""Objects that the module makes: their methods, what they hold, and functions that are given them."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


@flax.struct.dataclass
class Dense:
    w: Float[Array, "i o"]
    b: Float[Array, "o"]

    def __call__(self, x: Float[Array, "*b i"]) -> Float[Array, "*b o"]:
        return x @ self.w + self.b

    def guarded(self, x: Array) -> Array:
        if x.ndim == 1:
            return x
        return x @ self.w


@flax.struct.dataclass
class Net:
    hidden: Dense
    out: Dense

    def __call__(self, x: Float[Array, "*b i"]) -> Float[Array, "*b o"]:
        return self.out(jax.nn.relu(self.hidden(x)))

    def widths(self) -> Float[Array, "h"]:
        return self.hidden.b

    @jax.jit
    def jitted(self, x: Array) -> Array:
        return self(x)


class Norm(eqx.Module):
    scale: Float[Array, "dim"]

    def __call__(self, x: Float[Array, "seq dim"]) -> Float[Array, "seq dim"]:
        mean = x.mean(axis=-1, keepdims=True)
        return (x - mean) * self.scale


def dense(i: int, o: int) -> Dense:
    return Dense(jnp.zeros((i, o)), jnp.zeros(o))


def loss(net: Net, x: Float[Array, "n i"], y: Float[Array, "n o"]) -> Float[Array, ""]:
    return jnp.mean((net(x) - y) ** 2)


@jax.jit
def step(net: Net, x: Array) -> Array:
    return net(x) - 1.0


def calls() -> None:
    net = Net(dense(4, 16), dense(16, 2))
    net(jnp.ones((5, 4)))
    net(jnp.ones(4)) + jnp.ones(2)
    net(jnp.ones((5, 3)))  # E: jdc-shape
    net(jnp.ones(4)) + jnp.ones(3)  # E: jdc-shape
    net.widths() + jnp.ones(16)
    net.widths() + jnp.ones(4)  # E: jdc-shape
    net.hidden(jnp.ones((5, 4)))
    net.hidden(jnp.ones((5, 3)))  # E: jdc-shape
    net.hidden.guarded(jnp.ones(7))
    Net(dense(4, 16), dense(8, 2))(jnp.ones(4))  # E: jdc-shape
    jax.vmap(net)(jnp.ones((9, 4))) + jnp.ones((9, 2))
    jax.vmap(net)(jnp.ones((4, 9)))  # E: jdc-shape
    jax.vmap(net.hidden)(jnp.ones((9, 4)))
    jax.vmap(net.hidden)(jnp.ones((9, 3)))  # E: jdc-shape
    norm = Norm(jnp.ones(32))
    norm(jnp.ones((10, 32)))
    norm(jnp.ones((10, 16)))  # E: jdc-shape


def handed_on() -> None:
    net = Net(dense(4, 16), dense(16, 2))
    loss(net, jnp.ones((5, 4)), jnp.ones((5, 2)))
    loss(net, jnp.ones((5, 4)), jnp.ones((5, 3)))  # E: jdc-shape
    loss(net, jnp.ones((5, 3)), jnp.ones((5, 2)))  # E: jdc-shape
    step(net, jnp.ones(4)) + jnp.ones(2)
    step(net, jnp.ones(3))  # E: jdc-shape
    other = net.replace(out=dense(16, 3))
    loss(other, jnp.ones((5, 4)), jnp.ones((5, 3)))
    grads = jax.grad(loss)(net, jnp.ones((5, 4)), jnp.ones((5, 2)))
    grads.out.w + net.out.w
    grads.out.w + net.hidden.w  # E: jdc-shape


def unknown(net: Net, flag: bool, size: int) -> None:
    net(jnp.ones((5, 3)))
    some = Net(dense(4, 16), dense(16, 2)) if flag else Net(dense(3, 8), dense(8, 2))
    some(jnp.ones(3))
    sized = Net(dense(size, 16), dense(16, 2))
    sized(jnp.ones(3))
    again = Net(dense(4, 16), dense(16, 2))
    for _ in range(3):
        again(jnp.ones(3) if size == 3 else jnp.ones(4))
        again = Net(dense(3, 16), dense(16, 2))
    many = jax.vmap(lambda _: dense(4, 16))(jnp.arange(5))
    jax.vmap(lambda each, x: each(x), in_axes=(0, None))(many, jnp.ones(4))


class Pair(eqx.Module):
    left: Norm
    right: Norm

    def swapped(self) -> "Pair":
        return Pair(self.right, self.left)

    def __call__(self, x: Array) -> Array:
        return self.left(x)


def swaps() -> None:
    pair = Pair(Norm(jnp.ones(3)), Norm(jnp.ones(4)))
    pair(jnp.ones((2, 3)))
    pair.swapped()(jnp.ones((2, 4)))
    try:
        pair(jnp.ones((2, 5)))
    except TypeError:
        pass
