"""``jdc-unregistered``: an object of a class that inherits from a pytree dataclass but is not a pytree itself.

Registration is for the very class: to JAX an object of a subclass is one opaque leaf.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import MypyFile, TypeInfo

from jdc_spec.rules import UNREGISTERED

from ...host.diagnostics import Diagnostic
from ...host.metaclasses import has_own_metaclass
from ...model.classes import is_only_dataclass, model_of, pytree_bases
from ...model.modules.classes_as_values import hands_out
from ...model.subclasses import may_reach_subclasses, subclass_of
from ...transformed.plain_classes import has_subclass, is_made
from ...transformed.project_classes import may_be_registered, others_may_register
from ..places import CONSTRUCTION, asked
from ..related_places import defined_at
from ..sites import CallSite


@asked(UNREGISTERED, at=CONSTRUCTION)
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report the construction of an unregistered subclass that adds fields."""
    info = site.info
    if site.model is not None or not registers_nothing(info, site.api.tree):
        return
    base = next(pytree_bases(info))
    model, added = model_of(base), added_fields(info, base)
    if model is None or not added:
        return
    message = (
        f'"{info.name}" has field "{added[0]}" beyond those of the pytree dataclass "{base.name}", but is not a '
        "pytree itself: to JAX its objects are single leaves, which jit refuses; "
        f"write {model.facts.decorator} above it"
    )
    yield Diagnostic(UNREGISTERED, message, site.call, related=defined_at(info, site.api))


def registers_nothing(info: TypeInfo, module: MypyFile, *, is_handed: bool = False) -> bool:
    """Return whether no base, metaclass or module can have registered a class.

    One under `dataclasses.dataclass` is made for the host, unless an object ``is_handed`` to a transformation.
    """
    if info.is_abstract or info.fallback_to_any or has_own_metaclass(info):
        return False
    if any("__init_subclass__" in base.names for base in info.mro if base.fullname != "builtins.object"):
        return False
    if may_reach_subclasses(info):
        return False
    below = _below(info, next(pytree_bases(info)))
    if not all(_is_bare(item, is_handed=is_handed) for item in below) or hands_out(info.name, module):
        return False
    is_own = info.module_name == module.fullname
    return not (others_may_register(info) if is_own else may_be_registered(info, module))


def _is_bare(info: TypeInfo, *, is_handed: bool) -> bool:
    note = subclass_of(info)
    is_plain = note is not None and not note.may_be_registered
    return is_plain or (is_handed and is_only_dataclass(info))


def is_bare_subclass(info: TypeInfo, module: MypyFile) -> bool:
    """Return whether a class, of which the module makes objects, is below a pytree dataclass and registered nowhere.

    Nothing is below the class itself, and its objects are not reported where they are made.
    """
    base = next(pytree_bases(info), None)
    if base is None or base is info or has_subclass(info, module) or not is_made(info, module):
        return False
    is_reported = registers_nothing(info, module) and added_fields(info, base)
    return not is_reported and registers_nothing(info, module, is_handed=True)


def added_fields(info: TypeInfo, base: TypeInfo) -> list[str]:
    """Return the fields that a class has beyond those of its registered base."""
    model = model_of(base)
    return [name for item in _below(info, base) for name in _added(item) if model and name not in model.fields]


def _below(info: TypeInfo, base: TypeInfo) -> Sequence[TypeInfo]:
    """Return a class and those that stand before its registered base in the MRO."""
    return info.mro[: info.mro.index(base)]


def _added(info: TypeInfo) -> Sequence[str]:
    note = subclass_of(info)
    return note.adds if note is not None else ()
