"""Array leaves: which ones there are, their data on the host, and how data becomes such a leaf again."""

from __future__ import annotations

import dataclasses
from typing import Any, Final, Literal, cast

import jax
import jax.numpy as jnp
import numpy as np

from ._dtypes import dtype_named
from ._errors import CheckpointError, at

Kind = Literal["jax", "numpy", "scalar", "key"]
"""`jax.Array`, `numpy.ndarray`, a numpy scalar, and an array of typed PRNG keys, stored as its key data."""

_jax: Final[Any] = cast("Any", jax)
_jnp: Final[Any] = cast("Any", jnp)

KINDS: Final[tuple[Kind, ...]] = ("jax", "numpy", "scalar", "key")


@dataclasses.dataclass(frozen=True, slots=True)
class Spec:
    """Facts about an array leaf without its data. ``dtype`` and ``shape`` are those of the stored data."""

    path: str
    kind: Kind
    dtype: str
    shape: tuple[int, ...]
    weak_type: bool = False
    impl: str | None = None
    key_dtype: str | None = None

    @property
    def leaf_dtype(self) -> str:
        """The name of the leaf's own dtype, ``key<fry>`` for keys."""
        return self.key_dtype or self.dtype

    @property
    def leaf_shape(self) -> tuple[int, ...]:
        """The shape of the leaf itself: each key is one row of key data."""
        return self.shape[:-1] if self.kind == "key" else self.shape

    def __str__(self) -> str:
        return f"{self.leaf_dtype}[{','.join(map(str, self.leaf_shape))}]"


def is_array(leaf: object) -> bool:
    """Return whether a leaf is stored among the arrays."""
    return isinstance(leaf, jax.Array | np.ndarray | np.generic | jax.ShapeDtypeStruct)


def spec_of(leaf: Any, path: str) -> Spec:
    """Describe an array leaf that is to be saved.

    Raises:
        CheckpointError: it has no data that could be saved, or no dtype that a file can hold.

    """
    if isinstance(leaf, _jax.core.Tracer):
        raise CheckpointError(f"{at(path)}: a tracer, which has no value yet; save outside of jit, grad and vmap")
    if isinstance(leaf, jax.ShapeDtypeStruct):
        raise CheckpointError(f"{at(path)}: a ShapeDtypeStruct, which has a shape and a dtype but no data to save")
    if isinstance(leaf, jax.Array):
        if leaf.is_deleted():
            raise CheckpointError(f"{at(path)}: the array was deleted, perhaps donated to a jitted function")
        if jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key):
            return _key_spec(leaf, path)
        weak_type = bool(cast("Any", leaf).weak_type)
        return Spec(path, "jax", _storable(leaf.dtype, path), tuple(leaf.shape), weak_type)
    return _numpy_spec(leaf, path)


def _numpy_spec(leaf: Any, path: str) -> Spec:
    if isinstance(leaf, np.generic):
        return Spec(path, "scalar", _storable(cast("Any", leaf).dtype, path), ())
    if type(leaf) not in (np.ndarray, np.memmap):
        raise CheckpointError(
            f"{at(path)}: {type(leaf).__name__} is more than its numbers; save a plain array: numpy.asarray(...)"
        )
    return Spec(path, "numpy", _storable(leaf.dtype, path), tuple(leaf.shape))


def _storable(dtype: Any, path: str) -> str:
    if dtype_named(dtype.name) is None:
        raise CheckpointError(
            f"{at(path)}: dtype {dtype} cannot be stored; numbers and bools can, in every dtype that JAX has"
        )
    return str(dtype.name)


def _key_spec(keys: jax.Array, path: str) -> Spec:
    impl, data = jax.random.key_impl(keys), jax.random.key_data(keys)
    if not isinstance(impl, str) or data.ndim != keys.ndim + 1:
        raise CheckpointError(f"{at(path)}: keys of {impl}, which is not one of JAX's own PRNG implementations")
    return Spec(path, "key", data.dtype.name, tuple(data.shape), impl=impl, key_dtype=str(keys.dtype))


def stored_data(leaf: Any, spec: Spec) -> Any:
    """Return the array that is stored for a leaf: itself, or the key data."""
    return jax.random.key_data(leaf) if spec.kind == "key" else leaf


def elsewhere(leaf: Any, path: str) -> str | None:
    """Return what to say of an array of which this process has not all data."""
    if not isinstance(leaf, jax.Array) or leaf.is_fully_addressable or leaf.is_fully_replicated:
        return None
    return (
        f"{at(path)}: the array is sharded over several processes, and this one has a part of it only; "
        "save it with save_sharded(directory, tree)"
    )


def host_data(leaf: Any, spec: Spec) -> np.ndarray[Any, Any]:
    """Return the data of a leaf as a contiguous little-endian numpy array."""
    return np.asarray(stored_data(leaf, spec), dtype=dtype_named(spec.dtype), order="C")


def from_bytes(data: np.ndarray[Any, Any], spec: Spec) -> np.ndarray[Any, Any]:
    """Return the array that some bytes are, which are not copied.

    Raises:
        CheckpointError: they are not data of its dtype and shape.

    """
    if spec.dtype == "bool" and data.size and data.max() > 1:
        raise CheckpointError(f"{at(spec.path)}: a bool that is neither 0 nor 1")
    try:
        return data.view(spec.dtype).reshape(spec.shape)
    except ValueError as error:  # an empty array with other dimensions beyond what numpy can count
        raise CheckpointError(f"{at(spec.path)}: no array can have the shape {spec.shape}") from error


def result_kind(spec: Spec, like: Any) -> Kind:
    """Return as what an array comes back: as the template's leaf where that has data, else as it was saved."""
    if spec.kind == "key":
        return "key"
    if isinstance(like, jax.Array) or wanted_sharding(like) is not None:
        return "jax"
    if isinstance(like, np.ndarray):
        return "numpy"
    return "scalar" if isinstance(like, np.generic) else spec.kind


def wanted_sharding(like: Any) -> Any:
    """Return the sharding that a template's leaf asks for; None where it leaves the choice to JAX."""
    if isinstance(like, jax.Array) and not getattr(like, "committed", True):
        return None
    return like.sharding if isinstance(like, jax.Array | jax.ShapeDtypeStruct) else None


def is_wide(dtype: str) -> bool:
    """Return whether JAX has no arrays of this dtype, as ``jax_enable_x64`` is off."""
    known = dtype_named(dtype)
    return known is not None and jax.dtypes.canonicalize_dtype(known) != known


def place(data: np.ndarray[Any, Any], spec: Spec, like: Any) -> Any:
    """Make a leaf of its stored data.

    Raises:
        CheckpointError: the key data is none of its implementation, or JAX lacks the dtype.

    """
    kind, sharding = result_kind(spec, like), wanted_sharding(like)
    if kind == "numpy":
        return data
    if kind == "scalar":
        return data[()]
    if kind == "key":
        return _place_keys(data, spec, sharding)
    try:
        array: Any = _weakly_typed(data) if spec.weak_type else data
        return _jnp.asarray(array) if sharding is None else _jax.device_put(array, sharding)
    except TypeError as error:
        raise CheckpointError(f"{at(spec.path)}: this version of JAX has no arrays of dtype {spec.dtype}") from error


def place_on_devices(data: jax.Array, spec: Spec, like: Any) -> Any:
    """Make a leaf of stored data that is on its devices already."""
    if spec.kind == "key":
        return _keys(data, spec)
    return _jax.jit(_weakly_typed, out_shardings=wanted_sharding(like))(data) if spec.weak_type else data


def _place_keys(data: np.ndarray[Any, Any], spec: Spec, sharding: Any) -> Any:
    keys = _keys(_jnp.asarray(data), spec)
    return keys if sharding is None else _jax.device_put(keys, sharding)


def _keys(data: jax.Array, spec: Spec) -> jax.Array:
    try:
        keys: jax.Array = _jax.random.wrap_key_data(data, impl=spec.impl)
    except (TypeError, ValueError) as error:
        raise CheckpointError(f"{at(spec.path)}: no keys of the implementation {spec.impl!r}: {error}") from error
    if str(keys.dtype) != spec.key_dtype:
        raise CheckpointError(f"{at(spec.path)}: keys of {spec.impl!r} are {keys.dtype}, not {spec.key_dtype}")
    return keys


def _weakly_typed(data: Any) -> Any:
    """Return a weakly typed array, if there is one of that dtype; only scalars are born weakly typed."""
    zero = _jnp.asarray(data.dtype.type(0).item())
    return _jnp.broadcast_to(zero, data.shape).at[...].set(data) if zero.dtype == data.dtype else data
