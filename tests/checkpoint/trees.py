"""The trees that the tests of checkpoints save."""

import enum
from collections import OrderedDict, defaultdict, namedtuple
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc
from jdc_spec.dtypes import EXACT


class Mode(enum.Enum):
    TRAIN = "train"
    EVAL = "eval"


@dataclass(frozen=True)
class Config:
    width: int
    mode: Mode = Mode.TRAIN


Pair = namedtuple("Pair", "left right")


@jdc.pytree_dataclass
class Layer:
    w: jax.Array
    b: Any = None
    name: jdc.Static[str] = "layer"


@jdc.pytree_dataclass(drop_fields=["cache"])
class Model:
    layers: list
    head: Layer
    config: jdc.Static[Any] = None
    cache: Any = None


def same(one: Any, other: Any) -> None:
    """Assert that two trees are equal in structure, types, dtypes, weak types and bits."""
    leaves, treedef = jax.tree_util.tree_flatten(one)
    others, other_treedef = jax.tree_util.tree_flatten(other)
    assert treedef == other_treedef
    for leaf, found in zip(leaves, others, strict=True):
        if isinstance(leaf, jax.Array):
            assert isinstance(found, jax.Array)
            assert (leaf.dtype, leaf.shape) == (found.dtype, found.shape)
            if not jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key):
                assert leaf.weak_type == found.weak_type
            else:
                leaf, found = jax.random.key_data(leaf), jax.random.key_data(found)
            assert np.asarray(leaf).tobytes() == np.asarray(found).tobytes()
        else:
            assert type(leaf) is type(found)
            if isinstance(leaf, np.ndarray | np.generic):
                assert (leaf.dtype, leaf.shape) == (found.dtype, found.shape)
                assert leaf.tobytes() == found.tobytes()
            else:
                assert repr(leaf) == repr(found)  # NaN is equal to itself, and -0.0 is not 0.0


def installed_dtypes() -> list[str]:
    """The names of the dtypes that the installed numpy and ml_dtypes have."""
    found = []
    for name in sorted(EXACT):
        if name.startswith("key<"):
            continue
        try:
            found.append(np.dtype(name).name)
        except TypeError:
            continue
    return found


def plain_tree() -> dict:
    """A tree of containers, that loads without a template."""
    return {
        "w": jnp.arange(6.0).reshape(2, 3),
        "key": jax.random.key(3),
        "keys": jax.random.split(jax.random.key(4, impl="rbg"), 2),
        "weak": jnp.asarray(2.5),
        "weak_row": jnp.broadcast_to(jnp.asarray(1), (3,)).at[0].set(7),
        "empty": jnp.zeros((0, 3), jnp.bfloat16),
        "numpy": np.arange(4, dtype=np.int64),
        "scalar": np.float16(0.1),
        "nested": [1, (2.5, True, None, 1j), {"": float("-inf"), "$k": "text \ud800 é"}, []],
        "exact": [-0.0, float("nan"), 2**80, -(2**53), 5e-324, b"\x00\xff"],
        "ordered": OrderedDict(b=1, a=np.zeros(2)),
        "keyed": {(1, "tuple"): slice(1, None, 2), (1, "other"): range(3)},
        "dtype": np.dtype("bfloat16"),
    }


def model(scale: float = 1.0, config: Any = None, cache: Any = None) -> Model:
    """A tree of dataclasses."""
    layers = [Layer(scale * jnp.ones((2, 3)), scale * jnp.zeros(3), "first"), Layer(scale * jnp.ones((3, 1)))]
    return Model(layers, Layer(jnp.asarray(scale), name="head"), config, cache)


def structure_tree(rate: float = 0.1, scale: float = 1.0) -> dict:
    """A structure tree with one submodule."""
    child = {
        "params": {"w": scale * jnp.ones((2, 2))},
        "buffers": {},
        "aux": {"activation": jnp.tanh},
        "apply": apply_child,
        "submodules": {},
    }
    return {
        "params": {},
        "buffers": {"count": jnp.zeros((), jnp.int32)},
        "aux": {"rate": rate, "train": False},
        "apply": apply_parent,
        "submodules": {"child": child},
    }


def apply_child(tree, config, x):
    return tree, x @ tree["params"]["w"]


def apply_parent(tree, config, x):
    return tree, x


@contextmanager
def wide():
    """Turn jax_enable_x64 on."""
    jax.config.update("jax_enable_x64", True)
    try:
        yield
    finally:
        jax.config.update("jax_enable_x64", False)


def default_dict() -> defaultdict:
    return defaultdict(list, a=1)
