"""Keys of ``jax.random``: typed ones, ``key(0)``, and old ones, ``PRNGKey(0)``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from jdc_spec.dtypes import ANY_KEY, KEY

from ..arguments import Call, Rule
from ..dtypes import in_mode, kind_of, paired
from ..values import NONE, ArrayValue, DTypeMistakeError, MistakeError, Scalar, UnclearError, Value, show, show_dtype


def key(call: Call) -> Value:
    """``key(seed)``: a typed key of shape ``()``."""
    _check_seed(call)
    return ArrayValue((), KEY, weak=False)


def old_key(call: Call) -> Value:
    """``PRNGKey(seed)``: numbers whose shape the configuration decides, or a typed key."""
    _check_seed(call)
    return ArrayValue(None, ANY_KEY, weak=False)


def _check_seed(call: Call) -> None:
    seed = call.array("seed")
    if seed.shape:
        raise MistakeError(f"{call.name} takes one seed, not {show(seed.shape)}; use jax.vmap")


def split(call: Call) -> Value:
    """``split(key, num)``: typed keys gain axes at the end; so do old keys, before their last axis."""
    check_key(call)
    given = call.array("key")
    wanted = call.sizes("num")
    if wanted is None or given.shape is None or given.dtype is None:
        return ArrayValue(None, given.dtype, weak=False)
    if given.dtype == KEY:
        return ArrayValue(wanted, given.dtype, weak=False)
    if given.dtype != "uint32" or len(given.shape) != 1:
        raise UnclearError
    return ArrayValue((*wanted, *given.shape), given.dtype, weak=False)


def fold_in(call: Call) -> Value:
    """``fold_in(key, data)``: another key."""
    check_key(call)
    given, data = call.array("key"), call.array("data")
    if data.shape:
        raise MistakeError(f"fold_in takes a scalar, not {show(data.shape)}; use jax.vmap")
    return ArrayValue(given.shape, given.dtype, weak=False)


def same_key(call: Call) -> Value:
    """``clone(key)``."""
    given = call.array("key")
    return ArrayValue(given.shape, given.dtype, False if given.dtype == KEY else None)


def key_data(call: Call) -> Value:
    """``key_data(keys)``: the numbers of each key, on one axis."""
    given = call.array("keys")
    if given.dtype == KEY:
        return ArrayValue(None if given.shape is None else (*given.shape, None), "uint32", weak=False)
    return ArrayValue(given.shape if given.dtype == "uint32" else None, "uint32", weak=False)


def wrap_key_data(call: Call) -> Value:
    """``wrap_key_data(numbers)``: the typed keys that numbers stand for."""
    given = call.array("key_bits_array")
    return ArrayValue(given.shape[:-1] if given.shape else None, KEY, weak=False)


def random_bits(call: Call) -> Value:
    """``bits(key, shape, dtype)``."""
    check_key(call)
    asked = call.dtype("dtype", paired("uint32", "uint64"))
    if asked is not None and not all(in_mode(asked, wide=wide).startswith("uint") for wide in (False, True)):
        if kind_of(asked) is None:
            raise UnclearError
        raise DTypeMistakeError(f"bits makes unsigned integers; dtype is {show_dtype(asked)}")
    return call.result(call.sizes("shape"), asked)


def check_key(call: Call) -> None:
    """Raise a MistakeError where a function that takes one key is given something else."""
    given = call.values["key"]
    if isinstance(given, Scalar) and not isinstance(given.value, int | float):
        raise UnclearError
    if isinstance(given, Scalar) or given is NONE:
        raise DTypeMistakeError(f"{call.name} takes a random key, not {'None' if given is NONE else 'a number'}")
    array = call.array("key")
    if array.dtype == KEY and array.shape:
        raise MistakeError(f"{call.name} takes one key, not {show(array.shape)}; use jax.vmap")
    found = kind_of(array.dtype)
    if array.dtype is None or found is None:
        return
    if found != "int" or all(in_mode(array.dtype, wide=wide) != "uint32" for wide in (False, True)):
        raise DTypeMistakeError(f"{call.name} takes a random key, not an array of {show_dtype(array.dtype)}")


KEYS: Final[Mapping[str, tuple[str, Rule]]] = {
    "key": ("seed, *, impl=None", key),
    "PRNGKey": ("seed, *, impl=None", old_key),
    "split": ("key, num=2", split),
    "fold_in": ("key, data", fold_in),
    "clone": ("key", same_key),
    "key_data": ("keys", key_data),
    "wrap_key_data": ("key_bits_array, *, impl=None", wrap_key_data),
    "bits": ("key, shape=(), dtype=None, *, out_sharding=None", random_bits),
}
"""Functions of `jax.random` that make keys, and what they are made of; each with its signature."""
