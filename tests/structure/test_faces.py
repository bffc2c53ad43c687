"""Dataclasses as trees, and trees as dataclasses."""

from typing import Annotated, Any

import hypothesis.strategies as st
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from structure.trees import ARRAYS, CONSTANTS, TREES, VALUES, assert_same, double, snapshot

import jdc_runtime as jdc
from jdc_runtime import structure
from jdc_runtime.structure import StructureError

SETTINGS = settings(max_examples=50, deadline=None)


@jdc.pytree_dataclass
class Affine:
    weight: Any
    bias: Any = None
    power: jdc.Static[Any] = 1

    def __call__(self, x):
        return self.weight * x**self.power


class Counter(jdc.PyTreeNode, kw_only=True):
    step: jax.Array
    size: jdc.Static[int] = 1

    def __post_init__(self):
        assert isinstance(self.size, int)

    def apply(self, x):
        return self.replace(step=self.step + self.size), x


@jdc.pytree_dataclass
class Layer:
    weight: Annotated[jax.Array, (2,)]
    eps: jdc.Static[float]
    mean: jax.Array


@jdc.pytree_dataclass
class Net(jdc.EnforcedAnnotationsMixin):
    scale: Annotated[jax.Array, (), jnp.floating]
    layer: Layer
    rest: dict
    extra: int = 7


def tree():
    layer = structure.fill_tree(
        {"params": {"weight": jnp.ones(2), "hidden": 1.0}, "buffers": {"mean": jnp.zeros(2)}, "aux": {"eps": 0.5}}
    )
    rest = structure.fill_tree({"params": {"v": 1.0}, "apply": double})
    return structure.fill_tree({"params": {"scale": jnp.ones(())}, "submodules": {"layer": layer, "rest": rest}})


@SETTINGS
@given(st.builds(Affine, VALUES, VALUES | st.none(), CONSTANTS))
def test_dataclass_to_tree_and_back(obj):
    made = structure.from_dataclass(obj)
    assert structure.is_structure_tree(made)
    back = structure.to_dataclass(made, Affine)
    assert jax.tree.structure(back) == jax.tree.structure(obj)
    jax.tree.map(np.testing.assert_array_equal, back, obj)


@SETTINGS
@given(ARRAYS, ARRAYS)
def test_tree_to_dataclass_and_back(one, other):
    start = structure.merge_trees(tree(), {"params": {"scale": jnp.float32(one.sum())}})
    before = snapshot(start)
    net = structure.to_dataclass(start, Net)
    assert_same(structure.from_dataclass(net, like=start), start)
    changed = net.replace(layer=net.layer.replace(mean=other, eps=0.25))
    result = structure.from_dataclass(changed, like=start)
    layer = result["submodules"]["layer"]
    assert layer["buffers"]["mean"] is other
    assert layer["aux"] == {"eps": 0.25}
    assert layer["params"] == start["submodules"]["layer"]["params"]
    assert snapshot(start) == before


@SETTINGS
@given(TREES)
def test_a_face_that_shows_nothing(made):
    @jdc.pytree_dataclass
    class Empty:
        pass

    assert_same(structure.from_dataclass(structure.to_dataclass(made, Empty), like=made), made)


def test_a_face_is_typed_by_its_annotations():
    net = structure.to_dataclass(tree(), Net)
    assert isinstance(net.layer, Layer)
    assert net.layer.eps == 0.5
    assert structure.is_structure_tree(net.rest)
    assert net.extra == 7


def test_faces_are_checked():
    wrong = structure.merge_trees(tree(), {"params": {"scale": jnp.arange(3)}})
    with pytest.raises(jdc.AnnotationError, match="scale"):
        structure.to_dataclass(wrong, Net)


def test_a_dataclass_as_a_submodule():
    organizer = structure.StateOrganizer()
    organizer.affine = Affine(jnp.asarray(3.0), power=2)
    organizer.counter = Counter(step=jnp.asarray(0), size=2)
    assert organizer.affine.weight == 3
    assert organizer.affine(2.0) == 12
    assert organizer.counter("x") == "x"
    assert organizer.counter("x") == "x"
    assert organizer.counter.step == 4
    assert organizer.counter.size == 2
    assert structure.to_dataclass(organizer.get_state()["submodules"]["counter"], Counter) == Counter(step=4, size=2)


def test_a_dataclass_goes_through_transformations():
    state, bound = structure.bind_module(structure.from_dataclass(Affine(jnp.asarray(3.0))), {})
    _, grads = structure.value_and_grad(lambda state: bound(state, 2.0))(state)
    assert grads["params"]["weight"] == 2
    stacked = {**state, "params": {"weight": jnp.arange(3.0), "bias": None}}
    _, outputs = jax.vmap(bound, in_axes=(0, None))(stacked, 2.0)
    np.testing.assert_array_equal(outputs, [0, 2, 4])
    counter, run = structure.bind_module(structure.from_dataclass(Counter(step=jnp.zeros(()))), {})
    counter, _ = jax.jit(run)(counter, 1.0)
    assert counter["params"]["step"] == 1


def test_a_dataclass_as_a_parameter():
    organizer = structure.StateOrganizer()
    organizer.stats = Layer(weight=jnp.ones(2), eps=0.5, mean=jnp.zeros(2))
    assert organizer.stats.eps == 0.5
    made = organizer.get_state()

    def total(tree):
        return tree, (tree["params"]["stats"].weight ** 2).sum()

    _, grads = structure.value_and_grad(total)(made)
    np.testing.assert_array_equal(grads["params"]["stats"].weight, [2, 2])


def test_equal_classes_have_equal_apply():
    one, other = (structure.from_dataclass(Affine(jnp.ones(1)))["apply"] for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)


class Plain:
    pass


@jdc.pytree_dataclass
class Holder:
    w: Any


@jdc.pytree_dataclass
class Wrong:
    w: Any

    def apply(self, x):
        return x


@jdc.pytree_dataclass
class StaticWeight:
    scale: jdc.Static[Any]


@jdc.pytree_dataclass
class Misspelt:
    scael: Any


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (
            lambda: structure.from_dataclass(Plain()),
            r'"Plain" is not a jdc dataclass; put @jdc.pytree_dataclass above',
        ),
        (lambda: structure.from_dataclass(Holder), '"Holder" is a class'),
        (lambda: structure.from_dataclass(Holder, like=tree()), '"Holder" is a class'),
        (lambda: structure.to_dataclass(tree(), Plain), "is not a jdc dataclass"),
        (lambda: structure.to_dataclass({}, Holder), "the first argument of to_dataclass is not a structure tree"),
        (
            lambda: structure.to_dataclass(tree(), Misspelt),
            r'field "scael" of "Misspelt" has no counterpart in the root of the tree, which has .*did you mean "scale"\?',
        ),
        (lambda: structure.from_dataclass(Misspelt(1), like=tree()), "has no counterpart"),
        (
            lambda: structure.to_dataclass(tree(), StaticWeight),
            r'"scale" of "StaticWeight" is static, but is in the params',
        ),
        (lambda: structure.apply_tree(structure.from_dataclass(Holder(1)), {}, 1), '"Holder" only holds values'),
        (
            lambda: structure.apply_tree(structure.from_dataclass(Wrong(1)), {}, 1),
            r'"Wrong.apply" must return a pair',
        ),
        (
            lambda: structure.from_dataclass(jdc.replace(structure.to_dataclass(tree(), Net), rest=3), like=tree()),
            'the value of the face for submodule "rest" is not a structure tree',
        ),
    ],
)
def test_mistakes_are_named(attempt, message):
    with pytest.raises(StructureError, match=message):
        attempt()


def test_a_name_in_two_groups():
    made = structure.fill_tree({"params": {"w": 1}, "aux": {"w": 2}})
    with pytest.raises(StructureError, match=r'"w" of the root of the tree is in "params", "aux"; a face needs'):
        structure.to_dataclass(made, Holder)
