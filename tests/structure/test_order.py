"""The order of names in dicts: JAX sorts the keys when it puts a tree together, "10" before "2"."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc
from jdc_runtime import checkpoint, random, structure
from jdc_runtime.structure import StateOrganizer, StructureError, apply_tree, nn, organized_apply, organized_init
from jdc_runtime.structure.nn._containers import apply_sequential

NAMES = ["z", "b", "a", "10", "9"]


def step(number):
    return lambda x: 2 * x + number


def sequential():
    with random.keys(0):
        return nn.Sequential(*map(step, range(12)), nn.Linear(1, 1), nn.BatchNorm(1))


@jdc.jit(auto_static=True)
def through_auto_static(tree):
    return tree


def through_value_and_grad(tree):
    def loss_of(tree):
        return tree, sum(leaf.sum() for leaf in jax.tree.leaves(structure.filter_keys(tree, "params")))

    return structure.value_and_grad(loss_of)(tree)[0][0]


def through_merge(tree):
    params, rest = structure.get_params(tree)
    return structure.merge_trees(jax.tree.map(lambda leaf: leaf, params), rest)


def through_bind(tree):
    state, bound = structure.bind_module(tree, {})
    return structure.unbind_module(jax.jit(lambda state: state)(state), bound)[0]


def through_checkpoint(tree, path):
    checkpoint.save(path, tree)
    return checkpoint.load(path, like=through_merge(tree))


WAYS = {
    "auto_static": through_auto_static,
    "value_and_grad": through_value_and_grad,
    "merge_trees": through_merge,
    "bind_module": through_bind,
    "tree_map": lambda tree: jax.tree.map(lambda leaf: leaf, tree),
}


@pytest.mark.parametrize("way", [*WAYS, "checkpoint"])
def test_sequential_of_more_than_ten_layers(way, tmp_path):
    tree, config = sequential()
    x = jnp.arange(4.0)[:, None]
    expected = apply_tree(tree, config, x)[1]
    other = through_checkpoint(tree, tmp_path / "tree") if way == "checkpoint" else WAYS[way](tree)
    new, output = apply_tree(other, config, x)
    np.testing.assert_allclose(output, expected, rtol=1e-6)
    assert structure.at_path(new, "13")["buffers"]["num_batches_tracked"] == 1
    state, bound = structure.bind_module(other, config)
    np.testing.assert_allclose(jax.jit(bound)(state, x)[1], expected, rtol=1e-6)


def test_sequential_inside_of_auto_static():
    tree, config = sequential()
    x = jnp.arange(4.0)[:, None]
    compiled = jdc.jit(auto_static=True, static_argnames="config")(
        lambda tree, config, x: apply_tree(tree, config, x)
    )
    np.testing.assert_allclose(compiled(tree, config, x)[1], apply_tree(tree, config, x)[1], rtol=1e-6)


def named(names, **rest):
    children = {name: structure.create_tree_from_func(step(number)) for number, name in enumerate(names)}
    return structure.fill_tree({"submodules": children, "apply": apply_sequential, **rest})


def test_sequential_with_other_names():
    with pytest.raises(
        StructureError, match=r"the submodules \['z', 'b', .* have no order, .* name them \"0\", \"1\""
    ):
        apply_tree(named(NAMES), {}, 1.0)
    with pytest.raises(StructureError, match=r"aux\[\"names\"\] is \['z'\], the submodules are \['z', 'b'"):
        apply_tree(named(NAMES, aux={"names": ("z",)}), {}, 1.0)
    with pytest.raises(StructureError, match="have no order"):
        apply_tree(named(["1", "01"]), {}, 1.0)
    tree = named(NAMES, aux={"names": tuple(NAMES)})
    expected = 1.0
    for number in range(len(NAMES)):
        expected = 2 * expected + number
    assert apply_tree(tree, {}, 1.0)[1] == expected
    assert apply_tree(through_merge(tree), {}, 1.0)[1] == expected
    assert apply_tree(named(["only"]), {}, 1.0)[1] == 2
    assert apply_tree(named(["3", "0", "20"]), {}, 1.0)[1] == 2 * (2 * (2 + 1) + 0) + 2


def test_a_list_of_more_than_ten_modules():
    @organized_apply
    def apply(organizer, x):
        for layer in organizer.layers:
            x = layer(x)
        return x, [organizer.layers[number](0) for number in (2, 10, -1)]

    @organized_init
    def Model(organizer: StateOrganizer) -> None:
        organizer.layers = [step(number) for number in range(12)]
        organizer.set_apply(apply)

    tree, config = Model()
    assert apply_tree(through_merge(tree), config, 1)[1] == apply_tree(tree, config, 1)[1]
    assert apply_tree(tree, config, 1)[1][1] == [2, 10, 11]


def chain(tree, config, x):
    """An apply function that goes over dicts in their order."""
    for number, name in enumerate(tree["params"]):
        x = (number + 2) * x + tree["params"][name]
    for child in tree["submodules"].values():
        _, x = apply_tree(child, config, x)
    for name, value in tree["aux"]["table"].items():
        x = 3 * x + len(name) * value
    return {**tree, "buffers": {"last": x}}, x


def in_reverse():
    tree = named(NAMES[:0])
    return {
        **tree,
        "params": {name: jnp.float32(number) for number, name in enumerate(NAMES)},
        "buffers": {"last": jnp.float32(0)},
        "aux": {"table": {"zz": 1.0, "a": 2.0, "m": 3.0}},
        "submodules": {name: structure.create_tree_from_func(step(number)) for number, name in enumerate(NAMES)},
        "apply": chain,
    }


def test_value_and_grad_keeps_the_order():
    tree = in_reverse()
    expected = apply_tree(tree, {}, jnp.float32(1))[1]
    (new, loss), grads = structure.value_and_grad(lambda tree: apply_tree(tree, {}, jnp.float32(1)))(tree)
    assert loss == expected
    assert list(new["params"]) == list(grads["params"]) == list(new["submodules"]) == NAMES
    assert list(new["aux"]["table"]) == ["zz", "a", "m"]
    assert apply_tree(new, {}, jnp.float32(1))[1] == expected


def test_value_and_grad_takes_aux_with_keys_that_jax_cannot_sort():
    tree = {**in_reverse(), "aux": {"table": {}, "mixed": {1: "a", "b": 2, None: 3}}}
    (new, _, other), _ = structure.value_and_grad(
        lambda tree: (*apply_tree(tree, {}, jnp.float32(1)), {1: 2, "a": 3})
    )(tree)
    assert new["aux"]["mixed"] == {1: "a", "b": 2, None: 3}
    assert other == {1: 2, "a": 3}


def test_a_bound_module_keeps_the_order():
    tree = in_reverse()
    expected = apply_tree(tree, {}, jnp.float32(1))[1]
    state, bound = structure.bind_module(tree, {})
    assert list(state["params"]) == NAMES
    for run in (bound, jax.jit(bound), jax.jit(bound.bind_global_config({"a": 1}))):
        new, output = run(state, jnp.float32(1))
        assert output == expected
        assert bound(new, jnp.float32(1))[1] == expected


def test_dicts_inside_of_params_keep_their_order():
    def apply(tree, config, x):
        for number, pair in enumerate(tree["params"]["pairs"]):
            for name in pair:
                x = (number + 2) * x + pair[name]
        return tree, x

    params = {"pairs": ({"z": jnp.float32(1), "a": jnp.float32(2)}, {"c": jnp.float32(3), "b": jnp.float32(4)})}
    tree = structure.fill_tree({"params": params, "apply": apply})
    state, bound = structure.bind_module(tree, {})
    assert jax.jit(bound)(state, jnp.float32(1))[1] == apply_tree(tree, {}, jnp.float32(1))[1]
