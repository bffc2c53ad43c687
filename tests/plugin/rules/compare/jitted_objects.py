"""jdc-compare: objects in the place of the function that jit is given, whose hash it takes."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    weight: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.weight @ x

    def forward(self, x: jax.Array) -> jax.Array:
        return self.weight @ x

    @staticmethod
    def activation(x: jax.Array) -> jax.Array:
        return jnp.tanh(x)

    def compiled(self, x: jax.Array) -> jax.Array:
        return jax.jit(self.forward)(x)  # E: jdc-compare


class Deep(eqx.Module):
    layers: tuple[Net, ...]
    name: str = "deep"

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.layers[0](x)


class Small(eqx.Module):
    factor: float

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.factor * x


class Hashed(eqx.Module):
    weight: jax.Array

    def __hash__(self) -> int:
        return id(self)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.weight * x


@flax.struct.dataclass
class State:
    weight: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.weight * x

    def forward(self, x: jax.Array) -> jax.Array:
        return self.weight * x


@flax.struct.dataclass
class Settings:
    factor: float

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.factor * x


def compile_all(net: Net, deep: Deep, mlp: eqx.nn.MLP, state: State, x: jax.Array) -> None:
    jax.jit(net)(x)  # E: jdc-compare
    jax.jit(net.forward)(x)  # E: jdc-compare
    jax.jit(deep)(x)  # E: jdc-compare
    jax.jit(mlp)(x)  # E: jdc-compare
    jax.jit(state)(x)  # E: jdc-compare
    jax.jit(State(x))(x)  # E: jdc-compare
    jax.jit(state.forward)(x)
    jax.jit(net.activation)(x)
    jax.jit(jax.vmap(net))(x)
    jax.jit(lambda each, x: each(x))(net, x)
    eqx.filter_jit(net)(x)


def with_values(small: Small, hashed: Hashed, settings: Settings, x: jax.Array) -> None:
    jax.jit(small)(x)
    jax.jit(hashed)(x)
    jax.jit(settings)(x)


def of_names(x: jax.Array) -> None:
    net = Net(x)
    jax.jit(net)(x)  # E: jdc-compare
    mapped = jax.vmap(Net(x))
    jax.jit(mapped)(x)


def of_another(net: Net, x: jax.Array) -> jax.Array:
    net = jax.vmap(net)
    return jax.jit(net)(x)


def expected(net: Net, x: jax.Array) -> jax.Array | None:
    try:
        return jax.jit(net)(x)
    except TypeError:
        return None
