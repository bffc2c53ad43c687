"""Classes of a module that nothing makes a pytree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import CallExpr, MypyFile, NameExpr, RefExpr, TypeInfo

from ..host.metaclasses import has_own_metaclass
from ..host.modules import MODULES
from ..libraries.definition import applied
from ..libraries.registering.registering_functions import class_given, is_registering
from ..model.classes import is_unregistered, pytree_bases
from ..model.modules.classes_as_values import hands_out, hands_out_besides
from ..syntax import INDEX
from ..syntax.values.whole_calls import WHOLE_CALLS
from .project_classes import is_in_project, is_undecorated, may_be_registered, others_may_register, uses_of

_PLAIN_BASES: Final = frozenset(("builtins.object", "abc.ABC", "typing.Generic"))
_CONTAINERS: Final = frozenset(
    (
        *(f"builtins.{name}" for name in ("dict", "list", "set")),
        *(f"collections.{name}" for name in ("OrderedDict", "UserDict", "UserList", "defaultdict", "deque")),
        *(f"typing.{name}" for name in ("Collection", "Container", "Iterable", "Mapping", "MutableMapping")),
        *(f"typing.{name}" for name in ("MutableSequence", "MutableSet", "AbstractSet", "Reversible", "Sequence")),
        *("typing.Sized", "typing.Hashable"),
    )
)
"""Containers that JAX takes apart, if at all, only where they are of the very class; no named tuple is of these."""
_TAKEN: Final = ("__jax_array__", "__init_subclass__")
"""Methods through which a class, or a base of it, may get on with JAX."""
_ATTRS: Final = ("attr.", "attrs.")


def is_plain(info: TypeInfo, module: MypyFile) -> bool:
    """Return whether nothing registers a class of the project, nor any base of it; ``module`` is the one at hand."""
    if info.fallback_to_any or info.is_protocol or info.is_enum or info.is_abstract or has_own_metaclass(info):
        return False
    own = [base for base in info.mro if base.fullname not in _PLAIN_BASES | _CONTAINERS]
    if any(name in base.names for base in own for name in _TAKEN) or any(pytree_bases(info)):
        return False
    if any(base.module_name != module.fullname for base in own):
        return _is_plain_elsewhere(info, own[1:], module)
    return _is_plain_here(info, own, module) and not others_may_register(info)


def _is_plain_here(info: TypeInfo, own: Sequence[TypeInfo], module: MypyFile) -> bool:
    """Return the same of a class that stands in the module at hand with all its bases, as far as that module goes."""
    if hands_out(info.name, module) or any(hands_out_besides(base.name, module) for base in own):
        return False
    if has_subclass(info, module) or not _has_no_decorators(info):
        return False
    return all(_has_no_decorators(base) or registers_itself(base, module) for base in own[1:])


def _is_plain_elsewhere(info: TypeInfo, bases: Sequence[TypeInfo], module: MypyFile) -> bool:
    """Return the same of a class where not all that it is made of stands in the module at hand."""
    homes = (MODULES.get(each.module_name) for each in (info, *bases))
    if not all(home is not None and is_in_project(home) for home in homes):
        return False
    if not is_undecorated(info) or not all(is_undecorated(base, as_base=True) for base in bases):
        return False
    if may_be_registered(info, module) or has_subclass(info, module):
        return False
    return not any(may_be_registered(base, module, below=True) for base in bases)


def registers_itself(info: TypeInfo, module: MypyFile) -> bool:
    """Return whether JAX is told to register a class of the module, and so none of its subclasses."""
    decorators = info.defn.decorators
    if decorators:
        return all(is_registering(each) for each in decorators)
    return any(class_given(call) is info and is_registering(call.callee) for call in WHOLE_CALLS.of(module))


def is_plain_attrs(info: TypeInfo, module: MypyFile) -> bool:
    """Return whether a class of the module is one of attrs that nothing registers."""
    return len(info.defn.decorators) == 1 and _is_attrs(info) and is_plain(info, module)


def _has_no_decorators(info: TypeInfo) -> bool:
    """Return whether a class has no decorator but that of the standard library or of attrs, which do not register."""
    decorators = info.defn.decorators
    return not decorators or is_unregistered(info, info.module_name) or (len(decorators) == 1 and _is_attrs(info))


def _is_attrs(info: TypeInfo) -> bool:
    function = applied(info.defn.decorators[0])
    return isinstance(function, RefExpr) and function.fullname.startswith(_ATTRS)


def has_subclass(info: TypeInfo, module: MypyFile) -> bool:
    """Return whether the module has a class below another; of a class of another module, whether any may have one."""
    if any(info in each.mro[1:] for each in INDEX.of(module).classes()):
        return True
    uses = None if info.module_name == module.fullname else uses_of(info)
    return info.module_name != module.fullname and (uses is None or uses.has_subclass)


def may_have_subclass_elsewhere(info: TypeInfo) -> bool:
    """Return whether a module of the project may have a class below another, which stands in the module at hand."""
    uses = uses_of(info)
    return uses is None or uses.has_subclass


def is_made(info: TypeInfo, module: MypyFile) -> bool:
    """Return whether the module makes objects of a class; of a class of another module, whether any does."""
    if info.module_name != module.fullname:
        uses = uses_of(info)
        return uses is not None and uses.makes_objects
    calls = INDEX.of(module).body.expressions_of(CallExpr)
    return any(isinstance(call.callee, NameExpr) and call.callee.node is info for call in calls)
