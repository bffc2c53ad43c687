"""Construction that the user customises meets every JAX transformation: no user code runs in between."""

import dataclasses
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.tree_util import GetAttrKey

import jdc_runtime as jdc

calls: list[str] = []


@jdc.pytree_dataclass
class Validating:
    """Validates in ``__post_init__``."""

    x: jax.Array
    name: jdc.Static[str] = "v"

    def __post_init__(self):
        calls.append("Validating")
        assert self.x.shape == (3,)
        assert self.x.dtype == jnp.float32


@jdc.pytree_dataclass
class Converting:
    """Converts in ``__post_init__``; applied twice, it doubles twice."""

    x: jax.Array

    def __post_init__(self):
        calls.append("Converting")
        object.__setattr__(self, "x", 2 * jnp.asarray(self.x))


@jdc.pytree_dataclass
class Derived:
    """A field with ``init=False``."""

    x: jax.Array
    n: jax.Array = jdc.field(init=False)
    label: jdc.Static[str] = jdc.field(init=False)

    def __post_init__(self):
        calls.append("Derived")
        object.__setattr__(self, "n", self.x * 2)
        object.__setattr__(self, "label", "made")


@jdc.pytree_dataclass
class Seeded:
    """An ``InitVar`` without a default, and one with a default that is applied to ``x``."""

    x: jax.Array
    seed: jdc.InitVar[int]
    shift: jdc.InitVar[float] = 2.0

    def __post_init__(self, seed, shift):
        calls.append("Seeded")
        object.__setattr__(self, "x", self.x + seed + shift)


@jdc.pytree_dataclass
class OwnInit:
    """An ``__init__`` whose parameters are not the fields."""

    x: jax.Array
    size: jdc.Static[int]

    def __init__(self, size):
        calls.append("OwnInit")
        object.__setattr__(self, "x", jnp.ones(size))
        object.__setattr__(self, "size", size)


@jdc.pytree_dataclass
class SameNames:
    """An ``__init__`` with the names of the fields, which transforms."""

    x: jax.Array

    def __init__(self, x):
        calls.append("SameNames")
        object.__setattr__(self, "x", x * 2)


@jdc.pytree_dataclass
class OwnNew:
    x: jax.Array

    def __new__(cls, *args, **kwargs):
        calls.append("OwnNew")
        return super().__new__(cls)


class Counting(type):
    def __call__(cls, *args, **kwargs):
        calls.append("Counting")
        return super().__call__(*args, **kwargs)


@jdc.pytree_dataclass
class OwnMeta(metaclass=Counting):
    x: jax.Array


@jdc.pytree_dataclass(slots=True)
class SlottedDerived:
    x: jax.Array
    n: jax.Array = jdc.field(init=False)

    def __post_init__(self):
        calls.append("SlottedDerived")
        object.__setattr__(self, "n", self.x + 1)


@jdc.pytree_dataclass(init=False)
class NoInit(Validating):
    y: Any = None


@jdc.pytree_dataclass
class Plain:
    x: jax.Array
    name: jdc.Static[str] = "plain"


X = jnp.arange(3.0)
INSTANCES = [
    Validating(X),
    Converting(X),
    Derived(X),
    Seeded(X, 1),
    OwnInit(3),
    SameNames(X),
    OwnNew(X),
    OwnMeta(X),
    SlottedDerived(X),
    NoInit(X),
    Plain(X),
]


@pytest.fixture(params=INSTANCES, ids=lambda instance: type(instance).__name__)
def node(request):
    calls.clear()
    yield request.param
    assert calls == [], "JAX ran code of the class"


def same(one: Any, other: Any) -> None:
    assert type(one) is type(other)
    jax.tree.map(np.testing.assert_array_equal, one, other)


def test_identity_through_transformations(node):
    same(jax.jit(lambda n: n)(node), node)
    same(jax.jit(jax.jit(lambda n: n))(node), node)
    same(jax.tree.map(lambda leaf: leaf, node), node)
    same(jax.device_put(node), node)
    same(jax.checkpoint(lambda n: n)(node), node)
    same(jax.lax.cond(True, lambda n: n, lambda n: n, node), node)
    same(jax.lax.scan(lambda n, _: (n, None), node, None, length=2)[0], node)
    same(jax.lax.while_loop(lambda n: False, lambda n: n, node), node)


def test_batching(node):
    same(jax.vmap(lambda n: n)(node), node)
    axes = jax.tree.map(lambda _: 0, node)
    same(jax.vmap(lambda n: n, in_axes=(axes,), out_axes=axes)(node), node)
    nothing = jax.tree.map(lambda _: None, node, is_leaf=lambda leaf: leaf is not node)
    jax.vmap(lambda n, y: y, in_axes=(nothing, 0))(node, X)
    batched = jax.tree.map(lambda leaf: jnp.stack([leaf, leaf]) if jnp.ndim(leaf) else jnp.zeros(2), node)
    same(jax.lax.map(lambda n: n, batched), batched)
    same(jax.lax.scan(lambda carry, n: (carry, n), 0.0, batched)[1], batched)


@pytest.mark.parametrize("leaf", [None, object(), True, "text", (), 3, jax.ShapeDtypeStruct((2,), jnp.int32)])
def test_any_object_for_a_leaf(node, leaf):
    leaves, treedef = jax.tree.flatten(node)
    made = treedef.unflatten([leaf] * len(leaves))
    assert type(made) is type(node)
    assert made.x is leaf
    assert jax.tree.map(lambda _: leaf, node).x is leaf
    jax.tree_util.tree_map_with_path(lambda path, _: path, node)
    jax.tree.transpose(treedef, jax.tree.structure([0, 0]), jax.tree.map(lambda _: [1, 2], node))


def test_staging(node):
    lowered = jax.jit(lambda n: n).lower(node)
    same(lowered.compile()(node), node)
    shapes = jax.eval_shape(lambda n: n, node)
    assert type(shapes) is type(node)
    assert isinstance(shapes.x, jax.ShapeDtypeStruct)
    same(jax.jit(lambda n: n).trace(node).lower().compile()(node), node)
    jax.make_jaxpr(lambda n: n)(node)


def test_differentiation(node):
    def loss(n):
        return sum(jnp.sum(leaf * 1.0) for leaf in jax.tree.leaves(n))

    node = jax.tree.map(jnp.float32, node)
    assert type(jax.grad(loss)(node)) is type(node)
    assert type(jax.jacfwd(loss)(node)) is type(node)
    assert type(jax.jacrev(lambda n: n)(node)) is type(node)
    _, tangent = jax.jvp(lambda n: n, (node,), (node,))
    same(tangent, node)

    @jax.custom_vjp
    def identity(n):
        return n

    identity.defvjp(lambda n: (n, n), lambda n, cotangent: (cotangent,))
    assert type(jax.grad(lambda n: loss(identity(n)))(node)) is type(node)


def test_key_paths(node):
    with_keys, treedef = jax.tree_util.tree_flatten_with_path(node)
    leaves, same_treedef = jax.tree.flatten(node)
    assert treedef == same_treedef
    assert all(a is b for (_, a), b in zip(with_keys, leaves, strict=True))
    assert with_keys[0][0] == (GetAttrKey("x"),)


def test_static_values_are_in_the_treedef():
    assert jax.tree.structure(Derived(X)) == jax.tree.structure(Derived(X + 1))
    changed = Derived(X)
    object.__setattr__(changed, "label", "other")
    assert jax.tree.structure(Derived(X)) != jax.tree.structure(changed)
    assert jax.jit(lambda n: n)(changed).label == "other"


def test_values_with_init_false_survive_modification():
    changed = jax.tree.map(lambda leaf: leaf + 100, Derived(X))
    np.testing.assert_array_equal(changed.x, X + 100)
    np.testing.assert_array_equal(changed.n, 2 * X + 100)
    gradient = jax.grad(lambda n: jnp.sum(n.n * 3))(Derived(X))
    np.testing.assert_array_equal(gradient.n, np.full(3, 3.0))


@pytest.mark.parametrize("customised", [False, True])
def test_dropped_fields_come_back_as_their_defaults(customised):
    body = {"__annotations__": {"x": int, "cache": dict, "note": str}, "note": "default"}
    body["cache"] = jdc.field(default_factory=dict)
    if customised:
        body["__post_init__"] = lambda self: None
    options = {"data_fields": ["x"], "meta_fields": [], "drop_fields": ["cache", "note"]}
    cls = jdc.pytree_dataclass(**options)(type("Caching", (), body))
    there = jax.tree.map(lambda leaf: leaf + 1, cls(1, {"k": 2}, "text"))
    assert there == cls(2, {}, "default")
    assert jax.tree.structure(cls(1, {}, "a")) == jax.tree.structure(cls(1, {}, "b"))


def test_a_field_that_was_never_set_is_named():
    @jdc.pytree_dataclass
    class Forgetful:
        x: int
        y: int = jdc.field(init=False)

    with pytest.raises(AttributeError, match='field "y" of "Forgetful" has no value; set every field'):
        jax.tree.leaves(Forgetful(1))


def test_attributes_that_are_not_fields_are_not_kept():
    plain = Plain(X)
    object.__setattr__(plain, "extra", 1)
    assert not hasattr(jax.tree.map(lambda leaf: leaf, plain), "extra")


def test_the_plain_class_takes_the_cpp_path(monkeypatch):
    taken = []
    for name in ("register_dataclass", "register_pytree_with_keys"):
        original = getattr(jax.tree_util, name)
        monkeypatch.setattr(
            jax.tree_util,
            name,
            partial(lambda original, name, *a, **k: (taken.append(name), original(*a, **k)), original, name),
        )

    def define(**body: Any) -> None:
        jdc.pytree_dataclass(type("Sample", (), {"__annotations__": {"x": int, "m": jdc.Static[str]}, **body}))

    define()
    define(m="default")
    define(m=jdc.field(default_factory=str))
    define(__post_init__=lambda self: None)
    define(__init__=lambda self, x: None)
    define(m=jdc.field(init=False))
    assert taken == ["register_dataclass"] * 3 + ["register_pytree_with_keys"] * 3


def test_exceptions_can_be_pytrees():
    @jdc.pytree_dataclass
    class Diverged(Exception):
        step: Any

        def __post_init__(self):
            assert self.step is not None

    there = jax.tree.map(lambda _: None, Diverged(3))
    assert type(there) is Diverged
    assert there.step is None


def test_dataclass_defaults_are_checked_as_in_dataclasses():
    with pytest.raises(ValueError, match=r"mutable default.*default_factory"):

        @jdc.pytree_dataclass
        class ArrayDefault:
            x: jax.Array = jnp.zeros(3)

    with pytest.raises(TypeError, match="non-default argument 'y' follows default argument"):

        @jdc.pytree_dataclass
        class Order:
            x: int = 0
            y: int

    with pytest.raises(TypeError, match="'y' is a field but has no type annotation"):

        @jdc.pytree_dataclass
        class Bare:
            y = dataclasses.field(default=1.0)
