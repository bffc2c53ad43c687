"""jdc-compare: objects in the place of the functions that JAX is given, whose hash it takes."""

import dataclasses

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


class Listed(eqx.Module):
    layers: list[eqx.nn.Linear]
    first: Net
    converted: tuple[int, ...] = eqx.field(converter=tuple, default=())

    def __call__(self, x: jax.Array) -> jax.Array:
        x = jax.checkpoint(self.first)(x)  # E: jdc-compare
        x = jax.checkpoint(self.first.forward)(x)  # E: jdc-compare
        x = jax.checkpoint(self.layers[0])(x)  # E: jdc-compare
        for layer in self.layers:
            x = jax.checkpoint(layer)(x)  # E: jdc-compare
            x = jax.checkpoint(lambda y, each=layer: each(y))(x)
            x = eqx.filter_checkpoint(layer)(x)
        return jax.vmap(self.first)(x)


class Converted(eqx.Module):
    sizes: list[int] = eqx.field(converter=tuple)
    scale: float = 1.0

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.scale * x


class Recurrent(eqx.Module):
    weight: jax.Array

    def step(self, carry: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return carry * self.weight + x, carry

    def grown(self, x: jax.Array) -> jax.Array:
        return x + self.weight

    def grown_at(self, index: jax.Array, x: jax.Array) -> jax.Array:
        return x + self.weight * index

    def is_small(self, x: jax.Array) -> jax.Array:
        return (x < 3.0).all()

    def __call__(self, carry: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return self.step(carry, x)

    def run(self, xs: jax.Array) -> jax.Array:
        jax.lax.scan(self.step, xs[0], xs)  # E: jdc-compare
        jax.lax.scan(self.__call__, xs[0], xs)
        jax.lax.scan(lambda carry, x: self.step(carry, x), xs[0], xs)
        jax.lax.while_loop(self.is_small, lambda x: x + 1.0, xs)  # E: jdc-compare
        jax.lax.while_loop(lambda x: x.sum() < 3.0, self.grown, xs)  # E: jdc-compare
        jax.lax.fori_loop(0, 3, self.grown_at, xs)  # E: jdc-compare
        jax.lax.cond(xs.sum() > 0.0, self.grown, lambda x: x, xs)  # E: jdc-compare
        jax.lax.switch(xs.argmax(), [self.grown, self.grown], xs)  # E: jdc-compare
        jax.lax.switch(xs.argmax(), [self.grown], xs)
        jax.lax.map(self.grown, xs)
        return jax.lax.associative_scan(jnp.add, xs)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Open:
    factor: float

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.factor * x

    def step(self, carry: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return carry * self.factor, x


@jax.tree_util.register_dataclass
@dataclasses.dataclass(eq=False)
class Identical:
    factor: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.factor * x


def of_others(opened: Open, identical: Identical, converted: Converted, x: jax.Array) -> None:
    jax.jit(opened)(x)  # E: jdc-compare
    jax.jit(identical)(x)
    jax.jit(converted)(x)
    jax.checkpoint(opened)(x)  # E: jdc-compare
    jax.lax.scan(opened.step, x, x)
    jax.lax.cond(x.sum() > 0.0, opened, identical, x)  # E: jdc-compare


@dataclasses.dataclass(frozen=True)
class PlainFrozen:
    matrix: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return x @ self.matrix

    def method(self, x: jax.Array) -> jax.Array:
        return x @ self.matrix


@dataclasses.dataclass
class PlainOpen:
    size: int

    def __call__(self, x: jax.Array) -> jax.Array:
        return x * self.size


@dataclasses.dataclass(frozen=True)
class PlainHashed:
    size: int
    matrix: jax.Array = dataclasses.field(compare=False)

    def __call__(self, x: jax.Array) -> jax.Array:
        return x * self.size


class PlainIdentical:
    def __init__(self, matrix: jax.Array) -> None:
        self.matrix = matrix

    def __call__(self, x: jax.Array) -> jax.Array:
        return x @ self.matrix


def of_plain_dataclasses(frozen: PlainFrozen, hashed: PlainHashed, other: PlainIdentical, x: jax.Array) -> None:
    jax.jit(frozen)(x)  # E: jdc-compare
    jax.jit(PlainOpen(3))(x)  # E: jdc-compare
    jax.lax.scan(lambda carry, _: (frozen(carry), None), x, None, length=3)
    jax.jit(frozen.method)(x)
    jax.jit(hashed)(x)
    jax.jit(other)(x)
    jax.vmap(frozen)(x)
