"""jdc-compare: objects with functions that are compared before the arrays, and are equal only to themselves."""

from collections.abc import Callable

import flax.linen as nn
import flax.struct
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax.training.train_state import TrainState

Act = Callable[[jax.Array], jax.Array]


class Averaged(TrainState):
    mean: jax.Array


@flax.struct.dataclass
class Layer:
    act: Act = flax.struct.field(pytree_node=False)
    weight: jax.Array


@flax.struct.dataclass
class Late:
    weight: jax.Array
    act: Act = flax.struct.field(pytree_node=False)


@flax.struct.dataclass
class Relu:
    act: Act = flax.struct.field(pytree_node=False)
    weight: jax.Array


NET = nn.Dense(3)
TX = optax.sgd(0.1)


def averaged(net: nn.Module, key: jax.Array) -> Averaged:
    params = net.init(key, jnp.ones((1, 4)))
    return Averaged.create(apply_fn=net.apply, params=params, tx=optax.sgd(0.1), mean=jnp.ones(5))


def states(key: jax.Array) -> None:
    params = NET.init(key, jnp.ones((1, 4)))
    one = Averaged.create(apply_fn=NET.apply, params=params, tx=TX, mean=jnp.ones(5))
    other = Averaged.create(apply_fn=nn.Dense(3).apply, params=params, tx=TX, mean=jnp.ones(5))
    print(one == other, one != other)
    print(averaged(nn.Dense(3), key) == averaged(nn.Dense(3), key))
    again = Averaged.create(apply_fn=NET.apply, params=params, tx=TX, mean=jnp.ones(5))
    print(one == again)  # E-3.13: jdc-compare


def layers(weight: jax.Array) -> None:
    first = Layer(jnp.tanh, jnp.ones(3))
    second = Layer(jnp.sin, jnp.ones(3))
    print(first == second)
    print(Layer(lambda x: x, weight) == Layer(lambda x: x, weight))
    third = Layer(jnp.tanh, jnp.ones(3))
    print(first == third)  # E-3.13: jdc-compare
    print(Late(jnp.ones(3), jnp.tanh) == Late(jnp.ones(3), jnp.sin))  # E: jdc-compare


def any_layers(one: Layer, other: Layer) -> bool:
    return one == other


def same_functions(one: Relu, other: Relu) -> bool:
    return one == other  # E: jdc-compare


print(same_functions(Relu(jax.nn.relu, jnp.ones(3)), Relu(jax.nn.relu, jnp.ones(4))))


@flax.struct.dataclass
class Stepped:
    turn: int
    pos: jax.Array
    after: int = 0


def stepped() -> None:
    """Fields are compared in the order of the class body, which is not that of the alphabet."""
    print(Stepped(1, jnp.ones(6)) == Stepped(2, jnp.ones(6)))
    print(Stepped(1, jnp.ones(6), 1) == Stepped(1, jnp.ones(6), 2))  # E: jdc-compare
