"""Calls of functions over structure trees that every checker must accept, with the types that they must see."""

import functools
from typing import Any, assert_type

import jax
import jax.numpy as jnp

from jdc_runtime import structure
from jdc_runtime.structure import Config, Module, PartialTree, StateOrganizer, StructureTree, functional, nn


def partial_apply(tree: StructureTree, global_config: Config, x: jax.Array) -> tuple[PartialTree, jax.Array]:
    return {"buffers": {"calls": tree["buffers"]["calls"] + 1}}, x


def whole_apply(tree: StructureTree, global_config: Config, x: jax.Array) -> tuple[StructureTree, jax.Array]:
    return tree, x


def modules() -> list[Module]:
    organizer = StateOrganizer()
    organizer.register_buffer("calls", jnp.zeros(()))
    organizer.set_apply(partial_apply)
    assert_type(organizer.get_global_config(), dict[str, Any])
    return [organizer.create_module(), organizer.create_module(whole_apply), organizer.create_module(partial_apply)]


written: StructureTree = {
    "params": {},
    "buffers": {"calls": jnp.zeros(())},
    "aux": {},
    "apply": partial_apply,
    "submodules": {},
}
tree, config = nn.Sequential(*modules(), (written, {}))
halved = structure.map_params_buffers(lambda leaf: leaf / 2, tree)
assert_type(halved, StructureTree)
params = structure.filter_keys(tree, "params")
assert_type(structure.map_params_buffers(jnp.negative, params), PartialTree)
assert_type(structure.is_jax_tree(params), bool)

state, bound = structure.bind_module(tree, config)
for function in (bound, jax.jit(bound), functools.partial(bound, x=1)):
    structure.unbind_module(state, function)
again, config = structure.unbind_module(state, jax.jit(bound))
assert_type(again, StructureTree)
new, output = structure.apply_tree(again, config, jnp.ones(2))
assert_type(new, StructureTree)

image = jnp.ones((1, 1, 4, 4))
assert_type(functional.pool(image, 2, jax.lax.add, 0), jax.Array)
assert_type(functional.pool(image, (2, 1), jnp.minimum, jnp.inf, stride=1, padding="SAME", dilation=2), jax.Array)
scores = jnp.eye(3)
assert_type(functional.accuracy(scores, jnp.arange(3), weight=jnp.ones(3)), jax.Array)
