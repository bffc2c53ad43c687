"""jdc-carry: trees of loops and branches that helpers and objects without annotations make, as the run shows them."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax import struct
from flax.training.train_state import TrainState


class Memory(NamedTuple):
    hidden: jax.Array
    cell: jax.Array


@struct.dataclass
class Probe:
    x: jax.Array
    rate: float = struct.field(pytree_node=False, default=0.5)
    order: str = struct.field(pytree_node=False, default="first")


@struct.dataclass
class Other:
    x: jax.Array


class Cell:
    def __init__(self, named):
        self.named = named

    def start(self):
        return Memory(jnp.zeros(2), jnp.zeros(2))

    def __call__(self, memory, x):
        hidden = jnp.tanh(memory.hidden + x)
        return (Memory(hidden, memory.cell) if self.named else (hidden, memory.cell)), hidden


def unrolled(cell, xs):
    def body(memory, x):
        return cell(memory, x)

    return jax.lax.scan(body, cell.start(), xs)  # E: jdc-carry


def rolled(cell, xs):
    return jax.lax.scan(lambda memory, x: cell(memory, x), cell.start(), xs)


def slower(probe):
    return probe.replace(x=probe.x + 1, rate=probe.rate * 0.5)


def moved(probe):
    return probe.replace(x=probe.x + 1, rate=probe.rate)


def settled(step, probe):
    return jax.lax.fori_loop(0, 3, lambda _, probe: step(probe), probe)


def stepped(state, batch):
    return state.apply_gradients(grads={"w": batch}), state.params


def epochs(state, batches, key):
    def epoch(carry, batch):
        state, key = carry
        state, params = stepped(state, batch)
        return state, params["w"]

    return jax.lax.scan(epoch, (state, key), batches)  # E: jdc-carry


def epochs_well(state, batches, key):
    def epoch(carry, batch):
        state, key = carry
        state, params = stepped(state, batch)
        return (state, key), params["w"]

    return jax.lax.scan(epoch, (state, key), batches)


def table(rows, more):
    made = {"mean": rows.mean(), "sum": rows.sum()}
    if more:
        made["max"] = rows.max()
    return made


def chosen(flag, rows):
    one = jax.lax.cond(flag, lambda: table(rows, False), lambda: table(rows - 1, False))
    two = jax.lax.cond(flag, lambda: table(rows, False), lambda: table(rows, True))  # E: jdc-carry
    return one, two


def answers(flag, probe):
    same = jax.lax.cond(flag, lambda: (moved(probe), True), lambda: (probe, False))
    bare = jax.lax.cond(flag, lambda: (moved(probe), True), lambda: moved(probe))  # E: jdc-carry
    fast = jax.lax.cond(flag, lambda: slower(probe), lambda: probe)  # E: jdc-carry
    return same, bare, fast


def alike(flag, x):
    return jax.lax.cond(flag, lambda: [x, None], lambda: [x + 1, None])


def main():
    unrolled(Cell(False), jnp.arange(3.0))
    rolled(Cell(True), jnp.arange(3.0))
    settled(moved, Probe(jnp.zeros(2)))
    state = TrainState.create(apply_fn=None, params={"w": jnp.zeros(2)}, tx=optax.sgd(0.1))
    epochs(state, jnp.ones((3, 2)), jax.random.key(0))
    epochs_well(state, jnp.ones((3, 2)), jax.random.key(0))
    chosen(jnp.array(True), jnp.arange(3.0))
    answers(jnp.array(True), Probe(jnp.zeros(2)))
    alike(jnp.array(True), jnp.zeros(2))


if __name__ == "__main__":
    main()
