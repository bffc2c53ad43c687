"""jdc-static-mutable: objects that a function or the module makes, and changes once a jitted function has seen them."""

import dataclasses

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Config:
    x: jax.Array
    options: dict[str, float] = flax.struct.field(pytree_node=False, default_factory=dict)  # E: jdc-static-type
    notes: list[str] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type


@jax.jit
def scale(config: Config) -> jax.Array:
    return config.x * config.options.get("k", 1.0)


scale_again = jax.jit(lambda config: config.x * len(config.options))

config = Config(jnp.ones(1))
config.options["a"] = 1.0
scale(config)
config.notes.append("scaled")
config.options["k"] = 5.0  # E: jdc-static-mutable
scale(config)
config.options["b"] = 1.0


def other_functions() -> None:
    made = Config(jnp.ones(1))
    scale(made)
    made.options["k"] = 5.0
    scale_again(made)


def one_function() -> None:
    made = Config(jnp.ones(1))
    options = made.options
    options["a"] = 1.0
    scale_again(made)
    made.options.update(k=5.0)  # E: jdc-static-mutable
    scale_again(made)


def another_object() -> None:
    made = Config(jnp.ones(1))
    scale(made)
    made = Config(jnp.ones(1))
    made.options["k"] = 5.0
    scale(made)


def without_jit() -> None:
    mapped = jax.vmap(lambda config: config.x * len(config.options))
    made = Config(jnp.ones(1))
    mapped(made)
    made.options["k"] = 5.0
    mapped(made)


class Names(eqx.Module):
    x: jax.Array
    names: set[str] = eqx.field(static=True, default_factory=set)  # E: jdc-static-type


@eqx.filter_jit
def count(names: Names) -> jax.Array:
    return names.x * len(names.names)


names = Names(jnp.ones(1))
count(names)
names.names.add("a")  # E: jdc-static-mutable
count(names)


@jax.jit
def doubled(config: Config) -> Config:
    return config.replace(x=2 * config.x * len(config.options))


@jax.jit
def doubled_and_summed(config: Config) -> tuple[Config, jax.Array]:
    x = 2 * config.x * len(config.options)
    return dataclasses.replace(config, x=x), x.sum()


def renewed(config: Config) -> Config:
    return Config(config.x, dict(config.options))


@jax.jit
def doubled_and_renewed(config: Config) -> Config:
    return renewed(config.replace(x=2 * config.x * len(config.options)))


@jax.jit
def doubled_with_new_options(config: Config) -> Config:
    return Config(2 * config.x * len(config.options), {"k": 1.0})


def made_again() -> None:
    made = Config(jnp.ones(1))
    made = doubled(made)
    made = made.replace(x=made.x + 1)
    made.options["k"] = 5.0  # E: jdc-static-mutable
    made = doubled(made)
    doubled(made)


def made_again_in_loop() -> None:
    made = Config(jnp.ones(1))
    for step in range(3):
        made, _ = doubled_and_summed(made)
        made.options[f"k{step}"] = 5.0  # E: jdc-static-mutable


def made_in_loop() -> None:
    for step in range(3):
        made = Config(jnp.ones(1))
        made, _ = doubled_and_summed(made)
        made.options[f"k{step}"] = 5.0


def with_new_options() -> None:
    made = Config(jnp.ones(1), {"k": 2.0})
    made = doubled(made)
    made = made.replace(options={"k": 2.0})
    made.options["k"] = 5.0
    made = doubled(made)
    made = doubled_with_new_options(made)
    made.options["k"] = 6.0
    made = doubled_with_new_options(made)


def renewed_under_jit() -> None:
    made = Config(jnp.ones(1), {"k": 2.0})
    made = doubled_and_renewed(made)
    made.options["j"] = 5.0
    made = doubled_and_renewed(made)
