"""jdc-concrete: what a model or a layer that is an object makes in a trace, whatever it is given."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx


class Critic(nnx.Module):
    def __init__(self, size: int, *, rngs: nnx.Rngs) -> None:
        self.body = nnx.Linear(size, size, rngs=rngs)
        self.norm = nnx.LayerNorm(size, rngs=rngs)
        self.head = nnx.Linear(size, 1, rngs=rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        x = nnx.relu(self.norm(self.body(x)))
        return self.head(x).squeeze(-1)


class Pooled(nnx.Module):
    def __init__(self, critic: Critic, rngs: nnx.Rngs) -> None:
        self.critic = critic
        self.table = nnx.Embed(4, 2, rngs=rngs)

    def __call__(self, rows: jax.Array) -> jax.Array:
        x = self.table(rows)
        return jnp.reshape(self.critic(x), (-1, 1))[:, 0]


class Shared(nnx.Module):
    """Hands on what it is given."""

    def __init__(self) -> None:
        self.passes = True

    def __call__(self, x: Any) -> Any:
        return x


class Base(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.layer = nnx.Linear(2, 1, rngs=rngs)

    def __call__(self, x: jax.Array) -> Any:
        return self.layer(x)


class Named(Base):
    def __call__(self, x: jax.Array) -> Any:
        return "named"


class Scorer(eqx.Module):
    layer: eqx.nn.Linear
    limit: float

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.layer(x) * 2


@nnx.jit
def advantage(critic: Critic, x: jax.Array) -> jax.Array:
    value = critic(x)
    print(f"{float(value.mean()):.2f}")  # E: jdc-concrete
    if value.ndim > 1 or value is None:
        return value
    return value - value.mean()


@nnx.jit
def embedded(table: nnx.Embed, critic: Critic, rows: jax.Array) -> jax.Array:
    if table(rows).max() > 1:  # E: jdc-concrete
        return rows
    while critic.body(rows).sum() > 0:  # E: jdc-concrete
        rows = rows - 1
    return rows


@nnx.jit
def pooled(net: Pooled, rows: jax.Array) -> jax.Array:
    return rows if net(rows).min() > 0 else -rows  # E: jdc-concrete


@eqx.filter_jit
def scored(scorer: Scorer, x: jax.Array) -> jax.Array:
    score = scorer(x)
    if scorer.limit > 1:
        return score
    return score if score[0] > 0 else -score  # E: jdc-concrete


@jax.jit
def chosen(x: jax.Array) -> jax.Array:
    net = eqx.nn.MLP(2, 1, 4, 1, key=jax.random.key(0))
    assert net(x).sum() > 0  # E: jdc-concrete
    return x


@nnx.jit
def handed_on(shared: Shared, base: Base, x: jax.Array) -> jax.Array:
    if shared(True):
        return x
    if base(x) == "named":
        return -x
    return x * 2


def eager(critic: Critic, scorer: Scorer, x: jax.Array) -> float:
    if critic(x).sum() > 0:
        return float(scorer(x)[0])
    return 0.0


def report(critic: Critic, x: jax.Array) -> None:
    kept, x0 = critic, x

    @nnx.jit
    def run(critic: Critic, x: jax.Array) -> jax.Array:
        value = critic(x)
        jax.debug.callback(lambda: print(float(kept(x0).sum())))
        return jnp.where(value > 0, value, 0.0)

    if run(critic, x).sum() > 0:
        print(float(critic(x).mean()))


critic, scorer = Critic(2, rngs=nnx.Rngs(0)), Scorer(eqx.nn.Linear(2, 1, key=jax.random.key(0)), 2.0)
handed_on(Shared(), Named(nnx.Rngs(0)), jnp.ones(2))
eager(critic, scorer, jnp.ones(2))
report(critic, jnp.ones((3, 2)))
scored(scorer, jnp.ones(2))
