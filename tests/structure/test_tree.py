"""Checks of structure trees, and their nodes and paths."""

import pytest
from hypothesis import given, settings
from structure.trees import TREES, assert_same, double, snapshot

from jdc_runtime import structure
from jdc_runtime.structure import StructureError

SETTINGS = settings(max_examples=60, deadline=None)


def leaf(**content):
    return structure.fill_tree({"apply": double, **content})


def nested():
    return leaf(
        params={"w": 1.0}, submodules={"encoder": leaf(submodules={"0": leaf(aux={"eps": 0.5})}), "head": leaf()}
    )


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {key: {} for key in structure.KEYS},
        {**structure.empty_tree(), "params": []},
        {**structure.empty_tree(), "extra": {}},
        {key: value for key, value in structure.empty_tree().items() if key != "aux"},
    ],
)
def test_what_is_no_structure_tree(value):
    assert not structure.is_structure_tree(value)
    assert not structure.is_structure_tree({**structure.empty_tree(), "submodules": {"x": value}})
    assert structure.is_structure_tree({**structure.empty_tree(), "submodules": {"x": value}}, recurse=False)
    assert not structure.is_module((value, {}))


@SETTINGS
@given(TREES)
def test_generated_trees_are_trees(tree):
    assert structure.is_structure_tree(tree)
    assert structure.is_module((tree, {}))
    assert not structure.is_module([tree, {}])
    assert structure.is_leaf(tree) == (not structure.children(tree))
    assert_same(structure.fill_tree(tree), tree)


def test_nodes_and_paths():
    tree = nested()
    assert structure.paths(tree) == [(), ("encoder",), ("encoder", "0"), ("head",)]
    assert [node["aux"] for _, node in structure.iterate(tree)] == [{}, {}, {"eps": 0.5}, {}]
    assert structure.at_path(tree, "encoder.0") is tree["submodules"]["encoder"]["submodules"]["0"]
    assert structure.at_path(tree, ("encoder",)) is tree["submodules"]["encoder"]
    assert structure.at_path(tree, "") is structure.at_path(tree, ()) is tree
    assert list(structure.children(tree)) == ["encoder", "head"]
    with pytest.raises(StructureError, match=r'submodule "encoder" has no submodule "1"; it has "0"'):
        structure.at_path(tree, "encoder.1")
    with pytest.raises(StructureError, match=r'the root of the tree has no submodule "haed".*did you mean "head"\?'):
        structure.at_path(tree, "haed")


def test_children_is_a_copy():
    tree = nested()
    structure.children(tree).clear()
    assert len(tree["submodules"]) == 2


def test_empty_tree():
    assert structure.is_structure_tree(structure.empty_tree())
    shaped = structure.empty_tree(nested())
    assert structure.paths(shaped) == structure.paths(nested())
    assert not any(node["params"] or node["aux"] for _, node in structure.iterate(shaped))
    assert structure.apply_tree(shaped, {}, "x") == (shaped, "x")


def test_fill_tree_at_every_depth():
    partial = {"params": {"w": 1}, "submodules": {"x": {"aux": {"k": 2}}}}
    before = snapshot(partial)
    filled = structure.fill_tree(partial)
    assert structure.is_structure_tree(filled)
    assert filled["params"] == {"w": 1}
    assert filled["submodules"]["x"]["aux"] == {"k": 2}
    assert snapshot(partial) == before


@pytest.mark.parametrize(
    ("partial", "message"),
    [
        ({"prams": {}}, r"the root of the tree has the key 'prams'.*did you mean \"params\"\?"),
        ({"submodules": {"x": {"apply": 3}}}, r'"apply" of submodule "x" is 3; it must be a function'),
        ({"params": [1]}, r'"params" of the root of the tree is \[1\]; it must be a dict'),
        ({"submodules": {"x": 3}}, r'submodule "x" is 3, of type int; a structure tree is a dict'),
    ],
)
def test_fill_tree_refuses(partial, message):
    with pytest.raises(StructureError, match=message):
        structure.fill_tree(partial)


def test_a_part_is_named_as_such():
    part = structure.filter_keys(nested(), "params")
    with pytest.raises(StructureError, match=r'lacks "buffers", "aux", "apply"; structure.fill_tree\(\.\.\.\) adds'):
        structure.apply_tree(part, {}, 1)
    broken = {**nested(), "submodules": {"head": {"params": {}}}}
    with pytest.raises(StructureError, match=r'submodule "head" lacks'):
        structure.apply_tree(broken, {}, 1)


def test_a_module_is_no_tree():
    with pytest.raises(structure.StructureError, match=r"is a module, .* `apply_tree\(\*module, ...\)`"):
        structure.apply_tree((structure.empty_tree(), {}), 1)
