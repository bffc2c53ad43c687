"""jdc-static-mutable: changes of an object in a static field, and jitted methods that have seen the field."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@dataclasses.dataclass
class Options:
    rate: float = 1.0
    verbose: bool = False


@flax.struct.dataclass
class Trainer:
    x: jax.Array
    sizes: list[int] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type
    options: Options | None = flax.struct.field(pytree_node=False, default=None)  # E: jdc-static-type

    @jax.jit
    def sized(self) -> jax.Array:
        return self.x * len(self.sizes)

    def count(self) -> int:
        return len(self.sizes)


@jax.jit
def fit(trainer: Trainer) -> jax.Array:
    assert trainer.options is not None
    return trainer.x * trainer.options.rate


@jax.jit
def data(trainer: Trainer) -> jax.Array:
    return trainer.x


def methods() -> None:
    trainer = Trainer(jnp.ones(1), [1])
    trainer.sized()
    trainer.sizes.append(2)  # E: jdc-static-mutable
    trainer.sized()


def methods_of_the_class() -> None:
    trainer = Trainer(jnp.ones(1), [1])
    Trainer.sized(trainer)
    trainer.sizes.append(2)  # E: jdc-static-mutable
    Trainer.sized(trainer)


def objects() -> None:
    trainer = Trainer(jnp.ones(1), [1], Options())
    assert trainer.options is not None
    fit(trainer)
    trainer.options.rate = 2.0  # E: jdc-static-mutable
    fit(trainer)
    trainer.options.verbose = True  # which no jitted function reads
    fit(trainer)


def before_the_first_call() -> None:
    trainer = Trainer(jnp.ones(1), [1], Options())
    assert trainer.options is not None
    trainer.count()
    trainer.sizes.append(2)
    trainer.count()
    data(trainer)
    trainer.options.rate = 2.0
    data(trainer)
    fit(trainer)
    trainer.sized()


def another_object() -> None:
    seen, other = Trainer(jnp.ones(1), [], Options()), Trainer(jnp.ones(1), [], Options())
    fit(seen)
    assert other.options is not None
    other.options.rate = 2.0
    fit(other)


def given(trainer: Trainer) -> None:  # an object that may have the new value already
    fit(trainer)
    assert trainer.options is not None
    trainer.options.rate = 2.0
    fit(trainer)


@register_dataclass
@dataclasses.dataclass
class Open:
    x: jax.Array
    sizes: list[int] = dataclasses.field(metadata={"static": True})  # E: jdc-static-type
    mode: str = dataclasses.field(default="a", metadata={"static": True})

    @jax.jit
    def sized(self) -> jax.Array:
        return self.x * len(self.sizes)


def compiled_anew() -> None:
    opened = Open(jnp.ones(1), [1])
    opened.sized()
    opened.sizes.append(2)
    opened.mode = "b"
    opened.sized()


@flax.struct.dataclass
class GivenOptimizer:
    params: jax.Array
    hyper: Options = flax.struct.field(pytree_node=False)  # E: jdc-static-type


@jax.jit
def given_step(optimizer: GivenOptimizer) -> jax.Array:
    return optimizer.params - optimizer.hyper.rate


def given_decay(optimizer: GivenOptimizer) -> jax.Array:
    first = given_step(optimizer)
    optimizer.hyper.rate *= 0.1  # E: jdc-static-mutable
    return first + given_step(optimizer)


def given_decay_written_out(optimizer: GivenOptimizer) -> jax.Array:
    first = given_step(optimizer)
    optimizer.hyper.rate = 0.1 * optimizer.hyper.rate  # E: jdc-static-mutable
    return first + given_step(optimizer)


def given_and_set(optimizer: GivenOptimizer, other: GivenOptimizer) -> jax.Array:
    first = given_step(optimizer)
    optimizer.hyper.rate = other.hyper.rate * 0.1
    return first + given_step(optimizer)


def given_and_set_up(optimizer: GivenOptimizer) -> jax.Array:
    optimizer.hyper.rate *= 0.1
    return given_step(optimizer)


def given_and_made_anew(optimizer: GivenOptimizer) -> jax.Array:
    first = given_step(optimizer)
    optimizer = GivenOptimizer(first, Options())
    optimizer.hyper.rate *= 0.1
    return given_step(optimizer)


def given_in_a_loop(optimizer: GivenOptimizer) -> list[jax.Array]:
    rows = []
    for _ in range(3):
        rows.append(given_step(optimizer))
        optimizer.hyper.rate *= 0.1  # E: jdc-static-mutable
    return rows


def given_in_one_turn(optimizer: GivenOptimizer) -> jax.Array:
    while True:
        optimizer.hyper.rate *= 0.1
        if optimizer.hyper.rate < 1:
            return given_step(optimizer)


def given_before_the_loop(optimizer: GivenOptimizer) -> jax.Array:
    for _ in range(3):
        optimizer.hyper.rate *= 0.1
    return given_step(optimizer)


def given_in_turn(optimizers: list[GivenOptimizer], optimizer: GivenOptimizer) -> None:
    for optimizer in optimizers:
        given_step(optimizer)
        optimizer.hyper.rate *= 0.1
