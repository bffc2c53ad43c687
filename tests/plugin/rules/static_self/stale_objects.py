"""Objects with a static self whose attributes code elsewhere changes between two calls."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


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


class Schedule:
    def __init__(self, table: np.ndarray) -> None:
        self.values: list[float] = [1.0]
        self.named = {"scale": 1.0}
        self.table = table
        self.seen: list[float] = []
        self.log = print

    @partial(jax.jit, static_argnums=0)
    def at(self, x: jax.Array) -> jax.Array:
        return self.scaled(x) + sum(self.values) + self.table[0]

    def scaled(self, x: jax.Array) -> jax.Array:
        return x * self.named["scale"]

    def push(self, value: float) -> None:
        self.values.append(value)

    def push_some(self, value: float) -> None:
        if value > 3:
            self.values.append(value)

    def note(self, value: float) -> None:
        self.seen.append(value)


def in_place(x: jax.Array, schedule: Schedule) -> jax.Array:
    first = schedule.at(x)
    schedule.values.append(2.0)  # E: jdc-static-self
    schedule.values[0] = 2.0  # E: jdc-static-self
    schedule.named["scale"] = 2.0  # E: jdc-static-self
    schedule.named.update(scale=2.0)  # E: jdc-static-self
    schedule.table[0] += 2.0  # E: jdc-static-self
    schedule.push(3.0)  # E: jdc-static-self
    schedule.push_some(3.0)
    schedule.note(3.0)
    schedule.seen.append(4.0)
    print(schedule.values.index(2.0))
    return first + schedule.at(x)


def in_place_in_rounds(x: jax.Array) -> None:
    schedule = Schedule(np.ones(3))
    for value in (1.0, 2.0):
        schedule.push(value)  # E: jdc-static-self
        print(schedule.at(x))


def built_at_first(x: jax.Array) -> jax.Array:
    schedule = Schedule(np.ones(3))
    schedule.push(2.0)
    schedule.named["scale"] = 3.0
    return schedule.at(x) + schedule.at(x)


def built_anew(x: jax.Array) -> None:
    for value in (1.0, 2.0):
        schedule = Schedule(np.ones(3))
        schedule.push(value)
        print(schedule.at(x))


def of_other_objects(x: jax.Array, values: list[float], other: Schedule) -> jax.Array:
    schedule = Schedule(np.ones(3))
    first = schedule.at(x)
    values.append(2.0)
    other.values.append(3.0)
    return first + schedule.at(x)


class Counting:
    """It counts how often it is traced."""

    def __init__(self) -> None:
        self.traces = 0
        self.shapes: list[tuple[int, ...]] = []
        self.last: dict[str, int] = {}

    @partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array) -> jax.Array:
        self.traces += 1
        self.shapes.append(x.shape)
        self.last["ndim"] = x.ndim
        return x * 2

    def reset(self) -> None:
        self.traces = 0


def counted(x: jax.Array) -> None:
    counting = Counting()
    counting.run(x)
    counting.traces = 0
    counting.shapes.clear()
    counting.last["ndim"] = 0
    counting.run(x)
    assert counting.traces == 0
