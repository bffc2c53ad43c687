"""Saving to one file, and loading from it."""

from __future__ import annotations

import os
import stat
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar, overload

import numpy as np

from . import _version_1
from ._atomic import replacing
from ._errors import CheckpointError, about, listing
from ._file import Reader, write
from ._header import Header
from ._leaves import elsewhere, place
from ._plain import Plain
from ._restore import Restoring
from ._summary import summarize
from ._tree import Stored
from ._values import encode

_T = TypeVar("_T")
_NUMBERS: Final = (bool, int, float, complex)


def save(path: str | os.PathLike[str], tree: Any, *, metadata: Mapping[str, Any] | None = None) -> None:
    """Save a pytree to a file: arrays with dtype, shape and kind, all other leaves, and the static parts of nodes.

    Whatever was at ``path`` is replaced only when the new file is complete and on disk; directories that
    are missing are made. Functions and classes are stored as names. Sharded arrays of one process are gathered,
    one at a time.

    Args:
        path: The file.
        tree: Any pytree of arrays (`jax.Array` of any dtype, typed keys, numpy arrays of JAX's dtypes), Python
            scalars, strings, functions and other static values.
        metadata: Values that `inspect` is to show beside the tree: numbers, strings, lists, dicts.

    Raises:
        CheckpointError: something cannot be stored, with all key paths. Nothing has been written then.
        OSError: the file cannot be written.

    """
    header, leaves = prepare(tree, metadata)
    problems = [p for leaf, spec in zip(leaves, header.arrays, strict=True) if (p := elsewhere(leaf, spec.path))]
    if problems:
        raise listing("the tree cannot be stored:", problems)
    with replacing(Path(path)) as file:
        write(file, header, leaves)


def prepare(tree: Any, metadata: Mapping[str, Any] | None) -> tuple[Header, list[Any]]:
    """Return the header of a tree, and its array leaves."""
    try:
        stored, more = Stored(tree), encode(dict(metadata or {}), "metadata")
    except RecursionError:
        raise CheckpointError("the tree is nested too deeply to be stored, or contains itself") from None
    specs = tuple(spec for _, spec in stored.arrays)
    return Header(stored.tree, specs, more), [leaf for leaf, _ in stored.arrays]


@overload
def load(path: str | os.PathLike[str]) -> Any: ...
@overload
def load(path: str | os.PathLike[str], like: _T, *, check_names: bool = True) -> _T: ...
def load(path: str | os.PathLike[str], like: Any = ..., *, check_names: bool = True) -> Any:
    """Load what `save` wrote. No code that the file names is run or imported.

    With a template, the result has its nodes, functions and classes, and the file's arrays, numbers and strings.
    Static fields must be equal in both. Leaves of the template are arrays or `jax.ShapeDtypeStruct`, so
    ``jax.eval_shape(make_state)`` is one; arrays go onto the template's shardings. If it has a
    ShapeDtypeStruct or a Python scalar, the leaf has the kind that was saved: a `jax.Array` (weakly typed if it
    was), a numpy array, a Python scalar.

    Args:
        path: The file.
        like: The template. Without it, only trees of dicts, lists, tuples, arrays and plain values load;
            structure trees come without ``apply``.
        check_names: True if functions and classes must have the template's names. Modules within a package
            are not compared.

    Raises:
        CheckpointError: the file is foreign, newer, truncated or altered; or the template does not fit, with
            the key paths of all differences.
        OSError: the file cannot be read.

    """
    with opened(path) as reader:
        if like is ...:
            plain = Plain(reader.header)
            if plain.problems:
                raise listing("the checkpoint needs a template, load(path, like=...), because of", plain.problems)
            plan, templates = plain.plan, dict[int, Any]()
        else:
            restoring = Restoring(reader.header, like, check_names=check_names)
            plan, templates = restoring.plan, restoring.templates
        specs = reader.header.arrays
        return plan(lambda index: place(reader.read(index), specs[index], templates.get(index)))


def load_arrays(path: str | os.PathLike[str]) -> dict[str, np.ndarray[Any, Any]]:
    """Load the arrays and numbers of a file by key path, as numpy arrays, whatever tree they were saved in.

    It is for files whose classes have changed. Keys are returned as their key data, Python numbers as arrays of
    shape ``()``, but for those of more than 64 bits.

    Raises:
        CheckpointError: the file is foreign, newer, truncated or altered.
        OSError: the file cannot be read.

    """
    with opened(path) as reader:
        arrays = {spec.path: reader.read(index) for index, spec in enumerate(reader.header.arrays)}
        entries = summarize(reader.header, reader.version).entries
    numbers = {entry.path: np.asarray(entry.value) for entry in entries if type(entry.value) in _NUMBERS}
    return arrays | {path: number for path, number in numbers.items() if number.dtype.kind != "O"}


@contextmanager
def opened(path: str | os.PathLike[str]) -> Generator[Reader | _version_1.Reader]:
    """Open a checkpoint file for reading; errors name it."""
    with about(path):
        if Path(path).is_dir():
            raise CheckpointError("it is a directory; load_sharded reads what save_sharded wrote")
        if not stat.S_ISREG(Path(path).stat().st_mode):  # opening a pipe would wait for somebody to write
            raise CheckpointError("it is not a file but a device, pipe or socket")
        with Path(path).open("rb") as file:
            magic = file.read(len(_version_1.MAGIC))
            file.seek(0)
            yield _version_1.Reader(file) if magic == _version_1.MAGIC else Reader(file)
