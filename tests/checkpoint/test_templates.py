"""Loading into a template: what agrees, and every way in which it does not."""

import textwrap
from collections import OrderedDict

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import SingleDeviceSharding

import jdc_runtime as jdc
from jdc_runtime.checkpoint import CheckpointError, load, load_arrays, save

from .trees import Config, Layer, Mode, Pair, apply_child, apply_parent, model, same, structure_tree, wide


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.jdc"


def reported(path, like, **keywords) -> str:
    """The lines of an error after the first."""
    with pytest.raises(CheckpointError) as caught:
        load(path, like, **keywords)
    first, _, rest = str(caught.value).partition("\n")
    assert first == f'"{path}": the checkpoint does not fit the template:'
    return textwrap.dedent(rest)


def test_every_difference_is_reported_with_its_key_path(path):
    save(path, {"a": jnp.zeros(3), "b": [jnp.zeros(2), jnp.zeros(1)], "c": Layer(jnp.zeros(2)), "old": 1, "n": None})
    like = {
        "a": jnp.zeros((3, 1)),
        "b": [jnp.zeros(2, jnp.bfloat16)],
        "c": Layer(jnp.zeros(2), name="other"),
        "n": jnp.zeros(2),
        "new": {"w": 1.0},
    }
    assert reported(path, like) == textwrap.dedent("""\
        ['old']: only in the file: 1
        ['a']: shape (3,) in the file, (3, 1) expected
        ['b'][1]: only in the file: float32[1]
        ['b'][0]: dtype float32 in the file, bfloat16 expected
        ['c']: static field "name" of "Layer" is 'layer' in the file, 'other' in the template
        ['n']: None in the file, float32[2] expected
        ['new']: missing in the file: dict of 1 expected""")


@pytest.mark.parametrize(
    ("saved", "like", "line"),
    [
        ([1], (1,), "the root: list of 1 in the file, tuple of 1 expected"),
        ({"a": 1}, OrderedDict(a=1), "the root: dict of 1 in the file, OrderedDict of 1 expected"),
        ([1], np.zeros(3), "the root: list of 1 in the file, float64[3] expected"),
        (np.zeros(3), "text", "the root: float64[3] in the file, 'text' expected"),
        (["text"], [1], "[0]: 'text' in the file, 1 expected"),
        ([True], [1], "[0]: True in the file, 1 expected"),
        ([1.5], [np.zeros((), np.int32)], "[0]: 1.5 in the file, int32[] expected"),
        ([2**40], [np.zeros((), np.int32)], "[0]: 1099511627776 in the file, int32[] expected"),
        ([np.zeros(1)], [1.0], "[0]: float64[1] in the file, 1.0 expected"),
        ([jnp.tanh], [jnp.sinh], "[0]: jax.numpy.tanh in the file, jax.numpy.sinh expected"),
        (
            [Mode.EVAL],
            [Mode.TRAIN],
            "[0]: tests.checkpoint.trees.Mode.EVAL in the file, tests.checkpoint.trees.Mode.TRAIN",
        ),
        ([Pair(1, 2)], [(1, 2)], "[0]: object of tests.checkpoint.trees.Pair in the file, tuple of 2 expected"),
        ([(1, 2)], [Pair(1, 2)], "[0]: tuple of 2 in the file, object of tests.checkpoint.trees.Pair expected"),
        ([{1: 2}], [{"1": 2}], "[0][1]: only in the file: 2\n[0]['1']: missing in the file: 2 expected"),
    ],
)
def test_what_does_not_agree(path, saved, like, line):
    save(path, saved)
    assert reported(path, like).startswith(line)


def test_another_key_implementation_is_another_dtype(path):
    save(path, [jax.random.key(0)])
    assert reported(path, [jax.random.key(0, impl="rbg")]) == "[0]: dtype key<fry> in the file, key<rbg> expected"
    assert reported(path, [jax.random.PRNGKey(0)]).startswith("[0]: shape () in the file, (2,) expected")


def test_nested_static_values(path):
    save(path, model(config=Config(3, Mode.TRAIN)))
    lines = reported(path, model(config=Config(4, Mode.EVAL)))
    assert lines == (
        'the root: static field "config" of "Model" is '
        "tests.checkpoint.trees.Config(width=3, mode=tests.checkpoint.trees.Mode.TRAIN) in the file, "
        "tests.checkpoint.trees.Config(width=4, mode=tests.checkpoint.trees.Mode.EVAL) in the template"
    )


@pytest.mark.parametrize(
    ("saved", "like"),
    [(1, True), (1, 1.0), ((1,), [1]), (0.0, False), ("1", 1), (b"a", "a"), (np.float32(1), 1.0), (None, 0)],
)
def test_equal_static_values_of_other_types_differ(path, saved, like):
    save(path, Layer(1.0, name=saved))
    assert 'static field "name" of "Layer" is' in reported(path, Layer(1.0, name=like))


def test_a_template_with_an_unstorable_static_value_differs(path):
    save(path, Layer(1.0, name="x"))
    assert "is 'x' in the file, <object object at" in reported(path, Layer(1.0, name=object()))


def test_the_class_is_compared(path):
    @jdc.pytree_dataclass
    class Renamed:
        w: jax.Array
        b: object = None
        name: jdc.Static[str] = "layer"

    save(path, [Layer(jnp.ones(2))])
    line = reported(path, [Renamed(jnp.zeros(2))])
    assert line.startswith(
        "[0]: object of tests.checkpoint.trees.Layer in the file, of tests.checkpoint.test_templates.test_the"
    )
    same(load(path, [Renamed(jnp.zeros(2))], check_names=False), [Renamed(jnp.ones(2))])


def test_fields_that_came_and_went(path):
    @jdc.pytree_dataclass
    class Layer:  # of another age
        w: jax.Array
        scale: jax.Array
        kind: jdc.Static[str] = "new"

    save(path, model().head)
    assert reported(path, Layer(jnp.zeros(()), jnp.zeros(1)), check_names=False) == textwrap.dedent("""\
        the root: static field "kind" of "Layer" is missing in the file, 'new' in the template
        the root: static field "name" of "Layer" is only in the file: 'head'
        .b: only in the file: None
        .scale: missing in the file: float32[1] expected""")


def test_functions_are_compared_by_package_and_qualified_name(path):
    tree = structure_tree()
    save(path, tree)
    swapped = structure_tree() | {"apply": apply_child}
    assert reported(path, swapped) == (
        f"['apply']: {apply_parent.__module__}.apply_parent in the file, "
        f"{apply_child.__module__}.apply_child expected"
    )
    assert load(path, swapped, check_names=False)["apply"] is apply_child


def test_the_modules_of_a_package_are_not_compared(path):
    def apply(): ...

    def moved(): ...

    def foreign(): ...

    apply.__module__, moved.__module__, foreign.__module__ = "mine.layers", "mine._linear", "theirs.layers"
    apply.__qualname__ = moved.__qualname__ = foreign.__qualname__ = "Linear.<locals>.apply"
    save(path, [apply])
    assert load(path, [moved]) == [moved]
    assert reported(path, [foreign]) == (
        "[0]: mine.layers.Linear.<locals>.apply in the file, theirs.layers.Linear.<locals>.apply expected"
    )
    moved.__module__ = "__main__"  # of a script, which others import by another name
    assert load(path, [moved]) == [moved]


def test_leaves_come_in_the_kind_of_the_template(path):
    save(path, [jnp.ones(2), np.ones(2, np.float32), np.float32(1), 3, jnp.asarray(4), np.int32(5)])
    like = [
        np.zeros(2, np.float32),
        jnp.zeros(2),
        np.zeros((), np.float32),
        jnp.asarray(0, jnp.int8),
        0,
        jax.ShapeDtypeStruct((), jnp.int32),
    ]
    expected = [
        np.ones(2, np.float32),
        jnp.ones(2),
        np.ones((), np.float32),
        jnp.asarray(3, jnp.int8),
        jnp.asarray(4),
        np.int32(5),
    ]
    same(load(path, like), expected)


def test_numbers_may_be_int_or_float(path):
    save(path, {"rate": 1, "scale": 0.5})
    assert load(path, {"rate": 0.1, "scale": 2}) == {"rate": 1, "scale": 0.5}


def test_strings_are_data(path):
    save(path, {"name": "saved", "raw": b"saved", "where": slice(1, 2)})
    assert load(path, {"name": "", "raw": b"", "where": slice(None)}) == {
        "name": "saved",
        "raw": b"saved",
        "where": slice(1, 2),
    }


def test_the_order_of_a_dict_is_that_of_the_template(path):
    save(path, {"b": 1, "a": 2})
    assert list(load(path, {"a": 0, "b": 0})) == ["a", "b"]


def test_a_sharding_of_the_template_is_that_of_the_result(path):
    save(path, [np.arange(3.0, dtype=np.float32), jnp.ones(2)])
    device = SingleDeviceSharding(jax.devices()[0])
    found = load(path, [jax.ShapeDtypeStruct((3,), jnp.float32, sharding=device), jnp.zeros(2)])
    assert isinstance(found[0], jax.Array)
    assert found[0].committed
    assert not found[1].committed


def test_wide_arrays_are_not_cut(path):
    with wide():
        save(path, [jnp.arange(3), np.arange(3)])
        same(load(path), [jnp.arange(3), np.arange(3)])
    with pytest.raises(
        CheckpointError, match=r"\[0\]: int64\[3\], which JAX cannot hold while jax_enable_x64 is off"
    ):
        load(path)
    assert reported(path, [jnp.arange(3), np.arange(3)]).startswith(
        "[0]: dtype int64 in the file, int32 expected, which"
    )
    longs = jax.ShapeDtypeStruct((3,), np.int64)
    assert reported(path, [longs, longs]).startswith("[0]: int64[3], which JAX cannot hold while")
    same(load(path, [np.zeros(3, int), np.zeros(3, int)]), [np.arange(3), np.arange(3)])


def test_weakly_typed_numbers_of_a_narrow_program_stay_narrow(path):
    save(path, jnp.asarray(2.5))
    with wide():
        found = load(path)
    assert (found.dtype, found) == (jnp.float32, 2.5)


def test_a_template_is_needed_for_what_is_code(path):
    save(path, {"layer": Layer(jnp.zeros(1)), "f": jnp.tanh, "mode": (Mode.EVAL, 1), "fine": [1]})
    with pytest.raises(CheckpointError) as caught:
        load(path)
    assert str(caught.value) == (
        f'"{path}": the checkpoint needs a template, load(path, like=...), because of\n'
        "  ['layer']: an object of class \"Layer\"\n"
        "  ['f']: jax.numpy.tanh, of which the file has the name alone\n"
        "  ['mode'][0]: tests.checkpoint.trees.Mode.EVAL, of which the file has the name alone"
    )


def test_many_differences_are_counted(path):
    save(path, list(range(60)))
    lines = reported(path, []).splitlines()
    assert len(lines) == 51
    assert lines[-1] == "and 10 more"


def test_numbers_are_among_the_arrays_of_a_file(path):
    save(path, {"step": 4, "rate": 0.5, "big": 2**80, "name": "a", "w": np.ones(2)})
    arrays = load_arrays(path)
    assert {name: array.tolist() for name, array in arrays.items()} == {
        "['rate']": 0.5,
        "['step']": 4,
        "['w']": [1.0, 1.0],
    }
