"""Files of every format that was ever written stay readable. Nothing here changes when the format does.

Each file of data/ was written when its format was new:
``python -c "from tests.checkpoint import test_old_files; test_old_files.write()"``.
"""

import enum
from collections import OrderedDict, namedtuple
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc
from jdc_runtime.checkpoint import CheckpointError, inspect, load, load_arrays, save

from .trees import installed_dtypes, plain_tree, same

DATA = Path(__file__).with_name("data")
FORMAT_1 = DATA / "format-1.jdc"

DTYPES = [
    "bfloat16",
    "bool",
    "complex128",
    "complex64",
    "float16",
    "float32",
    "float4_e2m1fn",
    "float64",
    "float8_e3m4",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
    "int16",
    "int2",
    "int32",
    "int4",
    "int64",
    "int8",
    "uint16",
    "uint2",
    "uint32",
    "uint4",
    "uint64",
    "uint8",
]

KEYS = [[696430527, 3370724820, 696430527, 3370724820], [1483995542, 2640611522, 1483995542, 2640611522]]
"""A split key as it was saved: versions of JAX split in other ways."""


class Mode(enum.Enum):
    TRAIN = 1


Pair = namedtuple("Pair", "left right")


@jdc.pytree_dataclass
class State:
    w: jax.Array
    inner: object
    name: jdc.Static[object] = "state"


def act(x): ...


def tree() -> dict:
    numbers = np.arange(3)
    static = (
        "text",
        2**70,
        float("nan"),
        1j,
        b"\xff",
        None,
        True,
        ...,
        slice(1, 2),
        range(3),
        frozenset({1}),
        Mode.TRAIN,
    )
    return {
        "state": State(jnp.asarray(numbers, jnp.bfloat16), Pair(1, (2.5, None)), (*static, act, np.dtype("int4"))),
        "key": jax.random.wrap_key_data(jnp.asarray([1, 2], jnp.uint32), impl="threefry2x32"),
        "weak": jnp.asarray(2),
        "arrays": [numbers.astype(name) for name in ("int4", "float8_e4m3fn", "bool", "complex128", "uint16")],
        "scalar": np.float16(1.5),
        "ordered": OrderedDict([(("b", 1), "text"), (("a", 2), b"bytes")]),
        "act": act,
    }


def test_format_1():
    template = tree()
    found = load(
        FORMAT_1,
        like=jax.tree.map(lambda leaf: leaf * 0 if isinstance(leaf, jax.Array) and leaf.ndim else leaf, template),
    )
    assert jax.tree.structure(found) == jax.tree.structure(template)
    assert found["state"].w.dtype == jnp.bfloat16
    assert found["state"].w.tolist() == [0, 1, 2]
    assert found["state"].inner == Pair(1, (2.5, None))
    assert jax.random.key_data(found["key"]).tolist() == [1, 2]
    assert found["weak"].weak_type
    assert [array.dtype.name for array in found["arrays"]] == [
        "int4",
        "float8_e4m3fn",
        "bool",
        "complex128",
        "uint16",
    ]
    assert all(np.array_equal(array, np.arange(3).astype(array.dtype)) for array in found["arrays"])
    assert type(found["scalar"]) is np.float16
    assert found["scalar"] == 1.5
    assert found["ordered"] == OrderedDict([(("b", 1), "text"), (("a", 2), b"bytes")])
    assert found["act"] is act
    assert inspect(FORMAT_1).metadata == {"step": 3, "loss": float("inf"), "sizes": (1, 2)}


def test_format_1_without_a_template():
    expected = plain_tree() | {"keys": jax.random.wrap_key_data(jnp.array(KEYS, jnp.uint32), impl="rbg")}
    for found in (load(DATA / "format-1-plain.jdc"), load(DATA / "format-1-plain.jdc", like=expected)):
        same(found, expected)
    assert inspect(DATA / "format-1-plain.jdc").metadata == {"step": 4}
    assert inspect(DATA / "format-1-plain.jdc").version == 1
    same(load(DATA / "format-1-empty.jdc"), {"none": None, "rows": [], "zero": np.zeros((0, 2), np.int8)})
    same(load(DATA / "format-1-leaf.jdc"), jnp.float32(2))
    assert load_arrays(DATA / "format-1-plain.jdc")["['w']"].tolist() == [[0, 1, 2], [3, 4, 5]]


def test_dtypes_of_format_1():
    if not set(DTYPES) <= set(installed_dtypes()):
        with pytest.raises(CheckpointError, match="is unknown to the jax and numpy that are installed"):
            load(DATA / "format-1-dtypes.jdc")
    else:
        same(load(DATA / "format-1-dtypes.jdc"), {name: np.array([0, 1, 1]).astype(name) for name in DTYPES})


def test_saved_again_a_file_has_the_newest_format(tmp_path):
    save(tmp_path / "run.jdc", load(DATA / "format-1-plain.jdc"))
    assert inspect(tmp_path / "run.jdc").version == 2
    same(load(tmp_path / "run.jdc"), load(DATA / "format-1-plain.jdc"))


def write() -> None:
    save(FORMAT_1, tree(), metadata={"step": 3, "loss": float("inf"), "sizes": (1, 2)})
