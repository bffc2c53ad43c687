"""Operations in functions that are given an object, which hold only where two of its sizes are equal."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax import Array
from jax.tree_util import register_dataclass
from jaxtyping import Float, Int


@register_dataclass
@dataclass
class Batch:
    obs: Float[Array, "t b 6"]
    action: Int[Array, "t b"]
    reward: Float[Array, "t b"]


@register_dataclass
@dataclass
class Policy:
    w: Float[Array, "6 actions"]


def logits(p: Policy, obs: Float[Array, "*batch 6"]) -> Float[Array, "*batch actions"]:
    return obs @ p.w


def wrong(p: Policy, b: Batch) -> Float[Array, ""]:
    b.obs * b.reward  # E: jdc-shape
    b.reward @ b.reward  # E: jdc-shape
    b.reward.sum(axis=0) + b.reward.sum(axis=1)  # E: jdc-shape
    logp = jax.nn.log_softmax(logits(p, b.obs))
    return -jnp.mean(logp[..., 0] * b.reward)


def right(p: Policy, b: Batch, other: Batch) -> Float[Array, ""]:
    b.obs * b.reward[..., None]
    b.reward @ b.reward.T
    b.reward @ other.reward.T
    b.reward * other.reward
    b.obs.sum(axis=(0, 2)) + b.reward.sum(axis=0)
    logp = jax.nn.log_softmax(logits(p, b.obs))
    return -jnp.mean(jnp.take_along_axis(logp, b.action[..., None], axis=-1)[..., 0] * b.reward)


def asks(b: Batch) -> Array:
    if b.reward.shape[0] != b.reward.shape[1]:
        raise ValueError
    return b.reward @ b.reward


def main() -> None:
    zeros = jnp.zeros((7, 4))
    batch = Batch(jnp.ones((7, 4, 6)), zeros.astype(jnp.int32), zeros)
    policy = Policy(jnp.ones((6, 2)))
    tail = jax.tree.map(lambda each: each[1:], batch)
    print(wrong(policy, batch), right(policy, tail, tail), asks(batch))
