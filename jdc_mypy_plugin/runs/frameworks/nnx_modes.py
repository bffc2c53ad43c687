"""Modes of modules of `flax.nnx`: ``model.eval()`` changes no shapes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mypy.nodes import TypeInfo

from jdc_operations.values import NONE, UNKNOWN

from ..bounds import DEEPEST
from ..thing_values import parts
from ..things import Object, Row, Table, Thing

if TYPE_CHECKING:
    from ..machine import Machine

_MODULE: Final = "flax.nnx.module.Module"
MODES: Final = ("eval", "train")
_ATTRIBUTES: Final = ("deterministic", "use_running_average")
"""The attributes that they set in all modules inside."""


def is_nnx(info: TypeInfo) -> bool:
    """Return whether a class is a module of `flax.nnx`."""
    return any(base.fullname == _MODULE for base in info.mro)


def set_mode(owner: Thing, keywords: Mapping[str, Thing], machine: Machine, depth: int = 0) -> Thing:
    """Set the attributes that tell training from evaluation, in a module and in those inside."""
    machine.step()
    if depth > DEEPEST:
        machine.changes.forget(owner)
        return NONE
    if isinstance(owner, Object) and owner.attributes is not None:
        for name in (*_ATTRIBUTES, *keywords):
            if name in owner.attributes:
                machine.changes.put(owner.attributes, name, UNKNOWN, owner)
    for each in list(parts(owner)):
        if isinstance(each, Object | Row | Table):
            set_mode(each, keywords, machine, depth + 1)
    return NONE
