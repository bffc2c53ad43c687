"""State dicts of flax, and exported functions."""

import enum
import json
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from typing import Any

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc
from jdc_runtime._serialization import export as _export


class Mode(enum.Enum):
    TRAIN = 1


@dataclass(frozen=True)
class Config:
    width: int
    mode: Mode = Mode.TRAIN


@jdc.pytree_dataclass
class Layer:
    w: jax.Array
    b: jax.Array
    name: jdc.Static[str] = "layer"


@jdc.pytree_dataclass(drop_fields=["cache"])
class Model:
    layers: list
    head: Layer
    config: jdc.Static[Any] = None
    cache: Any = None

    def __post_init__(self):
        assert self.head is not None


def model(scale: float = 1.0, config: Any = None) -> Model:
    layer = Layer(scale * jnp.ones((2, 3)), scale * jnp.zeros(3))
    return Model([layer, layer], layer, config, "cached")


def test_state_dicts_hold_the_data_fields():
    serialization = pytest.importorskip("flax.serialization")
    state = serialization.to_state_dict(model())
    assert state.keys() == {"layers", "head"}
    assert state["layers"].keys() == {"0", "1"}
    assert state["head"].keys() == {"w", "b"}
    restored = serialization.from_state_dict(model(2.0, config=Config(3)), state)
    assert (restored.config, restored.cache, restored.head.name) == (Config(3), "cached", "layer")
    jax.tree.map(np.testing.assert_array_equal, restored, model(config=Config(3)))


def test_bytes_and_msgpack():
    serialization = pytest.importorskip("flax.serialization")
    data = serialization.to_bytes(model(3.0))
    jax.tree.map(np.testing.assert_array_equal, serialization.from_bytes(model(), data), model(3.0))
    jax.tree.map(
        np.testing.assert_array_equal,
        serialization.from_state_dict(model(), serialization.msgpack_restore(data)),
        model(3.0),
    )


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (
            lambda s: s["head"].pop("w"),
            r'field "w" of "Layer" at path \./head is missing from the state dict, which has: b',
        ),
        (
            lambda s: s["layers"]["1"].update(z=1),
            r'"z" in the state dict is not a data field of "Layer" at path \./layers/1, which has: w, b',
        ),
        (lambda s: s.update(head=3), r'the state of "Layer" at path \./head is int, not a dict'),
        (
            lambda s: s.update(config=3),
            r'"config" in the state dict is not a data field of "Model" at path \., which has: layers, head',
        ),
    ],
)
def test_wrong_states_name_the_path(change, text):
    serialization = pytest.importorskip("flax.serialization")
    state = serialization.to_state_dict(model())
    change(state)
    with pytest.raises(ValueError, match=text):
        serialization.from_state_dict(model(), state)


PROGRAM = """
    import sys
    {before}
    import jdc_runtime as jdc
    assert "flax" not in sys.modules or {imported}
    @jdc.pytree_dataclass
    class A:
        x: float
    class B(jdc.PyTreeNode):
        x: float
        m: jdc.Static[str] = "m"
    import importlib
    {after}
    from flax import serialization
    assert serialization.to_state_dict(B(A(1.0))) == {{"x": {{"x": 1.0}}}}
    assert serialization.from_state_dict(B(A(1.0), "n"), {{"x": {{"x": 2.0}}}}) == B(A(2.0), "n")
    assert not any(type(f).__module__.startswith("jdc_runtime") for f in sys.meta_path), sys.meta_path
    spec = serialization.__spec__
    assert not type(spec.loader).__module__.startswith("jdc_runtime")
    assert spec.loader is serialization.__loader__
    import inspect; inspect.getsource(serialization)
    import jax.export
    @jdc.pytree_dataclass
    class Later:
        x: float
    assert serialization.to_state_dict(Later(1.0)) == {{"x": 1.0}}
    print("done")
"""


def run(program: str, *options: str) -> str:
    command = [sys.executable, *options, "-c", textwrap.dedent(program)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.mark.slow
@pytest.mark.parametrize("first", ["flax", "jdc"])
def test_whichever_is_imported_first(first):
    pytest.importorskip("flax")
    before = "import flax.serialization" if first == "flax" else ""
    assert run(PROGRAM.format(before=before, after="import jax.export", imported=first == "flax")) == "done\n"


@pytest.mark.slow
def test_without_flax():
    assert (
        run("""
        import sys
        sys.modules["flax"] = None
        import jdc_runtime as jdc
        @jdc.pytree_dataclass
        class A:
            x: float
        try:
            import flax.serialization
        except ImportError:
            print(A(1.0))
        """)
        == "A(x=1.0)\n"
    )


@pytest.mark.slow
def test_importing_jdc_imports_nothing_heavy():
    loaded = run("""
        import sys, jax
        before = set(sys.modules)
        import jdc_runtime as jdc
        @jdc.pytree_dataclass
        class A:
            x: float
        print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
        """)
    assert set(loaded.split()) <= {"jdc_runtime", "jdc_spec"} | set(sys.stdlib_module_names)


def exported(fun: Any, *args: Any) -> jax.export.Exported:
    return jax.export.deserialize(jax.export.export(jax.jit(fun))(*args).serialize())


def test_exported_functions_take_and_return_dataclasses():
    inputs = model(config=Config(3))
    fun = exported(lambda m: m.replace(head=jax.tree.map(lambda leaf: leaf + 1, m.head)), inputs)
    outputs = fun.call(inputs)
    assert type(outputs) is Model
    assert outputs.config == Config(3)
    np.testing.assert_array_equal(outputs.head.w, np.full((2, 3), 2.0))
    with pytest.raises(ValueError, match=r"structure|Config|tree"):
        fun.call(model(config=Config(4)))


STATIC_VALUES = [
    None,
    True,
    3,
    -1.5,
    float("inf"),
    "text \N{SNOWMAN}",
    b"\x00\xff",
    1 + 2j,
    (1, ("a", (None,))),
    [1, "b"],
    {"a": 1, 2: ("b",)},
    frozenset({1, 2}),
    np.dtype("float32"),
    jnp.dtype("bfloat16"),
    Mode.TRAIN,
    Config(3),
    Config,
    jnp.float32,
    jnp.tanh,
    jax.nn.relu,
    model,
    (),
]


@pytest.mark.parametrize("value", STATIC_VALUES)
def test_static_values_that_can_be_exported(value):
    assert _export._decode(json.loads(json.dumps(_export._encode(value, "")))) == value
    assert exported(lambda layer: layer.w, Layer(X, X, value)).in_tree == jax.tree.structure(
        ((Layer(X, X, value),), {})
    )


X = jnp.ones(2)


@pytest.mark.parametrize("value", [lambda x: x, object(), np.float32(3), jnp.tanh.__get__, {1: object()}])
def test_static_values_that_cannot(value):
    with pytest.raises(TypeError, match=r'static field "name" of "Layer" holds .*, which jax.export cannot store'):
        exported(lambda layer: layer.w, Layer(X, X, value))


def test_reading_an_export_runs_nothing_and_imports_nothing():
    for stored, text in [
        ({"name": "antigravity:fly"}, "import its module first"),
        ({"enum": ["builtins:int", "real"]}, "not an enum"),
        ({"enum": [f"{__name__}:Mode", "OTHER"]}, "not an enum with a member"),
        ({"dataclass": ["subprocess:Popen", {"args": "true"}]}, "not a dataclass"),
        ({"dataclass": [f"{__name__}:Config", {"width": 1}]}, "not a dataclass with the fields width"),
    ]:
        with pytest.raises(ValueError, match=text):
            _export._decode(stored)
    assert "antigravity" not in sys.modules


def test_a_class_defined_again_is_exported_under_another_name():
    def define():
        @jdc.pytree_dataclass
        class Cell:
            x: jax.Array

        return Cell

    first, second = define(), define()
    for cls in (first, second):
        assert type(exported(lambda cell: cell, cls(X)).call(cls(X))) is cls
