"""`auto_static` against the function itself, for random trees, and for calls in random order."""

import enum
import math

import jax
import jax.numpy as jnp
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import jdc_runtime as jdc

jit = jdc.auto_static(jax.jit)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Node(jdc.PyTreeNode):
    left: object
    right: object
    name: jdc.Static[str] = "node"


numbers = st.one_of(
    st.booleans(),
    st.integers(-100, 100),
    st.floats(-100, 100, width=32, allow_subnormal=False),  # XLA on the CPU takes those for 0
    st.integers(0, 3).map(lambda n: np.arange(n, dtype=np.int32)),
    st.integers(0, 3).map(lambda n: jnp.ones((n, 2))),
)
statics = st.one_of(
    st.none(),
    st.text("ab", max_size=2),
    st.binary(max_size=2),
    st.sampled_from([Colour.RED, Colour.BLUE, len, jnp.tanh, int, np.dtype("int8"), ...]),
    st.sets(st.integers(0, 3), max_size=2),
    st.frozensets(st.text("ab", max_size=1), max_size=2),
    st.binary(max_size=2).map(bytearray),
)
trees = st.recursive(
    numbers | statics,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
        st.tuples(inner, inner),
        st.builds(Node, inner, inner, st.sampled_from(["n", "m"])),
    ),
    max_leaves=6,
)


def is_static(leaf):
    return not isinstance(leaf, jax.Array | np.ndarray | bool | int | float) or isinstance(leaf, enum.Enum)


def update(tree, mode):
    """Depends on every static leaf and on `mode`."""
    leaves, treedef = jax.tree.flatten(tree)
    seen = repr([leaf for leaf in leaves if is_static(leaf)])
    return jax.tree.unflatten(treedef, [leaf if is_static(leaf) else leaf * 2 for leaf in leaves]), seen, mode


def assert_same(actual, expected):
    assert jax.tree.structure(actual) == jax.tree.structure(expected)
    for one, other in zip(jax.tree.leaves(actual), jax.tree.leaves(expected), strict=True):
        if is_static(other):
            assert type(one) is type(other)
            assert one == other
        else:
            assert isinstance(one, jax.Array)
            np.testing.assert_allclose(one, other, rtol=1e-6)


eagerly_compiled = jit(update)
in_place = jdc.auto_static(lambda fun: jax.jit(fun))(update)


@settings(max_examples=25, deadline=None)
@given(trees, st.sampled_from(["train", "test"]))
def test_the_function_itself(tree, mode):
    expected = update(tree, mode)
    for wrapped in (eagerly_compiled, in_place):
        assert_same(wrapped(tree, mode), expected)
        assert_same(wrapped(tree, mode=mode), expected)


shared = {"set": set(), "array": bytearray(), "list": [], "box": {"names": [""]}}


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([(1,), (2,), (2, 2)]),
            st.sampled_from(["x", "y", 0.0, -0.0, 1, True, 1.0, math.inf]),
            st.sampled_from(["set", "array", "list", "nothing"]),
            st.integers(0, 2),
        ),
        max_size=8,
    )
)
def test_calls_in_any_order_are_never_stale(calls):
    for shape, value, what, amount in calls:
        if what == "set":
            shared["set"] ^= {amount}
        elif what == "array":
            shared["array"][:] = bytes([amount])
        elif what == "list":
            shared["list"][:] = ["item"] * amount
        y, seen, given_shared = alternating(jnp.zeros(shape), value, shared)
        assert seen == f"{shape} {value!r} {shared!r}"
        assert y.shape == shape
        assert given_shared == shared
        assert given_shared["set"] is shared["set"]


@jdc.jit(auto_static=True, static_argnames="value")
def alternating(x, value, tree):
    return x + 1, f"{x.shape} {value!r} {sorted_like(tree)!r}", tree


def sorted_like(tree):
    """JAX sorts the keys of a dict."""
    return {key: tree[key] for key in shared}
