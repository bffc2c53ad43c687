"""Structure trees for tests: generated ones, and how two are compared."""

import hypothesis.strategies as st
import jax
import numpy as np

from jdc_runtime import structure

GROUPS = ("params", "buffers", "aux")


def double(tree, global_config, x):
    return tree, 2 * x


def count(tree, global_config, x):
    buffers = {**tree["buffers"], "count": tree["buffers"].get("count", 0) + 1}
    return {**tree, "buffers": buffers}, x


ARRAYS = st.builds(
    np.full, st.sampled_from([(), (2,), (1, 2)]), st.integers(-9, 9), st.sampled_from(["float32", "int32"])
)
VALUES = st.recursive(
    ARRAYS,
    lambda inner: st.lists(inner, max_size=2).map(tuple) | st.dictionaries(st.sampled_from("uv"), inner, max_size=2),
    max_leaves=3,
)
CONSTANTS = st.sampled_from([0.5, "mode", None, False, ("a", 1)])


def named(values, letters):
    return st.dictionaries(st.sampled_from(letters), values, max_size=2)


def node(submodules):
    return st.fixed_dictionaries(
        {
            "params": named(VALUES, "wb"),
            "buffers": named(VALUES, "mn"),
            "aux": named(CONSTANTS, "st"),
            "apply": st.sampled_from([double, count]),
            "submodules": submodules,
        }
    )


TREES = st.recursive(node(st.just({})), lambda inner: node(named(inner, "xyz")), max_leaves=4)


def snapshot(value):
    """Return what a tree is made of: types and names in order, and the identity of everything that is no container."""
    if isinstance(value, dict):
        return {name: snapshot(inner) for name, inner in value.items()}
    return id(value)


def assert_same(one, other):
    """Assert that two trees have the same nodes, names and values."""
    assert sorted(structure.paths(one)) == sorted(structure.paths(other))
    for path, left in structure.iterate(one):
        right = structure.at_path(other, path)
        assert left.keys() == right.keys(), path
        assert left.get("apply") == right.get("apply"), path
        assert left.get("aux") == right.get("aux"), path
        for key in ("params", "buffers"):
            assert left.get(key, {}).keys() == right.get(key, {}).keys(), path
            jax.tree.map(np.testing.assert_array_equal, left.get(key), right.get(key))
