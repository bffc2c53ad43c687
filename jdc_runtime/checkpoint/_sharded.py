"""Checkpoints as directories that Orbax writes, each process its own shards.

A directory has two items: ``arrays``, by their numbers, and ``jdc``, the header as JSON. Orbax renames the
directory when both are complete.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import jax
import numpy as np

from ._dtypes import dtype_named
from ._errors import CheckpointError, about
from ._files import prepare
from ._header import Header, from_json, nbytes, to_json
from ._json import Json, dumps, is_dict
from ._leaves import Spec, place, place_on_devices, stored_data, wanted_sharding
from ._restore import Restoring

_T = TypeVar("_T")
_jax: Final[Any] = cast("Any", jax)
VERSION: Final = 1
_WIDENED: Final = {"uint2": "uint8", "uint4": "uint8"}
"""Dtypes that tensorstore does not have, and what holds their values."""


class PendingSave:
    """A save whose data may still be on its way to the disk."""

    def __init__(self, checkpointer: Any) -> None:
        self._checkpointer: Any = checkpointer

    def wait(self) -> None:
        """Return when the checkpoint is complete and has its name. Only then is it safe to end the program."""
        checkpointer, self._checkpointer = self._checkpointer, None
        if checkpointer is not None:
            checkpointer.close()


def save_sharded(
    directory: str | os.PathLike[str],
    tree: Any,
    *,
    metadata: Mapping[str, Any] | None = None,
    wait: bool = True,
) -> PendingSave:
    """Save a pytree to a new directory with Orbax; all processes call it, and each writes the shards that it has.

    The tree may hold what `save` stores. The first process writes the leaves that are not sharded arrays. The
    directory has its name only when it is complete.

    Args:
        directory: A directory that does not exist, one that all processes see. Nothing is ever replaced.
        tree: The pytree.
        metadata: As in `save`.
        wait: True to return only when all is on disk. Else `PendingSave.wait` does that; the arrays may be
            donated meanwhile.

    Raises:
        CheckpointError: something cannot be stored, with all key paths.
        FileExistsError: the directory exists.
        ImportError: Orbax is not installed.

    """
    ocp = _orbax()
    header, leaves = prepare(tree, metadata)
    path = Path(directory).absolute()
    if path.exists():
        raise FileExistsError(f'"{path}" exists; each save_sharded needs a new directory')
    pairs = zip(leaves, header.arrays, strict=True)
    arrays = {str(index): _outgoing(leaf, spec) for index, (leaf, spec) in enumerate(pairs) if nbytes(spec)}
    items: dict[str, Any] = {"jdc": ocp.args.JsonSave(_sealed(header))}
    if arrays:
        items["arrays"] = ocp.args.StandardSave(arrays)
    checkpointer = ocp.AsyncCheckpointer(ocp.CompositeCheckpointHandler())
    checkpointer.save(path, args=ocp.args.Composite(**items))
    pending = PendingSave(checkpointer)
    if wait:
        pending.wait()
    return pending


def _outgoing(leaf: Any, spec: Spec) -> Any:
    data = stored_data(leaf, spec)
    is_local = isinstance(data, jax.Array) and _jax.process_count() > 1 and data.is_fully_addressable
    if is_local or not isinstance(data, jax.Array):  # Orbax refuses arrays that are on one of many processes
        data = np.asarray(data, dtype_named(spec.dtype))
    return data.astype(_WIDENED[spec.dtype]) if spec.dtype in _WIDENED else data


def _sealed(header: Header) -> dict[str, Json]:
    content = to_json(header)
    return {"format": "jdc", "version": VERSION, "sha256": _digest(content), "header": content}


def _digest(content: Json) -> str:
    return hashlib.sha256(dumps(content)).hexdigest()


def load_sharded(directory: str | os.PathLike[str], like: _T, *, check_names: bool = True) -> _T:
    """Load what `save_sharded` wrote, onto the shardings of a template; all processes call it.

    The template is as that of `load`. The mesh may be another one than that of the save: each process reads
    what its devices need. A leaf without a sharding, or on no particular device, is read by each process in
    whole.

    Raises:
        CheckpointError: the directory is foreign, newer, incomplete or altered; or the template does not fit,
            with the key paths of all differences.
        FileNotFoundError: there is no such directory.
        ImportError: Orbax is not installed.

    """
    path = Path(directory).absolute()
    ocp = _orbax()
    with about(directory):
        header = read_header(path)
        restoring = Restoring(header, like, check_names=check_names, over_processes=True)
        pairs = [(index, header.arrays[index], template) for index, template in restoring.templates.items()]
        targets = {str(index): _target(spec, template) for index, spec, template in pairs if nbytes(spec)}
        read: dict[str, Any] = {}
        if targets:
            read = _restore(path, "arrays", ocp.args.StandardRestore(targets))
        leaves = {index: _incoming(read.get(str(index)), spec, template) for index, spec, template in pairs}
        return cast("_T", restoring.plan(leaves.__getitem__))


def _incoming(data: Any, spec: Spec, like: Any) -> Any:
    dtype = dtype_named(spec.dtype)
    if data is None:
        data = np.zeros(spec.shape, dtype)
    if data.dtype != dtype:
        data = data.astype(dtype)
    return place_on_devices(data, spec, like) if isinstance(data, jax.Array) else place(data, spec, like)


def read_header(path: Path) -> Header:
    """Return the header of a directory.

    Raises:
        CheckpointError: the directory is foreign, newer or incomplete, or its header was altered.
        FileNotFoundError: there is no such directory.

    """
    if not path.exists():
        raise FileNotFoundError(f'there is no "{path}"')
    sealed = _restore(path, "jdc", _orbax().args.JsonRestore())
    if not is_dict(sealed) or sealed.get("format") != "jdc":
        raise CheckpointError("it is not a checkpoint of save_sharded: it has no header")
    version = sealed.get("version")
    if type(version) is not int or version > VERSION:
        raise CheckpointError(f"a newer jdc wrote it, in format {version}; this one reads format {VERSION}")
    if _digest(sealed.get("header")) != sealed.get("sha256"):
        raise CheckpointError("it was altered: the checksum of its header does not fit")
    return from_json(sealed["header"])


def _target(spec: Spec, like: Any) -> Any:
    """Return what tells Orbax shape, dtype and place. Without a sharding it would take that of the save."""
    sharding, dtype = wanted_sharding(like), _WIDENED.get(spec.dtype, spec.dtype)
    if sharding is None:
        return np.broadcast_to(np.zeros((), dtype), spec.shape)
    return _jax.ShapeDtypeStruct(spec.shape, dtype, sharding=sharding)


def _restore(path: Path, item: str, arguments: Any) -> Any:
    ocp = _orbax()
    try:
        with ocp.Checkpointer(ocp.CompositeCheckpointHandler()) as checkpointer:
            return checkpointer.restore(path, args=ocp.args.Composite(**{item: arguments}))[item]
    except Exception as error:  # of Orbax or tensorstore, of any type
        raise CheckpointError(f"Orbax could not read its {item!r}: {error}") from error


def _orbax() -> Any:
    """Import Orbax, which takes seconds and has no types."""
    try:
        return import_module("orbax.checkpoint")
    except ImportError as error:
        raise ImportError('sharded checkpoints need Orbax: pip install "jax-jdc[orbax]"') from error
