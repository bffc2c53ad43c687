"""Subclasses of dataclasses and of enums that no decorator seen by the plugin registers.

Such a class is a pytree or not depending on its module, whose syntax tree is gone when another module uses the class:
what matters is written to the class's metadata while mypy analyses it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import MypyFile, Var

from ..host.freshness import looked_at
from .fields import annotated_assignments
from .modules.classes_as_values import hands_out, reaches_unnamed, registers_receiver

if TYPE_CHECKING:
    from mypy.nodes import TypeInfo
    from mypy.plugin import ClassDefContext

KEY: Final = "jdc-subclass"
BASE_KEY: Final = "jdc-base"
LAYER: Final = "flax.linen.module.Module"
"""A class whose subclasses are dataclasses and no pytrees."""


class Subclass(NamedTuple):
    """Facts of a subclass that only its module shows."""

    adds: tuple[str, ...]
    """Names that the class body annotates, class variables left out."""
    may_be_registered: bool
    """True if a decorator stands on it, or its module hands the class itself to anything."""


def is_noted(base: TypeInfo) -> bool:
    """Return whether subclasses of a class are worth a note; holds before mypy's dataclass transform."""
    for item in base.mro:
        metadata = item.metadata
        if metadata and ("dataclass_tag" in metadata or "dataclass" in metadata):
            return True
    return any(item.fullname in (LAYER, "enum.Enum") for item in base.mro[:-1])


def note_subclass(ctx: ClassDefContext, module: MypyFile) -> None:
    """Write what the module does with a subclass to its metadata."""
    info = ctx.cls.info
    adds = [
        name
        for name, _ in annotated_assignments(ctx.cls)
        if name in info.names and isinstance(node := info.names[name].node, Var) and not node.is_classvar
    ]
    may_be_registered = bool(ctx.cls.decorators) or ctx.cls.metaclass is not None or hands_out(ctx.cls.name, module)
    info.metadata[KEY] = {"adds": adds, "may_be_registered": may_be_registered}
    note_base(ctx, module)


def subclass_of(info: TypeInfo) -> Subclass | None:
    """Return the note on a class, or None."""
    looked_at(info)
    stored = info.metadata.get(KEY)
    return None if stored is None else Subclass(tuple(stored["adds"]), stored["may_be_registered"])


def is_layer(info: TypeInfo) -> bool:
    """Return whether a class is one of flax.linen, which are dataclasses and no pytrees, and nothing registers it."""
    if not info.has_base(LAYER):
        return False
    note = subclass_of(info)
    return info.module_name.startswith("flax.") or (note is not None and not note.may_be_registered)


def note_base(ctx: ClassDefContext, module: MypyFile) -> None:
    """Write to the metadata of a class whether it or its module may register subclasses that are not named."""
    ctx.cls.info.metadata[BASE_KEY] = {
        "reaches_subclasses": reaches_unnamed(module) or registers_receiver(ctx.cls, module)
    }


def may_reach_subclasses(info: TypeInfo) -> bool:
    """Return whether a class, a base or one of their modules may register subclasses that are not named."""
    looked_at(info)
    return any(base.metadata.get(BASE_KEY, {}).get("reaches_subclasses", False) for base in info.mro)
