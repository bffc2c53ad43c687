"""`copy_and_mutate` over generated trees, against what `jax.tree` says of them."""

import dataclasses
from typing import Any, NamedTuple

import hypothesis.strategies as st
import jax
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import jdc_runtime as jdc

SETTINGS = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@jdc.pytree_dataclass
class Node:
    left: Any
    right: Any
    tag: jdc.Static[str] = ""


@jdc.pytree_dataclass(slots=True)
class Slotted:
    left: Any
    right: Any
    tag: jdc.Static[str] = ""


class Based(jdc.PyTreeNode):
    left: Any
    right: Any
    tag: jdc.Static[str] = jdc.static_field(default="")

    def __post_init__(self):
        object.__setattr__(self, "tag", self.tag)


class Pair(NamedTuple):
    left: Any
    right: Any


CLASSES = (Node, Slotted, Based)
LEAVES = st.builds(np.zeros, st.sampled_from([(), (2,), (1, 2)]), st.sampled_from(["float32", "int32", "bool"]))
TREES = st.recursive(
    LEAVES | st.none(),
    lambda inner: (
        st.builds(lambda cls, *parts: cls(*parts), st.sampled_from(CLASSES), inner, inner, st.sampled_from(["", "t"]))
        | st.builds(Pair, inner, inner)
        | st.lists(inner, max_size=3)
        | st.lists(inner, max_size=2).map(tuple)
        | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=8,
)


def nodes(tree):
    """Yield every instance of the classes in a tree, an instance that is shared as often as it is there."""
    if isinstance(tree, CLASSES):
        yield tree
    if isinstance(tree, (*CLASSES, Pair)):
        children = (tree.left, tree.right)
    else:
        children = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list | tuple) else ()
    for child in children:
        yield from nodes(child)


def bump(value):
    """Add one to every leaf that can be reached by writing, in place; return what replaces ``value``."""
    if isinstance(value, CLASSES):
        value.left, value.right = bump(value.left), bump(value.right)
    elif isinstance(value, Pair):
        value = Pair(bump(value.left), bump(value.right))
    elif isinstance(value, tuple):
        value = tuple(map(bump, value))
    elif isinstance(value, list):
        value[:] = map(bump, value)
    elif isinstance(value, dict):
        for key in value:
            value[key] = bump(value[key])
    elif value is not None:
        value = np.asarray(value + 1, value.dtype)
    return value


def signature(tree):
    """Return what may not change: the structure as text, which names classes, then shapes and dtypes."""
    leaves, treedef = jax.tree.flatten(tree)
    return str(treedef), [(leaf.shape, leaf.dtype) for leaf in leaves]


@SETTINGS
@given(TREES)
def test_writing_every_leaf(tree):
    tree = Node(tree, None)
    before, expected = repr(tree), jax.tree.map(lambda leaf: np.asarray(leaf + 1, leaf.dtype), tree)
    with jdc.copy_and_mutate(tree) as copy:
        bump(copy)
    assert signature(copy) == signature(expected)
    jax.tree.map(np.testing.assert_array_equal, copy, expected)
    assert repr(tree) == before
    for node in (*nodes(copy), *nodes(tree)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            node.left = None
    assert not {id(node) for node in nodes(copy)} & {id(node) for node in nodes(tree)}


@SETTINGS
@given(TREES, TREES)
def test_replacing_a_part(one, other):
    tree = Node([one], None)
    allowed = signature(one) == signature(other)
    try:
        with jdc.copy_and_mutate(tree) as copy:
            copy.left[0] = other
    except jdc.MutationError:
        assert not allowed
    else:
        assert allowed
    assert copy.left[0] is other
    assert tree.left[0] is one


@SETTINGS
@given(TREES, st.data())
def test_sharing_is_kept(tree, data):
    parts = [tree, *nodes(tree)]
    picked = data.draw(st.lists(st.integers(0, len(parts) - 1), min_size=1, max_size=4))
    shared = [parts[index] for index in picked]
    with jdc.copy_and_mutate(shared) as copy:
        pass
    for i, one in enumerate(shared):
        for j, other in enumerate(shared):
            if isinstance(one, CLASSES):
                assert (copy[i] is copy[j]) == (one is other)
    assert repr(copy) == repr(shared)
