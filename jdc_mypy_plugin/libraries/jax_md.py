"""``@jax_md.dataclasses.dataclass``: frozen, with ``set`` for ``replace``; registered by ``register_dataclass``.

jax_md has no ``py.typed``: mypy reads its decorator with ``follow_untyped_imports`` only; else its import tells.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import ARG_STAR2, Argument, DataclassTransformSpec, Var
from mypy.plugin import ClassDefContext
from mypy.plugins.common import add_method_to_class
from mypy.types import AnyType, TypeOfAny
from mypy.typevars import fill_typevars

from jdc_spec.libraries import JAX_MD as NAMES
from jdc_spec.markers import STATIC_KEY

from .definition import Definition
from .facts import Facts
from .field_functions import MARKS
from .library import Decision, Library

_STATIC_FIELD: Final = "jax_md.dataclasses.static_field"
REPLACE_FUNCTION: Final = "jax_md.dataclasses.replace"
"""Another name of `dataclasses.replace`."""
SET: Final = "set"
"""The method that makes a changed object, and takes fields by keyword as `dataclasses.replace` does."""


def _read(definition: Definition) -> Decision:
    is_frozen = definition.flag("frozen", default=True) is True
    return Decision(definition.roles(), {} if is_frozen else {"frozen": False})


def _finish(ctx: ClassDefContext, facts: Facts) -> None:  # noqa: ARG001
    """Add the method that jax_md adds."""
    if SET not in ctx.cls.info.names:
        anything = AnyType(TypeOfAny.explicit)
        changes = Argument(Var("changes", anything), anything, None, ARG_STAR2)
        add_method_to_class(ctx.api, ctx.cls, SET, [changes], fill_typevars(ctx.cls.info))


JAX_MD: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@jax_md.dataclasses.dataclass",
        static_advice="{type} = jax_md.dataclasses.static_field()",
        misplaced_marker="jax_md passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset((STATIC_KEY,)),
        frozen=True,
        adds_replace=False,
        adds_set=True,
        unflattens_through_init=True,
        init_false="unknown",
        change=".set({field}=...)",
    ),
    _read,
    field_functions={_STATIC_FIELD: MARKS},
    transform=DataclassTransformSpec(frozen_default=True, field_specifiers=("dataclasses.field", _STATIC_FIELD)),
    finish=_finish,
)
