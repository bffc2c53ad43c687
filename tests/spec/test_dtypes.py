"""Names of dtypes against the dtypes themselves: NumPy's, ml_dtypes' and those of the installed JAX."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jdc_spec.dtypes import EXACT, KNOWN, canonical, covered, matches, spelled, takes_scalar


def exact_dtypes():
    """Return every dtype by the name that `jdc_spec` gives it, from the attributes of `jax.numpy`."""
    found = {}
    for name in dir(jnp):
        attribute = getattr(jnp, name)
        if isinstance(attribute, type) and isinstance(getattr(attribute, "dtype", None), np.dtype):
            found[attribute.dtype.name] = attribute.dtype
    return found


DTYPES = exact_dtypes()
KEYS = {"key<fry>": jax.random.key(0).dtype, "key<rbg>": jax.random.key(0, impl="rbg").dtype}
ABSTRACT = {
    name: getattr(jnp, name)
    for name in (
        "signedinteger",
        "unsignedinteger",
        "integer",
        "floating",
        "complexfloating",
        "inexact",
        "number",
        "generic",
    )
} | {"prng_key": jax.dtypes.prng_key, "extended": jax.dtypes.extended}
NOT_IN_ARRAYS = {"float6_e2m3fn", "float6_e3m2fn", "int1", "uint1"}
"""Dtypes of some release of JAX that no array has on a supported platform."""


def test_every_dtype_of_jax_is_known():
    assert set(DTYPES) - NOT_IN_ARRAYS <= EXACT
    assert {"float32", "bfloat16", "int4", "uint8", "bool", "complex128"} <= set(DTYPES)
    assert set(KEYS) <= EXACT


@pytest.mark.parametrize("expected", [*DTYPES, *ABSTRACT, *KEYS])
def test_matches_orders_as_issubdtype(expected):
    dtype = (DTYPES | ABSTRACT | KEYS)[expected]
    for name, actual in (DTYPES | KEYS).items():
        if name in EXACT and expected in KNOWN:
            assert matches(name, expected) == jnp.issubdtype(actual, dtype), name


def test_python_scalars_cover_both_widths():
    for scalar, dtypes in {"int": ("int32", "int64"), "float": ("float32", "float64")}.items():
        assert covered(scalar) == set(dtypes)
        for name in EXACT:
            assert matches(name, scalar) == (name in dtypes)
    assert matches("bool", "bool")
    assert not matches("int32", "bool")


def test_a_dtype_that_is_one_of_several_matches_where_one_does():
    assert matches("float", "float64")
    assert matches("int", "signedinteger")
    assert not matches("int", "uint32")


def test_unknown_names_match_everything():
    assert matches("float128", "int32")
    assert matches("int32", "float128")
    assert covered("float128") == frozenset()


def test_canonical_names_what_numpy_and_jax_spell():
    """An attribute that is a dtype has the canonical name of that dtype, or one that covers it."""
    exact = []
    for name in {*dir(np), *dir(jnp)}:
        found = canonical(name)
        attribute = getattr(jnp, name, None) or getattr(np, name, None)
        if found is None or not isinstance(attribute, type) or found in ABSTRACT:
            continue
        if attribute in (int, float, complex, bool):
            assert found == attribute.__name__
            continue
        actual = np.dtype(attribute if issubclass(attribute, np.generic) else attribute.dtype).name
        assert actual in covered(found) or matches(actual, found), name
        exact.append(name)
    assert {"float32", "half", "ubyte", "bool_", "int_", "bfloat16"} <= set(exact)


def test_canonical_leaves_other_names_alone():
    assert canonical("ndarray") is None
    assert canonical("str_") is None
    assert canonical("float32") == "float32"


@pytest.mark.parametrize("scalar", [1, 1.0, 1j])
def test_a_python_scalar_goes_where_jax_promotes_it_to(scalar):
    compared = []
    for name, dtype in DTYPES.items():
        if name not in EXACT or dtype.name == "bool" or jax.dtypes.canonicalize_dtype(dtype) != dtype:
            continue
        try:
            result = jax.eval_shape(lambda x: x + scalar, jax.ShapeDtypeStruct((), dtype)).dtype
        except jax.dtypes.TypePromotionError:  # the smallest dtypes have no promotion
            continue
        compared.append(name)
        assert takes_scalar(name, type(scalar).__name__) == (result == dtype), name
    assert {"int8", "uint32", "float16", "bfloat16", "float32", "complex64"} <= set(compared)


def test_bool_is_not_weak():
    assert takes_scalar("bool", "bool")
    assert takes_scalar("generic", "bool")
    assert not any(takes_scalar(name, "bool") for name in EXACT - {"bool"})
    assert not takes_scalar("bool", "int")
    assert takes_scalar("float128", "bool")


SPELLED = [
    *(f"{order}{kind}{size}" for kind in "biufc" for size in (1, 2, 4, 8, 16) for order in ("", "<", ">", "=", "|")),
    *("half", "single", "double", "csingle", "cdouble", "byte", "ubyte", "short", "ushort", "intc", "uintc"),
    *("longlong", "ulonglong", "uint", "bool", "int8", "uint16", "float64", "complex64"),
]


@pytest.mark.parametrize("text", SPELLED)
def test_strings_that_numpy_knows(text):
    try:
        expected = np.dtype(text).name
    except TypeError:
        expected = None
    assert spelled(text) == (expected if expected in EXACT else None)


def test_strings_of_pythons_types_and_other_strings():
    assert [spelled(name) for name in ("int", "float", "complex", "bool")] == ["int", "float", "complex", "bool"]
    assert spelled("bfloat16") == "bfloat16"
    assert not any(
        map(spelled, ("", "<", "f", "b", "h", "floating", "number", "batch", "f4, i4", "O", "U3", "M8[s]"))
    )
