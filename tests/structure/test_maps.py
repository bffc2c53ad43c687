"""Maps over trees, and trees taken apart and put together."""

import jax
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structure.trees import GROUPS, TREES, assert_same, double, snapshot

from jdc_runtime import structure
from jdc_runtime.structure import StructureError

SETTINGS = settings(max_examples=60, deadline=None)
KEY_SETS = st.permutations(["params", "buffers", "aux", "apply"]).flatmap(
    lambda keys: st.integers(0, 4).map(lambda cut: [keys[:cut], keys[cut:]])
)


def leaf(**content):
    return structure.fill_tree({"apply": double, **content})


@SETTINGS
@given(TREES)
def test_identity(tree):
    before = snapshot(tree)
    assert_same(structure.structure_tree_map(lambda node, path: node, tree), tree)
    assert snapshot(tree) == before


@SETTINGS
@given(TREES)
def test_the_function_may_change_its_nodes(tree):
    before = snapshot(tree)

    def clear(node, path):
        for key in GROUPS:
            node[key].clear()
        node["aux"]["path"] = path
        return node

    mapped = structure.structure_tree_map(clear, tree)
    assert snapshot(tree) == before
    assert [node["aux"]["path"] for _, node in structure.iterate(mapped)] == structure.paths(tree)


@SETTINGS
@given(TREES, TREES)
def test_trees_of_different_shape(one, other):
    def names(left, right, path):
        assert left is not None or right is not None
        return {"aux": {"left": left is not None, "right": right is not None}}

    mapped = structure.structure_tree_map(names, one, other)
    assert set(structure.paths(mapped)) == {*structure.paths(one), *structure.paths(other)}
    for path, node in structure.iterate(mapped):
        assert node["aux"] == {"left": path in structure.paths(one), "right": path in structure.paths(other)}


@SETTINGS
@given(TREES)
def test_several_outputs(tree):
    first, second = structure.structure_tree_map(
        lambda node, path: ({"params": node["params"]}, {"buffers": node["buffers"]}), tree
    )
    assert_same(first, structure.filter_keys(tree, "params"))
    assert_same(second, structure.filter_keys(tree, "buffers"))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda node, path: 3, r"returned 3 at the root of the tree; it must return a dict"),
        (lambda node, path: {"submodules": {"new": {}}}, r'returned new submodules at the root of the tree: "new"'),
        (lambda node, path: {} if path else ({}, {}), r'one dict at submodule "x", but a tuple of 2 above it'),
        (lambda node, path: ({},) if path else ({}, {}), r'a tuple of 1 at submodule "x", but a tuple of 2 above it'),
    ],
)
def test_what_a_function_may_not_return(function, message):
    with pytest.raises(StructureError, match=message):
        structure.structure_tree_map(function, leaf(submodules={"x": leaf()}))


def test_map_without_trees():
    with pytest.raises(StructureError, match="needs a tree"):
        structure.structure_tree_map(lambda path: {})


@SETTINGS
@given(TREES, KEY_SETS)
def test_split_then_merge_gives_the_tree_back(tree, key_sets):
    before = snapshot(tree)
    one, other = structure.split_tree(tree, key_sets)
    assert_same(structure.merge_trees(one, other), tree)
    assert_same(structure.merge_trees(other, one), tree)
    assert snapshot(tree) == before


@SETTINGS
@given(TREES)
def test_parts(tree):
    assert_same(structure.merge_static(*structure.split_static(tree)), tree)
    assert_same(structure.merge_trees(*structure.split_params(tree)), tree)
    assert_same(structure.merge_trees(*structure.get_params(tree)), tree)
    assert_same(structure.merge_trees(*structure.split_tree(tree)), tree)
    assert_same(structure.filter_keys(tree), structure.split_static(tree)[0])
    params, rest = structure.split_tree(tree, ["params", None])
    for _, node in structure.iterate(params):
        assert node.keys() == {"params", "submodules"}
    for _, node in structure.iterate(rest):
        assert node.keys() == {"buffers", "aux", "apply", "submodules"}


@SETTINGS
@given(TREES)
def test_update_keeps_aux_and_apply(tree):
    before = snapshot(tree)
    doubled = jax.tree.map(lambda leaf: leaf * 2, structure.filter_keys(tree))
    updated = structure.update_tree(tree, doubled)
    assert_same(structure.filter_keys(updated), doubled)
    assert_same(structure.filter_keys(updated, "aux", "apply"), structure.filter_keys(tree, "aux", "apply"))
    foreign = structure.structure_tree_map(lambda node, path: {**node, "aux": {"z": 1}, "apply": print}, tree)
    assert_same(structure.update_tree(tree, foreign), tree)
    assert snapshot(tree) == before


@SETTINGS
@given(TREES, TREES)
def test_the_later_tree_wins(one, other):
    merged = structure.merge_trees(one, other)
    for path, node in structure.iterate(other):
        for key in GROUPS:
            for name, value in node[key].items():
                assert structure.at_path(merged, path)[key][name] is value
    kept = structure.merge_trees(one, other, keys_to_override=[])
    for path, node in structure.iterate(one):
        for key in GROUPS:
            for name, value in node[key].items():
                assert structure.at_path(kept, path)[key][name] is value
    assert {*structure.paths(merged)} == {*structure.paths(kept)} == {*structure.paths(one), *structure.paths(other)}


def test_merge_without_override_adds_names():
    merged = structure.merge_trees(
        leaf(params={"w": 1}), leaf(params={"w": 2, "b": 3}, aux={"k": 1}), keys_to_override=["aux"]
    )
    assert merged["params"] == {"w": 1, "b": 3}
    assert merged["aux"] == {"k": 1}
    only = structure.merge_trees(leaf(params={"w": 1}), leaf(aux={"k": 1}), keys_to_merge=["params"])
    assert only == {"params": {"w": 1}, "submodules": {}}


def test_mistakes_are_named():
    tree = leaf()
    with pytest.raises(StructureError, match=r"""no key 'parms', it has.*did you mean "params"\?"""):
        structure.filter_keys(tree, "parms")
    with pytest.raises(StructureError, match=r"write split_tree\(tree, \['params', None\]\)"):
        structure.split_tree(tree, "params")
    with pytest.raises(StructureError, match="every tree keeps its submodules"):
        structure.split_tree(tree, ["submodules"])
    with pytest.raises(StructureError, match=r'the update has submodule "x", the tree has not'):
        structure.update_tree(tree, leaf(submodules={"x": leaf()}))


def test_values_are_shared():
    weight = np.ones(2)
    tree = leaf(params={"w": weight})
    assert structure.filter_keys(tree)["params"]["w"] is weight
    assert structure.filter_keys(tree)["params"] is not tree["params"]


def test_an_update_makes_no_names():
    tree = structure.fill_tree({"params": {"weight": 1.0}, "submodules": {"a": {"buffers": {"mean": 0.0}}}})
    with pytest.raises(structure.StructureError, match='"wieght" in "params" of the root .*; did you mean "weight"'):
        structure.update_tree(tree, {"params": {"wieght": 2.0}})
    with pytest.raises(
        structure.StructureError, match=r'"var" in "buffers" of submodule "a", .*merge_trees\(tree, up'
    ):
        structure.update_tree(tree, {"submodules": {"a": {"buffers": {"var": 2.0}}}})
    updated = structure.update_tree(tree, {"params": {"weight": 2.0}, "submodules": {"a": {}}})
    assert updated["params"] == {"weight": 2.0}
    params, rest = structure.get_params(tree)
    assert structure.update_tree(rest, params) == tree
