"""``@chex.dataclass``: not frozen unless told so, and a mapping of its fields unless ``mappable_dataclass=False``.

chex has no ``py.typed``: mypy reads its decorator with ``follow_untyped_imports`` only; else its import tells.
It honours no static marker at all (https://github.com/google-deepmind/chex/issues/64). Unflattening calls
``__post_init__``, not ``__init__``, and whatever attribute an object has is a leaf.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import ARG_NAMED, ARG_NAMED_OPT, ARG_OPT, ARG_POS, ArgKind, DataclassTransformSpec, FuncDef
from mypy.plugin import ClassDefContext
from mypy.types import CallableType

from jdc_spec.libraries import CHEX as NAMES

from .definition import Definition
from .facts import Facts
from .library import Decision, Library

_BY_KEYWORD: Final[dict[ArgKind, ArgKind]] = {ARG_POS: ARG_NAMED, ARG_OPT: ARG_NAMED_OPT}


def _read(definition: Definition) -> Decision:
    is_frozen = definition.flag("frozen", default=False) is True
    is_mapping = definition.flag("mappable_dataclass", default=True) is True
    return Decision(definition.roles(), {"frozen": is_frozen, "is_mapping": is_mapping})


def _finish(ctx: ClassDefContext, facts: Facts) -> None:
    """Take keywords only in the constructor of a mapping; chex refuses positional arguments."""
    symbol = ctx.cls.info.names.get("__init__")
    made = symbol.node if symbol is not None and symbol.plugin_generated else None
    if not facts.is_mapping or not isinstance(made, FuncDef) or not isinstance(made.type, CallableType):
        return
    kinds = [made.arg_kinds[0], *(_BY_KEYWORD.get(kind, kind) for kind in made.arg_kinds[1:])]
    made.arg_kinds = kinds
    for argument, kind in zip(made.arguments, kinds, strict=True):
        argument.kind = kind
    made.type = made.type.copy_modified(arg_kinds=kinds)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


CHEX: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@chex.dataclass",
        static_advice=None,
        misplaced_marker="chex passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset(),
        frozen=False,
        adds_replace=True,
        unflattens_through_init=True,
        unflattens_past_init=True,
        init_false="unknown",
        registers_late=True,
        keeps_attributes=True,
        is_mapping=True,
        overwrites=frozenset(("replace", "to_tuple", "from_tuple")),
        overwrites_in_mappings=frozenset(("keys", "values", "items", "__getitem__", "__iter__", "__len__")),
        refused_fields=frozenset(("replace", "to_tuple", "from_tuple")),
    ),
    _read,
    transform=DataclassTransformSpec(field_specifiers=("dataclasses.field",)),
    finish=_finish,
)
