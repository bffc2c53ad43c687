"""Apply functions that return a part of the tree: what they leave out stays as it was."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from structure.trees import double, snapshot

from jdc_runtime import structure
from jdc_runtime.structure import StateOrganizer, StructureError, nn


def counter(returns, **keys):
    """Return a tree that counts its calls and returns what ``returns`` makes of the renewed tree."""

    def apply(tree, global_config, x):
        new = {**tree, "buffers": {**tree["buffers"], "calls": tree["buffers"]["calls"] + 1}}
        return returns(new), tree["params"]["w"] * x

    content = {"params": {"w": jnp.ones(2)}, "buffers": {"calls": jnp.zeros(()), "other": jnp.ones(1)}, **keys}
    return structure.fill_tree({**content, "aux": {"k": "constant"}, "apply": apply})


def without(*keys):
    return lambda tree: {key: value for key, value in tree.items() if key not in keys}


def only_calls(tree):
    return {"buffers": {"calls": tree["buffers"]["calls"]}}


PARTS = {
    "filter_keys": structure.filter_keys,
    "only what changed": only_calls,
    "with submodules": lambda tree: {**only_calls(tree), "submodules": {}},
    "without submodules": without("submodules"),
    "without aux": without("aux"),
    "without apply": without("apply"),
    "names left out": lambda tree: {**only_calls(tree), "params": {}, "aux": {}},
}


@pytest.fixture(params=PARTS, ids=lambda name: name.replace(" ", "-"))
def tree(request):
    return counter(PARTS[request.param], submodules={"inner": structure.fill_tree({"apply": double})})


def check(old, new, calls=1):
    assert structure.is_structure_tree(new)
    assert new["buffers"]["calls"] == calls
    assert {key: list(new[key]) for key in new if key != "apply"} == {
        key: list(old[key]) for key in old if key != "apply"
    }
    assert new["apply"] is old["apply"]
    assert new["aux"] == old["aux"]
    assert new["submodules"]["inner"] == old["submodules"]["inner"]


def test_apply_tree(tree):
    before = snapshot(tree)
    new, output = structure.apply_tree(tree, {}, 3.0)
    check(tree, new)
    np.testing.assert_array_equal(output, [3, 3])
    assert snapshot(tree) == before


def test_sequential(tree):
    outer, config = nn.Sequential((tree, {}), jnp.sum)
    new, output = structure.apply_tree(outer, config, 3.0)
    check(tree, new["submodules"]["0"])
    assert output == 6


def test_organizer(tree):
    organizer = StateOrganizer()
    organizer.layer = tree
    organizer.layer(1.0)
    organizer.layer(1.0)
    check(tree, organizer.get_state()["submodules"]["layer"], calls=2)


def test_bound_module(tree):
    state, bound = structure.bind_module(tree, {})
    step = jax.jit(bound)
    state, _ = step(*step(state, 1.0))
    check(tree, structure.unbind_module(state, bound)[0], calls=2)


def test_value_and_grad(tree):
    def loss(tree, x):
        tree, output = structure.apply_tree(tree, {}, x)
        return tree, output.sum()

    (new, _), grads = structure.value_and_grad(loss)(tree, 3.0)
    check(tree, new)
    np.testing.assert_array_equal(grads["params"]["w"], [3, 3])


def test_parts_below_a_whole_tree():
    """As the `chain` of brachy: a whole tree of what its submodule returned."""
    inner = counter(structure.filter_keys)

    def apply(tree, global_config, x):
        update, output = tree["submodules"]["inner"]["apply"](tree["submodules"]["inner"], global_config, x)
        return {**tree, "submodules": {"inner": update}}, jnp.sum(output)

    tree = structure.fill_tree({"submodules": {"inner": inner}, "apply": apply})
    new, output = structure.apply_tree(tree, {}, 2.0)
    assert output == 4
    assert structure.is_structure_tree(new)
    assert new["submodules"]["inner"]["buffers"]["calls"] == 1
    assert new["submodules"]["inner"]["apply"] is inner["apply"]


def test_one_submodule_of_two():
    def apply(tree, global_config, x):
        update, output = structure.apply_tree(tree["submodules"]["b"], global_config, x)
        return {"submodules": {"b": structure.filter_keys(update, "buffers")}}, output

    parts = {"a": counter(without()), "b": counter(without())}
    new, _ = structure.apply_tree(structure.fill_tree({"submodules": parts, "apply": apply}), {}, 1.0)
    assert list(new["submodules"]) == ["a", "b"]
    assert new["submodules"]["a"] == parts["a"]
    assert new["submodules"]["b"]["buffers"]["calls"] == 1
    assert new["submodules"]["b"]["params"] == parts["b"]["params"]


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"params": {"v": jnp.ones(1)}}, '"params" of the root of the tree: new "v"'),
        ({"submodules": {"new": {"params": {}}}}, '"submodules" of the root of the tree: new "new"'),
        ({"prams": {}}, r"the root of the tree has the key 'prams'.*did you mean \"params\"\?"),
        ({"params": 3}, r'"params" of the root of the tree is 3; it must be a dict by name'),
        ({"submodules": {"inner": 3}}, r'submodule "inner" is 3, of type int'),
        ({"submodules": {"inner": {}}}, r'submodule "inner" lacks "params", "buffers", "aux", "apply", "submodules"'),
        ({}, r'the root of the tree lacks "params", "buffers", "aux", "apply", "submodules"'),
    ],
)
def test_what_is_no_part(part, message):
    tree = counter(lambda tree: part, submodules={"inner": structure.fill_tree({"apply": double})})
    with pytest.raises(StructureError, match=message):
        structure.apply_tree(tree, {}, 1.0)


def test_a_whole_tree_keeps_its_names():
    filled = counter(lambda tree: structure.fill_tree({"buffers": tree["buffers"]}))
    with pytest.raises(StructureError, match='"params" of the root of the tree: missing "w"') as raised:
        structure.apply_tree(filled, {}, 1.0)
    assert "structure.update_tree(tree, ...)" in str(raised.value)


def test_several_outputs_are_one():
    several = structure.fill_tree({"apply": lambda tree, config, x: (tree, x, 1, 2)})
    with pytest.raises(StructureError, match=r"returned a tuple of 4; .*several outputs are one tuple"):
        structure.apply_tree(several, {}, 3)
