"""jdc-discarded for methods of variables that have no type: what functions without annotations return."""

import datetime
from typing import Any, NamedTuple

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
import jax.numpy as jnp


class Rollout(NamedTuple):
    rewards: jax.Array
    values: jax.Array


class Seen(NamedTuple):
    view: chex.Array
    count: chex.Array


class SeenByAll(NamedTuple):
    view: chex.Array
    everything: chex.Array
    count: chex.Array


class Clock(NamedTuple):
    hour: int
    minute: int


@flax.struct.dataclass
class Model:
    params: Any
    config: Any

    @classmethod
    def loaded(cls, path):
        return cls({"w": jnp.ones(3)}, path)


def made(kind):
    return Rollout(jnp.zeros(3), jnp.zeros(3)) if kind else Seen(jnp.zeros(3), jnp.zeros(()))


def loss(params):
    return (params["w"] ** 2).sum()


def evaluate(steps):
    state = made(True)
    rollout = Rollout(jnp.zeros(3), jnp.zeros(3))
    gradient = jax.grad(loss)({"w": jnp.ones(3)})
    state._replace(values=state.values + steps)  # E: jdc-discarded
    rollout._replace(values=gradient["w"])  # E: jdc-discarded
    state = state._replace(rewards=gradient["w"])
    _ = state._replace(rewards=gradient["w"])
    state._replace(**gradient)
    print(state._replace(rewards=gradient["w"]))
    return jax.jit(lambda x: x)(state), rollout


def finetune(path, config):
    model = Model.loaded(path)
    model = model.replace(params={"w": jnp.zeros(3)})
    stamp = made(False)
    stamp.replace(minute=config)
    model.replace(config=config)  # E: jdc-discarded
    model.replace(config)
    return jax.value_and_grad(loss)(model.params)


def observed(seen: Seen | SeenByAll, clock: Clock, step: int) -> Seen | SeenByAll:
    seen._replace(count=jnp.asarray(step))  # E: jdc-discarded  # E: jdc-discarded
    clock._replace(hour=3)
    return seen._replace(count=jnp.asarray(step))


def when(now: Any) -> Any:
    now.replace(hour=3)
    later = datetime.datetime.now(datetime.UTC).replace(hour=3)
    return jax.tree.map(lambda x: x, (now.replace(hour=4), later))


def test_raises():
    state = made(True)
    state._replace(values=3)
    return jax.jit(lambda x: x)(state)
