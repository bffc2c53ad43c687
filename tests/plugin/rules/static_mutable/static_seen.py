"""jdc-static-mutable: objects that a function or the module makes, and changes once a jitted function has seen them."""

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
