"""Subclasses of mjx's ``PyTreeNode``: frozen dataclasses whose field types say what is data.

A field whose type mentions `jax.Array` is data, any other is static, arrays of NumPy among them, which mjx compares
by their content. It looks for the very class, in ``tuple``, ``list``, ``dict``, ``set`` and ``Union``: an annotation
that is a text, as all are under ``from __future__ import annotations``, and ``jax.Array | None`` before Python 3.14
make the field static. Unflattening calls ``__init__`` and ``__post_init__``. mjx has no ``py.typed`` and no
`typing.dataclass_transform`.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import AssignmentStmt, DataclassTransformSpec, NameExpr
from mypy.plugin import ClassDefContext
from mypy.types import Type, UnboundType

from jdc_spec.libraries import MJX as NAMES

from ..syntax.walk import statements
from .definition import Definition
from .facts import Facts, Roles
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
    if "register_as_pytree" in definition.cls.keywords:
        return Decision({}, {"registers_late": True})
    return Decision(_of_texts(definition))


def _of_texts(definition: Definition) -> Roles:
    """Return the roles of fields whose annotation is a text when the program runs, in which mjx sees no array."""
    all_are = "annotations" in definition.module.future_import_flags
    written = (each for each in statements(definition.cls.defs.body) if isinstance(each, AssignmentStmt))
    return {
        target.name: "static"
        for each in written
        for target in each.lvalues
        if isinstance(target, NameExpr) and each.new_syntax and (all_are or _is_text(each.unanalyzed_type))
    }


def _is_text(written: Type | None) -> bool:
    return isinstance(written, UnboundType) and written.original_str_expr is not None


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
        sorts_by_type=True,
        overwrites=frozenset(("replace",)),
    ),
    _read,
    prepare=_prepare,
)
