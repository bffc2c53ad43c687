"""Modules as functions of their arrays, and gradients by their parameters."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from structure.trees import TREES, assert_same, count, double, snapshot

from jdc_runtime import structure
from jdc_runtime.structure import StructureError

SETTINGS = settings(max_examples=40, deadline=None)


def square_apply(tree, global_config, x):
    traces.append(global_config)
    buffers = {**tree["buffers"], "seen": tree["buffers"]["seen"] + 1}
    return {**tree, "buffers": buffers}, (tree["params"]["w"] * x) ** tree["aux"]["power"]


traces = []


def square(w=2.0):
    tree = {"params": {"w": w}, "buffers": {"seen": 0}, "aux": {"power": 2, "mode": "x"}, "apply": square_apply}
    return structure.fill_tree(tree), {"train_mode": True}


@SETTINGS
@given(TREES)
def test_unbind_is_the_inverse(tree):
    before, config = snapshot(tree), {"train_mode": True}
    state, bound = structure.bind_module(tree, config)
    assert all(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(state))
    back, config_back = structure.unbind_module(state, bound)
    assert_same(back, tree)
    assert config_back == config
    assert config_back is not config
    assert snapshot(tree) == before


@SETTINGS
@given(TREES)
def test_bound_is_the_same_function(tree):
    if tree["apply"] is count:  # it makes a new buffer where there is none
        tree = {**tree, "buffers": {**tree["buffers"], "count": 0}}
    state, bound = structure.bind_module(tree, {})
    new, output = bound(state, 3)
    expected, expected_output = structure.apply_tree(tree, {}, 3)
    assert_same(new, structure.filter_keys(expected))
    assert output == expected_output


def test_one_trace_for_all_states():
    traces.clear()
    state, bound = structure.bind_module(*square())
    assert not any(leaf.weak_type for leaf in jax.tree.leaves(state))
    step = jax.jit(bound)
    for _ in range(3):
        state, output = step(state, 3.0)
    assert output == 36
    assert state["buffers"]["seen"] == 3
    assert len(traces) == 1


def test_transformations():
    state, bound = structure.bind_module(*square())
    _, outputs = jax.vmap(bound, in_axes=(None, 0))(state, jnp.arange(3.0))
    np.testing.assert_array_equal(outputs, [0, 4, 16])
    state, outputs = jax.lax.scan(bound, state, jnp.arange(3.0))
    np.testing.assert_array_equal(outputs, [0, 4, 16])
    assert state["buffers"]["seen"] == 3
    grads = jax.grad(lambda params: bound(structure.merge_trees(state, params), 3.0)[1])(
        structure.get_params(state)[0]
    )
    assert grads["params"]["w"] == 36


def test_kinds_of_leaves():
    tree = structure.fill_tree(
        {
            "params": {"key": jax.random.key(0), "numpy": np.ones(2, np.float16), "weak": jnp.asarray(1.0) * 2.0},
            "buffers": {"flag": True, "raw": jax.random.PRNGKey(0), "scalar": np.int32(3)},
        }
    )
    state, _ = structure.bind_module(tree, {})
    dtypes = {name: str(value.dtype) for key in ("params", "buffers") for name, value in state[key].items()}
    assert dtypes == {
        "key": "key<fry>", "numpy": "float16", "weak": "float32", "flag": "bool", "raw": "uint32", "scalar": "int32",
    }  # fmt: skip
    with pytest.raises(StructureError, match=r"\['params'\]\['x'\] of the tree is 'text', of type str"):
        structure.bind_module(structure.fill_tree({"params": {"x": "text"}}), {})


def test_global_config_is_bound():
    module = square()
    state, bound = structure.bind_module(*module)
    module[1]["train_mode"] = None
    traces.clear()
    bound(state, 1.0)
    bound.bind_global_config({"train_mode": False})(state, 1.0)
    structure.bind_global_config(module[0], {"other": 1})(state, 1.0)
    assert traces == [{"train_mode": True}, {"train_mode": False}, {"other": 1}]


def test_a_state_that_does_not_fit():
    _, bound = structure.bind_module(*square())
    with pytest.raises(
        StructureError, match=r'the state, with what is bound to it, is not .* lacks "params", "buffers"'
    ):
        bound({}, 1.0)
    with pytest.raises(StructureError, match="the state, with what is bound"):
        structure.unbind_module({"params": {}, "buffers": {}, "submodules": {"x": {}}}, bound)


def loss(tree, x, *, name="loss"):
    tree, output = structure.apply_tree(tree, {"train_mode": True}, x)
    return tree, output, name, {"x": x}


def test_value_and_grad_of_a_tree():
    tree, _ = square()
    before = snapshot(tree)
    (new, value, name, others), grads = structure.value_and_grad(loss)(tree, 3.0, name="run")
    assert (value, name, others) == (36, "run", {"x": 3.0})
    assert new["buffers"]["seen"] == 1
    assert new["apply"] is square_apply
    assert new["aux"] == tree["aux"]
    assert grads == {"params": {"w": 36.0}, "submodules": {}}
    assert not any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves((new, value, others)))
    assert snapshot(tree) == before


def test_value_and_grad_of_a_state_under_jit():
    state, bound = structure.bind_module(*square())

    @jax.jit
    def step(state, x):
        (state, _, value), grads = structure.value_and_grad(
            lambda state, x: (lambda new, output: (new, x, output))(*bound(state, x)), output_num=1
        )(state, x)
        return state, value, grads

    state, value, grads = step(state, 3.0)
    assert value == 36
    assert grads["params"]["w"] == 36
    assert state["buffers"]["seen"] == 1


def test_only_params_are_differentiated():
    tree = structure.fill_tree({"params": {"w": 2.0}, "buffers": {"m": jnp.ones(2), "n": 3}, "apply": double})
    tree["submodules"]["x"] = structure.fill_tree({"params": {"v": jnp.ones(2)}})

    def total(tree):
        return tree, tree["params"]["w"] * tree["submodules"]["x"]["params"]["v"].sum() * tree["buffers"]["n"]

    _, grads = structure.value_and_grad(total)(tree)
    assert structure.paths(grads) == [(), ("x",)]
    np.testing.assert_array_equal(grads["submodules"]["x"]["params"]["v"], [6, 6])


def test_integer_parameters():
    tree = structure.fill_tree({"params": {"w": 2.0, "ids": jnp.arange(2)}})
    with pytest.raises(TypeError, match="int"):
        structure.value_and_grad(lambda tree: (tree, tree["params"]["w"]))(tree)
    _, grads = structure.value_and_grad(lambda tree: (tree, tree["params"]["w"]), allow_int=True)(tree)
    assert grads["params"]["w"] == 1


@pytest.mark.parametrize(
    "returned", [lambda tree: 1.0, lambda tree: (tree,), lambda tree: None, lambda tree: [tree, 1.0]]
)
def test_value_and_grad_needs_tree_and_loss(returned):
    with pytest.raises(StructureError, match=r"needs a function that returns \(tree, loss, \*others\)"):
        structure.value_and_grad(returned)(square()[0])


def test_no_tracer_leaves_through_aux():
    def leak(tree):
        w = tree["params"]["w"]
        return {**tree, "aux": {"kept": [w]}}, w

    with pytest.raises(StructureError, match='aux "kept" of the root of the tree depends on the parameters'):
        structure.value_and_grad(leak)(square()[0])
