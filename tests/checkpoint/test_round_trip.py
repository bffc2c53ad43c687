"""A loaded tree is the saved one: structure, types, dtypes, bits."""

import math
from collections import OrderedDict
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from jax.sharding import SingleDeviceSharding

import jdc_runtime as jdc
from jdc_runtime import checkpoint
from jdc_runtime.checkpoint import CheckpointError, inspect, load, load_arrays, save

from .trees import (
    Config,
    Layer,
    Model,
    Pair,
    default_dict,
    installed_dtypes,
    model,
    plain_tree,
    same,
    structure_tree,
    wide,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.jdc"


def test_a_tree_of_containers_needs_no_template(path):
    tree = plain_tree()
    save(path, tree)
    same(load(path), tree)
    same(load(path, like=tree), tree)
    assert list(load(path)) == list(tree)
    assert list(load(path)["ordered"]) == ["b", "a"]


def test_dataclasses_are_rebuilt_by_the_template(path):
    tree = model(3.0, Config(3), cache="mine")
    save(path, tree)
    found = load(path, like=model(1.0, Config(3), cache="theirs"))
    same(found, tree)
    assert isinstance(found, Model)
    assert found.config == Config(3)
    assert found.cache is None  # dropped fields are neither data nor structure: they have their defaults


def test_unflattening_runs_no_post_init(path):
    @jdc.pytree_dataclass
    class Checked:
        w: jax.Array

        def __post_init__(self):
            assert self.w.sum() == 0

    zero = Checked(jnp.zeros(2))
    save(path, jax.tree.map(lambda w: w + 1, zero))
    assert load(path, like=zero).w.sum() == 2


def test_the_template_may_be_abstract(path):
    save(path, model(2.0))
    found = load(path, like=jax.eval_shape(model))
    same(found, model(2.0))


def test_a_structure_tree_takes_its_functions_from_the_template(path):
    save(path, structure_tree(rate=0.5, scale=3.0))
    found = load(path, like=structure_tree())
    same(found, structure_tree(rate=0.5, scale=3.0))
    assert found["apply"] is structure_tree()["apply"]


def test_a_structure_tree_comes_without_apply_where_there_is_no_template(path):
    tree = structure_tree()
    tree["submodules"]["child"]["aux"] = {"name": "child"}
    save(path, tree)
    found = load(path)
    assert found.keys() == {"params", "buffers", "aux", "submodules"}
    assert found["submodules"]["child"].keys() == {"params", "buffers", "aux", "submodules"}
    assert found["aux"] == {"rate": 0.1, "train": False}


@pytest.mark.parametrize("name", installed_dtypes())
def test_every_dtype(path, name):
    numbers = np.array([0, 1, 1]).astype(name)
    tree = {"numpy": numbers, "row": numbers.reshape(1, 3, 1), "scalar": numbers[1], "0d": numbers[1:2].reshape(())}
    save(path, tree)
    same(load(path), tree)
    assert inspect(path).entries[0].dtype == name


@pytest.mark.parametrize("name", installed_dtypes())
def test_every_dtype_of_jax(path, name):
    numbers = np.array([0, 1, 1]).astype(name)
    save(path, numbers)
    like = jax.ShapeDtypeStruct((3,), name, sharding=SingleDeviceSharding(jax.devices()[0]))
    with wide():
        try:
            array = jnp.asarray(numbers)
        except TypeError:
            with pytest.raises(CheckpointError, match=f"this version of JAX has no arrays of dtype {name}"):
                load(path, like)
            return
        same(load(path, like), array)
        save(path, array)
        same(load(path), array)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(12.0).reshape(3, 4).T,
        np.arange(12)[::-2],
        np.broadcast_to(np.float32(2), (2, 3)),
        np.arange(3, dtype=">i4"),
        np.zeros((0, 5), np.int8),
        np.zeros((3, 0, 2**40), np.int8),
    ],
)
def test_the_layout_in_memory_does_not_matter(path, array):
    save(path, array)
    found = load(path, like=array)
    assert np.array_equal(found, array)
    assert (found.dtype, found.shape) == (array.dtype.newbyteorder("="), array.shape)
    found.fill(0)  # the array is the caller's own


def test_mapped_files_are_arrays(path, tmp_path):
    mapped = np.memmap(tmp_path / "data", np.float32, "w+", shape=(3,))
    save(path, mapped)
    same(load(path), np.zeros(3, np.float32))


@pytest.mark.parametrize("impl", ["threefry2x32", "rbg", "unsafe_rbg"])
def test_keys(path, impl):
    keys = jax.random.split(jax.random.key(0, impl=impl), 3)
    save(path, {"one": keys[0], "three": keys})
    found = load(path, like=jax.eval_shape(lambda: {"one": keys[0], "three": keys}))
    same(found, {"one": keys[0], "three": keys})
    assert jax.random.uniform(found["one"]) == jax.random.uniform(keys[0])


def test_other_pytrees(path):
    optax = pytest.importorskip("optax")
    params = {"w": jnp.ones((2, 3))}
    optimizer = optax.adamw(1e-3)
    updates, state = optimizer.update(params, optimizer.init(params), params)
    tree = {"pair": Pair(updates, 2.0), "state": state, "default": default_dict()}
    save(path, tree)
    found = load(path, like={"pair": Pair(params, 0.0), "state": optimizer.init(params), "default": default_dict()})
    same(found, tree)
    assert found["default"].default_factory is list


def test_dataclasses_of_other_libraries(path):
    flax, equinox = pytest.importorskip("flax"), pytest.importorskip("equinox")

    @flax.struct.dataclass
    class Flax:
        w: jax.Array
        name: str = flax.struct.field(pytree_node=False, default="flax")

    class Equinox(equinox.Module):
        w: jax.Array
        name: str = equinox.field(static=True, default="equinox")

    class NoStatic(equinox.Module):
        w: jax.Array

    save(path, [NoStatic(jnp.ones(2))])
    same(load(path, like=[NoStatic(jnp.zeros(2))]), [NoStatic(jnp.ones(2))])
    for cls in (Flax, Equinox):
        save(path, [cls(jnp.ones(2))])
        same(load(path, like=[cls(jnp.zeros(2))]), [cls(jnp.ones(2))])
        with pytest.raises(CheckpointError, match=rf"\[0\].*{cls.__name__}.*other"):
            load(path, like=[cls(jnp.zeros(2), name="other")])


def test_custom_nodes(path):
    class Box:
        def __init__(self, w, unit):
            self.w, self.unit = w, unit

    jax.tree_util.register_pytree_node(Box, lambda box: ((box.w,), box.unit), lambda unit, ws: Box(*ws, unit))
    save(path, {"box": Box(jnp.ones(2), ("m", 1))})
    found = load(path, like={"box": Box(jnp.zeros(2), ("m", 1))})
    assert (found["box"].w.sum(), found["box"].unit) == (2, ("m", 1))
    with pytest.raises(CheckpointError, match=r"static part of \"Box\" is \('m', 1\) in the file, \('s', 1\) in the"):
        load(path, like={"box": Box(jnp.zeros(2), ("s", 1))})


def test_static_values_are_equal_after_a_round_trip(path):
    values = (
        *(1, -(2**70), 1.5, math.inf, math.nan, True, None, "text", b"bytes", 2 - 1j, ..., slice(1, None), range(4)),
        *(
            np.dtype("bfloat16"),
            jnp.float32,
            np.float32(0.1),
            frozenset({1, "a", (2,)}),
            [1],
            {"a": 1, 2: "b", "$c": 3},
        ),
        *(Config(3), Pair(1, "x"), jnp.tanh, np.tanh, jax.nn.relu, jax.tree_util.Partial, lambda: None, {3, 4}),
    )
    for value in values:
        save(path, Layer(jnp.zeros(1), name=value))
        assert load(path, like=Layer(jnp.zeros(1), name=value)).name is value


def test_what_is_one_leaf(path):
    for leaf in (jnp.float32(2), np.arange(3), 4, "text", None, jax.random.key(0)):
        save(path, leaf)
        same(load(path), leaf)
        same(load(path, like=leaf), leaf)


def test_metadata_and_the_summary(path):
    metadata = {"step": 3, "loss": math.inf, "sizes": (1, 2), "notes": {"a": [None]}}
    save(path, model(), metadata=metadata)
    summary = inspect(path)
    assert summary.version == 2
    assert summary.metadata == metadata
    assert summary.nbytes == 4 * (6 + 3 + 3 + 1)
    lines = str(summary).splitlines()
    assert ".layers[0].w: jax float32[2,3]" in lines
    assert ".layers[0].name: static 'first'" in lines
    assert ".layers[1].b: value None" in lines
    assert len(lines) == 1 + len(summary.entries)


def test_arrays_alone(path):
    save(path, {"model": model(2.0), "key": jax.random.key(1)})
    found = load_arrays(path)
    assert found.keys() == {
        *("['model'].layers[0].w", "['model'].layers[0].b", "['model'].layers[1].w", "['model'].head.w", "['key']")
    }
    assert np.array_equal(found["['model'].layers[0].w"], np.full((2, 3), 2, np.float32))
    assert np.array_equal(found["['key']"], jax.random.key_data(jax.random.key(1)))


def test_saving_the_same_tree_twice_gives_the_same_bytes(path, tmp_path):
    for tree in (plain_tree(), {"names": frozenset("abcdefgh")}):
        save(path, tree)
        save(tmp_path / "other.jdc", tree)
        assert path.read_bytes() == (tmp_path / "other.jdc").read_bytes()


numbers = st.one_of(
    st.booleans(), st.integers(), st.floats(), st.complex_numbers(), st.text(), st.binary(), st.none()
)
array_leaves = st.sampled_from([np.int8, np.uint64, np.float16, np.float32, np.complex64, np.bool_]).flatmap(
    lambda dtype: arrays(dtype, array_shapes(min_dims=0, min_side=0, max_dims=3, max_side=3))
)
trees = st.recursive(
    numbers | array_leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(st.text(max_size=5), inner, max_size=4),
        st.dictionaries(st.tuples(st.integers(), st.text(max_size=3)), inner, max_size=3).map(OrderedDict),
    ),
    max_leaves=12,
)


@settings(deadline=None, max_examples=150)
@given(tree=trees)
def test_any_tree(tmp_path_factory, tree):
    path = tmp_path_factory.getbasetemp() / "any.jdc"
    save(path, tree)
    same(load(path), tree)
    same(load(path, like=tree), tree)
    checkpoint.load_arrays(path)
    inspect(path)
