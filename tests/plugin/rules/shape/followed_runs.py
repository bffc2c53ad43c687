"""Mistakes that only the run of the module shows: objects that change, loops, lists and dicts, configurations."""

import dataclasses
import itertools
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from flax import struct

WIDTH = 4


@dataclasses.dataclass
class Config:
    rows: int = 6
    columns: int = WIDTH
    hidden: tuple[int, ...] = (8, 8)


class Net:
    def __init__(self, config: Config, key: jax.Array) -> None:
        sizes = (config.columns, *config.hidden, 2)
        self.layers = []
        for n_in, n_out in itertools.pairwise(sizes):
            key, one = jax.random.split(key)
            self.layers.append((jax.random.normal(one, (n_in, n_out)), jnp.zeros(n_out)))
        self.scale = jnp.ones(2)

    def __call__(self, x: jax.Array) -> jax.Array:
        for weights, bias in self.layers[:-1]:
            x = jnp.tanh(x @ weights + bias)
        weights, bias = self.layers[-1]
        return self.scale * (x @ weights + bias)

    def wrong(self, x: jax.Array) -> jax.Array:
        for weights, _ in self.layers:
            x = x @ weights.T  # E: jdc-shape
        return x


def make(config: Config) -> dict[str, jax.Array]:
    return {"w": jnp.zeros((config.columns, 3)), "b": jnp.zeros(3), "c": jnp.zeros(config.rows)}


def loss(params: dict[str, jax.Array], x: jax.Array) -> jax.Array:
    return jnp.mean((x @ params["w"] + params["b"]) ** 2)


def loss_of_rows(params: dict[str, jax.Array], x: jax.Array) -> jax.Array:
    return jnp.mean(x @ params["w"] + params["c"])  # E: jdc-shape


@partial(jax.jit, static_argnames="config")
def jitted(x: jax.Array, config: "Frozen") -> jax.Array:
    return x.reshape(config.groups, -1) + jnp.zeros(config.width)


@dataclasses.dataclass(frozen=True)
class Frozen:
    groups: int = 2
    width: int = 12


class State(NamedTuple):
    position: jax.Array
    seen: jax.Array


def step(state: State, x: jax.Array) -> tuple[State, jax.Array]:
    return state._replace(position=state.position + x), state.position.sum()


def narrow(state: State, x: jax.Array) -> tuple[State, jax.Array]:
    return state._replace(position=state.position[1:]), x


@struct.dataclass
class Pair:
    one: jax.Array
    other: jax.Array


def swapped(pair: Pair) -> jax.Array:
    return pair.one @ pair.other


class Changing:
    def __init__(self) -> None:
        self.value = jnp.zeros(3)

    def grow(self) -> None:
        self.value = jnp.concatenate([self.value, self.value])


class Setting:
    def __init__(self) -> None:
        self._x = jnp.zeros(3)

    @property
    def x(self) -> jax.Array:
        return self._x

    @x.setter
    def x(self, value: jax.Array) -> None:
        self._x = jnp.concatenate([value, value])


def losses_of(flag: bool) -> dict[str, jax.Array]:
    losses = {}
    for name in ("a", "b"):
        if flag:
            losses[name] = jnp.zeros(3)
    return losses


def unknown(config: Config) -> None:
    for name in ("rows", "columns"):
        setattr(config, name, 3)


def main() -> None:
    config = Config()
    net = Net(config, jax.random.key(0))
    x = jnp.ones((config.rows, config.columns))
    y = net(x)
    net.wrong(x)
    params = make(config)
    for number in range(1000):
        value, grads = jax.value_and_grad(loss)(params, x)
        params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
        if number % 100 == 0:
            print(value + y.sum())
    loss_of_rows(params, x)
    x @ params["b"]  # E: jdc-shape
    jitted(x, Frozen())
    start = State(jnp.zeros(4), jnp.zeros(()))
    last, sums = jax.lax.scan(step, start, x)
    last.position + sums  # E: jdc-shape
    jax.lax.scan(narrow, start, x)  # E: jdc-shape
    pair = Pair(one=jnp.zeros((2, 3)), other=jnp.zeros((3, 2)))
    swapped(pair)
    turned = jax.tree.map(jnp.transpose, pair)
    turned.one + jnp.zeros((2, 3))  # E: jdc-shape
    generator = np.random.default_rng(0)
    images = generator.normal(size=(config.rows, 5)).astype(np.float32)
    jnp.asarray(images) @ params["w"]  # E: jdc-shape


def right() -> None:
    changing = Changing()
    for _ in range(2):
        changing.grow()
    changing.value + jnp.zeros(12)
    config = Config()
    config.rows = 5
    jnp.zeros(config.rows) + jnp.zeros(5)
    unknown(config)
    jnp.zeros(config.rows) + jnp.zeros(3)
    setting = Setting()
    setting.x = jnp.zeros(2)
    setting.x + jnp.zeros(4)
    vars(changing).update(value=jnp.zeros(2))
    changing.value + jnp.zeros(2)
    means = jax.tree.map(jnp.mean, losses_of(bool(np.random.default_rng(1).integers(2) < 5)))
    print(means["a"])
    match config.rows:
        case 3:
            matched = jnp.zeros(6)
        case _:
            matched = jnp.zeros(5)
    matched + jnp.zeros(6)
    arrays = [jnp.zeros(3)]
    alias = arrays
    alias.append(jnp.zeros(4))
    arrays[-1] + jnp.zeros(4)
    table = {"a": jnp.zeros(2)}
    for size in (3, 4):
        table["a"] = jnp.zeros(size)
    table["a"] + jnp.zeros(4)
    try:
        jnp.zeros(3) + table["a"]
    except TypeError:
        print("as expected")
    either = jnp.zeros(3) if generator_of(3).random() < 0.5 else jnp.zeros(4)
    either[:1] + jnp.zeros(9)
    for _ in range(100):
        if either.sum() > 0:
            either = jnp.zeros(5)
    jnp.concatenate([either, either])
    first = None
    for each in ([], [1], [1, 2]):
        if not each:
            continue
        first = jnp.zeros(len(each))
        if len(each) > 1:
            break
    assert first is not None
    first + jnp.zeros(2)


def generator_of(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


if __name__ == "__main__":
    main()
    right()
