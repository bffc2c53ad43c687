"""Dataclasses below `flax.nnx.Pytree`, which can be changed: the value decides what is in the tree.

Both decorators do, `nnx.dataclass` and that of the standard library; the base class registers. ``nnx.static()`` and
``nnx.data()`` say what a field is; any other is data where its value is an array, a variable or a module.
Unflattening calls no ``__init__``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jdc_spec.libraries import NNX as NAMES
from jdc_spec.markers import STATIC_KEY

from .definition import Definition
from .facts import Facts
from .field_functions import MARKS, FieldFunction
from .library import Decision, Library

if TYPE_CHECKING:
    from mypy.nodes import TypeInfo

PYTREE: Final = "flax.nnx.pytreelib.Pytree"
"""The class below which all are whose attributes are data or static by what they are given."""

_BASES: Final = (
    *(PYTREE, "flax.nnx.object.Object", "flax.nnx.variablelib.Variable"),
    *("flax.nnx.module.Module", "flax.nnx.training.optimizer.Optimizer", "flax.nnx.training.metrics.Metric"),
)


def is_of_nnx(info: TypeInfo) -> bool:
    """Return whether the objects of a class are those of `flax.nnx`, which are changed in place."""
    return any(info.has_base(base) for base in _BASES)


def _read(definition: Definition) -> Decision:
    """Read a class; one with ``pytree=False`` in the class statement is left to be registered by others."""
    return Decision({}, {"registers_late": True} if "pytree" in definition.cls.keywords else {})


_DATA: Final = FieldFunction(STATIC_KEY, None, static_when=False)

NNX: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@nnx.dataclass",
        static_advice="{type} = nnx.static()",
        misplaced_marker="flax.nnx passes over it in silence and goes by the value of the field",
        annotation_markers=frozenset(),
        static_keys=frozenset((STATIC_KEY,)),
        frozen=False,
        adds_replace=False,
        unflattens_through_init=False,
        unmarked="unknown",
    ),
    _read,
    field_functions={
        "flax.nnx.static": MARKS,
        "flax.nnx.pytreelib.static": MARKS,
        "flax.nnx.data": _DATA,
        "flax.nnx.pytreelib.data": _DATA,
    },
    needs_base=frozenset(("flax.nnx.Pytree", PYTREE, "flax.nnx.object.Object")),
)
