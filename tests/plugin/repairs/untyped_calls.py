"""Functions without annotations that the plugin knows, in a program that calls no others."""

# mypy: disallow-untyped-calls

import flax.linen as nn
import flax.struct
import jax
import jax.numpy as jnp
from flax.core import FrozenDict
from flax.training.train_state import TrainState


@flax.struct.dataclass
class Ball:
    height: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="ball")


class Node(flax.struct.PyTreeNode):
    x: jax.Array
    size: int = flax.struct.field(pytree_node=False)


class State(TrainState):
    key: jax.Array


ball = jax.block_until_ready(jax.device_put(Ball(jnp.ones(3))))
with jax.named_scope("mean"):
    mean = jax.vmap(lambda each: jax.lax.pmean(each, "batch"), axis_name="batch")(ball)
state = State.create(apply_fn=nn.Dense(2).apply, params={}, tx=None, key=jax.random.key(0))
state = state.apply_gradients(grads={})
frozen: FrozenDict[str, int] = FrozenDict({"a": 1})  # E: no-untyped-call


def untyped(x):
    return x


untyped(3)  # E: no-untyped-call
