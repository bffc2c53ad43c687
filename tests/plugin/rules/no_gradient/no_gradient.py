"""Static numbers in what is differentiated."""

import flax.struct
import jax


@flax.struct.dataclass
class Model:
    w: jax.Array
    scale: float = flax.struct.field(pytree_node=False, default=1.0)
    n: int = flax.struct.field(pytree_node=False, default=1)


@flax.struct.dataclass
class Learned:
    w: jax.Array
    scale: float = 1.0


def loss(model: Model) -> jax.Array:
    return (model.w * model.scale).sum()


def learned(model: Learned) -> jax.Array:
    return (model.w * model.scale).sum()


def run(model: Model, other: Learned) -> None:
    jax.grad(loss)(model)  # E: jdc-no-gradient
    jax.grad(learned)(other)
    jax.jit(loss)(model)
    jax.grad(lambda given: (given.w * given.scale).sum())(model)  # E: jdc-no-gradient
    jax.grad(lambda given: (given.w * given.scale).sum())(other)


@flax.struct.dataclass
class Holder:
    inner: Model


def held(holder: Holder) -> jax.Array:
    return holder.inner.w.sum()


def run_by_argument(model: Model, holder: Holder) -> None:
    jax.grad(held)(holder)  # E: jdc-no-gradient
    jax.grad(lambda h: h.inner.w.sum())(holder)  # E: jdc-no-gradient
    jax.grad(lambda w, m: (m.w * w).sum())(model.w, model)
    jax.grad(lambda m: m.w.sum())(Learned(model.w))
