"""Checkpoints of pytrees: ``from jdc_runtime import checkpoint``.

Loading a file never runs code. `save` and `load` use one file; `save_sharded` and `load_sharded` a directory, by
Orbax, for arrays that are sharded over processes or too large to gather.
"""

from ._errors import CheckpointError
from ._files import load, load_arrays, save
from ._inspect import inspect
from ._sharded import PendingSave, load_sharded, save_sharded
from ._summary import Entry, Summary

__all__ = [
    "CheckpointError",
    "Entry",
    "PendingSave",
    "Summary",
    "inspect",
    "load",
    "load_arrays",
    "load_sharded",
    "save",
    "save_sharded",
]
