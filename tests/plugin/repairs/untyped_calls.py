"""Functions without annotations that the plugin knows, in a program that calls no others."""

# mypy: disallow-untyped-calls

import flax.linen as nn
import flax.struct
import jax
import jax.numpy as jnp
from flax import nnx
from flax.core import FrozenDict
from flax.training.train_state import TrainState


@flax.struct.dataclass
class Ball:
    height: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="ball")


class Node(flax.struct.PyTreeNode):
    x: jax.Array
    size: int = flax.struct.field(pytree_node=False)


class Named(flax.struct.PyTreeNode):
    x: jax.Array
    sizes: dict[str, int] = flax.struct.field(pytree_node=False, default_factory=dict)  # E: jdc-static-type


class Model(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.dense = nnx.Linear(2, 2, rngs=rngs)


class State(TrainState):
    key: jax.Array


ball = jax.block_until_ready(jax.device_put(Ball(jnp.ones(3))))
with jax.named_scope("mean"):
    mean = jax.vmap(lambda each: jax.lax.pmean(each, "batch"), axis_name="batch")(ball)
state = State.create(apply_fn=nn.Dense(2).apply, params={}, tx=None, key=jax.random.key(0))
state = state.apply_gradients(grads={})
frozen: FrozenDict[str, int] = FrozenDict({"a": 1})  # E: no-untyped-call
model = Model(nnx.Rngs(0))
model.eval()
model.train()
metrics = nnx.MultiMetric(loss=nnx.metrics.Average("loss"))


class Scores(nnx.MultiMetric):
    pass


scores = Scores(loss=nnx.metrics.Average("loss"))


class OwnBase:
    def __init__(self, x):
        self.x = x


class OwnScores(OwnBase):
    pass


OwnScores(3)  # E: no-untyped-call
scaled = jax.tree_util.Partial(jnp.multiply, 2.0)
jitted = jax.jit(jax.vmap(lambda each: each * 2))
jitted(jnp.ones(3))
mesh = jax.make_mesh((1,), ("d",))
sharded = jax.jit(jax.shard_map(lambda each: each * 2, mesh=mesh, in_specs=jax.P(), out_specs=jax.P()))
sharded(jnp.ones(3))


def untyped(x):
    return x


class Own:
    def eval(self):
        return self


untyped(3)  # E: no-untyped-call
jax.jit(untyped)(3)
Own().eval()  # E: no-untyped-call
