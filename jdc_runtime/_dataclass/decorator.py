"""The decorator: a frozen dataclass that JAX knows as a pytree."""

from __future__ import annotations

import dataclasses
import enum
import functools
import inspect
from collections import deque
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, dataclass_transform, overload

import numpy as np

from . import class_identity
from .assembly import class_attribute, has_post_init
from .by_value import ATTRIBUTE, Registration
from .constructor import init_only, install_init
from .fields import FieldLists, field, read_layout, static_field
from .frozen import frozen_delattr, frozen_setattr, restore_state
from .layout import LAYOUT, layout_of
from .leftovers import runs_user_code, watch_own_init
from .name_scope import Scope
from .pseudo_fields import resolve_pseudo_fields
from .replace import field_wise_replace, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FunctionType

_T = TypeVar("_T")
_REPLACE: Final = "replace"
_CONTAINERS: Final = (dict, list, set, frozenset, tuple, deque)
_VALUES: Final = (str, bytes, bytearray, int, float, complex, np.ndarray, np.generic)
"""Classes whose objects hold more than attributes, as containers do."""


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field, static_field))
def pytree_dataclass(cls: type[_T]) -> type[_T]: ...
@overload
def pytree_dataclass(
    cls: None = None,
    *,
    init: bool = ...,
    repr: bool = ...,
    eq: bool = ...,
    order: bool = ...,
    unsafe_hash: bool = ...,
    frozen: bool = ...,
    match_args: bool = ...,
    kw_only: bool = ...,
    slots: bool = ...,
    weakref_slot: bool = ...,
    data_fields: Iterable[str] | None = ...,
    meta_fields: Iterable[str] | None = ...,
    drop_fields: Iterable[str] | None = ...,
) -> Callable[[type[_T]], type[_T]]: ...
def pytree_dataclass(  # noqa: PLR0913 - the keywords of dataclasses.dataclass
    cls: type[Any] | None = None,
    *,
    init: bool = True,
    repr: bool = True,  # noqa: A002 - the keyword of dataclasses.dataclass
    eq: bool = True,
    order: bool = False,
    unsafe_hash: bool = False,
    frozen: bool = True,
    match_args: bool = True,
    kw_only: bool = False,
    slots: bool = False,
    weakref_slot: bool = False,
    data_fields: Iterable[str] | None = None,
    meta_fields: Iterable[str] | None = None,
    drop_fields: Iterable[str] | None = None,
) -> Any:
    """Make a class a frozen dataclass and a pytree: ``@jdc.pytree_dataclass`` or with keywords.

    The keywords are those of `dataclasses.dataclass` and the field lists of
    `jax.tree_util.register_dataclass`. Fields are children of the node, with `GetAttrKey` key paths, unless
    they are static: annotated ``Static[...]``, made by `static_field` or ``field(static=True)``, marked as
    jax, flax or equinox mark them, or listed in ``meta_fields``. Objects get a ``.replace(**changes)``.

    Flattening and unflattening run no code of the class: not ``__init__``, not ``__post_init__``. Fields
    with ``init=False`` are part of the tree like any other. A constructor that sets other attributes is refused when
    it returns, because they would be lost: results of cached properties may be, and what is set later is.

    Raises:
        StaticFieldError: misplaced, unresolvable or contradicting static markers; wrong field lists.
        TypeError: ``frozen=False``, a class that is a dataclass or a pytree already, one that inherits from dict,
            list, str or another class whose content is not an attribute, or what `dataclasses.dataclass` refuses.

    """
    options = {
        "init": init,
        "repr": repr,
        "eq": eq,
        "order": order,
        "unsafe_hash": unsafe_hash,
        "match_args": match_args,
        "kw_only": kw_only,
        "slots": slots,
        "weakref_slot": weakref_slot,
    }
    if not frozen:
        raise TypeError(
            "pytree_dataclass(frozen=False): pytree dataclasses are always frozen, because a change made under "
            "jax.jit would be lost. Make a changed copy with .replace(...) or jdc.copy_and_mutate(...)"
        )
    lists = FieldLists(data_fields, meta_fields, drop_fields)
    if cls is None:
        return functools.partial(make_pytree_dataclass, options=options, lists=lists)
    return make_pytree_dataclass(cls, options, lists)


def make_pytree_dataclass(cls: type[_T], options: dict[str, bool], lists: FieldLists) -> type[_T]:
    """Turn ``cls`` into a pytree dataclass; with ``slots=True`` the result is a new class."""
    _refuse_unsuitable(cls)
    resolve_pseudo_fields(cls, Scope.of_class(cls))
    own = dict(cls.__dict__)
    made = dataclasses.dataclass(**cast("dict[str, Any]", options), frozen=True)(cls)
    layout = read_layout(made, lists)
    generated = cast("FunctionType", made.__init__) if options["init"] and "__init__" not in own else None
    init_variables = init_only(made, generated) if generated is not None else []
    customised = generated is None or bool(init_variables) or _customises_construction(made)
    if generated is not None:
        takes_class = not customised and class_identity.is_needed()
        install_init(made, slots=options["slots"], watched=runs_user_code(made), takes_class=takes_class)
    else:
        watch_own_init(made)
    _install_methods(made, own, generated=generated is not None)
    registration = Registration.of(made, layout, customised=customised)
    registration.apply(made)
    setattr(made, LAYOUT, layout)
    setattr(made, ATTRIBUTE, registration)
    return made


def _install_methods(cls: type, own: dict[str, Any], *, generated: bool) -> None:
    cls.__setattr__ = frozen_setattr  # type: ignore[assignment]
    cls.__delattr__ = frozen_delattr  # type: ignore[assignment]
    changed = replace if generated else field_wise_replace(cls)
    names = [f.name for f in dataclasses.fields(cls)]
    if "__replace__" not in own and "__replace__" not in names:
        setattr(cls, "__replace__", changed)  # noqa: B010 - not an attribute of type to type checkers
    inherited = getattr(cls, _REPLACE, None)
    has_slots = any(isinstance(class_attribute(cls, name), MemberDescriptorType) for name in names)
    if has_slots and not hasattr(cls, "__setstate__"):
        setattr(cls, "__setstate__", restore_state)  # noqa: B010 - as above
    if _REPLACE not in names and _REPLACE not in own and (inherited is None or _is_ours(inherited)):
        setattr(cls, _REPLACE, changed)


def _is_ours(function: Any) -> bool:
    return str(getattr(function, "__module__", "")).startswith("jdc_runtime.")


def _customises_construction(cls: type) -> bool:
    """Return whether calling the class with its fields runs code of the user, or does not set every field."""
    return (
        has_post_init(cls)
        or cast("Any", cls).__new__ is not object.__new__
        or cast("Any", type(cls)).__call__ is not type.__call__
        or not all(f.init for f in dataclasses.fields(cls))
    )


def _refuse_unsuitable(cls: object) -> None:
    if not isinstance(cls, type):
        raise TypeError(
            f"pytree_dataclass takes a class, not {cls!r}; write @jdc.pytree_dataclass above the class, "
            "with keywords only in parentheses"
        )
    name = cls.__name__
    if layout_of(cls) is not None:
        raise TypeError(
            f'"{name}" is a pytree dataclass already; subclasses of PyTreeNode become one by themselves, so '
            "remove the decorator"
        )
    kind = _other_kind(cls.__mro__)
    if kind is not None:
        raise TypeError(f'"{name}" is {kind}: its attributes are not fields of a dataclass; remove the decorator')
    _refuse_content(cls)
    if "__dataclass_fields__" in cls.__dict__:
        raise TypeError(
            f'"{name}" is a dataclass already; pytree_dataclass makes it one itself and registers it, so '
            "remove the other decorator or base class (dataclass, flax.struct, chex, equinox)"
        )
    for method in ("__setattr__", "__delattr__"):
        if method in cls.__dict__:
            raise TypeError(
                f'"{name}" defines {method}, but pytree dataclasses are frozen and have one of their own; '
                "remove it, and change copies with .replace(...) or jdc.copy_and_mutate(...)"
            )
    _refuse_names(cls)


def _refuse_content(cls: type) -> None:
    base = next((base for base in cls.__mro__ if base in _CONTAINERS or base in _VALUES), None)
    if base is not None:
        content = "items are not fields" if base in _CONTAINERS else "value is not a field"
        raise TypeError(
            f'"{cls.__name__}" inherits from {base.__name__}, whose {content}: JAX makes objects anew from their '
            f"fields, so under jax.jit and jax.tree.map all else would be lost. Remove that base class, and keep "
            f"what it was for in a field:\n    content: {base.__name__}"
        )


def _refuse_names(cls: type) -> None:
    fields: Iterable[str] = getattr(cls, "__dataclass_fields__", ())
    written = inspect.get_annotations(cls)
    for name in (*fields, *written):
        if name == "__class__" or (name.startswith("__jdc_") and name.endswith("__")):
            raise TypeError(f'field "{name}" of "{cls.__name__}": the name has a meaning already; give it another')
    for name in written:
        inherited: object = getattr(cls, name, None)
        if name not in cls.__dict__ and name not in fields and callable(inherited) and _is_ours(inherited):
            raise TypeError(
                f'field "{name}" of "{cls.__name__}" would take the inherited method .{name} for its default; '
                "give the field another name"
            )


def _other_kind(bases: tuple[type, ...]) -> str | None:
    """Return what a class is whose attributes have a meaning of their own."""
    if enum.Enum in bases:
        return "an Enum"
    return "a NamedTuple, a pytree by itself" if tuple in bases and hasattr(bases[0], "_fields") else None
