"""Numbers come back as they were saved, or there is an error: signs of zero, types, range, precision."""

import math
import warnings

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

from jdc_runtime.checkpoint import CheckpointError, load, save

from .trees import Layer, same, wide

ALIKE = [0.0, -0.0, 0, False, 1, 1.0, True, math.nan, math.inf, -math.inf, 0j, -0.0 + 0j, complex(0.0, -0.0), 2**70]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.jdc"


def refused(path, like) -> str:
    with pytest.raises(CheckpointError) as caught:
        load(path, like)
    return str(caught.value).splitlines()[1].strip()


@pytest.mark.parametrize("saved", ALIKE, ids=repr)
def test_a_leaf_is_the_number_of_the_file(path, saved):
    save(path, [saved])
    for like in ALIKE:
        if type(saved) is type(like) or {type(saved), type(like)} == {int, float}:
            same(load(path, [like]), [saved])
        else:
            assert refused(path, [like])


@pytest.mark.parametrize("saved", ALIKE, ids=repr)
@pytest.mark.parametrize("wrap", [lambda v: v, lambda v: (1, (v,)), lambda v: {"a": [v]}, lambda v: slice(v, None)])
def test_a_static_value_is_exactly_that_of_the_template(path, saved, wrap):
    save(path, Layer(1.0, name=wrap(saved)))
    for like in ALIKE:
        if repr(like) == repr(saved):
            assert repr(load(path, Layer(0.0, name=wrap(like))).name) == repr(wrap(saved))
        else:
            assert 'static field "name"' in refused(path, Layer(0.0, name=wrap(like)))


def test_numpy_scalars_in_static_values_have_signs(path):
    save(path, Layer(1.0, name=(np.float32(-0.0), ml_dtypes.bfloat16(-0.0), np.complex64(complex(0, -0.0)))))
    assert refused(path, Layer(1.0, name=(np.float32(0.0), ml_dtypes.bfloat16(-0.0), np.complex64(complex(0, -0.0)))))
    assert refused(path, Layer(1.0, name=(np.float32(-0.0), ml_dtypes.bfloat16(-0.0), np.complex64(0))))


def test_dictionary_keys_and_defaults_that_are_equal(path):
    save(path, {1: "int", "x": {0.0: "zero"}})
    assert "[True]: missing in the file" in "".join(errors(path, {True: "", "x": {0.0: ""}}))
    assert "['x'][-0.0]: missing in the file" in "".join(errors(path, {1: "", "x": {-0.0: ""}}))
    assert load(path, {1: "", "x": {0.0: ""}}) == {1: "int", "x": {0.0: "zero"}}


def errors(path, like) -> list[str]:
    with pytest.raises(CheckpointError) as caught:
        load(path, like)
    return str(caught.value).splitlines()[1:]


LOST = [
    (1e300, "float32"),
    (-1e39, "float32"),
    (1e300, "bfloat16"),
    (1e6, "float16"),
    (1e-300, "float32"),
    (-1e-50, "bfloat16"),
    (1e-40, "float32"),
    (16777217, "float32"),
    (257, "bfloat16"),
    (2049, "float16"),
    (2**53 + 1, "float64"),
    (-(2**53) - 1, "complex128"),
    (16777217, "complex64"),
    (2**70 + 1, "float32"),
    (2**2000, "float64"),
    (2**2000, "float32"),
    (2**2000, "bfloat16"),
    (-(2**63), "float8_e5m2"),
    (2**31, "int32"),
    (-1, "uint8"),
    (256, "uint8"),
    (8, "int4"),
    (2**63, "int64"),
    (1e300, "complex64"),
    (complex(0, 1e300), "complex64"),
    (complex(1e-300, 1), "complex64"),
    (-0.0, "float8_e4m3fnuz"),
    (0.0, "float8_e8m0fnu"),
    (math.inf, "float8_e4m3fn"),
    (1000.0, "float8_e4m3fn"),
    (1e300, "float8_e5m2"),
]


@pytest.mark.parametrize(("saved", "dtype"), LOST)
def test_what_a_dtype_cannot_hold_is_an_error(path, saved, dtype):
    save(path, [saved])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for like in (np.zeros((), dtype), np.ones((), dtype)[()]):
            line = refused(path, [like])
            assert line.endswith(
                f"in the file, {dtype}[] expected, which cannot hold it; "
                f"give like= a Python {type(saved).__name__} at this place"
            )
    same(load(path, [type(saved)(1)]), [saved])


KEPT = [
    (0.1, "float32"),
    (0.1, "bfloat16"),
    (1e-3, "float16"),
    (16777216, "float32"),
    (2**70, "float32"),
    (256, "bfloat16"),
    (2**63, "bfloat16"),
    (7, "int4"),
    (-0.0, "float32"),
    (-0.0, "bfloat16"),
    (math.nan, "float16"),
    (-math.inf, "bfloat16"),
    (complex(-0.0, 0.1), "complex64"),
    (complex(math.nan, math.inf), "complex64"),
    (0.3, "float8_e4m3fn"),
    (3, "float8_e5m2"),
    (True, "bool"),
    (2**63, "uint64"),
]


@pytest.mark.parametrize(("saved", "dtype"), KEPT)
def test_floats_are_rounded_as_jax_rounds_them(path, saved, dtype):
    save(path, [saved])
    (found,) = load(path, [np.zeros((), dtype)])
    expected = np.asarray(float(saved) if type(saved) is int and "float" in dtype else saved, dtype)
    same(found, expected)
    if np.dtype(dtype).itemsize < 8:
        same(load(path, [jnp.zeros((), dtype)]), [jnp.asarray(expected)])


def test_an_abstract_template_keeps_the_python_number(path):
    save(path, [1e300, 16777217])
    assert load(path, jax.eval_shape(lambda: [jnp.float32(0), jnp.float32(0)])) == [1e300, 16777217]
    device = jax.sharding.SingleDeviceSharding(jax.devices()[0])
    like = jax.ShapeDtypeStruct((), jnp.float32, sharding=device)
    assert len(errors(path, [like, like])) == 2


def test_arrays_are_never_converted(path):
    with wide():
        arrays = [np.float64(1e300), np.int64(16777217), np.asarray(-0.0), jnp.asarray(np.float64(0.1))]
        save(path, arrays)
        for like in ("float32", "int32", "bfloat16", "complex128", "bool"):
            assert len(errors(path, [np.zeros((), like)] * 4)) == 4
        same(load(path, arrays), arrays)
        same(load(path, [0.0, 0, 0.0, 0.0]), arrays)


def test_bits_of_not_a_number_are_kept(path):
    bits = np.array([0x7FC00001, 0xFFC12345, 0x7F800001], np.uint32).view(np.float32)
    save(path, {"a": bits, "b": jnp.asarray(bits), "c": bits[1]})
    found = load(path, load(path))
    assert found["a"].tobytes() == bits.tobytes()
    assert np.asarray(found["b"]).tobytes() == np.asarray(jnp.asarray(bits)).tobytes()
    assert found["c"].tobytes() == bits[1].tobytes()


def test_functions_inside_values_come_from_the_template(path):
    save(path, [slice(jnp.tanh, 1)])
    found = load(path, [slice(jnp.tanh, 1)])[0]
    assert found.start is jnp.tanh
    assert refused(path, [slice(None)]).startswith("[0]: slice(jax.numpy.tanh")


def test_a_function_and_a_class_of_one_name_are_not_mixed_up(path):
    def thing(): ...

    Thing = type("thing", (), {"__module__": thing.__module__, "__qualname__": thing.__qualname__})
    with pytest.raises(CheckpointError, match="two dictionary keys are stored alike"):
        save(path, {thing: 1, Thing: 2})
    save(path, {thing: 1})
    assert errors(path, {thing: 0, Thing: 0}) == ["  the root: two dictionary keys of the template are stored alike"]
