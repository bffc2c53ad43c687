"""jdc's structure trees as ``brachy``, on today's jax, under the names that docs/migrating/brachy.md sets side by side.

``torch`` is imported by these tests and not used: an empty module stands for it.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import jax
from proof import counted, uses_of_jdc
from served import serve

import jdc_runtime as jdc
from jdc_runtime import checkpoint, random, structure
from jdc_runtime.structure import nn

if TYPE_CHECKING:
    from jdc_runtime.structure import Module

__all__ = ["uses_of_jdc"]

_keys = contextlib.ExitStack()


class StateOrganizer(structure.StateOrganizer):
    """The organizer, with numbers for names, which are text in jdc, and with an argument that brachy's method has."""

    __slots__ = ()

    def register_submodule(self, name: str | int, value: Any) -> None:
        """Register it under the number as text."""
        super().register_submodule(str(name), value)

    def __getitem__(self, name: str | int) -> Any:
        return super().__getitem__(str(name))

    def get_global_config(self, *name: str) -> Any:
        """Return the global config, or its value of this name."""
        config = super().get_global_config()
        return config[name[0]] if name else config


def is_structure_tree(tree: Any, recurse: bool = True) -> bool:
    """Say whether it is one; jdc looks at the whole tree always."""
    return structure.is_structure_tree(tree)


def linear(features_in: int, features_out: int, *, rng: jax.Array) -> Module:
    """Make a linear layer from a key that is given."""
    with random.keys(rng):
        return nn.Linear(features_in, features_out)


def init_rng(seed: int) -> None:
    """Hand out keys of this seed from now on."""
    _keys.close()
    _keys.enter_context(random.keys(seed))


structure.StateOrganizer.set_forward = structure.StateOrganizer.set_apply  # type: ignore[attr-defined]
serve(
    {
        "brachy": {},
        "brachy.nn": {"Linear": linear},
        "brachy.rng_util": {"__getattr__": random.__dict__.__getitem__, "init_rng": init_rng},
        "brachy.structure_util": {
            **{name: getattr(structure, name) for name in structure.__all__},
            "StateOrganizer": counted(StateOrganizer),
            "apply_tree": counted(structure.apply_tree),
            "checkpoint": checkpoint,
            "improved_static": counted(jdc.auto_static),
            "is_structure_tree": is_structure_tree,
            "jit": counted(jdc.auto_static(jax.jit)),
            "tree_value_and_grad": structure.value_and_grad,
        },
        "torch": {},
    }
)
