"""The stream of keys that a ``with`` block opens."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from importlib import import_module
from threading import Lock
from typing import Any, Final, NoReturn, cast

import jax
import jax.numpy as jnp
import numpy as np

from ._traces import barrier, current_trace

_x64: Final[Any] = jax.enable_x64 if hasattr(jax, "enable_x64") else import_module("jax.experimental").enable_x64


class KeyContextError(RuntimeError):
    """A key is asked for where none can be given: outside of a context, or inside a trace that began in one."""


class _Stream:
    """A key that is replaced whenever keys are taken from it.

    Threads and tasks that run in copies of one context share the stream, hence the lock.
    """

    def __init__(self, key: jax.Array) -> None:
        self._key = key
        self._home = current_trace()
        self._lock = Lock()

    def get(self) -> jax.Array:
        self._check()
        return self._key

    def split(self, count: int) -> jax.Array:
        """Return ``count`` fresh keys, of shape ``(count,)``."""
        self._check()
        with self._lock:
            both = jax.random.split(self._key, count + 1)
            self._key = both[0]
        return both[1:]

    def fold_in(self, data: Any) -> None:
        self._check()
        with self._lock:
            self._key = jax.random.fold_in(self._key, data)

    def _check(self) -> None:
        kind = barrier(self._home)
        if kind is not None:
            _refuse(kind)


_stream: Final[ContextVar[_Stream | None]] = ContextVar("jdc_random_keys", default=None)


@contextmanager
def keys(key_or_seed: Any, /) -> Generator[None]:
    """Hand out fresh keys inside a ``with`` block: ``with random.keys(0): w = random.normal((3, 4))``.

    Takes a key, as `jax.random.key` or `jax.random.PRNGKey` make it, or an integer for a seed. All 64 bits of a seed
    count, also without ``jax_enable_x64``, where `jax.random.key` itself drops the upper ones. The same key gives
    the same keys in the same order. Blocks nest: the inner one has its own stream, and the outer one goes
    on afterwards as if it had not been there.

    A block that is open in the current `contextvars` context is found by functions at any depth. A thread starts
    without one. A task of asyncio shares the stream of the block that it was started in: all keys are different,
    which task gets which depends on who asks first; open a block in each task to fix that.

    Keys do not pass into a trace: a function under `jax.jit`, `jax.vmap`, `jax.lax.scan` and so on takes a key as
    an argument and opens a block with it inside. Otherwise the program would be compiled with that one key in it.
    `jax.grad`, `jax.jvp` and `jax.vjp` do not hinder it; `jax.jacfwd`, `jax.jacrev` and `jax.hessian` map as well.

    A generator must not yield inside a block: its caller would find the block open.

    Raises:
        TypeError: neither a key nor a seed.
        ValueError: an array of several keys, a seed of more than 64 bits.

    """
    stream = _Stream(as_key(key_or_seed))
    token = _stream.set(stream)
    try:
        yield
    finally:
        is_innermost = _stream.get() is stream
        if is_innermost:
            with suppress(ValueError):  # an asynchronous generator is closed in another context
                _stream.reset(token)
    if not is_innermost:
        raise KeyContextError(
            "this `with random.keys(...)` block ends while it is not the innermost one: a generator that yields in "
            "the block leaves it open for its caller; take the keys first, `key = random.split()`, and yield outside "
            "of the block"
        )


def split(num: int | tuple[int, ...] | None = None) -> jax.Array:
    """Take a fresh key from the block of `keys` around, or an array of ``num`` keys, or of keys of shape ``num``.

    Raises:
        TypeError: ``num`` is not a number or shape, but a key, for example.
        KeyContextError: no block is open, or this is a trace that began inside the block.

    """
    if num is None:
        return _current().split(1)[0]
    shape: Any = (int(num),) if isinstance(num, int | np.integer) else num
    if not isinstance(shape, tuple) or min(cast("tuple[int, ...]", shape), default=0) < 0:
        raise TypeError(
            f"random.split takes a number of keys or a shape, not {num!r}; the key that is split is that of the block"
        )
    sizes = cast("tuple[int, ...]", shape)
    fresh = _current().split(int(np.prod(sizes, dtype=int)))
    return fresh.reshape(sizes + fresh.shape[1:])


def get() -> jax.Array:
    """Return the key that the block of `keys` stands at, without moving on: ``keys(get())`` repeats what follows.

    Use it to go on later, not to sample: the keys that follow are made from it.

    Raises:
        KeyContextError: as in `split`.

    """
    return _current().get()


def fold_in(data: Any) -> None:
    """Fold an integer, such as the number of a step or of a device, into the block of `keys` around.

    Raises:
        TypeError: not an integer.
        ValueError: an integer that 32 bits do not hold, which are what JAX keeps of it.
        KeyContextError: as in `split`.

    """
    _current().fold_in(_as_data(data))


def _as_data(data: Any) -> Any:
    if isinstance(data, int | np.integer) or _is_integer(data):
        number = int(cast("int", data))
        if not 0 <= number < 2**32:
            raise ValueError(f"random.fold_in takes an integer from 0 to 2**32 - 1, not {number}")
        return number
    if not isinstance(data, jax.Array) or data.ndim or not jnp.issubdtype(data.dtype, jnp.integer):
        shown = cast("object", data)
        raise TypeError(f"random.fold_in takes an integer, not {shown!r} of type {type(shown).__name__}")
    return data


def as_key(key_or_seed: Any) -> jax.Array:
    """Return a key as it is, and for an integer the typed key with that seed.

    Raises:
        TypeError: neither a key nor a seed.
        ValueError: an array of several keys, a seed of more than 64 bits.

    """
    if isinstance(key_or_seed, int | np.integer) and not isinstance(key_or_seed, bool):
        return _from_seed(int(cast("int", key_or_seed)))
    if isinstance(key_or_seed, np.ndarray):
        key_or_seed = cast("Any", jnp).asarray(key_or_seed)
    if not isinstance(key_or_seed, jax.Array):
        raise _no_key(key_or_seed)
    if jnp.issubdtype(key_or_seed.dtype, jax.dtypes.prng_key):
        return _one(key_or_seed, 0)
    if key_or_seed.dtype == jnp.uint32 and key_or_seed.ndim:
        return _one(key_or_seed, 1)
    if jnp.issubdtype(key_or_seed.dtype, jnp.integer) and not key_or_seed.ndim:
        return jax.random.key(key_or_seed)
    raise _no_key(key_or_seed)


def _is_integer(value: object) -> bool:
    if not isinstance(value, np.ndarray):
        return False
    array = cast("Any", value)
    return array.dtype.kind in "iu" and array.ndim == 0


def _from_seed(seed: int) -> jax.Array:
    if -(2**31) <= seed < 2**32:
        return jax.random.key(seed)
    if not -(2**63) <= seed < 2**63:
        raise ValueError(f"random.keys takes a seed of 64 bits, from -2**63 to 2**63 - 1, not {seed}")
    with jax.ensure_compile_time_eval(), _x64(True):
        return jax.random.key(seed)


def _one(key: jax.Array, ndim: int) -> jax.Array:
    if key.ndim != ndim:
        raise ValueError(
            f"random.keys takes one key, this is an array of keys of shape {key.shape[: key.ndim - ndim]}; "
            "open a block for each, as in jax.vmap(f)(keys) with the block inside f"
        )
    return key


def _no_key(value: object) -> TypeError:
    return TypeError(
        f"random.keys takes a key, as jax.random.key(0) makes it, or an integer as a seed, not {value!r} of type "
        f"{type(value).__name__}"
    )


def _current() -> _Stream:
    stream = _stream.get()
    if stream is None:
        raise KeyContextError(
            "no keys here: wrap the call in `with jdc_runtime.random.keys(0):` (a seed or a key), or pass a key "
            "explicitly, as in `rng=jax.random.key(0)`; a new thread starts without the block of its parent"
        )
    return stream


def _refuse(kind: str) -> NoReturn:
    if kind == "BatchTrace":
        raise KeyContextError(
            "this runs under jax.vmap, and the `with random.keys(...)` block was opened outside of it: every element "
            "of the batch would get the same key; map over an array of keys, `jax.vmap(f)(random.split(n), ...)`, "
            "and open the block inside f with its own key"
        )
    raise KeyContextError(
        "this is being traced (jax.jit, scan, cond, checkpoint, eval_shape, ...), and the `with random.keys(...)` "
        "block was opened outside of the trace: the key would be compiled into the program, the same in every call, "
        "or leak out of the trace; pass a key to the traced function, `step(random.split(), ...)`, and open the "
        "block inside it, `with random.keys(key):`"
    )
