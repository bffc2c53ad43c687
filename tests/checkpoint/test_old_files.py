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

import jdc_runtime as jdc
from jdc_runtime.checkpoint import inspect, load, save

FORMAT_1 = Path(__file__).with_name("data") / "format-1.jdc"


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


def write() -> None:
    save(FORMAT_1, tree(), metadata={"step": 3, "loss": float("inf"), "sizes": (1, 2)})
