"""jdc-lost-mutation: tracers that a traced function puts into dicts, and into the object whose method it is."""

import functools
from typing import Any

import jax
import jax.numpy as jnp

METRICS: dict[str, jax.Array] = {}
SHAPES: dict[str, tuple[int, ...]] = {}
RENEWED: dict[str, jax.Array] = {}
SCRATCH: dict[str, jax.Array] = {}


@jax.jit
def step(w: jax.Array) -> jax.Array:
    loss = (w**2).sum()
    METRICS["loss"] = loss  # E: jdc-lost-mutation
    METRICS["unread"] = loss
    SHAPES["w"] = w.shape
    RENEWED["loss"] = loss
    SCRATCH["loss"] = loss
    SCRATCH.pop("loss")
    own: dict[str, jax.Array] = {}
    own["loss"] = loss
    return w - 0.1 * w * own["loss"]


def train() -> float:
    w = step(jnp.ones(2))
    RENEWED["loss"] = w.sum()
    print(SHAPES["w"][0], METRICS["unread"].shape, METRICS.get("loss"), SCRATCH.get("loss"))
    return float(METRICS["loss"]) + float(RENEWED["loss"])


def updated() -> float:
    w = step(jnp.ones(2))
    METRICS.update(loss=w.sum())
    return float(METRICS["loss"])


def before() -> jax.Array:
    METRICS["loss"] = jnp.zeros(())
    return step(jnp.ones(2) * METRICS["loss"])


class Trainer:
    def __init__(self) -> None:
        self.w = jnp.ones(2)
        self.history: list[jax.Array] = []
        self.metrics: dict[str, jax.Array] = {}
        self.names: list[str] = []

    def train(self) -> float:
        @jax.jit
        def step(w: jax.Array) -> jax.Array:
            loss = (w**2).sum()
            self.history.append(loss)  # E: jdc-lost-mutation
            self.metrics["loss"] = loss  # E: jdc-lost-mutation
            self.names.append("step")
            return w - 0.1 * w

        self.w = step(self.w)
        print(len(self.history), self.names[-1])
        return float(self.history[-1]) + float(self.metrics["loss"])


class Agent:
    def __init__(self) -> None:
        self.w = jnp.ones(2)
        self.last = jnp.zeros(2)
        self.seen = jnp.zeros(2)
        self.traces = 0

    @functools.partial(jax.jit, static_argnums=0)
    def act(self, x: jax.Array) -> jax.Array:
        y = self.w * x
        self.last = y  # E: jdc-lost-mutation
        self.seen = x
        self.traces += 1
        return y

    def run(self) -> jax.Array:
        y = self.act(jnp.ones(2))
        self.seen = y
        return self.seen + self.traces


def play() -> jax.Array:
    agent = Agent()
    for _ in range(3):
        agent.act(jnp.ones(2))
    return agent.last + 1


def replay(agent: Agent) -> jax.Array:
    agent.act(jnp.ones(2))
    agent.last = jnp.zeros(2)
    return agent.last + 1


class Memory:
    """Another class with a method of the same name, which runs as it is."""

    def __init__(self) -> None:
        self.last = jnp.zeros(2)

    def act(self, x: jax.Array) -> None:
        self.last = x


def remember() -> jax.Array:
    memory = Memory()
    memory.act(jnp.ones(2))
    return memory.last + 1


def of_gradients(w: jax.Array) -> float:
    seen: dict[str, jax.Array] = {}
    eager: dict[str, jax.Array] = {}

    def loss(w: jax.Array) -> jax.Array:
        out = (w**2).sum()
        seen["loss"] = out  # E: jdc-lost-mutation
        return out

    def other(w: jax.Array) -> jax.Array:
        out = (w**2).sum()
        eager["loss"] = out
        return out

    slope = jax.jit(jax.grad(loss))(w)
    again = jax.grad(other)(w)
    print(slope, again)
    return float(seen["loss"]) + float(eager["loss"])


class Keeping:
    """Methods that an object keeps jitted."""

    def __init__(self, rate: float) -> None:
        self.rate: Any = rate
        self.last: Any = None
        self.table: dict[str, Any] = {}
        self.step = jax.jit(self._step)
        self.note = jax.jit(self._note)
        self.both = jax.jit(self._both)
        self.plain = self._plain

    def _step(self, x: jax.Array) -> jax.Array:
        self.last = x * self.rate  # E: jdc-lost-mutation
        return x

    def _note(self, x: jax.Array) -> jax.Array:
        self.table["x"] = x * self.rate  # E: jdc-lost-mutation
        return x

    def _both(self, x: jax.Array) -> jax.Array:
        self.rate = x * 2
        return x

    def _plain(self, x: jax.Array) -> jax.Array:
        self.last = x * 3
        return x


def use_kept(x: jax.Array) -> Any:
    keeping = Keeping(2.0)
    keeping.step(x)
    keeping.note(x)
    return keeping.last + keeping.table["x"]


def use_both(x: jax.Array) -> Any:
    keeping = Keeping(2.0)
    keeping.both(x)
    keeping._both(x)
    return keeping.rate + 1


def use_plain(x: jax.Array) -> Any:
    keeping = Keeping(2.0)
    keeping.plain(x)
    return keeping.last + 1
