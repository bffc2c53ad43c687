"""Subclasses of mjx's ``PyTreeNode``: frozen dataclasses whose field types say what is data.

A field whose type mentions `jax.Array` is data, any other is static, arrays of NumPy among them, which mjx compares
by their content. Unflattening calls ``__init__`` and ``__post_init__``. mjx has no ``py.typed`` and no
`typing.dataclass_transform`.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import DataclassTransformSpec
from mypy.plugin import ClassDefContext

from jdc_spec.libraries import MJX as NAMES

from .definition import Definition
from .facts import Facts
from .library import Decision, Library

_TRANSFORM: Final = DataclassTransformSpec(field_specifiers=("dataclasses.field",))
"""Not frozen to mypy, as the classes of flax are not: it refuses a class that has a base of each kind."""


def _prepare(ctx: ClassDefContext) -> None:
    """Tell mypy that the base class makes dataclasses, which it does not say itself."""
    for base in ctx.cls.info.mro[1:]:
        if base.fullname in NAMES.base_classes:
            base.dataclass_transform_spec = _TRANSFORM


def _read(definition: Definition) -> Decision:
    """Read a class; ``register_as_pytree=False`` leaves it to be registered by others."""
    return Decision({}, {"registers_late": True} if "register_as_pytree" in definition.cls.keywords else {})


MJX: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="the base class PyTreeNode of mujoco.mjx",
        static_advice=None,
        misplaced_marker="mjx passes over it in silence and goes by the type of the field",
        annotation_markers=frozenset(),
        static_keys=frozenset(),
        frozen=True,
        adds_replace=True,
        unflattens_through_init=True,
        init_false="unknown",
        unmarked="unknown",
        overwrites=frozenset(("replace",)),
    ),
    _read,
    prepare=_prepare,
)
