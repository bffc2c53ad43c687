"""`auto_static`: keys of dicts are told apart by more than `==`, and deep objects are read to the ground."""

import dataclasses
import functools
import types

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

jit = jdc.auto_static(jax.jit)


class Key:
    """Equal to all of its class, whatever its state."""

    def __init__(self, state):
        self.state = state

    def __eq__(self, other):
        return isinstance(other, Key)

    def __hash__(self):
        return 0

    def __lt__(self, other):
        return False

    def __repr__(self):
        return f"Key({self.state})"


@dataclasses.dataclass(frozen=True)
class FrozenKey:
    size: object


class Text(str):
    def __repr__(self):
        return f"Text({str(self)!r})"


ALIKE = [
    [0.0, -0.0, 0, False, np.int32(0), np.float64(-0.0)],
    [1, True, 1.0, 1 + 0j, np.float32(1)],
    [(1,), (True,), (1.0,), ((1,),)],
    [(0.0, "a"), (-0.0, "a")],
    [frozenset({1}), frozenset({True})],
    [FrozenKey(1), FrozenKey(True), FrozenKey(-0.0), FrozenKey(0.0)],
    [Key(1), Key(2)],
    ["a", Text("a"), np.str_("a"), b"a"],
    [None, ()],
    [float("nan"), None],
]


@pytest.mark.parametrize("keys", ALIKE, ids=repr)
@pytest.mark.parametrize("deep", [False, True])
def test_keys_in_static_arguments(keys, deep):
    traces = []

    def fun(x, tree):
        traces.append(1)
        return x, repr(tree)

    f = jit(fun, static_argnums=1)
    for key in (*keys, *keys):
        tree = {"more": [{key: "a"}]} if deep else {key: "a", "more": 2}
        assert f(0.0, tree)[1] == repr(tree)
    assert len(traces) == len(keys)


def test_a_key_that_changes():
    f = jit(lambda x, tree: (x, repr(tree)), static_argnums=1)
    key, equal = Key(1), Key(1)
    for state in (1, 2, 1, 3):
        key.state = state
        assert f(0.0, {key: "a"})[1] == f"{{Key({state}): 'a'}}"
        assert f(jnp.ones(1 + state), {equal: "a"})[1] == "{Key(1): 'a'}"


ORDERED = [keys for keys in ALIKE if not {type(key) for key in keys} & {str, bytes, type(None)}]


@pytest.mark.parametrize("keys", ORDERED, ids=repr)
@pytest.mark.parametrize(
    "make",
    [
        lambda key: {"params": {}, "buffers": {}, "aux": {key: "a"}, "apply": len, "submodules": {}},
        lambda key: [{key: 1.0}],
        lambda key: {"empty": {key: None}},
    ],
    ids=["aux", "traced", "empty"],
)
def test_keys_elsewhere(keys, make):
    f = jit(lambda x, tree: (x, repr(inner(tree))))

    def inner(tree):
        found = tree["aux"] if "aux" in tree else tree[0] if isinstance(tree, list) else tree["empty"]
        return list(found)

    for key in (*keys, *keys):
        assert f(0.0, make(key))[1] == repr([key])


def nested(depth, make):
    innermost = made = make(None)
    for _ in range(depth):
        made = make(made)
    return innermost, made


class Node:
    def __init__(self, inner):
        self.inner = inner


class Slotted:
    __slots__ = ("inner",)
    __init__ = Node.__init__


@dataclasses.dataclass
class Data:
    inner: object


@pytest.mark.parametrize("depth", [175, 1000, 5000])
@pytest.mark.parametrize("make", [Node, Slotted, Data, lambda inner: types.SimpleNamespace(inner=inner)])
def test_deep_objects(make, depth):
    traces = []
    f = jit(lambda x, given: traces.append(1) or x)
    innermost, made = nested(depth, make)
    for _ in range(2):
        f(0.0, made)
    assert len(traces) == 1
    innermost.inner = "changed"
    f(0.0, made)
    assert len(traces) == 2
    f(0.0, nested(depth, make)[1])
    assert len(traces) == 3


def test_deep_containers_in_an_object():
    f = jit(lambda x, given: (x, given.inner is made.inner))
    for make in (
        lambda inner: [inner],
        lambda inner: (inner,),
        lambda inner: {"a": inner},
        lambda inner: [inner, {}],
    ):
        made = Node(nested(1000, make)[1])
        assert f(0.0, made)[1]
    made = Node(functools.reduce(lambda inner, _: functools.partial(len, inner), range(1000), len))
    assert f(0.0, made)[1]


@dataclasses.dataclass(frozen=True)
class Lazy:
    parts: object

    @functools.cached_property
    def total(self):
        return sum(self.parts)


@pytest.mark.parametrize("make", [list, lambda parts: np.array(list(parts))])
def test_a_frozen_dataclass_whose_cached_property_is_out_of_date(make):
    f = jit(lambda x, lazy: x * lazy.total)
    old, new = Lazy(make([1])), Lazy(make([2]))
    for lazy in (old, new):
        assert f(1.0, lazy) == lazy.total
    old.parts[0] = 2
    assert f(1.0, old) == old.total == 1
    assert f(1.0, new) == new.total == 2
    assert f(1.0, Lazy(make([2]))) == 2


def test_a_frozen_dataclass_of_what_cannot_change_is_traced_once():
    traces = []

    @jit
    def f(x, lazy):
        traces.append(1)
        return x * lazy.total

    for parts in ((1, 2), (FrozenKey(1).size, 2)):
        for lazy in (Lazy(parts), Lazy(parts)):
            for _ in range(2):
                assert f(1.0, lazy) == 3
    assert len(traces) == 1
