"""Functions over the leaves of trees, and values of the global config."""

import enum

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from structure.trees import TREES, assert_same, double, snapshot

import jdc_runtime as jdc
from jdc_runtime import structure
from jdc_runtime.structure import StateOrganizer, StructureError


@settings(max_examples=40, deadline=None)
@given(TREES)
def test_map_params_buffers_of_any_tree(tree):
    before = snapshot(tree)
    assert_same(structure.map_params_buffers(lambda leaf: leaf, tree), tree)
    mapped = structure.map_params_buffers(lambda leaf: leaf + 1, tree)
    assert snapshot(tree) == before
    assert structure.is_structure_tree(mapped)
    state, static = structure.split_static(tree)
    assert_same(mapped, structure.merge_trees(static, jax.tree.map(lambda leaf: leaf + 1, state)))


def test_map_params_buffers_of_parts():
    inner = structure.fill_tree({"params": {"w": {"a": jnp.ones(2)}}, "aux": {"k": 1}, "apply": double})
    tree = structure.fill_tree({"buffers": {"n": jnp.ones(1, jnp.int32)}, "submodules": {"x": inner}})
    params = structure.filter_keys(tree, "params")
    half = structure.map_params_buffers(lambda leaf: leaf.astype(jnp.bfloat16), params)
    assert half["submodules"]["x"]["params"]["w"]["a"].dtype == jnp.bfloat16
    assert half.keys() == {"params", "submodules"}
    state, _ = structure.bind_module(tree, {})
    assert jax.tree.structure(structure.map_params_buffers(jnp.negative, state)) == jax.tree.structure(state)
    with pytest.raises(StructureError, match=r"is \(.*, of type tuple; it must be a tree"):
        structure.map_params_buffers(jnp.negative, (tree, {}))


class Color(enum.IntEnum):
    RED = 1


@jdc.pytree_dataclass
class Pair:
    left: jax.Array
    mode: jdc.Static[str] = "sum"


@pytest.mark.parametrize(
    "value",
    [
        jnp.ones(2),
        np.ones(2),
        np.float32(1),
        jax.random.key(0),
        jax.random.PRNGKey(0),
        1,
        1.5,
        True,
        1j,
        None,
        [],
        {"a": [jnp.ones(1), (2, None)]},
        Pair(jnp.ones(1)),
        jax.tree_util.Partial(jnp.add, 1.0),
    ],
    ids=repr,
)
def test_jax_trees(value):
    assert structure.is_jax_tree(value)
    jax.jit(lambda x: x)(value)


@pytest.mark.parametrize(
    "value",
    ["text", b"bytes", object(), jnp.add, np.array(["a"]), np.array([None]), {"a": [1, "b"]}, Pair("x"), {1, 2}],
    ids=lambda value: type(value).__name__,
)
def test_no_jax_trees(value):
    assert not structure.is_jax_tree(value)
    with pytest.raises(TypeError):
        jax.jit(lambda x: x)(value)


def test_inside_a_trace():
    found = []
    jax.jit(lambda x: found.append(structure.is_jax_tree({"x": x, "k": 1})))(1.0)
    assert found == [True]


def test_one_value_of_the_global_config():
    organizer = StateOrganizer(structure.empty_tree(), {"train_mode": True, "axis": None})
    organizer.inner = structure.empty_tree(), {"width": 3}
    assert organizer.get_global_config("train_mode") is True
    assert organizer.get_global_config("axis") is None
    assert organizer.get_global_config("width") == organizer.inner.get_global_config("width") == 3
    assert organizer.get_global_config() == {"train_mode": True, "axis": None, "width": 3}
    with pytest.raises(KeyError, match=r'no "train_mod"; it has "train_mode", "axis", "width"; did you mean "train_'):
        organizer.get_global_config("train_mod")


def test_numbers_that_are_names():
    organizer = StateOrganizer()
    for number in (1, 2, 3):
        organizer.register_submodule(str(number), structure.module_from_func(lambda x, number=number: number * x))
    assert [organizer[number](2) for number in (1, 2, 3)] == [2, 4, 6]
    with pytest.raises(IndexError, match="has 3 submodules, no number 4"):
        organizer[4]


@pytest.mark.parametrize("register", ["register_parameter", "register_buffer", "register_aux", "register_submodule"])
def test_names_are_strings(register):
    organizer = StateOrganizer()
    value = structure.module_from_func(jnp.cos) if register == "register_submodule" else jnp.ones(1)
    with pytest.raises(StructureError, match=r'the name 1, of type int; names are strings: write "1"'):
        getattr(organizer, register)(1, value)
