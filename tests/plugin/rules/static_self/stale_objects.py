"""Objects with a static self whose attributes code elsewhere changes between two calls."""

from functools import partial

import jax
import jax.numpy as jnp


class Agent:
    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.calls = 0

    @partial(jax.jit, static_argnums=0)
    def step(self, x: jax.Array) -> jax.Array:
        return x * self.rate


def changed(x: jax.Array) -> jax.Array:
    agent = Agent(0.1)
    first = agent.step(x)
    agent.rate = 0.5  # E: jdc-static-self
    return first + agent.step(x)


def grown(x: jax.Array) -> jax.Array:
    agent = Agent(0.1)
    first = agent.step(x)
    agent.rate *= 2  # E: jdc-static-self
    if first.shape:
        first = first + agent.step(x)
    return first


def in_rounds(x: jax.Array, rates: list[float]) -> jax.Array:
    agent = Agent(0.1)
    for rate in rates:
        agent.rate = rate  # E: jdc-static-self
        print(agent.step(x))
    return x


def in_rounds_of_other_sizes(x: jax.Array, rates: list[float]) -> jax.Array:
    agent = Agent(0.1)
    for number, rate in enumerate(rates, start=1):
        agent.rate = rate
        print(agent.step(jnp.ones(number)))
    for rate in rates:
        agent.rate = rate
        x = agent.step(jnp.concatenate([x, x]))
    return x


def of_one_name(x: jax.Array) -> jax.Array:
    agent = Agent(0.1)
    first = agent.step(x)
    agent.rate = 0.5
    x = x[:2]
    return first.sum() + agent.step(x)


def of_one_shape() -> jax.Array:
    agent = Agent(0.1)
    first = agent.step(jnp.ones(3))
    agent.rate = 0.5  # E: jdc-static-self
    return first + agent.step(jnp.zeros(3))


def of_other_shapes(rows: jax.Array, row: jax.Array) -> None:
    agent = Agent(0.1)
    agent.step(jnp.ones(3))
    agent.rate = 0.5
    agent.step(jnp.ones(4))
    agent.step(row)
    agent.rate = 0.7
    agent.step(rows)


def new_ones(x: jax.Array, rates: list[float]) -> jax.Array:
    for rate in rates:
        agent = Agent(0.1)
        agent.rate = rate
        x = agent.step(x)
    return x


def before_all_calls(x: jax.Array) -> jax.Array:
    agent = Agent(0.1)
    agent.rate = 0.5
    return agent.step(x) + agent.step(x)


def after_all_calls(x: jax.Array) -> jax.Array:
    agent = Agent(0.1)
    x = agent.step(x) + agent.step(x)
    agent.rate = 0.5
    return x


def unread(x: jax.Array) -> jax.Array:
    agent = Agent(0.1)
    x = agent.step(x)
    agent.calls += 1
    return agent.step(x)


def in_branches(x: jax.Array, is_late: bool) -> jax.Array:
    agent = Agent(0.1)
    if is_late:
        agent.rate = 0.5
        x = agent.step(x)
    else:
        x = agent.step(x)
    return x


def another_one(x: jax.Array) -> jax.Array:
    agent, other = Agent(0.1), Agent(0.2)
    x = agent.step(x)
    other.rate = 0.5
    return agent.step(x) + other.step(x)


def given(agent: Agent, x: jax.Array) -> jax.Array:
    x = agent.step(x)
    agent.rate = 0.5
    return agent.step(x)


def given_one_array(agent: Agent, x: jax.Array) -> jax.Array:
    before = agent.step(x)
    agent.rate = 0.5  # E: jdc-static-self
    return agent.step(x) - before


def given_another(agent: Agent, other: Agent, x: jax.Array) -> jax.Array:
    before = agent.step(x)
    other.rate = 0.5
    return agent.step(x) - before


def given_any_of_two(agent: Agent | None, x: jax.Array) -> jax.Array:
    agent = agent or Agent(0.1)
    before = agent.step(x)
    agent = Agent(0.2)
    agent.rate = 0.5
    return agent.step(x) - before


def compared_with_eager(x: jax.Array) -> jax.Array:
    agent = Agent(0.1)
    with jax.disable_jit():
        before = agent.step(x)
        agent.rate = 0.5
        return agent.step(x) - before
