"""jdc-lost-mutation: tracers that a traced function puts where the code around it finds them."""

from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp


@dataclass
class Stats:
    mean: jax.Array
    calls: int = 0


STATS = Stats(jnp.array(0.0))
LOSSES: list[jax.Array] = []
LAST = jnp.array(0.0)
UNREAD: list[jax.Array] = []


@jax.jit
def standardise(x: jax.Array) -> jax.Array:
    STATS.mean = x.mean()  # E: jdc-lost-mutation
    STATS.calls = STATS.calls + 1
    UNREAD.append(x)
    return x - STATS.mean


@jax.jit
def collect(x: jax.Array) -> jax.Array:
    global LAST
    loss = (x**2).sum()
    LOSSES.append(loss)  # E: jdc-lost-mutation
    LAST = loss  # E: jdc-lost-mutation
    own = [loss]
    own.append(x)
    return x


def use() -> jax.Array:
    standardise(jnp.ones(3))
    print(STATS.calls, len(UNREAD))
    collect(jnp.ones(3))
    return STATS.mean + 1 + jnp.stack(LOSSES) + LAST


class Trainer:
    def __init__(self) -> None:
        self.loss = jnp.array(0.0)
        self.weights = jnp.array(0.0)
        self.started = False

    def fit(self, xs: jax.Array) -> jax.Array:
        def step(w: jax.Array, x: jax.Array) -> tuple[jax.Array, None]:
            self.loss = ((w - x) ** 2).mean()  # E: jdc-lost-mutation
            self.weights = w * 2
            self.started = True
            return w, None

        w, _ = jax.lax.scan(step, jnp.zeros(()), xs)
        print(self.weights.shape, self.started)
        return w + self.loss


class Context:
    scale: jax.Array


CONTEXT = Context()


def layer(x: jax.Array) -> jax.Array:
    return x * CONTEXT.scale


@jax.jit
def forward(x: jax.Array) -> jax.Array:
    CONTEXT.scale = x.mean()
    return layer(x)


def renewed() -> jax.Array:
    y = forward(jnp.ones(3))
    CONTEXT.scale = jnp.ones(())
    return y * CONTEXT.scale


def before() -> jax.Array:
    y = CONTEXT.scale
    return forward(y)


def in_loop() -> list[float]:
    seen: list[jax.Array] = []
    cleared: list[jax.Array] = []

    @jax.jit
    def step(x: jax.Array) -> jax.Array:
        y = x * 2
        seen.append(y)  # E: jdc-lost-mutation
        cleared.append(y)
        return y

    for _ in range(3):
        step(jnp.ones(()))
    cleared.clear()
    return [float(each) for each in seen] + [float(each) for each in cleared]


def by_callback(x: jax.Array) -> jax.Array:
    seen: list[jax.Array] = []

    @jax.jit
    def step(x: jax.Array) -> jax.Array:
        def keep(value: jax.Array) -> None:
            seen.append(value)

        jax.debug.callback(keep, x)
        jax.debug.callback(lambda value: seen.append(value), x)
        return x

    return step(x) + jnp.stack(seen)


def without_jit(x: jax.Array) -> jax.Array:
    seen: list[jax.Array] = []

    def step(x: jax.Array) -> jax.Array:
        seen.append(x)
        return x

    return step(x) + seen[0]


class Resetting:
    def __init__(self) -> None:
        self.last = jnp.array(0.0)

    def in_branches(self, x: jax.Array, flag: bool) -> jax.Array:
        @jax.jit
        def step(x: jax.Array) -> jax.Array:
            self.last = x * 2
            return x

        if flag:
            x = step(x)
        else:
            x = x + self.last
        return x

    def in_loop(self, xs: list[jax.Array]) -> None:
        @jax.jit
        def step(x: jax.Array) -> jax.Array:
            self.last = x * 2
            return x

        for x in xs:
            self.last = jnp.array(0.0)
            print(self.last + x)
            step(x)


SEEN: list[jax.Array] = []


@jax.jit
def put_back(x: jax.Array) -> jax.Array:
    CONTEXT.scale = x.mean()
    SEEN.append(x)
    y = layer(x) + SEEN[0]
    CONTEXT.scale = jnp.ones(())
    SEEN.pop()
    return y


@jax.jit
def shown(x: jax.Array) -> jax.Array:
    STATS.mean = x.mean()
    return x


def show() -> jax.Array:
    y = put_back(jnp.ones(3)) * CONTEXT.scale + jnp.stack(SEEN)
    shown(y)
    print(STATS.mean, STATS.mean is None)
    return y


@jax.tree_util.register_dataclass
@dataclass
class Fit:
    loss: jax.Array
    history: list[Any] = field(default_factory=list, metadata={"static": True})  # E: jdc-static-type
    rows: list[jax.Array] = field(default_factory=list)

    @jax.jit
    def noted(self) -> jax.Array:
        self.history.append(self.loss)  # E: jdc-lost-mutation
        return self.loss


@jax.jit
def recorded(fit: Fit) -> jax.Array:
    fit.history.append(fit.loss)  # E: jdc-lost-mutation
    return fit.loss


@jax.jit
def recorded_for_nobody(fit: Fit) -> jax.Array:
    fit.history.append(fit.loss)
    return fit.loss


def use_history() -> None:
    fit = Fit(jnp.ones(()))
    recorded(fit)
    print(fit.history[0] + 1)
    other = Fit(jnp.ones(()))
    other.noted()
    print(sum(other.history))
    third = Fit(jnp.ones(()))
    recorded_for_nobody(third)
    print(third.loss)
